package build

import (
	"fmt"
	"html/template"
	"strings"
	"sync"

	"partitionlab/wasm/advice/advicebook"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// An advicePage is what the page of a piece of advice shows. Its examples are
// judged while it is made.
type advicePage struct {
	advicebook.Rule
	Raised, Kept []example
	Previous     *advicePage
	Next         *advicePage
}

// An adviceTopic is a section of the index of advice.
type adviceTopic struct {
	Name, ID string
	Rules    []*advicePage
}

// Path is where the page stands: an id is for ever, and so is its page.
func (p *advicePage) Path() string { return pathOfAdvice(p.ID) }

// TopicID is the anchor of its topic in the index.
func (p *advicePage) TopicID() string { return topicID(p.Topic) }

// Weight says how much the advice matters.
func (p *advicePage) Weight() string {
	if p.Severity == diag.Advice {
		return "advice"
	}
	return "note: it may hurt"
}

// Limits are the thresholds and settings of the examples that differ from the
// shipped ones.
func (p *advicePage) Limits() []string {
	var out []string
	for _, o := range strings.Fields(p.Options) {
		out = append(out, strings.TrimPrefix(o, "set:"))
	}
	return out
}

func pathOfAdvice(id string) string { return "advice/" + strings.ToLower(id) + "/" }

// advicePages are all pieces of advice by topic. They are part of the program, so
// they are worked out once.
var advicePages = sync.OnceValues(func() (topics []adviceTopic, err error) {
	rules, err := advicebook.Load()
	if err != nil {
		return nil, err
	}
	var last *advicePage
	for _, name := range advicebook.Topics {
		t := adviceTopic{Name: name, ID: topicID(name)}
		for _, r := range rules {
			if r.Topic != name {
				continue
			}
			p, err := newAdvicePage(r)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.ID, err)
			}
			if last != nil {
				last.Next, p.Previous = p, last
			}
			last = p
			t.Rules = append(t.Rules, p)
		}
		topics = append(topics, t)
	}
	return topics, nil
})

func newAdvicePage(r advicebook.Rule) (*advicePage, error) {
	p := &advicePage{Rule: r}
	for _, e := range append(r.Bad[:len(r.Bad):len(r.Bad)], r.Good...) {
		src := diag.NewSource(e.Name, e.CQL)
		list, err := advicebook.Advise(src, r.Options, e.Size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if bad := strings.HasPrefix(e.Name, "bad"); bad != (len(list) > 0) {
			return nil, fmt.Errorf("%s raises %d findings", e.Name, len(list))
		}
		if len(list) == 0 {
			p.Kept = append(p.Kept, example{HTML: adviceHTML(src, e.Size, nil)})
			continue
		}
		for i := range list {
			list[i].Rule, list[i].Why = "", "" // this page says them
			if list[i].Instead == r.Instead {
				list[i].Instead = ""
			}
		}
		p.Raised = append(p.Raised, example{HTML: adviceHTML(src, e.Size, list), Try: e.CQL, Size: e.Size, Told: e.Size == "" && checkShows(e.CQL, p.Path())})
	}
	return p, nil
}

// adviceHTML shows a script, its workload, and the advice on it.
func adviceHTML(src *diag.Source, size string, list []diag.Diagnostic) template.HTML {
	script := cql.Parse(src)
	known := roles{}
	known.learn(script)
	var marks []diag.Span
	for _, d := range list {
		marks = append(marks, d.Span)
	}
	out := ""
	if size != "" {
		out += "<p>With this workload:</p>\n<pre tabindex=\"0\"><code>" + template.HTMLEscapeString(strings.TrimSpace(size)) + "</code></pre>\n"
	}
	if len(list) > 0 {
		if !strings.Contains(strings.TrimSpace(src.Text), "\n") {
			src = diag.NewSource("", "") // the place is marked right above
		}
		out += view.HTML(lab.Findings("", src, list))
	}
	return template.HTML(cqlBlock(highlight(script, known, marks), out))
}

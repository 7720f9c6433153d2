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
	Server       string // whether it takes the scripts that raise this
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
	said := make([][]advicebook.Word, len(r.Bad))
	for i, e := range r.Bad {
		var err error
		if said[i], err = advicebook.Said(e, r.Options); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	p.Server = verdict(said)
	for k, e := range append(r.Bad[:len(r.Bad):len(r.Bad)], r.Good...) {
		src := diag.NewSource(e.Name, e.CQL)
		list, err := advicebook.Advise(src, r.Options, e.Size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if bad := strings.HasPrefix(e.Name, "bad"); bad != (len(list) > 0) {
			return nil, fmt.Errorf("%s raises %d findings", e.Name, len(list))
		}
		if len(list) == 0 {
			p.Kept = append(p.Kept, example{HTML: adviceHTML(src, e.Size, "", nil)})
			continue
		}
		for i := range list {
			list[i].Rule, list[i].Why = "", "" // this page says them
			if list[i].Instead == r.Instead {
				list[i].Instead = ""
			}
		}
		bench := lab.Inputs{"q": e.CQL}
		if shown, _ := benchShows(bench, p.Path()); !shown || e.Size != "" {
			bench = nil
		}
		p.Raised = append(p.Raised, example{Bench: bench, HTML: adviceHTML(src, e.Size, wordsHTML(said[k], e.Size), list), Try: e.CQL, Size: e.Size, Told: e.Size == "" && checkShows(e.CQL, p.Path())})
	}
	return p, nil
}

// verdict is one sentence about what the server says of several scripts.
func verdict(said [][]advicebook.Word) string {
	n, refused := 0, 0
	for _, words := range said {
		if len(words) > 0 {
			n++
		}
		if len(words) > 0 && words[0].Refused && !words[0].Role {
			refused++
		}
	}
	switch {
	case n == 0:
		return "Cassandra accepts this and says nothing."
	case refused == len(said):
		return "As it is shipped, Cassandra refuses this. The advice is for clusters where a setting allows it."
	case len(said) == 1:
		return "Cassandra itself says something, too: see below the script."
	}
	return "Cassandra itself says something, too, but not about every script: see below."
}

// wordsHTML tells what the server says of a script or, where that has a workload, of a
// row of it: a paragraph a sentence.
func wordsHTML(words []advicebook.Word, size string) string {
	out, this := "", "this"
	if size != "" {
		this = "such a row"
	}
	for _, w := range words {
		begin := "The server accepts " + this + " and warns:"
		switch {
		case w.Refused && w.Role:
			begin = "The server refuses " + this + ", unless the client is a superuser:"
		case w.Refused:
			begin = "The server refuses " + this + " as it is shipped:"
		case w.Role:
			begin = "The server accepts " + this + ". It warns every client that is no superuser:"
		case w.Allowed:
			begin = "Where a setting allows it, the server warns:"
		}
		out += "<p class=\"facts\">" + begin + " <code>" + template.HTMLEscapeString(strings.TrimSpace(w.Text)) + "</code>"
		if w.Refused {
			out += " (<a href=\"../../" + pathOfRule(w.Rule) + "\">" + w.Rule + "</a>)"
		}
		out += "</p>\n"
	}
	return out
}

// adviceHTML shows a script, its workload, what the server says of it, and the advice.
func adviceHTML(src *diag.Source, size, said string, list []diag.Diagnostic) template.HTML {
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
	out += said
	if len(list) > 0 {
		if !strings.Contains(strings.TrimSpace(src.Text), "\n") {
			src = diag.NewSource("", "") // the place is marked right above
		}
		out += view.HTML(lab.Findings("", src, list))
	}
	return template.HTML(cqlBlock(highlight(script, known, marks), out))
}

package build

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/version/versionbook"
	"partitionlab/wasm/view"
)

// A rulePage is what the page of a rule shows. Its examples are judged while it is
// made, so it shows what the core says today.
type rulePage struct {
	rulebook.Rule
	Broken, Kept []example
	Tables       template.HTML // that they use
	Previous     *rulePage
	Next         *rulePage
	Alike        []*rulePage              // for which the server has the same words
	Servers      []versionbook.Difference // what releases do otherwise
}

// otherServers are the differences between releases that decide on a rule.
func otherServers(id string) (out []versionbook.Difference) {
	for _, d := range versionbook.All() {
		if slices.Contains(d.Rules, id) {
			d.What, d.Says = strings.TrimSuffix(d.What, ","), strings.ReplaceAll(d.Says, "%", "…")
			out = append(out, d)
		}
	}
	return out
}

// A ruleTopic is a section of the index of rules.
type ruleTopic struct {
	Name, ID string
	Rules    []*rulePage
}

// Path is where the page stands: an id is for ever, and so is its page.
func (r *rulePage) Path() string { return pathOfRule(r.ID) }

// TopicID is the anchor of its topic in the index.
func (r *rulePage) TopicID() string { return topicID(r.Topic) }

// Case is the page of the rule that diagnostics name where this one is a case of
// it, or "".
func (r *rulePage) Case() string {
	if r.As == r.ID {
		return ""
	}
	return pathOfRule(r.As)
}

// Messages are the server's words, for the list of all rules: not those of the
// parser, which are the same for every rule of syntax, and no more than a few.
func (r *rulePage) Messages() (out []string) {
	for _, t := range r.Templates {
		if !strings.HasPrefix(t, "line %s:%s ") {
			out = append(out, ellipses(t))
		}
	}
	if more := len(out) - 2; more > 1 {
		out = append(out[:2], fmt.Sprintf("and %d more", more))
	}
	return out
}

// Sentences are all of the server's messages.
func (r *rulePage) Sentences() (out []string) {
	for _, t := range r.Templates {
		out = append(out, ellipses(t))
	}
	return out
}

// ellipses writes … where a template takes what varies.
func ellipses(template string) string { return strings.ReplaceAll(template, "%s", "…") }

func pathOfRule(id string) string { return "rules/" + strings.ToLower(id) + "/" }

// topicID is the anchor of a topic: "insert-update" for "INSERT, UPDATE".
func topicID(topic string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(topic), func(c rune) bool { return c < 'a' || c > 'z' }), "-")
}

// rulePages are all rules by topic. They are part of the program, so they are
// worked out once.
var rulePages = sync.OnceValues(func() ([]ruleTopic, error) {
	rules, err := rulebook.Load()
	if err != nil {
		return nil, err
	}
	pages := make([]*rulePage, len(rules))
	errs := make([]error, len(rules))
	workers := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for first := range workers {
		wait.Go(func() {
			judge := new(rulebook.Judge)
			for i := first; i < len(rules); i += workers {
				pages[i], errs[i] = newRulePage(judge, &rules[i])
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	topics := make([]ruleTopic, len(rulebook.Topics))
	for i, name := range rulebook.Topics {
		topics[i] = ruleTopic{Name: name, ID: topicID(name)}
		for _, p := range pages {
			if p.Topic == name {
				topics[i].Rules = append(topics[i].Rules, p)
			}
		}
	}
	for _, t := range topics {
		slices.SortFunc(t.Rules, func(a, b *rulePage) int {
			aName, aNumber := splitID(a.ID)
			bName, bNumber := splitID(b.ID)
			return cmp.Or(strings.Compare(aName, bName), aNumber-bNumber)
		})
	}
	var last *rulePage
	for _, t := range topics {
		for _, p := range t.Rules {
			for _, other := range pages {
				if other != p && p.saysAs(other) {
					p.Alike = append(p.Alike, other)
				}
			}
			if last != nil {
				last.Next, p.Previous = p, last
			}
			last = p
		}
	}
	return topics, nil
})

// saysAs reports whether a message of a rule is one of another rule, too, word for word.
// The parser has the same words for every rule of syntax.
func (r *rulePage) saysAs(other *rulePage) bool {
	return slices.ContainsFunc(r.Templates, func(t string) bool {
		return !strings.HasPrefix(t, "line %s:%s ") && slices.Contains(other.Templates, t)
	})
}

// Such is a statement that breaks the rule, to tell it from others of the same words.
func (r *rulePage) Such() string {
	if len(r.Bad) == 0 {
		return ""
	}
	all := r.Bad[0].Statements()
	return all[len(all)-1]
}

// splitID takes SYN-A10 apart into SYN-A and 10, so that it stands behind SYN-A9.
func splitID(id string) (name string, number int) {
	name = strings.TrimRight(id, "0123456789")
	number, _ = strconv.Atoi(id[len(name):])
	return name, number
}

func newRulePage(judge *rulebook.Judge, r *rulebook.Rule) (*rulePage, error) {
	page := &rulePage{Rule: *r, Servers: otherServers(r.ID)}
	fail := func(e rulebook.Example, why string) (*rulePage, error) {
		return nil, fmt.Errorf("%s: %s: %s", r.ID, e.CQL, why)
	}
	used := ""
	for _, e := range r.Bad {
		used += e.CQL + "\n"
		statement, got, err := judge.Run(r, e, true)
		if err != nil {
			return fail(e, err.Error())
		}
		if got.Diag == nil || got.Diag.Rule != r.As {
			return fail(e, "does not break rule "+r.As)
		}
		d := *got.Diag
		d.Rule = "" // this page
		if d.Why == r.Why {
			d.Why = "" // stands above
		}
		if d.Instead == r.Instead {
			d.Instead = ""
		}
		try := tryable(r, e)
		page.Broken = append(page.Broken, example{HTML: exampleHTML(e, statement, &d), Try: try, Bench: benchable(r, e, try != "")})
	}
	for _, e := range r.Good {
		used += e.CQL + "\n"
		_, got, err := judge.Run(r, e, false)
		if err != nil {
			return fail(e, err.Error())
		}
		if !got.Accepted() {
			return fail(e, "is not accepted")
		}
		page.Kept = append(page.Kept, example{HTML: exampleHTML(e, "", nil)})
	}
	if r.Keyspace {
		if setup := rulebook.SetupFor(used); setup != nil {
			page.Tables = template.HTML(cqlBlock(highlight(cql.Parse(diag.NewSource("", strings.Join(setup, ";\n")+";\n")), setupRoles(), nil), ""))
		}
	}
	return page, nil
}

// exampleHTML shows an example, and what is wrong with its last statement.
func exampleHTML(e rulebook.Example, statement string, d *diag.Diagnostic) template.HTML {
	src := diag.NewSource("", e.CQL)
	script := cql.Parse(src)
	known := maps.Clone(setupRoles())
	known.learn(script)
	var marks []diag.Span
	findings := ""
	if d != nil {
		shift := max(strings.LastIndex(e.CQL, statement), 0)
		d.Start, d.End = d.Start+shift, d.End+shift
		d.Related = slices.Clone(d.Related)
		for i := range d.Related {
			d.Related[i].Start += shift
			d.Related[i].End += shift
		}
		marks = append(marks, d.Span)
		if !strings.Contains(e.CQL, "\n") {
			src = diag.NewSource("", "") // the place is marked right above
		}
		findings = view.HTML(lab.Findings("", src, []diag.Diagnostic{*d}))
	}
	return template.HTML(cqlBlock(highlight(script, known, marks), findings))
}

// setupRoles are those of the tables that all examples have.
var setupRoles = sync.OnceValue(func() roles {
	known := roles{}
	known.learn(cql.Parse(diag.NewSource("", rulebook.Setup)))
	return known
})

package exercise

import (
	"strings"

	"partitionlab/wasm/diag"
)

// A kind of predicate, with the question for when the author has none.
type kind struct {
	name  string
	ask   string
	judge func(*trial, *Predicate) *Finding
}

const (
	known = "What does the screen know when it asks, and what does the key want to know first?"
	other = "Where would the screen get it from?"
)

// rules are the kinds of predicates.
var rules = [...]kind{
	{"valid", "", valid},
	{"warned", "Does your driver show you such warnings?", warned},
	{"rule", "", raises},
	{"returns", "Which rows does the screen show?", returns},
	{"reads", "How could the statement name only the rows that it needs?", reads},
	{"leaves", "What should be there afterwards?", leaves},
	{"conditional", "What does the server look at before it writes?", conditional},
	{"starts", "What would be there if nothing came after it?", starts},
	{"tombstones", "How many tombstones does your statement write?", tombstones},

	{"serves", known, serves},
	{"serves+", known, serves},
	{"order", "Which clustering column decides the order first?", inOrder},
	{"covers", other, covers},
	{"keeps", "What tells the two apart, and is it in the key?", keeps},
	{"static", "How often would the same value be stored in one partition?", static},
	{"last", "Which column tells two rows apart when all before it agree?", endsWith},
	{"key", "Which columns does the primary key name, and in which parentheses are they?", hasKey},
	{"has", "What would be written into it?", hasColumn},
	{"names", "Does the name tell a reader which question the table answers?", telling},
	{"used", "Which screen would miss it?", used},

	{"size", "What else does every question know, that could go into the partition key?", sized},
	{"values", "", valued},
	{"rows", "Which rows does the screen not show, and could the key keep them apart?", rowsRead},
	{"bounded", "What makes this partition stop growing?", bounded},
	{"spread", "Where do all writes of one moment go?", spread},
	{"countable", "With which table would the rows disappear without a tombstone for each?", countable},
	{"writes", "Which of these copies does no question need?", writes},
	{"expires", "How long does the screen need the rows?", expires},
	{"lives", "What is still there if the program that wrote it never comes back?", lives},
}

// State says whether a predicate holds.
type State uint8

// The states.
const (
	Untried State = iota // the server has refused the answer, or nothing is there to try it on
	Holds
	Remark  // holds, and there is something to say
	Fails   // does not hold
	Unclear // the answer does not say enough to tell
)

// A Finding is what became of a predicate.
type Finding struct {
	Predicate   *Predicate
	State       State
	Consequence string // what follows from the answer, worked out from its rows and numbers
	Ask         string // a question that leads on
	Diag        *diag.Diagnostic
	In          string // the text in which Diag's offsets count: the answer, or a statement made for its table
	sure        bool   // Ask fits this mistake better than what the author asks
	idle        bool   // there is no table to try it on
	Measured    string // "2 partitions", "19.7 MB"; "" where nothing was
}

func holds(measured string) *Finding { return &Finding{State: Holds, Measured: measured} }

func fails(consequence string, args ...string) *Finding {
	return &Finding{State: Fails, Consequence: say(consequence, args...)}
}

func remark(consequence string, args ...string) *Finding {
	return &Finding{State: Remark, Consequence: say(consequence, args...)}
}

func unclear(f *Fit) *Finding {
	return &Finding{State: Unclear, Consequence: say("The check cannot test % yet.", f.Table.Name), Ask: f.Ask}
}

// nothing is what fails where no table can be tried.
func nothing(consequence string, args ...string) *Finding {
	f := fails(consequence, args...)
	f.idle = true
	return f
}

func (f *Finding) asking(question string) *Finding {
	f.Ask = question
	return f
}

// surely is asking, whatever the author asks: it is about this kind of mistake.
func (f *Finding) surely(question string) *Finding {
	f.sure = true
	return f.asking(question)
}

// day is the day that a predicate speaks of: a year on, where it says none.
func (p *Predicate) day() float64 {
	if p.Day < 0 {
		return 365
	}
	return p.Day
}

// findings looks at the predicates in order; first is the one that does not hold, -1
// where all do. After a refusal the rest is not tried, and of a question that has no table
// only the first finding speaks.
func (t *trial) findings() (out []*Finding, first int) {
	first = -1
	for i, p := range t.e.Must {
		f := &Finding{Predicate: p}
		if first < 0 || t.refused() == nil {
			f = t.finding(p)
		}
		switch {
		case f.State >= Fails && first < 0:
			first = i
		case f.idle, f.State == Fails && i != first && t.unserved(p):
			f = &Finding{Predicate: p}
		}
		out = append(out, f)
	}
	return out, first
}

// unserved reports whether a predicate asks what a question reads that its table does not
// serve, or looks at a table that serves another question and is only the nearest to this one.
func (t *trial) unserved(p *Predicate) bool {
	if p.Question == nil || strings.HasPrefix(p.Rule, "serves") {
		return false
	}
	a := t.answer(p.Question)
	if a == nil || a.Served() {
		return false
	}
	reads := p.Rule == "rows" || p.Rule == "order" || p.Rule == "countable"
	for _, o := range t.asked {
		reads = reads || o != nil && o.Fit.Table == a.Fit.Table && o.Served()
	}
	return reads
}

// finding is what becomes of one predicate.
func (t *trial) finding(p *Predicate) *Finding {
	f := &Finding{}
	for j := range rules {
		if r := &rules[j]; r.name == p.Rule {
			if f = r.judge(t, p); f == nil {
				f = holds("")
			}
			if f.State == Fails && p.Ask != "" && !f.sure {
				f.Ask = p.Ask
			} else if f.State == Fails && f.Ask == "" {
				f.Ask = r.ask
			}
		}
	}
	f.Predicate = p
	return f
}

package exercise

import (
	"strings"

	"partitionlab/wasm/diag"
)

// A kind of predicate.
type kind struct {
	name  string
	judge func(*trial, *Predicate) *Finding
}

// rules are the kinds of predicates.
var rules = [...]kind{
	{"valid", valid},
	{"warned", warned},
	{"rule", raises},
	{"returns", returns},
	{"reads", reads},
	{"leaves", leaves},
	{"conditional", conditional},
	{"yields", yields},
	{"none", none},
	{"tries", tries},
	{"starts", starts},
	{"ends", ends},
	{"moves", moves},
	{"elements", elements},
	{"tombstones", tombstones},
	{"serves", serves},
	{"serves+", serves},
	{"order", inOrder},
	{"covers", covers},
	{"keeps", keeps},
	{"static", static},
	{"last", endsWith},
	{"key", hasKey},
	{"keyed", inKey},
	{"has", hasColumn},
	{"names", telling},
	{"used", used},
	{"size", sized},
	{"values", valued},
	{"rows", rowsRead},
	{"bounded", bounded},
	{"spread", spread},
	{"countable", countable},
	{"writes", writes},
	{"expires", expires},
	{"lives", lives},
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
		case f.idle, i != first && t.unserved(p, f.State):
			f = &Finding{Predicate: p}
		}
		out = append(out, f)
	}
	return out, first
}

// unserved reports whether a predicate asks what a question reads that its table does not
// serve, or looks at a table that serves another question and is only the nearest to this one:
// nothing that holds of that one is said of a table that is missing.
func (t *trial) unserved(p *Predicate, state State) bool {
	if p.Question == nil || strings.HasPrefix(p.Rule, "serves") {
		return false
	}
	a := t.answer(p.Question)
	if a == nil || a.Served() {
		return false
	}
	reads := state == Fails && (p.Rule == "rows" || p.Rule == "order" || p.Rule == "countable")
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
				f.Ask = p.Usual
			}
		}
	}
	f.Predicate = p
	return f
}

package exercise

import (
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/work"
)

// A Judgement is what there is to say to an answer, as data.
type Judgement struct {
	Passed bool
	// First is the finding that speaks: the first that does not hold; -1 for none.
	First    int
	Findings []*Finding // of CQL: one for each predicate, in their order
	// Listed is the author's case that the answer is like; nil for none.
	Listed *Case
	// Says is the author's feedback to this answer, or ours for a number; empty where
	// Findings say all. Every part of an answer that is not right has its own.
	Says  []string
	After []string // what is true of this right answer, besides what is said to every one
	Parts []Part   // of Choice, Match and Order: each option or item
	// Note says why an answer was not judged as a whole.
	Note string

	Ran   []*Ran   // statements of the answer
	Asked []*Asked // the questions, each put to the table that answers it best
	Fits  []*Fit   // tables that rows were written to: what their columns hold, what was kept
	Sizes []Size   // of the tables of Asked, where there is a population
	Costs []Cost   // what the answer costs; none where it is refused
}

// A Part is what became of an option or an item.
type Part struct {
	Index int // in Items
	Right bool
	Says  string
}

// MaxAnswer is the longest answer that is judged, in bytes.
const MaxAnswer = 64 << 10

// Judge judges an answer: CQL; a number such as "252", "5.5 MB" or "250 + 2"; the
// letters of options, such as "b" or "a c"; the keys of categories in the order of the
// items, such as "R C C", with ? for an open one; or the numbers of the items as
// [Exercise.Shown] has them, from 1, in their order. It takes any text.
func (e *Exercise) Judge(answer string) *Judgement { return e.JudgeUnder(nil, answer) }

// JudgeUnder judges an answer as Judge does, and a meter may interrupt or stop it: then the
// judgement says nothing but that.
func (e *Exercise) JudgeUnder(m *work.Meter, answer string) *Judgement {
	r := &Judgement{First: -1}
	if r.Note = unfit(answer); r.Note == "" && e.Kind == CQL {
		e.judgeCQL(m, answer, r)
	} else {
		e.judgePlain(answer, r)
	}
	if m.Stopped() {
		return &Judgement{First: -1, Note: "You stopped the check before it was done. Press Check to begin again."}
	}
	return r
}

// unfit says why an answer is not judged at all.
func unfit(answer string) string {
	switch {
	case len(answer) > MaxAnswer:
		return say("The answer is longer than % bytes, so it is not checked.", number.Count(MaxAnswer))
	case strings.TrimSpace(answer) == "":
		return "There is no answer yet."
	}
	return ""
}

// judgePlain judges an answer of any kind but CQL: a program that judges only predictions
// carries nothing of the rest.
func (e *Exercise) judgePlain(answer string, r *Judgement) {
	switch {
	case r.Note != "":
	case e.Kind == Number:
		e.judgeNumber(answer, r)
	default:
		e.judgeParts(answer, r)
	}
}

// judgeCQL tries an answer, looks at one predicate after the other, and looks for the
// author's case that it is like.
func (e *Exercise) judgeCQL(m *work.Meter, answer string, r *Judgement) {
	t := e.try(m, answer)
	t.judge(r)
	r.list(e, t.outline(r.First))
}

// judge looks at one predicate after the other.
func (t *trial) judge(r *Judgement) {
	r.Findings, r.First = t.findings()
	r.Passed = r.First < 0
	if r.Ran = t.ran; t.more {
		r.Note = say("Your answer creates more than % tables, or a table with more than % columns: not all of them are tested.", number.Count(maxTables), number.Count(maxColumns))
	}
	for _, a := range t.asked {
		if a != nil {
			r.Asked = append(r.Asked, a)
			if s, ok := a.Fit.size(t.e.day()); ok {
				r.Sizes = append(r.Sizes, s)
			}
		}
	}
	for _, f := range t.fits {
		if f.Kept != nil {
			r.Fits = append(r.Fits, f)
		}
	}
	if t.refused() == nil {
		r.Costs = t.costs()
	}
	for _, p := range t.e.After {
		if r.Passed && t.finding(p).State <= Remark {
			r.After = append(r.After, p.Ask)
		}
	}
}

// list finds the case that an answer is like, which has this outline.
func (r *Judgement) list(e *Exercise, o Outline) {
	best := 0
	for i := range e.Cases {
		c := &e.Cases[i]
		if ways := o.like(c.Outline, e.Model.Outline); ways > best && c.Right == r.Passed {
			best, r.Listed = ways, c
		}
	}
	if r.Listed != nil {
		r.Says = []string{r.Listed.Says}
	}
}

// Learn works out what the model answer does and what the cases are like, whose answers
// are given, so that other answers can be compared with them. Whoever makes an exercise
// calls it once. What there is to say to each of these answers comes back.
func (e *Exercise) Learn(model string, cases []string) map[string]*Judgement {
	t := e.try(nil, model)
	e.Model = Model{}
	for _, p := range e.Must {
		if p.Rule == "returns" {
			e.Model.Columns = p.Attrs
		}
	}
	for _, r := range t.ran {
		if e.Model.Columns == nil {
			e.Model.Columns = r.Cols
		}
	}
	e.Model.Returned, _, _ = t.selected(e.Model.Columns)
	_, e.Model.Limited = t.limit()
	for i := range e.Others {
		o := &e.Others[i]
		rows, _, _ := t.beside(o).selected(e.Model.Columns)
		o.More, o.Less = difference(rows, e.Model.Returned)
	}
	e.Model.Left, e.Model.Costs = t.after, t.costs()
	judged, outlines := map[string]*Judgement{}, map[string]Outline{}
	learn := func(t *trial) Outline {
		r := &Judgement{First: -1}
		t.judge(r)
		o := t.outline(r.First)
		judged[t.text], outlines[t.text] = r, o
		return o
	}
	e.Model.Outline = learn(t)
	for i, text := range cases {
		e.Cases[i].Outline = learn(e.try(nil, text))
	}
	for text, r := range judged {
		r.list(e, outlines[text])
	}
	return judged
}

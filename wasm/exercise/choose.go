package exercise

import (
	"strings"

	"partitionlab/wasm/number"
)

// judgeParts judges an answer that has one piece for each option or item: whether it
// is chosen, its category, or its place.
func (e *Exercise) judgeParts(answer string, r *Judgement) {
	pieces := words(strings.Fields(strings.ReplaceAll(strings.ReplaceAll(answer, ",", " "), ";", " ")))
	n := len(e.Items)
	given, want := make([]int, n), make([]int, n)
	right := 0
	for i := range want {
		want[i] = e.Items[i].Want
		right += want[i]
	}
	several := right > 1
	switch e.Kind {
	case Choice:
		for _, p := range pieces {
			i := int(p[0]|0x20) - 'a'
			if len(p) != 1 || i < 0 || i >= n {
				r.Note = say("There is no option %.", p)
				return
			}
			given[i] = 1
		}
		if !several && len(pieces) != 1 {
			r.Note = "Choose one option only."
			return
		}
	case Match:
		for i := range given {
			if given[i] = -1; i < len(pieces) {
				if given[i] = words(e.Categories).index(pieces[i]); given[i] < 0 && pieces[i] != "?" {
					r.Note = say("There is no category %.", pieces[i])
				}
			}
		}
	case Order:
		shown := e.Shown()
		for i := range want {
			want[i], given[i] = i, n
		}
		for at, p := range pieces {
			i := int(small(p)) - 1
			if i < 0 || i >= n || given[shown[i]] != n {
				r.Note = say("There is no item % left.", p)
				return
			}
			given[shown[i]] = at
		}
		if len(pieces) != n {
			r.Note = say("Put all % items in order.", number.Count(n))
			return
		}
	}
	r.Passed = true
	for i := range want {
		p := Part{Index: i, Right: given[i] == want[i]}
		it := &e.Items[i]
		g := given[i]
		switch {
		case e.Kind == Choice && (g == 0 && !several || p.Right && several), e.Kind != Choice && p.Right, g < 0 && e.Kind == Match:
		case e.Kind == Match && g < len(it.SaysIf) && it.SaysIf[g] != "":
			p.Says = it.SaysIf[g]
		case e.Kind == Choice && g == 0 && it.Says == "":
			p.Says = "This one also belongs to the answer."
		default:
			p.Says = it.Says
		}
		if p.Says != "" {
			(*words)(&r.Says).add(p.Says)
		}
		r.Passed = r.Passed && p.Right
		r.Parts = append(r.Parts, p)
	}
}

// Letter is the one by which an option is chosen: a for the first.
func Letter(option int) string { return string(rune('a' + option)) }

// Shown is the order in which the items of [Order] are shown: indexes in Items. It
// depends on the exercise alone, and it is never the right one.
func (e *Exercise) Shown() []int {
	out := make([]int, len(e.Items))
	seed := hash(e.ID)
	sorted := true
	for i := range out {
		seed = seed*1664525 + 1013904223
		j := int(seed>>8) % (i + 1)
		out[i] = out[j]
		out[j] = i
	}
	for i := range out {
		sorted = sorted && out[i] == i
	}
	if sorted && len(out) > 1 {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

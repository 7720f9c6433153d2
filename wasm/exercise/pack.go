package exercise

import (
	"strconv"

	"partitionlab/wasm/cqltype"
)

// An unpacker reads an exercise that package exercisebook has packed: each value is its
// length, a colon and its text.
type unpacker struct {
	in     string
	broken bool
	e      *Exercise
}

// Unpack reads what package exercise/exercisebook packs for a page; ok is false for any other
// text.
func Unpack(packed string) (e *Exercise, ok bool) {
	u := &unpacker{in: packed, e: &Exercise{}}
	u.exercise()
	return u.e, !u.broken && u.in == ""
}

func (u *unpacker) text() string {
	i := 0
	for i < len(u.in) && i < 8 && u.in[i] != ':' {
		i++
	}
	n, err := strconv.Atoi(u.in[:i])
	if err != nil || n < 0 || n >= len(u.in)-i {
		u.broken, u.in = true, ""
		return ""
	}
	s := u.in[i+1:][:n]
	u.in = u.in[i+1+n:]
	return s
}

func (u *unpacker) int() int {
	n, _ := strconv.Atoi(u.text())
	return n
}

func (u *unpacker) flag() bool { return u.int() != 0 }

func (u *unpacker) float() float64 {
	f, _ := strconv.ParseFloat(u.text(), 64)
	return f
}

// count is the length of a list, which is no longer than what is left to read.
func (u *unpacker) count() int {
	n := u.int()
	if n < 0 || n > len(u.in) {
		u.broken, n = true, 0
	}
	return n
}

// below is one of so many.
func (u *unpacker) below(n int) int {
	i := u.int()
	if i < 0 || i >= n {
		u.broken, i = true, 0
	}
	return i
}

func (u *unpacker) texts() (out []string) {
	for range u.count() {
		(*words)(&out).add(u.text())
	}
	return out
}

func (u *unpacker) exercise() {
	e := u.e
	e.ID, e.Kind = u.text(), Kind(u.below(len(Kinds)))
	e.Settings, e.Setup = u.texts(), u.text()
	populations := make([]*Population, u.count()+1) // the first is none
	for i := range populations[1:] {
		populations[i+1] = u.population()
	}
	e.Rows = make([]*Rows, u.count())
	for i := range e.Rows {
		e.Rows[i] = u.rows(populations)
	}
	e.Questions = make([]*Question, u.count())
	for i := range e.Questions {
		e.Questions[i] = u.question()
	}
	e.Must = make([]*Predicate, u.count())
	for i := range e.Must {
		e.Must[i] = u.predicate()
	}
	e.After = make([]*Predicate, u.count())
	for i := range e.After {
		e.After[i] = u.predicate()
	}
	m := &e.Model
	m.Outline, m.Columns, m.Returned = u.outline(), u.texts(), u.texts()
	m.Left = make([]Left, u.count())
	for i := range m.Left {
		m.Left[i] = Left{u.text(), u.texts()}
	}
	m.Costs = make([]Cost, u.count())
	for i := range m.Costs {
		m.Costs[i] = Cost{u.text(), u.float(), u.flag()}
	}
	e.Needed, e.Cases, e.Amount, e.Categories = u.texts(), u.cases(), u.amount(), u.texts()
	e.Items = make([]Item, u.count())
	for i := range e.Items {
		e.Items[i] = Item{u.int(), u.text(), u.texts()}
	}
}

func (u *unpacker) cases() []Case {
	out := make([]Case, u.count())
	for i := range out {
		c := &out[i]
		c.Right, c.Says, c.Outline, c.Numbers = u.flag(), u.text(), u.outline(), make([]Amount, u.count())
		for j := range c.Numbers {
			c.Numbers[j] = u.amount()
		}
	}
	return out
}

func (u *unpacker) outline() Outline {
	o := make(Outline, u.count())
	for i := range o {
		n, _ := strconv.ParseUint(u.text(), 36, 64)
		o[i] = n
	}
	return o
}

func (u *unpacker) amount() Amount {
	return Amount{u.float(), u.float(), u.text(), u.flag(), u.float()}
}

func (u *unpacker) rows(populations []*Population) *Rows {
	s := &Rows{Name: u.text(), Noun: u.text(), Population: populations[u.below(len(populations))]}
	s.Attrs = make([]*Attr, u.count())
	for i := range s.Attrs {
		s.Attrs[i] = &Attr{u.text(), u.texts(), cqltype.Native(u.text())}
	}
	s.Apart = u.texts()
	s.Rows = make([][]Cell, u.count())
	for i := range s.Rows {
		s.Rows[i] = make([]Cell, len(s.Attrs))
		for j := range s.Attrs {
			s.Rows[i][j] = u.cell()
		}
	}
	return s
}

// cell reads a value in hexadecimal, with 0 before it; none is empty.
func (u *unpacker) cell() Cell {
	c := Cell{Shown: u.text(), Literal: u.text()}
	hex := u.text()
	if hex != "" {
		c.Value = []byte{}
	}
	for i := 1; i+2 <= len(hex); i += 2 {
		n, _ := strconv.ParseUint(hex[i:i+2], 16, 8)
		c.Value = append(c.Value, byte(n))
	}
	return c
}

func (u *unpacker) question() *Question {
	q := &Question{Name: u.text(), Shown: u.text(), Of: &Rows{}}
	if i := u.below(len(u.e.Rows)); !u.broken {
		q.Of = u.e.Rows[i]
	}
	attr := func() *Attr {
		if i := u.below(len(q.Of.Attrs)); !u.broken {
			return q.Of.Attrs[i]
		}
		return &Attr{}
	}
	q.Given = make([]Known, u.count())
	for i := range q.Given {
		q.Given[i] = Known{attr(), u.cell()}
	}
	if u.flag() {
		q.Range = &Range{attr(), u.cell(), u.cell()}
	}
	for range u.count() {
		(*words)(&q.Want).add(attr().Name)
	}
	q.Order = make([]Ordered, u.count())
	for i := range q.Order {
		q.Order[i] = Ordered{attr(), u.flag()}
	}
	q.Limit = u.int()
	return q
}

func (u *unpacker) predicate() *Predicate {
	p := &Predicate{Rule: u.text(), Text: u.text(), Ask: u.text()}
	if u.flag() {
		if i := u.below(len(u.e.Questions)); !u.broken {
			p.Question = u.e.Questions[i]
		}
	}
	for range u.count() {
		if i := u.below(len(u.e.Rows)); !u.broken {
			p.Rows = append(p.Rows, u.e.Rows[i])
		}
	}
	p.Attrs, p.Rest, p.Limit, p.Limited, p.Exact, p.Flag = u.texts(), u.text(), u.float(), u.flag(), u.flag(), u.flag()
	p.Day, p.Share = u.float(), u.float()
	return p
}

func (u *unpacker) population() *Population {
	p := &Population{Counts: make([]Count, u.count()), Quantities: make([]Quantity, u.count())}
	for i := range p.Counts {
		p.Counts[i] = Count{u.text(), u.texts(), u.float(), u.float(), u.float(), u.float()}
	}
	for i := range p.Quantities {
		p.Quantities[i] = Quantity{u.text(), u.float()}
	}
	return p
}

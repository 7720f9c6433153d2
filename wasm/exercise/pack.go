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

// read fills fields in their order: a call of it is far shorter than an assignment for each.
func (u *unpacker) read(fields ...any) {
	for _, f := range fields {
		switch f := f.(type) {
		case *string:
			*f = u.text()
		case *int:
			*f = u.int()
		case *bool:
			*f = u.flag()
		case *float64:
			*f, _ = strconv.ParseFloat(u.text(), 64)
		case *[]string:
			for range u.count() {
				(*words)(f).add(u.text())
			}
		case *Outline:
			for range u.count() {
				n, _ := strconv.ParseUint(u.text(), 36, 64)
				*f = append(*f, n)
			}
		case *Amount:
			u.read(&f.Plain, &f.Full, &f.Unit, &f.Known, &f.Tolerance)
		case *Cell:
			u.cell(f)
		case *[]*Predicate:
			for range u.count() {
				*f = append(*f, u.predicate())
			}
		}
	}
}

// list makes a list, and reads each of its items.
func list[T any](u *unpacker, read func(*T)) []T {
	out := make([]T, u.count())
	for i := range out {
		read(&out[i])
	}
	return out
}

func (u *unpacker) exercise() {
	e := u.e
	u.read(&e.ID)
	e.Kind = Kind(u.below(len(Kinds)))
	u.read(&e.Settings, &e.Setup)
	populations := append([]*Population{nil}, list(u, u.population)...)
	e.Rows = list(u, func(s **Rows) { *s = u.rows(populations) })
	e.Questions = list(u, func(q **Question) { *q = u.question() })
	m := &e.Model
	u.read(&e.Must, &e.After, &m.Limited, &m.Outline, &m.Columns, &m.Returned)
	m.Left = list(u, func(l *Left) { u.read(&l.Table, &l.Rows, &l.Ends, &l.Later) })
	m.Costs = list(u, func(c *Cost) { u.read(&c.What, &c.Value, &c.Bytes) })
	u.read(&e.Needed)
	e.Others = list(u, func(o *Other) { u.read(&o.Insert, &o.Shown, &o.More, &o.Less) })
	e.Cases = list(u, func(c *Case) {
		u.read(&c.Right, &c.Says, &c.Outline)
		c.Numbers = list(u, func(a *Amount) { u.read(a) })
	})
	u.read(&e.Amount, &e.Categories)
	e.Items = list(u, func(i *Item) { u.read(&i.Want, &i.Says, &i.SaysIf) })
}

func (u *unpacker) rows(populations []*Population) *Rows {
	s := &Rows{}
	u.read(&s.Name, &s.Noun)
	s.Population = populations[u.below(len(populations))]
	s.Attrs = list(u, func(a **Attr) {
		name, also := "", []string(nil)
		u.read(&name, &also)
		*a = NewAttr(name, also)
		(*a).Type = cqltype.Native(u.text())
	})
	u.read(&s.Apart)
	row := func(row *[]Cell) {
		*row = make([]Cell, len(s.Attrs))
		for i := range *row {
			u.cell(&(*row)[i])
		}
	}
	s.Rows = list(u, row)
	s.Twins = list(u, func(t *Twin) {
		if i := u.below(len(s.Attrs)); !u.broken && len(s.Rows) > 0 {
			t.Attr = s.Attrs[i]
			row(&t.Other)
		} else {
			u.broken = true
		}
	})
	return s
}

// cell reads a value in hexadecimal, with 0 before it; none is empty.
func (u *unpacker) cell(c *Cell) {
	hex := ""
	u.read(&c.Shown, &c.Literal, &hex)
	if hex != "" {
		c.Value = []byte{}
	}
	for i := 1; i+2 <= len(hex); i += 2 {
		n, _ := strconv.ParseUint(hex[i:i+2], 16, 8)
		c.Value = append(c.Value, byte(n))
	}
}

func (u *unpacker) question() *Question {
	q := &Question{Of: &Rows{}}
	u.read(&q.Name, &q.Shown)
	if i := u.below(len(u.e.Rows)); !u.broken {
		q.Of = u.e.Rows[i]
	}
	attr := func() *Attr {
		if i := u.below(len(q.Of.Attrs)); !u.broken {
			return q.Of.Attrs[i]
		}
		return &Attr{}
	}
	q.Given = list(u, func(k *Known) {
		k.Attr = attr()
		u.cell(&k.Value)
	})
	if u.flag() {
		q.Range = &Range{Attr: attr()}
		u.read(&q.Range.From, &q.Range.To)
	}
	for range u.count() {
		(*words)(&q.Want).add(attr().Name)
	}
	q.Order = list(u, func(o *Ordered) { o.Attr, o.Desc = attr(), u.flag() })
	u.read(&q.Limit)
	return q
}

func (u *unpacker) predicate() *Predicate {
	p := &Predicate{}
	u.read(&p.Rule, &p.Wants, &p.Ask, &p.Usual)
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
	u.read(&p.Attrs, &p.Rest, &p.Limit, &p.Limited, &p.Exact, &p.Flag, &p.Day, &p.Share)
	return p
}

func (u *unpacker) population(p **Population) {
	*p = &Population{Counts: make([]Count, u.count()), Quantities: make([]Quantity, u.count())}
	for i := range (*p).Counts {
		c := &(*p).Counts[i]
		u.read(&c.Word, &c.Attrs, &c.At0, &c.PerDay, &c.Step, &c.Share)
	}
	for i := range (*p).Quantities {
		q := &(*p).Quantities[i]
		u.read(&q.Name, &q.Value)
	}
}

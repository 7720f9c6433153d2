package exercisebook

import (
	"slices"
	"strconv"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/exercise"
)

// A packer writes an exercise for exercise.Unpack: each value is its length, a colon
// and its text.
type packer struct{ out []byte }

// Pack writes what is needed to judge answers, as short as it is: a page carries it.
// exercise.Unpack reads it.
func Pack(e *exercise.Exercise) string {
	p := &packer{}
	p.exercise(e)
	return string(p.out)
}

func (p *packer) texts(list ...string) {
	for _, s := range list {
		p.out = append(append(strconv.AppendInt(p.out, int64(len(s)), 10), ':'), s...)
	}
}

func (p *packer) list(list []string) {
	p.ints(len(list))
	p.texts(list...)
}

func (p *packer) ints(list ...int) {
	for _, n := range list {
		p.texts(strconv.Itoa(n))
	}
}

func (p *packer) flags(list ...bool) {
	for _, b := range list {
		if b {
			p.ints(1)
		} else {
			p.ints(0)
		}
	}
}

func (p *packer) floats(list ...float64) {
	for _, f := range list {
		p.texts(strconv.FormatFloat(f, 'g', -1, 64))
	}
}

func each[T any](p *packer, list []T, item func(T)) {
	p.ints(len(list))
	for _, x := range list {
		item(x)
	}
}

func (p *packer) exercise(e *exercise.Exercise) {
	p.texts(e.ID)
	p.ints(int(e.Kind))
	p.list(e.Settings)
	p.texts(e.Setup)
	var populations []*exercise.Population
	for _, s := range e.Rows {
		if s.Population != nil && !slices.Contains(populations, s.Population) {
			populations = append(populations, s.Population)
		}
	}
	each(p, populations, p.population)
	each(p, e.Rows, func(s *exercise.Rows) {
		p.texts(s.Name, s.Noun)
		p.ints(slices.Index(populations, s.Population) + 1)
		each(p, s.Attrs, func(a *exercise.Attr) {
			p.texts(a.Name)
			p.list(a.Also)
			if a.Type == nil {
				p.texts("")
			} else {
				p.texts(a.Type.String())
			}
		})
		p.list(s.Apart)
		row := func(row []exercise.Cell) {
			for _, c := range row {
				p.cell(c)
			}
		}
		each(p, s.Rows, row)
		each(p, s.Twins, func(t exercise.Twin) {
			p.ints(slices.Index(s.Attrs, t.Attr))
			row(t.Other)
		})
	})
	each(p, e.Questions, func(q *exercise.Question) { p.question(q, e) })
	each(p, e.Must, func(m *exercise.Predicate) { p.predicate(m, e) })
	each(p, e.After, func(m *exercise.Predicate) { p.predicate(m, e) })
	m := &e.Model
	p.flags(m.Limited)
	p.outline(m.Outline)
	p.list(m.Columns)
	p.list(m.Returned)
	each(p, m.Left, func(l exercise.Left) {
		p.texts(l.Table)
		p.list(l.Rows)
		p.list(l.Ends)
		p.list(l.Later)
	})
	each(p, m.Costs, func(c exercise.Cost) {
		p.texts(c.What)
		p.floats(c.Value)
		p.flags(c.Bytes)
	})
	p.list(e.Needed)
	each(p, e.Others, func(o exercise.Other) {
		p.texts(o.Insert, o.Shown)
		p.list(o.More)
		p.list(o.Less)
	})
	each(p, e.Cases, func(c exercise.Case) {
		p.flags(c.Right)
		p.texts(c.Says)
		p.outline(c.Outline)
		each(p, c.Numbers, p.amount)
	})
	p.amount(e.Amount)
	p.list(e.Categories)
	each(p, e.Items, func(i exercise.Item) {
		p.ints(i.Want)
		p.texts(i.Says)
		p.list(i.SaysIf)
	})
}

func (p *packer) outline(o exercise.Outline) {
	p.ints(len(o))
	for _, n := range o {
		p.texts(strconv.FormatUint(n, 36))
	}
}

func (p *packer) amount(a exercise.Amount) {
	p.floats(a.Plain, a.Full)
	p.texts(a.Unit)
	p.flags(a.Known)
	p.floats(a.Tolerance)
}

// cell writes a value in hexadecimal, with 0 before it; none is empty.
func (p *packer) cell(c exercise.Cell) {
	hex := ""
	if c.Value != nil {
		hex = "0"
	}
	hex += cqltype.Hex(c.Value)
	p.texts(c.Shown, c.Literal, hex)
}

func (p *packer) question(q *exercise.Question, e *exercise.Exercise) {
	p.texts(q.Name, q.Shown)
	p.ints(slices.Index(e.Rows, q.Of))
	attr := func(a *exercise.Attr) { p.ints(slices.Index(q.Of.Attrs, a)) }
	each(p, q.Given, func(k exercise.Known) {
		attr(k.Attr)
		p.cell(k.Value)
	})
	if p.flags(q.Range != nil); q.Range != nil {
		attr(q.Range.Attr)
		p.cell(q.Range.From)
		p.cell(q.Range.To)
	}
	each(p, q.Want, func(w string) { attr(q.Of.Attr(w)) })
	each(p, q.Order, func(o exercise.Ordered) {
		attr(o.Attr)
		p.flags(o.Desc)
	})
	p.ints(q.Limit)
}

func (p *packer) predicate(m *exercise.Predicate, e *exercise.Exercise) {
	p.texts(m.Rule, m.Wants, m.Ask, m.Usual)
	if p.flags(m.Question != nil); m.Question != nil {
		p.ints(slices.Index(e.Questions, m.Question))
	}
	each(p, m.Rows, func(s *exercise.Rows) { p.ints(slices.Index(e.Rows, s)) })
	p.list(m.Attrs)
	p.texts(m.Rest)
	p.floats(m.Limit)
	p.flags(m.Limited, m.Exact, m.Flag)
	p.floats(m.Day, m.Share)
}

func (p *packer) population(o *exercise.Population) {
	p.ints(len(o.Counts), len(o.Quantities))
	for _, c := range o.Counts {
		p.texts(c.Word)
		p.list(c.Attrs)
		p.floats(c.At0, c.PerDay, c.Step, c.Share)
	}
	for _, q := range o.Quantities {
		p.texts(q.Name)
		p.floats(q.Value)
	}
}

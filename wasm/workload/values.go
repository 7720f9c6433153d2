package workload

import (
	"slices"

	"partitionlab/wasm/number"
)

// Values are the numbers of a workload.
type Values struct {
	w     *Workload
	vals  []Interval
	dists map[int]*Distribution
	at    float64 // share at which distributions over partitions are taken; below 0: all of them
}

// Distribution returns the distribution of a quantity, or nil where it is a number
// or a range.
func (v *Values) Distribution(name string) *Distribution {
	if len(v.dists) == 0 {
		return nil
	}
	if i, ok := v.w.index[name]; ok {
		return v.dists[i]
	}
	return nil
}

// Varies reports whether partitions differ by a distribution.
func (w *Workload) Varies() bool {
	for _, q := range w.quantities {
		if q.varies && !perRow(q.Name) {
			return true
		}
	}
	return false
}

// Usual reports whether a range says what is usual of a partition, between the least and the most:
// one of its rows, its values, or of what these are worked out from.
func (w *Workload) Usual() bool {
	seen := map[string]bool{}
	var usual func(q *Quantity) bool
	usual = func(q *Quantity) bool {
		if q == nil || seen[q.Name] {
			return false
		}
		seen[q.Name] = true
		return len(q.parts) == 3 && !q.varies || slices.ContainsFunc(q.Names(), func(name string) bool { return usual(w.Quantity(name)) })
	}
	return slices.ContainsFunc(w.quantities, func(q *Quantity) bool { return (q.Name == Rows || perRow(q.Name)) && usual(q) })
}

// Eval works all quantities out.
func (w *Workload) Eval() (*Values, []Problem) { return w.EvalWith("", number.Num{}) }

// EvalWith works all quantities out with one of them at another value.
func (w *Workload) EvalWith(name string, v number.Num) (*Values, []Problem) {
	return w.eval(name, v, -1)
}

// EvalAt works all quantities out for a partition that is larger than the share p
// of all partitions: every distribution over partitions is taken at p.
func (w *Workload) EvalAt(p float64) (*Values, []Problem) { return w.eval("", number.Num{}, p) }

func (w *Workload) eval(name string, v number.Num, at float64) (*Values, []Problem) {
	if !w.bound { // or nothing was said in it yet
		if problems := w.bind(); len(problems) > 0 {
			return nil, problems
		}
		if !w.bound {
			return nil, []Problem{w.Problem("a line of the workload is wrong", "", "correct what was reported before")}
		}
	}
	fixed := -1
	if i, ok := w.index[name]; ok {
		fixed = i
	}
	vals := &Values{w: w, vals: make([]Interval, len(w.quantities)), at: at}
	var problems []Problem
	for _, i := range w.order {
		if i == fixed {
			vals.vals[i] = Point(v)
			continue
		}
		if p := w.quantities[i].eval(vals); p != nil {
			problems = append(problems, *p)
		}
	}
	return vals, problems
}

func (v *Values) node(n *node) (Interval, *Error) {
	if n.ref == ofTime {
		return n.period(), nil
	}
	return v.vals[n.ref], nil
}

func (q *Quantity) eval(v *Values) *Problem {
	if q.varies {
		return q.evalDistribution(v)
	}
	var x [3]Interval
	for i, p := range q.parts {
		var err *Error
		if x[i], err = p.expr.root.eval(v.node); err != nil {
			e := err.problem(q.Place.Source, p.at, q.Name)
			return &e
		}
	}
	r := x[0]
	switch len(q.parts) {
	case 2:
		r = Interval{x[0].Lo, number.Num{}, x[1].Hi}
		mid, err := combine('+', Point(x[0].Typ), Point(x[1].Typ))
		if err == nil {
			mid, err = combine('/', mid, Point(number.Int(2)))
		}
		if err != nil {
			mid = x[1]
		}
		r.Typ = mid.Typ
	case 3:
		r = Interval{x[0].Lo, x[1].Typ, x[2].Hi}
	}
	if r.Lo.Cmp(r.Typ) > 0 || r.Typ.Cmp(r.Hi) > 0 {
		e := problem(q.Place.Source, q.Place.Span, q.Name, "the range does not rise", "A range is written from its smallest to its largest value.", "write `least..most` or `least..typical..most`")
		return &e
	}
	v.vals[v.w.index[q.Name]] = r
	return nil
}

func (q *Quantity) evalDistribution(v *Values) *Problem {
	d, p := q.built, (*Problem)(nil)
	if d == nil {
		if d, p = q.arguments(v); p != nil {
			return p
		}
		if len(q.Names()) == 0 {
			q.built = d
		}
	}
	i := v.w.index[q.Name]
	if v.dists == nil {
		v.dists = map[int]*Distribution{}
	}
	v.dists[i] = d
	switch {
	case perRow(q.Name): // each partition holds all of it
		v.vals[i] = Point(num(d.Mean()))
	case v.at >= 0:
		v.vals[i] = Point(num(d.Quantile(v.at)))
	default:
		v.vals[i] = Interval{num(d.Quantile(0)), num(d.Quantile(0.5)), num(d.Quantile(1))}
	}
	return nil
}

// arguments works the numbers of a distribution out and makes it.
func (q *Quantity) arguments(v *Values) (*Distribution, *Problem) {
	args := make([]float64, len(q.parts))
	for i, p := range q.parts {
		x, err := p.expr.root.eval(v.node)
		if err != nil {
			e := err.problem(q.Place.Source, p.at, q.Name)
			return nil, &e
		}
		args[i] = x.Typ.Float()
	}
	d, wrong := q.build(args)
	if wrong != "" {
		e := q.Problem(wrong, "", "correct the numbers")
		return nil, &e
	}
	return d, nil
}

// Get returns a quantity's value.
func (v *Values) Get(name string) (Interval, bool) {
	if i, ok := v.w.index[name]; ok {
		return v.vals[i], true
	}
	return Interval{}, false
}

// Eval works out an expression over the values, such as one of a chapter's prose.
func (v *Values) Eval(e *Expr) (Interval, *Error) { return e.Eval(v.Get) }

// RowsAt is the number of rows after so many days, as `grow` says.
func (v *Values) RowsAt(day number.Num) (Interval, *Problem) {
	g := v.w.grow
	r, err := g.part.expr.root.eval(func(n *node) (Interval, *Error) {
		if n.ref == -1 {
			return Point(day), nil
		}
		return v.node(n)
	})
	if err != nil {
		p := err.problem(g.Place.Source, g.part.at, "grow")
		return r, &p
	}
	return r, nil
}

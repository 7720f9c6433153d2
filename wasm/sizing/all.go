package sizing

import (
	"cmp"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A Sized table is a result with what it was worked out from.
type Sized struct {
	*Result
	Sizer *Sizer
	Work  *workload.Workload
}

// A Setting gives a quantity another value than the workload does.
type Setting struct{ Name, Text string }

// All sizes each table that the workloads of the sources speak of, in their order.
// What is wrong with one keeps no other from being sized. Unused are the settings
// whose quantity no workload has.
func All(c *schema.Catalogue, sources []*diag.Source, set []Setting, f sstable.Format) (list []Sized, problems []workload.Problem, unused []Setting) {
	used := make([]bool, len(set))
	for _, src := range sources {
		works, wrong := workload.ParseAll(src)
		if len(wrong) > 0 {
			for _, w := range works { // say at once what else is wrong
				for i, s := range set {
					used[i] = used[i] || w.Has(s.Name) || w.Failed(s.Name)
				}
				if t, p := TableOf(c, w); p == nil {
					_, more := New(t, w, f)
					wrong = append(wrong, more...)
				}
			}
			problems = append(problems, wrong...)
			continue
		}
		if len(works) == 0 {
			problems = append(problems, workload.New().Problem(cmp.Or(src.Name, "the workload")+" says nothing", "", "write a line `rows = …`"))
		}
		about := map[*schema.Table]bool{}
		for _, w := range works {
			ok := true
			for i, s := range set {
				if !w.Has(s.Name) {
					continue
				}
				used[i] = true
				wrong := w.Set(s.Name, s.Text)
				problems = append(problems, wrong...)
				ok = ok && len(wrong) == 0
			}
			t, p := TableOf(c, w)
			switch {
			case !ok:
			case p != nil:
				p.Source = src
				problems = append(problems, *p)
			case about[t]:
				problems = append(problems, Again(w))
			default:
				about[t] = true
				sized, wrong := tables(c, t, w, src, f)
				list, problems = append(list, sized...), append(problems, wrong...)
			}
		}
	}
	for i, s := range set {
		if !used[i] {
			unused = append(unused, s)
		}
	}
	return list, problems, unused
}

// Again says that a text has an earlier workload of the same table: which of them holds, nobody knows.
func Again(w *workload.Workload) workload.Problem {
	return w.Problem("the table "+w.Table+" has a workload already", "", "write one of them, with a range such as rows = 10..1000 where partitions differ")
}

// KeptDays are the days for which rows are kept where nobody says so.
const KeptDays = "365"

// WriteOver lets rows come one after the other over the days for which they are kept, unless
// a line says how they are written. The days are those given, else the TTL, else KeptDays. Write times take bytes: so the same rows take the same, wherever their number
// stands. A table without clustering columns has one row.
func WriteOver(t *schema.Table, w *workload.Workload, days string) []workload.Problem {
	if len(t.Clustering) == 0 || w.Says("written") {
		return nil
	}
	if days == "" {
		days = KeptDays
		given := false
		if v, wrong := w.Eval(); len(wrong) == 0 {
			var ttl workload.Interval
			if ttl, given = v.Get(workload.TTL); given && ttl.Lo.Sign() > 0 {
				return w.Set("written", "over "+workload.TTL)
			}
		}
		if ttl := t.Params.DefaultTTL; ttl > 0 && !given {
			days = number.Plain(float64(ttl) / 86400)
		}
	}
	over := "max(" + days + ", 0.001) * 1d" // what is no time is said to be so at its field
	if n, err := strconv.ParseFloat(days, 64); err == nil && n > 0 {
		over = days + "d"
	}
	return w.Set("written", "over "+over)
}

// tables sizes the table that a workload is about, and further ones that it
// counts for the cluster.
func tables(c *schema.Catalogue, t *schema.Table, all *workload.Workload, src *diag.Source, f sstable.Format) (list []Sized, problems []workload.Problem) {
	of, further := newSizer(t, all, f), furtherColumns(c, all)
	w, problems := all.For(t.Name, func(name string) bool { return !of.speaksOf(name) && further.speaksOf(name) })
	if len(problems) > 0 {
		return nil, problems
	}
	one, problems := live(t, w, f)
	if len(problems) > 0 {
		return nil, problems
	}
	list = append(list, one)
	for _, own := range all.Own() {
		if own.Line != "partitions" || own.Table == t.Name {
			continue
		}
		other, p := TableOf(c, named(own.Table))
		if p != nil {
			p.Source = src
			problems = append(problems, *p)
			continue
		}
		w, wrong := workFor(other, all)
		var one Sized
		if len(wrong) == 0 {
			one, wrong = live(other, w, f)
		}
		if len(wrong) > 0 {
			problems = append(problems, wrong...)
			continue
		}
		list = append(list, one)
	}
	return list, problems
}

// live sizes a table whose rows are written as the workload says, or as WriteOver does.
func live(t *schema.Table, w *workload.Workload, f sstable.Format) (one Sized, problems []workload.Problem) {
	said := w.Says("written")
	if problems = WriteOver(t, w, ""); len(problems) > 0 {
		return one, problems
	}
	s, problems := New(t, w, f)
	if len(problems) > 0 {
		return one, problems
	}
	r, problems := s.Result(Options{})
	if len(problems) == 0 && !said && r.Live {
		r.Notes = append(r.Notes, Note{"written", "No line says how rows are written, so they come one after the other over " + w.Quantity(workload.WrittenOver).Text + ". Write written = at once, or another time such as written = over 90d."})
	}
	return Sized{r, s, w}, problems
}

// named is a workload of the table with a name as the catalogue has it.
func named(table string) *workload.Workload {
	w := workload.New()
	w.Table = `"` + table + `"`
	return w
}

// furtherColumns are the columns of further tables that the workload speaks of.
func furtherColumns(c *schema.Catalogue, w *workload.Workload) *Sizer {
	all, seen := &schema.Table{}, map[string]bool{}
	for _, own := range w.Own() {
		if seen[own.Table] {
			continue
		}
		seen[own.Table] = true
		if t, p := TableOf(c, named(own.Table)); p == nil {
			for _, l := range [...][]*schema.Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
				all.Regulars = append(all.Regulars, l...)
			}
		}
	}
	return newSizer(all, w, sstable.NB)
}

// some writes the first of so many names.
func some(names []string, all int) string {
	const most = 40
	if all <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + number.Of(all-most, "other")
}

// TableOf finds the table that a workload names: keyspace.table, a name that is
// unique, or no name where the schema has only one table.
func TableOf(c *schema.Catalogue, w *workload.Workload) (*schema.Table, *workload.Problem) {
	var found []*schema.Table
	keyspace, table := w.TableName()
	each := func(do func(*schema.Keyspace)) { // in the order of their names
		for _, ks := range diag.Keys(c.Keyspaces) {
			if !strings.HasPrefix(ks, "system") {
				do(c.Keyspaces[ks])
			}
		}
	}
	each(func(ks *schema.Keyspace) {
		switch t := ks.Tables[table]; {
		case w.Table == "" && len(found)+len(ks.Tables) == 1:
			found = append(found, ks.InOrder()...)
		case w.Table != "" && t != nil && (keyspace == "" || keyspace == ks.Name):
			found = append(found, t)
		}
	})
	if len(found) == 1 && w.Table != "" {
		return found[0], nil
	}
	tables := 0
	each(func(ks *schema.Keyspace) { tables += len(ks.Tables) })
	var names []string // only where one has to choose, and not all of very many: each workload may be about another table
	each(func(ks *schema.Keyspace) {
		if len(names) > workload.MaxSuggested {
			return
		}
		for _, name := range diag.Keys(ks.Tables) {
			names = append(names, ks.Name+"."+name)
		}
	})
	if len(found) == 1 && tables == 1 {
		return found[0], nil
	}
	message, instead := "the schema has no table "+w.Table, "write one of "+some(names, tables)
	switch {
	case len(names) == 0:
		message, instead = "the schema has no table", "give a .cql file with a CREATE TABLE"
	case w.Table == "":
		message, instead = "the workload does not name its table", "add a line `table = "+names[0]+"`; the schema has "+some(names, tables)
	case len(found) > 1:
		message, instead = "several keyspaces have a table "+w.Table, "write "+found[0].Keyspace+"."+w.Table
	}
	p := w.Problem(message, "", instead)
	return nil, &p
}

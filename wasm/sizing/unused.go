package sizing

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/workload"
)

// Idle is the name of a quantity that nothing works with: what such a problem is about.
type Idle string

// names are the quantities that sizing works with, besides those that are written
// behind the name of a column or a data center.
var names = [...]string{
	workload.Rows, workload.TTL, workload.WrittenRows, workload.WrittenEvery, workload.WrittenOver,
	workload.Deleted, workload.DeletedAfter, workload.Updated, workload.UpdatedAfter,
	"partitions", "writes", "reads", "compression", "fill", "versions", "snapshots", "window", "target", "disk", "nodeops", "stream", "racks", "rf",
	"gc_grace", "compaction_window", "yearly",
}

// looksAt reports whether sizing works with a quantity of that name.
func looksAt(name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	what, _, dotted := strings.Cut(name, ".")
	switch what {
	case "len", "count", "null", "distinct", "rf", "racks":
		return dotted
	}
	return workload.IsOwn(name)
}

// Unused returns a problem for each quantity of a file's workloads that nothing works
// with: no other one, and no size. Often it is a misspelled one.
func Unused(works []*workload.Workload) (problems []workload.Problem) {
	used := map[string]bool{}
	for _, w := range works {
		for _, q := range w.Quantities() {
			for _, n := range q.Names() {
				used[n] = true
			}
		}
		if g := w.Growth(); g != nil {
			for _, n := range g.Names() {
				used[n] = true
			}
		}
		for _, own := range w.Own() {
			for _, n := range strings.FieldsFunc(own.Text, func(c rune) bool {
				return c != '_' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
			}) {
				used[n] = true
			}
		}
	}
	candidates := append([]string{"written", "grow", "statement", "table", "expect"}, names[:]...)
	if len(used) <= workload.MaxSuggested {
		candidates = append(candidates, diag.Keys(used)...)
	}
	seen := map[int]bool{} // places of lines that several workloads share
	for _, w := range works {
		for _, q := range w.Quantities() {
			if used[q.Name] || looksAt(q.Name) || seen[q.Place.Start] {
				continue
			}
			seen[q.Place.Start] = true
			better := workload.Nearest(q.Name, candidates)
			instead := "take the line out, or use the name in another one"
			if better != "" {
				instead = "write " + better + ", or take the line out"
			}
			p := q.NameProblem("nothing works with `"+q.Name+"`", "A quantity that no other line uses, and that no size depends on, changes no number.", instead, better)
			p.About = Idle(q.Name)
			problems = append(problems, p)
		}
	}
	return problems
}

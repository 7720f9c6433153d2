package build

import "slices"

// A task is what somebody wants to know, with the calculators that answer it. Kinds
// of calculators are for programmers; readers look for their task.
type task struct {
	ID, Title string
	In, Out   string   // what goes in and what comes out
	Kinds     []string // of calculators
	Widgets   []*widget
}

// allTasks has every kind of calculator in one of its tasks, in the order of need.
var allTasks = []task{
	{ID: "size", Kinds: []string{"size"}, Title: "Size a partition",
		In:  "a table, how many rows a partition has, how long its values are",
		Out: "bytes and values, the day on which a limit is passed, a bucket that keeps it small"},
	{ID: "check", Kinds: []string{"check"}, Title: "Check CQL",
		In:  "statements: one, or a whole schema",
		Out: "for each: accepted, accepted with a warning, or refused; the server's words, the reason, a repair"},
	{ID: "query", Kinds: []string{"query"}, Title: "Ask a table",
		In:  "a schema and queries",
		Out: "whether they run, which partitions and nodes they read, and the table that would serve them"},
	{ID: "run", Kinds: []string{"run"}, Title: "Run statements",
		In:  "a schema, rows, statements, and what happens between them: a flush, a compaction, days that pass",
		Out: "the rows that are left, and what each read touched"},
	{ID: "model", Kinds: []string{"model", "diagram"}, Title: "Model a domain",
		In:  "what there is, and the questions of your screens; or a schema",
		Out: "diagrams, tables with a reason for each column, what they cost, and CQL"},
	{ID: "cost", Kinds: []string{"duplication", "index", "batch", "expiry", "ring", "consistency"}, Title: "Weigh a choice",
		In:  "a few numbers: copies, nodes, replicas, rows that leave",
		Out: "what it costs: partitions read, rows written, nodes asked, tombstones counted"},
	{ID: "layout", Kinds: []string{"layout"}, Title: "See the bytes",
		In:  "a few writes",
		Out: "rows and cells as Cassandra holds them, and each byte of the file by its name"},
	{ID: "measured", Kinds: []string{"measured"}, Title: "Compare with a cluster",
		In:  "what nodetool tablehistograms or tablestats prints",
		Out: "what was measured beside what is computed, and what explains the difference"},
}

// tasks groups the widgets of chapters. Those of pages that stand alone, which are
// made for one task, come first.
func tasks(chapters []*chapter, book *book) (out []task) {
	for _, t := range allTasks {
		var first, rest []*widget
		for _, c := range chapters {
			for _, w := range c.widgets {
				switch {
				case !slices.Contains(t.Kinds, w.Kind()):
				case slices.Contains(book.alone, c.name):
					first = append(first, w)
				default:
					rest = append(rest, w)
				}
			}
		}
		if t.Widgets = append(first, rest...); len(t.Widgets) > 0 {
			out = append(out, t)
		}
	}
	return out
}

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
		Out: "bytes and values, the day on which a limit is passed, a bucket that keeps the partition small"},
	{ID: "check", Kinds: []string{"check"}, Title: "Check CQL",
		In:  "statements: one, or a whole schema",
		Out: "for each: accepted, accepted with a warning, or refused; the server's words, the reason, a repair"},
	{ID: "bench", Kinds: []string{"bench"}, Title: "Bring your own schema",
		In:  "your files: tables, migrations, queries",
		Out: "verdicts, advice, which table serves which query, sizes, rows, a diagram and a report"},
	{ID: "query", Kinds: []string{"query"}, Title: "See which queries a table answers",
		In:  "a schema and queries",
		Out: "whether they run, which partitions and nodes they read, and a table that answers the others"},
	{ID: "run", Kinds: []string{"run"}, Title: "Run statements",
		In:  "a schema, rows, statements, and what happens between them: a flush, a compaction, days that pass",
		Out: "the rows that are left, and what each read had to read"},
	{ID: "model", Kinds: []string{"model", "diagram"}, Title: "Model a domain",
		In:  "the things of your domain and the questions of your screens; or a schema",
		Out: "diagrams, tables with a reason for each column, what they cost, and CQL"},
	{ID: "cost", Kinds: []string{"duplication", "index", "batch", "expiry", "ring", "consistency"}, Title: "Compare the cost of choices",
		In:  "a few numbers: copies, nodes, replicas, deleted rows",
		Out: "what it costs: partitions read, rows written, nodes asked, tombstones counted"},
	{ID: "layout", Kinds: []string{"layout"}, Title: "See the bytes",
		In:  "a few writes",
		Out: "the rows and cells that Cassandra stores, and what each byte of the file is for"},
	{ID: "measured", Kinds: []string{"measured"}, Title: "Compare with a cluster",
		In:  "what nodetool tablehistograms or tablestats prints",
		Out: "the measured and the computed size, and the reasons for the difference"},
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

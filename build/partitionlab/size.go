package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/build/shell"
	"partitionlab/wasm/answer"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// workloadLanguage is the text form of workloads, as the help shows it.
const workloadLanguage = `
A workload is lines of the form name = value, with comments behind #:
  table = hotel.rooms               the table; each further line begins that of another one
  rows = rooms * days               rows of a partition: numbers, names, + - * / % ^,
                                    min max ceil floor round; 10 MB, 2k, 90d, 30%
  rooms = 100                       any other name is a quantity for other lines,
  days = 300..365..730              a range (least..typical..most) or a distribution:
                                    normal(100, 30), zipf(400, 0.5, 5000), sample(80, 95)
  len.name = 12, count.tags = 5     bytes of a value, elements of a collection
  null.note = 30%, distinct.day = 7 fraction without a value, distinct clustering values
  written = over 365d               one after the other: so it is where no line says how,
                                    over the TTL if there is one; or: at once,
                                    rooms every 1d
  ttl = 90d, deleted = 20%, updated = 10%, grow = rooms*min(t, days) in t
  partitions, reads, writes, compression, fill, versions, snapshots, disk, rf.dc1
                                    sum up a cluster; NAME.TABLE is for one of several tables
  expect = disk.bytes <= 100 MB; rows 73000
                                    what must come out: rows, values, cells, docs.bytes,
                                    thumb.bytes, once.bytes, disk.bytes; .min and .max of ranges
Lines of a fence (id, title, schema, …) and what stands behind | count for pages only.`

// sizeCommand tells how big partitions get: .cql files are the schema, .size files
// the workloads, - a workload on standard input.
func sizeCommand() *command {
	c := newCommand("size", "FILE.cql… FILE.size…", "tell how big partitions get")
	c.about = `
Works out how many bytes a partition takes, as the documentation counts, by the rule of
thumb, and as Data.db has it after one flush; what the tables of a workload take in a
cluster; and which limits are crossed. Statements that the server refuses are reported,
and the other tables are sized all the same. Without FILE.size the workload comes from
standard input.
` + workloadLanguage
	c.examples = []example{
		{"partitionlab size schema.cql load.size", "sizes the tables that the workload speaks of"},
		{"partitionlab size -max disk=100MB -max values=100000 schema.cql load.size", "exit code 1 where a partition gets bigger than that"},
		{"partitionlab size -var rooms=400 schema.cql load.size", "with another value of a quantity"},
		{"partitionlab size -report sarif .", "the projects of partitionlab.toml with their limits, for code scanning"},
		{"partitionlab size -sample 1000 schema.cql load.size", "prints CQL that loads a thousand rows of each partition"},
	}
	asJSON := c.flags.Bool("json", false, "print an array with the sizes as JSON")
	format := c.flags.String("format", "", "`format` of Data.db: nb, oa or da; as the preset writes it if empty")
	server := c.choice("preset", "kind of server", presets()...)
	sample := c.flags.Int64("sample", 0, "print the CQL that loads one partition of each workload, at most so many `rows` of it")
	measured := c.flags.String("measured", "", "compare with a `file` that holds the output of nodetool tablestats or tablehistograms, sstablepartitions, sstablemetadata, or cqlsh on system_views")
	z := c.sizes()
	c.pairs("max", "`name=value`: fail where a partition has more: "+strings.Join(project.Limits, ", ")+", such as disk=100MB", func(name, value string) error {
		n, err := project.Limit(name, value)
		z.max = append(z.max, limit{name, n})
		return err
	})
	report := c.reports("report")
	c.run = func(files []string, std stdio) int {
		f := sstable.NB
		if *format != "" {
			var ok bool
			if f, ok = sstable.ParseFormat(*format); !ok {
				return c.wrong(std, "-format %s: the formats are nb, oa and da", *format)
			}
		}
		if c.given("sample") && *sample < 1 {
			return c.wrong(std, "-sample %d: at least one row is printed", *sample)
		}
		if *asJSON && c.given("report") {
			return c.wrong(std, "-json and -report exclude each other")
		}
		z.report = report.start(nil, z.cluster.Budget, std)
		kind := func(scope project.Scope) (*sizing.Preset, sstable.Format) {
			id := *server
			if !c.given("preset") && scope.Preset != "" {
				id = scope.Preset
			}
			preset := sizing.PresetByID(id)
			if *format != "" {
				return preset, f
			}
			return preset, preset.Format
		}
		groups, code := z.read(files, kind, std)
		if code != clean {
			return code
		}
		if z.report.Site == "" {
			z.report.Site = z.site
		}
		var all []sizing.Sized
		for _, g := range groups {
			all = append(all, g.sized...)
		}
		machine := c.given("report") && *report.format != "text"
		switch {
		case machine:
			for _, s := range all {
				z.report.Tables = append(z.report.Tables, tableOf(s))
			}
			if err := report.write(z.report, std); err != nil {
				return c.failed(std, err)
			}
		case *measured != "":
			code = compare(c, *measured, all, std)
		case *sample > 0:
			code = printSamples(c, all, *sample, int(z.cluster.Budget*shell.Usual), std)
		case *asJSON:
			if err := printSizeJSON(all, std.out); err != nil {
				return c.failed(std, err)
			}
		default:
			for _, g := range groups {
				code = max(code, g.print(std, *report.all))
			}
		}
		if !machine {
			if err := z.report.Write(std.err, "text"); err != nil {
				return c.failed(std, err)
			}
			c.left(z.report.Left, "finding", z.report.Room, std)
		}
		switch {
		case z.report.Left > 0:
			code = notDone
		case z.report.Failed():
			code = max(code, found)
		}
		return code
	}
	return c
}

// print prints the sizes of a group.
func (g *sizedGroup) print(std stdio, everything bool) int {
	for i, r := range g.sized {
		if i > 0 {
			fmt.Fprintln(std.out)
		}
		printSize(r, std.out, everything)
		if g.preset.Service {
			if code := printKeyspaces(r, std); code != 0 {
				return code
			}
			continue
		}
		if code := printTombstones(r, std); code != 0 {
			return code
		}
		if r.Work.Quantity("window") != nil || over(r) {
			advice, problems := r.Sizer.Buckets(0)
			if len(problems) > 0 {
				return printProblems(problems, std.err)
			}
			printAdvice(advice, std.out)
		}
	}
	if g.preset.Note != "" && g.preset != &sizing.Presets[0] {
		fmt.Fprintf(std.out, "%s: %s\n", g.preset.Name, g.preset.Note)
	}
	if g.preset.Service {
		return clean
	}
	return printCluster(g.catalogue, g.sized, g.preset, std)
}

// presets are the kinds of server.
func presets() (ids []string) {
	for _, p := range sizing.Presets {
		ids = append(ids, p.ID)
	}
	return ids
}

// printKeyspaces prints the largest row as Amazon Keyspaces counts it.
func printKeyspaces(r sizing.Sized, std stdio) int {
	k, problem := r.Sizer.Keyspaces()
	if problem != nil {
		return printProblems([]workload.Problem{*problem}, std.err)
	}
	fmt.Fprintf(std.out, "  Amazon Keyspaces: a row of %s, stored as %s; the partition as %s\n", number.ExactBytes(k.Row), number.ExactBytes(k.Stored), number.ExactBytes(k.Partition))
	fmt.Fprintf(std.out, "  write units a row: %d; read units: %d\n", k.WriteUnits, k.ReadUnits)
	for _, p := range k.Problems {
		fmt.Fprintf(std.out, "  ✕ %s\n", p)
	}
	return 0
}

// printTombstones prints what expiry and deletions leave to reads.
func printTombstones(r sizing.Sized, std stdio) int {
	t, problem := r.Sizer.Tombstones()
	if problem != nil {
		return printProblems([]workload.Problem{*problem}, std.err)
	}
	if t == nil {
		return 0
	}
	fmt.Fprintf(std.out, "  one read of the whole partition counts at most %s tombstones (gc_grace %s): %s of expired rows, %s of deleted ones\n",
		number.Count(t.Total), number.Seconds(t.GCGrace), number.Count(t.Expired), number.Count(t.Deleted))
	if e := t.Expiry; e != nil {
		fmt.Fprintf(std.out, "  a row stays on disk up to %s with time windows of %s; a stock server takes this TTL until %s\n",
			number.Seconds(e.OnDisk), number.Seconds(e.Window), sizing.LastWrite(e.TTL))
	}
	return 0
}

// compare prints what a measurement has to do with the estimates. The exit code is 1
// where they do not agree.
func compare(c *command, file string, results []sizing.Sized, std stdio) int {
	text, err := project.ReadFile(file)
	if err != nil {
		return c.failed(std, err)
	}
	list, err := sizing.ReadMeasured(text)
	if err == sizing.ErrLongMeasurement {
		return c.failed(std, fmt.Errorf("%s: %w", file, err))
	}
	if err != nil {
		return c.wrong(std, "%s: %v", file, err)
	}
	var blocks []*comparison
	said := map[string]*comparison{}
	met := false
	for _, r := range results {
		for _, m := range list {
			if m.Table != "" && m.Table != r.Table.Name || m.Keyspace != "" && m.Keyspace != r.Table.Keyspace {
				continue
			}
			met = true
			b := &comparison{table: r.Table.Keyspace + "." + r.Table.Name, tool: m.Tool, findings: sizing.Compare(r.Result, m), unread: m.Unread}
			if first := said[b.text()]; first != nil {
				first.more++
				continue
			}
			said[b.text()] = b
			blocks = append(blocks, b)
		}
	}
	if !met {
		fmt.Fprintf(std.err, "partitionlab size: %s speaks of none of the workloads' tables\n", file)
		return 1
	}
	code := clean
	compared := map[string]bool{}
	for _, b := range blocks {
		code = max(code, b.print(file, std))
		compared[b.table] = compared[b.table] || b.compared()
	}
	for _, b := range blocks {
		if !compared[b.table] {
			return notDone
		}
	}
	return code
}

// A comparison is what one part of a measurement says of a table.
type comparison struct {
	table, tool string
	findings    []sizing.Finding
	unread      []sizing.Unread
	more        int // further ones that say the same
}

// text is all of a comparison but its lines.
func (b *comparison) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%q %q %v", b.table, b.tool, b.findings)
	for _, u := range b.unread {
		fmt.Fprintf(&out, " %q %q", u.Name, u.Value)
	}
	return out.String()
}

// compared reports whether there is more to say than how well the table compresses.
func (b *comparison) compared() bool {
	return slices.ContainsFunc(b.findings, func(f sizing.Finding) bool { return f.ID != "compression" && f.ID != "not-compressed" })
}

// print prints what was found out, and what could not be.
func (b *comparison) print(file string, std stdio) (code int) {
	const shown = 5 // of what could not be read
	more := ""
	if b.more > 0 {
		more = " (and " + number.Count(int64(b.more)) + " more like this)"
	}
	if len(b.findings) > 0 {
		fmt.Fprintf(std.out, "%s, %s%s\n", b.table, b.tool, more)
	}
	for _, f := range b.findings {
		mark := "✓"
		if !f.Agree {
			mark, code = "✕", found
		}
		fmt.Fprintf(std.out, "  %s %s\n", mark, f.Text)
	}
	for i, u := range b.unread {
		if i == shown {
			fmt.Fprintf(std.err, "%s: %d more values of %s cannot be read\n", file, len(b.unread)-shown, b.table)
			break
		}
		fmt.Fprintf(std.err, "%s:%d: %s of %s cannot be read: %s\n", file, u.Line, u.Name, b.table, diag.Printable(u.Value))
	}
	if !b.compared() {
		why := "it tells the size of no partition"
		if len(b.unread) > 0 {
			why = "no value could be read that an estimate can be compared with"
		}
		fmt.Fprintf(std.err, "partitionlab size: %s, %s%s: nothing is compared: %s\n", b.table, b.tool, more, why)
	}
	return code
}

// printSamples prints statements that load what the workloads describe, up to so many bytes.
func printSamples(c *command, results []sizing.Sized, rows int64, most int, std stdio) int {
	out := bufio.NewWriter(std.document())
	defer out.Flush()
	printed := 0
	for _, r := range results {
		const start = 1_700_000_000_000_000 // 2023-11-14
		s, problems := r.Sizer.Sample(rows, start)
		if len(problems) > 0 {
			return printProblems(problems, std.err)
		}
		fmt.Fprintf(out, "-- %s.%s: %s rows, %s in Data.db (%s, not compressed) after one flush\n", r.Table.Keyspace, r.Table.Name, number.Count(s.Rows), number.ExactBytes(s.Bytes), r.Format)
		for statement := range s.Statements {
			if printed += len(statement) + 1; printed > most {
				out.Flush()
				return c.failed(std, fmt.Errorf("over budget: this is more than %.1f MB of statements; the rest is not printed. Give -sample fewer rows, or -budget 10 for ten times as much", float64(most)/(1<<20)))
			}
			fmt.Fprintln(out, statement)
		}
	}
	return 0
}

// over reports whether a line in bytes is crossed.
func over(s sizing.Sized) bool {
	for _, l := range s.Lines {
		if l.Over && l.Metric == sizing.DiskBytes {
			return true
		}
	}
	return false
}

func printProblems(problems []workload.Problem, out io.Writer) int {
	for _, p := range problems {
		printProblem(out, p.Source, p.Diagnostic)
	}
	return 1
}

// printAdvice lists the ways to split the partition.
func printAdvice(a *sizing.Advice, out io.Writer) {
	if len(a.Splits) == 0 {
		return
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  split by\trows\ton disk\tpartitions that a query reads\n")
	for i, s := range a.Splits {
		reads := ""
		if t := s.Touched; t.Known {
			reads = number.Count(t.High)
			if t.Low != t.High {
				reads = fmt.Sprintf("%s or %s (%s of queries)", number.Count(t.Low), number.Count(t.High), number.Percent(t.Share))
			}
		}
		if i == a.Best {
			reads = strings.TrimSpace(reads + " ← fits best")
		}
		fmt.Fprintf(w, "    %s\t%s\t%s\t%s\n", s.Name, number.Count(s.Rows), number.ExactBytes(s.Disk), reads)
	}
	w.Flush()
	if a.Best >= 0 && a.Now > a.Target {
		fmt.Fprintf(out, "%s\n", a.Splits[a.Best].CQL)
	}
}

// printCluster sums up the tables that say how many partitions they have.
func printCluster(catalogue *schema.Catalogue, results []sizing.Sized, preset *sizing.Preset, std stdio) int {
	var sizers []*sizing.Sizer
	for _, r := range results {
		if r.Work.Quantity("partitions") != nil {
			sizers = append(sizers, r.Sizer)
		}
	}
	if len(sizers) == 0 {
		return 0
	}
	c, problems := sizing.Fleet(sizers, func(keyspace string) *schema.Replication {
		if ks := catalogue.Keyspaces[keyspace]; ks != nil {
			return &ks.Replication
		}
		return nil
	}, sizing.FleetOptions{Preset: preset})
	if len(problems) > 0 {
		return printProblems(problems, std.err)
	}
	out := std.out
	fmt.Fprintf(out, "\ncluster\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, t := range c.Tables {
		fmt.Fprintf(w, "  %s.%s\t%s partitions\t%s, compressed %s\tindex %s\tfilter %s\n", t.Keyspace, t.Name, number.Count(int64(t.Partitions)),
			number.Bytes(t.Raw), number.Bytes(t.Data), number.Bytes(t.Index), number.Bytes(t.Filter))
	}
	w.Flush()
	for _, x := range c.Centers {
		name := "all replicas"
		if x.Name != "" {
			name = "data center " + x.Name
		}
		down := "with one copy no node may be down"
		if x.NodesOneDown > 0 {
			down = strconv.FormatInt(x.NodesOneDown, 10) + " with one node down"
		}
		fmt.Fprintf(out, "  %s: %s (%s) on %s: by disk %d, by operations %d, replicas %d; %s\n",
			name, number.ExactBytes(int64(x.Bytes)), number.Bytes(x.Bytes), number.Of(x.Nodes, "node"), x.ByDisk, x.ByOps, x.RF, down)
		fmt.Fprintf(out, "  a node: %s, %s partitions, %s of memory for filters and chunk offsets, %s to stream\n",
			number.Bytes(x.PerNode), number.Round(x.PartitionsPerNode), number.Bytes(x.MemoryPerNode), number.Seconds(x.StreamHours*3600))
	}
	for _, v := range c.Variants {
		fmt.Fprintf(out, "  with %s: %s, %s\n", v.Name, number.Bytes(v.Bytes), number.Of(v.Nodes, "node"))
	}
	for _, a := range c.Assumed {
		fmt.Fprintf(out, "  assumed %s = %s: %s\n", a.Name, strconv.FormatFloat(a.Number, 'f', -1, 64), a.Why)
	}
	for _, n := range c.Notes {
		fmt.Fprintf(out, "  note: %s\n", n.Text)
	}
	return 0
}

// printProblem prints what is wrong, where, why, and what to write instead.
func printProblem(out io.Writer, src *diag.Source, d diag.Diagnostic) {
	if src == nil { // the workload has no line for it
		src = diag.NewSource("", "")
	}
	fmt.Fprintln(out, diag.Render(src, []diag.Diagnostic{d}))
}

func printSizeJSON(results []sizing.Sized, out io.Writer) error {
	list := []answer.Size{}
	for _, r := range results {
		list = append(list, answer.SizeOf(r.Result))
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

// tableOf is a sized table as reports for programs have it.
func tableOf(r sizing.Sized) finding.Table {
	t := finding.Table{Size: answer.SizeOf(r.Result), Limits: []finding.Limit{}, Assumed: []finding.Assumed{}}
	for _, l := range r.Lines {
		t.Limits = append(t.Limits, finding.Limit{Name: l.Name, At: l.At, Over: l.Over, Source: l.Source})
	}
	t.Assumed = append(t.Assumed, ranked(r)...)
	for _, n := range r.Notes {
		t.Notes = append(t.Notes, n.Text)
	}
	return t
}

// shownAssumptions is how many assumptions text shows before it folds the others.
const shownAssumptions = 3

func printSize(r sizing.Sized, out io.Writer, everything bool) {
	span := func(a sizing.Amount, format func(int64) string) string {
		if a.Exact() {
			return format(a.Max)
		}
		return format(a.Min) + " to " + format(a.Max) + ", typically " + format(a.Typ)
	}
	about := func(a sizing.Amount) string {
		if a.Exact() {
			return number.Bytes(a.Max)
		}
		return number.Bytes(a.Min) + " to " + number.Bytes(a.Max)
	}
	fmt.Fprintf(out, "%s.%s, one partition, format %s\n", r.Table.Keyspace, r.Table.Name, r.Format)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  rows\t%s\n", span(r.Rows, number.Count))
	fmt.Fprintf(w, "  values\t%s\n", span(r.Values, number.Count))
	fmt.Fprintf(w, "  documentation\t%s\t%s\n", span(r.Docs, number.ExactBytes), about(r.Docs))
	fmt.Fprintf(w, "  23 bytes a cell\t%s\t%s\n", span(r.Thumb, number.ExactBytes), about(r.Thumb))
	fmt.Fprintf(w, "  on disk (one flush)\t%s\t%s\n", span(r.Disk, number.ExactBytes), about(r.Disk))
	if r.Live {
		fmt.Fprintf(w, "  … with one timestamp\t%s\t%s\n", span(r.Once, number.ExactBytes), about(r.Once))
	}
	w.Flush()
	for _, p := range r.Sizes {
		fmt.Fprintf(out, "  %s %% of partitions are at most %s (%s rows)\n", strconv.FormatFloat(p.Percent, 'f', -1, 64), number.ExactBytes(p.Disk), number.Count(p.Rows))
	}
	if len(r.Sizes) > 0 {
		fmt.Fprintf(out, "  the mean partition takes %s\n", number.Bytes(r.Mean))
	}
	for _, l := range r.Lines {
		verdict := "below"
		if l.Over {
			verdict = "ABOVE"
			if l.Weight == sizing.Remark {
				verdict = "above"
			}
		}
		limit := number.Count(l.At) + " values"
		switch l.Metric {
		case sizing.DiskBytes:
			limit = number.Bytes(l.At)
		case sizing.CellCount:
			limit = number.Count(l.At) + " cells"
		}
		fmt.Fprintf(out, "  %s %s (%s)", verdict, limit, l.Source)
		for _, x := range l.Inputs {
			switch {
			case x.Always || x.Never:
			case x.AtLeast:
				fmt.Fprintf(out, "; from %s %s on", x.Input, number.Count(x.At))
			default:
				fmt.Fprintf(out, "; up to %s %s", x.Input, number.Count(x.At))
			}
		}
		if r.Growth != nil && r.Growth.Fewer == 0 {
			for _, d := range r.Growth.Days {
				if d.Name == l.Name && !d.Never && d.Day > 0 {
					fmt.Fprintf(out, "; crossed on day %s", number.Count(d.Day))
				}
			}
		}
		fmt.Fprintln(out)
	}
	if g := r.Growth; g != nil && g.Fewer > 0 {
		fmt.Fprintf(out, "  grow ends at %s rows, rows has more: no day is told\n", number.Count(g.Fewer))
	} else if g != nil && g.Ends {
		fmt.Fprintf(out, "  stays at %s from day %s on\n", number.Bytes(g.Stays), number.Count(g.EndDay))
	}
	for i, a := range ranked(r) {
		if i == shownAssumptions && !everything {
			fmt.Fprintf(out, "  assumed besides: %d more of less effect; -all shows them\n", len(r.Assumed)-i)
			break
		}
		fmt.Fprintf(out, "  assumed %s = %s: %s", a.Name, strconv.FormatFloat(a.Value, 'f', -1, 64), a.Why)
		if a.Effect > 0 {
			fmt.Fprintf(out, " (%s of the bytes hang on it)", number.Percent(a.Effect))
		}
		fmt.Fprintln(out)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(out, "  note: %s\n", n.Text)
	}
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"partitionlab/wasm/answer"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// sizeCommand tells how big partitions get: .cql files are the schema, .size files
// the workloads, - a workload on standard input.
func sizeCommand() *command {
	c := newCommand("size", "FILE.cql… FILE.size…", "tell how big partitions get")
	c.examples = []example{
		{"partitionlab size schema.cql load.size", "sizes the tables that the workload speaks of"},
		{"partitionlab size -var rooms=400 schema.cql load.size", "with another value of a quantity"},
		{"partitionlab size -sample 1000 schema.cql load.size", "prints CQL that loads a thousand rows of each partition"},
	}
	asJSON := c.flags.Bool("json", false, "print JSON")
	format := c.flags.String("format", "", "`format` of Data.db: nb, oa or da; as the preset writes it if empty")
	server := c.choice("preset", "kind of server", presets()...)
	sample := c.flags.Int64("sample", 0, "print the CQL that loads one partition of each workload, at most so many `rows` of it")
	measured := c.flags.String("measured", "", "compare with a `file` that holds the output of nodetool tablestats or tablehistograms, sstablepartitions, sstablemetadata, or cqlsh on system_views")
	var vars []sizing.Setting
	c.pairs("var", "`name=expr` gives a quantity another value", func(name, text string) error {
		vars = append(vars, sizing.Setting{Name: name, Text: text})
		return nil
	})
	c.run = func(files []string, std stdio) int {
		preset := sizing.PresetByID(*server)
		f, ok := preset.Format, true
		if *format != "" {
			f, ok = sstable.ParseFormat(*format)
		}
		if !ok {
			return c.wrong(std, "-format %s: the formats are nb, oa and da", *format)
		}
		var schemas, sizes []*diag.Source
		for _, name := range files {
			var text string
			var err error
			if name == "-" {
				text, err = readText(std.in)
			} else {
				text, err = readFile(name)
			}
			if err != nil {
				return c.failed(std, err)
			}
			src := diag.NewSource(name, strings.TrimPrefix(text, "\ufeff"))
			switch {
			case strings.HasSuffix(name, ".cql"):
				schemas = append(schemas, src)
			case strings.HasSuffix(name, ".size"), name == "-":
				sizes = append(sizes, src)
			default:
				return c.wrong(std, "%s: a schema ends in .cql, a workload in .size", name)
			}
		}
		if len(schemas) > 0 && len(sizes) == 0 { // the workload comes on standard input
			text, err := readText(std.in)
			if err != nil {
				return c.failed(std, err)
			}
			if len(text) > 0 {
				sizes = append(sizes, diag.NewSource("-", strings.TrimPrefix(text, "\ufeff")))
			}
		}
		if len(schemas) == 0 || len(sizes) == 0 {
			return c.wrong(std, "a schema (.cql) and a workload (.size) are needed")
		}

		catalogue, ok := readSchemas(schemas, std.err)
		if !ok {
			return 1
		}
		results, code := sizeAll(catalogue, sizes, vars, f, std.err)
		if code != 0 {
			return code
		}
		if *measured != "" {
			return compare(c, *measured, results, std)
		}
		if *sample > 0 {
			return printSamples(results, *sample, std)
		}
		if *asJSON {
			return printSizeJSON(results, std.out)
		}
		for i, r := range results {
			if i > 0 {
				fmt.Fprintln(std.out)
			}
			printSize(r.Result, std.out)
			if preset.Service {
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
		if preset.Note != "" && (*server != sizing.Presets[0].ID) {
			fmt.Fprintf(std.out, "%s: %s\n", preset.Name, preset.Note)
		}
		if preset.Service {
			return 0
		}
		return printCluster(catalogue, results, preset, std)
	}
	return c
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
	text, err := readFile(file)
	if err != nil {
		return c.failed(std, err)
	}
	list, err := sizing.ReadMeasured(text)
	if err != nil {
		return c.wrong(std, "%s: %v", file, err)
	}
	code, met := 0, false
	for _, r := range results {
		for _, m := range list {
			if m.Table != "" && m.Table != r.Table.Name || m.Keyspace != "" && m.Keyspace != r.Table.Keyspace {
				continue
			}
			met = true
			fmt.Fprintf(std.out, "%s.%s, %s\n", r.Table.Keyspace, r.Table.Name, m.Tool)
			for _, f := range sizing.Compare(r.Result, m) {
				mark := "✓"
				if !f.Agree {
					mark, code = "✕", 1
				}
				fmt.Fprintf(std.out, "  %s %s\n", mark, f.Text)
			}
		}
	}
	if !met {
		fmt.Fprintf(std.err, "partitionlab size: %s speaks of none of the workloads' tables\n", file)
		return 1
	}
	return code
}

// printSamples prints statements that load what the workloads describe.
func printSamples(results []sizing.Sized, rows int64, std stdio) int {
	out := bufio.NewWriter(std.document())
	defer out.Flush()
	for _, r := range results {
		const start = 1_700_000_000_000_000 // 2023-11-14
		s, problems := r.Sizer.Sample(rows, start)
		if len(problems) > 0 {
			return printProblems(problems, std.err)
		}
		fmt.Fprintf(out, "-- %s.%s: %s rows, %s in Data.db (%s, not compressed) after one flush\n", r.Table.Keyspace, r.Table.Name, number.Count(s.Rows), number.ExactBytes(s.Bytes), r.Format)
		for statement := range s.Statements {
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
		fmt.Fprintf(out, "  %s: %s (%s) on %d nodes: by disk %d, by operations %d, replicas %d; %d with one node down\n",
			name, number.ExactBytes(int64(x.Bytes)), number.Bytes(x.Bytes), x.Nodes, x.ByDisk, x.ByOps, x.RF, x.NodesOneDown)
		fmt.Fprintf(out, "  a node: %s, %s partitions, %s of memory for filters and chunk offsets, %s to stream\n",
			number.Bytes(x.PerNode), number.Round(x.PartitionsPerNode), number.Bytes(x.MemoryPerNode), number.Seconds(x.StreamHours*3600))
	}
	for _, v := range c.Variants {
		fmt.Fprintf(out, "  with %s: %s, %d nodes\n", v.Name, number.Bytes(v.Bytes), v.Nodes)
	}
	for _, a := range c.Assumed {
		fmt.Fprintf(out, "  assumed %s = %s: %s\n", a.Name, strconv.FormatFloat(a.Number, 'f', -1, 64), a.Why)
	}
	for _, n := range c.Notes {
		fmt.Fprintf(out, "  note: %s\n", n.Text)
	}
	return 0
}

// readSchemas runs the files as one session and prints what is refused.
func readSchemas(sources []*diag.Source, out io.Writer) (*schema.Catalogue, bool) {
	s := session.New(session.Settings{Keyspace: "lab", Now: time.Now().Unix()})
	clean := true
	for _, src := range sources {
		for _, r := range s.Script(src) {
			if r.Diag != nil {
				printProblem(out, src, *r.Diag)
				clean = false
			}
		}
	}
	return s.Catalogue(), clean
}

// sizeAll counts every workload. It returns an exit code other than 0 when
// something is wrong, after printing what.
func sizeAll(catalogue *schema.Catalogue, sources []*diag.Source, vars []sizing.Setting, f sstable.Format, out io.Writer) ([]sizing.Sized, int) {
	results, problems, unused := sizing.All(catalogue, sources, vars, f)
	if len(problems) > 0 {
		return results, printProblems(problems, out)
	}
	for _, v := range unused {
		fmt.Fprintf(out, "partitionlab size: -var %s=%s: no workload has a quantity %s\n", v.Name, v.Text, v.Name)
		return nil, 2
	}
	return results, 0
}

// printProblem prints what is wrong, where, why, and what to write instead.
func printProblem(out io.Writer, src *diag.Source, d diag.Diagnostic) {
	if src == nil { // the workload has no line for it
		src = diag.NewSource("", "")
	}
	fmt.Fprintln(out, diag.Render(src, []diag.Diagnostic{d}))
}

func printSizeJSON(results []sizing.Sized, out io.Writer) int {
	list := []answer.Size{}
	for _, r := range results {
		list = append(list, answer.SizeOf(r.Result))
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	if err := enc.Encode(list); err != nil {
		return 1
	}
	return 0
}

func printSize(r *sizing.Result, out io.Writer) {
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
		if r.Growth != nil {
			for _, d := range r.Growth.Days {
				if d.Name == l.Name && !d.Never && d.Day > 0 {
					fmt.Fprintf(out, "; crossed on day %s", number.Count(d.Day))
				}
			}
		}
		fmt.Fprintln(out)
	}
	for _, a := range r.Assumed {
		fmt.Fprintf(out, "  assumed %s = %d: %s\n", a.Name, a.Value, a.Why)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(out, "  note: %s\n", n.Text)
	}
}

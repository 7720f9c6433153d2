package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// stressCommand writes a profile for a tool that generates load.
func stressCommand() *command {
	c := newCommand("stress", "FILE.cql… FILE.size…", "write a profile that loads a cluster")
	c.about = `
Writes a profile that loads what the workload describes, so that a real cluster can
be measured: a user profile of cassandra-stress, or a workload of NoSQLBench. The
profile says how many bytes one flush of it takes.`
	c.examples = []example{{"partitionlab stress -tool nosqlbench schema.cql load.size > load.yaml", "a workload for NoSQLBench"}}
	tool := c.choice("tool", "tool that reads the profile", "cassandra-stress", "nosqlbench")
	table := c.flags.String("table", "", "`table`, where the workloads speak of several")
	z := c.sizes()
	c.run = func(files []string, std stdio) int {
		write := map[string]func(*schema.Catalogue, sizing.Sized, io.Writer) error{"cassandra-stress": cassandraStress, "nosqlbench": noSQLBench}[*tool]
		z.report = &finding.Report{Command: "stress", FailOn: diag.Refused}
		groups, code := z.read(files, func(project.Scope) (*sizing.Preset, sstable.Format) { return &sizing.Presets[0], sstable.NB }, std)
		if code != clean {
			return code
		}
		if z.report.Failed() {
			if err := z.report.Write(std.err, "text"); err != nil {
				return c.failed(std, err)
			}
			return found
		}
		var results []sizing.Sized
		var catalogue *schema.Catalogue
		for _, g := range groups {
			results, catalogue = append(results, g.sized...), g.catalogue
		}
		if len(groups) > 1 {
			return c.wrong(std, "these are workloads of several projects: name those of one")
		}
		var chosen []sizing.Sized
		var names []string
		for _, r := range results {
			names = append(names, r.Table.Name)
			if *table == "" || *table == r.Table.Name {
				chosen = append(chosen, r)
			}
		}
		if len(chosen) != 1 {
			slices.Sort(names)
			if names = slices.Compact(names); len(chosen) > 1 && (*table != "" || len(names) == 1) {
				return c.wrong(std, "a profile is of one workload: name one file; %d are of %s", len(chosen), chosen[0].Table.Name)
			}
			return c.wrong(std, "a profile is of one table: name it with -table; the workloads are of %s", strings.Join(names, ", "))
		}
		if err := write(catalogue, chosen[0], std.document()); err != nil {
			fmt.Fprintf(std.err, "partitionlab stress: %v\n", err)
			return 1
		}
		return 0
	}
	return c
}

// partitionsOf is how many partitions the workload has.
func partitionsOf(r sizing.Sized) int64 {
	v, problems := r.Work.Eval()
	if len(problems) > 0 {
		return 1
	}
	if n, ok := v.Get("partitions"); ok {
		return max(n.Typ.Round(), 1)
	}
	return 1
}

// definitions are the keyspace, its types and the table in CQL, the table last.
func definitions(c *schema.Catalogue, t *schema.Table) (keyspace string, types []string, table string) {
	ks := c.Keyspaces[t.Keyspace]
	for _, e := range ks.Elements() {
		if e.Type == "type" {
			types = append(types, strings.TrimSuffix(e.CQL, ";"))
		}
	}
	return strings.TrimSuffix(ks.Element().CQL, ";"), types, strings.TrimSuffix(t.Element().CQL, ";")
}

// block writes a text of several lines as YAML does.
func block(out io.Writer, indent, key, text string) {
	fmt.Fprintf(out, "%s%s: |\n", indent, key)
	for _, l := range strings.Split(text, "\n") {
		fmt.Fprintf(out, "%s  %s\n", indent, l)
	}
}

func problemText(problems []workload.Problem) error {
	var list []string
	for _, p := range problems {
		list = append(list, p.Message+"; "+p.Instead)
	}
	return errors.New(strings.Join(list, "\n"))
}

// meanNote says what a profile of typical rows leaves out.
func meanNote(out io.Writer, mean bool) {
	if mean {
		fmt.Fprintln(out, "# Lengths, nulls and numbers of rows that vary, and deletions, are left out: all rows are typical ones.")
	}
}

// maxBatch is the number of statements that a batch of cassandra-stress may hold.
const maxBatch = 65535

// cassandraStress writes a user profile of cassandra-stress. The tool writes with
// UPDATE, and adds elements to sets and lists; it knows no maps, tuples, vectors,
// durations or user-defined types.
// Source: StressProfile.getInsert, StressProfile.ColumnInfo.getGenerator.
func cassandraStress(c *schema.Catalogue, r sizing.Sized, out io.Writer) error {
	t := r.Table
	for col := range t.Columns() {
		typ := col.Type
		if typ.Kind == cqltype.Set || typ.Kind == cqltype.List {
			typ = typ.Elems[0]
		}
		switch typ.Kind {
		case cqltype.Map, cqltype.Tuple, cqltype.UDT, cqltype.Vector, cqltype.Duration, cqltype.Set, cqltype.List, cqltype.Custom:
			return fmt.Errorf("cassandra-stress has no values for column %s of type %s: use -tool nosqlbench", cql.QuoteName(col.Name), col.Type)
		}
	}
	// One size is both the number of elements and the length of each.
	v, problems := r.Work.Eval()
	if len(problems) > 0 {
		return problemText(problems)
	}
	sizes := map[*schema.Column]int64{} // worked out before the workload changes
	for col := range t.Columns() {
		sizes[col] = assumedOf(r, col)
		for _, what := range []string{"count.", "len."} {
			if x, ok := v.Get(what + col.Name); ok && (what == "len.") != col.Type.IsCollection() {
				sizes[col] = x.Typ.Round()
			}
		}
	}
	size := func(col *schema.Column) int64 { return sizes[col] }
	var alike []string
	for col := range t.Columns() {
		if !col.Type.IsCollection() {
			continue
		}
		switch col.Type.Elems[0].Kind {
		case cqltype.Text, cqltype.Ascii, cqltype.Blob:
			name := cql.QuoteName(col.Name)
			r.Work.Set("len."+name, fmt.Sprint(size(col)))
			alike = append(alike, name)
		}
	}
	rows, bytes, mean, problems := r.Sizer.Updated()
	if len(problems) > 0 {
		return problemText(problems)
	}
	fan, err := clusters(r, rows)
	if err != nil {
		return err
	}
	partitions := partitionsOf(r)
	visits := (rows + maxBatch - 1) / maxBatch
	ks, _, table := definitions(c, t)
	fmt.Fprintf(out, "# A user profile of cassandra-stress: %s rows in each of %s partitions. Run it once:\n", number.Count(rows), number.Count(partitions))
	fmt.Fprintf(out, "#   cassandra-stress user profile=%s.yaml n=%d no-warmup 'ops(insert=1)' -pop seq=1..%d -rate threads=1", t.Name, partitions*visits, partitions)
	if visits > 1 {
		fmt.Fprintf(out, " -insert visits='fixed(%d)'", visits)
	}
	fmt.Fprintf(out, "\n# It writes with UPDATE, so that every cell carries a timestamp; a partition has one for all of a request.\n")
	fmt.Fprintf(out, "# Data.db of one partition after one flush, uncompressed: %s in format nb (by the workload's own writes: %s).\n", number.Count(bytes)+" B", number.Count(r.Disk.Typ)+" B")
	if partitions > 1 {
		fmt.Fprintf(out, "# Several partitions in one file take more: a timestamp is written as the distance from the first one of the file.\n")
	}
	meanNote(out, mean)
	for _, col := range append(append([]*schema.Column{}, t.Regulars...), t.Statics...) {
		switch col.Type.Kind {
		case cqltype.Varint, cqltype.Decimal, cqltype.Inet:
			fmt.Fprintf(out, "# The tool chooses the length of %s by itself.\n", cql.QuoteName(col.Name))
		}
	}
	for _, name := range alike {
		fmt.Fprintf(out, "# The tool has one size for %s: its elements are as long as there are of them.\n", name)
	}
	fmt.Fprintf(out, "keyspace: %s\n", t.Keyspace)
	block(out, "", "keyspace_definition", strings.Replace(ks, "CREATE KEYSPACE ", "CREATE KEYSPACE IF NOT EXISTS ", 1)+";")
	fmt.Fprintf(out, "table: %s\n", t.Name)
	block(out, "", "table_definition", strings.Replace(table, t.Keyspace+".", "", 1)+";")
	fmt.Fprintln(out, "columnspec:")
	for i, col := range t.PartitionKey {
		population := "" // the seed tells partitions apart
		if i > 0 {
			population = "population: fixed(1)"
		}
		if size(col) > 0 || population != "" {
			column(out, col, size(col), population)
		}
	}
	for i, col := range t.Clustering {
		column(out, col, size(col), fmt.Sprintf("cluster: fixed(%d)", fan[i]))
	}
	for _, col := range append(append([]*schema.Column{}, t.Statics...), t.Regulars...) {
		if s := size(col); s > 0 {
			column(out, col, s, "")
		}
	}
	fmt.Fprintf(out, "insert:\n  partitions: fixed(1)\n  select: fixed(1)/%d\n  batchtype: UNLOGGED\n", visits)
	var where []string
	for _, col := range t.PartitionKey {
		where = append(where, cql.QuoteName(col.Name)+" = ?")
	}
	fmt.Fprintf(out, "queries:\n  partition:\n    cql: SELECT * FROM %s WHERE %s\n    fields: samerow\n", cql.QuoteName(t.Name), strings.Join(where, " AND "))
	return nil
}

func column(out io.Writer, c *schema.Column, size int64, more string) {
	fmt.Fprintf(out, "  - name: %s\n", c.Name)
	if size > 0 {
		fmt.Fprintf(out, "    size: fixed(%d)\n", size)
	}
	if more != "" {
		fmt.Fprintf(out, "    %s\n", more)
	}
}

// assumedOf is the length or the count that the estimate assumes of a column, 0 for
// none.
func assumedOf(r sizing.Sized, c *schema.Column) int64 {
	what := "len."
	if c.Type.IsCollection() {
		what = "count."
	}
	for _, a := range r.Assumed {
		if a.Name == what+cql.QuoteName(c.Name) {
			return a.Value
		}
	}
	return 0
}

// clusters shares the rows of a partition among the clustering columns: distinct
// values where the workload says so, one otherwise, and all that is left in the
// column of most values.
func clusters(r sizing.Sized, rows int64) ([]int64, error) {
	list := r.Table.Clustering
	if len(list) == 0 {
		return nil, nil
	}
	v, _ := r.Work.Eval()
	out := make([]int64, len(list))
	product, most := int64(1), -1
	for i, c := range list {
		if out[i] = 1; most < 0 || values(c) > values(list[most]) {
			most = i
		}
		if n, ok := v.Get("distinct." + c.Name); ok && n.Typ.Round() > 1 {
			out[i] = n.Typ.Round()
		}
	}
	out[most] = 1
	for _, n := range out {
		product *= n
	}
	if rows%product != 0 {
		for i := range out { // the numbers do not divide the rows
			out[i] = 1
		}
		product = 1
	}
	if out[most] = rows / product; out[most] > values(list[most]) {
		return nil, fmt.Errorf("the clustering columns have too few values for %s rows", number.Count(rows))
	}
	return out, nil
}

func values(c *schema.Column) int64 {
	switch c.Type.Kind {
	case cqltype.Boolean:
		return 2
	case cqltype.Tinyint:
		return 100
	case cqltype.Smallint:
		return 30_000
	}
	return math.MaxInt32
}

// noSQLBench writes a workload of NoSQLBench. Its statements are plain CQL with
// anchors for key and timestamp, so that they mean the same with every driver.
func noSQLBench(c *schema.Catalogue, r sizing.Sized, out io.Writer) error {
	t, problems := r.Sizer.Template()
	if len(problems) > 0 {
		return problemText(problems)
	}
	partitions := partitionsOf(r)
	ks, types, table := definitions(c, r.Table)
	fmt.Fprintf(out, "# A workload of NoSQLBench: %s rows in each of %s partitions. Run it once:\n", number.Count(t.Rows), number.Count(partitions))
	fmt.Fprintf(out, "#   nb5 %s.yaml default host=HOST localdc=datacenter1\n", r.Table.Name)
	fmt.Fprintf(out, "# Data.db of one partition after one flush, uncompressed: %s in format nb.\n", number.Count(t.Bytes)+" B")
	meanNote(out, t.Mean)
	cycles := t.Rows * partitions
	fmt.Fprintf(out, "scenarios:\n  default:\n    schema: run driver=cqld4 tags==block:schema threads==1 cycles==UNDEF\n    load: run driver=cqld4 tags==block:load threads=auto cycles=%d\n", cycles)
	fmt.Fprintln(out, "bindings:")
	for _, a := range t.Anchors {
		fmt.Fprintf(out, "  %s: %s\n", a.Name, binding(a, t.Rows))
	}
	if t.Timed {
		b := fmt.Sprintf("Mod(%d); Div(%d); Mul(%d); Div(%d); Add(1700000000000000)", t.Rows, t.Batch, t.Num, t.Den)
		if t.Num == 0 {
			b = "FixedValue(1700000000000000)"
		}
		fmt.Fprintf(out, "  timestamp: %s\n", b)
	}
	fmt.Fprintln(out, "blocks:\n  schema:\n    ops:")
	op := func(name, text string) {
		fmt.Fprintf(out, "      %s:\n", name)
		block(out, "        ", "raw", text)
	}
	op("keyspace", strings.Replace(ks, "CREATE KEYSPACE ", "CREATE KEYSPACE IF NOT EXISTS ", 1))
	for i, text := range types {
		op(fmt.Sprintf("type%d", i+1), strings.Replace(text, "CREATE TYPE ", "CREATE TYPE IF NOT EXISTS ", 1))
	}
	op("table", strings.Replace(table, "CREATE TABLE ", "CREATE TABLE IF NOT EXISTS ", 1))
	fmt.Fprintln(out, "  load:\n    ops:")
	op("write", t.Statement)
	return nil
}

// binding works a part of the key out from the number of the cycle.
func binding(a sizing.Anchor, rows int64) string {
	var f []string
	if a.Partition {
		f = append(f, fmt.Sprintf("Div(%d)", rows))
	} else {
		f = append(f, fmt.Sprintf("Mod(%d)", rows))
		if a.Div > 1 {
			f = append(f, fmt.Sprintf("Div(%d)", a.Div))
		}
	}
	switch {
	case a.Length > 0:
		segments := strings.Repeat("0-9;", int(min(a.Length, 100_000)))
		return strings.Join(append(f, "Combinations('"+strings.TrimSuffix(segments, ";")+"')"), "; ")
	case a.Kind == cqltype.Boolean:
		f = append(f, "Mod(2)", "ToBoolean()")
	default:
		f = append(f, fmt.Sprintf("Mod(%d)", a.Mod))
		if a.Kind == cqltype.Date {
			f = append(f, "Add(2147483648)")
		}
	}
	return strings.Join(append(f, "ToString()"), "; ")
}

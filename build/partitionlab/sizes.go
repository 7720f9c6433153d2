// What the commands share that work with workloads: reading schemas and workloads,
// sizing the tables, and holding the sizes against limits.

package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// sizes are the flags of what is sized.
type sizes struct {
	command *command
	in      *review.Inputs
	cluster *review.Cluster
	vars    []sizing.Setting
	max     []limit
	report  *finding.Report
	site    string // that a configuration names
}

// A limit is what a partition may have at most.
type limit struct {
	name string
	at   int64
}

// sizes adds the flags of what is sized.
func (c *command) sizes() *sizes {
	z := &sizes{command: c, in: c.inputs(), cluster: c.cluster()}
	c.pairs("var", "`name=expr` gives a quantity another value", func(name, text string) error {
		z.vars = append(z.vars, sizing.Setting{Name: name, Text: text})
		return nil
	})
	return z
}

// A sizedGroup holds the tables that were sized on one schema.
type sizedGroup struct {
	catalogue *schema.Catalogue
	preset    *sizing.Preset
	sized     []sizing.Sized
}

// read reads schemas and workloads and sizes the tables. What is wrong goes to the
// report. A code other than clean ends the command.
func (z *sizes) read(files []string, kind func(project.Scope) (*sizing.Preset, sstable.Format), std stdio) ([]*sizedGroup, int) {
	c := z.command
	if len(files) == 0 {
		return nil, c.wrong(std, "a schema (.cql) and a workload (.size) are needed")
	}
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && !sizable(name) {
			return nil, c.wrong(std, "%s: a schema ends in .cql, a workload in .size", name)
		}
	}
	z.in.Stdin = project.Workload
	work, err := on(z.in, std).Read(files, sizable)
	if err != nil {
		return nil, c.unplanned(std, err)
	}
	z.site = work.Site()
	isLoad := func(u review.Unit) bool { return u.Kind == project.Workload }
	if !slices.ContainsFunc(work.Batches, func(b *review.Batch) bool { return slices.ContainsFunc(b.Units, isLoad) }) && len(work.Batches) > 0 {
		text, err := project.ReadText(std.in)
		if err != nil {
			return nil, c.failed(std, err)
		}
		if text == "" {
			return nil, c.wrong(std, "a schema (.cql) and a workload (.size) are needed")
		}
		b := work.Batches[0]
		b.Units = append(b.Units, review.Unit{Source: diag.NewSource("-", text), Kind: project.Workload, Named: true})
	}
	var groups []*sizedGroup
	used := make([]bool, len(z.vars))
	for _, b := range work.Batches {
		var loads []*diag.Source
		named := slices.ContainsFunc(b.Units, func(u review.Unit) bool { return isLoad(u) && u.Named })
		for _, u := range b.Units {
			if isLoad(u) && (u.Named || !named) {
				loads = append(loads, u.Source)
				z.report.Files = append(z.report.Files, u.Source.Name)
			}
		}
		if loads == nil {
			continue
		}
		if !slices.ContainsFunc(b.Units, func(u review.Unit) bool { return u.Kind == project.Script }) {
			return nil, c.wrong(std, "a schema (.cql) and a workload (.size) are needed")
		}
		if err := z.tooMany(loads); err != nil {
			return nil, c.failed(std, err)
		}
		preset, format := kind(b.Scope)
		g := &sizedGroup{preset: preset, catalogue: z.schema(b, preset)}
		var problems []workload.Problem
		var unused []sizing.Setting
		g.sized, problems, unused = sizing.All(g.catalogue, loads, z.vars, format)
		for i, v := range z.vars {
			used[i] = used[i] || !slices.Contains(unused, v)
		}
		for _, src := range loads {
			if works, wrong := workload.ParseAll(src); len(wrong) == 0 {
				problems = append(problems, sizing.Unused(works)...)
			}
		}
		for _, p := range problems {
			z.problem(p)
		}
		z.hold(g, b.Scope, loads)
		groups = append(groups, g)
	}
	z.report.Sort()
	for i, v := range z.vars {
		if !used[i] {
			return nil, c.wrong(std, "-var %s=%s: no workload has a quantity %s", v.Name, v.Text, v.Name)
		}
	}
	return groups, clean
}

// sizeUnits is what sizing may take: some seconds. A unit is a line of a workload; whatever
// is sized takes as long as workloadUnits of them, and a line of more bytes than usual as several.
const sizeUnits, workloadUnits, usualLine = 200_000, 10, 16

// tooMany says that sizing would take too long, before anything is sized.
func (z *sizes) tooMany(loads []*diag.Source) error {
	workloads, lines, bytes := 0, 0, 0
	for _, src := range loads {
		w, l, b := workload.Count(src)
		workloads, lines, bytes = workloads+w, lines+l, bytes+b
	}
	if float64(max(lines, bytes/usualLine))+workloadUnits*float64(workloads) <= z.cluster.Budget*sizeUnits {
		return nil
	}
	return fmt.Errorf("over budget: %s with %s and %.1f MB in all, each with those that it shares; give a part of them, or -budget 10 for ten times as much", number.Of(workloads, "workload"), number.Of(lines, "line"), float64(bytes)/1e6)
}

// sizable reports whether a file is a schema or a workload.
func sizable(name string) bool {
	return strings.EqualFold(filepath.Ext(name), ".cql") || project.KindOf(name) == project.Workload
}

// problem reports what is wrong with a workload.
func (z *sizes) problem(p workload.Problem) {
	src := p.Source
	if src == nil { // it has no line for it
		src = diag.NewSource("", "")
	}
	d := p.Diagnostic
	if _, unused := d.About.(sizing.Idle); unused {
		d.Rule = "SIZE-03"
	}
	z.report.Add(finding.Finding{Diagnostic: d, Source: src})
}

// schema runs the scripts of a batch. What is refused is reported, and tables that
// it has nothing to do with are there all the same.
func (z *sizes) schema(b *review.Batch, preset *sizing.Preset) *schema.Catalogue {
	own := &finding.Report{FailOn: diag.Refused, Room: z.report.Room}
	scripts := &review.Batch{Project: b.Project, Scope: b.Scope}
	for _, u := range b.Units {
		if u.Kind == project.Script {
			u.Named = true
			scripts.Units = append(scripts.Units, u)
		}
	}
	j := review.NewJudge(scripts, z.cluster, z.in.Definitions(b.Scope), own)
	j.Mend = func(text string, r *session.Outcome) bool { return mend(j.Session, text, r, preset) }
	j.Run()
	for _, f := range own.Findings {
		if f.Severity == diag.Refused || f.Severity == diag.NotJudged {
			z.report.Add(f)
		}
	}
	z.report.Without(own)
	for _, name := range own.Files {
		z.report.Files = append(z.report.Files, name)
	}
	z.report.Statements += own.Statements
	return j.Session.Catalogue()
}

// mend tries a refused statement again with what a size does not depend on: a
// keyspace that somebody else makes, and without options that the kind of server
// has and 5.0 has not.
func mend(s *session.Session, text string, r *session.Outcome, preset *sizing.Preset) bool {
	keyspace := ""
	switch st := r.Stmt.(type) {
	case *cql.CreateTable:
		keyspace = st.Name.Keyspace.Text
	case *cql.CreateType:
		keyspace = st.Name.Keyspace.Text
	case *cql.Use:
		keyspace = st.Keyspace.Text
	}
	mended := false
	if keyspace != "" && s.Catalogue().Keyspaces[keyspace] == nil {
		s.Exec("CREATE KEYSPACE " + cql.QuoteName(keyspace) + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
		mended = true
	}
	if r.Diag.Rule == string(rule.OPT01) {
		if without := leaveOut(text, preset.Options); without != text {
			text, mended = without, true
		}
	}
	if !mended {
		return false
	}
	again := s.Exec(text)
	if again.Diag != nil && again.Diag.Rule != r.Diag.Rule { // both at once
		if mend(s, text, &again, preset) {
			return true
		}
	}
	if again.Diag != nil { // what is still wrong
		d := review.Shifted(*again.Diag, r.Span.Start)
		r.Diag = &d
	}
	return again.Accepted()
}

// leaveOut takes options out of a CREATE TABLE.
func leaveOut(text string, options []string) string {
	stmt, _, _ := cql.ParseStatement(text)
	create, ok := stmt.(*cql.CreateTable)
	if !ok {
		return text
	}
	for i := len(create.With) - 1; i >= 0; i-- {
		p := create.With[i]
		if !slices.Contains(options, p.Name.Text) {
			continue
		}
		before, after := strings.TrimRight(text[:p.Start], " \t\r\n"), text[p.End:]
		next := strings.TrimLeft(after, " \t\r\n")
		switch {
		case len(before) > 3 && strings.EqualFold(before[len(before)-3:], "AND"):
			text = before[:len(before)-3] + after
		case len(next) > 3 && strings.EqualFold(next[:3], "AND"):
			text = before + " " + next[3:]
		case len(before) > 4: // the only one
			text = before[:len(before)-4] + after
		}
	}
	return text
}

// hold holds the sizes against the limits of the command line and of the
// configuration, and against what the workloads expect.
func (z *sizes) hold(g *sizedGroup, scope project.Scope, loads []*diag.Source) {
	limits := slices.Clone(z.max)
	for _, name := range project.Limits {
		if at, ok := scope.Limits[name]; ok && !slices.ContainsFunc(z.max, func(l limit) bool { return l.name == name }) {
			limits = append(limits, limit{name, at})
		}
	}
	for _, r := range g.sized {
		src, span := placeOf(r, loads)
		for _, l := range limits {
			got, _ := outcome(r.Result, l.name)
			if got.Max <= l.at {
				continue
			}
			d := finding.Of("SIZE-01", diag.Refused, span, fmt.Sprintf("a partition of %s.%s has up to %s, the limit is %s", r.Table.Keyspace, r.Table.Name, inWords(l.name, got.Max), inWords(l.name, l.at)))
			d.Hint = how(r, l)
			z.report.Add(finding.Finding{Diagnostic: d, Source: src})
		}
	}
	for _, src := range loads {
		list := expectations(src)
		if list == nil {
			continue
		}
		starts, about := sections(src), map[int]*sizing.Result{}
		for _, r := range g.sized {
			at, span := placeOf(r, []*diag.Source{src})
			if r.Work.Place.Source == nil {
				span.Start = 0
			}
			if n := section(starts, span.Start); at == src && about[n] == nil {
				about[n] = r.Result // further tables of the workload come behind its own
			}
		}
		for _, e := range list {
			r := about[section(starts, e.at.Start)]
			if r == nil {
				continue // the table could not be sized, which has been reported
			}
			if d := e.check(r); d != nil {
				z.report.Add(finding.Finding{Diagnostic: *d, Source: src})
			}
		}
	}
}

// placeOf is where a workload names its table.
func placeOf(r sizing.Sized, loads []*diag.Source) (*diag.Source, diag.Span) {
	if src := r.Work.Place.Source; src != nil {
		return src, r.Work.Place.Span
	}
	for _, q := range r.Work.Quantities() {
		if slices.Contains(loads, q.Place.Source) {
			return q.Place.Source, q.Place.Span
		}
	}
	return loads[0], diag.Span{}
}

// how tells when a limit is reached, where rows grow with time.
func how(r sizing.Sized, l limit) string {
	if r.Growth == nil || r.Growth.Fewer > 0 || l.name != "disk" {
		return ""
	}
	for _, d := range r.Growth.Days {
		if !d.Never && d.Day > 0 && slices.ContainsFunc(r.Lines, func(c sizing.Crossing) bool {
			return c.Name == d.Name && c.At == l.at && c.Metric == sizing.DiskBytes
		}) {
			return "crossed on day " + number.Count(d.Day)
		}
	}
	return ""
}

// inWords is a number of a limit's kind.
func inWords(name string, n int64) string {
	switch name {
	case "docs", "thumb", "once", "disk", "index":
		return number.ExactBytes(n)
	}
	return number.Count(n) + " " + name
}

// outcome is what came out for a name of a limit or an expectation.
func outcome(r *sizing.Result, name string) (sizing.Amount, bool) {
	switch name {
	case "rows":
		return r.Rows, true
	case "values":
		return r.Values, true
	case "cells":
		return r.Cells, true
	case "docs":
		return r.Docs, true
	case "thumb":
		return r.Thumb, true
	case "once":
		return r.Once, true
	case "disk":
		return r.Disk, true
	case "index":
		n := r.Index.Index
		return sizing.Amount{Min: n, Typ: n, Max: n}, true
	}
	return sizing.Amount{}, false
}

// An expectation is a part of a line `expect = disk.bytes <= 100 MB; rows 73000`.
type expectation struct {
	at    diag.Span
	name  string
	op    string // "=", "<", "<=", ">", ">="
	value string
}

// expectations are what the lines of a file expect.
func expectations(src *diag.Source) (out []expectation) {
	at := 0
	for line := range strings.Lines(src.Text) {
		start := at
		at += len(line)
		name, rest, ok := strings.Cut(line, "=")
		if !ok || strings.TrimSpace(name) != "expect" {
			continue
		}
		if n := strings.Index(rest, " #"); n >= 0 {
			rest = rest[:n]
		}
		from := start + len(name) + 1
		for part := range strings.SplitSeq(rest, ";") {
			text := strings.TrimSpace(part)
			if text != "" {
				begin := from + strings.Index(part, text)
				e := expectation{at: diag.Span{Start: begin, End: begin + len(text)}, op: "="}
				i := strings.IndexAny(text, " \t<>=")
				if i < 0 {
					i = len(text)
				}
				e.name, e.value = text[:i], strings.TrimSpace(text[i:])
				for _, op := range []string{"<=", ">=", "<", ">", "="} {
					if v, ok := strings.CutPrefix(e.value, op); ok {
						e.op, e.value = op, strings.TrimSpace(v)
						break
					}
				}
				out = append(out, e)
			}
			from += len(part) + 1
		}
	}
	return out
}

// check compares an expectation with what came out; nil where it is met.
func (e expectation) check(r *sizing.Result) *diag.Diagnostic {
	name := strings.TrimSuffix(strings.Replace(e.name, ".bytes", "", 1), ".typical")
	which := ""
	for _, end := range []string{".min", ".max"} {
		if n, ok := strings.CutSuffix(name, end); ok {
			name, which = n, end
		}
	}
	wrong := func(id, message, instead string) *diag.Diagnostic {
		d := finding.Of(id, diag.Refused, e.at, message)
		if instead != "" {
			d.Instead = instead
		}
		return &d
	}
	got, known := outcome(r, name)
	if !known {
		return wrong("SIZE-02", "`"+e.name+"` is no number that comes out here", "write rows, values, cells, docs.bytes, thumb.bytes, once.bytes, disk.bytes or index.bytes; .min or .max behind it where inputs are ranges")
	}
	if least, most, both := strings.Cut(e.value, ".."); both && e.op == "=" && which == "" {
		a, b, ok := amount(least), amount(most), got.Min
		if a == nil || b == nil {
			return wrong("SIZE-02", "`"+e.value+"` is no number", "write a number such as 73000 or 100 MB")
		}
		if *a != ok || *b != got.Max {
			return wrong("SIZE-02", fmt.Sprintf("%s is %d..%d, expected is %s", e.name, got.Min, got.Max, e.value), "")
		}
		return nil
	}
	want := amount(e.value)
	if want == nil {
		return wrong("SIZE-02", "`"+e.value+"` is no number", "write a number such as 73000 or 100 MB")
	}
	n := got.Max
	if which == ".min" || which == "" && strings.HasPrefix(e.op, ">") {
		n = got.Min
	}
	c := cmp.Compare(n, *want)
	met := map[string]bool{"=": c == 0 && (which != "" || got.Min == got.Max), "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[e.op]
	if met {
		return nil
	}
	is, needed := inWords(name, n), inWords(name, *want)
	is, needed = strings.TrimSuffix(is, " "+name), strings.TrimSuffix(needed, " "+name)
	if e.op == "=" {
		if which == "" && got.Min != got.Max {
			is = fmt.Sprintf("%d..%d", got.Min, got.Max)
		}
		return wrong("SIZE-02", fmt.Sprintf("%s is %s, expected is %s", e.name, is, needed), "")
	}
	return wrong("SIZE-01", fmt.Sprintf("%s is %s, expected is %s %s", e.name, is, e.op, needed), "")
}

// sections are where the workloads of a file begin: an expectation is about the table of that
// which it stands in.
func sections(src *diag.Source) (starts []int) {
	start := 0
	for line := range strings.Lines(src.Text) {
		if name, _, ok := strings.Cut(line, "="); ok && strings.TrimSpace(name) == "table" {
			starts = append(starts, start)
		}
		start += len(line)
	}
	return starts
}

// section counts the workloads that begin up to a place: what stands before the first one belongs
// to it.
func section(starts []int, at int) int {
	return max(sort.SearchInts(starts, at+1), 1)
}

// amount reads a whole number with a unit; nil where the text is none.
func amount(text string) *int64 {
	text = strings.TrimSpace(text)
	n, length, err := number.Scan(text)
	if err != nil || length == 0 || length != len(text) {
		return nil
	}
	v := n.Round()
	return &v
}

// ranked are the assumptions of a size, those first on which most bytes hang: what
// the partition would lose without them.
func ranked(r sizing.Sized) []finding.Assumed {
	var out []finding.Assumed
	whole := float64(r.Disk.Typ)
	for _, a := range r.Assumed {
		f := finding.Assumed{Name: a.Name, Value: a.Number, Why: a.Why}
		if a.Number == 0 {
			f.Value = float64(a.Value)
		}
		if whole > 0 {
			if without, ok := without(r, a.Name); ok {
				f.Effect = max(whole-float64(without), 0) / whole
			}
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b finding.Assumed) int { return cmp.Compare(b.Effect, a.Effect) })
	return out
}

// without is the size on disk with 0 for a quantity.
func without(r sizing.Sized, name string) (int64, bool) {
	w, problems := r.Work.For(r.Table.Name, func(string) bool { return false })
	if len(problems) > 0 || len(w.Set(name, "0")) > 0 {
		return 0, false
	}
	s, problems := sizing.New(r.Table, w, r.Format)
	if len(problems) > 0 {
		return 0, false
	}
	return s.Typical()
}

package main

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/build/folder"
	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

// sstableCommand runs a script and writes the Data.db of each table.
func sstableCommand() *command {
	c := newCommand("sstable", "[FILE…]", "write the bytes that one flush would write")
	c.about = `
Runs CQL and writes what Cassandra flushes at its end: the uncompressed Data.db of
each table, as DIR/KEYSPACE/TABLE/nb-1-big-Data.db. A change of a table (ALTER,
CREATE INDEX) makes Cassandra flush what it has of it; what is written after that
goes to nb-2-big-Data.db, and so on. So do the comments -- lab:flush, -- lab:compact,
-- lab:wait 10d and -- lab:repeat 1000, which has the next write done so often. The
folder lists what was written, for the next run to take away; where it holds anything
else, or what has changed since, nothing is written. Without FILE it reads standard
input. Refused statements go to standard error and change nothing; then the exit code
is 1.`
	c.examples = []example{
		{"partitionlab sstable -out files data.cql", "writes files/KEYSPACE/TABLE/nb-1-big-Data.db"},
		{"partitionlab sstable -json -out files data.cql", "and prints what each byte means"},
	}
	out := c.flags.String("out", "", "`folder` that the files are written to")
	lines := c.flags.Bool("jsonl", false, "each input line is a JSON string with one statement")
	layout := c.flags.Bool("json", false, "print what each byte means, as JSON")
	format := c.choice("format", "format of the files: nb is what 5.0 as shipped, 4.0 and 4.1 write", "nb", "oa", "da")
	report := c.reports("report")
	cluster, in := c.cluster(), c.inputs()
	c.run = func(files []string, std stdio) int {
		f, _ := sstable.ParseFormat(*format)
		switch {
		case cluster.Now != nil && *cluster.Now < 0:
			return c.wrong(std, "-now %d: the clock counts seconds since 1970", *cluster.Now)
		case *layout && c.given("report"):
			return c.wrong(std, "-json and -report exclude each other")
		case *out == "":
			return c.wrong(std, "-out is missing: name the folder for the files")
		}
		if err := owner.Check(*out); err != nil {
			return c.unprepared(std, "-out", err)
		}
		var s *session.Session
		var statements, read []string
		over := false
		r := report.start(nil, cluster.Budget, std)
		say := func(src *diag.Source, d diag.Diagnostic) { r.Add(finding.Finding{Diagnostic: d, Source: src}) }
		if *lines {
			scope, err := on(in, std).Scope()
			if err != nil {
				return c.unplanned(std, err)
			}
			if err := cluster.Refused(scope); err != nil {
				return c.wrong(std, "%v", err)
			}
			s = cluster.Session(scope)
			sources, err := readSources(files, std.in)
			if err != nil {
				return c.failed(std, err)
			}
			for _, src := range sources {
				texts, err := jsonLines(src.Text)
				if err != nil {
					return c.wrong(std, "%s: %v", inputName(src.Name), err)
				}
				r.Files = append(r.Files, src.Name)
				for _, line := range texts {
					a := s.Exec(line.text)
					statements = append(statements, line.text)
					over = over || a.Ended != nil
					r.Statements++
					if trouble(&a) != "" {
						say(src, troubled(&a, line.at))
					}
				}
			}
		} else {
			work, err := on(in, std).Read(files, func(name string) bool { return strings.EqualFold(filepath.Ext(name), ".cql") })
			switch {
			case err != nil:
				return c.unplanned(std, err)
			case len(work.Batches) != 1:
				return c.wrong(std, "these are files of several projects: name those of one")
			}
			r.Site = work.Site()
			own := *r // what the judge itself reports is for check
			if err := cluster.Refused(work.Batches[0].Scope); err != nil {
				return c.wrong(std, "%v", err)
			}
			j := review.NewJudge(work.Batches[0], cluster, in.Definitions(work.Batches[0].Scope), &own)
			j.Operate = true
			j.Results = func(src *diag.Source, a *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) {
				at := place(diag.Diagnostic{Span: a.Span}).Span
				statements = append(statements, src.Text[min(at.Start, len(src.Text)):min(at.End, len(src.Text))])
				if trouble(a) != "" {
					d := troubled(a, at)
					if a.Diag != nil {
						d = place(*a.Diag)
					}
					say(src, d)
				}
			}
			j.Run()
			for _, f := range own.Findings {
				if f.Rule == review.Misstep { // the files would be others
					f.Severity = diag.Refused
					say(f.Source, f.Diagnostic)
				}
			}
			over = j.Over
			s, r.Files, r.Statements = j.Session, own.Files, own.Statements
			for _, u := range work.Batches[0].Units {
				read = append(read, u.Source.Name)
			}
			read = append(read, in.Config)
		}
		r.Sort()
		if !c.given("report") {
			if err := r.Write(std.err, "text"); err != nil {
				return c.failed(std, err)
			}
		}
		code := clean
		if r.Failed() {
			code = found
		}
		if over { // the files would be others
			if c.given("report") {
				report.write(r, std)
			}
			return notDone
		}

		read = append(read, r.Files...)
		var all []flushed
		var fileNames []string
		for _, t := range written(s) {
			for i, store := range s.Flushes(t) {
				all = append(all, flushed{path.Join(t.Keyspace, t.Name, dataName(f, i+1)), store})
				fileNames = append(fileNames, all[len(all)-1].name)
			}
		}
		var layouts []layoutJSON
		noted, most := 0, max(int(cluster.Budget*usualNotes), 1)
		if *layout { // before anything is written: it may be too much; what was encoded for it is not kept
			for _, file := range all {
				l, n, err := annotated(file.rows, f, most-noted)
				if err != nil {
					return c.failed(std, err)
				}
				if noted += n; noted > most {
					return c.failed(std, fmt.Errorf("over budget: the files have more than %s fields to say something of, and nothing is written. -budget 10 allows ten times as many; without -json there is no limit to them", number.Count(most)))
				}
				layouts = append(layouts, describe(l, file.name))
				beside, err := sstable.Components(file.rows, f)
				if err != nil {
					return c.failed(std, err)
				}
				for _, c := range beside {
					last := &layouts[len(layouts)-1]
					last.Beside = append(last.Beside, besideJSON(c))
				}
			}
		}
		into, err := owner.Open(*out, fileNames, func(name string) error { return project.Apart(name, read, std.in) })
		if err != nil {
			return c.unprepared(std, "-out", err)
		}
		for _, file := range all {
			data, err := sstable.Encode(file.rows, f)
			if err == nil {
				err = into.Write(file.name, data)
			}
			if err != nil {
				into.Abort()
				return c.failed(std, err)
			}
			r.Written = append(r.Written, finding.File{Name: file.name, Bytes: len(data)})
		}
		if err := into.Close(); err != nil {
			return c.failed(std, err)
		}
		if r.Left > 0 {
			code = notDone
		}
		if c.given("report") {
			if err := report.write(r, std); err != nil {
				return c.failed(std, err)
			}
			return code
		}
		c.left(r.Left, "finding", r.Room, std)
		if *layout {
			e := json.NewEncoder(std.out)
			e.SetEscapeHTML(false)
			if err := e.Encode(map[string]any{"statements": statements, "tables": layouts}); err != nil {
				return c.failed(std, err)
			}
		}
		return code
	}
	return c
}

// usualNotes is how many fields -json says something of, usually: each takes 2 kB in memory.
const usualNotes = 200_000

// noteBytes is how much text a field has room for: that of a value may be far longer, and
// counts as several fields.
const noteBytes = 1000

// fewestFields is how many fields each partition has: the length of its key, the key, what
// deletes it, and its end.
const fewestFields = 4

// annotated says of each byte of a file what it is, and of how many fields. Where they are surely
// more than so many, it says nothing: headers of partitions get their notes in any case.
func annotated(s *memtable.Store, f sstable.Format, most int) (l *sstable.Layout, fields int, err error) {
	for range s.Partitions() {
		fields += fewestFields
	}
	if fields > most {
		return nil, fields, nil
	}
	if l, err = sstable.AnnotateSome(s, f, most, 0); err != nil {
		return nil, 0, err
	}
	return l, l.Fields + said(l)/noteBytes, nil
}

// said is how many bytes the texts of a layout have, whether or not they share memory: each
// is printed.
func said(l *sstable.Layout) (bytes int) {
	for i := range l.Notes {
		n := &l.Notes[i]
		bytes += len(n.Name) + len(n.Value) + len(n.Why) + len(n.Key) + len(n.Row) + len(n.Column) + len(n.Element)
	}
	return bytes
}

// owner is who writes into the folder.
const owner folder.Owner = "sstable"

// A flushed file has its name below the folder, and its rows.
type flushed struct {
	name string
	rows *memtable.Store
}

// dataName is the name that Cassandra gives the n-th Data.db of a table.
func dataName(f sstable.Format, n int) string {
	kind := "big"
	if f == sstable.DA {
		kind = "bti"
	}
	return fmt.Sprintf("%s-%d-%s-Data.db", f, n, kind)
}

// written lists the tables of which there are files, by name: no views, and none
// without rows.
func written(s *session.Session) []*schema.Table {
	var out []*schema.Table
	for _, ks := range s.Catalogue().Keyspaces {
		for _, t := range ks.Tables {
			if t.View == nil && len(s.Flushes(t)) > 0 {
				out = append(out, t)
			}
		}
	}
	slices.SortFunc(out, func(a, b *schema.Table) int {
		return strings.Compare(a.Keyspace+"."+a.Name, b.Keyspace+"."+b.Name)
	})
	return out
}

// A jsonLine is a statement, and where its line stands.
type jsonLine struct {
	text string
	at   diag.Span
}

// jsonLines reads one JSON string a line; empty lines do not count.
func jsonLines(text string) (out []jsonLine, err error) {
	at, n := 0, 0
	for line := range strings.Lines(text) {
		n++
		span := diag.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}
		at += len(line)
		if strings.TrimSpace(line) == "" {
			continue
		}
		var s string
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			return nil, fmt.Errorf("line %d is no JSON string: %w", n, ofJSON(err))
		}
		out = append(out, jsonLine{s, span})
	}
	return out, nil
}

// troubled is a diagnostic for a statement that did nothing, at its place.
func troubled(r *session.Outcome, at diag.Span) diag.Diagnostic {
	var d diag.Diagnostic
	switch {
	case r.Diag != nil:
		d = *r.Diag
	case r.NotJudged:
		d = diag.Diagnostic{Severity: diag.NotJudged, Message: trouble(r)}
	default:
		d = finding.Of("FILE-02", diag.Refused, at, trouble(r))
	}
	d.Span = at
	d.Fixes, d.Related = nil, nil // they count in the statement
	return d
}

// trouble tells why a statement did nothing; "" if it did what it says.
func trouble(r *session.Outcome) string {
	switch {
	case r.Diag != nil:
		return r.Diag.Kind.String() + ": " + r.Diag.Message
	case r.Ended != nil:
		d := review.OverBudget(r.Notes[0])
		return d.Message + ": " + d.Why + " " + d.Instead
	case r.NotJudged:
		return "not judged yet"
	case r.Prepared:
		return "bind markers have no values here; write them out"
	}
	return ""
}

// layoutJSON is one file with a note on each of its bytes.
type layoutJSON struct {
	Keyspace string       `json:"keyspace"`
	Table    string       `json:"table"`
	File     string       `json:"file"`
	Format   string       `json:"format"`
	Bytes    int          `json:"bytes"`
	Header   headerJSON   `json:"header"`
	Beside   []besideJSON `json:"components"` // the other files whose length is known
	Fields   []noteJSON   `json:"fields"`
}

type besideJSON struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// headerJSON is what the deltas and lists of missing columns in the file refer to.
type headerJSON struct {
	MinTimestamp int64    `json:"minTimestamp"`
	MinDeletion  int64    `json:"minLocalDeletionTime"`
	MinTTL       int32    `json:"minTTL"`
	Statics      []string `json:"statics"`
	Regulars     []string `json:"regulars"`
}

type noteJSON struct {
	Offset    int    `json:"offset"`
	Length    int    `json:"length"`
	Name      string `json:"name"`
	Value     string `json:"value,omitempty"`
	Why       string `json:"why"`
	Part      string `json:"part"`
	Partition int    `json:"partition"`
	Item      *int   `json:"item,omitempty"`
	Key       string `json:"key"`
	Row       string `json:"row,omitempty"`
	Column    string `json:"column,omitempty"`
	Element   string `json:"element,omitempty"`
	Statement *int32 `json:"statement,omitempty"` // index in statements
}

func describe(l *sstable.Layout, file string) layoutJSON {
	h := l.Header
	out := layoutJSON{
		Keyspace: h.Table.Keyspace, Table: h.Table.Name, File: file, Format: h.Format.String(), Bytes: len(l.Data),
		Header: headerJSON{h.Stats.MinTimestamp, h.Stats.MinDeletion, h.Stats.MinTTL, names(h.Statics), names(h.Regulars)},
	}
	for i := range l.Notes {
		n := &l.Notes[i]
		j := noteJSON{Offset: n.Offset, Length: n.Length, Name: n.Name, Value: n.Value, Why: n.Why, Part: n.Part.String(),
			Partition: n.Partition, Key: n.Key, Row: n.Row, Column: n.Column, Element: n.Element}
		if n.Item >= 0 {
			j.Item = &n.Item
		}
		if n.Write >= 0 {
			j.Statement = &n.Write
		}
		out.Fields = append(out.Fields, j)
	}
	return out
}

func names(columns []*schema.Column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Name
	}
	return out
}

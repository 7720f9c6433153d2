package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
goes to nb-2-big-Data.db, and so on. Without FILE it reads standard input. Refused
statements go to standard error and change nothing; then the exit code is 1.`
	c.examples = []example{
		{"partitionlab sstable -out files data.cql", "writes files/KEYSPACE/TABLE/nb-1-big-Data.db"},
		{"partitionlab sstable -json -out files data.cql", "and prints what each byte means"},
	}
	out := c.flags.String("out", "", "`folder` that the files are written to")
	lines := c.flags.Bool("jsonl", false, "each input line is a JSON string with one statement")
	layout := c.flags.Bool("json", false, "print what each byte means, as JSON")
	format := c.choice("format", "format of the files: nb is what 5.0 as shipped, 4.0 and 4.1 write", "nb", "oa", "da")
	cluster := c.cluster()
	c.run = func(files []string, std stdio) int {
		f, _ := sstable.ParseFormat(*format)
		switch {
		case *cluster.now < 0:
			return c.wrong(std, "-now %d: the clock counts seconds since 1970", *cluster.now)
		case *out == "":
			return c.wrong(std, "-out is missing: name the folder for the files")
		}
		sources, err := readSources(files, std.in)
		if err != nil {
			return c.failed(std, err)
		}

		s := cluster.session()
		code := 0
		var statements []string
		for _, src := range sources {
			if *lines {
				texts, err := jsonLines(src.Text)
				if err != nil {
					return c.wrong(std, "%s: %v", inputName(src.Name), err)
				}
				for i, text := range texts {
					r := s.Exec(text)
					statements = append(statements, text)
					if what := trouble(&r); what != "" {
						code = 1
						fmt.Fprintf(std.err, "%s: statement %d: %s\n", inputName(src.Name), i+1, what)
					}
				}
				continue
			}
			results := s.Script(src)
			for i := range results {
				r := &results[i]
				statements = append(statements, src.Text[min(r.Span.Start, len(src.Text)):min(r.Span.End, len(src.Text))])
				if what := trouble(r); what != "" {
					code = 1
					at := r.Span.Start
					if r.Diag != nil {
						at = r.Diag.Start
					}
					line, column := src.Position(at)
					fmt.Fprintf(std.err, "%s:%d:%d: %s\n", inputName(src.Name), line, column, what)
				}
			}
		}

		if err := os.MkdirAll(*out, 0o777); err != nil {
			return c.failed(std, err)
		}
		folder, err := os.OpenRoot(*out)
		if err != nil {
			return c.failed(std, err)
		}
		defer folder.Close()
		var layouts []layoutJSON
		for _, t := range written(s) {
			for i, store := range s.Flushes(t) {
				name := filepath.Join(t.Keyspace, t.Name, dataName(f, i+1))
				var data []byte
				var err error
				if *layout {
					var l *sstable.Layout
					if l, err = sstable.Annotate(store, f); err == nil {
						data = l.Data
						layouts = append(layouts, describe(l, filepath.ToSlash(name)))
						var beside []sstable.Component
						beside, err = sstable.Components(store, f)
						for _, c := range beside {
							last := &layouts[len(layouts)-1]
							last.Beside = append(last.Beside, besideJSON(c))
						}
					}
				} else {
					data, err = sstable.Encode(store, f)
				}
				if err == nil {
					err = writeBelow(folder, name, data)
				}
				if err != nil {
					return c.failed(std, err)
				}
			}
		}
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

// jsonLines reads one JSON string a line; empty lines do not count.
func jsonLines(text string) ([]string, error) {
	var out []string
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var s string
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("line %d is no JSON string: %v", n, err)
		}
		out = append(out, s)
	}
	return out, lines.Err()
}

// trouble tells why a statement did nothing; "" if it did what it says.
func trouble(r *session.Result) string {
	switch {
	case r.Diag != nil:
		return r.Diag.Kind.String() + ": " + r.Diag.Message
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

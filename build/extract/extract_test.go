package extract

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"partitionlab/wasm/diag"
)

var update = flag.Bool("update", false, "write what is found into testdata")

// TestFind: each archive of testdata holds the files of a program, and in "want"
// what is found in them. A line "define NAME=value" of the comment is an option.
func TestFind(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Define: map[string]string{}}
			for line := range strings.Lines(string(archive.Comment)) {
				if pair, ok := strings.CutPrefix(line, "define "); ok {
					key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
					o.Define[key] = value
				}
			}
			var files []*File
			want := -1
			for i, f := range archive.Files {
				if f.Name == "want" {
					want = i
					continue
				}
				files = append(files, &File{Source: diag.NewSource(f.Name, string(f.Data))})
			}
			Find(files, o)
			var b strings.Builder
			for _, f := range files {
				for i := range f.Pieces {
					show(&b, f, &f.Pieces[i])
					holds(t, f, &f.Pieces[i])
				}
			}
			if want < 0 {
				archive.Files = append(archive.Files, txtar.File{Name: "want"})
				want = len(archive.Files) - 1
			}
			if *update {
				archive.Files[want].Data = []byte(b.String())
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(archive.Files[want].Data), b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func show(b *strings.Builder, f *File, p *Piece) {
	line, column := f.Position(p.Span.Start)
	fmt.Fprintf(b, "%s:%d:%d %s", f.Name, line, column, p.Via)
	if p.Kind == Script {
		b.WriteString(" (script)")
	}
	if p.Keyspace != "" {
		b.WriteString(" in " + p.Keyspace)
	}
	fmt.Fprintf(b, "\n    %s\n", strings.Join(strings.Fields(p.Text), " "))
	for _, g := range p.Gaps {
		line, column := f.Position(g.Start)
		fmt.Fprintf(b, "    gap %d:%d %s\n", line, column, g.Expr)
	}
}

// holds checks what is true of every piece: each plain byte stands where the piece
// says.
func holds(t *testing.T, f *File, p *Piece) {
	t.Helper()
	at := 0
	for _, r := range p.runs {
		if r.at != at {
			t.Errorf("%s: a run starts at %d, not %d", f.Name, r.at, at)
		}
		at += r.size
		if r.file < 0 || r.file+r.span > len(f.Text) {
			t.Errorf("%s: a run lies outside of the file", f.Name)
		} else if r.plain && f.Text[r.file:r.file+r.span] != p.Text[r.at:r.at+r.size] {
			t.Errorf("%s: %q stands where %q should", f.Name, f.Text[r.file:r.file+r.span], p.Text[r.at:r.at+r.size])
		}
	}
	if at != len(p.Text) {
		t.Errorf("%s: the runs end at %d of %d", f.Name, at, len(p.Text))
	}
	for i := 0; i <= len(p.Text); i += 1 + len(p.Text)/100 {
		s := p.At(diag.Span{Start: i, End: len(p.Text)})
		if s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
			t.Errorf("%s: offset %d of %q is at %v", f.Name, i, p.Text, s)
		}
	}
}

// TestUnread: what is not looked through is told, with the place, and what stands before
// it is found all the same.
func TestUnread(t *testing.T) {
	for name, c := range map[string]struct{ text, said string }{
		"a.py":   {"import cassandra\nsession.execute('SELECT * FROM t')\nprint(" + strings.Repeat("f'{", maxDepth+1), "deeper than 20 levels"},
		"a.js":   {"import cassandra\nsession.execute('SELECT * FROM t')\nprint(" + strings.Repeat("`${", maxDepth+1), "deeper than 20 levels"},
		"b.js":   {"import cassandra\nsession.execute('SELECT * FROM t')\nprint(" + strings.Repeat("`${", maxDepth) + "1" + strings.Repeat("}`", maxDepth) + ")", ""},
		"b.java": {"import com.datastax;\nclass A { void a() { session.execute(\"SELECT * FROM t\"); " + strings.Repeat(`x = (`, 5000) + strings.Repeat("new String(", 5000), ""},
		"c.java": {"import com.datastax;\nclass A {" + strings.Repeat(`{ a = "";`, 150) + strings.Repeat("{", 3000) + strings.Repeat(`s.execute(a);`, 3000), "too tangled"},
		"d.java": {"import com.datastax;\nclass A { void a() { session.execute(" + strings.Repeat("(", 3000) + `"SELECT * FROM t"` + strings.Repeat(")", 3000) + "); } }", ""},
		"e.java": {"import com.datastax;\nclass A { void a() { session.execute(\"SELECT * FROM t\"); session.execute(" + strings.Repeat(`String.format("%s", `, 200) + `"SELECT"+" * FROM t"` + strings.Repeat(")", 200) + "); } }", "deeper than 100 levels"},
		"f.java": {"import com.datastax;\nclass A { static final String C0 = \"SELECT *\";\n" + constants(31) + "void a() { session.execute(C31 + \" FROM t\"); } }", ""},
		"g.java": {"import com.datastax;\nclass A { static final String C0 = \"SELECT *\";\n" + constants(33) + "void a() { session.execute(\"SELECT * FROM t\"); session.execute(C33 + \" FROM t\"); session.execute((C33 + \" FROM t\")); } }", "more than 32 times"},
		"h.js":   {"import cassandra\nsession.execute('SELECT * FROM t')\nx = ()\nsession.execute(() + 'a')", ""},
	} {
		f := &File{Source: diag.NewSource(name, c.text)}
		Find([]*File{f}, Options{})
		switch {
		case c.said == "" && f.Unread != nil:
			t.Errorf("%s: %v", name, f.Unread)
		case c.said != "" && (f.Unread == nil || !strings.Contains(f.Unread[0].Message, c.said)):
			t.Errorf("%s: it is not told that %s: %v", name, c.said, f.Unread)
		case name != "c.java" && len(f.Pieces) != 1:
			t.Errorf("%s: %d pieces", name, len(f.Pieces))
		}
	}
}

// constants are constants of Java of which each stands for the one before it.
func constants(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "static final String C%d = C%d;\n", i, i-1)
	}
	return b.String()
}

// TestNestedDeep: what is nested deeper than anybody writes costs no more than the rest, and
// what is not is found where it stands.
func TestNestedDeep(t *testing.T) {
	for _, c := range []struct {
		text  string
		found int
	}{
		{strings.Repeat("> ", 30) + "```cql\n" + strings.Repeat("> ", 30) + "SELECT 1;\n", 1},
		{strings.Repeat("> ", 200_000) + "```cql\n" + strings.Repeat("> ", 200_000) + "SELECT 1;\n", 0},
		{strings.Repeat("- ", 100_000) + "\n\n```cql\nSELECT 1;\n```\n", 1},
		{strings.Repeat("-", 500) + "\n\n```cql\n-- > > >\nSELECT 1;\n```\n", 1},
	} {
		f := &File{Source: diag.NewSource("a.md", c.text)}
		Find([]*File{f}, Options{})
		if len(f.Pieces) == 0 && c.found == 0 {
			continue
		}
		if len(f.Pieces) != c.found || !strings.Contains(f.Pieces[0].Text, "SELECT 1;") {
			t.Errorf("%.10q…: %d pieces", c.text, len(f.Pieces))
			continue
		}
		at := f.Pieces[0].At(diag.Span{Start: strings.Index(f.Pieces[0].Text, "SELECT"), End: len(f.Pieces[0].Text)})
		if !strings.HasPrefix(c.text[at.Start:], "SELECT 1;") {
			t.Errorf("%.10q…: found at %d", c.text, at.Start)
		}
	}
}

// TestOneStatement: a correction that adds a statement is none for the string of a program,
// which is sent as it is.
func TestOneStatement(t *testing.T) {
	fixes := func(name, text string) int {
		f := &File{Source: diag.NewSource(name, text)}
		Find([]*File{f}, Options{})
		if len(f.Pieces) != 1 {
			t.Fatalf("%s: %d pieces", name, len(f.Pieces))
		}
		return len(f.Pieces[0].Diagnostic(diag.Diagnostic{Fixes: []diag.Fix{
			{Title: "index", Edits: []diag.Edit{{Text: "CREATE INDEX ON t (b);\n"}}},
			{Title: "filter", Edits: []diag.Edit{{Span: diag.Span{Start: 27, End: 27}, Text: " ALLOW FILTERING"}}},
		}}).Fixes)
	}
	if n := fixes("a.py", "import cassandra\nsession.execute('SELECT a FROM t WHERE b = 1')\n"); n != 1 {
		t.Errorf("in a program: %d fixes", n)
	}
	if n := fixes("a.md", "```cql\nSELECT a FROM t WHERE b = 1;\n```\n"); n != 2 {
		t.Errorf("in a page: %d fixes", n)
	}
}

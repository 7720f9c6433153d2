package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// TestPlans compares what is drawn of each statement of testdata/plans/*.txtar
// with the file: the nodes of the ring (R a replica, A asked), the partitions and
// the rows (✓ read, ✕ thrown away, + written, † deleted).
func TestPlans(t *testing.T) {
	files, _ := filepath.Glob("testdata/plans/*.txtar")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, path := range files {
		ar, err := txtar.ParseFile(path)
		if err != nil || len(ar.Files) < 2 {
			t.Fatal(path, err)
		}
		conn := session.New(session.Settings{Keyspace: "lab"})
		for _, r := range conn.Script(diag.NewSource("", string(ar.Files[0].Data))) {
			if r.Diag != nil {
				t.Fatal(r.Diag.Message)
			}
		}
		text := string(ar.Files[1].Data)
		var b strings.Builder
		for _, r := range conn.Script(diag.NewSource("", text)) {
			if r.Diag != nil || r.Verdict.Plan == nil {
				t.Fatalf("%s: %v", text[r.Span.Start:r.Span.End], r.Diag)
			}
			b.WriteString(text[r.Span.Start:r.Span.End] + "\n" + drawn(accessOf("x", r.Verdict.Plan, example)) + "\n")
		}
		want := ""
		if len(ar.Files) > 2 {
			want = string(ar.Files[2].Data)
		}
		if *update {
			ar.Files = append(ar.Files[:2], txtar.File{Name: "drawn", Data: []byte(b.String())})
			if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if b.String() != want {
			t.Errorf("%s differs (run with -update to accept):\n%s", path, b.String())
		}
	}
}

func drawn(a *figure.Access) string {
	s := "  " + a.Title + "\n  ring "
	for _, n := range a.Ring.Nodes {
		s += string(".RA"[n.Mark])
	}
	for _, k := range a.Ring.Keys {
		s += ", " + k.Name
	}
	if len(a.Ring.Arcs) > 0 {
		s += ", an arc"
	}
	if len(a.Rows) > 0 {
		s += "\n  rows "
		signs := []rune(".✓✕+†")
		if a.Static != 0 {
			s += string(signs[a.Static]) + "|"
		}
		for _, m := range a.Rows {
			s += string(signs[m])
		}
		s += [...]string{" ←", "", " →"}[a.Arrow+1]
	}
	return s + "\n  " + a.Desc + "\n"
}

// TestPlansAreKept: at the next key press only the figure of the changed statement
// is drawn again, and only what it shows is patched.
func TestPlansAreKept(t *testing.T) {
	text := "CREATE TABLE users (id int PRIMARY KEY, name text);\n"
	for range 40 {
		text += "SELECT name FROM users WHERE id = ?;\n"
	}
	s, diags := Parse("check", "id = a\ntitle = a\ncql:\n"+text, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	r := s.Start()
	press := func(text string) (*view.Node, map[*view.Node]bool) {
		r.Set(codeKey, text)
		tree := view.Normal(r.Run().View)
		plans := map[*view.Node]bool{}
		tree.Find(func(n *view.Node) bool {
			if class, _ := n.Attr("class"); class == "plan" {
				plans[n] = true
			}
			return false
		})
		return tree, plans
	}
	before, first := press(text)
	changed := strings.Replace(text, "id = ?", "id = 7", 1)
	after, second := press(changed)
	kept := 0
	for n := range second {
		if first[n] {
			kept++
		}
	}
	if len(first) != 40 || len(second) != 40 || kept != 39 {
		t.Errorf("%d figures, then %d, of which %d are the same", len(first), len(second), kept)
	}
	for _, p := range view.Diff(before, after) {
		n := before
		for _, i := range p.Path {
			if class, _ := n.Attr("class"); class == "statements" && i > 2 {
				t.Errorf("a patch changes statement %d: %+v", i, p)
			}
			if i < len(n.Kids()) {
				n = n.Kids()[i]
			}
		}
	}
	plain, _ := Parse("check", "id = a\ntitle = a\ncql:\n"+text, nil)
	if got, want := view.HTML(after), view.HTML(Run(plain, Inputs{codeKey: changed}).View); got != want {
		t.Error("what is kept is not what is drawn")
	}
}

// TestWarnedPlan: a read that the server warns of shows what it costs, too.
func TestWarnedPlan(t *testing.T) {
	s, diags := Parse("check", "id = a\ntitle = a\ncql:\nCREATE TABLE users (id int PRIMARY KEY, name text);\nSELECT count(*) FROM users;", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	warned := Run(s, nil).View.Find(func(n *view.Node) bool { c, _ := n.Attr("class"); return c == "statement warning" })
	if warned == nil {
		t.Fatal("the server warns of an aggregate without a partition key")
	}
	for _, want := range []string{"Scans every partition", "The whole ring"} {
		if !strings.Contains(warned.PlainText(), want) {
			t.Errorf("%q is not in %q", want, warned.PlainText())
		}
	}
}

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
			b.WriteString(text[r.Span.Start:r.Span.End] + "\n" + drawn(accessOf("x", r.Verdict.Plan)) + "\n")
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

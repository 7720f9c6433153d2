package lab

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/view"
)

// TestLearner shows what the page says to the most common mistakes: the server's
// words, then in two lines the cause and what to write instead. Whoever changes
// the file reads it as a learner who knows SQL: do the two lines help? The tables
// are in "schema"; a second statement of an example is there for its context.
func TestLearner(t *testing.T) {
	const path = "testdata/learner/mistakes.txtar"
	ar, err := txtar.ParseFile(path)
	if err != nil || len(ar.Files) == 0 {
		t.Fatal(path, err)
	}
	schema := string(ar.Files[0].Data)
	files := []txtar.File{ar.Files[0]}
	mistakes := 0
	for i, f := range ar.Files {
		name, ok := strings.CutSuffix(f.Name, ".cql")
		if !ok {
			continue
		}
		mistakes++
		text := strings.TrimSpace(string(f.Data))
		s, diags := Parse("check", "id = a\ntitle = a\nschema = s\ncql:\n"+text+"\n", func(string) (string, error) { return schema, nil })
		if len(diags) > 0 {
			t.Fatalf("%s: %s", f.Name, diags[0].Message)
		}
		page := Run(s, nil).View
		finding := page.Find(func(n *view.Node) bool { c, _ := n.Attr("class"); return c == "finding refused" })
		if finding == nil {
			t.Errorf("%s: nothing is refused", f.Name)
			continue
		}
		got := answer(finding)
		lines := strings.Split(strings.TrimSpace(got), "\n")
		note := func(s string) bool { // on a table or an index that is proposed, or on what is refused next
			return strings.Contains(s, ", Cassandra refuses it still: ") || strings.HasPrefix(s, "Before you take that table, advice ") || strings.HasPrefix(s, "A table for this query, ") || strings.HasPrefix(s, "Without the partition key, a read with an index ")
		}
		lines = slices.DeleteFunc(lines, note)
		if last := lines[len(lines)-1]; len(lines) > 3 || !strings.HasPrefix(last, "Instead: ") {
			t.Errorf("%s: want the server's words, the cause and what to write instead:\n%s", f.Name, got)
		}
		// Each button changes the text, and the page no longer says the same.
		finding.Find(func(n *view.Node) bool {
			name, button := n.Attr("data-with")
			if !button {
				return false
			}
			r := s.Start()
			r.Run()
			e := r.Do("fix", name)
			if e.Put == nil {
				t.Errorf("%s: %q does nothing", f.Name, n.PlainText())
				return false
			}
			repaired := e.Put.Text
			after := Run(s, Inputs{codeKey: repaired}).View.Find(func(n *view.Node) bool { c, _ := n.Attr("class"); return c == "finding refused" })
			if repaired == text || after != nil && after.Children[0].PlainText() == finding.Children[0].PlainText() {
				t.Errorf("%s: %q repairs nothing: %s", f.Name, n.PlainText(), repaired)
			}
			return false
		})
		files = append(files, f, txtar.File{Name: name + ".out", Data: []byte(got)})
		if *update {
			continue
		}
		if i+1 == len(ar.Files) || ar.Files[i+1].Name != name+".out" || string(ar.Files[i+1].Data) != got {
			t.Errorf("%s: the page says\n%s", f.Name, got)
		}
	}
	if mistakes < 20 {
		t.Errorf("only %d mistakes", mistakes)
	}
	if *update {
		ar.Files = files
		if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// answer is a finding in lines of text, without the excerpt and the link. What
// buttons do stands in brackets.
func answer(finding *view.Node) string {
	var b strings.Builder
	for _, n := range finding.Kids() {
		if class, _ := n.Attr("class"); class == "place" || class == "related" {
			continue
		}
		var words []string
		for _, part := range n.Kids() {
			switch text := strings.TrimSpace(part.PlainText()); {
			case text == "":
			case part.Tag == "button":
				words = append(words, "["+text+"]")
			case part.Tag != "a":
				words = append(words, text)
			}
		}
		b.WriteString(strings.ReplaceAll(strings.Join(words, " "), " : ", ": ") + "\n")
	}
	return b.String()
}

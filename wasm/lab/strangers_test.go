package lab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"
)

// TestBrowserKnowsNoWidget: the program in the page learns the names of widgets and of
// their fields from the page, so that a new one needs nothing there.
func TestBrowserKnowsNoWidget(t *testing.T) {
	known := map[string]string{}
	for _, k := range kinds {
		known[k.name] = "the name of a widget"
	}
	for _, s := range chapters(t) {
		for _, f := range s.widget.fields {
			known[f.Key] = "a key of the widget " + s.Kind + ", which has to be called otherwise: no key is a word that the program in the page uses"
		}
	}
	for text, at := range literals(t, "../browser/*.go") {
		if what := known[text]; what != "" && !webWords[text] {
			t.Errorf("%s: %q is %s", at, text, what)
		}
	}
}

// webWords are keys that the web uses for something else, too.
var webWords = map[string]bool{"target": true, "fill": true}

// literals are the strings in Go files, with a place for each.
func literals(t *testing.T, pattern string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no files", pattern, err)
	}
	all := map[string]string{}
	files := token.NewFileSet()
	for _, name := range names {
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				all[text] = files.Position(l.Pos()).String()
			}
			return true
		})
	}
	return all
}

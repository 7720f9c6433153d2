package extract

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/diag"
)

// FuzzFind: whatever a file holds, looking for CQL in it ends, and each piece knows
// where it stands.
func FuzzFind(f *testing.F) {
	exts := slices.Sorted(maps.Keys(languages))
	exts = append(exts, ".md", ".yaml")
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(text).Files {
			if i := slices.Index(exts, filepath.Ext(file.Name)); i >= 0 {
				f.Add(uint8(i), string(file.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, ext uint8, text string) {
		file := &File{Source: diag.NewSource("a"+exts[int(ext)%len(exts)], text)}
		Find([]*File{file}, Options{Define: map[string]string{"x": "1"}})
		for i := range file.Pieces {
			p := &file.Pieces[i]
			holds(t, file, p)
			span := diag.Span{Start: len(p.Text) / 3, End: 2 * len(p.Text) / 3}
			d := p.Diagnostic(diag.Diagnostic{Span: span, Fixes: []diag.Fix{{Edits: []diag.Edit{{Span: span, Text: "a\"'`\\\n${{"}}}}})
			for _, fix := range d.Fixes {
				if e := fix.Edits[0]; e.Start < 0 || e.End < e.Start || e.End > len(text) {
					t.Errorf("an edit at %v", e.Span)
				}
			}
		}
	})
}

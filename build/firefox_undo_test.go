//go:build browsers

package build

import (
	"fmt"
	"testing"
)

// TestFirefoxUndo: each press takes something back of what was typed, no more than it would without
// the program, until nothing is left; and makes it again.
func TestFirefoxUndo(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := pageAt(t, site, "model/")
	f := openFox(t)
	f.must("resize", f.Size(1200, 900))
	f.visit(root+p.Path, len(p.Widgets))
	const area = `document.querySelector(".lab textarea")`
	text := func() string { return foxEval[string](f, area+`.value`) }
	before := text()
	f.must("go into the editor", f.Eval(`(`+area+`.focus(), `+area+`.setSelectionRange(0, 0), true)`, nil))
	f.must("type", f.Type("-- a comment"))
	f.until("it is there", area+`.value.startsWith("-- a comment")`)
	f.until("a while has gone by", `(window.then ??= performance.now()) < performance.now() - 1500`)
	f.must("type", f.Type(" of more words"))
	f.until("it is there, too", area+`.value.startsWith("-- a comment of more words")`)
	after := text()
	for _, c := range []struct{ key, to string }{{"z", before}, {"y", after}, {"z", before}} {
		for range 4 {
			if now := text(); now != c.to {
				f.must("press", f.Press("\uE009", c.key))
				f.until(c.key+" does something", area+`.value !== `+fmt.Sprintf("%q", now))
			}
		}
		if got := text(); got != c.to {
			t.Errorf("after %s: %q, want %q", c.key, got[:40], c.to[:40])
		}
	}
}

package build

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTypingStays: whoever types a table of their own, and then how long its values are,
// key by key, keeps the field, the focus and all that was typed.
func TestTypingStays(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1280, 900)
	b.visit(root+"size/", 1)
	// Whoever opens the schema to edit it is in the editor.
	eval[bool](b, `(document.querySelector(".schema > summary").focus(), true)`)
	b.do("open", chromedp.KeyEvent(kb.Enter))
	b.until("the editor has the focus", `document.activeElement.matches(".schema textarea")`)
	eval[bool](b, `(document.activeElement.select(), true)`)
	const table = "CREATE TABLE shop.customers (region text, id uuid, name text, tags set<text>, note text, PRIMARY KEY (region, id)) WITH CLUSTERING ORDER BY (id DESC);"
	for _, key := range table {
		b.do("type", chromedp.KeyEvent(string(key)))
	}
	b.until("the whole table is in the field that has the focus", `document.activeElement.matches("textarea") && document.activeElement.value === "`+table+`"`)
	b.until("it is sized", `document.querySelector(".schema .table-name")?.textContent === "customers" && document.querySelector(".answer").textContent.includes("provisional")`)
	eval[bool](b, `(document.querySelector(".tab-inputs > summary").click(), true)`)
	for _, key := range []string{"rows", "len.name", "len.tags", "count.tags", "len.region"} {
		b.until(key+" has a field", `document.querySelector('[data-input="`+key+`"]')`)
		eval[bool](b, `(() => { const e = document.querySelector('[data-input="`+key+`"]'); e.focus(); e.select(); return true; })()`)
		for _, digit := range []string{"2", "0", "0", kb.Backspace} {
			b.do("type", chromedp.KeyEvent(digit))
			b.until(key+" keeps the focus", `document.activeElement.dataset.input === "`+key+`" && document.activeElement.closest("details")?.open !== false`)
		}
		b.until(key+" has all that was typed", `document.activeElement.value === "20"`)
	}
	b.until("the answer is for all of it", `document.querySelector(".answer").textContent.includes("20 rows")`)
	b.content(root)
}

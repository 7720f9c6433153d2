package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestWorkbenchEditor: the editor over the text of the workbench says what the program says,
// hands on what is typed, and holds nobody's keyboard.
func TestWorkbenchEditor(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	p := pageAt(t, site, "workbench/")
	b.visit(root+p.Path, len(p.Widgets))
	const (
		inside = `document.querySelector(".bench-code").shadowRoot`
		area   = `document.querySelector(".bench textarea")`
		tabs   = `[...document.querySelectorAll(".bench-files [role=tab]")]`
	)
	b.until("the editor is there, with colours", `document.querySelector(".bench-code") && `+inside+`.querySelector(".role-key")`)
	press := func(key string, with ...chromedp.KeyOption) { b.do("press "+key, chromedp.KeyEvent(key, with...)) }
	text := func() string { return eval[string](b, area+".value") }
	said := func(words string) {
		b.until("the answer is "+words, fmt.Sprintf(`!document.querySelector(".lab.waiting") && document.querySelector(".bench .headline").textContent.includes(%q)`, words))
	}

	eval[bool](b, tabs+`[1].click() ?? true`)
	press(kb.End, chromedp.KeyModifiers(2))
	b.typing(" SELECT nme FROM chat.channels_by_member;")
	said("refuses 2 of 7")
	b.until("the place is underlined", `[...`+inside+`.querySelectorAll(".cm-lintRange-error")].some((e) => e.textContent === "nme")`)
	b.until("what holds for the statement under the cursor", `document.querySelector(".bench-here").textContent.includes("refused")`)

	// A proposal is taken with Enter.
	b.typing(" SELECT joined_at FROM chat.chan")
	b.until("the table is proposed", inside+`.querySelector(".cm-tooltip-autocomplete li[aria-selected=true]")?.textContent.includes("channels_by_member")`)
	eval[bool](b, `new Promise((done) => setTimeout(() => done(true), 200))`) // the editor takes no key so soon after a list has opened
	// Chromedp's Enter is two events, of which the editor cannot hold back the second.
	eval[bool](b, inside+`.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, bubbles: true, cancelable: true })) || true`)
	b.until("it is taken", area+`.value.endsWith("FROM chat.channels_by_member")`)
	b.typing(" WHERE member = ?;")
	said("refuses 2 of 8")

	// A repair changes the text of the editor.
	before := text()
	eval[bool](b, `document.querySelector('.marks [data-do="fix"]').click() ?? true`)
	b.until("the text is repaired in both", fmt.Sprintf(`%s.value !== %q && %s.querySelector(".cm-content").textContent.length > 100`, area, before, inside))

	// F12 leads to where a name is made, in another file.
	eval[bool](b, tabs+`[1].click() ?? true`)
	press(kb.End, chromedp.KeyModifiers(2))
	press(kb.ArrowLeft)
	press(kb.ArrowLeft)
	press(kb.ArrowLeft)
	press(kb.ArrowLeft)
	press(kb.ArrowLeft)
	b.until("the answer is there", `!document.querySelector(".lab.waiting")`)
	press(kb.F12)
	b.until("the first file is open", tabs+`[0].getAttribute("aria-selected") === "true"`)

	// Tab leaves the text as it is.
	before = text()
	press(kb.Escape)
	press(kb.Tab)
	if where := eval[string](b, `document.activeElement.className`); strings.Contains(where, "bench-code") || text() != before {
		t.Errorf("after Tab the focus is in %q, and the text %v", where, text() == before)
	}

	// Files change their order by keys.
	eval[bool](b, tabs+`[0].focus() ?? true`)
	press(kb.ArrowRight, chromedp.KeyModifiers(1))
	b.until("the queries come first", area+`.value.startsWith("-- file: queries.cql")`)
	b.until("the moved file has the focus", `document.activeElement.textContent.startsWith("2 schema.cql")`)

	// What the address keeps comes back.
	b.until("the address has it", `location.hash.includes("own.q=")`)
	before = text()
	b.reload()
	b.until("the files are back", tabs+`.length === 2 && `+area+fmt.Sprintf(`.value === %q`, before))
	b.content(root)
}

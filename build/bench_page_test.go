package build

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"partitionlab/wasm/lab"
)

// workbench opens the workbench, with a text where one is given, and waits for its editor and what
// is said of the text there.
func (b *tab) workbench(root, text string, settings lab.Inputs) {
	b.t.Helper()
	link := root + "workbench/"
	if text != "" {
		link = lab.BenchLink(root, text, settings)
	}
	b.visit(link, 1)
	b.until("the editor is there, with colours", `document.querySelector(".bench-code")?.shadowRoot.querySelector(".role-key") && !document.querySelector(".lab.waiting")`)
}

// TestWorkbenchEditor: the editor over the text of the workbench says what the program says,
// hands on what is typed, and holds nobody's keyboard.
func TestWorkbenchEditor(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.workbench(root, "", nil)
	const (
		inside = `document.querySelector(".bench-code").shadowRoot`
		area   = `document.querySelector(".bench textarea")`
		tabs   = `[...document.querySelectorAll(".bench-files [role=tab]")]`
	)
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

	// What the editor has, nothing else on the page takes for its own.
	eval[bool](b, tabs+`[0].click() ?? true`)
	press(kb.End, chromedp.KeyModifiers(2))
	b.typing(" //")
	b.until("a slash is typed", area+`.value.includes(" //") && !document.querySelector("dialog[open]")`)
	press(kb.Backspace)
	press(kb.Backspace)

	// A step that a button writes stands beside what is typed before and after it, also where the
	// page has had to make its form anew; and no mark of an older text stays.
	eval[bool](b, `(document.querySelector("form.bench").id = "", true)`)
	eval[bool](b, tabs+`[0].click() ?? true`)
	press(kb.End, chromedp.KeyModifiers(2))
	eval[bool](b, `(() => {
	document.execCommand("insertText", false, "\n-- before");
	document.querySelector('[data-do="operate"][data-with="compact"]').click();
	return true;
})()`)
	press(kb.End, chromedp.KeyModifiers(2))
	b.typing("\nSELECT")
	b.until("what is wrong is marked", inside+`.querySelector(".cm-lintRange-error, .cm-lintPoint-error") && `+tabs+`[1].textContent.includes("✕")`)
	press(kb.Backspace)
	press(kb.Backspace)
	press(kb.Backspace)
	press(kb.Backspace)
	press(kb.Backspace)
	press(kb.Backspace)
	b.until("the step is there, and no mark", area+`.value.includes("-- before") && `+area+`.value.trimEnd().endsWith("-- lab:compact") && `+inside+`.querySelector(".cm-content").textContent.includes("-- lab:compact") && !document.querySelector(".lab.waiting") && !`+tabs+`[1].textContent.includes("✕")`)

	// A column gets another name in all files; a name that is taken is told.
	eval[bool](b, tabs+`[1].click() ?? true`)
	press(kb.Home, chromedp.KeyModifiers(2))
	eval[bool](b, fmt.Sprintf(`(() => {
	const line = [...%s.querySelectorAll(".cm-line")].find((e) => e.textContent.includes("joined_at")), text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
	while (!text.nextNode().data.includes("joined_at"));
	getSelection().collapse(text.currentNode, text.currentNode.data.indexOf("joined_at") + 3);
	return true;
})()`, inside))
	b.until("the answer is there", `!document.querySelector(".lab.waiting")`)
	press(kb.F2)
	b.until("the name is asked for", `document.querySelector("dialog[open] input") === document.activeElement && document.activeElement.value === "joined_at"`)
	enter := func() { // as for the proposal, one event
		eval[bool](b, `(document.activeElement.form.requestSubmit(), true)`)
	}
	b.typing("member")
	enter()
	b.until("it is taken", `document.querySelector("dialog[open] [role=alert]").textContent.includes("already")`)
	eval[bool](b, `(document.activeElement.select(), true)`)
	b.typing("since")
	enter()
	b.until("it is renamed in both files", `!document.querySelector("dialog[open]") && !`+area+`.value.includes("joined_at") && `+area+`.value.split("since").length === 3`)

	// What was done to several files, or to their list, is undone at once, by a button or the keys,
	// also when another file was looked at meanwhile.
	renamed := text()
	eval[bool](b, tabs+`[1].click() ?? true`)
	eval[bool](b, tabs+`[0].click() ?? true`)
	press("z", chromedp.KeyModifiers(2))
	b.until("both files have the former name", area+`.value.split("joined_at").length === 3`)
	b.until("it is said what was undone, and it can be done again", `document.querySelector(".bench-note").textContent.includes("Taken back: joined_at is called since now, in 2 places.") && !document.querySelector(".bench-note").textContent.includes("Take it back")`)
	eval[bool](b, `[...document.querySelectorAll(".bench-note button")].find((e) => e.textContent === "Make it again").click() ?? true`)
	b.until("both files have the later name", area+`.value === `+fmt.Sprintf("%q", renamed))
	press("z", chromedp.KeyModifiers(2))
	b.until("both files have the former name again", area+`.value.split("joined_at").length === 3`)
	press("y", chromedp.KeyModifiers(2))
	b.until("the keys make it again", area+`.value === `+fmt.Sprintf("%q", renamed)+` && document.querySelector(".bench-note").textContent.includes("Take it back")`)
	eval[bool](b, `[...document.querySelectorAll(".bench-tools button")].find((e) => e.textContent === "Remove").click() ?? true`)
	b.until("the file is gone", tabs+`.length === 1 && `+area+`.value !== `+fmt.Sprintf("%q", renamed))
	eval[bool](b, `[...document.querySelectorAll(".bench-note button")].find((e) => e.textContent === "Take it back").click() ?? true`)
	b.until("the file is back at its place", tabs+`.length === 2 && `+area+`.value === `+fmt.Sprintf("%q", renamed))

	// Files are dropped: queries come behind what they ask, and what is not taken is named.
	eval[bool](b, `(() => {
	const data = new DataTransfer(), add = (name, ...parts) => data.items.add(new File(parts, name));
	add("a-queries.cql", "-- the sign \ufffd itself\n-- B", new Uint8Array([0xfc]), "cher\nSELECT v FROM lab.dropped WHERE k = 1;");
	add("schema.cql", "\ufeffCREATE TABLE lab.dropped (k int PRIMARY KEY, v int);");
	add("large.cql", new Uint8Array(21e6));
	add("picture.cql", new Uint8Array([137, 80, 0, 0]));
	add("logo.png", "x");
	add("marks.cql", "a" + "\u0301".repeat(101));
	add("cut.zip", "PK\x03\x04");
	add("good.zip", Uint8Array.from(atob("`+zipped(t)+`"), (c) => c.charCodeAt(0)));
	document.querySelector(".bench-editor").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	return true;
})()`)
	b.until("what was opened is told", `document.querySelector(".bench-note").textContent.includes("Opened 3 files: schema.cql as schema 2.cql, a-queries.cql, up/more.cql")`)
	if note := eval[string](b, `document.querySelector(".bench-note").innerText`); !strings.Contains(note, "large.cql is 21 MB large") || !strings.Contains(note, "picture.cql holds no text") || !strings.Contains(note, "marks.cql has more than 100 marks on one letter") ||
		!strings.Contains(note, "logo.png ends neither") || !strings.Contains(note, "cut.zip cannot be read as a zip") || !strings.Contains(note, "../up/more.cql is called up/more.cql") || !strings.Contains(note, "secret.cql is encrypted") ||
		!strings.Contains(note, "a-queries.cql is no UTF-8: in line 2 stands the byte 0xFC.") {
		t.Errorf("of what was dropped is said: %s", note)
	}
	b.until("the files are behind the others, told apart", `[...document.querySelectorAll(".bench-files [role=tab]")].map((e) => e.title.split(":")[0]).join() === "queries.cql,schema.cql,schema 2.cql,a-queries.cql,up/more.cql"`)

	// Of two drops, one upon the other, both are told; and names in a zip lead nowhere out of it.
	eval[bool](b, `(() => {
	for (const [name, ...parts] of [["odd.cql", "-- ", new Uint8Array([0xf6])], ["b.cql", "-- file: ../../out.cql\nSELECT now() FROM system.local;\n"]]) {
		const data = new DataTransfer();
		data.items.add(new File(parts, name));
		document.querySelector(".bench-editor").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	}
	const make = URL.createObjectURL;
	URL.createObjectURL = (blob) => (globalThis.made = blob, make.call(URL, blob));
	return true;
})()`)
	b.until("both drops are told", `((said) => said.includes("Opened 1 file: odd.cql") && said.includes("odd.cql is no UTF-8") && said.includes("Opened 1 file: b.cql as ../../out.cql"))(document.querySelector(".bench-note").textContent)`)
	eval[bool](b, `[...document.querySelectorAll(".bench-tools button")].find((e) => e.textContent === "Save as zip").click() ?? true`)
	b.until("the zip is made", `globalThis.made`)
	if zip := eval[string](b, `made.text()`); strings.Contains(zip, "../") || !strings.Contains(zip, "out.cql") {
		t.Error("a name in the zip leads out of it")
	}

	// So is what is pasted.
	before = text()
	eval[bool](b, `(() => {
	const data = new DataTransfer();
	data.setData("text/plain", "a" + "\u0301".repeat(101));
	`+inside+`.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	return true;
})()`)
	if note := eval[string](b, `document.querySelector(".bench-note").innerText`); !strings.Contains(note, "was not taken") || text() != before {
		t.Errorf("of pasted marks is said %q, and the text has changed: %v", note, text() != before)
	}

	// Arrow keys lead through the tabs of the answers.
	eval[bool](b, `(document.querySelector(".bench .tab > summary").focus(), true)`)
	press(kb.ArrowLeft)
	b.until("the last tab is open", `document.activeElement.parentNode === document.querySelector(".bench .tab:last-child[open]")`)

	eval[bool](b, `(document.activeElement.click(), true)`)
	if !eval[bool](b, `document.activeElement.parentNode.open`) {
		t.Error("whoever presses the open tab closes it, and nothing stands beside the text")
	}

	// A page that is left has what was typed, and a reload at once loses none of it.
	eval[bool](b, tabs+`[0].click() ?? true`)
	press(kb.End, chromedp.KeyModifiers(2))
	b.until("the address has it", `location.hash.includes("own.q=")`)
	if eval[bool](b, `document.querySelector(".bench-note").hasChildNodes()`) {
		t.Error("what was opened is told after another file is open")
	}
	if !eval[bool](b, `(async () => {
	document.execCommand("insertText", false, "-- typed last");
	await new Promise((done) => requestAnimationFrame(() => done()));
	dispatchEvent(new Event("pagehide"));
	return `+area+`.value.includes("typed last");
})()`) {
		t.Error("what was typed last is not there when the page is left")
	}
	// The timer that keeps the address may ring when the reload has begun, and nothing that is
	// done to the address then counts: a first pagehide stands for it.
	eval[bool](b, `(async () => {
	addEventListener("pagehide", (e) => { if (e.isTrusted) dispatchEvent(new Event("pagehide")); }, true);
	document.execCommand("insertText", false, " of all");
	await new Promise((done) => requestAnimationFrame(() => done()));
	window.old = true;
	setTimeout(() => location.reload()); // when this has its answer, which a page that is left cannot give
	return true;
})()`)
	b.until("the page is loaded again", `!window.old && document.readyState === "complete"`)
	b.until("the files are back", tabs+`.length === 7 && `+area+`.value.includes("-- typed last of all")`)

	// So is the open tab, also where the first answer, to a long text, comes late.
	eval[bool](b, fmt.Sprintf(`((a) => { a.value += "\nSELECT nope FROM chat.nope;".repeat(600); a.dispatchEvent(new Event("input", { bubbles: true })); return true; })(%s)`, area))
	said("refuses 60")
	eval[bool](b, `(document.querySelector(".bench .tab:last-child > summary").click(), true)`)
	b.until("the text and the tab are kept", `location.hash === "" && Object.entries(sessionStorage).some(([key, value]) => key.startsWith("open ") && value.includes("own settings"))`)
	b.reload()
	b.until("the last tab is open again", `document.querySelector(".lab[data-attached]:not(.waiting) .tab:last-child[open]") && `+area+`.value.length > 15000`)
	b.content(root)
}

// TestWorkbenchLeadsBack: who is led to another file is told and finds back, what is unfolded leads
// nowhere, and the keys take back what was done last: a name of a file, a repair.
func TestWorkbenchLeadsBack(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	const (
		tabs = `[...document.querySelectorAll(".bench-files [role=tab]")]`
		area = `document.querySelector(".bench textarea")`
		note = `document.querySelector(".bench-note")`
		idle = `!document.querySelector(".lab.waiting")`
	)
	b.workbench(root, "-- file: schema.cql\nCREATE TABLE lab.t (k int PRIMARY KEY, v int);\n-- file: queries.cql\nSELECT v FROM lab.t WHERE v = 1;\nSELECT w FROM lab.t WHERE k = 1;\n", nil)
	click := func(of, words string) {
		t.Helper()
		b.until("there is "+words, fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))`, of, words))
		eval[bool](b, fmt.Sprintf(`([...document.querySelectorAll(%q)].find((e) => e.textContent.includes(%q)).click(), true)`, of, words))
	}
	click(".tabs > .tab > summary", "Queries")
	click(".tab[open] td details summary", "Its CQL")
	b.until("the table is shown, and the schema is open", `document.querySelector(".tab[open] td details[open]") && `+tabs+`[0].ariaSelected === "true" && !`+note+`.hasChildNodes()`)
	click(".tab[open] tbody tr th", "queries.cql:2")
	b.until("the queries are open, and that is told", tabs+`[1].ariaSelected === "true" && `+note+`.textContent.includes("The text is queries.cql now.")`)
	click(".bench-note button", "Back to schema.cql")
	b.until("the schema is open again", tabs+`[0].ariaSelected === "true" && !`+note+`.hasChildNodes()`)

	was := eval[string](b, area+".value")
	eval[bool](b, `(document.querySelector('.marks [data-do="fix"]').click(), true)`)
	b.until("something is repaired", area+`.value !== `+fmt.Sprintf("%q", was)+` && `+idle)
	repaired := eval[string](b, area+".value")
	click(".bench-tools button", "Rename")
	b.typing("asked.cql")
	eval[bool](b, `(document.activeElement.form.requestSubmit(), true)`)
	b.until("the file has another name", area+`.value.includes("-- file: asked.cql") && `+note+`.textContent.includes("is called asked.cql now.")`)
	eval[bool](b, `([...document.querySelectorAll(".bench-tools button")].find((e) => e.textContent === "Rename").focus(), true)`)
	b.do("press Control+Z", chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	b.until("it has its own again, and the repair stays", area+`.value === `+fmt.Sprintf("%q", repaired))
	b.do("press Control+Z", chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	b.until("the repair is taken back", area+`.value === `+fmt.Sprintf("%q", was))
	b.do("press Control+Y", chromedp.KeyEvent("y", chromedp.KeyModifiers(2)))
	b.until("the repair is made again", area+`.value === `+fmt.Sprintf("%q", repaired))
	b.do("press Control+Shift+Z", chromedp.KeyEvent("Z", chromedp.KeyModifiers(2|8)))
	b.until("the name is given again", area+`.value.includes("-- file: asked.cql") && `+note+`.textContent.includes("is called asked.cql now.")`)
	click(".bench-note button", "Take it back")
	b.until("it is said what was taken back", note+`.textContent.includes("Taken back: ") && !`+note+`.textContent.includes("Take it back") && `+area+`.value === `+fmt.Sprintf("%q", repaired))
	click(".bench-note button", "Make it again")
	b.until("it has the other name", area+`.value.includes("-- file: asked.cql")`)

	// What is done after something was taken back is the last: nothing is made again.
	click(".bench-note button", "Take it back")
	click(".bench-tools button", "New file")
	b.until("there is a new file", tabs+`.length === 3`)
	three := eval[string](b, area+".value")
	b.do("press Control+Y", chromedp.KeyEvent("y", chromedp.KeyModifiers(2)))
	b.do("press Control+Z", chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	b.until("the new file is gone", tabs+`.length === 2 && `+area+`.value === `+fmt.Sprintf("%q", repaired))
	b.do("press Control+Y", chromedp.KeyEvent("y", chromedp.KeyModifiers(2)))
	b.until("it is there again", area+`.value === `+fmt.Sprintf("%q", three))
	if keys := b.text(`document.querySelector(".bench-keys").textContent`); !strings.Contains(keys, "Control+Z takes back") || !strings.Contains(keys, "Control+Y") {
		t.Error(keys)
	}

	// What a button did to several files is one step: behind it comes what was typed before it.
	b.content(root)
	b = open(t)
	b.size(1440, 900)
	b.workbench(root, "-- file: schema.cql\nCREATE TABLE lab.t (k int PRIMARY KEY, v int);\n-- file: queries.cql\nSELECT v FROM lab.t WHERE v = 1;\n", nil)
	was = eval[string](b, area+".value")
	eval[bool](b, `(document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").focus(), true)`)
	b.do("let the editor's step of the opened text end", chromedp.Sleep(time.Second))
	b.typing("  ")
	b.until("it is answered", area+`.value !== `+fmt.Sprintf("%q", was)+` && `+idle)
	typed := eval[string](b, area+".value")
	const fix = `[...document.querySelectorAll('.marks [data-do="fix"]')].find((e) => e.textContent.includes("a table that is made for this query"))`
	b.until("a table is offered", fix)
	eval[bool](b, `(`+fix+`.click(), true)`)
	b.until("both files were changed", note+`.textContent.includes("2 files were changed") && `+idle)
	eval[bool](b, `(document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").focus(), true)`)
	undo := func() { b.do("press Control+Z", chromedp.KeyEvent("z", chromedp.KeyModifiers(2))) }
	undo()
	b.until("both are as before", area+`.value === `+fmt.Sprintf("%q", typed))
	undo()
	b.until("what was typed is taken back", area+`.value === `+fmt.Sprintf("%q", was))
	b.content(root)
}

// TestHoverLiesOnTop: what is said of a place in the editor is not cut by what stands beside it.
func TestHoverLiesOnTop(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.workbench(root, "CREATE TABLE lab.t (k int PRIMARY KEY, v int);\nSELECT k, v, k, v, k, v, k, v FROM lab.t WHERE k = 1 AND a = 2;\n", nil)
	const inside = `document.querySelector(".bench-code").shadowRoot`
	b.until("the place is underlined", inside+`.querySelector(".cm-lintRange-error")`)
	eval[bool](b, `((at) => { const r = at.getBoundingClientRect(); at.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, composed: true, clientX: r.right - 4, clientY: r.top + 4 })); return true; })(`+inside+`.querySelector(".cm-lintRange-error"))`)
	b.until("it is said", inside+`.querySelector(".cm-tooltip")`)
	if under := eval[string](b, `((r) => { const x = Math.min(r.right, innerWidth) - 3, top = document.elementFromPoint(x, r.top + r.height / 2); return r.right > document.querySelector(".bench-editor").getBoundingClientRect().right && !top.closest(".bench-editor") ? top.outerHTML.slice(0, 100) : ""; })(`+inside+`.querySelector(".cm-tooltip").getBoundingClientRect())`); under != "" {
		t.Errorf("over it lies %s", under)
	}
	if !eval[bool](b, inside+`.querySelector(".cm-tooltip").getBoundingClientRect().right > document.querySelector(".bench-editor").getBoundingClientRect().right`) {
		t.Error("it is not as wide as to reach beyond the editor: nothing is tested")
	}
	b.content(root)
}

// TestNoticeGoesWithItsText: what is said of a text, and offered to take back, is gone when another
// text is there, however that came.
func TestNoticeGoesWithItsText(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	const (
		area   = `document.querySelector(".bench textarea")`
		offers = `document.querySelector(".bench-note").textContent.includes("Take it back")`
		text   = "-- file: schema.cql\nCREATE TABLE lab.t (k int PRIMARY KEY, v int);\n-- file: queries.cql\nSELECT v FROM lab.t WHERE k = 1;\n"
		other  = "-- file: schema.cql\nCREATE TABLE lab.other (k int PRIMARY KEY);\n"
	)
	reset := `document.querySelector('[data-do="reset"]').click()`
	recent := `localStorage.setItem("partition-lab workbench", JSON.stringify([{ session: "1", when: 1, names: "schema.cql", text: "` + strings.ReplaceAll(other, "\n", `\n`) + `" }])),
		((s) => { s.dispatchEvent(new Event("focus")); s.selectedIndex = 1; s.dispatchEvent(new Event("change")); })(document.querySelector(".bench-tools select"))`
	remove := `[...document.querySelectorAll(".bench-tools button")].find((e) => e.textContent === "Remove").click()`
	for _, way := range []struct{ told, gone string }{
		{reset, `document.querySelector('[data-do="bring"]').click()`},
		{reset, `document.querySelector('[data-do="back"]').click()`},
		{remove, reset},
		{remove, recent},
	} {
		b := open(t)
		b.size(1440, 900)
		b.workbench(root, text, nil)
		eval[bool](b, `(`+way.told+`, true)`)
		b.until("it is told: "+way.told, offers+` && !document.querySelector(".lab.waiting")`)
		was := eval[string](b, area+".value")
		eval[bool](b, `(`+way.gone+`, true)`)
		b.until("another text is there: "+way.gone, area+`.value !== `+fmt.Sprintf("%q", was)+` && !document.querySelector(".lab.waiting")`)
		if eval[bool](b, offers) {
			t.Errorf("after %s is said, about the text before: %s", way.gone, b.text(`document.querySelector(".bench-note").innerText`))
		}
		b.content(root)
	}
}

// TestEditorWritesNoStyles: whatever way a text comes into the editor, or goes out of it, the browser puts no
// styles of its own there, which the policy of the page forbids, and the text is as it was given.
func TestEditorWritesNoStyles(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.workbench(root, "", nil)
	const (
		area    = `document.querySelector(".bench textarea")`
		content = `document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content")`
		lines   = "CREATE TABLE lab.one (k int PRIMARY KEY, v text);\n-- a comment\n\nSELECT v FROM lab.one WHERE k = 1;\n"
	)
	b.do("click into the editor", chromedp.Click(`.bench-code`))
	insert := func(text string) { // as by dictation, or the keyboard of a phone
		if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	pasted := func(event, data string) {
		eval[bool](b, fmt.Sprintf(`(() => {
	const data = new DataTransfer();
	data.setData("text/plain", %[1]q);
	data.setData("text/html", "<p style='color: red'>" + %[1]q + "</p>");
	const e = %[2]q === "drop" ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }) : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
	return %[3]s.dispatchEvent(e) || true;
})()`, data, event, content))
	}
	all := func() { b.do("select all", chromedp.KeyEvent("a", chromedp.KeyModifiers(2))) }
	for _, way := range []struct {
		what string
		put  func()
		text string
	}{
		{"inserted", func() { all(); insert(lines) }, lines},
		{"inserted in it", func() { b.do("up", chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(2))); insert(lines) }, lines + lines},
		{"a word inserted over all", func() { all(); insert("SELECT") }, "SELECT"},
		{"a letter typed over all", func() { all(); b.typing("x") }, "x"},
		{"a bracket typed around it", func() { all(); b.typing("(") }, "(x)"},
		{"pasted", func() { all(); pasted("paste", lines) }, lines},
		{"taken out", func() { all(); b.do("backspace", chromedp.KeyEvent(kb.Backspace)) }, ""},
		{"lines inserted", func() { insert("1 2\n3\n4") }, "1 2\n3\n4"},
		{"a line taken into another", func() {
			b.do("home", chromedp.KeyEvent(kb.Home))
			b.do("backspace", chromedp.KeyEvent(kb.Backspace))
		}, "1 2\n34"},
	} {
		eval[bool](b, content+`.focus() ?? true`)
		way.put()
		b.until("the text of the file is so, "+way.what, fmt.Sprintf(`%s.value.split("-- file:")[1] === %q`, area, " schema.cql\n"+way.text+"\n")+` || `+fmt.Sprintf(`%s.value.split("-- file:")[1] === %q`, area, " schema.cql\n"+way.text))
		b.content(root)
		eval[bool](b, "(window.violations = [], true)")
	}
}

// TestFindKnowsOtherFiles: beside what is sought in the open file stands how often the others hold it, and a
// press searches there. The tab of the open file is in sight, and on a phone one that is cut says that
// more follow.
func TestFindKnowsOtherFiles(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(390, 844)
	text := "-- file: schema.cql\nCREATE TABLE lab.orders (k int PRIMARY KEY, v int);\n"
	for i := range 9 {
		text += fmt.Sprintf("-- file: some_queries_%d.cql\nSELECT v FROM lab.orders WHERE k = %d;\n", i, i)
	}
	b.workbench(root, text+"-- Orders and \"orders\".(-\n", nil)
	const (
		panel = `document.querySelector(".bench-code").shadowRoot.querySelector(".cm-panel.cm-search")`
		line  = panel + `?.querySelector(".bench-elsewhere")?.textContent`
		field = panel + `.querySelector("[name=search]")`
	)
	seek := func(text string) {
		eval[bool](b, fmt.Sprintf(`(%[1]s.value = %[2]q, %[1]s.dispatchEvent(new Event("change")), true)`, field, text))
	}
	eval[bool](b, `(document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").focus(), true)`)
	b.do("press Control+F", chromedp.KeyEvent("f", chromedp.KeyModifiers(2)))
	b.until("the panel is there", panel)
	seek("orders")
	b.until("the others are named", line+`?.startsWith("This file is searched. There is more in some_queries_0.cql: 1some_queries_1.cql: 1") && `+line+`.endsWith("some_queries_8.cql: 3")`)
	seek(`"orders".(-`)
	b.until("what is no pattern is sought as it is", line+` === "This file is searched. There is more in some_queries_8.cql: 1"`)
	eval[bool](b, `(`+panel+`.querySelector("[name=re]").click(), true)`)
	b.until("a pattern that is being typed finds nothing", line+` === ""`)
	seek("from lab[.]orders where k = [78]")
	b.until("a pattern is sought", line+` === "This file is searched. There is more in some_queries_7.cql: 1some_queries_8.cql: 1"`)
	eval[bool](b, `(`+panel+`.querySelectorAll(".bench-elsewhere button")[1].click(), true)`)
	const open = `document.querySelector('.bench-files [aria-selected="true"]')`
	b.until("the other file is searched", open+`.textContent.includes("some_queries_8") && `+field+`.value.startsWith("from lab") && `+line+`.endsWith("some_queries_7.cql: 1") && document.querySelector(".bench-code").shadowRoot.querySelector(".cm-searchMatch-selected")`)
	inStrip := func(tab string) bool {
		return eval[bool](b, `((tab, strip) => tab.top >= strip.top - 1 && tab.bottom <= strip.bottom + 1)(`+tab+`.getBoundingClientRect(), document.querySelector(".bench-files").getBoundingClientRect())`)
	}
	if !inStrip(open) {
		t.Error("the tab of the open file is out of sight")
	}
	eval[bool](b, `(document.querySelector(".bench-files [role=tab]").click(), true)`)
	if !inStrip(open) || eval[int](b, `document.querySelector(".bench-files").scrollTop`) != 0 {
		t.Error("the tab of the first file is out of sight")
	}
	if !eval[bool](b, `((strip) => [...strip.children].some((tab) => { const at = tab.getBoundingClientRect(), end = strip.getBoundingClientRect().bottom; return at.top < end - 12 && at.bottom > end + 8; }))(document.querySelector(".bench-files"))`) {
		t.Error("nothing says that more files follow: no tab is cut")
	}
	// What is refused comes into view, and how much there is stays in sight.
	const last = `[...document.querySelectorAll(".bench-files [role=tab]")].at(-1)`
	eval[bool](b, fmt.Sprintf(`((area) => { area.value = %q; area.dispatchEvent(new Event("input", { bubbles: true })); return true; })(document.querySelector("textarea[data-input]"))`, text+"SELECT nothing FROM lab.orders;\nSELECT no FROM lab.orders;\n"))
	b.until("the last file says what is refused", last+`.textContent.endsWith("✕ 2")`)
	if !inStrip(last) {
		t.Error("the tab of the file in which something is refused is out of sight")
	}
	if got := b.text(`document.querySelector(".bench-files").dataset.refused`); got != "✕ 2 in 1 file" {
		t.Errorf("the strip of files says %q", got)
	}
	b.content(root)
}

// TestNumbersGoAlong: numbers of a table go along when its keyspace has another name, while somebody types
// that; F2 gives a table another one.
func TestNumbersGoAlong(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.workbench(root, "CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE ks.ta (k int, c int, v text, PRIMARY KEY (k, c));", lab.Inputs{"rows.ks.ta": "777", "nodes": "dc1=3"})
	const inside = `document.querySelector(".bench-code").shadowRoot`
	to := func(word string) {
		eval[bool](b, fmt.Sprintf(`(() => {
	for (const line of %s.querySelectorAll(".cm-line")) {
		const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const at = walk.currentNode.data.indexOf(%q);
			if (at >= 0) getSelection().collapse(walk.currentNode, at + 1);
		}
	}
	return true;
})()`, inside, word))
	}
	field := func(key string) { // it stands in Sizes, and the link has it
		b.until("the number is that of "+key, fmt.Sprintf(`location.hash.includes("own."+%[1]q+"=777") && document.querySelector('[data-input="'+%[1]q+'"]')?.value === "777" && !document.querySelector(".lab.waiting")`, key))
	}
	eval[bool](b, `(document.querySelector(".tab-sizes > summary").click(), true)`)
	eval[bool](b, `(`+inside+`.querySelector(".cm-content").focus(), true)`)
	field("rows.ks.ta")
	to("ta")
	b.do("press F2", chromedp.KeyEvent(kb.F2))
	b.until("the name is asked for", `document.querySelector("dialog[open] input") === document.activeElement && document.activeElement.value === "ta"`)
	b.typing("orders")
	eval[bool](b, `(document.activeElement.form.requestSubmit(), true)`)
	field("rows.ks.orders")
	area := `document.querySelector(".bench textarea")`
	for _, to := range []string{"s", "sh"} {
		eval[bool](b, fmt.Sprintf(`(%[1]s.value = %[1]s.value.replaceAll(/\b(ks|s)\b/g, %[2]q), %[1]s.dispatchEvent(new Event("input", { bubbles: true })), true)`, area, to))
		field("rows." + to + ".orders")
	}
	if eval[bool](b, `location.hash.includes("rows.ks") || location.hash.includes("rows.s.")`) {
		t.Errorf("the link has numbers of tables that are gone: %s", b.text("location.hash"))
	}
	b.content(root)
}

// TestPastedMeasurements: what nodetool printed goes beside the sizes where it is pasted, too, and
// into the text where somebody wants that.
func TestPastedMeasurements(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	const (
		schema  = "CREATE TABLE lab.t (k int, c int, v text, PRIMARY KEY (k, c));"
		printed = "Keyspace : lab\n\tTable: t\n\tCompacted partition maximum bytes: 61214\n"
		area    = `document.querySelector(".bench textarea")`
		note    = `document.querySelector(".bench-note")`
	)
	b.workbench(root, schema, nil)
	paste := func(text string) {
		t.Helper()
		eval[bool](b, fmt.Sprintf(`(() => {
	const data = new DataTransfer();
	data.setData("text/plain", %q);
	return document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) || true;
})()`, text))
	}
	paste(printed)
	b.until("it is beside the sizes, and that is told", note+`.textContent.includes("What nodetool printed is in the tab Sizes.") && document.querySelector(".tab-sizes").open && document.querySelector(".tab-sizes").textContent.includes("Measured and computed: t")`)
	if got := eval[string](b, area+".value"); got != schema {
		t.Errorf("the text is %q", got)
	}
	eval[bool](b, `([...document.querySelectorAll(".bench-note button")].find((e) => e.textContent === "Put it into the text").click(), true)`)
	b.until("it is in the text, once, too", area+`.value.split("Compacted partition").length === 2 && !`+note+`.hasChildNodes()`)
	paste("-- no measurement\n")
	b.until("CQL goes into the text", area+`.value.includes("-- no measurement")`)
	b.content(root)
}

// TestZipOpensAsItWasSaved: the order of files, numbers and settings come back as the link has them.
func TestZipOpensAsItWasSaved(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	const link = `(location.search + location.hash).split("&").sort().join("&")`
	for _, text := range []string{
		"CREATE TABLE lab.t (k int, c int, v text, PRIMARY KEY (k, c));\n-- file: z.cql\nSELECT v FROM lab.t WHERE k = 1;\n-- file: a.cql\nCREATE TABLE lab.t (k int, v text, PRIMARY KEY (k));",
		"-- file: schema.cql\nCREATE TABLE lab.t (k int, c int, v text, PRIMARY KEY (k, c));\n-- file: b.cql\n\n-- file: a.cql\nALTER TABLE lab.t ADD w int;\n",
	} {
		b := open(t)
		b.workbench(root, text, lab.Inputs{"rows.lab.t": "percentiles(50: 12, 100: 5000)", "len.v": "9", "nodes": "dc1=3", "set": "tables_fail_threshold = 150"})
		eval[bool](b, `(() => {
	const make = URL.createObjectURL;
	URL.createObjectURL = (blob) => (blob.arrayBuffer().then((data) => { globalThis.made = new Uint8Array(data).toBase64?.() ?? btoa(String.fromCharCode(...new Uint8Array(data))); }), make.call(URL, blob));
	[...document.querySelectorAll(".bench-tools button")].find((e) => e.textContent === "Save as zip").click();
	return true;
})()`)
		b.until("the zip is made", `globalThis.made`)
		was, zip := eval[string](b, link), eval[string](b, `globalThis.made`)

		fresh := open(t)
		fresh.workbench(root, "", nil)
		drop := `(() => {
	const data = new DataTransfer();
	data.items.add(new File([Uint8Array.from(atob("` + zip + `"), (c) => c.charCodeAt(0))], "workbench.zip"));
	document.querySelector(".bench-editor").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	return true;
})()`
		eval[bool](fresh, drop)
		fresh.until("what came along is told", `document.querySelector(".bench-note").textContent.includes("numbers and settings that were saved with them are here, too")`)
		fresh.until("the link is the same", link+` === `+fmt.Sprintf("%q", was))

		// Beside other files, numbers stay as they are, and that is told.
		eval[bool](fresh, drop)
		fresh.until("what was left is told", `document.querySelector(".bench-note").textContent.includes("are not here: those of this page stay")`)
	}
}

// TestSessionOfTwoTabs: where two tabs go on with one of the recent texts, both are kept.
func TestSessionOfTwoTabs(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	one := open(t)
	two := one.beside(t)
	const texts = `JSON.parse(localStorage.getItem("partition-lab workbench") ?? "[]").map((r) => r.text.match(/--#\w+/g).join(""))`
	types := func(b *tab, word, all string) { // pasted, for a tab behind another one has no focus
		t.Helper()
		eval[bool](b, `(() => {
	const data = new DataTransfer();
	data.setData("text/plain", "--#`+word+`\n");
	return document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) || true;
})()`)
		for _, b := range []*tab{one, two} { // each may be told late
			b.until("of the recent texts are kept "+all, texts+`.join() === "`+all+`"`)
		}
	}
	for _, b := range []*tab{one, two} {
		b.workbench(root, "", nil)
	}
	types(one, "begun", "--#begun")
	eval[bool](two, `(() => { const s = document.querySelector(".bench-tools select"); s.dispatchEvent(new Event("focus")); s.selectedIndex = [...s.options].findIndex((o) => o.value); s.dispatchEvent(new Event("change")); return true; })()`)
	two.until("it goes on with it", `document.querySelector(".bench textarea").value.includes("--#begun")`)
	types(one, "one", "--#begun--#one")
	types(two, "two", "--#two--#begun,--#begun--#one")
	two.until("it is told", `document.querySelector(".bench-note").textContent.includes("Another tab has changed this text, too. Both are among the recent ones.")`)
	types(two, "again", "--#two--#again--#begun,--#begun--#one")
	one.content(root)
	two.content(root)
}

// TestLongTextIsNotKept: of a text that is too long for the recent ones, their list says so.
func TestLongTextIsNotKept(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.workbench(root, "", nil)
	types := func(text string) {
		eval[bool](b, `(() => {
	const data = new DataTransfer();
	data.setData("text/plain", `+text+`);
	return document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) || true;
})()`)
	}
	const list = `(() => { const s = document.querySelector(".bench-tools select"); s.dispatchEvent(new Event("focus")); const said = [...s.options].map((o) => (o.disabled ? "-" : "") + o.text).join("/"); s.dispatchEvent(new Event("blur")); return s.hidden ? "" : said; })()`
	const says = `The text here is not kept: a recent one has 300 kB at most. Save it.`
	types(`"-- short\n"`)
	b.until("it is kept", `JSON.parse(localStorage.getItem("partition-lab workbench") ?? "[]").length === 1`)
	if got := b.text(list); strings.Contains(got, "not kept") {
		t.Errorf("of a short text is said %q", got)
	}
	eval[bool](b, `(localStorage.clear(), true)`)
	types(`"-- long\n".repeat(40000)`)
	b.until("the list says so", list+`.endsWith("-`+says+`")`)
	b.content(root)
}

// TestNamesAreWrittenOut: signs that turn the direction of a name are written out, wherever it came
// from; and of a zip without files it is said why nothing was opened.
func TestNamesAreWrittenOut(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.workbench(root, "", nil)
	eval[bool](b, `(() => {
	const data = new DataTransfer(), add = (name, ...parts) => data.items.add(new File(parts, name));
	add("a\u202elqc.b.cql", "CREATE TABLE lab.a (k int PRIMARY KEY);\n-- file: c\u2066d.cql\nSELECT k FROM lab.a;");
	add("e\u200f.png", "");
	add("empty.zip", "PK\x05\x06" + "\0".repeat(18));
	document.querySelector(".bench-editor").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	return true;
})()`)
	b.until("all is told", `((said) => said.includes(String.raw`+"`a\u202elqc.b.cql as schema.cql`"+`) || said.includes("Opened 1 file"))(document.querySelector(".bench-note").textContent)`)
	for _, want := range []string{`Opened 1 file: a\u202elqc.b.cql as a\u202elqc.b.cql, c\u2066d.cql.`, `e\u200f.png ends neither`, "empty.zip holds no files."} {
		if got := b.text(`document.querySelector(".bench-note").innerText`); !strings.Contains(got, want) {
			t.Errorf("of what was dropped is said %q, not %q", got, want)
		}
	}
	if got := b.text(`[...document.querySelectorAll(".bench-files [role=tab]")].map((e) => e.title.split(":")[0] + e.textContent).join()`); !strings.Contains(got, `a\u202elqc.b.cql`) || strings.ContainsAny(got, "\u202e\u2066") {
		t.Errorf("the tabs are called %q", got)
	}
	b.until("a name that the text holds is written out", `(() => {
	const area = document.querySelector(".bench textarea");
	area.value = "-- file: x\u202ey.cql\nSELECT k FROM lab.a;";
	area.dispatchEvent(new Event("input", { bubbles: true }));
	return document.querySelector(".bench-files").textContent.includes("x\\u202ey.cql");
})()`)
	eval[bool](b, `(localStorage.setItem("partition-lab workbench", JSON.stringify([{ session: "1", when: 1, names: "x\u202ey.cql", text: "-- a" }])), document.querySelector(".bench-tools select").dispatchEvent(new Event("focus")), true)`)
	if got := b.text(`document.querySelector(".bench-tools select").textContent`); !strings.Contains(got, `x\u202ey.cql`) || strings.ContainsAny(got, "\u202e") {
		t.Errorf("recent texts are called %q", got)
	}
	b.content(root)
}

// zipped is a zip with a file whose name leads elsewhere, and one that is encrypted.
func zipped(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, h := range []*zip.FileHeader{{Name: "../up/more.cql"}, {Name: "secret.cql", Flags: 1}} {
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte("SELECT v FROM lab.dropped WHERE k = 2;"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// TestWorkbenchIsAskedNothing: no rule asks :has of anything in the workbench. Chromium remembers whom
// it has asked, and looks through all that these hold, ten thousands of nodes, whenever a text
// comes or goes in them: some milliseconds, several times a key. What stands before :has in its
// compound is asked first, and must say no.
func TestWorkbenchIsAskedNothing(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.workbench(root, "", nil)
	for _, one := range eval[[]string](b, `(() => {
	const lab = document.querySelector('.lab[data-lab=bench]'), out = [];
	let looked = 0;
	const first = (selector) => { // what of the compound stands before :has
		const s = selector.slice(0, selector.indexOf(":has(")).replace(/,\s*$/, "").replace(/(:not|:is|:where)\($/, "");
		let depth = 0, from = 0;
		for (let i = 0; i < s.length; i++) {
			depth += (s[i] === "(" || s[i] === "[") - (s[i] === ")" || s[i] === "]");
			if (!depth && /[\s>+~]/.test(s[i])) from = i + 1;
		}
		return s.slice(from) + ")".repeat(depth);
	};
	const walk = (rules) => {
		for (const rule of rules) {
			if (rule.media && !matchMedia(rule.media.mediaText).matches) continue;
			for (const one of rule.selectorText?.match(/([^,(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []) {
				if (!one.includes(":has(")) continue;
				looked++;
				const compound = first(one.trim());
				if (lab.matches(compound) || lab.querySelector(compound)) out.push(one.trim() + " is asked of " + compound);
			}
			if (rule.cssRules) walk(rule.cssRules);
		}
	};
	for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) walk(sheet.cssRules);
	return looked < 5 ? ["only " + looked + " selectors were looked at"] : out;
})()`) {
		t.Error(one)
	}
}

// Where a worker answers, it has what is typed before the browser draws it: it works meanwhile.
func TestTypedTextIsSentAtOnce(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.workbench(root, "", nil)
	content := `document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content")`
	const settled = `!document.querySelector(".lab:is(.waiting, .working)")`
	eval[bool](b, fmt.Sprintf(`(() => {
	const data = new DataTransfer();
	data.setData("text/plain", %q);
	%s.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	%s.focus();
	return true;
})()`, strings.Repeat("SELECT now() FROM system.local;\n", 500), content, content))
	b.until("it is judged", settled+` && document.querySelector(".bench .headline").textContent.includes("50")`)
	for range 20 { // the page itself may have answered to the text before
		if eval[bool](b, `(async () => {
	document.execCommand("insertText", false, " ");
	const typed = document.querySelector(".bench textarea").value;
	for (let i = 0; i < 20; i++) await undefined; // what is done before anything else
	return document.querySelector(".bench textarea").value !== typed && document.querySelector(".lab").matches(".waiting");
})()`) {
			return
		}
		b.until("it is judged", settled)
	}
	t.Error("a worker never gets what is typed before the page goes on to draw it")
}

// TestWorkbenchWithoutScript: the text and the answers are there at once, and wait for nothing.
func TestWorkbenchWithoutScript(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.withoutScript()
	b.do("open", chromedp.Navigate(root+"workbench/"))
	if got := eval[int](b, `[...document.querySelectorAll(".bench :is(.given textarea, .tabs)")].filter((e) => e.checkVisibility({ visibilityProperty: true })).length`); got != 2 {
		t.Errorf("of the text and the answers, %d are in sight", got)
	}
}

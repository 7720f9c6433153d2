package build

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// newTable says of the editor that has the focus what is selected, whether the line on
// which that begins can be seen and touched, what the marks of that line's words are, and
// where the editor is.
const newTable = `(() => {
	const area = document.activeElement, mirror = area.previousElementSibling;
	if (!area.matches("textarea.code-text")) return [area.outerHTML.slice(0, 80)];
	const text = area.value.slice(area.selectionStart, area.selectionEnd);
	const lines = [...mirror.querySelectorAll(".line")], line = lines[area.value.slice(0, area.selectionStart).split("\n").length - 1];
	const box = line.getBoundingClientRect(), frame = area.getBoundingClientRect();
	const within = box.top >= frame.top && box.bottom <= frame.bottom && box.top >= 0 && box.bottom <= innerHeight;
	const touched = document.elementFromPoint(box.left + 2, (box.top + box.bottom) / 2) === area;
	const inside = lines.filter((l) => text.trim() && l.textContent.trim() && text.includes(l.textContent.trim()));
	const roles = inside.flatMap((l) => [...l.querySelectorAll("[class^=role-]")].map((e) => e.textContent + " " + e.className));
	return [text, line.textContent.trim(), within ? "in sight" : "out of sight: " + [box.top, box.bottom, frame.top, frame.bottom, innerHeight], touched ? "" : "covered", roles.join(", "), mirror.scrollTop === area.scrollTop ? "" : "its marks lie elsewhere"];
})()`

// TestFixIsSeen: what a fix has put into a long text is selected and in sight, on a wide
// page and on a phone, in the colours that the other tables have; the field has the
// focus, and Ctrl+Z takes it back.
func TestFixIsSeen(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	var b strings.Builder
	b.WriteString("CREATE TABLE videos (video_id uuid PRIMARY KEY, title text, added timestamp);\n")
	for i := range 40 {
		fmt.Fprintf(&b, "\nCREATE TABLE other_%02d (\n  id uuid PRIMARY KEY,\n  name text\n);\n", i)
	}
	text := b.String() + "\nSELECT * FROM videos WHERE title = 'x';\n" + strings.Repeat("SELECT * FROM other_00 WHERE id = 5132b130-ae79-11e4-ab27-0800200c9a66;\n", 40)
	for _, s := range []screen{{1440, 900}, {390, 664}} {
		b := open(t)
		b.size(s.width, s.height)
		b.visit(root+"check/", 1)
		eval[bool](b, `(() => { const t = document.querySelector("textarea.code-text"); t.focus(); t.select(); document.execCommand("insertText", false, `+strconv.Quote(text)+`); t.setSelectionRange(0, 0); t.blur(); t.scrollTop = 0; return true; })()`)
		const fix = `[...document.querySelectorAll(".statement.refused [data-do=fix]")].find((b) => b.textContent.includes("made for this query"))`
		b.until("a table is proposed", fix)
		eval[bool](b, `(() => { const e = `+fix+`; e.closest("details").open = true; e.scrollIntoView({ block: "center" }); e.focus(); e.click(); return true; })()`)
		b.until("the proposal is in the text, and judged", `document.querySelector("textarea").value.includes("CREATE TABLE videos_by_title") && !document.querySelector(".waiting") && !document.querySelector(".statement.refused")`)
		got := eval[[]string](b, newTable)
		if len(got) == 1 {
			t.Fatalf("%v: the focus is on %s", s, got[0])
		}
		if !strings.HasPrefix(strings.TrimSpace(got[0]), "CREATE TABLE videos_by_title") {
			t.Errorf("%v: selected is %q", s, got[0])
		}
		if got[2] != "in sight" || got[3] != "" || got[5] != "" {
			t.Errorf("%v: the line %q of the new table is %s %s %s", s, got[1], got[2], got[3], got[5])
		}
		for _, want := range []string{"title role-key", "video_id role-clustering", "added role-value"} {
			if !strings.Contains(got[4], want) {
				t.Errorf("%v: no %q among the marks %q", s, want, got[4])
			}
		}
		b.do("Ctrl+Z", chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
		b.until("Ctrl+Z takes it back", `document.querySelector("textarea").value === `+strconv.Quote(text)+` && document.activeElement.matches("textarea") && document.querySelector(".statement.refused")`)
		b.content(root + "check/")
	}
}

// TestVerdictsArePartOfThePage: on the page that checks CQL nothing but the editor scrolls by
// itself, so that every fix is in the page, and on a phone a swipe that begins on the statements
// moves it; on a desk the text stays beside the last fix. No name breaks inside of a word.
func TestVerdictsArePartOfThePage(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	for _, s := range []screen{{390, 664}, {1440, 900}} {
		b.size(s.width, s.height)
		b.verdictsInThePage(root)
		if n := eval[int](b, `(() => { const all = document.querySelectorAll(".instead .fix"); all[all.length - 1].scrollIntoView({ block: "end", behavior: "instant" }); return all.length; })()`); n < 4 {
			t.Errorf("there are %d fixes only", n)
		}
		if s.width > 1000 && !eval[bool](b, `(() => { const r = document.querySelector("textarea.code-text").getBoundingClientRect(); return scrollY > 200 && r.top >= 0 && r.bottom <= innerHeight; })()`) {
			t.Error("the text is not beside its last fix")
		}
	}
}

// verdictsInThePage writes a script into the page that checks CQL, and opens all that is said of it.
func (b *tab) verdictsInThePage(root string) {
	b.t.Helper()
	b.visit(root+"check/", 1)
	const text = "CREATE TABLE customers_by_region (region text, id uuid, name text, PRIMARY KEY (region, id));\nCREATE TABLE customers_by_region_by_registration_date (region text, registered date, id uuid, PRIMARY KEY (region, registered, id));\nSELECT * FROM customers_by_region WHERE name = 'x';\nSELECT * FROM lab.customers_by_region_by_registration_date WHERE registered = '2026-01-01';\nSELECT * FROM lab.customers_by_region_by_registration_dates;\n"
	eval[bool](b, `(() => { const t = document.querySelector("textarea.code-text"); t.focus(); t.select(); return document.execCommand("insertText", false, `+strconv.Quote(text)+`); })()`)
	b.until("it is judged", `document.querySelectorAll(".statement.refused").length === 3 && !document.querySelector(".waiting")`)
	eval[bool](b, `(() => { for (const d of document.querySelectorAll(".statements details")) d.open = true; return true; })()`)
	b.until("all is laid out", `document.querySelectorAll(".statement-body .finding").length > 2`)
	b.report("scrolls by itself", eval[[]string](b, `[...document.querySelectorAll("main *")].filter((e) => !e.matches("textarea") && e.scrollHeight > e.clientHeight + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowY)).map((e) => e.tagName + "." + e.className)`))
	found := eval[[]string](b, brokenWords)
	b.report("breaks inside of a word", found)
	if n := eval[int](b, `document.querySelectorAll(".statements wbr").length`); n == 0 {
		b.t.Error("no long name is in the verdicts")
	}
}

// brokenWords lists where a line ends inside of a word that is shorter than a line, and not
// behind a low line or a dot.
const brokenWords = `(() => {
	const out = [], range = document.createRange();
	const all = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	for (let n = all.nextNode(); n; n = all.nextNode()) {
		if (n.parentElement.closest(".code, svg, .brief") || !n.parentElement.checkVisibility({ visibilityProperty: true })) continue;
		for (const word of n.data.matchAll(/[A-Za-z0-9]+/g)) {
			range.setStart(n, word.index);
			range.setEnd(n, word.index + word[0].length);
			const tops = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
			if (tops.size > 1) out.push(word[0] + " in " + n.data.slice(Math.max(0, word.index - 30), word.index + 40));
		}
	}
	return out;
})()`

// TestLongText: a text of thousands of lines has under it only the lines around those in
// sight, with their numbers and marks, each where the browser has laid out its line, from
// the top to the end; a fix in it is brought into sight; a short text has its whole copy again.
func TestLongText(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.visit(root+"check/", 1)
	const put = `((text) => { const t = document.querySelector("textarea.code-text"); t.value = text; t.dispatchEvent(new Event("input", { bubbles: true })); })`
	const there = `!document.querySelector(".lab.waiting") && document.querySelectorAll(".code-mirror .line").length > 1`
	const wrongAt = 1000
	eval[bool](b, `(`+put+`("CREATE TABLE t (id int PRIMARY KEY, a text);\n" + Array.from({ length: 2000 }, (_, i) => i === `+strconv.Itoa(wrongAt-2)+` ? "/* ü😀 */ SELECT * FROM t WHERE a = 'x';" : "-- " + i).join("\n")), true)`)
	b.until("the lines are there", there+` && document.querySelector(".code-mirror .line").dataset.line === "1"`)
	// at scrolls to a place and says what is drawn there.
	at := func(top int) []string {
		return eval[[]string](b, `new Promise((done) => {
			const area = document.querySelector("textarea.code-text"), copy = area.previousElementSibling, bad = [];
			area.scrollTop = `+strconv.Itoa(top)+`;
			requestAnimationFrame(() => requestAnimationFrame(() => {
				const lines = [...copy.children], frame = area.getBoundingClientRect(), style = getComputedStyle(area);
				const text = area.scrollHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
				const seen = lines.filter((l) => { const { top, bottom } = l.getBoundingClientRect(); return bottom > frame.top && top < frame.bottom; });
				if (lines.length > 200 || seen.length < 4) bad.push(lines.length + " lines are drawn, " + seen.length + " of them in sight");
				for (const l of seen) {
					const want = frame.top + area.clientTop + parseFloat(style.paddingTop) + (l.dataset.line - 1) * text / 2001 - area.scrollTop;
					if (Math.abs(l.getBoundingClientRect().top - want) > 2) bad.push("line " + l.dataset.line + " is drawn at " + l.getBoundingClientRect().top + ", and is at " + want);
				}
				const mark = seen.flatMap((l) => [...l.querySelectorAll("mark.refused")].map((m) => l.dataset.line + " " + m.textContent));
				done([bad.join("; "), mark.join(", "), seen.at(-1)?.dataset.line ?? ""]);
			}));
		})`)
	}
	for _, top := range []int{0, 5000, 22 * (wrongAt - 5), 1e7, 0} {
		got := at(top)
		if got[0] != "" {
			t.Errorf("scrolled to %d: %s", top, got[0])
		}
		if strings.HasPrefix(got[1], strconv.Itoa(wrongAt)+" ") != (top == 22*(wrongAt-5)) {
			t.Errorf("scrolled to %d: marked is %q", top, got[1])
		}
		if top == 1e7 && got[2] != "2001" {
			t.Errorf("the last line is %s", got[2])
		}
	}
	eval[bool](b, `(() => { const e = document.querySelector(".statement.refused [data-do=fix]"); e.closest("details").open = true; e.click(); return true; })()`)
	b.until("it is mended", there+` && !document.querySelector(".statement.refused")`)
	if seen := eval[bool](b, `(() => { const t = document.querySelector("textarea.code-text"); return document.activeElement === t && t.scrollTop > 1000; })()`); !seen {
		t.Error("what has been mended is out of sight")
	}
	eval[bool](b, `(`+put+`("SELECT 1;\n\n"), true)`)
	b.until("a short text is copied as a whole", there+` && document.querySelector(".code-mirror").textContent === "SELECT 1;\n\n\n"`)
	// A browser stands still for seconds at ten thousands of marks on one letter; so many are told at once.
	eval[bool](b, `(document.querySelector("textarea.code-text").focus(), true)`)
	insert := func(text string) {
		if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	insert("a" + strings.Repeat("\u0301", 101))
	b.until("they are left out, and it is told", `document.querySelector(".lab-message").textContent.includes("marks on one letter") && document.querySelector("textarea.code-text").value === "SELECT 1;\n\n"`)
	insert("a" + strings.Repeat("\u0301", 100))
	b.until("as many as there may be are taken", there+` && document.querySelector("textarea.code-text").value.length === 112 && !document.querySelector(".lab-message").textContent`)
	b.content(root + "check/")
}

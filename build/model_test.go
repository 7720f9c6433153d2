package build

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/model"
	"partitionlab/wasm/view"
)

// measured finds, in the drawings that are shown, texts that lie on each other, beside the
// drawing or half outside of the box that they begin in, and arrows that run through boxes: as
// the browser has set them. Where all lies as it lay before, as in other colours, the same was
// found.
const measured = `(() => {
  const parts = [...document.querySelectorAll(".fig svg")].filter((svg) => svg.checkVisibility()).flatMap((svg) => [svg, ...svg.querySelectorAll("text, rect, path, line")]);
  const lies = JSON.stringify(parts.map((e) => [e.getBoundingClientRect(), e.localName === "text" && getComputedStyle(e).fontSize]));
  return (window.lay ??= new Map()).get(lies) ?? (lay.set(lies, (` + measure + `)()), lay.get(lies));
})()`

const measure = `() => {
  const found = [], inset = (r, d) => ({ left: r.left + d, right: r.right - d, top: r.top + d, bottom: r.bottom - d });
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  let texts = 0, arrows = 0;
  for (const svg of document.querySelectorAll(".fig svg")) {
    const whole = svg.getBoundingClientRect();
    if (!whole.width) continue;
    const name = svg.closest("figure").id + " " + svg.getAttribute("class") + ": ";
    const set = [...svg.querySelectorAll("text")].filter((t) => t.textContent).map((t) => ({ t: t.textContent, r: inset(t.getBoundingClientRect(), 0.5), px: parseFloat(getComputedStyle(t).fontSize) * whole.width / svg.viewBox.baseVal.width }));
    texts += set.length;
    for (const [i, a] of set.entries()) {
      if (a.r.left < whole.left - 1 || a.r.right > whole.right + 1 || a.r.top < whole.top - 2 || a.r.bottom > whole.bottom + 2) found.push(name + a.t + " lies outside");
      if (a.t.startsWith("No room for")) found.push(name + a.t);
      if (a.px < 11.99) found.push(name + a.t + " is " + a.px + " px");
      // The room of a text is higher than its letters: a third of it is for what hangs below.
      const letters = (r) => ({ ...r, top: r.top + (r.bottom - r.top) * 0.17, bottom: r.bottom - (r.bottom - r.top) * 0.17 });
      for (const b of set.slice(i + 1)) if (meets(letters(a.r), letters(b.r))) found.push(name + a.t + " lies on " + b.t);
    }
    for (const b of svg.querySelectorAll("rect.sheet, rect.row, rect[class^=paper]")) {
      const r = inset(b.getBoundingClientRect(), -1.5);
      for (const a of set) {
        const x = (a.r.left + a.r.right) / 2, y = (a.r.top + a.r.bottom) / 2;
        if (r.left < x && x < r.right && r.top < y && y < r.bottom && (a.r.left < r.left || a.r.right > r.right)) found.push(name + a.t + " does not fit in its box");
      }
    }
    const boxes = [...svg.querySelectorAll("rect.sheet, rect.entity")].map((b) => inset(b.getBoundingClientRect(), 2));
    const matrix = svg.getScreenCTM();
    for (const path of svg.querySelectorAll("path:is(.flow, .flow-lit, .flow-dashed, .link), line.flow")) {
      arrows++;
      const all = path.getTotalLength();
      for (let at = 0; at <= all; at += 3) {
        const p = path.getPointAtLength(at).matrixTransform(matrix);
        if (boxes.some((b) => b.left < p.x && p.x < b.right && b.top < p.y && p.y < b.bottom)) { found.push(name + "an arrow runs through a box"); break; }
      }
    }
  }
  return [texts + " " + arrows, ...found];
}`

// stored are the figures of what a model's tables hold on disk: their partitions, and their
// files before and after a compaction, when every row has been written twice.
func stored(t *testing.T, base string, d *model.Design) (figures []string) {
	t.Helper()
	var writes strings.Builder
	for _, table := range d.Tables {
		for _, statement := range d.Samples(table) {
			writes.WriteString(statement + ";\n")
		}
	}
	show := func(kind, id, schema, cql, more string) int {
		spec, list := lab.Parse(kind, "id = "+id+"\ntitle = What lies on disk\n"+more+"schema:\n"+schema+"\ncql:\n"+cql, nil)
		if len(list) > 0 {
			t.Fatalf("%s: %s\n%s", id, list[0].Message, cql)
		}
		found := regexp.MustCompile(`(?s)<figure class="fig fig-(partition|compaction)".*?</figure>`).FindAllString(view.HTML(lab.Run(spec, nil).View), -1)
		figures = append(figures, found...)
		return len(found)
	}
	if n := show("run", base+"files", d.CQL, writes.String()+"-- lab:flush\n"+writes.String()+"-- lab:compact\n", "open = files\n"); n == 0 {
		t.Errorf("%s: no compaction is drawn", base)
	}
	widest := slices.MaxFunc(d.Tables, func(a, b *model.Table) int { return len(a.Columns) - len(b.Columns) })
	if n := show("layout", base+"layout", d.CQL, strings.Join(d.Samples(widest), ";\n")+";\n", ""); n == 0 {
		t.Errorf("%s: no partition of %s is drawn", base, widest.Name)
	}
	return figures
}

// TestModelFiguresInTheBrowser: all figures of all shipped models and of what their tables
// hold, and each kind of figure that is drawn of anything, as a browser sets them, are tidy on
// wide and narrow pages and on paper, in light and dark.
func TestModelFiguresInTheBrowser(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("../content/models/*.model")
	if len(names) < 8 {
		t.Fatal("models are missing", names)
	}
	const head, foot = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Figures</title><link rel="stylesheet" href="../STYLE"></head><body><main><h1>Figures</h1>`, `</main></body></html>`
	var page, others strings.Builder
	put := func(f *figure.Figure) { page.WriteString(view.HTML(f.View())) }
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := model.Parse(diag.NewSource(name, string(text)))
		d := m.Design()
		base := strings.TrimSuffix(filepath.Base(name), ".model")
		look := func(kind string) diagram.Look { return diagram.Look{ID: base + "-" + kind, Picked: "Q2"} }
		put(diagram.Entities(m, look("entities")))
		put(diagram.Workflow(m, look("workflow")))
		put(diagram.Logical(d, look("logical")))
		put(diagram.Physical(d, look("physical")))
		put(diagram.Logical(d, look("beside")).Beside())
		for _, figure := range stored(t, base, d) {
			others.WriteString(figure)
		}
	}
	samples, _ := filepath.Glob("../wasm/figure/testdata/*.html")
	for _, name := range samples {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		others.Write(text)
	}
	site, root := serve(t, "http://127.0.0.1:8080/")
	for file := range site.Files {
		if strings.HasPrefix(file, "assets/style-") && strings.HasSuffix(file, ".css") {
			site.Files["figures/index.html"] = []byte(strings.Replace(head, "STYLE", file, 1) + page.String() + foot)
			site.Files["others/index.html"] = []byte(strings.Replace(head, "STYLE", file, 1) + others.String() + foot)
		}
	}
	b := open(t)
	b.do("open", chromedp.Navigate(root+"others/"))
	for _, medium := range []string{"screen", "print"} {
		b.emulate(medium, "light")
		for _, width := range []int64{320, 1200} {
			b.size(width, 900)
			got := eval[[]string](b, measured)
			if texts := 0; len(samples) < 20 || len(got) == 0 {
				t.Fatal("nothing is measured")
			} else if fmt.Sscan(got[0], &texts); texts < 500 {
				t.Fatalf("only %d texts are measured", texts)
			}
			b.report(fmt.Sprintf("others, %s, %d px", medium, width), got[1:])
		}
	}
	b.do("open", chromedp.Navigate(root+"figures/"))
	for _, medium := range []string{"screen", "print"} {
		for _, scheme := range []string{"light", "dark"} {
			b.emulate(medium, scheme)
			for _, width := range []int64{320, 600, 1200} {
				b.size(width, 900)
				got := eval[[]string](b, measured)
				var texts, arrows int
				fmt.Sscan(got[0], &texts, &arrows)
				if texts < 1500 || arrows < 300 {
					t.Fatalf("only %d texts and %d arrows are measured", texts, arrows)
				}
				b.report(fmt.Sprintf("%s, %s, %d px", medium, scheme, width), got[1:])
			}
		}
	}
	b.emulate("screen", "dark")
	b.report("axe, dark", b.axe(`{ runOnly: ["color-contrast"] }`))
	b.emulate("screen", "light")
	b.report("axe", b.axe("{}"))
}

// modelPage is the page on which a reader models a domain.
func modelPage(t *testing.T, site *Site) (Page, *lab.Spec) {
	t.Helper()
	for _, p := range site.Pages {
		if p.Path == "model/" {
			return p, p.Widgets[0]
		}
	}
	t.Fatal("there is no page model/")
	return Page{}, nil
}

// TestModelByHand: what a hand does in the figure stands in the text: by dragging, by a
// button, by a key; a question that is picked lights up its way; undo takes it back.
func TestModelByHand(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, spec := modelPage(t, site)
	b := open(t)
	b.size(1200, 1400)
	b.visit(root+p.Path, 1)
	text := func() string { return eval[string](b, `document.querySelector("textarea").value`) }
	before := text()
	mark := func(column string) string {
		return eval[string](b, `(() => {
			for (const a of document.querySelectorAll("[open] > * svg.fig-beside a[data-ref='column:library.books_by_reader.`+column+`'], .tab-logical svg.fig-beside a[data-ref='column:library.books_by_reader.`+column+`']"))
				return [...a.querySelectorAll("text")].map((t) => t.textContent).join(" "); return ""; })()`)
	}
	center := func(ref string) (x, y float64) {
		at := eval[[]float64](b, `(() => { const r = document.querySelector(".tab-logical svg.fig-beside a[data-ref='`+ref+`']").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
		return at[0], at[1]
	}
	const since, reader = "column:library.books_by_reader.since", "column:library.books_by_reader.reader_id"
	// Dragged from C to K.
	x0, y0 := center(since)
	x1, y1 := center(reader)
	b.do("drag", chromedp.MouseEvent("mousePressed", x0, y0, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", x0, y0-12, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", x1, y1, chromedp.ButtonLeft), chromedp.MouseEvent("mouseReleased", x1, y1, chromedp.ButtonLeft))
	b.until("the drag is in the text", settled+` && document.querySelector("textarea").value.includes("key (since, reader_id), isbn")`)
	// The question has no answer now, which is told above the figure; that is still under the hand.
	if !eval[bool](b, `document.querySelector(".results").textContent.includes("does not answer Q1")`) {
		t.Error("the drag is not refused: the figure has no reason to move")
	}
	if _, y := center(reader); math.Abs(y-y1) > 40 {
		t.Errorf("the drag has moved the figure by %v px", y-y1)
	}
	if got := mark("since"); got != "since K" {
		t.Errorf("after the drag the column is %q", got)
	}
	b.same("after the drag", spec, lab.Inputs{"text": text()})
	// By a finger that has rested on it, to the third column.
	finger := func(typ input.DispatchTouchEventType, at ...*input.TouchPoint) {
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: at}); err != nil {
			t.Fatal(err)
		}
	}
	dragged := text()
	x0, y0 = center(since)
	finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x0, Y: y0})
	b.until("the finger has it", `document.querySelector(".tab-logical .dragged")?.dataset.ref === "`+since+`"`)
	_, y1 = center("column:library.books_by_reader.isbn")
	for _, y := range []float64{y0 + 10, y1} {
		finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x0, Y: y})
	}
	finger(input.DispatchTouchEventTypeTouchEnd)
	b.until("the finger's drag is in the text", settled+` && !document.querySelector("textarea").value.includes("key (since, reader_id), isbn")`)
	eval[bool](b, `(document.querySelector("[data-do=take-back]").click(), true)`)
	b.until("it is taken back", `document.querySelector("textarea").value === `+fmt.Sprintf("%q", dragged))
	// By its button, back.
	eval[bool](b, `(document.querySelector(".tab-logical svg.fig-beside a[data-ref='`+since+`']").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })), true)`)
	b.until("it is picked", `document.activeElement.classList.contains("hand") && document.querySelector(".held")?.textContent.includes("since")
		&& document.querySelector(".tab-logical svg.fig-beside [aria-current]")?.dataset.ref === "`+since+`"`)
	b.typing("cx") // x is no key of it, and not for the text
	b.until("the key C makes it a clustering column", `document.querySelector("textarea").value.includes("key (reader_id), since, isbn")`)
	eval[bool](b, `(document.querySelector(".hand [data-with^='turn']").click(), true)`)
	b.until("the button turns its order", `document.querySelector("textarea").value.includes("since desc")`)
	// A question.
	eval[bool](b, `(document.querySelector("[data-with='question:Q2']").click(), true)`)
	b.until("its way is lit", `document.querySelectorAll(".tab-logical svg.fig-beside .sheet-lit").length === 2`)
	eval[bool](b, `(document.querySelector(".tab-entities > summary").click(), true)`)
	b.until("step one is drawn", `document.querySelector(".tab-entities svg.fig-beside a[data-ref='entity:Book']")`)
	eval[bool](b, `(document.querySelector(".tab-entities svg.fig-beside a[data-ref='entity:Book']").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })), true)`)
	b.until("an entity is picked", `document.querySelector(".held b")?.textContent === "Book"`)
	b.typing("q")
	b.until("the key Q asks for it", `document.querySelector("textarea").value.includes("question Q3 Books of one reader")`)
	b.same("at last", spec, lab.Inputs{"text": text(), "pick": "question:Q3", "step": "entities"})
	b.report("axe", b.axe("{}"))
	// Undo goes back to the beginning.
	eval[bool](b, `(document.querySelector("textarea").focus(), true)`)
	for range 8 {
		eval[bool](b, `document.execCommand("undo")`)
	}
	b.until("undo takes all of it back", `document.querySelector("textarea").value === `+fmt.Sprintf("%q", before))
	b.content(root)
}

// TestModelStays: whoever picks a part of a figure, changes it and takes the change back
// stays where he reads; what is picked is told within the window; Escape lets go of it.
// Undo is a button, too, and what somebody has left by the menu is offered again.
func TestModelStays(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, _ := modelPage(t, site)
	b := open(t)
	for i, width := range []int64{390, 390, 1200} {
		b.slow([]float64{8, 1, 1}[i]) // the first time the answer comes long after what was pressed
		b.size(width, 780)
		b.visit(root+p.Path, 1)
		b.report(fmt.Sprint("of the language is out of sight at ", width), eval[[]string](b, `[...document.querySelectorAll("main .scroll")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim().slice(0, 20) + " " + e.scrollWidth + " of " + e.clientWidth)`))
		text := func() string { return eval[string](b, `document.querySelector("textarea").value`) }
		before := text()
		eval[bool](b, `(async () => { for (let y = NaN; y !== scrollY;) { y = scrollY; await new Promise((r) => setTimeout(r, 200)); } return true; })()`) // to the tool
		const ref = `a[data-ref='column:library.readers_by_book.name']`
		const part = `[...document.querySelectorAll(".tab-logical svg ` + ref + `")].find((e) => e.checkVisibility())`
		eval[bool](b, `(`+part+`.scrollIntoView({ block: "center", behavior: "instant" }), true)`)
		at := func() float64 { return eval[float64](b, `Math.round(`+part+`.getBoundingClientRect().top)`) }
		top := at()
		center := eval[[]float64](b, `(() => { const r = `+part+`.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
		b.do("pick", chromedp.MouseClickXY(center[0], center[1]))
		b.until(fmt.Sprint("it is told at ", width), `document.activeElement.matches(".hand") && document.querySelector(".held")?.textContent.startsWith("name text of readers_by_book.")`)
		if got := at(); got != top {
			t.Errorf("%d px: a pick has moved the figure by %v px", width, got-top)
		}
		if found := eval[string](b, `(() => { const h = document.querySelector(".hand").getBoundingClientRect(), r = `+part+`.getBoundingClientRect();
			return h.top < 0 || h.bottom > innerHeight + 1 ? "what is picked is told out of sight" : r.bottom > h.top ? "it covers what is picked"
				: document.querySelector(".hand [aria-keyshortcuts=Escape]").getBoundingClientRect().bottom > h.bottom + 1 ? "the button that lets go is out of sight" : ""; })()`); found != "" {
			t.Errorf("%d px: %s", width, found)
		}
		b.typing("c")
		b.until("it is a clustering column", `document.querySelector("textarea").value.includes("reader_id, name")`)
		eval[bool](b, `(document.querySelector("[data-with='question:Q1']").click(), true)`)
		b.until("another is picked", `document.querySelector(".held b")?.textContent === "Q1"`)
		y := eval[float64](b, `scrollY`)
		eval[bool](b, `(document.querySelector("[data-do=take-back]").click(), true)`)
		b.until("undo takes back the change, not the pick", `document.querySelector("textarea").value === `+fmt.Sprintf("%q", before)+` && document.querySelector(".held b")?.textContent === "Q1"`)
		if got := eval[float64](b, `scrollY`); got != y {
			t.Errorf("%d px: undo has moved the page by %v px", width, got-y)
		}
		eval[bool](b, `(document.querySelector("[data-with=redo]").click(), true)`)
		b.until("redo makes it again", `document.querySelector("textarea").value.includes("reader_id, name")`)
		eval[bool](b, `(document.querySelector("[data-do=take-back]").click(), true)`)
		b.until("and undo takes it back again", `document.querySelector("textarea").value === `+fmt.Sprintf("%q", before))
		eval[bool](b, `(document.activeElement.blur(), document.querySelector(`+[]string{`"textarea"`, `"body"`, `"[data-do=format]"`}[i]+`).focus({ preventScroll: true }), document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })), true)`)
		b.until("Escape lets go", `!document.querySelector(".held")`)
	}
	const written = `(() => { const f = document.querySelector("textarea"); f.focus(); f.select(); return document.execCommand("insertText", false, "entity Cup 3\n  cup_id  int  key\n"); })()`
	eval[bool](b, written)
	b.until("the address keeps it", `location.hash.includes("own.text=") && !document.querySelector(".waiting") && document.querySelector("a.tool").href === location.href`)
	b.visit(root, 0)
	b.visit(root+p.Path, 1)
	b.until("what was written is offered", `document.querySelector("[data-do=bring]")`)
	eval[bool](b, `(document.querySelector("[data-do=bring]").click(), true)`)
	b.until("it is there again", `document.querySelector("textarea").value.startsWith("entity Cup")`)
	const pumps = "entity Pump 900\n  pump_id uuid key\nentity Reading within Pump\n  at timestamp key\n  value float\nrelate Pump takes Reading 1 : 0..3k..90k\nquestion Q1 Readings\n  given pump_id\n  order at\n  want Reading: value\n"
	// A choice is taken, and the reader stays among the choices; a second click, on what has come
	// below the pointer meanwhile, takes no other.
	eval[bool](b, `(() => { const f = document.querySelector("textarea"); f.focus(); f.select(); return document.execCommand("insertText", false, `+fmt.Sprintf("%q", pumps)+`); })()`)
	b.until("there are choices", settled+` && document.querySelector(".tab-options")`)
	eval[bool](b, `(document.querySelector(".tab-options > summary").click(), true)`)
	b.until("the choices are there", `document.querySelectorAll(".tab-options[open] [data-do=take]").length > 1`)
	b.slow(8) // so that the helper answers, which has not worked out any choices before
	eval[bool](b, `(() => {
		const first = document.querySelector(".tab-options [data-do=take]");
		first.scrollIntoView({ block: "center", behavior: "instant" });
		first.focus({ preventScroll: true });
		first.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
		return true;
	})()`)
	b.until("the choices are others", settled+` && document.querySelector("textarea").value.includes("table ") && document.activeElement.closest(".tab-options")`)
	chosen := eval[string](b, `document.querySelector("textarea").value`)
	if got := eval[string](b, `(() => {
		document.querySelector(".tab-options [data-do=take]").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 }));
		return document.querySelector("textarea").value;
	})()`); got != chosen || chosen == "" {
		t.Errorf("a second click has taken another choice: %s", got)
	}
	if !eval[bool](b, `(() => { const r = document.activeElement.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; })()`) {
		t.Error("what has the focus after a choice is out of sight")
	}
	b.content(root)
}

// TestTakeAlong: a figure is saved as a file that stands alone, as SVG and as PNG, and
// copied as a table of Markdown.
func TestTakeAlong(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, _ := modelPage(t, site)
	b := open(t)
	b.size(1200, 1400)
	b.visit(root+p.Path, 1)
	// What is saved is kept here, where a folder of downloads would be asked for.
	eval[bool](b, `(() => {
		window.saved = {};
		const blobs = {}, make = URL.createObjectURL.bind(URL);
		URL.createObjectURL = (blob) => { const url = make(blob); blobs[url] = blob; return url; };
		HTMLAnchorElement.prototype.click = function () { saved[this.download] = blobs[this.href]; };
		window.copied = "";
		addEventListener("copy", (e) => { const a = e.target; copied = a.value?.slice(a.selectionStart, a.selectionEnd) ?? getSelection().toString(); });
		return true;
	})()`)
	eval[bool](b, `(document.querySelector(".tab-take > summary").click(), true)`)
	b.until("the buttons are there", `document.querySelectorAll("[data-do=picture]").length >= 2`)
	eval[bool](b, `([...document.querySelectorAll("[data-do=picture]")].slice(0, 2).forEach((e) => e.click()), true)`)
	b.until("both files are saved", `Object.values(saved).filter(Boolean).length === 2`)
	if names := eval[string](b, `Object.keys(saved).sort().join(" ")`); names != "library-logical.png library-logical.svg" {
		t.Errorf("they are called %s", names)
	}

	const file = `const name = Object.keys(saved).find((n) => n.endsWith(%q)), blob = saved[name];`
	picture := eval[string](b, `(async () => {`+fmt.Sprintf(file, ".svg")+` return blob.type === "image/svg+xml" ? blob.text() : "its type is " + blob.type; })()`)
	kept := aloneInFile(t, picture)
	shown := eval[[]string](b, `[...document.querySelectorAll("svg.fig-beside text")].filter((e) => e.checkVisibility()).map((e) => e.textContent)`)
	for _, text := range shown {
		if !slices.Contains(kept, text) {
			t.Errorf("SVG: it lacks the text %q of %q", text, kept)
		}
	}
	if len(shown) < 8 {
		t.Errorf("only %d texts are shown", len(shown))
	}
	problems := eval[[]string](b, `(async () => {`+fmt.Sprintf(file, ".png")+`
		const found = [], image = await createImageBitmap(blob), svg = [...document.querySelectorAll("svg.fig-beside")].find((e) => e.checkVisibility()), box = svg.viewBox.baseVal, drawn = svg.getBBox().width;
		if (blob.type !== "image/png") found.push("its type is " + blob.type);
		if (image.width / 2 - 24 < drawn - 2 || image.width / 2 - 24 > drawn + 20 || image.height !== 2 * Math.ceil(box.height + 24)) found.push("it is " + image.width + "×" + image.height + " for " + drawn + "×" + box.height);
		const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
		context.drawImage(image, 0, 0);
		const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
		const margin = new Set(pixels.filter((_, i) => i % image.width < 20 || i < 20 * image.width));
		if (margin.size !== 1) found.push("the margin has the colors " + [...margin].map((c) => c.toString(16)));
		const colors = new Set(pixels);
		if (colors.size < 20) found.push("it has " + colors.size + " colors");
		return found;
	})()`)
	for _, p := range problems {
		t.Error("PNG:", p)
	}
	eval[bool](b, `(document.querySelector(".take [data-do=copy]").focus(), true)`)
	b.typing("\r")
	b.until("the table is copied", `copied.startsWith("|") && copied === document.querySelector(".take .markdown").textContent`)
	// The text is saved as a file, and opened again: chosen, or dropped on the text.
	eval[bool](b, `(document.querySelector("[data-do=save]").click(), true)`)
	b.until("the text is saved", `saved["library.model"]`)
	eval[bool](b, `(async () => {
		window.wrote = await saved["library.model"].text();
		window.carried = new DataTransfer();
		carried.items.add(new File([wrote.replaceAll("\n", "\r\n")], "library.model"));
		HTMLInputElement.prototype.click = function () { this.files = carried.files; this.dispatchEvent(new Event("change")); };
		return true;
	})()`)
	for what, open := range map[string]string{
		"chosen":  `document.querySelector("[data-do=choose]").click()`,
		"dropped": `if (["dragover", "drop"].some((type) => document.querySelector("textarea").dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true })))) throw "the browser leaves the page"`,
	} {
		eval[bool](b, `(document.querySelector("[data-do=sample]").click(), true)`)
		b.until("the box is empty", `document.querySelector("textarea").value === ""`)
		eval[bool](b, `(() => { `+open+`; return true; })()`)
		b.until("the file is open, "+what, settled+` && document.querySelector("textarea").value === wrote && /^library.model is open/.test(document.querySelector(".lab-message").textContent)`)
		eval[bool](b, `(document.querySelector("[data-do=take-back]").click(), true)`)
		b.until("undo takes it back", `document.querySelector("textarea").value === ""`)
	}
	b.content(root)
}

// aloneInFile holds that a picture needs nothing beside it, and lists its texts.
func aloneInFile(t *testing.T, picture string) (texts []string) {
	t.Helper()
	var text strings.Builder
	inText := false
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("SVG: %v in %.200s", err, picture)
		}
		switch x := token.(type) {
		case xml.StartElement:
			fill := false
			for _, a := range x.Attr {
				fill = fill || a.Name.Local == "fill"
				if strings.Contains(a.Value, "var(") || a.Name.Local == "src" || a.Name.Local == "href" && strings.Contains(a.Value, "//") {
					t.Errorf("SVG: <%s %s=%q> needs what is not in the file", x.Name.Local, a.Name.Local, a.Value)
				}
			}
			switch x.Name.Local {
			case "text", "rect", "path":
				if !fill {
					t.Errorf("SVG: <%s> has no color of its own: %v", x.Name.Local, x.Attr)
				}
			case "style", "link", "image", "script", "foreignObject":
				t.Errorf("SVG: it has a <%s>", x.Name.Local)
			}
			if x.Name.Local == "text" {
				inText = true
				text.Reset()
			}
		case xml.CharData:
			if inText {
				text.Write(x)
			}
		case xml.EndElement:
			if x.Name.Local == "text" {
				inText = false
				texts = append(texts, text.String())
			}
		}
	}
}

// TestModelFromNothing: from an empty box the figure that is open is the furthest that has
// something to show, and it follows what is written; whoever has opened another one for
// the same kind of block keeps it.
func TestModelFromNothing(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, _ := modelPage(t, site)
	b := open(t)
	b.size(1200, 1400)
	b.visit(root+p.Path, 1)
	press := func(label string) {
		eval[bool](b, `([...document.querySelectorAll("button")].find((e) => e.textContent === `+fmt.Sprintf("%q", label)+`).click(), true)`)
	}
	shows := func(what, step, ref string) {
		t.Helper()
		b.until(what, `document.querySelector(".tab-`+step+`").open && document.querySelectorAll(".steps > [open]").length === 1 && [...document.querySelectorAll(".tab-`+step+` svg a[data-ref='`+ref+`']")].some((e) => e.checkVisibility())`)
	}
	write := func(text string) {
		eval[bool](b, `(() => { const f = document.querySelector("textarea"); f.focus(); if (f.selectionStart || f.selectionEnd !== f.value.length) f.setSelectionRange(f.value.length, f.value.length); return document.execCommand("insertText", false, `+fmt.Sprintf("%q", text)+`); })()`)
	}
	press("an empty box")
	b.until("it is empty", `document.querySelector("textarea").value === ""`)
	press("+ Entity")
	shows("the entity", "entities", "entity:Thing")
	press("+ Screen")
	shows("the screen", "workflow", "screen:First screen")
	press("+ Question")
	shows("the table", "logical", "table:app.things")
	write("\nentity Place 20\n  town text 30 key\n")
	shows("another entity", "entities", "entity:Place")
	eval[bool](b, `(document.querySelector(".tab-physical > summary").click(), true)`)
	shows("the open one", "physical", "table:app.things")
	write("  country text 30\n")
	b.until("written", `document.querySelector("textarea").value.includes("country")`)
	shows("still the open one", "physical", "table:app.things")
	write("\nquestion Q2 All in a town\n  given town\n  want country\n")
	eval[bool](b, `(document.querySelector("textarea").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })), true)`)
	b.until("the cure, and Escape throws nothing away", `document.querySelector(".said-of-text")?.textContent.includes("want Place: country") && document.querySelector(".headline").textContent.includes("none for Q2 yet")`)
	// A remark is one press away from its word.
	eval[bool](b, `(document.querySelector("textarea").select(), true)`)
	write("entity Place 20\n  town text 30 key\n  land text 30\n\nquestion Q5 A town\n  given town\n  want Place\n\nquestion Q6 A town\n  given town\n  want Place\n" + strings.Repeat("# more\n", 20))
	b.until("a remark", `document.querySelector(".pill a")?.textContent === "1 remark"`)
	eval[bool](b, `(document.querySelector(".pill a").click(), true)`)
	b.until("it is told", `document.querySelector(".tab-checks").open && document.activeElement.textContent.includes("Q6 asks the same as Q5")`)
	press("+ Entity")
	b.until("the new block is marked, which brings it into sight", `(() => { const f = document.querySelector("textarea"); return f.value.slice(f.selectionStart, f.selectionEnd).trim().startsWith("entity Thing"); })()`)
	// What cannot be asked for yet is answered with what comes first, where the reader goes on.
	b.size(390, 700)
	press("an empty box")
	b.until("it is empty again", `document.querySelector("textarea").value === ""`)
	for _, c := range [][3]string{{"+ Question", "entity Thing", "so an entity comes first"}, {"+ Relationship", "entity Other", "so an entity comes first"}, {"+ Question", "question Q1", ""}} {
		eval[bool](b, `(scrollTo(0, document.body.scrollHeight), true)`)
		press(c[0])
		b.until(c[0]+" leads to what is new", fmt.Sprintf(`(() => { const f = document.querySelector("textarea"); return document.activeElement === f && f.value.slice(f.selectionStart, f.selectionEnd).trim().startsWith(%q) && document.querySelector(".lab-message").textContent.includes(%q); })()`, c[1], c[2]))
		b.until("which is in sight", `(() => { const r = document.querySelector("textarea").getBoundingClientRect(); return r.top < innerHeight && r.bottom > 0; })()`)
	}
	b.content(root)
}

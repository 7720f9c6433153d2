package build

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A screen is the inside of a browser's window, its bars shown.
type screen struct{ width, height int64 }

// tall lists calculators with their heights, question, inputs, answer and figure, before a
// tab is opened; tabs that a chapter opens are there besides, and a diagram is as high as what
// it shows. In a chapter an exercise may be longer than a screen, as its text is: what is
// answered at once is in one, an item with its options, or CQL with the button and what is
// said. So may a page on a phone that lists what is said of each statement: what is typed
// and the answer are in one screen.
const tall = `[...document.querySelectorAll("form.widget:not(.diagram)")].filter((w) => !w.querySelector(".tab[open]")).flatMap((w) => {
	const from = (first, last) => [w.id, Math.ceil(last.getBoundingClientRect().bottom - first.getBoundingClientRect().top)];
	const list = w.querySelector(".statements");
	if (list && getComputedStyle(list).overflowY === "visible") return [from(w, w.querySelector(".code")), from(w, w.querySelector(".answer"))];
	if (!w.matches(".exercise")) return [from(w, w)];
	const parts = [...w.querySelectorAll(".exercise-task, .exercise-given > *, fieldset, .choices, .exercise-order > li")].map((e) => from(e, e));
	const text = w.querySelector(".code, .inputs .field");
	return text ? [...parts, from(text, w.querySelector(".exercise-said"))] : parts;
})`

// cut lists what is cut in a calculator: what its fields hold can be read.
const cut = `[...document.querySelectorAll(".widget .headline, .widget .sub, .widget label, .widget summary, .widget .pill")]
	.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".statement-line, .schema > summary") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
	.map((e) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 40))`

// fits holds that each calculator of the open page is in one screen, which the window is. It
// returns how many there are.
func (b *tab) fits(p Page, s screen) int {
	b.t.Helper()
	all := eval[[][]any](b, tall)
	for _, w := range all {
		if height := w[1].(float64); height > float64(s.height) {
			b.t.Errorf("/%s: %s is %.0f px high at %d×%d", p.Path, w[0], height, s.width, s.height)
		}
	}
	return len(all)
}

// fitsChapter holds that each calculator of a page that is no embed is in one screen, on a
// desk and on a phone, and that nothing is cut at 320 px.
func (b *tab) fitsChapter(p Page) (seen int) {
	b.t.Helper()
	if len(p.Widgets) == 0 {
		return 0
	}
	for _, s := range []screen{{1440, 900}, {390, 664}} {
		b.size(s.width, s.height)
		seen += b.fits(p, s)
	}
	b.size(320, 664)
	b.report(fmt.Sprintf("/%s: at 320 px is cut", p.Path), eval[[]string](b, cut))
	return seen
}

// fitsFrame holds that the page of an embed, of an exercise, too, is at most 600 px high in a
// frame of any width, and that nothing sticks out or is cut. No calculator scrolls inside of
// it: only a page for modeling, a drawing of many tables, the task of an exercise, and text
// and lists as long as somebody makes them.
func (b *tab) fitsFrame(p Page) (seen int) {
	b.t.Helper()
	for i, width := range []int64{1440, 700, 640, 480, 320} {
		if b.size(width, 600); i == 0 {
			b.withProgram() // where there is room: a bar to scroll with would stay
		}
		type page struct{ Wide, High, Scrolls float64 }
		is := eval[page](b, `(() => { const { scrollWidth, scrollHeight } = document.documentElement; return { Wide: scrollWidth, High: document.body.getBoundingClientRect().height, Scrolls: scrollHeight }; })()`)
		if is.High > 600 || is.Scrolls > 600 {
			b.t.Errorf("/%s: the page of %s is %.0f px high, and scrolls %.0f px, in a frame %d px wide", p.Path, p.Widgets[0].Kind, is.High, is.Scrolls, width)
		}
		if inside := eval[int](b, `Math.max(0, ...[...document.querySelectorAll("form.widget:not(.model) .frame")].map((e) => e.scrollHeight - e.clientHeight))`); inside > 1 {
			b.t.Errorf("/%s: %d px of the %s are out of sight in a frame %d px wide", p.Path, inside, p.Widgets[0].Kind, width)
		}
		if is.Wide > float64(width) {
			b.t.Errorf("/%s: the page is %.0f px wide in a frame of %d px", p.Path, is.Wide, width)
			b.report(fmt.Sprintf("/%s at %d px sticks out", p.Path, width), eval[[]string](b, wide))
		}
		b.report(fmt.Sprintf("/%s at %d px: a figure is not to be seen", p.Path, width), eval[[]string](b, `[...document.querySelectorAll("figure svg")].filter((e) => e.getClientRects().length && e.checkVisibility() && e.getBoundingClientRect().width < 150).map((e) => e.getAttribute("class"))`))
		switch width {
		case 320:
			b.report(fmt.Sprintf("/%s: at 320 px is cut", p.Path), eval[[]string](b, cut))
		case 700:
			seen += b.fits(p, screen{width, 600})
		}
	}
	return seen
}

// answersStay holds that on a phone whose keyboard is open the answer stands at the upper edge
// while a field has the focus, however far down that field is; without the focus it goes with
// its page. It returns how many calculators have an answer and something to change.
func (b *tab) answersStay(p Page) (seen int) {
	b.t.Helper()
	b.size(390, 360)
	for _, s := range p.Widgets {
		if s.Cover || s.Kind == "exercise" { // the answer is not there yet
			continue
		}
		got := eval[string](b, fmt.Sprintf(stays, s.ID))
		if got == "" {
			continue // nothing can be changed, or all of it is as near as the answer
		}
		if seen++; got != "in sight" {
			b.t.Errorf("/%s: the answer of %s is %s", p.Path, s.ID, got)
		}
	}
	return seen
}

// stays gives the focus to the last field of a calculator, in the middle of the
// window, and says where the answer is.
const stays = `(async () => {
	const widget = document.getElementById(%q), fields = [...widget.querySelectorAll(".given :is(input, textarea, select)")].filter((e) => e.checkVisibility());
	const answer = widget.querySelector(".answer");
	if (!fields.length || !answer) return "";
	const field = fields.at(-1), frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	field.focus({ preventScroll: true });
	field.scrollIntoView({ block: "center", behavior: "instant" });
	await frame();
	const box = answer.getBoundingClientRect(), place = field.getBoundingClientRect();
	const got = box.top < 0 ? "above the window by " + -box.top + " px" : box.bottom > innerHeight ? "below the window" : box.bottom > place.top + 1 && box.top < place.bottom ? "over the field" : "in sight";
	field.blur();
	return got;
})()`

// TestBytesAreNotCovered: whoever goes through the bytes of a file with the arrow keys sees
// each field that is chosen, on a phone too; the explanation covers none.
func TestBytesAreNotCovered(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	p := pageAt(t, site, "widget/foundations/writes/layout1/")
	for _, s := range []screen{{320, 568}, {1440, 900}} {
		b.size(s.width, s.height)
		b.visit(root+p.Path, len(p.Widgets))
		n := eval[int](b, `(() => { const all = document.querySelectorAll(".bytes input"); all[0].closest("details").open = true; all[0].focus(); return all.length; })()`)
		if n < 10 {
			t.Fatalf("there are %d fields only", n)
		}
		for range n - 1 {
			b.do("arrow", chromedp.KeyEvent(kb.ArrowRight))
			b.until("it is chosen, explained and in sight", `(() => {
				const byte = document.activeElement.closest(".byte"), r = byte?.getBoundingClientRect();
				const seen = (y) => byte.contains(document.elementFromPoint((r.left + r.right) / 2, y));
				return byte?.querySelector("input").checked && !document.querySelector(".lab.waiting") && seen(r.top + 3) && seen(r.bottom - 3) && document.querySelector(".byte-note").getBoundingClientRect().height < innerHeight / 2;
			})()`)
		}
	}
	b.content(root)
}

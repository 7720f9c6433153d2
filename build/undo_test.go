package build

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestUndoTakesBackWhatWasTyped: typing that goes on is one step of Undo in every editor, whatever
// the answers have moved on the page meanwhile; a pause, a new line, another place and what a button
// writes end one. What was taken back is made again in the same steps.
func TestUndoTakesBackWhatWasTyped(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1200, 1400)
	for _, path := range []string{"model/", "check/"} {
		b.visit(root+path, 1)
		const area = `document.querySelector(".lab textarea")`
		text := func() string { return eval[string](b, area+`.value`) }
		const faint = `[...document.querySelectorAll("[data-do=take-back]")].filter((e) => getComputedStyle(e).borderTopStyle === "dashed").map((e) => e.dataset.with).join(" ")`
		faintAre := func(when, want string) { // the buttons follow what was typed
			b.until(fmt.Sprintf("%s, %q is faint", when, want), faint+fmt.Sprintf(" === %q", want))
		}
		if path == "model/" {
			b.until("the program is there", `document.querySelector(".lab[data-attached]") && !document.querySelector(".lab.waiting")`)
			faintAre("before anything is typed", "undo redo")
		}
		// A pause is where the test says; each letter moves what lies around the editor, as answers may.
		eval[bool](b, `(() => {
			const later = window.setTimeout;
			window.setTimeout = (f, ms, ...with_) => ms === 1000 ? (window.rest = f, 0) : later(f, ms, ...with_);
			`+area+`.addEventListener("input", () => `+area+`.closest("form").append(document.createElement("p")));
			`+area+`.focus();
			`+area+`.setSelectionRange(0, 0);
			return true;
		})()`)
		b.typing("-")
		b.until("the program has it", `document.querySelector(".lab[data-attached]") && !document.querySelector(".lab.waiting")`)
		rest := func() { eval[bool](b, `(window.rest(), true)`) }
		rest()
		texts := []string{text()}
		typed := func(what string) {
			for _, letter := range what {
				b.typing(string(letter))
				eval[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
			}
			texts = append(texts, text())
		}
		typed("- a comment of a few words")
		rest()
		typed(" and more")
		typed("\n")
		texts = append(texts[:2], texts[3]) // with it
		typed("-- another line")
		eval[bool](b, `(`+area+`.setSelectionRange(3, 3), true)`)
		typed("elsewhere ")
		eval[bool](b, `(`+area+`.setSelectionRange(0, 0), true)`)
		for range 3 {
			b.do("delete", chromedp.KeyEvent(kb.Delete))
		}
		texts = append(texts, text())
		press := func(key string) {
			b.do("press "+key, chromedp.KeyEvent(key, chromedp.KeyModifiers(2)))
		}
		for _, key := range []string{"z", "y", "z"} {
			for i := range texts[1:] {
				if key == "z" {
					i = len(texts) - 2 - i
				} else {
					i++
				}
				press(key)
				b.until(fmt.Sprintf("%s in %s leads to step %d", key, path, i), fmt.Sprintf("%s.value === %q", area, texts[i]))
			}
		}
		if path != "model/" {
			continue
		}
		faintAre("between two steps", "")
		press("z")
		b.until("the first letter is taken back", `!`+area+`.value.startsWith("-")`)
		faintAre("when all is taken back", "undo")
		press("y")
		b.until("it is made again", fmt.Sprintf("%s.value === %q", area, texts[0]))
		// By the buttons, and what they have written themselves.
		eval[bool](b, `(document.querySelector("[data-do=format]").click(), true)`)
		b.until("it is laid out", area+`.value !== `+fmt.Sprintf("%q", texts[0]))
		for _, what := range []string{"undo", "redo"} {
			now := text()
			eval[bool](b, `(document.querySelector("[data-do=take-back][data-with=`+what+`]").click(), true)`)
			b.until(what+" is one step", area+`.value !== `+fmt.Sprintf("%q", now))
			faintAre("after "+what, map[string]string{"undo": "", "redo": "redo"}[what])
			if what == "undo" && text() != texts[0] {
				t.Errorf("undo of what a button wrote: %q", text())
			}
		}
	}
}

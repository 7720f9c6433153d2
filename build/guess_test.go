package build

import (
	"fmt"
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/lab"
)

// guess gives a covered widget the guess that uncovers it.
func (b *tab) guess(spec *lab.Spec) {
	b.t.Helper()
	text := "about 9"
	if g := spec.Guess; g != nil {
		for i, o := range g.Options {
			if o.Want == 1 {
				b.press("#" + spec.Element("guess-"+exercise.Letter(i)))
				return
			}
		}
		text = fmt.Sprint(int(g.Amount.Plain), " ", g.Amount.Unit)
	}
	eval[bool](b, `(document.getElementById("`+spec.Element("guess")+`").focus(), true)`)
	b.typing(text + "\r")
}

// TestGuessed: a prediction is judged in the page; what explains the answer appears with
// it, and what was predicted otherwise comes back. By keyboard alone.
func TestGuessed(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
	b := open(t, onDay)
	b.visit(root+p.Path, len(p.Widgets))
	said := func(id string) string {
		return `document.querySelector("#` + id + ` .guess-judged").innerText.replaceAll("\u00a0", " ")`
	}
	const explained = `document.querySelector('details.reveal[data-of="run1"]').open`
	eval[bool](b, `(document.querySelector("#run1-guess").focus(), true)`)
	b.typing("2\r")
	b.until("it leads on", said("run1")+`.includes("Two were written. Which columns of the key differ?")`)
	if eval[bool](b, `document.querySelector("#run1 .cover").open || `+explained) {
		t.Error("the answer is in view after a guess that leads on")
	}
	eval[bool](b, `(document.querySelector("#run1-guess").select(), true)`)
	b.typing("1\r")
	b.until("it is right", said("run1")+`.includes("Yes: both have the key (1, 5).")`)
	b.until("the answer and its explanation are in view", `document.querySelector("#run1 .cover").open && `+explained)
	eval[bool](b, `(document.querySelector("#run2-guess-a").focus(), true)`)
	b.typing("\t ") // the second option
	b.until("it is right", said("run2")+`.includes("You guessed: one like") && document.querySelector("#run2-guess-b").getAttribute("aria-pressed") === "true"`)
	if log := eval[string](b, `localStorage.getItem("progress")`); !strings.Contains(log, "run1:2026-03-01+x") || !strings.Contains(log, "run2:2026-03-01+") {
		t.Errorf("the log is %s", log)
	}
	b.report("axe", b.axe("{}"))
	b.picture("guess")
	// After a reload the guesses and what was said to them are there, and the log is as it was.
	log := eval[string](b, `localStorage.getItem("progress")`)
	b.visit(root+p.Path, len(p.Widgets))
	b.until("the number is there", said("run1")+`.includes("You guessed: 1") && document.querySelector("#run1 .cover").open`)
	b.until("the option is there", said("run2")+`.includes("You guessed: one like") && document.querySelector("#run2-guess-b").getAttribute("aria-pressed") === "true"`)
	if again := eval[string](b, `localStorage.getItem("progress")`); again != log {
		t.Errorf("the reload made %s of the log %s", again, log)
	}
	if at := eval[string](b, `location.search + location.hash`); at != "" {
		t.Errorf("the address says %s", at)
	}
	for _, as := range []string{"?cover=1", "?again"} { // a class, and the review, are asked anew
		b.visit(root+p.Path+as, len(p.Widgets))
		if eval[bool](b, `document.querySelector("#run1 .cover").open || `+said("run1")+` !== ""`) {
			t.Errorf("%s shows an earlier guess", as)
		}
	}
	b.visit(root+p.Path, len(p.Widgets))
	// Who is not sure of an outcome is asked again.
	b.press(`[data-progress="again"]`)
	b.until("it says so", `document.querySelector('[data-progress="again"]').textContent === "Comes back tomorrow"`)
	eval[bool](b, `(localStorage.setItem("test-day", "2026-03-02"), true)`)
	b.visit(root+"review/", 0)
	b.says("2 questions come back today.")
	b.says("How many rows are left?")
	b.content(root)
}

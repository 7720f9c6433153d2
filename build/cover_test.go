package build

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// coveredChapter is a chapter with a covered widget of fields and a block that gives
// its answer away.
func coveredChapter(t *testing.T, site *Site) (Page, string) {
	t.Helper()
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "widget/") || strings.HasPrefix(p.Path, "embed/") {
			continue
		}
		for _, spec := range p.Widgets {
			if spec.Cover && spec.Kind == "size" && strings.Contains(string(site.Files[p.Path+"index.html"]), `data-of="`+spec.ID+`"`) {
				return p, spec.ID
			}
		}
	}
	t.Fatal("no chapter has a covered widget with a text to it")
	return Page{}, ""
}

// TestRevealed: the text that gives an answer away is closed until the reader has
// guessed or asked for the answer; whoever opens it by hand has it open.
func TestRevealed(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, id := coveredChapter(t, site)
	block := `document.querySelector('details.reveal[data-of="` + id + `"]')`
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	if eval[bool](b, block+`.open`) {
		t.Fatal("it is open before a guess")
	}
	for _, spec := range p.Widgets {
		if spec.ID == id {
			b.guess(spec)
		}
	}
	b.until("the text is open", block+`.open`)
	if others := eval[int](b, `document.querySelectorAll('details.reveal[open]:not([data-of="`+id+`"])').length`); others > 0 {
		t.Errorf("%d texts of other widgets are open, too", others)
	}
	eval[bool](b, `(`+block+`.querySelector("summary").click(), true)`)
	b.until("it is closed again", `!`+block+`.open`)
	if address := eval[string](b, `location.href`); strings.Contains(address, "guess") || strings.Contains(address, "shown") {
		t.Errorf("the address tells the guess: %s", address)
	}
	b.content(root)
}

// TestCoverHidesProse: with ?cover=1 nothing that the page says of its calculators is
// in view, until the calculator's answer is; without it all of it is.
func TestCoverHidesProse(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := chapterPage(t, site)
	const visible = `[...document.querySelectorAll("[data-answers]")].filter((e) => !e.closest("details:not([open])") && getComputedStyle(e).visibility === "visible").length`
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	if n := eval[int](b, visible); n < 3 {
		t.Fatalf("only %d blocks say what calculators answer", n)
	}
	b.visit(root+p.Path+"?cover=1", len(p.Widgets))
	b.until("the core has covered them", `document.querySelectorAll("form.covered").length === `+strconv.Itoa(len(p.Widgets)))
	if n := eval[int](b, visible); n != 0 {
		t.Errorf("%d blocks are in view", n)
	}
	b.report("axe", b.axe("{}"))
	id := p.Widgets[0].ID
	eval[bool](b, `(document.querySelector("#`+id+` details.cover summary").click(), true)`)
	b.until("those of the first are in view", `[...document.querySelectorAll('[data-answers="`+id+`"]')].every((e) => e.closest("details:not([open])") || getComputedStyle(e).visibility === "visible")`)
	if n := eval[int](b, `document.querySelectorAll("[data-answers]:not(.told)").length`); n == 0 {
		t.Error("those of the others are in view, too")
	}
	b.content(root)
}

// TestPrintedAnswers: paper leaves covered answers out, unless the address asks for
// them.
func TestPrintedAnswers(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, id := coveredChapter(t, site)
	b := open(t)
	for query, want := range map[string]bool{"": false, "?print=answers": true} {
		b.visit(root+p.Path+query, len(p.Widgets))
		b.emulate("print", "light")
		for _, selector := range []string{`details.reveal[data-of="` + id + `"] p`, "#" + id + " .cover .answer"} {
			if got := eval[bool](b, `(() => { const e = document.querySelector('`+selector+`'); return e.checkVisibility({ contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 0; })()`); got != want {
				t.Errorf("with %q, %s is printed: %t", query, selector, got)
			}
		}
		b.emulate("", "light")
	}
	b.content(root)
}

// TestSlowCore: who changes an input before the core is there reads at once that the
// answer is not for it; when the core is there, the answer is.
func TestSlowCore(t *testing.T) {
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	p := chapterPage(t, site)
	held := make(chan struct{})
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			<-held
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	b := open(t)
	b.visit(web.URL+"/"+p.Path, 0)
	spec := p.Widgets[0]
	in := b.change(spec)
	const widget = `document.querySelector("[data-lab]")`
	b.until("it says so", `/is starting/.test(`+widget+`.querySelector(".lab-message").textContent) && `+widget+`.classList.contains("waiting")`)
	if n := eval[string](b, `getComputedStyle(`+widget+`.querySelector(".results")).opacity`); n == "1" {
		t.Error("the answer is not dimmed")
	}
	close(held)
	b.same("when the core is there", spec, in)
	b.until("no word of it is left", widget+`.querySelector(".lab-message").textContent === "" && !`+widget+`.classList.contains("waiting")`)
	b.content(web.URL + "/")
}

package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"partitionlab/wasm/lab"
)

// TestButtons presses what the pages of calculators have: repairs, the buttons of a
// script, Reset, the guess, the dialog. What a button puts into a text, undo takes back.
func TestButtons(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	alone := map[string]*lab.Spec{} // a calculator of each kind on its own page
	var covered *lab.Spec
	for _, p := range site.Pages {
		for _, s := range p.Widgets {
			if s.Alone && !s.Embed && alone[s.Kind] == nil {
				alone[s.Kind] = s
			}
			if s.Alone && !s.Embed && s.Cover && covered == nil {
				covered = s
			}
		}
	}
	b := open(t)
	press := func(selector string) {
		t.Helper()
		if !eval[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e?.focus(); e?.click(); return Boolean(e); })()`, selector)) {
			t.Fatalf("there is no %s", selector)
		}
	}
	text := func(s *lab.Spec) string {
		return eval[string](b, fmt.Sprintf(`document.querySelector("#%s textarea").value`, s.ID))
	}
	put := func(s *lab.Spec, cql string) {
		t.Helper()
		eval[bool](b, fmt.Sprintf(`(() => { const t = document.querySelector("#%s textarea"); t.focus(); t.select(); return document.execCommand("insertText", false, %q); })()`, s.ID, cql))
		b.same("after typing", s, lab.Inputs{"q": cql})
	}

	check := alone["check"]
	b.visit(root+check.Page, 1)
	put(check, "CREATE TABLE lab.t (a txt PRIMARY KEY);")
	press("[data-do=fix]")
	b.same("repaired", check, lab.Inputs{"q": "CREATE TABLE lab.t (a text PRIMARY KEY);"})
	eval[bool](b, `document.execCommand("undo")`)
	b.same("the repair taken back", check, lab.Inputs{"q": "CREATE TABLE lab.t (a txt PRIMARY KEY);"})
	press("[data-do=reset]")
	original, _ := check.Default("q")
	b.until("the text is the first", fmt.Sprintf(`document.querySelector("#%s textarea").value === %q`, check.ID, original))
	b.until("it is said in the window", `/are back/.test(document.querySelector(".toast")?.textContent)`)
	if !eval[bool](b, `document.activeElement.matches("[data-input]")`) {
		t.Error("after Reset the focus is on no field")
	}
	b.do("Ctrl+Z", chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	b.same("Reset taken back by Ctrl+Z", check, lab.Inputs{"q": "CREATE TABLE lab.t (a txt PRIMARY KEY);"})
	press("[data-do=reset]")
	b.until("Reset has become Undo", `document.querySelector(".widget-tools [data-do=back]")`)
	press(".widget-tools [data-do=back]")
	b.same("Reset taken back by its button", check, lab.Inputs{"q": "CREATE TABLE lab.t (a txt PRIMARY KEY);"})

	run := alone["run"]
	b.visit(root+run.Page, 1)
	first := text(run)
	press("[data-with=flush]")
	b.until("the script has one more line", fmt.Sprintf(`document.querySelector("#%s textarea").value.endsWith("-- lab:flush\n")`, run.ID))
	b.until("the step can be taken back", `!document.querySelector("[data-do=undo]").disabled`)
	press("[data-do=undo]")
	b.until("it has gone again", fmt.Sprintf(`document.querySelector("#%s textarea").value.trimEnd() === %q`, run.ID, strings.TrimRight(first, " \n")))

	if covered == nil {
		t.Fatal("no calculator asks for a prediction")
	}
	b.visit(root+covered.Page, 1)
	b.guess(covered)
	b.until("the guess stands beside the answer", `document.querySelector(".cover").open && document.querySelector(".guess-said")?.textContent.startsWith("You guessed: ")`)

	size := alone["size"]
	b.visit(root+size.Page, 1)
	press("[data-do=embed]")
	b.until("the dialog is open", `document.querySelector("dialog.share")?.open`)
	eval[bool](b, `(() => { const f = document.querySelector("[data-share=theme]"); f.value = "dark"; f.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	b.until("the frame is dark", `[...document.querySelectorAll("dialog.share textarea")].some((t) => t.value.includes("theme=dark"))`)
	press("dialog.share [data-do=copy]")
	b.until("the dialog says what was done", `document.querySelector(".share-said").textContent !== ""`)
	press("dialog.share [data-do=close]")
	b.until("the dialog is closed", `!document.querySelector("dialog.share")`)
	if !eval[bool](b, `document.activeElement.matches("[data-do=embed]")`) {
		t.Error("after the dialog the focus is not where it was")
	}
	b.content(root)
}

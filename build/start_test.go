package build

import (
	"strings"
	"testing"
)

// TestTenMinutes walks through /start as a newcomer does: six steps, each with something
// to see or to do, and at the end a question that is judged.
func TestTenMinutes(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := pageAt(t, site, "start/")
	if len(p.Widgets) == 0 {
		t.Fatal("there is no /start")
	}
	b := open(t)
	b.size(390, 800)
	b.visit(root+p.Path, len(p.Widgets))
	steps := eval[[]string](b, `[...document.querySelectorAll("article h2")].map((h) => h.textContent.replace(/[^\w ?.,-]/g, "").trim()).filter((t) => /^\d\./.test(t))`)
	if len(steps) != 6 {
		t.Errorf("%d steps: %q", len(steps), steps)
	}
	shows := func(id, text string) {
		t.Helper()
		b.until(id+" says "+text, `document.getElementById("`+id+`").innerText.replaceAll("\u00a0", " ").includes("`+text+`")`)
	}
	// Read in order, the steps are about the same table; none waits for another.
	shows("rows1", "3 rows came back")
	shows("asked1", "2 of 3")
	if rule := eval[string](b, `document.querySelector("#asked1 a.rule")?.getAttribute("href") ?? ""`); !strings.Contains(rule, "rules/w-05") {
		t.Errorf("the refusal leads to %q", rule)
	}
	eval[bool](b, `(() => { const f = document.querySelector('#size3 [data-input="rooms"]'); f.focus(); f.select(); return true; })()`)
	b.typing("400\r")
	shows("size3", "6.1")
	b.answer("limit", "250")
	b.until("what follows is said", `document.querySelector("#limit .exercise-said").textContent.includes("?")`)
	b.answer("limit", "251")
	shows("limit", "Solved")
	shows("size5", "kB")
	eval[bool](b, `(() => { const f = document.querySelector("#own6 textarea"); f.focus(); f.setSelectionRange(0, f.value.length); return true; })()`)
	b.typing("CREATE TABLE mine (id uuid PRIMARY KEY, name text); SELECT * FROM mine WHERE id = 1;")
	shows("own6", "efused")
	last := p.Widgets[len(p.Widgets)-1]
	if last.Kind != "exercise" {
		t.Fatalf("the walk ends with a %s", last.Kind)
	}
	if log := eval[string](b, `localStorage.getItem("progress")`); !strings.HasPrefix(log, "start limit:") || !strings.Contains(log, "+x") {
		t.Errorf("the log is %q", log)
	}
	b.picture("start")
	b.report("axe", b.axe("{}"))
	b.content(root)
}

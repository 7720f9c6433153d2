package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestReleaseIsPicked: on the page of a check and in the workbench a reader picks the release that
// judges; the answer names it, the address keeps it, and the way to the workbench takes it along.
// A tab there tells what an upgrade changes.
func TestReleaseIsPicked(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	page := site.Pages[slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == "check/" })]
	own := page.Widgets[0].ID
	says := func(text string) string {
		return fmt.Sprintf(`document.querySelector(".answer")?.innerText.includes(%q)`, text)
	}
	pick := func(id, release string) {
		eval[bool](b, fmt.Sprintf(`(() => { const s = document.getElementById("%s-server"); s.value = %q; s.dispatchEvent(new Event("input", { bubbles: true })); s.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`, id, release))
	}
	b.visit(root+page.Path, 1)
	eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("#%s textarea"); f.focus(); f.select(); return document.execCommand("insertText", false, "CREATE TABLE docs (id int PRIMARY KEY, v vector<float, 3>);"); })()`, own))
	b.until("5.0 takes it", says("Cassandra accepts this statement"))
	pick(own, "4.1")
	b.until("4.1 does not", says("Cassandra 4.1 refuses this statement"))
	if said := eval[string](b, `document.querySelector(".statements").innerText`); !strings.Contains(said, "the vector type is new in 5.0") {
		t.Errorf("why: %s", said)
	}
	b.until("the address has it", `location.href.includes("server=4.1")`)
	b.reload()
	b.until("a reload loses nothing", `document.documentElement.classList.contains("lab-on") && `+says("Cassandra 4.1 refuses this statement"))
	eval[bool](b, `(document.querySelector("[data-do=bench]").click(), true)`)
	b.until("the workbench judges as 4.1, too", `location.pathname.endsWith("/workbench/") && document.documentElement.classList.contains("lab-on") && `+says("Cassandra 4.1 refuses this statement"))
	eval[bool](b, `(document.querySelector(".tab-settings > summary, [data-key=settings] > summary").click(), true)`)
	b.until("its settings say so", `document.getElementById("own-server")?.value === "4.1"`)
	pick("own", "5.0")
	b.until("and change it", says("Cassandra accepts this statement"))
	eval[bool](b, `(document.querySelector("[data-key=upgrade] > summary, .tab-upgrade > summary").click(), true)`)
	b.until("the tab tells what an upgrade changes", `document.querySelector(".tab-upgrade")?.innerText.includes("Taken from then on: 1")`)
	eval[bool](b, `(() => { const s = document.getElementById("own-from"); s.value = "4.0"; s.dispatchEvent(new Event("input", { bubbles: true })); s.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	b.until("from another release, too", `document.querySelector(".tab-upgrade")?.innerText.includes("4.0 refuses it")`)
	b.content(root)
}

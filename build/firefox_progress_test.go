//go:build browsers

package build

import (
	"strconv"
	"testing"
)

// TestFirefoxProgress: what was solved is taken to another profile as a file and as a link,
// beside what was done there; and where nothing is kept, the page says so and gives it away.
func TestFirefoxProgress(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	why := pageAt(t, site, "foundations/why/")
	solve := func(f *fox, id, text string) {
		t.Helper()
		f.visit(root+why.Path, len(why.Widgets))
		foxEval[bool](f, `(() => {
			const e = document.querySelector("#`+id+` [data-input]");
			e.value = `+strconv.Quote(text)+`;
			e.dispatchEvent(new Event("input", { bubbles: true }));
			document.querySelector("#`+id+` [data-do=check]").click();
			return true;
		})()`)
	}
	says := func(f *fox, text string) {
		t.Helper()
		f.until("the page says "+text, `document.querySelector("main").innerText.replaceAll("\u00a0", " ").includes(`+strconv.Quote(text)+`)`)
	}
	takes := func(f *fox, link string) {
		t.Helper()
		f.visit(link, 0)
		f.until("the page asks", `/Add it to your progress here/.test(document.querySelector(".progress-said")?.textContent)`)
		foxEval[bool](f, `(document.querySelector(".progress-said button").click(), true)`)
	}
	const kept = `localStorage.getItem("progress")`

	f := openFox(t)
	solve(f, "e4", "122")
	f.until("it is kept", kept+`?.includes("e4:")`)
	mine := foxEval[string](f, kept)

	other := openFox(t)
	solve(other, "e4", "7")
	other.until("it is kept", kept+`?.includes("e4:")`)
	if foxEval[string](other, kept) == mine {
		t.Fatal("two profiles share what they keep")
	}
	other.visit(root+"progress/", 0)
	says(other, "solved 0 of")
	give := func(text string) {
		foxEval[bool](other, giving(text))
	}
	give(mine)
	says(other, "Progress in 1 chapter was added to yours.")
	says(other, "solved 1 of")
	merged := foxEval[string](other, kept)
	give("<html>")
	says(other, "This file or link holds no progress.")
	if again := foxEval[string](other, kept); again != merged {
		t.Errorf("what is no progress makes\n%s\nof\n%s", again, merged)
	}

	third := openFox(t)
	takes(third, root+"progress/"+packed(mine))
	says(third, "solved 1 of")

	for what, script := range map[string]string{
		"the disk is full":  `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`,
		"storage is locked": `Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("locked", "SecurityError"); } });`,
	} {
		t.Run(what, func(t *testing.T) {
			b := openFox(t, script)
			solve(b, "e4", "122")
			b.until("it says so", `/does not keep your progress/.test(document.querySelector(".progress-said")?.textContent)`)
			b.until("the link holds it", `document.querySelector(".progress-said a").href.includes("#log=")`)
			far := openFox(t)
			takes(far, foxEval[string](b, `document.querySelector(".progress-said a").href`))
			says(far, "solved 1 of")
		})
	}
}

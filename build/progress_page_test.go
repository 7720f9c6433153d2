package build

import (
	"strconv"
	"strings"
	"testing"
)

// onDay sets the clock of pages: at noon of the day that a test has put into the store.
const onDay = `
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...when) { if (when.length) super(...when); else super((localStorage.getItem("test-day") ?? "2026-03-01") + "T12:00:00"); }
};
globalThis.saved = [];
const url = URL.createObjectURL;
URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return url.call(URL, blob); };`

// fullDisk is a browser that keeps nothing.
const fullDisk = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`

func (b *tab) press(selector string) {
	b.t.Helper()
	eval[bool](b, `(document.querySelector(`+strconv.Quote(selector)+`).click(), true)`)
}

// answer types into the field of an exercise and checks it.
func (b *tab) answer(id, text string) {
	b.t.Helper()
	eval[bool](b, `(() => { const e = document.querySelector("#`+id+` [data-input]"); e.focus(); e.select(); return true; })()`)
	b.typing(text + "\r")
}

const progressText = `(document.querySelector(".report")?.innerText ?? "").replaceAll("\u00a0", " ")`

func (b *tab) says(text string) {
	b.t.Helper()
	b.until("the page says "+text, `document.querySelector("main").innerText.replaceAll("\u00a0", " ").includes(`+strconv.Quote(text)+`)`)
}

// give opens a file with progress.
func (b *tab) give(text string) {
	b.t.Helper()
	eval[bool](b, `(() => {
		const files = new DataTransfer(), input = document.querySelector("#progress-file");
		files.items.add(new File([`+strconv.Quote(text)+`], "place.txt", { type: "text/plain" }));
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
		return true;
	})()`)
}

// TestProgress goes through a chapter, looks at what is kept, takes it to a fresh profile
// as a file and as a link, merges it with what was done there, and comes back on the days
// on which questions do.
func TestProgress(t *testing.T) {
	site, root := practiceSite(t)
	var p Page
	for _, one := range site.Pages {
		if one.Path == "hotel/second/" {
			p = one
		}
	}
	id := p.Widgets[0].ID
	b := open(t, onDay)
	b.visit(root+"progress/", 0)
	b.says("You have read 0 of ")
	b.visit(root+p.Path, len(p.Widgets))
	b.answer(id, "3")
	b.until("a wrong answer is noted", `localStorage.getItem("progress")?.includes("`+id+`:2026-03-01x")`)
	b.answer(id, "122")
	b.until("the right one, too", `localStorage.getItem("progress")?.includes("`+id+`:2026-03-01x+")`)
	eval[bool](b, `(document.querySelector("[data-end]").scrollIntoView(), true)`)
	const scroll = `(async () => {
		const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		await frame();
		const jumped = localStorage.getItem("progress").includes("read:");
		for (const e of document.querySelectorAll("main h2[id], [data-end]")) {
			e.scrollIntoView();
			await frame();
		}
		return jumped;
	})()`
	if eval[bool](b, scroll) {
		t.Error("who jumps to the end has read the chapter")
	}
	b.until("the chapter is read", `localStorage.getItem("progress")?.includes("read:2026-03-01.")`)
	b.until("the contents show it", `document.querySelector('.outline [data-chapter="hotel/second"] .done')?.textContent === "1/6 ✓1 of 6 solved, read"`)
	b.until("the self-test shows it", `document.querySelector('.self-test [data-tasks="`+id+`"] .done')?.textContent === "✓ solved"`)
	b.report("axe", b.axe("{}"))
	b.visit(root+p.Path, len(p.Widgets))
	if v := eval[string](b, `document.querySelector("#`+id+` [data-input]").value`); v != "122" {
		t.Errorf("after coming back the answer is %q", v)
	}
	// So are answers that buttons give: an order, several options.
	order, several := p.Widgets[4].ID, p.Widgets[5].ID
	items := `[...document.querySelectorAll("#` + order + ` .order-item")].map((e) => e.textContent).join()`
	before := eval[string](b, items)
	b.press("#" + order + ` .exercise-order li:last-child [data-do="earlier"]`)
	b.until("an item has moved", items+" !== "+strconv.Quote(before))
	moved := eval[string](b, items)
	b.press("#" + several + "-option-c")
	pressed := `document.querySelector("#` + several + `-option-c").getAttribute("aria-pressed") === "true"`
	b.until("an option is chosen", pressed)
	b.visit(root+p.Path, len(p.Widgets))
	b.until("the order is as it was left", items+" === "+strconv.Quote(moved))
	b.until("the option is chosen as it was left", pressed)

	b.visit(root+"progress/", 0)
	b.says("You have read 1 of ")
	b.says("and solved 1 of 6 exercises.")
	b.says("solved; comes back on 2026-03-02")
	b.says("read on 2026-03-01")
	b.report("axe", b.axe("{}"))
	b.picture("progress")
	b.size(320, 800)
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("the page is %d px wide on a phone", wide)
	}
	b.picture("progress-phone")
	b.size(1280, 900)
	b.press(`[data-progress="file"]`)
	b.until("the file is saved", `saved.length`)
	file := eval[string](b, `saved[0]`)
	b.press(`[data-progress="link"]`)
	b.until("the link is there", `document.querySelector('input[aria-label="The link with your progress"]') || /copied/.test(document.querySelector(".progress-said").textContent)`)
	link := eval[string](b, `document.querySelector('input[aria-label="The link with your progress"]')?.value ?? navigator.clipboard.readText()`)
	if !strings.HasPrefix(link, root+"progress/#log=") {
		t.Fatalf("the link is %s", link)
	}
	b.content(root)

	// On another machine: by file, beside what was done there.
	other := open(t, onDay)
	other.visit(root+p.Path, len(p.Widgets))
	eval[bool](other, `(localStorage.setItem("test-day", "2026-03-05"), true)`)
	other.answer(id, "7")
	other.until("it is noted", `localStorage.getItem("progress")?.includes("`+id+`:2026-03-05x")`)
	other.visit(root+"progress/", 0)
	other.says("and solved 0 of 6 exercises.")
	other.give(file)
	other.says("Progress in 1 chapter was added to yours.")
	other.says("and solved 1 of 6 exercises.")
	other.says("read on 2026-03-01")
	other.says("comes back on 2026-03-06")
	merged := eval[string](other, `localStorage.getItem("progress")`)
	other.give(file)
	other.give("\r\n" + file + "what is this\nhotel/second e1\n")
	other.says("Some of it could not be read and was left out.")
	if again := eval[string](other, `localStorage.getItem("progress")`); again != merged {
		t.Errorf("merging once more makes\n%s\nof\n%s", again, merged)
	}
	other.give("<html>")
	other.says("This file or link holds no progress.")
	if again := eval[string](other, `localStorage.getItem("progress")`); again != merged {
		t.Errorf("what is no progress makes\n%s\nof\n%s", again, merged)
	}
	other.press(`[data-progress="erase"]`)
	other.says("Erase it now. This cannot be undone.")
	other.press(`[data-progress="erase"]`)
	other.says("You have read 0 of ")
	if kept := eval[string](other, `[localStorage.getItem("progress"), localStorage.getItem("answers"), sessionStorage.getItem("progress")].join()`); kept != ",," {
		t.Errorf("erased, and %s is left", kept)
	}
	other.content(root)

	// By link, and a damaged one.
	third := open(t, onDay)
	third.visit(link, 0)
	third.says("Progress in 1 chapter was added to yours.")
	third.says("and solved 1 of 6 exercises.")
	if at := eval[string](third, `location.href`); strings.Contains(at, "log=") {
		t.Errorf("the address still is %s", at)
	}
	third.visit(root+"learn/", 0)
	third.visit(link[:len(link)-9], 0)
	third.says("Your own progress has not changed.")
	third.says("and solved 1 of 6 exercises.")
	third.content(root)

	// What was answered wrongly comes back after 1, 3, 7 and 21 days.
	for _, step := range []struct{ early, due, later string }{
		{"2026-03-01", "2026-03-02", "2026-03-05"}, {"2026-03-04", "2026-03-05", "2026-03-12"}, {"2026-03-11", "2026-03-12", "2026-04-02"}, {"2026-04-01", "2026-04-02", ""},
	} {
		eval[bool](b, `(localStorage.setItem("test-day", "`+step.early+`"), true)`)
		b.visit(root+"review/", 0)
		b.says("Nothing comes back today.")
		b.says(step.due + ": ")
		eval[bool](b, `(localStorage.setItem("test-day", "`+step.due+`"), true)`)
		b.visit(root+"review/", 0)
		b.says("One question comes back today.")
		b.press(".review a")
		b.until("its page is open", `location.pathname.endsWith("/widget/hotel/second/`+id+`/") && document.querySelector("#`+id+` [data-input]")`)
		eval[bool](b, `(document.querySelector("[data-lab]").scrollIntoView(), true)`)
		b.until("the program has attached", `document.documentElement.classList.contains("lab-on")`)
		if v := eval[string](b, `document.querySelector("#`+id+` [data-input]").value`); v != "" {
			t.Errorf("on %s the answer of before is in the field: %q", step.due, v)
		}
		b.answer(id, "122")
		b.until("it is noted", `localStorage.getItem("progress").includes("`+id+`:`+step.due+`+")`)
		b.press(`.back-to-review`)
		b.says("Nothing comes back today.")
		if step.later != "" {
			b.says(step.later + ": ")
		} else if text := eval[string](b, progressText); strings.Contains(text, "Later") {
			t.Errorf("after four times it still comes back:\n%s", text)
		}
	}
	b.report("axe", b.axe("{}"))
	b.content(root)
}

// TestProgressThatIsNotKept: on a full disk, and where a browser keeps nothing at all, the
// page says so, loses nothing while it is open, and gives it away as a link.
func TestProgressThatIsNotKept(t *testing.T) {
	site, root := practiceSite(t)
	var p Page
	for _, one := range site.Pages {
		if one.Path == "hotel/second/" {
			p = one
		}
	}
	id := p.Widgets[0].ID
	for what, c := range map[string]struct{ script, until string }{
		"nothing is kept":     {fullDisk, "leave this page"},
		"only the tab keeps":  {`const real = Storage.prototype.setItem; Storage.prototype.setItem = function (...a) { if (this === localStorage) throw new DOMException("full", "QuotaExceededError"); real.apply(this, a); };`, "close this tab"},
		"storage is locked":   {`Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("locked", "SecurityError"); } });`, "close this tab"},
		"it forgets silently": {`Storage.prototype.setItem = () => {};`, "leave this page"},
	} {
		t.Run(what, func(t *testing.T) {
			b := open(t, c.script)
			b.visit(root+p.Path, len(p.Widgets))
			b.answer(id, "122")
			b.until("it says so", `/does not keep your progress/.test(document.querySelector(".progress-said")?.textContent) && document.querySelector(".progress-said").textContent.includes(`+strconv.Quote(c.until)+`)`)
			b.until("what is solved is shown", `document.querySelector('.self-test [data-tasks="`+id+`"] .done')?.textContent === "✓ solved"`)
			b.until("the link holds it", `document.querySelector(".progress-said a").href.includes("#log=")`)
			link := eval[string](b, `document.querySelector(".progress-said a").href`)
			other := open(t)
			other.visit(link, 0)
			other.says("and solved 1 of 6 exercises.")
			b.content(root)
		})
	}
}

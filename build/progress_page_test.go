package build

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"partitionlab/wasm/progress"
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
	eval[bool](b, giving(text))
}

// giving is what opens a file with progress in any browser.
func giving(text string) string {
	return `(() => {
		const files = new DataTransfer(), input = document.querySelector("#progress-file");
		files.items.add(new File([` + strconv.Quote(text) + `], "place.txt", { type: "text/plain" }));
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
		return true;
	})()`
}

// takes takes in what a link holds.
func (b *tab) takes() {
	b.t.Helper()
	b.until("the page asks", `/Add it to your progress here/.test(document.querySelector(".progress-said")?.textContent)`)
	b.press(".progress-said button")
}

// packed makes the fragment of a link with progress.
func packed(text string) string {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	w.Write([]byte(text))
	w.Close()
	return "#log=." + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// TestProgressLinkAsks: anybody can make a link, so that none changes anything before the
// reader wants it, on any page; none holds more than a course, however well it is packed;
// and what it holds is read as package progress reads it.
func TestProgressLinkAsks(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	widgets := 0
	for _, one := range site.Pages {
		if one.Path == "hotel/second/" {
			widgets = len(one.Widgets)
		}
	}
	b := open(t)
	const mine = "hotel/second e1:2026-03-01x"
	kept := `localStorage.getItem("progress")`
	b.visit(root+"progress/", 0)
	eval[bool](b, `(localStorage.setItem("progress", "`+mine+`"), true)`)
	said := func(what, text string) {
		t.Helper()
		b.until(what, `document.querySelector(".progress-said")?.textContent.includes(`+strconv.Quote(text)+`)`)
	}
	theirs := packed("hotel/second e1:2026-03-02+ e2:2026-03-02x\nhotel/first read:2026-03-02.\n")
	for _, at := range []string{"progress/?1", "hotel/second/?v=1"} {
		n := 0
		if strings.HasPrefix(at, "hotel") {
			n = widgets
		}
		b.visit(root+"learn/", 0)
		b.visit(root+at+theirs, n)
		said("it asks in numbers", "2 chapters (1 read), 2 questions (1 solved). Add it to your progress here?")
		if got := eval[string](b, kept); got != mine {
			t.Errorf("%s: before any answer the log is %s", at, got)
		}
		b.press(".progress-said button:last-of-type")
		said("it is left", "Nothing was added.")
		if got := eval[string](b, kept+` + location.hash + location.search`); got != mine+at[strings.Index(at, "?"):] {
			t.Errorf("%s: left, and the log and the address are %s", at, got)
		}
	}
	b.visit(root+"learn/", 0)
	b.visit(root+"hotel/second/"+theirs, widgets)
	b.takes()
	said("it is taken", "Progress in 2 chapters was added to yours.")
	b.until("it is kept", kept+` === "hotel/first read:2026-03-02.\nhotel/second e1:2026-03-01x e1:2026-03-02+ e2:2026-03-02x"`)
	b.visit(root+"learn/", 0)
	b.visit(root+"progress/"+theirs, 0)
	said("it is known", "Your progress has all that this link holds.")
	before := eval[string](b, kept)
	for what, text := range map[string]string{"a bomb": strings.Repeat("a", 64<<20), "a long log": "a e1:2026-03-01x\n" + strings.Repeat("b e1:2026-03-01x\n", 10_000)} {
		b.visit(root+"learn/", 0)
		b.visit(root+"progress/"+packed(text), 0)
		said(what, "This is more than the progress of the whole course")
		if got := eval[string](b, kept); got != before {
			t.Errorf("%s makes %.100s", what, got)
		}
	}
	many := ""
	for i := range 20_000 {
		if i%300 == 0 {
			many += fmt.Sprintf("\nz%d", i/300)
		}
		many += fmt.Sprintf(" t%d:2026-03-01x", i%300)
	}
	thing := "a"
	for i := range 40 {
		thing += fmt.Sprintf(" e:2026-03-%02dx e:2027-01-%02d+!~", i%31+1, i%31+1)
	}
	for _, text := range []string{
		"", "\n \n", mine, "a e1:2026-03-01x1000000000000000000000000", "a e1:2026-03-01x1e24", "a e1:2026-03-01x0", "a e1:2026-03-01x000007?12345678", "a e1:2026-03-01x1.5", "a e1:2026-03-01x-1",
		"a e1:2026-02-29x e1:2024-02-29x e1:2026-13-01x e1:1969-12-31x e1:1970-01-01x e1:0000-01-01x e1:9999-12-31x e1:2026-3-1x", "a e1:2026-03-01X e1:2026-03-01:x e1:2026-03-01x+?!~.-+ e1:2026-03-01[]^",
		"A e1:2026-03-01x\nä e1:2026-03-01x\na/b-c e1/2:2026-03-01x e1:2026-03-01x\r\nb e1:2026-03-01+x+3x2", strings.Repeat("n", 80) + " e:2026-03-01x", strings.Repeat("n", 81) + " e:2026-03-01x",
		"__proto__ constructor:2026-03-01x", many, thing, strings.Repeat("a e1:2026-03-01x\n", 8000) + "z e1:2026-03-01x",
	} {
		log, _ := progress.Parse(text)
		if got, want := eval[string](b, `readerlog.parse(`+strconv.Quote(text)+`)`), strings.TrimSuffix(log.Text(), "\n"); got != want {
			t.Errorf("%.60q: the script reads\n%.300s\nand the program\n%.300s", text, got, want)
		}
	}
	b.content(root)
}

// TestAnswersOfTwoTabs: of what two tabs have kept the newest answer counts, also where
// the disk was full for a while; and where nothing is kept the page says so.
func TestAnswersOfTwoTabs(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
	id, other := p.Widgets[0].ID, p.Widgets[2].ID
	b := open(t, `const real = Storage.prototype.setItem; Storage.prototype.setItem = function (...a) { if (globalThis.full && (this === localStorage || full > 1)) throw new DOMException("full", "QuotaExceededError"); real.apply(this, a); };`)
	types := func(id, text string) {
		t.Helper()
		eval[bool](b, `(() => { const e = document.querySelector("#`+id+` [data-input]:not([type=radio])"); e.value = `+strconv.Quote(text)+`; e.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	}
	answer := func(store string) string {
		return eval[string](b, `Object.entries(JSON.parse(`+store+`.getItem("answers") || "{}")).map(([name, a]) => name.split("/").at(-1) + "=" + Object.entries(a).filter(([k]) => k).map(([, v]) => v).join()).sort().join(" ")`)
	}
	b.visit(root+p.Path, len(p.Widgets))
	eval[bool](b, `(globalThis.full = 1, true)`)
	types(id, "old")
	if got := answer("sessionStorage"); got != id+"=old" {
		t.Fatalf("the tab keeps %q", got)
	}
	// What another tab does a moment later, when there is room again.
	eval[bool](b, `(globalThis.full = 0, new Promise((done) => setTimeout(() => {
		const all = JSON.parse(sessionStorage.getItem("answers"));
		for (const a of Object.values(all)) { for (const k of Object.keys(a)) if (k) a[k] = "new"; if ("" in a) a[""] = Date.now(); }
		localStorage.setItem("answers", JSON.stringify(all));
		done(true);
	}, 20)))`)
	types(other, "1")
	if got := answer("localStorage"); !strings.Contains(got, id+"=new") {
		t.Errorf("an old answer of one tab takes the place of a newer one: %s", got)
	}
	if got := answer("sessionStorage"); got != "" {
		t.Errorf("there is room, and the tab still keeps %s", got)
	}
	eval[bool](b, `(globalThis.full = 2, true)`)
	types(id, "lost")
	unkept := `[...document.querySelectorAll(".answer-unkept")].filter((e) => e.checkVisibility()).length`
	b.until("the page says that nothing is kept", unkept+` === 1`)
	eval[bool](b, `(globalThis.full = 0, true)`)
	types(other, "2")
	b.until("it is kept after all", unkept+` === 0`)
	if got := answer("localStorage"); !strings.Contains(got, id+"=lost") {
		t.Errorf("what was not kept for a while is %s", got)
	}
	b.content(root)
}

// beside opens another tab of the same reader.
func (b *tab) beside(t *testing.T) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(b.ctx)
	t.Cleanup(stop)
	return watched(t, ctx)
}

// TestAnswersOfTwoTabsAreTold: an answer of another tab comes where nothing was typed; whoever has
// typed another one is told, has both, and chooses.
func TestAnswersOfTwoTabsAreTold(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
	id := p.Widgets[0].ID
	field := `document.querySelector("#` + id + ` [data-input]:not([type=radio])")`
	const note = `document.querySelector(".answer-elsewhere")`
	one := open(t)
	two := one.beside(t)
	types := func(b *tab, text string) {
		t.Helper()
		eval[bool](b, `(() => { const e = `+field+`; e.value = `+strconv.Quote(text)+`; e.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	}
	kept := `Object.values(JSON.parse(localStorage.getItem("answers") || "{}")).map((a) => Object.entries(a).filter(([k]) => k).map(([, v]) => v).join()).join()`
	for _, b := range []*tab{one, two} {
		b.visit(root+p.Path, len(p.Widgets))
	}
	types(one, "first")
	two.until("what was typed elsewhere is there", field+`.value === "first" && !`+note)
	types(two, "second")
	for _, b := range []*tab{one, two} {
		b.until("each tab has what was typed in it", field+`.value === (`+note+` ? "first" : "second")`)
	}
	one.until("who has typed another answer is told", note+`?.textContent.startsWith("Another tab has another answer to this.")`)
	one.press(".answer-elsewhere button:last-of-type")
	one.until("it keeps its own", `!`+note+` && `+field+`.value === "first" && `+kept+` === "first"`)
	two.until("the other is told now", note+` && `+field+`.value === "second"`)
	two.press(".answer-elsewhere button")
	two.until("it takes that one", `!`+note+` && `+field+`.value === "first" && !document.querySelector(".lab.waiting")`)
	if got := one.text(kept) + " " + two.text(`String(Boolean(`+note+`))`) + one.text(`String(Boolean(`+note+`))`); got != "first falsefalse" {
		t.Errorf("then is kept, and told: %s", got)
	}
	// A tab that has heard of nothing looks before it writes.
	eval[bool](one, `(addEventListener("storage", (e) => e.stopImmediatePropagation(), true), true)`)
	eval[bool](two, `(localStorage.setItem("answers", localStorage.getItem("answers").replace("first", "third").replace(/"":\d+/, (m) => m + "1")), true)`)
	one.until("it is kept", kept+` === "third"`)
	types(one, "fourth")
	one.until("it is told", note+` && `+field+`.value === "fourth"`)
	one.press(".answer-elsewhere button")
	one.until("nothing is lost", field+`.value === "third"`)
	one.report("axe", one.axe("{}"))
	one.content(root)
	two.content(root)
}

// An answer that another tab keeps stays where somebody presses Check beside a field into which
// nothing was typed here, and what was taken back is not there again after a reload.
func TestAnswersAreKeptAsTheyWereLeft(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
	id := p.Widgets[0].ID
	b := open(t)
	field := `document.querySelector("#` + id + ` [data-input]:not([type=radio])")`
	kept := `Object.entries(JSON.parse(localStorage.getItem("answers") || "{}")).map(([, a]) => Object.entries(a).filter(([k]) => k).map(([k, v]) => k + "=" + v).sort().join(" ")).join(";")`
	b.visit(root+p.Path, len(p.Widgets))
	eval[bool](b, `(localStorage.setItem("answers", JSON.stringify({ [`+field+`.closest("[data-page]").dataset.page.replace(/^widget\/|\/$/g, "")]: { "": Date.now(), answer: "122" } })), true)`)
	b.press("#" + id + ` [data-do="check"]`)
	b.until("it is judged", `document.querySelector("#`+id+`").textContent.includes("There is no answer yet")`)
	if got := eval[string](b, kept); !strings.Contains(got, "answer=122") {
		t.Errorf("what another tab keeps became %q", got)
	}

	b.visit(root+p.Path, len(p.Widgets))
	b.until("the answer is back", field+`.value === "122"`)
	b.press("#" + id + ` [data-do="reset"]`)
	b.until("it is taken back", field+`.value === "" && `+kept+` === ""`)
	b.visit(root+p.Path, len(p.Widgets))
	if got := eval[string](b, field+".value+"+kept); got != "" {
		t.Errorf("what was taken back is there after a reload: %q", got)
	}
	b.answer(id, "3")
	b.press("#" + id + ` [data-do="reset"]`)
	b.press("#" + id + ` [data-do="back"]`)
	b.until("it is brought back, and kept", field+`.value === "3" && `+kept+`.includes("answer=3")`)
	b.content(root)
}

// TestProgress goes through a chapter, looks at what is kept, takes it to a fresh profile
// as a file and as a link, merges it with what was done there, and comes back on the days
// on which questions do.
func TestProgress(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
	id := p.Widgets[0].ID
	b := open(t, onDay)
	b.visit(root+"progress/", 0)
	b.says("You have read 0 of ")
	b.visit(root+p.Path, len(p.Widgets))
	b.answer(id, "3")
	b.until("a wrong answer is noted", `localStorage.getItem("progress")?.includes("`+id+`:2026-03-01x")`)
	b.answer(id, "122")
	b.until("the right one, too", `localStorage.getItem("progress")?.includes("`+id+`:2026-03-01+x")`)
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
	if eval[bool](b, `localStorage.getItem("progress").includes("read:")`) {
		t.Error("who rolls through the chapter has read it")
	}
	last := eval[string](b, `[...document.querySelectorAll('.contents a[href^="#"]')].at(-1).hash`)
	b.until("the last part is marked", `document.querySelector('.contents a[aria-current]')?.hash === `+strconv.Quote(last))
	b.visit(root+"learn/", 0)
	b.visit(root+p.Path, len(p.Widgets))
	if to := eval[string](b, `document.querySelector("main header .save-place a")?.hash ?? ""`); to != last {
		t.Errorf("who comes back is led to %q, and was at %q", to, last)
	}
	b.visit(root+p.Path, len(p.Widgets))
	eval[bool](b, `(document.querySelector("[data-end]").dataset.least = "0", true)`) // as if the time had passed
	eval[bool](b, scroll)
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
	b.until("the file is saved, and named", `saved.length && /^The file partition-lab-progress-[\d-]+\.txt has what you have read and solved/.test(document.querySelector(".progress-said")?.textContent)`)
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
	if kept := eval[string](other, `[localStorage.getItem("progress"), localStorage.getItem("answers"), localStorage.getItem("places"), sessionStorage.getItem("progress")].join()`); kept != ",,," {
		t.Errorf("erased, and %s is left", kept)
	}
	other.content(root)

	// By link, and a damaged one.
	third := open(t, onDay)
	third.visit(link, 0)
	third.takes()
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

	// A link to a place leads there, and keeps it while it asks.
	b.visit(root+p.Path, len(p.Widgets))
	eval[bool](b, `(document.querySelector("[data-end]").scrollIntoView(), true)`)
	b.until("the last part is marked", `document.querySelector(".contents [aria-current]") === [...document.querySelectorAll('.contents a[href^="#"]')].at(-1)`)
	b.press(`[data-progress="link"]`)
	b.until("the link is there", `document.querySelector('input[aria-label="The link with your progress"]') || /copied/.test(document.querySelector(".progress-said").textContent)`)
	here := eval[string](b, `document.querySelector('input[aria-label="The link with your progress"]')?.value ?? navigator.clipboard.readText()`)
	place := eval[string](b, `[...document.querySelectorAll('.contents a[href^="#"]')].at(-1).hash`)
	if !strings.HasPrefix(here, root+p.Path+place+"&log=") {
		t.Fatalf("the link is %s, and not to %s", here, place)
	}
	fourth := open(t, onDay)
	fourth.visit(here, len(p.Widgets))
	fourth.takes()
	fourth.until("it is taken in", `/was added to yours/.test(document.querySelector(".progress-said").textContent)`)
	if scrolled := eval[bool](fourth, `scrollY > 0`); !scrolled {
		t.Error("the link leads to the top")
	}
	fourth.content(root)

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
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
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
			other.takes()
			other.says("and solved 1 of 6 exercises.")
			b.content(root)
		})
	}
}

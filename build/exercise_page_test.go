package build

import (
	"io/fs"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// practiceSite is a site with one chapter that holds an exercise of every kind, and the
// real program.
func practiceSite(t *testing.T) (*Site, string) {
	t.Helper()
	program, err := realProgram()
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]string{}
	for _, dir := range []string{"schemas", "datasets", "exercises/foundations"} {
		files, _ := fs.Glob(os.DirFS("../content"), dir+"/*")
		for _, file := range files {
			text, err := os.ReadFile("../content/" + file)
			if err != nil {
				t.Fatal(err)
			}
			changes["content/"+file] = string(text)
		}
	}
	// Outcomes belong to their chapters, and this is none of them.
	chapter := "---\ntitle: Practice\noutcomes:\n"
	fences := ""
	const order = "id = o1\ntitle = In order\nkind = order\nminutes = 1\noutcome = Put a write in order.\n\nprompt:\nWhat happens first?\n\nitems:\nthe commit log\n    Is it on disk before?\nthe memtable\n    What is sorted before it is a file?\nthe file\n    Which of them comes last?\n\nhint:\na\nhint:\nb\nhint:\nc ___\n\nmodel:\nlog, memtable, file\n\nteach:\nWhich of them survives a crash?\n"
	const several = "id = s1\ntitle = All that hold\nkind = choice\nminutes = 1\noutcome = Choose all.\n\nprompt:\nWhich are columns of a key?\n\noptions:\n[x] partition key\n    It finds the partition.\n[ ] static\n    Does it sort?\n[x] clustering\n    It sorts.\n\nhint:\na\nhint:\nb\nhint:\nc ___\n\nmodel:\npartition and clustering\n\nteach:\nWhat does a static column sort?\n"
	changes["content/exercises/foundations/o1.exercise"], changes["content/exercises/foundations/s1.exercise"] = order, several
	seen := map[string]bool{}
	for _, name := range []string{"why-e4", "keys-e2", "queries-e1", "writes-e1", "o1", "s1"} {
		text := changes["content/exercises/foundations/"+name+".exercise"]
		if id := strings.SplitN(text, "\n", 2)[0]; seen[id] {
			text = strings.Replace(text, id, id+"-"+strings.Split(name, "-")[0], 1)
		} else {
			seen[id] = true
		}
		changes["content/exercises/foundations/"+name+".exercise"] = text
		for _, line := range strings.Split(text, "\n") {
			if outcome, is := strings.CutPrefix(line, "outcome = "); is {
				chapter += "- " + outcome + "\n"
			}
		}
		fences += "## The one of " + name + "\n\n```exercise\nfile = foundations/" + name + "\n```\n\n"
	}
	const table = "cql:\nCREATE TABLE likes (product int, customer int, at int, PRIMARY KEY (product, at));\nINSERT INTO likes (product, customer, at) VALUES (1, 7, 5);\nINSERT INTO likes (product, customer, at) VALUES (1, 8, 5);\nSELECT * FROM likes;\n```\n\n"
	fences += "```run\nid = run1\ntitle = How many rows are left?\ncover = yes\nguess = 1 row\nguess.2 = Two were written. Which columns of the key differ?\nguess.right = Yes: both have the key `(1, 5)`.\n" + table
	fences += "::: reveal run1\nThe second write replaced the first.\n:::\n\n"
	fences += "```run\nid = run2\ntitle = What is left?\ncover = yes\nguess = [ ] both likes | [x] one like | [ ] an error\nguess.a = Can two rows have one key?\nguess.c = Who would have looked before the second write?\nguess.right = Yes.\n" + table
	changes["content/hotel/second.md"] = chapter + "---\n\n" + fences + "## End\n"
	b, err := New(testSource(t, changes), "http://127.0.0.1:8080/", program)
	if err != nil {
		t.Fatal(err)
	}
	site, problems := b.Build()
	for _, p := range problems {
		t.Error(p)
	}
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return site, web.URL + "/"
}

// picture writes what a tab shows to a file, for people.
func (b *tab) picture(name string) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		return
	}
	shot, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
	if err == nil {
		err = os.WriteFile(dir+"/"+name+".png", shot.Data, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// TestExercisesByKeyboard solves one exercise of each kind with the keyboard alone.
func TestExercisesByKeyboard(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	b := open(t)
	p := pageAt(t, site, "hotel/second/")
	b.visit(root+p.Path, len(p.Widgets))
	for _, spec := range p.Widgets {
		if diff := difference(b.form(spec.ID), view.HTML(lab.Run(spec, nil).View)); diff != "" {
			t.Errorf("%s: the program shows another widget than the builder: %s", spec.ID, diff)
		}
	}
	b.picture("practice")
	focus := func(selector string) {
		eval[bool](b, `(document.querySelector(`+strconv.Quote(selector)+`).focus(), true)`)
	}
	said := func(id, text string) {
		b.until(id+" says "+text, `document.querySelector("#`+id+`").textContent.includes(`+strconv.Quote(text)+`)`)
	}
	id := func(i int) string { return p.Widgets[i].ID }

	// A number: Enter in the field checks it.
	focus("#" + id(0) + " [data-input]")
	b.typing("3\r")
	said(id(0), "You counted tables.")
	eval[bool](b, `(document.activeElement.select(), true)`) // the focus is still there
	b.typing("122\r")
	said(id(0), "Solved.")
	if at := eval[string](b, `document.activeElement.id`); at != id(0)+"-said" {
		t.Errorf("after a right answer the focus is on %q", at)
	}

	// CQL: typed at the end of what stands there.
	focus("#" + id(1) + " textarea")
	eval[bool](b, `(document.activeElement.setSelectionRange(0, document.activeElement.value.length), true)`)
	b.typing("CREATE TABLE r (guest_last_name text, hotel_id text, start_date date, room_number smallint, confirm_number text, PRIMARY KEY ((guest_last_name), hotel_id));")
	b.typing("\t\r") // Check
	said(id(1), "The second booking replaces the first")
	b.picture("practice-cql")
	b.size(390, 800)
	b.picture("practice-phone")
	b.size(1280, 900)
	// What takes long can be stopped, and is kept: Check says then that it has no verdict.
	answer := eval[string](b, `document.querySelector("#`+id(1)+` textarea").value`)
	write := func(text string) {
		eval[bool](b, `(() => { const a = document.querySelector("#`+id(1)+` textarea"); a.value = `+strconv.Quote(text)+`;
			a.dispatchEvent(new InputEvent("input", {bubbles: true})); return true; })()`)
	}
	heavy := answer + strings.Repeat("\nSELECT * FROM r;", 3500) // nearly as much as an answer may have
	write(heavy)
	said(id(1), "You have changed your answer.")
	focus("#" + id(1) + " [data-do=check]")
	// Stop is pressed as soon as it is painted: a fast machine is done soon after, or before it would come.
	eval[bool](b, `((set) => { window.setTimeout = (f, ms, ...rest) => set(f, ms === 80 ? 0 : ms, ...rest); return true; })(setTimeout)`)
	eval[bool](b, `(window.pressed = false, requestAnimationFrame(function look() {
		const stop = document.querySelector(".lab.working .stop");
		if (stop?.checkVisibility()) { pressed = true; stop.click(); } else requestAnimationFrame(look);
	}), true)`)
	b.typing("\r")
	b.until("Check is at work, and Stop is pressed", `pressed`)
	b.until("it has ended", `!document.querySelector(".lab.working, .lab.waiting, .stop")`)
	said(id(1), "Press Check to begin again.")
	if got := eval[string](b, `document.querySelector("#`+id(1)+` textarea").value`); got != heavy {
		t.Errorf("after Stop %.100q is left of what was typed", got)
	}
	if got := eval[string](b, `document.querySelector("#`+id(1)+`").textContent`); strings.Contains(got, "Solved.") {
		t.Errorf("after Stop it says %.300s", got)
	}
	// What a worker goes on with has stopped for nobody, however often; and Check begins again
	// after a Stop. A page that checks for a moment only leaves both to the worker.
	b.until("there is a worker", `performance.getEntriesByType("resource").some((r) => r.name.includes("/worker-"))`)
	for try := range 3 {
		write(answer + strings.Repeat("\nSELECT * FROM r;", 2000+try))
		said(id(1), "You have changed your answer.")
		focus("#" + id(1) + " [data-do=check]")
		b.typing("\r")
		b.until("it is judged", `!document.querySelector(".lab.working, .lab.waiting, .stop") && !document.querySelector("#`+id(1)+`").textContent.includes("You have changed your answer.")`)
		said(id(1), "The second booking replaces the first")
	}
	write(answer)
	focus("#" + id(1) + " textarea")
	eval[bool](b, `(() => { const a = document.activeElement, i = a.value.indexOf("hotel_id));"); a.setSelectionRange(i + 8, i + 8); return true; })()`)
	b.typing(", start_date, confirm_number")
	said(id(1), "You have changed your answer.")
	b.typing("\t\r")
	said(id(1), "Solved.")
	b.until("the model answer is offered", `document.querySelector('#`+id(1)+` [data-do="model"]')`)
	focus(`#` + id(1) + ` [data-do="model"]`)
	b.typing("\r")
	said(id(1), "PRIMARY KEY ((guest_last_name), hotel_id, start_date, confirm_number)")
	b.picture("practice-model")

	// A match: a letter chooses in each list, Tab goes to the next.
	spec := p.Widgets[2]
	groups := eval[int](b, `document.querySelectorAll("#`+spec.ID+` select").length`)
	focus("#" + spec.ID + " select")
	for i := range groups {
		b.typing("a") // accepted
		if i < groups-1 {
			b.typing("\t")
		}
	}
	if n := eval[int](b, `[...document.querySelectorAll("#`+spec.ID+` select")].filter((e) => e.value).length`); n != groups {
		t.Errorf("%d of %d groups have a choice", n, groups)
	}
	b.typing("\t\r")
	said(spec.ID, "Not yet: ")
	// A choice.
	focus("#" + id(3) + " fieldset input")
	b.typing(" ")
	b.do("down", chromedp.KeyEvent(kb.ArrowDown))
	b.typing("\t\r")
	said(id(3), "Solved.")
	// An order: buttons move items, and the focus goes along.
	for range 6 {
		moved := eval[bool](b, `(() => {
			const items = [...document.querySelectorAll("#`+id(4)+` .order-item")].map((e) => e.textContent), want = ["the commit log", "the memtable", "the file"];
			const at = want.findIndex((w, i) => items[i] !== w);
			if (at < 0) return false;
			document.querySelectorAll("#`+id(4)+` .exercise-order li")[items.indexOf(want[at])].querySelector('[data-do="earlier"]').focus();
			return true;
		})()`)
		if !moved {
			break
		}
		name := eval[string](b, `document.activeElement.id`)
		b.typing("\r")
		b.until("the focus stays on the button that was pressed", `document.activeElement.id === `+strconv.Quote(name))
	}
	focus("#" + id(4) + "-go")
	b.typing("\r")
	said(id(4), "Solved.")
	// Several options.
	for _, option := range []string{"a", "c"} {
		focus("#" + id(5) + "-option-" + option)
		b.typing("\r")
		b.until("it is pressed", `document.activeElement.getAttribute("aria-pressed") === "true"`)
	}
	focus("#" + id(5) + "-go")
	b.typing("\r")
	said(id(5), "Solved.")
	b.report("solved exercises", b.axe(`{}`))
	// Whoever comes back finds each as it was judged, and no try is counted for that.
	log := eval[string](b, `readerlog.read()`)
	b.reload()
	for i, verdict := range []string{"Solved.", "Solved.", "Not yet: ", "Solved.", "Solved.", "Solved."} {
		said(id(i), verdict)
	}
	if now := eval[string](b, `readerlog.read()`); now != log {
		t.Errorf("the log says %s after the page was loaded again, and said %s", now, log)
	}
	b.content(root)
}

// TestExercisesWithoutScript: the prompt, the rows that are given and, folded, the model
// answer can be read.
func TestExercisesWithoutScript(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	b := open(t)
	b.withoutScript()
	b.do("open", chromedp.Navigate(root+"hotel/second/"))
	for _, p := range site.Pages {
		if p.Path != "hotel/second/" {
			continue
		}
		for _, spec := range p.Widgets {
			if spec.Kind != "exercise" {
				continue
			}
			if !eval[bool](b, `(() => { const d = document.querySelector("#`+spec.ID+` .exercise-model"); return d.checkVisibility() && !d.open && d.textContent.length > 20; })()`) {
				t.Errorf("%s: the model answer is not there, folded", spec.ID)
			}
			if !eval[bool](b, `document.querySelector("#`+spec.ID+` .exercise-task p:last-child").checkVisibility()`) {
				t.Errorf("%s: no prompt", spec.ID)
			}
		}
	}
	if !eval[bool](b, `[...document.querySelectorAll(".exercise-given td")].some((e) => e.textContent === "RS9X7Q" && e.checkVisibility())`) {
		t.Error("the four bookings are not in view")
	}
}

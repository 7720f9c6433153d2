package build

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"partitionlab/wasm/lab"
)

// This file holds what a page does with work that takes long: it hands it to a worker of
// the browser where there is one, and does it in slices where there is none; and what
// ends a worker, or the program in the page, takes nothing from the reader. Chromium and
// Firefox run the same tests.

// watchWorkers lets a test see the workers of a page, and have none.
const watchWorkers = `
window.workers = [];
window.without = false;
window.heardFrom = [];
window.ended = [];
new BroadcastChannel("silent").onmessage = ({ data }) => { ended.push(data); };
const Real = Worker;
window.Worker = class extends Real {
	constructor(...all) {
		if (without) throw new DOMException("no workers here", "SecurityError");
		super(...all);
		workers.push(this);
		this.addEventListener("message", ({ data }) => heardFrom.push(data.slice(0, 12)));
	}
};
window.frames = 0;
const frame = () => { if (document.querySelector(".lab.working")) frames++; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
`

// badWorker stands before the script of the worker: a run whose text has "666 WAY" in it
// ends in that way, or does not end.
const badWorker = `
let ending = "", called = false, now = false;
const silent = new BroadcastChannel("silent");
const ways = {
	overflow: () => { const deeper = () => deeper() + 1; deeper(); },
	unreachable: () => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11]))).exports.f(),
	exit: (go, sp) => { go["runtime.wasmExit"](sp); throw new Error("went on after its exit"); },
	hang: () => { silent.postMessage("hang"); for (;;); },
	close: () => { silent.postMessage("close"); close(); },
};
addEventListener("message", ({ data }) => { if (typeof data === "string") ending = data.match(/666 (\w+)/)?.[1] ?? ""; });
const clock = Performance.prototype.now;
Performance.prototype.now = function () {
	now = called && ways[ending] !== undefined;
	return clock.call(this);
};
` + endsNow

// changing serves a site with some of its files changed.
func changing(t *testing.T, site *Site, change func(path string, data []byte) []byte) (root string) {
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := strings.TrimPrefix(r.URL.Path, "/"); strings.HasPrefix(name, "assets/") {
			if data := change(name, site.Files[name]); data != nil {
				for k, v := range headersOf(name, "") {
					w.Header().Set(k, v)
				}
				w.Header().Set("Content-Type", map[bool]string{true: "application/wasm", false: "text/javascript"}[strings.HasSuffix(name, ".wasm")])
				w.Write(data)
				return
			}
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	return web.URL + "/"
}

// badWorkers serves a site whose workers do what badWorker says.
func badWorkers(t *testing.T, site *Site) (root string) {
	t.Helper()
	return changing(t, site, func(name string, data []byte) []byte {
		if !strings.HasPrefix(name, "assets/worker-") {
			return nil
		}
		return append([]byte(badWorker), data...)
	})
}

// long is a script that takes a page a second or two for each of n statements; before
// them stands one more.
func long(n int, first string) string {
	in := " IN (0, 1, 2, 3, 4, 5, 6, 7, 8)"
	return "CREATE TABLE t (a int, b int, c int, d int, e int, v int, PRIMARY KEY ((a, b, c, d, e)));\n" + first + "\n" +
		strings.Repeat("DELETE FROM t WHERE a"+in+" AND b"+in+" AND c"+in+" AND d"+in+" AND e"+in+";\n", n)
}

// settled holds where the widget has answered, or has said that it cannot.
const settled = `!document.querySelector(".lab:is(.working, .waiting)")`

// helps holds that long work is done beside the page, and is done all the same where
// there is no worker.
func helps(t *testing.T, v visitor, site *Site) {
	t.Helper()
	page := pageOfKind(t, site, "check")
	spec := page.Widgets[0]
	root := badWorkers(t, site)
	answer := `document.querySelector(".answer").textContent`
	message := `document.querySelector(".lab-message").textContent`
	count := func(what string) string { return v.text(`String(` + what + `)`) }

	v.visit(root+page.Path, 1)
	put(v, spec, long(4, "SELECT * FROM t WHERE v = 1;"))
	v.until("a worker is at work", `heardFrom.some((text) => text.includes("going"))`)
	v.until("it answers", settled)
	if got := v.text(answer); !strings.Contains(got, "refuses") {
		t.Errorf("the worker's answer: %.200s", got)
	}
	if got := count(`heardFrom.filter((text) => text.includes("result")).length`); got != "1" {
		t.Errorf("the worker has answered %s times", got)
	}
	if count(`frames > 0`) != "true" {
		t.Error("the page has drawn no frame meanwhile")
	}

	// A button that asks for what the answer has come to.
	put(v, spec, long(2, "SELEC * FROM t;"))
	v.until("it offers a repair", settled+` && document.querySelector("[data-do=fix]")`)
	v.text(`(document.querySelector("[data-do=fix]").click(), "")`)
	v.until("the repair is in the text", `document.querySelector("textarea").value.includes("\nSELECT * FROM t;\n") && `+settled)

	// Stop shows what is known so far.
	put(v, spec, long(100, ""))
	v.until("Stop can be pressed", `(() => { const stop = document.querySelector(".lab.working .stop"); stop?.click(); return stop && heardFrom.length > 9; })()`)
	v.until("it has ended", settled)
	if got := v.text(answer); !strings.Contains(got, "Stopped. Until then: ") {
		t.Errorf("after Stop: %.200s", got)
	}

	// What is typed meanwhile is what the answer is for.
	put(v, spec, long(100, "SELECT x FROM t;"))
	v.until("it is at work", `document.querySelector(".lab.working")`)
	put(v, spec, "SELECT 1;")
	v.same("typed meanwhile", spec, map[string]string{"q": "SELECT 1;"})
	if got := count(`workers.length`); got != "1" {
		t.Errorf("there were %s workers", got)
	}

	for _, way := range []string{"overflow", "unreachable", "exit", "hang", "close"} {
		silent := way == "hang" || way == "close"
		if silent {
			v.visit(root+page.Path, 1) // once is enough
		}
		before := count(`workers.length`)
		text := "-- 666 " + way + "\n" + long(100, "")
		put(v, spec, text)
		if silent { // after a while
			v.until(way+": a worker is silent", `ended.includes("`+way+`")`)
			v.until(way+": the page says so", `(waits.at(-1)(), /did not answer, and was ended/.test(`+message+`))`)
		}
		v.until(way+": the page says so", `/The calculator (stopped while it worked on this|did not answer, and was ended)\. What you typed is kept\./.test(`+message+`)`)
		if got := v.text(`document.querySelector("textarea").value`); got != text {
			t.Errorf("%s: of what was typed, %d bytes are left", way, len(got))
		}
		if got := count(`document.querySelector(".lab").classList.contains("waiting")`); got != "true" {
			t.Errorf("%s: the old answer is not marked", way)
		}
		if !silent { // to try again is to try once
			were := count(`workers.length`)
			v.text(`(document.querySelector("[data-do=again]").click(), "")`)
			v.until(way+": it is tried", `workers.length > `+were+` && /What you typed is kept/.test(`+message+`)`)
			if once := count(`workers.length - ` + were); once != "1" {
				t.Errorf("%s: tried again by %s workers", way, once)
			}
		}
		put(v, spec, long(1, "SELECT * FROM t WHERE v = 1;")) // long enough to ask for a worker
		v.until(way+": the next run has an answer", settled+` && `+message+` === "" && /refuses/.test(`+answer+`)`)
		if after := count(`workers.length`); before == after {
			t.Errorf("%s: no worker was started again", way)
		}
		v.quiet()
	}

	// A worker that is ended from outside has another one for the same text; when that is ended, too, a
	// button asks for one more, and the text need not be changed.
	text := long(6, "SELECT * FROM t WHERE v = 2;")
	const kill = `(() => { const worker = workers.at(-1); worker.terminate(); worker.dispatchEvent(new Event("error")); return ""; })()`
	atWork := func(what string) {
		v.text(`(heardFrom = [], "")`)
		v.until(what, `heardFrom.some((text) => text.includes("going"))`)
	}
	v.visit(root+page.Path, 1)
	put(v, spec, text)
	atWork("a worker is at work")
	v.text(kill)
	atWork("another one is at work")
	if got := v.text(message + ` + workers.length`); strings.Contains(got, "stopped") || !strings.HasSuffix(got, "2") {
		t.Errorf("after the first end it says %q", got)
	}
	v.text(kill)
	v.until("the page says so", `/stopped while it worked on this/.test(`+message+`) && document.querySelector("[data-do=again]")`)
	v.text(`(document.querySelector("[data-do=again]").click(), "")`)
	v.until("it answers", settled+` && !document.querySelector("[data-do=again]") && `+message+` === "" && /refuses/.test(`+answer+`)`)
	if got := count(`workers.length`); got != "3" {
		t.Errorf("there were %s workers", got)
	}
	v.quiet()

	// Without workers the page does all by itself.
	v.visit(root+page.Path, 1)
	v.text(`(without = true, "")`)
	put(v, spec, long(2, "SELECT * FROM t WHERE v = 1;"))
	v.until("it answers in slices", settled+` && /refuses/.test(`+answer+`)`)
	if got := count(`workers.length`); got != "0" || count(`frames > 0`) != "true" {
		t.Errorf("there were %s workers, and %s frames", got, count(`frames`))
	}
	v.quiet()
}

// TestHelperThatHasEndedEndsNoOther: the time that a worker may be silent goes on when that
// has ended; what the next one does is not ended by it.
func TestHelperThatHasEndedEndsNoOther(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	root := badWorkers(t, site)
	page := pageOfKind(t, site, "check")
	spec := page.Widgets[0]
	b := open(t, watchWorkers, manualPatience)
	b.visit(root+page.Path, 1)
	put(b, spec, "-- 666 exit\n"+long(100, ""))
	b.until("the page says so", `/stopped while it worked on this/.test(document.querySelector(".lab-message").textContent)`)
	b.quiet()
	eval[bool](b, `(last = waits.length - 1, heardFrom = [], true)`)
	put(b, spec, long(100, ""))
	b.until("another worker is at work", `workers.length > 1 && heardFrom.some((text) => text.includes("going"))`)
	if got := eval[string](b, `(waits[last](), document.querySelector(".lab").className)`); !strings.Contains(got, "working") {
		t.Errorf("the run has ended: %s", got)
	}
	eval[bool](b, `(document.querySelector(".stop")?.click(), true)`)
	b.until("it has ended", settled)
}

// TestStopLeavesTheReaderThere: whoever has pressed Stop, or Try again, by key or mouse, is where he was before.
func TestStopLeavesTheReaderThere(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	root := badWorkers(t, site)
	page := pageOfKind(t, site, "check")
	b := open(t, watchWorkers)
	b.visit(root+page.Path, 1)
	there := func(what string) {
		t.Helper()
		if got := eval[string](b, `document.activeElement.localName`); got != "textarea" {
			t.Errorf("%s: the focus is in %s", what, got)
		}
	}
	presses := map[string]func(){
		"key": func() {
			eval[bool](b, `(document.querySelector(".stop").focus(), true)`)
			b.typing("\r")
		},
		"mouse": func() { b.do("click Stop", chromedp.Click(".stop")) },
	}
	for name, press := range presses {
		put(b, page.Widgets[0], long(100, "-- "+name))
		b.until("a worker is at work", `document.querySelector(".lab.working .stop") && heardFrom.some((text) => text.includes("going"))`)
		press()
		b.until(name+": it has ended", settled+` && !document.querySelector(".stop") && document.querySelector(".answer").textContent.includes("Stopped")`)
		there(name)
	}
	put(b, page.Widgets[0], "-- 666 exit\n"+long(100, ""))
	b.until("the page says that it ended", `document.querySelector("[data-do=again]")`)
	b.quiet()
	eval[bool](b, `(document.querySelector("[data-do=again]").focus(), true)`)
	b.typing("\r")
	b.until("it is tried again, and ends again", `workers.length > 2 && document.querySelector("[data-do=again]")`)
	b.quiet()
	there("after Try again")
}

func TestHeavyWorkIsDoneBesideThePage(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	helps(t, open(t, watchWorkers, manualPatience), site)
}

// little gives the memory of a program a maximum, in pages of 64 KiB.
func little(program []byte, most int) ([]byte, error) {
	out := bytes.Clone(program[:8])
	for rest := program[8:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		id, body := rest[0], rest[1+n:1+n+int(size)]
		rest = rest[1+n+int(size):]
		if id == 5 { // one memory: its flags, its least pages
			least, n := binary.Uvarint(body[2:])
			if body[0] != 1 || body[1] != 0 || n != len(body)-2 || int(least) >= most {
				return nil, fmt.Errorf("the memory of the program is % x", body)
			}
			body = binary.AppendUvarint(binary.AppendUvarint([]byte{1, 1}, least), uint64(most))
		}
		out = append(binary.AppendUvarint(append(out, id), uint64(len(body))), body...)
	}
	return out, nil
}

// runsOut holds that a run that needs more memory than there is leaves a plain message,
// the text, and a program that goes on, in a worker and in the page.
func runsOut(t *testing.T, v visitor, site *Site) {
	t.Helper()
	page := pageOfKind(t, site, "check")
	spec := page.Widgets[0]
	root := changing(t, site, func(name string, data []byte) []byte {
		if !strings.HasSuffix(name, ".wasm") {
			return nil
		}
		program, err := little(data, 600+512) // 38 MiB, and 32 of ballast
		if err != nil {
			t.Error(err)
		}
		return program
	})
	text := long(1, "")
	for _, without := range []string{"false", "true"} {
		v.visit(root+page.Path, 1)
		v.text(`(without = ` + without + `, "")`)
		put(v, spec, text)
		v.until("the page says so", `/The calculator stopped while it worked on this\. What you typed is kept\./.test(document.querySelector(".lab-message").textContent)`)
		v.until("the program is there", `document.querySelector(".lab").dataset.attached`)
		if got := v.text(`document.querySelector("textarea").value`); got != text {
			t.Errorf("of what was typed, %q is left", got)
		}
		put(v, spec, "SELECT 1;")
		v.same("with another input", spec, map[string]string{"q": "SELECT 1;"})
		v.quiet()
	}
}

func TestProgramThatRunsOutOfMemory(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	runsOut(t, open(t, watchWorkers), site)
}

// hostOf is a page that has an embed in it, of the same site: browsers run both in one
// thread. It counts what it can still do while the embed is at work.
const hostOf = `<!doctype html><title>A wiki</title><link rel=icon href="data:,"><input><iframe title="x" width="700" height="400"></iframe><p style="height: 5000px">
<script>
const frame = document.querySelector("iframe"), seen = { frames: 0, keys: 0, scrolls: 0 };
const inner = () => { let w = frame; while (w.contentDocument?.querySelector("iframe")) w = w.contentDocument.querySelector("iframe"); return w; };
const working = () => Boolean(inner().contentDocument?.querySelector(".lab.working"));
const heard = [];
addEventListener("message", (e) => heard.push(typeof e.data === "string" ? e.data : JSON.stringify(e.data)));
const next = () => { if (working()) { seen.frames++; scrollBy(0, 1); } requestAnimationFrame(next); };
requestAnimationFrame(next);
document.querySelector("input").addEventListener("input", () => { if (working()) seen.keys++; });
addEventListener("scroll", () => { if (working()) seen.scrolls++; });
frame.src = location.hash.slice(1);
</script>`

// TestEmbedLeavesItsHostAlone: while an embed works for long, with a worker and without
// one, also in a page that is itself embedded, the outermost page draws frames, hears keys and
// scrolls. The page around the embed hears how high it is, and nothing that was typed; the
// pages around that hear nothing.
func TestEmbedLeavesItsHostAlone(t *testing.T) {
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	var embed Page
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "embed/") && p.Widgets[0].Kind == "check" {
			embed = p
		}
	}
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wiki" {
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(hostOf))
			return
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	query, fragment := embed.Widgets[0].Link(map[string]string{"q": long(100, "")}, false)
	for _, x := range []struct{ without, around string }{{"false", ""}, {"true", ""}, {"false", "/wiki#"}} {
		without := x.without
		b := open(t, watchWorkers, `window.without = `+without)
		b.do("open the host", chromedp.Navigate(web.URL+"/wiki#"+x.around+"/"+embed.Path+"?"+query+"#"+fragment))
		b.until("the embed is at work", `working() && (`+without+` || inner().contentWindow.heardFrom.length > 0)`)
		b.text(`(document.querySelector("input").focus(), "")`)
		for range 5 {
			b.do("type", chromedp.KeyEvent("x"))
		}
		b.until("the host goes on meanwhile", `working() && seen.frames > 20 && seen.keys > 0 && seen.scrolls > 5`)
		if got := b.text(`document.querySelector("input").value + String(inner().contentWindow.workers.length)`); got != map[string]string{"false": "xxxxx1", "true": "xxxxx0"}[without] {
			t.Errorf("without a worker %s: typed, and workers: %s", without, got)
		}
		if x.around != "" && b.text(`heard.join()`) != "" {
			t.Errorf("a page around the host hears %s", b.text(`heard.join()`))
		}
		if got := b.text(`inner().ownerDocument.defaultView.eval("heard").join("\n")`); !strings.Contains(got, "lab:resize") || strings.Contains(got, "#") || strings.Contains(got, fragment) {
			t.Errorf("the host hears %.300s", got)
		}
	}
}

// held lets a test hold back what a page and its worker say to each other, and the slices of
// work that the page does itself.
const held = `
window.workers = [];
window.toWorker = null; // what is held back, as functions; null for nothing
window.fromWorker = null;
window.slices = null;
window.said = []; // by the worker, as far as the page has heard it
window.sizes = []; // of that
window.fills = 0; // that the page has asked for
const RealWorker = Worker;
window.Worker = class extends RealWorker {
	constructor(...all) { super(...all); workers.push(this); }
	postMessage(data) {
		if (/^4:fill/.test(data)) fills++;
		const say = () => super.postMessage(data);
		if (toWorker && typeof data === "string") toWorker.push(say);
		else say();
	}
	addEventListener(type, listener) {
		super.addEventListener(type, (e) => {
			const hear = () => { if (typeof e.data === "string") { said.push(e.data.slice(0, 12).replace(/^\d+:([a-z]*).*/s, "$1")); sizes.push(e.data.length); } listener(e); };
			if (fromWorker && type === "message") fromWorker.push(hear);
			else hear();
		});
	}
};
const setReal = setTimeout;
window.setTimeout = (call, ms, ...rest) => {
	if (!slices || ms !== 0) return setReal(call, ms, ...rest);
	slices.push(call);
	return -1;
};
const clock = Performance.prototype.now;
let late = 0;
Performance.prototype.now = function () { return clock.call(this) + (slices || window.slow ? late += 30 : late); };
window.release = (...names) => { // in their order, with whatever they lead to
	for (const name of names) {
		const all = window[name] ?? [];
		window[name] = null;
		all.forEach((go) => go());
	}
	return "";
};
window.hold = (...names) => { for (const name of names) window[name] ??= []; return ""; };
window.crash = () => { workers.at(-1).dispatchEvent(new MessageEvent("message", { data: "" })); return ""; };
`

// TestNoPressIsLost: whatever comes in between, a button that was pressed is carried out once,
// on what it was about, or the reader is told that it was not.
func TestNoPressIsLost(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	_, root := serve(t, "http://127.0.0.1:8080/")
	page := pageOfKind(t, site, "check")
	spec := page.Widgets[0]
	b := open(t, held)
	const (
		wrong, right = "SELEC * FROM t;", "SELECT * FROM t;"
		fix          = `document.querySelector("[data-do=fix]")`
		value        = `document.querySelector("textarea").value`
		message      = `document.querySelector(".lab-message").textContent`
		working      = `document.querySelector(".lab.working")`
		told         = `/What you pressed was about the answer before/.test(` + message + `)`
	)
	text := long(2, wrong)
	run := func(js string) { b.t.Helper(); b.text(`(() => { ` + js + `; return ""; })()`) }
	ends := func(what string, want string) { // with this text, and its answer
		t.Helper()
		b.until(what+": it is settled", settled)
		time.Sleep(300 * time.Millisecond) // nothing comes behind it
		if got := b.text(value); got != want {
			t.Errorf("%s: the text is\n%s\nwant\n%s", what, got, want)
		}
		b.same(what, spec, lab.Inputs{"q": want})
	}
	begin := func(what string) { // with an answer of the helper in view
		t.Helper()
		run(`release("toWorker", "fromWorker", "slices"); said = []`)
		put(b, spec, text)
		b.until(what+": the helper has answered", settled+` && said.includes("result") && `+fix)
		run(`said = []`)
	}
	b.visit(root+page.Path, 1)
	more := text + "SELECT a FROM t;\n"

	begin("pressed")
	run(fix + `.click()`)
	b.until("it is carried out", value+`.includes("`+right+`")`)
	ends("pressed", strings.Replace(text, wrong, right, 1))

	// press, type, done.
	begin("press, type, done")
	run(`hold("fromWorker"); ` + fix + `.click()`)
	put(b, spec, more)
	b.until("the page is at work", working)
	run(`release("fromWorker")`)
	b.until("press, type, done: it is carried out", value+`.includes("`+right+`")`)
	ends("press, type, done", strings.Replace(more, wrong, right, 1))

	// press, type something else, done.
	begin("press, type something else")
	run(`hold("fromWorker"); ` + fix + `.click()`)
	put(b, spec, "SELECT 1;")
	b.until("press, type something else: it is told", told)
	run(`release("fromWorker")`)
	ends("press, type something else", "SELECT 1;")

	// type, press, result: on the answer before, while the helper works.
	begin("type, press, result")
	put(b, spec, more)
	b.until("the helper is at work", working+` && said.includes("going")`)
	run(fix + `.click()`)
	b.until("type, press, result: it is carried out", value+`.includes("`+right+`")`)
	ends("type, press, result", strings.Replace(more, wrong, right, 1))

	// type above, press, result: the place of what was pressed is another one.
	begin("type above, press, result")
	above := "SELECT a FROM u;\nSELEC a FROM t;\n" + text
	put(b, spec, above)
	b.until("the helper is at work", working+` && said.includes("going")`)
	run(fix + `.click()`)
	b.until("type above, press, result: it is told", told)
	ends("type above, press, result", above)

	// press, the helper ends.
	begin("press, terminate")
	run(`hold("toWorker"); ` + fix + `.click(); crash()`)
	b.until("press, terminate: another helper is there", `said.at(-1) === "ready"`)
	run(`release("toWorker")`)
	b.until("press, terminate: it is told", settled+` && /stopped while it carried this out\. Press it again/.test(`+message+`)`)
	ends("press, terminate", text)

	// type, press, stop, result.
	begin("type, press, stop")
	longer := long(100, wrong)
	put(b, spec, longer)
	b.until("the helper is at work", working+` && said.includes("going")`)
	run(fix + `.click(); document.querySelector(".stop").click()`)
	b.until("type, press, stop: it is carried out", value+`.includes("`+right+`")`)
	b.until("it is at work again, or stopped", working)
	run(`document.querySelector(".stop").click()`)
	b.until("it has ended", settled)
	if got := b.text(value); got != strings.Replace(longer, wrong, right, 1) {
		t.Errorf("type, press, stop: the text is %.200s", got)
	}

	// type, result, type: an answer for what was typed before is none.
	begin("type, type, result")
	run(`hold("fromWorker")`)
	put(b, spec, more)
	b.until("the page is at work", working)
	put(b, spec, "SELECT 2;")
	run(`release("fromWorker")`)
	ends("type, type, result", "SELECT 2;")

	// A new page: press, ready.
	b.visit(root+page.Path, 1)
	run(`hold("fromWorker")`)
	put(b, spec, wrong)
	b.until("there is a repair", settled+` && `+fix)
	line := wrong + "\n" + long(2, "SELECT 1;")
	put(b, spec, line)
	b.until("the page is at work", working+` && workers.length === 1`)
	run(fix + `.click()`)
	run(`release("fromWorker")`)
	b.until("press, ready: it is carried out", value+`.includes("`+right+`")`)
	ends("press, ready", strings.Replace(line, wrong, right, 1))

	// Without a helper: type, press, while the page is at work itself.
	b.visit(root+page.Path, 1)
	run(`window.Worker = class { constructor() { throw new DOMException("no workers here", "SecurityError"); } }`)
	put(b, spec, wrong)
	b.until("there is a repair", settled+` && `+fix)
	run(`hold("slices")`)
	rest := strings.Repeat("\nSELECT a FROM t;", 100)
	put(b, spec, wrong+rest)
	b.until("the page is at work", working)
	run(fix + `.click()`)
	run(`release("slices")`)
	b.until("alone: it is carried out", value+`.includes("`+right+`")`)
	ends("alone", right+rest)
	b.quiet()

	// A question of a model that is pressed while the text is mapped.
	p, model := modelPage(t, site)
	b.visit(root+p.Path, 1)
	run(`window.Worker = class { constructor() { throw new DOMException("no workers here", "SecurityError"); } }; hold("slices")`)
	changed := b.text(`document.querySelector("textarea").value`) + "\n# more\n"
	put(b, model, changed)
	b.until("the model is at work", working)
	run(`document.querySelector("[data-with='question:Q2']").click()`)
	run(`release("slices")`)
	b.until("its way is lit", `document.querySelectorAll("svg.fig-beside .sheet-lit").length > 0`)
	b.same("a question pressed while the text is mapped", model, lab.Inputs{"text": changed, "pick": "question:Q2"})
	b.quiet()
}

// handsOver opens the page of a model that hands over whatever is not done in a moment: here
// everything. It returns how to run a script there, and the text of the page with one more entity.
func handsOver(t *testing.T) (b *tab, spec *lab.Spec, run func(js string), typed func(n int) string) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	p, spec := modelPage(t, site)
	b = open(t, held, `window.slow = true`) // its first answer, too
	b.visit(root+p.Path, 1)
	text := b.text(`document.querySelector("textarea").value`)
	run = func(js string) { b.t.Helper(); b.text(`(() => { ` + js + `; return ""; })()`) }
	typed = func(n int) string { return text + fmt.Sprintf("\nentity Added%d\n  added_id uuid key\n", n) }
	run(`hold("slices")`)
	return b, spec, run, typed
}

// TestTabsThatOpenWhileTheHelperWorks: a tab that is opened gets what belongs to the text, at
// whatever time it was opened.
func TestTabsThatOpenWhileTheHelperWorks(t *testing.T) {
	t.Parallel()
	b, spec, run, typed := handsOver(t)
	put(b, spec, typed(1))
	b.until("the helper has answered", settled+` && said.includes("result")`)
	// filled comes when another answer is under way.
	run(`hold("fromWorker"); document.querySelector(".tab-domain > summary").click()`)
	b.until("it is said that it works", `document.querySelector(".lab.working")`)
	put(b, spec, typed(2))
	run(`release("fromWorker")`)
	b.same("type, filled", spec, lab.Inputs{"text": typed(2), "step": "entities"})
	// The helper ends while it fills: another one does it. When that ends, too, the page says so.
	put(b, spec, typed(3))
	b.until("the helper has answered", settled+` && said.includes("result")`)
	run(`hold("toWorker"); document.querySelector(".tab-cql > summary").click(); crash(); release("toWorker")`)
	b.same("filled by another helper", spec, lab.Inputs{"text": typed(3), "step": "entities"})
	run(`hold("toWorker"); document.querySelector(".tab-checks > summary").click(); crash(); release("toWorker")`)
	b.until("it says so", `/stopped while it worked on this/.test(document.querySelector(".lab-message").textContent)`)
	put(b, spec, typed(4))
	b.same("another text", spec, lab.Inputs{"text": typed(4), "step": "entities"})
	b.quiet()
}

// TestHelperSendsWhatIsOther: of an answer of which the page has nearly all, the helper sends
// little; where a translator, a stop or another helper comes between, the page shows the whole.
func TestHelperSendsWhatIsOther(t *testing.T) {
	t.Parallel()
	b, spec, run, typed := handsOver(t)
	answer := func(n int) (size int) {
		b.t.Helper()
		run(`said.length = sizes.length = fills = 0; delete window.quiet`)
		put(b, spec, typed(n))
		b.until("the helper has answered", settled+` && said.includes("result")`)
		b.same(fmt.Sprint(n), spec, lab.Inputs{"text": typed(n), "step": "entities"})
		b.until("the closed tabs are filled", `fills === said.filter((s) => s === "filled").length ? Date.now() > (window.quiet ??= Date.now() + 500) : delete window.quiet && false`)
		return eval[int](b, `sizes[said.lastIndexOf("result")]`)
	}
	whole, next := answer(1), answer(2)
	if next > whole/3 {
		t.Errorf("of the first answer %d are sent, of the next one %d", whole, next)
	}
	run(`document.querySelector(".answer").textContent = "somebody else"`)
	if next := answer(3); next > whole/3 {
		t.Errorf("%d are sent where the page was changed by somebody else", next)
	}
	// What the helper has sent and the page has not taken is not what the page has.
	run(`hold("fromWorker")`)
	put(b, spec, typed(4))
	b.until("an answer is on its way", `fromWorker.length > 0`)
	put(b, spec, typed(5))
	run(`release("fromWorker")`)
	answer(6)
	run(`crash()`)
	if again := answer(7); again < whole*9/10 {
		t.Errorf("another helper sends %d to a page that has nothing of it, and the first one %d", again, whole)
	}
	b.quiet()
}

// TestResetDoesNotWait: the way back is there as soon as there is something to go back from, also while
// the answer to the first edit is worked out, in a worker or in the page; and so is the way back from it.
func TestResetDoesNotWait(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	heavy := "CREATE TABLE t (k int PRIMARY KEY"
	for i := range 650 {
		heavy += ", c" + strconv.Itoa(i) + " int"
	}
	heavy += ");\n" + strings.Repeat("SELECT * FROM t;\n", 650) // as long as all of these widgets take
	for where, script := range map[string]string{"worker": "", "page": "delete window.Worker;"} {
		script += "((set) => { window.setTimeout = (f, ms, ...rest) => set(f, ms === 80 ? 0 : ms, ...rest); })(setTimeout);" // it is at work as soon as it begins
		for _, kind := range []string{"check", "query", "run", "model", "size"} {
			p := pageOfKind(t, site, kind)
			b := open(t, script)
			b.visit(root+p.Path, 1)
			first := b.text(`document.querySelector("textarea").value`)
			if !eval[bool](b, `document.querySelector("[data-do=reset]").disabled`) {
				t.Errorf("%s: there is something to reset on a page that nobody has touched", kind)
			}
			eval[bool](b, `(() => { window.way = [];
				const area = document.querySelector("textarea"), look = () => {
					const lab = document.querySelector(".lab"), reset = lab.querySelector("[data-do=reset]");
					if (!lab.classList.contains("working")) return void requestAnimationFrame(look);
					way.push(reset?.disabled === false);
					reset?.click();
				};
				area.value = `+strconv.Quote(heavy)+`;
				area.dispatchEvent(new InputEvent("input", { bubbles: true }));
				requestAnimationFrame(look);
				return true; })()`)
			b.until(kind+" was at work", `way.length > 0`)
			if !eval[bool](b, `way[0]`) {
				t.Errorf("%s, in the %s: Reset waits for the answer", kind, where)
				continue
			}
			b.until(kind+" is back", `!document.querySelector(".lab.working, .lab.waiting") && document.querySelector("textarea").value === `+strconv.Quote(first))
			if got := b.text(`document.querySelector(".widget-tools").textContent`); !strings.HasSuffix(got, "Undo") {
				t.Errorf("%s, in the %s: after Reset there is %q", kind, where, got)
			}
		}
	}
}

package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"partitionlab/wasm/lab"
)

// recheck changes a digit of one statement of the script in the only editor of a
// page, nine times, and tells the nodes that each change touched and the
// milliseconds from the key press to the new answer.
const recheck = `(async (script) => {
	const area = document.querySelector("textarea"), said = document.querySelector(".lab-message"), widget = document.querySelector("[data-lab]");
	const settle = () => new Promise((done) => { const wait = () => said.textContent === "" ? setTimeout(done, 50) : setTimeout(wait, 5); wait(); });
	const press = (text) => { area.value = text; area.dispatchEvent(new InputEvent("input", {bubbles: true})); };
	press(script);
	await settle();
	const touched = [], ms = [];
	for (let i = 1; i <= 9; i++) {
		const seen = [], watch = new MutationObserver((list) => seen.push(...list));
		watch.observe(widget, {subtree: true, childList: true, characterData: true, attributes: true});
		const begin = performance.now();
		press(script.replace("LIMIT 10", "LIMIT " + i));
		ms.push(performance.now() - begin);
		await settle();
		seen.push(...watch.takeRecords());
		watch.disconnect();
		touched.push(new Set(seen.map((m) => m.target)).size);
	}
	return {touched, ms: ms.sort((a, b) => a - b).map(Math.round)};
})`

type pressed struct {
	Touched []int `json:"touched"`
	MS      []int `json:"ms"`
}

// work is the processor time in seconds that the page's thread has taken so far,
// which other programs on the machine do not change.
func (b *tab) work() float64 {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	if err != nil {
		b.t.Fatal(err)
	}
	got, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, m := range got.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	b.t.Fatal("the browser tells no TaskDuration")
	return 0
}

// TestScriptIsCheckedAgain: when one statement of 200 changes, the page changes the
// nodes of its answer, and no others. The time is told, not tested.
func TestScriptIsCheckedAgain(t *testing.T) {
	var script strings.Builder
	for i := range 20 {
		fmt.Fprintf(&script, "CREATE TABLE readings%d (sensor uuid, day date, at timestamp, value double, PRIMARY KEY ((sensor, day), at));\n", i)
	}
	for i := range 90 {
		fmt.Fprintf(&script, "SELECT at, value FROM readings%d WHERE sensor = ? AND day = ? LIMIT %d;\n", i%20, 10+i)
		fmt.Fprintf(&script, "INSERT INTO readings%d (sensor, day, at, value) VALUES (?, ?, ?, ?);\n", i%20)
	}
	site, root := serve(t, "http://127.0.0.1:8080/")
	for _, p := range site.Pages {
		if len(p.Widgets) != 1 || p.Widgets[0].Kind != "check" || !strings.HasPrefix(p.Path, "widget/") {
			continue
		}
		b := open(t)
		b.visit(root+p.Path, 1)
		press := func() pressed { return eval[pressed](b, fmt.Sprintf("%s(%q)", recheck, script.String())) }
		press() // the browser has compiled everything after it
		begin := b.work()
		got := press()
		t.Logf("%d bytes: %d ms from a key press to the answer in the median, %v in all; the page's thread worked %.0f ms a press; nodes changed: %v",
			script.Len(), got.MS[len(got.MS)/2], got.MS, 1000*(b.work()-begin)/float64(len(got.MS)+1), got.Touched)
		for _, n := range got.Touched {
			// The mirror of the text, the sentence and the figure of one statement.
			if n == 0 || n > 30 {
				t.Errorf("a change of one statement changes %d nodes", n)
			}
		}
		b.same("after the last key press", p.Widgets[0], lab.Inputs{"q": strings.Replace(script.String(), "LIMIT 10", "LIMIT 9", 1)})
		b.content(root)
		return
	}
	t.Fatal("there is no check widget on a page of its own")
}

// TestPlanFigures unfolds what statements touch, on a page and in its smallest
// window: texts stay readable, nothing sticks out, axe finds nothing in the dark.
func TestPlanFigures(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	for _, p := range site.Pages {
		if len(p.Widgets) != 1 || p.Widgets[0].Kind != "check" || !strings.HasPrefix(p.Path, "widget/") {
			continue
		}
		b := open(t)
		b.visit(root+p.Path, 1)
		script := `CREATE TABLE readings (sensor int, at timestamp, value double, unit text static, PRIMARY KEY ((sensor), at));
SELECT * FROM readings WHERE sensor = 7 AND at > '2026-01-01' ORDER BY at DESC LIMIT 10;
SELECT * FROM readings WHERE sensor IN (1, 2, 3, 4, 5) AND value > 1 ALLOW FILTERING;
SELECT * FROM readings WHERE token(sensor) > 0;
UPDATE readings SET unit = 'K' WHERE sensor = 7;
DELETE FROM readings WHERE sensor = 7;`
		put(b, p.Widgets[0], script)
		b.same("with the script", p.Widgets[0], lab.Inputs{"q": script})
		n := eval[int](b, `(() => {
			const plans = document.querySelectorAll("details.plan");
			for (const d of plans) d.open = true;
			return plans.length;
		})()`)
		if n != 5 {
			t.Errorf("%d figures for 5 reads and writes", n)
		}
		for _, width := range []int64{320, 768, 1440} {
			b.size(width, 900)
			b.report(fmt.Sprintf("at %d px sticks out", width), eval[[]string](b, wide))
			b.report(fmt.Sprintf("at %d px a text is below 12 px", width), eval[[]string](b, small))
		}
		b.report("axe", b.axe("{}"))
		b.emulate("screen", "dark")
		b.report("axe, dark", b.axe(`{ runOnly: ["color-contrast"] }`))
		b.content(root)
		return
	}
	t.Fatal("there is no check widget on a page of its own")
}

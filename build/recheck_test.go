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

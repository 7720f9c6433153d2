package build

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestHostileHost puts embeds into a page that means them ill: it floods them with
// messages, answers every height with a larger one, frames them twice over, lets another
// frame speak in its name; and the element <partition-lab> hears heights that nobody told.
// The embed stays as it was asked for, and answers; the element keeps a height in bounds.
func TestHostileHost(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	spec := sized(t, site)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		embed := root + spec.EmbedPage + "?v=1&amp;theme=light"
		switch r.URL.Path {
		case "/sibling": // tries to speak for its parent, and for the embed beside it
			fmt.Fprint(w, `<!doctype html><title>x</title><script>
setInterval(() => {
  for (let i = 0; i < parent.frames.length; i++) try { parent.frames[i].postMessage({ type: "lab:theme", theme: "dark" }, "*"); } catch {}
  for (const height of [4000, 50, 777]) parent.postMessage({ type: "lab:resize", v: 1, height }, "*");
}, 20)</script>`)
		case "/around": // a frame in a frame
			fmt.Fprintf(w, `<!doctype html><title>x</title><iframe name="deep" width="600" height="500" src="%s"></iframe>`, embed)
		default:
			fmt.Fprintf(w, `<!doctype html><title>host</title><link rel=icon href="data:,">
<iframe id="grows" width="500" height="300" src="%[1]s"></iframe>
<iframe id="sandboxed" sandbox="allow-scripts" width="500" height="600" src="%[1]s"></iframe>
<iframe src="/around" width="700" height="600"></iframe><iframe src="/sibling"></iframe>
<partition-lab theme="light" src="%[2]s%[3]s?v=1" height="300"><a href="%[2]s%[4]s">x</a></partition-lab>
<script src="%[2]sembed/partition-lab.js"></script>
<script>
messages = { grows: 0, others: 0 };
const grows = document.getElementById("grows");
addEventListener("message", (e) => {
  if (e.data?.type !== "lab:resize" || e.source !== grows.contentWindow) return messages.others++;
  messages.grows++;
  grows.height = e.data.height + 100; // as a host that adds a margin each time
});
flood = 0;
const shapes = [null, 0, "x".repeat(1e4), [], {}, { type: "lab:theme" }, { type: "lab:theme", theme: "url(javascript:alert(1))" }, { type: "lab:theme", theme: { toString: 1 } }, { type: "lab:resize", height: 9 }, { type: "lab:theme", theme: "__proto__" }, new ArrayBuffer(1e5)];
setInterval(() => {
  for (const f of document.querySelectorAll("iframe")) for (const s of shapes) f.contentWindow.postMessage(s, "*");
  const own = document.querySelector("partition-lab").shadowRoot?.querySelector("iframe");
  for (const height of [1e9, -1, NaN, Infinity, "5e3", "x", null, [400], {}]) {
    postMessage({ type: "lab:resize", v: 1, height }, "*");
    dispatchEvent(new MessageEvent("message", { source: own?.contentWindow, data: { type: "lab:resize", height } }));
  }
  flood++;
}, 20);
</script>`, embed, root, spec.EmbedPage, spec.Page)
		}
	}))
	t.Cleanup(host.Close)
	b := open(t)
	b.size(1000, 2400)
	b.do("open the host", chromedp.Navigate(strings.Replace(host.URL, "127.0.0.1", "localhost", 1)))
	b.until("it has been at it for a while", `flood > 60 && messages.grows > 0 && messages.others > 200`)
	targets, err := chromedp.Targets(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, target := range targets {
		if target.Type != "iframe" || !strings.Contains(target.URL, "/"+spec.EmbedPage) {
			continue
		}
		ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(target.TargetID))
		t.Cleanup(cancel)
		inside := &tab{t: t, ctx: ctx}
		seen++
		inside.until("the program runs", `document.documentElement.classList.contains("lab-on") && document.querySelector("[data-attached]")`)
		if theme := eval[string](inside, `document.documentElement.dataset.theme`); theme != "light" {
			t.Errorf("the theme is %q", theme)
		}
		before := eval[string](inside, `document.querySelector(".headline").textContent`)
		eval[bool](inside, `(() => { const f = document.querySelector("[name=rooms]"); f.value = "7"; f.dispatchEvent(new InputEvent("input", { bubbles: true })); return true; })()`)
		inside.until("it answers", fmt.Sprintf(`document.querySelector(".headline").textContent !== %q && !document.querySelector(".waiting")`, before))
	}
	if seen < 4 {
		t.Errorf("%d frames are targets of their own", seen)
	}
	// A height depends on the width of a frame only: what the host makes of it starts no loop.
	told := eval[int](b, `messages.grows`)
	b.until("it goes on", fmt.Sprintf(`flood > %d`, eval[int](b, `flood`)+60))
	if again := eval[int](b, `messages.grows`); told > 20 || again > told+1 {
		t.Errorf("an embed tells its height %d times, then %d", told, again)
	}
	if height := eval[int](b, `Number(document.querySelector("partition-lab").shadowRoot.querySelector("iframe").height)`); height < 50 || height > 5000 {
		t.Errorf("the element's frame is %d px high", height)
	}
}

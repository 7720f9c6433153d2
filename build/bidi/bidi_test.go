//go:build browsers

package bidi

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

const page = `<!doctype html><title>A page</title><link rel="icon" href="data:,">
<input id="field" value="x"><button id="deep" style="margin-top: 3000px">Press</button>
<script>
document.querySelector("button").addEventListener("click", (e) => { e.target.textContent = "pressed " + e.isTrusted; });
</script>`

func TestBrowser(t *testing.T) {
	path, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	b, err := Start(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page)
	}))
	defer web.Close()

	p, err := b.Open(ctx, `window.early = document.readyState`)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(err)
	must(p.Size(500, 400))
	must(p.Navigate(web.URL))
	var got []any
	must(p.Eval(`[document.title, early, innerWidth, innerHeight]`, &got))
	if fmt.Sprint(got) != "[A page loading 500 400]" {
		t.Errorf("the page says %v", got)
	}
	must(p.Click("#field"))
	must(p.Press(Control, "a"))
	must(p.Type("Hé, 漢" + Backspace + "!"))
	must(p.Click("#deep"))
	var text []string
	must(p.Eval(`Promise.resolve([document.querySelector("input").value, document.querySelector("button").textContent])`, &text))
	if !slices.Equal(text, []string{"Hé, !", "pressed true"}) {
		t.Errorf("after keys and a click the page says %q", text)
	}
	if err := p.Click("#none"); err == nil {
		t.Error("what is not there was clicked")
	}
	if err := p.Eval(`missing.thing`, nil); err == nil || !strings.Contains(err.Error(), "missing is not defined") {
		t.Errorf("an exception is %v", err)
	}
	shot, err := p.Screenshot()
	must(err)
	if image, err := png.Decode(bytes.NewReader(shot)); err != nil || image.Bounds().Dx() != 500 {
		t.Errorf("the screenshot: %v", err)
	}
	if list := p.Complaints(); list != nil {
		t.Errorf("a quiet page complains: %q", list)
	}
	must(p.Eval(`(console.warn("careful"), setTimeout(() => { throw new Error("thrown") }), new Promise((r) => setTimeout(r, 100)))`, nil))
	if list := p.Complaints(); len(list) != 2 || !strings.Contains(list[0], "careful") || !strings.Contains(list[1], "thrown") {
		t.Errorf("complaints: %q", list)
	}
	if list := p.Requests(); !slices.Contains(list, web.URL+"/") {
		t.Errorf("requests: %q", list)
	}

	// Another page shares nothing with it.
	must(p.Eval(`(localStorage.x = 1, 0)`, nil))
	other, err := b.Open(ctx)
	must(err)
	must(other.Navigate(web.URL))
	var stored *string
	must(other.Eval(`localStorage.x`, &stored))
	if stored != nil {
		t.Errorf("another page has %q in its store", *stored)
	}
	must(other.Close())
	must(p.Close())
	if err := p.Eval(`1`, nil); err == nil {
		t.Error("a closed page answers")
	}
	must(b.Close())
	if err := b.call(ctx, "session.status", map[string]any{}, nil); err == nil {
		t.Error("a closed browser answers")
	}
}

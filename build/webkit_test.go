//go:build webkit

package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// The tests in this file open the site in WebKit, as GTK has it, by the protocol of W3C:
// `make webkit` installs it. It speaks for Safari's engine only roughly.

// A kit is a session with WebKit.
type kit struct {
	t       *testing.T
	session string // address
}

// openKit starts the driver on a screen that nobody sees.
func openKit(t *testing.T) *kit {
	t.Helper()
	browsers, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if len(browsers) == 0 {
		t.Fatal("no WebKit: `make webkit` installs it")
	}
	addr := freeAddress(t)
	host, port, _ := strings.Cut(addr, ":")
	var log bytes.Buffer
	cmd := exec.Command("xvfb-run", "-a", "WebKitWebDriver", "--host="+host, "--port="+port)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it leaves others behind
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM); cmd.Wait() })
	k := &kit{t: t, session: "http://" + addr}
	var begun struct{ SessionID string }
	var err error
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		err = k.ask("POST", "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
			"webkitgtk:browserOptions": map[string]any{"binary": browsers[len(browsers)-1], "args": []string{"--automation"}}}}}, &begun)
		if err == nil {
			k.session += "/session/" + begun.SessionID
			t.Cleanup(func() { k.ask("DELETE", "", nil, nil) })
			return k
		}
	}
	t.Fatalf("no session: %v\n%s", err, log.String())
	return nil
}

// ask sends a command and reads the value of its answer.
func (k *kit) ask(method, command string, body, value any) error {
	text := []byte("{}")
	if body != nil {
		text, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, k.session+command, bytes.NewReader(text))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != 200 {
		err = fmt.Errorf("%s: %.300s", resp.Status, text)
	}
	if err != nil || value == nil {
		return err
	}
	return json.Unmarshal(text, &struct{ Value any }{value})
}

func (k *kit) visit(address string) {
	k.t.Helper()
	if err := k.ask("POST", "/url", map[string]any{"url": address}, nil); err != nil {
		k.t.Fatal(err)
	}
}

// until waits for a text that an expression gives.
func (k *kit) until(what, js string) (text string) {
	k.t.Helper()
	err := errors.New("nothing")
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if err = k.ask("POST", "/execute/sync", map[string]any{"script": "return String((" + js + ") || '')", "args": []any{}}, &text); err == nil && text != "" {
			return text
		}
	}
	k.t.Fatalf("waited in vain: %s; %v", what, err)
	return ""
}

// change types 90 into the field "rooms" and compares the answer with the core's.
func (k *kit) change(spec *lab.Spec) {
	k.t.Helper()
	k.until("the program runs", `document.documentElement.classList.contains("lab-on") && document.querySelector("[data-attached]")`)
	k.until("the field is there", `(() => { const f = document.querySelector("[name$=rooms]"); f.value = "90"; f.dispatchEvent(new InputEvent("input", { bubbles: true })); return true; })()`)
	want := lab.Run(spec, lab.Inputs{"rooms": "90"}).Sentence
	figure, _, _ := strings.Cut(want, " ")
	k.until("the answer holds "+figure, fmt.Sprintf(`document.querySelector(".widget .headline").textContent.includes(%q) && !document.querySelector(".waiting")`, figure))
}

// TestWebKit is the core walk: open, change, link, embed in a page of others.
func TestWebKit(t *testing.T) {
	site, root := serve(t, "")
	spec := sized(t, site)
	k := openKit(t)
	k.visit(root + spec.Page)
	k.change(spec)
	if at := k.until("the address keeps up", `location.search.includes("rooms=90") && location.href`); !strings.Contains(at, "v=1") {
		t.Errorf("the address is %s", at)
	}
	k.visit(root + spec.Page + "?v=1&rooms=7")
	k.until("a link opens with its inputs", `document.querySelector("[name=rooms]").value === "7"`)

	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>A wiki</title><style>body { background: #111; color: #eee }</style>
<partition-lab src="%[1]s%[2]s?v=1&amp;rooms=7" height="200"><a href="%[1]s%[3]s">x</a></partition-lab><script src="%[1]sembed/partition-lab.js" async></script>
<iframe sandbox="allow-scripts" width=700 height=600 src="%[1]s%[2]s"></iframe>`, root, spec.EmbedPage, spec.Page)
	}))
	t.Cleanup(host.Close)
	k.visit(strings.Replace(host.URL, "127.0.0.1", "localhost", 1))
	k.until("the element's frame is as high as what it shows, and dark", `(() => { const f = document.querySelector("partition-lab").shadowRoot?.querySelector("iframe"); return f && f.clientHeight > 250 && f.src.includes("theme=dark"); })()`)
	if err := k.ask("POST", "/frame", map[string]any{"id": 0}, nil); err != nil {
		t.Fatal(err)
	}
	k.change(spec)
}

// TestWebKitOffline: after the first visit the site needs no network, as far as WebKit
// keeps it: the service worker is there, and with the server gone pages and the core work.
func TestWebKitOffline(t *testing.T) {
	k := openKit(t)
	withoutNetwork(t, offlineWalker{
		open:  k.visit,
		until: func(what, js string) { k.until(what, js) },
		changes: func(url string, spec *lab.Spec) {
			k.visit(url)
			k.change(spec)
		},
	})
}

// TestWebKitWithoutScript: what a page says before a script runs is what the core says.
func TestWebKitWithoutScript(t *testing.T) {
	site, _ := realSite(t, "")
	k := openKit(t)
	for _, p := range scriptless(t, site) {
		k.visit(p.host)
		form := k.until("the page is there", `document.querySelector("iframe").contentDocument.readyState === "complete" && `+scriptlessForm(p.spec))
		if diff := difference(form, view.HTML(lab.Run(p.spec, nil).View)); diff != "" {
			t.Errorf("%s: %s", p.path, diff)
		}
		if k.until("an answer", `"ran: " + (`+scriptRan+`)`) != "ran: false" {
			t.Errorf("%s: a script has run", p.path)
		}
	}
}

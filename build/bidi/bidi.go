// Package bidi drives Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/),
// which the browser offers itself on its remote debugging port: JSON over a WebSocket.
// It has what the tests of the pages need, and no more. Chromium is driven by chromedp.
package bidi

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"
)

// A Browser is a Firefox without a window, with a profile of its own that is gone when
// it is closed. It is safe for use by several goroutines.
type Browser struct {
	cmd     *exec.Cmd
	profile string
	conn    *websocket.Conn
	ended   chan struct{} // closed when nothing more comes; err says why

	mu    sync.Mutex
	err   error
	next  int
	wait  map[int]chan reply
	pages map[string]*Page // by browsing context, those of frames too
}

type reply struct {
	result json.RawMessage
	err    error
}

// Find returns where Firefox lies: FIREFOX names it, or it is in the path.
func Find() (string, error) {
	if path := os.Getenv("FIREFOX"); path != "" {
		return path, nil
	}
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Firefox: `make browsers` installs one, or set FIREFOX to where it lies")
}

// preferences keep Firefox from asking others and from asking its user.
const preferences = `
user_pref("remote.active-protocols", 1);
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.region.network.url", "");
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("browser.topsites.contile.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("security.fileuri.strict_origin_policy", true);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.cosmeticAnimations.enabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`

// Start starts a Firefox. It must be closed.
func Start(ctx context.Context, path string) (b *Browser, err error) {
	profile, err := os.MkdirTemp("", "bidi")
	if err != nil {
		return nil, err
	}
	b = &Browser{profile: profile, ended: make(chan struct{}), wait: map[int]chan reply{}, pages: map[string]*Page{}}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(preferences), 0o666); err != nil {
		return b, err
	}
	b.cmd = exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank")
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with its child processes
	said, err := b.cmd.StderrPipe()
	if err != nil {
		return b, err
	}
	if err := b.cmd.Start(); err != nil {
		b.cmd = nil
		return b, err
	}
	address, err := listening(ctx, said)
	if err != nil {
		return b, err
	}
	if b.conn, _, err = websocket.Dial(ctx, address+"/session", nil); err != nil {
		return b, err
	}
	b.conn.SetReadLimit(64 << 20) // screenshots
	go b.read()
	if err := b.call(ctx, "session.new", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		return b, err
	}
	return b, b.call(ctx, "session.subscribe", map[string]any{"events": []string{"log.entryAdded", "network.beforeRequestSent", "browsingContext.contextCreated"}}, nil)
}

// listening waits for the line with the address, and reads on behind it.
func listening(ctx context.Context, said io.Reader) (string, error) {
	found := make(chan string, 1)
	go func() {
		var all strings.Builder
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if _, address, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
				found <- strings.TrimSpace(address)
				io.Copy(io.Discard, said)
				return
			}
			all.WriteString(lines.Text() + "\n")
		}
		found <- all.String()
	}()
	select {
	case address := <-found:
		if strings.HasPrefix(address, "ws://") {
			return address, nil
		}
		return "", fmt.Errorf("Firefox ended before it listened: %s", address)
	case <-ctx.Done():
		return "", fmt.Errorf("waiting for Firefox: %w", ctx.Err())
	}
}

// Close ends the browser and all its pages.
func (b *Browser) Close() error {
	if b.conn != nil {
		b.conn.CloseNow()
	}
	if b.cmd != nil {
		syscall.Kill(-b.cmd.Process.Pid, syscall.SIGKILL)
		b.cmd.Wait()
		b.cmd = nil
	}
	var err error
	for range 50 { // its processes may still be writing
		if err = os.RemoveAll(b.profile); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// read takes answers and events until the connection ends.
func (b *Browser) read() {
	for {
		_, data, err := b.conn.Read(context.Background())
		if err != nil {
			b.mu.Lock()
			b.err = fmt.Errorf("the connection to Firefox has ended: %w", err)
			b.mu.Unlock()
			close(b.ended)
			return
		}
		var m struct {
			Type, Method, Error, Message string
			ID                           int
			Result, Params               json.RawMessage
		}
		if err := json.Unmarshal(data, &m); err != nil {
			continue
		}
		b.mu.Lock()
		switch wait := b.wait[m.ID]; {
		case m.Type == "event":
			b.event(m.Method, m.Params)
		case wait == nil: // whoever asked has gone
		case m.Type == "error":
			wait <- reply{err: fmt.Errorf("%s: %s", m.Error, m.Message)}
		default:
			wait <- reply{result: m.Result}
		}
		b.mu.Unlock()
	}
}

// call sends a command and reads its result into result, unless that is nil.
func (b *Browser) call(ctx context.Context, method string, params, result any) error {
	b.mu.Lock()
	b.next++
	id, answer := b.next, make(chan reply, 1)
	b.wait[id] = answer
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		delete(b.wait, id)
		b.mu.Unlock()
	}()
	data, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := b.conn.Write(ctx, websocket.MessageText, data); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case r := <-answer:
		if r.err != nil {
			return fmt.Errorf("%s: %w", method, r.err)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(r.result, result)
	case <-b.ended:
		return b.err
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// event notes what a page complains about and whom it asks. b.mu is held.
func (b *Browser) event(method string, params json.RawMessage) {
	var e struct {
		Context string
		Parent  string
		Source  struct{ Context string }
		Level   string
		Type    string
		Text    string
		Request struct{ URL string }
	}
	if json.Unmarshal(params, &e) != nil {
		return
	}
	page := b.pages[e.Context]
	switch {
	case method == "log.entryAdded":
		if page = b.pages[e.Source.Context]; page != nil && (e.Level == "error" || e.Level == "warn") {
			page.complaints = append(page.complaints, e.Type+" "+e.Level+": "+e.Text)
		}
	case method == "browsingContext.contextCreated" && b.pages[e.Parent] != nil:
		b.pages[e.Context] = b.pages[e.Parent]
	case method == "network.beforeRequestSent" && page != nil:
		page.requests = append(page.requests, e.Request.URL)
	}
}

// A Page is a tab with storage of its own.
type Page struct {
	b             *Browser
	ctx           context.Context
	user, context string

	complaints, requests []string // guarded by b.mu
}

// Open opens an empty page. What is asked of it ends with ctx. Each script is run in
// every document of the page before its own, as the body of a function.
func (b *Browser) Open(ctx context.Context, scripts ...string) (*Page, error) {
	var user struct{ UserContext string }
	if err := b.call(ctx, "browser.createUserContext", map[string]any{}, &user); err != nil {
		return nil, err
	}
	var tab struct{ Context string }
	if err := b.call(ctx, "browsingContext.create", map[string]any{"type": "tab", "userContext": user.UserContext}, &tab); err != nil {
		return nil, err
	}
	p := &Page{b: b, ctx: ctx, user: user.UserContext, context: tab.Context}
	b.mu.Lock()
	b.pages[p.context] = p
	b.mu.Unlock()
	for _, script := range scripts {
		params := map[string]any{"functionDeclaration": "() => {" + script + "\n}", "contexts": []string{p.context}}
		if err := b.call(ctx, "script.addPreloadScript", params, nil); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Close closes the page and forgets what it has stored.
func (p *Page) Close() error {
	p.b.mu.Lock()
	maps.DeleteFunc(p.b.pages, func(_ string, other *Page) bool { return other == p })
	p.b.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second) // also after p.ctx
	defer cancel()
	return p.b.call(ctx, "browser.removeUserContext", map[string]any{"userContext": p.user}, nil)
}

// Frame returns the first frame in the page, to be asked like a page. Its complaints
// and requests are those of the page.
func (p *Page) Frame() (*Page, error) {
	var got struct {
		Contexts []struct{ Children []struct{ Context string } }
	}
	if err := p.b.call(p.ctx, "browsingContext.getTree", map[string]any{"root": p.context}, &got); err != nil {
		return nil, err
	}
	if len(got.Contexts) == 0 || len(got.Contexts[0].Children) == 0 {
		return nil, errors.New("the page has no frame")
	}
	return &Page{b: p.b, ctx: p.ctx, user: p.user, context: got.Contexts[0].Children[0].Context}, nil
}

// Navigate opens an address and waits until it is loaded.
func (p *Page) Navigate(url string) error {
	return p.b.call(p.ctx, "browsingContext.navigate", map[string]any{"context": p.context, "url": url, "wait": "complete"}, nil)
}

// Size sets the width and height of what is seen of the page, in CSS pixels.
func (p *Page) Size(width, height int) error {
	return p.b.call(p.ctx, "browsingContext.setViewport", map[string]any{"context": p.context, "viewport": map[string]int{"width": width, "height": height}}, nil)
}

// Eval evaluates an expression in the page, waits for it if it is a promise, and reads
// its value, as JSON, into result, unless that is nil.
func (p *Page) Eval(js string, result any) error {
	var got struct {
		Type             string
		Result           struct{ Value any }
		ExceptionDetails struct{ Text string }
	}
	err := p.b.call(p.ctx, "script.evaluate", map[string]any{
		"expression": "Promise.resolve(" + js + "\n).then((v) => JSON.stringify(v ?? null))", "target": map[string]any{"context": p.context}, "awaitPromise": true,
	}, &got)
	if err != nil {
		return err
	}
	text, isText := got.Result.Value.(string)
	if got.Type != "success" || !isText {
		return fmt.Errorf("%s: %s", js, got.ExceptionDetails.Text)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal([]byte(text), result)
}

// Keys that Type takes beside characters (https://w3c.github.io/webdriver/#keyboard-actions).
const (
	Backspace = "\uE003"
	Tab       = "\uE004"
	Enter     = "\uE007"
	Shift     = "\uE008"
	Control   = "\uE009"
	Escape    = "\uE00C"
	Left      = "\uE012"
	Up        = "\uE013"
	Right     = "\uE014"
	Down      = "\uE015"
)

// Type presses and releases the keys of a text, one after the other.
func (p *Page) Type(text string) error {
	var actions []map[string]any
	for _, key := range text {
		for _, what := range []string{"keyDown", "keyUp"} {
			actions = append(actions, map[string]any{"type": what, "value": string(key)})
		}
	}
	return p.act(map[string]any{"type": "key", "id": "keyboard", "actions": actions})
}

// Press presses keys together, such as Control and "a", and releases them.
func (p *Page) Press(keys ...string) error {
	var actions []map[string]any
	for _, key := range keys {
		actions = append(actions, map[string]any{"type": "keyDown", "value": key})
	}
	for _, key := range keys {
		actions = append(actions, map[string]any{"type": "keyUp", "value": key})
	}
	return p.act(map[string]any{"type": "key", "id": "keyboard", "actions": actions})
}

// Click scrolls to the first element that a selector finds and clicks in its middle.
func (p *Page) Click(selector string) error {
	quoted, _ := json.Marshal(selector)
	var at []float64
	err := p.Eval(`(() => {
		const e = document.querySelector(`+string(quoted)+`);
		e?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const r = e?.getBoundingClientRect();
		return r?.width ? [r.x + r.width / 2, r.y + r.height / 2] : [];
	})()`, &at)
	if err != nil {
		return err
	}
	if len(at) == 0 {
		return fmt.Errorf("there is nothing to click: %s", selector)
	}
	return p.act(map[string]any{"type": "pointer", "id": "mouse", "actions": []map[string]any{
		{"type": "pointerMove", "x": int(at[0]), "y": int(at[1])}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
	}})
}

func (p *Page) act(source map[string]any) error {
	return p.b.call(p.ctx, "input.performActions", map[string]any{"context": p.context, "actions": []any{source}}, nil)
}

// Screenshot returns what is seen of the page, as PNG.
func (p *Page) Screenshot() ([]byte, error) {
	var got struct{ Data string }
	if err := p.b.call(p.ctx, "browsingContext.captureScreenshot", map[string]any{"context": p.context}, &got); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(got.Data)
}

// Complaints returns the errors and warnings of the page's console since the last call.
func (p *Page) Complaints() []string {
	p.b.mu.Lock()
	defer p.b.mu.Unlock()
	list := p.complaints
	p.complaints = nil
	return list
}

// Requests returns the addresses that the page has asked for since the last call.
func (p *Page) Requests() []string {
	p.b.mu.Lock()
	defer p.b.mu.Unlock()
	list := p.requests
	p.requests = nil
	return list
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"partitionlab/wasm/view"
)

// A browser is the Chromium that looks at all hosts.
type browser struct {
	ctx   context.Context
	close func()
}

func openBrowser(ctx context.Context) (*browser, error) {
	path := os.Getenv("CHROMIUM")
	if path == "" {
		found, err := exec.LookPath("chromium")
		if err != nil {
			return nil, fmt.Errorf("%w: `make hosts` installs Chromium, or set CHROMIUM to where it lies", err)
		}
		path = found
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-background-networking", true))
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, cancel := chromedp.NewContext(ctx)
	return &browser{ctx, func() { chromedp.Cancel(ctx); cancel(); stop() }}, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}

// tab opens a tab that closes with the other context.
func (b *browser) tab(ctx context.Context) (context.Context, func()) {
	tab, closeTab := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	tab, cancel := context.WithCancel(tab)
	after := context.AfterFunc(ctx, cancel)
	return tab, func() { after(); cancel(); closeTab() }
}

// until waits for a text that an expression gives.
func until(ctx context.Context, what, js string) (string, error) {
	var failed error
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("String(("+js+") || '')"))
		if text != "" {
			return text, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		failed = err
	}
	return "", errors.Join(errors.New("waited in vain until "+what), failed)
}

// recipe opens a calculator and takes from its dialog what to paste.
func (b *browser) recipe(ctx context.Context, address, name string) (r recipe, err error) {
	tab, done := b.tab(ctx)
	defer done()
	if err := chromedp.Do(tab, chromedp.Navigate(address)); err != nil {
		return r, err
	}
	if _, err = until(tab, "the calculator runs", `document.documentElement.classList.contains("lab-on")`); err != nil {
		return r, err
	}
	if _, err = until(tab, "the dialog has measured", `(() => {
		const place = document.querySelector("dialog.share .share-recipes[data-filled]");
		if (!place) { if (!document.querySelector("dialog.share")) document.querySelector("[data-do=embed]").click(); return ""; }
		const frame = document.querySelector(".share-measure.narrow")?.contentDocument;
		if (!frame?.documentElement.classList.contains("lab-on") || !frame.body) return "";
		const height = Math.min(600, Math.ceil(frame.body.getBoundingClientRect().height));
		return document.querySelector("#size1-share-recipes-paste").value.includes('height="' + height + '"');
	})()`); err != nil {
		return r, err
	}
	for _, of := range []struct {
		to   *string
		name string
	}{{&r.Paste, "paste"}, {&r.Once, "once"}} {
		*of.to, err = until(tab, "the recipe is there", fmt.Sprintf(`(() => {
			const choice = document.querySelector("#size1-share-recipes-host");
			choice.value = %q;
			choice.dispatchEvent(new Event("change", { bubbles: true }));
			return document.querySelector("#size1-share-recipes-%s").value || " ";
		})()`, name, of.name))
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// use opens a host's page, changes an input in its frame, and returns the answers before
// and after. The picture shows the page after.
func (b *browser) use(ctx context.Context, address, picture string) (before, after string, err error) {
	tab, done := b.tab(ctx)
	defer done()
	if err := chromedp.Do(tab, chromedp.EmulateViewport(1000, 1000), chromedp.Navigate(address)); err != nil {
		return "", "", err
	}
	var frame context.Context
	for deadline := time.Now().Add(90 * time.Second); frame == nil; time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.shoot(tab, picture)
			return "", "", errors.New("no frame with the calculator appears")
		}
		chromedp.Run(tab, chromedp.Evaluate[bool](`(document.querySelector("iframe, partition-lab")?.scrollIntoView({ block: "center" }), true)`))
		targets, err := chromedp.Targets(tab)
		if err != nil {
			return "", "", err
		}
		for _, t := range targets {
			if t.Type == "iframe" && strings.Contains(t.URL, "/embed/"+calculator) {
				var cancel func()
				frame, cancel = chromedp.NewContext(tab, chromedp.WithTargetID(t.TargetID))
				defer cancel()
			}
		}
	}
	const answer = `document.querySelector(".widget .headline")?.textContent`
	if _, err := until(frame, "the calculator runs", `document.documentElement.classList.contains("lab-on") && document.querySelector("[data-attached]") && !document.querySelector(".waiting, .working")`); err != nil {
		return "", "", err
	}
	if before, err = until(frame, "the frame answers", answer); err != nil {
		return "", "", err
	}
	if _, err = until(frame, "the input is there", fmt.Sprintf(`(() => { const f = document.querySelector("[name=rooms]"); f.value = %q; f.dispatchEvent(new InputEvent("input", { bubbles: true })); return true; })()`, changed)); err != nil {
		return "", "", err
	}
	after, err = until(frame, "the answer changes", fmt.Sprintf(`%s !== %q && !document.querySelector(".waiting, .working") && %s`, answer, before, answer))
	if err != nil {
		return "", "", err
	}
	return before, after, b.shoot(tab, picture)
}

// shoot takes a picture of what is in sight.
func (b *browser) shoot(tab context.Context, file string) error {
	time.Sleep(500 * time.Millisecond) // what moves has come to rest
	data, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

func isHeadline(n *view.Node) bool {
	class, _ := n.Attr("class")
	return strings.HasPrefix(class, "headline")
}

//go:build browsers || webkit

package build

import (
	"testing"

	"partitionlab/wasm/lab"
)

// An offlineWalker goes through pages in an engine that is not Chromium's.
type offlineWalker struct {
	open    func(url string)
	until   func(what, js string)
	changes func(url string, spec *lab.Spec) // opens a calculator's page, changes an input, and compares the answer
}

// withoutNetwork holds that after the first visit the site needs no network: with the server
// gone, a calculator, another page and the page for addresses that are none are there.
func withoutNetwork(t *testing.T, w offlineWalker) {
	t.Helper()
	site := offlineSite(t, "", nil)
	spec := sized(t, site)
	r := openRoom(t, site)
	w.open(r.url)
	w.until("the browser keeps the site", `navigator.serviceWorker?.controller?.state === "activated"`)
	r.cut.Store(true)
	w.changes(r.url+spec.Page, spec)
	w.open(r.url + "rules/w-10/")
	w.until("a rule's page", `location.pathname.endsWith("/rules/w-10/") && document.querySelector("h1")`)
	w.open(r.url + "none/at/all/")
	w.until("the page for addresses that are none", `document.querySelector("h1").textContent === "No such page"`)
}

//go:build browsers || webkit

package build

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"partitionlab/wasm/lab"
)

// A scriptlessPage is one that a host shows in a frame where no script may run, and
// which the host may read: so a driver can look at it, which runs scripts itself.
type scriptlessPage struct {
	path, host string
	spec       *lab.Spec // its first widget
}

// scriptless serves a chapter, a calculator and an embed in such frames.
func scriptless(t *testing.T, site *Site) (pages []scriptlessPage) {
	t.Helper()
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if page, is := strings.CutPrefix(r.URL.Path, "/without-script/"); is {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><title>x</title><iframe sandbox="allow-same-origin" width="1000" height="800" src="/%s"></iframe>`, html.EscapeString(page))
			return
		}
		s.ServeHTTP(unpoliced{w}, r)
	}))
	t.Cleanup(web.Close)
	for _, path := range []string{"hotel/size/", "widget/hotel/size/size1/", "embed/hotel/size/size1/"} {
		for _, p := range site.Pages {
			if p.Path == path {
				pages = append(pages, scriptlessPage{path, web.URL + "/without-script/" + path, p.Widgets[0]})
			}
		}
	}
	if len(pages) != 3 {
		t.Fatalf("only %d of three pages", len(pages))
	}
	return pages
}

// An unpoliced answer lets itself be framed; the policy in the page stays.
type unpoliced struct{ http.ResponseWriter }

func (w unpoliced) WriteHeader(status int) {
	w.Header().Del("Content-Security-Policy")
	w.ResponseWriter.WriteHeader(status)
}

func (w unpoliced) Write(b []byte) (int, error) {
	w.Header().Del("Content-Security-Policy")
	return w.ResponseWriter.Write(b)
}

// scriptlessForm is [formOf] in the frame.
func scriptlessForm(spec *lab.Spec) string {
	return fmt.Sprintf(`document.querySelector("iframe").contentDocument.getElementById(%q)?.outerHTML`, spec.ID)
}

// scriptRan says whether one did all the same.
const scriptRan = `(() => { const d = document.querySelector("iframe").contentDocument; return d.documentElement.classList.contains("lab-on") || d.querySelector("[data-attached]") !== null; })()`

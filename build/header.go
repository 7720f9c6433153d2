package build

import (
	"net/url"
	"strings"
)

// A headerRule says which headers the answers below a path carry. The _headers
// file of a static host and the server of this package both come from headerRules.
type headerRule struct {
	path  string // from the site's root; a * at its end stands for anything
	unset []string
	set   [][2]string
}

// policy is the content security policy of ordinary pages. frame-ancestors works
// in a header only; the copy in the page leaves it out.
func policy(inPage bool) string {
	p := "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; worker-src 'self' blob:; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types app"
	if !inPage {
		p += "; frame-ancestors 'none'"
	}
	return p
}

// embedPolicy is the policy of pages made for frames. It names the site's origin
// beside 'self', where it is known, because in a sandboxed frame not every browser takes 'self' for
// the site. It does not speak of frame-ancestors: even * would shut out hosts
// that are files.
func embedPolicy(origin string) string {
	self := " 'self'"
	if origin != "" {
		self += " " + origin
	}
	return "default-src 'none'; script-src" + self + " 'wasm-unsafe-eval'; style-src" + self + "; font-src" + self +
		"; img-src" + self + " data: blob:; connect-src" + self + "; frame-src" + self + "; worker-src" + self + " blob:; base-uri 'none'; form-action" + self +
		"; require-trusted-types-for 'script'; trusted-types app"
}

func headerRules(origin string) []headerRule {
	const csp = "Content-Security-Policy"
	shared := [][2]string{ // for what frames of other sites, isolated ones too, may load
		{"Cross-Origin-Resource-Policy", "cross-origin"},
		{"Cross-Origin-Embedder-Policy", "require-corp"},
	}
	return []headerRule{
		{path: "*", set: [][2]string{
			{csp, policy(false)},
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "no-referrer"},
			{"Permissions-Policy", "camera=(), microphone=(), geolocation=(), usb=(), payment=()"},
			{"Cache-Control", "no-cache"},
		}},
		{path: "embed/*", unset: []string{csp}, set: append([][2]string{{csp, embedPolicy(origin)}}, shared...)},
		{path: "assets/*", unset: []string{"Cache-Control"}, set: append([][2]string{
			{"Cache-Control", "public, max-age=31536000, immutable"},
			{"Access-Control-Allow-Origin", "*"},
		}, shared...)},
	}
}

// headersFile writes the rules in the form that Cloudflare and others read: "!"
// takes a header of an earlier rule away.
func headersFile(base *url.URL) string {
	var b strings.Builder
	for _, r := range headerRules(origin(base)) {
		b.WriteString(base.Path + r.path + "\n")
		for _, name := range r.unset {
			b.WriteString("  ! " + name + "\n")
		}
		for _, h := range r.set {
			b.WriteString("  " + h[0] + ": " + h[1] + "\n")
		}
	}
	return b.String()
}

// headersOf returns the headers for a path from the site's root.
func headersOf(path, origin string) map[string]string {
	headers := map[string]string{}
	for _, r := range headerRules(origin) {
		prefix, open := strings.CutSuffix(r.path, "*")
		if path != r.path && !(open && strings.HasPrefix(path, prefix)) {
			continue
		}
		for _, name := range r.unset {
			delete(headers, name)
		}
		for _, h := range r.set {
			headers[h[0]] = h[1]
		}
	}
	return headers
}

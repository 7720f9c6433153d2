package build

import "testing"

func TestBaseIsAPlainAddress(t *testing.T) {
	for base, want := range map[string]string{
		"http://127.0.0.1:8080/": "/", "https://example.org": "/", "https://example.org/lab": "/lab/", "https://example.org/a/b-c/~d/": "/a/b-c/~d/", "http://[::1]:80/x": "/x/",
		"": "/", "example.org": "", "ftp://example.org/": "", "https://": "", "https://me:pw@example.org/": "", "https://example.org/?a": "", "https://example.org/?": "", "https://example.org/#": "",
		"https://example.org/a b/": "", "https://example.org/a%20b/": "", "https://example.org/../": "", "https://example.org/a/./b": "", "https://example.org//": "", "https://example.org/a//b/": "",
		"https://exa mple.org/": "", "https://example.org;script-src */": "", "https://example.org/a;b": "", "https://example.org/\nX: y": "", "https://example.org/\"><b>": "", "https://*.org/": "", "HTTPS://EXAMPLE.org/": "", "https://example.org:port/": "",
	} {
		u, err := parseBase(base)
		if want == "" {
			if err == nil {
				t.Errorf("%q is taken", base)
			}
		} else if err != nil || u.Path != want {
			t.Errorf("%q: %v, %v", base, u, err)
		}
	}
}

package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBuildWritesTheSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	for _, host := range []string{"github", ""} { // the second time over the first
		code, out, err := call(t, "", "build", "-out", dir, "-base", "https://example.org/lab/", "-for", host)
		if code != 0 {
			t.Fatalf("exit %d\n%s%s", code, out, err)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil || !strings.Contains(string(page), `href="https://example.org/lab/"`) {
		t.Errorf("index.html: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "_headers")); err != nil {
		t.Error(err)
	}
}

func TestBuildRefusesWrongUse(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "letter.txt"), []byte("dear"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"no address":      {[]string{"-base", "example.org"}, "is no address of a site"},
		"with a query":    {[]string{"-base", "https://example.org/?a"}, "is no address of a site"},
		"with a user":     {[]string{"-base", "https://me@example.org/"}, "is no address of a site"},
		"unknown flag":    {[]string{"-bas", "x"}, "usage: partitionlab build"},
		"argument":        {[]string{"dist"}, "usage: partitionlab build"},
		"foreign folder":  {[]string{"-out", full}, "holds what no build has put there: letter.txt"},
		"single, no page": {[]string{"-single"}, "needs the pages by their paths"},
		"single, host":    {[]string{"-single", "-for", "nginx", "index"}, "exclude each other"},
		"the root":        {[]string{"-out", "/"}, "holds what no build has put there"},
	} {
		if code, _, err := call(t, "", append([]string{"build"}, test.args...)...); code != 2 || !strings.Contains(err, test.want) {
			t.Errorf("%s: exit %d, %q; want 2, %q", name, code, err, test.want)
		}
	}
	if _, err := os.Stat(filepath.Join(full, "letter.txt")); err != nil {
		t.Error("a foreign file is gone")
	}
}

func TestServeSaysThatAPortIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if code, _, err := call(t, "", "serve", "-addr", l.Addr().String()); code != 3 || !strings.Contains(err, "is taken by another program") {
		t.Errorf("exit %d, %q", code, err)
	}
	if code, _, err := call(t, "", "serve", "-addr", "nowhere"); code != 3 || err == "" {
		t.Errorf("no address: exit %d, %q", code, err)
	}
}

func TestServeRefusesWrongUse(t *testing.T) {
	for _, args := range [][]string{{"-host", "a/b"}, {"-host", ""}, {"-host", "a:80"}, {"-shrink", "everything"}, {"-nonsense"}, {"dist"}} {
		if code, _, err := call(t, "", append([]string{"serve"}, args...)...); code != 2 || err == "" {
			t.Errorf("%q: exit %d, %q", args, code, err)
		}
	}
}

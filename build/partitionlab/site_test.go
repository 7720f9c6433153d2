package main

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestBuildWritesTheSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	for _, host := range []string{"github", "netlify"} { // the second time over the first
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
		"zip, host":       {[]string{"-zip", "a.zip", "-for", "nginx"}, "-zip stands alone"},
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
	for _, args := range [][]string{{"-host", "a/b"}, {"-host", ""}, {"-host", "a:80"}, {"-shrink", "everything"}, {"-nonsense"}, {"dist"}, {t.TempDir()}, {"site_test.go"}, {"a", "b"}} {
		if code, _, err := call(t, "", append([]string{"serve"}, args...)...); code != 2 || err == "" {
			t.Errorf("%q: exit %d, %q", args, code, err)
		}
	}
}

// TestAnnounceNamesTheRoom: where others reach the server their address is drawn, too.
func TestAnnounceNamesTheRoom(t *testing.T) {
	for _, c := range []struct {
		at, outward net.IP
		room        bool
	}{
		{net.IPv4(127, 0, 0, 1), nil, false}, {net.IPv4(192, 168, 7, 20), nil, true}, {net.IPv4zero, nil, true}, {net.IPv4zero, outward(), true}, {net.IPv4zero, net.IPv4(8, 8, 8, 8), true},
	} {
		room, all := addresses(&net.TCPAddr{IP: c.at, Port: 8080}, c.outward)
		others := len(all) > 1 || !c.at.IsUnspecified() // the machine of the test may be in no network
		if (room != "") != (c.room && others) || strings.Contains(room, "127.0.0.1") || room != "" && !slices.Contains(all, room) {
			t.Errorf("%v, %v: the room has the address %q of %q", c.at, c.outward, room, all)
		}
	}
	var out strings.Builder
	announce(&out, &net.TCPAddr{IP: net.IPv4(192, 168, 7, 20), Port: 8080})
	text := out.String()
	if !strings.Contains(text, "for the room: http://192.168.7.20:8080/\n") || strings.Count(text, "\n") < 12 || !strings.Contains(text, "▄") {
		t.Errorf("it says %s", text)
	}
	out.Reset()
	if announce(&out, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}); strings.Contains(out.String(), "room") {
		t.Errorf("it says %s", out.String())
	}
}

// TestZipIsServed builds an archive, and serves it as whoever has neither Go nor sources.
func TestZipIsServed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lab.zip")
	if code, out, err := call(t, "", "build", "-zip", file, "-shrink", "none"); code != 0 || !strings.Contains(out, "partitionlab serve -addr 0.0.0.0:8080 "+file) {
		t.Fatalf("exit %d\n%s%s", code, out, err)
	}
	if site, err := openSite(file); err != nil || len(site.Files) < 500 {
		t.Error(err)
	}
}

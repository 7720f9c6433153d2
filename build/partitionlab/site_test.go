package main

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	pixels "image/draw"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

func TestBuildWritesTheSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	for _, how := range [][2]string{{"github", "all"}, {"netlify", "none"}} { // the second time over the first
		code, out, err := call(t, "", "build", "-out", dir, "-base", "https://example.org/lab/", "-for", how[0], "-shrink", how[1])
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
		"foreign folder":  {[]string{"-out", full}, "holds what no run of partitionlab build has put there: letter.txt"},
		"single, no page": {[]string{"-single"}, "needs the pages by their paths"},
		"single, host":    {[]string{"-single", "-for", "nginx", "index"}, "exclude each other"},
		"zip, host":       {[]string{"-zip", "a.zip", "-for", "nginx"}, "-zip stands alone"},
		"no archive":      {[]string{"-zip", filepath.Join(full, "letter.txt")}, "is there, and is no archive"},
		"the root":        {[]string{"-out", "/"}, "holds what no run of partitionlab build has put there"},
	} {
		want := wrongUse
		if slices.Contains([]string{"foreign folder", "the root", "no archive"}, name) { // which is right use, and cannot be done
			want = notDone
		}
		if code, _, err := call(t, "", append([]string{"build"}, test.args...)...); code != want || !strings.Contains(err, test.want) {
			t.Errorf("%s: exit %d, %q; want %d, %q", name, code, err, want, test.want)
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
	announce(&out, false, &net.TCPAddr{IP: net.IPv4(192, 168, 7, 20), Port: 8080})
	if text := out.String(); !strings.Contains(text, "for the room: http://192.168.7.20:8080/\n") || strings.Contains(text, "\x1b") {
		t.Errorf("it says %s", text)
	}
	out.Reset()
	if announce(&out, true, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}); strings.Contains(out.String(), "room") {
		t.Errorf("it says %s", out.String())
	}
}

// TestRoomIsRead photographs what is drawn, in a dark terminal, in a light one and in a
// file with light letters on a dark ground, and reads it as a telephone does.
func TestRoomIsRead(t *testing.T) {
	black, white := color.Gray{0}, color.Gray{255}
	for _, ip := range []net.IP{net.IPv4(10, 0, 0, 1), net.IPv4(192, 168, 7, 20), net.IPv4(192, 168, 100, 200)} {
		at := &net.TCPAddr{IP: ip, Port: 8080}
		for _, c := range []struct {
			name      string
			terminal  bool
			ink, page color.Gray
		}{{"dark terminal", true, white, black}, {"light terminal", true, black, white}, {"file", false, white, black}} {
			var out strings.Builder
			announce(&out, c.terminal, at)
			_, drawn, _ := strings.Cut(out.String(), "for the room: ")
			want, drawn, _ := strings.Cut(drawn, "\n")
			bits, err := gozxing.NewBinaryBitmapFromImage(photograph(t, drawn, c.ink, c.page))
			if err != nil {
				t.Fatal(err)
			}
			read, err := qrcode.NewQRCodeReader().Decode(bits, nil)
			if err != nil || read.GetText() != want || want != "http://"+at.String()+"/" {
				t.Errorf("%s: %v is read as %v, %v", c.name, at, read, err)
			}
		}
	}
}

// photograph shows lines as a terminal does whose letters and ground have these colors:
// two rows of pixels a line, each four wide and high, around them the ground.
func photograph(t *testing.T, text string, ink, page color.Gray) image.Image {
	t.Helper()
	const side, edge = 4, 40
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	wide := 0
	for _, line := range lines {
		wide = max(wide, utf8.RuneCountInString(line))
	}
	picture := image.NewGray(image.Rect(0, 0, 2*edge+wide*side, 2*edge+2*len(lines)*side))
	pixels.Draw(picture, picture.Rect, image.NewUniform(page), image.Point{}, pixels.Src)
	for y, line := range lines {
		front, back, x := ink, page, 0
		for line != "" {
			if rest, is := strings.CutPrefix(line, "\x1b[38;5;231;48;5;16m"); is {
				front, back, line = color.Gray{255}, color.Gray{0}, rest
				continue
			}
			if rest, is := strings.CutPrefix(line, "\x1b[0m"); is {
				front, back, line = ink, page, rest
				continue
			}
			c, n := utf8.DecodeRuneInString(line)
			upper, lower := back, back
			switch c {
			case '█':
				upper, lower = front, front
			case '▀':
				upper = front
			case '▄':
				lower = front
			case ' ':
			default:
				t.Fatalf("a line holds %q", c)
			}
			for half, shade := range []color.Gray{upper, lower} {
				at := image.Pt(edge+x*side, edge+(2*y+half)*side)
				pixels.Draw(picture, image.Rectangle{at, at.Add(image.Pt(side, side))}, image.NewUniform(shade), image.Point{}, pixels.Src)
			}
			x, line = x+1, line[n:]
		}
	}
	return picture
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

// BenchmarkSave is what a writer waits for: from a saved chapter to its new page over HTTP.
// Beside the time on the wall it tells the processor time of `serve`, and how many
// programs wanted a processor meanwhile.
func BenchmarkSave(b *testing.B) {
	root := b.TempDir()
	for _, dir := range []string{"content", "site", "wasm", "build"} {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join("../..", dir))); err != nil {
			b.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("../..", file))
		if err == nil {
			err = os.WriteFile(filepath.Join(root, file), data, 0o666)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Chdir(root)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	ended := make(chan int)
	go func() {
		ended <- run([]string{"serve", "-shrink", "none", "-addr", addr}, stdio{strings.NewReader(""), io.Discard, io.Discard})
	}()
	defer func() {
		syscall.Kill(os.Getpid(), syscall.SIGTERM) // as whoever stops it does
		<-ended
	}()
	get := func(path string) *http.Response {
		for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
			resp, err := http.Get("http://" + addr + "/" + path)
			if err == nil && resp.StatusCode == http.StatusOK {
				return resp
			}
			if time.Now().After(deadline) {
				b.Fatal(path, err)
			}
		}
	}
	const page, file = "hotel/size/", "content/hotel/size.md"
	get(page).Body.Close()
	stream := get("dev/events")
	defer stream.Body.Close()
	events := bufio.NewScanner(stream.Body)
	heard := func() {
		for events.Scan() && !strings.HasPrefix(events.Text(), "data: ") {
		}
	}
	heard() // the version that is there
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	var wall, processor time.Duration
	n := 0
	for b.Loop() {
		n++
		mark := fmt.Sprintf("Saved for time %d.", n)
		start, before := time.Now(), used()
		if err := os.WriteFile(file, fmt.Appendf(slices.Clone(text), "\n%s\n", mark), 0o666); err != nil {
			b.Fatal(err)
		}
		heard()
		resp := get(page)
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !strings.Contains(string(data), mark) {
			b.Fatalf("the page is not the new one: %v", err)
		}
		wall += time.Since(start)
		processor += used() - before
	}
	load, _ := os.ReadFile("/proc/loadavg") // nothing elsewhere
	if minute, err := strconv.ParseFloat(strings.SplitN(string(load)+" ", " ", 2)[0], 64); err == nil {
		b.ReportMetric(minute, "load")
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(n) }
	b.ReportMetric(ms(wall), "wall-ms")
	b.ReportMetric(ms(processor), "processor-ms")
}

package build

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
	"golang.org/x/net/html"
)

// A guest is a browser in a room: it keeps what it has, takes six connections, and asks
// for what a page names.
type guest struct {
	client http.Client
	root   string
	kept   map[string]string // entity tags by address
	bytes  *atomic.Int64     // that came over the network
	asked  *atomic.Int64
}

// get asks for a file and unpacks it; of what it has and may keep it asks nothing.
func (v *guest) get(address string) ([]byte, error) {
	tag, known := v.kept[address]
	if known && strings.Contains(address, "/assets/") {
		return nil, nil
	}
	req, _ := http.NewRequest("GET", address, nil)
	req.Header.Set("Accept-Encoding", "gzip, deflate, br")
	req.Header.Set("Sec-Fetch-Dest", "document")
	if known {
		req.Header.Set("If-None-Match", tag)
	}
	resp, err := v.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	v.bytes.Add(int64(len(body)))
	v.asked.Add(1)
	if err != nil || resp.StatusCode != http.StatusOK && !(known && resp.StatusCode == http.StatusNotModified) {
		return nil, fmt.Errorf("%s: %s, %v", address, resp.Status, err)
	}
	v.kept[address] = resp.Header.Get("ETag")
	if resp.Header.Get("Content-Encoding") == "br" {
		return io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	}
	return body, nil
}

// visit asks for a page and all that it loads, and returns the address of its stream.
func (v *guest) visit(page string) (events string, err error) {
	at, _ := url.Parse(v.root + page)
	text, err := v.get(at.String())
	if err != nil {
		return "", err
	}
	doc, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	files := 0
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			loads := n.Data == "script" && slices.Contains([]string{"src", "data-wasm", "data-exec", "data-worker"}, a.Key) || n.Data == "link" && a.Key == "href" && attribute(n, "rel") != "manifest"
			stream := n.Data == "script" && a.Key == "data-events"
			if !loads && !stream {
				continue
			}
			to, err := at.Parse(a.Val)
			if err != nil {
				return "", err
			}
			if stream {
				events = to.String()
				continue
			}
			files++
			if _, err := v.get(to.String()); err != nil {
				return "", err
			}
		}
	}
	if len(text) > 0 && files < 4 {
		return "", fmt.Errorf("%s loads only %d files", page, files)
	}
	return events, nil
}

// TestRoom: forty browsers open the site at the same moment, go through some pages, come
// back to the first, and each holds a stream; then the site changes, and all hear of it.
func TestRoom(t *testing.T) {
	const browsers = 40
	site, _ := realSite(t, "")
	s := NewServer("room")
	s.Reload = true
	s.Show(site, nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := Web(s)
	go Serve(web, listener)
	defer web.Close()
	root := "http://" + listener.Addr().String() + "/"

	var asked, received atomic.Int64
	var connected, heard, failed sync.WaitGroup
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	problems := make(chan error, browsers)
	begin := time.Now()
	var slowest atomic.Int64
	for range browsers {
		connected.Add(1)
		heard.Add(1)
		failed.Go(func() {
			told := sync.OnceFunc(heard.Done)
			there := sync.OnceFunc(connected.Done)
			defer told()
			defer there()
			v := &guest{client: http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{MaxConnsPerHost: 6, DisableCompression: true}}, root: root, kept: map[string]string{}, bytes: &received, asked: &asked}
			defer v.client.CloseIdleConnections()
			events := ""
			for i, page := range []string{"", "hotel/size/", "foundations/partition/", "widget/hotel/size/size1/?v=1&rooms=7", "check/", ""} {
				e, err := v.visit(page)
				if err != nil {
					problems <- err
					return
				}
				if i == 0 {
					events = e
				}
				if took := int64(time.Since(begin)); i == 0 && took > slowest.Load() {
					slowest.Store(took)
				}
			}
			req, _ := http.NewRequestWithContext(ctx, "GET", events, nil)
			resp, err := (&http.Client{Transport: v.client.Transport}).Do(req)
			if err != nil {
				problems <- err
				return
			}
			defer resp.Body.Close()
			lines := bufio.NewScanner(resp.Body)
			for n := 0; n < 2 && lines.Scan(); {
				data, is := strings.CutPrefix(lines.Text(), "data: ")
				if !is {
					continue
				}
				var message struct{ Version string }
				if err := json.Unmarshal([]byte(data), &message); err != nil || message.Version != fmt.Sprint("room.", n+1) {
					problems <- fmt.Errorf("a stream says %q", data)
					return
				}
				if n++; n == 1 {
					there()
				}
			}
			if err := lines.Err(); err != nil {
				problems <- err
			}
		})
	}
	connected.Wait()
	took := time.Since(begin)
	s.mu.RLock()
	streams := len(s.watchers)
	s.mu.RUnlock()
	s.Show(site, nil)
	heard.Wait()
	failed.Wait()
	close(problems)
	for err := range problems {
		t.Error(err)
	}
	if streams != browsers {
		t.Errorf("%d streams are open, not %d", streams, browsers)
	}
	leave()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		s.mu.RLock()
		left := len(s.watchers)
		s.mu.RUnlock()
		if left == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d streams are left when all have gone", left)
		}
	}
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	t.Logf("%d browsers: the first page was complete everywhere after %s, six pages after %s; %d answers, %.0f MB; %d MB of memory are in use", browsers,
		time.Duration(slowest.Load()).Round(time.Millisecond), took.Round(time.Millisecond), asked.Load(), float64(received.Load())/1e6, memory.HeapAlloc>>20)
}

// TestZipIsTheSite: what an archive holds is served as the site itself.
func TestZipIsTheSite(t *testing.T) {
	site, _ := realSite(t, "")
	var packed, again bytes.Buffer
	if err := site.Zip(&packed); err != nil {
		t.Fatal(err)
	}
	if err := site.Zip(&again); err != nil || !bytes.Equal(packed.Bytes(), again.Bytes()) {
		t.Errorf("the same site gives two archives, %v", err)
	}
	z, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	read, err := ReadSite(z)
	if err != nil || len(read.Files) != len(site.Files) {
		t.Fatalf("%d files of %d, %v", len(read.Files), len(site.Files), err)
	}
	for name, data := range site.Files {
		if !bytes.Equal(read.Files[name], data) {
			t.Errorf("%s is another file", name)
		}
	}
	s := NewServer("")
	s.Show(read, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := Web(s)
	go Serve(web, l)
	defer web.Close()
	v := &guest{root: "http://" + l.Addr().String() + "/", kept: map[string]string{}, bytes: new(atomic.Int64), asked: new(atomic.Int64)}
	if _, err := v.visit("hotel/size/"); err != nil {
		t.Error(err)
	}
	if card, err := v.get(v.root + "widget/hotel/size/size1/card.svg?rooms=7"); err != nil || !bytes.Contains(card, []byte("<svg")) {
		t.Errorf("no picture of a state: %v", err)
	}
}

// TestHiddenFilesAreNoSite: nothing is served of a path with a part that begins with a dot, such
// as a repository that somebody keeps the site in, but of .well-known.
func TestHiddenFilesAreNoSite(t *testing.T) {
	files := map[string][]byte{".git/config": {}, ".secret": {}, "a/.b/c/d.html": {}, "a/.b/.well-known/e": {}, ".well-known/.f": {}, ".well-knowns/g": {}}
	served := []string{".well-known/h.txt", "404.html", "a/i..html", "api/openapi.json", "index.html"}
	for _, name := range served {
		files[name] = []byte{}
	}
	site, err := ReadSite(folderOf(files))
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(site.Files)); !slices.Equal(got, served) {
		t.Errorf("served are %q, want %q", got, served)
	}
}

// TestOtherFoldersAreNoSite: what is no site is refused before anything of it is unpacked.
func TestOtherFoldersAreNoSite(t *testing.T) {
	for name, from := range map[string]map[string][]byte{"nothing": {}, "another site": {"index.html": {}}, "a bomb": {"index.html": make([]byte, 1<<20)}} {
		f := closedFolder{folderOf(from), t}
		if _, err := ReadSite(f); err == nil || !strings.Contains(err.Error(), "holds no site") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A closedFolder says what there is, but gives nothing out.
type closedFolder struct {
	fstest.MapFS
	t *testing.T
}

func (f closedFolder) Open(name string) (fs.File, error) {
	f.t.Errorf("%s is opened", name)
	return f.MapFS.Open(name)
}

// folder is a folder with some files.
func folderOf(files map[string][]byte) fstest.MapFS {
	m := fstest.MapFS{}
	for name, data := range files {
		m[name] = &fstest.MapFile{Data: data}
	}
	return m
}

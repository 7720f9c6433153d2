//go:build workerd

package build

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/template"
	"time"
)

// The tests in this file run the program for the edge in a real workerd, whose
// binary WORKERD names: `make worker-test` installs one.

// workerdConfig sets up the Worker as a host would, with stand-ins for the host's
// assets and cache.
var workerdConfig = template.Must(template.New("").Parse(`using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main), (name = "assets", worker = .assets), (name = "cache", worker = .cache),
    (name = "disk", disk = (path = "{{.Site}}", writable = false)),
  ],
  sockets = [
    (name = "http", address = "{{.Addr}}", http = (), service = "main"),
    (name = "hits", address = "{{.Hits}}", http = (), service = "cache"),
  ],
);
const date :Text = "2026-04-01";
const main :Workerd.Worker = (
  modules = [
{{range .Modules}}    (name = "{{.}}", {{if eq . "app.wasm"}}wasm{{else}}esModule{{end}} = embed "worker/{{.}}"),
{{end}}  ],
  compatibilityDate = .date,
  bindings = [(name = "ASSETS", service = "assets"), (name = "ROOT", text = "/"), (name = "ORIGIN", text = ""), (name = "EDITION", text = "test")],
  cacheApiOutbound = "cache",
);
const assets :Workerd.Worker = (modules = [(name = "assets.mjs", esModule = embed "assets.mjs")], compatibilityDate = .date, bindings = [(name = "DISK", service = "disk")]);
const cache :Workerd.Worker = (modules = [(name = "cache.mjs", esModule = embed "cache.mjs")], compatibilityDate = .date);
`))

// A workerd is a running one.
type workerd struct {
	root, hits string
	pid        int
	log        *bytes.Buffer
}

// startWorkerd compiles the program, sets it up and starts it.
func startWorkerd(t *testing.T, site *Site) *workerd {
	t.Helper()
	binary := os.Getenv("WORKERD")
	if binary == "" {
		t.Fatal("WORKERD does not name a workerd: `make worker-test` installs one")
	}
	dir := t.TempDir()
	if err := CompileWorker("..", filepath.Join(dir, "worker")); err != nil {
		t.Fatal(err)
	}
	if err := site.Write(filepath.Join(dir, "site")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"assets.mjs", "cache.mjs"} {
		text, err := os.ReadFile(filepath.Join("testdata", "workerd", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	addr, hits := freeAddress(t), freeAddress(t)
	var config bytes.Buffer
	err := workerdConfig.Execute(&config, map[string]any{"Site": filepath.Join(dir, "site"), "Addr": addr, "Hits": hits, "Modules": WorkerModules})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "config.capnp"), config.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := &workerd{root: "http://" + addr + "/", hits: "http://" + hits + "/hits", log: &bytes.Buffer{}}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, binary, "serve", "config.capnp")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, w.log, w.log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); cmd.Wait() })
	w.pid = cmd.Process.Pid
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if resp, err := edgeHTTP.Get(w.root); err == nil {
			resp.Body.Close()
			return w
		} else if time.Now().After(deadline) {
			t.Fatalf("workerd does not answer: %v\n%s", err, w.log)
		}
	}
}

// memory is what the process holds now, in bytes.
func (w *workerd) memory(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes * 1024
}

// cpu is what the process has worked so far.
func (w *workerd) cpu(t *testing.T) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// TestWorker asks the Worker what TestEdge asks the server of this package.
func TestWorker(t *testing.T) {
	site, _ := realSite(t, "")
	w := startWorkerd(t, site)
	edgeSuite(t, w.root, site)

	// What was asked before comes from the cache; CQL never does.
	count := func() int {
		resp, err := http.Get(w.hits)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		n, err := strconv.Atoi(string(text))
		if err != nil {
			t.Fatalf("%s", text)
		}
		return n
	}
	e := &edgeClient{root: w.root, site: site}
	for address, want := range map[string]int{
		"widget/hotel/size/size1/card.svg?rooms=77": 2, "widget/hotel/size/size1/card.png?rooms=77": 2, "widget/hotel/size/size1/?rooms=77": 2,
		"oembed?url=" + w.root + "widget/hotel/size/size1/": 2, "widget/index/accept/card.svg?q=SELECT": 0, "api/check?cql=SELECT": 0,
	} {
		before := count()
		first := e.get(t, address)
		time.Sleep(50 * time.Millisecond) // the answer is kept after it was sent
		for range 2 {
			if again := e.get(t, address); !bytes.Equal(again.body, first.body) || again.header.Get("Content-Type") != first.header.Get("Content-Type") {
				t.Errorf("%s: the second answer is another one", address)
			}
		}
		if got := count() - before; got != want {
			t.Errorf("%s: %d of two repeats came from the cache, want %d", address, got, want)
		}
	}
	if strings.Contains(w.log.String(), "SELECT") {
		t.Errorf("the log holds CQL:\n%s", w.log)
	}
	t.Logf("workerd said: %.500s", w.log)
}

// TestWorkerCost measures what an answer costs that the cache does not know.
func TestWorkerCost(t *testing.T) {
	site, _ := realSite(t, "")
	begin := time.Now()
	w := startWorkerd(t, site)
	e := &edgeClient{root: w.root, site: site}
	t.Logf("compiled, set up, answers a file after %s", time.Since(begin).Round(time.Millisecond))
	begin = time.Now()
	e.get(t, "oembed?format=none")
	t.Logf("the first answer by Go after %s, %d MB", time.Since(begin).Round(time.Millisecond), w.memory(t)>>20)
	check := fmt.Sprintf(`{"cql":%q}`, hotelTable)
	for _, test := range []struct {
		name string
		ask  func(i int)
	}{
		{"a file", func(int) { e.get(t, "hotel/size/") }},
		{"Go alone: a refusal", func(i int) { e.get(t, fmt.Sprint("oembed?format=", i)) }},
		{"oEmbed", func(i int) { e.get(t, fmt.Sprint("oembed?url=", w.root, "widget/hotel/size/size1/%3Frooms%3D", i+1)) }},
		{"preview of a page", func(i int) { e.get(t, fmt.Sprint("widget/hotel/size/size1/?rooms=", i+1)) }},
		{"card.svg", func(i int) { e.get(t, fmt.Sprint("widget/hotel/size/size1/card.svg?rooms=", i+1)) }},
		{"card.svg again", func(int) { e.get(t, "widget/hotel/size/size1/card.svg?rooms=1") }},
		{"card.png", func(i int) { e.get(t, fmt.Sprint("widget/hotel/size/size1/card.png?rooms=", i+1)) }},
		{"/api/check", func(int) { e.ask(t, "POST", "api/check", check, "Content-Type", "application/json") }},
	} {
		const n = 20
		var times []time.Duration
		before := w.cpu(t)
		for i := range n {
			begin := time.Now()
			test.ask(i)
			times = append(times, time.Since(begin))
		}
		worked := w.cpu(t) - before
		slices.Sort(times)
		t.Logf("%-20s CPU %5.1f ms, median %s, slowest %s", test.name, float64(worked.Microseconds())/1000/n, times[n/2].Round(100*time.Microsecond), times[n-1].Round(100*time.Microsecond))
	}
}

// TestWorkerUnderLoad asks 200 times a second for a minute, 95 in 100 times what
// somebody asked before: everybody gets an answer, and the memory stays flat.
func TestWorkerUnderLoad(t *testing.T) {
	const perSecond = 200
	span := time.Minute
	if text := os.Getenv("LOAD"); text != "" {
		var err error
		if span, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	site, _ := realSite(t, "")
	w := startWorkerd(t, site)
	e := &edgeClient{root: w.root, site: site}
	const page = "widget/hotel/size/size1/"
	kinds := []string{page + "card.svg?rooms=%d", page + "?rooms=%d", "oembed?url=" + w.root + page + "%%3Frooms%%3D%d", page + "card.png?rooms=%d"}
	known := func(i int) string { return fmt.Sprintf(kinds[i%len(kinds)], i/len(kinds)+1) }
	for i := range 40 {
		e.get(t, known(i))
	}

	var failures, answers, fresh atomic.Int64
	var wait sync.WaitGroup
	var times []time.Duration
	var mu sync.Mutex
	client := &http.Client{Timeout: 5 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	tick := time.NewTicker(time.Second / perSecond)
	defer tick.Stop()
	var early int
	total := int(span.Seconds() * perSecond)
	for n := range total {
		<-tick.C
		if n == total/4 {
			early = w.memory(t)
		}
		address := known(rand.IntN(40))
		if n%20 == 0 {
			address = fmt.Sprintf(kinds[n/20%len(kinds)], 1000+n)
			fresh.Add(1)
		}
		wait.Go(func() {
			begin := time.Now()
			resp, err := client.Get(w.root + address)
			if err == nil {
				_, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if err == nil && resp.StatusCode != 200 {
					err = fmt.Errorf("%s", resp.Status)
				}
			}
			if err != nil {
				if failures.Add(1) < 10 {
					t.Errorf("%s: %v", address, err)
				}
				return
			}
			answers.Add(1)
			mu.Lock()
			times = append(times, time.Since(begin))
			mu.Unlock()
		})
	}
	wait.Wait()
	late := w.memory(t)
	slices.Sort(times)
	t.Logf("%d answers, %d of them fresh, %d failures; median %s, 95 %% within %s, slowest %s; memory after a quarter %d MB, at the end %d MB", answers.Load(), fresh.Load(), failures.Load(),
		times[len(times)/2].Round(100*time.Microsecond), times[len(times)*95/100].Round(100*time.Microsecond), times[len(times)-1].Round(time.Millisecond), early>>20, late>>20)
	if failures.Load() > 0 || int(answers.Load()) != total {
		t.Errorf("%d of %d questions had an answer", answers.Load(), total)
	}
	if late > early*3/2+64<<20 {
		t.Errorf("the memory grows: %d MB after a quarter, %d MB at the end", early>>20, late>>20)
	}
}

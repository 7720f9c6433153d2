//go:build workerd

package build

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/textproto"
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
// assets and cache, and with a bound for the heap, as hosts have one: without it workerd
// does not collect its garbage, and grows by 4 kB for each question to a handler that
// says "x", too (github.com/cloudflare/workerd/issues/6894).
var workerdConfig = template.Must(template.New("").Parse(`using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main), (name = "assets", worker = .assets),
    (name = "disk", disk = (path = "{{.Site}}", writable = false)),
    (name = "cache", external = (address = "{{.Cache}}", http = ())),
  ],
  sockets = [(name = "http", address = "{{.Addr}}", http = (), service = "main")],
  v8Flags = ["--max-heap-size={{.Heap}}"],
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
`))

// A workerd is a running one.
type workerd struct {
	root  string
	cache *hostCache
	pid   int
	log   *lockedText
	up    time.Duration // from its start to the first file
}

// A hostCache stands for the host's cache, in the form in which workerd asks: GET with
// only-if-cached, PUT with a whole response, PURGE. It lives in the test, so that what
// workerd holds is the Worker's alone.
type hostCache struct {
	mu   sync.Mutex
	kept map[string]keptAnswer // by address
	hits int
}

// A keptAnswer is as it came from the Worker.
type keptAnswer struct {
	status int
	header textproto.MIMEHeader
	body   []byte
}

func (c *hostCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := r.Host + r.URL.String()
	switch r.Method {
	case http.MethodGet:
		known, ok := c.kept[key]
		if !ok {
			w.Header().Set("CF-Cache-Status", "MISS")
			w.WriteHeader(http.StatusGatewayTimeout)
			return
		}
		c.hits++
		maps.Copy(w.Header(), known.header)
		w.Header().Set("CF-Cache-Status", "HIT")
		w.WriteHeader(known.status)
		w.Write(known.body)
	case http.MethodPut:
		in := textproto.NewReader(bufio.NewReader(r.Body))
		first, err := in.ReadLine()
		header, err2 := in.ReadMIMEHeader()
		body, err3 := io.ReadAll(in.R)
		_, rest, _ := strings.Cut(first, " ")
		status, err4 := strconv.Atoi(rest[:min(3, len(rest))])
		if err := cmp.Or(err, err2, err3, err4); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		for _, name := range []string{"Transfer-Encoding", "Content-Length"} {
			header.Del(name)
		}
		c.kept[key] = keptAnswer{status, header, body}
		w.WriteHeader(http.StatusNoContent)
	default:
		delete(c.kept, key)
	}
}

// answered is how many answers it has given.
func (c *hostCache) answered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hits
}

// usualHeap is what Cloudflare gives a Worker, in MB.
const usualHeap = 128

// startWorkerd compiles the program, sets it up with a heap of so many MB, and starts it.
func startWorkerd(t *testing.T, site *Site, heap int) *workerd {
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
	w := &workerd{cache: &hostCache{kept: map[string]keptAnswer{}}, log: &lockedText{}}
	cache := httptest.NewServer(w.cache)
	t.Cleanup(cache.Close)
	addr := freeAddress(t)
	var config bytes.Buffer
	err := workerdConfig.Execute(&config, map[string]any{"Site": filepath.Join(dir, "site"), "Addr": addr, "Cache": cache.Listener.Addr(), "Heap": heap, "Modules": WorkerModules})
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "workerd")))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "config.capnp"), config.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.root = "http://" + addr + "/"
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, binary, "serve", "config.capnp")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, w.log, w.log
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); cmd.Wait() })
	w.pid = cmd.Process.Pid
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if resp, err := edgeHTTP.Get(w.root); err == nil {
			resp.Body.Close()
			w.up = time.Since(begin)
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
	w := startWorkerd(t, site, usualHeap)
	e := &edgeClient{root: w.root, site: site, log: w.log}
	edgeSuite(t, e)

	// What was asked before comes from the cache; CQL never does.
	for address, want := range map[string]int{
		"widget/hotel/size/size1/card.svg?rooms=77": 2, "widget/hotel/size/size1/card.png?rooms=77": 2, "widget/hotel/size/size1/?rooms=77": 2,
		"oembed?url=" + w.root + "widget/hotel/size/size1/": 2, "widget/index/accept/card.svg?q=SELECT": 0, "api/check?cql=SELECT": 0,
	} {
		before := w.cache.answered()
		first := e.get(t, address)
		time.Sleep(50 * time.Millisecond) // the answer is kept after it was sent
		for range 2 {
			if again := e.get(t, address); !bytes.Equal(again.body, first.body) || again.header.Get("Content-Type") != first.header.Get("Content-Type") {
				t.Errorf("%s: the second answer is another one", address)
			}
		}
		if got := w.cache.answered() - before; got != want {
			t.Errorf("%s: %d of two repeats came from the cache, want %d", address, got, want)
		}
	}
	t.Logf("workerd said: %.500s", w.log)
}

// TestWorkerCost measures what an answer costs that the cache does not know.
func TestWorkerCost(t *testing.T) {
	site, _ := realSite(t, "")
	w := startWorkerd(t, site, usualHeap)
	e := &edgeClient{root: w.root, site: site}
	started := w.cpu(t)
	t.Logf("cold start: a file after %s, CPU %s, %d MB", w.up.Round(time.Millisecond), started, w.memory(t)>>20)
	begin := time.Now()
	e.get(t, "oembed?format=none")
	t.Logf("the first answer by Go %s later, CPU %s, %d MB", time.Since(begin).Round(time.Millisecond), w.cpu(t)-started, w.memory(t)>>20)
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

// A crowd asks a Worker for what links lead to: 95 in 100 times what somebody asked before.
type crowd struct {
	w      *workerd
	kinds  []string
	client *http.Client
}

// newCrowd has asked for what it will ask again.
func newCrowd(t *testing.T, w *workerd, site *Site) *crowd {
	t.Helper()
	const page = "widget/hotel/size/size1/"
	c := &crowd{w: w, kinds: []string{page + "card.svg?rooms=%d", page + "?rooms=%d", "oembed?url=" + w.root + page + "%%3Frooms%%3D%d", page + "card.png?rooms=%d"},
		client: &http.Client{Timeout: 5 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
	e := &edgeClient{root: w.root, site: site}
	for i := range 40 {
		e.get(t, c.known(i))
	}
	return c
}

func (c *crowd) known(i int) string { return fmt.Sprintf(c.kinds[i%len(c.kinds)], i/len(c.kinds)+1) }

// ask asks the nth question, and reports what is wrong with the answer.
func (c *crowd) ask(n int) error {
	address := c.known(rand.IntN(40))
	if n%20 == 0 {
		address = fmt.Sprintf(c.kinds[n/20%len(c.kinds)], 1000+n)
	}
	resp, err := c.client.Get(c.w.root + address)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err = io.Copy(io.Discard, resp.Body); err == nil && resp.StatusCode != 200 {
		err = fmt.Errorf("%s: %s", address, resp.Status)
	}
	return err
}

// TestWorkerUnderLoad asks 200 times a second for a minute: everybody gets an answer.
func TestWorkerUnderLoad(t *testing.T) {
	const perSecond, total = 200, 60 * 200
	site, _ := realSite(t, "")
	w := startWorkerd(t, site, usualHeap)
	c := newCrowd(t, w, site)
	times := make([]time.Duration, total)
	var failures atomic.Int64
	var wait sync.WaitGroup
	tick := time.NewTicker(time.Second / perSecond)
	defer tick.Stop()
	for n := range total {
		<-tick.C
		wait.Go(func() {
			begin := time.Now()
			if err := c.ask(n); err != nil && failures.Add(1) < 10 {
				t.Error(err)
			}
			times[n] = time.Since(begin)
		})
	}
	wait.Wait()
	slices.Sort(times)
	t.Logf("%d questions, %d failures; median %s, 95 %% within %s, slowest %s; %d MB", total, failures.Load(),
		times[total/2].Round(100*time.Microsecond), times[total*95/100].Round(100*time.Microsecond), times[total-1].Round(time.Millisecond), w.memory(t)>>20)
}

// TestWorkerKeepsNothing asks as often as five such minutes do, or as QUESTIONS says, a few
// at a time, however slow the machine: what the Worker holds after a while is what it needs.
func TestWorkerKeepsNothing(t *testing.T) {
	const atOnce, parts = 4, 20
	total := 5 * 60 * 200
	if text := os.Getenv("QUESTIONS"); text != "" {
		var err error
		if total, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	site, _ := realSite(t, "")
	w := startWorkerd(t, site, 16) // for a few at a time: what nobody holds soon goes
	c := newCrowd(t, w, site)
	held := []int{w.memory(t) >> 20}
	begin := time.Now()
	for part := range parts {
		var wait sync.WaitGroup
		for first := range atOnce {
			wait.Go(func() {
				for n := part*total/parts + first; n < (part+1)*total/parts; n += atOnce {
					if err := c.ask(n); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wait.Wait()
		held = append(held, w.memory(t)>>20)
		if t.Failed() {
			return
		}
		if testing.Verbose() {
			fmt.Printf("%6d questions after %s: %d MB\n", (part+1)*total/parts, time.Since(begin).Round(time.Second), held[part+1])
		}
	}
	t.Logf("MB after each of %d parts of %d questions: %d", parts, total, held)
	if early, late, is := grows(held); is {
		t.Errorf("it grows: %d MB in the second quarter, %d MB in the last one", early, late)
	}
}

// grows says whether a process holds a tenth more in the last quarter than in the second
// one, in the median: for a moment it may hold much.
func grows(held []int) (early, late int, is bool) {
	quarter := len(held) / 4
	median := func(part []int) int {
		part = slices.Sorted(slices.Values(part))
		return part[len(part)/2]
	}
	early, late = median(held[quarter:2*quarter]), median(held[len(held)-quarter:])
	return early, late, late > early*11/10
}

// TestWorkerGrowthIsSeen asks for runs that were: flat ones, one with a moment of much, and
// one of a Worker that kept 4 kB for each question.
func TestWorkerGrowthIsSeen(t *testing.T) {
	for _, c := range []struct {
		held []int
		want bool
	}{
		{[]int{183, 178, 184, 186, 198, 184, 187, 183, 190, 186, 187, 182, 191, 185, 181, 183, 175, 187, 192, 183, 193}, false},
		{[]int{187, 180, 187, 180, 187, 181, 188, 182, 233, 208, 199, 184, 201, 195, 193, 187, 194, 187, 204, 188, 195}, false},
		{[]int{190, 176, 183, 213, 190, 187, 212, 203, 224, 212, 224, 224, 235, 234, 247, 250, 261, 250, 260, 268, 270}, true},
	} {
		if early, late, is := grows(c.held); is != c.want {
			t.Errorf("%d: %d MB, then %d MB: grows is %t", c.held, early, late, is)
		}
	}
}

package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// WorkerModules are the files of the program for the edge, the one that a host
// starts with first.
var WorkerModules = []string{"front.mjs", "worker.mjs", "runtime.mjs", "wasm_exec.js", "app.wasm"}

// CompileWorker writes the program for the edge, wasm/worker, into a folder of its
// own: what lies there is removed.
func CompileWorker(root, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if filepath.Base(dir) != "worker" { // the generator deletes its folder
		return fmt.Errorf("%s: the folder of the worker is called worker", dir)
	}
	for _, c := range []struct {
		env  []string
		args []string
	}{
		{nil, []string{"tool", "workers-assets-gen", "-mode=go", "-o", dir}},
		{[]string{"GOOS=js", "GOARCH=wasm"}, []string{"build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, "app.wasm"), "./wasm/worker"}},
	} {
		cmd := exec.Command("go", c.args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), c.env...)
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("compiling wasm/worker: %v\n%s", err, text)
		}
	}
	front, err := os.ReadFile(filepath.Join(root, "wasm", "worker", "front.mjs"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "front.mjs"), front, 0o666)
}

// Edition tells this build of the site from one that differs in any file.
func (s *Site) Edition() string {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		sum := sha256.Sum256(s.Files[name])
		fmt.Fprintf(all, "%s %x\n", name, sum)
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// workerFirst are the addresses that the host hands to the Worker before it looks
// for a file: front.mjs sends on what is one.
var workerFirst = []string{"api/check", "api/query", "api/size", "oembed", "card.svg", "card.png", "widget/*", "embed/*"}

// WithWorker is the site as Cloudflare wants it: its files in site/, the program for
// the edge in worker/, and the file that wrangler reads. Cache is a folder for what
// is compiled.
func (s *Site) WithWorker(root, cache string) (*Site, error) {
	dir := filepath.Join(cache, "worker")
	if err := CompileWorker(root, dir); err != nil {
		return nil, err
	}
	out := &Site{Files: map[string][]byte{}, Base: s.Base, Pages: s.Pages, Moved: s.Moved}
	for name, data := range s.Files {
		folder := "site" + s.Base.Path
		if name == "_headers" || name == "_redirects" { // of the whole host
			folder = "site/"
		}
		out.Files[folder+name] = data
	}
	for _, name := range WorkerModules {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		out.Files["worker/"+name] = data
	}
	var first []string
	for _, path := range workerFirst {
		first = append(first, s.Base.Path+path)
	}
	config, _ := json.MarshalIndent(map[string]any{
		"name": "partition-lab", "main": "worker/front.mjs", "compatibility_date": "2026-04-01",
		"assets": map[string]any{"directory": "./site", "binding": "ASSETS", "html_handling": "auto-trailing-slash", "not_found_handling": "404-page", "run_worker_first": first},
		"vars":   map[string]string{"ROOT": s.Base.Path, "ORIGIN": origin(s.Base), "EDITION": s.Edition()},
		// What readers ask is written nowhere.
		"observability": map[string]bool{"enabled": false},
	}, "", "  ")
	out.Files["wrangler.jsonc"] = []byte("// " + strings.TrimPrefix(fmt.Sprintf(generated, "cloudflare"), "# ") + string(config) + "\n")
	return out, nil
}

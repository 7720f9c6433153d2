package build

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"partitionlab/build/shrink"
)

// A Program is the browser program with what belongs to it.
type Program struct {
	Wasm, Exec []byte    // the binary that chapters load, and the script of Go that starts it
	Large      []byte    // the binary for pages with a widget that the other one does not know
	Plain      error     // why a binary is as Go has linked it, where it should be lighter
	Licenses   []License // of what is in them
	Version    string    // of the core: the last commit that changed it, or ""
	Date       string    // of that commit: 2026-01-31
}

// flags make the program small and quick: without inlining it is a sixth smaller, and
// where the runtime alone inlines, a key press takes as long as if everything did.
// CONTRIBUTING.md has the numbers.
var flags = append([]string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"}, inlining...)

// atOnce, behind flags, leaves the collector's barriers out of our own packages: a check and
// a call wherever a pointer is written, 61 kB. They are for a collector that marks while the
// program writes. This one marks all at once, which a page does not notice: it has one thread,
// and the collector goes on to its end anyway before the page gets its turn. Functions that run
// while it marks, those of the runtime and what it calls in the standard library, keep theirs.
var atOnce = []string{"-gcflags=partitionlab/wasm/...=-l -wb=false", "-ldflags=-s -w -X=runtime.godebugDefault=" + collectsAtOnce}

// collectsAtOnce is the setting of the runtime without which a program of atOnce would lose
// what is in use.
const collectsAtOnce = "gcstoptheworld=1"

// inlining are the packages that inline: the runtime, and what it is made of, but for its
// atomics, which would add 4 kB and no speed.
var inlining = []string{"-gcflags=runtime=", "-gcflags=internal/runtime/...=", "-gcflags=internal/runtime/atomic=-l", "-gcflags=internal/abi=", "-gcflags=internal/goarch="}

// CompileProgram compiles wasm/browser twice, for chapters and for pages of widgets that are too
// heavy for these, and makes both lighter by the given steps. It takes
// seconds the first time; later only what has changed is compiled.
func CompileProgram(root string, steps shrink.Steps) (Program, error) {
	var p Program
	root, err := filepath.Abs(root)
	if err != nil {
		return p, err
	}
	if err := os.MkdirAll(filepath.Join(root, ".cache"), 0o777); err != nil {
		return p, err
	}
	cmd := exec.Command("go", "env", "GOROOT", "GOVERSION")
	cmd.Dir = root
	text, err := cmd.Output()
	if err != nil {
		return p, fmt.Errorf("%s: %v", cmd, err)
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if p.Exec, err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")); err != nil {
		return p, err
	}
	if p.Licenses, err = programLicenses(root, goroot, version); err != nil {
		return p, err
	}
	var plain, failed [2]error
	var group sync.WaitGroup
	group.Go(func() { p.Wasm, plain[0], failed[0] = compileBrowser(root, "lab.wasm", version, steps, "chapters") })
	group.Go(func() { p.Large, plain[1], failed[1] = compileBrowser(root, "large.wasm", version, steps, "large") })
	if group.Wait(); failed[0] != nil || failed[1] != nil {
		return p, cmp.Or(failed[:]...)
	}
	p.Plain = cmp.Or(plain[:]...)
	cmd = exec.Command("git", "log", "-1", "--format=%h %cs", "--", "wasm")
	cmd.Dir = root
	if text, err := cmd.Output(); err == nil { // a copy without history has no version
		p.Version, p.Date, _ = strings.Cut(strings.TrimSpace(string(text)), " ")
	}
	return p, nil
}

// compileBrowser compiles wasm/browser with a build tag to a file of the cache.
func compileBrowser(root, name, version string, steps shrink.Steps, tag string) (wasm []byte, plain, err error) {
	out := filepath.Join(root, ".cache", name)
	args := append([]string{"build"}, flags...)
	if shrink.Knows(version) {
		args = append(args, atOnce...)
	}
	cmd := exec.Command("go", append(args, "-tags="+tag, "-o", out, "./wasm/browser")...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if shrink.Knows(version) {
		// The collector that was there before 1.26: it is lighter by 5 kB, and the new one is
		// for many processors.
		cmd.Env = append(cmd.Env, "GOEXPERIMENT=nogreenteagc")
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("compiling wasm/browser: %v\n%s", err, text)
	}
	linked, err := os.ReadFile(out)
	if err != nil {
		return nil, nil, err
	}
	if shrink.Knows(version) && !bytes.Contains(linked, []byte(collectsAtOnce)) { // a line godebug of go.mod would take its place
		return nil, nil, fmt.Errorf("wasm/browser was linked without %s: its collector would take what is in use", collectsAtOnce)
	}
	wasm, plain = lighter(linked, version, steps)
	if plain == nil && steps&shrink.Names != 0 {
		if err := writeNames(strings.TrimSuffix(out, ".wasm")+".names", linked); err != nil {
			return nil, nil, err
		}
	}
	return wasm, plain, nil
}

// lighter returns the lighter binary, or in any doubt the plain one and why.
func lighter(linked []byte, version string, steps shrink.Steps) (wasm []byte, plain error) {
	wasm, err := shrink.Binary(linked, version, steps)
	if err != nil {
		return linked, fmt.Errorf("the browser program is sent as Go links it, half as heavy again: %w. CONTRIBUTING.md says how to teach build/shrink another Go", err)
	}
	return wasm, nil
}

// writeNames writes the list that tells a reader of a crash which function has which number.
func writeNames(file string, linked []byte) error {
	names, err := shrink.FunctionNames(linked)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "%s %s\n", shrink.NumberName(i), name)
	}
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

// FindRoot returns the folder of the project: the one with this module's go.mod,
// here or above.
func FindRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		text, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module partitionlab\n") {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("%s is not in the project: run this where go.mod of partitionlab lies, or below", dir)
		}
	}
}

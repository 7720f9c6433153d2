package build

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"partitionlab/build/shrink"
)

// A Program is the browser program with what belongs to it.
type Program struct {
	Wasm, Exec []byte    // the binary, and the script of Go that starts it
	Plain      error     // why the binary is as Go has linked it, where it should be lighter
	Licenses   []License // of what is in them
	Version    string    // of the core: the last commit that changed it, or ""
	Date       string    // of that commit: 2026-01-31
}

// flags make the program small and quick: without inlining it is a sixth smaller, and
// where the runtime alone inlines, a key press takes as long as if everything did.
// CONTRIBUTING.md has the numbers.
var flags = append([]string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"}, inlining...)

// inlining are the packages that inline: the runtime, and what it is made of.
var inlining = []string{"-gcflags=runtime=", "-gcflags=internal/runtime/...=", "-gcflags=internal/abi=", "-gcflags=internal/goarch="}

// CompileProgram compiles wasm/browser and makes it lighter by the given steps. It takes
// seconds the first time; later only what has changed is compiled.
func CompileProgram(root string, steps shrink.Steps) (Program, error) {
	var p Program
	root, err := filepath.Abs(root)
	if err != nil {
		return p, err
	}
	out := filepath.Join(root, ".cache", "lab.wasm")
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return p, err
	}
	cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", out, "./wasm/browser")...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return p, fmt.Errorf("compiling wasm/browser: %v\n%s", err, text)
	}
	cmd = exec.Command("go", "env", "GOROOT", "GOVERSION")
	cmd.Dir = root
	text, err := cmd.Output()
	if err != nil {
		return p, fmt.Errorf("%s: %v", cmd, err)
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if p.Exec, err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")); err != nil {
		return p, err
	}
	linked, err := os.ReadFile(out)
	if err != nil {
		return p, err
	}
	if p.Licenses, err = programLicenses(root, goroot, version); err != nil {
		return p, err
	}
	p.Wasm, p.Plain = lighter(linked, version, steps)
	cmd = exec.Command("git", "log", "-1", "--format=%h %cs", "--", "wasm")
	cmd.Dir = root
	if text, err := cmd.Output(); err == nil { // a copy without history has no version
		p.Version, p.Date, _ = strings.Cut(strings.TrimSpace(string(text)), " ")
	}
	return p, nil
}

// lighter returns the lighter binary, or in any doubt the plain one and why.
func lighter(linked []byte, version string, steps shrink.Steps) (wasm []byte, plain error) {
	wasm, err := shrink.Binary(linked, version, steps)
	if err != nil {
		return linked, fmt.Errorf("the browser program is sent as Go links it, half as heavy again: %w. CONTRIBUTING.md says how to teach build/shrink another Go", err)
	}
	return wasm, nil
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

package build

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

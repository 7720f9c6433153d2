package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/build/shrink"
)

// TestDoubtGivesThePlainProgram: what build/shrink does not know is sent as it is.
func TestDoubtGivesThePlainProgram(t *testing.T) {
	p, err := realProgram()
	if err != nil {
		t.Fatal(err)
	}
	linked, err := os.ReadFile(filepath.Join("..", ".cache", "lab.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	if (p.Plain == nil) == bytes.Equal(p.Wasm, linked) {
		t.Errorf("the program is the plain one: %t; why: %v", bytes.Equal(p.Wasm, linked), p.Plain)
	}
	for name, c := range map[string]struct {
		wasm    []byte
		version string
	}{"another Go": {linked, "go1.99"}, "another program": {[]byte("\x00asm\x01\x00\x00\x00"), "go1.26.8"}} {
		wasm, plain := lighter(c.wasm, c.version, shrink.All)
		if !bytes.Equal(wasm, c.wasm) || plain == nil || !strings.Contains(plain.Error(), "is sent as Go links it") {
			t.Errorf("%s: %d B of %d, %v", name, len(wasm), len(c.wasm), plain)
		}
	}
	if wasm, plain := lighter(linked, "go1.99", 0); !bytes.Equal(wasm, linked) || plain != nil {
		t.Errorf("without steps: %d B of %d, %v", len(wasm), len(linked), plain)
	}
}

// TestFlagsNamePackages: a pattern of the flags that no package matches does nothing.
func TestFlagsNamePackages(t *testing.T) {
	for _, flag := range append([]string{atOnce[0]}, inlining...) {
		pattern, _, _ := strings.Cut(strings.TrimPrefix(flag, "-gcflags="), "=")
		cmd := exec.Command("go", "list", pattern)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err := cmd.Output(); err != nil || len(out) == 0 {
			t.Errorf("%s: %q, %v", flag, out, err)
		}
	}
}

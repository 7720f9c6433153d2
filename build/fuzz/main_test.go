package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseList(t *testing.T) {
	got := parseList("?   \tpartitionlab/build/shrink\t[no test files]\nFuzzB\nFuzzA\nok  \tpartitionlab/wasm/cql\t0.01s\nok  \tpartitionlab/wasm\t(cached)\nFuzzC\nok  \tpartitionlab/build\t0.1s\n", "partitionlab")
	want := []target{{"./wasm/cql", "FuzzB"}, {"./wasm/cql", "FuzzA"}, {"./build", "FuzzC"}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRun fuzzes two small targets: one that finds something, one that goes on until it
// has had enough.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and fuzzes")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module small\n\ngo 1.26\n",
		"small_test.go": `package small

import "testing"

func FuzzGood(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) {}) }

func FuzzBad(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) { if n > 100 { t.Error("too much") } }) }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	all, err := targets()
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	for _, c := range all {
		execs, said, err := target{".", c.name}.run(time.Minute, 2000, 1)
		if bad := c.name == "FuzzBad"; (err != nil) != bad || bad && !strings.Contains(said, "too much") || !bad && execs < 2000 {
			t.Errorf("%s: %d executions, %v\n%s", c, execs, err, said)
		}
	}
	if seeds, _ := filepath.Glob("testdata/fuzz/FuzzBad/*"); len(seeds) != 1 {
		t.Errorf("what is found is kept as %q", seeds)
	}
}

package build

import (
	"bytes"
	"os"
	"testing"

	"github.com/andybalholm/brotli"

	"partitionlab/build/shrink"
)

// The budgets are what the browser programs may weigh with the best compression: the one
// that chapters load, and the one with the mapping from questions to tables.
const (
	programBudget = 1_300_000
	largeBudget   = 1_500_000
)

func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("compresses the browser programs")
	}
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	p, err := CompileProgram(root, shrink.All)
	if err != nil {
		t.Fatal(err)
	}
	if p.Plain != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(p.Plain)
		}
		t.Skip(p.Plain)
	}
	for _, c := range []struct {
		name   string
		wasm   []byte
		budget int
	}{{"chapters", p.Wasm, programBudget}, {"large", p.Large, largeBudget}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var packed bytes.Buffer
			w := brotli.NewWriterOptions(&packed, brotliOptions(brotli.BestCompression))
			w.Write(c.wasm)
			w.Close()
			t.Logf("%d kB, %d kB with brotli 11", len(c.wasm)/1000, packed.Len()/1000)
			if packed.Len() > c.budget {
				t.Errorf("the browser program weighs %d B, the budget is %d B: look at what it links (go list -deps) and at tables written as code", packed.Len(), c.budget)
			}
		})
	}
}

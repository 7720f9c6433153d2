package build

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/andybalholm/brotli"
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
	p, err := realProgram()
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join("..", ".cache", "packed") // where a build that was tested has put it
	if err := os.MkdirAll(cache, 0o777); err != nil {
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
			short, _, err := packedOnce(cache, ".br", brotli.BestCompression, c.wasm)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d kB, %d kB with brotli 11", len(c.wasm)/1000, len(short)/1000)
			if len(short) > c.budget {
				t.Errorf("the browser program weighs %d B, the budget is %d B: look at what it links (go list -deps) and at tables written as code", len(short), c.budget)
			}
		})
	}
}

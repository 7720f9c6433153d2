package build

import (
	"bytes"
	"os"
	"testing"

	"github.com/andybalholm/brotli"

	"partitionlab/build/shrink"
)

// programBudget is what the browser program may weigh with the best compression.
const programBudget = 1_300_000

func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("compresses the browser program")
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
	var packed bytes.Buffer
	w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
	w.Write(p.Wasm)
	w.Close()
	t.Logf("%d kB, %d kB with brotli 11", len(p.Wasm)/1000, packed.Len()/1000)
	if packed.Len() > programBudget {
		t.Errorf("the browser program weighs %d B, the budget is %d B: look at what it links (go list -deps) and at tables written as code", packed.Len(), programBudget)
	}
}

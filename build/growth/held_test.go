package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/model"
	"partitionlab/wasm/work"
)

// TestHeld: what is held in memory at once grows no faster than a text does of which each statement is
// about all columns of a table: the outcomes of a whole script are kept, and must not keep the
// product of both.
func TestHeld(t *testing.T) {
	text := func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", c%d int") + ");\n" + lines(n, "SELECT * FROM t WHERE k = %d;\n")
	}
	for kind, name := range map[string]string{"": "drawn by the command line", "bench": "in the workbench", "check": "in the page that checks", "model": "in a model"} {
		t.Run(name, func(t *testing.T) {
			held(kind, text(10)) // what is made once
			few, many := held(kind, text(200)), held(kind, text(800))
			e := math.Log(many/few) / math.Log(4)
			if t.Logf("%.0f kB for 200, %.0f for 800: exponent %.2f", few/1000, many/1000, e); e > most {
				t.Errorf("what is held grows with exponent %.2f", e)
			}
		})
	}
}

// held is how many bytes are in use at most while a text is read, besides what was before.
func held(kind, text string) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // only where it is looked at
	var now runtime.MemStats
	inUse := func() uint64 {
		runtime.GC()
		runtime.GC() // also of what a pool holds
		runtime.ReadMemStats(&now)
		return now.HeapAlloc
	}
	before, top, pauses := inUse(), uint64(0), 0
	look := func() bool {
		if pauses++; pauses%50 == 0 {
			top = max(top, inUse())
		}
		return true
	}
	var keep any
	if kind == "" {
		keep = model.Read(diag.NewSource("", text), &work.Meter{Pause: look})
	} else {
		spec, _ := lab.Parse(kind, "id = long\ncql:\nSELECT key FROM system.local;\n", nil)
		r := spec.Start()
		r.State.Values, r.State.Asked = lab.Inputs{r.Typed()[0]: text}, true
		for r.Begin(); !r.Step(look); {
		}
		keep = r
	}
	top = max(top, inUse())
	runtime.KeepAlive(keep)
	return float64(top - before)
}

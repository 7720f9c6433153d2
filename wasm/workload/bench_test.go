package workload

import (
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// A long text takes time in proportion to its length.
func BenchmarkParseLong(b *testing.B) {
	var t strings.Builder
	for i := range 10000 {
		t.WriteString("a" + strconv.Itoa(i) + " = a" + strconv.Itoa(i+1) + " * 2 + 1\n")
	}
	b.SetBytes(int64(t.Len()))
	for b.Loop() {
		Parse(diag.NewSource("", t.String()+"a10000 = 1\n"), nil)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse(diag.NewSource("", hotel), nil)
	}
}

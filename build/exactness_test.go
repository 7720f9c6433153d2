package build

import (
	"os"
	"strings"
	"testing"

	"partitionlab/build/exact"
)

// TestExactPage: the page shows every table of the recorded run, with what was
// measured, and what it says of all of them is what the run says.
func TestExactPage(t *testing.T) {
	b := &Builder{source: os.DirFS("..")}
	p, err := b.readExact()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../" + exact.File)
	if err != nil {
		t.Fatal(err)
	}
	run, err := exact.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Cases) != len(run.Cases) {
		t.Errorf("%d cases, %d recorded", len(p.Cases), len(run.Cases))
	}
	for _, c := range run.Cases {
		if !strings.Contains(string(p.Data), `>`+c.Name+`<`) {
			t.Errorf("the table lacks %s", c.Name)
		}
	}
	if n := strings.Count(string(p.Data), "<tr>"); n != len(run.Cases)+1 {
		t.Errorf("%d rows for %d cases", n, len(run.Cases))
	}
	if p.Right != "all" || p.Server != run.Server {
		t.Errorf("%+v", p)
	}
	if n := strings.Count(string(p.Errors), "<circle"); n != 2*3*len(run.Cases) {
		t.Errorf("%d dots in two drawings of three models of %d tables", n, len(run.Cases))
	}
}

// TestErrors: errors are printed with sign and unit.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		computed, measured int64
		share              string
	}{{5, 5, "0"}, {150, 100, "+50\u00a0%"}, {99, 100, "−1.0\u00a0%"}, {100_040, 100_000, "+0.04\u00a0%"}} {
		if got := signed(c.computed, c.measured); got != c.share {
			t.Errorf("%d of %d: %s", c.computed, c.measured, got)
		}
	}
}

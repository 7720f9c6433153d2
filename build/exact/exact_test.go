package exact

import (
	"os"
	"strings"
	"testing"
)

// TestRecordedRun: the core still computes what it computed when a real server
// measured, and what was measured keeps its promises.
func TestRecordedRun(t *testing.T) {
	text, err := os.ReadFile("../../" + File)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Load(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Cases) < 25 {
		t.Errorf("%d tables are recorded; 25 show the kinds of tables there are", len(run.Cases))
	}
	for _, c := range run.Cases {
		var formats []string
		for _, want := range c.Results {
			formats = append(formats, want.Format)
			got, err := c.Compute(want.Format)
			if err != nil {
				t.Error(err)
				continue
			}
			if got.Computed != want.Computed || got.Docs != want.Docs || got.Thumb != want.Thumb {
				t.Errorf("%s, format %s: computed %+v, %d, %d; recorded %+v, %d, %d", c.Name, want.Format, got.Computed, got.Docs, got.Thumb, want.Computed, want.Docs, want.Thumb)
			}
			if wrong := c.Wrong(want); wrong != "" {
				t.Errorf("%s: %s", c.Name, wrong)
			}
		}
		if got := strings.Join(formats, " "); got != "nb oa da" {
			t.Errorf("%s is measured in %s", c.Name, got)
		}
	}
}

// TestWrong: a byte too many is an error where lengths are constant, and more than
// one percent elsewhere.
func TestWrong(t *testing.T) {
	r := Measurement{Format: "nb", Computed: Sizes{Data: 1001, Index: 50}, Measured: Sizes{Data: 1000, Index: 50}}
	for exact, want := range map[bool]string{true: "Data.db of format nb: computed 1001, measured 1000 (+1, +0.10 %)", false: ""} {
		if got := (&Case{Exact: exact}).Wrong(r); got != want {
			t.Errorf("exact %v: %q", exact, got)
		}
	}
	r.Computed.Data = 1011
	if (&Case{}).Wrong(r) == "" {
		t.Error("an error of 1.1 % passes")
	}
	r.Computed = Sizes{Data: 1000, Index: 51}
	if (&Case{Exact: true}).Wrong(r) == "" {
		t.Error("a wrong length of Index.db passes")
	}
}

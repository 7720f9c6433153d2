package build

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
)

// TestReferenceIsComplete: the page of types has every native type with the bytes that
// the core knows, the page of guardrails every setting, and both a number as it is.
func TestReferenceIsComplete(t *testing.T) {
	site, problems := realSite(t, "http://127.0.0.1:8080/")
	for _, p := range problems {
		t.Error(p)
	}
	types := numbersAsTyped(site.Files["reference/types/index.html"])
	for _, name := range strings.Fields("ascii bigint blob boolean counter date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varchar varint") {
		if !strings.Contains(types, `<code translate="no">`+name+"</code>") {
			t.Errorf("the page of types has no %s", name)
		}
	}
	for _, row := range []string{
		`<td align="left" class="coded"><code translate="no">date</code></td><td align="left">a day, without time and zone</td><td align="right">4</td><td align="right">5</td><td align="right">8</td>`,
		`<td align="left" class="coded"><code translate="no">smallint</code></td><td align="left">whole number of 16 bits</td><td align="right">2</td><td align="right">3</td><td align="right">6</td>`,
		`<td align="left">4 or 16</td>`,
	} {
		if !strings.Contains(strings.ReplaceAll(types, "\n", ""), row) {
			t.Errorf("the page of types has no %s", row)
		}
	}
	text, err := os.ReadFile("../content/reference/guardrails.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range check.SettingNames() {
		if !strings.Contains(string(text), "{setting "+name+"}") {
			t.Errorf("the page of guardrails has no %s", name)
		}
	}
	if html := string(site.Files["reference/guardrails/index.html"]); !strings.Contains(html, `<code translate="no">50KiB</code>`) || strings.Count(html, `<span class="off">off</span>`) < 30 {
		t.Error("the page of guardrails does not show what is shipped")
	}
	if html := numbersAsTyped(site.Files["reference/limits/index.html"]); !strings.Contains(html, `<td align="right">100,000</td>`) || !strings.Contains(html, "16 MiB") {
		t.Error("the page of limits does not show the limits")
	}
}

// TestErrataAreRecorded: each statement that the page of errata shows is one whose answer by a
// real server is recorded; package session compares the core with the recordings.
func TestErrataAreRecorded(t *testing.T) {
	page, err := os.ReadFile("../content/reference/errata.md")
	if err != nil {
		t.Fatal(err)
	}
	recording, err := os.ReadFile("conformance/testdata/cases/errata.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var recorded []string
	for _, line := range strings.Split(strings.TrimSpace(string(recording)), "\n") {
		var s struct {
			Q  string
			OK *bool
		}
		if err := json.Unmarshal([]byte(line), &s); err != nil || s.OK == nil {
			t.Fatalf("%s: no verdict: %v", line, err)
		}
		recorded = append(recorded, s.Q)
	}
	slices.SortFunc(recorded, func(a, b string) int { return len(b) - len(a) })
	fences := regexp.MustCompile("(?s)```(cql|run)[^\n]*\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(fences) < 25 {
		t.Errorf("only %d fences", len(fences))
	}
	for _, f := range fences {
		rest := f[2]
		if f[1] == "run" {
			_, rest, _ = strings.Cut(strings.Replace(rest, "\ncql:\n", "\n", 1), "schema:\n")
		}
		for _, q := range recorded {
			rest = strings.ReplaceAll(rest, q, "")
		}
		if rest = strings.Trim(rest, "; \n"); rest != "" {
			t.Errorf("no server was asked: %s", rest)
		}
	}
}

package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

const withVector = "CREATE TABLE docs (id int PRIMARY KEY, v vector<float, 3>);"

// TestRelease: a reader picks whose verdict is given; the answer names the release, says what is
// new in another, and links carry it, to the workbench, too.
func TestRelease(t *testing.T) {
	for kind, want := range map[string]string{
		"check": "Cassandra 4.1 refuses this statement.",
		"run":   "Cassandra 4.1 refuses this statement.",
		"bench": "Cassandra 4.1 refuses this statement.",
	} {
		spec, diags := Parse(kind, "id = x\ntitle = T\ncql:\n"+withVector, nil)
		if len(diags) > 0 {
			t.Fatal(kind, diags)
		}
		r := spec.Start()
		if out := r.Run(); strings.Contains(out.Sentence, "refuses") || strings.Contains(out.Sentence, "4.1") {
			t.Errorf("%s: as 5.0: %s", kind, out.Sentence)
		}
		r.Set("server", "4.1")
		out := r.Run()
		text := out.View.PlainText()
		if out.Sentence != want || !strings.Contains(text, "4.1 refuses this: the vector type is new in 5.0. A column") {
			t.Errorf("%s: %s\n%s", kind, out.Sentence, text)
		}
		if query, _ := spec.Link(r.State.Values, true); !strings.Contains(query, "server=4.1") {
			t.Errorf("%s: the link is ?%s", kind, query)
		}
		if kind != "bench" {
			r.Site = "https://example.org/"
			if at := r.Do("bench", "").Follow; !strings.Contains(at, "server=4.1") {
				t.Errorf("%s: the workbench is at %s", kind, at)
			}
		}
		r.Set("q", "CREATE TABLE t (id int PRIMARY KEY); CREATE INDEX ON t (id);")
		if text := r.Run().View.PlainText(); !strings.Contains(text, "refused by Cassandra 4.1") {
			t.Errorf("%s: %s", kind, text)
		}
		r.Set("server", "3.11")
		if out := r.Run(); len(out.Problems) == 0 || !strings.Contains(out.Problems[0].Text, "There is no release 3.11") {
			t.Errorf("%s: of 3.11 is said %v", kind, out.Problems)
		}
		r.Close()
	}
}

// TestReleaseOfFence: an author says it for a chapter; what is no release is told.
func TestReleaseOfFence(t *testing.T) {
	spec, diags := Parse("check", "id = x\ntitle = T\nserver = 4.0\ncql:\n"+withVector, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if out := Run(spec, nil); out.Sentence != "Cassandra 4.0 refuses this statement." {
		t.Error(out.Sentence)
	}
	if out := Run(spec, Inputs{"server": "5.0"}); out.Sentence != "Cassandra accepts this statement." {
		t.Error(out.Sentence)
	}
	if _, diags := Parse("query", "id = x\ntitle = T\nserver = 6.0\ncql:\nSELECT a FROM b;", nil); len(diags) != 1 || !strings.Contains(diags[0].Instead, "server = 4.1") {
		t.Error(diags)
	}
	if _, diags := Parse("layout", "id = x\ntitle = T\nserver = 4.1\ncql:\nSELECT a FROM b;", nil); len(diags) == 0 {
		t.Error("a layout is of no release, and yet it may have one")
	}
}

// TestReleaseWithoutSchema: where an older release refuses what is there already, that is said;
// the text finds nothing of it.
func TestReleaseWithoutSchema(t *testing.T) {
	for _, kind := range []string{"check", "query", "run"} {
		spec, diags := Parse(kind, "id = x\ntitle = T\nschema:\n"+withVector+"\ncql:\nSELECT id FROM docs WHERE id = 1;", nil)
		if len(diags) > 0 {
			t.Fatal(kind, diags)
		}
		const note = "Cassandra 4.1 refuses the schema of this example"
		if text := view.HTML(Run(spec, nil).View); strings.Contains(text, "refuses") {
			t.Errorf("%s: %s", kind, text)
		}
		if text := view.HTML(Run(spec, Inputs{"server": "4.1"}).View); !strings.Contains(text, note) {
			t.Errorf("%s: nothing of the schema: %s", kind, text)
		}
	}
}

// TestReleaseSettings: an older release keeps of a fence's settings those that it has.
func TestReleaseSettings(t *testing.T) {
	spec, diags := Parse("run", "id = x\ntitle = T\nset = authenticator = PasswordAuthenticator, allow_filtering_enabled = false\ncql:\nCREATE TABLE t (a int PRIMARY KEY, b int); SELECT * FROM t WHERE b = 1 ALLOW FILTERING;", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for server, refused := range map[string]string{"5.0": "1", "4.1": "1", "4.0": "0"} { // 4.0 has no guardrails
		if got := Run(spec, Inputs{"server": server}).Values["refused"]; got != refused {
			t.Errorf("%s refuses %s", server, got)
		}
	}
}

// TestWorkbenchUpgrades: the tab tells what another release does otherwise with the text.
func TestWorkbenchUpgrades(t *testing.T) {
	spec, diags := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	r := spec.Start()
	defer r.Close()
	tab := func() string {
		text := r.Run().View.PlainText()
		_, text, _ = strings.Cut(text, "FromCassandra")
		text, _, _ = strings.Cut(text, "ReportSave as")
		return text
	}
	r.Set("q", "CREATE TABLE t (a int PRIMARY KEY, b timeuuid, at text) WITH compaction = {'class': 'DateTieredCompactionStrategy'};\nCREATE TABLE u (a int PRIMARY KEY, b timeuuid);\nINSERT INTO u (a, b) VALUES (1, now());\nSELECT tounixtimestamp(b) FROM u WHERE a = 1;\nSELECT * FROM u WHERE b = 50554d6e-29bb-11e5-b345-feff819cdc9f;")
	said := tab()
	for _, want := range []string{"Refused from then on: 1", "DateTieredCompactionStrategy", "New names: 1", "to_unix_timestamp", "What becomes possible", "CREATE INDEX", "Bytes on disk"} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing of %q: %s", want, said)
		}
	}
	r.Set("from", "4.0")
	r.Set("to", "4.1")
	if said := tab(); strings.Contains(said, "Refused") || strings.Contains(said, "to_unix") {
		t.Errorf("from 4.0 to 4.1: %s", said)
	}
	r.Set("from", "4.1")
	if said := tab(); !strings.Contains(said, "is no upgrade") {
		t.Errorf("from 4.1 to 4.1: %s", said)
	}
}

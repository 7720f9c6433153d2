package finding

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"partitionlab/wasm/answer"
	"partitionlab/wasm/diag"
)

// sample is a report with everything in it.
func sample() *Report {
	a := diag.NewSource("a dir/é.cql", "SELECT é FROM t;\nSELECT * FROM u WHERE k = 1\n  AND v = 2;\n\x1b")
	b := diag.NewSource("", "USE x\n")
	r := &Report{Command: "check", Version: "1.2.3", Judged: "Apache Cassandra 5.0.8", Site: "https://example.org/lab", FailOn: diag.Warning, Files: []string{"a dir/é.cql", "clean.cql", ""}, Statements: 4}
	add := func(src *diag.Source, d diag.Diagnostic, off string) {
		r.Add(Finding{Diagnostic: d, Source: src, Project: "orders", Off: off})
	}
	add(b, Of("FILE-01", diag.Warning, diag.Span{Start: 5, End: 5}, "no semicolon"), "")
	add(a, diag.Diagnostic{Kind: diag.Invalid, Rule: "W-10", Message: "no <k>: 100%,\nit's \"so\"", Span: diag.Span{Start: 25, End: 40}, Hint: "a hint", Why: "because", Instead: "otherwise",
		Fixes:   []diag.Fix{{Title: "take it", Edits: []diag.Edit{{Span: diag.Span{Start: 18, End: 24}, Text: "select"}, {Span: diag.Span{Start: 30, End: 31}}}}},
		Related: []diag.Related{{Span: diag.Span{Start: 0, End: 6}, Text: "here"}}}, "")
	add(a, diag.Diagnostic{Severity: diag.Advice, Rule: "R18", Message: "perhaps", Span: diag.Span{Start: 7, End: 9}, Why: "because"}, "")
	add(a, diag.Diagnostic{Severity: diag.NotJudged, Message: "not judged yet", Span: diag.Span{Start: 0, End: 16}}, "")
	add(a, Of("WARN-07", diag.Warning, diag.Span{Start: 0, End: 16}, "Batch for x"), "we know")
	r.Sort()
	return r
}

func write(t *testing.T, r *Report, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b, format); err != nil {
		t.Fatal(format, err)
	}
	return b.String()
}

// TestJSON: the document is as its schema says, with a schema that is itself one.
func TestJSON(t *testing.T) {
	schema := jsonSchema(t, "report.schema.json")
	size := &Report{Command: "size", Version: "1", Judged: "x", Tables: []Table{{
		Size:   answer.Size{Keyspace: "k", Table: "t", Rows: int64(1), Values: answer.Amount{Min: 1, Typical: 2, Max: 3}, Docs: int64(1), Thumb: int64(1), Disk: int64(1), Once: int64(1), Cells: int64(1), Format: "nb"},
		Limits: []Limit{{"100 MB", 1e8, true, "a rule"}}, Assumed: []Assumed{{"len.x", 10, "nobody said", 0.5}}, Notes: []string{"a note"}}}}
	for name, r := range map[string]*Report{"all": sample(), "nothing": {Command: "check"}, "size": size, "sstable": {Command: "sstable", Written: []File{{"a", 1}}}} {
		text := write(t, r, "json")
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = schema.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	var got struct {
		Findings []struct {
			File                             string
			Line, Column, EndLine, EndColumn int
			Severity, Rule, Link             string
			Fails                            bool
		}
		Summary map[string]any
	}
	if err := json.Unmarshal([]byte(write(t, sample(), "json")), &got); err != nil || len(got.Findings) != 4 {
		t.Fatal(err, got)
	}
	f := got.Findings[2]
	if f.File != "a dir/é.cql" || f.Line != 2 || f.Column != 8 || f.EndLine != 2 || f.EndColumn != 23 || f.Severity != "refused" || f.Link != "https://example.org/lab/rules/w-10/" || !f.Fails {
		t.Errorf("%+v", f)
	}
	if f := got.Findings[1]; f.Rule != "R18" || f.Link != "https://example.org/lab/advice/r18/" || f.Fails {
		t.Errorf("%+v", f)
	}
	if f := got.Findings[3]; f.File != "" || f.Rule != "FILE-01" || f.Link != "" || !f.Fails {
		t.Errorf("%+v", f)
	}
	if got.Summary["failed"] != true || got.Summary["refused"] != 1.0 || got.Summary["off"] != 1.0 {
		t.Errorf("%v", got.Summary)
	}
}

func jsonSchema(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(file, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSARIF: the log is as the schema of SARIF 2.1.0 says.
func TestSARIF(t *testing.T) {
	schema := jsonSchema(t, "testdata/sarif/sarif-schema-2.1.0.json")
	valid := func(text string) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
	text := write(t, sample(), "sarif")
	for name, text := range map[string]string{"all": text, "nothing": write(t, &Report{}, "sarif")} {
		if err := valid(text); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if valid(strings.Replace(text, `"level":"error"`, `"level":"fatal"`, 1)) == nil || valid(strings.Replace(text, `"columnKind"`, `"columns"`, 1)) == nil {
		t.Error("the schema takes what is wrong")
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != 5 || len(run.Tool.Driver.Rules) != 4 {
		t.Fatalf("%d results, %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	for _, res := range run.Results {
		if res.RuleID != "" && run.Tool.Driver.Rules[*res.RuleIndex].ID != res.RuleID {
			t.Errorf("%s points to the rule %s", res.RuleID, run.Tool.Driver.Rules[*res.RuleIndex].ID)
		}
	}
	at := run.Results[2].Locations[0].PhysicalLocation
	if at.ArtifactLocation.URI != "a%20dir/%C3%A9.cql" || at.Region != (sarifRegion{2, 8, 2, 23}) {
		t.Errorf("%+v", at)
	}
	if s := run.Results[4].Suppressions; len(s) != 1 || s[0].Justification != "we know" {
		t.Errorf("%v", s)
	}
}

func TestGitHub(t *testing.T) {
	want := `::notice file=a dir/é.cql,line=1,endLine=1,col=1,endColumn=16,title=partitionlab::not judged yet
::warning file=a dir/é.cql,line=1,endLine=1,col=8,endColumn=9,title=partitionlab R18::perhaps%0Abecause%0Ahttps://example.org/lab/advice/r18/
::error file=a dir/é.cql,line=2,endLine=2,col=8,endColumn=23,title=partitionlab W-10::no <k>: 100%25,%0Ait's "so"%0Abecause%0Aotherwise%0Ahttps://example.org/lab/rules/w-10/
::warning file=standard input,line=1,endLine=1,col=6,endColumn=6,title=partitionlab FILE-01::no semicolon%0Acqlsh runs a statement when it meets the semicolon. It reports what is left at the end of a file as incomplete, and does not run it.%0AWrite ; behind the statement.
`
	if diff := cmp.Diff(want, write(t, sample(), "github")); diff != "" {
		t.Error(diff)
	}
}

func TestJUnit(t *testing.T) {
	text := write(t, sample(), "junit")
	var got struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Name     string      `xml:"name,attr"`
			Tests    int         `xml:"tests,attr"`
			Failures int         `xml:"failures,attr"`
			Cases    []junitCase `xml:"testcase"`
			Out      string      `xml:"system-out"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err, text)
	}
	if got.Tests != 4 || got.Failures != 3 || len(got.Suites) != 3 {
		t.Errorf("%s", text)
	}
	if s := got.Suites[0]; s.Name != "a dir/é.cql" || s.Failures != 2 || s.Cases[1].Line != 2 || s.Cases[1].Failure.Type != "W-10" || !strings.Contains(s.Out, "advice: perhaps") {
		t.Errorf("%+v", s)
	}
	if s := got.Suites[1]; s.Name != "clean.cql" || s.Tests != 1 || s.Failures != 0 {
		t.Errorf("%+v", s)
	}
}

// TestText: repeats are folded, each kind for itself.
func TestText(t *testing.T) {
	var lines []string
	for range 10 {
		lines = append(lines, "INSERT INTO t (k) VALUES ('x');")
	}
	src := diag.NewSource("data.cql", strings.Join(lines, "\n"))
	r := &Report{Files: []string{"data.cql"}, Statements: 10}
	for i := range 10 {
		at := i * (len(lines[0]) + 1)
		r.Add(Finding{Diagnostic: diag.Diagnostic{Kind: diag.Invalid, Rule: "LIT-01", Message: "Invalid STRING constant (x" + strings.Repeat("y", i) + ") for \"k\" of type int", Span: diag.Span{Start: at, End: at + 6}}, Source: src})
	}
	other := diag.Diagnostic{Kind: diag.Invalid, Rule: "LIT-01", Message: "another thing", Span: diag.Span{Start: 40, End: 41}}
	r.Add(Finding{Diagnostic: other, Source: src})
	r.Sort()
	text := write(t, r, "text")
	if n := strings.Count(text, "refused (invalid): Invalid STRING"); n != 3 {
		t.Errorf("%d are shown\n%s", n, text)
	}
	if !strings.Contains(text, "data.cql: 7 more like that (LIT-01) at lines 4, 5, 6, 7, 8, …; -all shows them\n") || !strings.Contains(text, "another thing") || !strings.Contains(text, "= rule LIT-01: partitionlab explain LIT-01\n") {
		t.Error(text)
	}
	r.All = true
	if n := strings.Count(write(t, r, "text"), "refused (invalid): Invalid STRING"); n != 10 {
		t.Errorf("-all shows %d", n)
	}
	if got := r.Summary(); got != "1 file, 10 statements: 11 refused" {
		t.Error(got)
	}
	if got := sample().Summary(); got != "3 files, 4 statements: 1 refused, 1 warning, 1 piece of advice, 1 not judged; switched off: WARN-07, 1 time" {
		t.Error(got)
	}
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range IDs() {
		r, ok := Find(id)
		if !ok || seen[id] || r.Title() == "" {
			t.Errorf("%s: %v, %q", id, ok, r.Title())
		}
		seen[id] = true
	}
	for id, want := range map[string][3]any{"W-10": {true, true, ""}, "R18": {true, false, ""}, "WARN-01": {true, false, ""}, "WARN-1": {false, false, "WARN-01"}, "X": {false, false, ""}} {
		known, refusal, near := Known(id)
		if known != want[0] || refusal != want[1] || near != want[2] {
			t.Errorf("%s: %v %v %s", id, known, refusal, near)
		}
	}
}

func TestValues(t *testing.T) {
	for message, want := range map[string]string{
		"table t1 has 12 columns":            "table t has  columns",
		"'a' and \"b\" (c) are no 'd":        "… and … … are no 'd",
		"(no end, and 'this' has ((( none":   "(no end, and … has ((( none",
		"of ( only) the first, then ( and 5": "of … the first, then ( and ",
	} {
		if got := Alike(message); got != want {
			t.Errorf("%s: got %q, want %q", message, got, want)
		}
	}
}

// TestLongNames: people see the ends of a name of 60,000 letters, programs all of it.
func TestLongNames(t *testing.T) {
	name := strings.Repeat("n", 60_000)
	for _, format := range Formats {
		r := Report{}
		r.Add(Finding{Diagnostic: diag.Diagnostic{Kind: diag.Invalid, Message: "Undefined column name " + name}, Source: diag.NewSource("a.cql", "SELECT n")})
		var out strings.Builder
		if err := r.Write(&out, format); err != nil {
			t.Fatal(err)
		}
		if whole := strings.Contains(out.String(), name); whole != (format == "json") || !whole && out.Len() > 8000 {
			t.Errorf("%s: %d bytes", format, out.Len())
		}
	}
}

// largest is how many bytes are written at once at most.
type largest int

func (l *largest) Write(b []byte) (int, error) {
	*l = max(*l, largest(len(b)))
	return len(b), nil
}

// TestWrittenInPieces: no format holds all that it writes before it is written.
func TestWrittenInPieces(t *testing.T) {
	for _, format := range Formats {
		r, all := sample(), largest(0)
		for range 12 {
			r.Findings, r.Off = append(r.Findings, r.Findings...), append(r.Off, r.Off...)
		}
		if err := r.Write(&all, format); err != nil || all > 100_000 {
			t.Errorf("%s: %d bytes at once, %v", format, all, err)
		}
	}
}

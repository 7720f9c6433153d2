package session_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"partitionlab/wasm/plan"
)

// serverPlace is how a message of the server's parser begins.
var serverPlace = regexp.MustCompile(`^line (\d+:-?\d+) `)

// place writes an offset as the server does, 0:-1 for the end.
func place(q string, offset int) string {
	if offset >= len(q) {
		return "0:-1"
	}
	before := q[:offset]
	line := strings.Count(before, "\n") + 1
	return fmt.Sprintf("%d:%d", line, len(utf16.Encode([]rune(before[strings.LastIndexByte(before, '\n')+1:]))))
}

// TestCases holds the core to what a real Cassandra said to the scripts that
// random runs found.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../build/conformance/testdata/cases/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) { replayCase(t, file) })
	}
}

func replayCase(t *testing.T, file string) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := recorder(t, "g")
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var want struct {
			Q, Kind, Msg string
			OK           bool
			Warnings     []string
			Rows         []json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		q := want.Q
		r := s.Exec(q)
		text := ""
		if r.Diag != nil {
			text = r.Diag.Kind.String() + ": " + r.Diag.Message
		}
		switch m := serverPlace.FindStringSubmatch(want.Msg); {
		case r.Accepted() != want.OK:
			t.Errorf("%s\n  server: %v %s %s\n  core:   %v %s", want.Q, want.OK, want.Kind, want.Msg, r.Accepted(), text)
		case want.OK:
			if !slices.Equal(r.Warnings, want.Warnings) {
				t.Errorf("%s\n  server warns: %q\n  core warns:   %q", want.Q, want.Warnings, r.Warnings)
			}
			if got, want := rowsJSON(r.Rows), sortedRows(want.Rows); r.Rows != nil && got != want {
				t.Errorf("%s\n  server's rows: %s\n  core's rows:   %s", q, want, got)
			}
		case m != nil && r.Diag.Kind.String() == want.Kind:
			if got := place(want.Q, r.Diag.Start); got != m[1] && m[1] != lastPlace(want.Q) {
				t.Errorf("%s\n  server: %s\n  core:   %s %s", want.Q, want.Msg, got, text)
			}
		case r.Diag.Kind.String() != want.Kind,
			unordered(text) != unordered(want.Kind+": "+want.Msg) && want.Kind != "exists" && !strings.HasPrefix(want.Msg, "Failed parsing"):
			t.Errorf("%s\n  server: %s: %s\n  core:   %s", want.Q, want.Kind, want.Msg, text)
		}
	}
}

// unordered is a message without the server's port, and with its lists sorted: the
// order of some changes from start to start.
func unordered(message string) string {
	words := strings.FieldsFunc(port.ReplaceAllString(message, ""), func(r rune) bool { return strings.ContainsRune(",()", r) })
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
	}
	slices.Sort(words)
	return strings.Join(words, ",")
}

var port = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// lastPlace is the end of a text as the server's lexer counts it.
func lastPlace(q string) string { return place(q+" ", len(q)) }

// rowsJSON writes rows as the cases do.
func rowsJSON(r *plan.ResultSet) string {
	if r == nil {
		return ""
	}
	rows := make([]json.RawMessage, len(r.Rows))
	for i, row := range r.Rows {
		var cells []string
		for k, v := range row {
			cells = append(cells, r.Types[k].Row(v))
		}
		rows[i] = json.RawMessage("[" + strings.Join(cells, ",") + "]")
	}
	return sortedRows(rows)
}

// sortedRows writes rows, the fields of their objects by name.
func sortedRows(rows []json.RawMessage) string {
	out := make([]string, len(rows))
	for i, row := range rows {
		d := json.NewDecoder(bytes.NewReader(row))
		d.UseNumber()
		var v any
		err := d.Decode(&v)
		if err != nil {
			return err.Error()
		}
		b, err := json.Marshal(v)
		if err != nil {
			return err.Error()
		}
		out[i] = string(b)
	}
	return strings.Join(out, " ")
}

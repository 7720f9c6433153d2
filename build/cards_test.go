package build

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
)

// card is the text of a reference page as its author wrote it.
func card(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../content/reference/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// wordOf is a number as the cards write it.
func wordOf(n int) string {
	words := strings.Fields("none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")
	if n < 0 || n >= len(words) {
		return fmt.Sprint(n)
	}
	return words[n]
}

// onDisk is the length of the Data.db of table t after some CQL.
func onDisk(t *testing.T, script string) int {
	t.Helper()
	s := session.New(session.Settings{Keyspace: "lab"})
	for _, o := range s.Script(diag.NewSource("", script)) {
		if o.Diag != nil {
			t.Fatalf("%s: %s", script, o.Diag.Message)
		}
	}
	data, err := sstable.Encode(s.Store(s.Catalogue().Keyspaces["lab"].Tables["t"]), sstable.NB)
	if err != nil {
		t.Fatal(err)
	}
	return len(data)
}

// more is by how much the file of a table with a column v grows from one value to another,
// which is no longer than 127 bytes.
func more(t *testing.T, typ, before, after string) int {
	t.Helper()
	write := func(v string) int {
		return onDisk(t, "CREATE TYPE pair (a int, b int); CREATE TABLE t (k int PRIMARY KEY, v "+typ+"); UPDATE t USING TIMESTAMP 1 SET v = "+v+" WHERE k = 1;")
	}
	return write(after) - write(before)
}

// TestCardsCountAsTheCore: what the reference cards spell out in words, or write beside the
// numbers that the builder fills in, is what the core computes.
func TestCardsCountAsTheCore(t *testing.T) {
	const nb = sstable.NB
	udt := onDisk(t, "CREATE TYPE pair (a int, b int); CREATE TABLE t (k int PRIMARY KEY, v pair); UPDATE t USING TIMESTAMP 1 SET v.a = 1, v.b = 2 WHERE k = 1;") -
		onDisk(t, "CREATE TYPE pair (a int, b int); CREATE TABLE t (k int PRIMARY KEY, v pair); UPDATE t USING TIMESTAMP 1 SET v.a = 1 WHERE k = 1;")
	column := onDisk(t, "CREATE TABLE t (k int PRIMARY KEY, a int, b int, c int); UPDATE t USING TIMESTAMP 1 SET a = 1, b = 2, c = 3 WHERE k = 1;") -
		onDisk(t, "CREATE TABLE t (k int PRIMARY KEY, a int, b int); UPDATE t USING TIMESTAMP 1 SET a = 1, b = 2 WHERE k = 1;")
	set := more(t, "set<int>", "v + {1}", "v + {1, 2}")
	const rows, key, row = 73000, 5, 4 + 2 + 1 // the example: the partition key, and the other columns of a row
	docs, thumb := 0, 0
	fmt.Sscanf(card(t, "formulas")[strings.Index(card(t, "formulas"), "docs.bytes "):], "docs.bytes %d; thumb.bytes %d", &docs, &thumb)
	perCell := fmt.Sprint((thumb/rows - row) / 3) // two clustering columns and a value

	for _, c := range []struct{ page, says string }{
		{"types", fmt.Sprintf("This takes one byte for a value of up to {= %d : n} bytes", longest(func(n int) bool { return sstable.ValueLen(false, n) == n+1 }))},
		{"types", "In a frozen collection each element takes " + wordOf(more(t, "frozen<set<int>>", "{1}", "{1, 2}")-4) + " bytes for its length."},
		{"types", wordOf(valueLen(t, "frozen<list<int>>", "[]")) + " for the number of elements, and " + wordOf(more(t, "frozen<list<int>>", "[1]", "[1, 2]")-4) + " before each part"},
		{"types", "`tuple<…>` | one value | " + wordOf((valueLen(t, "tuple<int, int>", "(1, 2)")-8)/2) + " before each field"},
		{"types", "`frozen<…>` of a user-defined type | one value | " + wordOf((valueLen(t, "frozen<pair>", "{a: 1, b: 2}")-8)/2) + " before each field"},
		{"types", "each field as a column, and " + wordOf(udt-column) + " bytes more, for its number and the lengths"},
		{"types", "in a list " + wordOf(more(t, "list<int>", "v + [1]", "v + [1, 2]")-set) + " more than in a set, for its place"},
		{"types", "`decimal` | decimal fraction of any size | " + wordOf(valueLen(t, "decimal", "4200.50")-valueLen(t, "varint", "420050")) + ", and the bytes of a varint"},
		{"types", "`n` numbers | " + wordOf(more(t, "vector<float, 2>", "[1, 2]", "[1, 3]")+valueLen(t, "vector<float, 3>", "[1, 2, 3]")/3) + " times `n`, without a length before it"},
		{"formulas", "metadata of a value: {= " + fmt.Sprint((docs-key-rows*row)/rows) + " : n} bytes"},
		{"formulas", "+ " + perCell + " × (clustering + regular columns)"},
		{"formulas", "The {= " + perCell + " : n} bytes for each cell"},
		{"formulas", wordOf(sstable.HeaderLen(nb, 0, true, 0)-sstable.PartitionDeletionLen(nb, true)) + ", the partition key, and " + wordOf(sstable.PartitionDeletionLen(nb, true)) + " for its deletion time in format `nb`"},
		{"formulas", "write time | " + wordOf(sstable.UvintLen(0)) + " byte where all rows have the same; otherwise the distance from the earliest write in the file, in {= " +
			fmt.Sprint(sstable.UvintLen(0)) + " : n} to {= " + fmt.Sprint(sstable.UvintLen(uint64(100*366*24*time.Hour/time.Microsecond))) + " : n} bytes"},
		{"limits", "name of a keyspace | {lit " + fmt.Sprint(longest(func(n int) bool {
			return accepted("CREATE KEYSPACE " + strings.Repeat("a", n) + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
		})) + ": a limit of the server} letters"},
		{"limits", "name of a table | {lit " + fmt.Sprint(longest(func(n int) bool {
			return accepted("CREATE TABLE lab." + strings.Repeat("a", n) + " (k int PRIMARY KEY)")
		})) + ": a limit of the server} letters"},
		{"limits", "| " + wordOf(sizing.MaxTTL/86400/365) + " years; [TTL-01]"},
		{"limits", "{lit " + time.Unix(1<<31-2, 0).UTC().Format(time.DateOnly) + ": the last date that fits}"},
		{"limits", "`gc_grace_seconds` | " + wordOf(gcGrace(t)/86400) + " days | default"},
		{"limits", "rows of a page | {lit " + number.Count(session.PageSize) + ": what drivers ask for}"},
		{"checklist", capital(wordOf(strings.Count(card(t, "checklist"), "? |"))) + " questions to ask"},
	} {
		if !strings.Contains(card(t, c.page), c.says) && !strings.Contains(card(t, c.page), capital(c.says)) {
			t.Errorf("content/reference/%s.md does not say what the core computes: %s", c.page, c.says)
		}
	}
	key64 := func(n int) bool {
		return accepted("CREATE TABLE lab.t (k text PRIMARY KEY); INSERT INTO lab.t (k) VALUES ('" + strings.Repeat("a", n) + "')")
	}
	if n := int(limits()["key"]); !key64(n) || key64(n+1) {
		t.Errorf("the core refuses another length of a key than the page of limits says: %d", n)
	}
	markers := func(n int) bool {
		return accepted("CREATE TABLE lab.t (k int PRIMARY KEY); SELECT * FROM lab.t WHERE k IN (" + strings.Repeat("?, ", n-1) + "?)")
	}
	if !strings.Contains(card(t, "limits"), "bind markers of one statement | {lit 65,535:") || !markers(65_535) || markers(65_536) {
		t.Error("the core refuses another number of bind markers than the page of limits says")
	}
}

// TestCarefulPreset: a server takes every line of the proposed settings, and each changes
// what is shipped.
func TestCarefulPreset(t *testing.T) {
	_, rest, _ := strings.Cut(card(t, "guardrails"), "```yaml\n")
	yaml, _, _ := strings.Cut(rest, "```")
	lines := strings.Split(strings.TrimSpace(yaml), "\n")
	if len(lines) < 10 {
		t.Fatalf("there are %d lines", len(lines))
	}
	s := check.NewSettings()
	for _, l := range lines {
		key, value, _ := strings.Cut(l, ": ")
		before := fmt.Sprint(*s)
		if err := s.Set(key, value); err != nil {
			t.Errorf("%s: %v", l, err)
		}
		if fmt.Sprint(*s) == before {
			t.Errorf("%s changes nothing", l)
		}
	}
}

// longest is the greatest number from 1 to 300 up to which all hold.
func longest(holds func(int) bool) int {
	n := 0
	for n < 300 && holds(n+1) {
		n++
	}
	return n
}

func accepted(script string) bool {
	s := session.New(session.Settings{Keyspace: "lab", Check: check.NewSettings()})
	s.Exec("CREATE KEYSPACE IF NOT EXISTS lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
	for _, o := range s.Script(diag.NewSource("", script)) {
		if !o.Accepted() {
			return false
		}
	}
	return true
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// valueLen is the length of a value of a type, as the core keeps it.
func valueLen(t *testing.T, typ, literal string) int {
	t.Helper()
	s := session.New(session.Settings{Keyspace: "lab"})
	script := "CREATE TYPE pair (a int, b int); CREATE TABLE t (k int PRIMARY KEY, v " + typ + "); INSERT INTO t (k, v) VALUES (1, " + literal + "); SELECT v FROM t;"
	all := s.Script(diag.NewSource("", script))
	last := all[len(all)-1]
	if last.Rows == nil || len(last.Rows.Rows) != 1 {
		t.Fatalf("%s: nothing came back: %+v", script, last.Diag)
	}
	return len(last.Rows.Rows[0][0])
}

func gcGrace(t *testing.T) int {
	t.Helper()
	s := session.New(session.Settings{Keyspace: "lab"})
	s.Script(diag.NewSource("", "CREATE TABLE t (k int PRIMARY KEY)"))
	return int(s.Catalogue().Keyspaces["lab"].Tables["t"].Params.GCGrace)
}

// TestMarksAreThoseOfFigures: every sign that a Chebotko figure can draw at a column is
// explained on the page of marks, and the page explains none that no figure draws.
func TestMarksAreThoseOfFigures(t *testing.T) {
	page := card(t, "marks")
	var explained []string
	_, table, _ := strings.Cut(page, "## Chebotko diagrams")
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(table, -1) {
		if m[1] != "Q1" {
			explained = append(explained, m[1])
		}
	}
	src := diag.NewSource("", `CREATE TYPE place (x int);
CREATE TABLE a (k int, up int, down int, s int static, i int, l list<int>, st set<int>, m map<int, int>, u frozen<place>, t frozen<tuple<int, int>>, PRIMARY KEY ((k), up, down)) WITH CLUSTERING ORDER BY (up ASC, down DESC);
CREATE INDEX ON a (i);
CREATE TABLE b (k int PRIMARY KEY, n counter);`)
	fig := diagram.Schema(model.Read(src, nil), diagram.Look{ID: "a"}, true)
	var drawn []string
	mark := regexp.MustCompile(`^([A-Z]{1,3}[↑↓]?|[^\w\s→]+)$`)
	sample := regexp.MustCompile(`^([\[{<*(])[a-z]+([\]}>*)])$`)
	around := regexp.MustCompile(`([\[{<*(]) ([\]}>*)])`) // a sign in the words below the figure
	for _, s := range fig.Draw(figure.Wide).Shapes {
		for _, w := range strings.Fields(around.ReplaceAllString(s.Text, "${1}n${2}")) {
			if m := sample.FindStringSubmatch(w); m != nil {
				drawn = append(drawn, m[1]+"name"+m[2])
			} else if m := mark.FindString(w); m != "" {
				drawn = append(drawn, w)
			}
		}
	}
	slices.Sort(drawn)
	slices.Sort(explained)
	if got, want := slices.Compact(explained), slices.Compact(drawn); !slices.Equal(got, want) {
		t.Errorf("the page explains %q, figures draw %q", got, want)
	}
}

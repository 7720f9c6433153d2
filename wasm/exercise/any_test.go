package exercise_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/work"
)

var update = flag.Bool("update", false, "write the golden files")

// all are the exercises of the book by name, as authors wrote them.
func all(t testing.TB) (names []string, out map[string]*exercisebook.Exercise) {
	t.Helper()
	paths, err := filepath.Glob("../../content/exercises/*/*.exercise")
	if err != nil || len(paths) < 20 {
		t.Fatalf("found %d exercises: %v", len(paths), err)
	}
	out = map[string]*exercisebook.Exercise{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = parse(t, string(text))
		names = append(names, path)
	}
	sort.Strings(names)
	return names, out
}

// told is all that a result says, as text.
func told(e *exercise.Exercise, r *exercise.Judgement) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Passed, r.First, r.Note, r.Says, r.Parts)
	for _, f := range r.Findings {
		message := ""
		if f.Diag != nil {
			message = fmt.Sprint(f.Diag.Rule, f.Diag.Start, f.Diag.End, f.Diag.Message)
		}
		fmt.Fprintln(&b, f.Predicate.Wants, f.State, f.Consequence, f.Ask, f.In, f.Measured, message)
	}
	for _, a := range r.Asked {
		fmt.Fprintln(&b, a.Statement, a.Partitions, a.Unknown, a.Lost, a.Missing, a.Rows, a.InOrder, a.Stored)
	}
	for _, f := range r.Fits {
		k := f.Kept
		fmt.Fprintln(&b, f.Table.Name, f.Ask, k.Rows.Name, k.Table, k.Written, k.Kept, k.Replaced, k.Replacer, k.Same, k.Statement)
		for _, c := range f.Columns {
			fmt.Fprintln(&b, c.Name, c.Source, c.By, c.Parts)
		}
	}
	fmt.Fprintln(&b, r.Sizes, r.Costs, e.Compare(r))
	for _, s := range r.Ran {
		fmt.Fprintln(&b, s.Span, s.Warnings, s.Values, s.Deletions)
	}
	return b.String()
}

// answers are those that authors list, variations of the model, and these cut and mixed.
func answers(e *exercisebook.Exercise) (out []string) {
	out = append(out, e.Model.Text, e.Start.Text)
	for _, list := range [][]exercisebook.Case{e.Wrong, e.Also} {
		for _, c := range list {
			out = append(out, c.CQL, c.Answer.Text)
		}
	}
	for _, v := range e.Variations() {
		out = append(out, v.Answer)
	}
	for i, a := range out {
		if len(a) > 8 {
			b := out[(i*7+3)%len(out)]
			out = append(out, a[:len(a)*2/3], a[len(a)/4:], a[:len(a)/2]+b[len(b)/2:])
		}
	}
	return append(out, "1", "a", "b c", "R C", "3 2 1", "x", "\x00\xff", "';", "SELECT", "-- a = b")
}

// Answers are judged as the file says, natively and, where somebody runs this so, under
// js/wasm; in the browser a few hundred are compared by build's TestJudgedAlike.
func TestJudgedAlikeEverywhere(t *testing.T) {
	const golden = "testdata/judged.txt"
	names, exercises := all(t)
	var b strings.Builder
	total := 0
	for _, name := range names {
		e := exercises[name]
		page, ok := exercise.Unpack(exercisebook.Pack(&e.Exercise))
		if !ok {
			t.Fatalf("%s cannot be unpacked", name)
		}
		sum := fnv.New64a()
		list := answers(e)
		for _, a := range list {
			text := told(page, page.Judge(a))
			if again := told(&e.Exercise, e.Judge(a)); again != text {
				t.Fatalf("%s: the packed exercise judges otherwise\n%s\n%s\n%s", name, a, text, again)
			}
			sum.Write([]byte(text))
		}
		total += len(list)
		fmt.Fprintf(&b, "%s %d %x\n", strings.TrimPrefix(filepath.ToSlash(name), "../../content/exercises/"), len(list), sum.Sum64())
	}
	if total < 1000 {
		t.Errorf("only %d answers", total)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("judged otherwise than %s says (-update writes it):\n%s", golden, b.String())
	}
}

// A page may do something else while an answer is checked, and may stop it.
func TestChecksAreInterrupted(t *testing.T) {
	answer := strings.Repeat("SELECT * FROM rooms_by_hotel;", 2200)
	e := load(t, "foundations/queries-e2")
	want, pauses := told(e, e.Judge(answer)), 0
	m := &work.Meter{Pause: func() bool { pauses++; return true }}
	if got := told(e, e.JudgeUnder(m, answer)); got != want || pauses < 10 {
		t.Errorf("after %d pauses it says\n%s\nwant\n%s", pauses, got, want)
	}
	m = &work.Meter{Pause: func() bool { return false }}
	if r := e.JudgeUnder(m, answer); !strings.Contains(r.Note, "Press Check") || r.Passed || r.First >= 0 {
		t.Errorf("%+v", r)
	}
}

// Texts that could cost time or memory beyond their length.
func TestAnswersAreBounded(t *testing.T) {
	many := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	list := func(n int) string {
		return strings.TrimSuffix(many(n, func(i int) string { return fmt.Sprint("'", i, "',") }), ",")
	}
	product := func(columns string) string {
		var all []string
		for _, c := range columns {
			all = append(all, string(c)+" IN (0"+many(39, func(i int) string { return fmt.Sprint(", ", i) })+")")
		}
		return strings.Join(all, " AND ")
	}
	for name, answer := range map[string]string{
		"tables": many(900, func(i int) string {
			return fmt.Sprint("CREATE TABLE t", i, " (hotel_id text, date date, room_number int, PRIMARY KEY(hotel_id,date)); ")[:66] + ";"
		}),
		"tables2": many(700, func(i int) string {
			return fmt.Sprint("CREATE TABLE t", i, "(hotel_id text,night date,PRIMARY KEY(hotel_id,night));")
		}),
		"columns":   "CREATE TABLE t (hotel_id text, PRIMARY KEY (hotel_id)" + many(5000, func(i int) string { return fmt.Sprint(", a", i, " int") }) + ")",
		"key":       "CREATE TABLE t (" + many(1500, func(i int) string { return fmt.Sprint("a", i, " int, ") }) + "PRIMARY KEY (" + strings.TrimSuffix(many(1500, func(i int) string { return fmt.Sprint("a", i, ",") }), ",") + "))",
		"alike":     "CREATE TABLE t (" + many(2500, func(i int) string { return fmt.Sprint("hotel_id_", i, " text, ") }) + "PRIMARY KEY (hotel_id_0))",
		"words":     "CREATE TABLE t (" + strings.Repeat("hotel_", 9000) + " text, PRIMARY KEY (a))",
		"selects":   strings.Repeat("SELECT * FROM rooms_by_hotel;", 2200),
		"in":        "SELECT * FROM rooms_by_hotel WHERE hotel_id IN (" + list(6000) + ")",
		"in in":     "SELECT * FROM rooms_by_hotel WHERE hotel_id IN (" + list(2500) + ") AND date IN (" + strings.TrimSuffix(strings.Repeat("'2026-03-01',", 2500), ",") + ")",
		"delete in": "DELETE FROM rooms_by_hotel WHERE hotel_id IN (" + list(3000) + ") AND date IN ('2026-03-01','2026-03-02')",
		"inserts": many(700, func(i int) string {
			return fmt.Sprint("INSERT INTO rooms_by_hotel(hotel_id,date,room_number)VALUES('a','2026-03-01',", i, ");")
		}),
		"parentheses": "SELECT " + strings.Repeat("(", 60000),
		"comments":    strings.Repeat("-- a = b\n", 7000),
		"number":      strings.Repeat("9", 60000),
		"sum":         strings.Repeat("1+", 30000) + "1",
		"letters":     strings.Repeat("a ", 30000),
		"a product":   "CREATE TABLE p (a int, b int, c int, d int, e int, PRIMARY KEY ((a, b, c, d, e))); UPDATE p SET x = 1 WHERE " + product("abcde") + "; DELETE FROM p WHERE " + product("abcde") + "; SELECT * FROM p WHERE " + product("abcde"),
		"hash":        "CREATE TABLE t (hotel_id text, shard int, date date, room_number int, PRIMARY KEY ((hotel_id, shard), date, room_number)); -- shard = 0..2147483646",
		"long":        strings.Repeat("x", exercise.MaxAnswer+1),
	} {
		for _, of := range []string{"hotel/capstone", "foundations/queries-e2", "foundations/writes-e2", "foundations/why-e4", "foundations/queries-e1", "foundations/queries-e4", "hotel/refine-e1"} {
			var before, after runtime.MemStats
			e := load(t, of)
			runtime.ReadMemStats(&before)
			r := e.Judge(answer)
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
				t.Errorf("%s: %s takes %d MB", of, name, took>>20)
			}
			if r.Passed {
				t.Errorf("%s: %s passes", of, name)
			}
			if name == "long" && r.Note != "The answer is longer than 65,536 bytes, so it is not checked." {
				t.Errorf("%s: %q", name, r.Note)
			}
		}
	}
}

func FuzzJudge(f *testing.F) {
	names, exercises := all(f)
	var pages []*exercise.Exercise
	for i, name := range names {
		e := exercises[name]
		pages = append(pages, &e.Exercise)
		for _, a := range answers(e) {
			f.Add(uint8(i), a)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, answer string) {
		e := pages[int(which)%len(pages)]
		r := e.Judge(answer)
		if told(e, r) != told(e, e.Judge(answer)) {
			t.Error("judged otherwise the second time")
		}
		for _, fi := range r.Findings {
			if d := fi.Diag; d != nil && (d.Start < 0 || d.End > len(fi.In) || d.Start > d.End) {
				t.Errorf("a diagnostic points outside of its text: %+v in %q", d, fi.In)
			}
		}
	})
}

func FuzzUnpack(f *testing.F) {
	names, exercises := all(f)
	for _, name := range names {
		f.Add(exercisebook.Pack(&exercises[name].Exercise))
	}
	f.Fuzz(func(t *testing.T, packed string) {
		e, ok := exercise.Unpack(packed)
		if ok && exercisebook.Pack(e) == "" {
			t.Error("nothing was read")
		}
	})
}

package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestModelCommand maps a shipped model, and says what is wrong with a broken one.
func TestModelCommand(t *testing.T) {
	hotel := filepath.Join("..", "..", "content", "models", "hotel.model")
	call := func(in string, args ...string) (code int, out, errs string) {
		var o, e bytes.Buffer
		code = run(args, stdio{strings.NewReader(in), &o, &e})
		return code, o.String(), e.String()
	}
	code, out, errs := call("", "model", hotel)
	if code != clean || errs != "" || !strings.Contains(out, "-- hotel.available_rooms_by_hotel_date\n") || !strings.Contains(out, "or: one partition a month") || !strings.Contains(out, "CREATE TABLE reservation.guests (") {
		t.Errorf("exit %d, %s\n%s", code, errs, out)
	}
	dir := t.TempDir()
	code, out, _ = call("", "model", "-cql", "-svg", dir, hotel)
	if code != clean || !strings.HasPrefix(out, "CREATE KEYSPACE hotel") {
		t.Errorf("exit %d\n%s", code, out)
	}
	for _, name := range []string{"entities", "workflow", "logical", "physical"} {
		b, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b)
		if bytes.Contains(b, []byte("var(")) || bytes.Contains(b, []byte("light-dark")) {
			t.Errorf("%s.svg needs the styles of a page", name)
		}
	}
	// The schema of a model is one that check accepts.
	if code, out, errs := call(out, "check", "-fail-on", "refused"); code != clean {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	code, out, _ = call("entity Hotel\n  id uuid key\nquestion Q1\n  given nme\n  want Hotel\n", "model")
	if code != found || !strings.Contains(out, "there is no attribute nme") || !strings.Contains(out, "standard input:4:9") {
		t.Errorf("exit %d\n%s", code, out)
	}
	code, out, _ = call("entity   Hotel\n id uuid key", "model", "-fmt")
	if want := "entity Hotel\n  id  uuid  key\n"; code != clean || out != want {
		t.Errorf("exit %d\n%s", code, out)
	}
	code, out, errs = call("entity A\n  key a b uuid\n", "model", "-fmt")
	if want := "entity A\n  key  a b uuid\n"; code != found || out != want || !strings.Contains(errs, "there is no type a\n --> standard input:2:7\n") {
		t.Errorf("exit %d for slips\n%s%s", code, out, errs)
	}
	if code, out, errs = call(strings.Repeat("x\n", 100), "model", "-fmt"); code != found || len(errs) > 5000 {
		t.Errorf("exit %d for the same slip 100 times, and %d bytes\n%.300s", code, len(errs), errs)
	}
	if code, _, _ := call("", "model", "a.model", "b.model"); code != wrongUse {
		t.Errorf("exit %d for two models", code)
	}
	if code, _, _ := call("", "model", "-width", "NaN", hotel); code != wrongUse {
		t.Errorf("exit %d for no width", code)
	}
}

// TestDiagramCommand draws scripts and models.
func TestDiagramCommand(t *testing.T) {
	schema := filepath.Join("..", "..", "content", "schemas", "hotel.cql")
	file := filepath.Join(t.TempDir(), "out.svg")
	var o, e bytes.Buffer
	if code := run([]string{"diagram", schema, "-o", file}, stdio{strings.NewReader(""), &o, &e}); code != clean || o.Len()+e.Len() > 0 {
		t.Fatalf("exit %d %s%s", code, &o, &e)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b)
	for _, want := range []string{">available_rooms_by_hotel_date</text>", ">Q4</text>", ">{emails}</text>", ">*address*</text>", ">reservation</text>"} {
		if !bytes.Contains(b, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	for _, c := range []struct {
		in   string
		args []string
		code int
		says string
	}{
		{"", nil, found, "makes no table"},
		{"CREATE TABLE t (k int PRIMARY KEY, k int)", nil, found, "Duplicate column"},
		{"CREATE TABLE t (k int PRIMARY KEY); SELECT * FROM t WHERE k = 1", []string{"-figure", "logical"}, clean, ""},
		{"", []string{"-figure", "workflow"}, wrongUse, "only a model has workflow"},
		{"", []string{"-width", "10"}, wrongUse, "between 240 and 10000"},
	} {
		var o, e bytes.Buffer
		code := run(append([]string{"diagram", "-"}, c.args...), stdio{strings.NewReader(c.in), &o, &e})
		if code != c.code || !strings.Contains(e.String(), c.says) {
			t.Errorf("%q %v: exit %d, %s", c.in, c.args, code, &e)
		}
	}
}

func wellFormed(t *testing.T, b []byte) {
	t.Helper()
	for in := xml.NewDecoder(bytes.NewReader(b)); ; {
		if _, err := in.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v\n%s", err, b)
		}
	}
}

// TestFigureOverBudget: what has too much for one figure is told, and is not drawn.
func TestFigureOverBudget(t *testing.T) {
	text := "entity E 10\n  e_id uuid key\n"
	for i := range 120 {
		text += fmt.Sprintf("screen S%d\n", i)
		for j := range i {
			text += map[bool]string{true: "  after ", false: ", "}[j == 0] + fmt.Sprintf("S%d", j)
		}
		text += "\n"
	}
	dir := t.TempDir()
	t.Chdir(dir)
	model := write(t, "dense.model", text)
	for _, args := range [][]string{{"diagram", "-figure", "workflow", "-o", filepath.Join(dir, "a.svg"), model}, {"model", "-svg", "figures", model}} {
		if code, _, errs := call(t, "", args...); code != notDone || !strings.Contains(errs, "over budget: there is too much for one figure") {
			t.Errorf("%q: exit %d, %s", args, code, errs)
		}
	}
	if figures, _ := filepath.Glob(filepath.Join(dir, "*", "*.svg")); len(figures) > 0 {
		t.Errorf("beside the figure that is too much, %q are written", figures)
	}
}

// TestOneMeterForFigures: whether a figure is too much does not hang on the command that draws it.
func TestOneMeterForFigures(t *testing.T) {
	text := "entity D 1000\n  d_id uuid key\n  name text 20\n"
	for i := range 300 {
		text += fmt.Sprintf("relate D r%d D 0..2..9 : 0..3..9\n", i)
	}
	for i := range 100 {
		text += fmt.Sprintf("question Q%d q\n  given d_id typed via r%[1]d left\n  want D: name\n", i)
	}
	t.Chdir(t.TempDir())
	write(t, "one.model", text)
	all, _, _ := call(t, "", "model", "-svg", "figures", "one.model")
	one, _, _ := call(t, "", "diagram", "-figure", "entities", "-o", "one.svg", "one.model")
	a, _ := os.ReadFile(filepath.Join("figures", "entities.svg"))
	b, _ := os.ReadFile("one.svg")
	if len(a) == 0 || len(b) == 0 {
		t.Errorf("model ends with %d and draws %d bytes, diagram with %d and draws %d", all, len(a), one, len(b))
	}
}

// TestModelTooLong: of a model that is not read in whole nothing is made, whichever command reads it.
func TestModelTooLong(t *testing.T) {
	for name, text := range map[string]string{
		"bytes":  "model m\n# " + strings.Repeat("x", 380_000) + "\n",
		"blocks": strings.Repeat("entity E 10\n  a uuid key\n", 501),
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		code, out, errs := call(t, "", "model", "-svg", "figures", write(t, "long.model", text))
		if _, err := os.Stat(filepath.Join(dir, "figures")); code != notDone || out != "" || err == nil || !strings.Contains(errs, "nothing is made of it") {
			t.Errorf("%s: exit %d, figures: %v, %.300s%.300s", name, code, err == nil, out, errs)
		}
		for _, kind := range []string{"entities", "workflow", "logical", "physical"} {
			code, out, errs := call(t, "", "diagram", "-figure", kind, "long.model")
			if code != notDone || out != "" || !strings.Contains(errs, "nothing is made of it") {
				t.Errorf("%s: diagram of %s: exit %d, %.100s%.300s", name, kind, code, out, errs)
			}
		}
	}
}

// TestFiguresTouchNothingForeign: figures are written into a folder that is empty, or holds those of an
// earlier run, and where nothing in the model is refused.
func TestFiguresTouchNothingForeign(t *testing.T) {
	t.Chdir(t.TempDir())
	good, wrong := write(t, "good.model", "entity Hotel 10\n  id uuid key\nquestion Q1 which\n  given id\n  want Hotel\n"), write(t, "wrong.model", "entity Hotel 10\n  id uuid key\nquestion Q1 which\n  given nme\n  want Hotel\n")
	held := func() string { // the names below figures, and what mine.svg and workflow.svg hold
		var all []string
		filepath.WalkDir("figures", func(name string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				all = append(all, filepath.Base(name))
			}
			return nil
		})
		workflow, _ := os.ReadFile("figures/workflow.svg")
		return strings.Join(all, " ") + " " + fmt.Sprint(bytes.HasPrefix(workflow, []byte("mine")))
	}
	const ours = ".partitionlab entities.svg logical.svg physical.svg workflow.svg false"
	for _, c := range []struct {
		what, before, model string
		code                int
		said, after         string
	}{
		{"a slip", "", wrong, found, "no figure is written", " false"},
		{"none", "", good, clean, "", ours},
		{"its own figures", "", good, clean, "", ours},
		{"its own figures, and a slip", "", wrong, found, "no figure is written", ours},
		{"another file", "mine.txt", good, notDone, "mine.txt", ".partitionlab entities.svg logical.svg mine.txt physical.svg workflow.svg false"},
		{"a figure of its own, edited", "workflow.svg", good, notDone, "workflow.svg (it has changed since)", ".partitionlab entities.svg logical.svg mine.txt physical.svg workflow.svg true"},
		{"a figure of another's", "-workflow.svg", good, notDone, "workflow.svg", "workflow.svg true"},
	} {
		if name, alone := strings.CutPrefix(c.before, "-"); name != "" {
			if alone {
				os.RemoveAll("figures")
				os.Mkdir("figures", 0o777)
			}
			write(t, filepath.Join("figures", name), "mine")
		}
		code, _, errs := call(t, "", "model", "-svg", "figures", c.model)
		if code != c.code || !strings.Contains(errs, c.said) || held() != c.after {
			t.Errorf("%s: exit code %d, %q is there, %s", c.what, code, held(), errs)
		}
	}
}

// TestModelOverBudget: where there is no room to try all other ways to make the tables, what is
// known is printed, and it is said that more was not tried.
func TestModelOverBudget(t *testing.T) {
	text := "entity A 10\n  id uuid key\n"
	for i := range 20 {
		text += fmt.Sprintf("  c%d text\n", i)
	}
	for i := range 20 {
		text += fmt.Sprintf("question Q%d which\n  given c%[1]d\n  want A\n", i)
	}
	t.Chdir(t.TempDir())
	file := write(t, "a.model", text)
	for budget, want := range map[string]int{"1": clean, "0.003": notDone} {
		code, out, errs := call(t, "", "model", "-budget", budget, file)
		if code != want || !strings.Contains(out, "-- CQL") && !strings.Contains(out, "CREATE TABLE") || (want == notDone) != strings.Contains(errs, "not all other ways to make these tables were tried") {
			t.Errorf("-budget %s: exit code %d, %d bytes, %s", budget, code, len(out), errs)
		}
	}
}

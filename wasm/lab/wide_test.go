//go:build !chapters

package lab

import (
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// TestWideTablesStayShort: what a page shows of a table does not grow with its columns where there are more
// than anybody reads, and says how many it leaves out. The copy of the text under an editor has its lines.
func TestWideTablesStayShort(t *testing.T) {
	columns := func(n int, line func(name string) string) (all string) {
		for i := range n {
			all += line("c" + strconv.Itoa(i))
		}
		return all
	}
	wide := func(n int) string {
		return "CREATE TABLE t (k int, v text, " + columns(n, func(name string) string { return name + " text, " }) + "PRIMARY KEY (k, v));\nINSERT INTO t (k, v) VALUES (1, 'a');\nSELECT * FROM t WHERE k = 1;\n"
	}
	for kind, text := range map[string]func(n int) string{
		"bench":  wide,
		"layout": wide,
		"size":   wide,
		"model": func(n int) string {
			return "entity Thing 500\n  id uuid key\n" + columns(n, func(name string) string { return "  " + name + " text 20\n" }) + "question Q1 One\n  given id\n  want Thing: *\n"
		},
	} {
		begin := ";"
		if kind == "model" {
			begin = "entity A\n  id uuid key\n"
		} else if kind != "bench" {
			begin = wide(1)
		}
		spec, errs := Parse(kind, "id = own\ntitle = T\ncql:\n"+begin, nil)
		if spec == nil {
			t.Fatal(errs)
		}
		shown := func(n int, step string) (elements int, html string) {
			r := spec.Start()
			r.State.Values = Inputs{r.Typed()[0]: text(n)}
			if step != "" {
				r.State.Values["step"] = step
			}
			out := r.Run()
			var count func(n *view.Node)
			count = func(n *view.Node) {
				if class, _ := n.Attr("class"); n.Tag == "" || class == "code-mirror" {
					return
				}
				elements++
				for _, c := range n.Kids() {
					count(c)
				}
			}
			count(out.View)
			return elements, view.HTML(out.View)
		}
		steps := []string{""}
		if kind == "model" {
			steps = figureNames
		}
		for _, step := range steps {
			many, html := shown(900, step)
			if few, _ := shown(300, step); many > few+20 {
				t.Errorf("%s %s: %d elements with 900 columns, %d with 300", kind, step, many, few)
			}
			for _, left := range map[string][]int{"bench": {902, 901}, "model": {901}, "size": {902}, "layout": {900}}[kind] { // of tables and of fields
				if said := strconv.Itoa(left-figure.MostColumns) + " more "; !strings.Contains(html, said) {
					t.Errorf("%s %s: it does not say %s", kind, step, said)
				}
			}
		}
	}
}

// TestNumbersOfManyColumns: of a table with many columns, a number that somebody gave has a field, wherever its
// column stands; and what the page says of the others is a line that is taken.
func TestNumbersOfManyColumns(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	table := "-- file: a.cql\nCREATE TABLE lab.t (k int PRIMARY KEY"
	for i := range 300 {
		table += ", c" + strconv.Itoa(i) + " text"
	}
	table += ");\n"
	field := func(key, more string) (value string, html string) {
		r := spec.Start()
		r.State.Values = Inputs{r.Typed()[0]: table + more}
		if key == "len.lab.t.c299" {
			r.State.Values[key] = "77"
		}
		v := r.Run().View
		if f := v.Find(func(n *view.Node) bool { k, _ := n.Attr("data-input"); return k == "len.lab.t.c299" }); f != nil {
			value, _ = f.Attr("value")
		}
		return value, view.HTML(v)
	}
	if value, _ := field("len.lab.t.c299", ""); value != "77" {
		t.Errorf("the field of a given number holds %q", value)
	}
	value, html := field("", "")
	if value != "" {
		t.Error("the last of 300 columns has a field")
	}
	_, said, _ := strings.Cut(html, "a line such as ")
	said, _, _ = strings.Cut(said, ".</p>")
	_, with := field("", "-- file: NAME.size\ntable = lab.t\n"+said+"000000\n")
	if size := "10.0" + number.Space + "MB"; said == "" || !strings.Contains(with, size) || strings.Contains(html, size) {
		t.Errorf("the line %q changes nothing", said)
	}
}

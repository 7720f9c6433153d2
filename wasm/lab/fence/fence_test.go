package fence

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/workload"
)

func files(name string) (string, error) {
	switch name {
	case "hotel":
		return "CREATE TABLE t (a int PRIMARY KEY);\n", nil
	case "datasets/two":
		return "INSERT INTO t (a) VALUES (1);\nINSERT INTO t (a) VALUES (2);\n", nil
	}
	return "", errors.New("no such file")
}

const good = `id = run1
# a remark
title = What comes back?
cover = yes
show = rows, page
schema = hotel
dataset = two

level = QUORUM
expect = rows 2; read.rows 1,000
cql:
SELECT * FROM t;
`

func TestParse(t *testing.T) {
	f := Parse("run", good, files)
	if len(f.Diags) > 0 {
		t.Fatal(f.Diags)
	}
	if f.ID != "run1" || f.Title != "What comes back?" || !f.Cover || !reflect.DeepEqual(f.Show, []string{"rows", "page"}) || f.CQL != "SELECT * FROM t;\n" {
		t.Errorf("%+v", f)
	}
	if want := "CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t (a) VALUES (1);\nINSERT INTO t (a) VALUES (2);\n"; f.Schema != want {
		t.Errorf("the schema is %q", f.Schema)
	}
	if l, ok := f.Line("level"); !ok || l.Value != "QUORUM" || good[l.At.Start:l.At.End] != "QUORUM" || good[l.Span.Start:l.Span.End] != "level" || len(f.Lines) != 1 {
		t.Errorf("own lines: %+v", f.Lines)
	}
	if len(f.Expect) != 2 || f.Expect[1].Name != "read.rows" || f.Expect[1].Value != "1000" || good[f.Expect[1].Start:f.Expect[1].End] != "read.rows 1,000" {
		t.Errorf("expected: %+v", f.Expect)
	}
	f.Only("level")
	if len(f.Diags) > 0 {
		t.Errorf("%v", f.Diags)
	}
	if f.Only("down"); len(f.Diags) != 1 || !strings.Contains(f.Diags[0].Instead, "expect, down") {
		t.Errorf("a line level is taken: %v", f.Diags)
	}
}

// What a page carries reads as the same fence, without files.
func TestText(t *testing.T) {
	f := Parse("run", good, files)
	again := Parse("run", f.Text(), nil)
	if again.Text() != f.Text() || again.Schema != f.Schema || again.CQL != f.CQL || again.ID != f.ID || !again.Cover || len(again.Diags) > 0 {
		t.Errorf("%+v\n%s", again, f.Text())
	}
	if strings.Contains(f.Text(), "expect") || strings.Contains(f.Text(), "remark") {
		t.Errorf("a page carries more than it needs:\n%s", f.Text())
	}
}

func TestWrong(t *testing.T) {
	for _, c := range []struct{ from, to, at, want string }{
		{"id = run1\n", "", "", "no id"},
		{"id = run1", "id = Run 1", "Run 1", "no id"},
		{"title = What comes back?\n", "", "", "no title"},
		{"cover = yes", "cover = perhaps", "perhaps", "yes or no"},
		{"cover = yes", "cover", "cover", "no ="},
		{"cover = yes", "title = again", "title", "twice"},
		{"schema = hotel", "schema = motel", "motel", "cannot be read"},
		{"dataset = two", "dataset = two, three", "two, three", "three cannot be read"},
		{"expect = rows 2;", "expect = rows;", "rows", "a name and a value"},
	} {
		body := strings.Replace(good, c.from, c.to, 1)
		f := Parse("run", body, files)
		if len(f.Diags) != 1 || !strings.Contains(f.Diags[0].Message, c.want) || c.at != "" && body[f.Diags[0].Start:f.Diags[0].End] != c.at {
			t.Errorf("%q: %+v", c.to, f.Diags)
		}
	}
}

func TestUnmet(t *testing.T) {
	f := Parse("run", "id = a\ntitle = b\nexpect = rows 2; bytes 1..5; more 3; none 4", nil)
	got := Unmet(f.Expect, map[string]string{"rows": "2", "bytes": "5", "bytes.min": "1", "more": "4"})
	if len(got) != 2 || got[0].Message != "more is 4, expected is 3" || !strings.Contains(got[1].Instead, "bytes, bytes.min, more, rows") {
		t.Errorf("%+v", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("a = b\nschema:\nx\ncql:\ny")
	f.Add("=\n = \ncql:")
	f.Fuzz(func(t *testing.T, body string) {
		x := Parse("run", body, files)
		x.Only()
		for _, d := range x.Diags {
			if d.Start < 0 || d.End < d.Start || d.End > len(body) {
				t.Fatalf("%q: bad place %v", body, d.Span)
			}
		}
		if again := Parse("run", x.Text(), nil); again.Text() != x.Text() {
			t.Fatalf("%q: reads again as %q", x.Text(), again.Text())
		}
	})
}

// A fence of a size widget works as a file of workloads, so that package knows the
// common lines, too.
func TestWorkloadsLeaveCommonLinesOut(t *testing.T) {
	for _, c := range common {
		works, problems := workload.ParseAll(diag.NewSource("", c.name+" = what no expression is\ntable = t\nrows = 5\n"))
		if len(works) != 1 || len(problems) > 0 {
			t.Errorf("a line %s in a file of workloads: %v", c.name, problems)
		}
	}
}

package cql

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"partitionlab/wasm/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// serverPlace returns the offset of a place that the server names: lines count
// from 1, columns from 0 in UTF-16 units; line 0 is the end of the text.
func serverPlace(text string, line, column int) int {
	if line == 0 {
		return len(text)
	}
	at := 0
	for ; line > 1; line-- {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	for i, c := range text[at:] {
		if column <= 0 {
			return at + i
		}
		column -= len(utf16.Encode([]rune{c}))
	}
	return len(text)
}

func TestAccepted(t *testing.T) {
	for _, c := range accepted {
		if _, _, d := ParseStatement(c.in); d != nil {
			t.Errorf("%s\nrefused at %d: %s", c.in, d.Start, d.Message)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range refused {
		_, _, d := ParseStatement(c.in)
		if d == nil || d.Kind != diag.Syntax {
			t.Errorf("%s\naccepted, or refused otherwise", c.in)
			continue
		}
		if d.Message == "" {
			t.Errorf("%s\nno message", c.in)
		}
		if c.at == "" {
			continue
		}
		l, col, _ := strings.Cut(c.at, ":")
		line, _ := strconv.Atoi(l)
		column, _ := strconv.Atoi(col)
		if want := serverPlace(c.in, line, column); d.Start != want {
			t.Errorf("%s\nerror at %d, the server names %d", c.in, d.Start, want)
		}
	}
}

// A judged statement is one that Cassandra 5.0.8 has parsed: Kind is "" where
// its parser accepts it. Line and Column are the place it names, Message the
// words of an error that names none.
type judged struct {
	Q, Kind      string
	Line, Column int    `json:"-"`
	L            *int   `json:"line"`
	C            *int   `json:"col"`
	Message      string `json:"msg"`
}

func readJudged(t testing.TB, name string) []judged {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var list []judged
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var j judged
		if err := json.Unmarshal(lines.Bytes(), &j); err != nil {
			t.Fatal(err)
		}
		list = append(list, j)
	}
	if len(list) == 0 || lines.Err() != nil {
		t.Fatalf("%s: nothing read, %v", name, lines.Err())
	}
	return list
}

// TestJudged compares with the server's parser: recorded.jsonl.gz holds the
// recorded statements, mangled.jsonl.gz others that were cut up at random.
func TestJudged(t *testing.T) {
	for _, name := range []string{"recorded.jsonl.gz", "mangled.jsonl.gz"} {
		list := readJudged(t, name)
		places, wrong, reported := 0, 0, 0
		for _, j := range list {
			_, _, d := ParseStatement(j.Q)
			kind := ""
			if d != nil {
				kind = d.Kind.String()
			}
			problem := ""
			switch {
			case kind != j.Kind:
				problem = fmt.Sprintf("kind %q, the server says %q", kind, j.Kind)
			case j.L != nil:
				places++
				if want := serverPlace(j.Q, *j.L, *j.C); d.Start != want {
					problem = fmt.Sprintf("error at %d, the server names %d", d.Start, want)
				}
			case j.Message != "" && d.Message != j.Message:
				problem = fmt.Sprintf("message %q, the server says %q", d.Message, j.Message)
			}
			if problem == "" {
				continue
			}
			wrong++
			if reported++; reported <= 10 {
				t.Logf("%s\n%s", j.Q, problem)
			}
		}
		t.Logf("%s: %d statements, %d places, %d wrong", name, len(list), places, wrong)
		// Text cut up at random reaches corners that no writer does.
		allowed := 0
		if name == "mangled.jsonl.gz" {
			allowed = len(list) / 1000
		}
		if wrong > allowed {
			t.Errorf("%s: %d of %d differ from the server, %d are allowed", name, wrong, len(list), allowed)
		}
	}
}

// TestFixesParse: what is offered as a fix is a statement that parses.
func TestFixesParse(t *testing.T) {
	fixes := 0
	check := func(q string) {
		_, _, d := ParseStatement(q)
		if d == nil {
			return
		}
		for _, f := range d.Fixes {
			fixes++
			at := 0
			for _, e := range f.Edits {
				if e.Start < at || e.End < e.Start || e.End > len(q) {
					t.Errorf("%s\n%s: edits out of order: %v", q, f.Title, f.Edits)
				}
				at = e.End
			}
			if text := f.Apply(q); text == q {
				t.Errorf("%s\n%s: changes nothing", q, f.Title)
			} else if _, _, d := ParseStatement(text); d != nil {
				t.Errorf("%s\n%s: %s does not parse: %s", q, f.Title, text, d.Message)
			}
		}
	}
	for _, c := range refused {
		check(c.in)
	}
	for i, j := range readJudged(t, "mangled.jsonl.gz") {
		if i%5 == 0 {
			check(j.Q)
		}
	}
	if fixes < 300 {
		t.Errorf("only %d fixes were offered", fixes)
	}
}

func TestPrint(t *testing.T) {
	for _, c := range accepted {
		stmt, _, d := ParseStatement(c.in)
		if d != nil {
			continue
		}
		want := c.out
		if want == "" {
			want = c.in
		}
		got := Print(stmt)
		if got != want {
			t.Errorf("printed\n%s\nwant\n%s", got, want)
		}
		again, _, d := ParseStatement(got)
		if d != nil {
			t.Errorf("%s\ndoes not parse: %s", got, d.Message)
		} else if twice := Print(again); twice != got {
			t.Errorf("not stable:\n%s\n%s", got, twice)
		}
	}
	for _, j := range readJudged(t, "recorded.jsonl.gz") {
		stmt, _, d := ParseStatement(j.Q)
		if d != nil {
			continue
		}
		text := Print(stmt)
		again, _, d := ParseStatement(text)
		if d != nil {
			t.Errorf("%s\n%s\ndoes not parse: %s", j.Q, text, d.Message)
		} else if diff := cmp.Diff(tree(stmt), tree(again)); diff != "" {
			t.Errorf("%s\n%s\ntrees differ:\n%s", j.Q, text, diff)
		}
	}
}

// tree renders a statement's tree without its places, an indented line a field.
func tree(s Statement) string {
	var b strings.Builder
	dump(&b, reflect.ValueOf(s), "", "")
	return b.String()
}

var (
	spanType  = reflect.TypeOf(diag.Span{})
	placeType = reflect.TypeOf(place{})
	nameType  = reflect.TypeOf(Name{})
)

func dump(b *strings.Builder, v reflect.Value, indent, label string) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.IsZero() && v.Type() != nameType {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == nameType {
			if n := v.Interface().(Name); n.Given() {
				quoted := ""
				if n.Quoted && keywordOf(n.Text) != tIdent {
					quoted = " quoted"
				}
				fmt.Fprintf(b, "%s%s%q%s\n", indent, label, n.Text, quoted)
			}
			return
		}
		fmt.Fprintf(b, "%s%s%s\n", indent, label, v.Type().Name())
		for i := 0; i < v.NumField(); i++ {
			f := v.Type().Field(i)
			if f.Type == spanType || f.Type == placeType {
				continue
			}
			dump(b, v.Field(i), indent+"  ", f.Name+": ")
		}
	case reflect.Slice:
		for i := 0; i < v.Len(); i++ {
			dump(b, v.Index(i), indent, label)
		}
	default:
		fmt.Fprintf(b, "%s%s%v\n", indent, label, v.Interface())
	}
}

// TestPlaces walks trees: the text at each name's place is the name, and a node
// lies inside the one that holds it.
func TestPlaces(t *testing.T) {
	names := 0
	for _, c := range accepted {
		stmt, markers, d := ParseStatement(c.in)
		if d != nil {
			continue
		}
		for i, m := range markers {
			if m.Index != i || m.End <= m.Start || c.in[m.Start] != '?' && c.in[m.Start] != ':' {
				t.Errorf("%s\nmarker %d: %+v", c.in, i, m)
			}
		}
		var walk func(v reflect.Value, outer diag.Span)
		walk = func(v reflect.Value, outer diag.Span) {
			switch v.Kind() {
			case reflect.Interface, reflect.Pointer:
				if !v.IsNil() {
					walk(v.Elem(), outer)
				}
				return
			case reflect.Slice:
				for i := 0; i < v.Len(); i++ {
					walk(v.Index(i), outer)
				}
				return
			case reflect.Struct:
			default:
				return
			}
			switch x := v.Interface().(type) {
			case Name:
				if !x.Given() || x.Len() == 0 {
					return
				}
				names++
				text := c.in[x.Start:x.End]
				if !x.Quoted {
					text = fold(text)
				} else if text[0] == '"' {
					text = unquote(text[1:len(text)-1], '"')
				} else {
					text = stringText(text)
				}
				if text != x.Text && !strings.Contains(text, " ") {
					t.Errorf("%s\nname %q at %q", c.in, x.Text, c.in[x.Start:x.End])
				}
				return
			case Constant:
				raw := c.in[x.Start:x.End]
				if x.Kind == String {
					raw = stringText(raw)
				}
				if raw != x.Text {
					t.Errorf("%s\nconstant %q at %q", c.in, x.Text, raw)
				}
			}
			here := outer
			if f := v.FieldByName("Span"); f.IsValid() && f.Type() == spanType {
				if s := f.Interface().(diag.Span); s != (diag.Span{}) {
					if s.Start < outer.Start || s.End > outer.End || s.End < s.Start {
						t.Errorf("%s\n%s %v lies outside of %v", c.in, v.Type().Name(), s, outer)
					}
					here = s
				}
			}
			for i := 0; i < v.NumField(); i++ {
				if f := v.Type().Field(i); f.Type != spanType && f.IsExported() {
					walk(v.Field(i), here)
				}
			}
		}
		walk(reflect.ValueOf(stmt), diag.Span{End: len(c.in)})
	}
	if names < 200 {
		t.Errorf("only %d names seen", names)
	}
}

// golden runs the archives in testdata that match a pattern: each file X.cql of
// one becomes X.want.
func golden(t *testing.T, pattern string, run func(name, in string) string) {
	files, _ := filepath.Glob(filepath.Join("testdata", pattern))
	if len(files) == 0 {
		t.Fatalf("no files match %s", pattern)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := &txtar.Archive{Comment: archive.Comment}
		want := map[string]string{}
		for _, f := range archive.Files {
			want[f.Name] = string(f.Data)
		}
		for _, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, ".cql")
			if !ok {
				continue
			}
			got := run(f.Name, string(f.Data))
			out.Files = append(out.Files, f, txtar.File{Name: name + ".want", Data: []byte(got)})
			if !*update {
				if diff := cmp.Diff(want[name+".want"], got); diff != "" {
					t.Errorf("%s: %s (-want +got)\n%s", file, name, diff)
				}
			}
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestErrors shows syntax errors as the reader sees them.
func TestErrors(t *testing.T) {
	golden(t, "errors*.txtar", func(name, in string) string {
		script := Parse(diag.NewSource(name, in))
		var list []diag.Diagnostic
		for _, item := range script.Items {
			if item.Err != nil {
				list = append(list, *item.Err)
			}
		}
		return diag.Render(script.Source, list)
	})
}

func TestTrees(t *testing.T) {
	golden(t, "trees.txtar", func(name, in string) string {
		var b strings.Builder
		for _, item := range Parse(diag.NewSource(name, in)).Items {
			if item.Command != "" {
				fmt.Fprintf(&b, "command %s\n", item.Command)
				continue
			}
			b.WriteString(tree(item.Stmt))
		}
		return b.String()
	})
}

func TestFormat(t *testing.T) {
	golden(t, "format.txtar", func(_, in string) string {
		out, err := Format(in)
		if err != nil {
			return err.Error()
		}
		again, err := Format(out)
		if err != nil {
			t.Errorf("%s\ndoes not parse: %v", out, err)
		} else if again != out {
			t.Errorf("not stable:\n%s", cmp.Diff(out, again))
		}
		return out
	})
	// Formatting changes no statement.
	for _, c := range accepted {
		out, err := Format(c.in)
		if err != nil {
			t.Errorf("%s\n%v", c.in, err)
			continue
		}
		a, _, _ := ParseStatement(c.in)
		b, _, d := ParseStatement(out)
		if d != nil || Print(a) != Print(b) {
			t.Errorf("%s\nformatted as\n%s", c.in, out)
		}
	}
}

func TestScript(t *testing.T) {
	items := func(src string) string {
		var list []string
		for _, item := range Parse(diag.NewSource("", src)).Items {
			text := src[item.Span.Start:item.Span.End]
			switch {
			case item.Command != "":
				text = item.Command + ": " + text
			case item.Err != nil:
				text = "error: " + text
			}
			if item.Open {
				text += "…"
			}
			list = append(list, text)
		}
		return strings.Join(list, "|")
	}
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" \n -- nothing\n", ""},
		{";;", ""},
		{"# don't\nUSE a;\r\n  # b; c\r\nUSE d;", "error: # don't|USE a|error: # b; c|USE d"},
		{"\ufeff# a", "error: # a"},
		{"USE a # b\n; USE c;", "error: USE a # b|USE c"},
		{"DESC TABLES\nUSE a;", "DESC TABLES|USE a"},
		{"describe keyspaces; USE a; DESC", "describe keyspaces|USE a|error: DESC"},
		{"USE a; /* open\nUSE b;", "USE a|error: /* open\nUSE b;…"},
		{"USE a; -- open", "USE a"},
		{"USE a; 'open\nUSE b;", "USE a|error: 'open\nUSE b;…"},
		{"\"open", "error: \"open…"},
		{"$$open", "error: $$open…"},
		{"EXIT\nUSE a;", "EXIT: EXIT|USE a"},
		{"\ufeffUSE a;\r\nUSE b", "USE a|USE b…"},
		{"USE a -- last", "USE a…"},
		{"USE a; -- last", "USE a"},
		{"-- first\nUSE a /* in */ ; /* out */ USE b;", "USE a|USE b"},
		{"SELECT ';' FROM t; SELECT $$;$$ FROM t; SELECT \";\" FROM t /*;*/; -- ;\nUSE c", "error: SELECT ';' FROM t|SELECT $$;$$ FROM t|SELECT \";\" FROM t|USE c…"},
		{"BEGIN BATCH INSERT INTO t (a) VALUES (1); DELETE FROM t WHERE a = 1; APPLY BATCH; USE a", "BEGIN BATCH INSERT INTO t (a) VALUES (1); DELETE FROM t WHERE a = 1; APPLY BATCH|USE a…"},
		{"begin unlogged batch apply batch;use a", "begin unlogged batch apply batch|use a…"},
		{"SELECT FROM; USE a; SELECT; USE b", "error: SELECT FROM|USE a|error: SELECT|USE b…"},
		{"CONSISTENCY QUORUM; SOURCE 'a;b.cql'; USE a", "CONSISTENCY: CONSISTENCY QUORUM|SOURCE: SOURCE 'a;b.cql'|USE a…"},
		{"consistency one\nUSE a;\nCOPY t TO 'x' -- y\n WITH HEADER = true;LOGIN u;exit", "CONSISTENCY: consistency one|USE a|COPY: COPY t TO 'x' -- y\n WITH HEADER = true|LOGIN: LOGIN u|EXIT: exit"},
		{"PAGING OFF /* c\n */ USE a", "PAGING: PAGING OFF|USE a…"},
		{"USE a; SELECT 'open; USE b", "USE a|error: SELECT 'open; USE b…"},
		{"SELECT é FROM t; USE a", "error: SELECT é FROM t|USE a…"},
	} {
		want := strings.Replace(c.want, "error: SELECT ';'", "SELECT ';'", 1)
		if got := items(c.in); got != want {
			t.Errorf("%q\ngot  %s\nwant %s", c.in, got, want)
		}
	}
}

func TestComments(t *testing.T) {
	src := "-- one\nUSE a /* inside */ x; -- two\n/* three\n*/ // four\nUSE b; -- five\n;;\n"
	var got []string
	for _, s := range Comments(nil, diag.NewSource("", src)) {
		got = append(got, src[s.Start:s.End])
	}
	want := []string{"-- one", "-- two", "/* three\n*/", "// four", "-- five"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDepth(t *testing.T) {
	for _, c := range []struct{ before, open, inner, after string }{
		{"SELECT * FROM t WHERE a = ", "(", "1", ""},
		{"SELECT * FROM t WHERE a = ", "[", "1", ""},
		{"SELECT * FROM t WHERE a = ", "{1: ", "1", ""},
		{"SELECT * FROM t WHERE a = ", "(int) ", "1", ""},
		{"SELECT * FROM t WHERE a = ", "CAST(", "1", ""},
		{"SELECT * FROM t WHERE ", "(", "a = 1", ""},
		{"SELECT ", "(", "a", " FROM t"},
		{"SELECT ", "(a)", "b", " FROM t"},
		{"SELECT ", "- ", "a", " FROM t"},
		{"SELECT ", "f(", "a", " FROM t"},
		{"CREATE TABLE t (k ", "list<", "int", ")"},
	} {
		in := c.before + strings.Repeat(c.open, 100_000) + c.inner
		_, _, d := ParseStatement(in)
		if d == nil || d.Kind != diag.Server || !strings.Contains(d.Why, "nested") {
			t.Errorf("%s… repeated: %+v", c.before+c.open, d)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.in)
	}
	for _, c := range refused {
		f.Add(c.in)
	}
	inside := func(t *testing.T, s diag.Span, text string) {
		if s.Start < 0 || s.End < s.Start || s.End > len(text) {
			t.Errorf("%v lies outside of %d bytes", s, len(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		check := func(d *diag.Diagnostic) {
			if d == nil {
				return
			}
			inside(t, d.Span, text)
			for _, r := range d.Related {
				inside(t, r.Span, text)
			}
			if d.Message == "" || d.Kind != diag.Syntax && d.Kind != diag.Invalid && d.Kind != diag.Server {
				t.Errorf("%+v", d)
			}
			diag.Render(diag.NewSource("x", text), []diag.Diagnostic{*d})
		}
		_, _, d := ParseStatement(text)
		check(d)
		end := 0
		for _, item := range Parse(diag.NewSource("", text)).Items {
			inside(t, item.Span, text)
			if item.Span.Start < end || item.Span.Len() == 0 {
				t.Errorf("item %v after %d", item.Span, end)
			}
			end = item.Span.End
			check(item.Err)
		}
	})
}

func FuzzPrint(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stmt, _, d := ParseStatement(text)
		if d != nil {
			return
		}
		first := Print(stmt)
		again, _, d := ParseStatement(first)
		if d != nil {
			t.Fatalf("%s\n%s\n%s", text, first, d.Message)
		}
		if diff := cmp.Diff(tree(stmt), tree(again)); diff != "" {
			t.Errorf("%s\n%s\n%s", text, first, diff)
		}
		out, err := Format(text)
		if err != nil {
			return // two statements are none for a script, and the other way round
		}
		if twice, err := Format(out); err != nil || twice != out {
			t.Errorf("%q\nformatted %q\nagain %q, %v", text, out, twice, err)
		}
	})
}

// BenchmarkParse parses the recorded statements that parse; ns/op is for one.
func BenchmarkParse(b *testing.B) {
	var list []string
	bytes := 0
	for _, j := range readJudged(b, "recorded.jsonl.gz") {
		if j.Kind == "" {
			list = append(list, j.Q)
			bytes += len(j.Q)
		}
	}
	b.SetBytes(int64(bytes / len(list)))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, d := ParseStatement(list[i%len(list)]); d != nil {
			b.Fatal(d.Message)
		}
	}
}

// BenchmarkParseOne parses a statement of 89 bytes, the measure of the budget.
func BenchmarkParseOne(b *testing.B) {
	const q = "SELECT a, b, c FROM ks.t1 WHERE p1 = 42 AND c1 > 'abc' AND c2 IN (1, 2, 3) ALLOW FILTERING"
	b.SetBytes(int64(len(q)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, d := ParseStatement(q); d != nil {
			b.Fatal(d.Message)
		}
	}
}

// BenchmarkScript parses a script of 10 MB.
func BenchmarkScript(b *testing.B) {
	const one = "INSERT INTO ks.t (a, b, c) VALUES (1, 'some text', [1, 2, 3]); -- a comment\n"
	src := strings.Repeat(one, 10_000_000/len(one))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse(diag.NewSource("", src))
	}
}

// FuzzFormatWhatParses: laying out twice changes nothing, as many statements parse
// as before and mean the same, and what does not parse is still there.
func FuzzFormatWhatParses(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.in)
	}
	for _, c := range refused {
		f.Add(c.in)
	}
	f.Add("\ufeffselect * from t;\r\n# no\r\nselect from;\r\nuse a")
	said := func(text string) (out []string, broken string) {
		for _, item := range Parse(diag.NewSource("", text)).Items {
			if item.Err == nil && item.Stmt != nil {
				out = append(out, Print(item.Stmt))
			} else if item.Err != nil {
				broken += text[item.Span.Start:item.Span.End] + "\n"
			}
		}
		return out, broken
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\ufeff\ufeff") {
			return // one is taken for the mark, and the other one as well
		}
		once, left := FormatWhatParses(text)
		before, broken := said(text)
		after, still := said(once)
		if diff := cmp.Diff(before, after); diff != "" && !strings.Contains(text, "\r") {
			t.Errorf("%q\nformatted %q\n%s", text, once, diff)
		}
		if (left == nil) != (broken == "") {
			t.Errorf("%q: %d are left, %q does not parse", text, len(left), broken)
		}
		if broken == "" && still != "" {
			t.Errorf("%q\nformatted %q", text, once)
		}
		if twice, _ := FormatWhatParses(once); twice != once && broken == "" {
			t.Errorf("%q\nformatted %q\nagain %q", text, once, twice)
		}
	})
}

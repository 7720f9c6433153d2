package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"partitionlab/build/project"
	"unicode"
	"unicode/utf8"
)

// endless is a file without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

const oneTable = "CREATE TABLE t (k int PRIMARY KEY); INSERT INTO t (k) VALUES (1);"

func write(t *testing.T, file, text string) string {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestNotDoneIsThree(t *testing.T) {
	dir := t.TempDir()
	schema, load := write(t, filepath.Join(dir, "s.cql"), oneTable), write(t, filepath.Join(dir, "w.size"), "table = t\nrows = 1\n")
	loose := write(t, filepath.Join(dir, "loose.cql"), "select * from t;")
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o777); err != nil {
		t.Fatal(err)
	}
	huge := filepath.Join(dir, "huge.cql")
	if f, err := os.Create(huge); err != nil || f.Truncate(project.MaxInput+1) != nil || f.Close() != nil {
		t.Fatal(err)
	}
	kept := map[string]string{}
	keep := func(name, text string) string {
		name = write(t, filepath.Join(dir, name), text)
		kept[name] = text
		return name
	}
	const wide = "s\x00e\x00l\x00e\x00c\x00t\x00 \x001\x00;\x00\n\x00"
	marked, plain, readOnly := keep("marked.cql", "\xff\xfe"+wide), keep("plain.cql", wide), keep("readonly.cql", "select 1;")
	if err := os.Chmod(readOnly, 0o444); err != nil {
		t.Fatal(err)
	}
	absent, latin := filepath.Join(dir, "absent.cql"), keep("latin.cql", "CREATE TABLE t (k int); -- \xe9\n")
	for name, c := range map[string]struct {
		args []string
		in   io.Reader
		out  io.Writer
		want string
	}{
		"check, absent":          {args: []string{"check", absent}, want: "no such file"},
		"check, folder":          {args: []string{"check", closed}, want: "no file to judge in this folder"},
		"check, huge":            {args: []string{"check", huge}, want: "huge.cql: more than 64 MB"},
		"check, endless":         {args: []string{"check"}, in: endless{}, want: "standard input: more than 64 MB"},
		"check, endless line":    {args: []string{"check", "-jsonl"}, in: endless{}, want: "line 1: more than 64 MB"},
		"check, no room":         {args: []string{"check", loose}, out: full{}, want: "no space left"},
		"check -json, no room":   {args: []string{"check", "-json", schema}, out: full{}, want: "no space left"},
		"check -jsonl, no room":  {args: []string{"check", "-jsonl"}, in: strings.NewReader(`"SELECT"`), out: full{}, want: "no space left"},
		"fmt, absent":            {args: []string{"fmt", absent}, want: "no such file"},
		"fmt, no room":           {args: []string{"fmt", schema}, out: full{}, want: "no space left"},
		"fmt -w, absent":         {args: []string{"fmt", "-w", absent}, want: "no such file"},
		"fmt, UTF-16":            {args: []string{"fmt", marked}, want: marked + ": this is UTF-16: save it as UTF-8"},
		"fmt -w, UTF-16":         {args: []string{"fmt", "-w", marked}, want: "this is UTF-16"},
		"fmt -w, no mark":        {args: []string{"fmt", "-w", plain}, want: "this is UTF-16"},
		"fmt, big-endian":        {args: []string{"fmt", "-"}, in: strings.NewReader("\x00s\x00e\x00l"), want: "standard input: this is UTF-16"},
		"check, UTF-16":          {args: []string{"check", plain}, want: "this is UTF-16"},
		"model, UTF-16":          {args: []string{"model", marked}, want: "this is UTF-16"},
		"size, UTF-16":           {args: []string{"size", schema, "-"}, in: strings.NewReader("r\x00o\x00"), want: "this is UTF-16"},
		"check, UTF-32":          {args: []string{"check", "-"}, in: strings.NewReader("s\x00\x00\x00e\x00\x00\x00"), want: "standard input: this is UTF-32: save it as UTF-8 (iconv -f UTF-32 -t UTF-8)"},
		"check, UTF-32 marked":   {args: []string{"check", "-"}, in: strings.NewReader("\x00\x00\xfe\xff\x00\x00\x00s"), want: "this is UTF-32"},
		"check, UTF-32 le":       {args: []string{"check", "-"}, in: strings.NewReader("\xff\xfe\x00\x00s\x00\x00\x00"), want: "this is UTF-32"},
		"shell, Latin-1":         {args: []string{"shell", latin}, want: latin + ":1:28: the byte 0xE9 is no UTF-8"},
		"fmt -w, read-only":      {args: []string{"fmt", "-w", readOnly}, want: "it is read-only"},
		"size, absent":           {args: []string{"size", absent, load}, want: "no such file"},
		"size, absent load":      {args: []string{"size", schema, filepath.Join(dir, "absent.size")}, want: "no such file"},
		"size, absent measured":  {args: []string{"size", "-measured", absent, schema, load}, want: "no such file"},
		"size, long measured":    {args: []string{"size", "-measured", write(t, filepath.Join(dir, "long.txt"), strings.Repeat("x", 2<<20+1)), schema, load}, want: "long.txt: the text is longer than 2 MB"},
		"check, absent [":        {args: []string{"check", filepath.Join(dir, "absent[x.cql")}, want: "absent[x.cql: no such file or directory"},
		"size, endless load":     {args: []string{"size", schema, "-"}, in: endless{}, want: "more than 64 MB"},
		"size, no room":          {args: []string{"size", schema, load}, out: full{}, want: "no space left"},
		"size -sample, no room":  {args: []string{"size", "-sample", "1", schema, load}, out: full{}, want: "no space left"},
		"stress, absent":         {args: []string{"stress", absent, load}, want: "no such file"},
		"stress, no room":        {args: []string{"stress", schema, load}, out: full{}, want: "no space left"},
		"shell, absent":          {args: []string{"shell", absent}, want: "no such file"},
		"sstable, absent":        {args: []string{"sstable", "-out", filepath.Join(dir, "o1"), absent}, want: "no such file"},
		"sstable, below a file":  {args: []string{"sstable", "-out", filepath.Join(schema, "o"), schema}, want: "not a directory"},
		"sstable, file in place": {args: []string{"sstable", "-out", schema, schema}, want: "is not a folder: name another one"},
		"sstable -json, no room": {args: []string{"sstable", "-json", "-out", filepath.Join(dir, "o2"), schema}, out: full{}, want: "no space left"},
	} {
		t.Run(name, func(t *testing.T) {
			var errs, out bytes.Buffer
			std := stdio{c.in, c.out, &errs}
			if std.in == nil {
				std.in = strings.NewReader("")
			}
			if std.out == nil {
				std.out = &out
			}
			if code := run(c.args, std); code != 3 || !strings.Contains(errs.String(), c.want) {
				t.Errorf("exit %d, %q; want 3, %q", code, errs.String(), c.want)
			}
		})
	}
	for name, want := range kept {
		if text, err := os.ReadFile(name); string(text) != want || err != nil {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
}

// TestOwnInput: nothing that a run reads is written by it, by whatever name.
func TestOwnInput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, d := range []string{"sub", "out/lab/t"} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	const row = "INSERT INTO t (a) VALUES (1);\n"
	shop := "model shop\nentity Hotel\n  id uuid key\nquestion Q1 hotels\n  given id\n  want Hotel: id\n"
	texts := map[string]string{"in.cql": oneTable + row, "in.model": shop, "physical.svg": shop,
		"copy.cql": oneTable + row + "COPY t TO 'COPY';", "capture.cql": oneTable + row + "CAPTURE 'capture.cql'; SELECT * FROM t;",
		"inner.cql": row + "COPY t TO 'inner.cql';", "outer.cql": oneTable + "SOURCE 'inner.cql'", "data.cql": oneTable + row}
	texts["copy.cql"] = strings.ReplaceAll(texts["copy.cql"], "COPY'", "./sub/../copy.cql'")
	for name, text := range texts {
		write(t, name, text)
	}
	link := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	link(os.Symlink("in.cql", "symbolic"))
	link(os.Link("in.cql", "hard"))
	// A list of before says of no file what it held.
	write(t, "out/.partitionlab", "partitionlab sstable has written these files. The next sstable into this folder removes them, and no others.\nlab/t/nb-1-big-Data.db\n")
	link(os.Link("data.cql", "out/lab/t/nb-1-big-Data.db"))
	in, err := os.Open("in.cql")
	link(err)
	defer in.Close()
	for _, c := range []struct {
		args []string
		in   io.Reader
		code int
	}{
		{[]string{"diagram", "in.cql", "-o", "in.cql"}, nil, wrongUse},
		{[]string{"diagram", "in.cql", "-o", "symbolic"}, nil, wrongUse},
		{[]string{"diagram", "symbolic", "-o", "hard"}, nil, wrongUse},
		{[]string{"diagram", "sub/../in.cql", "-o", filepath.Join(dir, "in.cql")}, nil, wrongUse},
		{[]string{"diagram", "in.model", "-o", "in.model"}, nil, wrongUse},
		{[]string{"diagram", "-", "-o", "in.cql"}, in, wrongUse},
		{[]string{"model", "-svg", ".", "physical.svg"}, nil, wrongUse},
		{[]string{"sstable", "-out", "out", "data.cql"}, nil, wrongUse},
		{[]string{"shell", "-f", "copy.cql"}, nil, found},
		{[]string{"shell", "copy.cql", "-e", "DESCRIBE TABLES"}, nil, found},
		{[]string{"shell", "-f", "capture.cql"}, nil, found},
		{[]string{"shell", "-f", "outer.cql"}, nil, found},
	} {
		if c.in == nil {
			c.in = strings.NewReader("")
		}
		var o, e strings.Builder
		if code := run(c.args, stdio{c.in, &o, &e}); code != c.code || !strings.Contains(e.String(), "is read by the same run") {
			t.Errorf("%v: exit code %d, %s", c.args, code, &e)
		}
	}
	for name, text := range texts {
		if now, err := os.ReadFile(name); string(now) != text || err != nil {
			t.Errorf("%s holds %.60q, %v", name, now, err)
		}
	}
	// What was read before may be written again.
	if code, _, errs := call(t, "", "shell", "-e", oneTable+row+"SOURCE 'inner.cql'; COPY t TO 'inner.cql'"); code != found || strings.Count(errs, "same run") != 1 {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if text, _ := os.ReadFile("inner.cql"); string(text) != "1\r\n" && string(text) != "1\n" {
		t.Errorf("inner.cql holds %q", text)
	}
}

func TestSSTableFollowsNoLinkOut(t *testing.T) {
	dir := t.TempDir()
	out, outside := filepath.Join(dir, "out"), filepath.Join(dir, "outside")
	script := write(t, filepath.Join(dir, "s.cql"), oneTable)
	for _, d := range []string{filepath.Join(out, "lab", "t"), outside} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	precious := write(t, filepath.Join(outside, "precious"), "mine")
	link := filepath.Join(out, "lab", "t", "nb-1-big-Data.db")
	if err := os.Symlink(precious, link); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call(t, "", "sstable", "-out", out, script); code != notDone || !strings.Contains(errs, "has put there: lab/t/nb-1-big-Data.db") {
		t.Errorf("a file that is a link: exit %d, %q", code, errs)
	}
	if err := os.RemoveAll(filepath.Join(out, "lab")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(out, "lab")); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call(t, "", "sstable", "-out", out, script); code != notDone || !strings.Contains(errs, "has put there: lab.") {
		t.Errorf("a folder that is a link: exit %d, %q", code, errs)
	}
	text, err := os.ReadFile(precious)
	if entries, _ := os.ReadDir(outside); string(text) != "mine" || err != nil || len(entries) != 1 {
		t.Errorf("outside there are %v, precious is %q (%v)", entries, text, err)
	}
	// The folder itself may be a link: that is what was asked for.
	if err := os.Remove(precious); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call(t, "", "sstable", "-out", filepath.Join(out, "lab"), script); code != 0 {
		t.Errorf("-out is a link: exit %d, %q", code, errs)
	}
}

// TestSSTableKeepsItsFolder: a run takes away what the run before has written, and nothing
// else; where there is anything else, it writes nothing.
func TestSSTableKeepsItsFolder(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	list := func() (names []string) {
		fs.WalkDir(os.DirFS(out), ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && d.Name() != ".partitionlab" {
				names = append(names, name)
			}
			return err
		})
		return names
	}
	two := write(t, filepath.Join(dir, "two.cql"), oneTable+"ALTER TABLE t ADD more int; UPDATE t SET more = 1 WHERE k = 1;")
	one := write(t, filepath.Join(dir, "one.cql"), oneTable)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{two}, []string{"lab/t/nb-1-big-Data.db", "lab/t/nb-2-big-Data.db"}},
		{[]string{one}, []string{"lab/t/nb-1-big-Data.db"}},
		{[]string{"-format", "da", one}, []string{"lab/t/da-1-bti-Data.db"}},
		{[]string{"-keyspace", "other", one}, []string{"other/t/nb-1-big-Data.db"}},
	} {
		if code, _, errs := call(t, "", append([]string{"sstable", "-out", out}, c.args...)...); code != clean || !slices.Equal(list(), c.want) {
			t.Errorf("%v: exit code %d, %s; there are %q", c.args, code, errs, list())
		}
	}
	edited := filepath.Join(out, "other", "t", "nb-1-big-Data.db")
	as, err := os.ReadFile(edited)
	if err != nil {
		t.Fatal(err)
	}
	write(t, edited, "of mine")
	if code, _, errs := call(t, "", "sstable", "-out", out, one); code != notDone || !strings.Contains(errs, "other/t/nb-1-big-Data.db (it has changed since)") || !slices.Equal(list(), []string{"other/t/nb-1-big-Data.db"}) {
		t.Errorf("an edited file: exit code %d, %s; there are %q", code, errs, list())
	}
	write(t, edited, string(as))
	foreign := filepath.Join(dir, "out", "lab", "t", "nb-1-big-Data.db")
	if err := os.MkdirAll(filepath.Dir(foreign), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, foreign, "of a server")
	code, _, errs := call(t, "", "sstable", "-out", out, one)
	if text, _ := os.ReadFile(foreign); code != notDone || !strings.Contains(errs, "has put there: lab/t/nb-1-big-Data.db") || string(text) != "of a server" || len(list()) != 2 {
		t.Errorf("a foreign file: exit code %d, %s; it holds %q, there are %q", code, errs, text, list())
	}
}

func TestFmtReplacesFilesWhole(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "s.cql"), "select     a     from     t    ;")
	if err := os.Link(file, filepath.Join(dir, "hard.cql")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.cql")
	if err := os.Symlink("s.cql", link); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call(t, "", "fmt", "-w", link); code != 0 {
		t.Fatalf("exit %d, %q", code, errs)
	}
	for _, name := range []string{"s.cql", "hard.cql"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "SELECT a FROM t;\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 3 {
		t.Errorf("there are %v", entries)
	}
}

// hostile is what a terminal obeys: colour, title, clipboard, bell, C1 in two forms,
// marks that turn text around.
const hostile = "\x1b[31m\x1b]0;owned\x07\x1b]52;c;eHg=\x1b\\\x07\r\b\x7f\u009b31m\x9b1m\u202egnp.\u2066x\u200f\u2028\x00"

// obeyed are the characters in a text that a terminal would obey.
func obeyed(text string) (found []string) {
	for _, c := range text {
		if c != '\n' && c != '\t' && (unicode.IsControl(c) || c == 0x2028 || c == 0x2029 || unicode.Is(unicode.Bidi_Control, c)) {
			found = append(found, string(c))
		}
	}
	if !utf8.ValidString(text) {
		found = append(found, "a byte that is no UTF-8")
	}
	return found
}

func TestTerminalsGetNoCommands(t *testing.T) {
	dir := t.TempDir()
	named := strings.ReplaceAll(hostile, "\x00", "")
	bad := write(t, filepath.Join(dir, strings.ReplaceAll(named, "/", "")+".cql"), "CREATE TABLE t (k int PRIMARY KEY, \"c"+hostile+"\" text);\n-- "+hostile+"\nSELECT '"+hostile+"' "+hostile+" FROM \""+hostile+"\";\nINSERT INTO t (k, \"c"+hostile+"\") VALUES (1, '"+hostile+"');")
	load := write(t, filepath.Join(dir, "w.size"), "table = t\nrows = "+hostile+"\nlen."+hostile+" = 5\n"+hostile+" = 4 "+hostile+"\n")
	measured := write(t, filepath.Join(dir, "m.txt"), "Table: t"+hostile+"\n\tCompacted partition maximum bytes: 12"+hostile+"\n")
	good := write(t, filepath.Join(dir, "g.size"), "table = t\nrows = 5\n")
	for _, args := range [][]string{
		{"check", bad}, {"check", "-json", bad}, {"check", "-advice", bad}, {"check", "-jsonl", bad}, {"check", "-keyspace", hostile, bad}, {"check", "-set", hostile, bad}, {"check", "-set", hostile + "=1", bad},
		{"check", "-fail-on", hostile}, {"check", "-dc", hostile, bad}, {"check", "-limit", hostile + "=1", bad}, {"check", hostile}, {"check", "-" + hostile}, {hostile},
		{"fmt", "-l", bad}, {"size", bad, load}, {"size", bad, good}, {"size", "-json", bad, good}, {"size", "-var", hostile + "=" + hostile, bad, good}, {"size", "-measured", measured, bad, good}, {"size", hostile},
		{"sstable", "-out", filepath.Join(dir, "out"), bad}, {"sstable", "-json", "-out", filepath.Join(dir, "out"), bad}, {"sstable", "-format", hostile, "-out", dir}, {"stress", "-tool", hostile, bad, good},
		{"shell", "-keyspace", hostile, bad}, {"build", "-base", hostile}, {"serve", "-addr", hostile}, {"explain", hostile}, {"completion", hostile}, {"help", hostile}, {"version", hostile},
	} {
		_, out, errs := call(t, "", args...)
		if found := obeyed(out + errs); found != nil {
			t.Errorf("%q prints %q in\n%q", args, found, out+errs)
		}
	}
	// A name is on one line: what stands on the next would be read as a line of its own.
	broken := write(t, filepath.Join(dir, "a\n::error::b.cql"), "SELEC;\nSELECT  a FROM t;")
	for _, args := range [][]string{{"fmt", broken}, {"fmt", "-l", broken}, {"fmt", "-d", broken}, {"check", broken}, {"sstable", "-out", filepath.Join(dir, "out"), broken}} {
		if _, out, errs := call(t, "", args...); strings.Contains("\n"+out+errs, "\n::error") {
			t.Errorf("%q prints %q", args, out+errs)
		}
	}
	// Rows and their names.
	rows := "CREATE TABLE t (k int PRIMARY KEY, \"c\x1b\" text); INSERT INTO t (k, \"c\x1b\") VALUES (1, 'a\x1b\u009b\u202e\nb'); SELECT * FROM t;"
	_, out, errs := call(t, "", "shell", write(t, filepath.Join(dir, "rows.cql"), rows))
	if !strings.Contains(out, `1 | a\x1b\x9b\u202e\nb`) || obeyed(out+errs) != nil {
		t.Errorf("%q%q", out, errs)
	}
}

// What is stored stays what it is, and JSON means what it meant.
func TestStoredTextStaysAsItIs(t *testing.T) {
	text := "SELECT a AS \"\u202ex\" FROM t;\n"
	var out, errs bytes.Buffer
	if code := run([]string{"fmt"}, stdio{strings.NewReader(text), &out, &errs}); code != 0 || out.String() != text {
		t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
	}
	out.Reset()
	run([]string{"check", "-json"}, stdio{strings.NewReader("SELECT * FROM \"\u202e\u009b\";"), &out, &errs})
	if !strings.Contains(out.String(), `"table \u202e\u009b does not exist"`) {
		t.Errorf("%s", out.String())
	}
}

func TestScreenInPieces(t *testing.T) {
	var out bytes.Buffer
	s := &screen{to: &out}
	text := "é漢\u009b😀\x1b\xf0\x9f"
	for i := range len(text) {
		if n, err := s.Write([]byte{text[i]}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := s.close(); err != nil || out.String() != `é漢\u009b😀\u001b\xf0\x9f` {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestNamedFilesAreReplaced: diagram -o writes over an SVG, over what is empty and where nothing
// is; over nothing else, and it says what to do.
func TestNamedFilesAreReplaced(t *testing.T) {
	t.Chdir(t.TempDir())
	schema := write(t, "s.cql", "CREATE TABLE t (k int PRIMARY KEY);")
	if code, _, errs := call(t, "", "diagram", schema, "-o", "own.svg"); code != clean {
		t.Fatal(errs)
	}
	own, _ := os.ReadFile("own.svg")
	for before, replaced := range map[string]bool{
		"": true, string(own): true, "<svg>": true, "\ufeff<?xml version=\"1.0\"?>\n<!-- of\na tool -->\n<!DOCTYPE svg PUBLIC \"a\" \"b\">\n<svg width='1'>": true,
		"dear": false, "<html><svg></svg></html>": false, "<!-- <svg> -->": false, "CREATE TABLE svg (k int PRIMARY KEY);": false, "\x00<svg>": false,
	} {
		write(t, "out", before)
		code, _, errs := call(t, "", "diagram", schema, "-o", "out")
		after, _ := os.ReadFile("out")
		if replaced && (code != clean || string(after) != string(own)) {
			t.Errorf("%.40q: exit code %d, %s", before, code, errs)
		}
		if !replaced && (code != notDone || string(after) != before || !strings.Contains(errs, "-o: write out: is there, and is no SVG: nothing is written; name a new file")) {
			t.Errorf("%.40q: exit code %d, %s; it holds %.40q", before, code, errs, after)
		}
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call(t, "", "diagram", schema, "-o", "folder"); code != notDone || !strings.Contains(errs, "is no ordinary file: name a new one") {
		t.Errorf("a folder: exit code %d, %s", code, errs)
	}
}

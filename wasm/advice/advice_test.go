package advice_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

var update = flag.Bool("update", false, "write title, why and output into the files of rules")

const now = 1795248000

// advise runs a script, with settings and thresholds a line each, and workloads.
func advise(t *testing.T, src *diag.Source, options, sizes string) []diag.Diagnostic {
	t.Helper()
	o := advice.NewOptions()
	o.Now = now
	settings := check.NewSettings()
	for _, line := range strings.Fields(options) {
		key, value, _ := strings.Cut(line, "=")
		set := o.Set
		if key, ok := strings.CutPrefix(key, "set:"); ok {
			if err := settings.Set(key, value); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: now, Check: settings})
	script := advice.Script{Source: src}
	for _, r := range s.Script(src) {
		if r.Diag != nil {
			t.Errorf("the example is refused: %s", diag.Render(src, []diag.Diagnostic{*r.Diag}))
		}
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
	}
	design := advice.Design{Scripts: []advice.Script{script}, Catalogue: s.Catalogue(), Keyspace: "lab"}
	if sizes != "" {
		work, problems := workload.Parse(diag.NewSource("", sizes), nil)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var table *schema.Table
		for _, x := range s.Catalogue().Keyspaces["lab"].Tables {
			table = x
		}
		sizer, problems := sizing.New(table, work, sstable.NB)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		r, problems := sizer.Result(sizing.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		design.Sizes = append(design.Sizes, r)
	}
	return advice.Run(design, o)[0]
}

// TestRules runs the examples of testdata/<id>.txtar: each file bad*.cql raises
// its rule and no other one, each good*.cql raises none; out is what a reader of
// the bad ones sees. A file of the same name that ends in .size is the workload;
// options are thresholds, and settings of the server behind set:.
func TestRules(t *testing.T) {
	for _, r := range advice.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			file := filepath.Join("testdata", strings.ToLower(r.ID)+".txtar")
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			data := map[string]string{}
			for _, f := range archive.Files {
				data[f.Name] = string(f.Data)
			}
			var seen []string
			bad, good := 0, 0
			for _, f := range archive.Files {
				name, ok := strings.CutSuffix(f.Name, ".cql")
				if !ok {
					continue
				}
				src := diag.NewSource(f.Name, data[f.Name])
				list := advise(t, src, data["options"], data[name+".size"])
				if strings.HasPrefix(name, "good") {
					good++
					if len(list) > 0 {
						t.Errorf("%s raises\n%s", f.Name, diag.Render(src, list))
					}
					continue
				}
				bad++
				seen = append(seen, diag.Render(src, list))
				if len(list) == 0 {
					t.Errorf("%s raises nothing", f.Name)
				}
				for _, d := range list {
					if d.Rule != r.ID {
						t.Errorf("%s raises %q, too:\n%s", f.Name, d.Rule, diag.Render(src, []diag.Diagnostic{d}))
					}
					if d.Why == "" || d.Instead == "" {
						t.Errorf("%s: no reason or no repair", f.Name)
					}
					for _, fix := range d.Fixes {
						after := diag.NewSource(f.Name, fix.Apply(data[f.Name]))
						if count(advise(t, after, data["options"], data[name+".size"]), d) >= count(list, d) {
							t.Errorf("%s: %q repairs nothing:\n%s", f.Name, fix.Title, after.Text)
						}
					}
				}
			}
			if bad == 0 || good == 0 {
				t.Errorf("%d bad examples and %d good ones", bad, good)
			}
			head := r.ID + ". " + r.Title + "\n\n" + r.Why + "\n"
			out := strings.Join(seen, "\n")
			if *update {
				archive.Comment = []byte(head)
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "out" })
				archive.Files = append(archive.Files, txtar.File{Name: "out", Data: []byte(out)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if string(archive.Comment) != head {
				t.Errorf("the file says\n%s\nthe rule\n%s", archive.Comment, head)
			}
			if data["out"] != out {
				t.Errorf("got\n%s\nwant\n%s", out, data["out"])
			}
		})
	}
}

// count is how often a list says what d says.
func count(list []diag.Diagnostic, d diag.Diagnostic) (n int) {
	for _, x := range list {
		if x.Rule == d.Rule && x.Message == d.Message {
			n++
		}
	}
	return n
}

func TestEachFileHasItsRule(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != len(advice.Rules()) {
		t.Errorf("%d files for %d rules, %v", len(files), len(advice.Rules()), err)
	}
}

func TestIgnore(t *testing.T) {
	const table = "CREATE TABLE visits (user_id uuid, at timestamp, id uuid, page text, PRIMARY KEY ((user_id), at, id));\n"
	for comment, want := range map[string][]string{
		"":                                    {"a partition of visits gets new rows"},
		"-- lab:ignore R18 a user visits ten": nil,
		"-- lab:ignore r18 a user visits ten": nil,
		"/* lab:ignore R18 a user visits */":  nil,
		"-- lab:ignore R18":                   {"lab:ignore R18 gives no reason", "a partition of visits gets new rows"},
		"-- lab:ignore":                       {"lab:ignore names no rule", "a partition of visits gets new rows"},
		"-- lab:ignore R999 because":          {"lab:ignore: there is no advice R999", "a partition of visits gets new rows"},
		"-- lab:ignore R16 because":           {"lab:ignore R16 silences nothing", "a partition of visits gets new rows"},
		"-- lab:ignored":                      {"a partition of visits gets new rows"},
		"-- lab:ignore R18 ten visits\nCREATE TABLE other (id uuid PRIMARY KEY);": {"lab:ignore R18 silences nothing", "a partition of visits gets new rows"},
		"-- lab:ignore R18 ten\n-- lab:ignore R16 two":                            {"lab:ignore R16 silences nothing"},
	} {
		list := advise(t, diag.NewSource("", comment+"\n"+table), "", "")
		ok := len(list) == len(want)
		for i := range list {
			ok = ok && strings.HasPrefix(list[i].Message, want[i])
		}
		if !ok {
			t.Errorf("%s: got %d findings, want %d: %v", comment, len(list), len(want), list)
		}
	}
}

func TestOptions(t *testing.T) {
	o := advice.NewOptions()
	for _, good := range []string{"partitions=3", "bytes=1000", "growing=a,b", "style=true"} {
		key, value, _ := strings.Cut(good, "=")
		if err := o.Set(key, value); err != nil {
			t.Error(err)
		}
	}
	if o.Partitions != 3 || o.Bytes != 1000 || !slices.Equal(o.Growing, []string{"a", "b"}) || !o.Style {
		t.Errorf("got %+v", o)
	}
	for _, bad := range []string{"partitions=x", "bytes=-1", "style=1", "none=1", "partitions=99999999999"} {
		key, value, _ := strings.Cut(bad, "=")
		if err := o.Set(key, value); err == nil {
			t.Error(bad, "is taken")
		}
	}
}

// TestChapters holds what the schemas of the chapters are told.
func TestChapters(t *testing.T) {
	grows := func(list ...string) string {
		for i := 0; i < len(list); i += 2 {
			list[i/2] = "R18 a partition of " + list[i] + " gets new rows by " + list[i+1] + " as long as they are written: nothing bounds it"
		}
		return strings.Join(list[:len(list)/2], "\n")
	}
	// Partitions that grow are what the chapters then split.
	want := map[string]string{
		"hotel.cql":      grows("available_rooms_by_hotel_date", "date", "reservations_by_guest", "start_date"),
		"killrvideo.cql": grows("user_videos", "added_date", "comments_by_video", "commentid", "comments_by_user", "commentid"),
		"shop.cql":       grows("customers_by_liked_product", "liked_on", "products_liked_by_customer", "liked_on"),
	}
	files, err := filepath.Glob("../../content/schemas/*.cql")
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range advise(t, diag.NewSource(file, string(text)), "", "") {
			got = append(got, d.Rule+" "+d.Message)
		}
		name := filepath.Base(file)
		if s := strings.Join(got, "\n"); s != want[name] {
			t.Errorf("%s:\n%s", name, s)
		}
	}
}

//go:build !chapters

package lab

import (
	"cmp"
	"html"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/migration"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/view"
	"partitionlab/wasm/wire"
	"partitionlab/wasm/work"
)

// The editor of the workbench asks about the places that ¦ marks; what it hears begins so,
// or holds that.
func TestWorkbenchAnswersItsEditor(t *testing.T) {
	const text = "-- file: schema.cql\n-- 𝔘 is two units, ä one\nCREATE TABLE t (id uuid, at timeuuid, body text, PRIMARY KEY (id, at));\n-- file: queries.cql\nselect body from t where id = ?;\n"
	for _, test := range []struct{ what, place, rest, want string }{
		{"complete", "SELECT * FROM ¦", "", "t\x1ftable (id, at)"},
		{"complete", "SELECT bo¦ FROM t;", "", "body\x1ftext, "},
		{"complete", "SELECT * FROM t WHERE i¦", "", "id\x1fuuid, partition"},
		{"complete", "CREATE TABLE x (a ti¦", "", "timestamp\x1f"},
		{"complete", "CREATE KEYSPACE x WITH replication = {'class': '¦", "", "NetworkTopologyStrategy"},
		{"complete", "SELECT 1\n-- file: c.cql\nSELECT bo¦ FROM t;", "", "body\x1ftext, "},
		{"complete", "-- no CQL ¦", "", ""},
		{"hover", "select bo¦dy from", "", "body text"},
		{"hover", "select bo¦dy from", "", "of the bytes of a partition"},
		{"hover", "from ¦t where", "", "CREATE TABLE lab.t"},
		{"hover", "sel¦ect body", "", ""},
		{"define", "where i¦d = ?", "", "@id uuid"},
		{"define", "from ¦t where", "", "@t (id uuid"},
		{"define", "= ¦?", "", ""},
		{"rename", "where i¦d = ?", "", "name\x1eid"},
		{"rename", "where i¦d = ?", "key one", `"key one"`},
		{"rename", "where i¦d = ?", "at", "There is a at already."},
		{"rename", "= ¦?", "", "Here is no name"},
		{"format", "¦-- file: queries", "9999", "SELECT body FROM t WHERE id = ?;"},
	} {
		before, after, found := strings.Cut(test.place, "¦")
		whole, at := text, strings.Index(text, before+after)+len(before)
		if !found {
			t.Fatal(test.place)
		}
		if at < len(before) { // it is written behind the text
			whole, at = text+test.place, len(text)+len(before)
			whole = strings.Replace(whole, "¦", "", 1)
		}
		spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", whole)
		r.Run()
		units := func(n int) int { return len(utf16.Encode([]rune(whole[:n]))) }
		told := r.Do(test.what, "7\n"+strconv.Itoa(units(at))+"\n"+test.rest).Tell
		id, answer, _ := strings.Cut(told, "\x1e")
		if id != "7" {
			t.Errorf("%s %q: the answer is for question %q", test.what, test.place, id)
		}
		if test.what == "define" && answer != "" { // a place: what stands there
			from, _, _ := strings.Cut(answer, "\x1e")
			answer = "nowhere"
			for i := range whole {
				if strconv.Itoa(units(i)) == from {
					answer = "@" + whole[i:]
				}
			}
		}
		if !strings.Contains(answer, test.want) || test.want == "" && answer != "" {
			t.Errorf("%s %q %q: %q, want %q", test.what, test.place, test.rest, answer, test.want)
		}
		r.Close()
	}
}

// All edits of a new name are told at once, in both files.
func TestWorkbenchRenames(t *testing.T) {
	const text = "-- file: a.cql\nCREATE TABLE t (id int PRIMARY KEY, v int);\n-- file: b.cql\nSELECT v FROM t WHERE id = 1;\nINSERT INTO t (id, v) VALUES (1, 2);\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", text)
	r.Run()
	parts := strings.Split(r.Do("rename", "1\n"+strconv.Itoa(strings.Index(text, "v int"))+"\nworth").Tell, "\x1e")[2:]
	if len(parts) != 3 {
		t.Fatalf("%q", parts)
	}
	for _, p := range parts {
		if fields := strings.Split(p, "\x1f"); len(fields) != 3 || fields[2] != "worth" {
			t.Errorf("%q", p)
		}
	}
}

// The link has the whole text, or no address that somebody could copy.
func TestLinkHasTheWholeText(t *testing.T) {
	for _, embed := range []bool{false, true} {
		spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
		spec.Embed = embed
		r := spec.Start()
		defer r.Close()
		for _, n := range []int{1, longText, longText + 1} {
			text := strings.Repeat("-", n)
			r.Set("q", text)
			r.Set("len.v", "7")
			_, link, _ := strings.Cut(view.HTML(r.Run().View), `data-do="link"`)
			link, _, _ = strings.Cut(link, ">")
			_, address, has := strings.Cut(link, `href="`)
			address, _, _ = strings.Cut(address, `"`)
			query, fragment, _ := strings.Cut(strings.ReplaceAll(address, "&amp;", "&"), "#")
			own := *spec
			own.Alone = embed // the page that an embed leads to
			if has != (embed || n <= longText) {
				t.Errorf("embed %v, %d bytes: an address: %v", embed, n, has)
			} else if there := own.Start(); has && (!there.Follow(place.ParseLink(query, fragment)) || there.Text("q") != text) {
				t.Errorf("embed %v, %d bytes: %.200s leads to %.80q", embed, n, address, there.Text("q"))
			}
		}
	}
}

// A link opens the tab that was open, and says nothing of it afterwards.
func TestLinkOpensTheTab(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	spec.Alone = true
	for tab, want := range map[string]string{"cluster": "cluster", "verdicts": "verdicts", "": "verdicts", "nothing": "verdicts"} {
		r := spec.Start()
		r.Set("q", "CREATE TABLE t (k int PRIMARY KEY);")
		query, fragment, _ := strings.Cut(strings.TrimPrefix(r.Do("link", tab).Copy, spec.Page), "#")
		_, query, _ = strings.Cut(query, "?")
		there := spec.Start()
		there.Follow(place.ParseLink(query, fragment))
		open := there.Run().View.Find(func(n *view.Node) bool {
			_, is := n.Attr("open")
			class, _ := n.Attr("class")
			return is && strings.HasPrefix(class, "tab ")
		})
		if key, _ := open.Attr("data-key"); key != want {
			t.Errorf("%q: %s?%s#%s opens %s", tab, spec.Page, query, fragment, key)
		}
		if again := there.Do("link", "").Copy; strings.Contains(again, openKey+"=") {
			t.Errorf("%q: another link says %s", tab, again)
		}
		r.Close()
		there.Close()
	}
}

// Queries that nobody can read are named, and where a text comes from, as far as that is certain.
func TestWorkbenchNamesWhatItLeavesOut(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	for _, test := range []struct{ text, says string }{
		{"CREATE TABLE t (k int PRIMARY KEY);\nselect k FROM t WHERE;\nSELECT k FROM t;\nSELECT FROM;\nINSERT INTO;", "No table is asked for what cannot be read: lines 2 and 4."},
		{"SELECT FROM;", "No table is asked for what cannot be read: line 1."},
		{"CREATE TABLE t (k int PRIMARY KEY) WITH dclocal_read_repair_chance = 0.1;", "This text is from Cassandra 3.11 or older: it sets dclocal_read_repair_chance, which no release here has."},
		{"CREATE TABLE t (k int PRIMARY KEY) WITH custom_properties = {'a': 'b'};", "This text is from Amazon Keyspaces: it sets custom_properties, "},
		{"CREATE TABLE t (k int PRIMARY KEY) WITH gc_grace_seconds = 1;\nINSERT INTO;", ""},
	} {
		r := spec.Start()
		r.Set("q", test.text)
		page := r.Run().View.PlainText()
		if !strings.Contains(page, test.says) || test.says == "" && (strings.Contains(page, "This text is from") || strings.Contains(page, "cannot be read")) {
			t.Errorf("%s: it does not say %q", test.text, test.says)
		}
		r.Close()
	}
}

// What a zip holds beside the files makes the same link of them.
func TestInputsAreThoseOfTheLink(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	link := func(r *Runner) string { return r.Do("link", "").Copy }
	r, text := spec.Start(), "CREATE TABLE lab.t (k int, c int, v text, PRIMARY KEY (k, c));\n-- file: b.cql\nSELECT v FROM lab.t;"
	set := Inputs{"q": text, "rows.lab.t": "percentiles(50: 12, 100: 5000)", "len.v": "9", "nodes": "dc1=3", "set": "tables_fail_threshold = 150", "preset": sizing.Presets[1].ID, "client": "super", "paste": "a\nb", "before": "b.cql"}
	for key, value := range set {
		r.Set(key, value)
	}
	id, inputs, _ := strings.Cut(r.Do("inputs", "7\n0\n").Tell, "\x1e")
	if id != "7" || inputs == "" || strings.Contains(inputs, "q=") {
		t.Fatalf("%q: %q", id, inputs)
	}
	fresh := spec.Start()
	fresh.Set("set", "allow_filtering_enabled = false")
	fresh.Set("to", "4.1")
	fresh.Set("q", text)
	if e := fresh.Do("inputs", "8\n0\n"+inputs); !e.Begin || link(fresh) != link(r) || fresh.Text("to") == "4.1" {
		t.Errorf("%+v: %q, not %q", e, link(fresh), link(r))
	}
}

// A text of many statements is judged when somebody asks.
func TestWorkbenchAsksFirst(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", strings.Repeat("SELECT a FROM b;\n", 1+tooMuch/17))
	if out := r.Run(); !strings.Contains(out.Sentence, "Press Check") {
		t.Error(out.Sentence)
	}
	r.State.Asked = true
	if out := r.Run(); out.Values["refused"] == "0" || out.Values["refused"] == "" {
		t.Errorf("%s %v", out.Sentence, out.Values)
	}
}

// The page of a check leads to the workbench, with the text that it holds.
func TestCheckLeadsToWorkbench(t *testing.T) {
	const text = "SELECT ä FROM \"t\";"
	spec, _ := Parse("check", "id = own\ntitle = T\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Site = "https://example.org/lab/"
	r.Set("q", text)
	if !strings.Contains(view.HTML(r.Run().View), `data-do="bench"`) {
		t.Error("there is no link")
	}
	at, fragment, _ := strings.Cut(r.Do("bench", "").Follow, "#")
	there, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	bench := there.Start()
	defer bench.Close()
	_, query, _ := strings.Cut(at, "?")
	if !bench.Follow(place.ParseLink("?"+query, "#"+fragment)) || bench.Text("q") != text || !strings.HasPrefix(at, r.Site+"workbench/") {
		t.Errorf("%s#%s leads to %q", at, fragment, bench.Text("q"))
	}
}

// What another product writes to each table is named once, and taken out of all at once.
func TestWorkbenchMendsEverywhere(t *testing.T) {
	const table = "CREATE TABLE t% (k int PRIMARY KEY) WITH nodesync = {'enabled': 'true'} AND comment = 'x';\n"
	text := strings.ReplaceAll(table, "%", "1") + "SELECT k FROM t1;\n" + strings.ReplaceAll(table, "%", "2")
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", text)
	html := view.HTML(r.Run().View)
	_, with, found := strings.Cut(html, `data-do="fix-all" data-with="`)
	if with, _, _ = strings.Cut(with, `"`); !found || strings.Count(html, `data-do="fix-all"`) != 1 {
		t.Fatal("no button mends both")
	}
	e := r.Do("fix-all", with)
	if want := strings.ReplaceAll(text, "nodesync = {'enabled': 'true'} AND ", ""); e.Put == nil || e.Put.Text != want {
		t.Errorf("%+v", e.Put)
	}
}

// Of more statements than are listed, what is refused comes first.
func TestWorkbenchListsRefusalsFirst(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int PRIMARY KEY, v int);\n"+strings.Repeat("SELECT v FROM t WHERE k = 1;\n", maxCards+5)+"SELECT nothing FROM t;\n")
	html := view.HTML(r.Run().View)
	list := html[strings.Index(html, `class="statements"`):]
	if first := list[:strings.Index(list, "accepted")]; !strings.Contains(first, "SELECT nothing FROM t") {
		t.Errorf("the first card is not of what is refused: %.300s", first)
	}
	r.Set("q", "CREATE TABLE t (k int PRIMARY KEY, v int);\n"+strings.Repeat("SELECT nothing FROM t;\n", maxCards+5))
	if html := view.HTML(r.Run().View); !strings.Contains(html, strconv.Itoa(maxCards+5)+" times: ") {
		t.Error("what is said of all is not said once")
	}
	if !strings.Contains(html, "And 6 more queries") {
		t.Error("nobody says that there are more queries")
	}
}

// Inputs in a tab do not open it: what somebody asks for stays in sight. What is to be mended
// there does.
func TestWorkbenchLeavesTabsAlone(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c));")
	for _, test := range []struct{ key, value, open string }{
		{"nodes", "dc1=6", "verdicts"},
		{"client", "super", "verdicts"},
		{"rows.lab.t", "3600000", "verdicts"},
		{"nodes", "dc1=many", "cluster"},
		{"rows.lab.t", "many", "sizes"},
	} {
		r.Set(test.key, test.value)
		html := view.HTML(r.Run().View)
		open := regexp.MustCompile(`<details class="tab tab-(\w+)"[^>]* open`).FindAllStringSubmatch(html, -1)
		if len(open) != 1 || open[0][1] != test.open {
			t.Errorf("%s = %s: %q is open, want %s", test.key, test.value, open, test.open)
		}
	}
}

// Data centers that the text names and the settings do not are declared in one press, before
// anything is done to the schema.
func TestWorkbenchDeclaresDatacenters(t *testing.T) {
	const text = "CREATE KEYSPACE a WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE KEYSPACE b WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 1, 'dc 2': '5'};\n"
	for _, test := range []struct{ given, title, nodes string }{
		{"", "declare dc1 with 3 nodes and dc 2 with 5 nodes", "dc1=3,dc 2=5"},
		{"dc1=9", "declare dc 2 with 5 nodes", "dc1=9,dc 2=5"},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", text)
		r.Set("nodes", test.given)
		html := view.HTML(r.Run().View)
		found := regexp.MustCompile(`data-do="fix" data-with="([^"]*)">([^<]*)<`).FindStringSubmatch(html[strings.Index(html, `class="finding refused"`):])
		if len(found) == 0 || found[2] != test.title {
			t.Fatalf("the first repair is %q, want %q", found, test.title)
		}
		if _, answer, _ := strings.Cut(html, "<output"); !strings.Contains(answer[:strings.Index(answer, "</output>")], found[0]) {
			t.Error("the headline does not offer it")
		}
		r.Do("fix", found[1])
		if out := r.Run(); r.Text("nodes") != test.nodes || out.Values["refused"] != "0" || r.Text("q") != text {
			t.Errorf("nodes = %q: %s", r.Text("nodes"), out.Sentence)
		}
		r.Close()
	}
}

// A statement ends with its file, whatever is missing there, and lines are those of the file.
func TestWorkbenchKeepsFilesApart(t *testing.T) {
	for _, broken := range []string{"asdf ;;; SELECT \"\" qwerty {", "SELECT 'a", "/* no end", "BEGIN BATCH INSERT INTO t (k) VALUES (1);", "$$"} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", "CREATE TABLE t (k int PRIMARY KEY);\n-- file: broken.cql\n\n"+broken+"\n-- file: queries.cql\nUSE lab;\nSELECT k FROM t WHERE k = 1;\n")
		html := view.HTML(r.Run().View)
		got := ""
		for _, m := range regexp.MustCompile(`(?s)<li class="statement (\w+)".*?line </span>([^<]*)<`).FindAllStringSubmatch(html, -1) {
			got += m[1] + " " + m[2] + " "
		}
		if !strings.HasPrefix(got, "accepted schema.cql:1 refused broken.cql:2 ") || !strings.Contains(got, " accepted queries.cql:1 accepted queries.cql:2 ") {
			t.Errorf("%s: %s", broken, got)
		}
		if !strings.Contains(r.Do("report", ".md").Save.Text, "| queries.cql:2 | `SELECT k FROM t WHERE k = 1` | `t` one partition |") {
			t.Errorf("%s: the report does not name the file", broken)
		}
		if e := r.Do("undo", ""); e.Put != nil {
			t.Errorf("%s: what the reader has written is undone: %q", broken, e.Put.Text)
		}
		r.Close()
	}
	names := ""
	for _, f := range filed("SELECT 1;\n-- file: a.cql\n-- file: schema.cql\n-- file: a.cql\n").Files {
		names += f.Name + " "
	}
	if names != "schema.cql a.cql schema.cql (2) a.cql (2) " {
		t.Errorf("files of the same name are %q", names)
	}
}

// Steps stand before files without CQL; they are taken back one by one, and nothing else is.
func TestWorkbenchTakesStepsBack(t *testing.T) {
	const own, aside = "CREATE TABLE t (k int PRIMARY KEY);\nSELECT * FROM t;\n", "-- file: n.size\ntable = t\n"
	const left = "Undo the last step: no step is left"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = rows\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	for i, step := range []struct{ what, with, text string }{
		{"", "", own + aside},
		{"operate", "flush", own + "-- lab:flush\n" + aside},
		{"operate", "wait 1d", own + "-- lab:flush\n-- lab:wait 1d\n" + aside},
		{"undo", "", own + "-- lab:flush\n" + aside},
		{"undo", "", own + aside},
		{"undo", "", own + aside},
	} {
		if step.what != "" {
			if e := r.Do(step.what, step.with); e.Put != nil {
				r.Set("q", e.Put.Text)
			}
		} else {
			r.Set("q", step.text)
		}
		html := view.HTML(r.Run().View)
		if got := r.worker.(*benchWork).text(); got != step.text || strings.Contains(html, left) != (step.text == own+aside) {
			t.Errorf("%d: the text is %q, want %q", i, got, step.text)
		}
	}
}

// What the tabs leave out is named, a write with IF says in its line whether it was done, and no
// text for the editor or for a cell has backticks.
func TestWorkbenchSaysWhatIsLeftOut(t *testing.T) {
	const text = "CREATE TABLE t (k int, c timestamp, v text, PRIMARY KEY (k, c));\nCREATE TABLE u (k int PRIMARY KEY, v text);\nINSERT INTO u (k) VALUES (1) IF NOT EXISTS;\nINSERT INTO u (k) VALUES (1) IF NOT EXISTS;\n"
	for _, test := range []struct{ tab, says string }{
		{"cluster", "t is left out: a number, here or in Sizes, cannot be read."},
		{"sizes", ">Unknown variable viele.<"},
		{"verdicts", "<p>in a partition of t, only the timestamp c tells rows apart</p>"},
		{"rows", ">applied<"},
		{"rows", ">not applied<"},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = "+test.tab+"\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", text)
		r.Set("rows.lab.t", "viele")
		if html := view.HTML(r.Run().View); !strings.Contains(html, test.says) {
			t.Errorf("%s: %s is not said", test.tab, test.says)
		} else if strings.Contains(html, "`") {
			t.Errorf("%s: a backtick stands there: %.200s", test.tab, html[strings.Index(html, "`"):])
		}
		r.Close()
	}
}

// An index asks every node where the query names no partition.
func TestWorkbenchSaysWhomAnIndexAsks(t *testing.T) {
	for where, all := range map[string]bool{"k = 1 AND v = 2": false, "c = 1 AND v = 2": true, "v = 2": true} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = upgrade\ncql:\n;", nil)
		html := view.HTML(Run(spec, Inputs{"q": "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\nSELECT * FROM t WHERE " + where + " ALLOW FILTERING;\n"}).View)
		if _, html, _ = strings.Cut(html, `class="tab tab-upgrade"`); !strings.Contains(html, "can answer this without ALLOW FILTERING") || strings.Contains(html, "it still asks every node") != all {
			t.Errorf("%s: that every node is asked is said: %v", where, !all)
		}
	}
}

// A table that holds other things does not say how many there are of these.
func TestWorkbenchCountsTheSameThings(t *testing.T) {
	const schema = "CREATE TABLE scans (event int, at int, gate int, n int, PRIMARY KEY (event, at));\nCREATE TABLE seats (event int, seat int, n int, PRIMARY KEY (event, seat));\nCREATE TABLE scans_by_gate (event int, gate int, at int, n int, PRIMARY KEY ((event, gate), at));\nCREATE TABLE finer (event int, at int, gate int, who int, n int, PRIMARY KEY (event, at, who));\nCREATE TABLE copied (event int, at text, n int, PRIMARY KEY (event, at));\n"
	for query, want := range map[string]string{
		"SELECT n FROM scans WHERE event = ?":                              "scans seats finer copied",
		"SELECT count(*) FROM scans WHERE event = ?":                       "scans",
		"SELECT max(n) FROM scans WHERE event = ?":                         "scans",
		"SELECT event, count(n) FROM scans WHERE event = ? GROUP BY event": "scans",
		"SELECT count(*) FROM scans WHERE event = ? AND gate = ?":          "scans_by_gate scans",
		"SELECT count(*) FROM nothing WHERE event = ?":                     "nothing",
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = queries\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", schema+query+";\n")
		r.Run()
		var got []string
		for _, o := range r.worker.(*benchWork).asked[0].offers {
			if o.class != "refused" || o.named {
				got = append(got, o.name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", query, got, want)
		}
		r.Close()
	}
}

// What is read again at the end is read: a write with IF brings back rows, too, and is done once.
func TestWorkbenchReadsAgain(t *testing.T) {
	const holds = "CREATE TABLE holds (e int, seat int, who text, PRIMARY KEY (e, seat)) WITH default_time_to_live = 600;\n"
	for write, rows := range map[string]string{
		"INSERT INTO holds (e, seat, who) VALUES (1, 1, 'a')":                                                                    "1 row before the flush, 0 rows at the end",
		"INSERT INTO holds (e, seat, who) VALUES (1, 1, 'a') IF NOT EXISTS":                                                      "1 row before the flush, 0 rows at the end",
		"BEGIN BATCH INSERT INTO holds (e, seat, who) VALUES (1, 1, 'a') IF NOT EXISTS APPLY BATCH":                              "1 row before the flush, 0 rows at the end",
		"UPDATE holds SET who = 'b' WHERE e = 1 AND seat = 2 IF who = null":                                                      "1 row before the flush, 0 rows at the end",
		"INSERT INTO holds (e, seat, who) VALUES (1, 3, 'c') USING TTL 0;\nDELETE FROM holds WHERE e = 1 AND seat = 4 IF EXISTS": "1 row before the flush, 1 row at the end",
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = rows\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", holds+write+";\nSELECT * FROM holds WHERE e = 1;\n-- lab:flush\n-- lab:wait 1d\n")
		html := view.HTML(r.Run().View)
		if n := strings.Count(html, "Read again at the end:"); n != 1 || !strings.Contains(html, rows) {
			t.Errorf("%s: %d statements are run again; not said: %s", write, n, rows)
		}
		r.Close()
	}
}

// Queries as a driver sends them lack one keyspace: one USE at the head of their file is
// enough.
func TestWorkbenchWritesUseOnce(t *testing.T) {
	const made = "-- file: schema.cql\nCREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE a.t (k int PRIMARY KEY);\nCREATE TABLE a.u (k int PRIMARY KEY);\n-- file: queries.cql\n"
	const other = "CREATE KEYSPACE \"B\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE \"B\".v (k int PRIMARY KEY);\n"
	const template = "-- file: schema.cql\nCREATE TABLE ${keyspace}.t (k int PRIMARY KEY);\n-- file: queries.cql\n"
	for _, test := range []struct{ before, queries, want string }{
		{made, "SELECT k FROM t WHERE k = 1;\nSELECT k FROM u WHERE k = 1;\nINSERT INTO t (k) VALUES (1);\n", made + "USE a;\n"},
		{made, "SELECT k FROM t WHERE k = 1;\n", ""},
		{other + made, "SELECT k FROM t WHERE k = 1;\nSELECT k FROM v WHERE k = 1;\n", ""},
		{other, "SELECT k FROM v WHERE k = 1;\nSELECT k FROM v WHERE k = 2;\n", other + "USE \"B\";\n"},
		{template, "SELECT k FROM t WHERE k = 1;\nSELECT k FROM t WHERE k = 2;\n", template + "USE ${keyspace};\n"},
		{other, "CREATE TABLE w (k int PRIMARY KEY);\nSELECT k FROM w WHERE k = 1;\nCREATE TABLE x (k int PRIMARY KEY);\nSELECT k FROM x;\n", other + "USE \"B\";\n"},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", test.before+test.queries)
		out := r.Run()
		offered := strings.Contains(view.HTML(out.View), `data-do="fix-all" data-with="use"`)
		if n := strconv.Itoa(strings.Count(test.queries, ";\n")); offered && !strings.Contains(view.HTML(out.View), n+" times: ") {
			t.Errorf("%q: not counted as %s, as it says of the statements", test.queries, n)
		}
		e := r.Do("fix-all", "use")
		switch {
		case offered != (test.want != "") || offered != (e.Put != nil):
			t.Errorf("%q: offered %v", test.queries, offered)
		case offered && e.Put.Text != test.want+test.queries:
			t.Errorf("%q", e.Put.Text)
		case offered:
			r.Set("q", e.Put.Text)
			if out := r.Run(); out.Values["refused"] != "0" {
				t.Error(out.Sentence)
			}
		}
		r.Close()
	}
}

// What was read before the files changed is read again at the end, under the same line.
func TestWorkbenchSaysWhenItRead(t *testing.T) {
	const read = "SELECT k FROM t;\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = rows\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int PRIMARY KEY);\nINSERT INTO t (k) VALUES (1) USING TTL 3600;\n"+read+"-- lab:flush\n-- lab:compact\n"+read+"-- lab:wait 1d\n"+read)
	html := view.HTML(r.Run().View)
	said := regexp.MustCompile(`<span class="cost">(\d rows?\b[^<]*)<`).FindAllStringSubmatch(html, -1)
	var got []string
	for _, m := range said {
		got = append(got, m[1])
	}
	if want := "1 row before the flush, 0 rows at the end|1 row before the wait, 0 rows at the end|0 rows"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// Each query is asked of every table that has its columns, and the cheapest comes first: the
// table that it names is in bold. Tables that serve nothing are named.
func TestWorkbenchAsksEveryTable(t *testing.T) {
	const schema = "-- file: schema.cql\nCREATE TABLE a (k int, c int, v text, PRIMARY KEY (k, c));\nCREATE TABLE b (v text, k int, c int, PRIMARY KEY (v, k, c));\nCREATE TABLE d (k bigint PRIMARY KEY, v text);\nCREATE TABLE e (x int PRIMARY KEY);\n-- file: queries.cql\n"
	for _, test := range []struct{ query, served, from, idle string }{
		{"SELECT c FROM a WHERE k = ?", "<a> one partition", "", "No SELECT here is served well by b, d and e; writes are not counted."},
		{"SELECT c FROM a WHERE k = ?; INSERT INTO e (x) VALUES (1)", "<a> one partition", "", "No SELECT here is served well by b and d; writes are not counted."},
		{"SELECT c FROM a WHERE k = ?; BEGIN BATCH DELETE FROM d WHERE k = ?; INSERT INTO e (x) VALUES (1) APPLY BATCH", "<a> one partition", "", "No query here reads d and e, which are only written."},
		{"SELECT c FROM a WHERE v = ?", "b one partition|<a> refused|filter", "b WHERE v = ?", "No query reads b. It would answer line queries.cql:1."},
		{"SELECT c FROM a WHERE v = 'x' ALLOW FILTERING", "b one partition|<a> the whole table, filtered", "b WHERE v = 'x' ALLOW", "No query reads b. It would answer line queries.cql:1."},
		{"SELECT * FROM b WHERE k = 1 AND c = 2", "a one partition|<b> refused", "a WHERE k", "No query reads a. It would answer line queries.cql:1."},
		{"SELECT k FROM d WHERE v = ?", "<d> refused", "", "No SELECT here is served well by a, b, d and e; writes are not counted."},
		{"SELECT v FROM a", "<a> the whole table|b the whole table", "b;", "No SELECT here is served well by a, b, d and e; writes are not counted."},
		{"SELECT v FROM lab.a WHERE k IN (1, 2)", "<lab.a> several partitions", "", "No SELECT here is served well by b, d and e; writes are not counted."},
		{"SELECT v FROM b WHERE v = 'x' AND k > 1 AND c = 2", "<b> refused · W-06|Refused by a.|read a table that|make a storage-attached index|filter anyway|leave out the relation after", "", "No SELECT"},
		{"SELECT nothing FROM a", "<a> refused", "", "No SELECT here is served well by a, b, d and e; writes are not counted."},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = queries\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", schema+test.query+";\n")
		html := view.HTML(r.Run().View)
		_, list, _ := strings.Cut(html, `<ul class="offers">`)
		list, _, _ = strings.Cut(list, "</ul>")
		list = strings.NewReplacer("<b>", "&lt;", "</b>", "&gt;").Replace(list)
		var got []string
		for _, li := range strings.Split(list, "<li")[1:] {
			got = append(got, strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString("<li"+li, "")), " ")))
		}
		for i, want := range strings.Split(test.served, "|") {
			if want != "filter" && (i >= len(got) || !strings.HasPrefix(got[i], want)) {
				t.Errorf("%s: served by %q, want %s", test.query, got, test.served)
			}
		}
		if !strings.Contains(html, test.idle) {
			t.Errorf("%s: %q is not said", test.query, test.idle)
		}
		from := ""
		if with := regexp.MustCompile(`data-do="from" data-with="([^"]*)"`).FindStringSubmatch(list); with != nil {
			if e := r.Do("from", with[1]); e.Put != nil {
				_, from, _ = strings.Cut(e.Put.Text, " FROM ")
			}
		}
		if !strings.HasPrefix(from, test.from) || (from == "") != (test.from == "") {
			t.Errorf("%s: the button reads %q, want %q", test.query, from, test.from)
		}
		r.Close()
	}
}

// A table that a query needs is written behind the tables of the schema's file, with the
// keyspace where another one is in use there.
func TestWorkbenchWritesTablesIntoTheSchema(t *testing.T) {
	const keyspace = "CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
	for _, test := range []struct{ schema, queries, want string }{
		{"CREATE TABLE t (k int PRIMARY KEY, v text);\nCREATE TABLE u (k int PRIMARY KEY) ;\n", "SELECT k FROM t WHERE v = ?;\n",
			"CREATE TABLE t (k int PRIMARY KEY, v text);\nCREATE TABLE u (k int PRIMARY KEY) ;\n\nCREATE TABLE t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: queries.cql\nSELECT k FROM t_by_v WHERE v = ?;\n"},
		{keyspace + "CREATE TABLE s.t (k int PRIMARY KEY, v text);\n", "USE s;\nSELECT k FROM t WHERE v = ?;\n",
			"\n\nCREATE TABLE s.t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: queries.cql\nUSE s;\nSELECT k FROM t_by_v WHERE v = ?;\n"},
		{"CREATE TABLE t (k int PRIMARY KEY, v text, w text);\nCREATE TABLE u (k int PRIMARY KEY);\n", "SELECT k FROM t WHERE v = ? AND w = ?;\n",
			"CREATE TABLE u (k int PRIMARY KEY);\n\nCREATE INDEX ON lab.t (v) USING 'sai';\nCREATE INDEX ON lab.t (w) USING 'sai';\n-- file: queries.cql\nSELECT k FROM t WHERE v = ? AND w = ?;\n"},
		// Behind all of a schema, with what it needs, and with the comment of its last line; where migrations follow, at the end of the last.
		{"CREATE TABLE t (k int PRIMARY KEY, v text);\nCREATE TABLE u (k int PRIMARY KEY);\nALTER TABLE u ADD w int; -- a note\n", "SELECT k FROM t WHERE v = ?;\n",
			"ALTER TABLE u ADD w int; -- a note\n\nCREATE TABLE t_by_v ("},
		{"CREATE TABLE t (k int PRIMARY KEY, v text);\nCREATE TABLE u (k int PRIMARY KEY)\n", "SELECT k FROM t WHERE v = ?;\n",
			"CREATE TABLE u (k int PRIMARY KEY);\n\nCREATE TABLE t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: queries.cql\n"},
		{"CREATE TABLE t (k int PRIMARY KEY);\n-- file: m.cql\nALTER TABLE t ADD v text;\n-- file: late.cql\nCREATE TABLE u (k int PRIMARY KEY);\n", "SELECT k FROM t WHERE v = ?;\n",
			"CREATE TABLE u (k int PRIMARY KEY);\n\nCREATE TABLE t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: queries.cql\n"},
		// What has run already runs no more: where migrations have numbers, the next one has a file of its own.
		{"CREATE TABLE x (k int PRIMARY KEY);\n-- file: V1__t.cql\nCREATE TABLE t (k int PRIMARY KEY, v text);\n-- file: V2__u.cql\nCREATE TABLE u (k int PRIMARY KEY);\n", "SELECT k FROM t WHERE v = ?;\n",
			"CREATE TABLE u (k int PRIMARY KEY);\n-- file: V3__t_by_v.cql\nCREATE TABLE t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: queries.cql\n"},
		{"CREATE TABLE x (k int PRIMARY KEY);\n-- file: m/008_t.cql\nCREATE TABLE t (k int PRIMARY KEY, v text);\n-- file: m/009_2fa.cql\nINSERT INTO t (k) VALUES (1);\n", "SELECT k FROM t WHERE v = ?;\n",
			"VALUES (1);\n-- file: m/010_t_by_v.cql\nCREATE TABLE t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: queries.cql\n"},
		{keyspace + "-- file: 1.up.cql\nUSE s; CREATE TABLE t (k int PRIMARY KEY, v text, w text);\n-- file: 2.up.cql\nUSE system; ALTER TABLE s.t ADD x int;\n", "USE s; SELECT k FROM t WHERE v = ? AND w = ?;\n",
			"ADD x int;\n-- file: 3.up.cql\nCREATE INDEX ON s.t (v) USING 'sai';\nCREATE INDEX ON s.t (w) USING 'sai';\n-- file: queries.cql\n"},
		{"CREATE TABLE t (k int PRIMARY KEY, v text);\n-- file: other.cql\nCREATE TABLE u (k int PRIMARY KEY);\n", "SELECT k FROM t WHERE v = ?;\n",
			"CREATE TABLE t (k int PRIMARY KEY, v text);\n\nCREATE TABLE t_by_v (v text, k int, PRIMARY KEY (v, k));\n-- file: other.cql\n"},
		{keyspace + "CREATE TABLE s.t (k int PRIMARY KEY, v text);\n-- file: m.cql\nALTER TABLE s.t ADD w text;\nCREATE TABLE r.x (k int PRIMARY KEY);\n", "SELECT k FROM s.t WHERE v = ?;\n",
			"ALTER TABLE s.t ADD w text;\n\nCREATE TABLE s.t_by_v (v text, k int, PRIMARY KEY (v, k));\nCREATE TABLE r.x"},
		{"", "CREATE TABLE t (k int PRIMARY KEY, v text);\nSELECT k FROM t WHERE v = ?;\n", "-- file: queries.cql\nCREATE TABLE t (k int PRIMARY KEY, v text);\nCREATE TABLE t_by_v ("},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = queries\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", "-- file: schema.cql\n"+test.schema+"-- file: queries.cql\n"+test.queries)
		html := view.HTML(r.Run().View)
		_, list, _ := strings.Cut(html, `<ul class="offers">`)
		title := "read a table"
		if strings.Contains(test.want, "CREATE INDEX") {
			title = "make a storage"
		}
		with := regexp.MustCompile(`data-do="fix" data-with="([^"]*)">` + title).FindStringSubmatch(list)
		if with == nil {
			t.Fatalf("%s: nothing is proposed", test.queries)
		}
		if e := r.Do("fix", with[1]); e.Put == nil || !strings.Contains(e.Put.Text, test.want) {
			t.Errorf("%+v, want %s", e.Put, test.want)
		} else if r.Set("q", e.Put.Text); r.Run().Values["refused"] != map[bool]string{true: "1", false: "0"}[strings.Contains(test.schema, "r.x")] {
			t.Errorf("%s: %s", e.Put.Text, r.Run().Sentence)
		}
		r.Close()
	}
}

// A refused view becomes a table by a button: beside its verdict, beside that of a read, and beside the read among
// the queries. The table stands where the view stood, for it has its name; the read is then served.
func TestWorkbenchMakesTablesOfViews(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = queries\ncql:\n;", nil)
	text := "-- file: schema.cql\nCREATE KEYSPACE ${ks} WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3};\nCREATE TABLE ${ks}.device (id uuid PRIMARY KEY, name text);\n" +
		"CREATE MATERIALIZED VIEW ${ks}.device_by_name AS SELECT * FROM ${ks}.device WHERE name IS NOT NULL PRIMARY KEY (name, id);\n-- file: queries.cql\nSELECT id FROM ${ks}.device_by_name WHERE name = ?;\n"
	r := spec.Start()
	defer r.Close()
	r.Set("q", text)
	html := strings.ReplaceAll(view.HTML(r.Run().View), "<wbr>", "")
	if want := "with materialized_views_enabled: true, Cassandra refuses it still: Primary key columns id must be restricted"; !strings.Contains(html, want) {
		t.Errorf("nobody says %q", want)
	}
	buttons := regexp.MustCompile(`data-do="fix" data-with="([^"]*)">make a table instead of the view: device_by_name`).FindAllStringSubmatch(html, -1)
	if len(buttons) < 3 {
		t.Fatalf("%d buttons, want one beside the view, and two beside the read", len(buttons))
	}
	for _, b := range buttons {
		e := r.Do("fix", b[1])
		if want := "text);\nCREATE TABLE ${ks}.device_by_name (name text, id uuid, PRIMARY KEY (name, id));\n-- file: queries.cql\n"; e.Put == nil || !strings.Contains(e.Put.Text, want) {
			t.Fatalf("%+v, want %s", e.Put, want)
		}
		r.Set("q", e.Put.Text)
		if out := r.Run(); out.Values["refused"] != "0" || !strings.Contains(strings.ReplaceAll(view.HTML(out.View), "<wbr>", ""), `device_by_name</code></b> one partition`) {
			t.Errorf("%s: %s", e.Put.Text, out.Sentence)
		}
		r.Set("q", text)
		r.Run()
	}
}

// The next migration is named as the others are.
func TestNextMigration(t *testing.T) {
	for names, want := range map[string]string{
		"V1__t.cql V2__u.cql":                       "V3__made.cql",
		"V9__t.cql V10__u.cql":                      "V11__made.cql",
		"V10__t.cql V9__u.cql":                      "V11__made.cql",
		"V1.1__t.cql V1.9__u.cql":                   "V1.10__made.cql",
		"V1.9__t.cql V2.0__u.cql V2.1__v.cql":       "V2.2__made.cql",
		"V1_4__t.cql V2_0__u.cql":                   "V3__made.cql",
		"001_t.up.cql 002_u.up.cql":                 "003_made.up.cql",
		"099-t.cql 100-u.cql":                       "101-made.cql",
		"1.t.cql 2.u.cql":                           "3.made.cql",
		"1.cql 2.cql":                               "3.cql",
		"schema1.cql schema2.cql":                   "schema3.cql",
		"20260101120000_t.cql 20260102080000_u.cql": "20260102080001_made.cql",
		"v2/001_t.cql v2/002_2fa.cql":               "v2/003_made.cql",
		"t_1 t_2":                                   "t_3",
		"1 99999999999999999999":                    "",
	} {
		if got := nextName(strings.Fields(names), "made"); got != want {
			t.Errorf("behind %s comes %q, want %q", names, got, want)
		}
	}
}

// Two files that define the same table are compared; else the schema before the last file that
// changes it with the one after it. Files can be chosen. What leads from one to the other is
// the same in the file that is saved.
func TestWorkbenchComparesSchemas(t *testing.T) {
	const (
		t1    = "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\n"
		t2    = "CREATE TABLE t (k int, c int, v int, w text, PRIMARY KEY (k, c));\n"
		alter = "ALTER TABLE t ADD w text;\n"
		part  = "CREATE TABLE IF NOT EXISTS t (k int, c int, v int, PRIMARY KEY (k, c));\n"
		three = "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3};\n"
		rest  = "CREATE TABLE s (k int PRIMARY KEY);\nCREATE TABLE u (k int PRIMARY KEY);\n"
		ep    = "CREATE TYPE ep (a int);\n"
		four  = "CREATE TABLE w (k int PRIMARY KEY, e frozen<ep>);\nCREATE TABLE x (k int PRIMARY KEY);\nCREATE TABLE y (k int PRIMARY KEY);\n" // with t
	)
	for _, test := range []struct{ text, set, summary, file, also string }{
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, w text, PRIMARY KEY (k, c));\n", "", "One statement leads from a to b.", "ALTER TABLE t ADD w text;\n", "Sizes that change"},
		{"-- file: a\n" + t1 + "-- file: b\n" + alter + "-- file: c\nSELECT w FROM t WHERE k = 1;\n", "", "One statement leads from a to b. One query will be served well from then on.", "ALTER TABLE t ADD w text;\n", "refused · "},
		{"-- file: a\n" + t1 + "-- file: b\n" + alter + "-- file: c\nDROP TABLE t;\nCREATE TABLE u (k int PRIMARY KEY);\n-- file: d\nSELECT v FROM t WHERE k = 1;\n", "", "One statement leads from b to c. One more statement waits in a comment until nothing needs any more what is taken away. One query will be refused: see below.", "CREATE TABLE u (\n    k int PRIMARY KEY\n);\n\n-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE t;\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\n" + alter + "-- file: c\nDROP TABLE t;\n", "before=a", "No statements lead from a to c. One more statement waits", "-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE t;\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\n" + alter + "-- file: c\nDROP TABLE t;\n", "after=b", "One statement leads from a to b.", "ALTER TABLE t ADD w text;\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY ((k, c)));\n", "", "One difference cannot be made as it stands.", "-- Cannot be done: The partition key of a table cannot change", "Switch the reads to t_2"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE lab.t (k int, c int, v int, w text, PRIMARY KEY (k, c)) WITH comment = 'lab.t';\n", "", "2 statements lead from a to b.", "ALTER TABLE lab.t ADD w text;\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c)) WITH comment = 'lab.t';\n", "", "One statement leads from a to b.", "ALTER TABLE t WITH comment = 'lab.t';\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\n" + t1, "", "The schemas are the same.", "", ""},
		{"-- file: a\nCREATE TABLE t (k text, c text, v text, w int, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t (k text, c text, v text, w int, x boolean, PRIMARY KEY (k, c));\n-- file: n.size\ntable = t\nrows = 1\nlen.v = 2000000\n-- file: c\nSELECT k FROM t WHERE v = 'a';\nSELECT x FROM t WHERE v = 'a' AND x = true;\n", "", "One statement leads from a to b.", "ALTER TABLE t ADD x boolean;\n", "2,000,029"},
		{"-- file: a\nCREATE TABLE IF NOT EXISTS u (k int PRIMARY KEY);\n" + t1 + "-- file: b\nCREATE TABLE IF NOT EXISTS u (k int PRIMARY KEY);\nCREATE TABLE IF NOT EXISTS t (k int, c int, v int, PRIMARY KEY ((k, c)));\n", "", "One difference cannot be made as it stands.", "-- Cannot be done: The partition key of a table cannot change", "Switch the reads to t_2"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE IF NOT EXISTS lab.t (k int, c int, v int, PRIMARY KEY (k, c));\n" + alter, "", "One statement leads from a to b.", "ALTER TABLE lab.t ADD w text;\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\n" + t1 + "CREATE TABLE u (k int);\nCREATE u;\nSELECT nothing FROM t;\n", "", "The schemas are the same. 2 statements of these files are refused, b:2 and b:3: what that would make is missing here.", "", ""},
		{"-- file: a\n" + t1 + "CREATE INDEX i ON t (v);\nCREATE TABLE u (k int PRIMARY KEY, v int);\nCREATE INDEX j ON u (v);\n-- file: b\n" + t1, "reading=schema", "One statement leads from a to b. One more statement waits in a comment until nothing needs any more what is taken away.", "DROP INDEX i;\n\n-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE u;\n", ""},
		{"-- file: a\nCREATE TYPE y (a int);\n" + part + "CREATE INDEX i ON t (v);\n" + rest + "-- file: b\nCREATE TYPE z (a int);\nCREATE TABLE t (k int, c int, v int, w y, x frozen<z>, PRIMARY KEY (k, c));\n", "", "3 statements lead from a to b.", "CREATE TYPE z (\n    a int\n);\n\nALTER TABLE t ADD w y;\n\nALTER TABLE t ADD x frozen<z>;\n", "b defines one table of the other file, which has 3 tables, so it is no whole schema"},
		{"-- file: a\n" + part + rest + "-- file: b\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY ((k, c)));\n", "", "One difference cannot be made as it stands.", "-- Cannot be done: The partition key of a table cannot change", "b defines one table of the other file, which has 3 tables"},
		{"-- file: a\n" + t2 + "-- file: b\n" + t1 + "CREATE TABLE x (k int PRIMARY KEY);\nCREATE TABLE y (k int PRIMARY KEY);\n", "before=a", "2 statements lead from a to b. One more statement waits in a comment until nothing needs any more what is taken away.", "CREATE TABLE x (\n", "compared as a schema of its own"},
		{"-- file: a\nCREATE TABLE t (k int, c int, v int, w frozen<y>, PRIMARY KEY (k, c));\n-- file: b\nCREATE TYPE y (a int);\n" + part + rest, "before=a", "No statements lead from a to b. One more statement waits in a comment until nothing needs any more what is taken away.", "-- This takes away all its values", "a defines one table of the other file, which has 3 tables"},
		{"-- file: a\n" + t1 + rest + "-- file: b\n" + t2 + "CREATE TABLE u (k int PRIMARY KEY);\n", "", "One statement leads from a to b. One more statement waits in a comment until nothing needs any more what is taken away.", "ALTER TABLE t ADD w text;\n\n-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE s;\n", "compared as a schema of its own"},
		{"-- file: t_after.cql\n" + t2 + "-- file: t.cql\n" + t1, "", "from t.cql to t_after.cql.", "ALTER TABLE t ADD w text;\n", "t.cql, chosen by what they define"},
		{"-- file: new.cql\n" + t2 + "-- file: old.cql\n" + t1, "", "from old.cql to new.cql.", "ALTER TABLE t ADD w text;\n", ""},
		{"-- file: v10.cql\n" + t2 + "-- file: v9.cql\n" + t1, "", "from v9.cql to v10.cql.", "ALTER TABLE t ADD w text;\n", ""},
		{"-- file: v9.cql\n" + t1 + "-- file: v10.cql\n" + t2, "before=v10.cql", "from v10.cql to v9.cql.", "-- This takes away all its values", ""},
		{"-- file: b.cql\n" + t1 + "-- file: a.cql\n" + t2, "", "from b.cql to a.cql.", "ALTER TABLE t ADD w text;\n", "Exchange"},
		{"-- file: a\n" + t1 + "-- file: b\nSELECT v FROM t WHERE k = 1;\n", "", "Only one file changes the schema.", "", ""},
		{"-- file: a\n" + t1 + "-- file: b\n" + t2, "before=b;after=b", "b is chosen on both sides. Choose another file on one of them.", "", ""},
		{"-- file: a\n" + three + "CREATE TABLE t (k int PRIMARY KEY);\n-- file: b\nCREATE TABLE t (k int PRIMARY KEY, v int);\n", "", "There is nothing to compare yet. 2 statements of these files are refused", "", ""},
		{t1, "", "Put the schema that you want into a second file", "", ""},
		{"-- file: a\nCREATE TABLE o (k int PRIMARY KEY);\n" + t1 + "CREATE INDEX i ON t (v);\nCREATE TABLE u (k int PRIMARY KEY);\n-- file: b\n" + t1 + "CREATE TABLE u (k int PRIMARY KEY);\n", "", "One statement leads from a to b. One more statement waits in a comment until nothing needs any more what is taken away.", "DROP INDEX i;\n\n-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE o;\n", ""},
		{"-- file: a\nCREATE TABLE t (k int, c int, PRIMARY KEY (k, c)) WITH default_time_to_live = 600;\n-- file: b\nCREATE TABLE t (k int, c int, PRIMARY KEY ((k, c))) WITH default_time_to_live = 600;\n", "", "", "-- Cannot be done: The partition key", "(default_time_to_live = 600): when so many seconds have passed, the new table has all but"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY ((k, c)));\n", "", "", "-- Cannot be done: The partition key", "Then copy all rows of t to t_2 with their write times and TTLs: no statement does that, a program such as DSBulk (with -timestamp true -ttl true) or Spark does."},
		{"-- file: a\nCREATE TABLE t (k int, c int, v counter, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t (k int, c int, v counter, PRIMARY KEY ((k, c)));\n", "", "", "-- Cannot be done: The partition key", "Then copy all rows of t to t_2: no statement does that, a program such as DSBulk or Spark does.\n"},
		{"-- file: a\n" + three + "CREATE TABLE k.t (k int PRIMARY KEY);\n-- file: b\nCREATE TABLE k.t (k int PRIMARY KEY, v int);\n", "", "One statement leads from a to b.", "ALTER TABLE k.t ADD v int;\n", ""},
		{"-- file: a\nCREATE TABLE k.t (k int PRIMARY KEY);\n-- file: b\n" + three + "USE k;\nCREATE TABLE t (k int PRIMARY KEY, v int);\n", "before=a", "One statement leads from a to b.", "ALTER TABLE k.t ADD v int;\n", ""},
		{"-- file: a\n" + t1 + "CREATE TABLE k.u (k int PRIMARY KEY);\n-- file: b\n" + t1 + "CREATE TABLE j.s (k int PRIMARY KEY);\n", "", "One statement leads from a to b. One more statement waits in a comment until nothing needs any more what is taken away.", "CREATE TABLE j.s (\n    k int PRIMARY KEY\n);\n\n-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE k.u;\n", ""},
		{"-- file: a\n" + three + "USE k;\n" + t1 + "-- file: b\n" + strings.ReplaceAll(three, ": 3", ": 1") + "USE k;\n" + t2, "", "2 statements lead from a to b.", "ALTER KEYSPACE k WITH replication = ", ""},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, at timestamp, PRIMARY KEY (k, at, c));\n", "", "One statement leads from a to b. One more statement waits", "-- Cannot be done: ", "A row of t may have no value for at, and no row is stored without one in each column of its primary key: decide what the copy writes there"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, \"W\" int, PRIMARY KEY ((k, v, \"W\"), c));\n", "", "", "-- Cannot be done: ", "A row of t may have no value for v, "},
		{"-- file: a\n" + t1 + "CREATE TABLE x (k int, c int, v int, w int, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t_by_v (v int, k int, c int, PRIMARY KEY (v, k, c));\n", "", "One statement leads from a to b.", "CREATE TABLE t_by_v (", "-- The new table t_by_v is empty, and all its columns are in t. Where it is to hold the same rows:\n-- Write to both tables from now on. Then copy all rows of t to t_by_v with their write times"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t_by_v (v int, k int, PRIMARY KEY (v, k));\nCREATE TABLE t_2 (v int, k int, c int, PRIMARY KEY (v, k, c));\nCREATE TABLE t_3 (k int, c int, v text, PRIMARY KEY (k, c));\n-- file: q\nUPDATE t SET v = 1 WHERE k = 1 AND c = 1 IF EXISTS;\n", "", "3 statements lead from a to b.", "CREATE TABLE t_2 (\n    v int,\n    k int,\n    c int,\n    PRIMARY KEY (v, k, c)\n);\n\n-- The new table t_2 is empty, and all its columns are in t. ", "-- Then switch the reads to it that it is made for.\n\nCREATE TABLE t_3 (\n    k int,\n    c int,\n    v text,\n    PRIMARY KEY (k, c)\n);\n\nCREATE TABLE t_by_v ("},
		// A column that is dropped and added with another type is led there in the same way, with what is in its way.
		{"-- file: a\nCREATE TABLE t (k int PRIMARY KEY, v text, w text);\nCREATE INDEX i ON t (v);\n-- file: b\nDROP INDEX i;\nALTER TABLE t DROP v;\nALTER TABLE t ADD v blob;\nCREATE INDEX i ON t (v);\nALTER TABLE t DROP w;\n", "",
			"4 statements lead from a to b. One more statement waits", "DROP INDEX i;\n\n-- This takes away all its values: the column that gets its name is empty.\nALTER TABLE t DROP v;\n\nALTER TABLE t ADD v blob;\n\nCREATE INDEX i ON t (v);\n\n-- This takes away all its values; a column can have its name again only if it is regular and has the type text or blob. When nothing needs them any more:\n-- ALTER TABLE t DROP w;\n", ""},
		{"-- file: a\nCREATE TABLE t (k int PRIMARY KEY, v text);\n-- file: b\nCREATE TABLE t (k int PRIMARY KEY, v blob);\n", "", "One difference cannot be made as it stands.", "-- Cannot be done: Altering column types", ""},
		// Between whole schemas the values go to a column beside it, or where an index or a view needs it, the rows to another table.
		{"-- file: a\nCREATE TABLE t (k int, c int, v int, v_2 int, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t (k int, c int, v text, v_2 int, PRIMARY KEY (k, c));\n", "",
			"One statement leads from a to b. One more statement waits", "-- Cannot be done: Altering column types is no longer supported: v of t is int and would be text.\n-- ALTER TABLE t ALTER v TYPE text;\n\nALTER TABLE t ADD v_3 text;\n\n-- Write v and v_3 from now on. Then copy the values: ",
			"-- SELECT k, c, v, WRITETIME(v), TTL(v) FROM t;\n-- brings back, and\n-- UPDATE t USING TIMESTAMP ? AND TTL ? SET v_3 = ? WHERE k = ? AND c = ?;\n"},
		{"-- file: a\nCREATE TABLE t (k int, c int, s int static, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t (k int, c int, s text static, PRIMARY KEY (k, c));\n", "",
			"One statement leads from a to b. One more statement waits", "-- Cannot be done: Altering", "ALTER TABLE t ADD s_2 text static;\n\n-- Write s and s_2 from now on. Then copy the values: no statement converts int to text, a program does, with what\n-- SELECT DISTINCT k, s, WRITETIME(s), TTL(s) FROM t;\n-- brings back, and\n-- UPDATE t USING TIMESTAMP ? AND TTL ? SET s_2 = ? WHERE k = ?;\n"},
		{"-- file: a\nCREATE TABLE t (k int PRIMARY KEY, v list<int>);\n-- file: b\nCREATE TABLE t (k int PRIMARY KEY, v set<int>);\n", "", "", "-- Cannot be done: Altering", "-- SELECT k, v FROM t;\n-- brings back, and\n-- UPDATE t SET v_2 = ? WHERE k = ?;\n"},
		{"-- file: a\nCREATE TABLE t (k int PRIMARY KEY, v int);\nCREATE INDEX i ON t (v);\n-- file: b\nCREATE TABLE t (k int PRIMARY KEY, v text);\nCREATE INDEX i ON t (v);\n", "", "",
			"-- Cannot be done: Altering column types is no longer supported: v of t is int and would be text.\n\nCREATE TABLE t_2 (", "CREATE INDEX i_2 ON t_2 (v);\n"},
		{"-- file: a\nCREATE TABLE t (k int PRIMARY KEY, w list<text>);\n-- file: b\nALTER TABLE t DROP w;\n", "", "", "-- This takes away all its values; a column can have its name again only if it is regular and its type can read the same bytes, such as list<text>.", ""},
		{"-- file: a\nCREATE TABLE t (k int PRIMARY KEY, v counter, w counter);\n-- file: b\nALTER TABLE t DROP w;\n", "", "", "-- This takes away all its values; no column can have its name again.", ""},
		// Where the rows are copied, the types that change are named, and what is lost.
		{"-- file: a\nCREATE TABLE t (k int, c int, v bigint, w text, \"X\" int, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t (k int, c text, v double, PRIMARY KEY (k, c));\n", "", "One difference cannot be made as it stands.",
			"-- Cannot be done: ", "Of another type in t_2, so that the copy and each write to both convert the values: c (int before, text in the new table), v (bigint before, double in the new table)."},
		{"-- file: a\nCREATE TABLE t (k int, c int, v bigint, w text, \"X\" int, PRIMARY KEY (k, c));\n-- file: b\nCREATE TABLE t (k int, c text, v double, PRIMARY KEY (k, c));\n", "", "One difference cannot be made as it stands.",
			"-- Cannot be done: ", "Not in t_2, so that all values go with DROP TABLE: "},
		// What changes what it does not make is a migration; what makes few of the tables, is no whole schema; and either may be read as the other.
		{"-- file: a\n" + t1 + rest + "-- file: b\n" + t2 + "CREATE TABLE u (k int PRIMARY KEY);\nALTER TABLE s ADD x int;\n", "", "2 statements lead from a to b.", "ALTER TABLE s ADD x int;\n\nALTER TABLE t ADD w text;\n", "only what it defines or changes is compared"},
		{"-- file: a\n" + t1 + rest + "-- file: b\n" + t2 + "CREATE TABLE u (k int PRIMARY KEY);\nCREATE INDEX ON s (k);\n", "reading=schema", "One statement leads from a to b. One more statement waits", "ALTER TABLE t ADD w text;\n", "Read b as a migration"},
		{"-- file: a\n" + t1 + rest + "-- file: b\nCREATE TABLE IF NOT EXISTS u (k int PRIMARY KEY, v int);\nALTER TABLE s ADD x int;\n", "", "One statement leads from a to b.", "ALTER TABLE s ADD x int;\n", "b is read as a migration, which runs on top of what is there."},
		{"-- file: a\n" + t1 + "CREATE TABLE s (k int PRIMARY KEY);\n-- file: b\n" + t2, "", "One statement leads from a to b.", "ALTER TABLE t ADD w text;\n", "Read b as a whole schema"},
		{"-- file: a\n" + t1 + "CREATE TABLE s (k int PRIMARY KEY);\n-- file: b\n" + t2, "reading=schema", "One statement leads from a to b. One more statement waits", "ALTER TABLE t ADD w text;\n\n-- This takes away all its rows. When nothing needs them any more:\n-- DROP TABLE s;\n", "Read b as a migration"},
		{"-- file: a\n" + t1 + rest + "-- file: b\n" + t2 + "CREATE TABLE u (k int PRIMARY KEY);\n", "reading=migration", "One statement leads from a to b.<", "ALTER TABLE t ADD w text;\n", "Read b as a whole schema"},
		{"-- file: a\n" + t1 + "-- file: b\nDROP TABLE t;\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY ((k, c)));\n", "", "One difference cannot be made as it stands.<", "-- Cannot be done: The partition key", "b is read as a migration"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE u (k int PRIMARY KEY);\n", "", "One statement leads from a to b.<", "CREATE TABLE u (", "b is read as a migration"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE u (k int PRIMARY KEY);\n", "reading=schema", "One statement leads from a to b. One more statement waits", "CREATE TABLE u (", "Read b as a migration"},
		{"-- file: a\n" + ep + t1 + four + "-- file: b\nCREATE TYPE ep (a int, b text);\n", "", "One statement leads from a to b.", "ALTER TYPE ep ADD b text;\n", "b defines one type of the other file, which has 4 tables, so it is no whole schema"},
		{"-- file: a\n" + ep + t1 + four + "-- file: b\nCREATE TYPE ep (a int, b text);\n" + t2, "", "2 statements lead from a to b.", "ALTER TYPE ep ADD b text;\n\nALTER TABLE t ADD w text;\n", "b defines one table and one type of the other file, which has 4 tables, so"},
		{"-- file: a\n" + ep + t1 + four + "-- file: b\nCREATE TYPE IF NOT EXISTS ep (a int, b text);\n", "", "One statement leads from a to b.", "ALTER TYPE ep ADD b text;\n", ""},
		{"-- file: a\n" + ep + t1 + four + "-- file: b\n" + ep, "", "The schemas are the same.", "", ""},
		{"-- file: a\n" + ep + "-- file: b\nCREATE TYPE ep (a int, b text);\n", "", "One statement leads from a to b.", "ALTER TYPE ep ADD b text;\n", "compared as a schema of its own"},
		{"-- file: a\n" + ep + t1 + four + "CREATE TABLE u (k int);\n-- file: b\nCREATE TYPE ep (a int, b text);\n", "", "One statement of these files is refused, a:6: what", "ALTER TYPE ep ADD b text;\n", ""},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY ((k, c)));\n-- file: q\nUPDATE t SET v = 2 WHERE k = 1 AND c = 1 IF v = 1;\n", "", "", "-- Cannot be done: ", "Writes with IF cannot do that: the server answers"},
		{"-- file: a\n" + t1 + "-- file: b\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY ((k, c)));\n-- file: q\nBEGIN BATCH INSERT INTO lab.t (k, c) VALUES (1, 2) IF NOT EXISTS; APPLY BATCH;\n", "", "", "-- Cannot be done: ", "So lab.t alone decides"},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", test.text)
		for _, set := range strings.Split(test.set, ";") {
			key, value, ok := strings.Cut(set, "=")
			if !ok {
				continue
			}
			r.Set(key, value)
		}
		html := view.HTML(r.Run().View)
		_, html, _ = strings.Cut(html, `class="tab tab-diff"`)
		html, _, _ = strings.Cut(html, `class="tab tab-report"`)
		if strings.Contains(test.text, "x = true") && strings.Contains(html, "served in another way") {
			t.Errorf("%s: a query that is refused before and after is said to be served in another way", test.text)
		}
		if !strings.Contains(html, test.summary) || !strings.Contains(html, test.also) {
			t.Errorf("%s %s: %q or %q is not said: %s", test.text, test.set, test.summary, test.also, html)
		}
		saved := ""
		if e := r.Do("migration", ""); e.Save != nil {
			saved = e.Save.Text
		}
		if !strings.HasPrefix(saved, test.file) || (saved == "") != (test.file == "") {
			t.Errorf("%s %s: the file is %s, want %s", test.text, test.set, saved, test.file)
		}
		if d := r.worker.(*benchWork).diff; d != nil {
			before, after := d.before, d.after
			if e := r.Do("reading", asSchema+" "+d.later); e.Put == nil || !strings.Contains(e.Put.Text, "-- file: "+d.later+"\n-- lab:reading schema\n") {
				t.Errorf("%s %s: the button puts %+v", test.text, test.set, e.Put)
			}
			r.Do("exchange", "")
			r.Run()
			if d = r.worker.(*benchWork).diff; d == nil || d.before != after || d.after != before {
				t.Errorf("%s %s: exchanged, %s and %s come to %+v", test.text, test.set, before, after, d)
			}
		}
		r.Close()
	}
}

// What a numbered file adds to the files before it, is no schema by itself, also where all that it has
// makes a table: before it stands for all up to it. Which files are compared changes no verdict, and how
// a file is read goes, comes back and moves with it.
func TestWorkbenchComparesChains(t *testing.T) {
	const (
		begin = "-- file: k.cql\nCREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
		v1    = "-- file: v/1.0/schema.cql\nUSE k;\nCREATE TABLE s (k int PRIMARY KEY);\nCREATE TABLE t (k int PRIMARY KEY);\nCREATE TABLE o (k int PRIMARY KEY);\n"
		v2    = "-- file: v/1.1/t.cql\nALTER TABLE t ADD v int;\n"
		v3    = "-- file: v/1.2/u.cql\nCREATE TABLE u (k int PRIMARY KEY);\n"
		v4    = "-- file: v/1.10/w.cql\nCREATE TABLE w (k int PRIMARY KEY);\n"
		whole = "CREATE TABLE s (k int PRIMARY KEY);\nCREATE TABLE t (k int PRIMARY KEY, v int);\nCREATE TABLE u (k int PRIMARY KEY);\nCREATE TABLE w (k int PRIMARY KEY);\n"
		last  = "-- file: schema.cql\nUSE k;\n" + whole
	)
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff\ncql:\n;", nil)
	for text, head := range map[string]string{
		begin + v1 + v2 + v3 + v4 + last:                            "0",
		begin + v1 + v2 + v3 + v4 + "-- file: schema.cql\n" + whole: "0", // in the keyspace of the others
		begin + last + v1 + v2 + v3 + v4:                            "",
	} {
		for _, test := range []struct{ before, after, says string }{
			{"", "", " from v/1.0/schema.cql to schema.cql."},
			{"v/1.0/schema.cql", "schema.cql", "3 statements lead from v/1.0/schema.cql to schema.cql. One more statement waits"},
			{"v/1.1/t.cql", "schema.cql", "2 statements lead from v/1.1/t.cql to schema.cql. One more statement waits"},
			{"v/1.2/u.cql", "schema.cql", "One statement leads from v/1.2/u.cql to schema.cql. One more statement waits"},
			{"v/1.10/w.cql", "schema.cql", "No statements lead from v/1.10/w.cql to schema.cql. One more statement waits"},
			{"schema.cql", "v/1.10/w.cql", "One statement leads from schema.cql to v/1.10/w.cql."},
			{"schema.cql", "v/1.0/schema.cql", "One statement leads from schema.cql to v/1.0/schema.cql. 3 more statements wait in comments"},
			{"v/1.0/schema.cql", "v/1.10/w.cql", "3 statements lead from v/1.0/schema.cql to v/1.10/w.cql."},
			{"v/1.2/u.cql", "v/1.10/w.cql", "One statement leads from v/1.2/u.cql to v/1.10/w.cql."},
		} {
			if test.before == "" && head == "" { // the order says nothing of time
				continue
			}
			r := spec.Start()
			r.Set("q", text)
			r.Set("before", test.before)
			r.Set("after", test.after)
			out := r.Run()
			d := r.worker.(*benchWork).diff
			if said := d.summary(); !strings.Contains(said, test.says) || strings.Contains(said, "refused") {
				t.Errorf("%.20q, %s to %s: %s", text, test.before, test.after, said)
			}
			if refused := out.Values["refused"]; head == "" {
				head = refused
			} else if refused != head {
				t.Errorf("%.20q, %s to %s: %s are refused, and %s at first", text, test.before, test.after, refused, head)
			}
			r.Close()
		}
	}
	r := spec.Start()
	defer r.Close()
	press := func(label string) {
		t.Helper()
		n := r.Run().View.Find(func(n *view.Node) bool { return n.Tag == "button" && n.PlainText() == label })
		if n == nil {
			t.Fatalf("no button says %s", label)
		}
		do, _ := n.Attr("data-do")
		with, _ := n.Attr("data-with")
		r.Set("q", r.Do(do, with).Put.Text)
	}
	says := func(words string) {
		t.Helper()
		r.Run()
		if w := r.worker.(*benchWork); !strings.Contains(w.diff.summary(), words) {
			t.Errorf("%s is not said: %s", words, w.diff.summary())
		}
	}
	alone := func(want ...string) {
		t.Helper()
		r.Run()
		if w := r.worker.(*benchWork); !slices.Equal(w.alone, want) {
			t.Errorf("%q are judged by themselves, want %q", w.alone, want)
		}
	}
	// Before has the other reading, too.
	r.Set("q", begin+v1+v2+v3+v4+last)
	r.Set("before", "v/1.10/w.cql")
	r.Set("after", "schema.cql")
	if !strings.Contains(r.Run().View.PlainText(), "v/1.10/w.cql is read as a migration: what all files from k.cql up to it make is compared. schema.cql is compared as a schema of its own. ") {
		t.Error("what is compared is not said")
	}
	press("Read v/1.10/w.cql as a whole schema")
	says("3 statements lead from v/1.10/w.cql to schema.cql.")
	press("Read v/1.10/w.cql as a migration")
	says("No statements lead from v/1.10/w.cql to schema.cql. One more statement waits")
	// What was said of a file goes with it, comes back, and stays where it is called something else, or stands elsewhere.
	r.Set("before", "")
	r.Set("after", "")
	const said = "-- lab:reading schema\n"
	again := strings.Replace(last, "schema.cql\n", "schema.cql\n"+said, 1)
	r.Set("q", begin+v1+v2+v3+v4+again)
	alone("schema.cql")
	r.Set("q", begin+v1+v2+v3+v4)
	alone()
	r.Set("q", begin+v1+v2+v3+v4+again)
	alone("schema.cql")
	r.Set("q", begin+v1+v2+v3+v4+strings.Replace(again, "schema.cql", "all.cql", 1))
	alone("all.cql")
	r.Set("q", begin+v1+v2+v3+again+v4)
	alone("schema.cql")
	// Where no file names a keyspace, one button does so, in what is judged by itself as in the others.
	r.Set("q", begin+strings.Replace(v1, "USE k;\n", "", 1)+strings.Replace(again, "USE k;\n", "", 1))
	alone("schema.cql")
	if w := r.worker.(*benchWork); len(w.alike) == 0 || w.alike[0].n != 7 || w.alike[0].fix != "use" {
		t.Errorf("USE is not offered for all that names no keyspace: %+v", w.alike)
	}
	r.Set("q", begin+"-- file: v.cql\nCREATE TABLE k.s (k int PRIMARY KEY);\nCREATE TABLE k.t (k int PRIMARY KEY);\n"+strings.Replace(again, "USE k;\n", "", 1))
	alone("schema.cql")
	if w := r.worker.(*benchWork); len(w.alike) == 0 || w.alike[0].n != 4 || w.alike[0].fix != "use" {
		t.Errorf("USE is not offered in what is judged by itself: %+v", w.alike)
	}
}

// What holds for the bytes of all tables, Upgrade says once.
func TestWorkbenchSaysReasonsOnce(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = upgrade\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\nCREATE TABLE u (k int, c int, v int, PRIMARY KEY (k, c));\nCREATE TABLE v (k int, c int, v int, PRIMARY KEY (k, c));\n")
	said := r.Run().View.PlainText()
	if sizes, reasons := strings.Count(said, "a partition of one row, of lengths that are assumed, of lab."), strings.Count(said, "Older files stay as they are"); sizes != 3 || reasons != 1 {
		t.Errorf("%d tables, with %d reasons", sizes, reasons)
	}
}

// Columns have the colours of what the statement says that makes their table, also where another
// table has its name, or none is made.
func TestWorkbenchColoursWhatIsMade(t *testing.T) {
	const text = "-- file: a\nCREATE TABLE t (k int, c int, s int static, v int, PRIMARY KEY (k, c));\nALTER TABLE t ADD w int;\n-- file: b\nCREATE TABLE t (k int, c int, s int, v int, PRIMARY KEY ((k, c), v));\nSELECT w FROM t WHERE k = 1;\n-- file: c\nCREATE TABLE u (k frozen<nothing>, PRIMARY KEY (k));\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", text)
	r.Run()
	marks := r.worker.(*benchWork).marks()
	roles, _ := marks.Attr("data-roles")
	statements, _ := marks.Attr("data-statements")
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(statements), "\n") {
		about, said := strings.Fields(line)[2], ""
		for _, role := range strings.Split(roles, "\n") {
			if of, is, _ := strings.Cut(role, " "); of == about {
				class, name, _ := strings.Cut(strings.TrimPrefix(is, "role-"), " ")
				said += " " + name + ":" + class
			}
		}
		got = append(got, said)
	}
	const made = " k:key c:clustering s:static v:value w:value"
	want := []string{made, made, " k:key c:key s:value v:clustering", made, " k:key"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whoever changes a schema sees which statements the new one refuses, in the server's words,
// and by which schema the other tabs judge them.
func TestWorkbenchSaysWhatAnotherSchemaRefuses(t *testing.T) {
	const (
		before = "-- file: a.cql\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\nCREATE TABLE s (k int PRIMARY KEY, v int);\n"
		after  = "-- file: b.cql\nCREATE TABLE t (k int, at int, c int, v int, PRIMARY KEY (k, at, c));\nCREATE TABLE s (k int PRIMARY KEY, v int);\n"
		reads  = "-- file: q.cql\nDELETE FROM t WHERE k = 1 AND c <= ?;\nINSERT INTO t (k, c, v) VALUES (1, 2, 3);\nINSERT INTO t (k, c, v) VALUES (1, 3, 3);\nINSERT INTO s (k, v) VALUES (1, 2);\nDELETE FROM t WHERE k = 1 AND at <= 5;\nSELECT v FROM t WHERE k = 1 AND c = 2;\nBEGIN BATCH UPDATE t SET v = 1 WHERE k = 1 AND c = 1; APPLY BATCH;\nSELECT v FROM s WHERE k = 1;\n"
	)
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff\ncql:\n;", nil)
	for _, text := range []string{before + after + reads, before + reads + after, after + reads + before} {
		r := spec.Start()
		r.Set("q", text)
		r.Set("before", "a.cql")
		html := view.HTML(r.Run().View)
		d := r.worker.(*benchWork).diff
		var got []string
		for _, q := range d.queries {
			got = append(got, q[0]+" "+q[1]+": "+q[2]+" -> "+q[3])
		}
		const pk = `refused · W-05: PRIMARY KEY column "c" cannot be restricted as preceding column "at" is not restricted`
		want := []string{
			"q.cql:1 DELETE FROM t WHERE k = 1 AND c <= ?: accepted -> " + pk,
			"q.cql:2 INSERT INTO t (k, c, v) VALUES (1, 2, 3) (and 1 more like it): accepted -> refused · ",
			"q.cql:6 SELECT v FROM t WHERE k = 1 AND c = 2: one partition -> " + pk,
			"q.cql:7 BEGIN BATCH UPDATE t SET v = 1 WHERE k = 1 AND c = 1; APPLY BATCH: accepted -> ",
			"q.cql:5 DELETE FROM t WHERE k = 1 AND at <= 5: refused · ",
		}
		if len(got) != len(want) {
			t.Fatalf("%q", got)
		}
		for i := range want {
			if !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("%q, want %q", got[i], want[i])
			}
		}
		if s := d.summary(); !strings.Contains(s, "4 queries will be refused: see below.") || !strings.Contains(s, "One query will be served well from then on.") {
			t.Error(s)
		}
		if !strings.Contains(html, "judge queries by what all files make one after the other: where two of them make the same table, by that of the first.") {
			t.Errorf("what judges them is not said: %s", text)
		}
		r.Close()
	}
}

// Rows of a partition are those of one key: with another one nobody knows them.
func TestWorkbenchTakesNoRowsOver(t *testing.T) {
	const before, after = "-- file: a\nCREATE TABLE t (k int, c int, g int, v text, PRIMARY KEY (k, c, g));\n", "-- file: b\nCREATE TABLE t (k int, c int, g int, v text, w int, PRIMARY KEY (%, g));\n"
	const size = "-- file: n.size\ntable = t\nrows = 80000\nwritten over = 9d\nlen.v = 7\n"
	for _, test := range []struct{ key, size, rows, given string }{
		{"(k, c)", "", "80,000 of one k; not known of one k and c: 1,000 assumed", "80000"},
		{"(k, c)", size, "80,000 of one k; not known of one k and c: 1,000 assumed", ""},
		{"(c)", size, "80,000 of one k; not known of one c: 1,000 assumed", ""},
		{"k, c", "", "80,000", "80000"},
		{"k, c", size, "80,000", ""},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", before+strings.ReplaceAll(after, "%", test.key)+test.size)
		if test.given != "" {
			r.Set("rows.lab.t", test.given)
		}
		r.Run()
		w := r.worker.(*benchWork)
		alone := w.diff.sizes
		if len(alone) != 1 || alone[0][1] != test.rows {
			t.Errorf("%s: %q, want %s", test.key, alone, test.rows)
		}
		r.Close()
		r = spec.Start() // it stands alone
		r.Set("q", strings.ReplaceAll(after, "%", test.key)+strings.Replace(test.size, "rows = 80000\nwritten over = 9d\n", "", 1))
		r.Run()
		w = r.worker.(*benchWork)
		if x := w.sizeOf(w.judged.tables[0], false); strings.Contains(test.rows, "assumed") && alone[0][5] != number.Bytes(x.Disk.Max) {
			t.Errorf("%s: a partition is %s, alone %s", test.key, alone[0][5], number.Bytes(x.Disk.Max))
		}
		r.Close()
	}
}

// What is more than a page works out is not called something that cannot be done, and never the same.
func TestWorkbenchSaysThatMoreMayDiffer(t *testing.T) {
	text := func(field string) string {
		text := "CREATE TABLE t (k int PRIMARY KEY);\nCREATE TYPE t0 (a int" + field + ");\n"
		for i := 1; i < 60; i++ {
			text += "CREATE TYPE t" + strconv.Itoa(i) + " (a frozen<t" + strconv.Itoa(i-1) + ">" + field + ");\n"
		}
		return text
	}
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "-- file: a\n"+text("")+"-- file: b\n"+text(", z int"))
	r.Run()
	w := r.worker.(*benchWork)
	for most, want := range map[int]string{
		mostUnits: "60 statements lead from a to b.",
		150:       "are more than a page works out: there may be more to do.", // a table, and a small type
		10:        "No statements lead from a to b. 122 statements are more",
	} {
		w.diff = nil
		w.compare(&work.Meter{Most: most})
		if said, script := w.diff.summary(), migration.Script(w.diff.steps); !strings.Contains(said, want) || strings.Contains(script, "Cannot be done") || (most == 150) != strings.Contains(script, "-- Not judged: ") {
			t.Errorf("%d units: %s\n%.300s", most, said, script)
		}
	}
}

// The schema that another one is compared with is judged by itself: that its tables are there
// already is nobody's mistake. What is wrong in it is said where it stands.
func TestWorkbenchJudgesAfterByItself(t *testing.T) {
	const table = "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\nCREATE INDEX i ON t (v);\nCREATE TABLE s (k int PRIMARY KEY);\n"
	const once = "-- file: a\nCREATE TABLE t (k int PRIMARY KEY);\n-- file: b\nCREATE TABLE t (k int PRIMARY KEY);\n"
	for _, test := range []struct{ text, after, refused, says, at string }{
		{once, "", "1", "refuses one of 2 statements.", "b:1"},  // it may be a mistake
		{once, "b", "1", "refuses one of 2 statements.", "b:1"}, // to look at what is different judges nothing
		{strings.Replace(once, "file: b\n", "file: b\n-- lab:reading schema\n", 1), "", "0", "accepts both statements. b is judged by itself", ""},
		{"-- file: a\n" + table + "-- file: b\n" + table + "SELECT v FROM t WHERE k = 1;\n-- file: c\nSELECT v FROM t WHERE k = 2;\n", "", "0", "accepts all 8 statements. b is judged by itself", ""},
		{"-- file: a\n" + table + "-- file: b\n-- é\n" + table + "CREATE TABLE u (k int);\n-- file: c\nSELECT v FROM t WHERE k = 2;\n", "", "1", "refuses one of 8 statements. b is judged by itself", "b:5"},
		{"-- file: x.cql\n" + table + "-- file: old.cql\n" + table, "", "0", "accepts all 6 statements. old.cql is judged by itself, as a schema of its own", ""},
		{"-- file: a\n" + table + "-- file: b\nALTER TABLE t ADD v int;\n", "", "1", "refuses one of 4 statements.", "b:1"},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", test.text)
		if test.after != "" {
			r.Set("after", test.after)
		}
		out := r.Run()
		at := ""
		if d := r.worker.(*benchWork).judged.refusal(); d != nil {
			at = placeOf(r.worker.(*benchWork).judged.src, d.Start)
		}
		if out.Values["refused"] != test.refused || !strings.Contains(out.Sentence, test.says) || at != test.at {
			t.Errorf("%s: %q at %q, want %s", test.text, out.Sentence, at, test.says)
		}
		r.Close()
	}
}

// What makes a table again may be a mistake or another version of the schema: the page says so at
// the refusal, and one button judges it as a version, as it does by itself with several tables.
func TestWorkbenchOffersAVersion(t *testing.T) {
	const one = "CREATE TABLE t (k int PRIMARY KEY);\n"
	const four = one + "CREATE TABLE u (k int PRIMARY KEY);\nCREATE TABLE v (k int PRIMARY KEY);\nCREATE TABLE w (k int PRIMARY KEY);\n"
	for _, test := range []struct{ text, says string }{
		{"-- file: a\n" + one + "-- file: b\n" + one, "b makes one table of a again, or is another version of the schema: judge b by itself"},
		{"-- file: a\n" + four + "-- file: b\n" + one + "CREATE TABLE x (k int PRIMARY KEY);\n", "b makes one table of a again, or is another version of the schema: judge b by itself"},
		{"-- file: a\nCREATE TYPE y (a int);\n-- file: b\nCREATE TYPE y (a int);\n", "b makes one type of a again, or is another version of the schema: judge b by itself"},
		{"-- file: b_old\n" + one + "-- file: a_old\n" + one, "a_old makes one table of b_old again, or is another version of the schema: judge a_old by itself"},
		{"-- file: a\n" + four + "-- file: b\n" + four, ""},
		{"-- file: a\n" + one + "-- file: b\nALTER TABLE t ADD v int;\n", ""},
		{"-- file: a\n" + one + one, ""},
		{"-- file: a\n" + one + "-- file: b\nDROP TABLE t;\n" + one, ""},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", test.text)
		offer := func() string {
			n := r.Run().View.Find(func(n *view.Node) bool { do, _ := n.Attr("data-do"); return do == "alone" })
			if n == nil {
				return ""
			}
			html := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(view.HTML(r.Run().View), "")), " ")
			from := strings.LastIndex(html, strings.Fields(test.says + " -")[0]+" makes")
			if from < 0 {
				return html
			}
			return html[from:min(from+len(test.says), len(html))]
		}
		if got := offer(); got != test.says {
			t.Errorf("%q: %.300q, want %q", test.text, got, test.says)
		}
		if test.says != "" {
			r.Set("q", r.Do("alone", "").Put.Text)
			if out := r.Run(); out.Values["refused"] != "0" || !strings.Contains(out.Sentence, "is judged by itself, as a schema of its own") || offer() != "" {
				t.Errorf("%q: %s", test.text, out.Sentence)
			}
		}
		r.Close()
	}
}

// The tab about nodes takes replicas from the keyspaces, nodes from Settings, and partitions and
// disks from its fields; what is wrong in one of them is said there.
func TestWorkbenchSizesTheCluster(t *testing.T) {
	const text = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 2};\nCREATE TABLE s.t (k int PRIMARY KEY, v bigint);\nCREATE TABLE s.u (k int PRIMARY KEY);\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = cluster\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	for key, value := range map[string]string{"q": text, "nodes": "dc1=6,dc2=3", "partitions.s.t": "60M", "disk": "10 GB"} {
		r.Set(key, value)
	}
	rows := func() (got []string) {
		html := view.HTML(r.Run().View)
		_, html, _ = strings.Cut(html, `class="tab tab-cluster"`)
		_, nodes, _ := strings.Cut(html, "<caption class=\"visually-hidden\">Nodes</caption>")
		nodes, _, _ = strings.Cut(nodes, "</table>")
		for _, tr := range strings.Split(nodes, "<tr>")[1:] {
			got = append(got, strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(tr, "<wbr>", ""), " ")), " "))
		}
		return got
	}
	for _, test := range []struct{ nodes, want string }{
		{"dc1=6,dc2=3", "dc2 2 2 2 3 1.16 GB 2.33 GB 23.3 %|dc1 3 3 3 6 873 MB 1.75 GB 17.5 %"},
		{"dc1=1,dc2=1", "dc2 2 2 2 1 3.49 GB 6.99 GB 69.9 %|dc1 3 3 3 1 5.24 GB 10.5 GB 104.8 %"},
	} {
		r.Set("nodes", test.nodes)
		if got := rows(); len(got) == 0 || strings.Join(got[1:], "|") != test.want {
			t.Errorf("%q: %q, want %s", test.nodes, got, test.want)
		}
		each := regexp.MustCompile(`(\S+ [MG]B) \S+ [MG]B \S+ %`).FindAllStringSubmatch(test.want, -1)
		one := []string{"on one node", each[0][1], each[1][1]}
		if html := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(view.HTML(r.Answer().View), " ")), " "); !strings.Contains(html, strings.Join(one, " ")) {
			t.Errorf("%q: not the same on one node: %q", test.nodes, one)
		}
	}
	r.Set("nodes", "first_center=3,second=1,third=3")
	if html := view.HTML(r.Run().View); !strings.Contains(html, `title="first_center=3,second=1,third=3"`) {
		t.Error("a text that its field cuts has no title")
	}
	r.Set("nodes", "dc1=1,dc2=1")
	r.Run()
	report := r.Do("report", ".md").Save.Text
	for _, words := range []string{"on disk in all copies", "One copy of 1 table at assumed 10k partitions: ", "One copy of 1 table with numbers of yours: ", "Nodes of each data center = dc1=1,dc2=1; ", "Partitions of t = 60M"} {
		if !strings.Contains(report, words) {
			t.Errorf("the report does not say %q: %s", words, report)
		}
	}
	for _, test := range []struct{ key, value, says, rows string }{ // one number that is wrong takes nothing else away
		{"disk", "0", "disk is zero", "dc2 2 2 2 1 3.49 GB 6.99 GB 0.3 %|dc1 3 3 3 1 5.24 GB 10.5 GB 0.5 %"},
		{"disk", "plenty", "all is counted as if nobody had written it", "dc2 2 2 2 1 3.49 GB 6.99 GB 0.3 %|dc1 3 3 3 1 5.24 GB 10.5 GB 0.5 %"},
		{"partitions.s.t", "plenty", "t is left out: a number", "dc2 2 2 2 1 454 kB 907 kB &lt;0.1 %|dc1 3 3 3 1 680 kB 1.36 MB &lt;0.1 %"},
		{"partitions.s.u", "plenty", "u is left out: a number", "dc2 2 2 2 1 3.49 GB 6.99 GB 69.9 %|dc1 3 3 3 1 5.24 GB 10.5 GB 104.8 %"},
	} {
		old := r.Text(test.key)
		r.Set(test.key, test.value)
		got := rows()
		if html := view.HTML(r.Answer().View); len(got) == 0 || strings.Join(got[1:], "|") != test.rows || !strings.Contains(strings.ToLower(html), test.says) {
			t.Errorf("%s = %s: %q, want %s, and %s", test.key, test.value, got, test.rows, test.says)
		}
		r.Set(test.key, old)
	}
	if html := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(view.HTML(r.Run().View), " ")), " "); !strings.Contains(html, "dc1: The replicas need 3, the disks 2, the operations are not known.") {
		t.Errorf("what decides is not said: %s", html)
	}
}

// Operations a second are what Sizes and Cluster know of them: the rates of the tables times their
// partitions, or what is typed in all. What nobody knows is not 0.
func TestWorkbenchCountsOperations(t *testing.T) {
	const schema = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE s.t (k int, c int, PRIMARY KEY (k, c));\nCREATE TABLE s.u (k int, c int, PRIMARY KEY (k, c));\nCREATE TABLE s.d (k int, day date, c int, PRIMARY KEY ((k, day), c));\n"
	const row, reads = "operations a second on one node ", " Reads are not known, and not counted"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = cluster\ncql:\n;", nil)
	for _, test := range []struct{ set, file, cell, says string }{
		{"", "", "not known", "Writes are not known: write New rows a day in Sizes and partitions here, or Writes a second." + reads},
		{"partitions.s.t=300", "", "not known", "Writes are not known"},
		{"daily.s.t=1/s partitions.s.t=300", "", "300", "Writes are those of t: new rows in Sizes times the partitions that get rows at a time. Those of u and d are not known, and not counted." + reads},
		{"daily.s.t=300/512/s partitions.s.t=512 daily.s.u=86400 partitions.s.u=10k", "", "10,300", "Writes are those of u and t: "},
		{"", "table = s.t\nrows = 5\nwritten = 2 every 1s\npartitions = 300\n", "600", "Writes are those of t: "},
		{"", "table = s.t\nrows = 5\nwritten = over 1d\npartitions = 300\n", "not known", "Writes are not known"},
		{"", "table = s.t\nrows = 5\npartitions = 300\nwrites = 20\nreads = 30\ntable = s.u\nreads = 1.5\n", "41", "Writes of t are those that their numbers say. Those of u and d are not known, and not counted. Reads of t and u are those that their numbers say. Those of d are not known, and not counted."},
		{"writes=60", "table = s.t\nreads = 30\n", "80", "Reads of t are those"},
		{"daily.s.d=1/s partitions.s.d=300", "", "not known", "Writes of d are not known, and not counted: partitions end, and nobody says how many get rows at a time. Write that below, or in Sizes for how many days one gets rows and for how many they are kept."},
		{"daily.s.d=1/s kept.s.d=10 partitions.s.d=3000", "", "300", "Writes are those of d: "}, // one day of ten gets rows
		{"daily.s.d=1/s turn.s.d=1/144 kept.s.d=10 partitions.s.d=432000", "", "300", "Writes are those of d: "},
		{"daily.s.d=1/s turn.s.d=20 kept.s.d=10 partitions.s.d=300", "", "300", "Writes are those of d: "},
		{"", "table = s.d\nrows = 5\nttl = 10d\nwritten = 2 every 1s\npartitions = 300\n", "60", "Writes are those of d: "},
		{"daily.s.t=1/s partitions.s.t=300 writes=1200", "", "1,200", reads[1:]},
		{"writes=0", "", "0", reads[1:]},
		{"writes=1200 reads=600", "", "1,600", ""},
		{"writes=600..1200 reads=600", "", "1,600", ""},
		{"reads=600", "", "400", "Writes are not known"},
	} {
		r := spec.Start()
		text := schema
		if test.file != "" {
			text += "-- file: n.size\n" + test.file
		}
		r.Set("q", text)
		r.Set("nodes", "dc1=3")
		for _, set := range strings.Fields(test.set) {
			key, value, _ := strings.Cut(set, "=")
			r.Set(key, value)
		}
		html := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(view.HTML(r.Run().View), "<wbr>", ""), " ")), " ")
		_, got, _ := strings.Cut(html, row)
		if !strings.HasPrefix(got, test.cell+" to fill") || !strings.Contains(html, test.says) || test.says == "" && strings.Contains(html, "not known") {
			t.Errorf("%s%s: %.60s, want %s; %v", test.set, test.file, got, test.cell, strings.Contains(html, test.says))
		}
		r.Close()
	}
}

// TestWorkbenchSaysWhichPartitionCounts: a range of rows without the usual number makes each partition as large
// as the largest, and Cluster says so.
func TestWorkbenchSaysWhichPartitionCounts(t *testing.T) {
	const says = "Each partition of t counts as the largest of a range"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = cluster\ncql:\n;", nil)
	for rows, want := range map[string]bool{"12..17000": true, "1..12..17000": false, "17000": false} {
		r := spec.Start()
		r.Set("q", "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE s.t (k int, c int, v int, PRIMARY KEY (k, c));\n")
		r.Set("rows.s.t", rows)
		r.Set("partitions.s.t", "1000")
		r.Set("nodes", "dc1=3")
		if got := strings.Contains(view.HTML(r.Run().View), says); got != want {
			t.Errorf("rows %s: %q: %t, want %t", rows, says, got, want)
		}
		r.Close()
	}
}

// TestWorkbenchSaysWhatBothRefuse: where nothing changes with an upgrade, statements that both releases refuse
// are not passed over.
func TestWorkbenchSaysWhatBothRefuse(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = upgrade\ncql:\n;", nil)
	for text, want := range map[string]bool{"CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};": false, "SELECT * FROM nowhere.t; SELECT * FROM nowhere.u;": true} {
		r := spec.Start()
		r.Set("q", text)
		if got := strings.Contains(view.HTML(r.Run().View), "Both refuse 2 statements"); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
		r.Close()
	}
}

// TestWorkbenchTellsLivePartitions: of a table whose key has a column of time, disks hold all partitions that
// are kept, and writes go to one of each entity. Whoever knows one of the numbers gets the other; what nobody
// says is asked for in the words of the table.
func TestWorkbenchTellsLivePartitions(t *testing.T) {
	const schema = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE s.ts (kind text, id timeuuid, partition bigint, ts bigint, v text, PRIMARY KEY ((kind, id, partition), ts));\nCREATE TABLE s.plain (k int, c int, PRIMARY KEY (k, c));\nCREATE TABLE s.one (k int PRIMARY KEY, v int);\n"
	const last, full = "one partition of each kind and id", "daily.s.ts=1/s turn.s.ts=30 kept.s.ts=90 "
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = cluster\ncql:\n;", nil)
	run := func(set string) (html, partitions string, bytes float64) {
		r := spec.Start()
		defer r.Close()
		r.Set("q", schema)
		r.Set("nodes", "dc1=3")
		for _, one := range strings.Fields(set) {
			key, value, _ := strings.Cut(one, "=")
			r.Set(key, value)
		}
		r.Run()
		w := r.worker.(*benchWork)
		tab := view.HTML(view.El("div", w.clusterView()))
		for _, x := range w.tables {
			if x.table.Name == "ts" {
				f := x.partitions(w.in.Values)
				partitions = f.Text(w.in.Values)
			}
		}
		if w.summed != nil {
			for _, one := range w.summed.Tables {
				if one.Name == "ts" {
					bytes = one.Total
				}
			}
		}
		return strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(tab, "<wbr>", ""), " ")), " ") + tab, partitions, bytes
	}
	const row = "operations a second on one node "
	for _, test := range []struct{ set, partitions, cell, says string }{
		{"", "10k", "not known", last + ". Write how many, or Days of one partition and Days kept in Sizes"},
		{"turn.s.ts=30", "10k", "not known", last + ". Write how many, or Days kept in Sizes"},
		{"kept.s.ts=30", "10k", "not known", last + ". Write how many, or Days of one partition in Sizes"},
		{"daily.s.ts=1/s partitions.s.ts=3000", "3000", "not known", "Writes of ts are not known, and not counted: partitions end"},
		{"daily.s.ts=1/s partitions.s.ts=3000 live.s.ts=1000", "3000", "1,000", "Writes are those of ts: "},
		{"daily.s.ts=1/s partitions.s.ts=3000 live.s.ts=500*2", "3000", "1,000", last},
		{full + "partitions.s.ts=3000", "3000", "1,000", "= 1,000: " + last},
		{full + "live.s.ts=1000", "3000", "1,000", "Partitions of a table are all that are kept: disks hold them."},
		{full + "live.s.ts=1000 partitions.s.ts=5000", "5000", "1,000", ""},
		{full + "live.s.ts=1000 partitions.s.ts=500", "500", "167", "These are more than the 500 partitions of ts."},
		{full + "live.s.ts=2..3 partitions.s.ts=3000", "3000", "1,000", "This is a range: write one number"},
		{"daily.s.ts=1/s turn.s.ts=30 kept.s.ts=10 live.s.ts=1000", "1000", "1,000", ""},
		{"daily.s.plain=1/s partitions.s.plain=300", "10k", "300", ""}, // nothing in its key could end them
		{"daily.s.plain=1/s partitions.s.plain=300 live.s.plain=20", "10k", "20", ""},
	} {
		html, partitions, _ := run(test.set)
		_, cell, _ := strings.Cut(html, row)
		if partitions != test.partitions || !strings.HasPrefix(cell, test.cell+" to fill") || !strings.Contains(html, test.says) {
			t.Errorf("%s: %s partitions, %.20s, want %s; %q is said: %v", test.set, partitions, cell, test.cell, test.says, strings.Contains(html, test.says))
		}
		if strings.Contains(html, `data-input="live.s.one"`) || strings.Contains(html, `data-input="live.s.plain"`) != strings.Contains(test.set, "live.s.plain") || !strings.Contains(html, `data-input="live.s.ts"`) {
			t.Errorf("%s: the wrong tables are asked", test.set)
		}
	}
	_, _, told := run(full + "partitions.s.ts=3000")
	if _, _, worked := run(full + "live.s.ts=1000"); worked != told || worked == 0 {
		t.Errorf("disks hold %v with those that get rows, %v with all", worked, told)
	}
}

// TestWorkbenchKnowsNoNodesWithoutPartitions: how many nodes are needed is not said where the rate of the
// largest partition would count for each of assumed partitions; and where partitions are assumed, that is
// said first.
func TestWorkbenchKnowsNoNodesWithoutPartitions(t *testing.T) {
	const schema = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE s.t (k int, c int, PRIMARY KEY (k, c));\nCREATE TABLE s.u (k int, c int, PRIMARY KEY (k, c));\n"
	const assumed, unknown = "These numbers hang on an assumption: nobody says how many partitions there are", "Nodes needed: not known. Give the partitions of "
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = cluster\ncql:\n;", nil)
	for _, test := range []struct{ set, file, says string }{
		{"", "", assumed + ". Until"},
		{"rows.s.t=5000", "", assumed + ". Until"},
		{"partitions.s.t=300", "", assumed + " of u. Until"},
		{"partitions.s.t=300 partitions.s.u=10k", "", ""},
		{"daily.s.t=400/s", "", unknown + "t: "},
		{"daily.s.t=400/s partitions.s.u=300", "", unknown + "t: "},
		{"rows.s.t=400/s daily.s.u=1", "", unknown + "t and u: "},
		{"", "table = s.t\nrows = 5\ngrow = 10 * t in t\n", unknown + "t: "},
		{"", "table = s.t\nrows = 5\ngrow = 10 * t in t\npartitions = 300\n", assumed + " of u. Until"},
		{"daily.s.t=400/s partitions.s.t=10k", "", assumed + " of u. Until"},
	} {
		text := schema
		if test.file != "" {
			text += "-- file: n.size\n" + test.file
		}
		r := spec.Start()
		r.Set("q", text)
		r.Set("nodes", "dc1=3")
		for _, set := range strings.Fields(test.set) {
			key, value, _ := strings.Cut(set, "=")
			r.Set(key, value)
		}
		r.Run()
		tab := view.HTML(view.El("div", r.worker.(*benchWork).clusterView()))
		first, _, counted := strings.Cut(tab, "Nodes needed</th>")
		if report := r.Do("report", ".md").Save.Text; !strings.Contains(report, test.says) || strings.Contains(report, "Nodes needed |") != counted {
			t.Errorf("%s%s: the report says %s", test.set, test.file, report)
		}
		if asks := strings.Count(tab, "not known: write how many"); (asks > 0) != strings.HasPrefix(test.says, unknown) {
			t.Errorf("%s%s: %d fields ask how many", test.set, test.file, asks)
		}
		if !strings.Contains(first, test.says) || test.says == "" && strings.Contains(tab, "nobody says") || counted == strings.HasPrefix(test.says, unknown) {
			t.Errorf("%s%s: first is said %.300s; %v", test.set, test.file, first, counted)
		}
		r.Close()
	}
}

// Sizes say at how many rows a partition passes the limit, to the row, and where somebody says
// how many rows come each day, on which day; what fails first stands first. Another kind of
// server writes other bytes.
func TestWorkbenchSaysWhatFailsFirst(t *testing.T) {
	const text = "CREATE TABLE a (k int, c timeuuid, v text, s text static, PRIMARY KEY (k, c));\nCREATE TABLE b (k int, c int, v int, PRIMARY KEY (k, c));\nCREATE TABLE d (k int PRIMARY KEY);\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", text)
	sizes := func() map[string][]string {
		html := view.HTML(r.Run().View)
		_, html, _ = strings.Cut(html, `class="tab tab-sizes"`)
		html, _, _ = strings.Cut(html, "</table>")
		out := map[string][]string{}
		for _, tr := range strings.Split(html, "<tr>")[2:] {
			var cells []string
			for _, m := range regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`).FindAllStringSubmatch(tr, -1) {
				cells = append(cells, strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m[1], "")), " "))
			}
			out[cells[0]] = cells
			out["first"] = append(out["first"], cells[0])
		}
		return out
	}
	digits := func(s string) (n int) {
		for _, c := range s {
			if '0' <= c && c <= '9' {
				n = n*10 + int(c-'0')
			}
		}
		return n
	}
	before := sizes()
	for _, name := range []string{"a", "b"} {
		at := digits(before[name][2])
		for i, want := range []bool{true, false} {
			r.Set("rows.lab."+name, strconv.Itoa(at+i))
			w := r.worker.(*benchWork)
			r.Run()
			for _, x := range w.tables {
				if x.table.Name == name && x.Disk.Max <= 100_000_000 != want {
					t.Errorf("%s has %d B with %d rows", name, x.Disk.Max, at+i)
				}
			}
		}
		r.Set("rows.lab."+name, "1000")
	}
	if got := before["d"][2]; got != "–" {
		t.Errorf("a partition of one row fails at %s", got)
	}
	r.Set("daily.lab.b", "1000")
	after := sizes()
	day := after["b"][2][strings.LastIndex(after["b"][2], " ")+1:]
	if after["first"][0] != "b" || !strings.Contains(after["b"][2], ", on day ") || digits(day) < digits(before["b"][2])/2000 || digits(day) > digits(before["b"][2])/1000 {
		t.Errorf("%q after %q", after, before["b"])
	}
	r.Set("daily.lab.b", "many")
	if html := view.HTML(r.Run().View); !strings.Contains(html, `id="own-daily.lab.b-note"><span class="error">`) && !strings.Contains(strings.ReplaceAll(html, "\n", ""), `class="error"`) {
		t.Error("what is wrong with the rows of a day is not said")
	}
	r.Set("daily.lab.b", "")
	for _, test := range []struct{ set, order, rows string }{ // rows that are assumed put no table in front
		{"", "t u s", "1,000 assumed"},
		{"rows.lab.u", "u t s", "1,000 assumed"},
		{"daily.lab.t", "t u s", "365,000"},
		{"daily.lab.t=100/s daily.lab.u=1000/s kept.lab.u=1", "u t s", "3,153,600,000"}, // both on the first day
	} {
		one := spec.Start()
		one.Set("q", "CREATE TABLE s (k int PRIMARY KEY, v text);\nCREATE TABLE t (k int, c int, PRIMARY KEY (k, c));\nCREATE TABLE u (k int, c int, v text, PRIMARY KEY (k, c));\n")
		for _, set := range strings.Fields(test.set) {
			key, value, _ := strings.Cut(set+"=1000", "=")
			value, _, _ = strings.Cut(value, "=")
			one.Set(key, value)
		}
		large := strings.Contains(one.Run().Sentence, "by the numbers given: u and t. See Sizes.")
		if want := strings.Contains(test.set, "kept"); large != want {
			t.Errorf("%s: what is too large is said: %v", test.set, large)
		}
		w, got := one.worker.(*benchWork), ""
		for _, x := range w.tables {
			got += " " + x.table.Name
		}
		if rows := w.sizeRows(); got[1:] != test.order || rows[slices.IndexFunc(rows, func(row []string) bool { return row[0] == "t" })][3] != test.rows {
			t.Errorf("%s: %s, %q", test.set, got, rows)
		}
		one.Close()
	}
	r.Set("preset", "5.0-latest")
	if latest := sizes(); latest["d"][1] == before["d"][1] {
		t.Errorf("the same bytes for another server: %q", latest["d"])
	}
}

// A rate may be a part of a number, however its time is written.
func TestWorkbenchReadsRates(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	for _, rate := range []string{"300/512/s", "300/512 per s", "300 / 512 per second"} {
		r := spec.Start()
		r.Set("q", "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c));\n")
		r.Set("daily.lab.t", rate)
		r.Set("kept.lab.t", "30")
		if r.Run(); r.worker.(*benchWork).sizeRows()[0][3] != "1,518,750" {
			t.Errorf("%s: %q", rate, r.worker.(*benchWork).sizeRows())
		}
		r.Close()
	}
}

// Where somebody writes rows beside a rate, the page says which of them counts for what, and where
// the two contradict each other.
func TestWorkbenchSaysWhichRowsCount(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	const both, rate = "The rows that you wrote count for the size", "The rate in Rows of one k is left aside"
	at := ""
	for _, test := range []struct{ rows, daily, kept, ttl, says string }{
		{"", "300/512/s", "30", "", ""},
		{"5", "", "30", "", ""},
		{"5", "300/512/s", "30", "", both + ", New rows of one k a day only tell when a partition passes 100 MB, from its first row on. In the days that a partition fills they come to 1,518,750 rows, more than the 5 that you wrote: empty Rows of one k, and the rate counts for the size, too."},
		{"5", "300/512/s", "", " WITH default_time_to_live = 2592000", "come to 1,518,750 rows, more than the 5 "},
		{"1..5..2M", "300/512/s", "30", "", "come to 1,518,750 rows, fewer than the 2,000,000 that you wrote: rows that have been there before, or one of the two is wrong."},
		{"1518750", "300/512/s", "30", "", "come to 1,518,750 rows, too."},
		{"5", "1000", "", "", "In 365 days, for nobody says how long they are kept, they come to 365,000 rows, more"},
		{"40/day", "50", "30", "", rate + ": New rows of one k a day holds another one, which counts."},
	} {
		r := spec.Start()
		r.Set("q", "CREATE TABLE t (k int, c int, v blob, PRIMARY KEY (k, c))"+test.ttl+";\n")
		for key, value := range map[string]string{"rows": test.rows, "daily": test.daily, "kept": test.kept} {
			if value != "" {
				r.Set(key+".lab.t", value)
			}
		}
		html := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(view.HTML(r.Run().View), "")), " ")
		if said := strings.Contains(html, both) || strings.Contains(html, rate); said != (test.says != "") || !strings.Contains(html, test.says) {
			from := max(strings.Index(html, both), strings.Index(html, rate), 0)
			t.Errorf("%v: said %v: %.400s", test, said, html[from:])
		}
		if x := r.worker.(*benchWork).tables[0]; test.rows == "5" && x.Rows.Max != 5 {
			t.Errorf("%v: sized with %d rows", test, x.Rows.Max)
		}
		if x := r.worker.(*benchWork).tables[0]; test.kept == "30" && strings.HasPrefix(test.daily, "300") {
			if at = cmp.Or(at, x.limitAt()); x.limitAt() != at || !strings.Contains(at, "on day") {
				t.Errorf("%v: rows that were written change when a partition passes the limit: %s, not %s", test, x.limitAt(), at)
			}
		}
		r.Close()
	}
}

// Each table asks which of its columns rows leave empty, or how many: sizes are those of lines null.COLUMN
// of a file, the statement stands in the link, and the page says that all else counts as filled.
func TestWorkbenchLeavesColumnsEmpty(t *testing.T) {
	const schema = "CREATE TABLE t (k int, c int, bool_v boolean, str_v text, long_v bigint, json_v text, \"Odd, Name\" text, PRIMARY KEY (k, c));\nCREATE TABLE few (k int, c int, v text, PRIMARY KEY (k, c));\nCREATE TABLE keys (k int, c int, PRIMARY KEY (k, c));\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	run := func(text string, set Inputs) (*benchTable, string) {
		r := spec.Start()
		defer r.Close()
		r.Set("q", text)
		for key, value := range set {
			r.Set(key, value)
		}
		html := view.HTML(r.Run().View)
		for _, x := range r.worker.(*benchWork).tables {
			if x.table.Name == "t" {
				return x, regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(html, "<wbr>", ""), "") + html
			}
		}
		return nil, html
	}
	full, html := run(schema, nil)
	for _, says := range []string{"Each row is counted with a value in every column: nobody says", "none of 5. Write how many, such as 4, or which: \"Odd, Name\", bool_v 80%", "none: each row has a value in v. Write in how many it lacks, such as v 80%"} {
		if !strings.Contains(html, says) {
			t.Errorf("nobody says %q", says)
		}
	}
	if strings.Count(html, `data-input="empty.`) != 2 || strings.Contains(html, `data-input="empty.lab.keys"`) {
		t.Error("each table with values has a field, and only these")
	}
	each := func(share string) (lines string) {
		for _, name := range []string{"bool_v", "str_v", "long_v", "json_v", `"Odd, Name"`} {
			lines += "null." + name + " = " + share + "\n"
		}
		return lines
	}
	for _, test := range []struct{ field, file string }{
		{`BOOL_V str_v, "Odd, Name"`, "null.bool_v = 1\nnull.str_v = 1\nnull.\"Odd, Name\" = 1\n"},
		{"str_v 80%, json_v = 0.25; bool_v", "null.str_v = 80%\nnull.json_v = 0.25\nnull.bool_v = 1\n"},
		{`null.str_v = 80%, "Odd, Name": 1/3`, "null.str_v = 80%\nnull.\"Odd, Name\" = 1/3\n"},
		{"str_v 10%..40%", "null.str_v = 10%..40%\n"},
		{"all but json_v, long_v", "null.bool_v = 1\nnull.str_v = 1\nnull.\"Odd, Name\" = 1\n"},
		{"All but JSON_V \"Odd, Name\"", "null.bool_v = 1\nnull.str_v = 1\nnull.long_v = 1\n"},
		{"4", each("4/5")}, {"4 of 5", each("4/5")}, {"80%", each("4/5")}, {"3.5 columns", each("0.7")}, {"5", each("1")},
	} {
		told, _ := run(schema+"-- file: n.size\ntable = t\nrows = 1000\n"+test.file, nil)
		typed, html := run(schema, Inputs{"empty.lab.t": test.field, "rows.lab.t": "1000"})
		if typed.Result == nil || told.Result == nil || typed.Disk != told.Disk || typed.Disk1.RowMax != told.Disk1.RowMax || typed.at != told.at || typed.Disk.Max >= full.Disk.Max {
			t.Errorf("%s: %v with the field, %v with the file, %v with values in all", test.field, typed, told, full.Disk)
			continue
		}
		if strings.Contains(html, `data-input="null.`) || !strings.Contains(html, "with numbers of yours") || !strings.Contains(html, "but for what is said to be empty in t.") {
			t.Errorf("%s: each column has a field of its own, or nobody says that this is somebody's number", test.field)
		}
	}
	_, address, _ := strings.Cut(BenchLink("/", schema, Inputs{"empty.lab.t": "bool_v, str_v 80%"}), "?")
	query, fragment, _ := strings.Cut(address, "#")
	there := spec.Start()
	defer there.Close()
	if there.Follow(place.ParseLink("?"+query, "#"+fragment)); !strings.Contains(there.Do("link", "").Copy, "empty.lab.t=") || there.Text("empty.lab.t") != "bool_v, str_v 80%" {
		t.Errorf("the link %s brings %q", address, there.Text("empty.lab.t"))
	}
	typed, _ := run(schema, Inputs{"empty.lab.t": "bool_v, str_v"})
	if x, _ := run(schema, Inputs{"empty.lab.t": "bool_v, str_v", "null.lab.t.bool_v": "0"}); x.Disk.Max <= typed.Disk.Max {
		t.Error("the number of one column does not count before the names")
	}
	for text, says := range map[string]string{"bool_v, str_w": "No column of t is called str_w: write str_v.", "c": "Columns of the primary key are never empty: take c out.", "nothing": "No column of t is called nothing.",
		"6": "t has 5 columns besides its key: write 5 or fewer.", "4 of 6": "t has 5 columns besides its key, not 6.", "0.8": "write 80% for this share of all columns", "120%": "This is more than all columns", "-1": "No column of t is called -1", "2..4": "this is a range",
		"4, str_v": "Write how many columns are empty, or which", "bool_v str_v 80%": "Write a comma between columns", "str_v 3": "the fraction of nulls is 3", "str_v many": "No column of t is called many", "str_v 2d": "is a time", "all but str_w": "No column of t is called str_w: write str_v.", "all but c": "Columns of the primary key are never empty", "all but": "Write behind all but which columns every row has", "all but 2": "stand the columns that every row has", "all but str_v 80%": "without a number"} {
		if x, html := run(schema, Inputs{"empty.lab.t": text}); x.Result != nil || !strings.Contains(strings.ToLower(html), strings.ToLower(says)) || !strings.Contains(html, `class="field bad wide`) && !strings.Contains(html, `aria-invalid`) {
			t.Errorf("%s: nobody says %q", text, says)
		}
	}
}

// What is advised again and again is told in full once, and in a line where it stands again.
func TestWorkbenchFoldsAdvice(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = advice\ncql:\n;", nil)
	text := ""
	for _, name := range []string{"a", "b", "d"} {
		text += "CREATE TABLE " + name + " (k int, at timestamp, v double, PRIMARY KEY (k, at));\n"
	}
	list := Run(spec, Inputs{"q": text}).View.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "findings" })
	if list == nil || len(list.Children) != 3 {
		t.Fatalf("%v", list)
	}
	for i, item := range list.Children {
		open := item.Children[0].Tag != "details"
		if open != (i == 0) {
			t.Errorf("%d: %s", i, view.HTML(item))
		}
		if line := item.Children[0].PlainText(); !strings.Contains(line, "of "+[]string{"a", "b", "d"}[i]+" gets new rows") {
			t.Errorf("%d: %s", i, line)
		}
	}
}

// Of many tables and queries the tables are drawn, where with the queries there would be more boxes
// than can be drawn; of too many tables nothing is.
func TestWorkbenchDrawsTablesAlone(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diagram\ncql:\n;", nil)
	for _, c := range []struct {
		tables  int
		queries int // of each
		want    string
	}{
		{60, 1, ""},
		{40, 3, "The tables alone are drawn, without the arrows of 120 queries, which are listed below: a picture has room for 120 of both."},
		{121, 1, "A picture of 242 boxes would say nothing: at most 120 are drawn."},
	} {
		text := ""
		for i := range c.tables {
			name := "t" + strconv.Itoa(i)
			text += "CREATE TABLE " + name + " (k int PRIMARY KEY, v int);\n" + strings.Repeat("SELECT v FROM "+name+" WHERE k = ?;\n", c.queries)
		}
		html := view.HTML(Run(spec, Inputs{"q": text}).View.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "tab tab-diagram" }))
		if drawn := strings.Contains(html, "<svg"); drawn != (c.tables <= maxBoxes) || !strings.Contains(html, c.want) || c.want == "" && strings.Contains(html, "boxes") {
			t.Errorf("%d tables, %d queries: drawn %v, and not said: %s", c.tables, c.tables*c.queries, drawn, c.want)
		}
	}
}

// A number belongs to the table in whose group it stands, one without a table to all that have
// the column and no number of their own. Rows that come and go are a number, too.
func TestWorkbenchSizesEachTableByItself(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE a (k int, c timestamp, v text, PRIMARY KEY (k, c));\nCREATE TABLE b (k int, c timestamp, v text, PRIMARY KEY (k, c)) WITH default_time_to_live = 172800;\nCREATE TABLE d (k int PRIMARY KEY, w text);\n")
	// Bytes of a, of b, and what is said of a.
	sizes := func() (a, b int64, said string) {
		html := view.HTML(r.Run().View)
		for _, x := range r.worker.(*benchWork).tables {
			switch {
			case x.Result == nil:
			case x.table.Name == "a":
				a = x.Disk.Max
			case x.table.Name == "b":
				b = x.Disk.Max
			}
			if x.table.Name == "a" {
				said = x.at + x.wrong
			}
		}
		if strings.Count(html, `<details class="split"`) != 3 || strings.Count(html, `<details class="split" data-key="of-lab.a" open`) != 1 {
			t.Error("the table that stood first before anybody gave a number is not the one that is open")
		}
		return a, b, said
	}
	a, b, _ := sizes()
	for _, test := range []struct {
		key, value string
		a, b       int64 // more than before
		said       string
	}{
		{"len.v", "30", 20_000, 20_000, ""},
		{"len.lab.a.v", "40", 30_000, 20_000, ""},
		{"len.lab.a.v", "", 20_000, 20_000, ""},
		{"len.lab.d.v", "50", 20_000, 20_000, ""},
		{"len.v", "", 0, 0, ""},
		{"len.lab.b.v", "1,010", 0, 1_002_999, ""},
		{"len.lab.b.v", "", 0, 0, ""},
		{"len.lab.a.v", "many", -a, 0, "Unknown variable `many`."},
		{"len.lab.a.v", "", 0, 0, ""},
		{"daily.lab.a", "40/s", -1, 0, "\u00a0rows, after "},
		{"kept.lab.a", "1 h", 4_134_322, 0, "\u00a0rows"},
		{"daily.lab.a", "50/day", -1, 0, "\u00a0rows"},
	} {
		r.Set(test.key, test.value)
		gotA, gotB, said := sizes()
		if test.a != -1 && gotA-a != test.a || gotB-b != test.b || !strings.Contains(said, test.said) {
			t.Errorf("%s = %s: a %+d, b %+d, %q, want %+v", test.key, test.value, gotA-a, gotB-b, said, test)
		}
	}
}

// The workbench refuses what a calculator and an exercise of the book refuse, and nothing else,
// and says of a calculator's table and numbers what the calculator says.
func TestBookLeadsToWorkbench(t *testing.T) {
	led := map[string]int{}
	for _, s := range chapters(t) {
		r := s.Start()
		w, is := r.worker.(interface {
			whole() (text string, settings Inputs)
		})
		if !is || s.Kind == "bench" {
			continue
		}
		if x, is := r.worker.(*exerciseWork); is && x.z.e.Kind == exercise.CQL {
			r.Set(codeKey, x.z.model)
		}
		out := r.Run()
		text, settings := w.whole()
		if shown := strings.Contains(view.HTML(out.View), `data-do="bench"`); shown != (strings.TrimSpace(text) != "") && s.Kind != "size" { // there it is in a closed tab
			t.Errorf("%s: it leads to the workbench: %t", s.ID, shown)
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		led[s.Kind]++
		there, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
		bench := there.Start()
		bench.Set("q", text)
		for key, value := range settings {
			bench.Set(key, value)
		}
		refused := out.Values["refused"]
		if refused == "" {
			refused = "0"
		}
		size, sized := r.worker.(*sizeWork)
		if sized && size.now.preset != "" {
			bench.Set("preset", size.now.preset)
		}
		said, b := bench.Run(), bench.worker.(*benchWork)
		if got := said.Values["refused"]; got != refused || len(b.misread) > 0 {
			t.Errorf("%s: the workbench refuses %s, not %s: %s %v\n%s", s.ID, got, refused, said.Sentence, b.misread, text)
		}
		got := ""
		for _, x := range b.tables {
			if sized && x.Result != nil && x.table.Name == size.now.table.Name {
				got = strconv.FormatInt(x.Disk.Max, 10)
			}
		}
		if sized && (got != out.Values["disk.bytes"] || got == "") {
			t.Errorf("%s: %s B, in the workbench %s B", s.ID, out.Values["disk.bytes"], got)
		}
		r.Close()
		bench.Close()
	}
	for _, kind := range []string{"size", "run", "query", "check", "layout", "exercise"} {
		if led[kind] == 0 {
			t.Errorf("no %s leads to the workbench", kind)
		}
	}
}

// What begins anew has none of the numbers, nodes and names of what was there before.
func TestWorkbenchBeginsAnew(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	for key, value := range map[string]string{"q": "CREATE TABLE t (k int PRIMARY KEY);", "nodes": "6", "partitions.lab.t": "5", "len.lab.t.k": "3"} {
		r.Set(key, value)
	}
	e := r.Do("sample", "")
	r.Set(e.Put.Name, e.Put.Text)
	for _, c := range r.Changes(r.State.Values) {
		if c.Field.Key != "q" {
			t.Errorf("%s = %s is left", c.Field.Key, c.Value)
		}
	}
}

// A workload among the files is what its tables are sized with, until a field says otherwise. It is
// no CQL; what is not right in it is said at its line.
func TestWorkbenchReadsWorkloads(t *testing.T) {
	const schema = "-- file: schema.cql\nCREATE TABLE a (k int, c timestamp, v text, PRIMARY KEY (k, c));\nCREATE TABLE b (k int, c timestamp, v text, PRIMARY KEY (k, c));\nCREATE TABLE d (k int PRIMARY KEY, v text)\n"
	for _, test := range []struct{ load, field, value, a, d, wrong string }{
		{"table = a\nrows = 2 * n # as many\nn = 1500\nlen.v = 5\n", "", "", "3000 5", "1 10", ""},
		{"table = a\nrows = 2 * n\nn = 1500\nlen.v = 5\n", "len.lab.a.v", "6", "3000 6", "1 10", ""},
		{"table = a\nrows = 2 * n\nn = 1500\n", "rows.lab.a", "7", "7 10", "1 10", ""},
		{"len.v = 4\ntable = a\nrows = 30\ntable = lab.d\nlen.v = 8\n", "", "", "", "", "numbers.size:5"},
		{"len.v = 4\ntable = a\nrows = 30\ntable = lab.d\npartitions = 5M\n", "", "", "30 4", "1 4", ""},
		{"table = a\nrows = 20\nlen.w = 5\n", "", "", "20 10", "1 10", "numbers.size:3"},
		{"table = nothing\nrows = 20\n", "", "", "1000 10", "1 10", "numbers.size:1"},
		{"table = a\nrows = 20\nlen.v = 5\ncolour = 3\n", "", "", "20 5", "1 10", "numbers.size:4 nothing works with `colour` Take the line out, or use the name in another one."},
		{"table = a\nrows = 20\ntlt = 1d\n", "", "", "20 10", "1 10", "numbers.size:3 nothing works with `tlt` Write ttl, or take the line out."},
		{"table = a\nnodes = 6\nrows = 20\n", "", "", "20 10", "1 10", "numbers.size:2 nothing works with `nodes` Take the line out, and write the number into the field Nodes of each data center."},
		{"table = a\nrows = 20\ntable = lab.a\nrows = 30\n", "", "", "20 10", "1 10", "numbers.size:3 the table lab.a has a workload already Write one of them, with a range such as rows = 10..1000 where partitions differ."},
		{"table = a\nrows = 2 *\n", "", "", "1000 10", "1 10", "numbers.size:2"},
		{"rows = 5\n", "", "", "1000 10", "1 10", "numbers.size:1"},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", schema+"-- file: numbers.size\n"+test.load+"-- file: queries.cql\nSELECT v FROM a WHERE k = ?;\n-- file: z.size\n")
		if test.field != "" {
			r.Set(test.field, test.value)
		}
		out := r.Run()
		w := r.worker.(*benchWork)
		got := map[string]string{}
		for _, x := range w.tables {
			if x.Result != nil {
				got[x.table.Name] = strconv.FormatInt(x.Rows.Max, 10)
				for _, f := range x.fields {
					if f.Key == "len.lab."+x.table.Name+".v" {
						got[x.table.Name] += " " + w.form.text(&f)
					}
				}
			}
		}
		at := ""
		for _, p := range w.misread {
			at = placeOf(w.judged.src, p.Start)
			if len(test.wrong) > 20 {
				at += " " + p.Message + " " + sentence(p.Instead)
			}
		}
		if out.Values["statements"] != "4" || out.Values["refused"] != "0" || at != test.wrong || test.a != "" && (got["a"] != test.a || got["d"] != test.d) {
			t.Errorf("%q, %s = %s: %q, wrong at %q, %s", test.load, test.field, test.value, got, at, out.Sentence)
		}
		where, _, _ := strings.Cut(test.wrong, " ")
		if html := view.HTML(out.View); test.wrong != "" && (!strings.Contains(html, where+": ") || strings.Contains(html, "Sizes 0") || len(w.misread) == 1 && !strings.Contains(html, "Sizes 1")) {
			t.Errorf("%q: nobody says that %s is not right", test.load, test.wrong)
		}
		if e := r.Do("operate", "flush"); !strings.HasSuffix(e.Put.Text, "k = ?;\n-- lab:flush\n-- file: z.size\n") {
			t.Errorf("a step goes into a workload: %q", e.Put.Text)
		}
		r.Close()
	}
}

// TestWorkbenchMarksNumbersWithoutALine: while a file of numbers has something wrong, the numbers beside it say
// without which lines they are; a line that changes no number takes nothing away. A rate is a line like others.
func TestWorkbenchMarksNumbersWithoutALine(t *testing.T) {
	const schema = "CREATE TABLE a (k int, c int, v text, PRIMARY KEY (k, c));\nCREATE TABLE b (k int, c int, PRIMARY KEY (k, c));\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	for _, test := range []struct{ file, rows, says string }{
		{"table = a\nrows = 20\nwritten = 1/s\n", "20", ""},
		{"table = a\nrows = 2/day * 10d\nwritten = 2 per day\n", "20", ""},
		{"table = a\nrows = 20\ncolour = 3\n", "20", ""},
		{"table = a\nrows = 20\nlen.w = 5\n", "20", "These numbers are without n.size:3, where something is wrong."},
		{"table = a\nrows = 1/s\n", "1000", "These numbers are without n.size:2, where something is wrong. Of a no line counts until that is mended."},
		{"table = a\nrows = 20\nlen.v = 5 apples\ntable = b\nrows = 2 +\n", "1000", "These numbers are without n.size:3 and n.size:5, where something is wrong. Of a and b no line counts until that is mended."},
	} {
		r := spec.Start()
		r.Set("q", schema+"-- file: n.size\n"+test.file)
		r.Run()
		w := r.worker.(*benchWork)
		plain := func(part view.Part) string {
			return regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(view.HTML(view.El("div", part)), "<wbr>", ""), "") + view.HTML(view.El("div", part))
		}
		for _, tab := range []string{plain(w.sizes()), plain(w.clusterView()), r.Do("report", ".md").Save.Text} {
			if says := strings.Contains(tab, "These numbers are without"); says != (test.says != "") || !strings.Contains(tab, test.says) || strings.Contains(tab, "<div") && strings.Contains(tab, `class="without"`) != says {
				t.Errorf("%q: said is %v, not %q", test.file, says, test.says)
			}
		}
		for _, x := range w.tables {
			if x.table.Name == "a" && (x.Result == nil || strconv.FormatInt(x.Rows.Max, 10) != test.rows) {
				t.Errorf("%q: %v rows, not %s", test.file, x.Result, test.rows)
			}
		}
		r.Close()
	}
	r := spec.Start()
	defer r.Close()
	r.Set("q", schema)
	r.Set("writes", "60 per minute")
	if r.Run(); len(r.worker.(*benchWork).unsummed) > 0 {
		t.Errorf("a rate of writes is refused: %v", r.worker.(*benchWork).unsummed)
	}
}

// The report is one file: as Markdown, and as HTML that asks for nothing and runs nothing.
func TestWorkbenchSavesItsReport(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = report\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "-- file: a\nCREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c));\n-- file: b\nALTER TABLE t ADD w text;\nSELECT v FROM t WHERE v = '<b>|';\n")
	tab := view.HTML(r.Run().View)
	for _, test := range []struct{ kind, name, title, query string }{
		{".md", "partition-lab-own.md", "\n## %\n", "| b:2 | `SELECT v FROM t WHERE v = '<b>\\|'` | `t` refused"},
		{".html", "partition-lab-own.html", "<h2>%</h2>", `<code translate="no">SELECT v FROM t WHERE v = '&lt;b&gt;|'</code>`},
	} {
		e := r.Do("report", test.kind)
		if e.Save == nil || e.Save.Name != test.name {
			t.Fatalf("%s: %+v", test.kind, e.Save)
		}
		text := e.Save.Text
		for _, title := range []string{"Remarks", "Queries and tables", "Sizes", "Cluster", "Migration", "The text"} {
			if !strings.Contains(text, strings.ReplaceAll(test.title, "%", title)) || !strings.Contains(tab, "<h4>"+title+"</h4>") {
				t.Errorf("%s: there is no %s", test.kind, title)
			}
		}
		if !strings.Contains(text, test.query) || strings.Count(text, place.Today) != 1 || regexp.MustCompile(`<script|<link|src=|href=`).MatchString(text) {
			t.Errorf("%s: %s", test.kind, text)
		}
	}
}

// A part of the partition key with which a partition ends is asked for how long that takes, whatever it
// is called; a name that tells it is the answer until somebody writes another one.
func TestWorkbenchAsksWhenPartitionsEnd(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	for _, test := range []struct{ key, turn, rows, label string }{
		{"(s, bucket)", "", "77,760,000", "Days of one bucket"},
		{"(s, bucket)", "1", "25,920,000", "Days of one bucket"},
		{"(s, bucket)", "1/24", "1,080,000", "Days of one bucket"},
		{"(s, bucket)", "9", "77,760,000", "Days of one bucket"},
		{"(s, day_bucket)", "1", "25,920,000", "Days of one day_bucket"},
		{"(s, day)", "", "25,920,000", "Days of one day"},
		{"(s, day)", "2", "51,840,000", "Days of one day"},
		{"(s, yyyymmddhh)", "", "1,080,000", "Days of one yyyymmddhh"},
		{"(s, region)", "", "77,760,000", ""},
		{"bucket", "", "77,760,000", ""},
	} {
		r := spec.Start()
		columns := strings.Trim(test.key, "()")
		r.Set("q", "CREATE TABLE a ("+strings.ReplaceAll(columns, ", ", " text, ")+" int, ts timestamp, v text, PRIMARY KEY ("+test.key+", ts));\n")
		r.Set("daily.lab.a", "300/s")
		r.Set("kept.lab.a", "3")
		if test.turn != "" {
			r.Set("turn.lab.a", test.turn)
		}
		html := view.HTML(r.Run().View)
		w := r.worker.(*benchWork)
		if x := w.tables[0]; x.Result == nil || number.Count(x.Rows.Max) != test.rows || x.turn.Label != test.label || (test.label != "") != strings.Contains(html, `data-input="turn.lab.a"`) {
			t.Errorf("%s %s: %+v rows, want %s; %q", test.key, test.turn, x.Result, test.rows, x.turn.Label)
		}
		if asks := strings.Contains(html, "Nobody says when rows go to another bucket: all are counted in one partition."); asks != (test.key == "(s, bucket)" && test.turn == "") {
			t.Errorf("%s %s: it is asked: %v", test.key, test.turn, asks)
		}
		r.Close()
	}
}

// The report has the remarks of the tab Advice, those that follow from numbers, too, and says what
// judged the text.
func TestReportHasWhatTabsSay(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = report\ncql:\n;", nil)
	for _, test := range []struct{ settings, by string }{
		{"", "Judged as Cassandra 5.0.\n"},
		{"server=4.1\nset=sasi_indexes_enabled = true\nnodes=dc1=3\nclient=user\npreset=" + sizing.Presets[1].ID, "Judged as Cassandra 4.1. Client: an ordinary user, logged in. Nodes of each data center: dc1=3. Settings of cassandra.yaml: sasi_indexes_enabled = true. Kind of server, for sizes: " + sizing.Presets[1].Name + ".\n"},
	} {
		r := spec.Start()
		r.Set("q", "CREATE TABLE a (k int, c int, v text, PRIMARY KEY (k, c));\nSELECT v FROM a WHERE v = 'x' ALLOW FILTERING;\n")
		r.Set("rows.lab.a", "9000000")
		for _, line := range strings.Split(test.settings, "\n") {
			key, value, _ := strings.Cut(line, "=")
			r.Set(key, value)
		}
		out := r.Run()
		tab := out.View.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "tab tab-advice" }).PlainText()
		text := r.Do("report", ".md").Save.Text
		head, rest, _ := strings.Cut(text, "\n## Remarks\n")
		if !strings.HasSuffix(head, test.by) {
			t.Errorf("%q, want %q", head, test.by)
		}
		remarks, _, _ := strings.Cut(rest, "\n## ")
		if n := strings.Count(remarks, "advice R"); !strings.HasPrefix(strings.TrimSpace(tab), "Advice "+strconv.Itoa(n)) || out.Values["advice"] != strconv.Itoa(n) || n < 2 {
			t.Errorf("%d remarks; %s; %.20q: %s", n, out.Values["advice"], tab, remarks)
		}
		if !strings.Contains(remarks, "| advice R20 | One table gets partitions of more than 100 MB, by the numbers given: a.") {
			t.Error(remarks)
		}
		r.Close()
	}
}

// What is in closed tabs is not worked out, and is there when one is opened.
func TestWorkbenchClosedTabsCostNothing(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "-- file: a\nCREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c));\n-- file: b\nALTER TABLE t ADD w text;\nSELECT v FROM t WHERE k = 1;\n")
	w := r.worker.(*benchWork)
	r.Fold(BenchTabs[1:])
	r.Begin()
	for !r.Step(func() bool { return true }) {
	}
	for i, part := range w.parts() {
		if part.name != BenchTabs[i] {
			t.Errorf("tab %d is %s, want %s", i, part.name, BenchTabs[i])
		}
	}
	if w.asked != nil || w.diff != nil || w.drawn != nil || w.tables != nil {
		t.Errorf("worked out: queries %v, diff %v, diagram %v, sizes %v", w.asked != nil, w.diff != nil, w.drawn != nil, w.tables != nil)
	}
	for _, c := range [...][2]string{{"queries", "t</code></b> one partition"}, {"sizes", "1,000"}, {"cluster", "Copies"}, {"diff", "Save as migration.cql"}} { // sizes are there once the cluster is summed up
		tab, name := c[0], c[1]
		r.Open(tab)
		r.Stop()
		r.Step(func() bool { return true })
		const not = "This was stopped before it was done"
		if html := view.HTML(r.Answer().View); strings.Contains(html, name) || !strings.Contains(html, not) {
			t.Errorf("stopped, %s has %s: %s", tab, name, html)
		}
		if r.Begin(); r.Step(func() bool { return true }) && !r.Fill(tab) {
			t.Errorf("%s is open already", tab)
		}
		if html := view.HTML(r.Answer().View); !strings.Contains(html, name) || strings.Contains(html, not) {
			t.Errorf("no %s in %s", name, html)
		}
	}
}

// largeBench is a text of so many tables and of four times as many queries.
func largeBench(tables int) string {
	var text strings.Builder
	text.WriteString("-- file: schema.cql\n")
	for i := range tables {
		n := strconv.Itoa(i)
		text.WriteString("CREATE TABLE t" + n + " (k" + n + " uuid, c timeuuid, v text, w int, x" + n + " set<text>, PRIMARY KEY (k" + n + ", c)) WITH CLUSTERING ORDER BY (c DESC);\n")
	}
	text.WriteString("-- file: queries.cql\n")
	for i := range 4 * tables {
		n := strconv.Itoa(i % tables)
		text.WriteString("SELECT v, w FROM t" + n + " WHERE " + [...]string{"k" + n + " = ?", "k" + n + " = ? AND c > ?", "v = ?", "k" + n + " = ? LIMIT 9"}[i/tables] + ";\n")
	}
	return text.String()
}

// Whoever types into one statement has no other one judged that hangs on nothing of it.
func TestWorkbenchJudgesWhatHasChanged(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	w := r.worker.(*benchWork)
	text := largeBench(50)
	others := slices.DeleteFunc(slices.Clone(BenchTabs[1:]), func(name string) bool { return name == "upgrade" })
	for _, c := range []struct {
		what, text string
		most       int
	}{
		{"all", text, 200},
		{"a key in a query", strings.Replace(text, "SELECT v, w FROM t7 ", "SELECT v, FROM t7 ", 1), 1},
		{"a key in the same", strings.Replace(text, "SELECT v, w FROM t7 ", "SELECT v, x FROM t7 ", 1), 1},
		{"a key in a comment", "-- a\n" + text, 1},
		{"a key in a table", strings.Replace(text, "v text", "v blob", 1), 4}, // its queries
		{"a key that breaks the table", strings.Replace(text, "v text", "v tex", 1), 4},
		{"and mends it", text, 4},
	} {
		before := [3]int{w.memory.Judged, w.compared[0].Judged, w.compared[1].Judged}
		r.Set("q", c.text)
		r.Fold(others)
		for r.Begin(); !r.Step(func() bool { return true }); {
		}
		if w.upgraded == nil || w.compared[1].Judged == 0 {
			t.Fatalf("%s: the releases are not compared", c.what)
		}
		for i, now := range [3]int{w.memory.Judged, w.compared[0].Judged, w.compared[1].Judged} { // by one server, and by the two of an upgrade
			if n := now - before[i]; n > c.most {
				t.Errorf("%s: %d reads are judged by session %d, want %d at most", c.what, n, i, c.most)
			}
		}
	}
}

// A long text is copied but a few times before the page gets to do something else, and whoever
// waits for what is said of it hears how far that is, to the end.
func TestWorkbenchBeginsSoonAndTellsHowFarItIs(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	text := largeBench(1000)
	r.Set("q", text)
	r.State.Asked = true
	r.Fold(BenchTabs[1:])
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.Begin()
	r.Step(func() bool { return false })
	runtime.ReadMemStats(&after)
	if n := int(after.TotalAlloc - before.TotalAlloc); n > 2*len(text) {
		t.Errorf("before the first pause %d bytes are made, for a text of %d", n, len(text))
	}
	var told []string
	last, pauses := 0, 0
	for !r.Step(func() bool { return false }) {
		words, percent := r.Progress()
		if percent < last {
			t.Fatalf("behind %d%% comes %d%%: %s", last, percent, words)
		}
		if last = percent; len(told) == 0 || told[len(told)-1] != words {
			told = append(told, words)
			pauses = 0
		}
		pauses++
	}
	// What was stopped can be asked for again.
	r.Begin()
	r.Step(func() bool { return false })
	r.Stop()
	for !r.Step(func() bool { return false }) {
	}
	if html := view.HTML(r.Answer().View); !strings.Contains(html, `data-do="ask"`) {
		t.Error("no button has a long text judged once more")
	}
	if len(told) < 100 || told[len(told)-1] != "All 5,000 statements are judged. What is to say of them together follows." || pauses < 10 {
		t.Errorf("%d times it is told how far it is, at last %q for %d pauses", len(told), told[len(told)-1], pauses)
	}
}

// BenchmarkWorkbench is a key press into one of 50 tables with 200 queries: with one tab open,
// with all laid out, and where it breaks the table and mends it among 50 reads that are refused by
// keys of one shape.
func BenchmarkWorkbench(b *testing.B) {
	for _, open := range []string{"verdicts", "queries", "all", "refused"} {
		b.Run(open, func(b *testing.B) {
			text := largeBench(50)
			if open == "refused" {
				text = strings.ReplaceAll(text, ", c)) WITH CLUSTERING ORDER BY (c DESC)", ", c, v))")
			}
			spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
			r := spec.Start()
			defer r.Close()
			closed := map[string]bool{}
			for _, name := range BenchTabs {
				closed[name] = open != "all" && name != open
			}
			for i := range b.N {
				r.Set("q", strings.Replace(text, "v text", "v"+strings.Repeat("v", i%2)+" text", 1))
				r.worker.fold(closed, true)
				r.Begin()
				for !r.Step(func() bool { return true }) {
				}
				r.Answer()
			}
		})
	}
}

// A field into which somebody writes stays where it is, whatever its number does to the order of
// tables, to its label and to other fields: what moves is made anew, and loses the focus.
func TestWorkbenchKeepsFieldsInPlace(t *testing.T) {
	for _, tab := range []string{"sizes", "cluster"} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = "+tab+"\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", "CREATE TABLE b (k int, c int, v blob, w text, PRIMARY KEY (k, c));\nCREATE TABLE a (k text, c int, m map<text, blob>, v blob, PRIMARY KEY (k, c));\nCREATE TABLE z (id text PRIMARY KEY, w text);\n")
		r.Close()
		before := view.Normal(r.Run().View)
		var keys []string
		for _, m := range regexp.MustCompile(`data-input="([a-z]+\.[^"]+)"`).FindAllStringSubmatch(view.HTML(before), -1) {
			keys = append(keys, m[1])
		}
		if len(keys) < 3 {
			t.Fatalf("%s: %q", tab, keys)
		}
		for _, key := range keys {
			for _, number := range []string{"9", "99999999", "no number", "", "1"} {
				r.Set(key, number)
				after := view.Normal(r.Run().View)
				for _, p := range view.Diff(before, after) {
					if p.Node != nil && strings.Contains(view.HTML(p.Node), "<input") {
						t.Fatalf("%s: with %q in %s a field is made anew: %s", tab, number, key, regexp.MustCompile(`data-input="[^"]*"`).FindAllString(view.HTML(p.Node), -1))
					}
				}
				for _, other := range keys {
					if !strings.Contains(view.HTML(after), `data-input="`+other+`"`) {
						t.Fatalf("%s: with %q in %s there is no %s", tab, number, key, other)
					}
				}
				before = after
			}
		}
	}
}

// A row of a proposed table is as large as the numbers make it that are given for the table
// which the query reads, in the tab or in a file.
func TestWorkbenchWeighsProposedTables(t *testing.T) {
	const schema = "-- file: schema.cql\nCREATE TABLE o (id uuid PRIMARY KEY, shop int, note text);\n"
	const query = "-- file: queries.cql\nSELECT * FROM o WHERE shop = 7;\n"
	for _, c := range []struct {
		text string
		in   Inputs
		want string
	}{
		{schema + query, nil, "takes about 39 B, with lengths that are assumed for note."},
		{schema + query, Inputs{"len.note": "500"}, "takes about 532 B."},
		{schema + query, Inputs{"len.lab.o.note": "500", "len.note": "7"}, "takes about 532 B."},
		{schema + "-- file: load.size\ntable = o\nlen.note = 500\n" + query, nil, "takes about 532 B."},
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", c.text)
		r.Run()
		for key, value := range c.in { // after the text was judged
			r.Set(key, value)
		}
		page := strings.ReplaceAll(r.Run().View.PlainText(), number.Space, " ")
		if !strings.Contains(page, c.want) {
			_, is, _ := strings.Cut(page, "A row of it")
			t.Errorf("%v: %.80q, want %q", c.in, is, c.want)
		}
		r.Close()
	}
}

// Partitions over the limit by the numbers given are among the advice, once, with the way to Sizes; what is
// assumed is not.
func TestWorkbenchAdvisesOnSizes(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = advice\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE a (k int, c int, v text, PRIMARY KEY (k, c)) WITH default_time_to_live = 86400; CREATE TABLE b (k int, c int, v text, PRIMARY KEY (k, c));")
	advice := func() string {
		tab := r.Run().View.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "tab tab-advice" })
		return strings.ReplaceAll(tab.PlainText(), number.Space, " ")
	}
	if is := advice(); !strings.Contains(is, "There is no advice") {
		t.Errorf("%q", is)
	}
	r.Set("rows.lab.a", "9000000")
	is := advice()
	for _, want := range []string{"Advice 1", "one table gets partitions of more than 100 MB, by the numbers given: a. See Sizes.", "advice R20"} {
		if !strings.Contains(is, want) {
			t.Errorf("%q, want %q", is, want)
		}
	}
	r.Set("rows.lab.b", "9000000")
	if is := advice(); !strings.Contains(is, "Advice 1") || !strings.Contains(is, "2 tables get partitions of more than 100 MB") {
		t.Errorf("%q", is)
	}
	to := r.Do("to", "sizes").To
	if r.Run().View.Find(func(n *view.Node) bool { id, _ := n.Attr("id"); return id == to }) == nil {
		t.Errorf("%q is not in the page", to)
	}
	// Where a bucket is there, none is asked for.
	r.Set("q", "CREATE TABLE a (k int, month int, c int, v text, PRIMARY KEY ((k, month), c)); CREATE TABLE b (k int, c int, v text, PRIMARY KEY (k, c)); CREATE TABLE e (k int, day date, c int, v text, PRIMARY KEY ((k, day), c));")
	for _, test := range []struct{ large, want string }{
		{"b", "or add a bucket."},
		{"a", "Make the bucket month smaller"},
		{"ab", "or add a bucket. There is one already in a: make that smaller."},
		{"ae", "Make their buckets smaller"},
		{"abe", "or add a bucket. There is one already in a and e: make that smaller."},
	} {
		for _, name := range []string{"a", "b", "e"} {
			rows := "10"
			if strings.Contains(test.large, name) {
				rows = "9000000"
			}
			r.Set("rows.lab."+name, rows)
		}
		if is := advice(); !strings.Contains(is, test.want) || strings.Contains(is, "add a bucket") != strings.Contains(test.large, "b") {
			t.Errorf("%s: %q, want %q", test.large, is, test.want)
		}
	}
}

// What is worth knowing, and may be meant so, is folded behind the advice, and counts for nothing: a keyspace with
// one copy of each row is fine where somebody tries something out.
func TestWorkbenchFoldsNotes(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = advice\ncql:\n;", nil)
	for _, test := range []struct{ keyspace, want string }{
		{"{'class': 'SimpleStrategy', 'replication_factor': 1}", "the keyspace s keeps one copy of each row: no node may be down, and a lost disk is lost data"},
		{"{'class': 'SimpleStrategy', 'replication_factor': 3}", "the keyspace s uses SimpleStrategy"},
		{"{'class': 'NetworkTopologyStrategy', 'replication_factor': 3}", ""},
	} {
		r := spec.Start()
		r.Set("q", "CREATE KEYSPACE s WITH replication = "+test.keyspace+";\nCREATE TABLE s.t (k int PRIMARY KEY, v int);")
		out := r.Run()
		tab := out.View.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "tab tab-advice" })
		text := tab.PlainText()
		if out.Values["advice"] != "0" || !strings.Contains(text, "There is no advice") || strings.Contains(text, "One note") != (test.want != "") || !strings.Contains(text, test.want) {
			t.Errorf("%s: %s %q, want %q", test.keyspace, out.Values["advice"], text, test.want)
		}
		if strings.Contains(view.HTML(out.View), `class="note" data-key`) {
			t.Errorf("%s: a note marks the text", test.keyspace)
		}
		with := regexp.MustCompile(`data-with="([^"]*)">keep three copies`).FindStringSubmatch(view.HTML(tab))
		if (with != nil) != (test.want != "") {
			t.Fatalf("%s: %v", test.keyspace, with)
		} else if with != nil {
			e := r.Do("fix", with[1])
			r.Set("q", e.Put.Text)
			if text := r.Run().View.PlainText(); strings.Contains(text, "worth knowing") {
				t.Errorf("%s: %q", e.Put.Text, text)
			}
		}
		r.Close()
	}
}

// Statements with markers do not run, which Rows says; one button fills values in, with which they are
// taken, and what is written is read.
func TestWorkbenchFillsValuesIn(t *testing.T) {
	const made = "CREATE TABLE t (k uuid, at timestamp, n bigint, v text, b blob, ok boolean, ip inet, s set<text>, l frozen<list<int>>, PRIMARY KEY (k, at, n));\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = rows\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", made+"INSERT INTO t (k, at, n, v, b, ok, ip, s, l) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) USING TTL ?;\n"+
		"SELECT n, v FROM t WHERE k = ? AND at = ? AND n > ? AND n<=? LIMIT ?;\nSELECT v AS \"?\" FROM t WHERE k IN ?;\nSELECT * FROM ${name} WHERE k = :k;\nSELECT v FROM t WHERE k = ? AND nothing = ?;\n-- why?\n")
	page := func() string { return r.Run().View.PlainText() }
	if is := page(); !strings.Contains(is, "3 statements with ? are judged only, not run.") {
		_, is, _ = strings.Cut(is, "with ?")
		t.Errorf("%.200s", is)
	}
	e := r.Do("values", "")
	if e.Put == nil {
		t.Fatal("nothing is filled in")
	}
	if want := "16 values are filled into 3 statements."; e.Said != want {
		t.Errorf("%q is said, want %q", e.Said, want)
	}
	const id = "5b6962dd-3f90-11f0-8f61-eabfa4a803e2"
	for _, want := range []string{"VALUES (" + id + ", 1, 1, 'a', 0x01, true, '127.0.0.1', {}, []) USING TTL 86400;", "WHERE k = " + id + " AND at = 1 AND n > 0 AND n<=2 LIMIT 1;", "AS \"?\" FROM t WHERE k IN (" + id + ");", "nothing = ?;\n-- why?\n"} {
		if !strings.Contains(e.Put.Text, want) {
			t.Errorf("%s, want %s", e.Put.Text, want)
		}
	}
	r.Set("q", e.Put.Text)
	if is := page(); strings.Count(is, "1 row") < 2 {
		t.Error("what is written is not read")
	}
}

// All types of a statement that there are not are marked, and mended at once.
func TestWorkbenchMarksAllTypes(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int PRIMARY KEY, version int64, data binary, more list<int64>, tag smalint);")
	html := view.HTML(r.Run().View)
	for _, want := range []string{`data-at="43 48"`, `data-at="55 61"`, `data-at="73 78"`, `data-at="85 92"`} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not marked", want)
		}
	}
	e := r.Do("fix", "0.0.0")
	if want := "CREATE TABLE t (k int PRIMARY KEY, version bigint, data blob, more list<bigint>, tag smallint);"; e.Put == nil || e.Put.Text != want {
		t.Errorf("%+v, want %s", e.Put, want)
	}
	r.Set("q", "CREATE TABLE t (k int PRIMARY KEY, version int64, data nothing_like_it);")
	r.Run()
	if e := r.Do("fix", "0.0.0"); e.Put == nil || !strings.Contains(e.Put.Text, "version bigint, data nothing_like_it") {
		t.Errorf("%+v: of a type that nobody knows, the other one is mended all the same", e.Put)
	}
}

// A read that its table does not serve is told which other table answers it, or nearly, wherever that is made.
func TestWorkbenchNamesNearTables(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	const near = "Of the tables that there are: with values for day, by_v answers this."
	for text, want := range map[string]bool{
		"CREATE TABLE t (k int PRIMARY KEY, v text); SELECT k FROM t WHERE v = 'x';":                                                                         false,
		"CREATE TABLE t (k int PRIMARY KEY, v text); SELECT k FROM t WHERE v = 'x'; CREATE TABLE by_v (v text, day date, k int, PRIMARY KEY ((v, day), k));": true,
	} {
		r.Set("q", text)
		if is := r.Run().View.PlainText(); strings.Contains(is, near) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
	r.Set("q", "CREATE TABLE t (k int PRIMARY KEY, v text) WITH default_time_to_live = ${ttl};")
	if is := r.Run().View.PlainText(); !strings.Contains(is, "Each variable is judged as another value") {
		t.Error("why a variable is judged as this value is not said")
	}
}

// A proposed table of which a partition gathers many partitions says so, with the numbers of Sizes, in a
// template, too; and whoever takes it is told again.
func TestWorkbenchSaysWhatAProposalGathers(t *testing.T) {
	const schema = "CREATE TABLE %.spans (trace blob, span bigint, operation text, took bigint, PRIMARY KEY (trace, span)) WITH default_time_to_live = $;\n"
	const query = "USE %;\nSELECT * FROM spans WHERE operation = 'GET' AND took > 7;\n"
	const gathers = "advice R97 on it: A partition of spans_by_operation holds what spans has in many: all its rows with the same operation."
	for _, c := range []struct{ keyspace, ttl string }{{"lab", "172800"}, {"${keyspace}", "${trace_ttl}"}} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", strings.NewReplacer("%", c.keyspace, "$", c.ttl).Replace(schema+query))
		page := func() string { return strings.ReplaceAll(r.Run().View.PlainText(), number.Space, " ") }
		for _, want := range []string{gathers, "passes 100 MB with more than 7"} {
			if is := page(); !strings.Contains(is, want) {
				_, is, _ = strings.Cut(is, "A row of it")
				t.Errorf("%s: %.400q, want %q", c.keyspace, is, want)
			}
		}
		name := "lab"
		if c.keyspace != name {
			name = "keyspace"
		}
		r.Set("rows."+name+".spans", "1000")
		if is, want := page(), " partitions of spans by the numbers in Sizes."; !strings.Contains(is, want) {
			_, is, _ = strings.Cut(is, "A row of it")
			t.Errorf("%s: %.400q, want %q", c.keyspace, is, want)
		}
		taken := r.Do("fix", "2.0.0")
		if taken.Put == nil {
			t.Fatal("no table is proposed")
		}
		r.Set("q", taken.Put.Text)
		if is := page(); strings.Contains(is, gathers) || !strings.Contains(is, "advice: a partition of spans_by_operation holds what spans has in many") {
			t.Errorf("%s: once it is there, nothing is said", c.keyspace)
		}
		r.Close()
	}
}

// A variable of a template is named once, and what it stands in is judged; what hangs on a value
// that nobody knows is neither refused nor advised on.
func TestWorkbenchFillsTemplatesIn(t *testing.T) {
	const text = `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = ${replication};
CREATE TABLE ${keyspace}.spans (id blob, at timeuuid, name text, PRIMARY KEY (id, at)) WITH default_time_to_live = ${ttl_in_seconds}
 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '${window_unit}', 'compaction_window_size': '${window_size}'};
SELECT * FROM ${keyspace}.spans WHERE id = ?;
SELECT * FROM ${keyspace}.spans WHERE name = ? LIMIT ${most};
SELECT * FROM ${keyspace}.nope WHERE id = ?;
`
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", text)
	out := r.Run()
	if want := "Cassandra refuses 2 of 5 statements. One is not judged yet."; out.Sentence != want {
		t.Errorf("%s, want %s", out.Sentence, want)
	}
	page := strings.ReplaceAll(out.View.PlainText(), number.Space, " ")
	for words, n := range map[string]int{"${keyspace} is a variable, which a program fills in: judged as the name keyspace_, here and in 4 other places": 3, // in Verdicts, in Report and for the editor

		"hangs on ${replication}": 1, "${most} is a variable, which a program fills in: judged as if it were a bind marker": 1, "time windows": 0, "${keyspace}.spans_by_name": 1} {
		if is := strings.Count(page, words); n == 0 && is > 0 || is < n || strings.HasPrefix(words, "${keyspace} is") && is != n {
			at := max(strings.Index(page, words), 0)
			t.Errorf("%q stands there %d times: %s", words, is, page[max(at-200, 0):min(at+200, len(page))])
		}
	}
	// A refusal that no value can lift is one, and what hangs on a value beside it is not accepted.
	for text, want := range map[string]string{
		"CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': ${replicas}};":              "Cassandra accepts this statement.",
		"CREATE TABLE ${keyspace}.a (k int PRIMARY KEY) WITH dclocal_read_repair_chance = 0.0;":                                       "Cassandra refuses this statement.",
		"CREATE TABLE ${keyspace}.a (k int PRIMARY KEY) WITH dclocal_read_repair_chance = 0.0 AND default_time_to_live = ${time_to};": "One statement is not judged yet.",
		"SELECT * FROM ${keyspace}.leases WHERE name = \"a\";":                                                                        "Cassandra refuses this statement.",
		"SELECT * FROM ${keyspace}.leases ${where};":                                                                                  "One statement is not judged yet.",
		"CREATE TABLE ${keyspace}.a (k int PRIMARY KEY) WITH gc_grace_seconds = 9 AND default_time_to_live = ${time_to};":             "Cassandra accepts this statement, with one remark on the design.",
		"CREATE TABLE ${keyspace}.a (k int PRIMARY KEY) WITH dclocal_read_repair_chance = 0.0 AND default_time_to_live = ${ttl};":     "One statement is not judged yet.",
	} {
		r := spec.Start()
		r.Set("q", text)
		if is := r.Run().Sentence; is != want {
			t.Errorf("%s: %s, want %s", text, is, want)
		}
		r.Close()
	}
	// So are places without a name: those of names apart from those of values.
	r2 := spec.Start()
	defer r2.Close()
	r2.Set("q", "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = %s;\nCREATE TABLE %s.a (k int PRIMARY KEY, v int);\nINSERT INTO %s.a (k, v) VALUES (%s, %s);\nSELECT v FROM %s.a WHERE k IN %s LIMIT %d;\nCREATE TABLE $KS$.b (k int PRIMARY KEY);")
	out2 := r2.Run()
	if want := "One statement is not judged yet."; out2.Sentence != want {
		t.Errorf("%s, want %s", out2.Sentence, want)
	}
	page2 := strings.ReplaceAll(out2.View.PlainText(), number.Space, " ")
	for _, words := range []string{"%s is a variable, which a program fills in: judged as the name ks, here and in 3 other places", "%s is a variable, which a program fills in: judged as if it were a bind marker, here and in 2 other places", "$KS$ is a variable, which a program fills in: judged as the name KS"} {
		if !strings.Contains(page2, words) {
			t.Errorf("it does not say %q", words)
		}
	}
	// The name is written everywhere at once.
	i := strings.Index(view.HTML(out.View), "write keyspace_ everywhere")
	if i < 0 {
		t.Fatal("nothing writes the name")
	}
	j := r.worker.(*benchWork).judged
	for i := range j.items {
		for k, d := range j.items[i].diags {
			if strings.Contains(d.Message, "the name keyspace_") {
				if e := r.Do("fix", place3(i, k, 0)); strings.Contains(e.Put.Text, "${keyspace}") || strings.Count(e.Put.Text, "keyspace_.") != 4 {
					t.Errorf("it becomes %s", e.Put.Text)
				}
			}
		}
	}
	// Another name for it is written by hand.
	if said := r.Act("rename", "1\n"+strconv.Itoa(strings.Index(text, "${keyspace}.spans (")+3)+"\n").Tell; !strings.Contains(said, "${keyspace} is a variable") {
		t.Errorf("of its name is said %q", said)
	}
}

// What is kept of the text before does not show: after any change the answer is that of a page
// that has seen no other text.
func TestWorkbenchKeepsNothingThatShows(t *testing.T) {
	const (
		tables  = "CREATE TYPE a (x text);\nCREATE TABLE t (k int, c int, v text, u frozen<a>, PRIMARY KEY (k, c));\nCREATE TABLE by_v (v text, k int, c int, u frozen<a>, PRIMARY KEY (v, k, c));\n"
		queries = "SELECT v FROM t WHERE k = ?;\nSELECT k, c FROM t WHERE v = ?;\n"
	)
	type step struct{ key, value string }
	steps := []step{
		{"q", tables + queries},
		{"q", strings.Replace(tables, "(v, k, c)", "(k, v, c)", 1) + queries}, // by_v serves another query
		{"q", tables + queries + "SELECT c FROM t WHERE v = ? AND k = ?;\n"},
		{"len.v", "200"},
		{"q", tables + "CREATE INDEX ON by_v (c);\n" + queries + "SELECT k FROM t WHERE c = ?;\n"},
		{"q", strings.Replace(tables, "(x text)", "(x text, y text)", 1) + queries},
		{"q", strings.Replace(tables, "(v, k, c)", "((v, k), c)", 1) + queries},
		{"q", "-- file: schema.cql\n" + tables + "-- file: n.size\ntable = t\nrows = 70\n-- file: q.cql\n" + queries},
		{"q", "-- file: schema.cql\n" + tables + "-- file: n.size\ntable = t\nrows = 7000\n-- file: q.cql\n" + queries},
		{"set", "allow_filtering_enabled = false"},
		{"q", "USE lab;\n" + strings.Replace(tables, "v text, u", "v blob, u", 1) + queries + "SELECT k FROM t WHERE c = 1 ALLOW FILTERING;\n"},
		{"rows.lab.t", "5"},
		{"q", tables + "DROP TABLE by_v;\n" + queries},
	}
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	old := spec.Start()
	defer old.Close()
	in := map[string]string{}
	for i, s := range steps {
		in[s.key] = s.value
		old.Set(s.key, s.value)
		fresh := spec.Start()
		for key, value := range in {
			fresh.Set(key, value)
		}
		if is, want := view.HTML(old.Run().View), view.HTML(fresh.Run().View); is != want {
			n := 0
			for is[n] == want[n] {
				n++
			}
			t.Errorf("step %d: …%.300s\nwant …%.300s", i, is[max(n-100, 0):], want[max(n-100, 0):])
		}
		fresh.Close()
	}
}

// TestSizesNameVariables: Sizes, Cluster and the report call tables and columns as the text does where a program
// fills their names in, and a file of numbers may do so, too.
func TestSizesNameVariables(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	for _, test := range []struct{ table, key, column string }{
		{"${ks}.${table}", "${key}", "${value}"},
		{"{{ks}}.{{ table }}", "{{key}}", "{{value}}"},
		{"$KS$.$TABLE$", "$KEY$", "$VALUE$"},
		{"%(ks)s.%(table)s", "%(key)s", "%(value)s"},
		{"${ks}.${env}_log", "${env}_key", "a_${value}"},
		{`"${Keyspace}"."My${Table}"`, `"${Key}"`, `"${Value}"`},
	} {
		_, table, _ := strings.Cut(test.table, ".")
		create := "CREATE TABLE " + test.table + " (" + test.key + " text, day date, c int, " + test.column + " text, PRIMARY KEY ((" + test.key + ", day), c));\n"
		for _, file := range []string{"", "-- file: n.size\ntable = " + test.table + "\nrows = 77\n", "-- file: n.size\ntable = " + table + "\nrows = 77\n"} {
			r := spec.Start()
			r.Set("q", create+file)
			r.Run()
			w := r.worker.(*benchWork)
			if len(w.tables) != 1 || len(w.filled.Fillings) < 4 || len(w.misread) > 0 {
				t.Fatalf("%s: %d tables, %v; %v", test.table, len(w.tables), w.filled.Text, w.misread)
			}
			plain := func(part view.Part) string {
				return regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(view.HTML(view.El("div", part)), "<wbr>", ""), " ")
			}
			x := w.tables[0]
			rows := number.Count(x.Rows.Max)
			if file != "" && rows != "77" {
				t.Errorf("%s: %s rows with %q", test.table, rows, file)
			}
			sizes, cluster, report := plain(w.sizes()), plain(w.clusterView()), r.Do("report", ".md").Save.Text
			report, _, _ = strings.Cut(report, "## The text")
			for _, says := range []string{table + ": ", "Rows of one " + test.key + " and day", "Length of " + test.column, "Write in how many it lacks, such as " + test.column + " 80%"} {
				if !strings.Contains(sizes, says) {
					t.Errorf("%s: Sizes do not say %q: %s", test.table, says, sizes)
				}
			}
			for _, says := range []string{"Partitions of " + table, "one day of each " + test.key} {
				if !strings.Contains(cluster, says) {
					t.Errorf("%s: Cluster does not say %q: %s", test.table, says, cluster)
				}
			}
			if !strings.Contains(report, "| "+table+" | "+strings.ReplaceAll(number.Bytes(x.Disk.Max), number.Space, " ")) {
				t.Errorf("%s: the report does not name it: %s", test.table, report)
			}
			for _, name := range []string{x.table.Name, x.table.PartitionKey[0].Name, x.table.Regulars[0].Name} {
				if word := regexp.MustCompile(`(^|[^\w{($%])` + name + `([^\w})$]|$)`); name != "value" && word.MatchString(sizes+cluster) {
					t.Errorf("%s: %q stands in the page: %q", test.table, name, word.FindString(sizes+cluster))
				}
			}
			r.Set(x.empty.Key, test.column)
			if r.Run(); w.tables[0].Result == nil || w.tables[0].Disk.Max >= x.Disk.Max {
				t.Errorf("%s: %s is not read as a column: %v", test.table, test.column, w.unsized)
			}
			r.Close()
		}
	}
}

// What leads from one template to another has the variables that stand in it, as they are written.
func TestWorkbenchKeepsVariables(t *testing.T) {
	const text = `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = ${replication};
-- 2 days are 172800 seconds
CREATE TABLE IF NOT EXISTS ${keyspace}.spans (id blob, at bigint, took bigint, PRIMARY KEY (id, at)) WITH default_time_to_live = ${span_ttl}
 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '${window_unit}', 'compaction_window_size': '${window_size}'};
CREATE TABLE IF NOT EXISTS ${keyspace}.names (k text PRIMARY KEY) WITH default_time_to_live = 86400 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': '1', 'compaction_window_unit': 'HOURS'};
`
	later := strings.Replace(text, "(id, at)", "(id, took, at)", 1)
	later = strings.Replace(later, "= 86400", "= ${name_ttl}", 1)
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff,report\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "-- file: a.cql\n"+text+"-- file: b.cql\n"+later)
	r.Run()
	e := r.Do("migration", "")
	if e.Save == nil {
		t.Fatal("nothing is saved")
	}
	saved := strings.Join(strings.Fields(e.Save.Text), " ")
	for _, want := range []string{"ALTER TABLE ${keyspace}.names WITH default_time_to_live = ${name_ttl};", "CREATE TABLE ${keyspace}.spans_2 (", "default_time_to_live = ${span_ttl}", "'${window_unit}'", "'${window_size}'", "all rows of ${keyspace}.spans to ${keyspace}.spans_2", "${keyspace}.spans has the key"} {
		if !strings.Contains(saved, want) {
			t.Errorf("the migration lacks %q: %s", want, e.Save.Text)
		}
	}
	for _, wrong := range []string{"keyspace_", "86400", "172800", "'1'", "'2'", "'DAYS'"} {
		if strings.Contains(saved, wrong) {
			t.Errorf("the migration has %q: %s", wrong, e.Save.Text)
		}
	}
	if said := r.worker.(*benchWork).diff.summary(); strings.Contains(said, "refused") { // the keyspace is not judged
		t.Error(said)
	}
	// Where nothing that is filled in makes the options ones that the server takes, they are missing, and that is said.
	if html := view.HTML(r.Run().View); strings.Contains(html, "hang on variables, and are not compared") {
		t.Error("options that are compared are said to be missing")
	}
	r.Set("q", strings.Replace("-- file: a.cql\n"+text+"-- file: b.cql\n"+later, "'compaction_window_size'", "'${what}'", 1))
	if html := view.HTML(r.Run().View); !strings.Contains(html, "options of one table hang on variables, and are not compared") {
		t.Errorf("it is not said that options are missing: %s", r.worker.(*benchWork).diff.summary())
	}
}

// A time that a variable stands for is known to nobody: not in a diagram, not where sizes are reckoned. Days
// count for nothing where nobody has said how many rows come in one.
func TestWorkbenchKnowsNoTimeOfAVariable(t *testing.T) {
	const text = "-- file: a.cql\nCREATE TABLE t (k int, c int, PRIMARY KEY (k, c)) WITH default_time_to_live = ${ttl_in_seconds};\nCREATE TABLE u (k int, c int, PRIMARY KEY (k, c)) WITH default_time_to_live = 172800;\n-- file: n.size\ntable = t\nrows = 50 * days\ndays = 14\n"
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes,diagram\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	for _, test := range []struct{ key, value, want, not string }{
		{"q", text, "Rows expire after ${ttl_in_seconds} seconds, a variable", "Rows expire after 1 day"},
		{"q", text, "Days kept (assumed: ${ttl_in_seconds} is not known)", "with numbers of yours"},
		{"q", text, "Rows expire after 2 days.", ""},
		{"q", text, `data-input="kept.lab.t" value data-default`, `data-input="kept.lab.t" value="1"`},
		{"kept.lab.t", "2", "counts with new rows a day, else for write times alone", "with numbers of yours"},
		{"daily.lab.t", "40", "with numbers of yours", ""},
		{"daily.lab.u", "40", "value=\"2\"", "counts where"},
	} {
		r.Set(test.key, test.value)
		html := strings.ReplaceAll(view.HTML(r.Run().View), number.Space, " ")
		_, html, _ = strings.Cut(html, `class="tab tab-sizes"`)
		if !strings.Contains(html, test.want) || test.not != "" && strings.Contains(html, test.not) {
			t.Errorf("%s = %s: it lacks %q, or has %q", test.key, test.value, test.want, test.not)
		}
	}
}

// Days that somebody has typed hold, not what stands in for a variable meanwhile.
func TestWorkbenchTakesDaysForAVariable(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int, c timestamp, PRIMARY KEY (k, c)) WITH default_time_to_live = ${ttl} AND gc_grace_seconds = 10800 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': '1', 'compaction_window_unit': 'HOURS'};")
	r.Set("daily.lab.t", "100/s")
	for _, c := range []struct{ days, want string }{{"2", "17,280,000"}, {"0.5", "4,320,000"}} {
		r.Set("kept.lab.t", c.days)
		html := strings.ReplaceAll(view.HTML(r.Run().View), number.Space, " ")
		if _, html, _ = strings.Cut(html, `class="tab tab-sizes"`); !strings.Contains(html, c.want) {
			t.Errorf("%s days: no %s rows", c.days, c.want)
		}
	}
}

// Rows expire by the table's own time to live, whoever says that they are kept for longer; and it is
// said when they are too many all the same.
func TestWorkbenchKeepsNoRowForLongerThanItLives(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE t (k int, c timestamp, PRIMARY KEY (k, c)) WITH default_time_to_live = 172800 AND gc_grace_seconds = 10800 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': '1', 'compaction_window_unit': 'HOURS'};")
	r.Set("daily.lab.t", "400/s")
	said := func(days string) *benchTable {
		r.Set("kept.lab.t", days)
		r.Run()
		return r.worker.(*benchWork).tables[0]
	}
	two, thirty, one := said("2"), said("30"), said("1")
	if two.Rows.Max != 400*172800 || thirty.Rows != two.Rows || thirty.Disk != two.Disk || one.Rows.Max != 400*86400 {
		t.Errorf("2 days: %v rows, 30 days: %v, one day: %v", two.Rows, thirty.Rows, one.Rows)
	}
	if !strings.Contains(thirty.kept.Hint, "2"+number.Space+"days at the latest") || two.kept.Hint == thirty.kept.Hint {
		t.Errorf("said of 30 days: %q, of 2: %q", thirty.kept.Hint, two.kept.Hint)
	}
	r.Set("q", "CREATE TABLE t (k int, c timestamp, PRIMARY KEY (k, c)) WITH default_time_to_live = 86400;")
	if day := said("30"); !strings.Contains(day.kept.Hint, "rows expire after 1"+number.Space+"day at the latest") {
		t.Errorf("said of a day: %q", day.kept.Hint)
	}
}

// TestReportIsShortOnThePage: the tab shows as many rows as a browser lays out at once, and says how many there are; the file has them.
func TestReportIsShortOnThePage(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = report\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	for _, n := range []int{mostInTab - 1, mostInTab + 1, 2 * mostInTab} {
		r.Set("q", "CREATE TABLE a (k int PRIMARY KEY, v text);\n"+strings.Repeat("SELECT v FROM a WHERE k = 1;\n", n))
		tab := r.Run().View.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "report" })
		shown := strings.Count(tab.PlainText(), "a one partition")
		saved := strings.Count(r.Do("report", ".md").Save.Text, "`a` one partition")
		html := strings.Count(r.Do("report", ".html").Save.Text, "one partition</td>")
		said := strings.Contains(tab.PlainText(), "These are the first "+number.Count(mostInTab)+" of "+number.Count(n)+":")
		if shown != min(n, mostInTab) || saved != n || html != n || said != (n > mostInTab) {
			t.Errorf("of %d queries the tab shows %d, the files %d and %d; it says that it is a part: %t", n, shown, saved, html, said)
		}
	}
}

// The report names what it was worked out from, and no number of a table that is gone.
func TestReportNamesNumbersThatCount(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = report\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", "CREATE TABLE was (k int, c int, v text, PRIMARY KEY (k, c));")
	said := map[string]string{"rows.lab.was": "4321", "len.lab.was.v": "77", "partitions.lab.was": "8765", "len.v": "66"}
	for key, value := range said {
		r.Set(key, value)
	}
	named := func() (out []string) {
		text := strings.ReplaceAll(view.HTML(r.Run().View), number.Space, " ")
		_, text, _ = strings.Cut(text, "Worked out from: ")
		text, _, _ = strings.Cut(text, "</p>")
		for key, value := range said {
			if strings.Contains(text, " = "+value) {
				out = append(out, key)
			}
		}
		slices.Sort(out)
		return out
	}
	if got := named(); len(got) < 3 {
		t.Errorf("of the table that is there only %v are named", got)
	}
	r.Set("q", "CREATE TABLE now (k int, c int, v text, PRIMARY KEY (k, c));")
	if got := named(); !slices.Equal(got, []string{"len.v"}) {
		t.Errorf("of a table that is gone %v are named, want only what holds for all", got)
	}
}

// A statement is told from its neighbors by its first words, and by what is before the place where
// they part; and a table by the variable that it is named by.
func TestWorkbenchTellsStatementsApart(t *testing.T) {
	const text = `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = ${replication};
CREATE TYPE IF NOT EXISTS ${keyspace}.note (a text);
CREATE TYPE IF NOT EXISTS ${keyspace}.ref (a text);
CREATE TABLE IF NOT EXISTS ${keyspace}.spans (id blob, n int, PRIMARY KEY (id, n));
CREATE TABLE IF NOT EXISTS ${keyspace}.again (id blob, n int, PRIMARY KEY (id, n));
SELECT * FROM ${keyspace}.spans WHERE id = ?;
SELECT * FROM ${keyspace}.spans WHERE id IN ?;
SELECT * FROM ${keyspace}.spans WHERE n = ?;
`
	const more = `ALTER TABLE ${keyspace}.spans /* no longer */ DROP n;
ALTER TABLE ${keyspace}.spans DROP id;
ALTER TABLE ${keyspace}.${table} DROP id;
INSERT INTO ${keyspace}.spans (id, n, more, 'and -- more') VALUES (1, 2);
INSERT INTO ${keyspace}.spans (id, n, more, 'and -- more') VALUES (1, 3);
INSERT INTO ${keyspace}.again (id, n) -- the number
VALUES (0x01, 2);
INSERT INTO ${keyspace}.again (id, n) -- the number
VALUES (0x01, 3);
SELECT id, n AS number, writetime(more) FROM ${keyspace}.again WHERE id = ?;
SELECT id, n AS number, writetime(more) FROM ${keyspace}.again WHERE id IN ?;
`
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	r.Set("q", text+more)
	html := view.HTML(r.Run().View)
	r.Set("q", text)
	r.Run()
	var said []string
	for _, m := range regexp.MustCompile(`(?s)<code class="brief"[^>]*>(.*?)</code>`).FindAllStringSubmatch(html, -1) {
		seen := regexp.MustCompile(`(?s)<span class="alike"[^>]*>.*?</span>`).ReplaceAllString(strings.Replace(m[1], `<span class="cut">`, " …<b>", 1), "")
		said = append(said, strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(seen, "")), " "))
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"CREATE TYPE … ${keyspace}.ref (a text)", "CREATE TABLE … ${keyspace}.spans (id", "SELECT * FROM ${keyspace}.spans WHERE id = ?", "SELECT * FROM ${keyspace}.spans WHERE id IN ?",
		"ALTER TABLE ${keyspace}.spans DROP n", "ALTER TABLE ${keyspace}.spans DROP id", "ALTER TABLE ${keyspace}.${table} DROP id", "INSERT INTO ${keyspace}.again … (0x01, 3)", "SELECT id, … ${keyspace}.again WHERE id = ?"} {
		if !strings.Contains(all, want) {
			t.Errorf("no statement is told as %q: %s", want, all)
		}
	}
	r.Open("queries")
	w := r.worker.(*benchWork)
	if len(w.asked) == 0 {
		t.Error("nothing is asked")
	}
	for i := range w.asked {
		for k, o := range w.asked[i].offers {
			if !strings.HasPrefix(o.table, "${keyspace}.") {
				t.Errorf("a table is called %s", o.table)
			} else if e := r.Do("from", place2(i, k)); e.Put == nil || strings.Contains(e.Put.Text, "keyspace_") || strings.Count(e.Put.Text, "FROM ${keyspace}.") != 3 {
				t.Errorf("reading %s, the text becomes %+v", o.table, e.Put)
			}
		}
	}
}

// The same rows in the same time take the same bytes wherever somebody says how many there are: in a
// field, in a file, so many a day, or on the page of a size. One number holds for all partitions;
// where they differ, the largest is the size, and the cluster counts with all of them.
func TestWorkbenchSizesTheSameRowsAlike(t *testing.T) {
	const schema = "CREATE TABLE t (k bigint, c bigint, v bigint, PRIMARY KEY (k, c));\n"
	run := func(q string, in Inputs) *benchWork {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes,cluster\ncql:\n;", nil)
		r := spec.Start()
		t.Cleanup(r.Close)
		r.Set("q", q)
		r.Set("partitions.lab.t", "10k")
		for key, value := range in {
			r.Set(key, value)
		}
		r.Run()
		w := r.worker.(*benchWork)
		if len(w.tables) != 1 || w.tables[0].Result == nil || w.summed == nil {
			t.Fatalf("%s %v: nothing is sized: %v", q, in, w.unsized)
		}
		return w
	}
	own := func(schema string, in Inputs) int64 {
		spec, _ := Parse("size", "id = s1\ntitle = x\ntable = lab.m\nrows = 9\ncql:\nCREATE TABLE m (a int, b timeuuid, PRIMARY KEY (a, b));\n", nil)
		r := spec.Start()
		t.Cleanup(r.Close)
		in[codeKey] = schema
		r.State.Values = in
		n, _ := strconv.ParseInt(r.Run().Values["disk.bytes"], 10, 64)
		return n
	}
	want := run(schema, Inputs{"rows.lab.t": "14000", "kept.lab.t": "14"}).tables[0].Disk.Max
	for what, got := range map[string]int64{
		"so many a day": run(schema, Inputs{"daily.lab.t": "1000", "kept.lab.t": "14"}).tables[0].Disk.Max,
		"a file":        run("-- file: a.cql\n"+schema+"-- file: a.size\ntable = t\nrows = 1000 * days\ndays = 14\n", Inputs{"kept.lab.t": "14"}).tables[0].Disk.Max,
		"a time to live": run(strings.Replace(schema, ";", " WITH default_time_to_live = 1209600;", 1), Inputs{"rows.lab.t": "14000"}).tables[0].Disk.Max -
			run(strings.Replace(schema, ";", " WITH default_time_to_live = 1209600;", 1), Inputs{"daily.lab.t": "1000"}).tables[0].Disk.Max + want,
		"a rate": run(schema, Inputs{"rows.lab.t": "1000/day", "kept.lab.t": "14"}).tables[0].Disk.Max,
		"a page": own(schema, Inputs{"rows": "14000", "kept": "14"}),
	} {
		if got != want {
			t.Errorf("%s: %d B, want %d", what, got, want)
		}
	}
	monthly := strings.NewReplacer("c bigint", "month int, c bigint", "(k, c)", "((k, month), c)").Replace(schema)
	a, b, c := run(monthly, Inputs{"rows.lab.t": "1000/day", "kept.lab.t": "365"}).tables[0].Disk.Max, own(monthly, Inputs{"rows": "1000/day", "kept": "365"}), own(monthly, Inputs{"rows": "31000", "kept": "31"})
	if a != b || b != c {
		t.Errorf("with a month in the key: %d B, on the page of a size %d, and %d for 31 days", a, b, c)
	}
	// The command line, and what proposes a table, take them so, too.
	for _, with := range []string{"", " WITH default_time_to_live = 1209600"} {
		schema := strings.Replace(schema, ";", with+";", 1)
		for _, more := range []string{"", "written = at once\n", "written = over 90d\n", "ttl = 30d\n", "grow = 10 * t in t\n", "rows.t = 700\n"} {
			load := "table = t\nrows = 14000\n" + more
			x := run("-- file: a.cql\n"+schema+"-- file: a.size\n"+load, nil).tables[0]
			conn := session.New(session.Settings{Keyspace: "lab"})
			conn.Script(diag.NewSource("", schema))
			list, problems, _ := sizing.All(conn.Catalogue(), []*diag.Source{diag.NewSource("", load)}, nil, sstable.NB)
			if len(problems) > 0 || len(list) != 1 || list[0].Disk != x.Disk {
				t.Errorf("%s%s: the command line sizes %v %v, the workbench %d", schema, load, list, problems, x.Disk.Max)
			}
		}
		x := run(schema, nil).tables[0]
		if got, want := rowSize(x.table, nil, 0, nil), rowSize(x.table, nil, 0, x.sizer); got != want {
			t.Errorf("%s: proposed as %q, there %q", schema, got, want)
		}
	}
	at := func(written string) int64 {
		return run("-- file: a.cql\n"+schema+"-- file: a.size\ntable = t\nrows = 14000\n"+written, nil).tables[0].Disk.Max
	}
	if once := at("written = at once\n"); once >= at("") || at("written = over 365d\n") != at("") {
		t.Errorf("at once %d, in a year %d, where nobody says %d", once, at("written = over 365d\n"), at(""))
	}
	alike, skewed := run(schema, Inputs{"rows.lab.t": "5000"}), run(schema, Inputs{"rows.lab.t": "percentiles(50: 12, 99: 234, 100: 5000)"})
	if alike.tables[0].Rows.Max != 5000 || skewed.tables[0].Rows.Max < 4000 || skewed.summed.Bytes*20 > alike.summed.Bytes {
		t.Errorf("%d and %d rows, %.0f and %.0f B on all nodes", alike.tables[0].Rows.Max, skewed.tables[0].Rows.Max, alike.summed.Bytes, skewed.summed.Bytes)
	}
}

// TestWorkbenchCarriesNumbersAlong: numbers go along with a table that has another name, or whose keyspace
// has one, all else being the same; where that is not sure, they stay.
func TestWorkbenchCarriesNumbersAlong(t *testing.T) {
	const (
		table = "t (k int, c int, v text, PRIMARY KEY (k, c));"
		made  = " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
		ks    = "CREATE KEYSPACE a" + made + "USE a;\nCREATE TABLE "
		two   = "CREATE KEYSPACE a" + made + "CREATE KEYSPACE b" + made + "CREATE TABLE "
	)
	as := func(name, text string) string {
		return strings.NewReplacer("KEYSPACE a ", "KEYSPACE "+name+" ", "USE a;", "USE "+name+";").Replace(text)
	}
	for _, test := range []struct {
		what, before, given string
		after               []string
		want                string
	}{
		{"a keyspace behind USE", ks + table, "a.t", []string{as("shop", ks+table)}, "shop.t"},
		{"a keyspace that is typed anew, letter by letter", ks + table, "a.t", []string{as("", ks+table), as("s", ks+table), as("s ", ks+table), as("sh", ks+table)}, "sh.t"},
		{"and back", ks + table, "a.t", []string{as("shop", ks+table), ks + table}, "a.t"},
		{"a keyspace before the name", two + "a." + table, "a.t", []string{two + "b." + table}, "b.t"},
		{"one of two tables", two + "a.u" + table[1:] + "CREATE TABLE a." + table, "a.t", []string{two + "a.u" + table[1:] + "CREATE TABLE b." + table}, "b.t"},
		{"a name", ks + table, "a.t", []string{ks + `"Odd_Name"` + table[1:]}, "a.Odd_Name"},
		{"a variable", as("${store}", ks+table), "store.t", []string{as("shop", ks+table)}, "shop.t"},
		{"another text before the last", ks + table, "a.t", []string{"SELECT now() FROM system.local;", as("shop", ks+table)}, "shop.t"},
		{"another column", ks + table, "a.t", []string{as("shop", ks+strings.Replace(table, "v text", "v text, w int", 1))}, "a.t"},
		{"another name and another keyspace", ks + table, "a.t", []string{as("shop", ks+"u"+table[1:])}, "a.t"},
		{"a copy", two + "a." + table, "a.t", []string{two + "a." + table + "CREATE TABLE b." + table}, "a.t"},
		{"two that could be meant", ks + table, "a.t", []string{ks + "u" + table[1:] + "CREATE TABLE w" + table[1:]}, "a.t"},
		{"two that could have been", ks + table + "CREATE TABLE u" + table[1:], "a.t|a.u", []string{ks + "w" + table[1:]}, "a.t|a.u"},
	} {
		numbers := func(tables string) string {
			in := Inputs{}
			for _, name := range strings.Split(tables, "|") {
				in["daily."+name], in["len."+name+".v"], in["partitions."+name] = "40/s", "12", "9"
			}
			return wire.Pack(wire.Map(in)...)
		}
		spec, _ := Parse("bench", "id = own\ntitle = T\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", test.before)
		r.Run()
		for _, name := range strings.Split(test.given, "|") {
			r.Set("daily."+name, "40/s")
			r.Set("len."+name+".v", "12")
			r.Set("partitions."+name, "9")
		}
		for _, text := range test.after {
			r.Set("q", text)
			r.Run()
			if r.Finish().Begin {
				r.Run()
			}
		}
		in := maps.Clone(r.State.Values)
		if delete(in, "q"); wire.Pack(wire.Map(in)...) != numbers(test.want) {
			t.Errorf("%s: the numbers are %v, not those of %s", test.what, in, test.want)
		}
	}
}

// TestWorkbenchTakesRatesAnywhere: a rate may stand anywhere in a number, and what is wrong with a number is
// told at its field.
func TestWorkbenchTakesRatesAnywhere(t *testing.T) {
	for _, test := range []struct {
		text  string
		daily int64 // 0 where it is refused
		says  string
	}{
		{"0.2 * 2000/s", 34_560_000, ""}, {"2000/s * 0.2", 34_560_000, ""}, {"(2000/s) * 20%", 34_560_000, ""}, {"2000/s / 5", 34_560_000, ""},
		{"5/day * 2", 10, ""}, {"1/h + 2/day", 26, ""}, {"2 * (1 / h + 2 / day)", 52, ""}, {"4/2/day", 2, ""},
		{"-5/s", 0, "This is negative: write 0 or more."}, {"2/day * -5", 0, "This is negative"}, {"1..3/s", 0, "This is a range: write one number"}, {"2/s * many", 0, "many"},
	} {
		for _, key := range []string{"daily.lab.t", "rows.lab.t"} {
			spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
			r := spec.Start()
			r.Set("q", "CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c));")
			r.Set("kept.lab.t", "10")
			r.Set(key, test.text)
			r.Run()
			w := r.worker.(*benchWork)
			switch x := w.tables[0]; {
			case test.daily == 0 && (len(w.unsized) != 1 || !strings.Contains(w.unsized.Of(key), test.says)):
				t.Errorf("%s = %s: said is %v, not %s", key, test.text, w.unsized, test.says)
			case test.daily > 0 && (x.Result == nil || x.Rows.Max != 10*test.daily):
				t.Errorf("%s = %s: not %d a day: %v", key, test.text, test.daily, w.unsized)
			}
			r.Close()
		}
	}
	for _, wrong := range [][2]string{{"daily.lab.t", "-5"}, {"kept.lab.t", "-5"}, {"rows.lab.t", "-5"}} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
		in := Inputs{"q": "CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c));", "daily.lab.t": "9", "kept.lab.t": "9"}
		in[wrong[0]] = wrong[1]
		if all := Run(spec, in).Problems; len(all) != 1 || !strings.Contains(all.Of(wrong[0]), "negative") {
			t.Errorf("%v: said is %v", wrong, all)
		}
	}
	size, _ := Parse("size", "id = own\ntitle = x\ntable = lab.m\nrows = 9\ncql:\nCREATE TABLE m (a int, b timeuuid, PRIMARY KEY (a, b));\n", nil)
	rows := func(text string) string {
		return Run(size, Inputs{codeKey: "CREATE TABLE u (k int, c int, v text, PRIMARY KEY (k, c));", "rows": text}).Sentence
	}
	if got, want := rows("24/day * 2"), rows("48/day"); got != want || !strings.Contains(got, "17,520 rows") {
		t.Errorf("24/day * 2 is said to be %s", got)
	}
}

// TestDiagramNamesQueriesByPlace: in the diagram of the workbench, too, a query is called by its file and
// line, unless a comment names it.
func TestDiagramNamesQueriesByPlace(t *testing.T) {
	const (
		schema  = "CREATE TABLE t (k int PRIMARY KEY, v int);\n"
		queries = "SELECT v FROM t WHERE k = 1;\n-- Q9. One of them\nSELECT v FROM t WHERE k = 2;\nSELECT k FROM t WHERE k = 3; SELECT k FROM t WHERE k = 4;\n"
	)
	for text, want := range map[string]string{
		"-- file: schema.cql\n" + schema + "-- file: q.cql\n" + queries: "q.cql:1|Q9|q.cql:4|q.cql:4 (2)",
		schema + queries: "line 2|Q9|line 5|line 5 (2)",
	} {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diagram\ncql:\n;", nil)
		html := view.HTML(Run(spec, Inputs{"q": text}).View)
		var names []string
		for _, m := range regexp.MustCompile(`data-key="question:[^"]*"[^>]*><th scope="row">([^<]*(?:<wbr>[^<]*)*)</th>`).FindAllStringSubmatch(html, -1) {
			names = append(names, strings.ReplaceAll(m[1], "<wbr>", ""))
		}
		if got := strings.Join(names, "|"); got != want || !strings.Contains(html, strings.Split(want, "|")[0]+" enters t.") {
			t.Errorf("the queries are %s, not %s", got, want)
		}
	}
}

// TestWorkbenchSizesQuotedNames: numbers count for columns whose names CQL quotes, and what is wrong with one
// is told at its field.
func TestWorkbenchSizesQuotedNames(t *testing.T) {
	const schema = `CREATE TABLE t (k int, "Odd Name" text, "Tags" set<text>, plain text, PRIMARY KEY (k, "Odd Name"));`
	run := func(key, value string) (*benchTable, *benchWork) {
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
		r := spec.Start()
		t.Cleanup(r.Close)
		r.Set("q", schema)
		if key != "" {
			r.Set(key, value)
		}
		r.Run()
		w := r.worker.(*benchWork)
		return w.tables[0], w
	}
	bare, _ := run("", "")
	fields := 0
	for _, f := range bare.fields {
		fields++
		if x, w := run(f.Key, "700"); x.Result == nil || x.Disk.Max <= bare.Disk.Max || len(x.fields) != len(bare.fields) || len(w.unsized) > 0 {
			t.Errorf("%s = 700 does not count: %v", f.Key, w.unsized)
		}
		for _, wrong := range []string{"-1", "many"} {
			if _, w := run(f.Key, wrong); len(w.unsized) != 1 || w.unsized.Of(f.Key) == "" {
				t.Errorf("%s = %s: told is %v", f.Key, wrong, w.unsized)
			}
		}
	}
	if fields != 4 {
		t.Errorf("%d fields", fields)
	}
}

// TestWhatIsThereIsNotMade: a statement that is accepted and makes or drops nothing says so.
func TestWhatIsThereIsNotMade(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
	r := spec.Start()
	defer r.Close()
	text, wanted := "", []string{}
	for _, x := range [][2]string{
		{"CREATE TABLE t (k int PRIMARY KEY, v int)", "Creates the table t, whose partition key is k"},
		{"CREATE TABLE IF NOT EXISTS t (v int PRIMARY KEY)", "Makes nothing: the table t is there already, and stays as it is."},
		{"CREATE TABLE IF NOT EXISTS u (v int PRIMARY KEY)", "Creates the table u, whose partition key is v"},
		{"DROP TABLE IF EXISTS w", "Drops nothing: there is no table w."},
		{"DROP TABLE IF EXISTS u", "Drops the table u."},
		{"CREATE INDEX IF NOT EXISTS i ON t (v)", "Creates the index on t."},
		{"CREATE INDEX IF NOT EXISTS i ON t (v)", "Makes nothing: the index on t is there already, and stays as it is."},
		{"DROP INDEX IF EXISTS j", "Drops nothing: there is no index j."},
		{"ALTER TABLE t ADD IF NOT EXISTS v text", "Changes nothing: the table t has this already, and stays as it is."},
		{"ALTER TABLE t ADD IF NOT EXISTS (v int, x int)", "Changes the table t."},
		{"ALTER TABLE IF EXISTS t ADD IF NOT EXISTS v int", "Changes nothing: there is no table t, or it has this already."},
		{"ALTER TABLE t DROP IF EXISTS w", "Changes nothing: what it would change is not there."},
		{"ALTER TABLE t DROP IF EXISTS x", "Changes the table t: nobody can read the values of x any more, and a column that gets such a name later begins empty."},
		{"DROP INDEX i", "Drops the index i."},
		{"ALTER TABLE t DROP v USING TIMESTAMP 5", "Changes the table t: nobody can read the values of v any more, and a column that gets such a name later begins with what was written after the timestamp."},
		{"ALTER TABLE IF EXISTS w WITH comment = 'a'", "Changes nothing: what it would change is not there."},
		{"CREATE TYPE a (b int)", "Creates the type a."},
		{"CREATE TYPE IF NOT EXISTS a (b int)", "Makes nothing: the type a is there already, and stays as it is."},
		{"ALTER TYPE a ADD IF NOT EXISTS b int", "Changes nothing: the type a has this already, and stays as it is."},
		{"ALTER TYPE a RENAME IF EXISTS d TO e", "Changes nothing: what it would change is not there."},
		{"ALTER TYPE a RENAME b TO c", "Changes the type a."},
		{"DROP TYPE IF EXISTS a", "Drops the type a."},
		{"DROP TYPE IF EXISTS a", "Drops nothing: there is no type a."},
		{"DROP MATERIALIZED VIEW IF EXISTS lab.v", "Drops nothing: there is no view lab.v."},
	} {
		text += x[0] + ";\n"
		wanted = append(wanted, x[1])
	}
	r.Set("q", text)
	r.Run()
	for i, item := range r.worker.(*benchWork).judged.items {
		if i < len(wanted) && !strings.HasPrefix(sentence(item.what), wanted[i]) {
			t.Errorf("%s: %q %+v, want %q", text[item.span.Start:item.span.End], item.what, item.diags, wanted[i])
		}
	}
	// A name with a variable in it is shown as it stands in the text.
	r.Set("q", "CREATE KEYSPACE ${env}_tel WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE ${env}_tel.service (k int PRIMARY KEY, v text);\nSELECT k FROM ${env}_tel.service WHERE v = 'a';\nDROP KEYSPACE IF EXISTS k;\n")
	page := r.Run().View.PlainText()
	for _, words := range []string{"Creates the keyspace ${env}_tel.", "Creates the table ${env}_tel.service, ", "CREATE TABLE ${env}_tel.service_by_v", "Drops nothing: there is no keyspace k."} {
		if !strings.Contains(page, words) {
			t.Errorf("nothing says %q", words)
		}
	}
}

// What a statement touches is drawn on as many nodes as the settings say, with the replicas that
// its keyspace has.
func TestWorkbenchDrawsReplicas(t *testing.T) {
	const simple = "{'class': 'SimpleStrategy', 'replication_factor': 'N'}"
	for _, test := range []struct{ replication, nodes, read, center, says string }{
		{"", "", "WHERE k = 1", "3 of 6 nodes example", "Drawn on 6 nodes, with 3 replicas of each partition. That is an example: no statement says how the keyspace is replicated."},
		{strings.Replace(simple, "N", "1", 1), "", "WHERE k = 1", "1 of 6 nodes RF 1", "Drawn on 6 nodes, with 1 replica of each partition. Keyspace s has replication {'class': 'SimpleStrategy', 'replication_factor': '1'}."},
		{strings.Replace(simple, "N", "5", 1), "", "WHERE k = 1", "5 of 6 nodes RF 5", ""},
		{strings.Replace(simple, "N", "7", 1), "", "WHERE k = 1", "7 of 7 nodes RF 7", ""},
		{strings.Replace(simple, "N", "3", 1), "datacenter1=2", "WHERE k = 1", "2 of 2 nodes RF 3", ""},
		{strings.Replace(simple, "N", "1", 1), "datacenter1=1", "WHERE k = 1", "1 of 1 node RF 1", ""},
		{strings.Replace(simple, "N", "3", 1), "a=4,b=5", "WHERE k = 1", "3 of 9 nodes RF 3", ""},
		{"{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}", "", "WHERE k = 1", "1 of 6 nodes RF 1", ""},
		{"{'class': 'NetworkTopologyStrategy', 'a': 3, 'b': 1}", "a=4,b=5,c=8", "WHERE k = 1", "4 of 9 nodes RF 3+1", "Keyspace s has replication {'class': 'NetworkTopologyStrategy', 'a': '3', 'b': '1'}."},
		{"{'class': 'NetworkTopologyStrategy', 'replication_factor': 2}", "a=4,b=5", "WHERE k = 1", "4 of 9 nodes RF 2+2", ""},
		{strings.Replace(simple, "N", "3", 1), "datacenter1=1000", "WHERE k = 1", "3 of 1,000 nodes RF 3", "Drawn on 48 nodes for 1,000, with 3 replicas of each partition."},
		{strings.Replace(simple, "N", "3", 1), "datacenter1=1000", "", "1,000 of 1,000 nodes RF 3", ""},
		{strings.Replace(simple, "N", "99", 1), "", "WHERE k = 1", "99 of 99 nodes RF 99", ""},
		{strings.Replace(simple, "N", "50", 1), "datacenter1=100", "WHERE k = 1", "50 of 100 nodes RF 50", ""},
		{strings.Replace(simple, "N", "3", 1), "datacenter1=9", "", "9 of 9 nodes RF 3", ""},
	} {
		make := ""
		if test.replication != "" {
			make = "CREATE KEYSPACE s WITH replication = " + test.replication + ";\nUSE s;\n"
		}
		spec, _ := Parse("bench", "id = own\ntitle = T\nopen = verdicts\ncql:\n;", nil)
		r := spec.Start()
		r.Set("q", make+"CREATE TABLE t (k int PRIMARY KEY);\nSELECT * FROM t "+test.read+";\n")
		r.Set("nodes", test.nodes)
		out := r.Run()
		j := r.worker.(*benchWork).judged
		p := j.items[len(j.items)-1].plan
		if j.items[len(j.items)-1].advice() {
			p = j.items[len(j.items)-2].plan
		}
		if p == nil {
			t.Fatalf("%+v: %s", test, out.Sentence)
		}
		a := accessOf("x", p, j.ringOf(p))
		if got := strings.Join(a.Ring.Center, " "); got != test.center || !strings.Contains(a.Desc, test.says) || !strings.Contains(html.UnescapeString(view.HTML(out.View)), a.Desc) {
			t.Errorf("%s %s %s: %s\n%s", test.replication, test.nodes, test.read, got, a.Desc)
		}
		r.Close()
	}
}

// What only the After file is chosen for, comes behind the last file before it that has something of it.
func TestWorkbenchComparesWithTheLastBefore(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = diff\ncql:\n;", nil)
	const v1 = "-- file: v1.cql\nCREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE k.t (a int PRIMARY KEY, b int);\n"
	const v2 = "-- file: v2.cql\nALTER TABLE k.t ADD c int;\n"
	const v3 = "-- file: v3.cql\nALTER TABLE k.t ADD d int;\n"
	const whole = "-- file: now.cql\nCREATE TABLE k.t (a int PRIMARY KEY, b int, c int, d int, e int);\n"
	for _, test := range []struct{ text, after, before string }{
		{v1 + v2 + v3, "v3.cql", "v2.cql"},
		{v1 + v2 + v3, "v2.cql", "v1.cql"},
		{v1 + v2 + v3 + whole, "now.cql", "v3.cql"},
		{v1 + v2 + v3 + whole, "v2.cql", "v1.cql"},
	} {
		r := spec.Start()
		r.Set("q", test.text)
		r.Set("after", test.after)
		r.Run()
		d := r.worker.(*benchWork).diff
		if d == nil || d.before != test.before || d.after != test.after {
			t.Errorf("%s: %+v", test.after, d)
		}
		r.Close()
	}
}

// What is all new, is no migration: the report has it as the text.
func TestReportHasNoMigrationFromNothing(t *testing.T) {
	spec, _ := Parse("bench", "id = own\ntitle = T\nopen = report\ncql:\n;", nil)
	const keyspace = "-- file: keyspace.cql\nCREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
	const schema = "-- file: schema.cql\nCREATE TABLE k.t (a int PRIMARY KEY, b int);\n"
	for text, migrates := range map[string]bool{keyspace + schema: false, keyspace + schema + "-- file: v2.cql\nALTER TABLE k.t ADD c int;\n": true} {
		r := spec.Start()
		r.Set("q", text)
		r.Run()
		if got := strings.Contains(r.Do("report", ".md").Save.Text, "\n## Migration\n"); got != migrates {
			t.Errorf("%d files: a migration: %t", strings.Count(text, "file:"), got)
		}
		r.Close()
	}
}

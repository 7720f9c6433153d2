//go:build !chapters

package lab

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// TestManyBoxesAreNotDrawn: a figure has at most as many boxes as a page can draw without
// standing still; the rest of the answer is there all the same.
func TestManyBoxesAreNotDrawn(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	for _, n := range []int{maxBoxes, maxBoxes + 1, 1500} {
		text := ""
		for i := range n {
			text += "entity E" + strconv.Itoa(i) + "\n  id uuid key\n"
		}
		r := spec.Start()
		r.State.Values = Inputs{r.Typed()[0]: text}
		all := strings.Join(r.Run().View.Texts(), "\n")
		if said := strings.Contains(all, "boxes would say nothing"); said != (n > maxBoxes) {
			t.Errorf("%d entities: it says that they are too many: %v", n, said)
		}
		if drawn := strings.Contains(all, "svg"); drawn != (n <= maxBoxes) {
			t.Errorf("%d entities: drawn %v", n, drawn)
		}
		if last := "E" + strconv.Itoa(n-1); !strings.Contains(all, last) {
			t.Errorf("%d entities: nothing is said of %s", n, last)
		}
	}
}

// TestLeftModel: whoever picks something while the same text is worked out, wherever that is,
// gets what somebody gets who has waited.
func TestLeftModel(t *testing.T) {
	text := "entity Reader 100\n  reader_id uuid key\n  name text 20\nentity Book 900\n  isbn text 13 key\n  title text 40\nrelate Reader borrows Book 0..5..40 : 0..3\n  since date\n" +
		"question Q1 A reader's books\n  given Reader.reader_id\n  want Book: isbn, title, borrows.since\nquestion Q2 A book's readers\n  given Book.isbn\n  want Reader: name\n"
	for _, id := range []string{"Q3", "Q4", "Q5", "Q6"} {
		text += "question " + id + " A reader's last books\n  given Reader.reader_id\n  order borrows.since desc\n  want Book: isbn, title, borrows.since\n  want Reader: name\n"
	}
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	answer := func(left int) (html string, was bool) {
		r := spec.Start()
		r.State.Values = Inputs{"text": text}
		r.Begin()
		for range left {
			if r.Step(func() bool { return false }) {
				return "", false
			}
		}
		if !r.Do("pick", "question:Q2").Begin {
			t.Fatalf("after %d pauses its button does nothing", left)
		}
		return view.HTML(r.Run().View), true
	}
	want, _ := answer(0)
	if !strings.Contains(want, "Q2") || strings.Contains(want, "at most 0 B") {
		t.Fatal(want)
	}
	n := 0
	for got, was := answer(1); was; got, was = answer(n + 1) {
		if n++; got != want {
			t.Fatalf("left after %d pauses: %s, want %s", n, got, want)
		}
	}
	if n < 20 {
		t.Errorf("the text is worked out with %d pauses", n)
	}
}

// TestModelLetsThePageGoOn: between two pauses little is done, also while a text is read in which
// each entity is joined with many, and nothing is worked out for each pair of questions. What is
// counted are the bytes that are made.
func TestModelLetsThePageGoOn(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	entities := func(n int) (s string) {
		for i := range n {
			s += fmt.Sprintf("entity E%[1]d 1000\n  id%[1]d uuid key\n  n%[1]d text 20\n", i)
		}
		return s
	}
	question := func(i, given int, want string) string {
		return fmt.Sprintf("question Q%d things\n  given id%d\n  want %s\n", i, given, want)
	}
	var web, chain, alike strings.Builder
	web.WriteString(entities(40))
	for i := range 40 {
		for k := range min(i, 8) {
			fmt.Fprintf(&web, "relate E%[1]d r%[1]d_%[2]d E%[3]d 0..20..200 : 0..5..40\n", i, k, (k*5+i)%i)
		}
	}
	for i := range 150 {
		web.WriteString(question(i, i%40, fmt.Sprintf("E%[1]d: n%[1]d", (i+20)%40)))
	}
	chain.WriteString(entities(160))
	for i := range 159 {
		fmt.Fprintf(&chain, "relate E%d r%[1]d E%d 1 : 0..5..40\n", i, i+1)
	}
	for i := range 157 {
		chain.WriteString(question(i, i, fmt.Sprintf("E%[1]d: n%[1]d", i+3)))
	}
	alike.WriteString(entities(3) + "relate E0 has E1 1 : 0..5..40\n")
	for i := range 400 {
		alike.WriteString(question(i, 0, "E1: n1"))
	}
	for _, c := range []struct {
		what, text string
		stretch    int // bytes, at most
		all        int
	}{
		{"a web", web.String(), 8 << 20, 100 << 20},
		{"a chain", chain.String(), 16 << 20, 400 << 20},
		{"the same question", alike.String(), 32 << 20, 250 << 20},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": c.text}
		r.Begin()
		stretch, all := 0, 0
		var before, after runtime.MemStats
		for done := false; !done; {
			runtime.ReadMemStats(&before)
			done = r.Step(func() bool { return false })
			runtime.ReadMemStats(&after)
			n := int(after.TotalAlloc - before.TotalAlloc)
			stretch, all = max(stretch, n), all+n
		}
		t.Logf("%s: %d bytes between two pauses, %d in all", c.what, stretch, all)
		// Whoever leaves it does not wait for its end: the helper of a page has taken it over.
		r = spec.Start()
		r.State.Values = Inputs{"text": c.text}
		r.Begin()
		for range 3 {
			r.Step(func() bool { return false })
		}
		runtime.ReadMemStats(&before)
		r.Close()
		runtime.ReadMemStats(&after)
		if n := int(after.TotalAlloc - before.TotalAlloc); n > c.stretch {
			t.Errorf("%s: %d bytes are made once it is left, want %d at most", c.what, n, c.stretch)
		}
		if stretch > c.stretch {
			t.Errorf("%s: %d bytes are made between two pauses, want %d at most", c.what, stretch, c.stretch)
		}
		if all > c.all {
			t.Errorf("%s: %d bytes are made in all, want %d at most", c.what, all, c.all)
		}
	}
}

// TestModelSaysWhyNot: what cannot be done by hand is said, and what was picked in another text
// is picked no more.
func TestModelSaysWhyNot(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const one = "entity A 9\n  id uuid key\n  name text 9\n"
	const two = "model k\n" + one + "question Q1 An A\n  given id\n  want A\nquestion Q2 As\n  given name\n  want A: id\n"
	for _, c := range []struct{ text, do, with, want, put string }{
		{"", "block", "relate", "so an entity comes first. Write its name", "entity Thing 1000"},
		{one, "block", "relate", "so an entity comes first.", one + "\nentity Thing 1000"},
		{"", "block", "question", "so an entity comes first. Write its name", "entity Thing 1000"},
		{two, "drop", "column:k.as.id\ncolumn:k.as_by_name.id", "within its own table", ""},
		{two, "drop", "entity:A\ntable:a", "on another one", ""},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": c.text}
		r.Run()
		e := r.Do(c.do, c.with)
		if got := e.Said; !strings.Contains(got, c.want) {
			t.Errorf("%s %q of %q says %q, want %q", c.do, c.with, c.text, got, c.want)
		}
		if put := e.Put; c.put != "" && (put == nil || !put.Mark || !strings.HasPrefix(put.Text, c.put)) || c.put == "" && put != nil {
			t.Errorf("%s %q of %q puts %+v, want %q", c.do, c.with, c.text, put, c.put)
		}
	}
	for _, c := range []struct {
		text, pick string
		there      bool
	}{
		{"CREATE TABLE k.t (id uuid PRIMARY KEY);", "column:k.t.id", true},
		{"CREATE TABLE k.t (id uuid PRIMARY KEY);", "column:k.t.name", false},
		{one + "screen S\n", "screen:S", true},
		{one, "screen:S", false},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": c.text, "pick": c.pick}
		if there := strings.Contains(view.HTML(r.Run().View), "Let go"); there != c.there {
			t.Errorf("%s of %q is picked: %v", c.pick, c.text, there)
		}
	}
}

// TestModelIsRelated: an entity on another one asks for it where relationships lead there, and
// relates the two where none does; a button does the same.
func TestModelIsRelated(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const three = "entity A 10\n  a_id uuid key\nentity B 50\n  b_id uuid key\nentity C 400\n  c_id uuid key\nrelate B has C 1 : 8\n"
	for _, c := range []struct{ text, do, with, want, pick string }{
		{three, "drop", "entity:B\nentity:C", "question Q1 Cs of one B\n  given  b_id", "question:Q1"},
		{three, "drop", "entity:A\nentity:C", "relate A has C", "relationship:has:A:C"},
		{three, "relate", "A C", "relate A has C", "relationship:has:A:C"},
		{three + "relate A has B 1 : 5\n", "drop", "entity:A\nentity:C", "question Q1 Cs of one A\n  given  a_id", "question:Q1"}, // by way of B
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": c.text}
		r.Run()
		e := r.Do(c.do, c.with)
		if e.Put == nil || !strings.Contains(e.Put.Text[len(c.text):], c.want) {
			t.Fatalf("%s %q writes %v, want %q", c.do, c.with, e.Put, c.want)
		}
		r.State.Values = Inputs{"text": e.Put.Text, "pick": c.pick, "step": "entities"}
		if html := view.HTML(r.Run().View); e.Set[0].Text != c.pick || !strings.Contains(html, "Let go") {
			t.Errorf("%s %q picks %v", c.do, c.with, e.Set)
		}
	}
	// What is picked is told beside the figure that has it.
	for step, there := range map[string]bool{"entities": true, "logical": false} {
		r := spec.Start()
		r.State.Values = Inputs{"text": three + "question Q1 Cs\n  given c_id\n  want C\n", "pick": "entity:A", "step": step}
		html := view.HTML(r.Run().View)
		if is := strings.Contains(html, "Let go"); is != there {
			t.Errorf("%s: an entity is told: %v", step, is)
		}
		if there && !strings.Contains(html, "Relate it to B (R)") {
			t.Errorf("%s: no button relates it", step)
		}
	}
}

// TestPickedQuestion: a question is let go where another model takes the place of its own, and
// is none of CQL that does not ask it; whoever changes it, or the rest of its model, keeps it.
func TestPickedQuestion(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const text = "entity A 9\n  id uuid key\n  name text 9\n\nquestion Q1 An A\n  given id\n  want A\n"
	for _, c := range []struct {
		after string
		kept  bool
	}{
		{"entity B 9\n  b_id uuid key\n\nquestion Q1 A B\n  given b_id\n  want B: b_id\n", false},
		{"CREATE TABLE k.t (id uuid PRIMARY KEY);", false},
		{"", false},
		{strings.Replace(text, "An A", "One A", 1), true},
		{strings.Replace(text, "given id", "given name", 1), true},
		{strings.Replace(text, "entity A 9", "entity A 99", 1) + "\nscreen S\n  asks Q1\n", true},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": text, "pick": "question:Q1"}
		r.Run()
		r.Set("text", c.after)
		if got := strings.Contains(view.HTML(r.Run().View), "Let go"); got != c.kept || (r.Text("pick") != "") != c.kept {
			t.Errorf("%q: it is picked: %v, %q", c.after, got, r.Text("pick"))
		}
	}
	r := spec.Start() // as a link has it
	r.State.Values = Inputs{"text": "CREATE TABLE k.t (id uuid PRIMARY KEY);", "pick": "question:Q9"}
	if strings.Contains(view.HTML(r.Run().View), "Let go") {
		t.Error("CQL asks no Q9")
	}
}

// TestModelTellsNumbers: how long rows stay and how many things there are is told, also where
// it stands in CQL or follows from other numbers.
func TestModelTellsNumbers(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const shop = "entity Shop 10\n  shop_id uuid key\nentity Till within Shop\n  till_no int key\nentity Sale kept 30 days\n  sale_id uuid key\nrelate Shop has Till 1 : 4\nrelate Till sees Sale 1 : 0..5..30 + 2/day\n"
	for _, c := range []struct{ text, step, want string }{
		{"CREATE TABLE t (id int PRIMARY KEY) WITH default_time_to_live = 86400;", "logical", "Rows expire after 1 day."},
		{shop + "question Q1 A sale\n  given sale_id\n  want Sale\n", "logical", "Rows expire after 30 days"},
		{shop, "entities", "within Shop: 40, as follows from the relationships"},
		{shop, "entities", "0..5..30 + 2/day"},
		{"entity A 100\n  a_id uuid key\nentity B 60\n  b_id uuid key\n  title text\nrelate A has B 0..10..40 : 1..2..50\nquestion Q1 Bs\n  given a_id\n  want B: b_id, title\n", "logical", "By the other one, 60 Bs with 10 As each make 600"},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": c.text, "step": c.step}
		if all := strings.ReplaceAll(strings.Join(r.Run().View.Texts(), "\n"), "\u00a0", " "); !strings.Contains(all, c.want) {
			t.Errorf("%q says nowhere %q", c.text, c.want)
		}
	}
}

// TestModelButtonsChangeSomething: a button that would change nothing is not to be pressed.
func TestModelButtonsChangeSomething(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const text = "model k\nentity A 9\n  id uuid key\n  kind text 9\nentity B 90\n  b_id uuid key\n  at timestamp\nrelate A has B 1 : 0..10..20\nquestion Q1 Bs\n  given id\n  want B: at\n"
	for _, pick := range []string{"column:k.bs_by_a.b_id", "column:k.bs_by_a.a_id"} { // each is alone in its part of the key
		r := spec.Start()
		r.State.Values = Inputs{"text": text, "step": "logical", "pick": pick}
		html := view.HTML(r.Run().View)
		for _, name := range []string{"up", "down"} {
			before, rest, found := strings.Cut(html, `data-with="`+name+" "+strings.TrimPrefix(pick, "column:")+`"`)
			rest, _, _ = strings.Cut(rest, ">")
			if tag := before[strings.LastIndexByte(before, '<')+1:] + rest; !found || !strings.Contains(tag, "disabled") {
				t.Errorf("%s: %s can be pressed (it is there: %v)", pick, name, found)
			}
		}
	}
}

// TestModelFromFile: what a file holds takes the place of the text, with its lines as they are
// here; of what is no model the reader is told why, and the text stays.
func TestModelFromFile(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	for _, c := range [][3]string{ // what is told, the text after it, what is said
		{"bees.model\nentity Bee 9\r\n  id uuid key\r\n", "entity Bee 9\n  id uuid key", "bees.model is open. Undo"},
		{"k.cql\nCREATE TABLE k.t (id int PRIMARY KEY);\n\n", "CREATE TABLE k.t (id int PRIMARY KEY);", "k.cql is open"},
		{"bees.model", "", "cannot be read"},
		{"bees.model\n", "", "bees.model is empty."},
		{"be\u202eledom.se\n", "", `be\u202eledom.se is empty.`},
		{"bee.png\n\uFFFDPNG\n\x00", "", "no text in UTF-8"},
		{"bee.txt\n" + strings.Repeat("# bees\n", 10_000), "", "longer than 60 kB"},
	} {
		r := spec.Start()
		e := r.Do("opened", c[0])
		put := ""
		if e.Put != nil {
			put = e.Put.Text
		}
		if put != c[1] || !strings.Contains(e.Said, c[2]) {
			t.Errorf("%.20q: %q, said %q", c[0], put, e.Said)
		}
	}
	// Saved, and opened again: the same.
	r := spec.Start()
	r.Run()
	saved := r.Do("save", "").Save
	if saved == nil || r.Do("opened", saved.Name+"\n"+saved.Text).Put.Text != "entity A\n  id uuid key" {
		t.Errorf("saved as %v", saved)
	}
}

// TestModelLeadsOn: the CQL of a model leads to the workbench and says how often a statement is
// sent; CQL that is read backwards says of each question what it reads, and has no empty column.
func TestModelLeadsOn(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	page := func(text string) string {
		r := spec.Start()
		r.State.Values = Inputs{"text": text}
		return view.HTML(r.Run().View)
	}
	tab := func(html, name string) string {
		_, rest, _ := strings.Cut(html, `<details class="tab tab-`+name+`"`)
		rest, _, _ = strings.Cut(rest, "</details>")
		return rest
	}
	cql := tab(page("model k\nentity Sensor 10\n  sensor_id uuid key\nentity Reading within Sensor\n  at timestamp key\n  value double\nrelate Sensor takes Reading 1 : 10/day\nquestion Q1 Readings\n  given sensor_id\n  range at 3 months\n  want Reading: value\nquestion Q2 A sensor\n  given sensor_id\n  want Sensor\ntable t for Q1\n  bucket month of at\n"), "cql")
	for _, want := range []string{`data-do="bench"`, "times, once for each month"} {
		if !strings.Contains(cql, want) {
			t.Errorf("the CQL lacks %q: %s", want, cql)
		}
	}
	// Its statements end, so that they are as many without their comment marks; read back as they
	// are they say what the tables are for.
	_, plain, _ := strings.Cut(cql, "cql-text")
	_, plain, _ = strings.Cut(plain, ">")
	plain, _, _ = strings.Cut(plain, "</pre>")
	plain = html.UnescapeString(strings.ReplaceAll(plain, "<wbr>", ""))
	bare := strings.ReplaceAll(plain, "\n-- SELECT", "\nSELECT")
	for _, res := range session.New(session.Settings{}).Script(diag.NewSource("", bare)) {
		if !res.Accepted() {
			t.Errorf("%s: %s", bare, res.Diag.Message)
		}
	}
	if n := strings.Count(bare, "\nSELECT"); n != 2 {
		t.Errorf("%d statements of questions, want 2: %s", n, plain)
	}
	const table = "CREATE TABLE k.t (id int PRIMARY KEY, v int)"
	for _, c := range []struct {
		text, want string
		columns    int
	}{
		{plain, "FROM k.t WHERE", 5},
		{table + ";\n-- Q1 One\n-- SELECT v FROM k.t WHERE id = ?;\n-- Q2 Two\n-- SELECT v FROM t WHERE none = ?;", "one partition", 5},
		{table + ";\n-- Q1 One\nSELECT v FROM k.t WHERE id = 1;", "one partition", 5},
		{table + ";\nSELECT v FROM k.t WHERE id = 1;", "one partition", 4},
		{table + " WITH comment = 'Q1. One';", "name these questions", 3},
	} {
		whole := page(c.text)
		for _, want := range []string{`data-do="bench"`, "No text of a model follows from it"} {
			if !strings.Contains(whole, want) {
				t.Errorf("%q: it lacks %s", c.text, want)
			}
		}
		asked := tab(whole, "questions")
		if got := strings.Count(asked, `scope="col"`); got != c.columns || !strings.Contains(asked, c.want) {
			t.Errorf("%q: %d columns, want %d with %q: %s", c.text, got, c.columns, c.want, asked)
		}
		if _, cells, _ := strings.Cut(asked, "<tbody>"); strings.Contains(cells, "<td></td>") {
			t.Errorf("%q: a cell is empty: %s", c.text, asked)
		}
	}
}

// TestModelInTheWorkbench: the workbench gets the schema with its comments, the queries, and the
// numbers, refuses none of them, and sizes each table and all its partitions as the model does, to the byte.
func TestModelInTheWorkbench(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	bench, more := Parse("bench", "id = own\ntitle = T\nopen = sizes\ncql:\n;", nil)
	if spec == nil || bench == nil {
		t.Fatal(errs, more)
	}
	files, err := filepath.Glob("../../content/models/*.model")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	const cars = "horizon 3 years\n\nentity Station 150\n  station_id uuid key\n\nentity Car 1200\n  car_id uuid key\n  status text 10 changes 10/day\n\nentity Position within Car kept 90 days\n  seen_at timestamp key\n\nrelate Station holds Car 0..1 : 0..8..30\nrelate Car sends Position 1 : 1/min\n\nquestion Q1 Cars\n  given station_id\n  want Car\n  often 50/s\n\nquestion Q2 Positions\n  given car_id\n  want Position\n"
	texts := map[string]string{
		"odd":   "model Odd\n\ntype Address\n  street text 20\n\nentity Shop 40\n  Order text 9 key\n  at_home Address\n  seen counter\n\nentity Visit 3 per hour kept 90 days\n  at timestamp key\n  notes map<text, frozen<Address>> 0..2..9 of 12\n\nrelate Shop has Visit 1 : n\n\nquestion Q1 Visits\n  given Order\n  order at desc\n  want Visit: notes, at_home\n\nquestion Q2 Seen\n  given Order\n  want Shop: seen\n",
		"cars":  cars,
		"clerk": "entity Clerk 9\n  no int key\n  name text\n\nquestion Q1 A clerk\n  given no\n  want Clerk: name\n",
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(f)] = string(text)
	}
	ignored, ranged := 0, 0
	for name, text := range texts {
		r := spec.Start()
		r.State.Values = Inputs{"text": text}
		r.Run()
		w := r.worker.(*modelWork)
		whole, _ := w.whole()
		ignored += strings.Count(whole, "-- lab:ignore R18 ")
		b := bench.Start()
		b.Set("tab", "cluster")
		b.Set("q", whole)
		said, there := b.Run(), b.worker.(*benchWork)
		if said.Values["refused"] != "0" || len(there.misread) > 0 {
			t.Errorf("%s: %s refused, %v\n%s", name, said.Values["refused"], there.misread, whole)
		}
		served := 0
		for _, a := range w.x.d.Accesses {
			if a.Served {
				served++
				if a.With != nil && a.With.Statement != a.Statement {
					served++
				}
			}
		}
		if n := strings.Count(whole, "\nSELECT "); n != served || served == 0 {
			t.Errorf("%s: %d queries, want %d", name, n, served)
		}
		sized := 0
		for _, x := range there.tables {
			of := w.x.d.Table(x.table.Keyspace + "." + x.table.Name)
			if of == nil || x.Result == nil {
				t.Errorf("%s: %s has no size", name, x.table.Name)
				continue
			}
			sized++
			i := slices.IndexFunc(there.summed.Tables, func(l sizing.TableLoad) bool { return l.Keyspace == x.table.Keyspace && l.Name == x.table.Name })
			if l := there.summed.Tables[i]; l.Raw != float64(of.Size.Then)*float64(of.Size.Partitions) {
				t.Errorf("%s: %s has %.0f B, in the workbench %.0f B", name, of, float64(of.Size.Then)*float64(of.Size.Partitions), l.Raw)
			} else if of.Size.Max > of.Size.Then {
				ranged++
				if !l.Usual || !strings.Contains(there.loadWords(there.summed), "Counted with the usual partition") {
					t.Errorf("%s: nothing says that %s is counted with the usual partition", name, of)
				}
			}
			if x.Disk.Typ != of.Size.Then || x.Disk.Max != of.Size.Max {
				t.Errorf("%s: %s: %d and %d B, in the workbench %d and %d B", name, of, of.Size.Then, of.Size.Max, x.Disk.Typ, x.Disk.Max)
			}
		}
		if sized != len(w.x.d.Tables) {
			t.Errorf("%s: %d tables of %d are sized", name, sized, len(w.x.d.Tables))
		}
		raw := 0.0
		for _, l := range there.summed.Tables {
			raw += l.Raw
		}
		if once, _ := w.x.d.Total(); raw < once*0.99 || raw > once*1.01 {
			t.Errorf("%s: all tables have %.0f B, in the workbench %.0f B", name, once, raw)
		}
		if said := there.operationWords(); name == "cars" && said != "Writes of positions_by_car and cars_by_station are those that their numbers say. Reads of cars_by_station are those that their numbers say. Those of positions_by_car are not known, and not counted." {
			t.Errorf("%s: %s", name, said)
		}
	}
	if ranged == 0 {
		t.Error("no table has partitions of different sizes")
	}
	if ignored == 0 {
		t.Error("no schema has a comment of what limits a partition")
	}
}

// TestFiguresAreNamedAfterTheirModel: a figure that is saved has the name of its model, or of its
// keyspace, and what it shows; that of the page where neither is there.
func TestFiguresAreNamedAfterTheirModel(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const asked = "entity A 9\n  id uuid key\nquestion Q1 One\n  given id\n  want A\n"
	for _, c := range [][3]string{
		{"model carPark\n" + asked, "", "car_park-logical"},
		{"model carPark\n" + asked, "workflow", "car_park-workflow"},
		{asked, "", "partition-lab-m-logical"},
		{"CREATE TABLE shop.t (id int PRIMARY KEY);", "physical", "shop-physical"},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": c[0], "step": c[1]}
		html := view.HTML(r.Run().View)
		figure := c[2][strings.LastIndexByte(c[2], '-')+1:]
		for _, ending := range []string{".svg", ".png"} {
			if want := `data-with="m-` + figure + " " + c[2] + ending + `"`; !strings.Contains(html, want) {
				t.Errorf("%q: no button has %s", c[0], want)
			}
		}
	}
}

// TestFiguresOfABrokenText: a figure can be taken along while the text has something to mend, which
// is said beside it.
func TestFiguresOfABrokenText(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const asked = "entity A 9\n  id uuid key\nquestion Q1 One\n  given id\n  want A\n"
	for text, want := range map[string]bool{asked: false, asked + "question Q2 Two\n  given idd\n  want A\n": true, "CREATE TABLE lab.t (id int PRIMARY KEY); CREATE TABL;": true} {
		r := spec.Start()
		r.State.Values = Inputs{"text": text}
		html := view.HTML(r.Run().View)
		if said := strings.Contains(html, "The text has 1 to mend: the figure shows what can be read of it."); said != want || !strings.Contains(html, `data-do="picture"`) {
			t.Errorf("%q: it is said: %v, want %v", text, said, want)
		}
	}
}

// TestNamesOfFindingsAreMarked: what stands between backticks is code, in what is wrong, why,
// and what to do: no reader sees the sign.
func TestNamesOfFindingsAreMarked(t *testing.T) {
	for fence, text := range map[string]string{
		"model": "entity Round 9\n  no int\n\nentity Log withn Round\n  at date key\n",
		"check": "CREATE TABLE t (id uuid PRIMARY KEY, at timestamp);\nSELECT * FROM t WHERE at = '2026-01-01';\nSELECT * FROM t WHERE id = 'x';\n",
	} {
		spec, errs := Parse(fence, "id = m\ncql:\nentity A\n  id uuid key\n", nil)
		if spec == nil {
			t.Fatal(errs)
		}
		r := spec.Start()
		r.State.Values = Inputs{r.Typed()[0]: text}
		html := view.HTML(r.Run().View)
		for _, part := range []string{`class="why"`, `class="instead"`} {
			n, coded := 0, 0
			for _, said := range strings.Split(html, part)[1:] {
				said, _, _ = strings.Cut(said, "</p>")
				if n++; strings.Contains(said, "`") {
					t.Errorf("%s: %s", fence, said)
				}
				coded += strings.Count(said, "<code")
			}
			if n == 0 || fence == "model" && part == `class="instead"` && coded == 0 {
				t.Errorf("%s: %d of %s, with %d names", fence, n, part, coded)
			}
		}
	}
}

// TestChoicesStayInPlace: whoever takes a choice stays among the choices; a button names its
// choice wherever it stands in the list, so that one that is taken is not there to be taken again.
func TestChoicesStayInPlace(t *testing.T) {
	const pumps = "entity Pump 900\n  pump_id uuid key\nentity Reading within Pump\n  at timestamp key\n  value float\nrelate Pump takes Reading 1 : 0..500..90k\nquestion Q1 Readings\n  given pump_id\n  order at\n  want Reading: value\n"
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	r := spec.Start()
	r.State.Values = Inputs{"text": pumps}
	html := view.HTML(r.Run().View)
	_, with, _ := strings.Cut(html, `data-do="take" data-with="`)
	with, _, _ = strings.Cut(with, `"`)
	e := r.Do("take", with)
	if e.Put == nil || !strings.Contains(e.Put.Text, "table ") || e.To == "" || !strings.Contains(html, `id="`+e.To+`"`) {
		t.Fatalf("%q: %+v", with, e)
	}
	r.Set("text", e.Put.Text)
	html = view.HTML(r.Run().View)
	if !strings.Contains(html, `id="`+e.To+`"`) {
		t.Errorf("%s is gone: %s", e.To, e.Put.Text)
	}
	if again := r.Do("take", with); again.Put != nil {
		t.Errorf("%s is taken again: %s", with, again.Put.Text)
	}
}

// TestTheHeadlineCountsWhatIsMarked: the headline says how many of the checks have a mark of
// their own, risks and remarks, and leads to them.
func TestTheHeadlineCountsWhatIsMarked(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	const text = "entity Branch 24\n  branch_id uuid key\n\nentity Copy\n  copy_id uuid key\n\nrelate Branch holds Copy 1 : n\n"
	for _, c := range []struct{ more, word string }{
		{"\nquestion Q1 Copies\n  given branch_id\n  want Copy\n", "1 remark, 1 number assumed"},
		{"\nentity Title 10\n  title_id uuid key\n\nrelate Title has Copy 1 : 0..2..9\nrelate Title is of Branch 0..9..9000 : 1\n\nquestion Q1 Copies\n  given title_id\n  want Copy\n\nquestion Q2 Again\n  given title_id\n  want Copy\n", "2 risks, 1 remark"},
		{"\nentity Lamp\n  lamp_id uuid key\n  name text 9 unique\n  state text 5 changes 3\n\nrelate Branch has Lamp 1 : 20..500..900\n\nquestion Q1 Lamps\n  given branch_id, state\n  want Lamp\n", "1 remark, 1 number assumed"},
	} {
		r := spec.Start()
		r.State.Values = Inputs{"text": text + c.more}
		v := r.Run().View
		class := func(name string) func(*view.Node) bool {
			return func(n *view.Node) bool { got, _ := n.Attr("class"); return got == name }
		}
		marks := 0
		var walk func(n *view.Node)
		walk = func(n *view.Node) {
			if class("mark")(n) && n.PlainText() == "!" {
				marks++
			}
			for _, k := range n.Kids() {
				walk(k)
			}
		}
		walk(v.Find(func(n *view.Node) bool { id, _ := n.Attr("id"); return strings.HasSuffix(id, checksName) }))
		said := 0
		pill := v.Find(func(n *view.Node) bool { got, _ := n.Attr("class"); return strings.HasPrefix(got, "pill") })
		for _, part := range strings.Split(pill.PlainText(), ", ") {
			n, what, _ := strings.Cut(strings.ReplaceAll(part, "\u00a0", " "), " ")
			if i, err := strconv.Atoi(n); err == nil && !strings.HasPrefix(what, "number") {
				said += i
			}
		}
		if got := strings.ReplaceAll(pill.PlainText(), "\u00a0", " "); got != c.word || said != marks || marks == 0 || pill.Find(func(n *view.Node) bool { return n.Tag == "a" }) == nil {
			t.Errorf("%s\nsays %q, want %q; %d are marked", c.more, got, c.word, marks)
		}
	}
}

// TestWhatIsPickedIsInNoLink: a link brings the text and the figure; what its maker had picked would
// lie over it on a small page. Links that were made with it still bring it.
func TestWhatIsPickedIsInNoLink(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	query, fragment := spec.Link(Inputs{"step": "physical", "pick": "entity:A"}, true)
	if link := query + fragment; !strings.Contains(link, "step=physical") || strings.Contains(link, "pick") {
		t.Error(link)
	}
	r := spec.Start()
	if !r.Follow(place.ParseLink("?v=1&m.pick=entity%3AA", "")) || r.Text("pick") != "entity:A" {
		t.Error("an older link brings nothing")
	}
}

package lab

import (
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/progress"
	"partitionlab/wasm/view"
)

const exercises = "../../content/exercises"

// readExercise reads an exercise of the book by its name: "foundations/keys-e2".
func readExercise(t testing.TB, name string) *exercisebook.Exercise {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(exercises, name+".exercise"))
	if err != nil {
		t.Fatal(err)
	}
	e, diags := exercisebook.Parse(string(text), schemaFile)
	if len(diags) > 0 {
		t.Fatal(diag.Render(diag.NewSource(name, string(text)), diags))
	}
	return e
}

// exerciseFence is the fence of an exercise as a page carries it.
func exerciseFence(t testing.TB, name string) string {
	t.Helper()
	return readExercise(t, name).Fence()
}

// exerciseNames are the exercises of the book.
func exerciseNames(t testing.TB) (names []string) {
	t.Helper()
	paths, _ := filepath.Glob(exercises + "/*/*.exercise")
	for _, path := range paths {
		name, _ := filepath.Rel(exercises, path)
		names = append(names, strings.TrimSuffix(filepath.ToSlash(name), ".exercise"))
	}
	if len(names) < 20 {
		t.Fatalf("found %d exercises", len(names))
	}
	sort.Strings(names)
	return names
}

// start begins an exercise as a page does.
func start(t testing.TB, name string) *Runner {
	t.Helper()
	s, diags := Parse("exercise", exerciseFence(t, name), nil)
	if len(diags) > 0 {
		t.Fatal(name, diags)
	}
	s.Page = "widget/" + name + "/" + s.ID + "/"
	r := s.Start()
	r.Run()
	return r
}

// give puts an answer into the fields, as a reader would.
func give(r *Runner, answer string) {
	z := r.worker.(*exerciseWork).z
	switch z.e.Kind {
	case exercise.CQL, exercise.Number:
		r.Set(z.fields[0].Key, answer)
	case exercise.Match:
		for i, key := range strings.Fields(answer) {
			r.Set(z.fields[i].Key, key)
		}
	default:
		r.Set(answerKey, answer)
	}
	r.Run()
}

// press presses a button and shows what follows.
func press(r *Runner, what, with string) (*Output, place.Effect) {
	e := r.Do(what, with)
	out := r.Run()
	if late := r.Finish(); late.Begin { // the button has waited for the answer
		return r.Run(), late
	}
	return out, e
}

// checked gives an answer, checks it and returns all that the widget says.
func checked(r *Runner, answer string) (passed bool, said string, e place.Effect) {
	give(r, answer)
	out, e := press(r, "check", "")
	return out.Values["passed"] == "yes", out.View.PlainText(), e
}

// rendered is a Markdown text as the page shows it.
func rendered(s *Spec, text string) string {
	f := form{Spec: s}
	return view.El("div", f.prose(text)).PlainText()
}

// Every exercise is answered rightly, and in each of the ways that its author lists.
func TestExercisesAnswered(t *testing.T) {
	for _, name := range exerciseNames(t) {
		b := readExercise(t, name)
		right := b.Model.Text
		var wrong, says []string
		for i, c := range b.Wrong {
			wrong, says = append(wrong, c.CQL), append(says, c.Says.Text)
			if b.Kind == exercise.Number {
				wrong[i], _, _ = strings.Cut(c.Answer.Text, " or ")
				if wrong[i] == "otherwise" {
					wrong[i] = "123456789"
				}
			}
		}
		all := make([]string, len(b.Exercise.Items))
		for i := range all {
			switch it := b.Exercise.Items[i]; b.Kind {
			case exercise.Choice:
				if it.Want == 1 {
					all[i] = exercise.Letter(i)
				} else {
					wrong, says = append(wrong, exercise.Letter(i)), append(says, it.Says)
				}
			case exercise.Match:
				all[i] = b.Exercise.Categories[it.Want]
			case exercise.Order:
				all[place_(b.Exercise.Shown(), i)] = ""
			}
		}
		switch b.Kind {
		case exercise.Number:
			right = strconv.FormatFloat(b.Amount.Plain, 'f', -1, 64) + " " + b.Amount.Unit
		case exercise.Choice, exercise.Match:
			right = strings.Join(strings.Fields(strings.Join(all, " ")), " ")
		case exercise.Order:
			var order []string
			for i := range all {
				order = append(order, strconv.Itoa(place_(b.Exercise.Shown(), i)+1))
			}
			right = strings.Join(order, " ")
		}
		if b.Kind == exercise.Match {
			for i, it := range b.Exercise.Items {
				for c, key := range b.Exercise.Categories {
					if c == it.Want {
						continue
					}
					other := append([]string(nil), all...)
					other[i] = key
					wrong = append(wrong, strings.Join(other, " "))
					if c < len(it.SaysIf) && it.SaysIf[c] != "" {
						says = append(says, it.SaysIf[c])
					} else {
						says = append(says, it.Says)
					}
				}
			}
		}
		r := start(t, name)
		for i, answer := range wrong {
			passed, said, e := checked(r, answer)
			if passed || e.Note != string(progress.Wrong) {
				t.Errorf("%s: %s passes: %q", name, answer, e.Note)
			}
			if want := rendered(r.Spec, says[i]); !strings.Contains(said, want) {
				t.Errorf("%s, %s: its feedback is not shown: %s", name, answer, want)
			}
			if strings.Contains(strings.ToLower(said), "wrong") {
				t.Errorf("%s, %s: says wrong", name, answer)
			}
		}
		passed, said, e := checked(r, right)
		if !passed || e.Note != string(progress.Right) {
			t.Errorf("%s: %s does not pass: %s", name, right, said)
		}
		for _, c := range b.Also {
			if passed, said, _ := checked(r, c.CQL); b.Kind == exercise.CQL && (!passed || !strings.Contains(said, rendered(r.Spec, c.Says.Text))) {
				t.Errorf("%s: %s is not told that it is right, too: %s", name, c.Answer.Text, said)
			}
		}
	}
}

func place_(list []int, x int) int {
	for i := range list {
		if list[i] == x {
			return i
		}
	}
	return -1
}

// What does not hold besides what speaks has its reason, too, and what nothing could be tried
// on is not said to be wrong.
func TestExerciseExplainsTheOtherFaults(t *testing.T) {
	r := start(t, "hotel/capstone")
	give(r, "CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, confirm_number text, room_number smallint, PRIMARY KEY ((hotel_id, start_date), guest_last_name));")
	out, _ := press(r, "check", "")
	if !strings.HasPrefix(out.Sentence, "Not yet: 9 of 33 are right; 21 could not be tried.") {
		t.Error(out.Sentence)
	}
	text := strings.ReplaceAll(out.View.PlainText(), "\u00a0", " ")
	for want, n := range map[string]int{"not right yet: ": 3, "not tried yet: ": 21, "Of 4 bookings": 1, "None of your tables is for": 1} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%q stands there %d times, and not %d", want, got, n)
		}
	}
	s := start(t, "foundations/keys-e1")
	give(s, "CREATE TABLE a (k int PRIMARY KEY); CREATE TABLE b (k int; CREATE TABLE c (k whole PRIMARY KEY); INSERT INTO b (k) VALUES (1);")
	if out, _ := press(s, "check", ""); out.Sentence != "Not yet: Cassandra refuses 2 of your 4 statements." {
		t.Error(out.Sentence)
	}
	for _, c := range []struct{ name, answer, not string }{
		{"foundations/keys-e1", "CREATE TABLE t (id1 int, id2 int, c1 text, c2 text, k int, v text, PRIMARY KEY ((id1, id2), c1, c2));", "int int"},
		// What is said to another key, or against what the author asks.
		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, posted_at timestamp, post_id timeuuid, body text, PRIMARY KEY ((user_id), posted_at));", "A user has one row"},
		{"foundations/partition-e3", "INSERT INTO groups (groupid, userid, group_description) VALUES ('cyclists', null, 'Weekend rides');", "Give a value"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, hotel_id text, start_date date, room_number smallint, confirm_number text, PRIMARY KEY ((guest_last_name), hotel_id, start_date, confirm_number));", "could not be tried"},
	} {
		r := start(t, c.name)
		give(r, c.answer)
		if out, _ := press(r, "check", ""); strings.Contains(strings.ReplaceAll(out.View.PlainText(), "\u00a0", " "), c.not) {
			t.Errorf("%s: %s", c.answer, c.not)
		}
	}
}

// Hints come one at a time; the model answer after success or two tries, and what was
// typed stays.
func TestExerciseTakesItsTime(t *testing.T) {
	r := start(t, "foundations/keys-e2")
	b := readExercise(t, "foundations/keys-e2")
	has := func(text string) bool { return strings.Contains(r.Run().View.PlainText(), rendered(r.Spec, text)) }
	model := func() bool {
		return r.Run().View.Find(func(n *view.Node) bool { v, _ := n.Attr("data-do"); return v == "model" }) != nil
	}
	for i, h := range b.Hints {
		if has(h.Text) {
			t.Errorf("hint %d is there before it is asked for", i+1)
		}
		if _, e := press(r, "hint", ""); !has(h.Text) || e.Note != string(progress.Hint) {
			t.Errorf("hint %d does not come: %+v", i+1, e)
		}
	}
	if _, e := press(r, "hint", ""); e.Begin {
		t.Error("there is a fourth hint")
	}
	if _, e := press(r, "check", ""); e.Note != string(progress.Wrong) || model() {
		t.Errorf("the first try: %q, model answer: %v", e.Note, model())
	}
	if _, e := press(r, "check", ""); e.Note != "" || model() {
		t.Error("the same answer twice is two tries")
	}
	if r.Set(codeKey, "SELECT 1;"); !strings.Contains(r.Run().View.PlainText(), "You have changed your answer") {
		t.Error("what was said is not marked as said to another answer")
	}
	if press(r, "check", ""); !model() {
		t.Error("no model answer after two tries")
	}
	out, e := press(r, "model", "")
	if e.Note != string(progress.Shown) || !strings.Contains(out.View.PlainText(), b.Model.Text) || r.State.Values[codeKey] != "SELECT 1;" {
		t.Errorf("the model answer: %+v", e)
	}
	if press(r, "reset", ""); r.State.Done[doneTries] != "2" {
		t.Error("Reset forgets tries")
	}
	give(r, b.Model.Text)
	if _, e := press(r, "check", ""); e.Note != string(progress.Right) {
		t.Errorf("the model answer is noted as %q", e.Note)
	}
	give(r, "SELECT 2;")
	if out, e := press(r, "check", ""); e.Note != "" || !e.Begin || out.Sentence == "" {
		t.Errorf("what is tried after the right answer is noted as %q", e.Note)
	}
	for _, empty := range []string{"", "  \n"} {
		give(r, empty)
		if out, e := press(r, "check", ""); e.Note != "" || !strings.Contains(out.Sentence, "no answer") {
			t.Errorf("an empty answer: %q, %+v", out.Sentence, e)
		}
	}
	if s := start(t, "foundations/ring-e3"); true { // a bucket of which nobody says how many there are
		give(s, "CREATE TABLE u (country text, city text, bucket int, user_id uuid, name text, email text, PRIMARY KEY ((country, bucket), city, user_id))")
		if out, _ := press(s, "check", ""); !strings.Contains(out.Sentence, "has to know more") || !strings.Contains(out.View.PlainText(), "-- bucket = 0..N") {
			t.Errorf("a bucket of unknown size: %q", out.Sentence)
		}
	}
	if s := start(t, "foundations/why-e4"); true {
		give(s, "many?")
		if out, e := press(s, "check", ""); e.Note != "" || !strings.Contains(out.Sentence, "Write a number in digits") {
			t.Errorf("no number: %q, %+v", out.Sentence, e)
		}
	}
}

// TestLeftCheck: a check that a page begins and a helper goes on with is not stopped by that. When
// the page asks for the same answer once more, it judges.
func TestLeftCheck(t *testing.T) {
	page, helper := start(t, "killrvideo/capstone"), start(t, "killrvideo/capstone")
	model := readExercise(t, "killrvideo/capstone").Model.Text
	for try := range 3 {
		give(page, strings.Replace(model, ";", strings.Repeat(" ", try)+";", 1))
		page.Do("check", "")
		page.Begin()
		if try < 2 {
			if page.Step(func() bool { return false }) {
				t.Fatal("the check is done before it can be left")
			}
			page.Close()
			helper.State = page.State
			page.Take(helper.Run())
			helper.Finish()
			page.State = helper.State
			page.Begin()
		}
		for !page.Step(func() bool { return true }) {
		}
		if out := page.Answer(); !strings.Contains(out.Sentence, "Solved") {
			t.Errorf("try %d: %s", try, out.Sentence)
		}
	}
}

// TestStoppedCheck: Stop ends a check, which does not begin again by itself, counts as no try,
// and is done when Check is pressed again.
func TestStoppedCheck(t *testing.T) {
	in := " IN (0, 1, 2, 3, 4, 5, 6, 7)"
	r := start(t, "foundations/keys-e2")
	give(r, "CREATE TABLE t (a int, b int, c int, d int, v int, PRIMARY KEY ((a, b, c, d)));\nDELETE FROM t WHERE a"+in+" AND b"+in+" AND c"+in+" AND d"+in+";")
	r.Do("check", "")
	r.Begin()
	pauses := 0
	for !r.Step(func() bool { pauses++; return false }) {
		r.Stop()
	}
	if e := r.Finish(); pauses == 0 || !e.Begin || e.Note != "" {
		t.Errorf("after %d pauses: %+v", pauses, e)
	}
	r.Begin()
	again := 0
	for !r.Step(func() bool { again++; return true }) {
	}
	if out := r.Answer(); again > 3 || !strings.Contains(out.View.PlainText(), "You stopped the check") {
		t.Errorf("after %d more pauses it says %s", again, out.View.PlainText())
	}
	if out, e := press(r, "check", ""); e.Note == "" || strings.Contains(out.View.PlainText(), "stopped") {
		t.Errorf("checked again: %+v, %s", e, out.View.PlainText())
	}
}

package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

const guessTable = "cql:\nCREATE TABLE likes (product int, customer int, at int, PRIMARY KEY (product, at));\n" +
	"INSERT INTO likes (product, customer, at) VALUES (1, 7, 5);\nINSERT INTO likes (product, customer, at) VALUES (1, 8, 5);\nSELECT * FROM likes;\n"

func guessing(t *testing.T, lines string) *Runner {
	t.Helper()
	spec, bad := Parse("run", "id = run1\ntitle = T\ncover = yes\n"+lines+guessTable, nil)
	for _, d := range bad {
		t.Fatal(d.Message)
	}
	return spec.Start()
}

// covered is whether the answer is hidden, said what stands below the guess.
func covered(r *Runner) (hidden bool, said string) {
	n := r.Run().View
	cover := n.Find(func(n *view.Node) bool { v, _ := n.Attr("class"); return v == "cover" })
	_, open := cover.Attr("open")
	if j := n.Find(func(n *view.Node) bool { v, _ := n.Attr("class"); return v == "guess-judged" }); j != nil {
		said = j.PlainText()
	}
	return !open, said
}

// A guess is judged: whoever is right sees the answer, to who is not something is said
// that leads on, and the log is told once.
func TestGuess(t *testing.T) {
	const number = "guess = 1 row\nguess.2 = Two were written. Which columns differ?\nguess.right = Yes: `one`.\nguess.other = How many keys are there?\n"
	const options = "guess = [ ] both likes | [x] one like | [ ] an error\nguess.a = Can two rows have one key?\n"
	const bytes = "guess = 1565978 B ± 30%\nguess.right = Yes.\n"
	const time = "guess = 1490 days ± 20%\nguess.right = Yes.\n"
	const unsaid = "guess = 1\n"
	for _, c := range []struct {
		lines, guess string
		hidden       bool
		said, note   string
	}{
		{number, "2", true, "Two were written. Which columns differ?", "x"},
		{number, "17", true, "How many keys are there?", "x"},
		{number, " 1 row ", false, "Yes: one.", "+"},
		{number, "one", false, "Yes: one.", "+"},
		{number, "likes", true, "Write a number in digits", ""},
		{number, "", true, "", ""},
		{options, "a", true, "Can two rows have one key?", "x"},
		{options, "b", false, "Yes, that is what happens.", "+"},
		{options, "c", true, "No, something else happens.", "x"},
		{options, "z", true, "There is no option", ""},
		{number, "1 apple", true, "“apple” is not understood here. Write the number alone, or with its unit, such as 12 rows.", ""},
		{number, "1 MB", true, "“MB” is not understood", ""},
		{number, "2 s", true, "“s” is not understood", ""},
		{number, "2 k rows", true, "How many keys", "x"},
		{number, "17 k", true, "How many keys", "x"},
		{bytes, "1.5 MB", false, "Yes", "+"},
		{bytes, "1.5 M", false, "Yes", "+"},
		{bytes, "15 days", true, "“days” is not understood here. Write the number alone, or with its unit, such as 12 B.", ""},
		{time, "4 years", false, "Yes", "+"},
		{time, "1490", false, "Yes", "+"},
		{time, "10 MB", true, "“MB” is not understood", ""},
		{unsaid, "5 apples", true, "“apples” is not understood here. Write the number alone.", ""},
		{unsaid, "5", true, "It is less than that", "x"},
		{unsaid, "1", false, "", "+"},
	} {
		r := guessing(t, c.lines)
		if hidden, said := covered(r); !hidden || said != "" {
			t.Fatalf("before a guess: covered %t, %q", hidden, said)
		}
		if u := r.Run().View.Find(func(n *view.Node) bool { v, _ := n.Attr("class"); return v == "unit" }); u != nil && u.PlainText() != "rows" {
			t.Errorf("the unit %q tells that it is one", u.PlainText())
		}
		e := r.Do("guess", c.guess)
		hidden, said := covered(r)
		if hidden != c.hidden || !strings.Contains(said, c.said) || e.Note != c.note {
			t.Errorf("%q: covered %t, it says %q and notes %q; want %t, %q, %q", c.guess, hidden, said, e.Note, c.hidden, c.said, c.note)
		}
	}
	r := guessing(t, number)
	if first, second := r.Do("guess", "2").Note, r.Do("guess", "1").Note; first != "x" || second != "+" {
		t.Errorf("noted %q and %q", first, second)
	}
	if again := r.Do("guess", "2").Note; again != "" {
		t.Errorf("with the answer in view, it notes %q", again)
	}
	// The question was about what the chapter shows.
	r = guessing(t, number)
	r.Set("q", "SELECT 1;")
	if e := r.Do("guess", "2"); e.Note != "" {
		t.Errorf("with other inputs it notes %q", e.Note)
	}
	if hidden, said := covered(r); hidden || said != "" {
		t.Errorf("with other inputs: covered %t, %q", hidden, said)
	}
}

func TestGuessesThatAuthorsGetWrong(t *testing.T) {
	for lines, want := range map[string]string{
		"guess = 1\n":                     "nothing is left to guess",
		"cover = yes\nguess.4 = Is it?\n": "no guess is right",
	} {
		_, bad := Parse("run", "id = run1\ntitle = T\n"+lines+guessTable, nil)
		if len(bad) == 0 || !strings.Contains(bad[0].Message, want) {
			t.Errorf("%q: %v", lines, bad)
		}
	}
	spec, _ := Parse("run", "id = run1\ntitle = T\ncover = yes\nguess = 7 rows\n"+guessTable, nil)
	if bad := spec.Unguessed(Run(spec, nil)); len(bad) != 1 || bad[0].Span.Len() != len("7 rows") || !strings.Contains(bad[0].Why, "rows 1") {
		t.Errorf("a number that the widget does not show: %v", bad)
	}
	spec, _ = Parse("run", "id = run1\ntitle = T\ncover = yes\nguess = 1 row\n"+guessTable, nil)
	if bad := spec.Unguessed(Run(spec, nil)); len(bad) != 0 {
		t.Errorf("one that it shows: %v", bad)
	}
}

// A covered widget does not tell by its editor what it hides: no border, no mark.
func TestCoveredEditorIsUnmarked(t *testing.T) {
	const text = "guess = [x] refused | [ ] accepted\ncql:\nSELECT * FROM nowhere;\n"
	spec, bad := Parse("run", "id = run1\ntitle = T\ncover = yes\n"+text, nil)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	r := spec.Start()
	telling := func() bool {
		html := view.HTML(r.Run().View.Find(func(n *view.Node) bool { v, _ := n.Attr("class"); return v == "given" }))
		return strings.Contains(html, "invalid") || strings.Contains(html, "refused")
	}
	if telling() {
		t.Error("before a guess the editor is marked")
	}
	if r.Do("guess", "b"); telling() {
		t.Error("after a wrong guess the editor is marked")
	}
	if r.Do("guess", "a"); !telling() {
		t.Error("with the answer in view the editor is not marked")
	}
}

// An answer that was checked on an earlier visit is judged again, and is no try.
func TestRecallOfAnExercise(t *testing.T) {
	r := start(t, "foundations/why-e4")
	r.Do("check", "")
	r.Recall("121")
	r.Set(answerKey, "121")
	out := r.Run()
	if text := out.View.PlainText(); out.Sentence != "Not yet." || !strings.Contains(text, "One read is missing.") || strings.Contains(text, "You have changed") {
		t.Errorf("%s\n%s", out.Sentence, text)
	}
	if e := r.Finish(); e.Note != "" || r.Recalled() != "121" {
		t.Errorf("noted %q, kept %q", e.Note, r.Recalled())
	}
	r.Recall("122")
	if out := r.Run(); out.Sentence != "Solved." || !strings.Contains(out.View.PlainText(), "You have changed your answer.") {
		t.Error(out.Sentence)
	}
}

// A guess of an earlier visit is judged again and noted no more. Who changes the inputs
// afterwards reads what was guessed, in words.
func TestRecall(t *testing.T) {
	const options = "guess = [ ] both likes | [x] one like | [ ] an error\nguess.a = Can two rows have one key?\n"
	r := guessing(t, options)
	r.Recall("a")
	if hidden, said := covered(r); !hidden || !strings.Contains(said, "You guessed: both likes") || !strings.Contains(said, "Can two rows have one key?") {
		t.Errorf("hidden %v: %s", hidden, said)
	}
	r.Recall("b")
	if hidden, said := covered(r); hidden || !strings.Contains(said, "You guessed: one like") {
		t.Errorf("hidden %v: %s", hidden, said)
	}
	if e := r.Do("guess", "b"); e.Note != "" {
		t.Errorf("it is noted again: %s", e.Note)
	}
	r.Set(codeKey, "SELECT * FROM likes;")
	if text := r.Run().View.PlainText(); strings.Count(text, "You guessed: one like") != 1 {
		t.Errorf("another text: %s", text)
	}
}

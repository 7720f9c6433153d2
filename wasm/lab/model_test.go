//go:build !chapters

package lab

import (
	"strconv"
	"strings"
	"testing"

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
		r.Set("pick", "question:Q2")
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

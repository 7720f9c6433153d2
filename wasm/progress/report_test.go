package progress

import (
	"reflect"
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

var sample = &Outline{Parts: []Part{
	{Title: "Foundations", Chapters: []Chapter{
		{Name: "foundations/keys", Title: "The key", Outcomes: []string{"Repair a key.", "Read a key."}, Tasks: []Task{{ID: "e1", Title: "A comma", Outcomes: []int{1}}, {ID: "e2", Title: "Four bookings", Outcomes: []int{0, 1}}, {ID: "e3", Title: "More of it"}, {ID: "run1", Title: "What is left?", Guess: true}}},
		{Name: "foundations/why", Title: "Why"},
	}},
	{Title: "Hotel", Chapters: []Chapter{{Name: "hotel/size", Title: "Size"}}},
}}

func TestBookAsText(t *testing.T) {
	if got := ReadOutline(sample.Text()); !reflect.DeepEqual(got, sample) {
		t.Errorf("%s\nbecame\n%s", sample.Text(), got.Text())
	}
	for _, text := range []string{"", "\n\n", "chapter a b", "task e1", "part", "part P\nchapter\ntask e1 7,x,-1 T\noutcome", "part P\noutcome x"} {
		ReadOutline(text).Report(&Log{}, 0, "")
	}
}

func TestReport(t *testing.T) {
	today, _ := Day("2026-03-04")
	l, _ := Parse("foundations/keys read:2026-03-01. e1:2026-03-01x2 e1:2026-03-02+ e2:2026-03-03x e3:2026-03-03+ run1:2026-03-02x\nforeign/page e9:2026-03-01x\n")
	report := sample.Report(l, today, "../").PlainText()
	for _, want := range []string{"You have read 1 of 3 chapters and solved 2 of 3 exercises.", "2 questions come back today", "read on 2026-03-01", "not read yet",
		"A comma: solved; comes back on 2026-03-05", "Four bookings: tried, not solved yet; comes back today", "More of it: solved", "What is left?: predicted wrong; comes back today"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q:\n%s", want, report)
		}
	}
	review := sample.Review(l, today, "../")
	text := review.PlainText()
	if strings.Index(text, "Four bookings") > strings.Index(text, "2026-03-05: A comma (The key)") || !strings.Contains(text, "time 1 of 4") || strings.Contains(text, "e9") {
		t.Errorf("the review says\n%s", text)
	}
	if html := view.HTML(review); !strings.Contains(html, `href="../widget/foundations/keys/e2/?again=1"`) {
		t.Error(html)
	}
	if text := sample.Review(&Log{}, today, "").PlainText(); text != "Nothing comes back today." {
		t.Error(text)
	}
}

func TestReportCounts(t *testing.T) {
	l, _ := Parse("foundations/keys e1:2026-03-01+ e2:2026-03-01x+ e3:2026-03-01+ run1:2026-03-01x+\n")
	report := sample.Report(l, 0, "../").PlainText()
	for _, want := range []string{"You have read 1 of 3 chapters and solved 3 of 3 exercises.", "all exercises solved", "What is left?: predicted right, not at first"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q:\n%s", want, report)
		}
	}
	two := &Outline{Parts: []Part{{Title: "P", Chapters: []Chapter{{Name: "p/zebra", Title: "First", Tasks: []Task{{ID: "e1", Title: "One"}}}, {Name: "p/ape", Title: "Second", Tasks: []Task{{ID: "e1", Title: "Two"}}}}}}}
	l, _ = Parse("p/ape e1:2026-03-01x\np/zebra e1:2026-03-01x\n")
	today, _ := Day("2026-03-02")
	if text := two.Review(l, today, "").PlainText(); strings.Index(text, "One") > strings.Index(text, "Two") {
		t.Errorf("the review does not follow the book:\n%s", text)
	}
}

func TestDay(t *testing.T) {
	for text, want := range map[string]bool{"2026-03-01": true, "": false, "2026-02-30": false, "2026-03-01.": false, "aaaa-bb-cc": false} {
		if _, ok := Day(text); ok != want {
			t.Errorf("%q is a day: %v", text, ok)
		}
	}
}

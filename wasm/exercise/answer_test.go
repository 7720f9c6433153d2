package exercise_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		answer string
		given  map[string]string // what is answered, and what is said to it; "" passes
	}{
		{"252 partitions", map[string]string{
			"252": "", " 252 ": "", "252 partitions": "", "1 partition": "It is more", "252.": "", "2.52e2": "", "1 + 1 + 250": "", "about 252": "", "≈ 252": "", "2 × 126": "", "252 Partitionen": "",
			"252 rows": "The number is right, but it counts partitions. What do you count in rows?",
			"253":      "Almost: it is one less.", "2520": "The digits are right, but the number is wrong by a factor of 10.", "1000": "It is less than that.", "2": "It is more than that.",
			"many": "Write a number in digits", "25,2": "The digits are right", "2 + ": "This is not a number", "252 + x": "Write a number in digits", "x / 2": "Write a number in digits",
			"1/0": "This is not a number: division by zero.", "252 / (2 - 2) partitions": "This is not a number: division by zero.", "1, 0": "Write one answer only. These are 2.", "2, 1/0": "Write one answer only.", "": "There is no answer yet.",
		}},
		{"5505380 B ± 2%", map[string]string{
			"5,505,380": "", "5505380 B": "", "5 505 380 bytes": "", "5'505'380": "", "5.505.380": "", "5.5 MB": "", "5,5 MB": "", "5500 kB": "", "5.3 MiB": "", "5.3 MB": "It is more", "5.5": "It is more", "5\u00a0505\u202f380": "", "5_505_380": "",
		}},
		{"14600 rows", map[string]string{"14,600": "", "14.600": "The dot in 14.600 makes it a number below 15.", "14.6": "The digits are right", "14.600 rows": "The dot in"}},
		{"1138 days ± 2", map[string]string{"1138": "", "1,140 days": "", "1136 d": "", "3.12 years": "", "1141": "It is less", "1135": "It is more", "27312 h": "", "3 years": "It is more"}},
		{"15 ± 1 min", map[string]string{"15": "", "16 min": "", "900 s": "", "17": "It is less"}},
		{"19.7%", map[string]string{"19.7": "", "19.7 %": "", "19,7%": "", "0.197": "", "0.2": "It is more"}},
		{"N5", map[string]string{"5": "", "N5": "", "node 5": "", "n 5": "", "4": "Almost: it is one more.", "N5, N0, N1": "Write one answer only. These are 3.", "five": ""}},
		{"3 rows", map[string]string{"three": "", "Three rows": "", "two": "Almost", "Alice": "Write a number in digits", "none": "It is more", "threesome": "Write a number in digits"}},
		{"-3", map[string]string{"-3": "", "−3": "", "3": "It is less"}},
	} {
		e := asksFor(t, c.answer)
		for given, want := range c.given {
			r := e.Judge(given)
			if got := r.Note + strings.Join(r.Says, ""); r.Passed != (want == "") || !strings.HasPrefix(got, want) {
				t.Errorf("%s, answered %q: passed %v, %q; want %q", c.answer, given, r.Passed, got, want)
			}
		}
	}
}

// asksFor is an exercise whose answer is a number.
func asksFor(t *testing.T, answer string) *exercise.Exercise {
	t.Helper()
	a, bad := exercise.ReadAnswer(answer)
	if bad != nil {
		t.Fatalf("%s: %v", answer, bad)
	}
	return &exercise.Exercise{Kind: exercise.Number, Amount: a}
}

// A number in a larger unit is right as it is rounded, to three digits or more.
func TestRoundedNumbers(t *testing.T) {
	for _, c := range []struct {
		answer string
		given  map[string]bool
	}{
		{"3942005 bytes", map[string]bool{"3.94 MB": true, "3,94 MB": true, "3.942 MB": true, "3942 kB": true, "3.76 MiB": true, "3.9 MB": false, "3.95 MB": false, "3.93 MB": false, "3.943 MB": false, "3942000": false, "3942000 B": false, "3.94": false, "3.94 days": false, "3940/1000 MB": false}},
		{"1118 days", map[string]bool{"3.06 years": true, "3.1 years": false, "1119": false, "1117 days": false}},
	} {
		e := asksFor(t, c.answer)
		for given, want := range c.given {
			r := e.Judge(given)
			if got := strings.Join(r.Says, ""); r.Passed != want || want && !strings.HasPrefix(got, "That is right, rounded: it is ") {
				t.Errorf("%s, answered %q: passed %v, %q", c.answer, given, r.Passed, got)
			}
		}
	}
}

func TestListedNumbers(t *testing.T) {
	e := parse(t, `id = e
title = t
kind = number
minutes = 1
answer = 1000 B
prompt:
How many?
wrong 1100 or 1200:
near?
wrong 1024 B:
binary?
wrong otherwise:
else?
hint:
a
hint:
b
hint:
___
model:
1000
`)
	for given, want := range map[string]string{"1100": "near?", "1.2 kB": "near?", "1024": "binary?", "1 KiB": "binary?", "7": "else?", "1 kB": ""} {
		r := e.Judge(given)
		if got := strings.Join(r.Says, ""); got != want || r.Passed != (want == "") {
			t.Errorf("%s: passed %v, %q; want %q", given, r.Passed, got, want)
		}
	}
}

// A listed number is as near as the right one, in proportion: 7 is not near 1,200 because
// 438,000 may be off by 13,140.
func TestListedNumbersAreNearInProportion(t *testing.T) {
	e := parse(t, `id = e
title = t
kind = number
minutes = 1
answer = 438000 rows ± 3%
prompt:
How many?
wrong 1200 rows:
a day?
wrong otherwise:
else?
hint:
a
hint:
b
hint:
___
model:
438000
`)
	for given, want := range map[string]string{"1200": "a day?", "1190 rows": "a day?", "7": "else?", "14000": "else?", "430000": ""} {
		if got := strings.Join(e.Judge(given).Says, ""); got != want {
			t.Errorf("%s: %q; want %q", given, got, want)
		}
	}
}

func TestChoices(t *testing.T) {
	one := &exercise.Exercise{Kind: exercise.Choice, Items: []exercise.Item{{Says: "no a"}, {Want: 1, Says: "yes b"}, {Says: "no c"}}}
	several := &exercise.Exercise{Kind: exercise.Choice, Items: []exercise.Item{{Want: 1, Says: "why a"}, {Says: "no b"}, {Want: 1}}}
	match := &exercise.Exercise{Kind: exercise.Match, Categories: []string{"R", "C", "N"}, Items: []exercise.Item{
		{Want: 1, Says: "first"}, {Want: 0, Says: "second", SaysIf: []string{"", "", "second as N"}}}}
	order := &exercise.Exercise{Kind: exercise.Order, ID: "x", Items: []exercise.Item{{Says: "0"}, {Says: "1"}, {Says: "2"}}}
	shown := order.Shown()
	in := func(items ...int) string { // the numbers under which these items are shown
		var out []string
		for _, item := range items {
			for i, at := range shown {
				if at == item {
					out = append(out, string(rune('1'+i)))
				}
			}
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		e            *exercise.Exercise
		answer, want string
		passed       bool
	}{
		{one, "b", "yes b", true}, {one, "B", "yes b", true}, {one, "a", "no a", false}, {one, "c", "no c", false},
		{one, "a b", "Choose one option only.", false}, {one, "d", "There is no option d.", false}, {one, "ab", "There is no option ab.", false}, {one, "é", "There is no option é.", false},
		{several, "a c", "", true}, {several, "c,a", "", true}, {several, "a", "This one also belongs to the answer.", false}, {several, "c", "why a", false},
		{several, "a b c", "no b", false}, {several, "b", "why a/no b/This one also belongs to the answer.", false},
		{match, "C R", "", true}, {match, "C,R", "", true}, {match, "R R", "first", false}, {match, "C N", "second as N", false}, {match, "C C", "second", false}, {match, "C", "", false},
		{match, "C ?", "", false}, {match, "C X", "There is no category X.", false}, {match, "C R N", "", true},
		{order, in(0, 1, 2), "", true}, {order, in(1, 0, 2), "0/1", false}, {order, in(0, 2, 1), "1/2", false}, {order, in(1, 2, 0), "0/1/2", false},
		{order, "1 2", "Put all 3 items in order.", false}, {order, "1 1 2", "There is no item 1 left.", false}, {order, "0 1 2", "There is no item 0 left.", false}, {order, "1 2 3 4", "There is no item 4 left.", false},
	} {
		r := c.e.Judge(c.answer)
		if got := r.Note + strings.Join(r.Says, "/"); got != c.want || r.Passed != c.passed {
			t.Errorf("%v %q: passed %v, %q; want %v, %q", c.e.Kind, c.answer, r.Passed, got, c.passed, c.want)
		}
	}
	if shown[0] == 0 && shown[1] == 1 {
		t.Error("the items are shown in their right order")
	}
}

func guess(lines ...string) (out []exercise.GuessLine) {
	for _, l := range lines {
		name, value, _ := strings.Cut(l, " = ")
		out = append(out, exercise.GuessLine{Name: name, Value: value})
	}
	return out
}

func TestGuesses(t *testing.T) {
	for _, c := range []struct {
		lines []exercise.GuessLine
		given map[string]string
	}{
		{guess("guess = 1 row", "guess.4 = That is how many were written.", "guess.right = Yes.", "guess.other = Look at the key."),
			map[string]string{"1": "+Yes.", "1 row": "+Yes.", "4": "That is how many were written.", "2": "Look at the key.", "x": ""}},
		{guess("guess = 10 ± 10%", "guess.right = Near enough."), map[string]string{"11": "+Near enough.", "9": "+Near enough.", "12": "It is less than that. What have you counted twice, or what does not belong to it?"}},
		{guess("guess = [ ] both likes | [x] one like | [ ] an error", "guess.a = They share a key.", "guess.other = No.", "guess.right = One is left."),
			map[string]string{"b": "+One is left.", "One Like": "+One is left.", "a": "They share a key.", "an error": "No."}},
		{guess("guess = yes", "guess.no = It does."), map[string]string{"yes": "+", "y": "+", "YES": "+", "no": "It does.", "n": "It does."}},
		{guess("guess = no"), map[string]string{"no": "+", "yes": ""}},
	} {
		g, bad := exercise.ReadGuess(c.lines)
		if len(bad) > 0 {
			t.Fatalf("%v: %v", c.lines, bad)
		}
		for given, want := range c.given {
			r := g.Judge(given)
			got := strings.Join(r.Says, "")
			if r.Passed {
				got = "+" + got
			}
			if got != want {
				t.Errorf("%s, guessed %q: %q, want %q", c.lines[0].Value, given, got, want)
			}
		}
	}
	for _, lines := range [][]exercise.GuessLine{guess("guess = many"), guess("guess = [ ] a | [ ] b"), guess("guess = [x] a"), guess("guess = 3", "guess.a = x"), guess("guess = yes", "guess.3 = x"), guess("guess = yes", "guess.maybe = x")} {
		if _, bad := exercise.ReadGuess(lines); len(bad) != 1 {
			t.Errorf("%v: %v", lines, bad)
		}
		if said := exercisebook.ProveGuess(lines); len(said) != 1 || said[0].Message == "" || said[0].Instead == "" {
			t.Errorf("%v: %v", lines, said)
		}
	}
}

// TestStrangeUnit: a number of something else is told, as in a prediction, and not read as if
// its unit were not there.
func TestStrangeUnit(t *testing.T) {
	eight, _ := exercise.ReadAnswer("8 rows")
	e := &exercise.Exercise{Kind: exercise.Number, Amount: eight}
	for answer, want := range map[string]string{
		"5 apples": "“apples” is not understood here. Write the number alone, or with its unit, such as 12 rows.",
		"5 days":   "“days” is not understood here. Write the number alone, or with its unit, such as 12 rows.",
		"5 rows":   "", "5": "", "2k": "", "8 rows": "",
	} {
		if got := e.Judge(answer).Note; got != want {
			t.Errorf("%s: %q, want %q", answer, got, want)
		}
	}
}

package model

import (
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestBalance: numbers of a relationship that cannot be true are a warning, with a fix
// that ends it; numbers that can be true are none.
func TestBalance(t *testing.T) {
	find := func(text string) []diag.Diagnostic {
		m, slips := Parse(diag.NewSource("", text))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		var out []diag.Diagnostic
		for _, d := range m.Design().Findings {
			if d.Severity == diag.Warning {
				out = append(out, d)
			}
		}
		return out
	}
	for _, c := range []struct {
		line, key string
		want      []string // what is said, in parts
	}{
		{"relate Driver drives Car  0..40..500 : 0..2000..9000", "", []string{"contradict", "cannot have 9,000 Cars"}},
		{"relate Driver drives Car  0..40..500 : 0..2000..9000", "\n  at timestamp key", []string{"contradict"}}, // again and again
		{"relate Driver drives Car  0..330k..900k : 0..2000..9000", "\n  at timestamp key", nil},
		{"relate Driver drives Car  0..2000..9000 : 0..12..300", "", nil},
		{"relate Driver drives Car  0..200..60k : 0..2..9", "", []string{"cannot have 60,000 Drivers"}},
		{"relate Driver drives Car  0..100..2k : 0..4..40", "", []string{"contradict"}}, // 6.7 times apart
		{"relate Driver drives Car  0..100..2k : 0..2..40", "", nil},                    // 3.3 times, which skew explains
		{"relate Driver drives Car  n : 0..200..300", "", nil},                          // one side is not said
		{"relate Driver drives Car  n : 0..2000..9000", "", []string{"cannot have 9,000 Cars"}},
		{"relate Driver drives Car  n : 1 per week", "", nil}, // 260 of 300
		{"relate Driver drives Car  n : 0..2 per week", "", []string{"cannot have 520 Cars after 5 years"}},
		{"relate Driver drives Car  n : 0..2 per week", "\n  on date key", nil},
		{"relate Driver owns Car  1 : 0..400", "", []string{"cannot have 400 Cars"}},
		{"relate Driver owns Car  1 : 0..1", "", nil},
		{"relate Driver owns Car  1 : 0..2..100 per day", "", []string{"contradict"}},
		{"relate Driver owns Car  1 : 1", "", []string{"contradict"}},
		{"relate Driver owns Car  100 : 1", "", []string{"50,000 Drivers with 1 Car each are 50,000 pairs, 300 Cars with 100 Drivers each are 30,000"}}, // no ranges
		{"relate Driver owns Car  160 : 1", "", nil},                                                                                                    // rounded
		{"relate Driver owns Car  0..100..200 : 1", "", nil},
		{"relate Driver owns Car  0..100..120 : 1", "", []string{"contradict"}}, // half of them with 100, half with 120 are not enough
		{"relate Car is used on Day  0..100..300 : 0..200..1000", "", nil},      // more days come
	} {
		text := "entity Car 300\n  plate text 8 key\n\nentity Driver 50k\n  driver_id uuid key\n\nentity Day 10 + 1/day\n  date date key\n\n" + c.line + c.key + "\n\nquestion Q1 Cars\n  given plate\n  want Car\n"
		got := find(text)
		ok := len(got) == len(c.want)
		for i := range min(len(got), len(c.want)) {
			ok = ok && strings.Contains(got[i].Message, c.want[i])
		}
		if !ok {
			t.Errorf("%s%s: %v, want %q", c.line, c.key, got, c.want)
		}
		for _, d := range got {
			if strings.Contains(c.line, " 1 : ") && strings.Contains(d.Message, "contradict") && len(d.Fixes) == 0 {
				t.Errorf("%s: no line to write for %q", c.line, d.Message)
			}
			if keeps := "write 0..670..2000 : 0..4..40"; strings.Contains(c.line, "0..100..2k : 0..4..40") && !slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return f.Title == keeps }) {
				t.Errorf("%s: no fix does %s: %v", c.line, keeps, d.Fixes)
			}
			for _, fix := range d.Fixes {
				for _, after := range find(fix.Apply(text)) {
					if after.Message == d.Message {
						t.Errorf("%s: %q does not end %q", c.line, fix.Title, d.Message)
					}
				}
			}
		}
	}
}

// TestCounts: relationships that give numbers of one entity more than four times apart are a
// warning that names both and where they stand; no model of the site has one.
func TestCounts(t *testing.T) {
	for _, c := range []struct{ driver, charger, want string }{
		{"1 : 0..100..200", "1 : 0..5..20", "1,000 Drivers with 100 Sessions each make 100,000, 10 Chargers with 5 Sessions each make 50"},
		{"1 : 0..100..200", "1 : 0..6k..9k", ""},
		{"1 : 0..100..200", "1 : 0..2k..4k", "make 20,000"},
		{"1 : 0..100..200", "1 : n", ""},                  // nobody said it
		{"1 : 0..100..200", "1 : 0..90k", ""},             // nor what is usual
		{"1 : 0..100..200", "0..1 : 0..5..20", ""},        // of a few
		{"0..1 : 0..100..200", "1 : 0..5..20", "100,000"}, // of a few, and yet more
		{"1 : 0..1..6 per day", "1 : 0..4..30 per day", "1,000 Drivers with 1 Session a day each make 365,000, 10 Chargers with 4 Sessions a day each make 14,600"},
		{"1 : 0..1..6 per day", "1 : 0..70..300 per day", ""},
		{"1 : 0..1..6 per day", "1 : 0..400 per day", ""},
	} {
		text := "horizon 1 year\nentity Driver 1000\n  driver_id uuid key\n\nentity Charger 10\n  charger_id uuid key\n\nentity Session\n  session_id uuid key\n\nrelate Driver starts Session " + c.driver + "\nrelate Charger serves Session " + c.charger + "\n\nquestion Q1 One\n  given session_id\n  want Session\n"
		m, slips := Parse(diag.NewSource("", text))
		var got []diag.Diagnostic
		for _, f := range append(slips, m.Design().Findings...) {
			if f.Severity == diag.Warning {
				got = append(got, f)
			}
		}
		if c.want == "" && len(got) == 0 {
			continue
		}
		if c.want == "" || len(got) != 1 || !strings.Contains(got[0].Message, c.want) || text[got[0].Start:got[0].End] != strings.TrimSpace(c.charger[strings.Index(c.charger, ":")+1:]) || len(got[0].Related) != 1 {
			t.Errorf("%s, %s: %v, want %q", c.driver, c.charger, got, c.want)
		}
	}
	for name, text := range shipped(t) {
		m, _ := Parse(diag.NewSource("", text))
		for _, f := range m.Design().Findings {
			if strings.Contains(f.Message, "contradict each other") {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
	}
}

// TestSides: both numbers of a relationship in words.
func TestSides(t *testing.T) {
	m, _ := Parse(diag.NewSource("", "entity Car 300\n  plate text key\nentity Person 50k\n  id uuid key\nrelate Person drives Car  0..40..500 : 0..2000..9000\nrelate Person owns Car 1 : n\nrelate Car is seen by Person 0..1 : 2..8 + 3/day\nrelate Person meets Person 1 : 0..3..10 per month\nrelate Person washes Car 1 : 0..30..90 per month\n"))
	want := [][2]string{
		{"one Person drives 0 to 9,000 Cars, usually 2,000", "one Car: 0 to 500 People, usually 40"},
		{"one Person owns any number of Cars", "one Car: 1 Person"},
		{"one Car is seen by 2 to 8 People, and 3 more a day", "one Person: 0 or 1 Car"},
		{"one Person meets usually 3, at most 10 People a month", "one Person: 1 Person"},
		{"one Person washes usually 30, at most 90 Cars a month", "one Car: 1 Person"},
	}
	for i, r := range m.Relationships {
		a, b := r.Sides()
		if got := [2]string{a, b}; got != want[i] {
			t.Errorf("%q, want %q", got, want[i])
		}
	}
}

// TestEdited: the block in which somebody writes.
func TestEdited(t *testing.T) {
	const text = "entity Car 300\n  plate text key\n\nscreen One\n  asks Q1\n\nquestion Q1 A car\n  given plate\n  want Car\n"
	for _, c := range []struct{ before, after, want string }{
		{"", "entity Thing\n", "entity"},
		{text, strings.Replace(text, "plate text key", "plate text 8 key", 1), "entity"},
		{text, strings.Replace(text, "asks Q1", "asks Q1, Q2", 1), "screen"},
		{text, strings.Replace(text, "given plate", "given plat", 1), "question"},
		{text, text + "\nrelate Car has Car 1 : n\n", "relate"},
		{text, text + "\n# a word\n", "question"},
		{text, strings.Replace(text, "\nscreen One\n  asks Q1\n", "", 1), "question"},
		{text + "\ntable t for Q1\n  key (plate)\n", text, "table"}, // taken back
		{"", text, ""},
		{text, strings.ReplaceAll(text, "Q1", "Q7"), ""},
		{text, text, ""}, // told of once more
	} {
		if got := Edited(c.before, c.after); got != c.want {
			t.Errorf("%q → %q: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// TestTheUsualNumberCounts: of relationships that count the same things the one with a usual
// number is taken, wherever it stands, and said where the most of another one is below it, as it
// is of two sides of one.
func TestTheUsualNumberCounts(t *testing.T) {
	const head = "entity Branch 24\n  branch_id uuid key\n\nentity Title 380000\n  isbn text 13 key\n\nentity Loan 30k/day\n  loan_id uuid key\n\nentity Copy"
	const holds, has = "\nrelate Branch holds Copy 1 : ", "\nrelate Title has Copy 1 : 1..3..60"
	const rest = "\nrelate Copy lent in Loan 1 : n\n\nquestion Q1 A copy\n  given copy_id\n  want Copy\n"
	const key = "\n  copy_id uuid key\n"
	for _, c := range []struct {
		text, copies, said string
		severity           diag.Severity
	}{
		{head + key + holds + "0..40000" + has + rest, "1.14M", "24 Branches with 0 to 40,000 Copies each make 0 to 960,000, 380,000 Titles with 3 Copies each make 1,140,000", diag.Advice},
		{head + key + has + holds + "0..40000" + rest, "1.14M", "380,000 Titles with 3 Copies each make 1,140,000, 24 Branches", diag.Advice},
		{head + key + holds + "0..50000" + has + rest, "1.14M", "", 0},
		{head + key + holds + "60000..90000" + has + rest, "1.14M", "24 Branches with 60,000 to 90,000 Copies each make 1,440,000 to 2,160,000", diag.Advice},
		{head + key + holds + "0..9000" + has + rest, "1.14M", "contradict", diag.Warning},
		{head + " 1100k" + key + holds + "0..40000" + rest, "1.1M", "24 Branches with 0 to 40,000 Copies each are 0 to 960,000 pairs, 1.1 million Copies", diag.Advice},
		{head + " 1400k" + key + holds + "0..40000" + rest, "1.4M", "contradict", diag.Warning},
		{head + key + holds + "0..40000" + rest, "480k", "", 0},
	} {
		list, d := found(t, c.text, "two numbers of ")
		if got := strings.TrimSuffix(d.Model.HowMany(d.Model.Entity("Copy")), ", as follows from the relationships"); got != c.copies {
			t.Errorf("%s\n%s Copies, want %s", c.text, got, c.copies)
		}
		if (c.said == "") != (len(list) == 0) || c.said != "" && (len(list) != 1 || list[0].Severity != c.severity || !strings.Contains(strings.ReplaceAll(list[0].Message, "\u00a0", " "), c.said)) {
			t.Errorf("%s\n%v, want %q", c.text, list, c.said)
		}
	}
}

// TestWhatIsTakenForAnEndIsSaid: of none or one a half is taken, of any number ten times what
// others come to at most: both are named where a table follows from them, with what to write, and
// not told as if somebody had said them.
func TestWhatIsTakenForAnEndIsSaid(t *testing.T) {
	const text = "horizon 1 year\nentity Member 1000\n  member_id uuid key\n\nentity Loan 100/day\n  loan_id uuid key\n\nentity Fine\n  fine_id uuid key\n\nrelate Member makes Loan 1 : n\nrelate Loan causes Fine 1 : 0..1\n\n"
	for _, c := range []struct{ question, taken, write string }{
		{"question Q1 A fine\n  given fine_id\n  want Fine\n", "1 Fine for half of the Loans", "`relate Loan causes Fine 1 : 0..0.5..1`"},
		{"question Q1 Fines of a loan\n  given loan_id\n  want Fine\n", "1 Fine for half of the Loans", "`relate Loan causes Fine 1 : 0..0.5..1`"},
		{"question Q1 Loans\n  given member_id\n  want Loan\n", "37 Loans of one Member (at most 365)", "`relate Member makes Loan 1 : 0..0.1..1/day`"},
	} {
		m, slips := Parse(diag.NewSource("", text+c.question))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		list := m.Design().Guesses()
		if len(list) != 1 || list[0].Taken != c.taken || list[0].Write != c.write {
			t.Errorf("%s: %v", c.question, list)
			continue
		}
		after, slips := Parse(diag.NewSource("", list[0].Fixes[0].Apply(m.Source.Text)))
		if again := after.Design().Guesses(); len(slips) > 0 || len(again) != 1 || !again[0].Marked {
			t.Errorf("%s: %q leaves %v, %v", c.question, list[0].Fixes[0].Title, again, slips)
		}
		if said, _ := m.Relationships[0].Sides(); said != "one Member makes any number of Loans" {
			t.Error(said)
		}
	}
	m, _ := Parse(diag.NewSource("", strings.Replace(text, "0..1\n", "0..0.05..1\n", 1)))
	if said, _ := m.Relationships[1].Sides(); said != "one Loan causes 0 or 1 Fine, usually 0.05" {
		t.Error(said)
	}
}

// TestSwappedSides: where nearly all things of one side have none of the other, and each has some if
// the two numbers are swapped, that is a remark with both ways out; numbers that can be meant, or
// are impossible either way, are none.
func TestSwappedSides(t *testing.T) {
	const text = "entity Title 380000\n  isbn text 13 key\n  title text 40\n\nentity Subject 2000\n  subject text 20 key\n\nrelate "
	const question = "\n\nquestion Q1 Titles\n  given subject\n  want Title: isbn, title\n"
	for line, swapped := range map[string]string{
		"Title about Subject  1..3..8 : n":    "n : 1..3..8",
		"Subject marks Title  n : 1..3..8":    "1..3..8 : n",
		"Title about Subject  n : 1..3..8":    "",
		"Title about Subject  1..3..8 : 0..n": "", // few are
		"Title about Subject  1..300 : n":     "", // enough
		"Title about Subject  1..3..8 : 1..3": "", // both are said: they contradict each other
	} {
		list, _ := found(t, text+line+question, " can have a ")
		if (swapped != "") != (len(list) == 1) {
			t.Errorf("%s: %v", line, list)
			continue
		}
		if swapped == "" {
			continue
		}
		if f := list[0]; f.Severity != diag.Advice || !strings.HasPrefix(f.Message, "at most 16,000 of 380,000 Titles can have a Subject: one Subject has 1 to 8 Titles, usually 3") || len(f.Fixes) != 2 || f.Fixes[0].Title != "swap the two numbers: "+swapped {
			t.Errorf("%s: %v", line, f)
		}
		for _, f := range list[0].Fixes {
			if left, _ := found(t, f.Apply(text+line+question), " can have a "); len(left) > 0 {
				t.Errorf("%s: %q leaves %v", line, f.Title, left)
			}
		}
	}
}

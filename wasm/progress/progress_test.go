package progress

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

var kinds = []Kind{Read, Wrong, Right, Hint, Shown, '~'}

// random is a log of some events; small names and few days make them meet.
func random(r *rand.Rand, events int) *Log {
	l := &Log{}
	for range events {
		l.put(fmt.Sprint("part/c", r.IntN(4)), fmt.Sprint("e", r.IntN(5)), Event{20000 + r.IntN(40), kinds[r.IntN(len(kinds))], 1 + r.IntN(3)})
	}
	return l
}

func merged(logs ...*Log) *Log {
	out := &Log{}
	for _, l := range logs {
		out.Merge(l)
	}
	return out
}

func TestMergingForgetsNoOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 120 {
		a, b, c := random(r, n), random(r, 120-n), random(r, 50)
		abc := merged(a, b, c).Text()
		for what, other := range map[string]*Log{
			"commutes": merged(c, b, a), "associates": merged(a, merged(b, c)), "is idempotent": merged(a, b, c, a, c, b, merged(a, b)), "keeps the first": merged(merged(a, a), b, c),
		} {
			if got := other.Text(); got != abc {
				t.Fatalf("merging %s not:\n%s\n%s", what, got, abc)
			}
		}
		if got := merged(&Log{}, a).Text(); got != a.Text() {
			t.Fatalf("an empty log adds something:\n%s\n%s", got, a.Text())
		}
		// Nothing that happened is forgotten.
		for _, chapter := range a.Chapters() {
			for _, thing := range a.Things(chapter) {
				for _, k := range kinds {
					if a.Has(chapter, thing, k) && !merged(b, a).Has(chapter, thing, k) {
						t.Fatalf("%s %s forgets %c", chapter, thing, k)
					}
				}
			}
		}
	}
}

func TestTextAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 100 {
		l := random(r, n)
		again, strange := Parse(l.Text())
		if strange != 0 || again.Text() != l.Text() {
			t.Fatalf("%d words are strange:\n%s\n%s", strange, l.Text(), again.Text())
		}
		// An order of lines and words says nothing.
		lines := strings.Split(strings.TrimSuffix(l.Text(), "\n"), "\n")
		slices.Reverse(lines)
		for i, line := range lines {
			f := strings.Fields(line)
			if len(f) > 1 {
				slices.Reverse(f[1:])
			}
			lines[i] = strings.Join(f, "   ")
		}
		if back, _ := Parse(strings.Join(lines, "\r\n")); back.Text() != l.Text() {
			t.Fatalf("turned round it reads otherwise:\n%s\n%s", back.Text(), l.Text())
		}
	}
	l := &Log{}
	day := 20513 // 2026-03-01
	l.Add("foundations/keys", Page, day, Read)
	l.Add("foundations/keys", "e1", day, Wrong)
	l.Add("foundations/keys", "e1", day, Wrong)
	l.Add("foundations/keys", "e1", day, Hint)
	l.Add("foundations/keys", "e1", day+1, Right)
	want := "foundations/keys e1:2026-03-01?x2 e1:2026-03-02+ read:2026-03-01.\n"
	if l.Text() != want {
		t.Errorf("%q, want %q", l.Text(), want)
	}
	if l.Count("foundations/keys", "e1", Wrong) != 2 || !l.Has("foundations/keys", Page, Read) || l.Has("hotel/size", Page, Read) {
		t.Error("the log tells otherwise")
	}
}

func TestStrangeTexts(t *testing.T) {
	for text, strange := range map[string]int{
		"": 0, "\n\n": 0, "hotel/size": 1, "hotel/size e1": 1, "hotel/size e1:2026-03-01": 1, "hotel/size e1:2026-02-30x": 1, "hotel/size e1:1969-12-31x": 1, "hotel/size e1:2026-03-01x2+ e2:what": 1,
		"Hotel e1:2026-03-01x": 1, "hotel E1:2026-03-01x": 1, "hotel e1:2026-03-01x0": 1, "hotel e1:2026-03-01é": 1, "hotel e1:2026-3-1xxxx": 1, "hotel e1:2026-03-01x99999": 0, "<html>": 1,
		strings.Repeat("x", maxText+1): 1,
	} {
		l, got := Parse(text)
		if got != strange {
			t.Errorf("%.60q: %d strange words, want %d", text, got, strange)
		}
		if n := l.Count("hotel", "e1", Wrong); n > maxCount {
			t.Errorf("%q counts %d", text, n)
		}
	}
}

func TestWhatComesBack(t *testing.T) {
	events := func(text string) *Log {
		l := &Log{}
		for _, w := range strings.Fields(text) { // day and mark
			var day int
			var k rune
			fmt.Sscanf(w, "%d%c", &day, &k)
			l.Add("c", "e", day, Kind(k))
		}
		return l
	}
	for text, want := range map[string]string{
		"":                             "never",
		"10+":                          "never",
		"10. 11?":                      "never",
		"10x":                          "11 step 0",
		"10x 10+":                      "11 step 0", // right on the day itself
		"10x 11+":                      "14 step 1",
		"10x 12+":                      "15 step 1", // late: counted from then
		"10x 11+ 12+":                  "14 step 1", // early
		"10x 11+ 14+":                  "21 step 2",
		"10x 11+ 14+ 21+":              "42 step 3",
		"10x 11+ 14+ 21+ 42+":          "never",
		"10x 11+ 14+ 20x":              "21 step 0",
		"10x 11+ 14+ 21+ 42+ 50x":      "51 step 0",
		"10+ 20x 20x 21+ 24+ 31+":      "52 step 3",
		"10x 11+ 14+ 21+ 42+ 43+ 60!":  "never",
		"10x 11x 12x 13+ 16+ 23+ 100+": "never",
		"10~":                          "11 step 0", // asked for
		"10+ 12~ 13+":                  "16 step 1",
	} {
		l := events(text)
		got := "never"
		if day, ok := l.Next("c", "e"); ok {
			r := l.Due(day)
			if len(r) != 1 || len(l.Due(day-1)) != 0 {
				t.Errorf("%s: due on day %d: %v, and the day before: %v", text, day, r, l.Due(day-1))
				continue
			}
			got = fmt.Sprintf("%d step %d", r[0].Day, r[0].Step)
		} else if len(l.Due(1000)) != 0 {
			t.Errorf("%s: due without a day", text)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	l := &Log{}
	l.Add("a", "e1", 20, Wrong)
	l.Add("b", "e1", 10, Wrong)
	if due := l.Due(30); len(due) != 2 || due[0].Chapter != "b" {
		t.Errorf("the longest due is not first: %v", due)
	}
}

func TestBounds(t *testing.T) {
	a, b := &Log{}, &Log{}
	for i := range maxChapters + 50 {
		a.Add(fmt.Sprintf("c%04d", i), "e", 1, Read)
		b.Add(fmt.Sprintf("c%04d", maxChapters+49-i), "e", 1, Read)
	}
	if len(a.Chapters()) != maxChapters || a.Text() != b.Text() {
		t.Errorf("%d and %d chapters", len(a.Chapters()), len(b.Chapters()))
	}
	if a.Add("d", "e", 1, Read) || !a.Add("a", "e", 1, Read) {
		t.Error("a full log says otherwise")
	}
	l := &Log{}
	for day := range 1000 {
		l.Add("c", "e", day, kinds[day%3])
	}
	if n := len(l.Events("c", "e")); n > latest+len(kinds) || !l.Has("c", "e", Read) || l.Events("c", "e")[0].Day != 0 {
		t.Errorf("%d events: %v", n, l.Events("c", "e"))
	}
	for _, bad := range []string{"", "A", "a b", "a\n", strings.Repeat("a", maxName+1), "a:b"} {
		if l.Add(bad, "e", 1, Read) || l.Add("c", bad, 1, Read) {
			t.Errorf("%q is taken for a name", bad)
		}
	}
	if l.Add("c", "e", -1, Read) || l.Add("c", "e", 1, 'a') || l.Add("c", "e", 1, '7') || l.Add("c", "e", 1, ' ') {
		t.Error("what is no event is taken in")
	}
}

func TestDates(t *testing.T) {
	for day := 0; day < 200_000; day += 1 + day%37 {
		want := time.Unix(int64(day)*86400, 0).UTC().Format("2006-01-02")
		if got := date(day); got != want {
			t.Fatalf("day %d is %s, want %s", day, got, want)
		}
		if back, ok := days(want); !ok || back != day {
			t.Fatalf("%s is day %d", want, back)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("foundations/keys e1:2026-03-01?x2 e1:2026-03-02+ read:2026-03-01.\n")
	f.Add("a b:9999-12-31x999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		l, _ := Parse(text)
		again, strange := Parse(l.Text())
		if strange != 0 || again.Text() != l.Text() {
			t.Errorf("%q reads back as %q", l.Text(), again.Text())
		}
		l.Due(30000)
		if m := merged(l, again); m.Text() != l.Text() {
			t.Errorf("merged with itself: %q, %q", m.Text(), l.Text())
		}
	})
}

package input

import (
	"reflect"
	"strings"
	"testing"

	"partitionlab/wasm/wire"
)

func TestFields(t *testing.T) {
	whole := Field{Key: "rows", Type: Whole, Default: "5", Least: 1, Most: 100}
	format := Field{Key: "format", Type: Choice, Default: "nb", Noun: "format", Options: Options("nb", "as shipped", "oa", "", "da", "")}
	compaction := Field{Key: "compaction", Type: Choice, Noun: "strategy", Options: Options("STCS", "", "LCS", "")}
	down := Field{Key: "down", Type: Names, Noun: "node", Options: Options("N0", "", "N1", "")}
	centers := Field{Key: "centers", Type: Names, Noun: "data center", Most: 2}
	for _, c := range []struct {
		f          *Field
		text, want string // the value, or the problem
	}{
		{&whole, "7", "7"}, {&whole, " 7 ", "7"}, {&whole, "700", "Write a whole number from 1 to 100."}, {&whole, "2,000", "Write a whole number from 1 to 100."}, {&whole, "100", "100"}, {&whole, "2,00", "Write a whole number from 1 to 100."}, {&whole, "", "none"},
		{&whole, "x", "Write a whole number from 1 to 100."}, {&whole, "0", "Write a whole number from 1 to 100."}, {&whole, "1e99", "Write a whole number from 1 to 100."},
		{&format, "oa", "oa"}, {&format, " DA", "da"}, {&format, "zz", "There is no format zz: it is nb, oa or da."}, {&format, "", "There is no format : it is nb, oa or da."},
		{&compaction, "", ""}, {&compaction, "lcs", "LCS"}, {&compaction, "x", "There is no strategy x: it is STCS or LCS."},
		{&down, "n0, N1", "N0 N1"}, {&down, "", ""}, {&down, "N0 N7", "There is no node N7: it is N0 or N1."},
		{&centers, "eu, us", "eu us"}, {&centers, "a b c", "There are more names than can be taken: at most 2."}, {&centers, "e'u", "The name of a data center is letters, digits, _ and -: e'u."},
	} {
		v := Values{c.f.Key: c.text}
		got, problem := "", ""
		switch c.f.Type {
		case Whole:
			n, ok, p := c.f.Number(v)
			got, problem = string(rune('0'+n)), p
			if n > 9 {
				got = "100"
			}
			if !ok {
				got = "none"
			}
		case Choice:
			got, problem = c.f.Option(v)
		case Names:
			names, p := c.f.List(v)
			got, problem = strings.Join(names, " "), p
		}
		if problem != c.f.Wrong(c.text) {
			t.Errorf("%s=%s: %q and %q", c.f.Key, c.text, problem, c.f.Wrong(c.text))
		}
		if problem != "" {
			got = problem
		}
		if got != c.want {
			t.Errorf("%s=%s: %q, want %q", c.f.Key, c.text, got, c.want)
		}
	}
	if n, ok, _ := whole.Number(nil); n != 5 || !ok {
		t.Errorf("the default is %d", n)
	}
}

func TestState(t *testing.T) {
	rooms, text := &Field{Key: "rooms", Default: "100"}, &Field{Key: "q", Type: CQL, Default: "SELECT 1"}
	s := State{Lost: map[string]string{"rooms": "damaged"}, Asked: true, Guess: "7", Shown: true}
	s.Set(rooms, "200", false)
	if s.Values["rooms"] != "200" || s.Lost["rooms"] != "" || !s.Asked {
		t.Errorf("%+v", s)
	}
	if s.Set(text, "SELECT 2", false); s.Asked {
		t.Error("another text is judged without being asked for")
	}
	s.Set(rooms, "100", false)
	if _, has := s.Values["rooms"]; has || rooms.Text(s.Values) != "100" {
		t.Error("the default is an entry")
	}
	if s.Reset(); len(s.Values) > 0 || s.Guess != "7" || !s.Shown {
		t.Errorf("%+v", s)
	}
}

// Reset is one Undo away, until something else is typed.
func TestUndo(t *testing.T) {
	rooms := &Field{Key: "rooms", Default: "100"}
	var s State
	s.Set(rooms, "7", false)
	s.Reset()
	if s.Undo(); rooms.Text(s.Values) != "7" {
		t.Errorf("after Undo: %+v", s)
	}
	s.Reset()
	s.Set(rooms, "8", false)
	if s.Undo(); rooms.Text(s.Values) != "8" {
		t.Errorf("Undo takes away what was typed after Reset: %+v", s)
	}
}

func TestStateAsTexts(t *testing.T) {
	for _, s := range []State{
		{Values: Values{}, Was: Values{}, Lost: map[string]string{}, Done: map[string]string{}},
		{Values: Values{"rooms": "200", "q": "SELECT 1;\n"}, Was: Values{"rooms": "7"}, Lost: map[string]string{"days": "damaged"}, Problem: "cut", Guess: "7", Shown: true, Done: map[string]string{"tries": "2", "checked": "a\nb"}},
		{Values: Values{"q": ""}, Was: Values{}, Lost: map[string]string{}, Asked: true, Done: map[string]string{}},
	} {
		r := wire.Reader{Rest: wire.Unpack(wire.Pack(append(s.Texts(), "more")...))}
		if got := ReadState(&r); !reflect.DeepEqual(got, s) || r.Text() != "more" {
			t.Errorf("%+v became %+v", s, got)
		}
	}
}

func TestProblems(t *testing.T) {
	var p Problems
	p.Add("rooms", "First.")
	p.Add("rooms", "Second.")
	p.Add("days", "Third.")
	if len(p) != 2 || p.Of("rooms") != "First." || p.Of("days") != "Third." || p.Of("x") != "" {
		t.Errorf("%v", p)
	}
}

func TestSlider(t *testing.T) {
	for _, c := range []struct {
		s    Slider
		at   float64
		want string
	}{
		{Slider{1, 1000}, 17, "17"}, {Slider{1, 1000}, 0, "1"}, {Slider{1, 1000}, 5000, "1000"},
		{Slider{1, 1e6}, 0, "1"}, {Slider{1, 1e6}, 150, "1000"}, {Slider{1, 1e6}, 300, "1000000"}, {Slider{1, 1e6}, 151, "1000"}, {Slider{1, 1e6}, 153, "1100"},
		{Slider{0.1, 0.9}, 0.35, "0.35"},
	} {
		if got := c.s.Value(c.at); got != c.want {
			t.Errorf("%v at %v is %s, want %s", c.s, c.at, got, c.want)
		}
	}
	for _, c := range []struct {
		s     Slider
		value float64
		want  string
	}{{Slider{1, 1000}, 250, "250"}, {Slider{10, 5e6}, 20000, "20000"}} {
		if got := c.s.Value(c.s.Position(c.value)); got != c.want {
			t.Errorf("%v comes back as %s", c.value, got)
		}
	}
	for _, bad := range []string{"", "5", "5..", "9..1", "a..b", "1..Inf"} {
		if ParseSlider(bad) != nil {
			t.Errorf("%q makes a slider", bad)
		}
	}
}

package place

import (
	"bytes"
	"compress/flate"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"partitionlab/wasm/lab/input"
)

// here is where the widget of the tests stands, and fields are what it has.
var here = &Place{ID: "size1"}

var fields = []input.Field{{Key: "rooms", Default: "100"}, {Key: "len.hotel_id", Default: "5"}, {Key: "len.name"}, {Key: "q", Type: input.CQL, Default: "SELECT 1"}}

// changes are the values that differ from the defaults.
func changes(v input.Values) (out []input.Change) {
	for i := range fields {
		if f := &fields[i]; f.Text(v) != f.Default {
			out = append(out, input.Change{Field: f, Value: v[f.Key]})
		}
	}
	return out
}

func TestDeflateIsWhatOthersRead(t *testing.T) {
	for _, s := range []string{"", "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "CREATE TABLE t (a int PRIMARY KEY, b int, c int, d int);", strings.Repeat("0123456789abcdef", 9000), "é→\U0001f600\x00\xff"} {
		packed := deflate(s)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil || string(got) != s {
			t.Errorf("another reader makes %q of %.40q: %v", got, s, err)
		}
		mine, err := inflate(packed, len(s))
		if err != nil || string(mine) != s {
			t.Errorf("inflate makes %q of %.40q: %v", mine, s, err)
		}
		if _, err := inflate(packed, len(s)-1); len(s) > 0 && err == nil {
			t.Errorf("inflate goes beyond its limit for %.40q", s)
		}
	}
}

func FuzzDeflate(f *testing.F) {
	f.Add("CREATE TABLE a (b int); CREATE TABLE a (b int);")
	f.Fuzz(func(t *testing.T, s string) {
		packed := deflate(s)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil || string(got) != s {
			t.Fatalf("another reader makes %q of %q: %v", got, s, err)
		}
		mine, err := inflate(packed, len(s))
		if err != nil || string(mine) != s {
			t.Fatalf("inflate makes %q of %q: %v", mine, s, err)
		}
	})
}

// FuzzInflate compares inflate with the standard library's on any data.
func FuzzInflate(f *testing.F) {
	for _, level := range []int{flate.BestCompression, flate.NoCompression, flate.HuffmanOnly} {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, level)
		io.WriteString(w, strings.Repeat("CREATE TABLE hotel.rooms (a int, b text); ", 4)+"xyz")
		w.Close()
		f.Add(b.Bytes())
	}
	f.Add([]byte{1, 0, 0, 0xff, 0xff})
	// The other reader is made once, and what is read is short: that is what takes time.
	const limit = 1 << 12
	theirs := flate.NewReader(nil)
	var read bytes.Buffer
	f.Fuzz(func(t *testing.T, data []byte) {
		theirs.(flate.Resetter).Reset(bytes.NewReader(data), nil)
		read.Reset()
		_, wantErr := io.Copy(&read, io.LimitReader(theirs, limit+1))
		want := read.Bytes()
		got, err := inflate(data, limit)
		if len(want) > limit {
			if err == nil {
				t.Fatal("no error beyond the limit")
			}
			return
		}
		if wantErr == nil && (err != nil || !bytes.Equal(got, want)) {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
	})
}

func TestLinkThereAndBack(t *testing.T) {
	long := strings.Repeat("CREATE TABLE videos (id uuid PRIMARY KEY, name text);\n", 20)
	for _, in := range []input.Values{
		{},
		{"rooms": "200"},
		{"rooms": "12 * 30"},
		{"rooms": ".5"},
		{"rooms": "100 % 3 & 4 = # ? +"},
		{"rooms": ""},
		{"len.hotel_id": "7", "rooms": "2k"},
		{"q": "SELECT * FROM t WHERE a = 'x&y=z#?secret=1'; -- +%"},
		{"q": ". begins with a dot"},
		{"q": long},
		{"q": ""},
		{"q": "é “quotes” \U0001f600", "rooms": "1e6"},
	} {
		for _, alone := range []bool{true, false} {
			query, fragment := here.Link(changes(in), alone)
			for key := range in {
				if key == "q" && strings.Contains(query, "SELECT") {
					t.Errorf("%v: text in the query %q", in, query)
				}
			}
			for name, l := range map[string]*Link{
				"as made":   ParseLink(query, fragment),
				"with ?#":   ParseLink("?"+query, "#"+fragment),
				"by a host": ParseLink(query, fragment+"#?secret=abc123"),
				"all in #":  ParseLink("", query+"&"+fragment),
				"all in ?":  ParseLink(query+"&"+fragment, ""),
			} {
				got := l.State("size1", alone).Values
				if len(got) != len(in) {
					t.Errorf("%s, alone %v: ?%s#%s gives %q, want %q", name, alone, query, fragment, got, in)
				}
				for key, value := range in {
					if got[key] != value {
						t.Errorf("%s, alone %v: ?%s#%s gives %s = %q, want %q", name, alone, query, fragment, key, got[key], value)
					}
				}
			}
		}
	}
}

func TestLinkForm(t *testing.T) {
	for _, c := range []struct {
		in              input.Values
		alone           bool
		query, fragment string
	}{
		{nil, true, "", ""},
		{nil, false, "", "size1"},
		{input.Values{"rooms": "100"}, true, "", ""}, // the default
		{input.Values{"rooms": "200"}, true, "v=1&rooms=200", ""},
		{input.Values{"rooms": "200"}, false, "v=1&size1.rooms=200", "size1"},
		{input.Values{"q": "USE ks"}, true, "v=1", "q=USE%20ks"},
		{input.Values{"q": "USE ks", "rooms": "3*4"}, false, "v=1", "size1.rooms=3*4&size1.q=USE%20ks"},
		{input.Values{"unknown": "1", "guess": "7", "shown": "1"}, true, "", ""},
		{input.Values{"len.name": "30", "rooms": "1"}, true, "v=1&rooms=1&len.name=30", ""},
		{input.Values{"len.name": "30", "rooms": "1", "q": "CREATE"}, true, "v=1", "rooms=1&len.name=30&q=CREATE"}, // they are of what was typed
	} {
		query, fragment := here.Link(changes(c.in), c.alone)
		if query != c.query || fragment != c.fragment {
			t.Errorf("%v alone %v: ?%s#%s, want ?%s#%s", c.in, c.alone, query, fragment, c.query, c.fragment)
		}
	}
}

// TestUnknownKeys: keys of a link that mean nothing leave the others as they are, and are not
// kept; of a link that is too long the rest is left, and that is said.
func TestUnknownKeys(t *testing.T) {
	var keys strings.Builder
	for i := range 60_000 {
		keys.WriteString("&x" + strconv.Itoa(i) + "=1")
	}
	many := keys.String()
	for _, c := range []struct {
		query, fragment, rooms string
		problem                bool
	}{
		{"v=1&rooms=200&x=1&shown=1&y", "z=%zz", "200", false},
		{"v=1&rooms=200" + many, "", "200", true},
		{"v=1" + many + "&rooms=200", "", "", true}, // behind the cut
		{"", "rooms=7" + many[:9000], "7", false},
	} {
		l := ParseLink(c.query, c.fragment)
		values := l.State("size1", true).Values
		if values["rooms"] != c.rooms || (l.problem != "") != c.problem {
			t.Errorf("%.30s#%.30s: rooms %q, %q", c.query, c.fragment, values["rooms"], l.problem)
		}
	}
}

// TestMarksOnOneLetter: as many as a language has are read wherever they stand, and more are
// not, for a browser would stand still; of the link nothing else is lost.
func TestMarksOnOneLetter(t *testing.T) {
	for _, mark := range []string{"\u0301", "\u0e49", "\U000e0100", "\ufe0f"} {
		for before := range 410 {
			for more, problem := range []bool{false, true} {
				text := strings.Repeat("é", before) + "a" + strings.Repeat(mark, maxMarks+more) + "b"
				s := ParseLink("rooms=7", "q="+pack(text)).State("", true)
				if lost := s.Lost["q"] != ""; lost != problem || s.Values["rooms"] != "7" || !problem && s.Values["q"] != text {
					t.Fatalf("%d of %q behind %d letters: lost %t", maxMarks+more, mark, before, lost)
				}
			}
		}
	}
	if marks := strings.Repeat("a"+strings.Repeat("\u0301", maxMarks), 1000); stacked(marks) || stacked(strings.Repeat("\x80", 1000)) {
		t.Error("marks on different letters, or no letters at all")
	}
}

// TestSampleLinks reads links of every version that was ever written. A line is
// never taken out of the file.
func TestSampleLinks(t *testing.T) {
	data, err := os.ReadFile("testdata/links.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		n++
		address, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("line %d has no =>", i+1)
		}
		where, address, _ := strings.Cut(address, " ")
		query, fragment, _ := strings.Cut(address, "#")
		state := ParseLink(query, fragment).State("size1", where == "alone")
		var got []string // problems stand behind a !, that of the whole link behind it alone
		if state.Problem != "" {
			got = append(got, "!="+state.Problem)
		}
		for _, key := range slices.Sorted(maps.Keys(state.Lost)) {
			got = append(got, "!"+key+"="+state.Lost[key])
		}
		for _, key := range slices.Sorted(maps.Keys(state.Values)) {
			got = append(got, key+"="+strings.ReplaceAll(state.Values[key], "\n", `\n`))
		}
		if g := strings.Join(got, " | "); g != want {
			t.Errorf("line %d: %s\n got %s\nwant %s", i+1, address, g, want)
		}
	}
	if n < 10 {
		t.Errorf("only %d sample links", n)
	}
}

func FuzzLink(f *testing.F) {
	for _, s := range []string{"?v=1&rooms=200", "rooms=%zz&days=4", "q=.####", "size1.q=.S0lNzi0", "a&&=&b==c", "v=2&rooms=1", "%21rooms=x", "!rooms=x", "rooms=\xff"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, query, fragment string) {
		l := ParseLink(query, fragment)
		for _, alone := range []bool{true, false} {
			in := l.State("size1", alone).Values
			for key, value := range in {
				if !utf8.ValidString(key) || !utf8.ValidString(value) {
					t.Fatalf("%q = %q is no UTF-8", key, value)
				}
				if key == "" {
					t.Fatal("an empty key")
				}
			}
			// What was read can be written and read again.
			again := ParseLink(here.Link(changes(in), alone)).State("size1", alone).Values
			for _, c := range changes(in) {
				if again[c.Key] != c.Value {
					t.Fatalf("%s = %q becomes %q", c.Key, c.Value, again[c.Key])
				}
			}
		}
	})
}

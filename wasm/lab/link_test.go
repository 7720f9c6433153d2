package lab

import (
	"bytes"
	"compress/flate"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// fake is a widget for tests of links.
type fake struct{}

func (fake) keys() []input {
	return []input{{key: "rooms", value: "100"}, {key: "len.hotel_id", value: "5"}, {key: textKey, value: "SELECT 1", text: true}}
}
func (fake) accepts(key string) bool              { return strings.HasPrefix(key, "len.") }
func (fake) run(s *Spec, in, last Inputs) *Output { return nil }

var fakeSpec = &Spec{Kind: "fake", ID: "size1", widget: fake{}}

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
	for _, in := range []Inputs{
		{},
		{"rooms": "200"},
		{"rooms": "12 * 30"},
		{"rooms": ".5"},
		{"rooms": "100 % 3 & 4 = # ? +"},
		{"rooms": ""},
		{"len.hotel_id": "7", "rooms": "2k"},
		{textKey: "SELECT * FROM t WHERE a = 'x&y=z#?secret=1'; -- +%"},
		{textKey: ". begins with a dot"},
		{textKey: long},
		{textKey: ""},
		{textKey: "é “quotes” \U0001f600", "rooms": "1e6"},
	} {
		for _, alone := range []bool{true, false} {
			query, fragment := fakeSpec.Link(in, alone)
			for key := range in {
				if key == textKey && strings.Contains(query, "SELECT") {
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
				got := l.Inputs("size1", alone)
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
		in              Inputs
		alone           bool
		query, fragment string
	}{
		{nil, true, "", ""},
		{nil, false, "", "size1"},
		{Inputs{"rooms": "100"}, true, "", ""}, // the default
		{Inputs{"rooms": "200"}, true, "v=1&rooms=200", ""},
		{Inputs{"rooms": "200"}, false, "v=1&size1.rooms=200", "size1"},
		{Inputs{textKey: "USE ks"}, true, "v=1", "q=USE%20ks"},
		{Inputs{textKey: "USE ks", "rooms": "3*4"}, false, "v=1&size1.rooms=3*4", "size1.q=USE%20ks"},
		{Inputs{"unknown": "1", "guess": "7", "shown": "1"}, true, "", ""},
		{Inputs{"len.name": "30", "len.a": "1"}, true, "v=1&len.a=1&len.name=30", ""},
	} {
		query, fragment := fakeSpec.Link(c.in, c.alone)
		if query != c.query || fragment != c.fragment {
			t.Errorf("%v alone %v: ?%s#%s, want ?%s#%s", c.in, c.alone, query, fragment, c.query, c.fragment)
		}
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
		in := ParseLink(query, fragment).Inputs("size1", where == "alone")
		var got []string
		for _, key := range names(in) {
			got = append(got, key+"="+strings.ReplaceAll(in[key], "\n", `\n`))
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
			in := l.Inputs("size1", alone)
			for key, value := range in {
				if !utf8.ValidString(key) || !utf8.ValidString(value) {
					t.Fatalf("%q = %q is no UTF-8", key, value)
				}
				if key == "" {
					t.Fatal("an empty key")
				}
			}
			// What was read can be written and read again.
			in2 := Inputs{}
			for key, value := range in {
				if key[0] != problemMark {
					in2[key] = value
				}
			}
			again := ParseLink(fakeSpec.Link(in2, alone)).Inputs("size1", alone)
			for _, key := range fakeSpec.keys(in2) {
				if again[key] != in2[key] {
					t.Fatalf("%s = %q becomes %q", key, in2[key], again[key])
				}
			}
		}
	})
}

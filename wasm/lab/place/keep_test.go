package place

import (
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/lab/input"
)

func TestKeep(t *testing.T) {
	long := strings.Repeat("SELECT 12345; ", 600)
	owns := func(key string) bool {
		return slices.ContainsFunc(fields, func(f input.Field) bool { return f.Key == key })
	}
	for _, test := range []struct {
		name            string
		query, fragment string
		alone, linked   bool
		values          input.Values
		want            string
		long            string // the name of a text that is too long
	}{
		{name: "nothing", want: ""},
		{name: "a number", values: input.Values{"rooms": "200"}, want: "?v=1&size1.rooms=200"},
		{name: "another number", query: "?v=1&size1.rooms=200", values: input.Values{"rooms": "300"}, want: "?v=1&size1.rooms=300"},
		{name: "back at the default", query: "?v=1&size1.rooms=200", fragment: "#size1", want: "#size1"},
		{name: "alone", query: "?rooms=200&utm=x", alone: true, values: input.Values{"rooms": "5"}, want: "?v=1&utm=x&rooms=5"},
		{name: "how the page looks stays", query: "?cover=1&print=answers", fragment: "#growth", values: input.Values{"rooms": "7"}, want: "?v=1&cover=1&print=answers&size1.rooms=7#growth"},
		{name: "a text goes behind the anchor", fragment: "#growth&size1.q=SELECT%202", values: input.Values{"q": "SELECT 3"}, want: "#growth&size1.q=SELECT%203"},
		{name: "others are left", query: "?other.rooms=9", values: input.Values{"rooms": "1"}, want: "?v=1&other.rooms=9&size1.rooms=1"},
		{name: "a broken part gives way", query: "?size1.rooms=%ZZ", values: input.Values{"rooms": "1"}, want: "?v=1&size1.rooms=1"},
		{name: "a long text waits", fragment: "#a", values: input.Values{"q": long, "rooms": "2"}, want: "?v=1#a&size1.rooms=2", long: "size1.q"},
		{name: "what is said of a text goes with it", values: input.Values{"q": "SELECT 3", "len.name": "30", "rooms": "2"}, want: "?v=1#size1.rooms=2&size1.len.name=30&size1.q=SELECT%203"},
		{name: "until it is linked", values: input.Values{"q": long}, linked: true, want: "#size1.q=" + pack(long)},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := *here
			p.Alone = test.alone
			w := []Kept{{Place: &p, Owns: owns, Changes: changes(test.values), Linked: test.linked}}
			query, fragment, texts := Keep(test.query, test.fragment, w)
			want := test.want
			if strings.HasPrefix(want, "#") && len(test.values) > 0 {
				want = "?v=1" + want
			}
			if got := query + fragment; got != want {
				t.Errorf("got  %.200s\nwant %.200s", got, want)
			}
			if texts[test.long] != "" && texts[test.long] != long || len(texts) > 0 != (test.long != "") {
				t.Errorf("%d texts wait", len(texts))
			}
			// What it writes reads as what was written, and is kept as it is.
			if s := ParseLink(query, fragment).State(p.ID, p.Alone); test.long == "" {
				for key, v := range test.values {
					if s.Values[key] != v {
						t.Errorf("%s reads as %.40q", key, s.Values[key])
					}
				}
			}
			if q, f, _ := Keep(query, fragment, w); q != query || f != fragment {
				t.Errorf("a second time it becomes %s%.200s", q, f)
			}
		})
	}
}

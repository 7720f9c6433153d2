package cql

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

func TestPieces(t *testing.T) {
	letters := map[Class]string{Comment: "C", Keyword: "K", TypeWord: "T", NameWord: "N", StringText: "S", LiteralText: "L"}
	for text, want := range map[string]string{
		"SELECT a FROM t -- x":            "K:SELECT N:a K:FROM N:t C:-- x",
		"select key from \"T\"":           `K:select N:key K:from N:"T"`,
		"a set<text>, date date":          "N:a T:set T:text T:date T:date",
		"SET a = 'it''s' /* b */ + $$c$$": "K:SET N:a S:'it''s' C:/* b */ S:$$c$$",
		"-7 1.5 0xff 2h null true":        "L:-7 L:1.5 L:0xff L:2h L:null L:true",
		"TTL(v), ttl":                     "K:TTL N:v N:ttl",
		"'open":                           "",
		"/* open":                         "C:/* open",
		"é a":                             "N:a",
	} {
		var got []string
		at := 0
		Pieces(text, func(s diag.Span, c Class) {
			if s.Start != at || s.Len() <= 0 {
				t.Errorf("%q: a piece at %d to %d after %d", text, s.Start, s.End, at)
			}
			at = s.End
			if c != Plain {
				got = append(got, letters[c]+":"+text[s.Start:s.End])
			}
		})
		if at != len(text) {
			t.Errorf("%q: %d of %d bytes", text, at, len(text))
		}
		if s := strings.Join(got, " "); s != want && want != "" {
			t.Errorf("%q: got %s, want %s", text, s, want)
		}
	}
}

func FuzzPieces(f *testing.F) {
	f.Add("SELECT 'a' -- b\n/* c $$ \"")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		Pieces(text, func(s diag.Span, _ Class) {
			if s.Start != at || s.Len() <= 0 {
				t.Fatalf("%q: a piece at %d to %d after %d", text, s.Start, s.End, at)
			}
			at = s.End
		})
		if at != len(text) {
			t.Fatalf("%q: %d of %d bytes", text, at, len(text))
		}
	})
}

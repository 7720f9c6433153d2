package template

import (
	"fmt"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

func TestVariables(t *testing.T) {
	for text, want := range map[string]string{
		"USE ${keyspace};":                                              "${keyspace}=keyspace",
		"USE {{ .Values.keyspace }};":                                   "{{ .Values.keyspace }}=Values.keyspace",
		"USE {{- keyspace -}};":                                         "{{- keyspace -}}=keyspace",
		"USE {{ keyspace | default('shop') }};":                         "{{ keyspace | default('shop') }}=keyspace",
		"USE ${KEYSPACE:-shop};":                                        "${KEYSPACE:-shop}=KEYSPACE",
		`SELECT * FROM "%(ks)s".t LIMIT %(n)d;`:                         "%(ks)s=ks %(n)d=n",
		"DROP TABLE {table}; DROP TABLE $ks.t;":                         "{table}=table $ks=ks",
		"DROP TABLE %s.t;":                                              "%s=",
		"SELECT a FROM %s WHERE b = %s LIMIT %d;":                       "%s= %s= %d=",
		"INSERT INTO %s.%s (a, b) VALUES (%s, %s);":                     "%s= %s= %s= %s=",
		"CREATE TABLE IF NOT EXISTS %s (a int);":                        "%s=",
		"SELECT a %s FROM t WHERE b = a %d AND c IN %s":                 "%s=",
		"SELECT (a) %s, 5 %s, %set FROM t;":                             "",
		"USE $KS$; DROP TABLE $KS$.t; USE $a$b; USE $a.$b; USE $a${b};": "$KS$=KS $KS$=KS $a=a $b=b $a=a $b=b $a=a ${b}=b",
		"INSERT INTO t (k, a) VALUES (1, {1, 2});":                      "",
		"INSERT INTO t (k, a) VALUES (1, {true});":                      "",
		"INSERT INTO t (k, a) VALUES (1, {'a': 2});":                    "",
		"SELECT a % s FROM t WHERE n LIKE '%s';":                        "",
		"-- ${a}\n// {b}\n/* {{ c }} */ DROP TABLE t;":                  "",
		"INSERT INTO t (k) VALUES ($$ ${a} $$);":                        "",
		"INSERT INTO t (k) VALUES ('it''s ${a}');":                      "${a}=a",
		"SELECT ${ FROM {{ WHERE %(a $1 {":                              "",
	} {
		var is []string
		for _, v := range Variables(text, nil) {
			is = append(is, text[v.Start:v.End]+"="+v.Name)
		}
		if got := strings.Join(is, " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A server that knows the words of few statements fills in what it takes.
func TestFill(t *testing.T) {
	for _, c := range []struct{ text, want, keyspaces string }{
		{"USE ${shop}", "USE   shop ", ""},
		{"USE $KS$", "USE  KS ", ""},
		{"TTL {'a': ${a_day}}", "TTL {'a':   1     }", ""},
		{"USE ${word}", `USE  "word"`, ""},
		{"USE word ${word}", "USE word   word_", ""},
		{`USE "${shop}"`, `USE   "shop" `, ""},
		{"TABLE ${a}.t", "TABLE   a .t", "a"},
		{"TABLE ${a}_t", "TABLE a____t", ""},
		{"TTL ${a_day}", "TTL   86400 ", ""},
		{"SET {d}", "SET {d}", ""},           // it is CQL as it is written
		{"SET d OF {d}", "SET d OF {d}", ""}, // so it is where it is refused, but names what is there
		{"SET {d_e}", "SET  d_e ", ""},
		{"TTL {d_a_y}", "TTL  86400 ", ""},
		{"TTL $d", "TTL  9", ""},
		{"CREATE TABLE t (a) WITH x = ${x}", "CREATE TABLE t (a)              ", ""},
		{"CREATE KEYSPACE ${b} WITH y = ${y}", "", "b"},
		{"CREATE KEYSPACE IF NOT EXISTS ks WITH y = ${y}", "", "ks"},
	} {
		spans := []diag.Span{{End: len(c.text)}}
		f := Fill(nil, c.text, Variables(c.text, nil), func() (at diag.Span, ok bool) {
			if len(spans) == 0 {
				return at, false
			}
			at, spans = spans[0], nil
			return at, true
		}, func(s string) Verdict {
			w := strings.Fields(s)
			if strings.HasPrefix(s, "CREATE KEYSPACE ") && strings.HasSuffix(s, "1}") || strings.HasPrefix(s, "CREATE TABLE t (a) ") && len(w) == 4 {
				return Accepted
			}
			switch last := w[len(w)-1]; {
			case s == "SET {d}" || s == "SET  d_e ", w[0] == "USE" && last != "word" && last != "?", w[0] == "TABLE", w[0] == "TTL" && last[0] >= '0' && last[0] <= '9', s == "TTL {'a':   1     }":
				return Accepted
			}
			if w[0] == "SET" {
				return Refused
			}
			return Unreadable
		})
		if c.want != "" && f.Text != c.want || strings.Join(f.Keyspaces, " ") != c.keyspaces || len(f.Text) != len(c.text) {
			t.Errorf("%s: %q and keyspaces %v, want %q and %s", c.text, f.Text, f.Keyspaces, c.want, c.keyspaces)
		}
	}
}

// Whatever stands in a text, and whatever a server says of it: every place stays where it is.
func FuzzFill(f *testing.F) {
	f.Add("CREATE TABLE ${a}.t (k int PRIMARY KEY) WITH c = '${d}' AND e = {f}; SELECT \"%(g)s\" FROM {{ .h }}_i", uint8(3))
	f.Add("WITH'${", uint8(0))
	f.Fuzz(func(t *testing.T, text string, seed uint8) {
		vars := Variables(text, nil)
		at := 0
		filled := Fill(nil, text, vars, func() (diag.Span, bool) {
			if at >= len(text) {
				return diag.Span{}, false
			}
			start := at
			if n := strings.IndexByte(text[at:], ';'); n >= 0 {
				at += n + 1
				return diag.Span{Start: start, End: at - 1}, true
			}
			at = len(text)
			return diag.Span{Start: start, End: at}, true
		}, func(string) Verdict {
			seed = seed*37 + 11
			return Verdict(seed % 3)
		})
		if len(filled.Text) != len(text) {
			t.Fatalf("%q became %q", text, filled.Text)
		}
		last := 0
		for _, x := range filled.Fillings {
			if x.Start < last || text[x.Start:x.End] != x.Written {
				t.Fatal(fmt.Sprint(x))
			}
			last = x.End
		}
	})
}

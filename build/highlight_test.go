package build

import (
	"regexp"
	"strings"
	"testing"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

func TestHighlight(t *testing.T) {
	src := diag.NewSource("", `-- a comment
CREATE TABLE t (
  k text,
  "C" int, -- clustering
  s text STATIC,
  v map<text, int>,
  date date,
  PRIMARY KEY ((k), "C")
) WITH CLUSTERING ORDER BY ("C" DESC) AND comment = 'it''s';
SELECT v FROM t WHERE k = 'a' AND "C" = -7;
SELECT k FROM hotel.available_rooms_by_date;
INSERT INTO t (k, "C", v) VALUES ($$x$$, 1.5, {'<a>': 5b6962dd-3f90-4c93-8f61-eabfa4a803e2});
CREATE TABLE u (v int, k int, PRIMARY KEY (v));
BEGIN BATCH INSERT INTO u (v, k) VALUES (1, 2); DELETE v FROM t WHERE k = 'b'; APPLY BATCH;`)
	script := cql.Parse(src)
	known := roles{}
	known.learn(script)
	where := strings.Index(src.Text, "k = 'a'")
	got := highlight(script, known, []diag.Span{{Start: where, End: where + 7}})
	for _, want := range []string{
		`<span class="com">-- a comment`,
		`<span class="kw">CREATE</span>`,
		`  <span class="role-key">k</span> <span class="ty">text</span>,`,
		`<span class="role-clustering down">&#34;C&#34;</span>`,
		`<span class="role-static">s</span>`,
		`<span class="role-value">v</span>`,
		`<span class="role-value">date</span> <span class="ty">date</span>,`,
		`<mark><span class="role-key">k</span> = <span class="str">&#39;a&#39;</span></mark>`,
		`<span class="str">$$x$$</span>`,
		`<span class="lit">5b6962dd-3f90-4c93-8f61-eabfa4a803e2</span>`,
		`&lt;a&gt;`,
		`u (<span class="role-key">v</span>, <span class="role-value">k</span>)`, // a batch has the columns of each table
		`<span class="role-value">v</span> <span class="kw">FROM</span> t <span class="kw">WHERE</span> <span class="role-key">k</span> = <span class="str">&#39;b&#39;</span>`,
		`hotel.<wbr>available_<wbr>rooms_<wbr>by_<wbr>date;`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	// Without its marks it is the text.
	plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(got, "")
	plain = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(plain)
	if plain != src.Text {
		t.Errorf("the text has changed:\n%s", plain)
	}
}

func FuzzHighlight(f *testing.F) {
	f.Add("SELECT 'a' FROM t -- x", 3, 9)
	f.Add("$$ /* \" 'é", 0, 100)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		script := cql.Parse(diag.NewSource("", text))
		known := roles{}
		known.learn(script)
		got := highlight(script, known, []diag.Span{{Start: start, End: end}})
		if strings.Count(got, "<mark>") != strings.Count(got, "</mark>") || strings.Count(got, "<span") != strings.Count(got, "</span>") {
			t.Errorf("unbalanced: %s", got)
		}
	})
}

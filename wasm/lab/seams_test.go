package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

// TestSeams: a name that may be longer than a line can break after a low line or a dot,
// wherever a page shows it, and nowhere where it is typed; what is read or copied is the
// name.
func TestSeams(t *testing.T) {
	for text, want := range map[string]string{
		"read lab.customers_by_region_by_region, please":     "read lab.|customers_|by_|region_|by_|region, please",
		"a customers_by_region b":                            "a customers_by_region b", // fits a line
		"a customers_by_countries b":                         "a customers_|by_|countries b",
		"org.apache.cassandra.db.marshal.UTF8Type":           "org.|apache.|cassandra.|db.|marshal.|UTF8Type",
		"available_rooms__by_hotel_date.":                    "available_|rooms__|by_|hotel_|date.",
		"not one of these many_words_is_long enough_for it.": "not one of these many_words_is_long enough_for it.",
		"éééééééééé_ééééééééé_éééé":                          "éééééééééé_ééééééééé_éééé",
		strings.Repeat("_", 40):                              strings.Repeat("_", 40),
		"":                                                   "",
	} {
		nodes := view.AtSeams([]*view.Node{view.Text(text)})
		html := view.El("p", view.Nodes(nodes))
		if got := html.PlainText(); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
		parts := ""
		for _, n := range nodes {
			if parts += n.Text; n.Tag == "wbr" {
				parts += "|"
			}
		}
		if parts != want {
			t.Errorf("%q breaks as %q, want %q", text, parts, want)
		}
	}

	const long = "customers_by_region_by_region"
	s, diags := Parse("check", "id = c1\ntitle = x\ncql:\nCREATE TABLE "+long+" (a text PRIMARY KEY);\nSELECT * FROM "+long+" WHERE b = '';", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	html := view.HTML(Run(s, nil).View)
	broken, typed := strings.ReplaceAll(long, "_", "_<wbr>"), strings.Count(html, long)
	if typed != 4 || !strings.Contains(html, broken) { // twice typed, twice in the text that lies below
		t.Errorf("%d times in one piece; in a card: %t", typed, strings.Contains(html, broken))
	}
}

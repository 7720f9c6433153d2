package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
)

// TestByWeight: what each row stores comes before what a partition stores once, numbers of
// elements before lengths, and then all stands as in the text of the table.
func TestByWeight(t *testing.T) {
	const text = "CREATE TABLE shop.orders (customer text, id int, street text static, zip text static, note text, city text, items map<int, int>, PRIMARY KEY (customer, id));"
	s := func(names ...string) (out []sizing.Assumption) {
		for _, n := range names {
			out = append(out, sizing.Assumption{Name: n})
		}
		return out
	}
	column := func(name string, kind schema.ColumnKind) *schema.Column {
		return &schema.Column{Name: name, Kind: kind}
	}
	table := &schema.Table{Name: "orders", PartitionKey: []*schema.Column{column("customer", schema.PartitionKey)},
		Statics:  []*schema.Column{column("street", schema.Static), column("zip", schema.Static)},
		Regulars: []*schema.Column{column("city", schema.Regular), column("note", schema.Regular), column("items", schema.Regular)}}
	var got []string
	for _, a := range byWeight(s("len.customer", "len.street", "len.zip", "len.city", "len.note", "count.items"), table, text) {
		got = append(got, a.Name)
	}
	if got, want := strings.Join(got, " "), "count.items len.note len.city len.customer len.street len.zip"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRates: who types a rate learns what to write.
func TestRates(t *testing.T) {
	for text, want := range map[string]string{"60 per year * 10 years": "60 * 10", "60 every 365d": "60", "60 * 10": "", "super": "", "12..40 rooms": ""} {
		if got := withoutRates(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

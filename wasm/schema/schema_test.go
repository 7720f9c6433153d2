package schema_test

import (
	"slices"
	"testing"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

func TestSystemTables(t *testing.T) {
	c := schema.NewCluster(version.V50)
	n := 0
	for _, ks := range c.Keyspaces {
		for _, table := range ks.Tables {
			n++
			if len(table.PartitionKey) == 0 {
				t.Errorf("%s has no partition key", table)
			}
			for col := range table.Columns() {
				if col.Type == nil || col.Name == "" {
					t.Errorf("%s.%s has no type", table, col.Name)
				}
			}
		}
	}
	if n != 94 {
		t.Errorf("there are %d system tables, want 94", n)
	}
	for _, want := range [][3]string{
		{"system_schema", "columns", "clustering_order"},
		{"system", "local", "truncated_at"},
		{"system", "paxos_repair_history", "points"},
	} {
		if c.Table(want[0], want[1]).Column(want[2]) == nil {
			t.Errorf("%v is missing", want)
		}
	}
	points := c.Table("system", "paxos_repair_history").Column("points").Type
	if got, want := points.String(), "frozen<list<frozen<tuple<blob, timeuuid>>>>"; got != want {
		t.Errorf("points is %s, want %s", got, want)
	}
}

// TestColumnOrder: stored columns are sorted by name, simple ones before those
// of several cells; SELECT * sorts them by name alone.
func TestColumnOrder(t *testing.T) {
	table := schema.NewTable("ks", "t")
	list := &cqltype.Type{Kind: cqltype.List, Elems: []*cqltype.Type{cqltype.Native("int")}}
	add := func(name string, kind schema.ColumnKind, typ *cqltype.Type) {
		table.Add(&schema.Column{Name: name, Kind: kind, Type: typ})
	}
	add("k", schema.PartitionKey, cqltype.Native("int"))
	add("c2", schema.Clustering, cqltype.Native("int"))
	add("c1", schema.Clustering, cqltype.Native("int"))
	add("a", schema.Regular, list)
	add("b", schema.Regular, cqltype.Native("int"))
	add("s", schema.Static, cqltype.Native("int"))
	names := func(cols []*schema.Column) (out []string) {
		for _, c := range cols {
			out = append(out, c.Name)
		}
		return
	}
	if got, want := names(slices.Collect(table.Columns())), []string{"k", "c2", "c1", "s", "b", "a"}; !slices.Equal(got, want) {
		t.Errorf("stored: %v, want %v", got, want)
	}
	if got, want := names(table.SelectOrder()), []string{"k", "c2", "c1", "s", "a", "b"}; !slices.Equal(got, want) {
		t.Errorf("selected: %v, want %v", got, want)
	}
	table.Remove(table.Column("b"), 0)
	if table.Column("b") != nil || table.Dropped["b"] == nil {
		t.Error("b is not dropped")
	}
	table.Rename(table.Column("c1"), "c9")
	if table.Column("c9") == nil || table.Column("c1") != nil || table.Clustering[1].Name != "c9" {
		t.Error("c1 is not renamed")
	}
}

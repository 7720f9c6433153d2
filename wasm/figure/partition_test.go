package figure

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func init() {
	copies := sixNodes(0, Replica, Replica, Replica)
	for i := range copies {
		copies[i].Rack = "rack" + string(rune('1'+i%3))
		if copies[i].Mark != 0 {
			copies[i].Copy = i
		}
	}
	samples = append(samples,
		(&Partition{ID: "partition-rooms", Title: "One hotel, night after night", Table: "hotel.available_rooms_by_hotel_date",
			Key: []Cell{{"hotel_id", "AZ123"}}, Clustering: []string{"date ↑", "room_number ↑"}, Regular: []string{"is_available"},
			Rows: []Row{{[]string{"2026-03-01", "101"}, []string{"true"}}, {[]string{"2026-03-01", "102"}, []string{"false"}}, {[]string{"2026-03-02", "101"}, nil}},
			More: "72,997 rows more"}).Figure(),
		(&Partition{ID: "partition-order", Title: "An order and its lines", Table: "shop.order_items_by_order",
			Key: []Cell{{"order_id", "5b6962dd-3f90-4c93-8f61-eabfa4a803e2"}}, Statics: []Cell{{"status", "shipped"}, {"total", "59.80"}},
			Clustering: []string{"line_number ↑"}, Regular: []string{"product_name", "unit_price", "quantity", "a column of a very long name that no line holds"},
			Rows: []Row{{[]string{"1"}, []string{"Kettle, enamelled, red", "39.90", "1", strings.Repeat("long ", 30)}}, {[]string{"2"}, []string{"Tea", "19.90"}}}}).Figure(),
		(&Partition{ID: "partition-one", Title: "One row", Key: []Cell{{"userid", "7"}}, Regular: []string{"name"}, Rows: []Row{{nil, []string{"Ann"}}}}).Figure(),
		(&Partition{ID: "partition-none", Title: "Nothing yet"}).Figure(),
		(&Compaction{ID: "compaction", Title: "Three files become one, and what was hidden goes",
			Before: []SSTable{
				{"SSTable 1", []StoredCell{{"room 101", "free", "day 1", Obsolete}, {"room 102", "free", "day 1", Obsolete}, {"room 103", "held", "day 1", Expired}}, 7},
				{"SSTable 2", []StoredCell{{"room 101", "taken", "day 4", Live}, {"room 101", "price: 80", "day 4", Live}}, 0},
				{"SSTable 3", []StoredCell{{"", "room 102 is deleted", "day 9", Tombstone}}, 0},
			},
			After: []SSTable{{"SSTable 4", []StoredCell{{"room 101", "taken", "day 4", Live}, {"room 101", "price: 80", "day 4", Live}, {"room 102", "row", "day 9", Tombstone}}, 7}}}).Figure(),
		(&Compaction{ID: "compaction-all", Title: "Nothing is left", Before: []SSTable{{"a file of a rather long name that has to be cut", []StoredCell{{strings.Repeat("row ", 30), strings.Repeat("word ", 20), strings.Repeat("day ", 9), Expired}}, 0}}, Between: "after gc_grace_seconds"}).Figure(),
		(&Ring{ID: "ring-copies", Title: "Three copies on three racks", Nodes: copies, Keys: []RingKey{{"AZ123", -5035043480468456551}}, Center: []string{"6 nodes", "RF 3"}, Ranges: true}).Figure(),
		(&Ring{ID: "ring-alone", Title: "One node has it all", Nodes: []RingNode{{Name: "n1", Token: math.MaxInt64, Copy: 1}}, Ranges: true}).Figure(),
	)
}

// TestPartitionsOfRandomRows: no text lies on another or outside, whatever stands in a
// partition or in files.
func TestPartitionsOfRandomRows(t *testing.T) {
	words := strings.Fields("a date_of_birth 2026-03-01 5b6962dd-3f90-4c93-8f61-eabfa4a803e2 free and taken {1, 2} ↑ Übergröße")
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 9))
		text := func() string { return strings.Join(words[:1+rnd.IntN(len(words))], " ") }
		texts := func(n int) (out []string) {
			for range rnd.IntN(n) {
				out = append(out, text())
			}
			return out
		}
		p := Partition{Table: text(), Clustering: texts(4), Regular: texts(5), More: text()}
		for range rnd.IntN(4) {
			p.Key, p.Statics = append(p.Key, Cell{text(), text()}), append(p.Statics, Cell{text(), text()})
		}
		for range rnd.IntN(5) {
			p.Rows = append(p.Rows, Row{texts(5), texts(6)})
		}
		c := Compaction{Between: text()}
		for range rnd.IntN(4) {
			f := SSTable{Name: text(), More: rnd.IntN(3)}
			for range rnd.IntN(4) {
				f.Cells = append(f.Cells, StoredCell{words[rnd.IntN(3)], text(), text(), CellMark(rnd.IntN(4))})
			}
			c.Before, c.After = append(c.Before, f), append(c.After, f)
		}
		for _, l := range []Layout{Wide, Narrow} {
			check(t, "partition", p.Figure().Draw(l))
			check(t, "compaction", c.Figure().Draw(l))
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

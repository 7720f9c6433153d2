package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestChangesLeaveTombstones: where a value in the key changes as often as the text says, a check counts
// the tombstones that lie in a partition, and is as grave as these are many.
func TestChangesLeaveTombstones(t *testing.T) {
	const text = "entity Station 150\n  station_id uuid key\nentity Car 1200\n  car_id uuid key\n  status text 10 CHANGES\nrelate Station holds Car 0..1 : 0..8..30\nquestion Q1 Cars\n  given station_id, status optional\n  want Car\n"
	for _, c := range []struct {
		changes, said string
		severity      diag.Severity
	}{
		{"changes", "", diag.Note},
		{"changes 10/day", ": in each partition about 800 tombstones of 10 days lie beside 8 rows", diag.Advice},
		{"changes 1/week", ": in each partition about 11 tombstones of 10 days lie beside 8 rows", diag.Note},
		{"changes 1/min", ": in each partition about 115,200 tombstones of 10 days lie beside 8 rows", diag.Warning},
		{"changes 1/year", "", diag.Note},
	} {
		list, _ := found(t, strings.Replace(text, "CHANGES", c.changes, 1), "status changes, and it is in the key of")
		if len(list) != 1 || list[0].Severity != c.severity || list[0].Message != "status changes, and it is in the key of cars_by_station_status"+c.said || (c.severity != diag.Note) != (list[0].Instead != "") {
			t.Errorf("%s: %v", c.changes, list)
		}
	}
}

// TestWhatIsUniqueNeedsNoOwner: a unique value that is given names its thing, so that the key of that one
// tells no rows apart; and a check says how many rows a change of the value moves, where they are several.
func TestWhatIsUniqueNeedsNoOwner(t *testing.T) {
	const text = "horizon 3 years\nentity Car 1200\n  car_id uuid key\n  plate text 8 unique\nentity Position within Car\n  seen_at timestamp key\n  lat double\nrelate Car sends Position 1 : EACH\nquestion Q1 Positions\n  given GIVEN\n  order seen_at desc\n  want Position\n"
	for _, c := range []struct{ given, each, key, said string }{
		{"plate", "129600", "plate seen_at", "plate is the key of positions_by_plate: a change of one Car's moves about 129,600 rows"},
		{"plate", "1..12..40", "plate seen_at", "plate is the key of positions_by_plate: a change of one Car's moves about 12 rows"},
		{"plate", "1", "plate", ""},
		{"car_id", "129600", "car_id seen_at", ""},
		{"plate, car_id", "12", "plate car_id seen_at", "plate is the key of"},
	} {
		list, d := found(t, strings.NewReplacer("GIVEN", c.given, "EACH", c.each).Replace(text), " is the key of ")
		var key []string
		for _, col := range d.Tables[0].Columns {
			if col.Role <= Clustering {
				key = append(key, col.Name)
			}
		}
		if got := strings.Join(key, " "); got != c.key && c.each != "1" || len(d.Tables[0].lacks()) > 0 {
			t.Errorf("%+v: the key is %s, which lacks %v", c, got, d.Tables[0].lacks())
		}
		if (c.said != "") != (len(list) == 1) || c.said != "" && !strings.HasPrefix(list[0].Message, c.said) {
			t.Errorf("%+v: %v", c, list)
		} else if c.said != "" && (list[0].Severity == diag.Advice) != (c.each == "129600") {
			t.Errorf("%+v: %v", c, list[0].Severity)
		}
		if d.Tables[0].Column("car_id") == nil { // by which all else of the car is found
			t.Errorf("%+v: no car_id", c)
		}
	}
}

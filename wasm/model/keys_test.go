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
		{"plate", "129600", "plate seen_at", "plate is the key of positions_by_plate: a change of one moves about 129,600 rows"},
		{"plate", "1..12..40", "plate seen_at", "plate is the key of positions_by_plate: a change of one moves about 12 rows"},
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

// TestWeakKeys: an entity within no other one whose key is a time alone, or has fewer values than there are
// of it, is told, with how many are not told apart; its fix ends that.
func TestWeakKeys(t *testing.T) {
	const text = "entity Car 1200\n  car_id uuid key\nentity Position kept 90 days\n  KEY\n  lat double\nrelate Car sends Position 1 : EACH\nquestion Q1 Positions\n  given car_id\n  want Position\n"
	for _, c := range []struct {
		key, each string
		said      string
		severity  diag.Severity
	}{
		{"seen_at timestamp key", "1/min", "", diag.Note}, // of a car each, by which the table is asked
		{"seen_at timeuuid key", "1/min", "", diag.Note},
		{"no int key", "1/min", "", diag.Note},
		{"seen_at date key", "1/min", "seen_at alone is the key of Position: of 160 million Positions about 160 million", diag.Warning},
		{"no int key distinct 1000", "10", "no alone is the key of Position", diag.Warning},
		{"seen_at timestamp key\n  no int key", "1/min", "", diag.Note},
	} {
		app := strings.NewReplacer("KEY", c.key, "EACH", c.each).Replace(text)
		list, _ := found(t, app, " alone is the key of ")
		if (c.said != "") != (len(list) == 1) {
			t.Errorf("%+v: %v", c, list)
			continue
		}
		if c.said == "" {
			continue
		}
		if got := strings.ReplaceAll(list[0].Message, "\u00a0", " "); !strings.HasPrefix(got, c.said) || list[0].Severity != c.severity || list[0].Instead != "add a line: position_id timeuuid key; or write within Car behind its name" {
			t.Errorf("%+v: %v: %s", c, list[0].Severity, got)
		} else if left, _ := found(t, strings.Replace(app, "Position kept", "Position within Car kept", 1), " alone is the key of "); len(left) > 0 {
			t.Errorf("%+v: %v stays", c, left)
		}
	}
	const alone = "entity Position 160M kept 90 days\n  seen_at timestamp key\n  lat double\nquestion Q1 Positions\n  order seen_at desc\n  want Position\n"
	if list, _ := found(t, alone, "seen_at alone is the key of Position: of 160\u00a0million Positions about "); len(list) != 1 || list[0].Severity != diag.Advice || list[0].Instead != "add a line: position_id timeuuid key" {
		t.Error("a time alone, of nothing else:", list)
	}
	for name, text := range shipped(t) {
		if list, _ := found(t, text, " alone is the key of "); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// TestTimeOfSeveralOwners: a time tells apart what one machine measures, not what two machines of a clinic do:
// a check says so at the table that holds both, not at the one by machine, nor where the key tells
// the machines apart; each of its fixes ends it.
func TestTimeOfSeveralOwners(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\nentity Machine 150\n  serial text 16 key\nentity Control\n  measured_at timestamp key\n  value double\n  ok boolean\nMORE" +
		"relate Clinic has Machine 1 : HAS\nrelate Machine measures Control 1 : 1..24..200 per day\n" +
		"question Q1 Controls of a machine\n  given serial\n  range measured_at 1 day\n  want Control\nquestion Q2 Controls\n  given GIVEN\n  range measured_at 1 day\n  ORDER\n  want Control\n"
	const said, table = " tells Controls of several Machines apart", "in a partition of controls_by_clinic_measured_at, nothing but measured_at"
	for _, c := range []struct {
		given, order, has, more string
		times                   int
	}{
		{"clinic_id", "order measured_at", "0..2.5..12", "", 1},
		{"clinic_id", "order measured_at", "0..2.5..12", "  state text 10\n", 1},
		{"clinic_id", "order measured_at, serial", "0..2.5..12", "", 0},
		{"clinic_id, serial", "", "0..2.5..12", "", 0},
		{"clinic_id", "order measured_at", "1", "", 0},
		{"clinic_id", "order measured_at\n  unique measured_at", "0..2.5..12", "", 0},
	} {
		app := strings.NewReplacer("GIVEN", c.given, "ORDER", c.order, "HAS", c.has, "MORE", c.more).Replace(text)
		list, d := found(t, app, said)
		if len(list) != c.times || c.times > 0 && (list[0].Message != table+said || list[0].Severity != diag.Warning || len(list[0].Fixes) != 2) {
			t.Errorf("%+v: %v", c, list)
			continue
		}
		for _, f := range d.Findings {
			if f.Rule == "R13" && (c.more == "" || strings.Contains(f.Message, "by_clinic")) {
				t.Errorf("%+v: %s", c, f.Message)
			}
			if strings.Contains(f.Message, "alone is the key") {
				t.Errorf("%+v: %s", c, f.Message)
			}
		}
		for _, l := range list {
			for _, f := range l.Fixes {
				if left, _ := found(t, f.Apply(app), said); len(left) > 0 {
					t.Errorf("%+v: after %s: %v", c, f.Title, left)
				}
			}
		}
	}
	// What a clinic has by itself as well is of several machines there.
	app := strings.NewReplacer("GIVEN", "clinic_id", "ORDER", "", "HAS", "0..2..12", "MORE", "").Replace(text) + "relate Clinic keeps Control 1 : 0..n\n"
	if list, _ := found(t, strings.Replace(app, "clinic_id\n  range", "clinic_id via keeps\n  range", 1), said); len(list) != 1 || !strings.Contains(list[0].Instead, "write within Machine") {
		t.Error(list)
	}
	for name, text := range shipped(t) {
		if list, _ := found(t, text, ", nothing but "); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// TestWhatIsOfferedMeansSomething: a question for pairs is given the keys of both sides; what was a choice
// before another length of bucket was taken is one after it; an order of the key that only takes more
// work of the application is none; and no limit is spoken of where there is none.
func TestWhatIsOfferedMeansSomething(t *testing.T) {
	const cars = "entity Member 80k\n  member_id uuid key\nentity Car 1200\n  car_id uuid key\n  plate text 8\n  status text 10 changes\nentity Position within Car kept 90 days\n  seen_at timestamp key\n  lat double\nrelate Car sends Position 1 : 1/min\nrelate Member books Car 0..n : 0..20 as Booking\n  starts_at timestamp key\n  note text 9\n" +
		"question Q1 Positions\n  given car_id\n  order seen_at desc\n  limit 10\n  want Position\nquestion Q2 Bookings\n  given member_id, plate optional\n  order starts_at\n  want Booking: starts_at\n"
	list, _ := found(t, cars, "no table stores note of Booking")
	if len(list) != 1 || len(list[0].Fixes) != 1 || list[0].Fixes[0].Title != "ask for Bookings by member_id, car_id and starts_at" {
		t.Fatal(list)
	}
	if left, d := found(t, list[0].Fixes[0].Apply(cars), "no table stores note of Booking"); len(left) > 0 || d.Accesses[2].Rows.Hi != 1 {
		t.Error(left, d.Accesses[2])
	}
	offered := func(d *Design, i int) (titles string) {
		for _, o := range d.Alternatives(d.Tables[i]) {
			titles += o.Fix.Title + "; "
		}
		return titles
	}
	_, d := found(t, cars, "")
	for _, unit := range [...]string{"month", "week", "day"} {
		fix, _ := d.Bucket(d.Tables[0], unit, "seen_at")
		_, then := found(t, fix.Apply(cars), "")
		for _, other := range [...]string{"month", "week", "day"} {
			if !strings.Contains(offered(d, 0), "one partition a "+other) {
				t.Fatal(offered(d, 0))
			}
			if other != unit && (unit != "month" || other != "day") && !strings.Contains(offered(then, 0), "one partition a "+other) {
				t.Errorf("after a %s, a %s is gone: %s", unit, other, offered(then, 0))
			}
		}
	}
	app := cars + "table bookings for Q2\n  key (member_id), starts_at, car_id\n"
	if _, d := found(t, app, ""); strings.Contains(offered(d, 1), "car_id first") {
		t.Error(offered(d, 1))
	}
	const late = "table bookings for Q2\n  key (member_id), starts_at, plate, car_id\n"
	for _, limit := range [...]string{"", "  limit 5\n"} {
		list, _ := found(t, cars+limit+late, "")
		said := 0
		for _, f := range list {
			if strings.HasPrefix(f.Message, "where Q2 is given ") || strings.HasPrefix(f.Message, "Q2 has lost") {
				if said++; strings.Contains(f.Why, "LIMIT") != (limit != "") {
					t.Errorf("limit %q: %s", limit, f.Why)
				}
			}
		}
		if said == 0 {
			t.Error("nothing is said of what Q2 loses")
		}
	}
}

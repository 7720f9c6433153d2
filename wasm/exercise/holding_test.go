package exercise_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
)

// A column has room for every number that its type in the exercise allows, and holds each exactly.
func TestTypesThatHoldFewer(t *testing.T) {
	rooms := func(number string) string {
		return "CREATE TABLE r (hotel_id text, date date, room_number " + number + ", is_available boolean, PRIMARY KEY ((hotel_id), date, room_number))"
	}
	cart := func(price, quantity string) string {
		return "CREATE TABLE cart_items_by_user (user_id uuid, product_id uuid, name text, unit_price " + price + ", quantity " + quantity + ", added_at timestamp, PRIMARY KEY ((user_id), product_id)) WITH default_time_to_live = 2592000"
	}
	const binary = ", a number in binary form: "
	for _, c := range []struct{ exercise, answer, want, remark string }{
		{"foundations/partition-e1", rooms("smallint"), "", ""},
		{"foundations/partition-e1", rooms("int"), "", ""},
		{"foundations/partition-e1", rooms("varint"), "", ""},
		{"foundations/partition-e1", rooms("float"), "", ""}, // strange, but exact
		{"foundations/partition-e1", rooms("tinyint"), "keeps: room_number is declared as tinyint, which ends at 127. In this task it is a number of the type smallint: who writes a room_number of `128` is refused. | Which type has room", ""},
		{"shop/tables-e5", cart("decimal", "int"), "", ""},
		{"shop/tables-e5", cart("decimal", "bigint"), "", ""},
		{"shop/tables-e5", cart("decimal", "smallint"), "", "quantity is declared as smallint, which ends at 32,767."},
		{"shop/tables-e5", cart("decimal", "double"), "", ""},
		{"shop/tables-e5", cart("decimal", "tinyint"), "keeps: quantity is declared as tinyint, which ends at 127. In this task it is a number of the type int", ""},
		{"shop/tables-e5", cart("decimal", "float"), "keeps: quantity is declared as float" + binary + "`2147483647` becomes `2147483648` there", ""},
		{"shop/tables-e5", cart("float", "int"), "keeps: unit_price is declared as float" + binary + "`39.90` becomes `39.90000152587890625` there, and a sum of many is not exact. | Which type holds each of them exactly?", ""},
		{"shop/tables-e5", cart("double", "int"), "keeps: unit_price is declared as double" + binary + "`39.90` becomes `39.899999999999998579` there", ""},
	} {
		r := load(t, c.exercise).Judge(c.answer)
		if got := speaks(r); r.Passed != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s\n   passed %v: %s\n   want       %s", c.exercise, c.answer, r.Passed, got, c.want)
		}
		remark := ""
		for _, f := range r.Findings {
			if f.State == exercise.Remark {
				remark += f.Consequence
			}
		}
		if remark != c.remark {
			t.Errorf("%s: %s\n   remark %q; want %q", c.exercise, c.answer, remark, c.remark)
		}
	}
}

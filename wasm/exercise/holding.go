package exercise

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
)

// A column may hold a number in another type than the exercise gives it, which may hold fewer of them, or
// others in their place. The few rows of the task do not show that, so the greatest value is tried as well.

// Greatest is the largest value of a type of whole numbers that ends somewhere, nil for other types.
func Greatest(t *cqltype.Type) []byte {
	n := 1
	switch t.Kind {
	case cqltype.Tinyint:
	case cqltype.Smallint:
		n = 2
	case cqltype.Int:
		n = 4
	case cqltype.Bigint:
		n = 8
	default:
		return nil
	}
	v := []byte(strings.Repeat("\xff", n))
	v[0] = 0x7f
	return v
}

// exactly is a number with all its digits, as a decimal.
func exactly(t *cqltype.Type, v []byte) []byte {
	text := t.Text(v)
	switch t.Kind {
	case cqltype.Float:
		text = digits(float64(math.Float32frombits(uint32(whole(v)))))
	case cqltype.Double:
		text = digits(math.Float64frombits(uint64(whole(v))))
	}
	d, _ := cqltype.NativeOf(cqltype.Decimal).FromString(text)
	return d
}

// digits are those of a number in binary form: 20 tell any from the one that was meant.
func digits(f float64) string { return strconv.FormatFloat(f, 'g', 20, 64) }

// most is the greatest value of an attribute, nil where nobody knows. An int is what one takes for a number
// without a thought of its size: where a workload says how many values there are, they are counted from 1.
func (f *Fit) most(a *Attr) []byte {
	if p := f.Rows.Population; p != nil && a.Type.Kind == cqltype.Int {
		for _, d := range p.Counts {
			if (d.Word == "each" || d.Word == "some") && d.Attrs[0] == a.Name && d.PerDay == 0 && d.At0 < 1<<31 {
				v, _ := a.Type.FromString(strconv.Itoa(int(d.At0)))
				return v
			}
		}
	}
	return Greatest(a.Type)
}

// misheld is the first column that does not hold every number that it is there for, and what is to be said
// of it; nil for none. A smallint in the place of an int gets a remark.
func (f *Fit) misheld() *Finding {
	var small *Finding
	for _, c := range f.Columns {
		a := c.Attr
		if !f.means(c) || a.Type == nil || !isNumber(a.Type) || !isNumber(c.Type) {
			continue
		}
		var values [][]byte
		for i := range f.Rows.Rows {
			values = append(values, f.cell(a, i).Value)
		}
		for _, v := range append(values, f.most(a)) {
			if v == nil {
				continue
			}
			w, ok := convert(a.Type, c.Type, v, 0)
			end := Greatest(c.Type)
			switch {
			case !ok && end == nil:
			case !ok && a.Type.Kind == cqltype.Int && c.Type.Kind == cqltype.Smallint:
				small = remark("% is declared as smallint, which ends at %.", c.Name, number.Count(int(whole(end)))).asking(say("Is no % ever greater?", a.Name))
			case !ok:
				beyond := strconv.FormatUint(uint64(whole(end))+1, 10)
				return fails("% is declared as %, which ends at %. In this task it is a number of the type %: who writes a % of `%` is refused.", c.Name, c.Type.String(), number.Count(int(whole(end))), a.Type.String(), a.Name, beyond).
					surely("Which type has room for all of them?")
			case cqltype.NativeOf(cqltype.Decimal).Compare(exactly(a.Type, v), exactly(c.Type, w)) != 0:
				is := strings.TrimRight(cqltype.NativeOf(cqltype.Decimal).Text(exactly(c.Type, w)), "0")
				return fails("% is declared as %, a number in binary form: `%` becomes `%` there, and a sum of many is not exact.", c.Name, c.Type.String(), a.Type.Text(v), is).
					surely("Which type holds each of them exactly?")
			}
		}
	}
	return small
}

package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestNoSizeIsNothing: where a number cannot be, nothing is said to take 0 bytes.
func TestNoSizeIsNothing(t *testing.T) {
	const text = `model x
entity Car 1200
  car_id  uuid  key
entity Damage
  damage_id  uuid  key
  found_at  timestamp
  photos  TYPE<blob>  0..3..10 of SIZE
relate Car has Damage  1 : 0..20..100
question Q1  Damages of a car
  given car_id
  order found_at desc
  want Damage: found_at, photos
`
	for _, c := range []struct {
		kind, size string
		known      bool
	}{{"set", "65535", true}, {"set", "65536", false}, {"set", "300kB", false}, {"list", "300kB", true}} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("TYPE", c.kind, "SIZE", c.size).Replace(text)))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		z := d.Tables[0].Size
		said := strings.Contains(d.InAll(), "Without damages_by_car: how large these get is not known")
		told := false
		for _, f := range d.Findings {
			told = told || strings.HasPrefix(f.Message, "how large damages_by_car gets is not known: a value of photos takes ")
		}
		if known := z.Max > 0 && z.Unsized == nil; known != c.known || said == c.known || told == c.known {
			t.Errorf("%s of %s: %d bytes; named in the sum %v, told %v", c.kind, c.size, z.Max, said, told)
		}
	}
}

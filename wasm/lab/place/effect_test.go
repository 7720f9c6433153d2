package place

import (
	"reflect"
	"testing"

	"partitionlab/wasm/wire"
)

func TestEffectGoesOver(t *testing.T) {
	for _, e := range []Effect{
		{},
		{Begin: true, Stay: true, To: "size1-rooms", Said: "Done.", Note: "x"},
		{Put: &Text{Name: "q", Text: "SELECT 1;\n", Mark: true}},
		{Put: &Text{Name: "q"}, Save: &Text{Name: "size1.cql", Text: "5:a"}},
	} {
		r := wire.Reader{Rest: wire.Unpack(wire.Pack(append(e.Texts(), "more")...))}
		if got := ReadEffect(&r); !reflect.DeepEqual(got, e) || r.Text() != "more" {
			t.Errorf("%+v became %+v", e, got)
		}
	}
}

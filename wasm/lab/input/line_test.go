package input

import "testing"

// A field of one line holds what a browser shows in it: no line breaks.
func TestTextOfOneLine(t *testing.T) {
	for typ, want := range map[Type]string{Quantity: "400", Word: "400", Whole: "400", CQL: "4\r\n00", Pasted: "4\r\n00"} {
		f := Field{Key: "k", Type: typ}
		if got := f.Text(Values{"k": "4\r\n00"}); got != want {
			t.Errorf("%v: %q", typ, got)
		}
	}
}

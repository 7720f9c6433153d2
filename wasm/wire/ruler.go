package wire

import "sort"

// A Ruler counts the units of a text up to any place, as a browser does, and not from the
// start each time: a text, and a line of it, can be long.
type Ruler struct {
	text  string
	marks []mark
}

// A mark says how many units lie before a byte. There is one each stride bytes.
type mark struct{ at, units int }

const stride = 1024

// NewRuler measures a text.
func NewRuler(text string) *Ruler {
	r := &Ruler{text: text, marks: make([]mark, 0, 1+len(text)/stride)}
	units := 0
	for i, c := range text {
		if i >= len(r.marks)*stride {
			r.marks = append(r.marks, mark{i, units})
		}
		units += UnitsOf(c)
	}
	return r
}

// Units is how many lie before a byte.
func (r *Ruler) Units(offset int) int {
	offset = min(max(offset, 0), len(r.text))
	from := r.before(func(m mark) bool { return m.at > offset })
	n := from.units
	for i, c := range r.text[from.at:] {
		if from.at+i >= offset {
			break
		}
		n += UnitsOf(c)
	}
	return n
}

// Byte is where the character begins that so many units lie before.
func (r *Ruler) Byte(units int) int {
	from := r.before(func(m mark) bool { return m.units > units })
	n := from.units
	for i, c := range r.text[from.at:] {
		if n >= units {
			return from.at + i
		}
		n += UnitsOf(c)
	}
	return len(r.text)
}

// before is the last mark that is not beyond a place.
func (r *Ruler) before(beyond func(mark) bool) mark {
	i := sort.Search(len(r.marks), func(i int) bool { return beyond(r.marks[i]) })
	if i == 0 {
		return mark{}
	}
	return r.marks[i-1]
}

// Units is the length of a text as a browser counts it.
func Units(s string) int {
	n := 0
	for _, c := range s {
		n += UnitsOf(c)
	}
	return n
}

// UnitsOf is how many units a character takes.
func UnitsOf(c rune) int {
	if c > 0xffff {
		return 2
	}
	return 1
}

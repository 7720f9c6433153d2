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
	for at := 0; at < len(text); {
		end := min(at+stride, len(text))
		for end < len(text) && text[end]&0xc0 == 0x80 { // within a character
			end++
		}
		r.marks = append(r.marks, mark{at, units})
		if part := text[at:end]; ascii(part) {
			units += len(part)
		} else {
			units += Units(part)
		}
		at = end
	}
	r.marks = append(r.marks, mark{len(text), units})
	return r
}

// ascii reports whether each byte of a text is a character, sixteen at a time.
func ascii(s string) bool {
	for len(s) >= 16 {
		if (s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7]|s[8]|s[9]|s[10]|s[11]|s[12]|s[13]|s[14]|s[15])&0x80 != 0 {
			return false
		}
		s = s[16:]
	}
	for i := range len(s) {
		if s[i]&0x80 != 0 {
			return false
		}
	}
	return true
}

// Units is how many lie before a byte.
func (r *Ruler) Units(offset int) int {
	offset = min(max(offset, 0), len(r.text))
	from, plain := r.before(func(m mark) bool { return m.at > offset })
	if plain {
		return from.units + offset - from.at
	}
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
	from, plain := r.before(func(m mark) bool { return m.units > units })
	if plain {
		return min(from.at+max(units-from.units, 0), len(r.text))
	}
	n := from.units
	for i, c := range r.text[from.at:] {
		if n >= units {
			return from.at + i
		}
		n += UnitsOf(c)
	}
	return len(r.text)
}

// before is the last mark that is not beyond a place, and whether up to the next one each byte
// is a unit.
func (r *Ruler) before(beyond func(mark) bool) (m mark, plain bool) {
	i := sort.Search(len(r.marks), func(i int) bool { return beyond(r.marks[i]) })
	if i == 0 {
		return mark{}, false
	}
	if m = r.marks[i-1]; i < len(r.marks) {
		plain = r.marks[i].at-m.at == r.marks[i].units-m.units
	}
	return m, plain
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

package figure

import (
	"strings"
	"unicode/utf8"
)

// advances are the widths of the characters from ' ' to '~' in hundredths of the
// font size, taken from DejaVu Sans, the widest of the usual system fonts: a text
// that fits with these fits with any of them.
var advances = [95]uint8{
	32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, // space to /
	64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, // 0 to ?
	100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, // @ to O
	61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, // P to _
	50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, // ` to o
	64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84, // p to ~
}

// Advance is the width of a text at a font size of 1, rather too large than too
// small. Characters outside ASCII count as one em.
func Advance(s string) float64 {
	n := 0
	for _, r := range s {
		switch {
		case ' ' <= r && r <= '~':
			n += int(advances[r-' '])
		case r == '\u00a0' || r == '\u202f' || r == '·':
			n += 32
		case r == '…' || r == '–' || r == '×' || r == '−' || r == '→' || r == '↑' || r == '↓':
			n += 84
		default:
			n += 100
		}
	}
	return float64(n) / 100
}

// monospace is the width of a character in the font of code, at a size of 1: that of
// DejaVu Sans Mono, the widest of the usual ones.
const monospace = 0.61

// bolder is how much wider bold text is.
const bolder = 1.14

// width is the width of a text of a class at a font size of 1: code is set in a font
// whose characters are all alike, bold or not; other bold text is wider than plain one.
func width(s, class string) float64 {
	switch {
	case strings.Contains(class, "t-code"):
		return monospace * float64(utf8.RuneCountInString(s))
	case strings.Contains(class, "t-strong"):
		return Advance(s) * bolder
	}
	return Advance(s)
}

package view

import "strings"

// aLine is how long, in bytes, a name may be that fits the narrowest line of a page.
const aLine = 20

// Seams returns the offsets at which a line may break in the names of a text that may be
// longer than a line and would else break anywhere: of tables, columns, classes, after a
// low line or a dot.
func Seams(text string) (at []int) {
	for a := 0; len(text)-a > aLine; a++ {
		b := a
		for b < len(text) && inName(text[b]) {
			b++
		}
		if b-a > aLine {
			for i := a + 1; i < b; i++ {
				if strings.IndexByte("_.", text[i-1]) >= 0 && strings.IndexByte("_.", text[i]) < 0 {
					at = append(at, i)
				}
			}
		}
		a = b
	}
	return at
}

func inName(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.'
}

// AtSeams are nodes with their texts divided: an element that is no sign, and that nobody
// copies, says where a line may break.
func AtSeams(nodes []*Node) []*Node {
	var out []*Node
	for _, n := range nodes {
		from := 0
		if n != nil && n.Tag == "" {
			for _, at := range Seams(n.Text) {
				out = append(out, Text(n.Text[from:at]), El("wbr"))
				from = at
			}
		}
		if from > 0 {
			n = Text(n.Text[from:])
		}
		out = append(out, n)
	}
	return out
}

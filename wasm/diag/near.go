package diag

import "strings"

// Nearest returns the candidate that differs from a name in the fewest letters. Where all
// are too far away, it is the one of which the name is a part in whole words, or the other
// way round: customer_id for customer. "" if none or several can be meant. It never returns
// the name itself.
func Nearest(name string, candidates []string) string {
	if len(name) > maxName {
		return ""
	}
	best, limit, lower := "", len(name)/3+1, strings.ToLower(name)
	for _, c := range candidates {
		if d := Distance(lower, strings.ToLower(c), limit); d < limit && c != name {
			best, limit = c, d
		}
	}
	if best == "" {
		best = sameWords(lower, candidates)
	}
	return best
}

// maxName is how many bytes a name has at most that can be a slip: the server's have 48,
// or 222; columns may have longer ones.
const maxName = 256

// sameWords returns the only candidate that a name begins or ends with, or that begins or
// ends with the name, in words between underscores. An id of that name goes before others.
func sameWords(name string, candidates []string) (only string) {
	several := false
	for _, c := range candidates {
		switch lower := strings.ToLower(c); {
		case lower == name+"_id":
			return c
		case len(lower) == len(name) || !wordsOf(lower, name) && !wordsOf(name, lower):
		case only != "":
			several = true
		default:
			only = c
		}
	}
	if several {
		return ""
	}
	return only
}

// wordsOf reports whether a name begins or ends with the words of a part.
func wordsOf(name, part string) bool {
	return len(part) > 2 && (strings.HasPrefix(name, part+"_") || strings.HasSuffix(name, "_"+part))
}

// maxNear bounds the bytes of the texts that are compared letter by letter.
const maxNear = 64

// Distance is the number of bytes to insert, drop, change or swap with the next to get
// from a to b, or limit if it is not below that.
func Distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit || len(a) > maxNear || len(b) > maxNear {
		return limit
	}
	var rows [3][maxNear + 1]int
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(a); i++ {
		row, above, two := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
	}
	return min(rows[len(a)%3][len(b)], limit)
}

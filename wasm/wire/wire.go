// Package wire writes texts as one, so that they can be kept outside of a program or
// sent to another: each with its length in bytes in front, as in "5:rooms3:200".
package wire

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Pack writes texts as one. What is not UTF-8 is replaced, because nothing else goes
// through a browser.
func Pack(texts ...string) string {
	size := 0
	for _, s := range texts {
		size += len(s) + 4
	}
	b := make([]byte, 0, size)
	for _, s := range texts {
		if !utf8.ValidString(s) { // which looks at many bytes at once, as ToValidUTF8 does not
			s = strings.ToValidUTF8(s, "\ufffd")
		}
		b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
		b = append(b, s...)
	}
	return string(b)
}

// Unpack returns the texts that Pack has written; of anything else, those up to the
// first that is damaged.
func Unpack(packed string) (texts []string) {
	for packed != "" {
		length, rest, _ := strings.Cut(packed, ":")
		n, err := strconv.Atoi(length)
		if err != nil || n < 0 || n > len(rest) {
			break
		}
		texts = append(texts, rest[:n])
		packed = rest[n:]
	}
	return texts
}

// A Reader takes texts one after the other; behind the last, all are empty.
type Reader struct{ Rest []string }

// Text takes the next text.
func (r *Reader) Text() string {
	if len(r.Rest) == 0 {
		return ""
	}
	s := r.Rest[0]
	r.Rest = r.Rest[1:]
	return s
}

// Count takes the next text as a number of things to come, of which each has at least
// one text: never more than there are.
func (r *Reader) Count() int {
	n, err := strconv.Atoi(r.Text())
	if err != nil || n < 0 {
		return 0
	}
	return min(n, len(r.Rest))
}

// Flag takes the next text as yes or no.
func (r *Reader) Flag() bool { return r.Text() == "1" }

// Flag writes yes or no.
func Flag(on bool) string {
	if on {
		return "1"
	}
	return ""
}

// Map writes a map as texts: how many entries, then keys and values, in the order of
// the keys.
func Map(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	out := make([]string, 1, 1+2*len(m))
	out[0] = strconv.Itoa(len(m))
	for _, k := range keys {
		out = append(out, k, m[k])
	}
	return out
}

// Map takes a map.
func (r *Reader) Map() map[string]string {
	n := r.Count()
	m := make(map[string]string, n)
	for range n {
		k := r.Text()
		m[k] = r.Text()
	}
	return m
}

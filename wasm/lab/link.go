package lab

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Links open for ever. A link is a query and a fragment of pairs key=value, the
// same in both:
//
//	?v=1&rooms=200            on a page or embed of one widget
//	?v=1&size1.rooms=200      on a chapter, where each key carries the widget's id
//	#q=SELECT%20*…            text that somebody typed stays in the fragment, which
//	#q=.c0lNzNEpTs1LSS…       is never sent; after a dot: DEFLATE as base64url
//
// The decoder takes every key in either place; where both have it, the fragment
// holds. Keys that nobody knows are ignored. A value that cannot be read says so
// at its place. What hosts add to a fragment behind "#?secret=" is cut off.

// LinkVersion is the version that links are written in.
const LinkVersion = 1

const (
	maxLink = 400_000   // bytes of query and fragment that are read
	maxText = 2_000_000 // bytes of a text when unpacked
)

// The keys of a page with one widget that are not inputs: how an embed looks.
const (
	paramVersion = "v"
	paramTheme   = "theme"
	paramShow    = "show"
	paramTitle   = "title"
	paramCover   = "cover"
)

// reserved holds for names that a quantity cannot have, because links use them.
func reserved(key string) bool {
	switch key {
	case paramVersion, paramTheme, paramShow, paramTitle, paramCover, textKey, "guess", "shown":
		return true
	}
	return false
}

// textKey is the key of the text that a widget is about: CQL.
const textKey = "q"

// A Link is what the address of a page says.
type Link struct {
	pairs   []pair
	problem string // about the whole
}

type pair struct{ key, value, problem string }

// ParseLink reads the query and the fragment of an address, without their ? and #.
func ParseLink(query, fragment string) *Link {
	l := &Link{}
	query = strings.TrimPrefix(query, "?")
	fragment = strings.TrimPrefix(fragment, "#")
	if i := strings.LastIndex("#"+fragment, "#?secret="); i >= 0 {
		fragment = fragment[:max(i-1, 0)]
	}
	if len(query)+len(fragment) > maxLink {
		l.problem = "This link is longer than " + strconv.Itoa(maxLink/1000) + " kB and was cut; what could be read is shown."
		query = query[:min(len(query), maxLink)]
		fragment = fragment[:min(len(fragment), maxLink-len(query))]
	}
	l.read(query)
	l.read(fragment)
	if v := l.Param(paramVersion); v != "" && v != strconv.Itoa(LinkVersion) {
		l.problem = "This link was made by another version of this page (" + shorten(v, 20) + "); what could be read is shown."
	}
	return l
}

func (l *Link) read(s string) {
	for s != "" {
		var part string
		part, s, _ = strings.Cut(s, "&")
		part = strings.TrimPrefix(part, "amp;") // a link that was escaped once too often
		key, raw, ok := strings.Cut(part, "=")
		if !ok {
			continue // an anchor
		}
		key, ok = unescape(key)
		if !ok || key == "" || key[0] == problemMark {
			continue
		}
		p := pair{key: key}
		if packed, is := strings.CutPrefix(raw, "."); is {
			p.value, p.problem = unpack(packed)
		} else if p.value, ok = unescape(raw); !ok {
			p.problem = "this part of the link cannot be read"
		}
		l.set(p)
	}
}

func (l *Link) set(p pair) {
	for i := range l.pairs {
		if l.pairs[i].key == p.key {
			l.pairs[i] = p
			return
		}
	}
	l.pairs = append(l.pairs, p)
}

// Param returns the value of a key that belongs to no widget, or "".
func (l *Link) Param(key string) string {
	for _, p := range l.pairs {
		if p.key == key {
			return p.value
		}
	}
	return ""
}

// problemMark begins the keys of Inputs that say what is wrong with a part of a
// link. No link can set them.
const problemMark = '!'

// Inputs returns what the link says about a widget. Alone says that the page has
// no other, so that keys need not carry its id.
func (l *Link) Inputs(id string, alone bool) Inputs {
	in := Inputs{}
	put := func(key string, p pair) {
		if p.problem != "" {
			in[string(problemMark)+key] = p.problem
		}
		if p.problem == "" || p.value != "" { // of a text that is lost, the default stays
			in[key] = p.value
		}
	}
	if alone {
		for _, p := range l.pairs {
			if !isParam(p.key) {
				put(p.key, p)
			}
		}
	}
	for _, p := range l.pairs {
		if key, ok := strings.CutPrefix(p.key, id+"."); ok && key != "" && key[0] != problemMark {
			put(key, p)
		}
	}
	if l.problem != "" && len(in) > 0 {
		in[string(problemMark)] = l.problem
	}
	return in
}

// Has reports whether the link says anything about a widget of a chapter.
func (l *Link) Has(id string) bool { return len(l.Inputs(id, false)) > 0 }

func isParam(key string) bool {
	switch key {
	case paramVersion, paramTheme, paramShow, paramTitle, paramCover:
		return true
	}
	return false
}

// Link returns query and fragment for what differs from the specification, both
// without ? and #. Typed text goes into the fragment only. Where nothing
// differs, both are empty; on a chapter the fragment leads to the widget.
func (s *Spec) Link(in Inputs, alone bool) (query, fragment string) {
	prefix := ""
	if !alone {
		prefix = s.ID + "."
	}
	var q, f []string
	for _, key := range s.keys(in) {
		value := in[key]
		if s.isText(key) {
			f = append(f, escape(prefix+key)+"="+pack(value))
		} else {
			q = append(q, escape(prefix+key)+"="+escapeValue(value))
		}
	}
	query, fragment = strings.Join(q, "&"), strings.Join(f, "&")
	if query != "" || fragment != "" {
		v := paramVersion + "=" + strconv.Itoa(LinkVersion)
		query = strings.TrimSuffix(v+"&"+query, "&")
	}
	if fragment == "" && !alone {
		fragment = s.ID
	}
	return query, fragment
}

// pack writes a text in the shorter of its two forms.
func pack(s string) string {
	plain := escapeValue(s)
	if len(plain) < 60 {
		return plain
	}
	if packed := "." + base64(deflate(s)); len(packed) < len(plain) {
		return packed
	}
	return plain
}

func unpack(s string) (text, problem string) {
	const damaged = "the text in this link is damaged, perhaps cut off"
	data, ok := unbase64(s)
	if !ok {
		return "", damaged
	}
	out, err := inflate(data, maxText)
	if err != nil {
		return "", damaged + ": " + err.Error()
	}
	if !utf8.Valid(out) {
		return strings.ToValidUTF8(string(out), "\ufffd"), damaged
	}
	return string(out), ""
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// base64 is base64url without padding, RFC 4648 section 5.
func base64(b []byte) string {
	out := make([]byte, 0, (len(b)*4+2)/3)
	acc, n := uint32(0), 0
	for _, c := range b {
		acc = acc<<8 | uint32(c)
		for n += 8; n >= 6; n -= 6 {
			out = append(out, base64Digits[acc>>(n-6)&63])
		}
	}
	if n > 0 {
		out = append(out, base64Digits[acc<<(6-n)&63])
	}
	return string(out)
}

func unbase64(s string) ([]byte, bool) {
	s = strings.TrimRight(s, "=")
	out := make([]byte, 0, len(s)*3/4)
	acc, n := uint32(0), 0
	for i := 0; i < len(s); i++ {
		d := strings.IndexByte(base64Digits, s[i])
		if d < 0 {
			return nil, false
		}
		acc = acc<<6 | uint32(d)
		if n += 6; n >= 8 {
			n -= 8
			out = append(out, byte(acc>>n))
		}
	}
	return out, true
}

// escape writes what is neither letter nor digit nor one of - _ . ~ * as %XX.
// The star is safe everywhere and keeps products readable.
func escape(s string) string {
	const hex = "0123456789ABCDEF"
	plain := func(c byte) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~' || c == '*'
	}
	i := 0
	for i < len(s) && plain(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)*2), s[:i]...)
	for ; i < len(s); i++ {
		if c := s[i]; plain(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

// escapeValue escapes a leading dot, too, which would mean a packed text.
func escapeValue(s string) string {
	if strings.HasPrefix(s, ".") {
		return "%2E" + escape(s[1:])
	}
	return escape(s)
}

// unescape reads %XX and + (a space, as forms write it). What cannot be read is
// kept as it stands.
func unescape(s string) (string, bool) {
	ok := true
	if strings.ContainsAny(s, "%+") {
		out := make([]byte, 0, len(s))
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '+':
				out = append(out, ' ')
			case c != '%':
				out = append(out, c)
			case i+2 < len(s) && hexDigit(s[i+1]) < 16 && hexDigit(s[i+2]) < 16:
				out = append(out, hexDigit(s[i+1])<<4|hexDigit(s[i+2]))
				i += 2
			default:
				out, ok = append(out, c), false
			}
		}
		s = string(out)
	}
	if !utf8.ValidString(s) {
		return strings.ToValidUTF8(s, "\ufffd"), false
	}
	return s, ok
}

func hexDigit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 16
}

// shorten cuts a text that goes into a message.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

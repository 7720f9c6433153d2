package place

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
)

// Links open for ever. A link is a query and a fragment of pairs key=value, the
// same in both:
//
//	?v=1&rooms=200            on a page or embed of one widget
//	?v=1&size1.rooms=200      on a chapter, where each key carries the widget's id
//	#q=SELECT%20*…            text that somebody typed stays in the fragment, which
//	#q=.c0lNzNEpTs1LSS…       is never sent; after a dot: DEFLATE as base64url
//	#rows=400&q=CREATE%20…    and with it all else that was set for that text
//
// The decoder takes every key in either place; where both have it, the fragment
// holds. Keys that nobody knows are ignored. A value that cannot be read says so
// at its place. What hosts add to a fragment behind "#?secret=" is cut off.

// linkVersion is the version that links are written in.
const linkVersion = 1

const (
	maxParts = 2000      // far more than any page has fields
	maxLink  = 400_000   // bytes of query and fragment that are read
	maxText  = 2_000_000 // bytes of a text when unpacked
	maxMarks = 100       // on one letter: Unicode asks programs for 30
)

// The keys of a page that are no inputs of a widget: how it looks.
const (
	paramVersion = "v"
	paramTheme   = "theme"
	paramShow    = "show"
	paramTitle   = "title"
	paramCover   = "cover"
	paramEmbed   = "embed" // the page of one widget opens with its dialog: a script of the page sees to it
)

var params = [...]string{paramVersion, paramTheme, paramShow, paramTitle, paramCover, paramEmbed}

// Reserved reports whether links use a key for themselves, so that no field of a widget
// with lines of its own names can have it.
func Reserved(key string) bool {
	for _, p := range params {
		if p == key {
			return true
		}
	}
	return false
}

// A Link is what the address of a page says.
type Link struct {
	pairs   []pair
	at      map[string]int // where in pairs the keys are
	problem string         // about the whole
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
	if v := l.param(paramVersion); v != "" && v != strconv.Itoa(linkVersion) {
		l.problem = "This link was made by another version of this page (" + input.Shorten(v, 20) + "); what could be read is shown."
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
		if !ok || key == "" {
			continue
		}
		p := pair{key: key}
		if packed, is := strings.CutPrefix(raw, "."); is {
			p.value, p.problem = unpack(packed)
		} else if p.value, ok = unescape(raw); !ok {
			p.problem = "this part of the link cannot be read"
		}
		if stacked(p.value) {
			p.value, p.problem = "", "the text in this link has more than "+strconv.Itoa(maxMarks)+" marks on one letter, with which a browser stands still: write it without them"
		}
		l.set(p)
	}
}

// stacked reports whether more marks stand on one letter than any language has. Browsers set
// a letter with all its marks in one piece, in time that grows with the square of them: a
// link of some hundred bytes would stop a page for half a minute.
func stacked(text string) bool {
	// A mark has two bytes at least: of so many, one of these looks meets one.
	for look := 0; look < len(text); look += 2 * maxMarks {
		at := look
		for at > max(look-3, 0) && !utf8.RuneStart(text[at]) {
			at--
		}
		marks := 0
		for rest := text[at:]; marks <= maxMarks; marks++ {
			c, size := utf8.DecodeRuneInString(rest)
			if !diag.Joins(c) {
				break
			}
			rest = rest[size:]
		}
		for rest := text[:at]; marks > 0 && marks <= maxMarks; marks++ {
			c, size := utf8.DecodeLastRuneInString(rest)
			if !diag.Joins(c) {
				break
			}
			rest = rest[:len(rest)-size]
		}
		if marks > maxMarks {
			return true
		}
	}
	return false
}

func (l *Link) set(p pair) {
	if i, ok := l.at[p.key]; ok {
		l.pairs[i] = p
		return
	}
	if len(l.pairs) == maxParts {
		l.problem = "This link has more than 2,000 parts; what could be read is shown."
		return
	}
	if l.at == nil {
		l.at = map[string]int{}
	}
	l.at[p.key] = len(l.pairs)
	l.pairs = append(l.pairs, p)
}

// param returns the value of a key that belongs to no widget, or "".
func (l *Link) param(key string) string {
	for _, p := range l.pairs {
		if p.key == key {
			return p.value
		}
	}
	return ""
}

// State returns what the link says about a widget. Alone says that the page has no
// other, so that keys need not carry its id. Of a text that is lost the default stays.
func (l *Link) State(id string, alone bool) input.State {
	s := input.State{Values: input.Values{}, Lost: map[string]string{}}
	put := func(key string, p pair) {
		if p.problem != "" {
			s.Lost[key] = p.problem
		}
		if p.problem == "" || p.value != "" {
			s.Values[key] = p.value
		}
	}
	if alone {
		for _, p := range l.pairs {
			if !Reserved(p.key) {
				put(p.key, p)
			}
		}
	}
	for _, p := range l.pairs {
		if key, ok := strings.CutPrefix(p.key, id+"."); ok && key != "" {
			put(key, p)
		}
	}
	if len(s.Values)+len(s.Lost) > 0 {
		s.Problem = l.problem
	}
	return s
}

// Has reports whether the link says anything about a widget.
func (l *Link) Has(id string, alone bool) bool {
	s := l.State(id, alone)
	return len(s.Values)+len(s.Lost) > 0
}

// A Look is how an address wants the widgets of its page to look; what it does not say
// is nil or empty.
type Look struct {
	Theme string // "light" or "dark"
	Title string // of a widget that is alone on its page
	Show  string // a list of sections and fields of such a widget
	Cover *bool  // answers are covered at first, or not, although the chapter says otherwise
}

// Look is what the link says of it.
func (l *Link) Look() Look {
	out := Look{Title: strings.Join(strings.Fields(l.param(paramTitle)), " "), Show: l.param(paramShow)} // a title is one line, wherever it is pasted
	if t := l.param(paramTheme); t == "light" || t == "dark" {
		out.Theme = t
	}
	on := true
	switch l.param(paramCover) {
	case "1", "yes":
		out.Cover = &on
	case "0", "no":
		on = false
		out.Cover = &on
	}
	return out
}

// Link returns query and fragment for what differs from a widget's defaults, both
// without ? and #. What no server may see goes into the fragment only: see [input.Hidden]. Where nothing differs, both
// are empty; on a chapter the fragment leads to the widget.
func (p *Place) Link(changes []input.Change, alone bool) (query, fragment string) {
	prefix := ""
	if !alone {
		prefix = p.ID + "."
	}
	var q, f []string
	hidden := input.Hidden(changes)
	for _, c := range changes {
		switch key := escape(prefix + c.Key); {
		case c.Typed():
			f = append(f, key+"="+pack(c.Value))
		case hidden(c):
			f = append(f, key+"="+escapeValue(c.Value))
		default:
			q = append(q, key+"="+escapeValue(c.Value))
		}
	}
	query, fragment = strings.Join(q, "&"), strings.Join(f, "&")
	if query != "" || fragment != "" {
		v := paramVersion + "=" + strconv.Itoa(linkVersion)
		query = strings.TrimSuffix(v+"&"+query, "&")
	}
	if fragment == "" && !alone {
		fragment = p.ID
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

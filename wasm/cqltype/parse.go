// Text to values: what AbstractType.fromString of each type accepts, and what it
// says when it does not.

package cqltype

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// FromString turns the text of a constant into a value. For a blob the text has
// no 0x. Messages are the server's.
func (t *Type) FromString(s string) ([]byte, *diag.Diagnostic) {
	if s == "" && t.emptyFromString() {
		return []byte{}, nil
	}
	cannot := func(what string) ([]byte, *diag.Diagnostic) { return nil, invalid(rule.LIT02, "% from '%'", what, s) }
	integer := func(bits int, name string) (int64, *diag.Diagnostic) {
		n, err := strconv.ParseInt(s, 10, bits)
		if err != nil {
			return 0, invalid(rule.LIT02, "Unable to make % from '%'", name, s)
		}
		return n, nil
	}
	switch t.Kind {
	case Ascii:
		for _, r := range s {
			if r >= 0x80 {
				n := 1
				if r > 0xffff {
					n = 2
				}
				return nil, invalid(rule.LIT02, "Invalid ASCII character in string literal: java.nio.charset.UnmappableCharacterException: Input length = %", strconv.Itoa(n))
			}
		}
		return []byte(s), nil
	case Text:
		return []byte(s), nil
	case Bigint, Counter:
		n, err := integer(64, "long")
		return bytes8(n), err
	case Int:
		n, err := integer(32, "int")
		return bytes4(int32(n)), err
	case Smallint:
		n, err := integer(16, "short")
		return bytes2(int16(n)), err
	case Tinyint:
		n, err := integer(8, "byte")
		return bytes1(int8(n)), err
	case Varint:
		if n, ok := parseBig(s); ok {
			return n.bytes(), nil
		}
		return cannot("unable to make int")
	case Decimal:
		if d, ok := parseDecimal(s); ok {
			return d.bytes(), nil
		}
		return cannot("unable to make BigDecimal")
	case Float:
		if f, ok := parseFloat(s, 32); ok {
			return floatBytes(float32(f)), nil
		}
		return cannot("Unable to make float")
	case Double:
		if f, ok := parseFloat(s, 64); ok {
			return doubleBytes(f), nil
		}
		return cannot("Unable to make double")
	case Boolean:
		switch {
		case s == "" || strings.EqualFold(s, "false"):
			return []byte{0}, nil
		case strings.EqualFold(s, "true"):
			return []byte{1}, nil
		}
		return cannot("Unable to make boolean")
	case Blob, List, Set, Map, Vector:
		if b, ok := parseHex(s); ok {
			return b, nil
		}
		return nil, invalid(rule.LIT06, "cannot parse '%' as hex bytes", s)
	case UUID:
		if b := parseUUID(s); b != nil {
			return b, nil
		}
		return cannot("Unable to make UUID")
	case Timeuuid:
		b := parseUUID(s)
		if b == nil {
			return nil, invalid(rule.LIT02, "Unknown timeuuid representation: %", s)
		}
		if b[6]>>4 != 1 {
			return nil, invalid(rule.LIT02, "TimeUUID supports only version 1 UUIDs")
		}
		return b, nil
	case Inet:
		if b := parseInet(s); b != nil {
			return b, nil
		}
		return cannot("Unable to make inet address")
	case Date:
		days, err := parseDate(s)
		return bytes4(days), err
	case Time:
		ns, err := parseTime(s)
		return bytes8(ns), err
	case Timestamp:
		ms, err := parseTimestamp(s)
		return bytes8(ms), err
	case Duration:
		d, err := parseDuration(s)
		return d.bytes(), err
	case Tuple, UDT:
		return t.tupleFromString(s)
	case Empty:
		return []byte{}, nil
	case Custom:
		return t.customFromString(s)
	}
	return []byte(s), nil
}

// customFromString reads the text of a composite, its components with colons
// between them, or of a class whose values have no text that is known here.
// Source: AbstractCompositeType.fromString.
func (t *Type) customFromString(s string) ([]byte, *diag.Diagnostic) {
	if !t.Composite || s == "" {
		return []byte(s), nil
	}
	var out []byte
	for i, more := 0, true; more; i++ {
		n := 0
		for n < len(s) && (s[n] != ':' || n > 0 && s[n-1] == '\\') {
			n++
		}
		part := s[:n]
		if more = n < len(s); more {
			s = s[n+1:]
		}
		if end, ok := map[string]byte{"!": 1, "_": 0xff}[part]; ok {
			if len(out) > 0 {
				out[len(out)-1] = end
			}
			break
		}
		if i >= len(t.Elems) {
			return nil, rule.LIT02.Server(diag.Span{}, "java.lang.ArrayIndexOutOfBoundsException: Index % out of bounds for length %", strconv.Itoa(i), strconv.Itoa(len(t.Elems)))
		}
		part = strings.TrimSuffix(strings.ReplaceAll(part, `\:`, ":"), "!")
		b, d := t.Elems[i].FromString(part)
		if d != nil {
			return nil, d
		}
		out = append(append(append(out, byte(len(b)>>8), byte(len(b))), b...), 0)
	}
	return out, nil
}

// emptyFromString tells for which types the empty text is the empty value.
func (t *Type) emptyFromString() bool {
	switch t.Kind {
	case Boolean, Date, Time, Counter, Tuple, UDT:
		return false
	}
	return true
}

// parseFloat reads what Float.parseFloat and Double.parseDouble read. What is too
// large is infinite.
func parseFloat(s string, bits int) (float64, bool) {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	unsigned := strings.TrimLeft(s, "+-")
	switch {
	case len(s)-len(unsigned) > 1 || unsigned == "":
		return 0, false
	case unsigned == "NaN":
		return math.NaN(), true
	case unsigned == "Infinity":
		sign := 1
		if s[0] == '-' {
			sign = -1
		}
		return math.Inf(sign), true
	case unsigned[0] != '.' && (unsigned[0] < '0' || unsigned[0] > '9') || strings.Contains(s, "_"):
		return 0, false
	}
	hex := strings.ContainsAny(s, "xX")
	if last := s[len(s)-1] | 0x20; last == 'f' || last == 'd' {
		if !hex || strings.ContainsAny(s, "pP") {
			s = s[:len(s)-1]
		}
	}
	f, err := strconv.ParseFloat(s, bits)
	return f, err == nil || math.IsInf(f, 0)
}

// parseHex reads pairs of hexadecimal digits.
func parseHex(s string) ([]byte, bool) {
	out := make([]byte, len(s)/2)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return nil, false
		}
		if i/2 < len(out) {
			out[i/2] = out[i/2]<<4 | c
		}
	}
	return out, len(s)%2 == 0
}

// parseUUID reads the 8-4-4-4-12 form, nil for anything else.
func parseUUID(s string) []byte {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return nil
	}
	b, ok := parseHex(strings.ReplaceAll(s, "-", ""))
	if !ok || len(b) != 16 {
		return nil
	}
	return b
}

// parseInet reads what java.net.InetAddress.getByName reads without asking a name
// server: IPv4 with one to four numbers, IPv6 also in brackets or with a zone.
// An IPv6 address that maps an IPv4 one becomes the latter.
func parseInet(s string) []byte {
	if s == "localhost" {
		return []byte{127, 0, 0, 1}
	}
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		s = s[1 : len(s)-1]
		if !strings.Contains(s, ":") {
			return nil
		}
	}
	if strings.Contains(s, ":") {
		return parseInet6(s)
	}
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return nil
	}
	var n uint64
	for i, p := range parts {
		limit := uint64(255)
		shift := 8
		if i == len(parts)-1 {
			shift = 8 * (5 - len(parts))
			limit = 1<<shift - 1
		}
		v, err := strconv.ParseUint(p, 10, 64)
		if err != nil || v > limit {
			return nil
		}
		n = n<<shift | v
	}
	return bytes4(int32(n))
}

// parseInet6 reads groups of hexadecimal digits with one gap; the last two groups
// may be an IPv4 address.
func parseInet6(s string) []byte {
	if i := strings.IndexByte(s, '%'); i > 0 {
		s = s[:i]
	}
	var groups []uint16
	gap := -1
	if strings.HasPrefix(s, "::") {
		gap, s = 0, s[2:]
	}
	for s != "" {
		if i := strings.IndexByte(s, ':'); i < 0 && strings.Count(s, ".") == 3 {
			v4 := parseInet(s)
			if v4 == nil {
				return nil
			}
			groups = append(groups, uint16(v4[0])<<8|uint16(v4[1]), uint16(v4[2])<<8|uint16(v4[3]))
			break
		}
		group, rest, more := strings.Cut(s, ":")
		n, err := strconv.ParseUint(group, 16, 16)
		if err != nil || len(group) > 4 {
			return nil
		}
		groups = append(groups, uint16(n))
		switch {
		case more && rest == "":
			return nil // ends in one colon
		case strings.HasPrefix(rest, ":"):
			if gap >= 0 {
				return nil
			}
			gap, rest = len(groups), rest[1:]
		}
		s = rest
	}
	if len(groups) > 8 || gap < 0 && len(groups) != 8 || gap >= 0 && len(groups) == 8 {
		return nil
	}
	out := make([]byte, 16)
	for i, g := range groups {
		if gap >= 0 && i >= gap {
			i += 8 - len(groups)
		}
		out[2*i], out[2*i+1] = byte(g>>8), byte(g)
	}
	if string(out[:12]) == mappedIPv4 {
		return out[12:]
	}
	return out
}

// mappedIPv4 begins the IPv6 addresses that stand for IPv4 ones.
const mappedIPv4 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff"

// tupleFromString reads the text form of tuples, in which a colon separates
// elements, @ is null, and a backslash escapes either.
func (t *Type) tupleFromString(s string) ([]byte, *diag.Diagnostic) {
	var parts []string
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] == ':' && (i == 0 || s[i-1] != '\\') {
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	if s != "" {
		parts = append(parts, s[start:])
	}
	if len(parts) > t.size() {
		return nil, invalid(rule.LIT04, "Invalid tuple literal: too many elements. Type % expects % but got %", t.String(), strconv.Itoa(t.size()), strconv.Itoa(len(parts)))
	}
	fields := make([][]byte, len(parts))
	for i, p := range parts {
		if p == "@" {
			continue
		}
		v, err := t.elem(i).FromString(strings.ReplaceAll(strings.ReplaceAll(p, `\:`, ":"), `\@`, "@"))
		if err != nil {
			return nil, err
		}
		fields[i] = v
	}
	return BuildTuple(fields), nil
}

// Values to text: CQL literals, the text of CAST, JSON, and result rows.

package cqltype

import (
	"math"
	mathbits "math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/version"
)

// Hex writes bytes as two digits each, as Cassandra does: 00ff.
func Hex(v []byte) string {
	out := make([]byte, 0, 2*len(v))
	for _, b := range v {
		out = diag.AppendHex(out, int64(b), 2)
	}
	return string(out)
}

func uuidText(v []byte) string {
	if len(v) != 16 {
		return Hex(v)
	}
	s := Hex(v)
	for _, at := range []int{20, 16, 12, 8} {
		s = s[:at] + "-" + s[at:]
	}
	return s
}

// inetText writes an address; an IPv6 one as eight groups, or shortened as RFC 5952
// says.
func inetText(v []byte, short bool) string {
	var b strings.Builder
	if len(v) == 16 && !short && string(v[:12]) == mappedIPv4 {
		v = v[12:] // Java reads an address that maps an IPv4 one as that one
	}
	if len(v) == 4 {
		for i, n := range v {
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(strconv.Itoa(int(n)))
		}
		return b.String()
	}
	if len(v) != 16 {
		return Hex(v)
	}
	start, length := -1, 1 // of the longest run of zero groups
	for i := 0; i < 8 && short; i++ {
		n := 0
		for i+n < 8 && v[2*(i+n)] == 0 && v[2*(i+n)+1] == 0 {
			n++
		}
		if n > length {
			start, length = i, n
		}
	}
	for i := 0; i < 8; i++ {
		if i == start {
			b.WriteString("::")
			i += length - 1
			continue
		}
		if i > 0 && !(start >= 0 && i == start+length) {
			b.WriteByte(':')
		}
		b.WriteString(strconv.FormatUint(uint64(v[2*i])<<8|uint64(v[2*i+1]), 16))
	}
	return b.String()
}

// javaDouble is Double.toString of Java 17, or Float.toString for 32 bits: plain from
// 0.001 to 10 000 000, else with E. Its digits give the number back, but are not
// always the fewest.
func javaDouble(f float64, bits int) string {
	switch {
	case f != f:
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	if f == 0 {
		return sign + "0.0"
	}
	digits, exp := javaDigits(math.Abs(f), bits) // 0.digits × 10^exp
	switch {
	case exp > 0 && exp < 8:
		if len(digits) < exp+1 {
			digits += strings.Repeat("0", exp+1-len(digits))
		}
		return sign + digits[:exp] + "." + digits[exp:]
	case exp <= 0 && exp > -3:
		return sign + "0." + strings.Repeat("0", -exp) + digits
	}
	if len(digits) == 1 {
		digits += "0"
	}
	return sign + digits[:1] + "." + digits[1:] + "E" + strconv.Itoa(exp-1)
}

// javaDigits are the digits of a positive number as jdk.internal.math.FloatingDecimal
// of Java 17 finds them, and the exponent of ten of the point before them.
func javaDigits(f float64, bits int) (string, int) {
	u := math.Float64bits(f)
	binExp, fract := int(u>>52)-1023, u&(1<<52-1)
	significant := 53
	if binExp == -1023 {
		shift := mathbits.LeadingZeros64(fract) - 11
		fract, binExp, significant = fract<<shift, -1022-shift, 53-shift
	} else {
		fract |= 1 << 52
	}
	if bits == 32 {
		significant = 24
		if binExp < -126 {
			significant += 126 + binExp
		}
	}
	zeros := mathbits.TrailingZeros64(fract)
	width := 53 - zeros
	tiny := max(0, width-binExp-1)
	if tiny == 0 && binExp <= 62 && binExp >= -21 { // a whole number
		n := fract
		if binExp >= 52 {
			n <<= binExp - 52
		} else {
			n >>= 52 - binExp
		}
		drop := 0
		if p := binExp - significant - 1; p > 1 {
			drop = p * 30103 / 100000
		}
		for i := 0; i < drop; i++ {
			carry := uint64(0)
			if i == drop-1 && n%10 >= 5 {
				carry = 1
			}
			n = n/10 + carry
		}
		s := strconv.FormatUint(n, 10)
		return strings.TrimRight(s, "0"), len(s) + drop
	}
	mantissa := math.Float64frombits(1023<<52 | fract&(1<<52-1))
	exp := int(math.Floor((mantissa-1.5)*0.289529654 + 0.176091259 + float64(binExp)*0.301029995663981))
	// The number is B/S, and M/S is half the distance to its neighbors, all scaled.
	b5, s5 := max(0, -exp), max(0, exp)
	b2, s2 := b5+tiny+binExp, s5+tiny
	m2 := b2 - significant
	b2 -= width - 1
	common := min(b2, s2)
	b2, s2, m2 = b2-common, s2-common, m2-common
	if width == 1 { // the neighbor below a power of two is nearer
		m2--
	}
	if m2 < 0 {
		b2, s2, m2 = b2-m2, s2-m2, 0
	}
	five := func(n int) int { return n*2322/1000 + 1 } // bits of 5^n, as far as it matters
	long := width+b2+five(b5) < 64 && s2+1+five(s5+1) < 64
	power := func(n uint64, p5, p2 int) bigInt {
		m := []uint32{uint32(n), uint32(n >> 32)}
		m = mulMag(trim(m), pow(5, p5))
		return bigInt{false, mulMag(m, pow(2, p2))}
	}
	ten := bigFromInt(10)
	b, s, m := power(fract>>zeros, b5, b2), power(1, s5, s2), power(1, b5, m2)
	tens := s.mul(ten)
	var low, high bool
	digit := func() byte {
		q, r := b.div(s)
		b, m = r.mul(ten), m.mul(ten)
		low = b.cmp(m) < 0
		c := b.add(m).cmp(tens)
		high = c > 0 || c == 0 && !long
		d, _ := q.int64()
		return '0' + byte(d)
	}
	var out []byte
	if d := digit(); d == '0' && !high {
		exp--
	} else {
		out = append(out, d)
	}
	if exp < -3 || exp >= 8 {
		low, high = false, false
	}
	for !low && !high {
		out = append(out, digit())
	}
	up := high
	if high && low {
		c := b.add(b).cmp(tens)
		up = c > 0 || c == 0 && out[len(out)-1]&1 == 1
	}
	if up {
		i := len(out) - 1
		for ; i >= 0 && out[i] == '9'; i-- {
			out[i] = '0'
		}
		if i < 0 {
			out = append([]byte{'1'}, out[:len(out)-1]...)
			exp++
		} else {
			out[i]++
		}
	}
	if trimmed := strings.TrimRight(string(out), "0"); trimmed != "" {
		return trimmed, exp + 1
	}
	return "0", exp + 1
}

// pythonFloat is repr of a Python float.
func pythonFloat(f float64) string {
	switch {
	case f != f:
		return "nan"
	case math.IsInf(f, 0):
		if f < 0 {
			return "-inf"
		}
		return "inf"
	}
	if a := math.Abs(f); a == 0 || a >= 1e-4 && a < 1e16 {
		s := strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	return strconv.FormatFloat(f, 'e', -1, 64)
}

// Text is the value as CAST to text shows it: the serializer's toString. It is the
// text of the CQL literal without its quotes.
func (t *Type) Text(v []byte) string {
	switch t.Kind {
	case Ascii, Text, Custom:
		return string(v)
	case Blob:
		return "0x" + Hex(v)
	}
	if len(v) == 0 {
		return ""
	}
	if t.Kind == Tinyint { // a hexadecimal constant may have more bytes
		v = v[:1]
	}
	if t.Validate(v) != nil && t.Kind != Counter {
		return "0x" + Hex(v)
	}
	switch t.Kind {
	case Tinyint, Smallint, Int, Bigint, Counter:
		return strconv.FormatInt(Long(v), 10)
	case Boolean:
		return strconv.FormatBool(v[0] != 0)
	case Float:
		return javaDouble(float64(toFloat(v)), 32)
	case Double:
		return javaDouble(toDouble(v), 64)
	case Varint:
		return bigFromBytes(v).String()
	case Decimal:
		return decimalFromBytes(v).String()
	case UUID, Timeuuid:
		return uuidText(v)
	case Inet:
		return inetText(v, false)
	case Date:
		return dateText(int32(Long(v)))
	case Time:
		return timeText(Long(v))
	case Timestamp:
		return timestampText(Long(v), "T")
	case Duration:
		return durationFromBytes(v).String()
	}
	return t.Literal(v)
}

// form is one of the ways to write a value.
type form uint8

const (
	literalForm form = iota // a CQL literal
	jsonForm                // as to_json and SELECT JSON write it
	rowForm                 // JSON of result rows on the command line
)

// Literal is the value as a CQL literal, null for nil.
// Source: CQL3Type.toCQLLiteral.
func (t *Type) Literal(v []byte) string { return t.print(literalForm, v) }

// LiteralOf is the value as a server writes it as a CQL literal: before 5.0 only
// texts stand in quotes.
func (t *Type) LiteralOf(server version.Server, v []byte) string {
	p := printer{bare: !server.Has(version.QuotedLiterals)}
	p.value(t, v)
	return string(p.out)
}

// JSON is the value as to_json and SELECT JSON write it; null is "null".
// Source: AbstractType.toJSONString of each type.
func (t *Type) JSON(v []byte) string { return t.print(jsonForm, v) }

// Row is the value as JSON in result rows of the command line: text, integers and
// booleans as they are; float, double and decimal as text; a blob "0x…"; a set
// {"set": […]}, a map {"map": [[k, v], …]}, a user-defined type {"udt": {…}};
// lists, tuples and vectors as arrays; a timestamp in ISO 8601; everything else as
// the Python driver prints it.
func (t *Type) Row(v []byte) string { return t.print(rowForm, v) }

func (t *Type) print(f form, v []byte) string {
	p := printer{form: f}
	p.value(t, v)
	return string(p.out)
}

type printer struct {
	form form
	bare bool // no quotes around what is no text
	out  []byte
}

//go:noinline
func (p *printer) put(s string) { p.out = append(p.out, s...) }

func (p *printer) value(t *Type, v []byte) {
	if t == legacyTimeuuid && p.form == rowForm {
		t = NativeOf(Blob)
	}
	textual := t.Kind == Text || t.Kind == Ascii
	blob := t.Kind == Blob || t.Kind == Custom
	switch {
	case v == nil:
		p.put("null")
	case textual && p.form == literalForm:
		p.put("'" + strings.ReplaceAll(string(v), "'", "''") + "'")
	case textual:
		p.put(quoteJSON(strings.ToValidUTF8(string(v), string(utf8.RuneError))))
	case len(v) == 0 && !blob && p.form == jsonForm:
		p.put(`""`)
	case len(v) == 0 && !blob:
		p.put("null")
	case t.Kind >= List && t.Kind <= Vector:
		p.composed(t, v)
	default:
		text, quoted := p.scalar(t, v)
		switch {
		case quoted && p.bare:
		case quoted && p.form == literalForm:
			text = "'" + text + "'"
		case quoted:
			text = `"` + text + `"`
		}
		p.put(text)
	}
}

// scalar is the text of a value that is not text itself, and whether it stands in
// quotes.
func (p *printer) scalar(t *Type, v []byte) (text string, quoted bool) {
	text = t.Text(v)
	if t.Kind == Blob || t.Kind == Custom {
		return "0x" + Hex(v), p.form != literalForm
	}
	if p.form == literalForm {
		return text, t.Kind == Inet || t.Kind == Date || t.Kind == Time || t.Kind == Timestamp
	}
	row := p.form == rowForm
	switch t.Kind {
	case Tinyint, Smallint, Int, Bigint, Counter, Varint, Boolean:
		return text, false
	case Decimal:
		return text, row
	case Float, Double:
		if !row {
			if text == "NaN" || strings.HasSuffix(text, "Infinity") {
				text = "null"
			}
			return text, false
		}
		if t.Kind == Float {
			return pythonFloat(float64(toFloat(v))), true
		}
		return pythonFloat(toDouble(v)), true
	case Inet:
		if row {
			text = inetText(v, true)
		}
	case Date: // Python has the years 1 to 9999; beyond, the days since 1970
		days := int64(int32(Long(v)) ^ math.MinInt32)
		if y, _, _ := civilFromDays(days); row && (y < 1 || y > 9999) {
			text = strconv.FormatInt(days, 10)
		}
	case Timestamp:
		if !row {
			return timestampText(Long(v), " "), true
		}
		if y, _, _ := civilFromDays(floorDiv(Long(v), millisPerDay)); y < 1 || y > 9999 {
			text = strconv.FormatInt(Long(v), 10)
		}
	case Duration:
		if !row {
			break
		}
		d, sign := durationFromBytes(v), ""
		if d.negative() {
			sign = "-"
		}
		text = sign + strconv.FormatUint(absInt(int64(d.months)), 10) + "mo" +
			strconv.FormatUint(absInt(int64(d.days)), 10) + "d" + strconv.FormatUint(absInt(d.nanos), 10) + "ns"
	}
	return text, true
}

// brackets are what stands around lists, sets, maps, tuples, user-defined types and
// vectors in each form.
var brackets = [3][6][2]string{
	{{"[", "]"}, {"{", "}"}, {"{", "}"}, {"(", ")"}, {"{", "}"}, {"[", "]"}},
	{{"[", "]"}, {"[", "]"}, {"{", "}"}, {"[", "]"}, {"{", "}"}, {"[", "]"}},
	{{"[", "]"}, {`{"set": [`, "]}"}, {`{"map": [`, "]}"}, {"[", "]"}, {`{"udt": {`, "}}"}, {"[", "]"}},
}

// composed writes a value of several elements; bytes that are none are written as
// they are.
func (p *printer) composed(t *Type, v []byte) {
	var elems [][]byte
	ok := true
	var err *diag.Diagnostic
	switch t.Kind {
	case List, Set, Map:
		elems, ok = t.Unpack(v)
	case Vector:
		elems, err = t.SplitVector(v)
	default:
		if elems, err = t.SplitTuple(v); p.form != literalForm {
			err = nil // what ends early has nulls
		}
		for p.form != literalForm && len(elems) < t.size() {
			elems = append(elems, nil)
		}
	}
	if !ok || err != nil {
		p.value(NativeOf(Blob), v)
		return
	}
	around := brackets[p.form][t.Kind-List]
	p.put(around[0])
	for i := range elems {
		e := t
		isKey := t.Kind == Map && i%2 == 0
		switch {
		case t.Kind == Map && !isKey:
			if p.form == rowForm {
				p.put(", ")
			} else {
				p.put(": ")
			}
		case i > 0:
			p.put(", ")
		}
		switch t.Kind {
		case Map:
			e = t.Elems[i%2]
		case UDT:
			e = t.Fields[i].Type
			name := t.Fields[i].Name
			switch {
			case p.form == literalForm:
				name = cql.QuoteName(name)
			case p.form == jsonForm && name != strings.ToLower(name):
				name = quoteJSON(`"` + name + `"`)
			default:
				name = quoteJSON(name)
			}
			p.put(name + ": ")
		case Tuple:
			e = t.Elems[i]
		default:
			e = t.Elems[0]
		}
		switch {
		case isKey && p.form == rowForm:
			p.put("[")
			p.value(e, elems[i])
		case isKey && p.form == jsonForm: // keys are strings in JSON
			key := e.JSON(elems[i])
			if !strings.HasPrefix(key, `"`) {
				key = quoteJSON(key)
			}
			p.put(key)
		default:
			p.value(e, elems[i])
		}
		if t.Kind == Map && !isKey && p.form == rowForm {
			p.put("]")
		}
	}
	p.put(around[1])
}

// quoteJSON writes a text as a JSON string, as Jackson does.
func quoteJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			if c < 0x20 {
				b.WriteString(`\u00` + strings.ToUpper(Hex([]byte{c})))
			} else {
				b.WriteByte(c)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

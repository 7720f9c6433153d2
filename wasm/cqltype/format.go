// Values to text: CQL literals, the text of CAST, JSON, and result rows.

package cqltype

import (
	"math"
	mathbits "math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

func hexText(v []byte) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(v))
	for _, b := range v {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return string(out)
}

func uuidText(v []byte) string {
	if len(v) != 16 {
		return hexText(v)
	}
	return hexText(v[:4]) + "-" + hexText(v[4:6]) + "-" + hexText(v[6:8]) + "-" + hexText(v[8:10]) + "-" + hexText(v[10:])
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
			b.WriteString(itoa(int(n)))
		}
		return b.String()
	}
	if len(v) != 16 {
		return hexText(v)
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
		return "0x" + hexText(v)
	}
	if len(v) == 0 {
		return ""
	}
	if t.Validate(v) != nil && t.Kind != Counter {
		return "0x" + hexText(v)
	}
	switch t.Kind {
	case Tinyint, Smallint, Int, Bigint, Counter:
		return strconv.FormatInt(toLong(v), 10)
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
		return dateText(int32(toLong(v)))
	case Time:
		return timeText(toLong(v))
	case Timestamp:
		return timestampText(toLong(v), "T")
	case Duration:
		return durationFromBytes(v).String()
	}
	return t.Literal(v)
}

// Literal is the value as a CQL literal, null for nil.
// Source: CQL3Type.toCQLLiteral.
func (t *Type) Literal(v []byte) string {
	switch t.Kind {
	case Ascii, Text:
		if v == nil {
			return "null"
		}
		return "'" + strings.ReplaceAll(string(v), "'", "''") + "'"
	case Blob, Custom:
		if v == nil {
			return "null"
		}
		return "0x" + hexText(v)
	}
	if len(v) == 0 {
		return "null"
	}
	var b strings.Builder
	list := func(open, end byte, elems [][]byte, write func(i int)) string {
		b.WriteByte(open)
		for i := range elems {
			if i > 0 {
				b.WriteString(", ")
			}
			write(i)
		}
		b.WriteByte(end)
		return b.String()
	}
	switch t.Kind {
	case List, Set:
		elems, ok := t.Unpack(v)
		if !ok {
			break
		}
		open, end := byte('['), byte(']')
		if t.Kind == Set {
			open, end = '{', '}'
		}
		return list(open, end, elems, func(i int) { b.WriteString(t.Elems[0].Literal(elems[i])) })
	case Map:
		elems, ok := t.Unpack(v)
		if !ok {
			break
		}
		return list('{', '}', elems[len(elems)/2:], func(i int) {
			b.WriteString(t.Elems[0].Literal(elems[2*i]) + ": " + t.Elems[1].Literal(elems[2*i+1]))
		})
	case Tuple:
		elems, err := t.SplitTuple(v)
		if err != nil {
			break
		}
		return list('(', ')', elems, func(i int) { b.WriteString(t.Elems[i].Literal(elems[i])) })
	case UDT:
		elems, err := t.SplitTuple(v)
		if err != nil {
			break
		}
		return list('{', '}', elems, func(i int) {
			b.WriteString(QuoteName(t.Fields[i].Name) + ": " + t.Fields[i].Type.Literal(elems[i]))
		})
	case Vector:
		elems, err := t.SplitVector(v)
		if err != nil {
			break
		}
		return list('[', ']', elems, func(i int) { b.WriteString(t.Elems[0].Literal(elems[i])) })
	case Inet, Date, Time, Timestamp:
		return "'" + t.Text(v) + "'"
	default:
		return t.Text(v)
	}
	return "0x" + hexText(v)
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
				b.WriteString(`\u00` + strings.ToUpper(hexText([]byte{c})))
			} else {
				b.WriteByte(c)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// JSON is the value as to_json and SELECT JSON write it; null is "null".
// Source: AbstractType.toJSONString of each type.
func (t *Type) JSON(v []byte) string {
	if v == nil {
		return "null"
	}
	switch t.Kind {
	case Ascii, Text:
		return quoteJSON(string(v))
	case Blob, Custom:
		return `"0x` + hexText(v) + `"`
	}
	if len(v) == 0 {
		return `""`
	}
	var b strings.Builder
	join := func(open, end byte, n int, write func(i int)) string {
		b.WriteByte(open)
		for i := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			write(i)
		}
		b.WriteByte(end)
		return b.String()
	}
	switch t.Kind {
	case List, Set:
		elems, _ := t.Unpack(v)
		return join('[', ']', len(elems), func(i int) { b.WriteString(t.Elems[0].JSON(elems[i])) })
	case Map:
		elems, _ := t.Unpack(v)
		return join('{', '}', len(elems)/2, func(i int) {
			key := t.Elems[0].JSON(elems[2*i])
			if !strings.HasPrefix(key, `"`) { // keys are strings in JSON
				key = quoteJSON(key)
			}
			b.WriteString(key + ": " + t.Elems[1].JSON(elems[2*i+1]))
		})
	case Tuple, UDT:
		elems, _ := t.SplitTuple(v)
		get := func(i int) string {
			if i < len(elems) {
				return t.elem(i).JSON(elems[i])
			}
			return "null"
		}
		if t.Kind == Tuple {
			return join('[', ']', t.size(), func(i int) { b.WriteString(get(i)) })
		}
		return join('{', '}', t.size(), func(i int) {
			name := t.Fields[i].Name
			if name != strings.ToLower(name) {
				name = `"` + name + `"`
			}
			b.WriteString(quoteJSON(name) + ": " + get(i))
		})
	case Vector:
		elems, _ := t.SplitVector(v)
		return join('[', ']', len(elems), func(i int) { b.WriteString(t.Elems[0].JSON(elems[i])) })
	case Tinyint, Smallint, Int, Bigint, Counter, Varint, Decimal, Boolean:
		return t.Text(v)
	case Float, Double:
		s := t.Text(v)
		if s == "NaN" || strings.HasSuffix(s, "Infinity") {
			return "null"
		}
		return s
	case Timestamp:
		return `"` + timestampText(toLong(v), " ") + `"`
	}
	return `"` + t.Text(v) + `"`
}

// Row is the value as JSON in result rows of the command line: text, integers and
// booleans as they are; float, double and decimal as text; a blob "0x…"; a set
// {"set": […]}, a map {"map": [[k, v], …]}, a user-defined type {"udt": {…}};
// lists, tuples and vectors as arrays; a timestamp in ISO 8601; everything else as
// the Python driver prints it.
func (t *Type) Row(v []byte) string {
	var b strings.Builder
	t.row(&b, v)
	return b.String()
}

func (t *Type) row(b *strings.Builder, v []byte) {
	if v == nil {
		b.WriteString("null")
		return
	}
	if t == legacyTimeuuid {
		t = NativeOf(Blob)
	}
	switch t.Kind {
	case Ascii, Text:
		b.WriteString(quoteJSON(strings.ToValidUTF8(string(v), string(utf8.RuneError))))
		return
	case Blob, Custom:
		b.WriteString(`"0x` + hexText(v) + `"`)
		return
	}
	if len(v) == 0 {
		b.WriteString("null")
		return
	}
	elems := func(list [][]byte, of func(i int) *Type) {
		b.WriteByte('[')
		for i, e := range list {
			if i > 0 {
				b.WriteString(", ")
			}
			of(i).row(b, e)
		}
		b.WriteByte(']')
	}
	first := func(int) *Type { return t.Elems[0] }
	switch t.Kind {
	case List:
		list, _ := t.Unpack(v)
		elems(list, first)
	case Set:
		list, _ := t.Unpack(v)
		b.WriteString(`{"set": `)
		elems(list, first)
		b.WriteByte('}')
	case Map:
		list, _ := t.Unpack(v)
		b.WriteString(`{"map": [`)
		for i := 0; i+1 < len(list); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			elems(list[i:i+2], func(i int) *Type { return t.Elems[i] })
		}
		b.WriteString(`]}`)
	case Tuple:
		list, _ := t.SplitTuple(v)
		for len(list) < len(t.Elems) {
			list = append(list, nil)
		}
		elems(list, t.elem)
	case UDT:
		list, _ := t.SplitTuple(v)
		b.WriteString(`{"udt": {`)
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoteJSON(f.Name) + ": ")
			if i < len(list) {
				f.Type.row(b, list[i])
			} else {
				b.WriteString("null")
			}
		}
		b.WriteString(`}}`)
	case Vector:
		list, _ := t.SplitVector(v)
		elems(list, first)
	case Tinyint, Smallint, Int, Bigint, Counter, Varint, Boolean:
		b.WriteString(t.Text(v))
	case Float:
		b.WriteString(`"` + pythonFloat(float64(toFloat(v))) + `"`)
	case Double:
		b.WriteString(`"` + pythonFloat(toDouble(v)) + `"`)
	case Inet:
		b.WriteString(`"` + inetText(v, true) + `"`)
	case Date: // Python has the years 1 to 9999; beyond, the days since 1970
		days := int64(int32(toLong(v)) ^ math.MinInt32)
		if y, _, _ := civilFromDays(days); y < 1 || y > 9999 {
			b.WriteString(`"` + strconv.FormatInt(days, 10) + `"`)
			return
		}
		b.WriteString(`"` + t.Text(v) + `"`)
	case Timestamp:
		if y, _, _ := civilFromDays(floorDiv(toLong(v), millisPerDay)); y < 1 || y > 9999 {
			b.WriteString(`"` + strconv.FormatInt(toLong(v), 10) + `"`)
			return
		}
		b.WriteString(`"` + t.Text(v) + `"`)
	case Duration:
		d, sign := durationFromBytes(v), ""
		if d.negative() {
			sign = "-"
		}
		b.WriteString(`"` + sign + strconv.FormatUint(absInt(int64(d.months)), 10) + "mo" +
			strconv.FormatUint(absInt(int64(d.days)), 10) + "d" + strconv.FormatUint(absInt(d.nanos), 10) + `ns"`)
	default:
		b.WriteString(`"` + t.Text(v) + `"`)
	}
}

// Values to text: CQL literals, the text of CAST, JSON, and result rows.

package cqltype

import (
	"math"
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

// javaDouble is Double.toString, or Float.toString for 32 bits: the shortest digits
// that give the number back, in the plain form from 0.001 to 10 000 000.
func javaDouble(f float64, bits int) string {
	switch {
	case f != f:
		return "NaN"
	case math.IsInf(f, 0):
		if f < 0 {
			return "-Infinity"
		}
		return "Infinity"
	case f == 0:
		if math.Signbit(f) {
			return "-0.0"
		}
		return "0.0"
	}
	if a := math.Abs(f); a >= 1e-3 && a < 1e7 {
		s := strconv.FormatFloat(f, 'f', -1, bits)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	s := strconv.FormatFloat(f, 'e', -1, bits)
	mantissa, exp, _ := strings.Cut(s, "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	n, _ := strconv.Atoi(exp)
	return mantissa + "E" + strconv.Itoa(n)
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
	default:
		b.WriteString(`"` + t.Text(v) + `"`)
	}
}

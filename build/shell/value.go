// Values as cqlsh writes them.

package shell

import (
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"partitionlab/wasm/cqltype"
)

// A style is how values are written: on the screen, or in a file of COPY.
type style struct {
	null          string
	float, double int // digits
	millis        bool
	yes, no       string
	decimal       string // between whole and fraction
	thousands     string // between groups
	quoteTimes    bool   // dates and times in collections stand in quotes, so that they can be read back
	raw           bool   // texts are not escaped
}

// screen is the style of tables, as cqlsh has it without a cqlshrc.
var screen = style{null: "null", float: 5, double: 5, yes: "True", no: "False"}

// text writes a value.
func (s *style) text(t *cqltype.Type, v []byte) string { return s.value(t, v, false) }

// value writes a value; inner ones stand in a collection.
func (s *style) value(t *cqltype.Type, v []byte, inner bool) string {
	if v == nil {
		return s.null
	}
	quote := func(text string) string {
		if inner {
			return "'" + text + "'"
		}
		return text
	}
	if len(v) == 0 && t.Kind != cqltype.Text && t.Kind != cqltype.Ascii && t.Kind != cqltype.Blob {
		return ""
	}
	switch t.Kind {
	case cqltype.Text, cqltype.Ascii:
		text := string(v)
		if !s.raw {
			text = strings.ReplaceAll(text, `\`, `\\`)
		}
		if inner {
			text = strings.ReplaceAll(text, "'", "''")
		}
		if !s.raw {
			text = escaped(text)
		}
		return quote(text)
	case cqltype.Boolean:
		if v[0] != 0 {
			return s.yes
		}
		return s.no
	case cqltype.Float:
		return s.number(float64(math.Float32frombits(binary.BigEndian.Uint32(v))), s.float)
	case cqltype.Double:
		return s.number(math.Float64frombits(binary.BigEndian.Uint64(v)), s.double)
	case cqltype.Int, cqltype.Bigint, cqltype.Smallint, cqltype.Tinyint, cqltype.Varint, cqltype.Counter:
		return s.grouped(t.Text(v))
	case cqltype.Decimal:
		whole, fraction, point := strings.Cut(t.Text(v), ".")
		if point && s.decimal != "" {
			return s.grouped(whole) + s.decimal + fraction
		}
		return s.grouped(whole) + strings.Repeat(".", len(t.Text(v))-len(whole)-len(fraction)) + fraction
	case cqltype.Timestamp:
		return quote(s.timestamp(int64(binary.BigEndian.Uint64(v))))
	case cqltype.Inet:
		if a, ok := netip.AddrFromSlice(v); ok {
			return quote(a.String())
		}
		return quote(t.Text(v))
	case cqltype.Date, cqltype.Time:
		if s.quoteTimes {
			return quote(t.Text(v))
		}
		return t.Text(v)
	case cqltype.List:
		return s.list("[", t, v, "]")
	case cqltype.Vector:
		return s.list("[", t, v, "]")
	case cqltype.Set:
		return s.list("{", t, v, "}")
	case cqltype.Tuple:
		return s.list("(", t, v, ")")
	case cqltype.Map:
		elems, _ := t.Unpack(v)
		var pairs [][2]string
		for i := 0; i+1 < len(elems); i += 2 {
			pairs = append(pairs, [2]string{s.value(t.Elems[0], elems[i], true), s.value(t.Elems[1], elems[i+1], true)})
		}
		return "{" + joined(pairs) + "}"
	case cqltype.UDT:
		elems, _ := t.SplitTuple(v)
		var pairs [][2]string
		for i, f := range t.Fields {
			var v []byte
			if i < len(elems) {
				v = elems[i]
			}
			pairs = append(pairs, [2]string{f.Name, s.value(f.Type, v, true)})
		}
		return "{" + joined(pairs) + "}"
	}
	return t.Text(v)
}

func joined(pairs [][2]string) string {
	var out []string
	for _, p := range pairs {
		out = append(out, p[0]+": "+p[1])
	}
	return strings.Join(out, ", ")
}

// list writes the elements of a list, set, vector or tuple.
func (s *style) list(left string, t *cqltype.Type, v []byte, right string) string {
	var elems [][]byte
	switch t.Kind {
	case cqltype.Tuple:
		elems, _ = t.SplitTuple(v)
	case cqltype.Vector:
		elems, _ = t.SplitVector(v)
	default:
		elems, _ = t.Unpack(v)
	}
	out := make([]string, len(elems))
	for i, e := range elems {
		of := t.Elems[0]
		if t.Kind == cqltype.Tuple {
			of = t.Elems[i]
		}
		out[i] = s.value(of, e, true)
	}
	if t.Kind == cqltype.Set && t.Elems[0].Kind == cqltype.Inet {
		slices.Sort(out) // which are texts to Python
	}
	return left + strings.Join(out, ", ") + right
}

// number writes a float with so many digits, as many as it takes more where there are
// some before the point. Source: format_floating_point_type of cqlsh.
func (s *style) number(f float64, digits int) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if s.thousands != "" {
		whole, fraction := math.Modf(f)
		out := s.grouped(strconv.FormatFloat(whole, 'f', 0, 64))
		if part := strings.TrimRight(strconv.FormatFloat(math.Abs(fraction), 'f', digits, 64)[2:], "0"); part != "" {
			point := s.decimal
			if point == "" {
				point = "."
			}
			out += point + part
		}
		return out
	}
	if size := math.Abs(f); size > 2.220446049250313e-16 {
		if e := int(math.Trunc(math.Log10(size))); -4 <= e && e < digits {
			digits += e + 1
		}
	}
	out := strconv.FormatFloat(f, 'g', digits, 64)
	if s.decimal != "" {
		out = strings.ReplaceAll(out, ".", s.decimal)
	}
	return out
}

// grouped puts the separator of thousands into a whole number.
func (s *style) grouped(digits string) string {
	if s.thousands == "" {
		return digits
	}
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, digits[len(digits)-3:])
		digits = digits[:len(digits)-3]
	}
	groups = append(groups, digits)
	slices.Reverse(groups)
	return sign + strings.Join(groups, s.thousands)
}

// timestamp writes milliseconds since 1970; what Python has no date for stays a number.
func (s *style) timestamp(millis int64) string {
	at := time.UnixMilli(millis).UTC()
	if y := at.Year(); y < 1 || y > 9999 {
		return strconv.FormatInt(millis, 10)
	}
	if s.millis {
		return at.Format("2006-01-02 15:04:05.000-0700")
	}
	return at.Format("2006-01-02 15:04:05.000000-0700")
}

// escaped writes control characters out as Python does.
func escaped(text string) string {
	if !strings.ContainsFunc(text, control) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case control(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func control(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0xa0 }

// columns is how many columns of a terminal a text takes.
func columns(text string) (n int) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

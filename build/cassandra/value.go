// Values of results, written as the recordings write them: text, whole numbers
// and booleans as JSON, other numbers as text, blobs as 0x…, sets, maps and
// user-defined types as objects of one key.

package cassandra

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net"
	"strconv"
	"strings"
	"time"
)

// A Type is a type as the protocol describes it.
type Type struct {
	ID     int
	Custom string // Java class
	Args   []Type
	Fields []string // of a user-defined type
	Dim    int      // of a vector
}

func (a *answer) typ() Type {
	t := Type{ID: a.short()}
	switch t.ID {
	case 0x00:
		t.Custom = a.string()
		if strings.HasPrefix(t.Custom, marshal) { // types younger than protocol 4
			class := t.Custom
			t = parseClass(&class)
		}
	case 0x20, 0x22:
		t.Args = []Type{a.typ()}
	case 0x21:
		t.Args = []Type{a.typ(), a.typ()}
	case 0x30:
		a.string()
		a.string()
		for n := a.short(); n > 0 && a.err == nil; n-- {
			t.Fields = append(t.Fields, a.string())
			t.Args = append(t.Args, a.typ())
		}
	case 0x31:
		for n := a.short(); n > 0 && a.err == nil; n-- {
			t.Args = append(t.Args, a.typ())
		}
	}
	return t
}

var classes = map[string]int{"AsciiType": 1, "LongType": 2, "BytesType": 3, "BooleanType": 4, "DecimalType": 6, "DoubleType": 7, "FloatType": 8,
	"Int32Type": 9, "TimestampType": 0xb, "UUIDType": 0xc, "UTF8Type": 0xd, "IntegerType": 0xe, "TimeUUIDType": 0xf, "InetAddressType": 0x10,
	"SimpleDateType": 0x11, "TimeType": 0x12, "ShortType": 0x13, "ByteType": 0x14, "DurationType": 0x15,
	"ListType": 0x20, "MapType": 0x21, "SetType": 0x22, "TupleType": 0x31, "UserType": 0x30}

const marshal = "org.apache.cassandra.db.marshal."

// parseClass reads a Java class text such as VectorType(FloatType , 3).
func parseClass(s *string) Type {
	*s = strings.TrimPrefix(strings.TrimSpace(*s), marshal)
	i := strings.IndexAny(*s, "(),")
	if i < 0 {
		i = len(*s)
	}
	name := strings.TrimSpace((*s)[:i])
	*s = (*s)[i:]
	t := Type{ID: classes[name], Custom: name}
	if !strings.HasPrefix(*s, "(") {
		return t
	}
	*s = (*s)[1:]
	if name == "UserType" { // keyspace, hex name, then hexname:type
		for range 2 {
			j := strings.IndexByte(*s, ',')
			*s = (*s)[j+1:]
		}
	}
	for !strings.HasPrefix(*s, ")") && *s != "" {
		*s = strings.TrimLeft(*s, ", ")
		if name == "UserType" {
			field, rest, _ := strings.Cut(*s, ":")
			b, _ := hex.DecodeString(field)
			t.Fields = append(t.Fields, string(b))
			*s = rest
		}
		if name == "VectorType" && len(t.Args) == 1 {
			j := strings.IndexByte(*s, ')')
			t.Dim, _ = strconv.Atoi(strings.TrimSpace((*s)[:j]))
			*s = (*s)[j:]
			continue
		}
		t.Args = append(t.Args, parseClass(s))
	}
	*s = strings.TrimPrefix(*s, ")")
	if name == "FrozenType" || name == "ReversedType" {
		return t.Args[0]
	}
	return t
}

// JSON is a value as the recordings write it.
func (t Type) JSON(b []byte) any {
	if b == nil {
		return nil
	}
	if t.Dim > 0 {
		return t.vector(b)
	}
	if len(b) == 0 {
		switch t.ID {
		case 0x01, 0x0a, 0x0d:
			return ""
		case 0x03:
			return "0x"
		}
		return nil
	}
	switch t.ID {
	case 0x00, 0x03:
		return "0x" + hex.EncodeToString(b)
	case 0x01, 0x0a, 0x0d:
		return string(b)
	case 0x02, 0x05:
		return int64(binary.BigEndian.Uint64(b))
	case 0x04:
		return b[0] != 0
	case 0x06:
		return decimal(b)
	case 0x07:
		return pyFloat(math.Float64frombits(binary.BigEndian.Uint64(b)))
	case 0x08:
		return pyFloat(float64(math.Float32frombits(binary.BigEndian.Uint32(b))))
	case 0x09:
		return int64(int32(binary.BigEndian.Uint32(b)))
	case 0x0b:
		return timestamp(int64(binary.BigEndian.Uint64(b)))
	case 0x0c, 0x0f:
		h := hex.EncodeToString(b)
		return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	case 0x0e:
		return json.Number(varint(b).String())
	case 0x10:
		return net.IP(b).String()
	case 0x11:
		days := int64(binary.BigEndian.Uint32(b)) - 1<<31
		d := time.Unix(days*86400, 0).UTC()
		if d.Year() < 1 || d.Year() > 9999 {
			return strconv.FormatInt(days, 10)
		}
		return d.Format("2006-01-02")
	case 0x12:
		ns := int64(binary.BigEndian.Uint64(b))
		return fmt.Sprintf("%02d:%02d:%02d.%09d", ns/3600e9, ns/60e9%60, ns/1e9%60, ns%1e9)
	case 0x13:
		return int64(int16(binary.BigEndian.Uint16(b)))
	case 0x14:
		return int64(int8(b[0]))
	case 0x15:
		m, b := vint(b)
		d, b := vint(b)
		n, _ := vint(b)
		return pyDuration(m, d, n)
	}
	r := reader{b: b}
	switch t.ID {
	case 0x20, 0x22:
		list := []any{}
		for n := r.int(); n > 0 && r.err == nil; n-- {
			list = append(list, t.Args[0].JSON(r.value()))
		}
		if t.ID == 0x22 {
			return map[string]any{"set": list}
		}
		return list
	case 0x21:
		pairs := []any{}
		for n := r.int(); n > 0 && r.err == nil; n-- {
			pairs = append(pairs, []any{t.Args[0].JSON(r.value()), t.Args[1].JSON(r.value())})
		}
		return map[string]any{"map": pairs}
	case 0x30, 0x31:
		list, fields := []any{}, map[string]any{}
		for i, a := range t.Args {
			var v any
			if len(r.b) > 0 {
				v = a.JSON(r.value())
			}
			list = append(list, v)
			if t.Fields != nil {
				fields[t.Fields[i]] = v
			}
		}
		if t.ID == 0x30 {
			return map[string]any{"udt": fields}
		}
		return list
	}
	return "0x" + hex.EncodeToString(b)
}

var fixed = map[int]int{4: 1, 9: 4, 8: 4, 2: 8, 7: 8, 0xb: 8, 0xc: 16, 0xf: 16}

func (t Type) fixedLen() int {
	if t.Dim > 0 {
		if n := t.Args[0].fixedLen(); n > 0 {
			return n * t.Dim
		}
		return 0
	}
	return fixed[t.ID]
}

func (t Type) vector(b []byte) any {
	list := []any{}
	r := reader{b: b}
	size := t.Args[0].fixedLen()
	for range t.Dim {
		n := size
		if n == 0 {
			u, rest := uvint(r.b)
			r.b, n = rest, int(u)
		}
		list = append(list, t.Args[0].JSON(append([]byte{}, r.take(n)...)))
	}
	return list
}

func varint(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(b)*8)))
	}
	return n
}

// decimal writes a decimal as Python's Decimal does.
func decimal(b []byte) string {
	scale := int(int32(binary.BigEndian.Uint32(b)))
	n := varint(b[4:])
	digits := new(big.Int).Abs(n).String()
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	exp := -scale
	adjusted := len(digits) - 1 + exp
	if exp <= 0 && adjusted >= -6 {
		if exp == 0 {
			return sign + digits
		}
		for len(digits) <= -exp {
			digits = "0" + digits
		}
		return sign + digits[:len(digits)+exp] + "." + digits[len(digits)+exp:]
	}
	out := digits[:1]
	if len(digits) > 1 {
		out += "." + digits[1:]
	}
	return sign + out + fmt.Sprintf("E%+d", adjusted)
}

// pyFloat writes a float as Python's repr does.
func pyFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	_, e, _ := strings.Cut(s, "e")
	if exp, _ := strconv.Atoi(e); exp < -4 || exp >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func timestamp(ms int64) string {
	t := time.UnixMilli(ms).UTC()
	if t.Year() < 1 || t.Year() > 9999 {
		return strconv.FormatInt(ms, 10)
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

func uvint(b []byte) (uint64, []byte) {
	if len(b) == 0 {
		return 0, nil
	}
	extra := 0
	for extra < 8 && b[0]&(0x80>>extra) != 0 {
		extra++
	}
	if len(b) < extra+1 {
		return 0, nil
	}
	var v uint64
	if extra < 8 {
		v = uint64(b[0]) & (0xff >> extra)
	}
	for _, c := range b[1 : extra+1] {
		v = v<<8 | uint64(c)
	}
	return v, b[extra+1:]
}

func vint(b []byte) (int64, []byte) {
	u, rest := uvint(b)
	return int64(u>>1) ^ -int64(u&1), rest
}

// pyDuration writes a duration as the Python driver's Duration prints itself.
func pyDuration(months, days, nanos int64) string {
	sign := ""
	if months < 0 || days < 0 || nanos < 0 {
		sign, months, days, nanos = "-", -months, -days, -nanos
	}
	return fmt.Sprintf("%s%dmo%dd%dns", sign, months, days, nanos)
}

// Values as bytes: checking, comparing, packing and unpacking.
//
// A value is what Cassandra stores: nil is null, an empty slice is the empty
// value that most types of fixed length allow for historical reasons.

package cqltype

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// MarshalException reports whether the server raises a refusal as an exception of
// that class, which INSERT … JSON and from_json wrap in words of their own.
func MarshalException(d *diag.Diagnostic) bool {
	return d.Kind == diag.Invalid && d.Rule != string(rule.LIT07)
}

// invalid is the refusal of a value whose place only the caller knows.
//
//go:noinline
func invalid(id rule.ID, template string, args ...string) *diag.Diagnostic {
	return id.Invalid(diag.Span{}, template, args...)
}

// ---- fixed-length integers

func bytes1(v int8) []byte  { return []byte{byte(v)} }
func bytes2(v int16) []byte { return []byte{byte(v >> 8), byte(v)} }
func bytes4(v int32) []byte { return appendInt(nil, int(v)) }
func bytes8(v int64) []byte { return append(bytes4(int32(v>>32)), bytes4(int32(v))...) }
func appendInt(b []byte, v int) []byte {
	return append(b, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// Long reads a signed big-endian integer of up to eight bytes.
func Long(v []byte) int64 {
	if len(v) == 0 {
		return 0
	}
	n := int64(int8(v[0]))
	for _, b := range v[1:] {
		n = n<<8 | int64(b)
	}
	return n
}

func toFloat(v []byte) float32  { return math.Float32frombits(uint32(Long(v))) }
func toDouble(v []byte) float64 { return math.Float64frombits(uint64(Long(v))) }

func floatBytes(f float32) []byte {
	if f != f {
		return []byte{0x7f, 0xc0, 0, 0}
	}
	return bytes4(int32(math.Float32bits(f)))
}

func doubleBytes(f float64) []byte {
	if f != f {
		return []byte{0x7f, 0xf8, 0, 0, 0, 0, 0, 0}
	}
	return bytes8(int64(math.Float64bits(f)))
}

// ---- variable-length integers, as org.apache.cassandra.utils.vint writes them

// appendUvint appends an unsigned variable-length integer: the number of leading
// one bits of the first byte is the number of further bytes.
func appendUvint(b []byte, v uint64) []byte {
	n := uvintSize(v)
	if n == 9 {
		b = append(b, 0xff)
		return append(b, bytes8(int64(v))...)
	}
	start := len(b)
	for i := n - 1; i >= 0; i-- {
		b = append(b, byte(v>>(8*i)))
	}
	b[start] |= byte(0xff << (9 - n))
	return b
}

// uvintSize is the number of bytes of an unsigned variable-length integer, 1 to 9.
func uvintSize(v uint64) int {
	n := 1
	for v >>= 7; v != 0 && n < 9; v >>= 7 {
		n++
	}
	return n
}

// readUvint reads one; n is 0 where the bytes end too early.
func readUvint(b []byte) (v uint64, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	extra := 0
	for extra < 8 && b[0]&(0x80>>extra) != 0 {
		extra++
	}
	if len(b) < 1+extra {
		return 0, 0
	}
	if extra < 8 {
		v = uint64(b[0]) & (0xff >> extra)
	}
	for _, c := range b[1 : 1+extra] {
		v = v<<8 | uint64(c)
	}
	return v, 1 + extra
}

func zigzag(v int64) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// ---- composed values

// Pack writes a frozen list, set or map as one value: a count and then each
// element with its length, all lengths four bytes. For a map elems holds key,
// value, key, value … and count is the number of entries.
func Pack(elems [][]byte, count int) []byte {
	n := 4
	for _, e := range elems {
		n += 4 + len(e)
	}
	b := appendInt(make([]byte, 0, n), count)
	for _, e := range elems {
		b = appendElement(b, e)
	}
	return b
}

func appendElement(b, e []byte) []byte {
	if e == nil {
		return appendInt(b, -1)
	}
	return append(appendInt(b, len(e)), e...)
}

// readElement takes one element with its length; a negative length is null.
func readElement(v []byte) (elem, rest []byte, ok bool) {
	if len(v) < 4 {
		return nil, nil, false
	}
	n := int(int32(Long(v[:4])))
	v = v[4:]
	if n < 0 {
		return nil, v, true
	}
	if n > len(v) {
		return nil, nil, false
	}
	return v[:n:n], v[n:], true
}

// Unpack takes a collection's elements apart; for a map key, value, key, value …
// It returns nil and false for malformed bytes.
func (t *Type) Unpack(v []byte) ([][]byte, bool) {
	if len(v) < 4 {
		return nil, false
	}
	n := int(int32(Long(v[:4])))
	if t.Kind == Map {
		n *= 2
	}
	if n < 0 || n > len(v)/4 {
		return nil, false
	}
	out := make([][]byte, n)
	rest, ok := v[4:], true
	for i := range out {
		if out[i], rest, ok = readElement(rest); !ok {
			return nil, false
		}
	}
	return out, len(rest) == 0
}

// BuildTuple writes the fields of a tuple or user-defined type as one value;
// a nil field is null.
func BuildTuple(fields [][]byte) []byte {
	b := []byte{}
	for _, f := range fields {
		b = appendElement(b, f)
	}
	return b
}

// size is the number of elements of a tuple or fields of a user-defined type.
func (t *Type) size() int {
	if t.Kind == UDT {
		return len(t.Fields)
	}
	return len(t.Elems)
}

func (t *Type) elem(i int) *Type {
	if t.Kind == UDT {
		return t.Fields[i].Type
	}
	return t.Elems[i]
}

// SplitTuple takes the fields of a tuple or user-defined type apart. Fewer come
// back than the type has where the value ends early.
func (t *Type) SplitTuple(v []byte) ([][]byte, *diag.Diagnostic) {
	var out [][]byte
	for i := 0; i < t.size() && len(v) > 0; i++ {
		e, rest, ok := readElement(v)
		if !ok {
			return nil, invalid(rule.LIT04, "Not enough bytes to read %th component", strconv.Itoa(i))
		}
		out, v = append(out, e), rest
	}
	if len(v) > 0 {
		noun := " values"
		if t.size() == 1 {
			noun = " value"
		}
		return nil, invalid(rule.LIT04, "Expected % for % column, but got more", strconv.Itoa(t.size())+noun, t.String())
	}
	return out, nil
}

// BuildVector writes a vector's elements: one after the other where the element
// type has a fixed length, else each with a variable-length length before it.
func (t *Type) BuildVector(elems [][]byte) []byte {
	fixed := t.Elems[0].FixedLen() >= 0
	b := []byte{}
	for _, e := range elems {
		if !fixed {
			b = appendUvint(b, uint64(len(e)))
		}
		b = append(b, e...)
	}
	return b
}

// SplitVector takes a vector's elements apart.
func (t *Type) SplitVector(v []byte) ([][]byte, *diag.Diagnostic) {
	short := "Not enough bytes to read a " + t.String()
	if len(v) == 0 {
		return nil, invalid(rule.LIT09, "Invalid empty vector value")
	}
	fixed := t.Elems[0].FixedLen()
	var out [][]byte
	for i := 0; i < t.Dim; i++ {
		n := uint64(fixed)
		if fixed < 0 {
			l, w := readUvint(v)
			if w == 0 {
				return nil, invalid(rule.LIT09, short)
			}
			n, v = l, v[w:]
		}
		if n > uint64(len(v)) {
			return nil, invalid(rule.LIT09, short)
		}
		out, v = append(out, v[:n:n]), v[n:]
	}
	if len(v) > 0 {
		return nil, invalid(rule.LIT09, "Unexpected % extraneous bytes after % value", strconv.Itoa(len(v)), t.String())
	}
	return out, nil
}

type entry struct{ k, v []byte }

// sortEntries sorts by key, stably, in the order of the key's type.
func (t *Type) sortEntries(es []entry) {
	sort.SliceStable(es, func(i, j int) bool { return t.Elems[0].Compare(es[i].k, es[j].k) < 0 })
}

// SortSet sorts the elements of a set in the order of the element type and drops
// repetitions. Of elements that compare as equal the first stays.
func (t *Type) SortSet(elems [][]byte) [][]byte {
	es := make([]entry, len(elems))
	for i, e := range elems {
		es[i].k = e
	}
	t.sortEntries(es)
	out := make([][]byte, 0, len(es))
	for _, e := range es {
		if n := len(out); n == 0 || t.Elems[0].Compare(out[n-1], e.k) != 0 {
			out = append(out, e.k)
		}
	}
	return out
}

// SortMap sorts the entries of a map (key, value, key, value …) by key; of equal
// keys the last value counts.
func (t *Type) SortMap(entries [][]byte) [][]byte {
	es := make([]entry, 0, len(entries)/2)
	for i := 0; i+1 < len(entries); i += 2 {
		es = append(es, entry{entries[i], entries[i+1]})
	}
	t.sortEntries(es)
	out := make([][]byte, 0, len(entries))
	for _, e := range es {
		if n := len(out); n > 0 && t.Elems[0].Compare(out[n-2], e.k) == 0 {
			out[n-1] = e.v
			continue
		}
		out = append(out, e.k, e.v)
	}
	return out
}

// ---- order

// Compare orders two values as the type's AbstractType does: negative, zero or
// positive. Null and the empty value come first. It never fails: malformed
// values are ordered by their bytes.
func (t *Type) Compare(a, b []byte) int {
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(min(len(a), 1), min(len(b), 1))
	}
	if f := t.FixedLen(); f >= 0 && t.Kind != Boolean && (len(a) != f || len(b) != f) {
		return bytes.Compare(a, b)
	}
	switch t.Kind {
	case Bigint, Timestamp, Int, Smallint, Tinyint:
		return cmp.Compare(Long(a), Long(b))
	case Boolean:
		return cmp.Compare(min(a[0], 1), min(b[0], 1))
	case Float:
		return compareDouble(float64(toFloat(a)), float64(toFloat(b)))
	case Double:
		return compareDouble(toDouble(a), toDouble(b))
	case Varint:
		return bigFromBytes(a).cmp(bigFromBytes(b))
	case Decimal:
		if len(a) < 5 || len(b) < 5 {
			return bytes.Compare(a, b)
		}
		return decimalFromBytes(a).cmp(decimalFromBytes(b))
	case UUID:
		return compareUUID(a, b)
	case Timeuuid:
		return compareTimeuuid(a, b)
	case List, Set, Map:
		return t.compareCollections(a, b)
	case Tuple, UDT:
		return t.compareTuples(a, b)
	case Vector:
		x, err := t.SplitVector(a)
		y, err2 := t.SplitVector(b)
		if err != nil || err2 != nil {
			break
		}
		for i := range x {
			if c := t.Elems[0].Compare(x[i], y[i]); c != 0 {
				return c
			}
		}
		return 0
	}
	return bytes.Compare(a, b)
}

// compareDouble orders as java.lang.Double.compare: -0.0 before 0.0, NaN last.
func compareDouble(a, b float64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	if a == b && a != 0 {
		return 0
	}
	key := func(f float64) int {
		switch {
		case f != f:
			return 2
		case math.Signbit(f):
			return 0
		}
		return 1
	}
	return cmp.Compare(key(a), key(b))
}

// uuidTime puts the time fields of a version 1 UUID in the order of their weight.
func uuidTime(v []byte) uint64 {
	msb := uint64(Long(v[:8]))
	return msb<<48 | msb<<16&0xFFFF00000000 | msb>>32
}

// compareUUID orders by version; version 1 by time; everything else as unsigned bytes.
func compareUUID(a, b []byte) int {
	if c := cmp.Compare(a[6]>>4, b[6]>>4); c != 0 {
		return c
	}
	if a[6]>>4 == 1 {
		if c := cmp.Compare(int64(uuidTime(a)), int64(uuidTime(b))); c != 0 {
			return c
		}
		return bytes.Compare(a[8:], b[8:])
	}
	return bytes.Compare(a, b)
}

// compareTimeuuid orders by time and then by the other eight bytes as signed ones.
func compareTimeuuid(a, b []byte) int {
	if c := cmp.Compare(int64(uuidTime(a)), int64(uuidTime(b))); c != 0 {
		return c
	}
	const signs = 0x0080808080808080
	return cmp.Compare(Long(a[8:])^signs, Long(b[8:])^signs)
}

func (t *Type) compareCollections(a, b []byte) int {
	x, ok := t.Unpack(a)
	y, ok2 := t.Unpack(b)
	if !ok || !ok2 {
		return bytes.Compare(a, b)
	}
	for i := range min(len(x), len(y)) {
		if c := t.Elems[i%len(t.Elems)].Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// compareTuples orders field by field; null is first, and a value that ends early
// equals one whose further fields are null.
func (t *Type) compareTuples(a, b []byte) int {
	x, err := t.SplitTuple(a)
	y, err2 := t.SplitTuple(b)
	if err != nil || err2 != nil {
		return bytes.Compare(a, b)
	}
	for i := range max(len(x), len(y)) {
		var l, r []byte
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			r = y[i]
		}
		switch {
		case l == nil && r == nil:
			continue
		case l == nil:
			return -1
		case r == nil:
			return 1
		}
		if c := t.elem(i).Compare(l, r); c != 0 {
			return c
		}
	}
	return 0
}

// AllowsEmpty reports whether the empty value is a value of the type.
// Source: AbstractType.allowsEmpty and the serializers' validate.
func (t *Type) AllowsEmpty() bool {
	switch t.Kind {
	case Tinyint, Smallint, Date, Time, Duration, Empty, List, Set, Map, Vector:
		return false
	}
	return true
}

// EmptyIsMeaningless reports whether the empty value of the type stands for
// nothing, unlike the empty text or blob, which is a value as any other.
func (t *Type) EmptyIsMeaningless() bool {
	switch t.Kind {
	case Ascii, Text, Blob, Custom, Tuple, UDT:
		return false
	}
	return t.AllowsEmpty()
}

// Equal reports whether two types are the same type, frozenness included.
func (t *Type) Equal(u *Type) bool {
	if t == u {
		return true
	}
	if t == nil || u == nil || t.Kind != u.Kind || t.MultiCell() != u.MultiCell() || t.Dim != u.Dim ||
		t.Keyspace != u.Keyspace || t.Name != u.Name || t.Kind == Custom && t.Class != u.Class ||
		len(t.Elems) != len(u.Elems) || len(t.Fields) != len(u.Fields) {
		return false
	}
	for i, e := range t.Elems {
		if !e.Equal(u.Elems[i]) {
			return false
		}
	}
	for i, f := range t.Fields {
		if f.Name != u.Fields[i].Name || !f.Type.Equal(u.Fields[i].Type) {
			return false
		}
	}
	return true
}

// Freeze returns the type as it is inside frozen<…>: held as one value, with
// everything in it. What it holds twice is looked at once.
func (t *Type) Freeze() *Type { return freezer{}.freeze(t) }

// A freezer knows what has been frozen.
type freezer map[*Type]*Type

func (z freezer) freeze(t *Type) *Type {
	switch t.Kind {
	case List, Set, Map, Tuple, UDT, Vector:
	default:
		return t
	}
	if u := z[t]; u != nil {
		return u
	}
	u := t
	own := func() {
		if u == t {
			u = &Type{}
			*u = *t
			u.Elems, u.Fields = slices.Clone(t.Elems), slices.Clone(t.Fields)
		}
	}
	if !t.Frozen {
		own()
		u.Frozen = true
	}
	for i, e := range t.Elems {
		if f := z.freeze(e); f != e {
			own()
			u.Elems[i] = f
		}
	}
	for i, e := range t.Fields {
		if f := z.freeze(e.Type); f != e.Type {
			own()
			u.Fields[i].Type = f
		}
	}
	z[t] = u
	return u
}

// What the native functions do.

package cqltype

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// anyNull reports whether an argument is null, or is an empty value that stands
// for nothing: most functions then return null.
func (f *Function) anyNull(args [][]byte) bool {
	for i, a := range args {
		if a == nil || len(a) == 0 && (f.Args[i].EmptyIsMeaningless() || f.Args[i].Numeric()) {
			return true
		}
	}
	return false
}

// A number is a numeric value on its way through a function: an integer, a double,
// a varint or a decimal, as kind says.
type number struct {
	kind Kind // Bigint, Double, Varint or Decimal
	i    int64
	f    float64
	dec  decimal // unscaled is also the varint
}

func (t *Type) number(v []byte) number {
	switch t.Kind {
	case Float:
		return number{kind: Double, f: float64(toFloat(v))}
	case Double:
		return number{kind: Double, f: toDouble(v)}
	case Varint:
		return number{kind: Varint, dec: decimal{unscaled: bigFromBytes(v)}}
	case Decimal:
		return number{kind: Decimal, dec: decimalFromBytes(v)}
	}
	if t.Kind == Tinyint { // a hexadecimal constant may have more bytes
		v = v[:1]
	}
	return number{kind: Bigint, i: Long(v)}
}

// long is java.lang.Number.longValue.
func (n number) long() int64 {
	switch n.kind {
	case Double:
		return doubleToLong(n.f)
	case Varint, Decimal:
		v, _ := n.dec.truncate().int64()
		return v
	}
	return n.i
}

// int is java.lang.Number.intValue: of a double the nearest int, of integers the
// lowest 32 bits.
func (n number) int() int32 {
	if n.kind == Double {
		return int32(min(max(doubleToLong(n.f), math.MinInt32), math.MaxInt32))
	}
	return int32(n.long())
}

func (n number) double() float64 {
	switch n.kind {
	case Double:
		return n.f
	case Varint, Decimal:
		return parseDouble(n.dec.String())
	}
	return float64(n.i)
}

func doubleToLong(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

func (n number) big() bigInt {
	if n.kind == Varint || n.kind == Decimal {
		return n.dec.truncate()
	}
	return bigFromInt(n.long())
}

// decimal is DecimalType.toBigDecimal; the text is an exception's message.
func (n number) decimal() (decimal, string) {
	switch n.kind {
	case Varint, Decimal:
		return n.dec, ""
	}
	f := n.double()
	if f != f {
		return decimal{}, "A NaN cannot be converted into a decimal"
	}
	d, ok := decimalOfDouble(f)
	if !ok {
		return decimal{}, "An infinite number cannot be converted into a decimal"
	}
	return d, ""
}

// store writes a number as a value of the kind, as Number.byteValue and its kind do.
func store(k Kind, n number) []byte {
	switch k {
	case Tinyint:
		return bytes1(int8(n.int()))
	case Smallint:
		return bytes2(int16(n.int()))
	case Int:
		return bytes4(n.int())
	case Float:
		if n.kind == Varint || n.kind == Decimal {
			f, _ := parseFloat(n.dec.String(), 32)
			return floatBytes(float32(f))
		}
		if n.kind == Bigint {
			return floatBytes(float32(n.i))
		}
		return floatBytes(float32(n.f))
	case Double:
		return doubleBytes(n.double())
	case Varint:
		return n.big().bytes()
	case Decimal:
		d, _ := n.decimal()
		return d.bytes()
	}
	return bytes8(n.long())
}

func runOperation(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	v, problem := calculate(f.Returns.Kind, operators[f.Name], f.Args[0].number(args[0]), f.Args[1].number(args[1]))
	if problem != "" {
		return nil, f.operationFailed(problem)
	}
	return v, nil
}

func (f *Function) operationFailed(problem string) *diag.Diagnostic {
	return rule.LIT12.Refuse(diag.Function, diag.Span{}, "the operation '% % %' failed: %", f.Args[0].String(), string(operators[f.Name]), f.Args[1].String(), problem)
}

// calculate carries out an operation in the arithmetic of the result's type.
func calculate(k Kind, op byte, x, y number) (result []byte, problem string) {
	switch k {
	case Float, Double:
		a, b := x.double(), y.double()
		if k == Float { // operands are narrowed first, and the result again
			a, b = float64(toFloat(store(Float, x))), float64(toFloat(store(Float, y)))
		}
		var r float64
		switch op {
		case '+':
			r = a + b
		case '-':
			r = a - b
		case '*':
			r = a * b
		case '/':
			r = a / b
		case '%':
			r = math.Mod(a, b)
		}
		v := store(k, number{kind: Double, f: r})
		if r != r && a == a && b == b {
			v[0] |= 0x80 // the NaN that processors make has its sign set
		}
		return v, ""
	case Varint:
		a, b := x.big(), y.big()
		switch op {
		case '+':
			a = a.add(b)
		case '-':
			a = a.sub(b)
		case '*':
			a = a.mul(b)
		case '/', '%':
			if b.sign() == 0 {
				return nil, "BigInteger divide by zero"
			}
			q, r := a.div(b)
			if a = q; op == '%' {
				a = r
			}
		}
		return a.bytes(), ""
	case Decimal:
		a, problem := x.decimal()
		b, problem2 := y.decimal()
		if problem+problem2 != "" {
			return nil, problem + problem2
		}
		d, problem := a.calculate(op, b)
		return d.bytes(), problem
	}
	// Narrow integers are calculated as int, and the result loses its upper bits.
	a, b := x.long(), y.long()
	if k != Bigint {
		a, b = int64(x.int()), int64(y.int())
	}
	var r int64
	switch op {
	case '+':
		r = a + b
	case '-':
		r = a - b
	case '*':
		r = a * b
	case '/', '%':
		if b == 0 {
			return nil, "/ by zero"
		}
		if r = a / b; op == '%' {
			r = a % b
		}
	}
	return store(k, number{kind: Bigint, i: r}), ""
}

func runTemporal(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	d := durationFromBytes(args[1])
	if f.Returns.Kind == Date && d.nanos != 0 {
		return nil, f.operationFailed("The duration must have a day precision. Was: " + d.String())
	}
	if d.nanos%1e6 != 0 {
		return nil, f.operationFailed("The duration must have a millisecond precision. Was: " + d.String())
	}
	sign := int64(1)
	if f.Name == "_substract" {
		sign = -1
	}
	return fromMillis(f.Returns.Kind, d.addTo(toMillisOf(f.Args[0].Kind, args[0]), sign)), nil
}

// toMillisOf is a temporal value in milliseconds since 1970.
func toMillisOf(k Kind, v []byte) int64 {
	switch k {
	case Date:
		return int64(int32(Long(v))^math.MinInt32) * millisPerDay
	case Timeuuid:
		return (TimeOfUUID(v)/10 - gregorianEpoch/10) / 1000
	}
	return Long(v)
}

// gregorianEpoch is 1970 in the clock of time UUIDs: 100 ns since 1582-10-15.
const gregorianEpoch = 0x01b21dd213814000

// TimeOfUUID is the time of a version 1 UUID, in 100 ns since 1582-10-15.
func TimeOfUUID(v []byte) int64 {
	if len(v) < 8 {
		return 0
	}
	return int64(uuidTime(v) & 0x0fffffffffffffff)
}

// MakeTimeUUID is the version 1 UUID of a time in 100 ns since 1582-10-15.
func MakeTimeUUID(t int64, clockAndNode uint64) []byte {
	msb := t<<32 | (t>>16)&0xffff0000 | 0x1000 | (t>>48)&0x0fff
	return append(bytes8(msb), bytes8(int64(clockAndNode))...)
}

func fromMillis(k Kind, ms int64) []byte {
	if k == Date {
		return bytes4(int32(ms/millisPerDay) ^ math.MinInt32)
	}
	return bytes8(ms)
}

func runConcat(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	return append(append([]byte{}, args[0]...), args[1]...), nil
}

func runMath(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	k, n := f.Returns.Kind, f.Args[0].number(args[0])
	switch f.Name {
	case "_negate":
		switch k {
		case Float, Double:
			v := append([]byte{}, args[0]...)
			v[0] ^= 0x80
			return v, nil
		case Varint, Decimal:
			n.dec.unscaled = n.dec.unscaled.negate()
			return store(k, n), nil
		}
		return store(k, number{kind: Bigint, i: -n.i}), nil
	case "abs":
		n.i, n.f, n.dec.unscaled.neg = max(n.i, -n.i), math.Abs(n.f), false
		return store(k, n), nil
	case "round":
		switch k {
		case Float: // Math.round of a float is an int
			r := math.Floor(n.f + 0.5)
			return store(k, number{kind: Double, f: float64((number{kind: Double, f: r}).int())}), nil
		case Double:
			return store(k, number{kind: Double, f: float64(doubleToLong(math.Floor(n.f + 0.5)))}), nil
		case Decimal:
			n.dec = n.dec.round(0, halfUp)
		}
		return store(k, n), nil
	}
	if k == Varint || k == Decimal {
		d, problem := n.dec.transcend(f.Name)
		if k == Varint && d.scale < -maxShift {
			problem = "Overflow"
		}
		if problem != "" {
			return nil, rule.LIT11.Server(diag.Span{}, "java.lang.ArithmeticException: %", problem)
		}
		return store(k, number{kind: Decimal, dec: d}), nil
	}
	v := store(k, number{kind: Double, f: transcend(f.Name, n.double())})
	if (k == Float || k == Double) && n.f < 0 && f.Name != "exp" {
		v[0] |= 0x80 // the NaN that processors make has its sign set
	}
	return v, nil
}

// runCast converts numbers and turns values into text.
func runCast(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	from, to := f.Args[0], f.Returns.Kind
	if to == Text || to == Ascii {
		return []byte(from.Text(args[0])), nil
	}
	n := from.number(args[0])
	switch {
	case to == Varint:
		return bigFromInt(n.long()).bytes(), nil
	case to == Decimal && n.kind == Bigint:
		return decimal{unscaled: bigFromInt(n.i)}.bytes(), nil
	case to == Decimal && n.kind == Double:
		d, ok := parseDecimal(from.Text(args[0]))
		if !ok {
			what := "Infinite or NaN"
			return nil, rule.LIT13.Server(diag.Span{}, "java.lang.NumberFormatException: %", what)
		}
		return d.bytes(), nil
	}
	return store(to, n), nil
}

func runNow(f *Function, b *Binding, _ [][]byte) ([]byte, *diag.Diagnostic) {
	var ms int64
	if b != nil {
		ms = b.Millis
	}
	switch f.Returns.Kind {
	case Timeuuid:
		if b != nil && b.TimeUUID != nil {
			return b.TimeUUID(), nil
		}
		return MakeTimeUUID(ms*10_000+gregorianEpoch, 0x8000000000000000), nil
	case Time:
		return bytes8(floorMod(ms, millisPerDay) * 1e6), nil
	}
	return fromMillis(f.Returns.Kind, ms), nil
}

func runUUID(_ *Function, b *Binding, _ [][]byte) ([]byte, *diag.Diagnostic) {
	if b != nil && b.UUID != nil {
		return b.UUID(), nil
	}
	v := make([]byte, 16)
	v[6], v[8] = 0x40, 0x80
	return v, nil
}

func runTimeuuidBound(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	t := Long(args[0])*10_000 + gregorianEpoch
	if strings.HasPrefix(f.Name, "min") {
		return MakeTimeUUID(t, 0x8080808080808080), nil
	}
	return MakeTimeUUID(t+9_999, 0x7f7f7f7f7f7f7f7f), nil
}

func runToTime(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	return fromMillis(f.Returns.Kind, toMillisOf(f.Args[0].Kind, args[0])), nil
}

// runFloor rounds a time down to a multiple of a duration. Source: TimeFcts and
// Duration.floorTimestamp.
func runFloor(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	k, d := f.Args[0].Kind, durationFromBytes(args[1])
	bad := func(template string, args ...string) ([]byte, *diag.Diagnostic) {
		return nil, invalid(rule.GB04, template, args...)
	}
	if k == Time {
		switch {
		case d.negative():
			return bad("Negative durations are not supported by the floor function")
		case d.months != 0 || d.days != 0 || d.nanos > nanosPerDay:
			return bad("For time values, the floor can only be computed for durations smaller that a day")
		case d.nanos == 0:
			return args[0], nil
		}
		t := Long(args[0])
		return bytes8(t - t%d.nanos), nil
	}
	t, start := toMillisOf(k, args[0]), int64(0)
	if len(args) == 3 {
		start = toMillisOf(f.Args[2].Kind, args[2])
	}
	switch {
	case k == Date && d.nanos != 0:
		return bad("The floor on date values cannot be computed for the % duration as precision is below 1 day", d.String())
	case d.nanos%1e6 != 0:
		return bad("The floor cannot be computed for the % duration as precision is below 1 millisecond", d.String())
	case start > t:
		return bad("The floor function starting time is greater than the provided time")
	case d.negative():
		return bad("Negative durations are not supported by the floor function")
	}
	step := int64(d.days)*millisPerDay + d.nanos/1e6
	if d.months == 0 {
		if step != 0 {
			t -= (t - start) % step
		}
		return fromMillis(f.Returns.Kind, t), nil
	}
	y, m, _ := civilFromDays(floorDiv(t, millisPerDay))
	y0, m0, _ := civilFromDays(floorDiv(start, millisPerDay))
	n := ((y-y0)*12 + int64(m-m0)) / int64(d.months)
	n = min(n, (t-start)/(step+int64(d.months)*28*millisPerDay)+1) // where the search below would end at the latest
	at := duration{months: d.months}
	at.months *= int32(n)
	base := at.addTo(start, 1)
	floor := base + n*step
	if step == 0 {
		return fromMillis(f.Returns.Kind, base), nil
	}
	for floor > t {
		n--
		base = duration{months: d.months}.addTo(base, -1)
		floor = base + n*step
	}
	return fromMillis(f.Returns.Kind, max(start, floor)), nil
}

func runToBlob(_ *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	return args[0], nil
}

func runFromBlob(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if args[0] != nil && f.Returns.Validate(args[0]) != nil {
		return nil, invalid(rule.LIT11, "In call to function %, value 0x% is not a valid binary representation for type %", f.FullName(), Hex(args[0]), f.Returns.String())
	}
	return args[0], nil
}

func runToken(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	for _, a := range args {
		if a == nil {
			return nil, nil
		}
	}
	return bytes8(MurmurToken(PartitionKey(args))), nil
}

// madeRun is what a function made for the types of its arguments does.
func madeRun(name string) runFunc {
	switch name {
	case "max", "min":
		return nil
	case "to_json", "tojson":
		return func(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
			if f.anyNull(args) {
				return []byte("null"), nil
			}
			return []byte(f.Args[0].JSON(args[0])), nil
		}
	case "from_json", "fromjson":
		return runFromJSON
	case "map_keys", "map_values":
		return func(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
			if f.anyNull(args) {
				return nil, nil
			}
			entries, _ := f.Args[0].Unpack(args[0])
			var out [][]byte
			for i := range entries {
				if i%2 == 1 == (f.Name == "map_values") {
					out = append(out, entries[i])
				}
			}
			return Pack(out, len(out)), nil
		}
	case "collection_count":
		return func(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
			if f.anyNull(args) || len(args[0]) < 4 {
				return nil, nil
			}
			return args[0][:4:4], nil
		}
	case "collection_min", "collection_max", "collection_sum", "collection_avg":
		return func(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
			if f.anyNull(args) {
				return nil, nil
			}
			a := NewAggregate(strings.TrimPrefix(f.Name, "collection_"), f.Returns)
			elems, _ := f.Args[0].Unpack(args[0])
			for _, e := range elems {
				a.Add(e)
			}
			return a.Result(), nil
		}
	case "mask_null":
		return func(*Function, *Binding, [][]byte) ([]byte, *diag.Diagnostic) { return nil, nil }
	case "mask_default":
		return func(f *Function, _ *Binding, _ [][]byte) ([]byte, *diag.Diagnostic) { return f.Args[0].masked(), nil }
	case "mask_replace":
		return func(_ *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) { return args[1], nil }
	case "mask_hash":
		return func(_ *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
			if len(args) == 2 && args[1] != nil && !strings.EqualFold(string(args[1]), "SHA-256") {
				return nil, invalid(rule.LIT11, "Hash algorithm not found: %", string(args[1]))
			}
			if args[0] == nil {
				return nil, nil
			}
			return sha256(args[0]), nil
		}
	case "mask_inner", "mask_outer":
		return runMask
	}
	return runSimilarity
}

// sha256 is the digest of FIPS 180-4. It is here because the library's brings the
// whole of its certification along.
func sha256(data []byte) []byte {
	// The constants are the fractions of the roots of the first 64 primes.
	var k [64]uint32
	var h [8]uint32
	fraction := func(x float64) uint32 { return uint32((x - math.Floor(x)) * (1 << 32)) }
	for n, p := 0, 2; n < 64; p++ {
		prime := true
		for d := 2; d*d <= p; d++ {
			prime = prime && p%d != 0
		}
		if prime {
			if n < 8 {
				h[n] = fraction(math.Sqrt(float64(p)))
			}
			k[n] = fraction(math.Cbrt(float64(p)))
			n++
		}
	}
	m := append(append([]byte{}, data...), 0x80)
	for len(m)%64 != 56 {
		m = append(m, 0)
	}
	m = append(m, bytes8(int64(len(data))*8)...)
	rot := func(x uint32, n int) uint32 { return bits.RotateLeft32(x, -n) }
	for ; len(m) > 0; m = m[64:] {
		var w [64]uint32
		for i := range w {
			if i < 16 {
				w[i] = uint32(Long(m[4*i : 4*i+4]))
				continue
			}
			a, b := w[i-15], w[i-2]
			w[i] = w[i-16] + (rot(a, 7) ^ rot(a, 18) ^ a>>3) + w[i-7] + (rot(b, 17) ^ rot(b, 19) ^ b>>10)
		}
		s := h
		for i := range w {
			a, e := s[0], s[4]
			t1 := s[7] + (rot(e, 6) ^ rot(e, 11) ^ rot(e, 25)) + (e&s[5] ^ ^e&s[6]) + k[i] + w[i]
			t2 := (rot(a, 2) ^ rot(a, 13) ^ rot(a, 22)) + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
			s = [8]uint32{t1 + t2, a, s[1], s[2], s[3] + t1, e, s[5], s[6]}
		}
		for i := range h {
			h[i] += s[i]
		}
	}
	var out []byte
	for _, x := range h {
		out = append(out, bytes4(int32(x))...)
	}
	return out
}

func runMask(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	pad := '*'
	if len(args) == 4 && args[3] != nil {
		p := []rune(string(args[3]))
		if len(p) != 1 {
			return nil, invalid(rule.LIT11, "The padding argument for function % should be single-character, but '%' has % characters.", f.FullName(), string(args[3]), strconv.Itoa(len(p)))
		}
		pad = p[0]
	}
	if args[0] == nil {
		return nil, nil
	}
	chars := []rune(string(args[0]))
	begin, end := int(Long(args[1])), len(chars)-1-int(Long(args[2]))
	for i := range chars {
		if inside := i >= begin && i <= end; inside == (f.Name == "mask_inner") {
			chars[i] = pad
		}
	}
	return []byte(string(chars)), nil
}

// masked is what mask_default puts in place of a value.
func (t *Type) masked() []byte {
	switch t.Kind {
	case Text, Ascii:
		return []byte("****")
	case Blob, Empty, Custom:
		return []byte{}
	case Timeuuid:
		return MakeTimeUUID(gregorianEpoch, 0x8080808080808080)
	case Inet:
		return make([]byte, 4)
	case Date:
		return bytes4(math.MinInt32)
	case Time:
		return make([]byte, 8)
	case Boolean, Tinyint, Varint:
		return []byte{0}
	case Smallint:
		return make([]byte, 2)
	case Decimal:
		return make([]byte, 5)
	case Duration:
		return make([]byte, 3)
	case List, Set, Map:
		return make([]byte, 4)
	case Counter:
		return make([]byte, 8)
	case Tuple, UDT:
		fields := make([][]byte, t.size())
		for i := range fields {
			fields[i] = t.elem(i).masked()
		}
		return BuildTuple(fields)
	case Vector:
		elems := make([][]byte, t.Dim)
		for i := range elems {
			elems[i] = t.Elems[0].masked()
		}
		return t.BuildVector(elems)
	}
	return make([]byte, max(t.FixedLen(), 0))
}

// runSimilarity compares two vectors of floats: 1 for equal ones.
// Source: io.github.jbellis.jvector.vector.VectorSimilarityFunction.
func runSimilarity(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.anyNull(args) {
		return nil, nil
	}
	x, err := f.Args[0].SplitVector(args[0])
	y, err2 := f.Args[1].SplitVector(args[1])
	if err != nil || err2 != nil {
		return nil, nil
	}
	var dot, xx, yy, distance float32
	for i := range x {
		a, b := toFloat(x[i]), toFloat(y[i])
		dot += a * b
		xx += a * a
		yy += b * b
		distance += (a - b) * (a - b)
	}
	result := (1 + dot) / 2
	switch f.Name {
	case "similarity_euclidean":
		result = 1 / (1 + distance)
	case "similarity_cosine":
		if xx == 0 || yy == 0 {
			return nil, invalid(rule.VE07, "Function system.similarity_cosine doesn't support all-zero vectors.")
		}
		result = (1 + float32(float64(dot)/math.Sqrt(float64(xx)*float64(yy)))) / 2
	}
	return floatBytes(result), nil
}

// ---- aggregates

// An Aggregate takes values one by one: count, min, max, sum or avg.
type Aggregate struct {
	name     string
	t        *Type // of the result, and of the input of all but count
	count    int64
	best     []byte
	sum      int64
	big      bigInt
	dec      decimal
	f, c, f0 float64 // compensated sum, compensation, plain sum
	overflow bool
}

// NewAggregate starts a native aggregate whose result has that type.
func NewAggregate(name string, result *Type) *Aggregate { return &Aggregate{name: name, t: result} }

// Add takes a value; null is left out, except by count_rows.
func (a *Aggregate) Add(v []byte) {
	if a.name == "count_rows" || a.name == "countRows" {
		a.count++
		return
	}
	if v == nil {
		return
	}
	switch a.name {
	case "count":
		a.count++
		return
	case "min", "max":
		if a.best == nil || (a.t.Compare(v, a.best) < 0) == (a.name == "min") && a.t.Compare(v, a.best) != 0 {
			a.best = v
		}
		return
	}
	if len(v) == 0 {
		return
	}
	a.count++
	n := a.t.number(v)
	switch n.kind {
	case Bigint:
		a.sum += n.i
		a.big = a.big.add(bigFromInt(n.i))
	case Varint:
		a.big = a.big.add(n.dec.unscaled)
	case Decimal:
		if a.name == "sum" {
			a.dec, _ = a.dec.exact('+', n.dec)
			return
		}
		diff, _ := n.dec.exact('-', a.dec)
		a.dec, _ = a.dec.exact('+', diff.quotient(decimal{unscaled: bigFromInt(a.count)}, diff.scale, halfEven))
	case Double:
		a.addDouble(n.f)
	}
}

// addDouble is a compensated (Kahan) sum that goes on in decimals where avg's sum
// leaves the range of a double.
func (a *Aggregate) addDouble(d float64) {
	if a.overflow {
		x, _ := decimalOfDouble(d)
		a.dec, _ = a.dec.exact('+', x)
		return
	}
	a.f0 += d
	before := a.f
	y := d - a.c
	rounded := a.f + y
	a.c = rounded - a.f - y
	a.f = rounded
	if a.name == "avg" && math.IsInf(a.f, 0) && !math.IsInf(d, 0) {
		if x, ok := decimalOfDouble(before); ok {
			y, _ := decimalOfDouble(d)
			a.overflow = true
			a.dec, _ = x.exact('+', y)
		}
	}
}

// Result is the aggregate's value so far.
func (a *Aggregate) Result() []byte {
	switch a.name {
	case "min", "max":
		return a.best
	case "sum", "avg":
	default:
		return bytes8(a.count)
	}
	k, avg := a.t.Kind, a.name == "avg"
	switch k {
	case Float, Double:
		f := a.f + a.c
		switch {
		case a.overflow:
			q := a.dec.quotient(decimal{unscaled: bigFromInt(a.count)}, a.dec.scale, halfEven)
			return store(k, number{kind: Double, f: parseDouble(q.String())})
		case f != f && math.IsInf(a.f0, 0):
			f = a.f0
		}
		if avg && a.count > 0 {
			f /= float64(a.count)
		}
		return store(k, number{kind: Double, f: f})
	case Decimal:
		return a.dec.bytes()
	case Varint:
		n := a.big
		if avg && a.count > 0 {
			n, _ = n.div(bigFromInt(a.count))
		}
		return n.bytes()
	}
	n := a.sum
	if avg && a.count > 0 {
		q, _ := a.big.div(bigFromInt(a.count))
		n, _ = q.int64()
	}
	return store(k, number{kind: Bigint, i: n})
}

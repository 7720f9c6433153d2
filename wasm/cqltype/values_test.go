package cqltype

import (
	"bytes"
	stdsha "crypto/sha256"
	"encoding/hex"
	"math/big"
	"math/rand"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSHA256(t *testing.T) {
	for n := range 200 {
		data := bytes.Repeat([]byte{byte(n), 7}, n)
		if want := stdsha.Sum256(data); !bytes.Equal(sha256(data), want[:]) {
			t.Fatalf("of %d bytes: %x, want %x", len(data), sha256(data), want)
		}
	}
}

// TestBigAgainstLibrary compares arithmetic of any size with math/big's.
func TestBigAgainstLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	random := func() *big.Int {
		n := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(1+r.Intn(1<<uint(3+r.Intn(11))))))
		if r.Intn(3) == 0 { // limbs of ones and zeros are where division goes wrong
			n = n.Sub(new(big.Int).Lsh(big.NewInt(1), uint(32*r.Intn(12))), big.NewInt(int64(r.Intn(3))))
		}
		if r.Intn(2) == 0 {
			n.Neg(n)
		}
		return n
	}
	for range 5_000 {
		x, y := random(), random()
		a, ok := parseBig(x.String())
		b, _ := parseBig(y.String())
		if !ok || a.String() != x.String() {
			t.Fatalf("%s reads as %s", x, a)
		}
		if back := bigFromBytes(a.bytes()); back.cmp(a) != 0 {
			t.Fatalf("%s: bytes %x read as %s", a, a.bytes(), back)
		}
		check := func(what string, got bigInt, want *big.Int) {
			if got.String() != want.String() {
				t.Fatalf("%s %s %s = %s, want %s", x, what, y, got, want)
			}
		}
		check("+", a.add(b), new(big.Int).Add(x, y))
		check("-", a.sub(b), new(big.Int).Sub(x, y))
		check("*", a.mul(b), new(big.Int).Mul(x, y))
		if c := a.cmp(b); (c < 0) != (x.Cmp(y) < 0) || (c == 0) != (x.Cmp(y) == 0) {
			t.Fatalf("compare %s %s: %d", x, y, c)
		}
		if y.Sign() != 0 {
			q, rest := a.div(b)
			check("/", q, new(big.Int).Quo(x, y))
			check("%", rest, new(big.Int).Rem(x, y))
		}
	}
}

// TestNestedCalls types calls nested so deep that trying every overload of every
// level anew would never end.
func TestNestedCalls(t *testing.T) {
	for _, s := range []string{strings.Repeat("abs(", 40) + "1" + strings.Repeat(")", 40), strings.Repeat("1 + (", 40) + "1" + strings.Repeat(")", 40),
		strings.Repeat("[", 40) + "1" + strings.Repeat("]", 40), "1" + strings.Repeat(" * 2", 60)} {
		for _, typ := range propertyTypes(t) {
			env := literalEnv()
			if p, err := env.Prepare(parseTerm(t, s), Receiver{Name: "v", Type: typ}); err == nil {
				_, _ = p.Bind(nil)
			}
		}
	}
}

// TestCivilAgainstLibrary walks days over 800 years and compares with package time.
func TestCivilAgainstLibrary(t *testing.T) {
	for d := int64(-200_000); d < 100_000; d += 13 {
		want := time.Unix(d*86_400, 0).UTC()
		y, m, day := civilFromDays(d)
		if int(y) != want.Year() || m != int(want.Month()) || day != want.Day() {
			t.Fatalf("day %d: %d-%d-%d, want %v", d, y, m, day, want)
		}
		if back := daysFromCivil(y, m, day); back != d {
			t.Fatalf("%d-%d-%d: day %d, want %d", y, m, day, back, d)
		}
	}
}

func TestInet6AgainstLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	const chars = "0123afF:::::....12"
	for range 200_000 {
		b := make([]byte, 2+r.Intn(14))
		for i := range b {
			b[i] = chars[r.Intn(len(chars))]
		}
		s := string(b)
		if !strings.Contains(s, ":") {
			continue
		}
		want, err := netip.ParseAddr(s)
		if got := parseInet(s); err != nil && got != nil || err == nil && !bytes.Equal(got, want.Unmap().AsSlice()) {
			t.Fatalf("%q: %x, want %v %v", s, got, want, err)
		}
	}
}

// propertyTypes are types of every form.
func propertyTypes(t testing.TB) []*Type {
	var out []*Type
	for k := range Varint + 1 {
		if k != Empty && k != Counter {
			out = append(out, NativeOf(k))
		}
	}
	for _, s := range []string{"list<int>", "set<text>", "map<text, int>", "frozen<list<frozen<set<uuid>>>>", "tuple<int, text, boolean>",
		"vector<float, 3>", "vector<text, 2>", "frozen<map<date, frozen<list<inet>>>>", "tuple<tuple<int>, time>"} {
		out = append(out, parseType(t, s))
	}
	types := literalTypes()
	return append(out, types["addr"], types["nest"].Freeze())
}

// randomValue makes a valid value of the type.
func randomValue(r *rand.Rand, t *Type) []byte {
	random := func(n int) []byte {
		b := make([]byte, n)
		r.Read(b)
		return b
	}
	some := func(e *Type) [][]byte {
		var out [][]byte
		for range r.Intn(4) {
			out = append(out, randomValue(r, e))
		}
		return out
	}
	switch t.Kind {
	case Ascii, Text:
		return []byte(strings.Repeat("a'b\"", r.Intn(3)) + string(rune('a'+r.Intn(26))))
	case Blob:
		return random(r.Intn(5))
	case Boolean:
		return []byte{byte(r.Intn(2))}
	case Varint:
		return bigFromBytes(random(1 + r.Intn(20))).bytes()
	case Decimal:
		return decimal{bigFromBytes(random(1 + r.Intn(20))), int32(r.Intn(60) - 30)}.bytes()
	case Duration:
		return duration{int32(r.Intn(100)), int32(r.Intn(100)), r.Int63()}.bytes()
	case Inet:
		return random([]int{4, 16}[r.Intn(2)])
	case Time:
		return bytes8(r.Int63n(nanosPerDay))
	case Timestamp:
		return bytes8(r.Int63n(253402300799999))
	case Timeuuid:
		b := random(16)
		b[6] = b[6]&15 | 0x10
		return b
	case Float:
		return floatBytes(float32(r.NormFloat64()))
	case Double:
		return doubleBytes(r.NormFloat64() * 1e12)
	case Date:
		return bytes4(int32(r.Intn(5_000_000)-2_500_000) ^ -1<<31)
	case List:
		elems := some(t.Elems[0])
		return Pack(elems, len(elems))
	case Set:
		elems := t.SortSet(some(t.Elems[0]))
		return Pack(elems, len(elems))
	case Map:
		var entries [][]byte
		for _, k := range some(t.Elems[0]) {
			entries = append(entries, k, randomValue(r, t.Elems[1]))
		}
		entries = t.SortMap(entries)
		return Pack(entries, len(entries)/2)
	case Tuple, UDT:
		fields := make([][]byte, t.size())
		for i := range fields {
			if r.Intn(4) > 0 {
				fields[i] = randomValue(r, t.elem(i))
			}
		}
		return BuildTuple(fields)
	case Vector:
		elems := make([][]byte, t.Dim)
		for i := range elems {
			elems[i] = randomValue(r, t.Elems[0])
		}
		return t.BuildVector(elems)
	}
	n, _ := t.RawLen()
	return random(n)
}

// TestRoundTrips: every value is valid, its literal and its JSON read back as the
// value, its length is one that sizing expects, and comparing is an order.
func TestRoundTrips(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	env := literalEnv()
	for _, typ := range propertyTypes(t) {
		var values [][]byte
		for range 300 {
			v := randomValue(r, typ)
			values = append(values, v)
			if err := typ.Validate(v); err != nil {
				t.Fatalf("%s %x: %s", typ, v, err.Message)
			}
			if lo, hi := typ.RawLen(); len(v) < lo || len(v) > hi {
				t.Fatalf("%s %x: %d bytes, not %d..%d", typ, v, len(v), lo, hi)
			}
			literal := typ.Literal(v)
			if typ.Kind == Custom || literal == "null" {
				continue
			}
			x := parseTerm(t, literal)
			p, err := env.Prepare(x, Receiver{Name: "v", Type: typ})
			if err != nil {
				t.Fatalf("%s %s: %s", typ, literal, err.Message)
			}
			if back, err := p.Bind(nil); err != nil || typ.Compare(back, v) != 0 || !bytes.Equal(back, v) && !lossy(typ) {
				t.Fatalf("%s %x writes %s reads %x %v", typ, v, literal, back, err)
			}
			j, problem := DecodeJSON(typ.JSON(v), false)
			if problem != "" {
				t.Fatalf("%s %x writes bad JSON %s", typ, v, typ.JSON(v))
			}
			if typ.Kind == Decimal {
				continue // numbers of JSON become doubles
			}
			if back, err := typ.FromJSON(j); err != nil || typ.Compare(back, v) != 0 {
				t.Fatalf("%s %x writes %s reads %x %v", typ, v, typ.JSON(v), back, err)
			}
		}
		slices.SortFunc(values, typ.Compare)
		for i := 1; i < len(values); i++ {
			if typ.Compare(values[i-1], values[i]) > 0 || typ.Compare(values[i], values[i-1]) < 0 {
				t.Fatalf("%s: %x and %x are out of order", typ, values[i-1], values[i])
			}
		}
	}
}

// lossy tells the types whose text does not keep all of a value's bytes: an IPv6
// address that maps an IPv4 one; a tuple that holds such a thing.
func lossy(t *Type) bool {
	if t.Kind == Inet || t.Kind == Decimal {
		return true
	}
	return slices.ContainsFunc(t.Elems, lossy)
}

func TestPartitionKey(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
		token  int64
	}{
		{[]string{"00000001"}, "00000001", -4069959284402364209},
		{[]string{"00000001", "61"}, "00040000000100000161" + "00", 0},
		{[]string{"", "61"}, "00000000016100", 0},
	} {
		var values [][]byte
		for _, v := range c.values {
			values = append(values, unhex(t, v))
		}
		key := PartitionKey(values)
		if hex.EncodeToString(key) != c.want {
			t.Errorf("%v: %x, want %s", c.values, key, c.want)
		}
		if c.token != 0 && MurmurToken(key) != c.token {
			t.Errorf("token of %x: %d, want %d", key, MurmurToken(key), c.token)
		}
		back := SplitPartitionKey(key, len(values))
		for i := range values {
			if !bytes.Equal(back[i], values[i]) {
				t.Errorf("%x splits into %x", key, back)
			}
		}
	}
	if SplitPartitionKey([]byte{0, 9, 1}, 2) != nil {
		t.Error("a malformed key splits")
	}
}

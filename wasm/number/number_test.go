package number

import (
	"math"
	"math/big"
	"strings"
	"testing"
)

// Whatever fits is exact: the numbers agree with big rationals.
func FuzzNum(f *testing.F) {
	f.Add(int64(3), int64(7), int64(-5), int64(9))
	f.Add(int64(1)<<62, int64(3), int64(1)<<61, int64(1))
	f.Add(int64(-1)<<63, int64(1), int64(1), int64(1))
	f.Fuzz(func(t *testing.T, a, b, c, d int64) {
		if b <= 0 || d <= 0 || a == -1<<63 || c == -1<<63 {
			return
		}
		x, y := Frac(a, b), Frac(c, d)
		rx, ry := big.NewRat(a, b), big.NewRat(c, d)
		check := func(op string, got Num, err error, want *big.Rat) {
			if err != nil {
				if m := new(big.Rat).Abs(want); m.Cmp(new(big.Rat).SetInt64(Limit-1<<10)) < 0 { // rounding may reach the limit
					t.Fatalf("%v %s %v: %v", rx, op, ry, err)
				}
				return
			}
			if f, _ := want.Float64(); math.Abs(f-got.Float()) > 1e-15*math.Abs(f) {
				t.Fatalf("%v %s %v = %v, want %v", rx, op, ry, got.Float(), f)
			}
			if n, d, ok := got.Fraction(); ok && want.Num().IsInt64() && want.Num().Int64() != -1<<63 && want.Denom().IsInt64() && big.NewRat(n, d).Cmp(want) != 0 {
				t.Fatalf("%v %s %v = %d/%d, want %v", rx, op, ry, n, d, want)
			}
		}
		v, err := x.Add(y)
		check("+", v, err, new(big.Rat).Add(rx, ry))
		v, err = x.Sub(y)
		check("-", v, err, new(big.Rat).Sub(rx, ry))
		v, err = x.Mul(y)
		check("*", v, err, new(big.Rat).Mul(rx, ry))
		if c != 0 {
			v, err = x.Div(y)
			check("/", v, err, new(big.Rat).Quo(rx, ry))
		}
		if got := x.Cmp(y); got != rx.Cmp(ry) {
			t.Fatalf("compare %v %v: %d", rx, ry, got)
		}
		floor := new(big.Int).Div(rx.Num(), rx.Denom()) // Euclidean: the divisor is positive
		if x.Floor() != floor.Int64() {
			t.Fatalf("floor %v: %d", rx, x.Floor())
		}
	})
}

func TestScan(t *testing.T) {
	for _, c := range []struct{ in, want, rest string }{
		{"730", "730", ""}, {"1_000_000", "1000000", ""}, {"1.5 MB left", "1500000", " left"}, {"2k*3", "2000", "*3"}, {"1e3", "1000", ""}, {"1.5e-1", "0.15", ""},
		{".5", "0.5", ""}, {"1..5", "1", "..5"}, {"90d", "7776000", ""}, {"1y", "31536000", ""}, {"250 ms", "0.25", ""}, {"3 µs", "0.000003", ""}, {"4 KiB", "4096", ""},
		{"30%", "0.3", ""}, {"30 % of", "30", " % of"}, {"30 % 7", "30", " % 7"}, {"30% ", "0.3", " "}, {"x", "0", "x"}, {"", "0", ""}, {"-1", "0", "-1"},
		{"9e18", "9000000000000000000", ""}, {"1e19", "", ""}, {"9e10 GB", "", ""}, {strings.Repeat("9", 400), "", ""}, {"1e999", "", ""}, {"0.1e-500", "0", ""},
	} {
		n, length, err := Scan(c.in)
		switch {
		case err != nil:
			if c.want != "" || err.Start < 0 || err.End > len(c.in) || err.End <= err.Start || err.Message == "" || err.Instead == "" {
				t.Errorf("%q: %+v, want %q", c.in, *err, c.want)
			}
		case n.String() != c.want || c.in[length:] != c.rest:
			t.Errorf("%q is %s and leaves %q, want %s and %q", c.in, n, c.in[length:], c.want, c.rest)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"1.5 MB", "30 % 7", "1..5", "1e400y", "5 µs", "1_0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, length, err := Scan(s)
		if length < 0 || length > len(s) || n.Sign() < 0 {
			t.Fatalf("%q: %s, %d", s, n, length)
		}
		if err != nil && (err.Start < 0 || err.End < err.Start || err.End > len(s)) {
			t.Fatalf("%q: bad place %+v", s, *err)
		}
	})
}

func TestPrint(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(1000), "1,000"}, {Count(-1234), "−1,234"}, {Count(1095020), "1,095,020"}, {Count(int64(math.MinInt64)), "−9,223,372,036,854,775,808"},
		{Plus(12), "+12"}, {Plus(-1234), "−1,234"}, {Plus(0), "0"},
		{Of(1, "row"), "1 row"}, {Of(73000, "row"), "73,000 rows"}, {Begin(0, "row"), "No rows"}, {Begin(1, "row"), "One row"}, {Begin(2, "row"), "2 rows"}, {Within(0, "SSTable"), "no SSTables"},
		{Singular("videos"), "video"}, {Singular("queries"), "query"}, {Singular("row"), "row"},
		{Of(2, "copy"), "2 copies"}, {Of(1, "copy"), "1 copy"}, {Begin(0, "query"), "No queries"}, {Of(3, "day"), "3 days"}, {Of(2, "index"), "2 indexes"}, {Of(2, "dish"), "2 dishes"}, {Of(2, "y"), "2 ys"}, {Of(2, ""), "2 "},
		{ExactBytes(1095020), "1,095,020 B"}, {ExactBytes(20), "20 B"},
		{Bytes(0), "0 B"}, {Bytes(999), "999 B"}, {Bytes(1000), "1 kB"}, {Bytes(1001), "1.00 kB"}, {Bytes(999499), "999 kB"}, {Bytes(999500), "1.00 MB"}, {Bytes(1095020), "1.10 MB"}, {Bytes(12345678), "12.3 MB"},
		{Bytes(332500), "333 kB"}, {Bytes(-332500), "−333 kB"}, {Bytes(10e6), "10 MB"}, {Bytes(2500), "2.5 kB"}, {Bytes(7500000), "7.5 MB"}, {Bytes(10_000_000_001), "10.0 GB"}, {Bytes(-1530000), "−1.53 MB"}, {Bytes(5897309490000.4), "5.90 TB"}, {Bytes(int64(math.MaxInt64)), "9.22 EB"},
		{Round(73112), "73,000"}, {Round(0), "0"}, {Round(0.0371), "0.037"}, {Round(-0.5), "−0.5"}, {Round(1.04), "1.0"}, {Round(12.34), "12"}, {Round(157680000), "160 million"}, {Round(2.34e12), "2.3 trillion"},
		{Percent(0.1973), "19.7 %"}, {Percent(0.5), "50 %"}, {Percent(322.502), "32,250 %"}, {Percent(-0.1), "−10 %"}, {Percent(0.0002), "<0.1 %"}, {Percent(0), "0 %"},
		{Share(0, 0), "0 %"}, {Share(1, 1000), "<1 %"}, {Share(999, 1000), ">99 %"}, {Share(1, 1), "100 %"}, {Share(4, 10), "40 %"},
		{Days(1), "1 day"}, {Days(153), "153 days"}, {Days(1517), "4.2 years"}, {Days(66500), "182 years"},
		{Seconds(7776000), "90 days"}, {Seconds(86400), "1 day"}, {Seconds(31.536), "31.54 s"}, {Seconds(Year), "1 year"}, {Seconds(90), "90 s"}, {Seconds(0), "0 s"},
		{Plain(0.1 + 0.2), "0.3"}, {Plain(1e6), "1000000"}, {Plain(-2.5), "-2.5"}, {Plain(-1e-9), "0"},
	} {
		if got := strings.ReplaceAll(c.got, Space, " "); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// What a field writes it can read again.
func TestPlainComesBack(t *testing.T) {
	for _, f := range []float64{0, 1, 0.25, 1500, 1e6, 123456.789012, 9e15} {
		if n, length, err := Scan(Plain(f)); err != nil || length != len(Plain(f)) || n.Float() != f {
			t.Errorf("%v comes back as %s", f, n)
		}
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]int64{"10d": 864000, " 2 weeks ": 1209600, "90 min": 5400, "1 month": Year / 12, "1.5h": 5400} {
		if n, ok := Duration(text); !ok || n.Cmp(Int(want)) != 0 {
			t.Errorf("%q is %s, %v; want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{"", "10", "d", "10 kB", "10 d x", "10 %", "1e99 d"} {
		if n, ok := Duration(text); ok {
			t.Errorf("%q is taken for %s seconds", text, n)
		}
	}
}

// An estimate has three digits, and a unit as any other duration.
func TestRoughly(t *testing.T) {
	for seconds, want := range map[float64]string{1666.7: "27.8 min", 162324: "45.1 h", 60: "1 min", 0.12345: "0.12 s", 8.968: "8.97 s", 86400 * 1234.5: "3.38 years"} {
		if got := strings.ReplaceAll(Roughly(seconds), Space, " "); got != want {
			t.Errorf("%g s are %s, want %s", seconds, got, want)
		}
	}
}

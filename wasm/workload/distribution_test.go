package workload

import (
	"math"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

func TestDistribution(t *testing.T) {
	for _, c := range []struct {
		text             string
		low, median, top float64
		mean             float64
	}{
		{"uniform(1, 9)", 1, 5, 9, 5},
		{"normal(20, 5)", 4.55, 20, 35.45, 20},
		{"zipf(1000, 1, 4)", 250, 500, 1000, (1000 + 500 + 333.33 + 250) / 4},
		{"percentiles(0: 0, 50: 10, 100: 100)", 0, 10, 100, 30},
		{"sample(8, 1, 3)", 1, 3, 8, 4},
	} {
		w, problems := Parse(diag.NewSource("", "n = "+c.text+"\nrows = n * 2\nlen.a = "+c.text), nil)
		if len(problems) > 0 {
			t.Fatal(c.text, problems)
		}
		v, problems := w.Eval()
		if len(problems) > 0 {
			t.Fatal(c.text, problems)
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 0.01*math.Abs(b)+0.01 }
		rows, _ := v.Get(Rows)
		if !near(rows.Lo.Float(), 2*c.low) || !near(rows.Typ.Float(), 2*c.median) || !near(rows.Hi.Float(), 2*c.top) {
			t.Errorf("%s: %v %v %v", c.text, rows.Lo, rows.Typ, rows.Hi)
		}
		if d := v.Distribution("n"); !near(d.Mean(), c.mean) {
			t.Errorf("%s: mean %v", c.text, d.Mean())
		}
		if x, _ := v.Get("len.a"); !x.Exact() || !near(x.Hi.Float(), c.mean) {
			t.Errorf("%s: length %v", c.text, x)
		}
		if v, _ := w.EvalAt(1); v.vals[1].Hi != v.vals[1].Lo || !near(v.vals[1].Hi.Float(), 2*c.top) {
			t.Errorf("%s: at the top %v", c.text, v.vals[1])
		}
		if !w.Varies() || len(w.Inputs()) != 0 {
			t.Error(c.text, w.Inputs())
		}
	}
}

func TestDistributionProblems(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"rows = uniform(9, 1)", "7 the range does not rise"},
		{"rows = uniform(9)", "7 uniform takes two numbers"},
		{"rows = normal(20, 5) * 2", "7 `normal` is a distribution, which stands alone"},
		{"rows = normal(1, 3) + normal(2, 3)", "7 `normal` is a distribution, which stands alone"},
		{"rows = normal(1, 3) + 2 * (1 + 1)", "7 `normal` is a distribution, which stands alone"},
		{"rows = 2 * normal(1, 3)", "11 `normal` is a distribution, which stands alone"},
		{"rows = max(zipf(5, 1, 2), 5)", "11 `zipf` is a distribution, which stands alone"},
		{"rows = normal((1), 3))", "21 this parenthesis closes nothing"},
		{"rows = normal((1, 3)", "13 this parenthesis is not closed"},
		{"rows = zipf(5, 1, 0)", "7 zipf needs at least one partition"},
		{"rows = percentiles(50, 99)", "7 a percentile is a percent and a value"},
		{"rows = percentiles(50: 9, 99: 2)", "7 percentiles rise from 0 to 100, and so do their values"},
		{"rows = sample(5, -2)", "7 a distribution holds no negative numbers"},
		{"rows = sample(5, x)", "17 unknown variable `x`"},
		{"rows = sample(5, 2 +)", "20 the expression ends where a number or a name should stand"},
		{"rows = sample()", "14 the expression ends where a number or a name should stand"},
	} {
		w, problems := Parse(diag.NewSource("", c.in), nil)
		if len(problems) == 0 {
			_, problems = w.Eval()
		}
		got := "none"
		if len(problems) > 0 {
			got = number.Int(int64(problems[0].Start)).String() + " " + problems[0].Message
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
	}
}

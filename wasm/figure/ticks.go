package figure

import "math"

// ticks returns three to five round numbers in 0..top, the first of them 0.
func ticks(top float64) []float64 {
	if top <= 0 {
		return []float64{0}
	}
	p := math.Pow(10, math.Floor(math.Log10(top)))
	for _, step := range []float64{p / 5, p / 4, p / 2, p, 2 * p, 2.5 * p, 5 * p} {
		if n := int(math.Floor(top / step)); n <= 4 {
			out := make([]float64, 0, n+1)
			for i := 0; i <= n; i++ {
				out = append(out, float64(float64(i)*step))
			}
			return out
		}
	}
	return []float64{0, top}
}

// decades returns the powers of ten in lo..hi, thinned to at most so many.
func decades(lo, hi float64, most int) []float64 {
	a, b := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	step := 1
	for (b-a)/step+1 > most {
		step++
	}
	var out []float64
	for e := a; e <= b; e++ {
		if e%step == 0 {
			out = append(out, math.Round(math.Pow(10, float64(e))))
		}
	}
	return out
}

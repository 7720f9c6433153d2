package input

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/number"
)

// A Slider goes through Lo..Hi; from a factor of 10,000 on by factors.
type Slider struct{ Lo, Hi float64 }

// steps is the number of positions of a slider that goes by factors.
const steps = 300

// ParseSlider reads "1..1000"; nil where it cannot.
func ParseSlider(s string) *Slider {
	a, b, ok := strings.Cut(s, "..")
	lo, err1 := strconv.ParseFloat(strings.TrimSpace(a), 64)
	hi, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
	if !ok || err1 != nil || err2 != nil || lo >= hi || math.IsInf(hi-lo, 0) || math.IsNaN(hi-lo) {
		return nil
	}
	return &Slider{Lo: lo, Hi: hi}
}

func (s *Slider) byFactors() bool { return s.Lo > 0 && s.Hi/s.Lo >= 10_000 }

// Positions are the first and the last position of the slider, and the distance of
// two: 1, or more where the range is so wide that no hand could stop at 1.
func (s *Slider) Positions() (first, last, step float64) {
	if s.byFactors() {
		return 0, steps, 1
	}
	step = 1
	for (s.Hi-s.Lo)/step > 5000 {
		step *= 10
	}
	if s.Hi-s.Lo <= 2 {
		step = 0.01
	}
	return s.Lo, s.Hi, step
}

// Position is where a value stands.
func (s *Slider) Position(value float64) float64 {
	value = math.Min(math.Max(value, s.Lo), s.Hi)
	if s.byFactors() {
		return math.Round(math.Log(value/s.Lo) / math.Log(s.Hi/s.Lo) * steps)
	}
	return value
}

// Value is what a position means, as a field takes it.
func (s *Slider) Value(position float64) string {
	if !s.byFactors() {
		return number.Plain(math.Min(math.Max(position, s.Lo), s.Hi))
	}
	position = math.Min(math.Max(position, 0), steps)
	v := number.Significant(s.Lo*math.Pow(s.Hi/s.Lo, position/steps), 2)
	return number.Plain(math.Min(math.Max(v, s.Lo), s.Hi))
}

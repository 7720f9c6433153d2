package edge

import (
	"errors"
	"math"
	"strconv"

	"github.com/srwiley/rasterx"
)

// transform reads translate(x y), scale(x y) and rotate(degrees x y), one or several.
func transform(s string) (rasterx.Matrix2D, error) {
	m := rasterx.Identity
	bad := errors.New("a transform that cannot be read")
	for p := (pathText{s: s}); p.skip(); {
		from := p.at
		for p.at < len(s) && s[p.at] != '(' {
			p.at++
		}
		if p.at == len(s) {
			return m, bad
		}
		name := s[from:p.at]
		p.at++
		var v []float64
		for p.skip() && s[p.at] != ')' {
			n, ok := p.number()
			if !ok {
				return m, bad
			}
			v = append(v, n)
		}
		if p.at == len(s) {
			return m, bad
		}
		p.at++
		switch {
		case name == "translate" && len(v) == 2:
			m = m.Translate(v[0], v[1])
		case name == "translate" && len(v) == 1:
			m = m.Translate(v[0], 0)
		case name == "scale" && len(v) == 1:
			m = m.Scale(v[0], v[0])
		case name == "scale" && len(v) == 2:
			m = m.Scale(v[0], v[1])
		case name == "rotate" && len(v) == 1:
			m = m.Rotate(v[0] * math.Pi / 180)
		case name == "rotate" && len(v) == 3:
			m = m.Translate(v[1], v[2]).Rotate(v[0]*math.Pi/180).Translate(-v[1], -v[2])
		default:
			return m, bad
		}
	}
	return m, nil
}

// A pathText is a list of numbers and letters while it is read.
type pathText struct {
	s  string
	at int
}

// skip goes to the next sign that is neither a space nor a comma, and reports
// whether there is one.
func (p *pathText) skip() bool {
	for p.at < len(p.s) && (p.s[p.at] == ' ' || p.s[p.at] == ',' || p.s[p.at] == '\n' || p.s[p.at] == '\t') {
		p.at++
	}
	return p.at < len(p.s)
}

// number reads a number: the next may follow at once where a sign or a second
// point begins it.
func (p *pathText) number() (float64, bool) {
	if !p.skip() {
		return 0, false
	}
	from, point, digits := p.at, false, false
	for ; p.at < len(p.s); p.at++ {
		switch c := p.s[p.at]; {
		case '0' <= c && c <= '9':
			digits = true
			continue
		case (c == '-' || c == '+') && p.at == from, c == '.' && !point:
			point = point || c == '.'
			continue
		case (c == 'e' || c == 'E') && digits && p.at+1 < len(p.s):
			if n := p.s[p.at+1]; n == '-' || n == '+' || '0' <= n && n <= '9' {
				p.at++
				point = true
				continue
			}
		}
		break
	}
	v, err := strconv.ParseFloat(p.s[from:p.at], 64)
	return v, err == nil
}

// flag reads a 0 or a 1 of an arc, which may stand without a space.
func (p *pathText) flag() (float64, bool) {
	if !p.skip() || p.s[p.at] != '0' && p.s[p.at] != '1' {
		return 0, false
	}
	p.at++
	return float64(p.s[p.at-1] - '0'), true
}

// counts of numbers behind each letter of a path.
var counts = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

// addPath reads the data of a path.
func addPath(out *rasterx.Path, d string) error {
	bad := errors.New("a path that cannot be read: " + strconv.Quote(short(d)))
	p := pathText{s: d}
	var x, y, x0, y0, cx, cy float64 // where the pen is, where the stretch began, the last control point
	open := false
	var letter, last byte
	for p.skip() {
		if c := p.s[p.at]; c|0x20 >= 'a' && c|0x20 <= 'z' {
			letter = c
			p.at++
		} else if letter == 0 || letter|0x20 == 'z' {
			return bad
		}
		relative := letter >= 'a'
		kind := letter &^ 0x20
		n, known := counts[kind]
		if !known || kind != 'M' && !open && last == 0 {
			return bad
		}
		var v [7]float64
		for i := range n {
			var ok bool
			if kind == 'A' && (i == 3 || i == 4) {
				v[i], ok = p.flag()
			} else {
				v[i], ok = p.number()
			}
			if !ok {
				return bad
			}
		}
		if relative {
			switch kind {
			case 'H':
				v[0] += x
			case 'V':
				v[0] += y
			case 'A':
				v[5], v[6] = v[5]+x, v[6]+y
			default:
				for i := 0; i < n; i += 2 {
					v[i], v[i+1] = v[i]+x, v[i+1]+y
				}
			}
		}
		if kind != 'M' && kind != 'Z' && !open { // after a Z the pen stands where the stretch began
			out.Start(rasterx.ToFixedP(x, y))
			open = true
		}
		// A smooth curve goes on as the one before it ended.
		smooth := func(of string) (float64, float64) {
			for i := range of {
				if last == of[i] {
					return 2*x - cx, 2*y - cy
				}
			}
			return x, y
		}
		switch kind {
		case 'M':
			if open {
				out.Stop(false)
			}
			x, y = v[0], v[1]
			x0, y0, open = x, y, true
			out.Start(rasterx.ToFixedP(x, y))
			letter-- // further pairs are lines
		case 'L':
			x, y = v[0], v[1]
			out.Line(rasterx.ToFixedP(x, y))
		case 'H':
			x = v[0]
			out.Line(rasterx.ToFixedP(x, y))
		case 'V':
			y = v[0]
			out.Line(rasterx.ToFixedP(x, y))
		case 'C', 'S':
			ax, ay := v[0], v[1]
			rest := v[2:6]
			if kind == 'S' {
				ax, ay = smooth("CS")
				rest = v[0:4]
			}
			cx, cy, x, y = rest[0], rest[1], rest[2], rest[3]
			out.CubeBezier(rasterx.ToFixedP(ax, ay), rasterx.ToFixedP(cx, cy), rasterx.ToFixedP(x, y))
		case 'Q', 'T':
			rest := v[2:4]
			if kind == 'T' {
				v[2], v[3] = v[0], v[1]
				cx, cy = smooth("QT")
			} else {
				cx, cy = v[0], v[1]
			}
			x, y = rest[0], rest[1]
			out.QuadBezier(rasterx.ToFixedP(cx, cy), rasterx.ToFixedP(x, y))
		case 'A':
			rx, ry := math.Abs(v[0]), math.Abs(v[1])
			if rx == 0 || ry == 0 || v[5] == x && v[6] == y {
				out.Line(rasterx.ToFixedP(v[5], v[6]))
			} else {
				mx, my := rasterx.FindEllipseCenter(&rx, &ry, v[2]*math.Pi/180, x, y, v[5], v[6], v[4] == 0, v[3] == 0)
				v[0], v[1] = rx, ry
				rasterx.AddArc(v[:], mx, my, x, y, out)
			}
			x, y = v[5], v[6]
		case 'Z':
			out.Stop(true)
			x, y, open = x0, y0, false
		}
		last = kind
	}
	if open {
		out.Stop(false)
	}
	return nil
}

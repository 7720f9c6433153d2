package workload

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// An Expr is an arithmetic expression over named quantities:
//
//	rooms * (730 + 365)    + − * / % (remainder) ^ (whole exponents)
//	10 MB, 2k, 90d, 1e6    a unit stands right after its number
//	min(a, b), max(a, b), ceil(a), floor(a), round(a)
//	30%                    a percent sign with nothing after it that could be divided by
//	300/s, 5 per min       a rate: a unit of time alone is one of it, where no quantity is called so
type Expr struct {
	root *node
	text string
}

// A node is a part of an expression.
type node struct {
	op   byte // 'n' number, 'v' variable, 'f' function, '~' negation, else the operator
	fn   uint8
	kind number.Kind // of a number
	lone bool        // its unit is m
	num  number.Num
	name string
	rate bool // of a name: it divides, and may be a unit of time; of a division: it says per
	ref  int  // index of the quantity, -1 if not bound, ofTime for a unit
	args []*node
	span diag.Span // in the text of the expression
}

// ofTime is the index of a name that is no quantity, but a unit of time.
const ofTime = -2

var functions = [...]string{"min", "max", "ceil", "floor", "round"}

// An Error is what is wrong with an expression, and where in its text.
type Error struct {
	diag.Span
	Message string
	Why     string
	Instead string
}

func (e *Error) Error() string { return e.Message }

// maxDepth bounds nesting, so that no text exhausts the stack.
const maxDepth = 200

// maxOperators bounds the length of an expression, for the same reason.
const maxOperators = 1000

// ParseExpr reads an expression.
func ParseExpr(text string) (*Expr, *Error) {
	p := &parser{s: text}
	n := p.sum()
	if p.err == nil {
		p.space()
		if p.i < len(p.s) {
			p.unexpected()
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Expr{root: n, text: text}, nil
}

// Text is the expression as written.
func (e *Expr) Text() string { return e.text }

// Names returns the names that occur in the expression, in order, each once.
func (e *Expr) Names() []string {
	var out []string
	seen := map[string]bool{}
	e.root.walk(func(n *node) {
		if n.op == 'v' && !seen[n.name] {
			seen[n.name] = true
			out = append(out, n.name)
		}
	})
	return out
}

func (n *node) walk(f func(*node)) {
	f(n)
	for _, a := range n.args {
		a.walk(f)
	}
}

type parser struct {
	s     string
	i     int
	depth int
	// operators so far: a chain of them is a tree as deep as it is long
	operators int
	err       *Error
}

func (p *parser) fail(start, end int, message, why, instead string) *node {
	return p.failed(&Error{diag.Span{Start: start, End: end}, message, why, instead})
}

func (p *parser) failed(err *Error) *node {
	if p.err == nil {
		p.err = err
	}
	return &node{op: 'n'}
}

func unclosed(at int) *Error {
	return &Error{diag.Span{Start: at, End: at + 1}, "this parenthesis is not closed", "", "add a closing one"}
}

func unopened(at int) *Error {
	return &Error{diag.Span{Start: at, End: at + 1}, "this parenthesis closes nothing", "", "take it out, or add an opening one"}
}

func (p *parser) unexpected() *node {
	if p.i >= len(p.s) {
		return p.fail(len(p.s), len(p.s), "the expression ends where a number or a name should stand", "", "write a number, a name or an expression in parentheses")
	}
	end := p.i + 1
	for end < len(p.s) && p.s[end]&0xc0 == 0x80 {
		end++
	}
	switch c := p.s[p.i]; {
	case c == ',':
		instead := "write 1000000 or 1_000_000"
		if from, to := digitsAround(p.s, p.i); to > from {
			plain := strings.ReplaceAll(p.s[from:to], ",", "")
			instead = "write " + plain + " or " + strings.ReplaceAll(p.s[from:to], ",", "_")
			if to-p.i != 4 { // no group of three
				instead = "write " + strings.Replace(p.s[from:to], ",", ".", 1) + " for a fraction, " + plain + " for a whole number"
			}
		}
		return p.fail(p.i, end, "a comma stands where none can", "A comma separates the arguments of a function. It neither groups digits nor begins a fraction.", instead)
	case c == ')':
		return p.failed(unopened(p.i))
	case isLetter(c) || isDigit(c) || c == '(':
		return p.fail(p.i, end, "an operator is missing here", "", "write + - * / % or ^ between two values")
	}
	return p.fail(p.i, end, "`"+p.s[p.i:end]+"` cannot stand here", "", "write a number, a name, or an operator + - * / % ^")
}

// digitsAround is the run of digits and commas around a comma.
func digitsAround(s string, at int) (from, to int) {
	for from = at; from > 0 && (isDigit(s[from-1]) || s[from-1] == ','); from-- {
	}
	for to = at + 1; to < len(s) && (isDigit(s[to]) || s[to] == ','); to++ {
	}
	if from == at || to == at+1 {
		return at, at
	}
	return from, to
}

func (p *parser) space() {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			p.i++
		case c == 0xc2 && p.i+1 < len(p.s) && p.s[p.i+1] == 0xa0: // no-break space
			p.i += 2
		default:
			return
		}
	}
}

func (p *parser) peek() byte {
	p.space()
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

// operator takes one of the operators, among them × and −.
func (p *parser) operator(ops string) byte {
	c := p.peek()
	n := 1
	if rest := p.s[p.i:]; len(rest) >= 2 && rest[:2] == "×" {
		c, n = '*', 2
	} else if len(rest) >= 3 && rest[:3] == "−" {
		c, n = '-', 3
	}
	for i := 0; i < len(ops); i++ {
		if ops[i] != c {
			continue
		}
		if p.operators++; p.operators > maxOperators {
			p.fail(p.i, p.i+n, "this expression is too long", "Each operator makes the tree of the expression one deeper, and a browser's stack is small.", "name a part of it, and use the name")
			return 0
		}
		p.i += n
		return c
	}
	return 0
}

func (p *parser) sum() *node {
	left := p.product()
	for p.err == nil {
		at := p.i
		op := p.operator("+-")
		if op == 0 {
			break
		}
		if op == '-' && p.i < len(p.s) && p.s[p.i] == '-' {
			p.space()
			return p.fail(max(at, p.i-1), p.i+1, "`--` begins no comment here", "In CQL it does. A workload has comments that begin with #.", "write # before the comment")
		}
		left = binary(op, left, p.product())
	}
	return left
}

func (p *parser) product() *node {
	left := p.unary()
	for p.err == nil {
		per := p.per()
		op := byte('/')
		if !per {
			op = p.operator("*/%")
		}
		if op == 0 {
			break
		}
		right := p.unary()
		if right.op == 'v' && op == '/' && p.err == nil {
			_, right.rate = number.Per(right.name)
			if per && !right.rate {
				return p.fail(right.span.Start, right.span.End, "`"+right.name+"` is no unit of time", "Behind per stands the time of a rate.", "write such as 60 per min, or / to divide by a quantity")
			}
		}
		left = binary(op, left, right)
		left.rate = per
	}
	return left
}

// per takes the word between a number and the time of a rate.
func (p *parser) per() bool {
	p.space()
	if rest := p.s[p.i:]; len(rest) > 3 && rest[:3] == "per" && !isLetter(rest[3]) && !isDigit(rest[3]) && rest[3] != '(' && rest[3] != '.' && p.operators < maxOperators {
		p.i += 3
		p.operators++
		return true
	}
	return false
}

func binary(op byte, a, b *node) *node {
	return &node{op: op, args: []*node{a, b}, span: a.span.To(b.span)}
}

func (p *parser) unary() *node {
	p.depth++
	defer func() { p.depth-- }()
	p.space()
	start := p.i
	if p.depth > maxDepth {
		return p.fail(start, start, "the expression is nested too deeply", "", "give its parts names of their own")
	}
	switch p.operator("+-") {
	case '-':
		a := p.unary()
		return &node{op: '~', args: []*node{a}, span: diag.Span{Start: start, End: a.span.End}}
	case '+':
		return p.unary()
	}
	base := p.primary()
	if p.err == nil && p.operator("^") != 0 {
		return binary('^', base, p.unary())
	}
	return base
}

func (p *parser) primary() *node {
	c := p.peek()
	start := p.i
	switch {
	case c == '(':
		p.i++
		n := p.sum()
		if p.err != nil {
			return n
		}
		if p.peek() != ')' {
			if p.i < len(p.s) {
				return p.unexpected()
			}
			return p.failed(unclosed(start))
		}
		p.i++
		n.span = diag.Span{Start: start, End: p.i}
		return n
	case isDigit(c) || c == '.' && p.i+1 < len(p.s) && isDigit(p.s[p.i+1]):
		return p.number()
	case isLetter(c):
		return p.name()
	}
	return p.unexpected()
}

func (p *parser) number() *node {
	start := p.i
	n, length, err := number.Scan(p.s[start:])
	if err != nil {
		switch word := p.s[start+err.Start : start+err.End]; word {
		case "per":
			length = len(strings.TrimRight(p.s[start:start+err.Start], " "))
		case "every", "each":
			return p.fail(start+err.Start, start+err.End, "`"+word+"` is no operator", "A rate has a sign of its own.", "write 60/min, or 60 per min")
		default:
			return p.fail(start+err.Start, start+err.End, err.Message, err.Why, err.Instead)
		}
	}
	p.i += length
	literal := p.s[start:p.i]
	return &node{op: 'n', num: n, kind: number.Measures(literal), lone: literal[length-1] == 'm' && !isLetter(literal[length-2]), span: diag.Span{Start: start, End: p.i}}
}

func (p *parser) name() *node {
	start := p.i
	for p.i < len(p.s) {
		c := p.s[p.i]
		if isLetter(c) || isDigit(c) || c == '.' && p.i+1 < len(p.s) && (isLetter(p.s[p.i+1]) || isDigit(p.s[p.i+1])) {
			p.i++
			continue
		}
		break
	}
	name := p.s[start:p.i]
	n := &node{op: 'v', name: name, ref: -1, span: diag.Span{Start: start, End: p.i}}
	if p.peek() != '(' {
		return n
	}
	n.op = 0
	for i, f := range functions {
		if f == name {
			n.op, n.fn = 'f', uint8(i)
		}
	}
	if n.op == 0 && slices.Contains(distNames[:], name) {
		return p.failed(alone(name, n.span))
	}
	if n.op == 0 {
		return p.fail(start, n.span.End, "there is no function `"+name+"`", "The functions are min, max, ceil, floor and round.", "use one of them, or write * between the name and the parenthesis")
	}
	open := p.i
	p.i++
	for p.err == nil {
		n.args = append(n.args, p.sum())
		c := p.peek()
		if p.err != nil {
			break
		}
		if c == ')' {
			p.i++
			break
		}
		if c == 0 {
			return p.failed(unclosed(open))
		}
		if c != ',' {
			return p.unexpected()
		}
		p.i++
	}
	n.span.End = p.i
	if want := n.fn >= 2; p.err == nil && want != (len(n.args) == 1) {
		if want {
			return p.fail(start, p.i, name+" takes one argument", "", "write "+name+"(expression)")
		}
		return p.fail(start, p.i, name+" takes two arguments or more", "", "write "+name+"(a, b)")
	}
	return n
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// An Interval is a quantity in its smallest, its typical and its largest case.
type Interval struct{ Lo, Typ, Hi number.Num }

// Point is an interval of one number.
func Point(n number.Num) Interval { return Interval{n, n, n} }

// Exact reports whether the interval is one number.
func (v Interval) Exact() bool { return v.Lo == v.Hi }

// Eval works the expression out; lookup gives the value of a name.
func (e *Expr) Eval(lookup func(name string) (Interval, bool)) (Interval, *Error) {
	v, err := e.root.eval(func(n *node) (Interval, *Error) {
		if v, ok := lookup(n.name); ok {
			return v, nil
		}
		return Interval{}, unknown(n)
	})
	return v, err
}

// period is the time of a rate, in seconds.
func (n *node) period() Interval {
	s, _ := number.Per(n.name)
	return Point(s)
}

func unknown(n *node) *Error {
	if _, unit := number.Period(n.name); unit {
		e := &Error{n.span, "`" + n.name + "` is a unit without a number", "A unit of time stands behind its number, or behind the / of a rate.", "write 1" + n.name + ", or a rate such as 40/" + n.name}
		if n.name == "m" {
			e.Why, e.Instead = "It may be a minute or a month.", "write min or month"
		}
		return e
	}
	return &Error{n.span, "unknown variable `" + n.name + "`", "No line gives it a value.", "add a line `" + n.name + " = …`, or correct the name"}
}

func (n *node) eval(value func(*node) (Interval, *Error)) (Interval, *Error) {
	switch n.op {
	case 'n':
		return Point(n.num), nil
	case 'v':
		return value(n)
	}
	var a, b Interval
	var err *Error
	if a, err = n.args[0].eval(value); err != nil {
		return a, err
	}
	if n.op == '~' {
		return Interval{a.Hi.Neg(), a.Typ.Neg(), a.Lo.Neg()}, nil
	}
	if n.op == 'f' {
		for _, x := range n.args[1:] {
			if b, err = x.eval(value); err != nil {
				return b, err
			}
			a = Interval{pick(n.fn, a.Lo, b.Lo), pick(n.fn, a.Typ, b.Typ), pick(n.fn, a.Hi, b.Hi)}
		}
		if n.fn >= 2 {
			a = Interval{whole(n.fn, a.Lo), whole(n.fn, a.Typ), whole(n.fn, a.Hi)}
		}
		return a, nil
	}
	if b, err = n.args[1].eval(value); err != nil {
		return b, err
	}
	if n.op == '/' || n.op == '%' {
		if b.Lo.Sign() <= 0 && b.Hi.Sign() >= 0 {
			message := "division by zero"
			if !b.Exact() {
				message = "the divisor can be zero: it goes from " + b.Lo.Text() + " to " + b.Hi.Text()
			}
			return a, &Error{n.args[1].span, message, "", "divide by something above zero"}
		}
	}
	v, problem := combine(n.op, a, b)
	switch problem {
	case nil:
		return v, nil
	case number.ZeroDivision:
		return v, &Error{n.args[1].span, "division by zero", "", "divide by something above zero"}
	case number.TooLarge:
		return v, &Error{n.span, "the result is too large", "Numbers go up to 9.2 × 10^18. No partition and no cluster comes near.", "use smaller numbers"}
	}
	return v, &Error{n.args[1].span, problem.Error(), "", "use a whole number from 0 to 128"}
}

func pick(fn uint8, a, b number.Num) number.Num {
	if (a.Cmp(b) <= 0) == (fn == 0) {
		return a
	}
	return b
}

func whole(fn uint8, a number.Num) number.Num {
	switch fn {
	case 2:
		return number.Int(a.Ceil())
	case 3:
		return number.Int(a.Floor())
	}
	return number.Int(a.Round())
}

// combine applies an operator to two intervals.
func combine(op byte, a, b Interval) (v Interval, err error) {
	one := func(x, y number.Num) (r number.Num) {
		if err != nil {
			return r
		}
		switch op {
		case '+':
			r, err = x.Add(y)
		case '-':
			r, err = x.Sub(y)
		case '*':
			r, err = x.Mul(y)
		case '/':
			r, err = x.Div(y)
		case '%':
			r, err = x.Mod(y)
		case '^':
			e, d, ok := y.Fraction()
			if !ok || d != 1 || e < 0 || e > 128 {
				err = number.Fault("the exponent is " + y.Text())
				return r
			}
			r, err = x.Pow(e)
		}
		return r
	}
	if a.Exact() && b.Exact() {
		return Point(one(a.Lo, b.Lo)), err
	}
	v.Typ = one(a.Typ, b.Typ)
	switch op {
	case '+':
		v.Lo, v.Hi = one(a.Lo, b.Lo), one(a.Hi, b.Hi)
	case '-':
		v.Lo, v.Hi = one(a.Lo, b.Hi), one(a.Hi, b.Lo)
	case '%':
		// The remainder lies between 0 and the divisor.
		v.Lo, v.Hi = number.Min(number.Num{}, b.Lo), number.Max(number.Num{}, b.Hi)
		if a.Lo.Sign() >= 0 && b.Lo.Sign() > 0 {
			v.Hi = number.Min(v.Hi, a.Hi)
		}
	default:
		// Products, quotients by what is never zero, and powers are extreme at the
		// corners; an even power of an interval around zero is at least zero.
		v.Lo = one(a.Lo, b.Lo)
		v.Hi = v.Lo
		for _, c := range [...]number.Num{one(a.Lo, b.Hi), one(a.Hi, b.Lo), one(a.Hi, b.Hi)} {
			v.Lo, v.Hi = number.Min(v.Lo, c), number.Max(v.Hi, c)
		}
		if op == '^' && a.Lo.Sign() < 0 && a.Hi.Sign() > 0 {
			v.Lo = number.Min(v.Lo, number.Num{})
		}
	}
	return v, err
}

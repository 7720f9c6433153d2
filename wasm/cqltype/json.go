// JSON to values: INSERT … JSON and from_json.

package cqltype

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/diag"
)

// A JSONValue is a parsed JSON value. Class is the simple name of the Java class
// that the server's parser would have made of it, which its messages show.
type JSONValue struct {
	Class   string // String, Integer, Long, BigInteger, Double, Boolean, ArrayList, LinkedHashMap; "" for null
	Text    string // of a String; a number as it was written; true or false
	Elems   []*JSONValue
	Members []JSONMember
}

// A JSONMember is a name with a value, in the order of writing.
type JSONMember struct {
	Name  string
	Value *JSONValue
}

// IsNull reports whether the value is null.
func (v *JSONValue) IsNull() bool { return v.Class == "" }

// String is the value as Java prints it.
func (v *JSONValue) String() string {
	var parts []string
	switch v.Class {
	case "":
		return "null"
	case "Double":
		f, _ := strconv.ParseFloat(v.Text, 64)
		return javaDouble(f, 64)
	case "ArrayList":
		for _, e := range v.Elems {
			parts = append(parts, e.String())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case "LinkedHashMap":
		for _, m := range v.Members {
			parts = append(parts, m.Name+"="+m.Value.String())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.Text
}

// jsonParser reads JSON; deep nesting is refused, so that the stack is bounded.
type jsonParser struct {
	s     string
	at    int
	depth int
	bad   bool
}

// maxJSONDepth is the depth at which the server's parser gives up.
const maxJSONDepth = 1000

// ParseJSON reads a text that is one JSON value; ok is false where it is none.
// What follows a complete value is not looked at, as by the server.
func ParseJSON(s string) (v *JSONValue, ok bool) {
	p := jsonParser{s: s}
	v = p.value()
	return v, !p.bad
}

func (p *jsonParser) space() {
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0 {
		p.at++
	}
}

func (p *jsonParser) next(c byte) bool {
	p.space()
	if !p.bad && p.at < len(p.s) && p.s[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *jsonParser) fail() *JSONValue { p.bad = true; return &JSONValue{} }

func (p *jsonParser) value() *JSONValue {
	p.space()
	if p.bad || p.at >= len(p.s) || p.depth >= maxJSONDepth {
		return p.fail()
	}
	switch c := p.s[p.at]; {
	case c == '"':
		return &JSONValue{Class: "String", Text: p.str()}
	case c == '[':
		p.at++
		p.depth++
		v := &JSONValue{Class: "ArrayList"}
		for !p.next(']') {
			if len(v.Elems) > 0 && !p.next(',') || p.bad {
				return p.fail()
			}
			v.Elems = append(v.Elems, p.value())
		}
		p.depth--
		return v
	case c == '{':
		p.at++
		p.depth++
		v := &JSONValue{Class: "LinkedHashMap"}
		for !p.next('}') {
			if len(v.Members) > 0 && !p.next(',') {
				return p.fail()
			}
			if p.space(); p.at >= len(p.s) || p.s[p.at] != '"' {
				return p.fail()
			}
			name := p.str()
			if !p.next(':') {
				return p.fail()
			}
			v.set(name, p.value())
		}
		p.depth--
		return v
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	}
	for _, w := range []struct{ word, class string }{{"null", ""}, {"true", "Boolean"}, {"false", "Boolean"}} {
		if strings.HasPrefix(p.s[p.at:], w.word) {
			p.at += len(w.word)
			if p.at < len(p.s) && isWordByte(p.s[p.at]) {
				break
			}
			return &JSONValue{Class: w.class, Text: w.word}
		}
	}
	return p.fail()
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// set adds a member; of equal names the last value stays at the first place.
func (v *JSONValue) set(name string, value *JSONValue) {
	for i := range v.Members {
		if v.Members[i].Name == name {
			v.Members[i].Value = value
			return
		}
	}
	v.Members = append(v.Members, JSONMember{name, value})
}

// Get returns the member of that name, nil where there is none.
func (v *JSONValue) Get(name string) *JSONValue {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// FoldNames makes column names of an object's names: a name in (escaped) double
// quotes loses them, any other is folded to lower case.
// Source: JsonUtils.handleCaseSensitivity.
func (v *JSONValue) FoldNames() {
	members := v.Members
	v.Members = nil
	for _, changed := range []bool{false, true} { // renamed members go to the end
		for _, m := range members {
			name := m.Name
			if len(name) >= 2 && name[0] == '"' && name[len(name)-1] == '"' {
				name = name[1 : len(name)-1]
			} else {
				name = strings.ToLower(name)
			}
			if (name != m.Name) == changed {
				v.set(name, m.Value)
			}
		}
	}
}

func (p *jsonParser) str() string {
	var b strings.Builder
	p.at++
	for p.at < len(p.s) {
		c := p.s[p.at]
		p.at++
		switch {
		case c == '"':
			return b.String()
		case c < 0x20:
			p.bad = true
			return ""
		case c != '\\':
			b.WriteByte(c)
			continue
		}
		if p.at >= len(p.s) {
			break
		}
		c = p.s[p.at]
		p.at++
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			b.WriteByte("\"\\/\b\f\n\r\t"[i])
			continue
		}
		r, ok := p.hex4()
		if c != 'u' || !ok {
			p.bad = true
			return ""
		}
		if 0xd800 <= r && r < 0xdc00 && strings.HasPrefix(p.s[p.at:], `\u`) {
			save := p.at
			p.at += 2
			if low, ok := p.hex4(); ok && 0xdc00 <= low && low < 0xe000 {
				r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
			} else {
				p.at = save
			}
		}
		if r >= 0xd800 && r < 0xe000 {
			r = '?' // half a pair: what Java writes for it in UTF-8
		}
		b.WriteString(string(r))
	}
	p.bad = true
	return ""
}

func (p *jsonParser) hex4() (rune, bool) {
	if p.at+4 > len(p.s) {
		return 0, false
	}
	b, ok := parseHex(p.s[p.at : p.at+4])
	p.at += 4
	if !ok {
		return 0, false
	}
	return rune(b[0])<<8 | rune(b[1]), true
}

func (p *jsonParser) number() *JSONValue {
	start, class := p.at, "Integer"
	p.at += len(p.s[p.at:]) - len(strings.TrimPrefix(p.s[p.at:], "-"))
	digits := func() int {
		n := 0
		for p.at < len(p.s) && '0' <= p.s[p.at] && p.s[p.at] <= '9' {
			p.at++
			n++
		}
		return n
	}
	first := p.at
	if n := digits(); n == 0 || n > 1 && p.s[first] == '0' {
		return p.fail()
	}
	if p.at < len(p.s) && p.s[p.at] == '.' {
		p.at++
		class = "Double"
		if digits() == 0 {
			return p.fail()
		}
	}
	if p.at < len(p.s) && p.s[p.at]|0x20 == 'e' {
		p.at++
		class = "Double"
		if p.at < len(p.s) && (p.s[p.at] == '+' || p.s[p.at] == '-') {
			p.at++
		}
		if digits() == 0 {
			return p.fail()
		}
	}
	if p.at < len(p.s) && isWordByte(p.s[p.at]) {
		return p.fail()
	}
	text := p.s[start:p.at]
	if p.depth == 0 && p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) < 0 {
		return p.fail()
	}
	if class == "Integer" {
		if n, err := strconv.ParseInt(text, 10, 64); err != nil {
			class = "BigInteger"
		} else if n != int64(int32(n)) {
			class = "Long"
		}
	}
	return &JSONValue{Class: class, Text: text}
}

// FromJSON turns a parsed JSON value into a value of the type. Null inside tuples
// and user-defined types is null; elsewhere it is refused. The error's message is
// the inner one; INSERT … JSON puts the column's name before it.
// Source: AbstractType.fromJSONObject of each type.
func (t *Type) FromJSON(v *JSONValue) ([]byte, *Error) {
	fail := func(m string) ([]byte, *Error) { return nil, invalid("JS-03", m) }
	expected := func(what string) ([]byte, *Error) {
		return fail("Expected " + what + ", but got a " + v.Class + ": " + v.String())
	}
	isString := v.Class == "String"
	isNumber := v.Class == "Integer" || v.Class == "Long" || v.Class == "BigInteger" || v.Class == "Double"
	text := func(what string) ([]byte, *Error) {
		if !isString {
			return expected(what)
		}
		return t.FromString(v.Text)
	}
	switch t.Kind {
	case Ascii:
		return text("an ascii string")
	case Text:
		return text("a UTF-8 string")
	case Inet:
		return text("a string representation of an inet value")
	case Date:
		return text("a string representation of a date value")
	case Time:
		return text("a string representation of a time value")
	case Duration:
		return text("a string representation of a duration")
	case UUID:
		return text("a string representation of a uuid")
	case Timeuuid:
		return text("a string representation of a timeuuid")
	case Tinyint, Smallint:
		if isString || isNumber {
			return t.FromString(v.String())
		}
		return expected([...]string{Tinyint: "a byte value", Smallint: "a short value"}[t.Kind])
	case Int, Bigint:
		want, class2 := "an int value", ""
		if t.Kind == Bigint {
			want, class2 = "a bigint value", "Long"
		}
		switch {
		case isString, v.Class == "Integer", v.Class == class2 && class2 != "":
			return t.FromString(v.Text)
		}
		return expected(want)
	case Varint:
		if _, ok := parseBig(v.String()); !ok {
			return fail("Value '" + v.String() + "' is not a valid representation of a varint value")
		}
		return t.FromString(v.String())
	case Decimal:
		if v.String() == "" {
			return []byte{}, nil
		}
		if _, ok := parseDecimal(v.String()); !ok {
			return fail("Value '" + v.String() + "' is not a valid representation of a decimal value")
		}
		return t.FromString(v.String())
	case Float, Double:
		want := "a double value"
		if t.Kind == Float {
			want = "a float value"
		}
		switch {
		case isString:
			return t.FromString(v.Text)
		case isNumber:
			f, _ := strconv.ParseFloat(v.Text, 64)
			if t.Kind == Float {
				return floatBytes(float32(f)), nil
			}
			return doubleBytes(f), nil
		}
		return expected(want)
	case Boolean:
		switch {
		case isString:
			return t.FromString(v.Text)
		case v.Class == "Boolean":
			return boolBytes(v.Text == "true"), nil
		}
		return expected("a boolean value")
	case Timestamp: // a small number is no Long, and refused
		switch {
		case isString, v.Class == "Long":
			return t.FromString(v.Text)
		}
		return expected("a long or a datestring representation of a timestamp value")
	case Blob:
		problem := ""
		switch {
		case !isString:
			class := "java." + v.javaPackage() + "." + v.Class
			problem = "class " + class + " cannot be cast to class java.lang.String (" + class +
				" and java.lang.String are in module java.base of loader 'bootstrap')"
		case !strings.HasPrefix(v.Text, "0x"):
			problem = "String representation of blob is missing 0x prefix: " + v.Text
		default:
			b, err := t.FromString(v.Text[2:])
			if err == nil {
				return b, nil
			}
			problem = err.Message
		}
		return fail("Value '" + v.String() + "' is not a valid blob representation: " + problem)
	case Counter:
		return nil, &Error{Kind: serverKind, Rule: "JS-03", Message: "java.lang.UnsupportedOperationException"}
	case List, Set, Map, Tuple, UDT, Vector:
		return t.composedFromJSON(v)
	}
	return t.FromString(v.Text)
}

func (v *JSONValue) javaPackage() string {
	switch v.Class {
	case "ArrayList", "LinkedHashMap":
		return "util"
	case "BigInteger":
		return "math"
	}
	return "lang"
}

func (t *Type) composedFromJSON(v *JSONValue) ([]byte, *Error) {
	fail := func(m string) ([]byte, *Error) { return nil, invalid("JS-03", m) }
	if v.Class == "String" { // JSON inside a JSON string
		inner, ok := ParseJSON(v.Text)
		if !ok {
			return fail("Error decoding JSON string: " + v.Text)
		}
		v = inner
	}
	want, class := "", "ArrayList"
	switch t.Kind {
	case List, Vector:
		want = "a list"
	case Set:
		want = "a list (representing a set)"
	case Tuple:
		want = "a list representation of a tuple"
	case Map, UDT:
		want, class = "a map", "LinkedHashMap"
	}
	if v.Class != class {
		return fail("Expected " + want + ", but got a " + v.Class + ": " + v.String())
	}
	var elems [][]byte
	add := func(t *Type, e *JSONValue) *Error {
		b, err := t.FromJSON(e)
		elems = append(elems, b)
		return err
	}
	switch t.Kind {
	case List, Set, Vector:
		if t.Kind == Vector && len(v.Elems) != t.Dim {
			return fail("List had incorrect size: expected " + itoa(t.Dim) + " but given " + itoa(len(v.Elems)) + "; " + v.String())
		}
		for _, e := range v.Elems {
			if e.IsNull() {
				kind := "list"
				if t.Kind == Set {
					kind = "set"
				}
				return fail("Invalid null element in " + kind)
			}
			if err := add(t.Elems[0], e); err != nil {
				return nil, err
			}
		}
		switch t.Kind {
		case Vector:
			return t.BuildVector(elems), nil
		case Set:
			elems = t.SortSet(elems)
		}
		return Pack(elems, len(elems)), nil
	case Map:
		for _, m := range v.Members {
			if m.Value.IsNull() {
				return fail("Invalid null value in map")
			}
			if err := add(t.Elems[0], &JSONValue{Class: "String", Text: m.Name}); err != nil {
				return nil, err
			}
			if err := add(t.Elems[1], m.Value); err != nil {
				return nil, err
			}
		}
		elems = t.SortMap(elems)
		return Pack(elems, len(elems)/2), nil
	case Tuple:
		problem := "is missing items"
		if len(v.Elems) > len(t.Elems) {
			problem = "contains extra items"
		}
		if len(v.Elems) != len(t.Elems) {
			return fail("Tuple " + problem + " (expected " + itoa(len(t.Elems)) + "): " + v.String())
		}
		for i, e := range v.Elems {
			if e.IsNull() {
				elems = append(elems, nil)
			} else if err := add(t.Elems[i], e); err != nil {
				return nil, err
			}
		}
		return BuildTuple(elems), nil
	}
	object := &JSONValue{Class: v.Class, Members: v.Members}
	object.FoldNames()
	found := 0
	for _, f := range t.Fields {
		e := object.Get(f.Name)
		if e == nil || e.IsNull() {
			elems = append(elems, nil)
			continue
		}
		found++
		if err := add(f.Type, e); err != nil {
			return nil, err
		}
	}
	if found != len(object.Members) {
	next:
		for _, m := range object.Members {
			for _, f := range t.Fields {
				if f.Name == m.Name {
					continue next
				}
			}
			return fail("Unknown field '" + m.Name + "' in value of user defined type " + t.Name)
		}
	}
	return BuildTuple(elems), nil
}

func runFromJSON(f *Function, _ *Binding, args [][]byte) ([]byte, *Error) {
	if args[0] == nil {
		return nil, nil
	}
	failed := func(m string) *Error { return &Error{Kind: diag.Function, Rule: "JS-03", Message: m} }
	v, ok := ParseJSON(string(args[0]))
	switch {
	case !ok || !utf8.Valid(args[0]):
		return nil, failed("execution of '" + f.FullName() + "[text]' failed: Could not decode JSON string '" + string(args[0]) + "'")
	case v.IsNull():
		return nil, nil
	}
	b, err := f.Returns.FromJSON(v)
	if err != nil && err.Kind == diag.Invalid {
		err = failed("org.apache.cassandra.serializers.MarshalException: " + err.Message)
	}
	return b, err
}

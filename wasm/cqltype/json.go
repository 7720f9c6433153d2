// JSON to values: INSERT … JSON and from_json.

package cqltype

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
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

// jsonParser reads JSON as Jackson does, whose messages the server passes on.
type jsonParser struct {
	s     string
	at    int
	depth int
	err   string // the exception's text, once something is wrong
}

// maxJSONDepth is the depth at which the server's parser gives up.
const maxJSONDepth = 1000

const (
	jackson   = "com.fasterxml.jackson."
	anyValue  = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')"
	jsonMap   = "`java.util.LinkedHashMap<java.lang.Object,java.lang.Object>`"
	noComment = "maybe a (non-standard) comment? (not recognized as one since Feature 'ALLOW_COMMENTS' not enabled for parser)"
)

// DecodeJSON reads a JSON value; where object is set it has to be an object, or
// null. problem is the text of the server's exception, "" where all is well. What
// follows a complete value is not looked at, as by the server.
func DecodeJSON(s string, object bool) (v *JSONValue, problem string) {
	p := jsonParser{s: s}
	if p.space(); p.at >= len(s) && p.err == "" {
		return nil, jackson + "databind.exc.MismatchedInputException: No content to map due to end-of-input\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1]"
	}
	start := p.at
	mismatch := func(from string) string {
		return jackson + "databind.exc.MismatchedInputException: " + from + "\n" + p.place(start)
	}
	if object && p.err == "" && s[start] == '[' {
		return nil, mismatch("Cannot deserialize value of type " + jsonMap + " from Array value (token `JsonToken.START_ARRAY`)")
	}
	v = p.value()
	if p.err != "" || !object {
		return v, p.err
	}
	token := ""
	switch v.Class {
	case "", "LinkedHashMap":
		return v, ""
	case "String":
		if v.Text == "" {
			return nil, jackson + "databind.exc.InvalidFormatException: Cannot coerce empty String (\"\") to element of `java.util.LinkedHashMap` (but could if coercion was enabled using `CoercionConfig`)\n" + p.place(start)
		}
		return nil, mismatch("Cannot construct instance of `java.util.LinkedHashMap` (although at least one Creator exists): no String-argument constructor/factory method to deserialize from String value ('" + v.Text + "')")
	case "Boolean":
		token = "Boolean value (token `JsonToken.VALUE_" + strings.ToUpper(v.Text)
	case "Double":
		token = "Floating-point value (token `JsonToken.VALUE_NUMBER_FLOAT"
	default:
		token = "Integer value (token `JsonToken.VALUE_NUMBER_INT"
	}
	return nil, mismatch("Cannot deserialize value of type " + jsonMap + " from " + token + "`)")
}

// place is how an exception shows an offset.
func (p *jsonParser) place(at int) string {
	before := p.s[:min(at, len(p.s))]
	line := 1 + strings.Count(before, "\n")
	column := 1
	for _, r := range before[strings.LastIndexByte(before, '\n')+1:] {
		if column++; r > 0xffff { // Java counts in UTF-16
			column++
		}
	}
	return " at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: " + strconv.Itoa(line) + ", column: " + strconv.Itoa(column) + "]"
}

func (p *jsonParser) failAs(class, message string, at int) *JSONValue {
	if p.err == "" {
		p.err = jackson + "core." + class + ": " + message + "\n" + p.place(at)
	}
	return &JSONValue{}
}

func (p *jsonParser) fail(message string, at int) *JSONValue {
	return p.failAs("JsonParseException", message, at)
}

func (p *jsonParser) ends(message string) *JSONValue {
	return p.failAs("io.JsonEOFException", "Unexpected end-of-input"+message, len(p.s))
}

// unexpected blames the character at an offset and names another as the place.
func (p *jsonParser) unexpected(at int, what string, place int) *JSONValue {
	r, _ := utf8.DecodeRuneInString(p.s[at:])
	code := strconv.Itoa(int(r))
	if r > 255 {
		code += " / 0x" + strconv.FormatInt(int64(r), 16)
	}
	return p.fail("Unexpected character ('"+string(r)+"' (code "+code+"))"+what, place)
}

func (p *jsonParser) space() {
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0 {
		p.at++
	}
	if p.at < len(p.s) && p.s[p.at] == '/' {
		p.unexpected(p.at, ": "+noComment, p.at)
	}
}

// peek is the next character after white space, 0 at the end or after an error.
func (p *jsonParser) peek() byte {
	if p.space(); p.err != "" || p.at >= len(p.s) {
		return 0
	}
	return p.s[p.at]
}

func (p *jsonParser) value() *JSONValue {
	switch c := p.peek(); {
	case p.err != "":
		return &JSONValue{}
	case c == '"':
		return &JSONValue{Class: "String", Text: p.str(": was expecting closing quote for a string value")}
	case c == '[' || c == '{':
		if p.depth++; p.depth > maxJSONDepth {
			return p.failAs("exc.StreamConstraintsException", "Document nesting depth (1001) exceeds the maximum allowed (1000, from `StreamReadConstraints.getMaxNestingDepth()`)", p.at)
		}
		v := p.container(c)
		p.depth--
		return v
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == '+':
		return p.unexpected(p.at, " in numeric value: JSON spec does not allow numbers to have plus signs: enable `JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS` to allow", p.at+1)
	case c == ']' || c == '}':
		if p.depth > 0 {
			return p.unexpected(p.at, ": expected a value", p.at)
		}
		what := "Array"
		if c == '}' {
			what = "Object"
		}
		return p.fail("Unexpected close marker '"+string(c)+"': no open "+what+" to close", p.at)
	}
	end := p.at
	for i, r := range p.s[p.at:] {
		if r != '_' && r != '$' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			break
		}
		end = p.at + i + utf8.RuneLen(r)
	}
	word := p.s[p.at:end]
	switch word {
	case "":
		return p.unexpected(p.at, ": expected a valid value "+anyValue, p.at)
	case "null":
		p.at = end
		return &JSONValue{}
	case "true", "false":
		p.at = end
		return &JSONValue{Class: "Boolean", Text: word}
	case "NaN", "Infinity":
		return p.fail("Non-standard token '"+word+"': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow", end)
	}
	return p.fail("Unrecognized token '"+word+"': was expecting "+anyValue, end)
}

// container reads an array or an object.
func (p *jsonParser) container(open byte) *JSONValue {
	start := p.at
	p.at++
	v, what, end, wrong := &JSONValue{Class: "ArrayList"}, "Array", byte(']'), byte('}')
	if open == '{' {
		v, what, end, wrong = &JSONValue{Class: "LinkedHashMap"}, "Object", '}', ']'
	}
	for n := 0; ; n++ {
		c := p.peek()
		switch {
		case p.err != "":
			return v
		case c == end:
			p.at++
			return v
		case p.at >= len(p.s):
			return p.ends(": expected close marker for " + what + " (start marker" + p.place(start) + ")")
		case c == wrong:
			return p.fail("Unexpected close marker '"+string(c)+"': expected '"+string(end)+"' (for "+what+" starting"+p.place(start)+")", p.at)
		case n > 0 && c != ',':
			return p.unexpected(p.at, ": was expecting comma to separate "+what+" entries", p.at)
		case n > 0:
			p.at++
			if c = p.peek(); p.err == "" && p.at >= len(p.s) {
				return p.fail("Unexpected end-of-input within/between "+what+" entries", len(p.s))
			}
		}
		if open == '[' {
			v.Elems = append(v.Elems, p.value())
			continue
		}
		if c != '"' && p.err == "" {
			return p.unexpected(p.at, ": was expecting double-quote to start field name", p.at)
		}
		name := p.str(" in field name")
		c = p.peek()
		switch {
		case p.err != "":
			return v
		case p.at >= len(p.s):
			return p.ends(" within/between Object entries")
		case c != ':':
			return p.unexpected(p.at, ": was expecting a colon to separate field name and value", p.at)
		}
		p.at++
		if p.peek(); p.err == "" && p.at >= len(p.s) {
			return p.ends(" within/between Object entries")
		}
		if c = p.s[p.at]; c == ']' || c == '}' {
			return p.unexpected(p.at, ": expected a valid value "+anyValue, p.at)
		}
		v.set(name, p.value())
	}
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

// str reads a string; short is what to say where the text ends in it.
func (p *jsonParser) str(short string) string {
	if p.err != "" {
		return ""
	}
	var b strings.Builder
	p.at++
	for p.at < len(p.s) {
		c := p.s[p.at]
		p.at++
		switch {
		case c == '"':
			return b.String()
		case c < 0x20:
			p.fail("Illegal unquoted character ((CTRL-CHAR, code "+strconv.Itoa(int(c))+")): has to be escaped using backslash to be included in string value", p.at-1)
			return ""
		case c != '\\':
			b.WriteByte(c)
			continue
		}
		if p.at >= len(p.s) {
			p.ends(" in character escape sequence")
			return ""
		}
		c = p.s[p.at]
		p.at++
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			b.WriteByte("\"\\/\b\f\n\r\t"[i])
			continue
		}
		if c != 'u' {
			r, _ := utf8.DecodeRuneInString(p.s[p.at-1:])
			p.fail("Unrecognized character escape '"+string(r)+"' (code "+strconv.Itoa(int(r))+")", p.at-1)
			return ""
		}
		r := p.hex4()
		if 0xd800 <= r && r < 0xdc00 && strings.HasPrefix(p.s[p.at:], `\u`) {
			save := p.at
			p.at += 2
			if low := p.hex4(); 0xdc00 <= low && low < 0xe000 {
				r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
			} else {
				p.at = save
			}
		}
		if r >= 0xd800 && r < 0xe000 {
			r = '?' // half a pair: what Java writes for it in UTF-8
		}
		if p.err != "" {
			return ""
		}
		b.WriteString(string(r))
	}
	p.ends(short)
	return ""
}

func (p *jsonParser) hex4() (r rune) {
	for range 4 {
		if p.at >= len(p.s) {
			p.ends(" in character escape sequence")
			return 0
		}
		b, ok := parseHex("0" + p.s[p.at:p.at+1])
		if !ok {
			p.unexpected(p.at, ": expected a hex-digit for character escape sequence", p.at)
			return 0
		}
		r = r<<4 | rune(b[0])
		p.at++
	}
	return r
}

func (p *jsonParser) number() *JSONValue {
	start, part, class := p.at, 0, "Integer"
	negative := p.s[p.at] == '-'
	if negative {
		p.at++
	}
	digits := func() int {
		n := 0
		for p.at < len(p.s) && '0' <= p.s[p.at] && p.s[p.at] <= '9' {
			p.at++
			n++
		}
		return n
	}
	var first int
	need := func(what, short string, place int) bool {
		switch {
		case digits() > 0:
			return true
		case p.at >= len(p.s) && short == "":
			p.unexpected(part, " in numeric value: "+what, part)
		case p.at >= len(p.s):
			p.ends(short)
		default:
			if part > first && p.s[first] == '0' {
				place++ // numbers that begin with 0 are read another way
			}
			p.unexpected(p.at, " in numeric value: "+what, place)
		}
		return false
	}
	first = p.at
	if negative && strings.HasPrefix(p.s[p.at:], "Infinity") {
		return p.fail("Non-standard token '-Infinity': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow", p.at+len("Infinity"))
	}
	if !need("expected digit (0-9) to follow minus sign, for valid numeric value", "No digit following sign", first) {
		return &JSONValue{}
	}
	if p.at-first > 1 && p.s[first] == '0' {
		return p.fail("Invalid numeric value: Leading zeroes not allowed", first+1)
	}
	part = p.at
	if p.at < len(p.s) && p.s[p.at] == '.' {
		p.at++
		class = "Double"
		if !need("Decimal point not followed by a digit", "", part) {
			return &JSONValue{}
		}
	}
	part = p.at
	if p.at < len(p.s) && p.s[p.at]|0x20 == 'e' {
		p.at++
		class = "Double"
		if p.at < len(p.s) && (p.s[p.at] == '+' || p.s[p.at] == '-') {
			p.at++
		}
		if !need("Exponent indicator not followed by a digit", "expected a digit for number exponent", part) {
			return &JSONValue{}
		}
	}
	text := p.s[start:p.at]
	if p.depth == 0 && p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) < 0 {
		return p.unexpected(p.at, ": Expected space separating root-level values", p.at)
	}
	if class == "Integer" {
		n, err := strconv.ParseInt(text, 10, 64)
		if n == 0 {
			text = "0" // -0 as well
		}
		if err != nil {
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
func (t *Type) FromJSON(v *JSONValue) ([]byte, *diag.Diagnostic) {
	fail := func(template string, args ...string) ([]byte, *diag.Diagnostic) {
		return nil, invalid(rule.JS03, template, args...)
	}
	expected := func(what string) ([]byte, *diag.Diagnostic) {
		return fail("Expected %, but got a %: %", what, v.Class, v.String())
	}
	isString := v.Class == "String"
	isNumber := v.Class == "Integer" || v.Class == "Long" || v.Class == "BigInteger" || v.Class == "Double"
	if t.Kind == Custom {
		return nil, rule.JS03.Server(diag.Span{}, "java.lang.UnsupportedOperationException")
	}
	switch want := jsonWants[t.Kind]; t.Kind {
	case Ascii, Text, Inet, Date, Time, Duration, UUID, Timeuuid:
		if !isString {
			return expected(want)
		}
		return t.FromString(v.Text)
	case Tinyint, Smallint, Int, Bigint, Timestamp, Boolean:
		ok := isString
		switch t.Kind {
		case Int:
			ok = ok || v.Class == "Integer"
		case Bigint:
			ok = ok || v.Class == "Integer" || v.Class == "Long"
		case Timestamp: // a small number is no Long, and refused
			ok = ok || v.Class == "Long"
		case Boolean:
			ok = ok || v.Class == "Boolean"
		default:
			ok = ok || isNumber
		}
		if !ok {
			return expected(want)
		}
		return t.FromString(v.String())
	case Float, Double:
		switch {
		case isString:
			return t.FromString(v.Text)
		case isNumber:
			f, _ := strconv.ParseFloat(v.Text, 64)
			return store(t.Kind, number{kind: Double, f: f}), nil
		}
		return expected(want)
	case Varint:
		if _, ok := parseBig(v.String()); !ok {
			return fail("Value '%' is not a valid representation of a varint value", v.String())
		}
		return t.FromString(v.String())
	case Decimal:
		if v.String() == "" {
			return []byte{}, nil
		}
		if _, ok := parseDecimal(v.String()); !ok {
			return fail("Value '%' is not a valid representation of a decimal value", v.String())
		}
		return t.FromString(v.String())
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
		return fail("Value '%' is not a valid blob representation: %", v.String(), problem)
	case Counter:
		return nil, rule.JS03.Server(diag.Span{}, "java.lang.UnsupportedOperationException")
	case List, Set, Map, Tuple, UDT, Vector:
		return t.composedFromJSON(v)
	}
	return t.FromString(v.Text)
}

// jsonWants is what the server expected where JSON has something else, by Kind.
var jsonWants = [...]string{
	Ascii: "an ascii string", Text: "a UTF-8 string", Inet: "a string representation of an inet value",
	Date: "a string representation of a date value", Time: "a string representation of a time value",
	Duration: "a string representation of a duration", UUID: "a string representation of a uuid",
	Timeuuid: "a string representation of a timeuuid", Tinyint: "a byte value", Smallint: "a short value",
	Int: "an int value", Bigint: "a bigint value", Float: "a float value", Double: "a double value",
	Boolean: "a boolean value", Timestamp: "a long or a datestring representation of a timestamp value",
	Vector: "",
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

func (t *Type) composedFromJSON(v *JSONValue) ([]byte, *diag.Diagnostic) {
	fail := func(template string, args ...string) ([]byte, *diag.Diagnostic) {
		return nil, invalid(rule.JS03, template, args...)
	}
	if v.Class == "String" { // JSON inside a JSON string
		inner, problem := DecodeJSON(v.Text, false)
		if _, message, ok := strings.Cut(problem, ": "); ok {
			return fail("Error decoding JSON string: %", message)
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
		return fail("Expected %, but got a %: %", want, v.Class, v.String())
	}
	var elems [][]byte
	add := func(t *Type, e *JSONValue) *diag.Diagnostic {
		b, err := t.FromJSON(e)
		elems = append(elems, b)
		return err
	}
	switch t.Kind {
	case List, Set, Vector:
		if t.Kind == Vector && len(v.Elems) != t.Dim {
			return fail("List had incorrect size: expected % but given %; %", strconv.Itoa(t.Dim), strconv.Itoa(len(v.Elems)), v.String())
		}
		for _, e := range v.Elems {
			if e.IsNull() {
				kind := "list"
				if t.Kind == Set {
					kind = "set"
				}
				return fail("Invalid null element in %", kind)
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
			return fail("Tuple % (expected %): %", problem, strconv.Itoa(len(t.Elems)), v.String())
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
			return fail("Unknown field '%' in value of user defined type %", m.Name, t.Name)
		}
	}
	return BuildTuple(elems), nil
}

func runFromJSON(f *Function, _ *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if args[0] == nil {
		return nil, nil
	}
	failed := func(m string) *diag.Diagnostic { return rule.JS03.Refuse(diag.Function, diag.Span{}, "%", m) }
	v, problem := DecodeJSON(string(args[0]), false)
	switch {
	case problem != "":
		return nil, failed("execution of '" + f.FullName() + "[text]' failed: Could not decode JSON string '" + string(args[0]) + "': " + problem)
	case v.IsNull():
		return nil, nil
	}
	b, err := f.Returns.FromJSON(v)
	if err != nil && MarshalException(err) {
		err = failed("org.apache.cassandra.serializers.MarshalException: " + err.Message)
	}
	return b, err
}

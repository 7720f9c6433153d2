package cqltype

import (
	"strconv"
	"unicode/utf8"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// Validate checks that bytes are a value of the type, as the type's serializer
// does when a driver sends them. Messages are the server's.
func (t *Type) Validate(v []byte) *diag.Diagnostic {
	bad := func(template string, args ...string) *diag.Diagnostic { return invalid(rule.BIND02, template, args...) }
	wrongSize := func(want string) *diag.Diagnostic { return bad("% (%)", want, strconv.Itoa(len(v))) }
	size := func(n int, empty bool, want string) *diag.Diagnostic {
		if len(v) == n || empty && len(v) == 0 {
			return nil
		}
		return wrongSize(want)
	}
	switch t.Kind {
	case Ascii:
		for _, b := range v {
			if b >= 0x80 {
				return bad("Invalid byte for ascii: %", strconv.Itoa(int(int8(b))))
			}
		}
	case Text:
		if !utf8.Valid(v) {
			return bad("String didn't validate.")
		}
	case Tinyint:
		return size(1, false, "Expected 1 byte for a tinyint")
	case Smallint:
		return size(2, false, "Expected 2 bytes for a smallint")
	case Int:
		return size(4, true, "Expected 4 or 0 byte int")
	case Bigint, Counter:
		return size(8, true, "Expected 8 or 0 byte long")
	case Float:
		return size(4, true, "Expected 4 or 0 byte value for a float")
	case Double:
		return size(8, true, "Expected 8 or 0 byte value for a double")
	case Timestamp:
		return size(8, true, "Expected 8 or 0 byte long for date")
	case Date:
		return size(4, false, "Expected 4 byte long for date")
	case Time:
		return size(8, false, "Expected 8 byte long for time")
	case Boolean:
		if len(v) > 1 {
			return wrongSize("Expected 1 or 0 byte value")
		}
	case UUID:
		return size(16, true, "UUID should be 16 or 0 bytes")
	case Timeuuid:
		if err := size(16, true, "UUID should be 16 or 0 bytes"); err != nil {
			return err
		}
		if len(v) > 0 && v[6]>>4 != 1 {
			return bad("Invalid version for TimeUUID type: 0x%", Hex(v[:1])[:1])
		}
	case Inet:
		if len(v) != 0 && len(v) != 4 && len(v) != 16 {
			return bad("Expected 4 or 16 byte inetaddress; got %", Hex(v))
		}
	case Decimal:
		if len(v) > 0 && len(v) < 4 {
			return wrongSize("Expected 0 or at least 4 bytes")
		}
	case Duration:
		return validateDuration(v)
	case Empty:
		if len(v) > 0 {
			return bad("EmptyType only accept empty values")
		}
	case List, Set, Map:
		return t.validateCollection(v)
	case Tuple, UDT:
		return t.validateTuple(v)
	case Vector:
		elems, err := t.SplitVector(v)
		if err != nil {
			return err
		}
		for _, e := range elems {
			if err := t.Elems[0].Validate(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func validateDuration(v []byte) *diag.Diagnostic {
	if len(v) < 3 {
		return invalid(rule.BIND02, "Expected at least 3 bytes for a duration (%)", strconv.Itoa(len(v)))
	}
	p, ok := durationParts(v)
	if !ok {
		return rule.BIND02.Server(diag.Span{}, "java.lang.AssertionError: Unexpected error")
	}
	for i, name := range []string{"months", "days"} {
		if p[i] != int64(int32(p[i])) {
			return invalid(rule.BIND02, "The duration % must be a 32 bits integer but was: %", name, strconv.FormatInt(p[i], 10))
		}
	}
	if (p[0] > 0 || p[1] > 0 || p[2] > 0) && (p[0] < 0 || p[1] < 0 || p[2] < 0) {
		return invalid(rule.BIND02, "The duration months, days and nanoseconds must be all of the same sign (%, %, %)", strconv.FormatInt(p[0], 10), strconv.FormatInt(p[1], 10), strconv.FormatInt(p[2], 10))
	}
	return nil
}

func (t *Type) validateCollection(v []byte) *diag.Diagnostic {
	name := [...]string{"list", "set", "map"}[t.Kind-List]
	short := invalid(rule.BIND02, "Not enough bytes to read a %", name)
	if len(v) < 4 {
		return short
	}
	n := int(int32(Long(v[:4]))) * len(t.Elems)
	rest := v[4:]
	for i := 0; i < n; i++ {
		e, r, ok := readElement(rest)
		if !ok {
			return short
		}
		if e == nil {
			return invalid(rule.BIND02, "Null value read when not allowed")
		}
		if err := t.Elems[i%len(t.Elems)].Validate(e); err != nil {
			return err
		}
		rest = r
	}
	if len(rest) > 0 {
		return invalid(rule.BIND02, "Unexpected extraneous bytes after % value", name)
	}
	return nil
}

func (t *Type) validateTuple(v []byte) *diag.Diagnostic {
	for i := range t.size() {
		if len(v) == 0 {
			return nil
		}
		what := strconv.Itoa(i) + "th component"
		if t.Kind == UDT {
			what = strconv.Itoa(i) + "th field " + t.Fields[i].Name
		}
		if len(v) < 4 {
			return invalid(rule.BIND02, "Not enough bytes to read size of %", what)
		}
		e, rest, ok := readElement(v)
		if !ok {
			return invalid(rule.BIND02, "Not enough bytes to read %", what)
		}
		v = rest
		if e == nil {
			continue
		}
		if err := t.elem(i).Validate(e); err != nil {
			if t.Kind == UDT {
				err = invalid(rule.BIND02, "Failure validating the %; %", what, err.Message)
			}
			return err
		}
	}
	if len(v) > 0 {
		if t.Kind == UDT {
			return invalid(rule.BIND02, "Invalid remaining data after end of UDT value")
		}
		return invalid(rule.BIND02, "Invalid remaining data after end of tuple value")
	}
	return nil
}

// javaClass is the class behind the type, for the messages in which the server
// names it.
func (t *Type) javaClass() string {
	if t.Kind == Custom {
		return t.Class
	}
	return "org.apache.cassandra.db.marshal." + [...]string{"AsciiType", "LongType", "BytesType", "BooleanType", "CounterColumnType",
		"SimpleDateType", "DecimalType", "DoubleType", "DurationType", "EmptyType", "FloatType", "InetAddressType", "Int32Type",
		"ShortType", "UTF8Type", "TimeType", "TimestampType", "TimeUUIDType", "ByteType", "UUIDType", "IntegerType",
		"ListType", "SetType", "MapType", "TupleType", "UserType", "VectorType"}[t.Kind]
}

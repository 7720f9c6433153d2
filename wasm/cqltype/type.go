// Package cqltype knows CQL's types and values: how a type is written, how many
// bytes a value takes, how a literal becomes a value and a value becomes bytes,
// and which native functions take and return it.
//
// A value is its serialized bytes, as Cassandra holds it: nil is null.
//
//   - Type: String, Equal, Freeze; FromString, Validate, Compare; Text, Literal,
//     JSON, FromJSON, Row; RawLen, DiskLen.
//   - Pack, Unpack, SortSet, SortMap, BuildTuple, SplitTuple, BuildVector,
//     SplitVector take composed values together and apart; PartitionKey and
//     MurmurToken make keys and tokens of them.
//   - Env.Prepare types a term of the syntax tree for a Receiver, with the
//     server's first error where it does not fit; Term.Bind works out its value.
//     Env.Resolve finds the overload of a function; an Arg is a term or, in a
//     select list, what the caller makes of a selector. Function.Call runs a
//     native scalar function, NewAggregate starts a native aggregate.
package cqltype

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
)

// Kind is the form of a type.
type Kind uint8

// The native types first, in alphabetical order, then the composed ones.
const (
	Ascii Kind = iota
	Bigint
	Blob
	Boolean
	Counter
	Date
	Decimal
	Double
	Duration
	Empty // of a custom class; holds nothing
	Float
	Inet
	Int
	Smallint
	Text // also written varchar
	Time
	Timestamp
	Timeuuid
	Tinyint
	UUID
	Varint
	List
	Set
	Map
	Tuple
	UDT
	Vector
	Custom // a Java class that is none of the above
)

var nativeNames = [...]string{"ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double", "duration", "empty",
	"float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"}

// A Type is a resolved CQL type. Types are compared with Equal, never by pointer.
type Type struct {
	Kind      Kind
	Frozen    bool    // written frozen<…>, or inside something frozen; tuples and vectors are always held as one value
	Elems     []*Type // List, Set, Vector: one; Map: key, value; Tuple: its elements
	Dim       int     // Vector
	Keyspace  string  // UDT
	Name      string  // UDT
	Fields    []Field // UDT
	Class     string  // Custom: the full Java class name
	Composite bool    // Custom: values of Elems, each with its length and an end
}

// A Field is a field of a user-defined type.
type Field struct {
	Name string
	Type *Type
}

// Native returns the native type of that CQL name (lower case), or nil.
// varchar is text.
func Native(name string) *Type {
	if name == "varchar" {
		name = "text"
	}
	for k, n := range nativeNames {
		if n == name && Kind(k) != Empty {
			return natives[k]
		}
	}
	return nil
}

// NativeOf returns the one shared type of a native kind.
func NativeOf(k Kind) *Type { return natives[k] }

var natives = func() (out [Varint + 1]*Type) {
	for k := range out {
		out[k] = &Type{Kind: Kind(k)}
	}
	return
}()

// IsCollection reports whether t is a list, a set or a map.
func (t *Type) IsCollection() bool { return t.Kind == List || t.Kind == Set || t.Kind == Map }

// MultiCell reports whether a column of this type is stored as several cells: a
// collection or user-defined type that is not frozen.
func (t *Type) MultiCell() bool {
	return !t.Frozen && (t.IsCollection() || t.Kind == UDT)
}

// FixedLen is the length in bytes of every value of the type as the storage
// engine sees it, or -1 where it writes a length. tinyint, smallint, date and
// time have no fixed length there, although their values have.
// Source: AbstractType.valueLengthIfFixed of Cassandra 5.0.
func (t *Type) FixedLen() int {
	switch t.Kind {
	case Boolean:
		return 1
	case Int, Float:
		return 4
	case Bigint, Double, Timestamp:
		return 8
	case UUID, Timeuuid:
		return 16
	case Empty:
		return 0
	case Vector:
		if n := t.Elems[0].FixedLen(); n >= 0 {
			return n * t.Dim
		}
	}
	return -1
}

// String is the type as Cassandra prints it in CQL.
func (t *Type) String() string {
	s := ""
	switch t.Kind {
	case List, Set, Map, Tuple, Vector:
		parts := make([]string, len(t.Elems), len(t.Elems)+1)
		for i, e := range t.Elems {
			parts[i] = e.String()
		}
		if t.Kind == Vector {
			parts = append(parts, strconv.Itoa(t.Dim))
		}
		s = [...]string{"list", "set", "map", "tuple", "", "vector"}[t.Kind-List] + "<" + strings.Join(parts, ", ") + ">"
	case UDT:
		s = cql.QuoteName(t.Name)
	case Custom:
		return "'" + t.Class + "'"
	default:
		return nativeNames[t.Kind]
	}
	if t.Frozen && (t.IsCollection() || t.Kind == UDT) || t.Kind == Tuple {
		s = "frozen<" + s + ">"
	}
	return s
}

// HoldsDuration reports whether the server finds a duration in the type: it does not
// look into sets, vectors and the keys of maps.
// Source: AbstractType.referencesDuration and what overrides it.
func (t *Type) HoldsDuration() bool {
	switch t.Kind {
	case Duration:
		return true
	case List, Map:
		return t.Elems[len(t.Elems)-1].HoldsDuration()
	case Tuple:
		return slices.ContainsFunc(t.Elems, (*Type).HoldsDuration)
	case UDT:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.HoldsDuration() })
	}
	return false
}

// Textual reports whether values of the type are texts.
func (t *Type) Textual() bool { return t.Kind == Text || t.Kind == Ascii }

// Numeric reports whether values of the type can be added.
func (t *Type) Numeric() bool {
	switch t.Kind {
	case Tinyint, Smallint, Int, Bigint, Float, Double, Varint, Decimal, Counter:
		return true
	}
	return false
}

// FieldAt is the position of a field of a user-defined type, -1 if it has none of that
// name.
func (t *Type) FieldAt(name string) int {
	return slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name })
}

// FrozenComposite reports whether values of the type have parts and are stored as one.
func (t *Type) FrozenComposite() bool {
	return !t.MultiCell() && (t.IsCollection() || t.Kind == Tuple || t.Kind == UDT)
}

// Users returns a function that reports whether the server finds in a type the user-defined
// type of that name: it does not look into vectors, which keep the type as it was when they
// were made. What types share it looks at once: looks is told how many parts each has, before.
// Source: AbstractType.referencesUserType and withUpdatedUserType, which VectorType does
// not override.
func Users(name string, looks func(parts int)) func(*Type) bool {
	known := map[*Type]bool{}
	fields := map[*Field]bool{} // of types that share them: a type and the same in frozen<>
	var uses func(t *Type) bool
	of := func(t *Type) (is bool) {
		looks(len(t.Elems) + 1)
		if t.Kind == UDT && t.Name == name || slices.ContainsFunc(t.Elems, uses) {
			return true
		}
		if len(t.Fields) == 0 {
			return false
		}
		is, there := fields[&t.Fields[0]]
		if !there {
			looks(len(t.Fields))
			is = slices.ContainsFunc(t.Fields, func(f Field) bool { return uses(f.Type) })
			fields[&t.Fields[0]] = is
		}
		return is
	}
	uses = func(t *Type) bool {
		if len(t.Elems) == 0 && t.Kind != UDT || t.Kind == Vector {
			return false
		}
		is, there := known[t]
		if !there {
			is = of(t)
			known[t] = is
		}
		return is
	}
	return uses
}

// Weights returns a function that weighs types: the number of types in one, with itself,
// each as often as it stands there. A type of two fields of a type of two fields has a
// weight of seven. Types are shared, so that few statements make one of any weight; what
// looks at a type from top to bottom takes as long as that, this function does not.
func Weights() func(*Type) int {
	known := map[*Type]int{}
	fields := map[*Field]int{} // of types that share them: a type and the same in frozen<>
	var weigh func(t *Type) int
	weigh = func(t *Type) int {
		if len(t.Elems) == 0 && len(t.Fields) == 0 {
			return 1
		}
		if n, ok := known[t]; ok {
			return n
		}
		if len(t.Fields) > 0 && fields[&t.Fields[0]] > 0 {
			return fields[&t.Fields[0]]
		}
		n := 1
		add := func(t *Type) {
			if n += weigh(t); n < 0 {
				n = math.MaxInt / 2 // beyond counting
			}
		}
		for _, e := range t.Elems {
			add(e)
		}
		for _, f := range t.Fields {
			add(f.Type)
		}
		if known[t] = n; len(t.Fields) > 0 {
			fields[&t.Fields[0]] = n
		}
		return n
	}
	return weigh
}

// ReversedType is the server's wrapper around the type of a column in descending
// order, which some of its code takes for the type itself.
var ReversedType = &Type{Kind: Custom, Class: "org.apache.cassandra.db.marshal.ReversedType"}

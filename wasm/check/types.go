package check

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// This file turns types as written into types: names are looked up, and the
// rules TY-* say which may stand in which. Source: CQL3Type.Raw.prepare.

// A typeScope is where a type is looked up: the user types of one keyspace.
type typeScope struct {
	keyspace string
	types    map[string]*cqltype.Type
	meter    *work.Meter
}

func (ctx *Context) ScopeOf(ks *schema.Keyspace) typeScope {
	return typeScope{ks.Name, ks.Types, ctx.Work}
}

// Shared is the scope of the fields of a type, which share the types that they name:
// nobody looks into these before there is a column.
func (s typeScope) Shared() typeScope {
	s.meter = nil
	return s
}

// Weigh takes weights of user-defined types for work: what is done with a column takes
// as long as its type is deep and wide.
func Weigh(m *work.Meter, weight int) { m.Spend(weight, fieldUnits, nestedFields) }

// RoomFor is Weigh where the types of a table get heavier: what takes longer from then on is not
// done yet.
func RoomFor(m *work.Meter, weight int) { m.Room(weight, fieldUnits, nestedFields) }

const (
	fieldUnits   = 50
	nestedFields = "fields of nested types"
)

// ResolveType turns a type as written in a statement on the keyspace into a type.
func (ctx *Context) ResolveType(keyspace string, t *cql.TypeExpr) (*cqltype.Type, *diag.Diagnostic) {
	scope := typeScope{keyspace: keyspace, meter: ctx.Work}
	if ks := ctx.Catalogue.Keyspaces[keyspace]; ks != nil {
		scope.types = ks.Types
	}
	return scope.Resolve(t, false)
}

// Resolve works out a type; frozen says that something around it freezes it.
func (s typeScope) Resolve(t *cql.TypeExpr, frozen bool) (*cqltype.Type, *diag.Diagnostic) {
	switch t.Kind {
	case cql.NativeType:
		return cqltype.Native(t.Name), nil
	case cql.FrozenType:
		return s.Resolve(t.Args[0], true)
	case cql.CustomType:
		return customType(t)
	case cql.UserType:
		return s.userType(t, frozen)
	case cql.VectorType:
		elem, d := s.Resolve(t.Args[0], false)
		if d != nil {
			return nil, d
		}
		if t.Dim <= 0 {
			return nil, rule.TY04.Invalid(t.Place(), "vectors may only have positive dimensions; given %", strconv.Itoa(t.Dim)).Say("Write the number of dimensions that your model produces, for example vector<float, 768>.")
		}
		return &cqltype.Type{Kind: cqltype.Vector, Frozen: true, Elems: []*cqltype.Type{elem}, Dim: t.Dim}, nil
	case cql.TupleType:
		out := &cqltype.Type{Kind: cqltype.Tuple, Frozen: true}
		for _, a := range t.Args {
			if a.IsNative("counter") {
				return nil, rule.TY02.Invalid(a.Place(), "Counters are not allowed inside tuples")
			}
			e, d := s.Resolve(a, true)
			if d != nil {
				return nil, d
			}
			out.Elems = append(out.Elems, e.Freeze()) // a class, too, that nothing freezes elsewhere
		}
		return out, nil
	}
	return s.collection(t, frozen)
}

func (s typeScope) collection(t *cql.TypeExpr, frozen bool) (*cqltype.Type, *diag.Diagnostic) {
	kind, value := cqltype.List, t.Args[len(t.Args)-1]
	switch t.Kind {
	case cql.SetType:
		kind = cqltype.Set
	case cql.MapType:
		kind = cqltype.Map
	}
	nested := func(inner *cql.TypeExpr) *diag.Diagnostic {
		if frozen {
			return nil
		}
		what := "collections"
		switch inner.Kind {
		case cql.UserType:
			what = "UDTs"
		case cql.ListType, cql.SetType, cql.MapType:
		default:
			return nil
		}
		d := rule.TY01.Invalid(inner.Place(), "Non-frozen % are not allowed inside collections: %", what, cql.RawTypeText(t, frozen, ""))
		return d.Say("Freeze the inner type: it is then stored and replaced as one value.").On(inner)
	}
	counter := func(inner *cql.TypeExpr) *diag.Diagnostic {
		if !inner.IsNative("counter") {
			return nil
		}
		return rule.TY02.Invalid(inner.Place(), "Counters are not allowed inside collections: %", cql.RawTypeText(t, frozen, ""))
	}
	if d := nested(value); d != nil {
		return nil, d
	}
	if d := counter(value); d != nil {
		return nil, d
	}
	if kind == cqltype.Set && value.IsNative("duration") {
		return nil, rule.TY03.Invalid(value.Place(), "Durations are not allowed inside sets: %", cql.RawTypeText(t, frozen, ""))
	}
	if kind == cqltype.Map {
		key := t.Args[0]
		if d := counter(key); d != nil {
			return nil, d
		}
		if key.IsNative("duration") {
			return nil, rule.TY03.Invalid(key.Place(), "Durations are not allowed as map keys: %", cql.RawTypeText(t, frozen, ""))
		}
		if d := nested(key); d != nil {
			return nil, d
		}
	}
	v, d := s.Resolve(value, frozen)
	if d != nil {
		return nil, d
	}
	elems := []*cqltype.Type{v}
	if kind == cqltype.Map {
		k, d := s.Resolve(t.Args[0], frozen)
		if d != nil {
			return nil, d
		}
		elems = []*cqltype.Type{k, v}
	}
	return &cqltype.Type{Kind: kind, Frozen: frozen, Elems: elems}, nil
}

func (s typeScope) userType(t *cql.TypeExpr, frozen bool) (*cqltype.Type, *diag.Diagnostic) {
	if t.Keyspace.Given() && t.Keyspace.Text != s.keyspace {
		d := rule.RES07.Invalid(t.Place(), "Statement on keyspace % cannot refer to a user type in keyspace %; user types can only be used in the keyspace they are defined in", s.keyspace, t.Keyspace.Text)
		return nil, d.Say("Create the type in " + s.keyspace + " as well.")
	}
	found := s.types[t.Name]
	if found == nil {
		return nil, s.unknownType(t)
	}
	if s.meter != nil {
		Weigh(s.meter, cqltype.Weights()(found))
	}
	if frozen {
		found = FrozenCopy(found)
	}
	return found, nil
}

// FrozenCopy is a user-defined type in frozen<>.
func FrozenCopy(t *cqltype.Type) *cqltype.Type {
	f := *t
	f.Frozen = true
	return &f
}

func (s typeScope) unknownType(t *cql.TypeExpr) *diag.Diagnostic {
	d := rule.RES06.Invalid(t.Place(), "Unknown type %.%", s.keyspace, t.Name)
	d.Why = NoSuchType(s.keyspace)
	return d.On(&Unknown{Type, s.keyspace, t.Name, SortedNames(s.types), "Create the type first: CREATE TYPE " + t.Name + " (…)."})
}

// NoSuchType is why a name is no type.
func NoSuchType(keyspace string) string {
	return "Any name that is no built-in type is taken for a user-defined type, and there is none of that name in " + keyspace + ", the keyspace of this statement."
}

const marshal = "org.apache.cassandra.db.marshal."

// NativeClasses gives the native type behind each Java class of a type.
var NativeClasses = map[string]string{
	"AsciiType": "ascii", "LongType": "bigint", "BytesType": "blob", "BooleanType": "boolean", "CounterColumnType": "counter", "SimpleDateType": "date",
	"DecimalType": "decimal", "DoubleType": "double", "DurationType": "duration", "FloatType": "float", "InetAddressType": "inet", "Int32Type": "int",
	"ShortType": "smallint", "UTF8Type": "text", "TimeType": "time", "TimestampType": "timestamp", "TimeUUIDType": "timeuuid", "ByteType": "tinyint",
	"UUIDType": "uuid", "IntegerType": "varint",
}

// customType resolves a type given as the name of a Java class. A class that is
// one of the built-in types is that type. Source: TypeParser.parse.
func customType(t *cql.TypeExpr) (*cqltype.Type, *diag.Diagnostic) {
	if t.Name == "" {
		return cqltype.NativeOf(cqltype.Blob), nil
	}
	p := classParser{text: t.Name}
	if out := p.parse(false); out != nil {
		return out, nil
	}
	out := &cqltype.Type{Kind: cqltype.Custom, Class: t.Name}
	p = classParser{text: t.Name}
	if strings.TrimPrefix(p.word(), marshal) == "CompositeType" {
		out.Composite, out.Elems = true, p.components()
	}
	return out, nil
}

// components are the types of a composite, as far as they are known.
func (p *classParser) components() (list []*cqltype.Type) {
	if p.blank(); p.pos == len(p.text) || p.text[p.pos] != '(' {
		return nil
	}
	p.pos++
	for p.blank(); p.pos < len(p.text) && p.text[p.pos] != ')'; p.blank() {
		e := p.parse(false)
		if e == nil {
			break
		}
		list = append(list, e)
	}
	return list
}

// A classParser reads Java classes of types: ListType(Int32Type).
type classParser struct {
	text string
	pos  int
}

func (p *classParser) word() string {
	p.blank()
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte("() ,:\t\n", p.text[p.pos]) < 0 {
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *classParser) blank() {
	for p.pos < len(p.text) && strings.IndexByte(" ,\t\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// parse returns nil for what it does not know.
func (p *classParser) parse(frozen bool) *cqltype.Type {
	class := strings.TrimPrefix(p.word(), marshal)
	if native := NativeClasses[class]; native != "" {
		return cqltype.Native(native)
	}
	out := &cqltype.Type{Frozen: frozen}
	wrapper := false
	switch class {
	case "EmptyType":
		return cqltype.NativeOf(cqltype.Empty)
	case "ListType":
		out.Kind = cqltype.List
	case "SetType":
		out.Kind = cqltype.Set
	case "MapType":
		out.Kind = cqltype.Map
	case "TupleType":
		out.Kind, out.Frozen = cqltype.Tuple, true
	case "VectorType":
		out.Kind, out.Frozen = cqltype.Vector, true
	case "FrozenType":
		wrapper, frozen = true, true
	case "ReversedType":
		wrapper = true
	default:
		return nil
	}
	if p.blank(); p.pos == len(p.text) || p.text[p.pos] != '(' {
		return nil
	}
	p.pos++
	for {
		p.blank()
		switch {
		case p.pos == len(p.text):
			return nil
		case p.text[p.pos] == ')':
			p.pos++
			want := map[cqltype.Kind]int{cqltype.Map: 2}[out.Kind]
			switch {
			case wrapper && len(out.Elems) == 1:
				return out.Elems[0]
			case wrapper || len(out.Elems) == 0 || want > 0 && len(out.Elems) != want:
				return nil
			}
			return out
		case out.Kind == cqltype.Vector && len(out.Elems) == 1:
			if out.Dim, _ = strconv.Atoi(p.word()); out.Dim <= 0 {
				return nil
			}
		default:
			e := p.parse(frozen || !wrapper) // what a collection, too, is made of is frozen
			if e == nil {
				return nil
			}
			out.Elems = append(out.Elems, e)
		}
	}
}

// NoDuration refuses to order a type that holds durations.
func NoDuration(id rule.ID, what string, t *cqltype.Type, at diag.Span) *diag.Diagnostic {
	switch {
	case t.IsCollection():
		what += "collections containing durations"
	case t.Kind == cqltype.Tuple:
		what += "tuples containing durations"
	case t.Kind == cqltype.UDT:
		what += "UDTs containing durations"
	default:
		what += "duration columns"
	}
	return id.Invalid(at, "%", what)
}

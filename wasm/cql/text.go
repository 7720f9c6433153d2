// How the server writes parts of a statement in its messages: Term.Raw.getText,
// Relation.toCQLString and CQL3Type.Raw.toString of Cassandra 5.0.

package cql

import (
	"strconv"
	"strings"

	"partitionlab/wasm/java"
)

// ExprText returns a term or a selector as the server prints it in messages.
func ExprText(x Expr) string {
	var b strings.Builder
	writeExpr(&b, x)
	return b.String()
}

func writeExprs(b *strings.Builder, open string, list []Expr, end string) {
	b.WriteString(open)
	for i, x := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		writeExpr(b, x)
	}
	b.WriteString(end)
}

// writeExpr writes a term or a selector, nil for none.
func writeExpr(b *strings.Builder, x Expr) {
	if x == nil {
		b.WriteString("null")
		return
	}
	x.text(b)
}

func (x *Constant) text(b *strings.Builder) { b.WriteString(x.ServerText()) }
func (*Null) text(b *strings.Builder)       { b.WriteString("NULL") }
func (*Marker) text(b *strings.Builder)     { b.WriteByte('?') }
func (x *ListLit) text(b *strings.Builder)  { writeExprs(b, "[", x.Elems, "]") }
func (x *SetLit) text(b *strings.Builder)   { writeExprs(b, "{", x.Elems, "}") }

func (x *MapLit) text(b *strings.Builder) {
	b.WriteByte('{')
	for i, e := range x.Entries {
		if i > 0 {
			b.WriteString(", ")
		}
		writeExpr(b, e.Key)
		b.WriteString(": ")
		writeExpr(b, e.Value)
	}
	b.WriteByte('}')
}

func (x *UDTLit) text(b *strings.Builder) {
	b.WriteByte('{')
	for i, f := range x.Ordered() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.Name.Text)
		b.WriteString(": ")
		writeExpr(b, f.Value)
	}
	b.WriteByte('}')
}

func (x *TupleLit) text(b *strings.Builder) { writeExprs(b, "(", x.Elems, ")") }

func (x *Call) text(b *strings.Builder) {
	if x.Func.Keyspace.Given() {
		b.WriteString(x.Func.Keyspace.Text + ".")
	}
	b.WriteString(x.Func.Name.Text)
	if x.Star {
		b.WriteString("(*)")
		return
	}
	writeExprs(b, "(", x.Args, ")")
}

func (x *TypeCast) text(b *strings.Builder) {
	b.WriteString("(" + TypeText(x.Type) + ")")
	writeExpr(b, x.X)
}

func (x *CastCall) text(b *strings.Builder) {
	b.WriteString("system.cast_as_" + TypeText(x.Type) + "(") // among values; selectors print themselves
	writeExpr(b, x.X)
	b.WriteByte(')')
}

func (x *Binary) text(b *strings.Builder) {
	// The server prints the function behind the operator.
	name := [...]string{"_add", "_substract", "_multiply", "_divide", "_modulo"}[strings.IndexByte("+-*/%", x.Op)]
	b.WriteString(`system."` + name + `"`)
	writeExprs(b, "(", []Expr{x.X, x.Y}, ")")
}

func (x *Negation) text(b *strings.Builder) {
	b.WriteString(`system."_negate"(`)
	writeExpr(b, x.X)
	b.WriteByte(')')
}

func (x *ColumnRef) text(b *strings.Builder) { b.WriteString(x.Name.Text) }

func (x *MetaCall) text(b *strings.Builder) {
	b.WriteString(x.Func + "(")
	writeExpr(b, x.X)
	b.WriteByte(')')
}

func (x *Field) text(b *strings.Builder) {
	writeExpr(b, x.X)
	b.WriteString("." + x.Name.Text)
}

func (x *Element) text(b *strings.Builder) {
	writeExpr(b, x.X)
	b.WriteByte('[')
	writeExpr(b, x.Key)
	b.WriteByte(']')
}

func (x *Slice) text(b *strings.Builder) {
	writeExpr(b, x.X)
	b.WriteByte('[')
	if x.From != nil {
		writeExpr(b, x.From)
	}
	b.WriteString("..")
	if x.To != nil {
		writeExpr(b, x.To)
	}
	b.WriteByte(']')
}

// ServerText returns the constant as the server prints it: a string in quotes, NaN
// and Infinity in its own spelling, the others as they are written.
func (x *Constant) ServerText() string {
	switch word := strings.ToLower(strings.TrimPrefix(x.Text, "-")); {
	case x.Kind == String:
		return "'" + x.Text + "'"
	case x.Kind == Float && word == "nan":
		return "NaN"
	case x.Kind == Float && word == "infinity":
		return x.Text[:len(x.Text)-len(word)] + "Infinity"
	}
	return x.Text
}

// String returns a relation as the server prints it in messages.
func (r *Relation) String() string {
	var b strings.Builder
	switch r.Kind {
	case OneColumn:
		b.WriteString(r.Columns[0].cql())
	case MapElement:
		b.WriteString(r.Columns[0].cql() + "[")
		writeExpr(&b, r.Key)
		b.WriteByte(']')
	case ManyColumns, TokenOf:
		if r.Kind == TokenOf {
			b.WriteString("token")
		}
		b.WriteByte('(')
		for i, c := range r.Columns {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(c.cql())
		}
		b.WriteByte(')')
	case IndexExpr:
		b.WriteString("expr(" + r.Index.Name.cql() + ",")
		writeExpr(&b, r.Value)
		b.WriteByte(')')
		return b.String()
	}
	b.WriteString(" " + r.Op.String() + " ")
	switch {
	case r.Op == IsNotNull:
		b.WriteString("NULL")
	case r.InList:
		writeExprs(&b, "(", r.Values, ")")
	default:
		writeExpr(&b, r.Value)
	}
	return b.String()
}

// cql returns a name as CQL: in quotes where it needs them.
func (n Name) cql() string { return QuoteName(n.Text) }

// QuoteName returns a name as it must be written in CQL.
func QuoteName(name string) string {
	plain := name != "" && class[name[0]]&cLetter != 0
	for i := 0; plain && i < len(name); i++ {
		plain = class[name[i]]&cWord != 0 && (name[i] < 'A' || name[i] > 'Z')
	}
	if plain {
		if k := keywordOf(name); k == tIdent || k.unreserved() {
			return name
		}
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// TypeText returns a type as the server prints it.
func TypeText(t *TypeExpr) string {
	var b strings.Builder
	writeType(&b, t)
	return b.String()
}

// RawTypeText is a type as the server prints it: frozen<> around everything that is
// frozen from the outside. The keyspace, where it has looked the type up, stands
// before user types without one.
func RawTypeText(t *TypeExpr, frozen bool, keyspace string) string {
	list := func(frozen bool) string {
		var parts []string
		for _, a := range t.Args {
			parts = append(parts, RawTypeText(a, frozen, keyspace))
		}
		return strings.Join(parts, ", ")
	}
	wrap := func(s string) string {
		if frozen {
			return "frozen<" + s + ">"
		}
		return s
	}
	switch t.Kind {
	case FrozenType:
		return RawTypeText(t.Args[0], true, keyspace)
	case CustomType:
		return "'" + t.Name + "'"
	case UserType:
		name := t.Name
		if t.Keyspace.Given() {
			name = t.Keyspace.Text + "." + name
		} else if keyspace != "" {
			name = keyspace + "." + name
		}
		return wrap(name)
	case TupleType:
		return "tuple<" + list(true) + ">"
	case VectorType:
		return "vector<" + list(false) + ", " + strconv.Itoa(t.Dim) + ">"
	case ListType:
		return wrap("list<" + list(frozen) + ">")
	case SetType:
		return wrap("set<" + list(frozen) + ">")
	case MapType:
		return wrap("map<" + list(frozen) + ">")
	}
	return t.Name
}

var typeNames = [...]string{ListType: "list", SetType: "set", MapType: "map", TupleType: "tuple", VectorType: "vector", FrozenType: "frozen", CustomType: ""}

func writeType(b *strings.Builder, t *TypeExpr) {
	if t == nil {
		b.WriteString("null")
		return
	}
	switch t.Kind {
	case NativeType:
		b.WriteString(t.Name)
	case UserType:
		if t.Keyspace.Given() {
			b.WriteString(t.Keyspace.cql() + ".")
		}
		b.WriteString(QuoteName(t.Name))
	case CustomType:
		b.WriteString("'" + strings.ReplaceAll(t.Name, "'", "''") + "'")
	default:
		b.WriteString(typeNames[t.Kind] + "<")
		for i, a := range t.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			writeType(b, a)
		}
		if t.Kind == VectorType {
			b.WriteString(", " + strconv.Itoa(t.Dim))
		}
		b.WriteByte('>')
	}
}

// Ordered are the fields of a literal in the order in which the server walks them: that
// of a java.util.HashMap over the hash codes of their names' bytes. Of a field written
// twice the last value counts.
func (x *UDTLit) Ordered() []UDTField {
	var fields []UDTField
	at := make(map[string]int, len(x.Fields))
	for _, f := range x.Fields {
		if i, twice := at[f.Name.Text]; twice {
			fields[i].Value = f.Value
			continue
		}
		at[f.Name.Text] = len(fields)
		fields = append(fields, f)
	}
	out := make([]UDTField, 0, len(fields))
	for _, i := range java.HashOrder(len(fields), 16, func(i int) int32 { return java.BytesHash(fields[i].Name.Text) }) {
		out = append(out, fields[i])
	}
	return out
}

// Typing terms: may this expression stand where a value of that type is wanted,
// and what does the server say if not. The rules follow Cassandra's cql3.Term, step
// by step, because the first error is the one that counts. What each kind of term
// says is in term_kinds.go and, for what is made of terms, in term_literal.go.

package cqltype

import (
	"strconv"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

// A Receiver is what a term is written to or compared with.
type Receiver struct {
	Name            string // as messages show it: a column's name, or value(l), key(m), t[0], u.field, arg0(f)
	Type            *Type
	Keyspace, Table string // token() takes its types from this table
	Reversed        bool   // a clustering column in descending order
}

// With is a receiver of another name and type, in the same table.
func (r Receiver) With(name string, t *Type) Receiver {
	return Receiver{Name: name, Type: t, Keyspace: r.Keyspace, Table: r.Table}
}

// inside is the receiver of a part of the value; what has no name has no named parts.
func (r Receiver) inside(before, after string, t *Type) Receiver {
	name := ""
	if r.Name != "" {
		name = before + r.Name + after
	}
	return r.With(name, t)
}

// Value is what an element of a list, set or vector or a map's value must be.
func (r Receiver) Value() Receiver {
	return r.inside("value(", ")", r.Type.Elems[len(r.Type.Elems)-1])
}

// Key is what a map's key must be.
func (r Receiver) Key() Receiver { return r.inside("key(", ")", r.Type.Elems[0]) }

// Component is what the i-th component of a tuple must be.
func (r Receiver) Component(i int) Receiver {
	return r.inside("", "["+strconv.Itoa(i)+"]", r.Type.elem(i))
}

// Field is what the i-th field of a user type must be.
func (r Receiver) Field(i int) Receiver {
	return r.inside("", "."+r.Type.Fields[i].Name, r.Type.Fields[i].Type)
}

// A Misfit is a constant that cannot be a value of a type: what its refusal is about.
type Misfit struct {
	Constant *cql.Constant
	Type     *Type
}

// A Match says how well something fits a receiver.
type Match uint8

// From not at all to exactly.
const (
	NotAssignable Match = iota
	Weak
	Exact
)

// An Env is where names in terms are looked up.
type Env struct {
	Keyspace string // of the statement: functions and user types without a keyspace are in it
	// ResolveType resolves a type that stands in a cast.
	ResolveType func(keyspace string, t *cql.TypeExpr) (*Type, *diag.Diagnostic)
	// Functions returns the user-defined functions and aggregates of that name.
	Functions func(keyspace, name string) []*Function
	// PartitionKey returns the types of a table's partition key, nil for no such table.
	PartitionKey func(keyspace, table string) []*Type

	// Server is the release whose functions there are; nil for the newest.
	Server *version.Switches

	// tested remembers how calls fit types: each overload asks its arguments again,
	// and without a memory nested calls would be tested for ever.
	tested map[testedCall]Match
	exact  map[cql.Expr]*Type // of calls, likewise
	// testing says that a refusal will not be read: see funcTerm.test.
	testing bool
}

type testedCall struct {
	x        cql.Expr
	t        *Type
	reversed bool
}

// A Term is a prepared term. The zero kind is a value that is known already.
type Term struct {
	kind   termKind
	Type   *Type  // what it was prepared for
	Value  []byte // where Known
	Marker int    // index of a bind marker
	elems  []*Term
	fn     *Function
	tuple  bool // written as a tuple
	span   diag.Span
}

type termKind uint8

const (
	knownTerm termKind = iota
	markerTerm
	callTerm
	composedTerm
)

// Known reports whether the term is a constant, whose value is in Value.
func (t *Term) Known() bool { return t.kind == knownTerm }

// SetError is what the server answers when the term, which fits, is to be written
// into a column: a tuple literal fits a user-defined type, but its code to set such
// a column stumbles over it. nil where all is well.
func (t *Term) SetError() *diag.Diagnostic {
	if !t.tuple || t.Type.Kind != UDT {
		return nil
	}
	return rule.LIT05.Server(t.span, "java.lang.ClassCastException: class org.apache.cassandra.cql3.Tuples$Value cannot be cast to class org.apache.cassandra.cql3.UserTypes$Value (org.apache.cassandra.cql3.Tuples$Value and org.apache.cassandra.cql3.UserTypes$Value are in unnamed module of loader 'app')")
}

// IsMarker reports whether the whole term is a bind marker.
func (t *Term) IsMarker() bool { return t.kind == markerTerm }

// HasMarker reports whether a bind marker is in the term.
func (t *Term) HasMarker() bool {
	if t.kind == markerTerm {
		return true
	}
	for _, e := range t.elems {
		if e.HasMarker() {
			return true
		}
	}
	return false
}

// Functions calls f for every function the term calls.
func (t *Term) Functions(f func(*Function)) {
	for _, e := range t.elems {
		e.Functions(f)
	}
	if t.fn != nil {
		f(t.fn)
	}
}

// KnownTerm is the term of a value that is known.
func KnownTerm(t *Type, value []byte) *Term { return &Term{Type: t, Value: value} }

// Prepare types a term for a receiver. It returns the server's first error, with
// the place of the expression that is to blame.
func (e *Env) Prepare(x cql.Expr, r Receiver) (*Term, *diag.Diagnostic) {
	t, err := rawOf(x).prepare(e, r)
	if err != nil {
		err.In(x.Place())
	}
	return t, err
}

// Test reports how well a term fits a receiver: the server's testAssignment. An
// error in it counts as not fitting.
func (e *Env) Test(x cql.Expr, r Receiver) Match {
	m, err := rawOf(x).test(e, r)
	if err != nil {
		return NotAssignable
	}
	return m
}

// fit is how well a term fits, for a caller that shows the error. The receiver's name,
// which is as long as the term is deep, is made only for an error.
func (e *Env) fit(x cql.Expr, r Receiver) (Match, *diag.Diagnostic) {
	named := r
	r.Name = ""
	m, err := rawOf(x).test(e, r)
	if err != nil && named.Name != "" {
		_, err = rawOf(x).test(e, named)
	}
	return m, err
}

// compose joins elements into one term and, where all are known, into one value.
func compose(at diag.Span, r Receiver, elems []*Term) (*Term, *diag.Diagnostic) {
	t := &Term{kind: composedTerm, Type: r.Type, elems: elems, span: at}
	for _, e := range elems {
		if !e.Known() {
			return t, nil
		}
	}
	v, err := t.Bind(nil)
	return &Term{Type: r.Type, Value: v, span: t.span}, err
}

// A Binding is what a term needs to become a value.
type Binding struct {
	Markers [][]byte // values of the bind markers
	Sample  bool     // each marker, and each call that is given one, has a value to which no check objects
	Samples int      // how many such values were made
	Millis  int64    // the server's clock, for now() and its kind
	// TimeUUID and UUID return a new identifier each time; without them identifiers
	// follow from Millis alone.
	TimeUUID func() []byte
	UUID     func() []byte
}

// Bind works out the term's value. A nil binding is enough where the term calls no
// function that needs the clock and holds no marker.
func (t *Term) Bind(b *Binding) ([]byte, *diag.Diagnostic) {
	v, err := t.bind(b)
	return v, err.In(t.span)
}

func (t *Term) bind(b *Binding) ([]byte, *diag.Diagnostic) {
	if b != nil && b.Sample && t.kind != composedTerm && t.HasMarker() {
		b.Samples++
		return t.Type.sample(), nil
	}
	switch t.kind {
	case knownTerm:
		return t.Value, nil
	case markerTerm:
		if b == nil || t.Marker >= len(b.Markers) {
			return nil, invalid(rule.BIND01, "Invalid amount of bind variables")
		}
		v := b.Markers[t.Marker]
		if v == nil {
			return nil, nil
		}
		return v, t.Type.Validate(v)
	}
	values := make([][]byte, len(t.elems))
	for i, e := range t.elems {
		v, err := e.Bind(b)
		if err != nil {
			return nil, err
		}
		if v == nil && t.kind == composedTerm && !isTuple(t.Type) ||
			t.Type.Kind == Vector && len(v) == 0 && t.kind == composedTerm && t.Type.Elems[0].emptyIsNull() {
			what := "collections"
			if t.Type.Kind == Vector {
				what = "vectors"
			}
			return nil, rule.LIT08.Invalid(e.span, "null is not supported inside %", what)
		}
		values[i] = v
	}
	if t.kind == callTerm {
		return t.fn.call(b, values)
	}
	switch t.Type.Kind {
	case List:
		return Pack(values, len(values)), nil
	case Set:
		values = t.Type.SortSet(values)
		return Pack(values, len(values)), nil
	case Map:
		// Of a key given twice the server keeps one value by chance, in the order in which the
		// terms happen to lie in memory: of 24 equal statements the last in 17. Here it is the
		// last. Source: Maps.Literal.prepare.
		values = t.Type.SortMap(values)
		return Pack(values, len(values)/2), nil
	case Vector:
		return t.Type.BuildVector(values), nil
	}
	return BuildTuple(values), nil
}

// sample is a value of the type to which no check objects: not null, not empty, not zero. Of what
// has parts it has one, for there may be very many.
func (t *Type) sample() []byte {
	switch {
	case t.Kind == Map:
		return Pack([][]byte{t.Elems[0].sample(), {}}, 1)
	case t.IsCollection():
		return Pack([][]byte{t.Elems[0].sample()}, 1)
	case t.Kind == Vector:
		return t.BuildVector([][]byte{t.Elems[0].sample()})
	case isTuple(t) && t.size() > 0:
		return BuildTuple([][]byte{t.elem(0).sample()})
	}
	v := make([]byte, 8) // of texts, too
	if n := t.FixedLen(); n >= 0 {
		v = make([]byte, n)
	}
	if len(v) > 0 {
		v[len(v)-1] = 1
	}
	return v
}

// emptyIsNull tells for which types the empty value is null to their serializer.
func (t *Type) emptyIsNull() bool {
	switch t.Kind {
	case Text, Ascii, Blob, Tuple, UDT, Vector, Custom:
		return false
	}
	return true
}

// ClassCast is what the server answers where its own code takes a type for another
// (want) without having asked.
func ClassCast(t *Type, want string) *diag.Diagnostic {
	is, want := t.javaClass(), "org.apache.cassandra.db.marshal."+want
	return rule.LIT03.Server(diag.Span{}, "java.lang.ClassCastException: class % cannot be cast to class % (% and % are in unnamed module of loader 'app')", is, want, is, want)
}

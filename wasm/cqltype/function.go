// Functions: which ones there are, and which overload a call means. Source:
// cql3.functions.FunctionResolver and FunctionFactory of Cassandra 5.0.

package cqltype

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

// SystemKeyspace holds the native functions.
const SystemKeyspace = "system"

// A Function is one overload of a function or an aggregate.
type Function struct {
	Keyspace, Name string
	Args           []*Type
	Returns        *Type
	Aggregate      bool
	CalledOnNull   bool // user-defined: CALLED ON NULL INPUT
	reversed       bool // the arguments are of the type of a column in descending order
	run            func(f *Function, b *Binding, args [][]byte) ([]byte, *diag.Diagnostic)
}

// A FuncName is a function's name as a call writes it; Keyspace may be empty.
type FuncName struct{ Keyspace, Name string }

func (n FuncName) String() string {
	if n.Keyspace == "" {
		return n.Name
	}
	return n.Keyspace + "." + n.Name
}

// FullName is the function's name with its keyspace: system.max.
func (f *Function) FullName() string { return f.Keyspace + "." + f.Name }

// Native reports whether the function is one of Cassandra's own.
func (f *Function) Native() bool { return f.Keyspace == SystemKeyspace }

// Pure reports whether equal arguments always give equal results.
func (f *Function) Pure() bool {
	return !f.Native() || f.Name != "uuid" && f.Name != "now" && !strings.HasPrefix(f.Name, "current")
}

// Monotonic reports whether the function keeps the order of its first argument,
// the others being constants: what GROUP BY asks of a function.
func (f *Function) Monotonic() bool {
	switch {
	case !f.Native():
		return false
	case f.Name == "floor":
		return true
	}
	n := strings.ReplaceAll(f.Name, "_", "")
	return n == "todate" || n == "totimestamp" || n == "tounixtimestamp"
}

// String is the signature as messages list it: system.max : (int) -> int.
func (f *Function) String() string {
	var b strings.Builder
	if !f.Native() || f.Name != "token" {
		b.WriteString(cql.QuoteName(f.Keyspace))
		b.WriteByte('.')
	}
	b.WriteString(cql.QuoteName(f.Name))
	b.WriteString(" : (")
	for i, a := range f.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.withoutFrozen())
	}
	b.WriteString(") -> ")
	b.WriteString(f.Returns.String())
	return b.String()
}

// withoutFrozen is how a signature shows a type: a tuple without frozen<>.
func (t *Type) withoutFrozen() string {
	s := t.String()
	if t.Kind == Tuple {
		s = s[len("frozen<") : len(s)-1]
	}
	return s
}

// ColumnName is the name of a result column of this function over columns of
// these names.
func (f *Function) ColumnName(args []string) string {
	if f.Native() {
		switch {
		case f.Name == "_negate":
			return "-" + args[0]
		case f.isOperation():
			return args[0] + " " + string(operators[f.Name]) + " " + args[1]
		case f.Name == "count_rows" || f.Name == "countRows":
			return "count"
		case strings.HasPrefix(f.Name, newCast), strings.HasPrefix(f.Name, oldCast):
			return "cast(" + args[0] + " as " + strings.ToLower(f.Returns.String()) + ")"
		}
	}
	return f.FullName() + "(" + strings.Join(args, ", ") + ")"
}

// operators maps the functions behind the arithmetic operators to their symbols.
var operators = map[string]byte{"_add": '+', "_substract": '-', "_multiply": '*', "_divide": '/', "_modulo": '%'}

// OperatorName is the native function behind an operator.
func OperatorName(op byte) FuncName {
	for n, o := range operators {
		if o == op {
			return FuncName{SystemKeyspace, n}
		}
	}
	return FuncName{}
}

// NegationName is the native function behind the unary minus.
var NegationName = FuncName{SystemKeyspace, "_negate"}

// CastName is the native function behind CAST(x AS t).
func (e *Env) CastName(t string) FuncName {
	t = strings.ToLower(t)
	if !e.Server.Has(version.SnakeCase) {
		return FuncName{SystemKeyspace, oldCast + strings.ToUpper(t[:1]) + t[1:]}
	}
	return FuncName{SystemKeyspace, newCast + t}
}

// CountRows is the native function behind COUNT(*).
func (e *Env) CountRows() FuncName {
	if !e.Server.Has(version.SnakeCase) {
		return FuncName{SystemKeyspace, "countRows"}
	}
	return FuncName{SystemKeyspace, "count_rows"}
}

// How the functions behind CAST begin.
const newCast, oldCast = "cast_as_", "castAs"

// nativeSince is what not every server has that a native function came with, or went with; 0
// where each has it.
func nativeSince(name string) version.Feature {
	has := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	switch {
	case has("mask_"):
		return version.Masks
	case has("similarity_"):
		return version.Vectors
	case has("map_"), has("collection_"):
		return version.CollectionFunctions
	case strings.LastIndexByte(name, '_') > 0:
		return version.SnakeCase
	case name == "maxwritetime":
		return version.MaxWritetime
	case name == "floor":
		return version.Floor
	case name == "dateof" || name == "unixtimestampof":
		return version.DateOf
	case strings.Contains(" abs exp log log10 round ", " "+name+" "):
		return version.MathFunctions
	}
	return 0
}

// eachType marks the functions that a server without functions for any type has once for each
// native type.
const eachType = "each "

// ownTimeuuid marks those that take and return a timeuuid as columns have it.
const ownTimeuuid = "own "

// native is the name under which the overloads of a function are found.
func (e *Env) native(name string) string {
	of := name
	if (name == "count" || name == "max" || name == "min") && !e.Server.Has(version.AnyType) {
		of = eachType + name
	}
	if (of != name || strings.Contains(name, "timeuuid")) && !e.Server.Has(version.LegacyTimeuuid) {
		of = ownTimeuuid + of
	}
	return of
}

func (f *Function) isOperation() bool { return f.Native() && operators[f.Name] != 0 }

// An Arg is an argument of a call: a term or a selector. Some are asked more: IsMarker,
// whether it is a bind marker; ArraySize, how many elements an array literal of a select
// list has; Reversed, whether it is a column in descending order.
type Arg interface {
	// Test is how well the argument fits a parameter; an error is the server
	// giving up in the middle of the test.
	Test(r Receiver) (Match, *diag.Diagnostic)
	// Compatible is a type that can hold the argument, nil where none is known.
	Compatible() *Type
	// String is the argument as messages show it.
	String() string
}

// termArg is a term as an argument.
type termArg struct {
	env *Env
	raw raw
}

// TermArgs makes arguments of terms.
func (e *Env) TermArgs(xs []cql.Expr) []Arg {
	out := make([]Arg, len(xs))
	for i, x := range xs {
		out[i] = termArg{e, rawOf(x)}
	}
	return out
}

func (a termArg) Test(r Receiver) (Match, *diag.Diagnostic) { return a.raw.test(a.env, r) }
func (a termArg) Compatible() *Type                         { return a.raw.compatible(a.env) }

// String is nothing while only the fit is asked for: nobody reads the words then, and of
// deep terms they are long.
func (a termArg) String() string {
	if a.env.testing {
		return ""
	}
	return a.raw.text(a.env)
}

func (a termArg) IsMarker() bool { _, ok := a.raw.(*bindTerm); return ok }

func isMarker(a Arg) bool {
	m, ok := a.(interface{ IsMarker() bool })
	return ok && m.IsMarker()
}

// isCollection reports whether an argument is written as a list, a set or a map.
func isCollection(a Arg) bool {
	t, ok := a.(termArg)
	if !ok {
		return false
	}
	switch t.raw.(type) {
	case *listTerm, *setTerm, *mapTerm:
		return true
	}
	return false
}

func isReversed(a Arg) bool {
	c, ok := a.(interface{ Reversed() bool })
	return ok && c.Reversed()
}

// compatibles are types that can hold the terms, nil for one of which none is known.
func (e *Env) compatibles(xs []cql.Expr) []*Type {
	out := make([]*Type, len(xs))
	for i, x := range xs {
		out[i] = rawOf(x).compatible(e)
	}
	return out
}

// commonType is the first of the known types that all the others can be assigned
// to; nil where none is known.
func commonType(types []*Type) *Type {
next:
	for _, t := range types {
		if t == nil {
			continue
		}
		for _, u := range types {
			if u != nil && u.AssignTo(t) == NotAssignable {
				continue next
			}
		}
		return t
	}
	return nil
}

// param is the receiver of a function's i-th argument.
func (f *Function) param(i int, r Receiver) Receiver {
	return Receiver{Name: "arg" + strconv.Itoa(i) + "(" + strings.ToLower(f.FullName()) + ")", Type: f.Args[i], Reversed: f.reversed, Keyspace: r.Keyspace, Table: r.Table}
}

// fits is how well the result fits a receiver: AbstractFunction.testAssignment.
func (f *Function) fits(r Receiver) Match {
	result := f.Returns
	if !r.Reversed && !r.Type.MultiCell() && (r.Type.IsCollection() || r.Type.Kind == UDT) {
		result = result.Freeze()
	}
	return fits(r.Type, r.Reversed, result)
}

// Resolve finds the overload that a call means. It returns nil without an error
// where no function has the name. r is what the result is for; its Type is nil
// where that is open, its Table is for token().
// Source: FunctionResolver.get.
func (e *Env) Resolve(name FuncName, args []Arg, r Receiver) (*Function, *diag.Diagnostic) {
	keyspace := name.Keyspace
	if keyspace == "" {
		keyspace = e.Keyspace
	}
	var candidates []*Function
	if e.Functions != nil {
		candidates = append(candidates, e.Functions(keyspace, name.Name)...)
	}
	if name.Keyspace == "" || name.Keyspace == SystemKeyspace {
		if name.Name == "tojson" && !e.Server.On(version.ToJSONInTerms) {
			return nil, invalid(rule.LIT11, version.Of(version.ToJSONInTerms).Says)
		}
		if f := nativeSince(name.Name); f == 0 || e.Server.On(f) {
			candidates = append(candidates, fixedNatives(e.native(name.Name))...)
			made, err := e.makeNative(name.Name, args, r)
			if err != nil {
				return nil, err
			}
			if made != nil {
				candidates = append(candidates, made)
			}
		}
	}
	switch len(candidates) {
	case 0:
		return nil, nil
	case 1:
		return candidates[0], e.checkArgs(candidates[0], args, r)
	}
	return e.pick(name, args, r, candidates)
}

// ToJSON is toJson() in a select list, where servers that do not take it elsewhere
// make it of arguments whose types are known.
func (e *Env) ToJSON(args []Arg) (*Function, *diag.Diagnostic) {
	if len(args) != 1 {
		return nil, invalid(rule.LIT11, "toJson() only accepts one argument (got %)", strconv.Itoa(len(args)))
	}
	return e.makeNative("tojson", args, Receiver{})
}

// checkArgs says what is wrong with the arguments of the only candidate.
func (e *Env) checkArgs(f *Function, args []Arg, r Receiver) *diag.Diagnostic {
	if len(args) != len(f.Args) {
		return invalid(rule.LIT11, "Invalid number of arguments in call to function %: % required but % provided", f.FullName(), strconv.Itoa(len(f.Args)), strconv.Itoa(len(args)))
	}
	for i, a := range args {
		m, err := a.Test(f.param(i, r))
		if err != nil {
			return err
		}
		if m == NotAssignable {
			return invalid(rule.LIT11, "Type error: % cannot be passed as argument % of function % of type %", a.String(), strconv.Itoa(i), f.FullName(), f.Args[i].String())
		}
	}
	return nil
}

// match is how well arguments fit a candidate.
func (f *Function) match(args []Arg, r Receiver) (Match, *diag.Diagnostic) {
	if len(args) != len(f.Args) {
		return NotAssignable, nil
	}
	m := Exact
	for i, a := range args {
		c, err := a.Test(f.param(i, r))
		if err != nil || c == NotAssignable {
			return NotAssignable, err
		}
		if f.Args[i] == legacyTimeuuid && isReversed(a) {
			c = Weak // the order is that of another class
		}
		m = min(m, c)
	}
	return m, nil
}

// pick chooses among several candidates: the first that fits exactly, or the only
// one that fits at all.
func (e *Env) pick(name FuncName, args []Arg, r Receiver, candidates []*Function) (*Function, *diag.Diagnostic) {
	var exact *Function
	var compatible []*Function
	operator := byte(0)
	if name.Keyspace == SystemKeyspace {
		operator = operators[name.Name]
	}
	for _, f := range candidates {
		if operator == '+' && f.Returns.Textual() && !e.Server.On(version.TextSums) {
			continue
		}
		if r.Type != nil && f.Returns.AssignTo(r.Type) == NotAssignable {
			continue
		}
		m, err := f.match(args, r)
		if err != nil {
			return nil, err
		}
		// Of several exact ones the server takes the first of a hash table; here it
		// is best the one that works in the type that is wanted.
		if m == Exact {
			if operator == 0 {
				return f, nil
			}
			if exact == nil || r.Type != nil && r.Type.Equal(f.Args[0]) && r.Type.Equal(f.Args[1]) {
				exact = f
			}
		}
		if m == Weak {
			compatible = append(compatible, f)
		}
	}
	switch {
	case exact != nil:
		return exact, nil
	case len(compatible) == 1:
		return compatible[0], nil
	}
	if len(compatible) == 0 {
		if operator != 0 {
			d := invalid(rule.LIT12, "the '%' operation is not supported between % and %", string(operator), args[0].String(), args[1].String())
			if isCollection(args[0]) || isCollection(args[1]) {
				d.Say("Write one change of a collection after the other, each with the column: SET tags = tags + {…}, tags = tags - {…}")
			}
			return nil, d
		}
		return nil, invalid(rule.LIT11, "Invalid call to function %, none of its type signatures match (known type signatures: %)", name.String(), signatures(candidates))
	}
	switch {
	case operator != 0:
		if r.Type != nil && !r.Reversed && !isMarker(args[0]) && !isMarker(args[1]) {
			for _, f := range compatible {
				if r.Type.Equal(f.Args[0]) && r.Type.Equal(f.Args[1]) {
					return f, nil
				}
			}
		}
		return nil, invalid(rule.LIT12, "Ambiguous '%' operation with args % and %: use type hint to disambiguate, example '(int) ?'", string(operator), args[0].String(), args[1].String())
	case name == NegationName:
		return nil, invalid(rule.LIT12, "Ambiguous negation: use type casts to disambiguate")
	}
	return nil, invalid(rule.LIT11, "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate", name.String(), signatures(compatible))
}

func signatures(fs []*Function) string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.String()
	}
	return strings.Join(out, ", ")
}

// ---- native functions made for the types of a call

// A parameter says which types an argument of a made function may have. The
// letters are those of madeFunctions.
type parameter byte

const (
	anyParam         parameter = 'a'
	anyFromReceiver  parameter = 'r' // any type; the receiver's where the argument does not tell
	sameAsFirst      parameter = 'f' // any type, best the one of the first argument
	textParam        parameter = 't' // exactly text
	stringParam      parameter = 's' // text or ascii
	intParam         parameter = 'i' // exactly int
	collectionParam  parameter = 'c' // a list, a set or a map
	setOrListParam   parameter = 'l' // a list or a set
	numericListParam parameter = 'n' // a list or a set of numbers
	mapParam         parameter = 'm'
	vectorParam      parameter = 'v' // a vector of floats
)

func (p parameter) String() string {
	switch p {
	case textParam:
		return "text"
	case stringParam:
		return "[text|varchar|ascii]"
	case intParam:
		return "int"
	case collectionParam:
		return "collection"
	case setOrListParam, numericListParam:
		return "numeric_set_or_list"
	case mapParam:
		return "map"
	case vectorParam:
		return "vector<float, n>"
	}
	return "any"
}

// madeFunctions are the native functions that adapt to the types of their
// arguments, each name with its parameters; what follows a ? may be left out.
const madeFunctions = " token= max=r min=r to_json=a tojson=a from_json=t fromjson=t map_keys=m map_values=m" +
	" collection_count=c collection_min=l collection_max=l collection_sum=n collection_avg=n" +
	" similarity_cosine=vv similarity_euclidean=vv similarity_dot_product=vv" +
	" mask_null=a mask_default=a mask_replace=rf mask_hash=a?t mask_inner=sii?t mask_outer=sii?t "

// madeParams finds a made function's parameters and how many of them must be there.
func madeParams(name string) (params string, required int, ok bool) {
	_, rest, ok := strings.Cut(madeFunctions, " "+name+"=")
	if !ok {
		return
	}
	params, _, _ = strings.Cut(rest, " ")
	must, optional, _ := strings.Cut(params, "?")
	return must + optional, len(must), true
}

func isMade(name string) bool { _, _, ok := madeParams(name); return ok }

// infer is FunctionParameter.inferType.
func (p parameter) infer(i int, a Arg, receiver *Type, inferred []*Type) *Type {
	t := a.Compatible()
	switch p {
	case anyFromReceiver:
		if t == nil {
			t = receiver
		}
	case sameAsFirst:
		if inferred != nil && inferred[0] != nil {
			return inferred[0]
		}
		if t == nil {
			t = receiver
		}
	case textParam, stringParam:
		if t == nil {
			t = NativeOf(Text)
		}
	case intParam:
		if t == nil {
			t = NativeOf(Int)
		}
	case vectorParam:
		if array, ok := a.(interface{ ArraySize() int }); ok && array.ArraySize() >= 0 {
			n := array.ArraySize()
			t = &Type{Kind: Vector, Dim: n, Elems: []*Type{NativeOf(Float)}}
		}
		if t == nil {
			t = receiver
		}
		if t == nil && inferred != nil {
			t = inferred[1-i]
		}
	}
	return t
}

// check is FunctionParameter.validateType. A reversed type is no vector to it.
func (p parameter) check(name string, a Arg, t *Type, reversed bool) *diag.Diagnostic {
	ok, want := true, ""
	reversed = reversed || isReversed(a) // the type is wrapped, and the server does not look inside
	switch p {
	case textParam:
		ok, want = t.AssignTo(NativeOf(Text)) != NotAssignable, "n argument of type text"
	case stringParam:
		ok = t.AssignTo(NativeOf(Text)) != NotAssignable || t.AssignTo(NativeOf(Ascii)) != NotAssignable
		want = "n argument of type [text|varchar|ascii]"
	case intParam:
		ok, want = t.AssignTo(NativeOf(Int)) != NotAssignable, "n argument of type int"
	case collectionParam:
		ok, want = t.IsCollection() && !reversed, " collection argument"
	case setOrListParam:
		ok, want = (t.Kind == Set || t.Kind == List) && !reversed, " set or list argument"
	case numericListParam:
		ok, want = (t.Kind == Set || t.Kind == List) && t.Elems[0].Numeric() && !reversed, " numeric set/list argument"
	case mapParam:
		ok, want = (t.Kind == Map || t.Kind == UDT) && !reversed, " map argument"
	case vectorParam:
		ok, want = !reversed && (t.Kind == Vector && t.Elems[0].Kind == Float ||
			t.Kind == List && t.Elems[0].AssignTo(NativeOf(Float)) == NotAssignable), " float vector argument"
	}
	if ok {
		return nil
	}
	id := rule.LIT11
	if p == vectorParam {
		id = rule.VE07
	}
	return invalid(id, "Function system.% requires a%, but found argument % of type %", name, want, a.String(), t.String())
}

func (e *Env) makeNative(name string, args []Arg, r Receiver) (*Function, *diag.Diagnostic) {
	params, required, ok := madeParams(name)
	if !ok || e.native(name) != name {
		return nil, nil
	}
	if name == "token" {
		return e.makeToken(r)
	}
	if name == "fromjson" && !e.Server.Has(version.AnyType) {
		if r.Type == nil {
			return nil, invalid(rule.LIT11, "%() cannot be used in the selection clause of a SELECT statement", "fromJson")
		}
		return &Function{Keyspace: SystemKeyspace, Name: name, Args: []*Type{NativeOf(Text)}, Returns: r.Type, run: madeRun(name)}, nil
	}
	shown := func() string {
		names := make([]string, len(params))
		for i := range names {
			names[i] = parameter(params[i]).String()
			if i >= required {
				names[i] = "[" + names[i] + "]"
			}
		}
		return "system." + name + "(" + strings.Join(names, ", ") + ")"
	}
	if len(args) > len(params) || len(args) < required {
		return nil, invalid(rule.LIT11, "Invalid number of arguments for function %", shown())
	}
	types := make([]*Type, len(args))
	for i, a := range args {
		types[i] = parameter(params[i]).infer(i, a, r.Type, nil)
	}
	for i, a := range args {
		t := parameter(params[i]).infer(i, a, r.Type, types)
		if t == nil {
			return nil, invalid(rule.LIT11, "Cannot infer type of argument % in call to function %: use type casts to disambiguate", a.String(), shown())
		}
		if err := parameter(params[i]).check(name, a, t, r.Reversed && t == r.Type); err != nil {
			return nil, err
		}
		types[i] = t.UDFType()
	}
	f := &Function{Keyspace: SystemKeyspace, Name: name, Args: types, Returns: firstType(types), run: madeRun(name)}
	f.reversed = strings.HasSuffix(params, string(sameAsFirst)) && isReversed(args[0])
	switch name {
	case "max", "min":
		f.Aggregate = true
	case "to_json", "tojson":
		f.Returns = NativeOf(Text)
	case "from_json", "fromjson":
		if r.Type == nil {
			return nil, invalid(rule.LIT11, "%() cannot be used in the selection clause of a SELECT statement", name)
		}
		f.Returns, f.Args = r.Type, []*Type{NativeOf(Text)}
	case "map_keys", "map_values":
		if types[0].Kind != Map {
			return nil, ClassCast(types[0], "MapType")
		}
		f.Returns = &Type{Kind: Set, Frozen: true, Elems: types[0].Elems[:1]}
		if name == "map_values" {
			f.Returns = &Type{Kind: List, Frozen: true, Elems: types[0].Elems[1:]}
		}
	case "collection_count":
		f.Returns = NativeOf(Int)
	case "collection_min", "collection_max", "collection_sum", "collection_avg":
		f.Returns = types[0].Elems[0]
	case "similarity_cosine", "similarity_euclidean", "similarity_dot_product":
		if types[0].Kind != Vector {
			return nil, ClassCast(types[0], "VectorType")
		}
		if types[1].Kind != Vector {
			return nil, ClassCast(types[1], "VectorType")
		}
		if types[0].Dim != types[1].Dim {
			return nil, invalid(rule.VE07, "All arguments must have the same vector dimensions")
		}
		f.Returns, f.Args = NativeOf(Float), []*Type{types[0], types[0]}
	case "mask_hash":
		f.Returns = NativeOf(Blob)
		if len(args) == 2 {
			f.Args = []*Type{types[0], NativeOf(Text)}
		}
	case "mask_inner", "mask_outer":
		f.Args = []*Type{types[0], NativeOf(Int), NativeOf(Int), NativeOf(Text)}[:len(args)]
	}
	return f, nil
}

// firstType is the type of the first argument, nil where there is none.
func firstType(ts []*Type) *Type {
	if len(ts) == 0 {
		return nil
	}
	return ts[0]
}

func (e *Env) makeToken(r Receiver) (*Function, *diag.Diagnostic) {
	switch {
	case r.Keyspace == "":
		return nil, invalid(rule.W25, "No receiver keyspace has been specified for function system.token")
	case r.Table == "":
		return nil, invalid(rule.W25, "No receiver table has been specified for function system.token")
	}
	var types []*Type
	if e.PartitionKey != nil {
		types = e.PartitionKey(r.Keyspace, r.Table)
	}
	if types == nil {
		return nil, invalid(rule.W25, "The receiver table %.% specified by call to function system.token hasn't been found", r.Keyspace, r.Table)
	}
	return &Function{Keyspace: SystemKeyspace, Name: "token", Args: types, Returns: NativeOf(Bigint), run: runToken}, nil
}

// legacyTimeuuid is how functions see timeuuid: the same values in an older class,
// which drivers do not know and show as bytes.
var legacyTimeuuid = &Type{Kind: Timeuuid, Class: "org.apache.cassandra.db.marshal.LegacyTimeUUIDType"}

// UDFType is the type as user-defined functions, and native ones that adapt to
// their arguments, take and return it: AbstractType.udfType.
func (t *Type) UDFType() *Type {
	if t.Kind == Timeuuid {
		return legacyTimeuuid
	}
	return t
}

// ---- native functions with fixed signatures

// numericKinds are the numbers. Where several overloads fit exactly, the server
// takes the first of a hash table, whose order changes with each start; here it is
// the first in this order.
var numericKinds = []Kind{Int, Bigint, Double, Varint, Decimal, Float, Smallint, Tinyint, Counter}

var (
	nativeLock  sync.Mutex
	nativeCache = map[string][]*Function{}
)

// fixedNatives returns the overloads of a native function with fixed signatures.
func fixedNatives(name string) []*Function {
	nativeLock.Lock()
	defer nativeLock.Unlock()
	out, ok := nativeCache[name]
	if !ok {
		if out = makeFixedNatives(name); len(out) > 0 { // names of no function are not kept
			nativeCache[name] = out
		}
	}
	return out
}

// fixedSignatures are the signatures of the native functions that do not adapt: the
// names, and for each overload the kinds of its result and of its arguments, as
// letters of kindLetters.
var fixedSignatures = []struct {
	names, overloads string
	run              runFunc
}{
	{"uuid", "u", runUUID},
	{"now current_timeuuid currenttimeuuid", "v", runNow},
	{"current_timestamp currenttimestamp", "s", runNow},
	{"current_date currentdate", "d", runNow},
	{"current_time currenttime", "t", runNow},
	{"min_timeuuid mintimeuuid max_timeuuid maxtimeuuid", "vs", runTimeuuidBound},
	{"to_date todate cast_as_date", "dv ds", runToTime},
	{"dateof", "sv", runToTime},
	{"unixtimestampof", "Lv", runToTime},
	{"to_timestamp totimestamp cast_as_timestamp", "sv sd", runToTime},
	{"to_unix_timestamp tounixtimestamp", "Lv Ls Ld", runToTime},
	{"floor", "ssD ssDs svD svDs ddD ddDd ttD", runFloor},
	{"_add _substract", "ssD ddD", runTemporal},
	{"_add", "TTT aaa TaT TTa", runConcat},
	{"_negate abs exp log log10 round", "BB SS II LL FF EE NN VV CC", runMath},
	{"sum avg", "BB SS II LL FF EE NN VV CC", nil},
	{"count", "Lb", nil},
	{"count_rows countRows", "L", nil},
	{"cast_as_text", "Ta Ti To Tv Ts Td Tt Tu", runCast},
	{"cast_as_ascii", "ai ao av as ad at au", runCast},
}

const kindLetters = "aLboCdNEDeFiISTtsvBuV" // by Kind

func (f *Function) sign(letters string) {
	for i := range letters {
		t := NativeOf(Kind(strings.IndexByte(kindLetters, letters[i])))
		if i == 0 {
			f.Returns = t
		} else {
			f.Args = append(f.Args, t)
		}
	}
}

func makeFixedNatives(name string) []*Function {
	var out []*Function
	name, own := strings.CutPrefix(name, ownTimeuuid)
	seen := func(t *Type) *Type {
		if own {
			return t
		}
		return t.UDFType()
	}
	if each, ok := strings.CutPrefix(name, eachType); ok {
		for i := range kindLetters {
			f := &Function{Keyspace: SystemKeyspace, Name: each, Aggregate: true}
			f.sign(kindLetters[i:i+1] + kindLetters[i:i+1])
			f.Args[0], f.Returns = seen(f.Args[0]), seen(f.Returns)
			if each == "count" {
				f.Returns = NativeOf(Bigint)
			}
			out = append(out, f)
		}
		return out
	}
	called := name
	if t, ok := strings.CutPrefix(name, oldCast); ok {
		name = newCast + strings.ToLower(t)
	}
	add := func(run runFunc, letters string) {
		f := &Function{Keyspace: SystemKeyspace, Name: called, Aggregate: run == nil, run: run}
		f.sign(letters)
		out = append(out, f)
	}
	letter := func(k Kind) string { return kindLetters[k : k+1] }
	if operators[name] != 0 {
		for _, l := range numericKinds {
			for _, r := range numericKinds {
				add(runOperation, letter(operationType(l, r))+letter(l)+letter(r))
			}
		}
	}
	if t := Native(strings.TrimPrefix(name, newCast)); t != nil && strings.HasPrefix(name, newCast) && name != "cast_as_varchar" &&
		(t.Numeric() && t.Kind != Counter || t.Kind == Text || t.Kind == Ascii) {
		for _, k := range numericKinds {
			if k != t.Kind {
				add(runCast, letter(t.Kind)+letter(k))
			}
		}
	}
	for _, s := range fixedSignatures {
		if strings.Contains(" "+s.names+" ", " "+name+" ") {
			for _, o := range strings.Fields(s.overloads) {
				add(s.run, o)
			}
		}
	}
	if from, to, ok := blobConversion(name); ok {
		t := Native(from + to)
		switch {
		case from+to == "empty":
			t = NativeOf(Empty)
		case t == nil || t.Kind == Blob:
			return out
		}
		if from != "" {
			add(runToBlob, "b"+letter(t.Kind))
			out[0].Args[0] = seen(t)
		} else {
			add(runFromBlob, letter(t.Kind)+"b")
			out[0].Returns = seen(t)
		}
	}
	return out
}

// HasNative reports whether the server has a built-in function that takes exactly these
// types, by itself: not one that is made for a call.
func (e *Env) HasNative(name string, args []*Type) bool {
	if f := nativeSince(name); f != 0 && !e.Server.Has(f) {
		return false
	}
	return slices.ContainsFunc(fixedNatives(e.native(name)), func(f *Function) bool {
		return slices.EqualFunc(f.Args, args, func(a, b *Type) bool { return a.Equal(b) || a.Kind == Timeuuid && b.Kind == Timeuuid })
	})
}

// blobConversion takes names such as int_as_blob and blobasint apart.
func blobConversion(name string) (from, to string, ok bool) {
	for _, as := range []string{"_as_", "as"} {
		if from, ok = strings.CutSuffix(name, as+"blob"); ok {
			return from, "", true
		}
		if to, ok = strings.CutPrefix(name, "blob"+as); ok {
			return "", to, true
		}
	}
	return
}

// operationType is the type of an operation on two numbers: floating point if one
// of them is, as wide as the wider one.
func operationType(l, r Kind) Kind {
	size := func(k Kind) int {
		switch k {
		case Tinyint:
			return 0
		case Smallint:
			return 1
		case Int, Float:
			return 2
		case Bigint, Double, Counter:
			return 3
		}
		return 4
	}
	wide := max(size(l), size(r))
	for _, k := range []Kind{l, r} {
		if k == Float || k == Double || k == Decimal {
			return []Kind{Float, Float, Float, Double, Decimal}[wide]
		}
	}
	return []Kind{Tinyint, Smallint, Int, Bigint, Varint}[wide]
}

type runFunc = func(f *Function, b *Binding, args [][]byte) ([]byte, *diag.Diagnostic)

// call runs a function on its arguments.
func (f *Function) call(b *Binding, args [][]byte) ([]byte, *diag.Diagnostic) {
	if f.run == nil {
		return nil, &diag.Diagnostic{Severity: diag.NotJudged, Message: "the function " + f.FullName() + " cannot be run here"}
	}
	return f.run(f, b, args)
}

// Call runs a scalar function on its arguments; nil arguments are null. A diagnostic
// that says NotJudged: the function is the user's and cannot be run here.
func (f *Function) Call(b *Binding, args [][]byte) ([]byte, *diag.Diagnostic) { return f.call(b, args) }

// Runs reports whether Call can run the function.
func (f *Function) Runs() bool { return f.run != nil }

package cqltype

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// literalTypes are the user-defined types of the recorded statements.
func literalTypes() map[string]*Type {
	addr := &Type{Kind: UDT, Keyspace: "lg", Name: "addr", Fields: []Field{{"street", Native("text")}, {"zip", Native("int")}}}
	nest := &Type{Kind: UDT, Keyspace: "lg", Name: "nest", Fields: []Field{{"a", addr.Freeze()},
		{"l", (&Type{Kind: List, Elems: []*Type{Native("int")}}).Freeze()}}}
	return map[string]*Type{"addr": addr, "nest": nest}
}

// resolve is what a catalogue would do, for the types of the recorded statements.
func resolve(x *cql.TypeExpr) (*Type, *diag.Diagnostic) {
	if x.Kind == cql.NativeType {
		return Native(x.Name), nil
	}
	if x.Kind == cql.UserType {
		if t := literalTypes()[x.Name]; t != nil {
			return t, nil
		}
		return nil, invalid("", "Unknown type lg."+x.Name)
	}
	t := &Type{Dim: x.Dim}
	for _, a := range x.Args {
		e, err := resolve(a)
		if err != nil {
			return nil, err
		}
		if x.Kind == cql.TupleType || x.Kind == cql.VectorType {
			e = e.Freeze()
		}
		t.Elems = append(t.Elems, e)
	}
	switch x.Kind {
	case cql.FrozenType:
		return t.Elems[0].Freeze(), nil
	case cql.ListType:
		t.Kind = List
	case cql.SetType:
		t.Kind = Set
	case cql.MapType:
		t.Kind = Map
	case cql.TupleType:
		t.Kind = Tuple
	case cql.VectorType:
		t.Kind = Vector
	}
	return t, nil
}

func literalEnv() *Env {
	return &Env{
		Keyspace:     "lg",
		ResolveType:  func(_ string, x *cql.TypeExpr) (*Type, *diag.Diagnostic) { return resolve(x) },
		PartitionKey: func(string, string) []*Type { return []*Type{Native("int")} },
	}
}

// TestServerLiterals types and evaluates terms for columns of many types and
// compares the verdict, the message and the value with what a 5.0.8 server
// answered to INSERT INTO t (k, v) VALUES (n, term) and SELECT v.
func TestServerLiterals(t *testing.T) {
	f, err := os.Open("testdata/literals.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	var types []*Type
	for _, s := range strings.Split(lines.Text(), "\t") {
		stmt, _, derr := cql.ParseStatement("CREATE TABLE t (k int PRIMARY KEY, v " + s + ")")
		if derr != nil {
			t.Fatal(derr.Message)
		}
		typ, terr := resolve(stmt.(*cql.CreateTable).Columns[1].Type)
		if terr != nil {
			t.Fatal(terr)
		}
		types = append(types, typ)
	}
	env := literalEnv()
	n, failed := 0, 0
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		col, _ := strconv.Atoi(c[0])
		n++
		kind, answer := evaluate(t, env, "v"+c[0], types[col], c[1])
		answer = strings.ReplaceAll(answer, "\n", `\n`)
		if undetermined(types[col], c[1]) {
			continue
		}
		if same := kind == c[2] && (kind == "ok" && sameRow(c[1], answer, c[3]) ||
			kind != "ok" && (kind == "syntax" || sameMessage(answer, c[3]))); !same {
			if failed++; failed <= 60 {
				t.Errorf("%s <- %s\n got %s %s\nwant %s %s", types[col], c[1], kind, answer, c[2], c[3])
			}
		}
	}
	if failed > 0 || n < 10000 {
		t.Errorf("%d of %d cases failed", failed, n)
	}
}

// undetermined names the terms whose outcome follows the order of one of the
// server's hash tables, which changes with each start, and values that are none of
// their type and that no driver can show.
func undetermined(typ *Type, term string) bool {
	switch term {
	case "[1] + [2]":
		return true
	case "1 + 2 * 3", "(1 + 2) * 3", "abs(1 + 1)":
		return typ.Kind == Blob
	case "0xCAFE":
		return typ.Kind == Tinyint
	case "-(1)", "- 5", "9223372036854775807 + 1", "log(0)", "token(1)":
		return typ.Kind == Time
	}
	return false
}

// evaluate is the verdict on a term in an INSERT: ok and the value as a result row
// shows it, or the kind of error and its message.
func evaluate(t *testing.T, env *Env, name string, typ *Type, term string) (kind, answer string) {
	stmt, _, derr := cql.ParseStatement("INSERT INTO t (k, " + name + ") VALUES (1, " + term + ")")
	if derr != nil {
		return derr.Kind.String(), derr.Message
	}
	x := stmt.(*cql.Insert).Values[1]
	p, err := env.Prepare(x, Receiver{Name: name, Type: typ, Keyspace: "lg", Table: "t"})
	if err != nil {
		return err.Kind.String(), err.Message
	}
	if err := p.SetError(); err != nil {
		return err.Kind.String(), err.Message
	}
	v, err := p.Bind(&Binding{Millis: 1795248000000})
	if err != nil {
		return err.Kind.String(), err.Message
	}
	if v != nil {
		if err := typ.Validate(v); err != nil && len(v) > 0 && !strings.Contains(term, "0x") {
			t.Errorf("%s <- %s: made %x: %s", typ, term, v, err.Message)
		}
		if typ.MultiCell() && typ.IsCollection() && len(v) == 4 {
			v = nil // an empty collection of several cells is null
		}
	}
	return "ok", typ.Row(v)
}

func sameRow(term, got, want string) bool {
	if strings.Contains(term, "now()") || strings.Contains(term, "uuid()") || strings.Contains(term, "urrent") {
		return true
	}
	var g, w any
	if json.Unmarshal([]byte(got), &g) != nil || json.Unmarshal([]byte(want), &w) != nil {
		return false
	}
	return reflect.DeepEqual(g, w)
}

// sameMessage compares messages; lists of signatures come in any order.
func sameMessage(got, want string) bool {
	norm := func(s string) string {
		head, list, ok := strings.Cut(s, " signatures: ")
		if !ok {
			return s
		}
		parts := strings.Split(list, ", system.")
		parts[0] = strings.TrimPrefix(parts[0], "system.")
		tail := ""
		if i := strings.LastIndex(parts[len(parts)-1], ")"); i >= 0 {
			parts[len(parts)-1], tail = parts[len(parts)-1][:i], parts[len(parts)-1][i:]
		}
		sort.Strings(parts)
		return head + strings.Join(parts, "|") + tail
	}
	return norm(got) == norm(want)
}

// parseTerm parses one term.
func parseTerm(t testing.TB, s string) cql.Expr {
	stmt, _, err := cql.ParseStatement("INSERT INTO t (v) VALUES (" + s + ")")
	if err != nil {
		t.Fatalf("%s: %s", s, err.Message)
	}
	return stmt.(*cql.Insert).Values[0]
}

// FuzzTerms types any term for any of the recorded types: no input may panic or
// run on, and an accepted value is a valid one unless hexadecimal text made it.
func FuzzTerms(f *testing.F) {
	for _, s := range []string{"1", "'a'", "[1, {'a': 1h}]", "(1, 'a')", "{street: 'x', zip: 1 + 2}", "1e999999 + 1", "'2024-02-31' - 1mo", "(varint) 10 % 3",
		"floor((timestamp) 0, 1mo)", "exp((decimal) 1e9)", "from_json('[1e5, \"\\u00e4\"]')", "similarity_cosine([1, 2, 3], [1, 2, 3])", "(decimal) 1e2147483647 + 1", "0%0X%0"} {
		for i := range 8 {
			f.Add(s, uint8(5*i))
		}
	}
	types := propertyTypes(f)
	env := literalEnv()
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		stmt, _, derr := cql.ParseStatement("INSERT INTO t (v) VALUES (" + s + ")")
		insert, ok := stmt.(*cql.Insert)
		if derr != nil || !ok || len(insert.Values) != 1 || len(s) > 500 {
			return
		}
		typ := types[int(n)%len(types)]
		p, err := env.Prepare(insert.Values[0], Receiver{Name: "v", Type: typ, Keyspace: "lg", Table: "t"})
		if err != nil {
			return
		}
		v, err := p.Bind(&Binding{})
		if err != nil || v == nil {
			return
		}
		typ.Row(v)
		typ.JSON(v)
		typ.Literal(v)
	})
}

// FuzzValues reads any bytes as a value of any type.
func FuzzValues(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0, 0}, []byte{0xff}, uint8(3))
	types := propertyTypes(f)
	f.Fuzz(func(t *testing.T, a, b []byte, n uint8) {
		typ := types[int(n)%len(types)]
		valid := typ.Validate(a) == nil
		typ.Row(a)
		typ.JSON(a)
		typ.Literal(a)
		typ.Text(a)
		if c, d := typ.Compare(a, b), typ.Compare(b, a); c > 0 && d > 0 || c < 0 && d < 0 {
			t.Fatalf("%s: %x and %x compare as %d and %d", typ, a, b, c, d)
		}
		if valid && typ.Compare(a, a) != 0 {
			t.Fatalf("%s: %x differs from itself", typ, a)
		}
		for _, s := range []string{string(a), string(b)} {
			if v, err := typ.FromString(s); err == nil && v != nil {
				typ.Text(v)
			}
			if v, problem := DecodeJSON(s, false); problem == "" && !v.IsNull() {
				_, _ = typ.FromJSON(v)
			}
		}
	})
}

// TestServerTerms judges terms compared with clustering columns in descending order
// (SELECT … WHERE c = term), whose types the server wraps, and terms with bind
// markers, which it prepares.
func TestServerTerms(t *testing.T) {
	f, err := os.Open("testdata/terms.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	env := literalEnv()
	types := map[string]*Type{}
	n, failed := 0, 0
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		typ := types[c[1]]
		if typ == nil {
			stmt, _, _ := cql.ParseStatement("CREATE TABLE t (k int PRIMARY KEY, v " + c[1] + ")")
			typ, _ = resolve(stmt.(*cql.CreateTable).Columns[1].Type)
			types[c[1]] = typ
		}
		if undetermined(typ, c[2]) || c[3] == "readfail" { // the server choked on the value
			continue
		}
		n++
		r := Receiver{Name: "c", Type: typ, Keyspace: "lg", Table: "t", Reversed: true}
		if name, ok := strings.CutPrefix(c[0], "mark "); ok {
			r.Name, r.Reversed = name, false
		}
		kind, message := "ok", ""
		stmt, _, derr := cql.ParseStatement("INSERT INTO t (k, v) VALUES (1, " + c[2] + ")")
		if derr != nil {
			kind, message = derr.Kind.String(), derr.Message
		} else if p, err := env.Prepare(stmt.(*cql.Insert).Values[1], r); err != nil {
			kind, message = err.Kind.String(), err.Message
		} else if r.Reversed {
			v, err := p.Bind(&Binding{Millis: 1795248000000})
			switch {
			case err != nil:
				kind, message = err.Kind.String(), err.Message
			case v == nil: // not a matter of terms
				continue
			}
		}
		message = strings.ReplaceAll(message, "\n", `\n`)
		if kind != c[3] || kind != "syntax" && !sameMessage(message, c[4]) {
			if failed++; failed <= 60 {
				t.Errorf("%s %s <- %s\n got %s %s\nwant %s %s", c[0], typ, c[2], kind, message, c[3], c[4])
			}
		}
	}
	if failed > 0 || n < 8000 {
		t.Errorf("%d of %d cases failed", failed, n)
	}
}

func BenchmarkPrepare(b *testing.B) {
	env := literalEnv()
	for _, s := range []string{"1", "'2024-01-31'", "[1, 2, 3]", "1 + 2", "to_date(now())"} {
		typ := Native("int")
		switch s[0] {
		case '\'', 't':
			typ = Native("date")
		case '[':
			typ = &Type{Kind: List, Elems: []*Type{typ}}
		}
		x := parseTerm(b, s)
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				env.tested = nil
				if _, err := env.Prepare(x, Receiver{Name: "v", Type: typ}); err != nil {
					b.Fatal(err.Message)
				}
			}
		})
	}
}

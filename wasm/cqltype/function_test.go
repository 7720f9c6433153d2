package cqltype

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// selection evaluates select items over recorded rows: enough of a select list to
// call every function with columns, constants and calls.
type selection struct {
	env  *Env
	cols map[string]*Type
	rows []map[string][]byte
}

// selectArg is an item as a function's argument.
type selectArg struct {
	s *selection
	x cql.Expr
}

func (a selectArg) term() bool {
	switch a.x.(type) {
	case *cql.ColumnRef, *cql.Call, *cql.Binary, *cql.Negation, *cql.CastCall, *cql.ListLit, *cql.TypeCast, *cql.TupleLit:
		return false
	}
	return true
}

func (a selectArg) Test(r Receiver) (Match, *diag.Diagnostic) {
	if l, ok := a.x.(*cql.ListLit); ok {
		return rawOf(l).test(a.s.env, r)
	}
	if a.term() {
		return rawOf(a.x).test(a.s.env, r)
	}
	t := a.Compatible()
	if t == nil {
		return NotAssignable, nil
	}
	return t.AssignTo(r.Type), nil
}

func (a selectArg) Compatible() *Type {
	switch x := a.x.(type) {
	case *cql.ColumnRef:
		return a.s.cols[x.Name.Text]
	case *cql.ListLit:
		return nil
	}
	if a.term() {
		return rawOf(a.x).compatible(a.s.env)
	}
	_, t, _ := a.s.prepare(a.x)
	return t
}

func (a selectArg) IsMarker() bool { return false }
func (a selectArg) String() string { return cql.ExprText(a.x) }
func (a selectArg) ArraySize() int {
	if l, ok := a.x.(*cql.ListLit); ok {
		return len(l.Elems)
	}
	return -1
}

// prepare returns a function of a row and the item's type.
func (s *selection) prepare(x cql.Expr) (func(map[string][]byte) ([]byte, *diag.Diagnostic), *Type, *diag.Diagnostic) {
	call, ok := rawOf(x).(*funcTerm)
	switch x := x.(type) {
	case *cql.ColumnRef:
		return func(row map[string][]byte) ([]byte, *diag.Diagnostic) { return row[x.Name.Text], nil }, s.cols[x.Name.Text], nil
	case *cql.CastCall:
		arg := selectArg{s, x.X}
		if t := arg.Compatible(); t != nil && t.String() == x.Type.Name || x.Type.Name == "varchar" && t != nil && t.Kind == Text {
			return s.prepare(x.X)
		}
	case *cql.TypeCast:
		get, _, err := s.prepare(x.X)
		return get, s.env.ExactType(x), err
	case *cql.TupleLit:
		return s.prepare(x.Elems[0])
	}
	if !ok {
		return nil, nil, invalid(rule.SE01, "Cannot infer type for term "+cql.ExprText(x))
	}
	var in []Arg
	for _, a := range call.args {
		in = append(in, selectArg{s, a})
	}
	f, err := s.env.Resolve(call.name, in, Receiver{Keyspace: "lf", Table: "f"})
	if err != nil || f == nil {
		return nil, nil, err
	}
	var get []func(map[string][]byte) ([]byte, *diag.Diagnostic)
	for i, a := range call.args {
		g, _, err := s.prepare(a)
		if g == nil {
			p, perr := s.env.Prepare(a, f.param(i, Receiver{Keyspace: "lf", Table: "f"}))
			if perr != nil {
				return nil, nil, perr
			}
			g, err = func(map[string][]byte) ([]byte, *diag.Diagnostic) { return p.Bind(nil) }, nil
		}
		if err != nil {
			return nil, nil, err
		}
		get = append(get, g)
	}
	values := func(row map[string][]byte) ([][]byte, *diag.Diagnostic) {
		var out [][]byte
		for _, g := range get {
			v, err := g(row)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	}
	if f.Aggregate {
		return func(map[string][]byte) ([]byte, *diag.Diagnostic) {
			a := NewAggregate(f.Name, f.Returns)
			for _, row := range s.rows {
				v, err := values(row)
				if err != nil {
					return nil, err
				}
				a.Add(v[0])
			}
			return a.Result(), nil
		}, f.Returns, nil
	}
	return func(row map[string][]byte) ([]byte, *diag.Diagnostic) {
		v, err := values(row)
		if err != nil {
			return nil, err
		}
		return f.Call(nil, v)
	}, f.Returns, nil
}

func aggregates(x cql.Expr) bool {
	c, ok := x.(*cql.Call)
	return ok && strings.Contains(" max min sum avg count ", " "+c.Func.Name.Text+" ")
}

// TestServerFunctions runs every native function, cast, operator and aggregate over
// rows and compares with what SELECT expr FROM f WHERE k = 1 answered on a server.
func TestServerFunctions(t *testing.T) {
	f, err := os.Open("testdata/functions.txt.gz")
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
	var head []json.RawMessage
	var cols map[string]string
	var rows []map[string]*string
	if json.Unmarshal(lines.Bytes(), &head) != nil || json.Unmarshal(head[0], &cols) != nil || json.Unmarshal(head[1], &rows) != nil {
		t.Fatal("no head")
	}
	s := &selection{env: literalEnv(), cols: map[string]*Type{"k": Native("int"), "c": Native("int")}}
	for c, typ := range cols {
		stmt, _, _ := cql.ParseStatement("CREATE TABLE t (k int PRIMARY KEY, v " + typ + ")")
		s.cols[c], _ = resolve(stmt.(*cql.CreateTable).Columns[1].Type)
	}
	for i, row := range rows {
		values := map[string][]byte{"k": bytes4(1), "c": bytes4(int32(i))}
		for c, text := range row {
			if text == nil {
				continue
			}
			p, err := s.env.Prepare(parseTerm(t, *text), Receiver{Name: c, Type: s.cols[c]})
			if err != nil {
				t.Fatal(err)
			}
			values[c], _ = p.Bind(nil)
		}
		s.rows = append(s.rows, values)
	}
	n, failed := 0, 0
	for lines.Scan() {
		c := strings.SplitN(lines.Text(), "\t", 3)
		if c[1] != "ok" && c[1] != "function" || strings.HasPrefix(c[0], "count(*)") || strings.Contains(c[0], "now(") {
			continue
		}
		stmt, _, derr := cql.ParseStatement("SELECT " + c[0] + " FROM f WHERE k = 1")
		if derr != nil {
			t.Fatal(c[0], derr.Message)
		}
		x := stmt.(*cql.Select).Selectors[0].X
		n++
		got := "ok"
		get, typ, err := s.prepare(x)
		var out []string
		if err == nil && get == nil {
			err = invalid("", "no such function")
		}
		for i := 0; err == nil && i < len(s.rows); i++ {
			var v []byte
			if v, err = get(s.rows[i]); err != nil {
				break
			}
			if aggregates(x) && i > 0 {
				break
			}
			out = append(out, typ.Row(v))
		}
		if err != nil {
			got = err.Kind.String() + " " + err.Message
		}
		want := c[1]
		if want == "function" {
			want += " " + c[2]
		}
		if got == want && got == "ok" {
			var answer []json.RawMessage
			var rows [][]any
			if json.Unmarshal([]byte(c[2]), &answer) != nil || json.Unmarshal(answer[1], &rows) != nil || len(rows) != len(out) {
				t.Fatal(c[0], c[2])
			}
			for i := range rows {
				w, _ := json.Marshal(rows[i][0])
				if !sameRow("", out[i], string(w)) && !nearly(out[i], string(w)) {
					got, want = strings.Join(out, " "), c[2]
					break
				}
			}
		}
		if got != want {
			if failed++; failed <= 60 {
				t.Errorf("%s (%v)\n got %s\nwant %s", c[0], typ, got, want)
			}
		}
	}
	if failed > 0 || n < 1000 {
		t.Errorf("%d of %d failed", failed, n)
	}
}

// nearly lets floating point differ in its last digit: the server's processor and
// Java's libraries round their own way.
func nearly(a, b string) bool {
	x, err := strconv.ParseFloat(strings.Trim(a, `"`), 64)
	y, err2 := strconv.ParseFloat(strings.Trim(b, `"`), 64)
	return err == nil && err2 == nil && strings.ContainsAny(a, ".e") && math.Abs(x-y) <= math.Abs(x)*3e-7
}

// Smaller forms of a statement: parts of its tree are left out or replaced by
// simpler ones; where it has no tree, its tokens are left out.

package main

import (
	"reflect"
	"regexp"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
)

// smaller returns texts that are shorter than q, the shortest first.
func smaller(q string) []string {
	seen := map[string]bool{}
	var out []string
	add := func(text string) {
		if len(text) < len(q) && !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	if stmt, _, err := cql.ParseStatement(q); err == nil {
		r := reducer{emit: func() { add(printed(stmt)) }}
		r.emit() // printed anew it may be shorter
		r.value(reflect.ValueOf(stmt))
	}
	tokens := token.FindAllString(q, -1)
	for size := len(tokens) / 2; size >= 1; size /= 2 {
		for i := 0; i+size <= len(tokens); i++ {
			add(strings.TrimSpace(strings.Join(tokens[:i], "") + strings.Join(tokens[i+size:], "")))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return len(out[i]) < len(out[j]) })
	return out
}

var token = regexp.MustCompile(`(?s)('[^']*'|"[^"]*"|\w+|.)\s*`)

// printed prints a tree that may lack a part; then it is "".
func printed(stmt cql.Statement) (text string) {
	defer func() {
		if recover() != nil {
			text = strings.Repeat(" ", 1<<16)
		}
	}()
	return cql.Print(stmt)
}

// A reducer makes changes to a tree in place, one at a time, calls emit after
// each, and takes it back.
type reducer struct{ emit func() }

// try sets v for one call of emit.
func (r reducer) try(v, x reflect.Value) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	v.Set(x)
	r.emit()
	v.Set(old)
}

func (r reducer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			r.value(v.Elem())
		}
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		r.try(v, reflect.Zero(v.Type()))
		if v.Type() == exprType {
			r.expr(v)
		}
		r.value(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			r.try(v, without(v, i))
			r.value(v.Index(i))
		}
		if v.Len() > 2 {
			r.try(v, v.Slice(0, v.Len()/2))
			r.try(v, v.Slice(v.Len()/2, v.Len()))
		}
	case reflect.Bool:
		if v.Bool() {
			r.try(v, reflect.ValueOf(false))
		}
	case reflect.Struct:
		r.structure(v)
	}
}

var (
	exprType = reflect.TypeFor[cql.Expr]()
	nameType = reflect.TypeFor[cql.Name]()
	typeType = reflect.TypeFor[*cql.TypeExpr]()
)

// expr replaces an expression by its parts and by constants.
func (r reducer) expr(v reflect.Value) {
	inner := v.Elem().Elem()
	for i := range inner.NumField() {
		switch f := inner.Field(i); {
		case f.Type() == exprType && !f.IsNil():
			r.try(v, f)
		case f.Type() == reflect.SliceOf(exprType):
			for j := range f.Len() {
				r.try(v, f.Index(j))
			}
		}
	}
	for _, x := range []cql.Expr{&cql.Constant{Kind: cql.Integer, Text: "1"}, &cql.Constant{Kind: cql.String}, &cql.Null{}} {
		r.try(v, reflect.ValueOf(x))
	}
}

func (r reducer) structure(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *cql.Insert:
		// a column and its value go together
		for i := range min(len(x.Columns), len(x.Values)) {
			columns, values := x.Columns, x.Values
			x.Columns, x.Values = append(columns[:i:i], columns[i+1:]...), append(values[:i:i], values[i+1:]...)
			r.emit()
			x.Columns, x.Values = columns, values
		}
	case *cql.Relation:
		if x.Kind == cql.ManyColumns {
			r.try(v, reflect.ValueOf(cql.Relation{Columns: x.Columns[:1], Op: x.Op, Value: &cql.Constant{Kind: cql.Integer, Text: "1"}}))
		}
	case *cql.CreateTable:
		// a column goes with its place in the key
		for i, c := range x.Columns {
			old := *x
			x.Columns = append(old.Columns[:i:i], old.Columns[i+1:]...)
			x.PartitionKey, x.Clustering = names(old.PartitionKey, c.Name), names(old.Clustering, c.Name)
			r.emit()
			*x = old
		}
	case *cql.QualifiedName:
		if x.Keyspace.Given() {
			r.try(v.FieldByName("Keyspace"), reflect.Zero(nameType))
		}
		return
	}
	for i := range v.NumField() {
		f := v.Field(i)
		if !f.CanSet() || v.Type().Field(i).Anonymous {
			continue
		}
		if f.Type() == typeType && !f.IsNil() {
			r.typ(f)
			continue
		}
		r.value(f)
	}
}

// typ replaces a type by its parts and by int.
func (r reducer) typ(v reflect.Value) {
	t := v.Interface().(*cql.TypeExpr)
	for _, a := range t.Args {
		r.try(v, reflect.ValueOf(a))
	}
	r.try(v, reflect.ValueOf(&cql.TypeExpr{Name: "int"}))
	for i := range t.Args {
		r.typ(reflect.ValueOf(t).Elem().FieldByName("Args").Index(i))
	}
}

// without is a slice without one of its elements.
func without(v reflect.Value, i int) reflect.Value {
	out := reflect.MakeSlice(v.Type(), 0, v.Len()-1)
	return reflect.AppendSlice(reflect.AppendSlice(out, v.Slice(0, i)), v.Slice(i+1, v.Len()))
}

// names are the names of a list without one.
func names(list []cql.Name, name cql.Name) (out []cql.Name) {
	for _, n := range list {
		if n.Text != name.Text {
			out = append(out, n)
		}
	}
	return out
}

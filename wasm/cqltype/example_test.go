package cqltype_test

import (
	"fmt"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
)

// Typing the values of an INSERT.
func ExampleEnv_Prepare() {
	stmt, _, _ := cql.ParseStatement("INSERT INTO t (k, l, m) VALUES (1 + 2, ['a'], {'x': 1h})")
	insert := stmt.(*cql.Insert)
	number, text := cqltype.Native("int"), cqltype.Native("text")
	columns := []cqltype.Receiver{
		{Name: "k", Type: number},
		{Name: "l", Type: &cqltype.Type{Kind: cqltype.List, Elems: []*cqltype.Type{number}}},
		{Name: "m", Type: &cqltype.Type{Kind: cqltype.Map, Elems: []*cqltype.Type{text, cqltype.Native("duration")}}},
	}
	env := &cqltype.Env{Keyspace: "ks"}
	for i, r := range columns {
		term, err := env.Prepare(insert.Values[i], r)
		if err != nil {
			fmt.Println(err.Kind, err.Rule, err.Message)
			continue
		}
		value, _ := term.Bind(nil)
		fmt.Printf("%s %x %s\n", r.Type, value, r.Type.Literal(value))
	}
	// Output:
	// int 00000003 3
	// invalid LIT-03 Invalid list literal for l: value 'a' is not of type int
	// map<text, duration> 000000010000000178000000090000fc068c61714000 {'x': 1h}
}

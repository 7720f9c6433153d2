// Proposals: for a refused query the core proposes a table that would serve it.
// Here the real server makes that table and runs the query on it.

package main

import (
	"context"
	"fmt"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/schema"
)

// runProposals tries the tables that are proposed for n refused queries.
func runProposals(ctx context.Context, srv *cassandra.Server, seed uint64, n, show int) error {
	start := time.Now()
	tried, refused, failed := 0, 0, 0
	for i := uint64(0); tried < n && ctx.Err() == nil; i++ {
		keyspace := fmt.Sprintf("p%d", i)
		side, err := newServer(srv, keyspace)
		if err != nil {
			return err
		}
		core := newCore(keyspace)
		g := newGenerator(seed+i*0x9e3779b97f4a7c15, func() *schema.Keyspace { return core.catalogue(keyspace) })
		for range scriptLength {
			q := g.next()
			if class(q) != "SELECT" {
				a, err := side.ask(q)
				if err != nil {
					return err
				}
				if a.OK {
					core.ask(q)
				}
				continue
			}
			r := core.session.Exec(q)
			sel, ok := r.Stmt.(*cql.Select)
			if !ok || r.Diag == nil || tried >= n {
				continue
			}
			refused++
			ks := sel.From.Keyspace.Text
			if ks == "" {
				ks = core.session.Keyspace()
			}
			t := core.session.Catalogue().Table(ks, sel.From.Name.Text)
			if t == nil {
				continue
			}
			create := check.ProposeTable(sel, t)
			if create == "" {
				continue
			}
			stmt, _, bad := cql.ParseStatement(create)
			if bad != nil {
				return fmt.Errorf("the proposal %s does not parse: %s", create, bad.Message)
			}
			place := stmt.(*cql.CreateTable).Name.Place()
			name := create[place.Start:place.End]
			at := sel.From.Place()
			query := q[:at.Start] + name + q[at.End:]
			tried++
			if a, err := side.ask(create); err != nil || !a.OK {
				if failed++; failed <= show {
					fmt.Printf("the proposed table is refused: %s\n  %s\n", a, create)
				}
				continue
			}
			if a, err := side.ask(query); err != nil || !a.OK {
				if failed++; failed <= show {
					fmt.Printf("the proposed table does not serve: %s\n  %s\n  %s\n", a, create, query)
				}
			}
			side.ask("DROP TABLE " + name)
		}
		side.close()
	}
	fmt.Printf("proposals: %d of %d refused queries have one, %d do not serve, %s\n", tried, refused, failed, time.Since(start).Round(time.Second))
	if failed > 0 {
		return fmt.Errorf("%d of %d proposed tables do not serve their query", failed, tried)
	}
	return nil
}

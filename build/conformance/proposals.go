// Proposals: for a refused query the core proposes a table that would serve it.
// Here the real server makes that table and runs the query on it.

package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/schema"
)

// A proposal is a table for a refused query, and how the server took it.
type proposal struct {
	create  string
	query   string    // as it was refused
	from    diag.Span // of the table's name in the query
	refused string    // what the server said against the table; "" where it serves
}

// proposalScript is the number of queries behind a random script. The server
// meets only the proposed tables, never those that the queries were written for.
const proposalScript = 40

// runProposals tries the tables that are proposed for random refused queries.
func runProposals(ctx context.Context, srv *cassandra.Server, o options) error {
	start := time.Now()
	var lock sync.Mutex
	var tried []proposal
	refused := 0
	for n := 0; len(tried) < o.proposals; n += o.streams {
		err := inStreams(ctx, o.streams, o.streams, func(i int) error {
			list, of, err := playProposals(srv, scriptSeed(o.seed, n+i), fmt.Sprintf("p%d", n+i))
			lock.Lock()
			defer lock.Unlock()
			tried = append(tried, list...)
			refused += of
			return err
		})
		if err != nil {
			return err
		}
	}
	failed := 0
	for _, p := range tried {
		if p.refused == "" {
			continue
		}
		if failed++; failed <= o.show {
			fmt.Printf("a proposed table does not serve: %s\n  %s\n  %s\n", p.refused, p.create, p.query)
		}
	}
	fmt.Printf("proposals: %d of %d refused queries have one, %d do not serve, %s\n", len(tried), refused, failed, time.Since(start).Round(time.Second))
	if failed > 0 {
		return fmt.Errorf("%d of %d proposed tables do not serve their query", failed, len(tried))
	}
	return nil
}

// playProposals runs a random script on the core alone, and tries on the server
// what it proposes for the queries that it refuses. It returns how many it refused.
func playProposals(srv *cassandra.Server, seed uint64, keyspace string) (tried []proposal, refused int, err error) {
	side, err := newServer(srv, keyspace)
	if err != nil {
		return nil, 0, err
	}
	defer side.close()
	core := newCore(srv.Line, keyspace)
	g := newGenerator(seed, func() *schema.Keyspace { return core.catalogue(keyspace) })
	made := map[string]string{} // tables by their columns and keys
	seen := map[string]bool{}
	for range scriptLength + proposalScript {
		q := g.next()
		if g.n > scriptLength {
			q = g.selectStatement()
		}
		r := core.session.Exec(q)
		switch s := r.Stmt.(type) {
		case *cql.CreateType, *cql.AlterType, *cql.DropType, *cql.CreateFunction:
			// tables and queries need them
			if r.Accepted() {
				if _, err := side.ask(q); err != nil {
					return nil, 0, err
				}
			}
		case *cql.Select:
			if r.Diag == nil {
				continue
			}
			refused++
			if p := propose(core, s, q); p.create != "" && !seen[p.create+q] {
				seen[p.create+q] = true
				if err := p.try(side, made); err != nil {
					return nil, 0, err
				}
				tried = append(tried, p)
			}
		}
	}
	return tried, refused, nil
}

// propose is the table that the core proposes for a refused query, if it has one.
func propose(core *core, sel *cql.Select, q string) proposal {
	ks := sel.From.Keyspace.Text
	if ks == "" {
		ks = core.session.Keyspace()
	}
	t := core.session.Catalogue().Table(ks, sel.From.Name.Text)
	if t == nil {
		return proposal{}
	}
	create := repair.ProposeTable(sel, t, core.session.Catalogue().Keyspaces[ks])
	if create == "" {
		return proposal{}
	}
	return proposal{create: create, query: q, from: sel.From.Place()}
}

// try makes the proposed table, unless there is one like it, and runs the query on it.
func (p *proposal) try(side *server, made map[string]string) error {
	stmt, _, bad := cql.ParseStatement(p.create)
	if bad != nil {
		p.refused = "it does not parse: " + bad.Message
		return nil
	}
	at := stmt.(*cql.CreateTable).Name.Place()
	name := made[p.create[at.End:]]
	if name == "" {
		name = fmt.Sprintf("q%d", len(made))
		a, err := side.ask(p.create[:at.Start] + name + p.create[at.End:])
		if err != nil || !a.OK {
			p.refused = a.String()
			return err
		}
		made[p.create[at.End:]] = name
	}
	q := p.query[:p.from.Start] + name + p.query[p.from.End:]
	a, err := side.ask(q)
	if err != nil || a.OK {
		return err
	}
	if _, bad := side.conn.Prepare(q); bad == nil && (a.Kind == "server" || a.Kind == "function") {
		return nil // the table serves; a function stumbles over a value, or over none
	}
	p.refused = a.String()
	return nil
}

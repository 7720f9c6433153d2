package main

import (
	"flag"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/migration"
	"partitionlab/wasm/schema"
)

var pairs = flag.Int("pairs", 150, "how many pairs of random schemas TestMigrationLeadsThere tries")

// randomSchema runs random schema statements on what is there, and returns those that are
// accepted.
func randomSchema(on *core, g *generator, n int) (script []string) {
	do := func(q string) {
		if r := on.session.Exec(q); r.Accepted() {
			script = append(script, q)
		}
	}
	for range n {
		switch p := g.r.IntN(100); {
		case p < 25 || len(g.tables(true)) == 0:
			do(g.createTable(false))
		case p < 40:
			do(g.createIndex())
		case p < 65:
			do(g.alterTable())
		case p < 75:
			do(g.userType())
		case p < 85:
			do(g.view())
		case p < 90:
			do(g.function())
		case p < 95:
			do(g.drop())
		default:
			do(g.keyspaceStatement())
		}
	}
	return script
}

// elements are the things of a schema, by what and how they are called.
func elements(c *schema.Catalogue) map[string]string {
	out := map[string]string{}
	for _, k := range c.InOrder() {
		if !k.System {
			for _, e := range k.Elements() {
				out[e.Type+" "+e.Keyspace+"."+e.Name] = e.CQL
			}
		}
	}
	return out
}

// TestMigrationLeadsThere: what is proposed between two random schemas is accepted on the one,
// in its order, and makes the other; and where it does not, that is named. One grows from
// the other, shrinks, or both grow from the same beginning, or from nothing.
func TestMigrationLeadsThere(t *testing.T) {
	const keyspace = "g"
	steps, forbidden, losses := 0, 0, 0
	for seed := range uint64(*pairs) {
		first := newCore("5.0", keyspace)
		g := newGenerator(seed, func() *schema.Keyspace { return first.catalogue(keyspace) })
		start := randomSchema(first, g, 12)
		if seed%4 == 3 { // they have nothing in common but names
			start = nil
		}
		play := func(scripts ...[]string) *core {
			c := newCore("5.0", keyspace)
			for _, q := range slices.Concat(scripts...) {
				if r := c.session.Exec(q); !r.Accepted() {
					t.Fatalf("%d: %s: %v", seed, q, r.Diag)
				}
			}
			return c
		}
		after := play(start)
		there := randomSchema(after, newGenerator(seed+1e6, func() *schema.Keyspace { return after.catalogue(keyspace) }), 8)
		var here []string
		if seed%4 == 0 || start == nil { // both differ from the beginning
			before := play(start)
			here = randomSchema(before, newGenerator(seed+2e6, func() *schema.Keyspace { return before.catalogue(keyspace) }), 8)
		}
		if seed%4 == 1 { // back
			after, here = play(start), there
		}
		list := migration.Steps(play(start, here).session, after.session, "", nil)
		again := play(start, here)
		var no []migration.Step
		for _, s := range list {
			switch {
			case s.Forbidden != "":
				forbidden++
				no = append(no, s)
			case s.CQL != "":
				if steps++; s.Loses != "" {
					losses++
				}
				if r := again.session.Exec(strings.TrimSuffix(s.CQL, ";")); !r.Accepted() {
					t.Errorf("%d: %s: %v", seed, s.CQL, r.Diag)
				}
			case s.Do == "":
				t.Errorf("%d: an empty step", seed)
			}
		}
		got, want := elements(again.session.Catalogue()), elements(after.session.Catalogue())
		for _, name := range slices.Sorted(maps.Keys(got)) {
			made := slices.ContainsFunc(list, func(s migration.Step) bool {
				first, _, _ := strings.Cut(want[name], "\n")
				return first != "" && strings.HasPrefix(s.CQL, first) && s.Forbidden == ""
			}) // the server does not read all that it prints as it was written
			if want[name] != got[name] && !made && !named(no, name, got[name], want[name]) {
				t.Errorf("%d: %s is\n%s\nand not\n%s\nafter %+v", seed, name, got[name], want[name], list)
			}
		}
		for name, text := range want {
			if _, ok := got[name]; !ok && !named(no, name, "", text) {
				t.Errorf("%d: there is no %s:\n%s\nafter %+v", seed, name, text, list)
			}
		}
		if t.Failed() {
			t.Fatalf("before: %s\nafter: %s", strings.Join(slices.Concat(start, here), ";\n"), strings.Join(slices.Concat(start, there), ";\n"))
		}
	}
	t.Logf("%d statements, %d of which take something away; %d differences are forbidden", steps, losses, forbidden)
	if steps < *pairs || forbidden < *pairs/10 {
		t.Error("too few")
	}
}

// named reports whether what is forbidden says why something is not as it should be: of a
// table that is not replaced each line of it.
func named(no []migration.Step, name, is, should string) bool {
	kind, full, _ := strings.Cut(name, " ")
	for _, s := range no {
		said := s.CQL + " " + s.Forbidden
		replaced := regexp.MustCompile(` (\S+) has the key | of (\S+) is `).FindStringSubmatch(s.Forbidden)
		if s.CQL != "" {
			replaced = nil // a column
		} else if replaced != nil {
			replaced[1] += replaced[2]
		}
		switch {
		case replaced != nil && (kind != "table" || strings.HasPrefix(full, replaced[1])) && strings.Contains(is+should+"\n", strings.TrimSuffix(replaced[1], `"`)):
			return true // it, its successor, its indexes and views
		case kind == "table" && is != "" && should != "" && strings.Contains(said, full+" "):
			return linesNamed(no, full, is, should)
		case kind != "table" && (strings.Contains(said, full) || strings.Contains(said, full[strings.Index(full, ".")+1:])):
			return true
		}
	}
	return false
}

func linesNamed(no []migration.Step, table, is, should string) bool {
	lines := func(s string) []string { return strings.Split(strings.ReplaceAll(s, ",\n", "\n"), "\n") }
	a, b := lines(is), lines(should)
	for _, pair := range [][2][]string{{a, b}, {b, a}} {
		for _, line := range pair[0] {
			column, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			column = regexp.MustCompile(`_[0-9]+$`).ReplaceAllString(column, "") // of one that gets its values
			if !slices.Contains(pair[1], line) && !slices.ContainsFunc(no, func(s migration.Step) bool {
				said := s.CQL + " " + s.Forbidden
				return strings.Contains(said, table) && (strings.Contains(said, " "+column+" ") || strings.Contains(said, " "+column+";") || column == "AND" || column == ")")
			}) {
				return false
			}
		}
	}
	return true
}

package session

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// This file holds the rows of Cassandra's own tables that say what a cluster is and what
// its catalogue holds: system.local, system.built_views, system."IndexInfo", system_schema.
// What a server draws by chance (the id of a table or a node, tokens, the version of the
// schema) is null here; a table that gives its own id has it.
// Sources: SchemaKeyspace.add…ToSchemaMutation, SystemKeyspace.persistLocalMetadata.

// system returns the rows of one of Cassandra's own tables, nil where there are none.
// They are made when they are asked for, and again after the catalogue has changed.
func (s *Session) system(t *schema.Table) *memtable.Store {
	if k := s.ctx.Catalogue.Keyspaces[t.Keyspace]; k == nil || !k.System {
		return nil
	}
	if s.made[t] == nil {
		rows := systemTable{table: t, store: memtable.NewStore(t), session: s}
		if !rows.fill() {
			return nil
		}
		if s.made == nil {
			s.made = map[*schema.Table]*memtable.Store{}
		}
		s.made[t] = rows.store
	}
	return s.made[t]
}

// A systemTable takes the rows of a table, values by the names of columns.
type systemTable struct {
	table   *schema.Table
	store   *memtable.Store
	session *Session
}

type values map[string][]byte

// fill makes the rows, and reports whether it knows them.
func (r *systemTable) fill() bool {
	switch r.table.Keyspace + "." + r.table.Name {
	case "system.local":
		r.local()
	case "system.built_views":
		r.builtViews()
	case "system.IndexInfo":
		r.builtIndexes()
	case "system_schema.keyspaces":
		r.keyspaces()
	case "system_schema.tables":
		r.tables()
	case "system_schema.views":
		r.views()
	case "system_schema.columns":
		r.columns()
	case "system_schema.dropped_columns":
		r.droppedColumns()
	case "system_schema.indexes":
		r.indexes()
	case "system_schema.types":
		r.types()
	case "system_schema.functions":
		r.functions()
	case "system_schema.aggregates":
		r.aggregates()
	case "system_schema.triggers":
		r.triggers()
	default:
		return false
	}
	return true
}

// add adds a row. What has no value is null.
func (r *systemTable) add(v values) {
	m := memtable.Mutation{Table: r.table, Key: v[r.table.PartitionKey[0].Name]}
	written := memtable.Liveness{Timestamp: r.session.ctx.Clock.Now * 1e6, TTL: memtable.NoTTL, Expiry: memtable.NoExpiry}
	row := memtable.Row{Liveness: &written}
	for _, c := range r.table.Clustering {
		row.Clustering = append(row.Clustering, v[c.Name])
	}
	for _, c := range r.table.Regulars {
		if value, set := v[c.Name]; set && value != nil {
			row.Cells = append(row.Cells, memtable.Cell{Column: c, Value: value, Timestamp: written.Timestamp, Expiry: memtable.NoExpiry})
			m.Columns = append(m.Columns, c)
		}
	}
	m.Rows = []memtable.Row{row}
	r.store.Apply(&m) // of this table, and of no counters: it fits
}

// each yields the keyspaces but the virtual ones.
func (r *systemTable) each(yield func(k *schema.Keyspace)) {
	for _, k := range r.session.ctx.Catalogue.InOrder() {
		if !k.Virtual {
			yield(k)
		}
	}
}

// eachTable yields tables and views with their keyspaces.
func (r *systemTable) eachTable(yield func(k *schema.Keyspace, t *schema.Table)) {
	r.each(func(k *schema.Keyspace) {
		for _, t := range k.Tables {
			yield(k, t)
		}
	})
}

func (r *systemTable) local() {
	home, _ := cqltype.Native("inet").FromString("127.0.0.1")
	r.add(values{
		"key": text("local"), "bootstrapped": text("COMPLETED"), "cluster_name": text("Test Cluster"),
		"cql_version": text("3.4.7"), "native_protocol_version": text("5"), "release_version": text("5.0.8"),
		"data_center": text(r.session.ctx.Settings.Datacenters[0]), "rack": text("rack1"),
		"partitioner":       text("org.apache.cassandra.dht.Murmur3Partitioner"),
		"broadcast_address": home, "listen_address": home, "rpc_address": home,
		"broadcast_port": integer(7000), "listen_port": integer(7000), "rpc_port": integer(9042),
		"gossip_generation": integer(int(r.session.ctx.Clock.Now)),
	})
}

func (r *systemTable) builtViews() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		if t.View != nil {
			r.add(values{"keyspace_name": text(k.Name), "view_name": text(t.Name), "status_replicated": boolean(true)})
		}
	})
}

// builtIndexes: what the column table_name holds is a keyspace.
func (r *systemTable) builtIndexes() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		for _, ix := range t.Indexes {
			r.add(values{"table_name": text(k.Name), "index_name": text(ix.Name)})
		}
	})
}

func (r *systemTable) keyspaces() {
	r.each(func(k *schema.Keyspace) {
		class := k.Replication.Class
		if !strings.Contains(class, ".") {
			class = "org.apache.cassandra.locator." + class
		}
		r.add(values{
			"keyspace_name": text(k.Name), "durable_writes": boolean(k.DurableWrites),
			"replication": options(append([]schema.Option{{Name: "class", Value: class}}, k.Replication.Options...)),
		})
	})
}

func (r *systemTable) tables() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		if t.View != nil {
			return
		}
		v := params(&t.Params)
		v["keyspace_name"], v["table_name"], v["flags"] = text(k.Name), text(t.Name), texts(flags(t)...)
		v["id"], _ = cqltype.Native("uuid").FromString(t.ID)
		r.add(v)
	})
}

func (r *systemTable) views() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		if t.View == nil {
			return
		}
		v := params(&t.Params)
		v["keyspace_name"], v["view_name"], v["base_table_name"] = text(k.Name), text(t.Name), text(t.View.Base)
		v["include_all_columns"], v["where_clause"] = boolean(t.View.Star), text(t.View.WhereText())
		if base := k.Tables[t.View.Base]; base != nil {
			v["base_table_id"], _ = cqltype.Native("uuid").FromString(base.ID)
		}
		r.add(v)
	})
}

// flags are what a table is: not compact, or compact with several clustering columns;
// compact with one; with counters.
func flags(t *schema.Table) (list []string) {
	if !t.Compact || len(t.Clustering) > 1 {
		list = append(list, "compound")
	}
	if t.Counter {
		list = append(list, "counter")
	}
	if t.Compact && len(t.Clustering) > 0 {
		list = append(list, "dense")
	}
	return list
}

// params are the options of a table. Some are written only where they are not what they
// are everywhere.
func params(p *schema.Params) values {
	v := values{
		"additional_write_policy": text(p.AdditionalWritePolicy), "bloom_filter_fp_chance": double(p.BloomFilterFPChance), "caching": options(p.Caching),
		"comment": text(p.Comment), "compaction": options(p.CompactionMap()), "compression": options(p.CompressionMap()), "crc_check_chance": double(p.CRCCheckChance),
		"dclocal_read_repair_chance": double(0), "default_time_to_live": integer(p.DefaultTTL), "extensions": options(nil), "gc_grace_seconds": integer(p.GCGrace),
		"max_index_interval": integer(p.MaxIndexInterval), "memtable_flush_period_in_ms": integer(p.MemtableFlushPeriod), "min_index_interval": integer(p.MinIndexInterval),
		"read_repair": text(p.ReadRepair), "read_repair_chance": double(0), "speculative_retry": text(p.SpeculativeRetry),
	}
	if p.Memtable != "default" {
		v["memtable"] = text(p.Memtable)
	}
	if !p.AllowAutoSnapshot {
		v["allow_auto_snapshot"] = boolean(false)
	}
	if !p.IncrementalBackups {
		v["incremental_backups"] = boolean(false)
	}
	return v
}

func (r *systemTable) columns() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		add := func(name, kind, order, typ string, position int) {
			r.add(values{
				"keyspace_name": text(k.Name), "table_name": text(t.Name), "column_name": text(name), "column_name_bytes": text(name),
				"kind": text(kind), "clustering_order": text(order), "position": integer(position), "type": text(typ),
			})
		}
		for c := range t.Columns() {
			kind, order, position := columnKind(t, c), "none", -1
			if c.Kind <= schema.Clustering {
				position = c.Position
			}
			if c.Kind == schema.Clustering {
				order = "asc"
				if c.Desc {
					order = "desc"
				}
			}
			add(c.Name, kind, order, c.Type.String(), position)
		}
		switch { // what a compact table has besides, and no statement names
		case t.StaticCompact():
			value := "blob"
			if t.Counter {
				value = "counter"
			}
			add(unused(t, "column1", "column"), "clustering", "asc", "text", 0)
			add(unused(t, "value", "value"), "regular", "none", value, -1)
		case t.Compact && len(t.Regulars) == 0:
			add(unused(t, "value", "value"), "regular", "none", "empty", -1)
		}
	})
}

// columnKind is the role of a column as the server keeps it.
func columnKind(t *schema.Table, c *schema.Column) string {
	switch {
	case c.Kind == schema.PartitionKey:
		return "partition_key"
	case c.Kind == schema.Clustering:
		return "clustering"
	case c.Kind == schema.Static || t.StaticCompact():
		return "static"
	default:
		return "regular"
	}
}

// unused is a name that no column has: the first, or one with a number.
func unused(t *schema.Table, name, numbered string) string {
	for n := 1; t.Column(name) != nil; n++ {
		name = numbered + strconv.Itoa(n)
	}
	return name
}

func (r *systemTable) droppedColumns() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		for _, c := range t.Dropped {
			r.add(values{
				"keyspace_name": text(k.Name), "table_name": text(t.Name), "column_name": text(c.Name),
				"dropped_time": bigEndian(uint64(c.DroppedAt/1000), 8), "kind": text(columnKind(t, c)), "type": text(c.Type.String()),
			})
		}
	})
}

func (r *systemTable) indexes() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		for _, ix := range t.Indexes {
			kind, with := "COMPOSITES", slices.Clone(ix.Options)
			if ix.Column != "" {
				with = append(with, schema.Option{Name: "target", Value: ix.On()})
			}
			if ix.Class != schema.Legacy {
				kind, with = "CUSTOM", append(with, schema.Option{Name: "class_name", Value: ix.Java})
			}
			r.add(values{"keyspace_name": text(k.Name), "table_name": text(t.Name), "index_name": text(ix.Name), "kind": text(kind), "options": options(with)})
		}
	})
}

func (r *systemTable) types() {
	r.each(func(k *schema.Keyspace) {
		for _, t := range k.Types {
			var names, types []string
			for _, f := range t.Fields {
				names, types = append(names, f.Name), append(types, f.Type.String())
			}
			r.add(values{"keyspace_name": text(k.Name), "type_name": text(t.Name), "field_names": texts(names...), "field_types": texts(types...)})
		}
	})
}

func (r *systemTable) functions() {
	r.each(func(k *schema.Keyspace) {
		for _, f := range k.Functions {
			r.add(values{
				"keyspace_name": text(k.Name), "function_name": text(f.Name), "argument_types": texts(signature(f.Args)...), "argument_names": texts(f.ArgNames...),
				"body": text(f.Body), "called_on_null_input": boolean(f.CalledOnNull), "language": text(f.Language), "return_type": text(f.Returns.String()),
			})
		}
	})
}

func (r *systemTable) aggregates() {
	r.each(func(k *schema.Keyspace) {
		for _, a := range k.Aggregates {
			v := values{
				"keyspace_name": text(k.Name), "aggregate_name": text(a.Name), "argument_types": texts(signature(a.Args)...),
				"return_type": text(a.Returns.String()), "state_func": text(a.SFunc), "state_type": text(a.SType.String()),
			}
			if a.FinalFunc != "" {
				v["final_func"] = text(a.FinalFunc)
			}
			if a.InitCond != "" {
				v["initcond"] = text(a.InitCond)
			}
			r.add(v)
		}
	})
}

func (r *systemTable) triggers() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		for _, trigger := range t.Triggers {
			r.add(values{"keyspace_name": text(k.Name), "table_name": text(t.Name), "trigger_name": text(trigger.Name), "options": options([]schema.Option{{Name: "class", Value: trigger.Class}})})
		}
	})
}

func signature(types []*cqltype.Type) (list []string) {
	for _, t := range types {
		list = append(list, t.String())
	}
	return list
}

// The bytes of values.

func text(s string) []byte { return append([]byte{}, s...) } // never nil, which is null

func integer(n int) []byte { return bigEndian(uint64(n), 4) }

func double(x float64) []byte { return bigEndian(math.Float64bits(x), 8) }

// bigEndian writes the last bytes of a number, the highest first.
func bigEndian(n uint64, size int) (b []byte) {
	for size--; size >= 0; size-- {
		b = append(b, byte(n>>(8*size)))
	}
	return b
}

func boolean(b bool) []byte {
	if b {
		return []byte{1}
	}
	return []byte{0}
}

func texts(list ...string) []byte {
	var elems [][]byte
	for _, s := range list {
		elems = append(elems, text(s))
	}
	return cqltype.Pack(elems, len(elems))
}

// options are a map, in the order of its keys.
func options(list []schema.Option) []byte {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, func(a, b schema.Option) int { return strings.Compare(a.Name, b.Name) })
	var elems [][]byte
	for _, o := range sorted {
		elems = append(elems, text(o.Name), text(o.Value))
	}
	return cqltype.Pack(elems, len(list))
}

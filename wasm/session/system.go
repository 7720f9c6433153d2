package session

import (
	"math"
	"slices"
	"sort"
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

// A systemTable takes the rows of a table.
type systemTable struct {
	table   *schema.Table
	store   *memtable.Store
	session *Session
}

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

// add adds a row: the names of columns, the key first and in its order, and their values;
// nil is null.
func (r *systemTable) add(names string, values ...[]byte) {
	m := memtable.Mutation{Table: r.table}
	written := memtable.Liveness{Timestamp: r.session.ctx.Clock.Now * 1e6, TTL: memtable.NoTTL, Expiry: memtable.NoExpiry}
	row := memtable.Row{Liveness: &written}
	for i, name := range strings.Fields(names) {
		c, value := r.table.Column(name), values[i]
		switch {
		case c == nil: // not in this release
		case c.Kind == schema.PartitionKey:
			m.Key = value
		case c.Kind == schema.Clustering:
			row.Clustering = append(row.Clustering, value)
		case value != nil:
			row.Cells = append(row.Cells, memtable.Cell{Column: c, Value: value, Timestamp: written.Timestamp, Expiry: memtable.NoExpiry})
			m.Columns = append(m.Columns, c)
		}
	}
	sort.Slice(row.Cells, func(i, j int) bool { return memtable.CompareColumns(row.Cells[i].Column, row.Cells[j].Column) < 0 })
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
	server := r.session.ctx.Settings.Server // CQL has got one more number with each release
	home, _ := cqltype.Native("inet").FromString("127.0.0.1")
	r.add("key bootstrapped cluster_name cql_version native_protocol_version release_version data_center rack partitioner "+
		"broadcast_address listen_address rpc_address broadcast_port listen_port rpc_port gossip_generation",
		text("local"), text("COMPLETED"), text("Test Cluster"), text("3.4."+strconv.Itoa(7+int(server))), text("5"), text(server.Release()),
		text(r.session.ctx.Settings.Datacenters[0]), text("rack1"), text("org.apache.cassandra.dht.Murmur3Partitioner"),
		home, home, home, integer(7000), integer(7000), integer(9042), integer(int(r.session.ctx.Clock.Now)))
}

func (r *systemTable) builtViews() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		if t.View != nil {
			r.add("keyspace_name view_name status_replicated",
				text(k.Name), text(t.Name), boolean(true))
		}
	})
}

// builtIndexes: what the column table_name holds is a keyspace.
func (r *systemTable) builtIndexes() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		for _, ix := range t.Indexes {
			r.add("table_name index_name",
				text(k.Name), text(ix.Name))
		}
	})
}

func (r *systemTable) keyspaces() {
	r.each(func(k *schema.Keyspace) {
		class := k.Replication.Class
		if !strings.Contains(class, ".") {
			class = "org.apache.cassandra.locator." + class
		}
		r.add("keyspace_name durable_writes replication",
			text(k.Name), boolean(k.DurableWrites), options(append([]schema.Option{{Name: "class", Value: class}}, k.Replication.Options...)))
	})
}

func (r *systemTable) tables() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		if t.View == nil {
			id, _ := cqltype.Native("uuid").FromString(t.ID)
			r.add("keyspace_name table_name flags id "+paramNames, append([][]byte{text(k.Name), text(t.Name), texts(flags(t)...), id}, params(&t.Params)...)...)
		}
	})
}

func (r *systemTable) views() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		if t.View == nil {
			return
		}
		var id []byte
		if base := k.Tables[t.View.Base]; base != nil {
			id, _ = cqltype.Native("uuid").FromString(base.ID)
		}
		r.add("keyspace_name view_name base_table_name base_table_id include_all_columns where_clause "+paramNames,
			append([][]byte{text(k.Name), text(t.Name), text(t.View.Base), id, boolean(t.View.Star), text(t.View.WhereText())}, params(&t.Params)...)...)
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

const paramNames = "additional_write_policy bloom_filter_fp_chance caching comment compaction compression crc_check_chance dclocal_read_repair_chance default_time_to_live extensions " +
	"gc_grace_seconds max_index_interval memtable_flush_period_in_ms min_index_interval read_repair read_repair_chance speculative_retry memtable allow_auto_snapshot incremental_backups"

// params are the options of a table, as paramNames says. The last are written only where
// they are not what they are everywhere.
func params(p *schema.Params) [][]byte {
	v := [][]byte{
		text(p.AdditionalWritePolicy), double(p.BloomFilterFPChance), options(p.Caching), text(p.Comment), options(p.CompactionMap()), options(p.CompressionMap()),
		double(p.CRCCheckChance), double(0), integer(p.DefaultTTL), options(nil), integer(p.GCGrace), integer(p.MaxIndexInterval), integer(p.MemtableFlushPeriod),
		integer(p.MinIndexInterval), text(p.ReadRepair), double(0), text(p.SpeculativeRetry), text(p.Memtable), boolean(false), boolean(false),
	}
	for i, usual := range [...]bool{p.Memtable == "default", p.AllowAutoSnapshot, p.IncrementalBackups} {
		if usual {
			v[len(v)-3+i] = nil
		}
	}
	return v
}

func (r *systemTable) columns() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		add := func(name, kind, order, typ string, position int) {
			r.add("keyspace_name table_name column_name column_name_bytes kind clustering_order position type",
				text(k.Name), text(t.Name), text(name), text(name), text(kind), text(order), integer(position), text(typ))
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
			r.add("keyspace_name table_name column_name dropped_time kind type",
				text(k.Name), text(t.Name), text(c.Name), bigEndian(uint64(c.DroppedAt/1000), 8), text(columnKind(t, c)), text(c.Type.String()))
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
			r.add("keyspace_name table_name index_name kind options",
				text(k.Name), text(t.Name), text(ix.Name), text(kind), options(with))
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
			r.add("keyspace_name type_name field_names field_types",
				text(k.Name), text(t.Name), texts(names...), texts(types...))
		}
	})
}

func (r *systemTable) functions() {
	r.each(func(k *schema.Keyspace) {
		for _, f := range k.Functions {
			r.add("keyspace_name function_name argument_types argument_names body called_on_null_input language return_type",
				text(k.Name), text(f.Name), texts(signature(f.Args)...), texts(f.ArgNames...), text(f.Body), boolean(f.CalledOnNull), text(f.Language), text(f.Returns.String()))
		}
	})
}

func (r *systemTable) aggregates() {
	r.each(func(k *schema.Keyspace) {
		for _, a := range k.Aggregates {
			r.add("keyspace_name aggregate_name argument_types return_type state_func state_type final_func initcond",
				text(k.Name), text(a.Name), texts(signature(a.Args)...), text(a.Returns.String()), text(a.SFunc), text(a.SType.String()), given(a.FinalFunc), given(a.InitCond))
		}
	})
}

func (r *systemTable) triggers() {
	r.eachTable(func(k *schema.Keyspace, t *schema.Table) {
		for _, trigger := range t.Triggers {
			r.add("keyspace_name table_name trigger_name options",
				text(k.Name), text(t.Name), text(trigger.Name), options([]schema.Option{{Name: "class", Value: trigger.Class}}))
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

// given is null for what is not given.
func given(s string) []byte {
	if s == "" {
		return nil
	}
	return text(s)
}

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
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	var elems [][]byte
	for _, o := range sorted {
		elems = append(elems, text(o.Name), text(o.Value))
	}
	return cqltype.Pack(elems, len(list))
}

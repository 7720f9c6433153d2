// Regular workloads: tables made by rule from a seed, each with something special,
// with the rule that their rows follow, and the values that fill them.

package main

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"partitionlab/build/cassandra"
	"partitionlab/build/exact"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
)

// A theme makes a table special in one way; all else about it is random.
type theme struct {
	name string
	make func(m *maker)
}

// themes are what regular workloads differ in. Each makes columns and lines of the
// workload; a maker adds keys, lengths and rows where a theme says nothing.
var themes = []theme{
	{"one value a row", func(m *maker) {
		m.rows = 100_000
		m.keys = 1
		m.ck = []string{"int"}
		m.regulars = []string{m.simple()}
	}},
	{"every native type", func(m *maker) { m.ck = []string{"timestamp"}; m.regulars = append(m.regulars, simpleTypes...) }},
	{"composite partition key", func(m *maker) { m.keys = 3; m.some(3) }},
	{"four clustering columns", func(m *maker) { m.ck = []string{"date", "text", m.clusteringType(), "smallint"}; m.some(2) }},
	{"descending order", func(m *maker) {
		m.ck = []string{"timestamp DESC"}
		m.some(2)
		m.line("written = loaded 1 every %ds", 1+m.r.IntN(600))
	}},
	{"descending and ascending order", func(m *maker) { m.ck = []string{"int DESC", "text ASC", "smallint DESC"}; m.some(2) }},
	{"texts of some hundred bytes", func(m *maker) { m.long = 300; m.regulars = []string{"text", "ascii", "blob"} }},
	{"blobs of some kilobytes", func(m *maker) { m.long = 20_000; m.regulars = []string{"blob", "int"} }},
	{"empty values", func(m *maker) {
		m.regulars = []string{"text", "int", "blob"}
		m.lens["v1"] = constant(0)
		m.lens["v3"] = constant(0)
	}},
	{"static columns", func(m *maker) { m.partitions = 200; m.statics = []string{"text", m.simple(), "int"}; m.some(2) }},
	{"collections in static columns", func(m *maker) {
		m.partitions = 50
		m.statics = []string{"set<text>", "map<text, int>", "bigint"}
		m.some(2)
	}},
	{"sets", func(m *maker) { m.regulars = []string{"set<" + m.element() + ">", m.simple()} }},
	{"maps", func(m *maker) { m.regulars = []string{"map<" + m.element() + ", " + m.simple() + ">", m.simple()} }},
	{"lists", func(m *maker) { m.regulars = []string{"list<" + m.simple() + ">", m.simple()} }},
	{"several collections in a row", func(m *maker) { m.regulars = []string{"list<int>", "set<text>", "map<uuid, text>", "int"} }},
	{"frozen collections", func(m *maker) {
		m.regulars = []string{"frozen<list<" + m.simple() + ">>", "frozen<map<text, " + m.simple() + ">>", "frozen<set<" + m.element() + ">>"}
	}},
	{"frozen user-defined types", func(m *maker) { m.types = 1; m.regulars = []string{"frozen<u>", "list<frozen<u>>", m.simple()} }},
	{"user-defined types that are not frozen", func(m *maker) { m.types = 1; m.regulars = []string{"u", m.simple()} }},
	{"tuples", func(m *maker) {
		m.regulars = []string{"tuple<" + m.simple() + ", " + m.simple() + ", int>", m.simple()}
	}},
	{"vectors of numbers", func(m *maker) { m.regulars = []string{fmt.Sprintf("vector<float, %d>", 4+m.r.IntN(380)), "text"} }},
	{"vectors of texts", func(m *maker) { m.regulars = []string{fmt.Sprintf("vector<text, %d>", 2+m.r.IntN(6)), "int"} }},
	{"counters", func(m *maker) { m.regulars = []string{"counter", "counter"}[:1+m.r.IntN(2)] }},
	{"time to live", func(m *maker) { m.some(3); m.line("ttl = %dd", 1+m.r.IntN(90)) }},
	{"default time to live, collections", func(m *maker) {
		m.with = fmt.Sprintf("default_time_to_live = %d", 86400*(1+m.r.IntN(20)))
		m.regulars = []string{"set<text>", "int"}
	}},
	{"UPDATE instead of INSERT", func(m *maker) { m.update = true; m.some(3) }},
	{"UPDATE of collections, with time to live", func(m *maker) {
		m.update = true
		m.regulars = []string{"map<int, text>", "text"}
		m.line("ttl = %dd", 1+m.r.IntN(90))
	}},
	{"nulls", func(m *maker) { m.some(4); m.nulls["v1"], m.nulls["v3"] = m.percent(), m.percent() }},
	{"nulls among eighty columns", func(m *maker) {
		m.some(80)
		m.nulls["v7"], m.nulls["v60"], m.nulls["v71"] = m.percent(), m.percent(), m.percent()
	}},
	{"a hundred columns", func(m *maker) { m.some(100) }},
	{"a column that is never written", func(m *maker) { m.some(4); m.nulls["v2"] = 100 }},
	{"written live, one row at a time", func(m *maker) { m.some(2); m.line("written = loaded 1 every %d ms", 1+m.r.IntN(5000)) }},
	{"written live in batches", func(m *maker) { m.some(2); m.line("written = loaded %d every %dm", 2+m.r.IntN(500), 1+m.r.IntN(600)) }},
	{"written evenly over a span", func(m *maker) { m.some(3); m.line("written = loaded over %dd", 1+m.r.IntN(700)) }},
	{"written live by UPDATE, with sets", func(m *maker) {
		m.update = true
		m.regulars = []string{"set<int>", "double"}
		m.line("written = loaded 10 every %ds", 1+m.r.IntN(600))
	}},
	{"rows deleted again", func(m *maker) {
		m.some(2)
		m.line("written = loaded 5 every 1m")
		m.deleted = 5 + m.r.IntN(40)
		m.line("deleted = %d%%", m.deleted)
		m.line("deleted_after = 1d")
	}},
	{"partitions of one row", func(m *maker) { m.rows, m.partitions, m.ck = 50_000, 50_000, []string{}; m.some(3) }},
	{"many small partitions", func(m *maker) { m.partitions = 2_000; m.some(2) }},
	{"one large partition", func(m *maker) { m.rows, m.partitions = 100_000, 1; m.regulars = []string{"double", "double", "double"} }},
	{"lengths that vary", func(m *maker) {
		m.regulars = []string{"text", "blob", "int"}
		m.lens["v1"] = m.normal(60)
		m.lens["v2"] = m.uniform(400)
	}},
	{"numbers of elements that vary", func(m *maker) {
		m.regulars = []string{"set<text>", "map<text, int>"}
		m.counts["v1"] = m.uniform(12)
		m.counts["v2"] = m.normal(6)
	}},
	{"lengths, elements and nulls that vary", func(m *maker) {
		m.regulars = []string{"text", "list<int>", "text", "bigint"}
		m.lens["v1"] = m.normal(120)
		m.counts["v2"] = m.uniform(8)
		m.nulls["v3"] = m.percent()
		m.nulls["v4"] = m.percent()
	}},
	{"clustering values of varying length", func(m *maker) { m.ck = []string{"bigint", "text"}; m.lens["c2"] = m.uniform(60); m.some(2) }},
	{"partitions that differ in rows", func(m *maker) { m.partitions = 150; m.vary = 5 + m.r.IntN(600); m.some(2) }},
}

// simpleTypes are the native types that a value may have.
var simpleTypes = []string{"ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "duration", "float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"}

// A dist is how a length or a number of elements varies from row to row.
type dist struct {
	text string
	draw func(r *rand.Rand) int
}

func constant(n int) dist { return dist{strconv.Itoa(n), func(*rand.Rand) int { return n }} }

func (d dist) constant() bool { return !strings.Contains(d.text, "(") }

// A maker makes one table with its rule.
type maker struct {
	r *rand.Rand

	keys         int // columns of the partition key
	ck           []string
	statics      []string
	regulars     []string
	types        int
	with         string
	update       bool
	partitions   int64
	rows         int64 // of all partitions
	vary         int   // partitions have 1 to so many rows
	deleted      int   // percent
	long         int   // longest text
	lens, counts map[string]dist
	nulls        map[string]int // percent
	lines        []string
	table        *schema.Table
}

func (m *maker) line(format string, args ...any) {
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}
func (m *maker) simple() string { return simpleTypes[m.r.IntN(len(simpleTypes))] }
func (m *maker) percent() int   { return 5 + m.r.IntN(80) }
func (m *maker) element() string {
	return []string{"text", "int", "bigint", "uuid", "timestamp", "blob", "smallint"}[m.r.IntN(7)]
}
func (m *maker) clusteringType() string {
	return []string{"text", "int", "uuid", "timeuuid", "smallint", "date", "inet", "varint", "boolean", "decimal"}[m.r.IntN(10)]
}

// some adds regular columns of simple types.
func (m *maker) some(n int) {
	for range n {
		m.regulars = append(m.regulars, m.simple())
	}
}

func (m *maker) uniform(most int) dist {
	a := m.r.IntN(most / 2)
	b := a + 1 + m.r.IntN(most-a)
	return dist{fmt.Sprintf("uniform(%d, %d)", a, b), func(r *rand.Rand) int { return a + r.IntN(b-a+1) }}
}

func (m *maker) normal(mean int) dist {
	sd := 1 + m.r.IntN(max(mean/4, 1))
	return dist{fmt.Sprintf("normal(%d, %d)", mean, sd), func(r *rand.Rand) int {
		return max(0, int(math.Round(float64(mean)+float64(sd)*r.NormFloat64())))
	}}
}

// makeRegular makes the i-th workload of a seed. Themes come in turn.
func makeRegular(seed uint64, i int) (*maker, *exact.Case, error) {
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	t := themes[(i+int(seed%uint64(len(themes))))%len(themes)]
	m := &maker{r: r, keys: 1, long: 40, partitions: []int64{1, 1, 4, 30}[r.IntN(4)], lens: map[string]dist{}, counts: map[string]dist{}, nulls: map[string]int{}}
	m.ck = []string{"timestamp", "bigint", "int", "timeuuid"}[r.IntN(4):][:1]
	if r.IntN(3) == 0 {
		m.ck = append(m.ck, m.clusteringType())
	}
	t.make(m)
	c := &exact.Case{Name: t.name, Schema: m.create(), Partitions: m.partitions}
	var err error
	if m.table, err = c.Table(); err != nil {
		return nil, nil, err
	}
	for _, list := range [][]*schema.Column{m.table.PartitionKey, m.table.Clustering, m.table.Statics, m.table.Regulars} {
		for _, col := range list {
			least := 1
			if col.Kind == schema.PartitionKey || col.Kind == schema.Clustering {
				least = 7
			}
			m.lengths(col.Type, col.Name, least)
		}
	}
	m.size(c)
	return m, c, nil
}

// create is the schema as CQL.
func (m *maker) create() string {
	var b strings.Builder
	for range m.types {
		fmt.Fprintf(&b, "CREATE TYPE u (street text, zip %s, code %s);\n", m.simple(), m.simple())
	}
	b.WriteString("CREATE TABLE t (")
	column := func(prefix string, i int, typ, after string) string {
		name := prefix + strconv.Itoa(i+1)
		typ, _, _ = strings.Cut(typ, " ASC")
		typ, _, _ = strings.Cut(typ, " DESC")
		fmt.Fprintf(&b, "%s %s%s, ", name, typ, after)
		return name
	}
	var pk, ck, order []string
	keyTypes := []string{"bigint", "text", "uuid", "int", "timestamp", "blob"}
	for i := range m.keys {
		pk = append(pk, column("k", i, keyTypes[m.r.IntN(len(keyTypes))], ""))
	}
	for i, typ := range m.ck {
		name := column("c", i, typ, "")
		ck = append(ck, name)
		if strings.HasSuffix(typ, "SC") {
			order = append(order, name+" "+typ[strings.LastIndexByte(typ, ' ')+1:])
		}
	}
	for i, typ := range m.statics {
		column("s", i, typ, " static")
	}
	for i, typ := range m.regulars {
		column("v", i, typ, "")
	}
	fmt.Fprintf(&b, "PRIMARY KEY (%s))", strings.Join(append([]string{"(" + strings.Join(pk, ", ") + ")"}, ck...), ", "))
	with := " WITH "
	if len(order) > 0 {
		b.WriteString(with + "CLUSTERING ORDER BY (" + strings.Join(order, ", ") + ")")
		with = " AND "
	}
	if m.with != "" {
		b.WriteString(with + m.with)
		with = " AND "
	}
	return b.String() + with + "compression = {'enabled': false};"
}

// lengths gives each part of a type that needs one a length or a number of elements.
func (m *maker) lengths(t *cqltype.Type, path string, least int) {
	setLen := func(n int) {
		if _, ok := m.lens[path]; !ok {
			m.lens[path] = constant(n)
		}
	}
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map:
		if _, ok := m.counts[path]; !ok {
			m.counts[path] = constant(1 + m.r.IntN(8))
		}
		if t.Kind == cqltype.Map {
			m.lengths(t.Elems[0], path+".key", 2)
			m.lengths(t.Elems[1], path+".value", 1)
		} else {
			m.lengths(t.Elems[0], path, 2)
		}
	case cqltype.Vector:
		m.lengths(t.Elems[0], path, 1)
	case cqltype.Tuple:
		for i, e := range t.Elems {
			m.lengths(e, path+"."+strconv.Itoa(i+1), 1)
		}
	case cqltype.UDT:
		for _, f := range t.Fields {
			m.lengths(f.Type, path+"."+f.Name, 1)
		}
	case cqltype.Text, cqltype.Ascii, cqltype.Blob:
		n := least + m.r.IntN(m.long)
		if least >= 7 { // a key
			n = least + m.r.IntN(20)
		}
		setLen(n)
	case cqltype.Inet:
		setLen(4 + 12*m.r.IntN(2))
	case cqltype.Varint:
		setLen(max(least, 1) + m.r.IntN(20))
	case cqltype.Decimal:
		setLen(4 + max(least, 1) + m.r.IntN(8))
	case cqltype.Duration:
		setLen(3 + m.r.IntN(8))
	}
}

// size writes the workload's text and settles how many rows there are.
func (m *maker) size(c *exact.Case) {
	var b strings.Builder
	if m.rows == 0 {
		// From a thousand to a hundred thousand rows, at most some megabytes. Where lengths are
		// drawn there are so many that their mean lies near the one that is computed with.
		least := 1000.0
		if m.draws() {
			least = 30_000
		}
		m.rows = int64(least * math.Pow(100_000/least, m.r.Float64()))
		m.rows = max(min(m.rows, 12_000_000/m.estimate()), 10)
	}
	per := max(m.rows/m.partitions, 1)
	per = min(per, m.capacity())
	if len(m.table.Clustering) == 0 {
		per = 1
	}
	m.rows = per * m.partitions
	switch {
	case m.vary > 0:
		fmt.Fprintf(&b, "rows = uniform(1, %d)\n", m.vary)
		m.rows = 0
		for p := range m.partitions {
			m.rows += m.rowsOf(p)
		}
	case len(m.table.Clustering) > 0:
		fmt.Fprintf(&b, "rows = %d\n", per)
	}
	c.Exact = m.vary == 0 && !m.draws()
	for _, col := range m.all() {
		for what, list := range map[string]map[string]dist{"len": m.lens, "count": m.counts} {
			for _, path := range sortedKeys(list) {
				if path == col.Name || strings.HasPrefix(path, col.Name+".") {
					fmt.Fprintf(&b, "%s.%s = %s\n", what, path, list[path].text)
				}
			}
		}
		if n, ok := m.nulls[col.Name]; ok {
			fmt.Fprintf(&b, "null.%s = %d%%\n", col.Name, n)
		}
	}
	if m.update {
		b.WriteString("statement = update\n")
	}
	for _, l := range m.lines {
		b.WriteString(l + "\n")
	}
	c.Workload, c.Rows = b.String(), m.rows
}

// draws says whether something of a row is drawn by lot.
func (m *maker) draws() bool {
	for _, list := range []map[string]dist{m.lens, m.counts} {
		for _, d := range list {
			if !d.constant() {
				return true
			}
		}
	}
	for _, n := range m.nulls {
		if n != 100 {
			return true
		}
	}
	return false
}

func (m *maker) all() (out []*schema.Column) {
	for _, list := range [][]*schema.Column{m.table.PartitionKey, m.table.Clustering, m.table.Statics, m.table.Regulars} {
		out = append(out, list...)
	}
	return out
}

// estimate is about how many bytes a row takes.
func (m *maker) estimate() int64 {
	n := 20.0
	for _, c := range m.table.Regulars {
		n += m.mean(c.Type, c.Name)
	}
	return int64(n)
}

func (m *maker) mean(t *cqltype.Type, path string) float64 {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(d dist) float64 {
		sum := 0
		for range 20 {
			sum += d.draw(r)
		}
		return float64(sum) / 20
	}
	switch t.Kind {
	case cqltype.List, cqltype.Set:
		return draw(m.counts[path]) * (20 + m.mean(t.Elems[0], path))
	case cqltype.Map:
		return draw(m.counts[path]) * (20 + m.mean(t.Elems[0], path+".key") + m.mean(t.Elems[1], path+".value"))
	case cqltype.Vector:
		return float64(t.Dim) * m.mean(t.Elems[0], path)
	}
	if d, ok := m.lens[path]; ok {
		return draw(d)
	}
	return 16
}

// digits is the place of a row: how far each clustering column counts before the one
// on its left goes on.
func (m *maker) digits(row int64) []int64 {
	out := make([]int64, len(m.table.Clustering))
	for i := len(out) - 1; i >= 0; i-- {
		n := m.fan(i)
		out[i] = row % n
		row /= n
	}
	return out
}

func (m *maker) fan(i int) int64 {
	if i == 0 {
		return 1 << 40
	}
	switch t := m.table.Clustering[i].Type; t.Kind {
	case cqltype.Boolean:
		return 2
	case cqltype.Inet, cqltype.Decimal, cqltype.Varint:
		return 5
	}
	if d := m.lens[m.table.Clustering[i].Name]; d.text != "" && !d.constant() {
		return 1 // of any length: rows differ in the columns before it
	}
	return 20
}

func (m *maker) capacity() int64 {
	n := int64(1_000_000)
	if len(m.table.Clustering) > 0 && m.table.Clustering[0].Type.Kind == cqltype.Smallint {
		n = 30_000
	}
	return n
}

// rowsOf is the number of rows of a partition.
func (m *maker) rowsOf(p int64) int64 {
	if m.vary > 0 {
		return 1 + (2*p+1)*int64(m.vary)/(2*m.partitions)
	}
	return m.rows / m.partitions
}

// ---- values

// value makes a value of a type: its number n tells it from others. A length below 0
// is that of the workload.
func (m *maker) value(t *cqltype.Type, path string, n int64, length int) []byte {
	sized := func(parts ...[]byte) (out []byte) {
		for _, p := range parts {
			out = binary.BigEndian.AppendUint32(out, uint32(len(p)))
			out = append(out, p...)
		}
		return out
	}
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map:
		count := m.counts[path].draw(m.r)
		out := binary.BigEndian.AppendUint32(nil, uint32(count))
		for i := range int64(count) {
			if t.Kind == cqltype.Map {
				out = append(out, sized(m.value(t.Elems[0], path+".key", i, -1), m.value(t.Elems[1], path+".value", n+i, -1))...)
			} else {
				out = append(out, sized(m.value(t.Elems[0], path, i, -1))...)
			}
		}
		return out
	case cqltype.UDT:
		var out []byte
		for i, f := range t.Fields {
			out = append(out, sized(m.value(f.Type, path+"."+f.Name, n+int64(i), -1))...)
		}
		return out
	case cqltype.Tuple:
		var out []byte
		for i, e := range t.Elems {
			out = append(out, sized(m.value(e, path+"."+strconv.Itoa(i+1), n, -1))...)
		}
		return out
	case cqltype.Vector:
		var out []byte
		for i := range t.Dim {
			v := m.value(t.Elems[0], path, n+int64(i), -1)
			if t.Elems[0].FixedLen() < 0 {
				out = sstable.AppendUvint(out, uint64(len(v)))
			}
			out = append(out, v...)
		}
		return out
	}
	if d, ok := m.lens[path]; ok && length < 0 {
		length = d.draw(m.r)
	}
	be := func(n int64, length int) []byte {
		out := make([]byte, max(length, 8))
		binary.BigEndian.PutUint64(out[len(out)-8:], uint64(n))
		return out[len(out)-length:]
	}
	switch t.Kind {
	case cqltype.Boolean:
		return []byte{byte(n % 2)}
	case cqltype.Tinyint:
		return []byte{byte(n % 128)}
	case cqltype.Smallint:
		return be(n%32768, 2)
	case cqltype.Int, cqltype.Float:
		return be(n%(1<<30), 4)
	case cqltype.Bigint, cqltype.Double, cqltype.Time, cqltype.Counter:
		return be(n, 8)
	case cqltype.Timestamp:
		return be(1_700_000_000_000+n, 8)
	case cqltype.Date:
		return be(1<<31+n%(1<<20), 4)
	case cqltype.UUID:
		out := be(n, 16)
		out[6], out[8] = 0x40, 0x80|out[8]
		return out
	case cqltype.Timeuuid:
		out := make([]byte, 16)
		binary.BigEndian.PutUint32(out, uint32(n))
		out[6], out[8] = 0x10, 0x80
		return out
	case cqltype.Text, cqltype.Ascii:
		s := strconv.FormatInt(n, 10)
		if len(s) >= length {
			return []byte(s[len(s)-length:])
		}
		return []byte(strings.Repeat("0", length-len(s)) + s)
	case cqltype.Varint: // a first byte of 1, so that no byte is too many
		out := be(n, length)
		out[0] = 1 + byte(n%100)*b2i(length == 1)
		return out
	case cqltype.Decimal:
		out := be(n, length)
		copy(out, []byte{0, 0, 0, 2, 1})
		if length > 5 {
			return out
		}
		out[4] = 1 + byte(n%100)
		return out
	case cqltype.Duration: // no months, no days, and nanoseconds of the bytes that are left
		bits := 7*(length-2) - 2
		if length == 11 {
			bits = 62
		}
		return sstable.AppendVint([]byte{0, 0}, int64(1)<<bits)
	}
	return be(n, length)
}

func b2i(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// ---- writes

const startMicros = 1_700_000_000_000_000

// delta is how many microseconds after the first row a row is written.
func (m *maker) delta(row, rows int64) int64 {
	for _, l := range m.lines {
		l, ok := strings.CutPrefix(l, "written = loaded ")
		if !ok {
			continue
		}
		if span, ok := strings.CutPrefix(l, "over "); ok {
			return int64(uint64(row) * uint64(micros(span)) / uint64(rows))
		}
		n, every, _ := strings.Cut(l, " every ")
		batch, _ := strconv.ParseInt(n, 10, 64)
		return row / batch * micros(every)
	}
	return 0
}

// micros reads a duration as themes write it.
func micros(s string) int64 {
	for unit, micros := range map[string]int64{" ms": 1e3, "s": 1e6, "m": 60e6, "d": 86400e6} {
		number, _ := strings.CutSuffix(s, unit)
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			return n * micros
		}
	}
	panic("no duration: " + s)
}

// statements are the CQL of a write and of a deletion.
func (m *maker) statements() (write, remove string) {
	var names, marks, sets, where []string
	for _, c := range m.all() {
		names, marks = append(names, c.Name), append(marks, "?")
		switch {
		case c.Kind == schema.PartitionKey || c.Kind == schema.Clustering:
			where = append(where, c.Name+" = ?")
		case m.table.Counter:
			sets = append(sets, c.Name+" = "+c.Name+" + ?")
		case c.Kind == schema.Static || m.nulls[c.Name] != 100:
			sets = append(sets, c.Name+" = ?")
		}
	}
	using := " USING TIMESTAMP ?"
	for _, l := range m.lines {
		if ttl, ok := strings.CutPrefix(l, "ttl = "); ok {
			using += fmt.Sprintf(" AND TTL %d", micros(ttl)/1e6)
		}
	}
	remove = "DELETE FROM t USING TIMESTAMP ? WHERE " + strings.Join(where, " AND ")
	switch {
	case m.table.Counter:
		return "UPDATE t SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(where, " AND "), ""
	case m.update:
		return "UPDATE t" + using + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(where, " AND "), remove
	}
	var n, q []string
	for i := range names {
		if m.nulls[names[i]] != 100 {
			n, q = append(n, names[i]), append(q, marks[i])
		}
	}
	return "INSERT INTO t (" + strings.Join(n, ", ") + ") VALUES (" + strings.Join(q, ", ") + ")" + using, remove
}

// place is the primary key of a row.
func (m *maker) place(partition, row int64) (out [][]byte) {
	for _, c := range m.table.PartitionKey {
		out = append(out, m.value(c.Type, c.Name, partition, -1))
	}
	order := m.digits(row)
	for i, c := range m.table.Clustering {
		out = append(out, m.value(c.Type, c.Name, order[i], -1))
	}
	return out
}

// batches are all writes, some rows of a partition at a time.
func (m *maker) batches(write, remove *cassandra.Prepared) iter.Seq[*cassandra.Batch] {
	const most = 20_000 // bytes of a request
	return func(yield func(*cassandra.Batch) bool) {
		empty := cassandra.Batch{Counter: m.table.Counter, Timestamp: startMicros}
		batch, bytes := empty, 0
		flush := func() bool {
			if len(batch.Writes) == 0 {
				return true
			}
			full := batch
			batch, bytes = empty, 0
			return yield(&full)
		}
		for p := range m.partitions {
			rows := m.rowsOf(p)
			for row := range rows {
				stamp := startMicros + m.delta(row, rows)
				place := m.place(p, row)
				var values [][]byte
				for _, c := range m.table.Statics {
					if row == 0 {
						values = append(values, m.value(c.Type, c.Name, p, -1))
					} else {
						values = append(values, cassandra.Unset)
					}
				}
				for i, c := range m.table.Regulars {
					switch null := m.nulls[c.Name]; {
					case null == 100:
					case null > 0 && m.r.IntN(100) < null:
						values = append(values, cassandra.Unset)
					default:
						values = append(values, m.value(c.Type, c.Name, row+int64(i), -1))
					}
				}
				w := cassandra.Write{Prepared: write}
				at := binary.BigEndian.AppendUint64(nil, uint64(stamp))
				switch {
				case m.table.Counter:
					w.Values = append(values, place...)
				case m.update:
					w.Values = append(append([][]byte{at}, values...), place...)
				default:
					w.Values = append(append(append([][]byte{}, place...), values...), at)
				}
				batch.Writes = append(batch.Writes, w)
				for _, v := range w.Values {
					bytes += 8 + len(v)
				}
				if (bytes > most || len(batch.Writes) >= 200) && !flush() {
					return
				}
			}
			// Small partitions share a request.
			if m.partitions < 1000 && !flush() {
				return
			}
			// Deletions come in requests of their own: within one, the server forgets what they delete.
			for row := range int64(math.Round(float64(m.deleted) * float64(rows) / 100)) {
				at := startMicros + m.delta(row, rows) + 86400e6
				values := append([][]byte{binary.BigEndian.AppendUint64(nil, uint64(at))}, m.place(p, row)...)
				batch.Writes = append(batch.Writes, cassandra.Write{Prepared: remove, Values: values})
				if len(batch.Writes) >= 200 && !flush() {
					return
				}
			}
			if m.deleted > 0 && !flush() {
				return
			}
		}
		flush()
	}
}

package dml

// This file works out what a WHERE clause names once its values are known:
// partition keys, clusterings, slices of a partition, a range of tokens, and the
// expressions that filter rows.
// Source: MultiCBuilder, ClusteringColumnRestrictions, the appendTo and
// appendBoundTo of the restriction classes, and RowFilter of Cassandra 5.0.

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// prefixes are key prefixes under construction: the product of what each
// restriction allows.
type prefixes struct {
	list    [][][]byte
	nothing bool // an empty IN () was among them
}

// append adds to each prefix each of the alternatives, with pauses.
func (b *prefixes) append(alternatives [][][]byte, m *work.Meter) {
	if len(alternatives) == 0 {
		b.nothing = true
		return
	}
	if b.list == nil {
		b.list = slices.Clone(alternatives)
		return
	}
	if len(b.list) == 1 && len(alternatives) == 1 {
		b.list[0] = append(b.list[0], alternatives[0]...)
		return
	}
	out := make([][][]byte, 0, len(b.list)*len(alternatives))
	for _, p := range b.list {
		for _, a := range alternatives {
			m.Spend(1, stepUnits, "keys")
			out = append(out, append(slices.Clip(p), a...))
		}
	}
	b.list = out
}

// alternatives binds the values of = or IN.
func (p *preparer) alternatives(r *restriction) ([][][]byte, *diag.Diagnostic) {
	operands := r.list
	if r.kind == equals {
		operands = []operand{r.value}
	}
	out := make([][][]byte, 0, len(operands))
	for _, o := range operands {
		values := make([][]byte, 0, max(len(o), len(p.table.Clustering))) // with room for the rest of a clustering
		for _, t := range o {
			v, err := p.bind(t)
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		out = append(out, values)
	}
	at := r.place()
	for _, values := range out {
		for i, v := range values {
			switch {
			case v != nil:
			case r.unset:
				return nil, rule.NUL01.Invalid(at, "Invalid unset value for column %", r.cols[i].Name)
			case !r.multi:
				return nil, rule.NUL01.Invalid(at, "Invalid null value in condition for column %", r.cols[i].Name)
			case r.kind == equals:
				return nil, rule.NUL01.Invalid(at, "Invalid null value for column %", r.cols[i].Name)
			default:
				return nil, rule.NUL01.Invalid(at, "Invalid null value in condition for columns: [%]", columnNames(r.cols))
			}
		}
	}
	return out, nil
}

// multiply adds alternatives to prefixes, if there is room for the product.
func (p *preparer) multiply(b *prefixes, alternatives [][][]byte) {
	if n := work.Times(max(len(b.list), 1), len(alternatives)); n > 1 { // one is the statement's own
		p.ctx.Work.Room(n, keyUnits, "keys")
		p.ctx.Work.Hold(n*keyBytes, n, "keys")
	}
	b.append(alternatives, p.ctx.Work)
}

// keyUnits is what a key takes that IN makes: to bind it, sort it, and do with it what
// the statement says. It is spent in steps: stepUnits is what one takes, such as to bind
// the key, or to compare it with another.
const keyUnits, stepUnits = 50, 2

// keyBytes is what a key takes in memory that IN makes, besides its values.
const keyBytes = 150

// sorted puts in order what IN makes, with pauses.
func sorted[T any](m *work.Meter, list []T, compare func(x, y T) int) []T {
	sort.Slice(list, func(i, j int) bool {
		m.Spend(1, stepUnits, "keys")
		return compare(list[i], list[j]) < 0
	})
	return list
}

// sortedOnce is sorted, and has of equal ones the first alone.
func sortedOnce[T any](m *work.Meter, list []T, compare func(x, y T) int) []T {
	return slices.CompactFunc(sorted(m, list, compare), func(x, y T) bool {
		m.Spend(1, stepUnits, "keys")
		return compare(x, y) == 0
	})
}

// product binds the restrictions of a set that are all = or IN, in the order of
// columns; what names the columns to a guardrail.
func (p *preparer) product(s *restrictionSet, what string) (*prefixes, *diag.Diagnostic) {
	var b prefixes
	var err *diag.Diagnostic
	before := p.binding.Samples
	s.each(func(r *restriction) bool {
		var alternatives [][][]byte
		if alternatives, err = p.alternatives(r); err != nil {
			return false
		}
		p.multiply(&b, alternatives)
		if s.in && !b.nothing {
			err = p.guardProduct(unless(p.binding.Samples > before, &p.said), what, len(b.list))
		}
		return !b.nothing && err == nil
	})
	return &b, err
}

// partitionKeys binds the partition key: one key, or those of IN in the order of
// their values, each once.
func (p *preparer) partitionKeys(w *where) ([][]byte, *diag.Diagnostic) {
	b, err := p.product(&w.partition.restrictionSet, "partition key")
	if err != nil || b.nothing {
		return nil, err
	}
	sorted(p.ctx.Work, b.list, func(x, y [][]byte) int {
		for k, c := range p.table.PartitionKey {
			if order := c.Type.Compare(x[k], y[k]); order != 0 {
				return order
			}
		}
		return 0
	})
	keys := make([][]byte, 0, len(b.list))
	for _, values := range b.list {
		k := cqltype.PartitionKey(values)
		p.ctx.Work.Hold(len(k), 0, "keys")
		p.ctx.Work.Spend(1, stepUnits, "keys")
		if len(keys) == 0 || string(keys[len(keys)-1]) != string(k) {
			keys = append(keys, k)
		}
	}
	if w.partition.tokens != nil {
		fits, err := p.tokenFilter(w.partition.tokens)
		if err != nil {
			return nil, err
		}
		keys = slices.DeleteFunc(keys, func(k []byte) bool { return !fits(cqltype.MurmurToken(k)) })
	}
	return keys, nil
}

// tokenFilter binds a restriction on the token beside a whole partition key: it
// only filters the keys. A range whose start lies behind its end wraps around.
// Source: TokenFilter.
func (p *preparer) tokenFilter(r *restriction) (func(token int64) bool, *diag.Diagnostic) {
	get := func(b *boundTerm) (int64, *diag.Diagnostic) {
		v, err := p.bind(b.operand[0])
		if err == nil && v == nil {
			err = rule.W26.Server(r.place(), `java.lang.NullPointerException: Cannot invoke "java.nio.ByteBuffer.position()" because "bytes" is null`)
		}
		return cqltype.Long(v), err
	}
	if r.kind == equals {
		only, err := get(&boundTerm{r.value, true})
		return func(t int64) bool { return t == only }, err
	}
	var start, end int64
	var err *diag.Diagnostic
	if r.start != nil {
		if start, err = get(r.start); err != nil {
			return nil, err
		}
	}
	if r.end != nil {
		if end, err = get(r.end); err != nil {
			return nil, err
		}
	}
	behind := func(t int64) bool { return r.start == nil || t > start || t == start && r.start.inclusive }
	before := func(t int64) bool { return r.end == nil || t < end || t == end && r.end.inclusive }
	if r.start != nil && r.end != nil && start > end {
		return func(t int64) bool { return behind(t) || before(t) }, nil
	}
	return func(t int64) bool { return behind(t) && before(t) }, nil
}

// validKey checks the size of a partition key.
// Source: QueryProcessor.validateKey.
func (p *preparer) validKey(key []byte) *diag.Diagnostic {
	switch {
	case len(key) == 0:
		return rule.NUL01.Invalid(p.keyAt, "Key may not be empty")
	case len(key) > 65535:
		return rule.NUL01.Invalid(p.keyAt, "Key length of % is longer than maximum of 65535", strconv.Itoa(len(key)))
	}
	return nil
}

// tokenRange binds a restriction on the token; empty says that no token fits.
func (p *preparer) tokenRange(r *restriction) (out plan.TokenRange, empty bool, err *diag.Diagnostic) {
	start, end := r.start, r.end
	if r.kind == equals {
		start = &boundTerm{r.value, true}
		end = start
	}
	get := func(b *boundTerm) (int64, *diag.Diagnostic) {
		v, err := p.bind(b.operand[0])
		if err == nil && v == nil {
			err = rule.W26.Invalid(r.place(), "Invalid null token value")
		}
		return cqltype.Long(v), err
	}
	if start != nil {
		if out.Start, err = get(start); err != nil {
			return out, false, err
		}
		out.HasStart, out.StartInclusive = true, start.inclusive
	}
	if end != nil {
		if out.End, err = get(end); err != nil {
			return out, false, err
		}
		out.HasEnd, out.EndInclusive = true, end.inclusive
	}
	// The smallest token stands for no bound.
	const none = -1 << 63
	if out.HasEnd && out.End == none {
		out.HasEnd = false
	}
	if out.HasStart && out.Start == none {
		out.HasStart = false
	}
	empty = out.HasStart && out.HasEnd && (out.Start > out.End || out.Start == out.End && !(out.StartInclusive && out.EndInclusive))
	return out, empty, nil
}

// clusterings binds clustering columns that are all given by = or IN: the rows
// they name, sorted, each once.
func (p *preparer) clusterings(w *where) ([][][]byte, *diag.Diagnostic) {
	b, err := p.product(&w.clustering, "clustering key")
	if err != nil || b.nothing {
		return nil, err
	}
	if b.list == nil {
		return [][][]byte{{}}, nil
	}
	compare := func(x, y [][]byte) int { return memtable.CompareClusterings(p.table, x, y) }
	return sortedOnce(p.ctx.Work, b.list, compare), nil
}

// slices binds the restrictions on clustering columns to stretches of a
// partition.
func (p *preparer) slices(w *where) ([]plan.Slice, *diag.Diagnostic) {
	starts, err := p.bounds(w, false)
	if err != nil {
		return nil, err
	}
	ends, err := p.bounds(w, true)
	if err != nil {
		return nil, err
	}
	var out []plan.Slice
	for i := range min(len(starts), len(ends)) {
		if !memtable.EmptyRange(p.table, starts[i], ends[i]) {
			out = append(out, plan.Slice{Start: starts[i], End: ends[i]})
		}
	}
	return out, nil
}

func (b *boundTerm) includes() bool { return b == nil || b.inclusive }

// bounds returns the starts or the ends of the slices, sorted, each once.
func (p *preparer) bounds(w *where, end bool) ([]memtable.Bound, *diag.Diagnostic) {
	var b prefixes
	var out []memtable.Bound
	var err *diag.Diagnostic
	done := false
	at := 0
	w.clustering.each(func(r *restriction) bool {
		if outsidePrefix(r, at) {
			return false
		}
		if r.kind == ranges {
			done = true
			out, err = p.rangeBounds(&b, r, end)
			return false
		}
		var alternatives [][][]byte
		if alternatives, err = p.alternatives(r); err != nil {
			return false
		}
		p.multiply(&b, alternatives)
		at = r.last().Position + 1
		return !b.nothing
	})
	switch {
	case err != nil || b.nothing:
		return nil, err
	case !done && b.list == nil:
		out = []memtable.Bound{{Inclusive: true}}
	case !done:
		for _, prefix := range b.list {
			out = append(out, memtable.Bound{Prefix: prefix, Inclusive: true})
		}
	}
	of := memtable.CompareStarts
	if end {
		of = memtable.CompareEnds
	}
	compare := func(x, y memtable.Bound) int { return of(p.table, x, y) }
	return sortedOnce(p.ctx.Work, out, compare), nil
}

// rangeBounds puts a range behind the prefixes.
func (p *preparer) rangeBounds(b *prefixes, r *restriction, end bool) ([]memtable.Bound, *diag.Diagnostic) {
	own, other := r.start, r.end
	if end {
		own, other = other, own
	}
	first := r.first()
	var lists [][][]byte
	if !r.multi {
		side := own
		if first.Desc {
			side = other
		}
		lists = [][][]byte{nil}
		if side != nil {
			v, err := p.bind(side.operand[0])
			if err != nil {
				return nil, err
			}
			lists[0] = [][]byte{v}
		}
	} else {
		var err *diag.Diagnostic
		if lists, err = p.tupleBounds(r, end); err != nil {
			return nil, err
		}
	}
	offset := first.Position
	b.append(lists, p.ctx.Work)
	var out []memtable.Bound
	for i := 0; i < len(b.list); i++ {
		prefix := b.list[i]
		switch {
		case len(prefix) == offset:
			out = append(out, memtable.Bound{Prefix: prefix, Inclusive: true})
		case r.multi && len(prefix) <= r.last().Position && i+1 < len(b.list) && slices.EqualFunc(prefix, b.list[i+1], func(x, y []byte) bool { return string(x) == string(y) }):
			// The columns change direction here: two stretches meet.
			out = append(out, memtable.Bound{Prefix: prefix}, memtable.Bound{Prefix: prefix, Inclusive: true})
			i++
		default:
			include := own.includes()
			if r.cols[len(prefix)-1-offset].Desc {
				include = other.includes()
			}
			out = append(out, memtable.Bound{Prefix: prefix, Inclusive: include})
		}
	}
	return out, nil
}

// tupleBounds are the ends of a range over several columns. Where columns change
// direction, the range is several stretches.
func (p *preparer) tupleBounds(r *restriction, end bool) ([][][]byte, *diag.Diagnostic) {
	var values [2][][]byte // of the start and of the end
	for side, b := range []*boundTerm{r.start, r.end} {
		if b == nil {
			continue
		}
		for _, t := range b.operand {
			v, err := p.bind(t)
			if err != nil {
				return nil, err
			}
			values[side] = append(values[side], v)
		}
	}
	null := func(c *schema.Column) *diag.Diagnostic {
		return rule.NUL01.Invalid(r.place(), "Invalid null value in condition for column %", c.Name)
	}
	var out [][][]byte
	var current [][]byte
	reversed := r.first().Desc
	for i, c := range r.cols {
		side := 0
		if end != c.Desc {
			side = 1
		}
		has := func(side int) bool { return len(values[side]) > i }
		if reversed != c.Desc {
			reversed = c.Desc
			out = append(out, current)
			if !has(side) {
				continue
			}
			if has(1 - side) {
				out = append(out, current)
			}
			current = nil
			for j := 0; j < min(i, len(values[side])); j++ {
				if values[side][j] == nil {
					return nil, null(r.cols[j])
				}
				current = append(current, values[side][j])
			}
		}
		if !has(side) {
			continue
		}
		if values[side][i] == nil {
			return nil, null(c)
		}
		current = append(slices.Clip(current), values[side][i])
	}
	out = append(out, current)
	if end {
		slices.Reverse(out)
	}
	return out, nil
}

var likeNames = [...]string{"LIKE '<term>%'", "LIKE '%<term>'", "LIKE '%<term>%'", "LIKE '<term>'"}

// rowFilter binds the restrictions that are checked row by row.
// Source: StatementRestrictions.getRowFilter.
func (p *preparer) rowFilter(w *where) (out []plan.Expression, err *diag.Diagnostic) {
	for _, f := range w.filter {
		at := 0
		f.set.each(func(r *restriction) bool {
			if f.isRows && !outsidePrefix(r, at) && !indexed(p.table.Indexes, r) {
				// The slices of the read take care of it.
				if r.kind != ranges {
					at = r.last().Position + 1
				}
				return true
			}
			out, err = p.expressions(out, r)
			return err == nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// expressions adds what one restriction asks of a row.
func (p *preparer) expressions(out []plan.Expression, r *restriction) ([]plan.Expression, *diag.Diagnostic) {
	at := r.place()
	add := func(c *schema.Column, op cql.Op, t *term) *diag.Diagnostic {
		v, err := p.bind(t)
		if err == nil && v == nil {
			err = rule.NUL01.Invalid(at, "Unsupported null value for column %", c.Name)
		}
		out = append(out, plan.Expression{Column: c, Op: op, Value: v})
		return err
	}
	first := r.first()
	switch r.kind {
	case equals:
		for i, t := range r.value {
			if err := add(r.cols[i], cql.Eq, t); err != nil {
				return nil, err
			}
		}
	case oneOf:
		if !p.ctx.Server.On(version.FilteringInKeys) {
			return nil, rule.W29.Invalid(at, version.Of(version.FilteringInKeys).Says)
		}
		if len(r.cols) > 1 {
			return nil, rule.W29.Invalid(at, "Multicolumn IN filters are not supported")
		}
		e := plan.Expression{Column: first, Op: cql.In}
		for _, o := range r.list {
			v, err := p.bind(o[0])
			if err != nil {
				return nil, err
			}
			e.Values = append(e.Values, v)
		}
		out = append(out, e)
	case ranges:
		if r.multi {
			return nil, rule.W29.Invalid(at, "Multi-column slice restrictions cannot be used for filtering.")
		}
		if r.start != nil {
			if err := add(first, startOp(r.start), r.start.operand[0]); err != nil {
				return nil, err
			}
		}
		if r.end != nil {
			if err := add(first, endOp(r.end), r.end.operand[0]); err != nil {
				return nil, err
			}
		}
	case contains:
		for _, t := range r.values {
			if err := add(first, cql.Contains, t); err != nil {
				return nil, err
			}
		}
		for _, t := range r.keys {
			if err := add(first, cql.ContainsKey, t); err != nil {
				return nil, err
			}
		}
		for i, t := range r.entryKeys {
			k, err := p.bind(t)
			if err != nil {
				return nil, err
			}
			v, err := p.bind(r.entryValues[i])
			switch {
			case err != nil:
				return nil, err
			case k == nil:
				return nil, rule.NUL01.Invalid(at, "Unsupported null map key for column %", first.Name)
			case v == nil:
				return nil, rule.NUL01.Invalid(at, "Unsupported null map value for column %", first.Name)
			}
			out = append(out, plan.Expression{Column: first, Op: cql.Eq, Key: k, Value: v})
		}
	case like:
		v, err := p.bind(r.value[0])
		if err != nil {
			return nil, err
		}
		kind, rest, ok := likePattern(string(v))
		if !ok {
			return nil, rule.W16.Invalid(at, "LIKE value can't be empty.").On(r.relation())
		}
		if v == nil {
			return nil, rule.NUL01.Invalid(at, "Unsupported null value for column %", first.Name)
		}
		if !slices.ContainsFunc(p.table.Indexes, func(ix *schema.Index) bool { return supportsLike(ix, first, kind) }) {
			return nil, rule.W16.Invalid(at, "% % % is only supported on properly indexed columns", first.Name, likeNames[kind], rest).On(r.relation())
		}
		out = append(out, plan.Expression{Column: first, Op: cql.Like, Like: kind, Value: []byte(rest)})
	}
	return out, nil
}

// likePattern splits a LIKE pattern into its form and its text; false where
// nothing but % is left.
func likePattern(v string) (plan.LikeKind, string, bool) {
	front, back := strings.HasPrefix(v, "%"), strings.HasSuffix(v, "%")
	switch {
	case back && front:
		if len(v) <= 2 {
			return 0, "", false
		}
		return plan.LikeContains, v[1 : len(v)-1], true
	case back:
		return plan.LikePrefix, v[:len(v)-1], true
	case front:
		return plan.LikeSuffix, v[1:], true
	}
	return plan.LikeMatches, v, v != ""
}

// supportsLike reports whether a SASI index answers a form of LIKE.
func supportsLike(ix *schema.Index, c *schema.Column, kind plan.LikeKind) bool {
	if ix.Class != schema.SASI || ix.Column != c.Name {
		return false
	}
	wholeWords := strings.EqualFold(schema.Get(ix.Options, "mode"), "CONTAINS")
	switch kind {
	case plan.LikePrefix:
		return !strings.EqualFold(schema.Get(ix.Options, "mode"), "SPARSE") && !(wholeWords && ix.Tokenizes(c))
	case plan.LikeMatches:
		return !strings.EqualFold(schema.Get(ix.Options, "mode"), "SPARSE")
	}
	return wholeWords
}

package memtable

// This file merges what several writes say of one cell or one row: the later
// timestamp wins, and Cassandra's rules decide ties.

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// Live reports whether the cell holds a value at that time (seconds): it is no
// tombstone and has not expired.
func (c *Cell) Live(now int64) bool {
	return c.Expiry == NoExpiry || c.TTL != NoTTL && now < c.Expiry
}

// Live reports whether the row exists by its liveness at that time (seconds).
func (l *Liveness) Live(now int64) bool {
	return l != nil && (l.TTL == NoTTL || now < l.Expiry)
}

// supersedes orders deletions by timestamp, then by local time; nil is older than
// everything. Of two equal ones neither supersedes.
// Source: DeletionTime.supersedes.
func (d *Deletion) supersedes(o *Deletion) bool {
	if d == nil || o == nil {
		return d != nil
	}
	return d.Timestamp > o.Timestamp || d.Timestamp == o.Timestamp && d.LocalTime > o.LocalTime
}

// written returns a copy with the number of its write; nil stays nil.
func (d *Deletion) written(write int32) *Deletion {
	if d == nil {
		return nil
	}
	c := *d
	c.Write = write
	return &c
}

// same reports whether two deletions are equal, whoever wrote them.
func (d *Deletion) same(o *Deletion) bool {
	return d.Timestamp == o.Timestamp && d.LocalTime == o.LocalTime
}

// deletes reports whether something of that timestamp is deleted. A deletion wins
// against a write of the same microsecond.
func (d *Deletion) deletes(timestamp int64) bool { return d != nil && timestamp <= d.Timestamp }

// supersedes orders livenesses: later timestamp, then expiring before lasting,
// then the later expiry, then the smaller TTL.
// Source: LivenessInfo.supersedes.
func (l *Liveness) supersedes(o *Liveness) bool {
	switch {
	case l == nil || o == nil:
		return l != nil
	case l.Timestamp != o.Timestamp:
		return l.Timestamp > o.Timestamp
	case (l.TTL == NoTTL) != (o.TTL == NoTTL):
		return l.TTL != NoTTL
	case l.Expiry != o.Expiry:
		return l.Expiry > o.Expiry
	}
	return l.TTL < o.TTL
}

// Reconcile returns the one of two cells of the same place that wins. It does not
// depend on the order of its arguments, except that of equal cells it returns a.
// Counters are merged by the store, which knows their shards.
// Source: Cells.resolveRegular.
func Reconcile(a, b *Cell) *Cell {
	if a.Timestamp != b.Timestamp {
		return pick(a.Timestamp > b.Timestamp, a, b)
	}
	if lasting := a.Expiry == NoExpiry; lasting != (b.Expiry == NoExpiry) {
		return pick(!lasting, a, b)
	} else if !lasting {
		tombstone := a.TTL == NoTTL
		if tombstone != (b.TTL == NoTTL) {
			return pick(tombstone, a, b)
		}
		if a.Expiry != b.Expiry {
			return pick(a.Expiry > b.Expiry, a, b)
		}
		if !tombstone && a.TTL != b.TTL {
			return pick(a.TTL < b.TTL, a, b)
		}
	}
	return pick(bytes.Compare(a.Value, b.Value) >= 0, a, b)
}

func pick(first bool, a, b *Cell) *Cell {
	if first {
		return a
	}
	return b
}

// reconcile is Reconcile for all cells, counters included: a tombstone of a
// counter always wins, and of two contexts of the one shard the later clock.
// Source: Cells.resolveCounter.
func reconcile(a, b *Cell) *Cell {
	if a.Column.Type.Kind != cqltype.Counter {
		return Reconcile(a, b)
	}
	if a.Tombstone() != b.Tombstone() {
		return pick(a.Tombstone(), a, b)
	}
	if a.Value == nil && b.Value == nil && !a.Tombstone() {
		sum := *pick(a.Timestamp > b.Timestamp, a, b)
		sum.Delta = a.Delta + b.Delta
		return &sum
	}
	if a.Tombstone() {
		return Reconcile(a, b)
	}
	return pick(counterClock(a.Value) >= counterClock(b.Value), a, b)
}

// CompareColumns orders columns as a row stores them: simple ones before
// multi-cell ones, each by name.
// Source: ColumnMetadata.comparisonOrder.
func CompareColumns(a, b *schema.Column) int {
	if a == b {
		return 0
	}
	if am, bm := a.Type.MultiCell(), b.Type.MultiCell(); am != bm {
		if bm {
			return -1
		}
		return 1
	}
	return strings.Compare(a.Name, b.Name)
}

// ComparePaths orders the elements of a multi-cell column of type t.
func ComparePaths(t *cqltype.Type, a, b []byte) int {
	switch t.Kind {
	case cqltype.List:
		return cqltype.NativeOf(cqltype.Timeuuid).Compare(a, b)
	case cqltype.Set, cqltype.Map:
		return t.Elems[0].Compare(a, b)
	}
	return bytes.Compare(a, b) // a field's index
}

func compareCells(a, b *Cell) int {
	if c := CompareColumns(a.Column, b.Column); c != 0 {
		return c
	}
	if a.Path == nil && b.Path == nil {
		return 0
	}
	return ComparePaths(a.Column.Type, a.Path, b.Path)
}

// CompareClusterings orders two clusterings, or prefixes of them, over as many
// values as both have. A null comes first, whatever the order of the column.
// Source: ClusteringComparator.compare.
func CompareClusterings(t *schema.Table, a, b [][]byte) int {
	for i := 0; i < min(len(a), len(b)); i++ {
		x, y := a[i], b[i]
		if x == nil || y == nil {
			if x != nil || y != nil {
				if x == nil {
					return -1
				}
				return 1
			}
			continue
		}
		col := t.Clustering[i]
		if col.Desc {
			x, y = y, x
		}
		if c := col.Type.Compare(x, y); c != 0 {
			return c
		}
	}
	return 0
}

// Empty reports whether the row says nothing.
func (r *Row) Empty() bool {
	return r == nil || r.Liveness == nil && r.Deletion == nil && len(r.Cells) == 0 && len(r.Complex) == 0
}

// normal brings a row as a statement says it into the form in which rows are
// kept: cells and column deletions in the order of columns and paths, one of
// each, without what the row itself deletes. Everything in it gets the number of
// the write.
// Source: BTreeRow.Builder.build.
func (r *Row) normal(write int32) *Row {
	n := *r
	if r.Liveness != nil {
		l := *r.Liveness
		l.Write = write
		n.Liveness = &l
	}
	n.Deletion = r.Deletion.written(write)
	if n.Deletion != nil && n.Liveness != nil && n.Deletion.deletes(n.Liveness.Timestamp) {
		n.Liveness = nil
	}
	n.Complex = slices.Clone(r.Complex)
	sort.SliceStable(n.Complex, func(i, j int) bool { return CompareColumns(n.Complex[i].Column, n.Complex[j].Column) < 0 })
	w := 0
	for _, d := range n.Complex {
		if d.Timestamp == -1<<63 {
			continue // the smallest timestamp means "never": it deletes nothing
		}
		d.Write = write
		if w > 0 && CompareColumns(n.Complex[w-1].Column, d.Column) == 0 {
			if d.Timestamp > n.Complex[w-1].Timestamp {
				n.Complex[w-1] = d
			}
			continue
		}
		n.Complex[w] = d
		w++
	}
	n.Complex = n.Complex[:w]

	n.Cells = slices.Clone(r.Cells)
	less := func(i, j int) bool { return compareCells(&n.Cells[i], &n.Cells[j]) < 0 }
	if !sort.SliceIsSorted(n.Cells, less) {
		sort.SliceStable(n.Cells, less)
	}
	w = 0
	for i := range n.Cells {
		c := &n.Cells[i]
		if n.Deletion.deletes(c.Timestamp) {
			continue
		}
		if d := n.columnDeletion(c.Column); d != nil && c.Timestamp < d.Timestamp {
			continue
		}
		if w > 0 && compareCells(&n.Cells[w-1], c) == 0 {
			n.Cells[w-1] = *reconcile(&n.Cells[w-1], c)
			n.Cells[w-1].Write = write
			continue
		}
		n.Cells[w] = *c
		n.Cells[w].Write = write
		w++
	}
	n.Cells = n.Cells[:w]
	return &n
}

// columnDeletion returns the deletion of a multi-cell column in this row, or nil.
func (r *Row) columnDeletion(c *schema.Column) *Deletion {
	for i := range r.Complex {
		if r.Complex[i].Column == c || CompareColumns(r.Complex[i].Column, c) == 0 {
			return &r.Complex[i].Deletion
		}
	}
	return nil
}

// without returns the cells and column deletions of a row that a deletion of the
// row, a range or the partition leaves over.
// Source: ColumnData.Reconciler.removeShadowed.
func (r *Row) without(d *Deletion) ([]Cell, []ColumnDeletion) {
	if d == nil {
		return r.Cells, r.Complex
	}
	cells, complex := r.Cells, r.Complex
	if slices.ContainsFunc(complex, func(c ColumnDeletion) bool { return d.supersedes(&c.Deletion) }) {
		complex = slices.DeleteFunc(slices.Clone(complex), func(c ColumnDeletion) bool { return d.supersedes(&c.Deletion) })
	}
	kept := Row{Complex: complex}
	drop := func(c Cell) bool { return d.deletes(c.Timestamp) && kept.columnDeletion(c.Column) == nil }
	if slices.ContainsFunc(cells, drop) {
		cells = slices.DeleteFunc(slices.Clone(cells), drop)
	}
	return cells, complex
}

// Merged is what a row becomes, or none where it is nil, by what a statement says of it.
func Merged(stored, said *Row) *Row {
	if said = said.normal(0); stored == nil {
		return said
	}
	return mergeRows(stored, said)
}

// mergeRows merges two normal rows of the same clustering into a new one.
// Source: BTreeRow.merge, ColumnData.Reconciler.merge.
func mergeRows(a, b *Row) *Row {
	out := &Row{Clustering: a.Clustering, Static: a.Static, Liveness: b.Liveness, Deletion: b.Deletion}
	if a.Liveness.supersedes(b.Liveness) {
		out.Liveness = a.Liveness
	}
	older := a
	if a.Deletion.supersedes(b.Deletion) {
		out.Deletion, older = a.Deletion, b
	}
	if out.Liveness != nil && out.Deletion.deletes(out.Liveness.Timestamp) {
		out.Liveness = nil
	}
	ac, ad := a.Cells, a.Complex
	bc, bd := b.Cells, b.Complex
	if older == a {
		ac, ad = a.without(out.Deletion)
	} else {
		bc, bd = b.without(out.Deletion)
	}
	ac, bc, out.Complex = mergeComplex(ac, ad, bc, bd)
	room := max(len(ac), len(bc))
	if room > thin {
		room = len(ac) + len(bc)
	}
	out.Cells = make([]Cell, 0, room)
	for len(ac) > 0 && len(bc) > 0 {
		n, found := cellsBefore(ac, &bc[0])
		out.Cells, ac = append(out.Cells, ac[:n]...), ac[n:]
		if found {
			out.Cells, ac = append(out.Cells, *reconcile(&ac[0], &bc[0])), ac[1:]
		} else {
			out.Cells = append(out.Cells, bc[0])
		}
		bc = bc[1:]
	}
	out.Cells = append(append(out.Cells, ac...), bc...)
	return out
}

// cellsBefore is how many cells stand before one, and whether its own place follows. It
// looks at few of them where they are many: a write says little of a row that has much.
func cellsBefore(cells []Cell, c *Cell) (n int, found bool) {
	from, to := 0, 1
	for to < len(cells) && compareCells(&cells[to-1], c) < 0 {
		from, to = to, 2*to
	}
	to = min(to, len(cells))
	n = from + sort.Search(to-from, func(i int) bool { return compareCells(&cells[from+i], c) >= 0 })
	return n, n < to && compareCells(&cells[n], c) == 0
}

// mergeComplex merges the column deletions of two rows and takes the cells away
// that the other row's deletion removes.
func mergeComplex(ac []Cell, ad []ColumnDeletion, bc []Cell, bd []ColumnDeletion) ([]Cell, []Cell, []ColumnDeletion) {
	if len(ad) == 0 && len(bd) == 0 {
		return ac, bc, nil
	}
	prune := func(cells []Cell, d *ColumnDeletion) []Cell {
		drop := func(c Cell) bool {
			return d.deletes(c.Timestamp) && CompareColumns(c.Column, d.Column) == 0
		}
		if slices.ContainsFunc(cells, drop) {
			return slices.DeleteFunc(slices.Clone(cells), drop)
		}
		return cells
	}
	var out []ColumnDeletion
	for len(ad) > 0 || len(bd) > 0 {
		var c int
		switch {
		case len(ad) == 0:
			c = 1
		case len(bd) == 0:
			c = -1
		default:
			c = CompareColumns(ad[0].Column, bd[0].Column)
		}
		if c < 0 || c == 0 && ad[0].supersedes(&bd[0].Deletion) {
			out = append(out, ad[0])
			bc = prune(bc, &ad[0])
		} else {
			out = append(out, bd[0])
			ac = prune(ac, &bd[0])
		}
		if c <= 0 {
			ad = ad[1:]
		}
		if c >= 0 {
			bd = bd[1:]
		}
	}
	return ac, bc, out
}

// visibleThrough returns the row as a deletion of its range or partition leaves
// it, or nil if nothing is left.
// Source: BTreeRow.filter.
func (r *Row) visibleThrough(d *Deletion) *Row {
	if d == nil || r.Deletion.supersedes(d) {
		return r
	}
	out := *r
	out.Deletion = nil
	if out.Liveness != nil && d.deletes(out.Liveness.Timestamp) {
		out.Liveness = nil
	}
	out.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c Cell) bool { return d.deletes(c.Timestamp) })
	out.Complex = slices.DeleteFunc(slices.Clone(r.Complex), func(c ColumnDeletion) bool { return d.supersedes(&c.Deletion) })
	if out.Empty() {
		return nil
	}
	return &out
}

// Live returns the row as a read at that time (seconds) sees it, without
// tombstones and what has expired; nil if nothing of it is visible.
func (r *Row) Live(now int64) *Row {
	out := Row{Clustering: r.Clustering, Static: r.Static}
	if r.Liveness.Live(now) {
		out.Liveness = r.Liveness
	}
	all := true
	for i := range r.Cells {
		all = all && r.Cells[i].Live(now)
	}
	if out.Cells = r.Cells; !all {
		out.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c Cell) bool { return !c.Live(now) })
	}
	if out.Empty() {
		return nil
	}
	return &out
}

// Purge returns the row without the tombstones that happened before gcBefore
// (seconds; the clock less gc_grace_seconds): what reads do not count and what
// compaction drops. Cells that have expired become tombstones of the second in
// which they were written, as their TTL tells. Nil if nothing is left.
// Source: BTreeRow.purge, AbstractCell.purge.
func (r *Row) Purge(now, gcBefore int64) *Row {
	out := *r
	if l := r.Liveness; l != nil && !l.Live(now) && l.Expiry < gcBefore {
		out.Liveness = nil
	}
	if d := r.Deletion; d != nil && d.LocalTime < gcBefore {
		out.Deletion = nil
	}
	out.Cells = make([]Cell, 0, len(r.Cells))
	for _, c := range r.Cells {
		if !c.Live(now) {
			if c.Expiry < gcBefore {
				continue
			}
			if c.TTL != NoTTL {
				c.Expiry, c.TTL, c.Value = c.Expiry-int64(c.TTL), NoTTL, nil
				if c.Expiry < gcBefore {
					continue
				}
			}
		}
		out.Cells = append(out.Cells, c)
	}
	out.Complex = slices.DeleteFunc(slices.Clone(r.Complex), func(d ColumnDeletion) bool { return d.LocalTime < gcBefore })
	if out.Empty() {
		return nil
	}
	return &out
}

// Units is what it takes to read the row, in units of package work, besides that it is one.
func (r *Row) Units() int {
	if r == nil {
		return 0
	}
	const bytesAtOnce = 256
	size := 0
	for i := range r.Cells {
		size += len(r.Cells[i].Value)
	}
	return len(r.Cells) + size/bytesAtOnce
}

// ColumnCells returns the cells of a column: none or one of a simple column, the
// elements of a multi-cell one in their order.
func (r *Row) ColumnCells(c *schema.Column) []Cell {
	if r == nil {
		return nil
	}
	start := sort.Search(len(r.Cells), func(i int) bool { return CompareColumns(r.Cells[i].Column, c) >= 0 })
	end := start
	for end < len(r.Cells) && CompareColumns(r.Cells[end].Column, c) == 0 {
		end++
	}
	return r.Cells[start:end]
}

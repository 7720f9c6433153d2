// The rows of a partition in clustering order. Most rows are small: an INSERT
// writes all their cells at once. Such a row is kept packed, in a third of the
// memory, and unpacked when somebody reads it. A row of very many cells is kept in
// layers, for each write would otherwise copy all of them.

package memtable

import (
	"iter"
	"slices"
	"sort"

	"partitionlab/wasm/schema"
)

// chunkLen is how many rows stand in one piece of a rowList, at most.
const chunkLen = 512

// A rowList holds rows in clustering order, in pieces so that an insertion moves
// few of them.
type rowList struct {
	chunks [][]packedRow
	shapes *shapes // of the store
}

// A packedRow is a row whose cells all have one timestamp and no end, as shape
// and data; any other row is whole.
type packedRow struct {
	whole     *layer
	shape     *shape
	timestamp int64
	write     int32
	data      []byte // of each value its length, one more than it is (0 for null), and its bytes; clustering first
}

// A shape is what many rows have in common.
type shape struct {
	columns    []*schema.Column // of the cells
	clustering int              // number of clustering values
	live       bool             // made by INSERT
}

// shapes are the latest ones of a store, for the next rows.
type shapes [16]*shape

// A layer is what the latest writes say of a row, above what earlier ones do. Each has
// more than twice as many cells as the one above it, so that there are few, and a cell is
// copied that often at most. Layers are never changed: copies of a store share them.
type layer struct {
	*Row
	below *layer
}

// thin is how many cells a layer may have whatever stands above it: smaller rows have one layer.
const thin = 32

// merge writes a row above the layers that are there, if any, and tells how many bytes of
// memory more that takes.
func (l *layer) merge(r *Row) (merged *layer, bytes int) {
	for ; l != nil && len(l.Cells) <= 2*len(r.Cells)+thin; l = l.below {
		bytes -= l.bytes()
		r = mergeRows(l.Row, r)
	}
	return &layer{r, l}, bytes + r.bytes()
}

// row is what all layers say together; nil of none.
func (l *layer) row() *Row {
	if l == nil {
		return nil
	}
	r := l.Row
	for l = l.below; l != nil; l = l.below {
		r = mergeRows(l.Row, r)
	}
	return r
}

// flat is what all layers say together, as one.
func (l *layer) flat() *layer {
	if l == nil || l.below == nil {
		return l
	}
	return &layer{Row: l.row()}
}

// pack packs a row if it can.
func (s *shapes) pack(r *Row) packedRow {
	p := packedRow{whole: &layer{Row: r}}
	if r.Deletion != nil || len(r.Complex) > 0 || r.Liveness == nil && len(r.Cells) == 0 {
		return p
	}
	if r.Liveness != nil {
		p.timestamp, p.write = r.Liveness.Timestamp, r.Liveness.Write
		if r.Liveness.TTL != NoTTL {
			return p
		}
	} else {
		p.timestamp, p.write = r.Cells[0].Timestamp, r.Cells[0].Write
	}
	size := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Timestamp != p.timestamp || c.Write != p.write || c.Expiry != NoExpiry || c.TTL != NoTTL || c.Path != nil || c.Value == nil || c.Delta != 0 {
			return p
		}
		size += len(c.Value) + lengthOf(len(c.Value))
	}
	for _, v := range r.Clustering {
		size += len(v) + lengthOf(len(v))
	}
	p.shape = s.of(r)
	p.whole, p.data = nil, make([]byte, 0, size)
	for _, v := range r.Clustering {
		n := len(v) + 1
		if v == nil {
			n = 0
		}
		p.data = append(appendLength(p.data, n), v...)
	}
	for i := range r.Cells {
		v := r.Cells[i].Value
		p.data = append(appendLength(p.data, len(v)+1), v...)
	}
	return p
}

// appendLength writes a length in groups of seven bits, the lowest first; the
// last one has its top bit clear.
func appendLength(data []byte, n int) []byte {
	for ; n >= 0x80; n >>= 7 {
		data = append(data, byte(n)|0x80)
	}
	return append(data, byte(n))
}

func lengthOf(n int) int {
	size := 1
	for n++; n >= 0x80; n >>= 7 {
		size++
	}
	return size
}

// of finds or makes the shape of a row.
func (s *shapes) of(r *Row) *shape {
	for _, x := range s {
		if x != nil && x.live == (r.Liveness != nil) && x.clustering == len(r.Clustering) &&
			slices.EqualFunc(x.columns, r.Cells, func(c *schema.Column, x Cell) bool { return c == x.Column }) {
			return x
		}
	}
	x := &shape{clustering: len(r.Clustering), live: r.Liveness != nil}
	for i := range r.Cells {
		x.columns = append(x.columns, r.Cells[i].Column)
	}
	copy(s[1:], s[:])
	s[0] = x
	return x
}

// value takes the next value off the data.
func value(data []byte) (v, rest []byte) {
	n, i := 0, 0
	for shift := 0; ; shift += 7 {
		n |= int(data[i]&0x7f) << shift
		if i++; data[i-1] < 0x80 {
			break
		}
	}
	if data = data[i:]; n == 0 {
		return nil, data
	}
	return data[: n-1 : n-1], data[n-1:]
}

// row unpacks the row.
func (p *packedRow) row() *Row { return p.in(new(rowRoom)) }

// rowRoom is the room that an unpacked row takes.
type rowRoom struct {
	Row
	live  Liveness
	one   [1][]byte
	cells [1]Cell
}

// in unpacks a row into a room, which an earlier row may have used.
func (p *packedRow) in(made *rowRoom) *Row {
	if p.whole != nil {
		return p.whole.row()
	}
	s := p.shape
	r := &made.Row
	clustering, cells := r.Clustering[:0], r.Cells[:0]
	*r = Row{}
	if cap(clustering) < s.clustering {
		if clustering = made.one[:0]; s.clustering > 1 {
			clustering = make([][]byte, 0, s.clustering)
		}
	}
	if s.clustering > 0 {
		r.Clustering = clustering
	}
	if r.Cells = cells; cap(cells) < len(s.columns) || cells == nil {
		if r.Cells = made.cells[:0]; len(s.columns) > 1 {
			r.Cells = make([]Cell, 0, len(s.columns))
		}
	}
	if s.live {
		made.live = Liveness{Timestamp: p.timestamp, Write: p.write, Expiry: NoExpiry}
		r.Liveness = &made.live
	}
	var v []byte
	data := p.data
	for range s.clustering {
		v, data = value(data)
		r.Clustering = append(r.Clustering, v)
	}
	for _, c := range s.columns {
		v, data = value(data)
		r.Cells = append(r.Cells, Cell{Column: c, Value: v, Timestamp: p.timestamp, Write: p.write, Expiry: NoExpiry})
	}
	return r
}

// layers are those of the row; a packed one has one.
func (p *packedRow) layers() *layer {
	if p.whole != nil {
		return p.whole
	}
	return &layer{Row: p.row()}
}

// clustering returns the clustering values, in room that it may use.
func (p *packedRow) clustering(room [][]byte) [][]byte {
	if p.whole != nil {
		return p.whole.Clustering
	}
	var v []byte
	data := p.data
	for range p.shape.clustering {
		v, data = value(data)
		room = append(room, v)
	}
	return room
}

// at returns where the first row that is not before the place stands. cmp tells
// how a row with those clustering values lies to the place.
func (l *rowList) at(cmp func([][]byte) int) (chunk, i int, found bool) {
	room := make([][]byte, 0, 4)
	chunk = sort.Search(len(l.chunks), func(i int) bool {
		rows := l.chunks[i]
		return cmp(rows[len(rows)-1].clustering(room)) >= 0
	})
	if chunk < len(l.chunks) {
		rows := l.chunks[chunk]
		lo, hi := 0, len(rows)
		for lo < hi {
			mid := int(uint(lo+hi) / 2)
			switch c := cmp(rows[mid].clustering(room)); {
			case c == 0:
				return chunk, mid, true
			case c < 0:
				lo = mid + 1
			default:
				hi = mid
			}
		}
		i = lo
	}
	return chunk, i, false
}

func (l *rowList) find(t *schema.Table, clustering [][]byte) *Row {
	c, i, found := l.at(func(o [][]byte) int { return CompareClusterings(t, o, clustering) })
	if !found {
		return nil
	}
	return l.chunks[c][i].row()
}

// merge adds a row, packed as it is, or merges it with the one that was there, and tells how
// many bytes of memory more that takes.
func (l *rowList) merge(t *schema.Table, r *Row, packed packedRow) (bytes int) {
	if r.Empty() {
		return 0
	}
	c, i, found := l.at(func(o [][]byte) int { return CompareClusterings(t, o, r.Clustering) })
	if found {
		p := &l.chunks[c][i]
		merged, bytes := p.layers().merge(r)
		if merged.below != nil {
			*p = packedRow{whole: merged}
		} else {
			*p = l.shapes.pack(merged.Row)
		}
		return bytes
	}
	if c == len(l.chunks) {
		if c == 0 {
			l.chunks = append(l.chunks, nil)
		} else {
			c--
		}
		i = len(l.chunks[c])
	}
	if len(l.chunks[c]) == chunkLen {
		// Rows that come in order fill whole pieces; others split them.
		cut := chunkLen / 2
		if c == len(l.chunks)-1 && i == chunkLen {
			cut = chunkLen
		}
		tail := append(make([]packedRow, 0, chunkLen), l.chunks[c][cut:]...)
		l.chunks[c] = l.chunks[c][:cut]
		l.chunks = inserted(l.chunks, c+1, tail)
		if i >= cut {
			c, i = c+1, i-cut
		}
	}
	l.chunks[c] = inserted(l.chunks[c], i, packed)
	return r.bytes()
}

// inserted is slices.Insert of one: that is several times as large, and another one for each type.
func inserted[E any](list []E, i int, x E) []E {
	list = append(list, x)
	copy(list[i+1:], list[i:])
	list[i] = x
	return list
}

func (l *rowList) clone() rowList {
	out := rowList{make([][]packedRow, len(l.chunks)), l.shapes}
	for i, c := range l.chunks {
		out.chunks[i] = slices.Clone(c)
	}
	return out
}

func (l *rowList) all() iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for _, c := range l.chunks {
			for i := range c {
				if !yield(c[i].row()) {
					return
				}
			}
		}
	}
}

// passing yields the rows; each is good until the next one comes.
func (l *rowList) passing() iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		room := new(rowRoom)
		for _, c := range l.chunks {
			for i := range c {
				if !yield(c[i].in(room)) {
					return
				}
			}
		}
	}
}

// from yields the rows behind a start.
func (l *rowList) from(t *schema.Table, start bound) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		c, i, _ := l.at(func(o [][]byte) int { return -compareBoundRow(t, start, o) })
		for ; c < len(l.chunks); c, i = c+1, 0 {
			for k := range l.chunks[c][i:] {
				if !yield(l.chunks[c][i+k].row()) {
					return
				}
			}
		}
	}
}

// backFrom yields the rows before an end, the nearest first.
func (l *rowList) backFrom(t *schema.Table, end bound) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		c, i, _ := l.at(func(o [][]byte) int { return -compareBoundRow(t, end, o) })
		for {
			if i == 0 {
				if c == 0 {
					return
				}
				c--
				i = len(l.chunks[c])
				continue
			}
			i--
			if !yield(l.chunks[c][i].row()) {
				return
			}
		}
	}
}

package lab

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// This file draws what lies on disk: a partition with its rows, and the SSTables
// before and after a compaction.

// What a figure has room for: partitions, rows of each, files and what is in each of them.
const mostPartitions, mostStoredRows, mostFiles, mostStored = 3, 8, 6, 12

// mostLetters is how long a value or a key is in a figure.
const mostLetters = 60

// partitionsView draws the first partitions of a table as they lie on their replicas,
// above the table of their cells.
func partitionsView(id string, t *schema.Table, store *memtable.Store) (out view.Nodes) {
	columns := func(list []*schema.Column, r *memtable.Row) (cells []figure.Cell) {
		for _, c := range list {
			if text := storedText(r, c); text != "" {
				cells = append(cells, figure.Cell{Name: c.Name, Value: text})
			}
		}
		return cells
	}
	all := 0
	for p := range store.Partitions() {
		if all++; all > mostPartitions {
			continue
		}
		key := cqltype.SplitPartitionKey(p.Key, len(t.PartitionKey))
		f := figure.Partition{ID: id + strconv.Itoa(all), Title: "The partition " + input.Shorten(keyText(t, key), mostLetters) + ", as it lies on the disk"}
		for i, c := range t.PartitionKey {
			f.Key = append(f.Key, figure.Cell{Name: c.Name, Value: input.Shorten(c.Type.Text(key[i]), 120)})
		}
		if st := p.StaticRow(); st != nil {
			f.Statics = columns(t.Statics, st)
		}
		rows := 0
		for r := range p.Rows() {
			if rows++; rows > mostStoredRows {
				continue
			}
			var row figure.Row
			for i, c := range t.Clustering {
				text := ""
				if i < len(r.Clustering) {
					text = input.Shorten(c.Type.Text(r.Clustering[i]), mostLetters)
				}
				row.Clustering = append(row.Clustering, text)
			}
			for _, c := range t.Regulars {
				row.Regular = append(row.Regular, storedText(r, c))
			}
			if n := len(row.Clustering); r.Deletion != nil && n > 0 {
				row.Clustering[n-1] += " †"
			} else if r.Deletion != nil {
				f.More = "† The row was deleted"
			}
			f.Rows = append(f.Rows, row)
		}
		if rows > 0 {
			for _, c := range t.Clustering {
				arrow := " ↑"
				if c.Desc {
					arrow = " ↓"
				}
				f.Clustering = append(f.Clustering, c.Name+arrow)
			}
			for _, c := range t.Regulars {
				f.Regular = append(f.Regular, c.Name)
			}
		}
		if p.Deletion != nil {
			f.More = "† The partition was deleted"
		}
		if rows > mostStoredRows {
			f.More = strings.TrimPrefix(f.More+". "+number.Begin(rows-mostStoredRows, "more row"), ". ")
		}
		drawn := f.Figure()
		drawn.Rows = nil // the table of cells, which follows, has them
		out = append(out, drawn.View())
	}
	if all > mostPartitions {
		out = append(out, fieldNote("And "+number.Of(all-mostPartitions, "more partition")+"."))
	}
	return out
}

// storedText is what a row holds of a column, tombstones among it.
func storedText(r *memtable.Row, c *schema.Column) string {
	text := ""
	cells := r.ColumnCells(c)
	for i := 0; i < len(cells) && len(text) <= 4*mostLetters; i++ { // a collection may have any number
		if i > 0 {
			text += ", "
		}
		text += cellText(c, &cells[i])
	}
	return input.Shorten(text, mostLetters)
}

// cellText is a cell as a person reads it.
func cellText(c *schema.Column, x *memtable.Cell) string {
	switch {
	case x.Tombstone():
		return strings.TrimSpace("† " + elementName(c, x))
	case c.Type.Kind == cqltype.Counter:
		return strconv.FormatInt(memtable.CounterValue(x.Value), 10)
	}
	return elementName(c, x) + valueOf(c, x)
}

// A stored thing is what a file holds: a value, the marker of a row, a tombstone.
type storedThing struct {
	key, clustering [][]byte // clustering is nil for what is of no row
	static          bool
	text            string
	write           int32 // that it comes from
	mark            figure.CellMark
}

// things are the first things that a file holds. Merged is what reads see of all files.
func things(file, merged *memtable.Store, now int64) (out []storedThing, more int) {
	t := file.Table()
	for p := range file.Partitions() {
		key := cqltype.SplitPartitionKey(p.Key, len(t.PartitionKey))
		whole := merged.Partition(p.Key)
		add := func(x storedThing, found, live bool, other figure.CellMark) {
			if x.key, x.mark = key, figure.Live; !found {
				x.mark = figure.Obsolete
			} else if !live {
				x.mark = other
			}
			out = append(out, x)
		}
		if d := p.Deletion; d != nil {
			add(storedThing{text: "the partition", write: d.Write}, whole != nil && whole.Deletion != nil && whole.Deletion.Timestamp == d.Timestamp, false, figure.Tombstone)
		}
		row := func(r, kept *memtable.Row) {
			at := storedThing{clustering: r.Clustering, static: r.Static}
			if kept == nil {
				kept = &memtable.Row{}
			}
			if d := r.Deletion; d != nil {
				at.text, at.write = "the row", d.Write
				add(at, kept.Deletion != nil && kept.Deletion.Timestamp == d.Timestamp, false, figure.Tombstone)
			}
			if l := r.Liveness; l != nil {
				at.text, at.write = "row marker", l.Write
				add(at, kept.Liveness != nil && *kept.Liveness == *l, l.Live(now), figure.Expired)
			}
			for i := range r.Complex {
				d := &r.Complex[i]
				at.text, at.write = d.Column.Name+": what was in it", d.Write
				found := false
				for k := range kept.Complex {
					found = found || kept.Complex[k].Column == d.Column && kept.Complex[k].Timestamp == d.Timestamp
				}
				add(at, found, false, figure.Tombstone)
			}
			for i := range r.Cells {
				c := &r.Cells[i]
				at.text, at.write = c.Column.Name+": "+cellText(c.Column, c), c.Write
				found := false
				cells := kept.ColumnCells(c.Column)
				for k := range cells {
					x := &cells[k]
					found = found || bytes.Equal(x.Path, c.Path) && bytes.Equal(x.Value, c.Value) && x.Timestamp == c.Timestamp && x.Expiry == c.Expiry && x.Write == c.Write
				}
				other := figure.Expired
				if c.Tombstone() {
					other = figure.Tombstone
				}
				add(at, found, c.Live(now), other)
			}
		}
		if st := p.StaticRow(); st != nil {
			var kept *memtable.Row
			if whole != nil {
				kept = whole.StaticRow()
			}
			row(st, kept)
		}
		for u := range p.Unfiltereds() {
			if len(out) > mostStored {
				break
			}
			switch {
			case u.Row != nil:
				var kept *memtable.Row
				if whole != nil {
					kept = whole.Row(u.Row.Clustering)
				}
				row(u.Row, kept)
			case u.Marker.Open != nil:
				add(storedThing{text: "a range of rows", clustering: u.Marker.Prefix, write: u.Marker.Open.Write}, true, false, figure.Tombstone)
			}
		}
		if len(out) > mostStored {
			break
		}
	}
	if len(out) > mostStored {
		out = out[:mostStored]
	}
	return out, max(file.Weight()-len(out), 0)
}

// compactionView draws what a compaction has made of the files of one of its tables. Line
// is the line of the text in which a write stands, 0 for one that does not.
func compactionView(id string, op *session.Operation, table int, line func(write int32) int) *view.Node {
	c := &op.Compaction.Tables[table]
	t := c.Merged.Table()
	f := figure.Compaction{ID: id, Intro: op.Said}
	var all [2][][]storedThing
	var more [2][]int
	first := (*storedThing)(nil)
	oneRow, onePartition := true, true
	for side, files := range [][]session.SSTable{c.Before, c.After} {
		for i, file := range files {
			if i == mostFiles {
				break
			}
			merged := c.Merged
			if side == 1 {
				merged = file.Store
			}
			list, rest := things(file.Store, merged, op.Compaction.At)
			all[side], more[side] = append(all[side], list), append(more[side], rest)
			for k := range list {
				x := &list[k]
				if first == nil {
					first = x
				}
				onePartition = onePartition && slices.EqualFunc(x.key, first.key, bytes.Equal)
				oneRow = oneRow && onePartition && x.static == first.static && slices.EqualFunc(x.clustering, first.clustering, bytes.Equal)
			}
			oneRow, onePartition = oneRow && rest == 0, onePartition && rest == 0
		}
	}
	f.Title = t.Name + " in its SSTables, before and after"
	if first != nil && onePartition {
		f.Title = "The partition " + input.Shorten(keyText(t, first.key), mostLetters) + " in its SSTables, before and after"
		if oneRow && first.clustering != nil {
			f.Title = "The row " + input.Shorten(keyText(t, first.key), mostLetters) + ", " + clusteringText(t, first) + " in its SSTables, before and after"
		}
	}
	for side, files := range [][]session.SSTable{c.Before, c.After} {
		var drawn []figure.SSTable
		for i := range all[side] {
			one := figure.SSTable{Name: "SSTable " + strconv.Itoa(files[i].Number), More: more[side][i]}
			for k := range all[side][i] {
				x := &all[side][i][k]
				cell := figure.StoredCell{Text: x.text, Mark: x.mark}
				if !oneRow {
					cell.Row = clusteringText(t, x)
				}
				if !onePartition {
					cell.Row = strings.TrimSuffix(input.Shorten(keyText(t, x.key), mostLetters)+", "+cell.Row, ", ")
				}
				if n := line(x.write); n > 0 {
					cell.Time = "line " + strconv.Itoa(n)
				}
				one.Cells = append(one.Cells, cell)
			}
			drawn = append(drawn, one)
		}
		if side == 0 {
			f.Before = drawn
		} else {
			f.After = drawn
		}
	}
	n := f.Figure().View()
	if left := len(c.Before) - len(f.Before); left > 0 {
		n.Add(fieldNote("And " + number.Of(left, "more SSTable") + " before it."))
	}
	return n
}

// clusteringText names the row of a thing within its partition.
func clusteringText(t *schema.Table, x *storedThing) string {
	if x.static {
		return "static"
	}
	var parts []string
	for i, v := range x.clustering {
		parts = append(parts, t.Clustering[i].Type.Text(v))
	}
	return input.Shorten(strings.Join(parts, ", "), mostLetters)
}

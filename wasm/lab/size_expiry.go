package lab

import (
	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// leaving is what expiry and deletions leave to reads, nil where nothing leaves.
func (c *sized) leaving() *sizing.Tombstones {
	if !c.left && c.sizer != nil && c.result != nil {
		c.tombs, _ = c.sizer.Tombstones()
		c.left = true
	}
	return c.tombs
}

// expiry is the section about data that leaves: how long it stays on disk, and what
// it leaves to reads meanwhile. It is nil where nothing leaves.
func (c *sized) expiry() *outcome {
	t := c.leaving()
	if t == nil {
		return nil
	}
	f := answered("", "fine")
	f.answer.headline = number.Of(t.Total, "tombstone")
	f.values.put("tombstones", t.Total)
	f.values.put("tombstones.expired", t.Expired)
	f.values.put("tombstones.deleted", t.Deleted)
	if e := t.Expiry; e != nil {
		f.values.put("ondisk.seconds", e.OnDisk)
		f.values.put("windows", e.Windows)
	}
	switch {
	case t.Total > sizing.TombstoneFail:
		f.answer.mood = "bad"
		f.answer.more = "So many a read of the whole partition counts at most: the server refuses it above " + number.Count(sizing.TombstoneFail) + "."
	case t.Total > sizing.TombstoneWarn:
		f.answer.mood = "watch"
		f.answer.more = "So many a read of the whole partition counts at most: the server warns above " + number.Count(sizing.TombstoneWarn) + "."
	default:
		f.answer.more = "So many a read of the whole partition counts at most: not above the warning at " + number.Count(sizing.TombstoneWarn) + "."
	}
	f.figure = func(*sizeView) view.Part { return leavingTable(t, false) }
	f.body = func(v *sizeView) view.Part {
		return view.El("div", v.sectionFields("expiry"), leavingTable(t, true), leavingNotes(t),
			view.Leaf("h4", "", "What one read counts"), countedTable(number.Seconds(t.GCGrace)))
	}
	return f
}

// leavingTable is what expiry and deletions leave, or the rows of that table that matter
// most.
func leavingTable(t *sizing.Tombstones, all bool) *view.Node {
	rows := [][]string{}
	if e := t.Expiry; e != nil {
		rows = append(rows,
			[]string{"a row lives", number.Seconds(e.TTL)},
			[]string{"its bytes stay at most", number.Seconds(e.OnDisk)})
		if all {
			rows = append(rows,
				[]string{"expired rows that a read counts", number.Count(t.Expired)},
				[]string{"window of compaction", number.Seconds(e.Window)},
				[]string{"windows that hold data", number.Count(e.Windows)})
		}
	}
	if t.Deleted > 0 {
		rows = append(rows, []string{"deleted rows that a read counts", number.Count(t.Deleted)})
	}
	return figure.Table("What expiry and deletions leave", []string{"what leaves", "number"}, rows)
}

// leavingNotes are remarks on it.
func leavingNotes(t *sizing.Tombstones) *view.Node {
	list := view.El("ul", view.Class("notes"))
	say := func(key, text string) { list.Add(remark(key, text)) }
	if e := t.Expiry; e != nil {
		say("2038", ttlNote(e.TTL))
		switch {
		case e.Few:
			say("few", "So few windows mean that a file waits long for its youngest row: 10 to 50 windows are good.")
		case e.Many:
			say("many", "So many windows mean many files for a read: 10 to 50 windows are good.")
		}
		if e.TTL >= t.GCGrace {
			say("bound", "An expired row counts one, until gc_grace after its expiry. A query that starts at now minus the TTL passes none of them.")
		} else {
			say("bound", "The TTL is shorter than gc_grace: an expired row counts one for each of its cells until gc_grace after its write, then one.")
		}
	}
	if t.GCGrace < sizing.HintWindow {
		say("hints", "gc_grace is shorter than the hint window of 3 hours: hints older than that are not replayed.")
	}
	say("grace", "A tombstone older than gc_grace is not counted, even before compaction drops it.")
	return list
}

// countedTable is what one read counts, by what was written.
func countedTable(grace string) *view.Node {
	return figure.Table("What one read counts, by kind", []string{"what was written", "counts", "until"}, [][]string{
		{"DELETE of a column, null in an INSERT", "1 each", grace + " after it"},
		{"DELETE of a row", "1", grace + " after it"},
		{"DELETE of a range of rows", "2", grace + " after it"},
		{"DELETE of a partition", "0", "nothing of what it hides is read"},
		{"a collection written whole", "0", "the deletion before it is no cell"},
		{"an expired row", "1 for each cell", grace + " after its write"},
		{"… then, if INSERT made it", "1", grace + " after its expiry"},
	})
}

// ttlNote says until when a stock server takes a TTL.
func ttlNote(ttl int64) string {
	const why = ": nothing may expire beyond 2038-01-19 while storage_compatibility_mode is CASSANDRA_4."
	if ttl > sizing.LongestTTL(clock, true) {
		return "A stock server refuses this TTL since " + sizing.LastWrite(ttl) + why
	}
	return "A stock server refuses this TTL after " + sizing.LastWrite(ttl) + why
}

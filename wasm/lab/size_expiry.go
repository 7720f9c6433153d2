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
		f.answer.more = "A read of the whole partition counts this many at most. The server stops a read above " + number.Count(sizing.TombstoneFail) + "."
	case t.Total > sizing.TombstoneWarn:
		f.answer.mood = "watch"
		f.answer.more = "A read of the whole partition counts this many at most. The server warns above " + number.Count(sizing.TombstoneWarn) + "."
	default:
		f.answer.more = "A read of the whole partition counts this many at most. The server would warn above " + number.Count(sizing.TombstoneWarn) + "."
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
	return figure.Table("What expired and deleted rows leave", []string{"what is left", "number"}, rows)
}

// leavingNotes are remarks on it.
func leavingNotes(t *sizing.Tombstones) *view.Node {
	list := view.El("ul", view.Class("notes"))
	say := func(key, text string) { list.Add(remark(key, text)) }
	if e := t.Expiry; e != nil {
		say("2038", ttlNote(e.TTL))
		switch {
		case e.Few:
			say("few", "With so few windows a file stays long, until its newest row has expired. 10 to 50 windows are good.")
		case e.Many:
			say("many", "With so many windows a read opens many files. 10 to 50 windows are good.")
		}
		if e.TTL >= t.GCGrace {
			say("bound", "An expired row counts as one tombstone, until gc_grace_seconds after its expiry. A query that starts at now minus the TTL passes none of them.")
		} else {
			say("bound", "The TTL is shorter than gc_grace_seconds. So an expired row counts as one tombstone for each of its cells until gc_grace_seconds after its write, and then as one.")
		}
	}
	if t.GCGrace < sizing.HintWindow {
		say("hints", "gc_grace_seconds is shorter than the 3 hours for which hints are kept. Hints that are older than gc_grace_seconds are not replayed.")
	}
	say("grace", "A read does not count a tombstone that is older than gc_grace_seconds, even before a compaction removes it.")
	return list
}

// countedTable is what one read counts, by what was written.
func countedTable(grace string) *view.Node {
	return figure.Table("What one read counts, by kind", []string{"what was written", "counts", "until"}, [][]string{
		{"DELETE of a column, null in an INSERT", "1 each", grace + " after it"},
		{"DELETE of a row", "1", grace + " after it"},
		{"DELETE of a range of rows", "2", grace + " after it"},
		{"DELETE of a partition", "0", "the read does not read what it hides"},
		{"a collection written as a whole", "0", "its tombstone is not a cell"},
		{"an expired row", "1 for each cell", grace + " after its write"},
		{"… then, if INSERT made it", "1", grace + " after its expiry"},
	})
}

// ttlNote says until when a stock server takes a TTL.
func ttlNote(ttl int64) string {
	const why = ": nothing may expire after 2038-01-19 while storage_compatibility_mode is CASSANDRA_4."
	if ttl > sizing.LongestTTL(clock, true) {
		return "With the settings as shipped, a server refuses this TTL since " + sizing.LastWrite(ttl) + why
	}
	return "With the settings as shipped, a server refuses this TTL after " + sizing.LastWrite(ttl) + why
}

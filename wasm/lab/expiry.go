package lab

import (
	"math"

	"partitionlab/wasm/check"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/work"
)

// An expiry widget says what rows that leave a partition go on costing: how many tombstones
// a read of it counts, when the server warns and fails, and how long bytes stay on disk.
//
//	deletes = 8640000  rows of the partition that are deleted or expire, a day
//	gc = 10            days of gc_grace_seconds
//	ttl = 0            days until a row expires; 0: rows are deleted
//	window = 1         days of a window of TimeWindowCompactionStrategy
type expiry struct{ deletes, gc, ttl, window input.Field }

func parseExpiry(f *fence.Fence) widget {
	z := &expiry{
		deletes: input.Field{Key: "deletes", Type: input.Whole, Label: "Rows deleted", Unit: "a day", Default: "8640000", Least: 0, Most: 1e10, Slider: &input.Slider{Lo: 1, Hi: 1e8}},
		gc:      input.Field{Key: "gc", Type: input.Whole, Label: "gc_grace", Unit: "days", Default: "10", Least: 0, Most: 3650, Slider: &input.Slider{Lo: 0, Hi: 30}},
		ttl:     input.Field{Key: "ttl", Type: input.Whole, Label: "Expire after", Unit: "days", Hint: "0: they are deleted", Default: "0", Least: 0, Most: 7300},
		window:  input.Field{Key: "window", Type: input.Whole, Label: "Compaction window", Unit: "days", Default: "1", Least: 0, Most: 3650},
	}
	all := ownFields(f, z.fields())
	f.Asks([]string{"fails", "disk", "tombstones"})
	return widget{fields: all, work: func(s *Spec) worker { return &expiryWork{form: form{Spec: s}, z: z} }}
}

func (z *expiry) fields() []*input.Field {
	return []*input.Field{&z.deletes, &z.gc, &z.ttl, &z.window}
}

type expiryWork struct {
	form
	z *expiry

	problems                 input.Problems
	deletes, gc, ttl, window int64
	counted                  int64 // tombstones that a read of the partition counts at most
	warnAt, failAt           int64
}

func (w *expiryWork) work(*work.Meter) {
	w.problems = w.form.problems()
	w.deletes, w.gc, w.ttl, w.window = w.whole(&w.z.deletes), w.whole(&w.z.gc), w.whole(&w.z.ttl), w.whole(&w.z.window)
	w.counted = w.deletes * w.gc
	s := check.NewSettings()
	w.warnAt, w.failAt = s.Number(check.TombstoneWarn), s.Number(check.TombstoneFail)
}

// passed is after how many seconds a read counts more than so many tombstones; −1 for
// never: what is older than gc_grace may be compacted away.
func (w *expiryWork) passed(limit int64) int64 {
	if w.counted <= limit || w.deletes == 0 {
		return -1
	}
	return int64(math.Round(float64(limit) / float64(w.deletes) * 86400))
}

// onDisk is for how many days bytes of a row may stay: until it expires, as long as its
// tombstone has to be kept, and until all of its file has come so far.
func (w *expiryWork) onDisk() int64 { return w.ttl + w.gc + w.window }

func (w *expiryWork) when(limit int64) string {
	if s := w.passed(limit); s >= 0 {
		return "after " + number.Seconds(s)
	}
	return "never"
}

func (w *expiryWork) answer() *Output {
	values := outputs{}
	values.put("tombstones", w.counted)
	values.put("warn.seconds", w.passed(w.warnAt))
	values.put("fail.seconds", w.passed(w.failAt))
	values.put("disk.days", w.onDisk())
	a := w.verdict()
	rows := [][]string{
		{"tombstones that a read counts at most", number.Count(w.counted)},
		{"the server warns, above " + number.Count(w.warnAt), w.when(w.warnAt)},
		{"the read fails, above " + number.Count(w.failAt), w.when(w.failAt)},
		{"bytes stay on disk at most", number.Of(w.onDisk(), "day")},
	}
	if w.gc > 0 {
		rows = append(rows, []string{"rows deleted a day, at most, without failing reads", number.Count(w.failAt / w.gc)})
	}
	tabs := []tab{
		numbersTab("What deleted rows leave", rows),
		assumedTab(
			remark("read", "The read goes through the whole partition, like a read that asks a queue for the oldest row. A read that begins after the deleted rows counts none of their tombstones."),
			remark("grace", "A compaction never removes a tombstone that is younger than gc_grace_seconds. It may remove an older one. So a read counts at most the tombstones of that time."),
			remark("each", "Each deleted row leaves one tombstone. A range of rows that is deleted with one statement leaves one for all of them."),
			remark("window", "The file of a window is removed as a whole when its newest row has expired and gc_grace_seconds is over. With other compaction strategies it takes longer.")),
	}
	return w.reckoned(values, w.problems, w.ownGiven(w.z.fields(), w.problems), a, w.bars().Figure().Beside().View(), tabs)
}

func (w *expiryWork) verdict() verdict {
	switch w.Ask.Name {
	case "disk":
		return verdict{headline: number.Begin(w.onDisk(), "day") + " on disk at most",
			more: "Until it expires " + number.Of(w.ttl, "day") + ", gc_grace " + number.Of(w.gc, "day") + ", and the rest of its window."}
	case "tombstones":
		return verdict{headline: number.Begin(w.counted, "tombstone"), mood: w.mood(), more: "A read of the partition counts this many at most: rows of " + number.Of(w.gc, "day") + "."}
	}
	a := verdict{mood: w.mood(), more: "A read counts " + number.Of(w.counted, "tombstone") + " at most: rows of " + number.Of(w.gc, "day") + "."}
	switch {
	case w.mood() == "bad":
		a.headline = "Reads fail " + w.when(w.failAt)
	case w.mood() == "watch":
		a.headline = "The server warns " + w.when(w.warnAt)
	default:
		a.headline = "Reads succeed"
	}
	return a
}

func (w *expiryWork) mood() string {
	switch {
	case w.counted > w.failAt:
		return "bad"
	case w.counted > w.warnAt:
		return "watch"
	}
	return "fine"
}

func (w *expiryWork) bars() *figure.Bars {
	b := w.countBars("Tombstones that a read counts", "", "tombstones", counted{"at most", w.counted}, counted{"the server warns above", w.warnAt}, counted{"the read fails above", w.failAt})
	b.Bars[1].Class, b.Bars[2].Class = "row-skipped", "row-skipped"
	b.Desc = number.Begin(w.counted, "tombstone") + " at most; the server warns above " + number.Count(w.warnAt) + " and the read fails above " + number.Count(w.failAt) + "."
	return b
}

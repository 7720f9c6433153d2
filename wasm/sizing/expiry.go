package sizing

import (
	"math"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/workload"
)

// This file is about data that leaves: how long it stays on disk after it expired,
// and how many tombstones a read counts meanwhile. Times are in seconds.

// Limits of TTLs and thresholds of tombstones as shipped.
const (
	MaxTTL           = 630720000  // 20 years
	lastExpiry       = 2147483646 // 2038-01-19 03:14:06 UTC, with storage_compatibility_mode CASSANDRA_4
	HintWindow       = 10800
	TombstoneWarn    = 1000
	TombstoneFail    = 100000
	windowsAimedAt   = 30
	fewWindows       = 10
	manyWindows      = 50
	secondsOfADay    = 86400
	secondsOfAnHour  = 3600
	secondsOfAMinute = 60
	defaultGCGrace   = 864000
)

// Expiry is the life of rows with a TTL under time windows.
type Expiry struct {
	TTL, GCGrace, Window int64
	OnDisk               int64 // the longest that a row's bytes stay: TTL, gc_grace, and the window its file waits for
	Windows              int64 // files' windows that hold data at a time
	Few, Many            bool  // fewer than 10 or more than 50 windows
	GraceTooShort        bool  // below the hint window: a hint older than gc_grace is not replayed
}

// newExpiry works out the life of rows. A window of 0 takes the one that Window
// suggests, a gc_grace below 0 the shipped ten days.
func newExpiry(ttl, gcGrace, window int64) Expiry {
	if gcGrace < 0 {
		gcGrace = defaultGCGrace
	}
	if window <= 0 {
		window, _, _ = Window(ttl)
	}
	e := Expiry{TTL: ttl, GCGrace: gcGrace, Window: window, OnDisk: ttl + gcGrace + window}
	e.Windows = (ttl + window - 1) / max(window, 1)
	e.Few, e.Many, e.GraceTooShort = e.Windows < fewWindows, e.Windows > manyWindows, gcGrace < HintWindow
	return e
}

// Window is the length of a time window that makes about 30 of a TTL, as seconds
// and as TimeWindowCompactionStrategy's options write it.
func Window(ttl int64) (seconds, size int64, unit string) {
	for _, u := range [...]struct {
		name string
		len  int64
	}{{"DAYS", secondsOfADay}, {"HOURS", secondsOfAnHour}, {"MINUTES", secondsOfAMinute}} {
		if ttl >= windowsAimedAt*u.len || u.name == "MINUTES" {
			size = max((ttl+windowsAimedAt*u.len-1)/(windowsAimedAt*u.len), 1)
			return size * u.len, size, u.name
		}
	}
	return 0, 0, ""
}

// LongestTTL is the longest TTL that a write at this second may have; compatible
// says that storage_compatibility_mode is CASSANDRA_4, as shipped.
func LongestTTL(now int64, compatible bool) int64 {
	if !compatible {
		return MaxTTL
	}
	return min(max(lastExpiry-now, 0), MaxTTL)
}

// expiredCount is how many tombstones a read counts for one row with a TTL, so many
// seconds after its write: none while it lives; then one for each of its cells as
// long as gc_grace has not passed since the write; then one for the row itself, if
// INSERT made it, until gc_grace has passed since its expiry; then none.
func expiredCount(age, ttl, gcGrace, cells int64, insert bool) int64 {
	switch {
	case age < ttl:
		return 0
	case age < gcGrace && insert:
		return max(cells, 1)
	case age < gcGrace:
		return cells
	case age < ttl+gcGrace && insert:
		return 1
	}
	return 0
}

// Countable is how many tombstones a read of a whole partition counts when so many
// are made a second: those older than gc_grace no longer count, even before
// compaction drops them.
func Countable(perSecond float64, elapsed, gcGrace int64) int64 {
	return int64(math.Round(min(perSecond*float64(min(elapsed, gcGrace)), 1e18)))
}

// Tombstones are what one read of a whole partition counts at most, at any time.
type Tombstones struct {
	GCGrace int64 // seconds
	Cells   int64 // of a row
	Expired int64 // by rows whose TTL has passed
	Deleted int64 // by rows that were deleted
	Total   int64
	Expiry  *Expiry // nil where rows do not expire
}

// Tombstones counts what expiry and deletions leave to reads. The answer is nil
// where the workload has neither.
//
// A row that expires counts one for each cell until gc_grace has passed since its
// write, then one if INSERT made it until gc_grace has passed since its expiry. A
// partition holds rows of many ages: the ages that count most are those its rows
// are taken to have.
func (m *Sizer) Tombstones() (*Tombstones, *workload.Problem) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil, &problems[0]
	}
	p, bad := m.count(v, high, -1, false)
	if bad != nil {
		return nil, bad
	}
	s := p.shape
	if !s.Expires && s.Deleted == 0 {
		return nil, nil
	}
	t := &Tombstones{GCGrace: m.grace(v)}
	span := 0.0 // seconds from the first write to the last
	if s.StepNum > 0 && s.StepDen > 0 {
		span = float64(p.rows) / float64(max(s.Batch, 1)) * float64(s.StepNum) / float64(s.StepDen) / 1e6
	}
	// share of the rows whose age lies within so many seconds
	share := func(within int64) float64 {
		if span <= float64(within) {
			return 1
		}
		return float64(within) / span
	}
	rows := float64(p.rows)
	if s.Expires {
		e := m.expiry(v, s.TTL)
		t.Expiry = &e
		alive := p.rows - min(s.Deleted, p.rows)
		for _, c := range s.Regulars {
			for _, g := range c.Cells {
				t.Cells += g.Count.At(max(p.rows-1, 0))
			}
		}
		young := max(t.GCGrace-s.TTL, 0)
		atYoung := 0.0
		if young > 0 {
			atYoung = share(young)
		}
		n := atYoung * float64(expiredCount(s.TTL, s.TTL, s.TTL+1, t.Cells, !s.Update))
		if !s.Update {
			n += min(1-atYoung, share(min(s.TTL, t.GCGrace)))
		}
		t.Expired = round(float64(alive) * n)
	}
	if s.Deleted > 0 {
		t.Deleted = round(min(float64(s.Deleted), rows*share(t.GCGrace)))
	}
	t.Total = t.Expired + t.Deleted
	return t, nil
}

// expiry is the life of rows of the workload with a TTL.
func (m *Sizer) expiry(v *workload.Values, ttl int64) Expiry {
	return newExpiry(ttl, m.grace(v), seconds(v, "compaction_window", 0))
}

// grace is gc_grace_seconds: as the workload says, or the table.
func (m *Sizer) grace(v *workload.Values) int64 {
	return seconds(v, "gc_grace", int64(m.table.Params.GCGrace))
}

// seconds is a quantity of time, which nobody may have given.
func seconds(v *workload.Values, name string, fallback int64) int64 {
	if x, ok := v.Get(name); ok && x.Lo.Sign() >= 0 {
		return x.Hi.Round()
	}
	return fallback
}

// LastWrite is the last day, as yyyy-mm-dd, on which a stock server accepts a TTL.
func LastWrite(ttl int64) string {
	days := int32((lastExpiry - ttl) / secondsOfADay)
	if lastExpiry < ttl {
		days = int32((lastExpiry - ttl - secondsOfADay + 1) / secondsOfADay)
	}
	u := uint32(days) ^ 1<<31
	return cqltype.Native("date").Text([]byte{byte(u >> 24), byte(u >> 16), byte(u >> 8), byte(u)})
}

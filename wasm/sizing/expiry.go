package sizing

import "math"

// This file is about data that leaves: how long it stays on disk after it expired,
// and how many tombstones a read counts meanwhile. Times are in seconds.

// Limits of TTLs and thresholds of tombstones as shipped.
const (
	MaxTTL           = 630720000  // 20 years
	LastExpiry       = 2147483646 // 2038-01-19 03:14:06 UTC, with storage_compatibility_mode CASSANDRA_4
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

// NewExpiry works out the life of rows. A window of 0 takes the one that Window
// suggests, a gc_grace below 0 the shipped ten days.
func NewExpiry(ttl, gcGrace, window int64) Expiry {
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
	return min(max(LastExpiry-now, 0), MaxTTL)
}

// ExpiredCount is how many tombstones a read counts for one row with a TTL, so many
// seconds after its write: none while it lives; then one for each of its cells as
// long as gc_grace has not passed since the write; then one for the row itself, if
// INSERT made it, until gc_grace has passed since its expiry; then none.
func ExpiredCount(age, ttl, gcGrace, cells int64, insert bool) int64 {
	switch {
	case age < ttl:
		return 0
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

// IndexNodes is the least number of nodes that a query by a secondary index without
// the partition key asks at consistency level ONE: every token range once.
func IndexNodes(nodes, rf int64) int64 {
	if nodes <= 0 || rf <= 0 {
		return 0
	}
	return (nodes + rf - 1) / rf
}

// Quorum is the number of replicas that make a majority.
func Quorum(rf int64) int64 { return rf/2 + 1 }

// Overlaps reports whether a read that asks r of rf replicas meets the write that
// w of them have acknowledged.
func Overlaps(r, w, rf int64) bool { return r+w > rf }

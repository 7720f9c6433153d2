package sizing

import "testing"

func TestExpiry(t *testing.T) {
	const day = 86400
	for _, c := range []struct {
		ttl, grace, window, onDisk, windows int64
	}{
		{90 * day, day, 0, 94 * day, 30},
		{90 * day, -1, 0, 103 * day, 30},
		{30 * day, 10 * day, day, 41 * day, 30},
		{30 * day, day, day, 32 * day, 30},
	} {
		if e := NewExpiry(c.ttl, c.grace, c.window); e.OnDisk != c.onDisk || e.Windows != c.windows || e.Few || e.Many {
			t.Errorf("%+v: %+v", c, e)
		}
	}
	for ttl, want := range map[int64]struct {
		size int64
		unit string
	}{90 * day: {3, "DAYS"}, 7 * day: {6, "HOURS"}, 730 * day: {25, "DAYS"}, 365 * day: {13, "DAYS"}, 3600: {2, "MINUTES"}, 1: {1, "MINUTES"}} {
		if _, size, unit := Window(ttl); size != want.size || unit != want.unit {
			t.Errorf("window of %d: %d %s", ttl, size, unit)
		}
	}
	// Ten years stop working on 2028-01-22.
	if LongestTTL(1832123646, true) != 3650*day || LongestTTL(1832123647, true) >= 3650*day || LongestTTL(1832123647, false) != MaxTTL {
		t.Error("longest TTL")
	}
	for _, c := range []struct {
		age, ttl, grace int64
		insert          bool
		want            int64
	}{
		{89 * day, 90 * day, 10 * day, true, 0},
		{91 * day, 90 * day, 10 * day, true, 1},
		{91 * day, 90 * day, 10 * day, false, 0},
		{2 * day, day, 10 * day, true, 3},
		{10*day + 1, day, 10 * day, true, 1},
		{101 * day, 90 * day, 10 * day, true, 0},
	} {
		if got := ExpiredCount(c.age, c.ttl, c.grace, 3, c.insert); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if Countable(20.0/3600, 100*day, 10*day) != 4800 || Countable(20.0/3600, 100*day, day) != 480 || Countable(30.0/day, 300*day, 10*day) != 300 {
		t.Error("countable")
	}
	if IndexNodes(100, 3) != 34 || Quorum(3) != 2 || !Overlaps(2, 2, 3) || Overlaps(1, 1, 3) {
		t.Error("nodes")
	}
}

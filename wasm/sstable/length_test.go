package sstable

import (
	"bytes"
	"math"
	"testing"
)

func TestVint(t *testing.T) {
	for _, c := range []struct {
		u    uint64
		want []byte
	}{
		{0, []byte{0}},
		{127, []byte{0x7f}},
		{128, []byte{0x80, 0x80}},
		{16383, []byte{0xbf, 0xff}},
		{16384, []byte{0xc0, 0x40, 0x00}},
		{1<<56 - 1, []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		{1 << 56, []byte{0xff, 1, 0, 0, 0, 0, 0, 0, 0}},
		{math.MaxUint64, bytes.Repeat([]byte{0xff}, 9)},
	} {
		if got := AppendUvint(nil, c.u); !bytes.Equal(got, c.want) || UvintLen(c.u) != len(c.want) {
			t.Errorf("%d: % x, length %d, want % x", c.u, got, UvintLen(c.u), c.want)
		}
	}
	for n := 1; n <= 8; n++ {
		top := uint64(1)<<(7*n) - 1
		if UvintLen(top) != n || UvintLen(top+1) != n+1 || len(AppendUvint(nil, top)) != n || len(AppendUvint(nil, top+1)) != n+1 {
			t.Errorf("%d bytes end at %d", n, top)
		}
	}
	for v, want := range map[int64]int{0: 1, -1: 1, 63: 1, -64: 1, 64: 2, -65: 2, math.MinInt64: 9} {
		if VintLen(v) != want {
			t.Errorf("signed %d: %d bytes, want %d", v, VintLen(v), want)
		}
	}
}

// The parts of the row that the storage-format reference works out by hand:
// available_rooms_by_hotel_date, one timestamp.
func TestRowOfFifteenBytes(t *testing.T) {
	clustering := ClusteringLen([]int{4, 2}, func(int) bool { return false })
	cell := CellLen{Path: -1, Value: ValueLen(true, 1)}.Len()
	if got := rowLen(false, clustering, UvintLen(19)+1+cell); got != 15 {
		t.Errorf("row: %d", got)
	}
	if got := HeaderLen(NB, KeyLen([]int{5}), true, 0); got != 19 {
		t.Errorf("header nb: %d", got)
	}
	if got := HeaderLen(DA, KeyLen([]int{5}), true, 0); got != 8 {
		t.Errorf("header da: %d", got)
	}
	if got := KeyLen([]int{10, 4}); got != 20 {
		t.Errorf("key of two: %d", got)
	}
}

func TestSubset(t *testing.T) {
	only := func(want ...int) func(int) bool {
		return func(i int) bool {
			for _, w := range want {
				if w == i {
					return true
				}
			}
			return false
		}
	}
	without := func(i int) func(int) bool { return func(k int) bool { return k != i } }
	for _, c := range []struct {
		n       int
		present func(int) bool
		want    int
	}{
		{7, only(), 1},
		{8, only(), 2},
		{8, without(0), 1},
		{63, only(), 9},
		{64, only(), 1},            // 64 missing, no present one listed
		{64, only(3, 40), 1 + 2},   // the two present ones
		{200, without(150), 1 + 2}, // the one missing
	} {
		if got := SubsetLen(c.n, c.present); got != c.want {
			t.Errorf("%d columns: %d, want %d", c.n, got, c.want)
		}
	}
}

func TestClusteringOfEmptyValues(t *testing.T) {
	variable := func(int) bool { return false }
	if got := ClusteringLen(nil, variable); got != 0 {
		t.Errorf("none: %d", got)
	}
	if got := ClusteringLen([]int{0, 3}, variable); got != 1+4 {
		t.Errorf("first empty: %d", got)
	}
	if got := ClusteringLen([]int{1, 1, 1, -1}, variable); got != 2+6 {
		t.Errorf("fourth null: %d", got)
	}
	if got := ClusteringLen(make([]int, 33), variable); got != 9+1 {
		t.Errorf("33 empty: %d", got)
	}
}

// rowLen is the length of a row: flags, a second flags byte for a static row,
// the clustering, and the body with its length before it.
func rowLen(static bool, clustering, body int) int {
	n := FlagsLen + clustering + BlobLen(body)
	if static {
		n += FlagsLen
	}
	return n
}

package sstable

import (
	"math/rand/v2"
	"testing"
)

func TestRowIndex(t *testing.T) {
	for name, c := range map[string]struct {
		shape  *Shape
		want   int // the whole entry in Index.db, of the first partition
		blocks int64
	}{
		"hotel nb":  {hotel(NB, 73000), 517, 17},
		"hotel oa":  {hotel(OA, 73000), 506, 17},
		"sensor nb": {sensor(NB), 1597, 53},
		"small":     {hotel(NB, 100), 2 + 5 + 1 + 1, 1},
	} {
		s, err := c.shape.Size()
		if err != nil {
			t.Fatal(err)
		}
		n, blocks := s.RowIndex(c.shape.Format)
		if got := IndexEntryLen(c.shape.Key, 0, int(n)); got != c.want || blocks != c.blocks {
			t.Errorf("%s: %d bytes, %d blocks, want %d, %d", name, got, blocks, c.want, c.blocks)
		}
	}
}

// The closed form is the sum over the blocks, row by row.
func TestRowIndexIsTheSumOfTheBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 400 {
		s := randomShape(r)
		s.Clustering = []PartShape{{Fixed: true, Len: Always(8)}}
		s.Rows *= 20
		size, err := s.Size()
		if err != nil {
			t.Fatal(err)
		}
		got, blocks := size.RowIndex(s.Format)
		pos := size.Header + size.Static
		infos, n, from, open := 0, 0, int64(0), false
		for _, run := range size.runs {
			for range run.rows {
				if !open {
					from, open = pos, true
				}
				if pos += run.size; pos-from >= IndexBlock {
					infos += IndexInfoLen(10, 10, from, pos-from, false)
					n++
					open = false
				}
			}
		}
		if open {
			infos += IndexInfoLen(10, 10, from, pos+1-from, false)
			n++
		}
		if want := RowIndexLen(s.Format, int(size.Header+size.Static), true, n, infos); got != int64(want) || blocks != int64(n) {
			t.Fatalf("case %d: %d bytes, %d blocks, block by block %d, %d", i, got, blocks, want, n)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		partitions int64
		chance     float64
		want       int64
	}{{100000, 0.01, 125016}, {1, 0.01, 16}, {100000, 0.1, 62512}, {100000, 1, 0}} {
		if got := FilterLen(c.partitions, c.chance); got != c.want {
			t.Errorf("%d partitions, %v: %d, want %d", c.partitions, c.chance, got, c.want)
		}
	}
}

package sizing

import (
	"testing"
	"time"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// Any workload gets an answer or a problem with a place, soon.
func FuzzResult(f *testing.F) {
	tab := table("t", "k text K; day date K; c timestamp C↓; d text C; s set<text> S; v double; m map<text,frozen<address>>; l list<int>; n text", address)
	f.Add("rows = 10 * n\nn = 5..7..9\nlen.n = normal(20, 5)\nwritten = n every 1d\ngrow = n * (t + 3) in t\nnull.n = 20%\nttl = 3d\n")
	f.Add("rows = zipf(1e9, 1.1, 1e6)\ncount.m = 1e6\nlen.m.value = 1e6\nwritten = over 3y\ndeleted = 1\ndeleted_after = 1y\nwindow = 1d\npartitions = 1e12\nyearly = 5\n")
	f.Add("rows = 9e18\nlen.n = 2e9\nwritten = 1 every 1us\ndistinct.c = 3\ndistinct.d = 1e18\nrf.a = 3\nrf.b = 1e18\nracks = 0\n")
	f.Add("rows = 80 120 95\nttl = 90d\ngc_grace = 1e18\nupdated = 30%\nupdated_after = 1e9\nwritten = 1 every 1s\nrows.u = 3\ncompaction_window = 1\nwindow = 1d\n")
	f.Fuzz(func(t *testing.T, text string) {
		begin := time.Now()
		w, problems := workload.Parse(diag.NewSource("", text), nil)
		if len(problems) > 0 {
			return
		}
		s, problems := New(tab, w, sstable.DA)
		if len(problems) == 0 {
			var r *Result
			if r, problems = s.Result(Options{}); len(problems) == 0 {
				if r.Kinds.Total() != r.Disk.Max || r.Disk.Min > r.Disk.Max || r.Disk.Max < 0 || r.Docs.Max < 0 || r.Thumb.Max < 0 {
					t.Fatalf("%q: %+v", text, r)
				}
			}
			a, more := s.Buckets(0)
			problems = append(problems, more...)
			if a != nil {
				for i := range min(len(a.Splits), 2) {
					a.Splits[i].Sizer.Result(Options{})
					a.Splits[i].Sizer.DiskAt(1000)
				}
			}
			if x, p := s.Tombstones(); p != nil {
				problems = append(problems, *p)
			} else if x != nil && (x.Total < 0 || x.Expired < 0 || x.Deleted < 0) {
				t.Fatalf("%q: %+v", text, x)
			}
			if k, p := s.Keyspaces(); p != nil {
				problems = append(problems, *p)
			} else if k.Row < 0 || k.Partition < 0 || k.WriteUnits < 0 {
				t.Fatalf("%q: %+v", text, k)
			}
			_, more = Fleet([]*Sizer{s}, nil, FleetOptions{})
			problems = append(problems, more...)
			if sample, more := s.Sample(3, 1); len(more) == 0 && r != nil && r.Disk.Max < 1e6 {
				for range sample.Statements {
				}
			}
		}
		for _, p := range problems {
			if p.Source != nil && (p.Start < 0 || p.End > len(p.Source.Text) || p.End < p.Start) {
				t.Fatalf("%q: bad place %+v", text, p)
			}
		}
		if d := time.Since(begin); d > 5*time.Second {
			t.Fatalf("%q took %v", text, d)
		}
	})
}

// Bytes on disk in the formats that both servers write.

package upgrade

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// Bytes are what the same rows take in each format.
type Bytes struct {
	Table   string   `json:"table"`
	What    string   `json:"what"`    // what was sized
	Formats []Format `json:"formats"` // that either server writes
}

// A Format is how many bytes Data.db and its index take in one.
type Format struct {
	Name  string `json:"format"`
	From  bool   `json:"from"`  // the older server writes it
	To    bool   `json:"to"`    // the newer one does, as it is set
	Later bool   `json:"later"` // the newer one does, when it is set to
	Data  int64  `json:"data"`
	Index int64  `json:"index,omitempty"` // of da an estimate
}

// writes are the formats that a server writes: as it is set, and when it is set otherwise. One
// that knows no storage_compatibility_mode has one format.
func writes(s *check.Settings) (now, later []sstable.Format) {
	switch {
	case !s.Has(check.StorageCompatibilityMode):
		return []sstable.Format{sstable.NB}, nil
	case s.Text(check.StorageCompatibilityMode) == "CASSANDRA_4":
		return []sstable.Format{sstable.NB}, []sstable.Format{sstable.OA, sstable.DA}
	}
	return []sstable.Format{sstable.OA, sstable.DA}, nil
}

// tableUnits is what sizing a table takes, in every format, as the meter counts it.
const tableUnits = 1000

// Sizes compares the bytes of each table that the pairs make: a partition of its workload, what
// the statements have written, or else one row of lengths that are assumed. Problems are those of
// the workloads.
func Sizes(from, to *session.Session, pairs []Pair, loads []*diag.Source) (out []Change, problems []workload.Problem) {
	was, _ := writes(from.Settings())
	now, later := writes(to.Settings())
	var formats []sstable.Format
	for f := sstable.NB; f <= sstable.DA; f++ {
		if slices.Contains(was, f) || slices.Contains(now, f) || slices.Contains(later, f) {
			formats = append(formats, f)
		}
	}
	sized := map[string][]*sizing.Result{}
	for _, f := range formats {
		list, wrong, _ := sizing.All(to.Catalogue(), loads, nil, f)
		problems = wrong
		for _, s := range list {
			name := s.Table.String()
			sized[name] = append(sized[name], s.Result)
		}
	}
	for i := range pairs {
		for _, o := range made(&pairs[i]) {
			t := to.Catalogue().Table(o.Keyspace, o.Name)
			if t == nil || t.View != nil || from.Catalogue().Table(o.Keyspace, o.Name) == nil {
				continue
			}
			to.Work().Breathe(tableUnits)
			b := &Bytes{Table: t.String()}
			for _, f := range formats {
				x := Format{Name: f.String(), From: slices.Contains(was, f), To: slices.Contains(now, f), Later: slices.Contains(later, f)}
				var ok bool
				if results := sized[t.String()]; results != nil {
					b.What = "a partition of the workload"
					for _, r := range results {
						if r.Format == f {
							x.Data, x.Index, ok = r.Disk.Max, r.Index.Index, true
							break
						}
					}
				} else if stores := to.Flushes(t); len(stores) > 0 {
					b.What, ok = "what these statements write", true
					for _, s := range stores {
						data, err := sstable.Encode(s, f)
						x.Data += int64(len(data))
						ok = ok && err == nil
					}
				} else {
					b.What = "a partition of one row, of lengths that are assumed,"
					x.Data, x.Index, ok = oneRow(t, f)
				}
				if ok {
					b.Formats = append(b.Formats, x)
				}
			}
			if len(b.Formats) != len(formats) {
				continue // it cannot be sized; a workload's problems say why
			}
			at := pairs[i].To.Span
			if s, ok := pairs[i].To.Stmt.(*cql.CreateTable); ok {
				at = s.Name.Place()
			}
			out = append(out, Change{Kind: Size, Pair: i, Of: b, Diagnostic: diag.Diagnostic{Severity: diag.Note, Span: at, Message: b.words(release(from), release(to)), Why: b.why(to)}})
		}
	}
	return out, problems
}

// oneRow is a partition of one row.
func oneRow(t *schema.Table, f sstable.Format) (data, index int64, ok bool) {
	w := workload.New()
	if len(t.Clustering) > 0 {
		w.Set(workload.Rows, "1")
	}
	m, problems := sizing.New(t, w, f)
	if len(problems) > 0 {
		return 0, 0, false
	}
	r, problems := m.Result(sizing.Options{Brief: true})
	if len(problems) > 0 {
		return 0, 0, false
	}
	return r.Disk.Max, r.Index.Index, true
}

// words say what the same rows take, and how much more or less than now. Formats with the same
// bytes are told together.
func (b *Bytes) words(from, to string) string {
	was := b.Formats[slices.IndexFunc(b.Formats, func(f Format) bool { return f.From })]
	var parts []string
	for i := 0; i < len(b.Formats); {
		f := b.Formats[i]
		names := "format " + f.Name
		for i++; i < len(b.Formats) && b.Formats[i].Data == f.Data && b.Formats[i].Index == f.Index && !f.From; i++ {
			names += " and " + b.Formats[i].Name
		}
		text := number.ExactBytes(f.Data)
		if f.Index > 0 {
			text += " and an index of " + number.ExactBytes(f.Index)
		}
		text += " in " + names
		switch {
		case f.From && f.To:
			text += ", which " + from + " and " + to + " write"
		case f.From:
			text += ", which " + from + " writes"
		case f.To:
			text += ", which " + to + " writes as it is set"
		}
		if !f.From {
			text += " (" + more(f.Data-was.Data) + ")"
		}
		parts = append(parts, text)
	}
	return b.What + " of " + b.Table + " takes " + strings.Join(parts, "; ")
}

func more(n int64) string {
	switch {
	case n < 0:
		return number.ExactBytes(-n) + " less"
	case n > 0:
		return number.ExactBytes(n) + " more"
	}
	return "the same"
}

// why says when the newer server writes the other formats.
func (b *Bytes) why(to *session.Session) string {
	if !slices.ContainsFunc(b.Formats, func(f Format) bool { return f.Later }) {
		return ""
	}
	why := release(to) + " writes oa, or da with sstable: { selected_format: bti }, when " + to.Settings().Name(check.StorageCompatibilityMode) + " is NONE. Older files stay as they are until they are compacted."
	if b.Formats[0].Name == sstable.NB.String() {
		why += " From oa on, the header of a partition is 11 B smaller, unless the partition is deleted: once a partition, however many rows it has."
	}
	return why
}

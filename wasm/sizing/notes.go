package sizing

import (
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/workload"
)

// manyElements is where a collection is worth a remark.
const manyElements = 1000

// notes explain why the three models differ for this table.
func (s *state) notes(r *Result) (out []Note) {
	t := s.table
	note := func(id, text string) { out = append(out, Note{id, text}) }
	if r.Docs1.Nc == r.Docs1.Npk {
		note("docs-key-only", "All columns are in the primary key, so the documentation counts no values and no metadata. The server still writes flags, sizes and a timestamp for each row.")
	} else if r.Docs.Max > r.Disk.Max*11/10 {
		note("docs-high", "The documentation adds 8 B to every value. The server writes one timestamp for each row, as the difference from the oldest one, and about 1 B for each cell.")
	}
	if r.Disk1.RowMax > maxRequest {
		note("request", "A row takes "+number.Bytes(r.Disk1.RowMax)+". A server refuses a request of more than 16 MiB (native_transport_max_frame_size), so such a row cannot be written in one piece.")
	}
	note("thumb", "The rule of thumb adds 23 B to each clustering and regular column of each row and does not count the partition key. The 23 B come from the storage engine before 3.0.")
	if r.Live && r.Disk.Max != r.Once.Max {
		note("live", "Rows that are written as time passes have timestamps that differ, and these take up to 8 B in each row. With one timestamp for all rows the partition would take "+number.ExactBytes(r.Once.Max)+".")
	}
	if most, bounded := s.mostOnDisk(s.vals, high); bounded {
		if rows, given := s.vals.Get(workload.Rows); given && rows.Hi.Round() > most {
			ttl, _ := s.expires()
			e := s.expiry(s.vals, ttl)
			note("expired", "A row stays on disk for at most "+number.Seconds(e.OnDisk)+": its TTL, gc_grace_seconds, and the time until its file is dropped. So a partition never holds more than "+number.Of(most, "row")+".")
		}
	}
	for _, l := range [...][]*schema.Column{t.Regulars, t.Statics} {
		for _, c := range l {
			if n, ok := s.number("count."+c.Name, maxBytes, "elements"); ok && c.Type.IsCollection() && n >= manyElements {
				note("elements", c.Name+" holds "+number.Count(round(n))+" elements, and a read takes all of them. Collections are for about a hundred elements; if there are more, give each a row of its own.")
			}
			if c.Type.MultiCell() {
				note("multi-cell", c.Name+" is stored as one cell for each element, and a tombstone for what was there before. The formula of the number of values counts it as one.")
				return out
			}
		}
	}
	return out
}

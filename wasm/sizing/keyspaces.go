package sizing

import (
	"math"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/workload"
)

// This file counts a row as Amazon Keyspaces bills it. The service stores key
// columns twice and adds metadata of its own; what it writes to disk is not known.
// Source: Amazon Keyspaces Developer Guide, "Estimate row size in Amazon Keyspaces"
// and "Quotas".
const (
	keyspacesRowMost        = 1 << 20 // bytes of a row, its metadata among them
	keyspacesKeyMost        = 2048    // bytes of a partition key
	keyspacesClusteringMost = 850     // bytes of the clustering columns
	keyspacesKeyMeta        = 3       // of each partition key column
	keyspacesCollectionMeta = 3       // of each collection or user-defined type, and 1 of each element
	keyspacesTTL            = 8       // of the row, and of each of its columns
	keyspacesRowMeta        = 100     // of the row, in the size of the storage
	keyspacesReadUnit       = 4 << 10
	keyspacesWriteUnit      = 1 << 10
)

// A KeyspacesRow is the bytes of the largest row in Amazon Keyspaces.
type KeyspacesRow struct {
	Key, Clustering, Columns, TTL int64
	Row                           int64 // all of them: what reads and writes are counted by
	Stored                        int64 // with the metadata of the row
	Partition                     int64 // Stored times the rows
	ReadUnits, WriteUnits         int64 // to read and to write one row
	Problems                      []string
}

// Keyspaces counts the largest row.
func (m *Sizer) Keyspaces() (*KeyspacesRow, *workload.Problem) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil, &problems[0]
	}
	p, bad := m.count(v, high, -1, false)
	if bad != nil {
		return nil, bad
	}
	s := &state{Sizer: m, vals: v, corner: high, rows: p.rows}
	id := float64(1 + (len(m.all)-1)/62) // of a column, with each of its values
	sum := func(columns []*schema.Column, bytes func(c *schema.Column) float64) (n float64) {
		for _, c := range columns {
			n += bytes(c) + id
		}
		return n
	}
	var key, clustering float64
	k := sum(m.table.PartitionKey, func(c *schema.Column) float64 {
		n := s.keyspaces(c.Type, c.Name)
		key += n
		return 2*n + keyspacesKeyMeta
	})
	c := sum(m.table.Clustering, func(c *schema.Column) float64 {
		n := s.keyspaces(c.Type, c.Name)
		clustering += n
		return 2*n + math.Ceil(n/5)
	})
	columns := sum(m.table.Regulars, func(c *schema.Column) float64 { return s.keyspaces(c.Type, c.Name) })
	ttl := 0.0
	if p.shape.Expires {
		ttl = keyspacesTTL
		for _, c := range m.table.Regulars {
			n := 1.0
			if c.Type.MultiCell() && c.Type.IsCollection() {
				n = s.count(c.Name)
			}
			ttl += n * keyspacesTTL
		}
	}
	out := &KeyspacesRow{Key: round(k), Clustering: round(c), Columns: round(columns), TTL: round(ttl)}
	out.Row = round(k + c + columns + ttl)
	out.Stored = out.Row + keyspacesRowMeta
	out.Partition = round(float64(out.Stored) * float64(p.rows))
	out.ReadUnits = (out.Row + keyspacesReadUnit - 1) / keyspacesReadUnit
	out.WriteUnits = (out.Row + keyspacesWriteUnit - 1) / keyspacesWriteUnit
	most := func(n float64, most int64, what string) {
		if n > float64(most) {
			out.Problems = append(out.Problems, what+" takes "+number.ExactBytes(round(n))+"; the service takes at most "+number.ExactBytes(most)+".")
		}
	}
	most(float64(out.Stored), keyspacesRowMost, "A row")
	most(key, keyspacesKeyMost, "The partition key")
	most(clustering, keyspacesClusteringMost, "The clustering key")
	return out, s.bad
}

// keyspaces is the size of a value. Whole numbers take a byte for two digits and
// one more; each is taken with as many digits as its type holds.
func (s *state) keyspaces(t *cqltype.Type, path string) float64 {
	number := func(bytes float64) float64 {
		digits := math.Ceil(bytes * 8 * math.Log10(2))
		return math.Ceil(digits/2) + 1
	}
	switch t.Kind {
	case cqltype.Tinyint, cqltype.Smallint, cqltype.Int, cqltype.Bigint:
		return number(float64(fixedLen(t)))
	case cqltype.Counter:
		return number(8)
	case cqltype.Varint:
		return number(s.leaf(t, path))
	case cqltype.List, cqltype.Set, cqltype.Map, cqltype.Tuple, cqltype.UDT:
		if !t.MultiCell() && t.Kind != cqltype.UDT {
			return keyspacesCollectionMeta + s.stored(t, path)
		}
		n := float64(keyspacesCollectionMeta)
		switch t.Kind {
		case cqltype.UDT:
			for _, f := range t.Fields {
				n += 2 + s.keyspaces(f.Type, path+"."+f.Name)
			}
		case cqltype.Map:
			n += s.count(path) * (1 + s.keyspaces(t.Elems[0], path+".key") + s.keyspaces(t.Elems[1], path+".value"))
		default:
			n += s.count(path) * (1 + s.keyspaces(t.Elems[0], path))
		}
		return n
	case cqltype.Vector:
		return s.stored(t, path)
	}
	return s.leaf(t, path)
}

// Package sizing answers how big a partition gets: by the formula of the Cassandra
// documentation, by the rule of thumb of 23 bytes a cell, and by the bytes that the
// storage engine writes. It also says when a line is crossed and how the size grows.
package sizing

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
)

// An Amount is a count or a number of bytes in the best, the typical and the worst
// case. The three are equal where no input is a range.
type Amount struct{ Min, Typ, Max int64 }

// Exact reports whether the amount is one number.
func (a Amount) Exact() bool { return a.Min == a.Max }

// A Model is a way to count bytes.
type Model uint8

// The models.
const (
	Docs  Model = iota // formula of the Cassandra documentation: declared sizes and 8 bytes a value
	Thumb              // rule of thumb: 23 bytes a cell
	Disk               // what one flush writes to Data.db, uncompressed
)

func (m Model) String() string { return [...]string{"docs", "thumb", "disk"}[m] }

// A ByteKind says what bytes on disk are there for; ByKind counts bytes per kind.
type (
	ByteKind = sstable.ByteKind
	ByKind   = sstable.ByKind
)

// The kinds, in the order in which figures show them.
const (
	KeyBytes        = sstable.KeyBytes        // the partition key, once
	ClusteringBytes = sstable.ClusteringBytes // the values of clustering columns
	ValueBytes      = sstable.ValueBytes      // the values of other columns, elements' keys among them
	FlagBytes       = sstable.FlagBytes       // flags, lengths, counts, bitmaps
	TimestampBytes  = sstable.TimestampBytes  // write times, TTLs, expiries, deletion times
)

// A Result is everything about one partition of one table under one workload.
type Result struct {
	Table  *schema.Table
	Format sstable.Format

	Rows       Amount // rows of the partition
	Values     Amount // that are written: what the guideline of 100,000 counts
	Cells      Amount // cells as the engine stores them: elements of collections one by one
	Tombstones Amount // rows that are only a deletion
	Docs       Amount // bytes by the documentation
	Thumb      Amount // bytes by the rule of thumb
	Disk       Amount // bytes of Data.db, as the workload says it is written
	Once       Amount // bytes of Data.db if all rows had one timestamp
	Live       bool   // written as time passes: Disk differs from Once
	Ranges     bool   // some input is a range

	// All that follows is for the worst case (Max).
	Columns []ColumnBytes // one entry per column, then what belongs to no column: rows and partition
	Kinds   ByKind        // the bytes of Disk
	Docs1   DocsTerms     // the documentation's formula with its numbers
	Thumb1  ThumbTerms
	Disk1   DiskTerms
	Row     RowBytes // one row, byte by byte: the first one after the oldest

	Lines   []Crossing // per line: is it crossed now, and at what value of each input would it be
	Growth  *Growth    // nil if the workload does not say how it grows
	Sizes   []SizeAt   // if partitions differ by a distribution: percentiles
	Mean    float64    // bytes on disk of the mean partition; Disk.Max if all are equal
	Index   Components // files beside Data.db
	Assumed []Assumption
	Notes   []Note

	worst *point
}

// Bytes returns the amount of a model.
func (r *Result) Bytes(m Model) Amount { return [...]Amount{r.Docs, r.Thumb, r.Disk}[m] }

// ColumnBytes is what a column costs in one partition.
type ColumnBytes struct {
	Name   string // "" for what belongs to no column
	Kind   schema.ColumnKind
	Type   string
	Docs   int64 // declared size times rows, plus metadata of its values
	Thumb  int64
	Disk   int64 // the sum of ByKind
	ByKind ByKind
	// Assumed is how much of Disk hangs on numbers that nobody gave.
	Assumed int64
}

// DocsTerms are the numbers of the two formulas
//
//	Nv = Nr × (Nc − Npk − Ns) + Ns
//	St = Σ sizeOf(ck) + Σ sizeOf(cs) + Nr × (Σ sizeOf(cr) + Σ sizeOf(cc)) + Nv × sizeOf(tavg)
type DocsTerms struct {
	Nr, Nc, Npk, Ns, Nv int64
	Key                 int64 // Σ sizeOf(ck)
	Static              int64 // Σ sizeOf(cs)
	Regular             int64 // Σ sizeOf(cr)
	Clustering          int64 // Σ sizeOf(cc)
	Metadata            int64 // sizeOf(tavg)
	Rows                int64 // third term: Nr × (Regular + Clustering)
	Meta                int64 // fourth term: Nv × Metadata
	St                  int64
}

// ThumbTerms are the numbers of
//
//	rows × (Σ clustering + Σ regular + 23 × cells a row) + Σ static
type ThumbTerms struct {
	Rows, Clustering, Regular, CellsPerRow, PerCell, Static, Total int64
}

// DiskTerms are the parts of the partition in the file.
type DiskTerms struct {
	Header int64 // length and bytes of the key, deletion time
	Static int64 // the static row; 0 if the file has no static columns
	Rows   int64 // all rows
	End    int64 // the end byte
	RowMin int64 // the smallest and the largest row
	RowMax int64
}

// RowBytes is one row taken apart.
type RowBytes struct {
	Parts []RowPart
	Total int64
}

// A RowPart is one field of a row or a cell.
type RowPart struct {
	Column string // "" for the row's own fields
	Field  string // "row flags", "clustering header", "value length", …
	Kind   ByteKind
	Bytes  int64
}

// A Metric is what a line limits.
type Metric uint8

// The metrics.
const (
	DiskBytes Metric = iota
	ValueCount
	CellCount
)

// Weight is how much it matters to be above a line.
type Weight uint8

// From heavy to light.
const (
	Hard   Weight = iota // where the documentation sees the end
	Limit                // a design above it fails
	Target               // a design above it misses what was aimed at
	Remark               // worth a remark, never a failure
)

// A Line is a guideline.
type Line struct {
	Name   string // "target", "limit", "values", "cells"
	Metric Metric
	At     int64
	Weight Weight
	Source string // who says so
}

// A Crossing tells where a line lies.
type Crossing struct {
	Line
	Now    Amount // the metric today
	Over   bool   // crossed in the worst case
	Inputs []InputCrossing
}

// An InputCrossing is the value of one input up to which (or from which on) a line
// is kept, all others staying at their worst.
type InputCrossing struct {
	Input string
	At    int64
	// AtLeast says that the metric falls as the input rises: At is the smallest
	// value that keeps the line, else the largest.
	AtLeast bool
	Always  bool // the input does not decide: kept for every value tried
	Never   bool // crossed for every value tried
}

// Growth is the size over time.
type Growth struct {
	Var   string          // "t", in days
	First int64           // bytes on disk on the first day, in the worst case
	Days  []DayOfCrossing // one per line
	Live  bool
	// Where what is kept ends the growth: the first day of the final size, and that size.
	Ends   bool
	EndDay int64
	Stays  int64 // bytes on disk in the worst case
	// The rows at that end, where the workload gives more rows than it: then the growth is
	// that of another partition, and says nothing of this one. Else 0.
	Fewer int64

	sizer  *Sizer
	points []GrowthPoint // see Points
}

// A GrowthPoint is the size on one day.
type GrowthPoint struct {
	Day  int64
	Disk int64 // worst case
	Once int64 // the same if all rows had one timestamp
}

// A DayOfCrossing is the first day on which a line is crossed.
type DayOfCrossing struct {
	Line
	Day   int64 // in the worst case
	Never bool  // not within the days tried
	// OnceDay is the day that one timestamp for all rows would suggest; OnceNever
	// likewise.
	OnceDay   int64
	OnceNever bool
}

// Components are the files beside Data.db for this partition alone.
type Components struct {
	Index      int64 // bytes in Index.db, or in Partitions.db and Rows.db
	IndexExact bool  // false: an estimate
	Blocks     int64 // index blocks of the partition
	FilterBits int64 // of the Bloom filter for one partition
}

// A SizeAt is the partition that is larger than so many percent of all.
type SizeAt struct {
	Percent                         float64
	Rows, Values, Docs, Thumb, Disk int64
}

// An Assumption is an input that nobody gave.
type Assumption struct {
	Name   string // as the workload writes it: "len.name"
	Value  int64
	Number float64 // the same with its decimals
	Why    string
}

// IsOf reports whether the assumption is about a column, or a part of it.
func (a Assumption) IsOf(c *schema.Column) bool {
	_, path, _ := strings.Cut(a.Name, ".")
	rest, ok := strings.CutPrefix(path, cql.QuoteName(c.Name))
	return ok && (rest == "" || rest[0] == '.')
}

// Hanging are the columns whose bytes on disk hang on numbers that nobody gave, those
// with most of such bytes first.
func (r *Result) Hanging() (out []ColumnBytes) {
	t := r.Table
	for i, c := range slices.Concat(t.PartitionKey, t.Clustering, t.Statics, t.Regulars) {
		if slices.ContainsFunc(r.Assumed, func(a Assumption) bool { return a.IsOf(c) }) {
			out = append(out, r.Columns[i])
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Assumed > out[j].Assumed })
	return out
}

// A Note explains something about the numbers.
type Note struct {
	ID   string // stable: "docs-high"
	Text string
}

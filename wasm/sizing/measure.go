package sizing

import (
	"errors"
	"math"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/number"
)

// A Measured is what a tool says of one table. Sizes are those of partitions
// before compression, as each file holds them.
type Measured struct {
	Tool            string // "nodetool tablestats", …
	Keyspace, Table string
	Exact           bool  // sizes are exact, not upper ends of buckets
	Min, Max, Mean  int64 // bytes of a partition, 0 where the tool does not say
	Percentiles     []Percentile
	MinCells        int64 // as printed, with the same rounding
	MaxCells        int64
	MaxRows         int64
	Partitions      int64   // an estimate of the server's
	SSTables        int64   // files
	Disk            int64   // bytes of all files, after compression
	Ratio           float64 // size after compression by size before; 0 if not known
	Tombstones      int64   // the most in one partition, or met by one read
	PerRead         string  // "tombstones" or "rows": what Tombstones or MaxRows count per read
	Largest         []Largest
	Unread          []Unread // where the text holds no number
}

// Unread is a value of a text that is no number, or none that a size can be.
type Unread struct {
	Line        int // from 1
	Name, Value string
}

// A Percentile is a partition size below which so many percent lie.
type Percentile struct {
	Percent float64
	Bytes   int64
	Cells   int64
}

// Largest is a partition that a tool names.
type Largest struct {
	Key                           string
	Bytes, Rows, Cells, Tombstone int64
}

// maxPaste bounds what is read of a pasted text.
const maxPaste = 2 << 20

// ErrLongMeasurement says that a text is too long to be read.
var ErrLongMeasurement = errors.New("the text is longer than 2 MB: give the part about one table")

// ErrNoMeasurement says that a text is none of the outputs that are known.
var ErrNoMeasurement = errors.New("this is no output of nodetool tablestats, nodetool tablehistograms, sstablepartitions, sstablemetadata or cqlsh on system_views")

// ReadMeasured reads the output of nodetool tablestats or tablehistograms,
// sstablepartitions (with --csv or without), sstablemetadata, or cqlsh's answer
// from system_views.
func ReadMeasured(text string) ([]Measured, error) {
	if len(text) > maxPaste {
		return nil, ErrLongMeasurement
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	var out []Measured
	switch {
	case strings.Contains(text, "Compacted partition maximum bytes"):
		out = tablestats(lines)
	case strings.Contains(text, "Percentile") && strings.Contains(text, "Cell Count"):
		out = tablehistograms(lines)
	case strings.Contains(text, "keyBinary,") || strings.Contains(text, "rowCount,cellCount"):
		out = partitionsCSV(lines)
	case strings.Contains(text, "Partition size") && strings.Contains(text, "Tombstone count"):
		out = partitionsText(lines)
	case strings.Contains(text, "SSTable: ") && strings.Contains(text, "Partitioner"):
		out = sstablemetadata(lines)
	case strings.Contains(text, "keyspace_name") && strings.Contains(text, "|"):
		out = systemViews(text, lines)
	}
	if len(out) == 0 {
		return nil, ErrNoMeasurement
	}
	return out, nil
}

// longestUnread is how many bytes are kept of a value that is no number.
const longestUnread = 40

// quantity reads "79640", "77.773KiB", "128.673 KiB" or "1.09 MiB" as bytes. Where it
// is no number, 0 comes back and the line is noted, from 0. Words behind a number, as
// in "12 bytes", are passed over.
func (m *Measured) quantity(line int, name, s string) int64 {
	s = strings.TrimSpace(s)
	n, length, err := number.Scan(s)
	if length == 0 || err != nil && err.Start == 0 {
		if len(s) > longestUnread {
			s = strings.ToValidUTF8(s[:longestUnread], "") + "…"
		}
		m.Unread = append(m.Unread, Unread{line + 1, name, s})
		return 0
	}
	return n.Round()
}

// field splits "Space used (live): 84829" at its colon.
func field(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ": ")
	return strings.TrimSpace(name), strings.TrimSpace(value), ok
}

func tablestats(lines []string) (out []Measured) {
	keyspace := ""
	var m *Measured
	for at, line := range lines {
		name, value, ok := field(line)
		if !ok {
			continue
		}
		switch name {
		case "Keyspace", "Keyspace ":
			keyspace, m = value, nil
			continue
		case "Table", "Table (index)":
			out = append(out, Measured{Tool: "nodetool tablestats", Keyspace: keyspace, Table: value})
			m = &out[len(out)-1]
			continue
		}
		if m == nil {
			continue
		}
		switch name {
		case "SSTable count":
			m.SSTables = m.quantity(at, name, value)
		case "Space used (live)":
			m.Disk = m.quantity(at, name, value)
		case "SSTable Compression Ratio":
			if f, err := strconv.ParseFloat(value, 64); err == nil && f > 0 {
				m.Ratio = f
			} else if f < 0 {
				m.Ratio = 1 // −1: not compressed
			}
		case "Number of partitions (estimate)", "Number of keys (estimate)":
			m.Partitions = m.quantity(at, name, value)
		case "Compacted partition minimum bytes":
			m.Min = m.quantity(at, name, value)
		case "Compacted partition maximum bytes":
			m.Max = m.quantity(at, name, value)
		case "Compacted partition mean bytes":
			m.Mean = m.quantity(at, name, value)
		case "Maximum tombstones per slice (last five minutes)":
			m.Tombstones = m.quantity(at, name, value)
		}
	}
	return out
}

func tablehistograms(lines []string) (out []Measured) {
	var m *Measured
	for at, line := range lines {
		f := strings.Fields(line)
		if len(f) == 2 && f[1] == "histograms" {
			ks, table, _ := strings.Cut(f[0], "/")
			out = append(out, Measured{Tool: "nodetool tablehistograms", Keyspace: ks, Table: table})
			m = &out[len(out)-1]
			continue
		}
		if len(f) < 6 {
			continue
		}
		if f[0] == "Percentile" {
			if m == nil { // the first line was not pasted
				out = append(out, Measured{Tool: "nodetool tablehistograms"})
				m = &out[len(out)-1]
			}
			continue
		}
		if m == nil {
			continue
		}
		if f[0] != "Min" && f[0] != "Max" && !strings.HasSuffix(f[0], "%") {
			continue
		}
		bytes, cells := m.quantity(at, f[0]+" Partition Size", f[len(f)-2]), m.quantity(at, f[0]+" Cell Count", f[len(f)-1])
		switch {
		case f[0] == "Min":
			m.Min, m.MinCells = bytes, cells
		case f[0] == "Max":
			m.Max, m.MaxCells = bytes, cells
		case strings.HasSuffix(f[0], "%"):
			if p, err := strconv.ParseFloat(strings.TrimSuffix(f[0], "%"), 64); err == nil {
				m.Percentiles = append(m.Percentiles, Percentile{p, bytes, cells})
			}
		}
	}
	return out
}

// csvFields splits a line of CSV; quotes may hold commas.
func csvFields(line string) (out []string) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			if quoted && i+1 < len(line) && line[i+1] == '"' {
				b.WriteByte('"')
				i++
			} else {
				quoted = !quoted
			}
		case c == ',' && !quoted:
			out = append(out, b.String())
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	return append(out, b.String())
}

const mostLargest = 20

func partitionsCSV(lines []string) (out []Measured) {
	var header map[string]int
	files := map[string]bool{}
	sums := map[int]int64{}
	for at, line := range lines {
		f := csvFields(line)
		if len(f) < 3 {
			continue
		}
		if header == nil {
			header = map[string]int{}
			for i, n := range f {
				header[n] = i
			}
			if _, ok := header["size"]; !ok {
				header = nil
			}
			continue
		}
		get := func(name string) string {
			if i, ok := header[name]; ok && i < len(f) {
				return f[i]
			}
			return ""
		}
		i := find(&out, "sstablepartitions", get("keyspace"), get("table"))
		m := &out[i]
		m.Exact = true
		count := func(name string) int64 {
			if _, ok := header[name]; !ok {
				return 0
			}
			return m.quantity(at, name, get(name))
		}
		x := Largest{get("key"), count("size"), count("rowCount"), count("cellCount"), count("tombstoneCount")}
		m.partition(x)
		sums[i] += x.Bytes
		if file := get("keyspace") + "/" + get("table") + "/" + get("generation") + get("directory"); !files[file] {
			files[file] = true
			m.SSTables++
		}
	}
	for i := range out {
		m := &out[i]
		if m.Partitions > 0 {
			m.Mean = sums[i] / m.Partitions
		}
		sort.SliceStable(m.Largest, func(i, j int) bool { return m.Largest[i].Bytes > m.Largest[j].Bytes })
		m.Largest = m.Largest[:min(len(m.Largest), mostLargest)]
	}
	return out
}

// partition takes one partition of one file in.
func (m *Measured) partition(x Largest) {
	m.Partitions++
	if m.Min == 0 || x.Bytes < m.Min {
		m.Min = x.Bytes
	}
	m.Max, m.MaxRows, m.MaxCells, m.Tombstones = max(m.Max, x.Bytes), max(m.MaxRows, x.Rows), max(m.MaxCells, x.Cells), max(m.Tombstones, x.Tombstone)
	m.Largest = append(m.Largest, x)
}

// find is the entry of a table, made where it is missing.
func find(out *[]Measured, tool, keyspace, table string) int {
	for i, m := range *out {
		if m.Keyspace == keyspace && m.Table == table {
			return i
		}
	}
	*out = append(*out, Measured{Tool: tool, Keyspace: keyspace, Table: table})
	return len(*out) - 1
}

// tableOf finds keyspace and table in "ks.table-id" or "…/ks/table-id/nb-1-big".
func tableOf(s string) (keyspace, table string) {
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		parts := strings.Split(s, "/")
		if len(parts) < 3 {
			return "", ""
		}
		keyspace, table = parts[len(parts)-3], parts[len(parts)-2]
	} else {
		keyspace, table, _ = strings.Cut(s, ".")
	}
	table, _, _ = strings.Cut(table, "-")
	return keyspace, table
}

func partitionsText(lines []string) (out []Measured) {
	var m *Measured
	for at, line := range lines {
		f := strings.Fields(line)
		if len(f) > 1 && f[0] == "Processing" {
			ks, table := tableOf(f[1])
			m = &out[find(&out, "sstablepartitions", ks, table)]
			m.Exact = true
			m.SSTables++
			continue
		}
		if m == nil || len(f) < 2 {
			continue
		}
		// A size is a number and its unit, then come rows, cells and tombstones.
		switch f[0] {
		case "min", "max":
			if len(f) < 6 {
				continue
			}
			bytes := m.quantity(at, f[0]+" Partition size", f[1]+f[2])
			if f[0] == "min" && (m.Min == 0 || bytes < m.Min) {
				m.Min = bytes
			}
			if f[0] == "max" {
				m.Max, m.MaxRows, m.MaxCells, m.Tombstones = max(m.Max, bytes), max(m.MaxRows, m.quantity(at, "max Row count", f[3])), max(m.MaxCells, m.quantity(at, "max Cell count", f[4])), max(m.Tombstones, m.quantity(at, "max Tombstone count", f[5]))
			}
		case "count":
			m.Partitions += m.quantity(at, "count", f[1])
		default:
			if p, ok := strings.CutPrefix(f[0], "~p"); ok && len(f) >= 6 && m.SSTables == 1 {
				percent, _ := strconv.ParseFloat(p, 64)
				if len(p) > 2 { // p999 is 99.9
					percent /= 10
				}
				m.Percentiles = append(m.Percentiles, Percentile{percent, m.quantity(at, f[0]+" Partition size", f[1]+f[2]), m.quantity(at, f[0]+" Cell count", f[4])})
			}
		}
	}
	return out
}

func sstablemetadata(lines []string) (out []Measured) {
	var m *Measured
	section := ""
	for at, line := range lines {
		if path, ok := strings.CutPrefix(line, "SSTable: "); ok {
			ks, table := tableOf(strings.TrimSpace(path))
			m = &out[find(&out, "sstablemetadata", ks, table)]
			m.SSTables++
			section = ""
			continue
		}
		if m == nil {
			continue
		}
		if strings.HasSuffix(strings.TrimSpace(line), ":") {
			section = strings.TrimSuffix(strings.TrimSpace(line), ":")
			continue
		}
		if name, value, ok := field(line); ok && line[0] != ' ' {
			section = ""
			switch name {
			case "Compression ratio":
				if f, err := strconv.ParseFloat(value, 64); err == nil && f > 0 {
					m.Ratio = f
				}
			case "Estimated cardinality":
				m.Partitions += m.quantity(at, name, value)
			}
			continue
		}
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		if section != "Partition Size" && section != "Column Count" || f[0] != "Min" && f[0] != "Max" && !strings.HasSuffix(f[0], "th") {
			continue
		}
		n := m.quantity(at, section+" "+f[0], f[1])
		switch section {
		case "Partition Size":
			switch {
			case f[0] == "Min" && (m.Min == 0 || n < m.Min):
				m.Min = n
			case f[0] == "Max":
				m.Max = max(m.Max, n)
			case strings.HasSuffix(f[0], "th") && m.SSTables == 1:
				if p, err := strconv.ParseFloat(strings.TrimSuffix(f[0], "th"), 64); err == nil {
					m.Percentiles = append(m.Percentiles, Percentile{Percent: p, Bytes: n})
				}
			}
		case "Column Count":
			switch {
			case f[0] == "Min" && (m.MinCells == 0 || n < m.MinCells):
				m.MinCells = n
			case f[0] == "Max":
				m.MaxCells = max(m.MaxCells, n)
			}
		}
	}
	return out
}

// systemViews reads cqlsh's table: columns between bars.
func systemViews(text string, lines []string) (out []Measured) {
	var header []string
	for at, line := range lines {
		if !strings.Contains(line, "|") {
			continue
		}
		var f []string
		for _, x := range strings.Split(line, "|") {
			f = append(f, strings.TrimSpace(x))
		}
		if header == nil || f[0] == "keyspace_name" {
			header = f
			continue
		}
		if len(f) != len(header) {
			continue
		}
		get := func(name string) string {
			for i, n := range header {
				if n == name {
					return f[i]
				}
			}
			return ""
		}
		if get("table_name") == "" {
			continue
		}
		m := &out[find(&out, "system_views", get("keyspace_name"), get("table_name"))]
		if v := get("mebibytes"); v != "" {
			m.Tool, m.Max = "system_views.max_partition_size", m.quantity(at, "mebibytes", v)<<20
		}
		if v := get("max"); v != "" {
			switch {
			case strings.Contains(text, "tombstones_per_read"):
				m.Tool, m.PerRead, m.Tombstones = "system_views.tombstones_per_read", "tombstones", m.quantity(at, "max", v)
			case strings.Contains(text, "rows_per_read"):
				m.Tool, m.PerRead, m.MaxRows = "system_views.rows_per_read", "rows", m.quantity(at, "max", v)
			default:
				m.PerRead, m.MaxRows = "rows or tombstones", m.quantity(at, "max", v)
			}
		}
	}
	return out
}

// Bucket is the range of values that a histogram of Cassandra's reports as high:
// steps of about 20 %.
// Source: EstimatedHistogram: each offset is the last one times 1.2, rounded, and
// at least one more.
func Bucket(v int64) (low, high int64) {
	high = 1
	for high < v && high < math.MaxInt64/2 {
		low = high
		high = max(int64(math.Round(float64(high)*1.2)), high+1)
	}
	return low + 1, high
}

// A Finding compares an estimate with a measurement.
type Finding struct {
	ID    string // stable: "bytes-agree"
	Agree bool
	Text  string
}

// Compare says what a measurement has to do with an estimate, and what explains
// the difference.
func Compare(r *Result, m Measured) (out []Finding) {
	say := func(id string, agree bool, text string) { out = append(out, Finding{id, agree, text}) }
	within := func(lo, hi, measured int64) (int, int64, int64) {
		low, high := measured, measured
		if !m.Exact {
			low, high = Bucket(measured)
		}
		if strings.HasPrefix(m.Tool, "system_views") { // whole MiB, rounded up
			low, high = measured-1<<20+1, measured
		}
		switch {
		case hi < low:
			return -1, low, high
		case lo > high:
			return 1, low, high
		}
		return 0, low, high
	}
	cells := 2
	if m.MaxCells > 0 {
		cells, _, _ = within(r.Cells.Min, r.Cells.Max, m.MaxCells)
	}
	if m.Max > 0 {
		c, low, high := within(r.Disk.Min, r.Disk.Max, m.Max)
		between := "between " + number.ExactBytes(low) + " and " + number.ExactBytes(high)
		if m.Exact {
			between = number.ExactBytes(m.Max)
		}
		estimate := number.ExactBytes(r.Disk.Max)
		if !r.Disk.Exact() {
			estimate = number.ExactBytes(r.Disk.Min) + " to " + estimate
		}
		switch {
		case c == 0 && m.Exact:
			say("bytes-agree", true, "The largest partition takes "+between+", as computed.")
		case c == 0:
			say("bytes-agree", true, "Computed "+estimate+"; the tool knows only steps of 20 %, and its "+number.Count(m.Max)+" means "+between+". They agree.")
		case c > 0:
			say("bytes-smaller", false, "The largest partition takes "+between+", less than the computed "+estimate+".")
		default:
			say("bytes-larger", false, "The largest partition takes "+between+", more than the computed "+estimate+".")
		}
		if once, _, _ := within(r.Once.Min, r.Once.Max, m.Max); c != 0 && once == 0 {
			say("one-timestamp", false, "With one timestamp for all rows the estimate is "+number.ExactBytes(r.Once.Max)+", and that agrees: the data was loaded at once, not written as time passed.")
		}
		if c > 0 {
			if m.SSTables > 1 {
				say("several-files", false, "The table has "+number.Count(m.SSTables)+" SSTables. Each counts only its own part of a partition; compaction brings the parts together.")
			}
			say("flushed-only", false, "Only flushed data counts: what is in the memtable is missing.")
		}
	}
	switch cells {
	case 0:
		if len(out) > 0 && !out[0].Agree {
			say("cells-agree", true, "The number of cells agrees, so the rows are right: look at the lengths of values, at timestamps and TTL, and at tombstones.")
		}
	case 1:
		say("cells-fewer", false, "The largest partition has fewer cells than computed: "+number.Count(m.MaxCells)+" against "+number.Count(r.Cells.Max)+". There are fewer rows, or more nulls, than the workload says.")
	case -1:
		say("cells-more", false, "The largest partition has more cells than computed: "+number.Count(m.MaxCells)+" against "+number.Count(r.Cells.Max)+". There are more rows or elements than the workload says.")
	}
	if m.Ratio > 0 {
		if m.Ratio >= 1 {
			say("not-compressed", true, "The table is not compressed: on disk it takes as much as computed.")
		} else {
			say("compression", true, "Compression is measured: write compression = "+strconv.FormatFloat(m.Ratio, 'f', 2, 64)+".")
		}
	}
	if m.Tombstones > 0 && (m.PerRead == "" || m.PerRead == "tombstones") {
		text := "A partition holds up to " + number.Count(m.Tombstones) + " tombstones; the estimate has none. They go gc_grace_seconds after the deletion, when compaction meets them."
		if m.PerRead != "" || m.Tool == "nodetool tablestats" {
			text = "A read met up to " + number.Count(m.Tombstones) + " tombstones. The server warns above 1,000 and refuses above 100,000."
		}
		say("tombstones", m.Tombstones <= 1000, text)
	}
	return out
}

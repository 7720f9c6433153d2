// Package exact compares sizes that the core computes with those of files that a
// real Cassandra has written. Conformance runs measure; a recorded run lies in the
// project, and a page shows it.
package exact

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// File is where the recorded run lies, from the root of the project.
const File = "content/exact.json"

// Tolerance is the error, as a share, that a workload with distributions may have.
const Tolerance = 0.01

// A Run is what one conformance run has measured.
type Run struct {
	Date   string `json:"date"`   // 2026-11-21
	Server string `json:"server"` // 5.0.8
	Seed   uint64 `json:"seed"`
	Cases  []Case `json:"cases"`
}

// A Case is a table, filled by a rule and flushed once.
type Case struct {
	Name       string        `json:"name"`     // what is special about it: "counters"
	Schema     string        `json:"schema"`   // CQL, with ; behind each statement
	Workload   string        `json:"workload"` // text form of one partition
	Partitions int64         `json:"partitions"`
	Rows       int64         `json:"rows"`  // of all partitions
	Exact      bool          `json:"exact"` // lengths and timestamps are constant, or follow a rule to the byte
	Results    []Measurement `json:"results"`
}

// A Measurement is the case in one format.
type Measurement struct {
	Format   string `json:"format"`
	Computed Sizes  `json:"computed"`
	Measured Sizes  `json:"measured"`
	Docs     int64  `json:"docs"`  // by the formula of the documentation
	Thumb    int64  `json:"thumb"` // by the rule of thumb
}

// Sizes are lengths of files in bytes. What does not exist in a format, or is not
// computed, is 0.
type Sizes struct {
	Data       int64 `json:"data"`
	Index      int64 `json:"index,omitempty"`      // Index.db of nb and oa
	Partitions int64 `json:"partitions,omitempty"` // Partitions.db of da
	Rows       int64 `json:"rows,omitempty"`       // Rows.db of da
}

// Load reads a recorded run.
func Load(text []byte) (*Run, error) {
	run := new(Run)
	if err := json.Unmarshal(text, run); err != nil {
		return nil, fmt.Errorf("%s: %w", File, err)
	}
	return run, nil
}

// Write writes the run to a file.
func (r *Run) Write(name string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}

// Table is the table of the case as the core's catalogue holds it: the last one
// that the schema makes.
func (c *Case) Table() (*schema.Table, error) {
	s := session.New(session.Settings{Keyspace: "lab"})
	for _, r := range s.Script(diag.NewSource(c.Name, c.Schema)) {
		if !r.Accepted() {
			return nil, fmt.Errorf("%s: %v", c.Name, r.Diag)
		}
	}
	t := s.Catalogue().Table("lab", "t")
	if t == nil {
		return nil, fmt.Errorf("%s: the schema makes no table t", c.Name)
	}
	return t, nil
}

// Compute works out what the files of the case take in a format.
func (c *Case) Compute(format string) (Measurement, error) {
	out := Measurement{Format: format}
	f, ok := sstable.ParseFormat(format)
	if !ok {
		return out, fmt.Errorf("there is no format %s", format)
	}
	t, err := c.Table()
	if err != nil {
		return out, err
	}
	w, problems := workload.Parse(diag.NewSource(c.Name, c.Workload), nil)
	if len(problems) > 0 {
		return out, c.wrong(problems)
	}
	m, problems := sizing.New(t, w, f)
	if len(problems) > 0 {
		return out, c.wrong(problems)
	}
	r, problems := m.Result(sizing.Options{Brief: true})
	if len(problems) > 0 {
		return out, c.wrong(problems)
	}
	out.Computed.Data = r.Disk.Max * c.Partitions
	out.Docs, out.Thumb = r.Docs.Max*c.Partitions, r.Thumb.Max*c.Partitions
	if len(r.Sizes) > 0 {
		// Partitions differ. The two formulas are straight lines in the number of rows.
		out.Computed.Data = int64(math.Round(r.Mean * float64(c.Partitions)))
		out.Docs, out.Thumb = c.lines(t, f)
		return out, nil
	}
	index, err := r.IndexFiles(c.Partitions)
	if err != nil {
		return out, err
	}
	out.Computed.Index, out.Computed.Partitions, out.Computed.Rows = index.Index, index.Partitions, index.Rows
	return out, nil
}

// lines works the two formulas out for all partitions together.
func (c *Case) lines(t *schema.Table, f sstable.Format) (docs, thumb int64) {
	at := func(rows string) (docs, thumb int64) {
		w, _ := workload.Parse(diag.NewSource(c.Name, c.Workload), nil)
		w.Set(workload.Rows, rows)
		m, _ := sizing.New(t, w, f)
		r, _ := m.Result(sizing.Options{Brief: true})
		return r.Docs.Max, r.Thumb.Max
	}
	d1, t1 := at("1")
	d2, t2 := at("2")
	return d1*c.Partitions + (d2-d1)*(c.Rows-c.Partitions), t1*c.Partitions + (t2-t1)*(c.Rows-c.Partitions)
}

func (c *Case) wrong(problems []workload.Problem) error {
	var list []string
	for _, p := range problems {
		list = append(list, p.Message)
	}
	return errors.New(c.Name + ": " + strings.Join(list, "; "))
}

// Off is the error of a computed size as a share of the measured one.
func Off(computed, measured int64) float64 {
	if computed == measured {
		return 0
	}
	return float64(computed-measured) / float64(max(measured, 1))
}

// Wrong says what a result promises and does not keep: not a byte too many where
// lengths and times are constant, one percent elsewhere. It is "" for a result that
// is right.
func (c *Case) Wrong(r Measurement) string {
	check := func(file string, computed, measured int64, exact bool) string {
		if computed == 0 || computed == measured {
			return ""
		}
		if e := Off(computed, measured); exact || math.Abs(e) > Tolerance {
			return fmt.Sprintf("%s of format %s: computed %d, measured %d (%+d, %+.2f %%)", file, r.Format, computed, measured, computed-measured, 100*e)
		}
		return ""
	}
	if s := check("Data.db", r.Computed.Data, r.Measured.Data, c.Exact); s != "" {
		return s
	}
	if !c.Exact {
		return ""
	}
	return check("Index.db", r.Computed.Index, r.Measured.Index, true)
}

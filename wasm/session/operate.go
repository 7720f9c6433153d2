// What an operator and time do to a session: flush, compact, let time pass.

package session

import (
	"iter"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/work"
)

// Now is the session's clock, seconds since 1970.
func (s *Session) Now() int64 { return s.ctx.Clock.Now }

// Wait lets time pass.
func (s *Session) Wait(seconds int64) { s.ctx.Clock.Now += seconds }

// Flush writes the memtables to SSTables and returns how many it wrote.
func (s *Session) Flush() (written int) {
	for t, r := range s.rows {
		if r.flush(t, false) {
			written++
		}
	}
	return written
}

// Compact flushes, then makes one SSTable of all those of each table, without
// what is overwritten, and without the tombstones and expired cells that are
// older than gc_grace.
func (s *Session) Compact() *Compaction {
	s.Flush()
	out := &Compaction{At: s.ctx.Clock.Now}
	for _, r := range s.rows {
		if m := r.compact(out.At); len(m.Before) > 0 {
			out.Tables = append(out.Tables, m)
		}
	}
	sort.Slice(out.Tables, func(i, j int) bool {
		a, b := out.Tables[i].Merged.Table(), out.Tables[j].Merged.Table()
		return a.Keyspace < b.Keyspace || a.Keyspace == b.Keyspace && a.Name < b.Name
	})
	return out
}

// A Compaction is what one has come to, table by table.
type Compaction struct {
	At     int64 // seconds since 1970
	Tables []TableCompaction
}

// A TableCompaction is what a compaction has made of the SSTables of a table.
type TableCompaction struct {
	Before, After []SSTable       // oldest first; After is one or none
	Merged        *memtable.Store // what reads saw of Before: by it one tells what counts there
}

// An SSTable is a file with the number that it has got, from 1 for the first of its table.
type SSTable struct {
	*memtable.Store
	Number int
}

// Count is the number of SSTables before and after, and how many cells, markers and
// tombstones are gone.
func (c *Compaction) Count() (before, after, dropped int) {
	for i := range c.Tables {
		t := &c.Tables[i]
		before, after = before+len(t.Before), after+len(t.After)
		for _, f := range t.Before {
			dropped += f.Weight()
		}
		for _, f := range t.After {
			dropped -= f.Weight()
		}
	}
	return before, after, dropped
}

// An Operation is a comment of a script that says what happens between its
// statements:
//
//	-- lab:flush         the memtables become SSTables
//	-- lab:compact       all SSTables of a table become one
//	-- lab:wait 10d      time passes: s, min, h, d, w
//	-- lab:repeat 1000   the next write is done so often, for one clustering value
//	                     after the other
//
// A server takes it for the comment that it is.
type Operation struct {
	Span  diag.Span
	Name  string    // "flush", "compact", "wait", "repeat"
	Wait  int64     // seconds
	Times int       // of repeat
	Said  string    // what it did
	Err   string    // why it did nothing
	Ended *work.End // why the meter ended the run before it, which is said in Err
	Stray string    // what stands behind it and is not part of it, "" for nothing

	Compaction *Compaction // what compact has come to, else nil
}

// A Step is a statement or an operation of a script; one of the two is set.
type Step struct {
	Result    *Outcome
	Operation *Operation
}

// Play runs a script like Script, with its operations, step by step.
func (s *Session) Play(src *diag.Source) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		ops := Operations(s.ctx.Work, src)
		over := false // what follows is not carried out, and that was said
		until := func(at int) bool {
			for len(ops) > 0 && ops[0].Span.Start < at {
				op := &ops[0]
				ops = ops[1:]
				if over {
					continue
				}
				s.operate(op)
				over = op.Ended != nil
				if !yield(&Step{Operation: op}) {
					return false
				}
			}
			return true
		}
		var spans []diag.Span
		if ops != nil {
			spans = cql.SpansUnder(s.ctx.Work, src, s.Words...)
		}
		next := s.Steps(src)
		for i := 0; ; i++ {
			if i < len(spans) && !until(spans[i].Start) {
				return
			}
			r, ok := next()
			if !ok {
				break
			}
			if !yield(&Step{Result: &r}) {
				return
			}
		}
		until(len(src.Text) + 1)
	}
}

// Operate does what a comment would do that says lab: and this text.
func (s *Session) Operate(text string) *Operation {
	for step := range s.Play(diag.NewSource("", "-- lab:"+text+"\n")) {
		return step.Operation
	}
	return nil
}

// Operations finds the operations of a script, and carries none out.
func Operations(m *work.Meter, src *diag.Source) (out []Operation) {
	if !strings.Contains(src.Text, "lab:") {
		return nil
	}
	for _, at := range cql.Comments(m, src) {
		text := strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(src.Text[at.Start:at.End], "-/* \t"), "*/"))
		rest, ok := strings.CutPrefix(text, "lab:")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(rest, " ")
		op := Operation{Span: at, Name: name}
		switch name {
		case "flush", "compact":
			op.Stray = strings.TrimSpace(rest)
		case "wait":
			wait, ok := number.Duration(rest)
			if op.Wait = wait.Round(); !ok || op.Wait < 1 || op.Wait > maxWait {
				op.Err = "This is no time to wait: write lab:wait 10d, with s, min, h, d or w."
			}
		case "repeat":
			if op.Times, _ = strconv.Atoi(strings.TrimSpace(rest)); op.Times < 1 || op.Times > maxRepeat {
				op.Err = "Write how often, up to a million times: lab:repeat 1000."
			}
		case "", "ignore", "reading": // these are for advice, and for who compares files
			continue
		default:
			op.Err = "There is no step lab:" + diag.Brief(name) + ", so this line is only a comment: write lab:flush, lab:compact, lab:wait 10d or lab:repeat 1000, and what follows into the next line."
		}
		out = append(out, op)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Span.Start < out[j].Span.Start })
	return out
}

// bytesAtOnce is how many bytes of rows a flush or a compaction works through in one unit.
const bytesAtOnce = 8

// operate carries an operation out.
func (s *Session) operate(op *Operation) {
	if op.Err != "" {
		return
	}
	units := 1
	if op.Name == "flush" || op.Name == "compact" { // which read all rows, and write them anew
		units += s.ctx.Work.Kept() / bytesAtOnce
	}
	if m := s.ctx.Work; !m.Ask(units) {
		op.Ended = &work.End{Run: m.Over(), Full: m.Full()}
		why := "the run was stopped."
		switch {
		case m.Full():
			why = "the run has taken all the memory that it may."
		case m.Over():
			why = "the run has taken all the work that it may."
		}
		op.Err = "lab:" + op.Name + " is not carried out: " + why
		return
	}
	switch op.Name {
	case "flush":
		if n := s.Flush(); n == 0 {
			op.Said = "Nothing to flush: the memtables are empty."
		} else {
			op.Said = "Flushed: " + number.Of(n, "memtable") + " became " + number.Of(n, "SSTable") + "."
		}
	case "compact":
		op.Compaction = s.Compact()
		before, after, dropped := op.Compaction.Count()
		op.Said = "Compacted: " + number.Of(before, "SSTable") + " became " + number.Of(after, "SSTable") + "; of cells, row markers and tombstones, " + strconv.Itoa(dropped) + " are gone."
		if dropped == 0 {
			op.Said = "Compacted: " + number.Of(before, "SSTable") + " became " + number.Of(after, "SSTable") + "; nothing could leave yet."
		}
	case "repeat":
		s.repeat = op.Times
		op.Said = "The next write is done " + number.Of(op.Times, "time") + "."
	case "wait":
		s.Wait(op.Wait)
		op.Said = "Time passed: " + number.Seconds(op.Wait) + "."
	}
	if op.Stray != "" {
		op.Said += " What stands behind it is part of the comment and does nothing: " + diag.Brief(op.Stray)
	}
}

// maxWait is how long one may wait, in seconds: a thousand years.
const maxWait = 1000 * number.Year

// maxRepeat is how often a write is repeated, at most.
const maxRepeat = 1_000_000

// shifted is a mutation for the rows that are n steps further: the last clustering
// value of each is n more, where it is a number, a date or a time.
func shifted(m *memtable.Mutation, n int) *memtable.Mutation {
	out := *m
	out.Rows = append([]memtable.Row{}, m.Rows...)
	for i := range out.Rows {
		r := &out.Rows[i]
		last := len(r.Clustering) - 1
		if last < 0 || !counts(m.Table.Clustering[last].Type.Kind) {
			continue
		}
		v := append([]byte{}, r.Clustering[last]...)
		for at, more := len(v)-1, n; at >= 0 && more > 0; at-- {
			more += int(v[at])
			v[at] = byte(more)
			more >>= 8
		}
		r.Clustering = append(append([][]byte{}, r.Clustering[:last]...), v)
	}
	return &out
}

// counts holds for types whose values are numbers of a fixed size, dates and times
// among them.
func counts(k cqltype.Kind) bool {
	switch k {
	case cqltype.Tinyint, cqltype.Smallint, cqltype.Int, cqltype.Bigint, cqltype.Date, cqltype.Time, cqltype.Timestamp:
		return true
	}
	return false
}

// Package finding is what the command line has to say about files: findings with
// their places, and how they are written: as text with the line of source, as JSON,
// SARIF, JUnit, or as annotations of GitHub Actions.
package finding

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// A Finding is a diagnostic in one of the files.
type Finding struct {
	diag.Diagnostic
	Source  *diag.Source
	Project string // that the file belongs to; "" for none
	Via     string // what makes a string of a program CQL; "" for scripts
	Off     string // the reason for which the rule is switched off, "" where it is not
}

// brief is the finding as people are shown it: JSON has it whole.
func (f *Finding) brief() Finding {
	out := *f
	out.Diagnostic = f.Diagnostic.Brief()
	return out
}

// A Report is all that a command found.
type Report struct {
	Command    string
	Version    string              // of the program
	Judged     string              // the server whose verdicts these are
	Site       string              // address of the site with a page for each rule, with a slash at its end; "" for none
	FailOn     diag.Severity       // the lightest severity that fails
	Files      []string            // that were judged, in their order
	Statements int                 // that were judged
	Findings   []Finding           // in the order of files and places
	Off        []Finding           // of rules that are switched off
	Only       func(*Finding) bool // what is kept; nil for all
	Room       int                 // how many bytes the findings may take; 0 for any number
	Left       int                 // findings for which there was no room: they count, and are not shown
	Tables     []Table             // that were sized
	Written    []File              // that were written
	All        bool                // as text: repeats are not folded
	Color      bool                // as text

	taken int                   // of the room
	left  map[diag.Severity]int // of Left
}

// A Table is the size of a partition of one.
type Table struct {
	Size    any       `json:"size"`
	Limits  []Limit   `json:"limits"`
	Assumed []Assumed `json:"assumed"`
	Notes   []string  `json:"notes,omitempty"`
}

// A Limit is a line that a partition stays below or crosses.
type Limit struct {
	Name   string `json:"name"`
	At     int64  `json:"at"`
	Over   bool   `json:"over"`
	Source string `json:"source"` // who says so
}

// Assumed is a quantity that nobody has given.
type Assumed struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Why    string  `json:"why"`
	Effect float64 `json:"effect"` // share of the bytes on disk that hang on it
}

// A File is one that was written.
type File struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}

// Formats are the names of the formats, the first being the default.
var Formats = []string{"text", "json", "sarif", "github", "junit"}

// Write writes a report in one of the formats.
func (r *Report) Write(out io.Writer, format string) error {
	switch format {
	case "text":
		return r.text(out)
	case "json":
		return r.json(out)
	case "sarif":
		return r.sarif(out)
	case "github":
		return r.github(out)
	case "junit":
		return r.junit(out)
	}
	return fmt.Errorf("there is no format %s; there are %s", format, strings.Join(Formats, ", "))
}

// Least is how many bytes a finding takes at least.
const Least = 200

// Add adds a finding: to those that count, or to those that are switched off. It reports
// whether there was room for it.
func (r *Report) Add(f Finding) bool {
	if r.Only != nil && !r.Only(&f) {
		return true
	}
	if r.taken += Least + f.Size(); r.Room > 0 && r.taken > r.Room {
		one := Report{Left: 1}
		if f.Off == "" {
			one.left = map[diag.Severity]int{f.Severity: 1}
		}
		r.Without(&one)
		return false
	}
	if f.Off != "" {
		r.Off = append(r.Off, f)
	} else {
		r.Findings = append(r.Findings, f)
	}
	return true
}

// Without counts the findings that another report had no room for.
func (r *Report) Without(o *Report) {
	r.Left += o.Left
	for severity, n := range o.left {
		if r.left == nil {
			r.left = map[diag.Severity]int{}
		}
		r.left[severity] += n
	}
}

// Sort puts the findings into the order of files and places.
func (r *Report) Sort() {
	place := map[string]int{}
	for i, name := range r.Files {
		if _, ok := place[name]; !ok {
			place[name] = i
		}
	}
	for _, list := range [][]Finding{r.Findings, r.Off} {
		slices.SortStableFunc(list, func(a, b Finding) int {
			return cmp.Or(cmp.Compare(place[a.Source.Name], place[b.Source.Name]), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Severity, b.Severity))
		})
	}
}

// Fails reports whether a finding is heavy enough to fail.
func (r *Report) Fails(f *Finding) bool { return fails(f.Severity, r.FailOn) }

// fails compares severities: what is not judged fails always, a note never.
func fails(s, limit diag.Severity) bool {
	switch s {
	case diag.NotJudged:
		return true
	case diag.Note:
		return false
	}
	return s <= limit
}

// Failed reports whether any finding fails.
func (r *Report) Failed() bool {
	for severity := range r.left {
		if fails(severity, r.FailOn) {
			return true
		}
	}
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return r.Fails(&f) })
}

// Count is how many findings there are of each severity.
func (r *Report) Count() map[diag.Severity]int {
	n := map[diag.Severity]int{}
	for i := range r.Findings {
		n[r.Findings[i].Severity]++
	}
	for severity, more := range r.left {
		n[severity] += more
	}
	return n
}

// Summary is a line about all of it.
func (r *Report) Summary() string {
	var parts []string
	n := r.Count()
	for _, s := range []struct {
		severity  diag.Severity
		one, many string
	}{{diag.Refused, "refused", "refused"}, {diag.Warning, "warning", "warnings"}, {diag.Advice, "piece of advice", "pieces of advice"}, {diag.Note, "note", "notes"}, {diag.NotJudged, "not judged", "not judged"}} {
		if n[s.severity] > 0 {
			parts = append(parts, some(n[s.severity], s.one, s.many))
		}
	}
	if parts == nil {
		parts = []string{"nothing to report"}
	}
	line := fmt.Sprintf("%s, %s: %s", some(len(r.Files), "file", "files"), some(r.Statements, "statement", "statements"), strings.Join(parts, ", "))
	off := map[string]int{}
	var rules []string
	for i := range r.Off {
		id := r.Off[i].Rule
		if off[id]++; off[id] == 1 {
			rules = append(rules, id)
		}
	}
	for _, id := range rules {
		line += fmt.Sprintf("; switched off: %s, %s", id, some(off[id], "time", "times"))
	}
	return line
}

func some(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Link is the address of a rule's page; "" where the site is not known or the rule
// has no page.
func (r *Report) Link(id string) string {
	if r.Site == "" || id == "" {
		return ""
	}
	folder := ""
	switch rule, ok := Find(id); {
	case !ok || rule.Kind == Own:
		return ""
	case rule.Kind == Advice:
		folder = "advice/"
	default:
		folder = "rules/"
	}
	return strings.TrimSuffix(r.Site, "/") + "/" + folder + strings.ToLower(id) + "/"
}

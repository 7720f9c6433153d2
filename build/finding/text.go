package finding

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
)

// Shown is how many findings of a kind are shown of each file before the others are
// folded.
const Shown = 3

// text writes each finding with its line of source, and folds what repeats itself.
func (r *Report) text(out io.Writer) error {
	w := bufio.NewWriter(out)
	style := diag.Style{Color: r.Color, Link: r.Link}
	if r.Site == "" {
		style.Link = func(id string) string { return "partitionlab explain " + id }
	}
	for i := 0; i < len(r.Findings); {
		src := r.Findings[i].Source
		end := i
		for end < len(r.Findings) && r.Findings[end].Source == src {
			end++
		}
		r.file(w, style, r.Findings[i:end])
		i = end
	}
	return w.Flush()
}

// file writes the findings of one file.
func (r *Report) file(w io.Writer, style diag.Style, list []Finding) {
	named := *list[0].Source // its lines are looked up once
	named.Name = Name(named.Name)
	named.Position(0)
	var fold Fold
	for i := range list {
		if fold.Diagnostic(&named, list[i].Diagnostic) || r.All {
			fmt.Fprintln(w, style.Render(&named, []diag.Diagnostic{list[i].Diagnostic}))
		}
	}
	if r.All {
		return
	}
	for _, line := range fold.Rest(named.Name) {
		fmt.Fprintf(w, "%s; -all shows them\n\n", line)
	}
}

// More is what stands for the findings of a file that are folded: where they are, and
// what one of them says.
func More(name string, at []int, what string) string {
	list := ""
	for i, n := range at {
		if i == 5 {
			list += ", …"
			break
		}
		if i > 0 {
			list += ", "
		}
		list += strconv.Itoa(n)
	}
	lines := "lines"
	if len(at) == 1 {
		lines = "line"
	}
	return fmt.Sprintf("%s: %d more like that (%s) at %s %s", diag.Printable(name), len(at), diag.Printable(diag.Brief(what)), lines, list)
}

// kind tells findings apart that say the same of different values.
func (f *Finding) kind() string {
	k := f.Severity.String() + " " + f.Rule + " "
	if f.Rule == "CODE-01" || f.Rule == "FILE-02" || f.Rule == "FILE-05" {
		return k
	}
	return k + Alike(f.Message)
}

// Alike leaves out of a message what differs from row to row: numbers, and what
// stands in quotes or parentheses.
func Alike(message string) string {
	var b strings.Builder
	var open [256]bool // what the rest of the message does not shut
	for i := 0; i < len(message); i++ {
		c := message[i]
		shut := byte(0)
		switch {
		case c == '(':
			shut = ')'
		case c == '\'' || c == '"':
			shut = c
		case c >= '0' && c <= '9':
			continue
		}
		if shut != 0 && !open[shut] {
			if n := strings.IndexByte(message[i+1:], shut); n >= 0 {
				i += n + 1
				b.WriteString("…")
				continue
			}
			open[shut] = true
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Name is the name of a file as messages have it.
func Name(name string) string {
	if name == "" || name == "-" {
		return "standard input"
	}
	return name
}

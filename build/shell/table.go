// Rows as a table, one below the other, and what they cost.

package shell

import (
	"fmt"
	"io"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/session"
)

// rows prints what came back, page after page. What no SELECT asked for, such as the
// outcome of a condition, is one table without a count.
func (sh *Shell) rows(r *session.Outcome) {
	out, set := sh.out(), r.Rows
	names := make([]string, len(set.Cols))
	for i, name := range set.Cols {
		names[i] = escaped(strings.ReplaceAll(name, `\`, `\\`))
	}
	var lines [][]string
	if size := tableSize(set); float64(size) > maxTable*max(sh.Budget, 1) {
		sh.Over = true
		sh.wrong("over budget: the table of this answer would take %d MB, more than %.0f. Select fewer columns or rows, write them with COPY … TO, or give -budget.", size>>20, maxTable*max(sh.Budget, 1)/(1<<20))
		return
	}
	for _, row := range set.Rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = screen.text(set.Types[i], v)
		}
		lines = append(lines, line)
	}
	fmt.Fprintln(out)
	paged := sh.More != nil && sh.capture == nil
	size := len(lines)
	if sh.settings.PageSize > 0 {
		size = sh.settings.PageSize
	}
	for at := 0; at < len(lines) || at == 0; {
		end := min(at+max(size, 1), len(lines))
		page := lines[at:end]
		switch {
		case sh.expand && len(page) > 0:
			vertical(out, names, page, at)
		default:
			table(out, names, page, at == 0 || paged)
			if paged && len(page) > 0 {
				fmt.Fprintln(out)
			}
		}
		if len(page) == 0 {
			break
		}
		if at = end; at < len(lines) && paged && !sh.More() {
			break
		}
	}
	if r.Verdict.Read == nil {
		return
	}
	if !paged {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "(%d rows)\n", len(lines))
}

// maxTable is how many bytes the table of an answer may take: each line has room for the
// longest value of every column.
const maxTable = 128 << 20

// tableSize is how many bytes the table of an answer takes at least.
func tableSize(set *plan.ResultSet) (bytes int) {
	for i, name := range set.Cols {
		most := len(name)
		for _, row := range set.Rows {
			most = max(most, len(row[i]))
		}
		bytes += most * len(set.Rows)
	}
	return bytes
}

// table prints lines below their heads.
func table(out io.Writer, names []string, lines [][]string, head bool) {
	wide := make([]int, len(names))
	for i, name := range names {
		wide[i] = columns(name)
	}
	for _, line := range lines {
		for i, v := range line {
			wide[i] = max(wide[i], columns(v))
		}
	}
	if head {
		cells, rule := make([]string, len(names)), make([]string, len(names))
		for i, name := range names {
			cells[i], rule[i] = name+pad(name, wide[i]), strings.Repeat("-", wide[i])
		}
		fmt.Fprintf(out, " %s\n-%s-\n", strings.TrimRight(strings.Join(cells, " | "), " "), strings.Join(rule, "-+-"))
	}
	if len(lines) == 0 {
		fmt.Fprintln(out)
		return
	}
	for _, line := range lines {
		cells := make([]string, len(line))
		for i, v := range line {
			cells[i] = pad(v, wide[i]) + v
		}
		fmt.Fprintf(out, " %s\n", strings.Join(cells, " | "))
	}
}

// vertical prints each line as a table of its own; before counts those already there.
func vertical(out io.Writer, names []string, lines [][]string, before int) {
	left, right := 0, 0
	for _, name := range names {
		left = max(left, columns(name))
	}
	for _, line := range lines {
		for _, v := range line {
			right = max(right, columns(v))
		}
	}
	for n, line := range lines {
		fmt.Fprintf(out, "@ Row %d\n-%s-+-%s-\n", before+n+1, strings.Repeat("-", left), strings.Repeat("-", right))
		for i, v := range line {
			fmt.Fprintf(out, " %s | %s\n", names[i]+pad(names[i], left), v)
		}
		fmt.Fprintln(out)
	}
}

func pad(text string, to int) string { return strings.Repeat(" ", max(to-columns(text), 0)) }

// columnize prints names in as many columns as 80 characters hold, from top to bottom.
// Source: cmd.Cmd.columnize of Python.
func columnize(out io.Writer, names []string) {
	switch len(names) {
	case 0:
		fmt.Fprintln(out, "<empty>")
		return
	case 1:
		fmt.Fprintln(out, names[0])
		return
	}
	rows, wide := len(names), []int{0}
	for n := 1; n < len(names); n++ {
		var try []int
		total := -2
		for at := 0; at < len(names); at += n {
			w := 0
			for _, name := range names[at:min(at+n, len(names))] {
				w = max(w, len([]rune(name)))
			}
			try = append(try, w)
			total += w + 2
		}
		if total <= 80 {
			rows, wide = n, try
			break
		}
	}
	for row := range rows {
		var cells []string
		for i := 0; row+i*rows < len(names); i++ {
			name := names[row+i*rows]
			cells = append(cells, name+strings.Repeat(" ", max(wide[i]-len([]rune(name)), 0)))
		}
		fmt.Fprintln(out, strings.Join(cells, "  "))
	}
}

// trace prints what a statement cost: what the storage read, and which nodes were asked.
func (sh *Shell) trace(r *session.Outcome) {
	out := sh.out()
	if c := r.Cost; c != nil {
		fmt.Fprintf(out, "\nRead: %s, %s, %s, %s", number.Of(c.Partitions, "partition"), number.Of(c.Rows, "row"), number.Of(c.Cells, "cell"), number.Of(c.Tombstones, "tombstone"))
		if len(c.Opened) > 0 {
			fmt.Fprintf(out, "; %d of %s", c.Files(), number.Of(len(c.Opened), "SSTable"))
		}
		fmt.Fprintln(out)
	}
	if n := len(r.Verdict.Mutations); n > 0 {
		fmt.Fprintf(out, "\nWritten: %s\n", number.Of(n, "mutation"))
	}
	if r.Verdict.Plan != nil {
		if said, _ := sh.asked(r.Verdict.Plan); said != "" {
			fmt.Fprintln(out, said)
		}
	}
}

// text is a value of a result as plain text.
func text(t *cqltype.Type, v []byte) string {
	if v == nil {
		return ""
	}
	return t.Text(v)
}

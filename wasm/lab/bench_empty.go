//go:build !chapters

package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/workload"
)

// valuesOf are the columns of a table that a row may lack: those of a row, else those of its partition.
func valuesOf(t *schema.Table) []*schema.Column {
	if len(t.Regulars) > 0 {
		return t.Regulars
	}
	return t.Statics
}

// leavesStatics reports whether a table has static columns that are none of these.
func leavesStatics(t *schema.Table) bool { return len(t.Regulars) > 0 && len(t.Statics) > 0 }

// emptyField is the field that says what rows lack: short for a line null.COLUMN of each column.
func emptyField(t *schema.Table, words wording) input.Field {
	f := input.Field{Key: "empty." + fullName(t), Type: input.Word, Label: "Columns left empty"}
	var names []string
	for _, c := range valuesOf(t) {
		names = append(names, words.column(c))
	}
	switch n := len(names); {
	case n == 1:
		f.Hint = "none: each row has a value in " + names[0] + ". Write in how many it lacks, such as " + names[0] + " 80%"
	case n > 1:
		of := number.Count(n)
		if leavesStatics(t) {
			of += " that are not static"
		}
		f.Hint = "none of " + of + ". Write how many, such as " + number.Count(n-1) + ", or which: " + names[0] + ", " + names[1] + " 80%"
		if n > 2 {
			f.Hint += ", or all but " + names[0]
		}
	}
	return f
}

// asksEmpty reports whether the page has this field.
func (x *benchTable) asksEmpty(values Inputs) bool {
	return len(valuesOf(x.table)) > 0 || onLine(values[x.empty.Key]) != ""
}

// A lack is what a line null.COLUMN of a file says.
type lack struct {
	column *schema.Column
	share  string // of the rows: an expression of workloads
}

// emptyOf reads what a text says of the columns that rows lack, and what is wrong with it: how many of all,
// 4 or 4 of 5 or 80%, or names with a comma between them, each with a share of the rows where not all lack it:
// a, b 80%; or all but the names of those that every row has. Shares are read as those of the field of one column.
func emptyOf(t *schema.Table, text string, written wording) (all []lack, wrong string) {
	text = onLine(text)
	if n := len(allBut); len(text) >= n && strings.EqualFold(text[:n], allBut) && (len(text) == n || text[n] == ' ') {
		return emptyBut(t, text[n:], written)
	}
	parts := splitOutside(text, ",;")
	columns := map[string]*schema.Column{}
	for c := range t.Columns() {
		columns[c.Name] = c
		if name := written.of(c.Name); name != c.Name {
			columns[workload.Identifier(name)] = c
		}
	}
	seen := map[*schema.Column]bool{}
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if beginsNumber(part) {
			if len(parts) > 1 {
				return nil, "Write how many columns are empty, or which: `" + part + "` has no name before it."
			}
			return emptyCount(t, part, written)
		}
		if line, is := strings.CutPrefix(part, "null."); is { // as a file has it
			part = line
		}
		words, share := []string{}, "1"
		for part != "" {
			word := splitOutside(part, " \t=:")[0]
			rest := strings.TrimLeft(part[len(word):], " \t")
			words, part = append(words, word), rest
			if rest != "" && (rest[0] == '=' || rest[0] == ':' || beginsNumber(rest)) {
				share, part = strings.TrimLeft(rest, "=: \t"), ""
			}
		}
		if len(words) > 1 && share != "1" {
			return nil, "Write a comma between columns: `" + words[0] + "` stands beside `" + words[1] + "`, and which of them the share is for is not clear."
		}
		for _, word := range words {
			c := columns[workload.Identifier(word)]
			if wrong := notEmpty(written.of(t.Name), t, c, word); wrong != "" {
				return nil, wrong
			} else if seen[c] {
				return nil, "`" + word + "` stands here twice: take one of them out."
			}
			seen[c] = true
			f := quantityField("null." + word)
			share, wrong := expression(&f, share)
			if wrong != "" {
				return nil, wrong
			}
			all = append(all, lack{c, share})
		}
	}
	return all, ""
}

// allBut stands before the columns that rows do not lack.
const allBut = "all but"

// emptyBut is that rows lack all values but those of some columns.
func emptyBut(t *schema.Table, text string, written wording) (all []lack, wrong string) {
	if strings.TrimSpace(text) == "" {
		return nil, "Write behind `all but` which columns every row has."
	}
	filled, wrong := emptyOf(t, text, written)
	if wrong != "" {
		return nil, wrong
	}
	has := map[*schema.Column]bool{}
	for _, l := range filled {
		if l.share != "1" {
			return nil, "Behind `all but` stand the columns that every row has, without a number: `" + strings.TrimSpace(text) + "` has one."
		}
		has[l.column] = true
	}
	for c := range t.Columns() {
		if (c.Kind == schema.Regular || c.Kind == schema.Static) && !has[c] {
			all = append(all, lack{c, "1"})
		}
	}
	return all, ""
}

// notEmpty says why a column of that name, nil for none, is not one that rows may lack.
func notEmpty(table string, t *schema.Table, c *schema.Column, name string) string {
	if c == nil {
		var others []string
		for c := range t.Columns() {
			others = append(others, cql.QuoteName(c.Name))
		}
		wrong := "No column of " + table + " is called " + name
		if near := workload.Nearest(name, others); near != "" {
			wrong += ": write " + near
		}
		return wrong + "."
	}
	if c.Kind == schema.PartitionKey || c.Kind == schema.Clustering {
		return "Columns of the primary key are never empty: take " + name + " out."
	}
	return ""
}

// emptyCount is the same share of the rows for each column, where somebody says how many a row leaves empty.
func emptyCount(t *schema.Table, text string, written wording) (all []lack, wrong string) {
	table, columns := written.of(t.Name), valuesOf(t)
	n := len(columns)
	text, of, told := strings.Cut(text, " of ")
	if of = strings.TrimSpace(of); told && of != strconv.Itoa(n) {
		return nil, table + " has " + number.Of(n, "column") + besidesKey(t) + ", not " + of + "."
	}
	f := input.Field{Unit: "columns", Default: number.Count(max(n-1, 1))}
	count, wrong := expression(&f, text)
	if wrong == "" {
		wrong = notOne(count)
	}
	if wrong != "" {
		return nil, wrong
	}
	e, _ := workload.ParseExpr(count)
	v, _ := e.Eval(func(string) (v workload.Interval, is bool) { return })
	switch share := strings.HasSuffix(strings.TrimSpace(text), "%"); {
	case share && v.Hi.Cmp(number.Int(1)) > 0:
		return nil, "This is more than all columns: write 100% or less."
	case v.Hi.Cmp(number.Int(int64(n))) > 0:
		return nil, table + " has " + number.Of(n, "column") + besidesKey(t) + ": write " + number.Count(n) + " or fewer."
	case !share && v.Hi.Sign() > 0 && v.Hi.Cmp(number.Int(1)) < 0:
		return nil, "`" + text + "` is less than one column: write " + number.Plain(100*v.Hi.Float()) + "% for this share of all columns."
	case !share:
		count = "(" + count + ") / " + strconv.Itoa(n)
	}
	for _, c := range columns {
		all = append(all, lack{c, count})
	}
	return all, ""
}

// besidesKey says which columns of a table are counted.
func besidesKey(t *schema.Table) string {
	if leavesStatics(t) {
		return " of its rows, besides those that are static"
	}
	return " besides its key"
}

func beginsNumber(s string) bool { return isDigit(s[0]) || s[0] == '.' || s[0] == '(' }

// splitOutside splits a text at the characters of a set that stand in no quoted name.
func splitOutside(text, set string) (out []string) {
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case !quoted && strings.IndexByte(set, text[i]) >= 0:
			out, from = append(out, text[from:i]), i+1
		}
	}
	return append(out, text[from:])
}

// column is a column as CQL and the text write it.
func (x wording) column(c *schema.Column) string {
	if written, is := x[c.Name]; is {
		return written
	}
	return cql.QuoteName(c.Name)
}

// lacks are the columns that rows lack as lines of a file say it.
func lacks(all []lack, written wording) string {
	for i := range all {
		if all[i].share != all[0].share {
			break
		}
		if i == len(all)-1 && i > 1 {
			return "as in a .size file: null.COLUMN = " + all[0].share + " for each of " + number.Count(len(all)) + " columns"
		}
	}
	var lines []string
	for _, l := range all {
		lines = append(lines, "null."+written.column(l.column)+" = "+l.share)
	}
	if len(lines) > 3 {
		lines = append(lines[:3], "…")
	}
	return "as in a .size file: " + strings.Join(lines, "; ")
}

// filledWords say what is taken for granted of the values of rows, "" where no table is sized.
func (w *benchWork) filledWords() string {
	var sparse []string
	sized := false
	for _, x := range w.tables {
		if x.Result == nil {
			continue
		}
		sized = true
		for _, q := range x.load.Quantities() {
			if strings.HasPrefix(q.Name, "null.") {
				sparse = append(sparse, x.name())
				break
			}
		}
	}
	if !sized {
		return ""
	}
	s := "Each row is counted with a value in every column"
	if len(sparse) > 0 {
		return s + ", but for what is said to be empty in " + fewOf(sparse, "table") + "."
	}
	return s + ": nobody says which of them rows leave empty."
}

package build

import (
	"html"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// roles are the classes of columns, by table and column.
type roles map[string]map[string]string

// learn notes the tables that a script creates.
func (r roles) learn(script *cql.Script) {
	for _, item := range script.Items {
		t, ok := item.Stmt.(*cql.CreateTable)
		if !ok {
			continue
		}
		columns := map[string]string{}
		for _, c := range t.Columns {
			columns[c.Name.Text] = roleClass["V"]
			if c.Static {
				columns[c.Name.Text] = roleClass["S"]
			}
		}
		for _, n := range t.PartitionKey {
			columns[n.Text] = roleClass["K"]
		}
		for _, n := range t.Clustering {
			columns[n.Text] = roleClass["C↑"]
		}
		for _, o := range t.Order {
			if o.Desc && columns[o.Column.Text] == roleClass["C↑"] {
				columns[o.Column.Text] = roleClass["C↓"]
			}
		}
		r[t.Name.Name.Text] = columns
	}
}

// of returns the columns of the table that a statement is about; of a batch, that of the
// statement at an offset.
func (r roles) of(s cql.Statement, at int) map[string]string {
	switch s := s.(type) {
	case *cql.CreateTable:
		return r[s.Name.Name.Text]
	case *cql.AlterTable:
		return r[s.Name.Name.Text]
	case *cql.Select:
		return r[s.From.Name.Text]
	case *cql.Insert:
		return r[s.Into.Name.Text]
	case *cql.Update:
		return r[s.Table.Name.Text]
	case *cql.Delete:
		return r[s.From.Name.Text]
	case *cql.Batch:
		for _, one := range s.Stmts {
			if at < one.Place().End {
				return r.of(one, at)
			}
		}
	}
	return nil
}

// classes are the classes of pieces.
var classes = [...]string{cql.Comment: "com", cql.Keyword: "kw", cql.TypeWord: "ty", cql.StringText: "str", cql.LiteralText: "lit"}

// highlight prints CQL as HTML: words in capitals are keywords, names of columns
// carry their roles. The span of bad, if it has one, is marked.
func highlight(script *cql.Script, known roles, bad []diag.Span) string {
	text := script.Source.Text
	var b strings.Builder
	columns := map[string]string(nil)
	item := 0
	write := func(class, s string) {
		if s = breaking(s); s == "." { // between the names of a keyspace and a table
			s = ".<wbr>"
		}
		if class != "" {
			s = `<span class="` + class + `">` + s + `</span>`
		}
		b.WriteString(s)
	}
	marked := false
	column := -1 // where the last name of a column ends
	cql.Pieces(text, func(piece diag.Span, kind cql.Class) {
		for item < len(script.Items) && piece.Start >= script.Items[item].Span.End {
			item++
		}
		columns = nil
		if item < len(script.Items) && script.Items[item].Stmt != nil {
			columns = known.of(script.Items[item].Stmt, piece.Start)
		}
		word, class := text[piece.Start:piece.End], classes[kind]
		// date date: a column that is named like its type
		if role := columns[nameOf(word)]; role != "" && (kind == cql.NameWord || kind == cql.TypeWord) && (column < 0 || strings.TrimSpace(text[column:piece.Start]) != "") {
			class, column = role, piece.End
		} else if strings.TrimSpace(word) != "" {
			column = -1
		}
		// A mark begins and ends between pieces, also inside of one.
		for i := piece.Start; i < piece.End; {
			end := piece.End
			for _, s := range bad {
				if i == s.Start && !marked && s.Len() > 0 {
					b.WriteString("<mark>")
					marked = true
				}
				if s.Start > i && s.Start < end {
					end = s.Start
				}
				if s.End > i && s.End < end {
					end = s.End
				}
			}
			write(class, text[i:end])
			i = end
			for _, s := range bad {
				if marked && i == s.End {
					b.WriteString("</mark>")
					marked = false
				}
			}
		}
	})
	if marked {
		b.WriteString("</mark>")
	}
	return b.String()
}

// breaking is a text as HTML, with places where a line may break in long names.
func breaking(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range view.Seams(text) {
		b.WriteString(html.EscapeString(text[from:at]) + "<wbr>")
		from = at
	}
	b.WriteString(html.EscapeString(text[from:]))
	return b.String()
}

// cqlBlock is a block of highlighted CQL with its buttons, and what is said about it.
// Whoever meets a mark finds the legend in the same block.
func cqlBlock(code, below string) string {
	class, legend := " plain", ""
	if strings.Contains(code, `class="role-`) {
		class, legend = "", `<button class="marks" type="button" popovertarget="legend"><b>K</b> <b>C</b> ?</button>`
	}
	return `<div class="cql"><div class="cql-tools` + class + `">` + legend + `<button class="copy needs-script" type="button">Copy</button></div><pre><code>` + code + "</code></pre>\n" + below + "</div>\n"
}

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// nameOf is the name that a word stands for.
func nameOf(word string) string {
	if strings.HasPrefix(word, `"`) {
		return strings.ReplaceAll(strings.Trim(word, `"`), `""`, `"`)
	}
	return strings.ToLower(word)
}

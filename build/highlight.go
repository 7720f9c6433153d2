package build

import (
	"html"
	"regexp"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
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

// of returns the columns of the table that a statement is about.
func (r roles) of(s cql.Statement) map[string]string {
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
		all := map[string]string{}
		for _, one := range s.Stmts {
			for column, role := range r.of(one) {
				all[column] = role
			}
		}
		return all
	}
	return nil
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b`)

// types are the words that highlighting shows as types.
var types = wordSet("ascii bigint blob boolean counter date decimal double duration float inet int smallint text time " +
	"timestamp timeuuid tinyint uuid varchar varint vector list set map tuple frozen")

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// highlight prints CQL as HTML: words in capitals are keywords, names of columns
// carry their roles. The span of bad, if it has one, is marked.
func highlight(script *cql.Script, known roles, bad []diag.Span) string {
	text := script.Source.Text
	var b strings.Builder
	columns := map[string]string(nil)
	item := 0
	write := func(class, s string) {
		if class == "" {
			b.WriteString(html.EscapeString(s))
			return
		}
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(s) + `</span>`)
	}
	marked := false
	column := -1 // where the last name of a column ends
	for i := 0; i < len(text); {
		for item < len(script.Items) && i >= script.Items[item].Span.End {
			item++
		}
		columns = nil
		if item < len(script.Items) && script.Items[item].Stmt != nil {
			columns = known.of(script.Items[item].Stmt)
		}
		for _, s := range bad {
			if i == s.Start && !marked && s.Len() > 0 {
				b.WriteString("<mark>")
				marked = true
			}
		}
		end, class := token(text, i, columns)
		switch {
		case types[text[i:end]] && column >= 0 && strings.TrimSpace(text[column:i]) == "":
			class = "ty" // date date: a column that is named like its type
		case strings.HasPrefix(class, "role-"):
			column = end
		case strings.TrimSpace(text[i:end]) != "":
			column = -1
		}
		// A mark begins and ends between tokens, also inside of one.
		for _, s := range bad {
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
	if marked {
		b.WriteString("</mark>")
	}
	return b.String()
}

// cqlBlock is a block of highlighted CQL with its buttons, and what is said about it.
// Whoever meets a mark finds the legend in the same block.
func cqlBlock(code, below string) string {
	class, legend := " plain", ""
	if strings.Contains(code, `class="role-`) {
		class, legend = "", `<button class="marks" type="button" popovertarget="legend" aria-label="K C: what the marks mean"><b>K</b> <b>C</b></button>`
	}
	return `<div class="cql"><div class="cql-tools` + class + `">` + legend + `<button class="copy needs-script" type="button">Copy</button></div><pre><code>` + code + "</code></pre>\n" + below + "</div>\n"
}

// token returns the end of the token at i and its class.
func token(text string, i int, columns map[string]string) (end int, class string) {
	rest := text[i:]
	until := func(close string, from int) int {
		if j := strings.Index(rest[from:], close); j >= 0 {
			return i + from + j + len(close)
		}
		return len(text)
	}
	c := rest[0]
	switch {
	case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"):
		return until("\n", 0), "com"
	case strings.HasPrefix(rest, "/*"):
		return until("*/", 2), "com"
	case c == '\'':
		return until("'", 1), "str"
	case strings.HasPrefix(rest, "$$"):
		return until("$$", 2), "str"
	case c == '"':
		end = until(`"`, 1)
		return end, columns[strings.Trim(text[i:end], `"`)]
	case uuid.MatchString(rest):
		return i + 36, "lit"
	case isWord(c):
		n := 1
		for n < len(rest) && (isWord(rest[n]) || c >= '0' && c <= '9' && rest[n] == '.') {
			n++
		}
		word := rest[:n]
		switch {
		case c >= '0' && c <= '9':
			return i + n, "lit"
		case columns[strings.ToLower(word)] != "" && word != strings.ToUpper(word):
			return i + n, columns[strings.ToLower(word)]
		case n > 1 && word == strings.ToUpper(word):
			return i + n, "kw"
		case types[word]:
			return i + n, "ty"
		case word == "true" || word == "false" || word == "null":
			return i + n, "lit"
		}
		return i + n, ""
	}
	n := 1
	for n < len(rest) && !isWord(rest[n]) && !strings.ContainsRune(`'"$-/`, rune(rest[n])) {
		n++
	}
	return i + n, ""
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

package lab

import (
	"strings"

	"partitionlab/wasm/view"
)

// prose lays out the Markdown that prompts, hints and feedback of exercises are written
// in: paragraphs, lists, tables, fences; and in lines `code`, *emphasis*, **strong** and
// [links](/rules/). The builder refuses what it does not know.
func (f *form) prose(text string) (out view.Nodes) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		line := strings.TrimSpace(lines[i])
		from := i
		take := func(more func(line string) bool) []string {
			for i++; i < len(lines) && more(strings.TrimSpace(lines[i])); i++ {
			}
			return lines[from:i]
		}
		switch {
		case line == "":
			i++
		case strings.HasPrefix(line, "```"):
			body := take(func(l string) bool { return !strings.HasPrefix(l, "```") })[1:]
			i++
			out = append(out, view.El("pre", view.A("tabindex", "0"), view.Leaf("code", "", strings.Join(body, "\n"))))
		case line[0] == '|':
			out = append(out, f.proseTable(take(func(l string) bool { return strings.HasPrefix(l, "|") })))
		case item(line) > 0:
			ordered := line[0] != '-' && line[0] != '*'
			tag := "ul"
			if ordered {
				tag = "ol"
			}
			list, text := view.El(tag), line[item(line):]
			for _, l := range take(func(l string) bool { return l != "" })[1:] {
				l = strings.TrimSpace(l)
				if n := item(l); n > 0 {
					list.Add(view.El("li", f.inline(text)))
					text = l[n:]
				} else {
					text += " " + l
				}
			}
			out = append(out, list.Add(view.El("li", f.inline(text))))
		default:
			words := take(func(l string) bool { return l != "" && l[0] != '|' && item(l) == 0 && !strings.HasPrefix(l, "```") })
			for j := range words {
				words[j] = strings.TrimSpace(words[j])
			}
			out = append(out, view.El("p", f.inline(strings.Join(words, " "))))
		}
	}
	return out
}

// item is where the text of an item of a list begins, 0 for a line that is none.
func item(line string) int {
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return 2
	}
	i := 0
	for i < len(line) && '0' <= line[i] && line[i] <= '9' {
		i++
	}
	if i > 0 && strings.HasPrefix(line[i:], ". ") {
		return i + 2
	}
	return 0
}

func (f *form) proseTable(lines []string) *view.Node {
	row := func(tag, line string) *view.Node {
		tr := view.El("tr")
		for _, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			td := view.El(tag, f.inline(strings.TrimSpace(cell)))
			if tag == "th" {
				td.Add(view.A("scope", "col"))
			}
			tr.Add(td)
		}
		return tr
	}
	body := view.El("tbody")
	for _, line := range lines[min(2, len(lines)):] {
		body.Add(row("td", line))
	}
	return view.Scroll("div", "table-scroll", "Table", view.El("table", view.El("thead", row("th", lines[0])), body))
}

// inline lays out a line.
func (f *form) inline(s string) (out view.Nodes) {
	plain := ""
	flush := func() {
		if plain != "" {
			out = append(out, view.Text(plain))
		}
		plain = ""
	}
	for s != "" {
		n := strings.IndexAny(s, "`*[\\\"'") // all else means itself
		if n < 0 {
			n = len(s)
		}
		if n > 0 {
			plain, s = plain+s[:n], s[n:]
			continue
		}
		node, rest := f.mark(s)
		if node == nil {
			if s[0] == '\\' && len(s) > 1 && strings.IndexByte("\\`*_[]|", s[1]) >= 0 {
				s = s[1:]
			} else if quote := quoted(plain, s); quote != "" {
				plain, s = plain+quote, s[1:]
				continue
			}
			plain, s = plain+s[:1], s[1:]
			continue
		}
		flush()
		out, s = append(out, node), rest
	}
	flush()
	return out
}

// mark is the element at the beginning of a text, nil where there is none.
func (f *form) mark(s string) (n *view.Node, rest string) {
	for _, m := range [...]struct{ mark, tag string }{{"`", "code"}, {"**", "strong"}, {"*", "em"}} {
		if !strings.HasPrefix(s, m.mark) {
			continue
		}
		body, rest, ok := strings.Cut(s[len(m.mark):], m.mark)
		switch {
		case !ok || body == "" || m.tag != "code" && (body[0] == ' ' || body[len(body)-1] == ' '):
			return nil, s
		case m.tag == "code":
			return view.Leaf("code", "", body), rest
		}
		return view.El(m.tag, f.inline(body)), rest
	}
	if s[0] == '[' {
		text, after, ok := strings.Cut(s[1:], "](")
		to, rest, closed := strings.Cut(after, ")")
		if ok && closed && !strings.Contains(text, "]") {
			if strings.HasPrefix(to, "/") {
				to = f.Root + to[1:]
			}
			return view.El("a", view.A("href", to), f.inline(text)), rest
		}
	}
	return nil, s
}

// quoted is the typographic form of a quote at the beginning of a text.
func quoted(before, s string) string {
	open := before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "(")
	switch {
	case s[0] == '"' && open:
		return "“"
	case s[0] == '"':
		return "”"
	case s[0] == '\'' && open:
		return "‘"
	case s[0] == '\'':
		return "’"
	}
	return ""
}

package lab

import (
	"sort"
	"strings"

	"partitionlab/wasm/diag"
)

// A fence is the text of a specification: lines `name = value`; after a line
// `schema:` CQL that is there from the start, and after a line `cql:` the CQL that
// the widget shows. Comments begin with #.
type fence struct {
	src    *diag.Source // the whole
	head   *diag.Source // the lines, with offsets as in the whole
	schema string
	cql    string
	lines  []fenceLine
	diags  []diag.Diagnostic
}

type fenceLine struct {
	name, value string
	span, at    diag.Span // of the name, of the value
}

func wrong(at diag.Span, message, instead string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Refused, Message: message, Span: at, Instead: instead}
}

func (f *fence) wrong(at diag.Span, message, instead string) {
	f.diags = append(f.diags, wrong(at, message, instead))
}

func readFence(body string) *fence {
	f := &fence{src: diag.NewSource("", body)}
	headEnd := len(body)
	for start := 0; start < len(body); {
		end := start + strings.IndexByte(body[start:]+"\n", '\n')
		line := body[start:end]
		at := start
		start = min(end+1, len(body))
		if name := strings.TrimSpace(line); name == "cql:" || name == "schema:" {
			headEnd = at
			f.cql = body[start:]
			if name == "schema:" {
				f.schema, f.cql, _ = strings.Cut(f.cql, "\ncql:\n")
			}
			break
		}
		if text := strings.TrimSpace(line); text == "" || text[0] == '#' {
			if end == len(body) {
				break
			}
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if ok {
			span := trimSpan(body, diag.Span{Start: at, End: at + len(name)})
			val := trimSpan(body, diag.Span{Start: at + len(name) + 1, End: end})
			f.lines = append(f.lines, fenceLine{body[span.Start:span.End], value, span, val})
			f.lines[len(f.lines)-1].value = body[val.Start:val.End]
		} else {
			f.wrong(trimSpan(body, diag.Span{Start: at, End: end}), "this line has no =", "write name = value, or cql: before CQL")
		}
		if end == len(body) {
			break
		}
	}
	f.head = diag.NewSource("", body[:headEnd])
	return f
}

func trimSpan(s string, at diag.Span) diag.Span {
	for at.Start < at.End && (s[at.Start] == ' ' || s[at.Start] == '\t') {
		at.Start++
	}
	for at.End > at.Start && (s[at.End-1] == ' ' || s[at.End-1] == '\t' || s[at.End-1] == '\r') {
		at.End--
	}
	return at
}

// isCommon holds for the lines that every kind of widget has.
func isCommon(name string) bool {
	switch name {
	case "id", "title", "cover", "show", "schema", "dataset", "expect":
		return true
	}
	return false
}

// common reads the lines that every kind of widget has.
func (f *fence) common(s *Spec, files func(string) (string, error)) {
	seen := map[string]bool{}
	data := "" // rows that are there from the start, behind the schema
	for _, l := range f.lines {
		if !isCommon(l.name) {
			continue
		}
		if seen[l.name] && l.name != "expect" {
			f.wrong(l.span, l.name+" is written twice", "take one of the lines out")
			continue
		}
		seen[l.name] = true
		switch l.name {
		case "id":
			s.ID = l.value
			if !isID(l.value) {
				f.wrong(l.at, "this is no id", "write small letters, digits and -, beginning with a letter: size1")
			}
		case "title":
			s.Title = l.value
		case "cover":
			s.Cover = l.value == "yes"
			if l.value != "yes" && l.value != "no" {
				f.wrong(l.at, "cover is yes or no", "write cover = yes")
			}
		case "show":
			s.Show = list(l.value)
		case "schema":
			text, err := files(l.value)
			if err != nil {
				f.wrong(l.at, "the schema "+l.value+" cannot be read: "+err.Error(), "")
				continue
			}
			f.schema = text
		case "dataset":
			for _, name := range list(l.value) {
				text, err := files("datasets/" + name)
				if err != nil {
					f.wrong(l.at, "the data set "+name+" cannot be read: "+err.Error(), "")
				}
				data += text
			}
		case "expect":
			for from := l.at.Start; from <= l.at.End; {
				end := from + strings.IndexByte(f.src.Text[from:l.at.End]+";", ';')
				span := trimSpan(f.src.Text, diag.Span{Start: from, End: end})
				from = end + 1
				if span.Len() == 0 {
					continue
				}
				name, value, ok := strings.Cut(f.src.Text[span.Start:span.End], " ")
				if !ok {
					f.wrong(span, "an expectation is a name and a value", "write disk.bytes 1095020")
					continue
				}
				s.Expectations = append(s.Expectations, Expectation{span, name, strings.ReplaceAll(strings.TrimSpace(value), ",", "")})
			}
		}
	}
	f.schema += data
	if s.ID == "" && !seen["id"] {
		f.wrong(diag.Span{End: min(1, len(f.src.Text))}, "the widget has no id", "write id = size1: links carry it, so it is never changed and never reused")
	}
	if s.Title == "" {
		f.wrong(diag.Span{End: min(1, len(f.src.Text))}, "the widget has no title", "write title = followed by the question that it answers")
	}
}

// isID holds for what can be an id of an element and the beginning of a key.
func isID(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return false
		}
	}
	return s != ""
}

// selfContained is the text of a specification without files: the lines, then
// the CQL.
func (f *fence) selfContained() string {
	var b strings.Builder
	for _, line := range strings.Split(f.head.Text, "\n") {
		name, _, _ := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); name == "" || name[0] == '#' || name == "schema" || name == "dataset" || name == "expect" {
			continue
		}
		b.WriteString(strings.TrimSpace(line))
		b.WriteByte('\n')
	}
	if f.schema != "" {
		b.WriteString("schema:\n")
		b.WriteString(strings.TrimRight(f.schema, "\n"))
		b.WriteByte('\n')
	}
	if f.cql != "" {
		b.WriteString("cql:\n")
		b.WriteString(f.cql)
	}
	return b.String()
}

// names are the names of values, sorted.
func names(values map[string]string) []string {
	var out []string
	for name := range values {
		out = append(out, name)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

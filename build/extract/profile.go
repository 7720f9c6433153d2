package extract

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"partitionlab/wasm/diag"
)

// profile finds the CQL in a profile of cassandra-stress or NoSQLBench. Other YAML
// holds none.
func profile(text string, define map[string]string) []Piece {
	var doc yaml.Node
	if yaml.Unmarshal([]byte(text), &doc) != nil || len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	y := &yamlFile{text: text, define: define}
	for i := 0; i < len(text); i++ {
		if i == 0 || text[i-1] == '\n' {
			y.lines = append(y.lines, i)
		}
	}
	top := doc.Content[0]
	switch {
	case field(top, "table_definition") != nil:
		y.stress(top)
	case field(top, "blocks") != nil, field(top, "bindings") != nil, field(top, "statements") != nil, field(top, "ops") != nil:
		y.bench(top, "")
	}
	return y.pieces
}

type yamlFile struct {
	text   string
	lines  []int // where each starts
	define map[string]string
	pieces []Piece
	// Where the last scalar was found, from which the next one in its line is looked for.
	line, column, at int
}

// field is the value of a key of a mapping, or nil.
func field(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// stress takes the definitions and queries of a user profile of cassandra-stress.
// Source: StressProfile.init of Cassandra 5.0.
func (y *yamlFile) stress(top *yaml.Node) {
	keyspace := ""
	if n := field(top, "keyspace"); n != nil {
		keyspace = n.Value
	}
	y.add(field(top, "keyspace_definition"), "keyspace_definition", "")
	y.add(field(top, "table_definition"), "table_definition", keyspace)
	if list := field(top, "extra_definitions"); list != nil {
		for _, n := range list.Content {
			y.add(n, "extra_definitions", keyspace)
		}
	}
	if queries := field(top, "queries"); queries != nil && queries.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(queries.Content); i += 2 {
			y.add(field(queries.Content[i+1], "cql"), "queries."+queries.Content[i].Value, keyspace)
		}
	}
}

// bench takes the operations of a workload of NoSQLBench, wherever they stand.
func (y *yamlFile) bench(n *yaml.Node, path string) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch key := n.Content[i].Value; key {
			case "bindings", "description", "scenarios", "params":
			default:
				y.bench(n.Content[i+1], strings.TrimPrefix(path+"."+key, "."))
			}
		}
	case yaml.SequenceNode:
		for _, c := range n.Content {
			y.bench(c, path)
		}
	case yaml.ScalarNode:
		y.add(n, path, "")
		if last := len(y.pieces) - 1; last >= 0 && y.pieces[last].Via == path && !strong(y.pieces[last].Text) {
			y.pieces = y.pieces[:last]
		}
	}
}

// add takes a scalar as a piece.
func (y *yamlFile) add(n *yaml.Node, via, keyspace string) {
	if n == nil || n.Kind != yaml.ScalarNode || n.Value == "" || n.Line > len(y.lines) {
		return
	}
	if n.Line != y.line || n.Column < y.column {
		y.line, y.column, y.at = n.Line, 1, y.lines[n.Line-1]
	}
	for ; y.column < n.Column && y.at < len(y.text); y.column++ {
		_, size := utf8.DecodeRuneInString(y.text[y.at:])
		y.at += size
	}
	at := y.at
	var f *form
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		if line := strings.IndexByte(y.text[at:], '\n'); line >= 0 {
			at += line + 1
		}
		f = without("\n")
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		at++
	}
	chunks := align(y.text, min(at, len(y.text)), n.Value, f)
	chunks = replace(chunks, templates, func(m []string) (string, string, bool) {
		name, value := m[1]+m[3]+m[5], m[2]+m[4]
		if v, ok := y.define[name]; ok {
			value = v
		}
		if value == "" {
			return "", name, true
		}
		return strings.Trim(value, `"'`), "", true
	})
	data := !schemaChange.MatchString(n.Value)
	chunks = replace(chunks, anchors, func(m []string) (string, string, bool) {
		if v, ok := y.define[m[1]]; ok && m[0][0] != '\'' {
			return v, "", true
		}
		if data {
			return "?", "", true
		}
		return "", m[0], true
	})
	span := diag.Span{Start: at, End: at}
	if len(chunks) > 0 {
		last := chunks[len(chunks)-1]
		span = diag.Span{Start: chunks[0].file, End: last.file + last.span}
	}
	p := pieceOf(chunks, span)
	p.Via, p.Keyspace, p.Kind = via, keyspace, Script
	y.pieces = append(y.pieces, p)
}

var (
	// templates are parameters with a default: TEMPLATE(name,value), <<name:value>>.
	templates = regexp.MustCompile(`TEMPLATE\(\s*([\w.-]+)\s*(?:,\s*([^)]*?)\s*)?\)|<<([\w.-]+)(?::([^>]*))?>>|\$\{(\w+)\}`)
	// anchors stand for the value of a binding: {name}, ?name, also within a string.
	anchors      = regexp.MustCompile(`'[^'{}]*\{\w+\}[^']*'|\{(\w+)\}|\?[A-Za-z_]\w*`)
	schemaChange = regexp.MustCompile(`(?i)^\s*(?:CREATE|ALTER|DROP)\b`)
)

// align finds out where each byte of a scalar's value stands: YAML folds lines,
// takes indents away and has escapes.
func align(src string, at int, value string, f *form) (out []chunk) {
	blank := func(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
	i, v := at, 0
	for v < len(value) {
		n := 0
		for v+n < len(value) && i+n < len(src) && value[v+n] == src[i+n] && src[i+n] != '\\' && !(blank(src[i+n]) && n > 0 && blank(src[i+n-1])) && !(src[i+n] == '\'' && strings.HasPrefix(src[i+n:], "''") && !strings.HasPrefix(value[v+n:], "''")) {
			n++
		}
		if n > 0 {
			out = append(out, chunk{text: value[v : v+n], file: i, span: n, plain: true, form: f})
			i, v = i+n, v+n
			continue
		}
		switch {
		case i < len(src) && blank(src[i]):
			from, first := i, v
			for i < len(src) && blank(src[i]) {
				i++
			}
			for v < len(value) && blank(value[v]) {
				v++
			}
			if v > first {
				out = append(out, chunk{text: value[first:v], file: from, span: i - from})
			}
		case i < len(src) && src[i] == '\'':
			size := 1
			if strings.HasPrefix(src[i:], "''") && !strings.HasPrefix(value[v:], "''") {
				size = 2
			}
			if value[v] != '\'' {
				return append(out, chunk{text: value[v:], file: i})
			}
			out = append(out, chunk{text: "'", file: i, span: size, plain: size == 1, form: f})
			i, v = i+size, v+1
		case i < len(src) && src[i] == '\\':
			if value[v] == '\\' && !strings.HasPrefix(src[i:], `\\`) || f != nil {
				out = append(out, chunk{text: `\`, file: i, span: 1, plain: true, form: f})
				i, v = i+1, v+1
				continue
			}
			text, size := escape(src[i:], false)
			if !strings.HasPrefix(value[v:], text) {
				return append(out, chunk{text: value[v:], file: i})
			}
			if text != "" {
				out = append(out, chunk{text: text, file: i, span: size})
			}
			i, v = i+size, v+len(text)
		case blank(value[v]): // the line break at the end of a block
			out = append(out, chunk{text: value[v : v+1], file: min(i, len(src))})
			v++
		default:
			return append(out, chunk{text: value[v:], file: min(i, len(src))})
		}
	}
	return out
}

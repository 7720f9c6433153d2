package build

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"partitionlab/wasm/check"
	"partitionlab/wasm/number"
	"partitionlab/wasm/workload"
)

// Inline forms of chapters:
//
//	{= size1.disk.bytes : B}                the value of a widget's output
//	{= 2 * rows : ~n | size1 rooms=9}       the same widget with other inputs
//	{= copies : n}                          a quantity of a values fence
//	{lit 2024: year}                        a number that is typed, and why
//	{= limit.bytes : B}                     a number of the core: see reference.go
//	{setting page_size_warn_threshold}      what a key of cassandra.yaml is set to as shipped
//	{K hotel_id} {C date} {S title}         a name with its role: colour and mark
//
// They are read into nodes while parsing and worked out when all widgets of the
// chapter are known.
type inline struct {
	ast.BaseInline
	form        string // "=", "lit", "K", "C", "C↑", "C↓", "S"
	content     string
	html, plain string
}

var inlineKind = ast.NewNodeKind("Inline")

func (*inline) Kind() ast.NodeKind              { return inlineKind }
func (n *inline) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type inlineParser struct{}

func (inlineParser) Trigger() []byte { return []byte{'{'} }

// roleClass are the classes of roles, by their marks.
var roleClass = map[string]string{"K": "role-key", "C": "role-clustering", "C↑": "role-clustering up", "C↓": "role-clustering down", "S": "role-static", "V": "role-value"}

func (inlineParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.PeekLine()
	s := string(line)
	var n inline
	if strings.HasPrefix(s, "{=") {
		n.form = "="
	} else if form, _, ok := strings.Cut(s[1:], " "); ok && (form == "lit" || form == "setting" || roleClass[form] != "") {
		n.form = form
	} else {
		return nil
	}
	end := strings.IndexByte(s, '}')
	if end < 0 {
		n.form = "open" // told as a problem later
		end = len(strings.TrimRight(s, "\n")) - 1
	} else {
		n.content = strings.TrimSpace(s[1+len(n.form) : end])
	}
	n.SetPos(at.Start)
	block.Advance(end + 1)
	return &n
}

// inlines works all inline forms out.
func (c *compiling) inlines(doc ast.Node) {
	ast.Walk(doc, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		n, ok := node.(*inline)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		switch n.form {
		case "open":
			c.fail(n.Pos(), "an inline form { has no } on its line")
		case "=":
			n.plain = c.expression(n)
			n.html = html.EscapeString(n.plain)
			if wordless(n.plain) { // a translator leaves it as the calculators write it
				n.html = `<span translate="no">` + n.html + `</span>`
			}
		case "lit":
			value, reason, _ := strings.Cut(n.content, ":")
			if strings.TrimSpace(reason) == "" {
				c.fail(n.Pos(), "{lit "+value+"} gives no reason: write {lit "+value+": why this number is typed}")
			}
			n.plain = strings.TrimSpace(value)
			n.html = html.EscapeString(n.plain)
		case "setting":
			value, ok := check.Shipped(n.content)
			if !ok {
				c.fail(n.Pos(), "{setting "+n.content+"}: "+noSetting(n.content))
			}
			switch n.plain = value; value {
			case "-1", "null", "":
				n.plain = "off"
				n.html = `<span class="off">off</span>`
			default:
				n.html = "<code>" + html.EscapeString(value) + "</code>"
			}
		default:
			n.plain = n.content
			n.html = `<code class="` + roleClass[n.form] + `">` + html.EscapeString(n.content) + `</code>`
		}
		return ast.WalkContinue, nil
	})
}

// wordless holds for what is a number, also with a unit: 24.5 MB, but not 3 days.
func wordless(s string) bool {
	lower := func(c byte) bool { return 'a' <= c && c <= 'z' }
	for i := 1; i < len(s); i++ {
		if lower(s[i-1]) && lower(s[i]) {
			return false
		}
	}
	return s != ""
}

// expression works out {= expr : format | widget input=value …}.
func (c *compiling) expression(n *inline) string {
	content := strings.ReplaceAll(n.content, `\|`, "|") // as a table's cell has to write it
	content, with, changed := strings.Cut(content, "|")
	expr, format, ok := cutLast(content, ":")
	if !ok {
		c.fail(n.Pos(), "{= "+n.content+"} has no format: write {= "+strings.TrimSpace(content)+" : n}, or B, ~B, ~n, %, t")
		return ""
	}
	expr, format = strings.TrimSpace(expr), strings.TrimSpace(format)

	var other map[string]string // the outputs of the widget with changed inputs
	var otherID string
	if changed {
		id, inputs, problem := parseChange(with)
		w := c.widget(id)
		if problem == "" && w == nil {
			problem = c.unknownWidget(id)
		}
		if problem == "" {
			other, problem = w.with(inputs, expr)
			otherID = id
		}
		if problem != "" {
			c.fail(n.Pos(), "{= "+n.content+"}: "+problem)
			return ""
		}
	}

	if format == "names" {
		return c.names(n, expr, otherID, other)
	}
	e, err := workload.ParseExpr(expr)
	if err != nil {
		c.fail(n.Pos(), "{= "+expr+"}: "+err.Message)
		return ""
	}
	problem := ""
	var read, answered []string // widgets: all that are read, and those whose answers are
	v, err := e.Eval(func(name string) (v workload.Interval, ok bool) {
		if q, ok := c.quantities[name]; ok {
			return q, true
		}
		text, ok := other[name]
		id := otherID
		if !ok {
			text, problem = c.output(name, otherID, other)
			var output string
			id, output, _ = strings.Cut(name, ".")
			if w := c.widget(id); w != nil && id != otherID {
				if _, input := w.spec.Default(output); !input {
					answered = append(answered, id)
				}
			}
		}
		if c.widget(id) != nil {
			read = append(read, id)
		}
		if problem != "" {
			return v, false
		}
		one, err := workload.ParseExpr(text)
		if err == nil {
			v, err = one.Eval(func(string) (v workload.Interval, ok bool) { return v, false })
		}
		if err != nil {
			problem = "the output " + name + " is no number: " + text
		}
		return v, err == nil
	})
	if problem == "" && err != nil {
		problem = err.Message
	}
	if problem != "" {
		c.fail(n.Pos(), "{= "+expr+"}: "+problem)
		return ""
	}
	c.gives(n, read, answered)
	if !v.Exact() {
		return inFormat(c, n, v.Lo, format) + " to " + inFormat(c, n, v.Hi, format)
	}
	return inFormat(c, n, v.Typ, format)
}

// names is an output that is a list of names: N4, N5 and N0.
func (c *compiling) names(n *inline, name, otherID string, other map[string]string) string {
	id := otherID
	text, ok := other[name]
	if !ok {
		id, _, _ = strings.Cut(name, ".")
		var problem string
		if text, problem = c.output(name, otherID, other); problem != "" {
			c.fail(n.Pos(), "{= "+name+"}: "+problem)
			return ""
		}
	}
	var answered []string
	if id != otherID {
		answered = []string{id}
	}
	c.gives(n, []string{id}, answered)
	all := strings.Fields(text)
	if len(all) == 0 {
		c.fail(n.Pos(), "{= "+name+"}: the list has no names: the sentence would have a gap")
		return ""
	}
	if len(all) == 1 && strings.IndexByte("0123456789-.", text[0]) >= 0 {
		c.fail(n.Pos(), "{= "+name+"}: "+text+" is a number and no list of names: write n, ~n or another format of numbers")
		return ""
	}
	if last := len(all) - 1; last > 0 {
		return strings.Join(all[:last], ", ") + " and " + all[last]
	}
	return text
}

// output finds the output widget.name of a chapter's widgets; those of the widget
// with an id are exchanged for others.
func (c *compiling) output(name, otherID string, other map[string]string) (text, problem string) {
	id, output, dotted := strings.Cut(name, ".")
	w := c.widget(id)
	if w == nil && dotted {
		if text, problem, known := coreNumber(id, output); known {
			return text, problem
		}
	}
	switch {
	case w == nil && !dotted:
		return "", "there is no quantity " + name + ": values fences of this chapter name none such"
	case w == nil:
		return "", c.unknownWidget(id)
	}
	values := w.values
	if id == otherID {
		values = other
	}
	text, ok := values[output]
	if !ok {
		return "", "the widget " + id + " has no output " + output + ": it has " + strings.Join(sortedKeys(w.values), ", ")
	}
	return text, ""
}

func inFormat(c *compiling, n *inline, v number.Num, format string) string {
	switch format {
	case "B":
		return number.ExactBytes(v.Round())
	case "~B":
		return number.Bytes(v.Float())
	case "n":
		if v.Cmp(number.Int(v.Round())) != 0 {
			c.fail(n.Pos(), "{= "+n.content+"}: "+v.String()+" is not a whole number: use ~n, or round()")
		}
		return number.Count(v.Round())
	case "~n":
		return number.Round(v.Float())
	case "%":
		return number.Percent(v.Float())
	case "t":
		return number.Seconds(v.Float())
	}
	c.fail(n.Pos(), "{= "+n.content+"}: no format "+format+": there are B, ~B, n, ~n, %, t (seconds) and names")
	return ""
}

// parseChange reads "size1 rooms=400 days=10".
func parseChange(s string) (id string, inputs map[string]string, problem string) {
	fields := strings.Fields(s)
	if len(fields) < 2 {
		return "", nil, "behind | stand a widget and its changed inputs: size1 rooms=400"
	}
	inputs = map[string]string{}
	for _, f := range fields[1:] {
		name, value, ok := strings.Cut(f, "=")
		if !ok {
			return "", nil, "a changed input is name=value without spaces, found " + f
		}
		inputs[name] = value
	}
	return fields[0], inputs, ""
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

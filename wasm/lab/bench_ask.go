//go:build !chapters

package lab

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/editor"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/wire"
)

// What the editor of the page asks comes as buttons do: the number of the question, a place
// of the text in units of UTF-16, and what else there is, a line each. The answer begins with
// that number, alone where there is nothing to say.
var questions = map[string]func(*benchWork, question) []string{
	"complete": (*benchWork).complete,
	"hover":    (*benchWork).hover,
	"define":   (*benchWork).define,
	"rename":   (*benchWork).rename,
	"format":   (*benchWork).format,
}

// A question of the editor.
type question struct {
	text string
	at   int // byte of the text
	rest string
}

// Between the parts of an answer, and within one.
const (
	betweenParts  = "\x1e"
	betweenFields = "\x1f"
)

func (w *benchWork) tell(ask func(*benchWork, question) []string, with string) place.Effect {
	id, rest, _ := strings.Cut(with, "\n")
	at, rest, _ := strings.Cut(rest, "\n")
	n, _ := strconv.Atoi(at)
	text := w.text()
	return place.Effect{Tell: strings.Join(append([]string{id}, ask(w, question{text, wire.NewRuler(text).Byte(n), rest})...), betweenParts)}
}

// upTo is how far before a place a statement is looked for in a long text.
const upTo = 1 << 16

// complete proposes what may stand at the place.
func (w *benchWork) complete(q question) []string {
	before := q.text[:q.at]
	if n := len(before) - upTo; n > 0 {
		if i := strings.Index(before[n:], ";\n"); i >= 0 {
			before = before[n+i+1:]
		}
	}
	aside := false
	for _, f := range filed(q.text).Files {
		if f.Start <= q.at {
			aside = f.Aside
		}
		if f.Start <= q.at && f.Start > len(q.text[:q.at])-len(before) {
			before = q.text[f.Start:q.at]
		}
	}
	statement, ok := editor.Begun(before)
	if !ok || aside {
		return nil
	}
	p := editor.Place{Text: statement, After: q.text[q.at:], Catalogue: schema.NewCluster(w.server()), Use: "lab"}
	if j := w.judged; j != nil {
		p.Catalogue, p.Use = j.catalogue, j.keyspace
		for i := range j.items {
			if item := &j.items[i]; item.span.Len() > 0 && item.span.Start <= q.at {
				p.Use = item.keyspace
				if use, ok := item.stmt.(*cql.Use); ok {
					p.Use = use.Keyspace.Text
				}
			}
		}
	}
	p.Datacenters = w.settings().Datacenters
	list, begun := editor.Proposals(p)
	units := wire.NewRuler(q.text).Units
	out := []string{strconv.Itoa(units(q.at - begun))}
	for _, x := range list {
		out = append(out, strings.Join([]string{x.Label, x.Detail, x.Insert, x.Filter, x.Rank, proposed[x.Kind]}, betweenFields))
	}
	return out
}

// proposed are the classes of proposals, as the editor knows them.
var proposed = [...]string{editor.Word: "keyword", editor.Keyspace: "namespace", editor.Table: "class", editor.Column: "property", editor.UserType: "type",
	editor.NativeType: "type", editor.Index: "constant", editor.Function: "function", editor.Option: "property"}

// names are those of the text, if it has been judged as it is; of the statement at the place
// alone, or all.
func (w *benchWork) names(q question, here bool) (all []editor.Naming) {
	j := w.judged
	if j == nil || j.src.Text != q.text {
		return nil
	}
	for i := range j.items {
		if item := &j.items[i]; item.stmt != nil && (!here || item.span.Start <= q.at && q.at <= item.span.End) {
			all = append(all, editor.Namings(j.catalogue, &editor.Statement{Text: q.text, Node: item.stmt, Use: item.keyspace})...)
		}
	}
	return all
}

// nameAt is the name at the place, the shortest where several are; nil for none.
func nameAt(all []editor.Naming, at int) (found *editor.Naming) {
	for i := range all {
		if n := &all[i]; n.At.Start <= at && at <= n.At.End && n.At.Len() > 0 && (found == nil || n.At.Len() < found.At.Len()) {
			found = n
		}
	}
	return found
}

// hover says what the name at the place stands for: where it is, in CQL, and in words.
func (w *benchWork) hover(q question) []string {
	n := nameAt(w.names(q, true), q.at)
	if n == nil {
		return nil
	}
	code, words := editor.Describe(w.judged.catalogue, n.Symbol)
	if code == "" {
		return nil
	}
	t := n.TableIn(w.judged.catalogue)
	if x := w.sizeOfOne(t); x != nil && x.Result != nil {
		if n.Kind == editor.TableName {
			words += "\nOne partition of " + number.Of(x.Rows.Max, "row") + " takes " + number.Bytes(x.Disk.Max) + ", as the tab Sizes has it."
		}
		for _, c := range x.Columns {
			if n.Kind == editor.ColumnName && c.Name == n.Name {
				words += "\nIt takes " + number.Share(c.Disk, x.Disk.Max) + " of the bytes of a partition, as the tab Sizes has it."
			}
		}
	}
	units := wire.NewRuler(q.text).Units
	return []string{strconv.Itoa(units(n.At.Start)), strconv.Itoa(units(n.At.End)), code, strings.TrimSpace(words)}
}

// sizeOfOne is how large a table gets, whether the tab Sizes was opened or not; nil for none.
func (w *benchWork) sizeOfOne(t *schema.Table) *benchTable {
	if !slices.Contains(w.judged.tables, t) {
		return nil
	}
	return w.sizeOf(t, false)
}

// define is where what the name at the place stands for is made.
func (w *benchWork) define(q question) []string {
	n := nameAt(w.names(q, true), q.at)
	if n == nil {
		return nil
	}
	all := w.names(q, false)
	for i := range all {
		if d := &all[i]; d.Makes && d.Symbol == n.Symbol {
			units := wire.NewRuler(q.text).Units
			return []string{strconv.Itoa(units(d.At.Start)), strconv.Itoa(units(d.At.End))}
		}
	}
	return nil
}

// rename says what the name at the place is, or with another name, what to change: "name"
// and the name, "problem" and what it is, or "edits" and these.
func (w *benchWork) rename(q question) []string {
	all := w.names(q, false)
	n := nameAt(all, q.at)
	if n == nil {
		return []string{"problem", "Here is no name that can be renamed."}
	}
	for i := range w.filled.Fillings {
		if x := &w.filled.Fillings[i]; x.Start < n.At.End && n.At.Start < x.End {
			return []string{"problem", x.Written + " is a variable, which a program fills in: change it there."}
		}
	}
	if problem := n.Renamable(); problem != "" {
		return []string{"problem", sentence(problem)}
	}
	if !slices.ContainsFunc(all, func(d editor.Naming) bool { return d.Makes && d.Symbol == n.Symbol }) {
		return []string{"problem", "No file here makes " + n.Name + "."}
	}
	if q.rest == "" {
		return []string{"name", n.Name}
	}
	to, problem := n.NewName(w.judged.catalogue, q.rest)
	if problem != "" {
		return []string{"problem", sentence(problem)}
	}
	var edits []diag.Edit
	seen := map[diag.Span]bool{}
	for i := range all {
		if x := &all[i]; x.Symbol == n.Symbol && !seen[x.At] {
			seen[x.At] = true
			edits = append(edits, diag.Edit{Span: x.At, Text: to})
		}
	}
	return told(q.text, edits)
}

// format lays out the text from the place up to another one: a file. What does not parse
// stays as it is.
func (w *benchWork) format(q question) []string {
	n, _ := strconv.Atoi(q.rest)
	file := q.text[q.at:max(wire.NewRuler(q.text).Byte(n), q.at)]
	laid, _ := cql.FormatWhatParses(file)
	if laid == file {
		return []string{"edits"}
	}
	e := editor.Change(file, laid)
	e.Start, e.End = e.Start+q.at, e.End+q.at
	return told(q.text, []diag.Edit{e})
}

// told are edits for the editor.
func told(text string, edits []diag.Edit) []string {
	units := wire.NewRuler(text).Units
	out := []string{"edits"}
	for _, e := range edits {
		out = append(out, strconv.Itoa(units(e.Start))+betweenFields+strconv.Itoa(units(e.End))+betweenFields+e.Text)
	}
	return out
}

// savedInputs are all inputs but the text, as a link has them, for a script that keeps them beside
// the files; or those of such a link take the place of what is set.
func (w *benchWork) savedInputs(r *Runner, with string) place.Effect {
	id, rest, _ := strings.Cut(with, "\n")
	_, link, _ := strings.Cut(rest, "\n")
	code := w.run.code.Key
	if link == "" {
		changes := slices.DeleteFunc(r.Changes(r.State.Values), func(c input.Change) bool { return c.Field.Key == code })
		saved := ""
		if len(changes) > 0 {
			query, fragment := r.Place.Link(changes, r.Alone)
			saved = query + "&" + fragment
		}
		return place.Effect{Tell: id + betweenParts + saved}
	}
	text, is := r.State.Values[code]
	r.Return(place.ParseLink("", link))
	if r.State.Values == nil {
		r.State.Values = Inputs{}
	}
	if delete(r.State.Values, code); is {
		r.State.Values[code] = text
	}
	return place.Effect{Begin: true, Tell: id + betweenParts}
}

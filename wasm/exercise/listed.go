package exercise

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// An Outline is what an answer is like, apart from names and layout: features, sorted,
// each with a hash of its name in the upper half and of its text in the lower.
type Outline []uint64

// hash is FNV-1a.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// put adds to the text of a feature.
func (o *Outline) put(name, text string) {
	if text != "" {
		*o = append(*o, uint64(hash(name))<<32|uint64(hash(text)))
	}
}

// feature is the hash of a feature's text, 0 where there is none.
func (o Outline) feature(name uint32) (sum uint32) {
	for _, f := range o {
		if uint32(f>>32) == name {
			sum = sum*31 + uint32(f)
		}
	}
	return sum
}

// like says in how many ways an answer differs from the model as a listed one does; 0
// where it is another. The same key with another fault beside it is a weak likeness.
func (o Outline) like(listed, model Outline) int {
	same := func(name string, with Outline) bool { return o.feature(hash(name)) == with.feature(hash(name)) }
	weak := position(same("key", listed) && !same("key", model))
	refused := o.feature(hash("refused")) != 0
	switch {
	case !same("refused", listed):
		return weak
	case refused && same("key", listed):
		return 20
	case refused:
		return max(weak, 2*position(listed.feature(hash("key")) == model.feature(hash("key")))) // the same slip elsewhere in the answer
	case !same("first", listed):
		return weak
	}
	ways := 0
	for _, other := range [...]Outline{listed, model} {
		for _, f := range other {
			name := uint32(f >> 32)
			if text := listed.feature(name); text != model.feature(name) && name != hash("first") && name != hash("key") {
				if ways++; o.feature(name) != text {
					return weak
				}
			}
		}
	}
	return ways + 2*position(ways > 0)
}

// outline describes an answer that was tried and judged.
func (t *trial) outline(first int) (o Outline) {
	o.put("first", strconv.Itoa(first))
	for _, r := range t.ran {
		if c, ok := r.Stmt.(*cql.CreateTable); ok {
			o.put("key", t.e.written(c.PartitionKey, true)+";"+t.e.written(c.Clustering, false))
		}
	}
	if r := t.refused(); r != nil {
		text := "not judged"
		if d := r.Diag; d != nil {
			if text = "refused " + d.Rule; d.Kind == diag.Syntax {
				end := min(max(d.End, 0), len(t.text))
				text += strings.ToUpper(t.text[min(max(d.Start, 0), end):end])
			}
		}
		o.put("refused", text)
		return o
	}
	for _, a := range t.asked {
		if a != nil {
			o.table(a.Fit, a.Question.Name)
		}
	}
	if len(t.e.Questions) == 0 {
		for _, table := range t.tables[:t.own] {
			o.table(&Fit{Table: table, Columns: columns(table)}, "")
		}
	}
	rows, missing, _ := t.selected(t.e.Model.Columns)
	o.put("rows", rows.join("\n")+missing)
	o.put("lost", t.unseen)
	for _, l := range t.after {
		o.put(l.Table, words(l.Rows).join("\n"))
	}
	before := ""
	for _, r := range t.ran {
		word, has := write(r.Stmt)
		if word != "" {
			o.put("if", strconv.FormatBool(has))
		}
		for _, n := range r.ends(nil) {
			o.put("ends", strconv.Itoa(int(n)))
		}
		switch {
		case word == "BATCH", word == "INSERT" && before == "DELETE":
			o.put("moved", before+word)
		case word != "":
			before = word
		}
		d := r.Deletions
		o.put("deleted", say("% % % %", few(d.Partitions), few(d.Ranges), few(d.Rows), few(d.Cells)))
		if r.Plan != nil && r.Cost != nil {
			o.put("touched", say("% % % % %", r.Plan.Partitions.String(), strconv.Itoa(r.Plan.Count), few(len(r.Plan.Indexes)), strconv.Itoa(r.Plan.Limit), strconv.FormatBool(r.Plan.Filtered)))
		}
	}
	return o
}

func few(n int) string { return strconv.Itoa(min(n, 1)) }

// table describes a table by what each attribute is in it.
func (o *Outline) table(f *Fit, question string) {
	var place, sorted words // of the partition, and of its rows
	for i, c := range f.Columns {
		label, role := c.Name, c.Kind.String()
		switch c.Source {
		case Same:
			label = c.Attr.Name
			if c.Attr.Type == nil || !c.Attr.Type.Equal(c.Type) {
				role += c.Type.String()
			}
		case Bucket:
			label = units[c.unit].name + c.Attr.Name
		case Cycle:
			label = units[c.unit].cycle + c.Attr.Name
		case Hash:
			label = "hash"
			role += strconv.Itoa(int(c.Parts))
		case Unknown:
			if f.Rows != nil && !c.isKey() {
				continue // of no concern
			}
			role += c.Type.String()
		}
		if i -= len(f.Table.PartitionKey); i >= 0 && c.isKey() {
			role += strconv.Itoa(i)
		}
		switch c.Kind {
		case schema.PartitionKey:
			place.add(label)
		case schema.Clustering:
			sorted.add(label)
		}
		o.put(question+" "+label, role)
		if c.Desc {
			o.put(question+" descending", label)
		}
	}
	diag.Sort(place)
	o.put(question+" key", place.join(" ")+";"+sorted.join(" ")) // as a whole: with another column beside it it is another key
	o.put(question+" ttl", strconv.Itoa(max(f.Table.Params.DefaultTTL, int(f.timed))))
}

// written are the names of a key as they are written, or rather the attributes that they
// are like.
func (e *Exercise) written(list []cql.Name, sorted bool) string {
	var out words
	for _, n := range list {
		best, text, name := alike-1, n.Text, spell(n.Text)
		for _, set := range e.Rows {
			for _, a := range set.Attrs {
				if k := likeness(a, name, nil); k > best {
					best, text = k, a.Name
				}
			}
		}
		out.add(text)
	}
	if sorted {
		diag.Sort(out)
	}
	return out.join(", ")
}

package lab

import (
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

func (v *sizeView) stale() *view.Node {
	if v.now.result != nil {
		return nil
	}
	return staleNote(v.staleNote())
}

// staleNote says which inputs the answer is for: those in which it differs from
// the fields.
func (v *sizeView) staleNote() string {
	var out []string
	for i := range v.z.all {
		f := &v.z.all[i]
		if f.Type == input.Quantity && f.Key != v.z.written.Key {
			f = v.shown.field(f.Key)
		}
		used := f.Text(v.shown.in)
		if v.text(f) == used && v.in.Lost[f.Key] == "" || v.shown.fenceOnly(f.Key) {
			continue
		}
		switch {
		case f.Type == input.CQL:
			out = append(out, "the earlier schema")
		case used == "":
		default:
			out = append(out, f.Key+" = "+input.Shorten(strings.TrimSpace(used), 40))
		}
	}
	if len(out) == 0 {
		return "The answer still belongs to the earlier inputs."
	}
	return "The answer still belongs to " + strings.Join(out, ", ") + "."
}

// notes are remarks and assumptions.
func (v *sizeView) notes() *view.Node {
	r := v.shown.result
	n := view.El("ul", view.Class("notes"))
	for _, l := range r.Lines {
		if l.Over && l.Weight == sizing.Remark {
			n.Add(remark("remark-"+l.Name, number.Count(l.Now.Max)+" "+l.Name+": more than "+number.Count(l.At)+" ("+l.Source+"). This alone is no problem: the bytes of a partition and the rows of a read decide."))
		}
	}
	if t := v.shown.leaving(); t != nil && !v.wanted.has("expiry") && t.Expiry != nil && t.Expiry.TTL > sizing.LongestTTL(clock, true) {
		n.Add(remark("ttl", ttlNote(t.Expiry.TTL)))
	}
	for _, t := range r.Notes {
		n.Add(remark(t.ID, t.Text))
	}
	for _, a := range r.Assumed {
		n.Add(remark(a.Name, "Assumed: "+lowerFirst(labelOf(a.Name))+" = "+number.Count(a.Value)+", "+a.Why+"."))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

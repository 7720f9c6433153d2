//go:build !chapters

package lab

import (
	"slices"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/upgrade"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// This file holds the tab that tells what changes for a text when the cluster gets a newer release.

// A benchUpgrade is what package upgrade says of the text.
type benchUpgrade struct {
	from, to version.Server
	changes  []upgrade.Change
	over     bool // there may be more
	refused  int  // statements, by both
}

// upgradeFields are the release that a cluster has, and the one that it gets.
func upgradeFields() (from, to input.Field) {
	all := releases()
	from, to = releaseField, releaseField
	from.Key, from.Label, from.Options, from.Default = "from", "From", all[1:], version.V41.String()
	to.Key, to.Label, to.Options = "to", "To", all[:len(all)-1]
	return from, to
}

// upgradeKinds are the kinds of changes with their titles, the heaviest first.
var upgradeKinds = []struct {
	kind  upgrade.Kind
	title string
}{
	{upgrade.Refuses, "Refused from then on"}, {upgrade.Warns, "Warned of from then on"}, {upgrade.Answers, "Answered otherwise"},
	{upgrade.Options, "Options of tables"}, {upgrade.Named, "New names"}, {upgrade.Words, "Said in other words"},
	{upgrade.Takes, "Taken from then on"}, {upgrade.Possible, "What becomes possible"}, {upgrade.Size, "Bytes on disk"},
}

// upgrade are the two releases, and why they are not compared, "" where they are.
func (w *benchWork) upgrade() (from, to version.Server, unable string) {
	from, to = releaseOf(&w.z.from, w.in.Values), releaseOf(&w.z.to, w.in.Values)
	switch {
	case from >= to:
		unable = "Pick a newer release behind To: going from " + from.String() + " to " + to.String() + " is no upgrade."
	case len(w.text()) > maxModel:
		unable = "A text of more than " + number.Count(maxModel/1000) + " kB is not compared here. The command line does it: partitionlab upgrade."
	}
	return from, to, unable
}

// upgradeIt judges the text as both releases, and compares.
func (w *benchWork) upgradeIt(m *work.Meter) {
	from, to, unable := w.upgrade()
	if unable != "" || w.upgraded != nil && w.upgraded.from == from && w.upgraded.to == to {
		return
	}
	w.upgraded = nil
	src := w.source()
	if of := w.settled + "\x00" + from.String() + "\x00" + to.String(); w.compares != of {
		w.compared, w.compares = [2]session.Memory{}, of
	}
	begin := func(server version.Server, memory *session.Memory) *session.Session {
		settings, _ := w.settingsOf(server) // what the one does not know, the other may
		conn := w.connectTo(settings, w.judged.keyspace, m)
		memory.Begin()
		conn.Recall(memory)
		return conn
	}
	older, newer := begin(from, &w.compared[0]), begin(to, &w.compared[1])
	was := map[int]session.Outcome{}
	for _, r := range older.Verdicts(src) {
		was[r.Span.Start] = r
	}
	older.Forget() // the rows of one release alone are held at once
	var pairs []upgrade.Pair
	for _, r := range newer.Verdicts(src) {
		if f, ok := was[r.Span.Start]; ok {
			pairs = append(pairs, upgrade.Pair{Text: src.Text[r.Span.Start:r.Span.End], From: &f, To: &r})
		}
	}
	if !m.Ask(work.Slice) {
		return
	}
	for i := range w.compared {
		w.compared[i].End()
	}
	sizes, _ := upgrade.Sizes(older, newer, pairs, nil) // of the rows, which Run forgets
	if !m.Ask(work.Slice) {
		return
	}
	changes, over := upgrade.Run(older, newer, pairs)
	if !m.Ask(work.Slice) {
		return
	}
	x := &benchUpgrade{from: from, to: to, over: over}
	for i := range pairs {
		if pairs[i].From.Diag != nil && pairs[i].To.Diag != nil {
			x.refused++
		}
	}
	for _, c := range append(changes, sizes...) {
		var fits *diag.Diagnostic
		if c.OffersIndex() {
			fits = w.adviceAt(pairs[c.Pair].To.Span)
		}
		c.Diagnostic = c.Told(to.String(), fits)
		c.Fixes = nil // they are for when no node has the older release any more
		x.changes = append(x.changes, c)
	}
	w.upgraded = x
}

// adviceAt is the first advice on a statement, nil where there is none.
func (w *benchWork) adviceAt(at diag.Span) *diag.Diagnostic {
	if item := w.judged.advice(); item != nil {
		for i := range item.diags {
			if d := &item.diags[i]; d.Severity == diag.Advice && d.Start >= at.Start && d.Start < at.End {
				return d
			}
		}
	}
	return nil
}

// upgradeView tells the changes by their kinds.
func (w *benchWork) upgradeView() view.Part {
	n := view.El("div", view.Class("fields"))
	for _, x := range [...]input.Field{w.z.from, w.z.to} {
		n.Add(w.selection(w.show(x, w.set.Of(x.Key))))
	}
	if words := w.origin(); words != "" {
		n.Add(fieldNote(words))
	}
	from, to, unable := w.upgrade()
	switch x := w.upgraded; {
	case unable != "":
		return view.Nodes{n, fieldNote(unable)}
	case x == nil:
		return view.Nodes{n, w.notDone()}
	}
	out := view.Nodes{n}
	if w.upgraded.over {
		out = append(out, fieldNote("Some of this is more than a page works out: more may change than is said. The command line works out more: partitionlab upgrade."))
	} else if len(w.upgraded.changes) == 0 {
		out = append(out, view.Leaf("p", "upgrade-said", "Nothing changes for these statements from "+from.String()+" to "+to.String()+"."))
	}
	if n := w.upgraded.refused; n > 0 {
		out = append(out, fieldNote("Both refuse "+number.Of(n, "statement")+": the tab Verdicts says why. What depends on such a statement is not compared."))
	}
	as := *w.judged
	as.server = to
	for _, k := range upgradeKinds {
		var list []upgrade.Change
		for _, c := range w.upgraded.changes {
			if c.Kind == k.kind {
				list = append(list, c)
			}
		}
		if len(list) == 0 {
			continue
		}
		ol := view.El("ol", view.Class("findings"))
		said := map[string]bool{}
		for i, c := range list[:min(len(list), maxFindings)] {
			if said[c.Why] { // once for all tables
				c.Why = ""
			}
			said[c.Why] = true
			ol.Add(w.finding(&as, c.Diagnostic, string(k.kind)+number.Plain(float64(i))))
		}
		out = append(out, view.Leaf("h4", "", k.title+": "+number.Count(len(list))), ol)
		if more := len(list) - maxFindings; more > 0 {
			out = append(out, w.unsaid(more))
		}
	}
	return out
}

// origin says which server wrote the text, where an option of a table tells; "" where none does.
func (w *benchWork) origin() string {
	for i := range w.judged.items {
		var with []cql.Property
		switch s := w.judged.items[i].stmt.(type) {
		case *cql.CreateTable:
			with = s.With
		case *cql.AlterTable:
			with = s.With
		}
		for _, p := range sizing.Presets {
			for _, x := range with {
				if slices.Contains(p.Options, x.Name.Text) {
					from := p.Name
					if !p.Service {
						from += " or older"
					}
					return "This text is from " + from + ": it sets " + x.Name.Text + ", which no release here has. What changes from there to the first of these, is not told."
				}
			}
		}
	}
	return ""
}

// heavy is how many statements the newer release refuses or warns of.
func (x *benchUpgrade) heavy() (n int) {
	if x == nil {
		return 0
	}
	for _, c := range x.changes {
		if c.Kind == upgrade.Refuses || c.Kind == upgrade.Warns {
			n++
		}
	}
	return n
}

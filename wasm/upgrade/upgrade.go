// Package upgrade tells what changes when a cluster gets a newer release: the same statements are
// judged as both servers judge them, and what they say is compared. It knows no rule and no
// version: what is proposed was refused by the one server and accepted by the other.
package upgrade

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
)

// A Kind says in which way a change matters.
type Kind string

// The kinds, the heaviest first.
const (
	Refuses  Kind = "refuses"  // the newer server refuses what the older one takes
	Warns    Kind = "warns"    // the newer server warns of it, the older one does not
	Setting  Kind = "setting"  // a key of cassandra.yaml has another name, or is gone
	Words    Kind = "words"    // both say something, in other words; or a warning is gone
	Answers  Kind = "answers"  // what comes back is another: names of columns, or rows
	Named    Kind = "named"    // a function has a new name
	Options  Kind = "options"  // tables have other options
	Takes    Kind = "takes"    // the newer server takes what the older one refuses
	Possible Kind = "possible" // what could be written, and could not before
	Size     Kind = "size"     // bytes on disk
)

// A Change is one thing that the newer server does otherwise.
type Change struct {
	Kind Kind
	diag.Diagnostic
	Pair int    // index of the statement that it is about; -1 for none
	Try  string // CQL that the newer server takes and the older one refuses
	Of   *Bytes // of a size
}

// OffersIndex reports whether the change is an index that only the newer server makes: another
// way to the same rows, for which there may be advice.
func (c *Change) OffersIndex() bool { return strings.HasPrefix(c.Try, "CREATE INDEX ") }

// Told is the diagnostic with what may be tried on the newer release, and with the advice that
// fits; nil for none.
func (c *Change) Told(to string, advice *diag.Diagnostic) diag.Diagnostic {
	d := c.Diagnostic
	if c.Try != "" {
		d.Instead = "Only " + to + " takes this: " + c.Try
	}
	if advice != nil {
		d.Why += " The advice " + advice.Rule + " fits here: " + advice.Message + "."
	}
	return d
}

// A Pair is a statement with the verdicts of both servers. Offsets in the outcomes count in the
// same text.
type Pair struct {
	Text     string // of the statement alone
	From, To *session.Outcome
}

// Quiet reports whether there is nothing to compare of a statement that the other server takes
// without a word, too, as it does of most writes.
func Quiet(o *session.Outcome) bool {
	switch o.Stmt.(type) {
	case *cql.Insert, *cql.Update, *cql.Delete, *cql.Batch:
	default:
		return false
	}
	calls := false
	cql.Walk(o.Stmt, func(n cql.Node) bool {
		_, call := n.(*cql.Call)
		calls = calls || call
		return !calls
	})
	return o.Accepted() && o.Ended == nil && !o.Prepared && o.Notes == nil && o.Rows == nil && !calls
}

func release(s *session.Session) string { return s.Settings().Server.String() }

// Run compares. The sessions are used up: indexes are made and dropped to see what they are good for.
// Where their meters ended a statement, or one that was tried, not all is known.
func Run(from, to *session.Session, pairs []Pair) (changes []Change, over bool) {
	r := &run{from: from, to: to, pairs: pairs, called: map[string]string{}}
	r.from.Bare, r.to.Bare = true, true
	for i := range pairs {
		r.at = i
		r.compare(&pairs[i])
	}
	r.from.Forget() // what is tried is a question of the schema; with rows each index would be built of all of them
	r.to.Forget()
	r.options()
	for i := range pairs {
		r.at = i
		if p := &pairs[i]; p.To.Stmt != nil && len(p.Text) <= longest {
			r.names(p)
			r.offer(p)
		}
	}
	return r.out, r.over
}

// longest is how many bytes a statement may have of which variants are tried.
const longest = 10_000

type run struct {
	from, to *session.Session
	pairs    []Pair
	out      []Change
	at       int               // the pair in turn
	called   map[string]string // the new name of a function, "" for none
	tried    int               // indexes that were made
	over     bool              // something was too much to work out
}

// say adds a change at a place of the statement in turn.
func (r *run) say(k Kind, at diag.Span, message, why string) *Change {
	severity := diag.Note
	switch k {
	case Refuses:
		severity = diag.Refused
	case Warns, Setting:
		severity = diag.Warning
	}
	r.out = append(r.out, Change{Kind: k, Pair: r.at, Diagnostic: diag.Diagnostic{Severity: severity, Span: at, Message: message, Why: why}})
	return &r.out[len(r.out)-1]
}

// compare compares what both servers say.
func (r *run) compare(p *Pair) {
	f, t := p.From, p.To
	from, to := release(r.from), release(r.to)
	r.over = r.over || f.Ended != nil || t.Ended != nil
	switch {
	case f.NotJudged || t.NotJudged || f.Command != "":
	case f.Diag == nil && t.Diag != nil:
		c := r.say(Refuses, t.Diag.Span, "", "")
		c.Diagnostic = *t.Diag
		if t.Follows { // no mistake of its own
			c.Severity = diag.Note
		}
		if c.Why = from + " takes this."; t.Diag.Why != "" {
			c.Why += " " + t.Diag.Why
		}
	case f.Diag != nil && t.Diag == nil:
		if !f.Follows {
			r.say(Takes, t.Span, to+" takes this", from+" refuses it: "+f.Diag.Message)
		}
	case f.Diag != nil:
		if f.Diag.Kind == diag.Syntax && t.Diag.Kind == diag.Syntax || f.Follows || t.Follows {
			break
		}
		if f.Diag.Message != t.Diag.Message || f.Diag.Kind != t.Diag.Kind {
			c := r.say(Words, t.Diag.Span, "both refuse this, "+to+" in other words: "+t.Diag.Message, from+" says: "+f.Diag.Message)
			c.Rule = t.Diag.Rule
		}
	default:
		r.warnings(f, t)
		r.answers(f, t)
	}
}

// warnings compares what both warn of.
func (r *run) warnings(f, t *session.Outcome) {
	gone := heard(f, t)
	for _, n := range heard(t, f) {
		same := slices.IndexFunc(gone, func(g diag.Diagnostic) bool { return g.Rule == n.Rule })
		if same < 0 {
			c := r.say(Warns, n.Span, "", "")
			c.Diagnostic = n
			c.Why = release(r.from) + " does not warn of this."
			continue
		}
		c := r.say(Words, n.Span, release(r.to)+" warns in other words: "+n.Message, release(r.from)+" says: "+gone[same].Message)
		c.Rule = n.Rule
		gone = append(gone[:same], gone[same+1:]...)
	}
	for _, n := range gone {
		c := r.say(Words, n.Span, release(r.to)+" does not warn of this any more", release(r.from)+" says: "+n.Message)
		c.Rule = n.Rule
	}
}

// heard are the warnings of one server that the other one does not give in these words.
func heard(of, not *session.Outcome) (out []diag.Diagnostic) {
	for _, n := range of.Notes {
		if n.Severity == diag.Warning && !slices.Contains(not.Warnings, n.Message) {
			out = append(out, n)
		}
	}
	return out
}

// answers compares what comes back.
func (r *run) answers(f, t *session.Outcome) {
	if f.Rows == nil || t.Rows == nil {
		return
	}
	var other []string
	for i, name := range t.Rows.Cols {
		if len(f.Rows.Cols) == len(t.Rows.Cols) && f.Rows.Cols[i] != name {
			other = append(other, "`"+f.Rows.Cols[i]+"` is `"+name+"`")
		}
	}
	switch {
	case len(f.Rows.Cols) != len(t.Rows.Cols):
		r.say(Answers, t.Span, release(r.to)+" answers with other columns: "+strings.Join(t.Rows.Cols, ", "), release(r.from)+" answers with "+strings.Join(f.Rows.Cols, ", ")+".")
	case other != nil:
		r.say(Answers, t.Span, "columns of the answer are named otherwise in "+release(r.to)+": "+strings.Join(other, ", "), "A program that reads columns by their names does not find these any more.").
			Instead = "Give the column a name with AS."
	}
}

// both asks both servers in the keyspace that the statement met, and reports whether the newer
// one takes what the older one refuses.
func (r *run) both(text string) bool {
	p := &r.pairs[r.at]
	return r.taken(p, text) && r.ask(r.from, p.From.Keyspace, text).Diag != nil
}

// taken reports whether the newer server takes a statement in the keyspace that another one met.
func (r *run) taken(p *Pair, text string) bool {
	o := r.ask(r.to, p.To.Keyspace, text)
	return o.Accepted()
}

// ask asks without changing anything. What is too much is neither accepted nor refused.
func (r *run) ask(s *session.Session, keyspace, text string) session.Outcome {
	if s.Work().Stopped() {
		r.over = true
		return session.Outcome{NotJudged: true}
	}
	s.Use(keyspace)
	o := s.Ask(text)
	r.over = r.over || o.Ended != nil
	return o
}

// names proposes the names that functions have now: those with the same letters that only the
// newer server knows.
func (r *run) names(p *Pair) {
	if !p.From.Accepted() || !p.To.Accepted() {
		return
	}
	cql.Walk(p.To.Stmt, func(n cql.Node) bool {
		call, ok := n.(*cql.Call)
		if !ok {
			return true
		}
		name, begin := call.Func.Name, call.Func.Name.Start-p.To.Span.Start
		end := begin + name.Len()
		if begin < 0 || end > len(p.Text) || name.Quoted || strings.Contains(name.Text, "_") {
			return true
		}
		now, known := r.called[name.Text]
		if !known {
			now = r.respelled(p.Text[:begin], name.Text, p.Text[end:])
			r.called[name.Text] = now
		}
		if now != "" {
			c := r.say(Named, name.Span, "`"+p.Text[begin:end]+"` is called `"+now+"` in "+release(r.to), "The old name still works there. "+release(r.from)+" does not know the new one.")
			c.Fixes = []diag.Fix{{Title: "write " + now, Edits: []diag.Edit{{Span: name.Span, Text: now}}}}
			c.Instead = "Write the new name when no node runs " + release(r.from) + " any more."
		}
		return true
	})
}

// longestName is that of the longest name that is written otherwise.
const longestName = 24

// respelled writes a name with one or two underscores, until only the newer server takes it.
func (r *run) respelled(before, name, behind string) string {
	if len(name) > longestName {
		return ""
	}
	for i := 1; i < len(name); i++ {
		if now := name[:i] + "_" + name[i:]; r.both(before + now + behind) {
			return now
		}
	}
	for i := 1; i < len(name); i++ {
		for k := i + 1; k < len(name); k++ {
			if now := name[:i] + "_" + name[i:k] + "_" + name[k:]; r.both(before + now + behind) {
				return now
			}
		}
	}
	return ""
}

// options compares the options that tables have in the end.
func (r *run) options() {
	told := map[string]*Change{}
	count := map[string]int{}
	var order []string
	for i := range r.pairs {
		r.at = i
		for _, made := range made(&r.pairs[i]) {
			was, is := r.from.Catalogue().Table(made.Keyspace, made.Name), r.to.Catalogue().Table(made.Keyspace, made.Name)
			if was == nil || is == nil {
				continue
			}
			text := optionsBehind(was.Options(), is.Options(), release(r.from), release(r.to))
			if text == "" {
				continue
			}
			if count[text]++; told[text] == nil {
				at := r.pairs[i].To.Span
				if s, ok := r.pairs[i].To.Stmt.(*cql.CreateTable); ok {
					at = s.Name.Place()
				}
				order = append(order, text)
				told[text] = &Change{Kind: Options, Pair: i, Diagnostic: diag.Diagnostic{Severity: diag.Note, Span: at}}
			}
		}
	}
	for _, text := range order {
		c := told[text]
		c.Message = text
		if n := count[text]; n > 1 {
			c.Why = "This holds for " + number.Of(n, "table") + " here; this is the first."
		}
		r.out = append(r.out, *c)
	}
}

// made are the tables and views that a statement has made on both servers.
func made(p *Pair) (out []check.Object) {
	if p.From.Accepted() && p.To.Accepted() && p.To.Verdict.Changed != nil {
		for _, o := range p.To.Verdict.Changed.Made {
			if o.Kind == check.Table || o.Kind == check.View {
				out = append(out, o)
			}
		}
	}
	return out
}

// optionsBehind says which options come, go, and are set to something else.
func optionsBehind(was, is []string, from, to string) string {
	before, now := map[string]string{}, map[string]string{}
	for _, list := range []struct {
		options []string
		into    map[string]string
	}{{was, before}, {is, now}} {
		for _, o := range list.options {
			name, value, _ := strings.Cut(o, " = ")
			list.into[name] = value
		}
	}
	var come, gone, other []string
	for _, o := range is {
		name, value, _ := strings.Cut(o, " = ")
		if old, there := before[name]; !there {
			come = append(come, o)
		} else if old != value {
			other = append(other, name+" = "+value+" where "+from+" has "+old)
		}
	}
	for _, o := range was {
		name, _, _ := strings.Cut(o, " = ")
		if _, there := now[name]; !there {
			gone = append(gone, name)
		}
	}
	var parts []string
	for _, list := range []struct {
		what  string
		names []string
	}{{"this table gets options that " + from + " has not: ", come}, {"options are gone: ", gone}, {"options have other values: ", other}} {
		if list.names != nil {
			parts = append(parts, list.what+strings.Join(list.names, ", "))
		}
	}
	if parts == nil {
		return ""
	}
	return "in " + to + " " + strings.Join(parts, "; ")
}

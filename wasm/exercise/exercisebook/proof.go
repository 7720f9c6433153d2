package exercisebook

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/session"
)

// Prove shows that an exercise does what it claims, with the text that a page gets.
// What comes back are the claims that do not hold, each at its place:
//
//   - the model answer passes, and so do variations of it that only change names,
//     order and layout; variations that lose a row, a column or an order do not
//   - every answer in `also:` passes; none in `wrong:` does, and each gets its own
//     feedback; what the answer's field holds at first does not pass
//   - every option, every item in every place and every number has its feedback
//   - there are three hints, and none but the last gives the answer away; and a question
//     for a class
//   - the statements of `proof:` do what their comments say
func (e *Exercise) Prove() []diag.Diagnostic {
	p := &prover{reader: reader{src: e.Source.Text}, e: e, said: map[string]*exercise.Judgement{}}
	text := Pack(&e.Exercise)
	judged, ok := exercise.Unpack(text)
	if e.page != nil && Pack(e.page) == text { // it has learned from the same
		judged, p.said = e.page, e.judged
		e.page, e.judged = nil, nil
	}
	if !ok {
		p.wrong(diag.Span{}, "the exercise cannot be packed", "", "")
		return p.diags
	}
	p.judge = judged
	switch e.Kind {
	case exercise.CQL:
		p.statements()
	case exercise.Number:
		p.numbers()
	case exercise.Choice:
		p.options()
	default:
		p.items()
	}
	p.hints()
	if e.Teach.Len() == 0 {
		p.wrong(p.top(), "there is no question for a class", "Whoever teaches with the exercise finds it on its page.", "write teach: and a question that goes one step further")
	}
	p.proof()
	p.words()
	return p.sorted()
}

type prover struct {
	reader
	e     *Exercise
	judge *exercise.Exercise
	said  map[string]*exercise.Judgement // by answer: several claims are about the same one
}

func (p *prover) judged(answer string) *exercise.Judgement {
	r := p.said[answer]
	if r == nil {
		r = p.judge.Judge(answer)
		p.said[answer] = r
	}
	return r
}

// because is what a result has to say.
func (p *prover) because(r *exercise.Judgement) string {
	switch {
	case r.Note != "":
		return r.Note
	case r.First >= 0:
		f := r.Findings[r.First]
		text := p.e.Exercise.Must[r.First].Text + ": " + f.Consequence
		if f.Diag != nil {
			text += " " + f.Diag.Message
		}
		return text
	case len(r.Says) > 0:
		return r.Says[0]
	}
	return "it passes"
}

// passes proves that an answer passes.
func (p *prover) passes(at diag.Span, what, answer string) *exercise.Judgement {
	r := p.judged(answer)
	if !r.Passed {
		p.wrong(at, what+" does not pass: "+p.because(r), "Whoever gives it is told so.", "change it, or the predicate")
	}
	return r
}

// fails proves that an answer does not pass, and gets the feedback of its case.
func (p *prover) fails(c *Case, own *exercise.Case, answer string) {
	r := p.judged(answer)
	switch {
	case r.Passed:
		p.wrong(c.Span, "this answer passes: nothing is wrong with it", "An answer that no predicate refuses is right.", "add a predicate that it does not hold, or write it as also:")
	case r.Listed == nil:
		p.wrong(c.Span, "this answer does not get its feedback: it is like no listed one ("+p.because(r)+")", "It differs from the model answer in nothing that can be told.", "write the answer in full")
	case r.Listed != own:
		p.wrong(c.Span, "this answer gets the feedback of another: "+r.Listed.Says, "Both differ from the model answer in the same way.", "take one of them out, or make them differ")
	}
}

func (p *prover) statements() {
	e := p.e
	p.passes(e.Model.Span, "the model answer", e.Model.Text)
	for i := range e.Also {
		c := &e.Also[i]
		if r := p.passes(c.Span, "this answer", c.CQL); r.Passed && r.Listed != &p.judge.Cases[len(e.Wrong)+i] {
			p.wrong(c.Span, "this answer does not get its comment", "It differs from the model answer in nothing that can be told.", "take it out")
		}
	}
	for i, after := range e.Exercise.After {
		said := false
		for _, c := range append([]Case{{CQL: e.Model.Text}}, e.Also...) {
			said = said || slices.Contains(p.judged(c.CQL).After, after.Ask)
		}
		if !said {
			p.wrong(e.Bound[i].Span, "nobody is told this: "+after.Text+" does not hold of the model answer, nor of any in also:", "", "write an answer in also: of which it is true, or another predicate")
		}
	}
	for i := range e.Wrong {
		p.fails(&e.Wrong[i], &p.judge.Cases[i], e.Wrong[i].CQL)
	}
	if e.Start.Len() > 0 && p.judge.Judge(e.Start.Text).Passed {
		p.wrong(e.Start.Span, "what the field holds at first passes", "There is nothing left to do.", "begin with a text that does not")
	}
	for _, v := range e.Variations() {
		switch r := p.judged(v.Answer); {
		case v.Right && !r.Passed:
			p.wrong(e.Model.Span, "the model answer passes, but not "+v.What+": "+p.because(r), "Names, layout and order within the partition key decide on nothing.", "loosen the predicate, or report the judge")
		case !v.Right && r.Passed:
			p.wrong(e.Model.Span, "the model answer passes, and so does it "+v.What, "Whoever makes this mistake is not told.", "add a predicate, or rows that show the difference")
		}
	}
}

func (p *prover) numbers() {
	e := p.e
	p.passes(e.answer.Span, "the answer", strings.TrimSpace(strings.Split(e.answer.Text, "±")[0]))
	seen := false
	for i := range e.Wrong {
		c := &e.Wrong[i]
		if seen = seen || c.Answer.Text == "otherwise"; c.Answer.Text == "otherwise" {
			p.fails(c, &p.judge.Cases[i], decimal(e.Amount.Plain*1.7+29))
			continue
		}
		for _, n := range strings.Split(c.Answer.Text, " or ") {
			p.fails(c, &p.judge.Cases[i], n)
		}
	}
	if r := p.judge.Judge(decimal(e.Amount.Plain*1.7 + 29)); r.Passed || len(r.Says) == 0 {
		p.wrong(e.answer.Span, "nothing is said to who gives another number", "", "add wrong otherwise:")
	}
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (p *prover) options() {
	var right []string
	for i, o := range p.judge.Items {
		if o.Want == 1 {
			right = append(right, exercise.Letter(i))
		}
	}
	p.passes(p.top(), "the right choice", strings.Join(right, " "))
	for i, o := range p.judge.Items {
		is := o.Want == 1
		if r := p.judge.Judge(exercise.Letter(i)); r.Passed != (is && len(right) == 1) || !r.Passed && (len(r.Says) == 0 || !is && len(right) == 1 && r.Says[0] != o.Says) {
			p.wrong(p.e.Options[i].Span, "choosing this does not get its feedback", "", "")
		}
	}
}

func (p *prover) items() {
	e := p.e
	n := len(e.Items)
	right := make([]string, n)
	for i, at := range p.judge.Shown() {
		if right[at] = strconv.Itoa(i + 1); e.Kind == exercise.Match {
			right[i] = e.Exercise.Categories[p.judge.Items[i].Want]
		}
	}
	if e.Kind == exercise.Match {
		for i := range right {
			right[i] = e.Exercise.Categories[p.judge.Items[i].Want]
		}
	}
	p.passes(p.top(), "the right answer", strings.Join(right, " "))
	try := func(i int, answer []string) {
		if r := p.judge.Judge(strings.Join(answer, " ")); r.Passed || len(r.Says) == 0 {
			p.wrong(e.Items[i].Span, "who puts this elsewhere is told nothing: "+strings.Join(answer, " "), "", "write the feedback indented below it")
		}
	}
	for i := range right {
		answer := append([]string(nil), right...)
		if e.Kind == exercise.Order {
			j := (i + 1) % n
			answer[i], answer[j] = answer[j], answer[i]
			try(i, answer)
			continue
		}
		for c, key := range e.Exercise.Categories {
			if answer[i] = key; c != p.judge.Items[i].Want {
				try(i, answer)
			}
		}
	}
}

// plain are the letters and digits of a text, without the words that join names.
func plain(text string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_')
	}) {
		if w != "and" && w != "then" && w != "the" {
			b.WriteString(strings.ReplaceAll(w, "_", ""))
		}
	}
	return b.String()
}

// secrets are what gives an answer away: the clustering columns of a key in their order,
// a WHERE clause, the number, the text of the right option, the list of categories.
func (e *Exercise) secrets() (out []string) {
	add := func(s string) {
		if s = plain(s); len(s) > 3 {
			out = append(out, s)
		}
	}
	switch e.Kind {
	case exercise.CQL:
		for _, item := range cql.Parse(diag.NewSource("", e.Model.Text)).Items {
			switch s := item.Stmt.(type) {
			case *cql.CreateTable:
				var names []string
				for _, n := range append(s.PartitionKey[:len(s.PartitionKey):len(s.PartitionKey)], s.Clustering...) {
					names = append(names, n.Text)
				}
				if len(names) > 1 {
					add(strings.Join(names, ","))
				}
				if len(s.Clustering) > 1 {
					add(strings.Join(names[len(s.PartitionKey):], ","))
				}
			case nil:
			default:
				text := cql.Print(s)
				add(text)
				if at := strings.Index(text, " WHERE "); at >= 0 {
					add(text[at+len(" WHERE "):])
				}
			}
		}
	case exercise.Choice:
		for i, o := range e.Options {
			if e.Exercise.Items[i].Want == 1 {
				add(o.Text)
			}
		}
	case exercise.Match:
		var keys []string
		for _, it := range e.Exercise.Items {
			keys = append(keys, e.Exercise.Categories[it.Want])
		}
		add(strings.Join(keys, " "))
	}
	return out
}

func (p *prover) hints() {
	e := p.e
	if len(e.Hints) != 3 {
		p.wrong(p.top(), "there are "+strconv.Itoa(len(e.Hints))+" hints", "There are always three: what does not hold, where to look, and a skeleton with a blank.", "write hint: three times")
	}
	secrets := e.secrets()
	for i, h := range e.Hints {
		last := i == len(e.Hints)-1
		if last && (e.Kind == exercise.CQL || e.Kind == exercise.Number) && !strings.Contains(h.Text, "___") {
			p.wrong(h.Span, "the last hint has no blank", "It is a skeleton in which one thing is left to be filled in.", "write ___ in its place")
		}
		text := plain(h.Text)
		for _, s := range secrets {
			if strings.Contains(text, s) {
				p.wrong(h.Span, "this hint gives the answer away", "It holds what the model answer consists of.", "leave out what is still to be found")
				break
			}
		}
		if e.Kind == exercise.Number && !last {
			for _, w := range strings.Fields(h.Text) {
				if a, bad := exercise.ReadAmount(strings.Trim(w, "`,.;:?!()*")); bad == nil && a.Plain == e.Amount.Plain {
					p.wrong(h.Span, "this hint gives the number away", "", "leave it out")
				}
			}
		}
	}
}

// proof runs the section of that name, each statement with a comment behind it that
// says what it does: accepted, refused, refused W-05, warns, rows 3, reads 1 or reads all (partitions),
// tombstones 3, bytes 65 (of all tables on disk, flushed once), returns a, b.
func (p *prover) proof() {
	e := p.e
	if e.Proof.Len() == 0 {
		return
	}
	for _, c := range e.claims() {
		if said, ok := c.check(); !ok {
			p.wrong(c.At, "this is not so: the statement "+said, "What an exercise claims is shown by the server's own rules.", "correct the comment, or the statement")
		}
	}
}

// A Claim is a statement of `proof:` and what it is said to do.
type Claim struct {
	CQL    string
	Says   string // "refused W-05", "rows 3"; "" where nothing is said
	At     diag.Span
	Result *session.Outcome
	bytes  int64
}

// claims are the statements of `proof:`, carried out after what is given.
func (e *Exercise) claims() (out []Claim) {
	s := e.Session()
	script := cql.Parse(diag.NewSource("", e.Proof.Text))
	for i, item := range script.Items {
		end := len(e.Proof.Text)
		if i+1 < len(script.Items) {
			end = script.Items[i+1].Span.Start
		}
		c := Claim{CQL: e.Proof.Text[item.Span.Start:item.Span.End], At: diag.Span{Start: e.Proof.Start + item.Span.Start, End: e.Proof.Start + item.Span.End}}
		if _, comment, ok := strings.Cut(e.Proof.Text[item.Span.End:end], "--"); ok {
			comment, _, _ = strings.Cut(comment, "\n")
			c.Says = strings.TrimSpace(comment)
		}
		r := s.Exec(c.CQL)
		c.Result, c.bytes = &r, onDisk(s)
		out = append(out, c)
	}
	return out
}

// check compares a claim with what happened.
func (c *Claim) check() (said string, ok bool) {
	what, value, _ := strings.Cut(c.Says, " ")
	r := c.Result
	is := func(n int) (string, bool) {
		return strings.TrimSpace(what + " " + strconv.Itoa(n)), value == strconv.Itoa(n)
	}
	if r.Diag != nil && what != "refused" {
		return "is refused: " + r.Diag.Message, false
	}
	switch what {
	case "", "accepted":
		return "is not judged", !r.NotJudged
	case "refused":
		if r.Diag == nil {
			return "is accepted", false
		}
		return "is refused by " + r.Diag.Rule, value == "" || value == r.Diag.Rule
	case "warns":
		return "is accepted without a warning", len(r.Warnings) > 0
	case "rows":
		if r.Rows != nil {
			return is(len(r.Rows.Rows))
		}
		return "returns nothing", false
	case "reads":
		switch access := r.Verdict.Plan; {
		case access == nil:
			return "reads nothing", false
		case access.Partitions > plan.SomePartitions:
			return "reads " + access.Partitions.String(), value == "all" && access.Partitions == plan.AllPartitions
		default:
			return is(access.Count)
		}
	case "tombstones":
		var d exercise.Deletions
		for i := range r.Verdict.Mutations {
			d.Add(&r.Verdict.Mutations[i])
		}
		return is(d.Sum())
	case "bytes":
		return is(int(c.bytes))
	case "returns":
		var all []string
		if r.Rows != nil {
			for _, row := range r.Rows.Rows {
				for i, v := range row {
					all = append(all, r.Rows.Types[i].Text(v))
				}
			}
		}
		text := strings.Join(all, ", ")
		return "returns " + text, text == value
	}
	return "has a comment that says nothing: write accepted, refused W-05, warns, rows 3, reads 1, tombstones 3, bytes 65 or returns a, b", false
}

// words looks at what is said to learners.
func (p *prover) words() {
	look := func(at diag.Span, text string) {
		for _, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c < 'a' || c > 'z' }) {
			if w == "wrong" || w == "incorrect" || w == "mistake" {
				p.wrong(at, "feedback says "+w, "Feedback says what follows from an answer, and asks a question.", "say what happens")
			}
		}
		if !strings.Contains(text, "?") {
			p.wrong(at, "this feedback asks nothing", "It says what follows from the answer, and then leads on with a question.", "end with a question")
		}
		if n := len(strings.Fields(text)); n > 45 {
			p.wrong(at, "this feedback has "+strconv.Itoa(n)+" words", "Somebody reads it who is busy with something else.", "use 35 words or so")
		}
	}
	for _, c := range p.e.Wrong {
		look(c.Says.Span, c.Says.Text)
	}
	for i, it := range p.e.Exercise.Items {
		if p.e.Kind == exercise.Choice {
			if it.Want == 0 {
				look(p.e.Options[i].Span, it.Says)
			}
			continue
		}
		look(p.e.Items[i].Span, it.Says)
		for _, s := range it.SaysIf {
			if s != "" {
				look(p.e.Items[i].Span, s)
			}
		}
	}
}

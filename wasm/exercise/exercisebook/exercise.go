package exercisebook

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/workload"
)

// An Exercise is one as its author wrote it: what is needed to judge, and what a page
// shows. Every place counts bytes from the beginning of the text; prompt, feedback,
// hints and comments are Markdown.
type Exercise struct {
	exercise.Exercise
	Source     *diag.Source
	Title      string
	Minutes    int
	Outcomes   []Text // what of the chapter's outcomes it tests
	Prompt     Text
	Given      Text   // CQL that is there from the start, besides that of files
	Start      Text   // what the answer's field holds at first
	Model      Text   // the model answer: CQL, or how the number comes about
	Hints      []Text // one at a time; the last one is a skeleton
	After      Text   // what there is to say once it is solved
	Bound      []Text // what is said of right answers that hold predicates of Exercise.After
	Teach      Text   // the question that an instructor asks a class
	Proof      Text   // CQL that shows what the exercise claims
	Wrong      []Case // of these Exercise.Cases has what is said, first wrong, then also
	Also       []Case
	Options    []Text
	Categories []Category
	Items      []Text
	Must       []Text // the lines of the predicates

	answer Text
	files  string                         // CQL of files
	values []*workload.Values             // of its workloads
	page   *exercise.Exercise             // as a page unpacks it, of CQL
	judged map[string]*exercise.Judgement // what the page says to the model answer and to the cases
}

// A Case is an answer that somebody may give, and what there is to say to it.
type Case struct {
	Answer Text
	Says   Text
	Span   diag.Span // of its head
	CQL    string    // the answer in full, where it is CQL
}

// A Category is what items are put into.
type Category struct{ Key, Label Text }

// Files gives the text of a file: "hotel" is a schema, "datasets/smith4" a data set.
type Files func(name string) (string, error)

// Parse reads an exercise. Files may be nil where the text names none. What comes
// back beside diagnostics is good for nothing but further messages.
func Parse(text string, files Files) (*Exercise, []diag.Diagnostic) {
	r := &reader{src: text}
	r.read()
	e := &Exercise{Source: diag.NewSource("", text)}
	r.head(e, files)
	r.body(e)
	if len(r.diags) == 0 {
		r.whole(e)
	}
	if len(r.diags) == 0 && e.Kind == exercise.CQL {
		e.Needed = e.needed()
		var cases []string
		for _, c := range append(e.Wrong[:len(e.Wrong):len(e.Wrong)], e.Also...) {
			cases = append(cases, c.CQL)
		}
		for _, s := range e.Rows {
			s.Twins = twins(s)
		}
		e.Others = e.others()
		e.rivals()
		// It learns from the text that a page gets, so that what is tried once is proven, too.
		if page, ok := exercise.Unpack(Pack(&e.Exercise)); ok {
			e.judged = page.Learn(e.Model.Text, cases)
			e.Exercise.Model, e.Exercise.Others = page.Model, page.Others
			for i := range page.Cases {
				e.Cases[i].Outline = page.Cases[i].Outline
			}
			e.page = page
		}
	}
	return e, r.sorted()
}

// needed are the attributes that questions and predicates speak of.
func (e *Exercise) needed() (out []string) {
	for _, q := range e.Questions {
		for _, k := range q.Given {
			out = append(out, k.Attr.Name)
		}
		if q.Range != nil {
			out = append(out, q.Range.Attr.Name)
		}
		for _, o := range q.Order {
			out = append(out, o.Attr.Name)
		}
		out = append(out, q.Want...)
	}
	for _, p := range e.Exercise.Must {
		out = append(out, p.Attrs...)
	}
	diag.Sort(out)
	return slices.Compact(out)
}

// sorted are the diagnostics in the order of the text.
func (r *reader) sorted() []diag.Diagnostic {
	slices.SortStableFunc(r.diags, func(a, b diag.Diagnostic) int { return a.Start - b.Start })
	return r.diags
}

func (r *reader) top() diag.Span { return diag.Span{End: min(1, len(r.src))} }

var headLines = []string{"id", "title", "kind", "minutes", "outcome", "answer", "schema", "dataset", "set"}

// head reads the lines before the first section.
func (r *reader) head(e *Exercise, files Files) {
	if files == nil {
		files = func(name string) (string, error) { return "", errNoFile(name) }
	}
	seen := map[string]bool{}
	var sets []Text
	for _, l := range r.lines {
		name, v := l.name.Text, l.value
		if seen[name] && name != "outcome" {
			r.wrong(l.name.Span, name+" is written twice", "", "take one of the lines out")
			continue
		}
		seen[name] = true
		switch name {
		case "id":
			if e.ID = v.Text; !isName(v.Text) || strings.ToLower(v.Text) != v.Text {
				r.wrong(v.Span, "this is no id", "Links and progress carry it.", "write small letters, digits and -, beginning with a letter: e1")
			}
		case "title":
			e.Title = v.Text
		case "kind":
			found := false
			for k, n := range exercise.Kinds {
				if n == v.Text {
					e.Kind, found = exercise.Kind(k), true
				}
			}
			if !found {
				r.wrong(v.Span, "there is no kind "+v.Text, "The kind says what an answer consists of.", "write "+strings.Join(exercise.Kinds[:], ", "))
			}
		case "minutes":
			n, err := strconv.Atoi(v.Text)
			if e.Minutes = n; err != nil || n < 1 || n > 120 {
				r.wrong(v.Span, "these are no minutes", "", "write a whole number from 1 to 120")
			}
		case "outcome":
			e.Outcomes = append(e.Outcomes, v)
		case "answer":
			e.answer, e.Amount = v, r.amount(v)
		case "set":
			for _, pair := range r.split(v, ',') {
				key, value, _ := strings.Cut(pair.Text, "=")
				if err := check.NewSettings().Set(key, value); err != nil {
					r.wrong(pair.Span, err.Error(), "The server's settings decide what it accepts.", "write set = key=value")
				}
				e.Settings = append(e.Settings, pair.Text)
			}
		case "schema":
			text, err := files(v.Text)
			if e.Setup = text; err != nil {
				r.wrong(v.Span, "the schema "+v.Text+" cannot be read: "+err.Error(), "", "write the name of a file in content/schemas, without .cql")
			}
		case "dataset":
			sets = append(sets, r.split(v, ',')...)
		default:
			seen[workload.Nearest(name, headLines)] = true
			r.wrong(l.name.Span, "there is no line "+name, "", suggest(name, headLines, "the lines are "))
		}
	}
	for _, need := range [...][2]string{{"id", "write id = e1: links and progress carry it, so it is never changed and never reused"},
		{"title", "write title = and a few words"}, {"kind", "write kind = " + strings.Join(exercise.Kinds[:], ", ")},
		{"minutes", "write minutes = and how long a learner takes"}} {
		if !seen[need[0]] && !r.broken[need[0]] {
			r.wrong(r.top(), "the exercise has no "+need[0], "", need[1])
		}
	}
	for _, s := range sets {
		name, of, _ := strings.Cut(s.Text, " of ")
		text, err := files("datasets/" + name)
		if err != nil {
			r.wrong(s.Span, "the data set "+name+" cannot be read: "+err.Error(), "", "write the name of a file in content/datasets, without .cql")
			continue
		}
		first, _, _ := strings.Cut(text, "\n")
		schema, _ := strings.CutPrefix(first, "-- schema: ")
		ddl, err := files(strings.TrimSpace(schema))
		if err != nil {
			r.wrong(s.Span, "the schema of the data set "+name+" cannot be read: "+err.Error(), "Its first line names it: `-- schema: hotel`.", "")
			continue
		}
		if e.Setup != "" {
			e.Setup += "\n" + text
		}
		e.Rows = append(e.Rows, rowsOf(name, of, ddl, text))
	}
}

// suggest says which of some words is meant, or which there are.
func suggest(word string, known []string, all string) string {
	if near := workload.Nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	return all + strings.Join(known, ", ")
}

type errNoFile string

func (e errNoFile) Error() string { return "there is no " + string(e) }

// body reads the sections.
func (r *reader) body(e *Exercise) {
	once := map[string]*Text{"prompt": &e.Prompt, "given": &e.Given, "start": &e.Start, "model": &e.Model, "after": &e.After, "teach": &e.Teach, "proof": &e.Proof}
	for _, s := range r.sections {
		if to := once[s.word]; to != nil && !s.bound() {
			if to.Text != "" {
				r.wrong(s.head.Span, "a second section "+s.word+":", "", "put the two together")
			}
			*to = s.body
		}
		if s.body.Len() == 0 {
			r.wrong(s.head.Span, "the section "+s.word+": is empty", "", "write something below it, or take it out")
		}
	}
	e.files = e.Setup
	e.Setup += "\n" + e.Given.Text + "\n"
	for _, s := range r.sections {
		switch s.word {
		case "rows":
			r.rows(e, s)
		case "hint":
			e.Hints = append(e.Hints, s.body)
		case "wrong":
			e.Wrong = append(e.Wrong, r.answerCase(s))
		case "also":
			e.Also = append(e.Also, r.answerCase(s))
		case "options":
			r.options(e, s)
		case "categories":
			r.each(s.body, func(l Text, _ bool) {
				key, _, ok := strings.Cut(l.Text, "=")
				if !ok || strings.Contains(strings.TrimSpace(key), " ") {
					r.wrong(l.Span, "this is no category", "A category is a word, and what it stands for.", "write C = Cassandra")
				}
				c := Category{r.part(l, 0, len(key)), r.part(l, min(len(key)+1, l.Len()), l.Len())}
				e.Categories = append(e.Categories, c)
				e.Exercise.Categories = append(e.Exercise.Categories, c.Key.Text)
			})
		}
	}
	for _, s := range r.sections { // these speak of the rows
		switch s.word {
		case "question":
			r.question(e, s)
		case "workload":
			r.workload(e, s)
		case "items":
			r.items(e, s)
		}
	}
	for _, q := range e.Questions {
		if q.Shown == "" && len(e.Questions) > 1 {
			q.Shown = "the question *" + q.Name + "*"
		} else if q.Shown == "" {
			q.Shown = "the screen"
		}
	}
	for _, s := range r.sections { // and these of the questions
		switch {
		case s.word == "must":
			r.must(e, s)
		case s.bound():
			if p := r.predicate(e, entry{s.arg, []Text{s.body}}); p != nil {
				e.Exercise.After, e.Bound = append(e.Exercise.After, p), append(e.Bound, s.body)
			}
		}
	}
}

// An entry is a line and what is said about it in the indented lines below.
type entry struct {
	line Text
	says []Text
}

func (r *reader) entries(t Text) (out []entry) {
	r.each(t, func(l Text, indented bool) {
		if !indented || len(out) == 0 {
			out = append(out, entry{line: l})
			return
		}
		last := &out[len(out)-1]
		last.says = append(last.says, l)
	})
	return out
}

// join makes one text of lines that follow each other.
func join(lines []Text) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return strings.Join(out, "\n")
}

// answerCase reads `wrong ANSWER:` and what there is to say, or `wrong:`, the
// answer, a line `says:` and what there is to say.
func (r *reader) answerCase(s section) Case {
	c := Case{Answer: s.arg, Says: s.body, Span: s.head.Span}
	if s.arg.Len() == 0 {
		at := strings.Index("\n"+s.body.Text+"\n", "\nsays:\n")
		if at < 0 {
			r.wrong(s.head.Span, "this answer has nothing said about it", "", "write `says:` on a line of its own after the answer, then the feedback")
			return c
		}
		c.Answer, c.Says = r.part(s.body, 0, at), r.part(s.body, min(at+len("says:"), s.body.Len()), s.body.Len())
	}
	if s.arg.Len() > 0 && (strings.HasPrefix(s.body.Text, "- ") || strings.Contains("\n"+s.body.Text+"\n", "\nsays:\n")) {
		r.wrong(s.head.Span, "a part of this answer would be said as its feedback", "All below a line that holds an answer is feedback.", "write `wrong:` or `also:` alone, the whole answer below it, and `says:` before the feedback")
	}
	if c.Says.Len() == 0 {
		r.wrong(s.head.Span, "there is no feedback to this answer", "Who gives it should learn what happens then.", "write what follows from it, then a question")
	}
	return c
}

// options reads lines `[ ] text` and `[x] text`.
func (r *reader) options(e *Exercise, s section) {
	right := 0
	for _, n := range r.entries(s.body) {
		l := n.line
		if l.Len() < 4 || l.Text[0] != '[' || l.Text[2] != ']' || l.Text[1] != ' ' && l.Text[1] != 'x' {
			r.wrong(l.Span, "this is no option", "", "write `[x]` before a right option and `[ ]` before any other, and what is said about it indented below")
			continue
		}
		o := exercise.Item{Says: join(n.says)}
		if l.Text[1] == 'x' {
			o.Want = 1
			right++
		} else if o.Says == "" {
			r.wrong(l.Span, "nothing is said to who chooses this", "", "write the feedback indented below it")
		}
		e.Options = append(e.Options, r.part(l, 3, l.Len()))
		e.Exercise.Items = append(e.Exercise.Items, o)
	}
	if right == 0 || len(e.Options) < 2 || len(e.Options) > 26 {
		r.wrong(s.head.Span, "a choice has 2 to 26 options, and at least one of them is right", "", "write `[x]` before each right one")
	}
}

// items reads lines `text : KEY`, or only `text` where the order is asked. The
// feedback stands indented below; one that begins with a key is for that category.
func (r *reader) items(e *Exercise, s section) {
	keys := e.Exercise.Categories
	category := func(key string) int {
		for i, k := range keys {
			if k == key {
				return i
			}
		}
		return -1
	}
	for _, n := range r.entries(s.body) {
		text, it := n.line, exercise.Item{}
		if e.Kind == exercise.Match {
			at := strings.LastIndexByte(n.line.Text, ':')
			key := r.part(n.line, at+1, n.line.Len())
			text = r.part(n.line, 0, max(at, 0))
			if it.Want = category(key.Text); at < 0 || it.Want < 0 {
				r.wrong(key.Span, "this item has no category", "", "write `text : KEY` with one of "+strings.Join(keys, ", "))
				continue
			}
		}
		var says []Text
		for _, l := range n.says {
			key, _, ok := strings.Cut(l.Text, ":")
			if c := category(key); ok && c >= 0 && e.Kind == exercise.Match {
				if it.SaysIf == nil {
					it.SaysIf = make([]string, len(keys))
				}
				it.SaysIf[c] = r.part(l, len(key)+1, l.Len()).Text
				continue
			}
			says = append(says, l)
		}
		if it.Says = join(says); it.Says == "" {
			r.wrong(n.line.Span, "nothing is said to who puts this elsewhere", "", "write the feedback indented below it")
		}
		e.Items = append(e.Items, text)
		e.Exercise.Items = append(e.Exercise.Items, it)
	}
}

// whole says what is missing, once all parts are read.
func (r *reader) whole(e *Exercise) {
	if e.Prompt.Len() == 0 {
		r.wrong(r.top(), "the exercise asks nothing", "", "write prompt: on a line of its own, and the question below it")
	}
	need := func(ok bool, what, instead string) {
		if !ok {
			r.wrong(r.top(), "an exercise of kind "+e.Kind.String()+" needs "+what, "", instead)
		}
	}
	switch e.Kind {
	case exercise.CQL:
		need(len(e.Must) > 0, "the section must:", "write what a right answer does, one predicate a line")
		need(e.Model.Len() > 0, "the section model:", "write an answer that is right")
		for _, item := range cql.Parse(diag.NewSource("", e.Model.Text)).Items {
			if item.Err != nil {
				r.diags = append(r.diags, moved(item.Err, e.Model.Start))
				return
			}
		}
	case exercise.Number:
		need(e.answer.Len() > 0, "a line answer =", "write answer = 252 partitions")
	case exercise.Choice:
		need(len(e.Options) > 0, "the section options:", "write one option a line")
	case exercise.Match:
		need(len(e.Categories) > 1 && len(e.Items) > 1, "the sections categories: and items:", "write `C = Cassandra`, and items `text : C`")
	case exercise.Order:
		need(len(e.Items) > 1, "the section items:", "write the items in their order")
	}
	if e.Given.Len() > 0 { // what the server does not accept of it
		s := (&exercise.Exercise{Settings: e.Settings, Setup: e.files}).Session()
		for _, res := range s.Script(diag.NewSource("", e.Given.Text)) {
			if res.Diag != nil {
				r.diags = append(r.diags, moved(res.Diag, e.Given.Start))
			}
		}
	}
	for i := range len(e.Wrong) + len(e.Also) {
		out := exercise.Case{Right: i >= len(e.Wrong)}
		var c *Case
		if out.Right {
			c = &e.Also[i-len(e.Wrong)]
		} else {
			c = &e.Wrong[i]
		}
		out.Says = c.Says.Text
		switch e.Kind {
		case exercise.Number:
			out.Numbers = r.numbers(c.Answer)
		case exercise.CQL:
			text, err := e.shape(c.Answer.Text)
			if c.CQL = text; err != nil {
				r.wrong(c.Answer.Span, "this is neither CQL nor a change of the model answer: "+err.Message, err.Why,
					"write a statement, or what differs in the model's CREATE TABLE, one a line: PRIMARY KEY (…), a column, - and a column to leave out, or WITH …")
			}
		default:
			r.wrong(c.Span, "answers of kind "+e.Kind.String()+" have their feedback at the option or item", "", "write it there, indented below")
		}
		e.Cases = append(e.Cases, out)
	}
}

// moved is a diagnostic of a part of a text as one of the whole.
func moved(d *diag.Diagnostic, by int) diag.Diagnostic {
	out := *d
	out.Span = diag.Span{Start: by + d.Start, End: by + d.End}
	out.Fixes, out.Related = nil, nil
	return out
}

// amount reads the right answer.
func (r *reader) amount(t Text) exercise.Amount {
	a, bad := exercise.ReadAnswer(t.Text)
	if bad != nil {
		r.wrong(t.Span, "the answer is no number: "+bad.Message, bad.Why, "write answer = 252 partitions, or answer = 5505380 B ± 2%")
	}
	return a
}

// numbers reads one number, several with `or` between them, or `otherwise`.
func (r *reader) numbers(t Text) (out []exercise.Amount) {
	if t.Text == "otherwise" {
		return nil
	}
	for _, part := range strings.Split(t.Text, " or ") {
		a, bad := exercise.ReadAmount(part)
		if bad != nil {
			r.wrong(t.Span, "this is no number: "+bad.Message, bad.Why, "write `wrong 3:`, `wrong 20 or 21:` or `wrong otherwise:`")
		}
		out = append(out, a)
	}
	return out
}

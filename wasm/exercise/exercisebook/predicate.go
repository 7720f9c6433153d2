package exercisebook

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/workload"
)

// A usage is how a predicate is written, and what it takes: q a question, d rows, a
// attributes, n a number, p a population; * its own words. What stands after ? may be
// left out. Ask is the question for when the author has none.
type usage struct{ name, takes, write, ask string }

var usages = []usage{
	{"valid", "", "valid", ""},
	{"warned", "", "warned", "Does your driver show you such warnings?"},
	{"rule", "*", "rule W-05, or rule no W-05", ""},
	{"returns", "?a", "returns, returns column, column, or returns in order", "Which rows does the screen show?"},
	{"reads", "n", "reads 1 partition, reads exactly 2 partitions, or reads <= 40 rows", "How could the statement name only the rows that it needs?"},
	{"leaves", "", "leaves", "What should be there afterwards?"},
	{"conditional", "?*", "conditional, or conditional TABLE", "What does the server look at before it writes?"},
	{"yields", "*", "yields UPDATE t SET … WHERE …, and perhaps ; and another", "What does the condition look at, and who may have written there?"},
	{"none", "*", "none UPDATE t SET … WHERE …, and perhaps ; and another", "What makes one decision of all that you write?"},
	{"tries", "*", "tries 205 206", "What would your program do to find out?"},
	{"starts", "*", "starts INSERT, starts DELETE or starts BATCH", "What would be there if nothing came after it?"},
	{"ends", "*", "ends TABLE", "What can the next attempt still find if the program stops halfway?"},
	{"moves", "*", "moves TABLE", "Which of the two rows can she do without for a moment?"},
	{"elements", "", "elements", "Which sign changes one element, and leaves the others?"},
	{"tombstones", "n", "tombstones <= 1, or tombstones = 0", "How many tombstones does your statement write?"},

	{"serves", "q?n", "serves QUESTION in 1 partition, or serves QUESTION in exactly 2 partitions", "What does the screen know when it asks, and what does the key want to know first?"},
	{"serves+", "q?n", "serves+ QUESTION in 1 partition", "What does the screen know when it asks, and what does the key want to know first?"},
	{"order", "q", "order QUESTION, or order QUESTION either way", "Which clustering column decides the order first?"},
	{"covers", "q?a", "covers QUESTION, or covers QUESTION column", "Where would the screen get it from?"},
	{"keeps", "d?q?n", "keeps ROWS, or keeps ROWS 4 for QUESTION, or keeps ROWS on day 1825", "What tells the two apart, and is it in the key?"},
	{"static", "a?q", "static column", "How often would the same value be stored in one partition?"},
	{"last", "a", "last column", "Which column tells two rows apart when all before it agree?"},
	{"key", "*", "key ((a, b), c)", "Which columns does the primary key name, and in which parentheses are they?"},
	{"keyed", "*", "keyed column, or keyed no column", "What tells two rows apart?"},
	{"has", "*", "has column, or has column type or type", "What would be written into it?"},
	{"names", "", "names", "Does the name tell a reader which question the table answers?"},
	{"used", "", "used", "Which screen would miss it?"},

	{"size", "pn?q", "size < 10 MB on day 1825, or size QUESTION < 1 MB", "What else does every question know, that could go into the partition key?"},
	{"values", "p?q", "values on day 365", ""},
	{"rows", "pqn", "rows QUESTION <= 400", "Which rows does the screen not show, and could the key keep them apart?"},
	{"bounded", "p?q", "bounded, or bounded QUESTION", "What makes this partition stop growing?"},
	{"spread", "p?q?n", "spread 10 keys share 15%", "Where do all writes of one moment go?"},
	{"countable", "pqn", "countable QUESTION <= 1000 tombstones", "With which table would the rows disappear without a tombstone for each?"},
	{"writes", "dn", "writes ROWS <= 20 rows", "Which of these copies does no question need?"},
	{"expires", "qn", "expires QUESTION 30d, or expires QUESTION 0", "How long does the screen need the rows?"},
	{"lives", "n", "lives 10min", "What is still there if the program that wrote it never comes back?"},
}

// must reads the section of predicates.
func (r *reader) must(e *Exercise, s section) {
	for _, n := range r.entries(s.body) {
		if p := r.predicate(e, n); p != nil {
			e.Exercise.Must, e.Must = append(e.Exercise.Must, p), append(e.Must, n.line)
		}
	}
}

// predicate reads one, and what is said about it; nil for none.
func (r *reader) predicate(e *Exercise, n entry) *exercise.Predicate {
	name, rest, _ := strings.Cut(n.line.Text, " ")
	p := &exercise.Predicate{Rule: name, Text: n.line.Text, Ask: join(n.says), Day: -1, Limit: 1, Flag: name == "order"}
	var how *usage
	var names []string
	for i := range usages {
		names = append(names, usages[i].name)
		if usages[i].name == name {
			how = &usages[i]
		}
	}
	if how == nil {
		r.wrong(diag.Span{Start: n.line.Start, End: n.line.Start + len(name)}, "there is no predicate "+name, "", suggest(name, names, "the predicates are "))
		return nil
	}
	words := r.part(n.line, n.line.Len()-len(rest), n.line.Len())
	p.Rest = words.Text
	switch {
	case how.takes == "?*":
	case how.takes != "*":
		(&arguments{r, e, p, how, r.split(Text{words.Span, strings.ReplaceAll(words.Text, ",", " ")}, ' ')}).read(n.line)
	case words.Len() == 0, name == "key" && parseTable("PRIMARY KEY "+words.Text) == nil:
		r.wrong(n.line.Span, name+" cannot be read", "", "write "+how.write)
	case name == "yields", name == "none":
		r.rivals(e, words)
	}
	p.Usual, p.Wants = how.ask, wanted(p)
	return p
}

// rivals looks at what somebody else writes before an answer: where that changes nothing,
// no answer can take anything away.
func (r *reader) rivals(e *Exercise, t Text) {
	for _, one := range strings.Split(t.Text, ";") {
		switch out := e.Session().Exec(one); {
		case out.Diag != nil:
			r.wrong(t.Span, "the server refuses what somebody else writes: "+out.Diag.Message, "The answer is tried on the rows that it leaves.", "write statements that it accepts, with ; between them and in no text")
		case len(out.Verdict.Mutations) == 0:
			r.wrong(t.Span, "what somebody else writes changes no row: "+one, "Then no answer can take it away.", "write a statement whose row or value is new")
		}
	}
}

// arguments reads the words after a predicate's name.
type arguments struct {
	*reader
	e     *Exercise
	p     *exercise.Predicate
	how   *usage
	words []Text
}

func (a *arguments) bad(at diag.Span, message string) {
	a.wrong(at, message, "", "write "+a.how.write)
}

// nouns may stand after a number, and say nothing that is not known.
func isNoun(w string) bool {
	switch strings.TrimSuffix(w, "s") {
	case "partition", "row", "key", "tombstone":
		return true
	}
	return false
}

// number is the expression from a word on, up to one that is no part of it, on a day.
func (a *arguments) number(i int, day float64) (f float64, end int) {
	for end = i; end < len(a.words) && !isNoun(a.words[end].Text); end++ {
		if w := a.words[end].Text; w == "on" || w == "share" || w == "for" {
			break
		}
	}
	if end == i {
		a.bad(a.words[i-1].Span, "a number is missing")
		return 0, end
	}
	t := a.text(a.words[i].Start, a.words[end-1].End)
	x, err := workload.ParseExpr(t.Text)
	if err == nil {
		var v workload.Interval
		if v, err = x.Eval(a.e.lookup(day)); err == nil {
			return v.Hi.Float(), end
		}
	}
	a.wrong(diag.Span{Start: t.Start + err.Start, End: t.Start + err.End}, err.Message, err.Why, err.Instead)
	return 0, end
}

// lookup gives the quantities of the workloads, and the day as t.
func (e *Exercise) lookup(day float64) func(string) (workload.Interval, bool) {
	return func(name string) (workload.Interval, bool) {
		if name == "t" {
			return dayOf(day), true
		}
		for _, v := range e.values {
			if x, ok := v.Get(name); ok {
				return x, true
			}
		}
		return workload.Interval{}, false
	}
}

func (a *arguments) read(l Text) {
	before := len(a.diags)
	takes := a.how.takes
	day := 365.0
	for i, w := range a.words { // first: numbers may depend on it
		if w.Text == "on" {
			if i+1 < len(a.words) && a.words[i+1].Text == "day" {
				i++
			}
			a.p.Day, _ = a.number(i+1, 0)
			day = a.p.Day
		}
	}
	for i := 0; i < len(a.words); i++ {
		switch w := a.words[i].Text; w {
		case "for", "and":
		case "<", "<=", "in", "=", "exactly":
			if i+1 < len(a.words) && a.words[i+1].Text == "order" {
				a.p.Flag = true
				i++
				continue
			}
			if i+1 < len(a.words) && a.words[i+1].Text == "exactly" {
				continue
			}
			a.p.Exact, a.p.Limited = w == "=" || w == "exactly", true
			a.p.Limit, i = a.number(i+1, day)
			i--
		case "as", "either":
			a.p.Flag = w == "as"
			i++
		case "on":
			for i++; i+1 < len(a.words) && !isNoun(a.words[i+1].Text) && a.words[i+1].Text != "share" && a.words[i+1].Text != "for"; i++ {
			}
		case "share":
			a.p.Share, i = a.number(i+1, day)
			i--
		default:
			q, d := a.e.question(w), a.e.rows(w)
			switch {
			case q != nil && strings.Contains(takes, "q"):
				a.p.Question = q
			case d != nil && strings.Contains(takes, "d"):
				a.p.Rows = append(a.p.Rows, d)
			case isNoun(w):
				a.p.Flag = a.p.Flag || w == "rows" || w == "row"
			case strings.Contains(takes, "a") && (a.e.attr(w) != nil || len(a.e.Rows) == 0 || a.how.name == "returns"):
				a.p.Attrs = append(a.p.Attrs, w)
			case strings.Contains(takes, "n") && !a.p.Limited && w[0] >= '0' && w[0] <= '9':
				a.p.Limited = true
				a.p.Limit, i = a.number(i, day)
				i--
			default:
				a.bad(a.words[i].Span, a.how.name+" cannot use "+w)
			}
		}
	}
	missing := func(letter, what string, ok bool) {
		if len(a.diags) == before && strings.Contains(takes, letter) && !strings.Contains(takes, "?"+letter) && !ok {
			a.bad(l.Span, a.how.name+" does not say "+what)
		}
	}
	missing("q", "which question", a.p.Question != nil)
	missing("d", "which rows", len(a.p.Rows) > 0)
	missing("a", "which column", len(a.p.Attrs) > 0)
	missing("n", "how much", a.p.Limited)
	if strings.Contains(takes, "p") {
		some := false
		for _, s := range a.e.Rows {
			some = some || s.Population != nil && (a.p.Question == nil || a.p.Question.Of == s)
		}
		if !some {
			a.wrong(l.Span, a.how.name+" needs a workload", "It depends on how many things there are.", "write the section workload: with a line such as each hotel_id = 5000")
		}
	}
}

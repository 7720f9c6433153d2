// A slip is what people write who know SQL or older versions of Cassandra, or
// whose fingers were faster. The slips are tables (slips_*.go): what the tokens
// around an error look like, what is said about them, and the edits that are
// tried. An edit is offered only if the statement parses with it.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// A slip is a row of these tables. In its texts {here} is the token in the way,
// {before} and {behind} its neighbours; in capitals, the same in capitals.
type slip struct {
	in     string                // how the statements begin that it happens in: a pattern; any where empty
	clause string                // the clauses it happens in, as the parser calls them
	see    string                // the tokens around the one in the way: see explainer.sees
	looks  func(*explainer) bool // what else must hold
	must   bool                  // without an edit that helps it was something else
	alone  bool                  // its edit has to do alone: two guesses in a row are no explanation
	often  bool                  // who makes it once makes it again: its edits may follow each other, as many as there are
	onward bool                  // its edits help where the error is further on with them, whatever it is

	rule      rule.ID
	message   string // where other words say it better than "expected …, found …"
	why       string
	instead   string
	otherwise string // what to write instead where no edit helps

	// What is tried, until an edit helps.
	title  string // of the next three; says by itself what they do where empty
	write  string // in place of the token
	insert string // before the token
	append string // behind the token before it
	drop   bool   // leave the token out
	try    func(*explainer) []offer
	every  bool // each of the edits that help is offered
}

// An offer is a fix to try, and what to say where it helps.
type offer struct {
	title   string
	edits   []diag.Edit
	message string
}

// offers is the one offer of edits under a title.
func offers(title string, edits ...diag.Edit) []offer {
	return []offer{{title: title, edits: edits}}
}

// slips are the tables, from the most telling to the most general. Their edits are
// parsed, and what does not parse is looked up in them: hence init.
var slips [][]slip

func init() {
	slips = [][]slip{slipsOfSpelling, slipsOfStatements, slipsOfConditions, slipsOfFunctions, slipsOfValues, slipsOfTables, slipsOfReads, slipsOfWrites, slipsOfChanges, slipsOfOrder, slipsOfWords}
}

// explain finds the slip that an error is and says what there is to say.
func (x *explainer) explain() {
	if len(x.toks) == 0 {
		x.d.Message = "there is no statement here"
		return
	}
	if x.find() != nil {
		x.sayOtherwise()
		x.point()
	}
}

// find returns the first slip that explains the error, or nil.
func (x *explainer) find() *slip {
	for _, table := range slips {
		for i := range table {
			if s := &table[i]; x.meets(s) && x.take(s) {
				if s.rule == "" && x.d.Why == "" && x.fixed() {
					x.d.Rule = "" // a guess by the clause: its reason would not be the reason here
				}
				return s
			}
		}
	}
	return nil
}

// meets reports whether a slip looks like what stands here.
func (x *explainer) meets(s *slip) bool {
	return (s.in == "" || x.sees(s.in, 0)) && (s.clause == "" || among(s.clause, x.p.err.context)) &&
		(s.see == "" || x.sees(s.see, x.at)) && (s.looks == nil || s.looks(x))
}

// take says what a slip says and tries its edits. It reports whether that is an
// explanation.
func (x *explainer) take(s *slip) bool {
	if !s.must {
		x.tell(s)
	}
	x.single, x.often, x.onward = s.alone, s.often, s.onward
	helped := x.tryOut(s)
	x.single, x.often, x.onward = false, false, false
	if s.must && helped {
		x.tell(s)
	}
	return x.fixed() || x.d.Why != "" || x.d.Instead != ""
}

func (x *explainer) tell(s *slip) {
	if s.message != "" {
		x.d.Message = x.fill(s.message)
	}
	x.say(s.rule, x.fill(s.why), x.fill(s.instead))
	if s.otherwise != "" {
		x.otherwise = s.otherwise
	}
}

// tryOut tries the edits of a slip and reports whether one helped.
func (x *explainer) tryOut(s *slip) bool {
	t := x.tok(0)
	helped := false
	try := func(title string, edits ...diag.Edit) bool {
		helped = x.fix(title, edits...) || helped
		return helped && !s.every
	}
	title := func(own string) string {
		if s.title != "" {
			return x.fill(s.title)
		}
		return own
	}
	switch {
	case s.write != "":
		try(title("write "+strings.TrimSpace(s.write)), replace(t.Span, s.write))
	case s.insert != "":
		try(title("write "+strings.TrimSpace(s.insert)), insert(t.Start, s.insert))
	case s.append != "":
		try(title("write "+strings.TrimSpace(s.append)), insert(x.tok(-1).End, s.append))
	case s.drop:
		try(title("leave out "+upper(x.word(0))), x.removeTok(t))
	}
	if s.try == nil || helped && !s.every {
		return helped
	}
	for _, o := range s.try(x) {
		n := len(x.d.Fixes)
		stop := try(o.title, o.edits...)
		if len(x.d.Fixes) > n && o.message != "" {
			x.d.Message = o.message
		}
		if stop {
			break
		}
	}
	return helped
}

// fill puts words of the statement into a text.
func (x *explainer) fill(text string) string {
	if strings.IndexByte(text, '{') < 0 {
		return text
	}
	for n, name := range [...]string{"{before}", "{here}", "{behind}"} {
		text = strings.ReplaceAll(text, name, x.word(n-1))
		text = strings.ReplaceAll(text, upper(name), upper(x.word(n-1)))
	}
	return text
}

// point shows what a fix changes, where that stands before the place that the
// server names.
func (x *explainer) point() {
	if len(x.d.Fixes) == 0 || len(x.d.Related) > 0 {
		return
	}
	edits := x.d.Fixes[0].Edits
	for i := len(edits) - 1; i >= 0; i-- { // behind the place, a fix may mend further slips
		if edits[i].Len() > 0 && edits[i].End <= x.d.Start {
			start, end := edits[i].Start, edits[i].End
			for start < end && class[x.text[start]]&cSpace != 0 {
				start++
			}
			x.d.Related = []diag.Related{{Span: diag.Span{Start: start, End: end}, Text: diag.Here}}
			return
		}
		if edits[i].Start <= x.d.Start {
			return
		}
	}
}

// ---- patterns

// sees reports whether the tokens around the i-th one look like a pattern, or like
// one of several with "or" between them. A pattern is tokens with a space between
// them and a ^ before the i-th, where that is not the first. A word in capitals or a sign is itself; a word in
// small letters is a class of tokens (fits); | stands between tokens of which one
// is there, ~ before what is not there; a $ in front is the beginning of the
// statement.
func (x *explainer) sees(pattern string, i int) bool {
	for more := true; more; {
		var one string
		one, pattern, more = strings.Cut(pattern, " or ")
		if x.seesOne(one, i) {
			return true
		}
	}
	return false
}

func (x *explainer) seesOne(pattern string, i int) bool {
	if before, _, ok := strings.Cut(pattern, "^"); ok {
		i -= strings.Count(before, " ")
	}
	for more := true; more; i++ {
		var want string
		want, pattern, more = strings.Cut(pattern, " ")
		want = strings.TrimPrefix(want, "^")
		switch {
		case want == "$":
			if i != -1 {
				return false
			}
		case want[0] == '~':
			if x.fits(i, want[1:]) {
				return false
			}
		case !x.fits(i, want):
			return false
		}
	}
	return true
}

// fits reports whether the i-th token is one of those that an element of a
// pattern names.
func (x *explainer) fits(i int, element string) bool {
	t := x.tokAt(i)
	for more := true; more; {
		var one string
		one, element, more = strings.Cut(element, "|")
		if one[0] < 'a' || one[0] > 'z' {
			if t.Len() == len(one) && upper(x.text[t.Start:t.End]) == one {
				return true
			}
			continue
		}
		if t.belongs(one) {
			return true
		}
	}
	return false
}

// belongs reports whether a token is of a class.
func (t token) belongs(class string) bool {
	switch class {
	case "any":
		return true
	case "end":
		return t.kind == tEOF
	case "name":
		return t.ident()
	case "word": // a name that is no keyword and has no quotes
		return t.kind == tIdent
	case "quoted":
		return t.kind == tQuoted
	case "value":
		return t.constant()
	case "string":
		return t.kind == tString
	case "int":
		return t.kind == tInteger
	case "float":
		return t.kind == tFloat
	case "keyword":
		return t.keyword()
	case "number": // or what begins like one
		return isOneOf(t.kind, []kind{tInteger, tFloat, tDuration, tHex, tUUID})
	}
	return false
}

// among reports whether a word is in a list with | between its words.
func among(list, word string) bool {
	for more := true; more; {
		var one string
		if one, list, more = strings.Cut(list, "|"); one == word {
			return true
		}
	}
	return false
}

package lab

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// This file lays the statements of a script out as cards: one a statement, with its
// verdict, why, and what to write instead. A card is one line until it is opened.

// A card is what there is to say about one statement.
type card struct {
	key         string
	mark, class string     // "✓", "accepted"
	line        string     // where the statement begins, "" for nowhere: see placeOf
	head, alike string     // how the statement begins, where its neighbors begin like it: its first words, and more
	brief       string     // the statement on one line, without that
	table       [2]int     // where it names its table, as long as brief is whole
	cost        string     // what it comes to, in a few words
	body        view.Nodes // what unfolds; none for a line alone
	open        bool
	follows     bool // is refused only because of one above
	rows        int  // that came back
}

// openLast opens the last cards whose rows can be seen at a glance, two of them where both
// can: what a text says of them, a reader sees without a tap.
func openLast(cards []card) {
	rows, opened := 0, 0
	for i := len(cards) - 1; i >= 0 && opened < 2; i-- {
		if c := &cards[i]; c.rows > 0 {
			if rows += c.rows; rows > fewRows {
				return
			}
			c.open = true
			opened++
		}
	}
}

// fewRows are so many that they need no tap.
const fewRows = 10

// fewCards is how many statements a script may have for the worst to be open at once.
const fewCards = 3

// cardList lists cards. The first that is refused by itself is open; where there are few,
// else the first that is warned of.
func (f *form) cardList(cards []card) *view.Node { return f.cardListOf(cards, 0) }

// cardListOf lists cards of which there are more than these.
func (f *form) cardListOf(cards []card, more int) *view.Node {
	if len(cards) == 0 {
		return nil
	}
	classes := []string{"refused", "notjudged", "warning", "advice"}
	if len(cards)+more > fewCards {
		classes = classes[:1]
	}
worst:
	for _, class := range classes {
		for i := range cards {
			if c := &cards[i]; c.class == class && c.body != nil && !c.follows {
				c.open = true
				break worst
			}
		}
	}
	n := view.El("ol", view.Class("statements"))
	refused := slices.IndexFunc(cards[:min(len(cards), maxCards)], func(c card) bool { return c.class == "refused" && c.body != nil && !c.follows })
	if refused >= fewCards { // the keyboard would stop at each before it
		n.Add(view.El("li", view.Class("statement-skip"), doing("skip needs-lab", "to", "refused", view.Text("To what is refused"))))
	}
	if unlisted := len(cards) - maxCards; unlisted > 0 {
		more, cards = more+unlisted, cards[:maxCards]
	}
	for i := range cards {
		c := &cards[i]
		li := view.El("li", view.Class("statement", c.class), view.A("data-key", c.key))
		line := append(make(view.Nodes, 0, 7), f.nodes.Again("b", "mark", c.mark))
		if c.line != "" {
			line = append(line, f.nodes.Text(" "), view.El("span", view.Class("line"), f.nodes.Again("span", "visually-hidden", "line "), f.nodes.Text(c.line)))
		}
		if c.brief != "" {
			line = append(line, f.nodes.Text(" "), f.briefly(c))
		}
		cost := f.nodes.Again("span", "cost", c.cost)
		if strings.Contains(c.cost, "`") {
			cost = view.El("span", view.Class("cost"), coded(c.cost))
		}
		line = append(line, f.nodes.Text(" "), cost)
		if c.body == nil {
			n.Add(li.Add(view.El("p", view.Class("statement-line"), line)))
			continue
		}
		summary := view.El("summary", view.Class("statement-line"), line)
		if i == refused && i >= fewCards {
			summary.Add(view.A("id", f.Element("refused")))
		}
		n.Add(li.Add(view.El("details", view.Flag("open", c.open), summary, view.El("div", view.Class("statement-body"), c.body))))
	}
	if more > 0 {
		n.Add(f.nodes.Leaf("li", "statement note", "And "+number.Count(more)+" more."))
	}
	return n
}

// briefly is the statement of a card. How it begins like its neighbors is shown on paper only.
func (f *form) briefly(c *card) *view.Node {
	if c.alike == "" {
		return f.nodes.Leaf("code", "brief", c.brief)
	}
	return view.El("code", view.Class("brief"), f.nodes.Text(c.head), f.nodes.Leaf("span", "cut", ""), f.nodes.Leaf("span", "alike", c.alike), f.nodes.Text(c.brief))
}

// maxCards is how many statements a page lists.
const maxCards = 50

// spaced puts spaces between parts of a line, for who hears or copies it.
func (f *form) spaced(parts view.Nodes) view.Nodes {
	out := make(view.Nodes, 0, 2*len(parts))
	for i, p := range parts {
		if i > 0 {
			out = append(out, f.nodes.Text(" "))
		}
		out = append(out, p)
	}
	return out
}

// cards are those of all statements of a script that a page runs at every key press: each
// with its diagnostics, advice among them, which comes after all verdicts. Only as many as a
// page lists have a body, and as many again of those that are not just accepted.
func (f *form) cards(j *judged) []card {
	all := make([]int, 0, len(j.items))
	for i := range j.items {
		if !j.items[i].advice() {
			all = append(all, i)
		}
	}
	return f.cardsOf(j, all, true)
}

// firstCards are as many of them as a page lists, and how many there are besides.
func (f *form) firstCards(j *judged) (out []card, more int) {
	var list []int
	for i := 0; i < len(j.items) && len(list) < maxCards; i++ {
		if !j.items[i].advice() {
			list = append(list, i)
		}
	}
	return f.cardsOf(j, list, true), j.tally().cards - len(list)
}

// cardsOf are the cards of some items; advice on them is among what is said, if that is wanted.
func (f *form) cardsOf(j *judged, list []int, advised bool) (out []card) {
	out = make([]card, 0, len(list)+1)
	heavy := 0
	advice := map[int]view.Nodes{}
	if last := len(j.items) - 1; advised && last >= 0 && j.items[last].advice() {
		unsaid := map[int]int{}
		for k, d := range j.items[last].diags {
			switch at := j.itemAt(d.Start); {
			case at >= maxCards:
			case len(advice[at]) < maxFindings:
				advice[at] = append(advice[at], f.said(j, d, place2(last, k)))
			default:
				unsaid[at]++
			}
		}
		for at, n := range unsaid {
			advice[at] = append(advice[at], f.unsaid(n))
		}
	}
	for _, i := range list {
		c := f.card(j, i)
		plain := !heavier(c.class, "note")
		if !plain {
			heavy++
		}
		if len(out) < maxCards || !plain && heavy <= maxCards {
			f.tell(&c, j, i)
		}
		if more := advice[i]; more != nil {
			if c.body = append(more, c.body...); c.class == "accepted" {
				c.mark, c.class, c.cost = "!", "advice", "accepted, with advice"
			}
		}
		out = append(out, c)
	}
	if left := advice[-1]; left != nil {
		out = append(out, card{key: "advice", mark: "!", class: "advice", cost: "advice", body: left})
	}
	shorten(out)
	return out
}

// shorten sets apart what the lines of cards begin with like their neighbors: what is left
// tells them apart.
func shorten(cards []card) {
	cut := make([]int, len(cards))
	for i := 1; i < len(cards); i++ {
		a, b := cards[i-1].brief, cards[i].brief
		n := 0
		for n < len(a) && n < len(b) && a[n] == b[n] {
			n++
		}
		if n = strings.LastIndexByte(a[:n], ' '); n >= likeNeighbors && a != b {
			cut[i-1], cut[i] = max(cut[i-1], n), max(cut[i], n)
		}
	}
	for i, n := range cut {
		c := &cards[i]
		from := wordsOf(c.brief) // what makes a type is told from what makes a table
		if !changes(c.brief) {   // the column that is compared stays beside its value
			for k := max(n, 0); k > from; k = strings.LastIndexByte(c.brief[:k], ' ') {
				if word := c.brief[strings.LastIndexByte(c.brief[:k], ' ')+1 : k]; slices.Contains(clauses, strings.ToUpper(word)) {
					n = k
					break
				}
			}
		}
		if start, end := c.table[0], c.table[1]; start < n && end > from { // what it is about stays, too
			if from = min(from, start); n-end > start-from {
				from = end
			} else {
				n = start - 1
			}
		}
		if n-from >= likeNeighbors/2 {
			c.head, c.alike, c.brief = c.brief[:from], c.brief[from:n], c.brief[n:]
		}
	}
}

// clauses are words behind which something begins that is read as one.
var clauses = []string{"FROM", "WHERE", "AND", "SET", "INTO", "VALUES", "BY", "IF", "USING"}

// wordsOf is where the first two words end.
func wordsOf(s string) int {
	n := strings.IndexByte(s, ' ') + 1
	return n + max(strings.IndexByte(s[n:], ' '), 0)
}

// changes reports whether a statement is one about a schema, by its first word.
func changes(s string) bool {
	return slices.Contains([]string{"CREATE", "ALTER", "DROP"}, strings.ToUpper(s[:max(strings.IndexByte(s, ' '), 0)]))
}

// likeNeighbors is how much two statements have in common before that is left out.
const likeNeighbors = 24

// itemAt is the statement at an offset of the text, −1 where there is none.
func (j *judged) itemAt(offset int) int {
	i := sort.Search(len(j.items), func(i int) bool { return j.items[i].span.End >= offset || j.items[i].span.Len() == 0 })
	if i < len(j.items) && j.items[i].span.Len() > 0 && j.items[i].span.Start <= offset {
		return i
	}
	return -1
}

// placeOf is the line of an offset, behind the name of its file where there are several.
func placeOf(src *diag.Source, offset int) string {
	file, line := src.Place(offset)
	if file != "" {
		file += ":"
	}
	return file + strconv.Itoa(line)
}

// card is the card of one statement without its body: its verdict and what it costs.
func (f *form) card(j *judged, i int) card {
	item := &j.items[i]
	c := card{key: "card" + strconv.Itoa(i), follows: item.follows}
	c.mark, c.class, c.cost = item.mark()
	if s := item.span; s.Len() > 0 {
		c.line = placeOf(j.src, s.Start)
		c.brief = onOneLine(j.src.Text[s.Start:s.End], signsOnCard)
		c.table = tableIn(c.brief, j.src.Text, item)
	}
	return c
}

// tableIn is where the statement on one line names what it is about: the whole word, of which a variable
// may be a part.
func tableIn(brief, text string, item *judgedItem) (at [2]int) {
	if item.stmt == nil {
		return at
	}
	name := item.stmt.Target().Name.Span
	if name.Start < item.span.Start || name.End > item.span.End || name.Len() == 0 {
		return at
	}
	end := len(onOneLine(text[item.span.Start:name.End], signsOnCard))
	if end > len(brief) || !strings.HasSuffix(brief[:end], text[name.Start:name.End]) {
		return at
	}
	for end < len(brief) && strings.IndexByte(" (,", brief[end]) < 0 {
		end++
	}
	return [2]int{strings.LastIndexByte(brief[:end], ' ') + 1, end}
}

// mark is the mark and the class of a statement, and what it comes to in a few words.
func (i *judgedItem) mark() (mark, class, cost string) {
	mark, class, cost = "✓", "accepted", "accepted"
	if i.plan != nil {
		cost, _ = service(i.plan)
	}
	if i.command {
		mark, class, cost = "i", "note", "no CQL: skipped"
	}
	for k := range i.diags {
		if m, of, words := markOf(&i.diags[k]); heavier(of, class) {
			mark, class, cost = m, of, words
		}
	}
	if i.follows {
		cost = "refused because an earlier statement is refused"
	}
	return mark, class, cost
}

// class is that alone.
func (i *judgedItem) class() string {
	class := "accepted"
	if i.command {
		class = "note"
	}
	for k := range i.diags {
		if of := severities[i.diags[k].Severity]; heavier(of, class) {
			class = of
		}
	}
	return class
}

// tell gives a card its body: what is to be said of the statement, and what it touches.
func (f *form) tell(c *card, j *judged, i int) {
	item := &j.items[i]
	for k, d := range item.diags {
		if k == maxFindings {
			c.body = append(c.body, f.unsaid(len(item.diags)-k))
			break
		}
		c.body = append(c.body, f.said(j, d, place2(i, k)))
	}
	if item.what != "" {
		c.body = append(c.body, f.nodes.Leaf("p", "does", sentence(item.what)))
	}
	if item.plan != nil {
		c.body = append(c.body, f.plan(strconv.Itoa(i), "What it reads or writes", item.plan, j.ringOf(item.plan)))
	}
}

// unsaid tells how much more there is to say than a page lists.
func (f *form) unsaid(n int) *view.Node {
	return fieldNote("And " + number.Within(n, "more remark") + ".")
}

// weights are the classes of cards, the light ones first.
var weights = [...]string{"accepted", "note", "advice", "warning", "notjudged", "refused"}

func heavier(a, b string) bool { return weightOf(a) > weightOf(b) }

func weightOf(class string) int {
	for i, w := range weights {
		if w == class {
			return i
		}
	}
	return 0
}

// markOf is the mark, the class and the short words of a diagnostic.
func markOf(d *diag.Diagnostic) (mark, class, cost string) {
	class = severities[d.Severity]
	switch d.Severity {
	case diag.Refused:
		return "✕", class, "refused" + after(" · ", d.Rule)
	case diag.Warning:
		return "!", class, "accepted, the server warns"
	case diag.Advice:
		return "!", class, "accepted, with advice"
	case diag.NotJudged:
		return "?", class, "not judged yet"
	}
	return "i", class, "accepted, with a note"
}

// place2 names the diagnostic k of the statement i.
func place2(i, k int) string { return strconv.Itoa(i) + "." + strconv.Itoa(k) }

// How many signs of a statement are told on one line: in a table, and on a card, of which a
// screen shows as much as fits, and paper all, but of long data.
const signsInTable, signsOnCard = 120, 2000

// onOneLine is a statement on one line, of so many signs at most, without comments.
func onOneLine(s string, most int) string {
	var b strings.Builder
	b.Grow(min(len(s), 2*most))
	s = s[:min(len(s), 16*most)]
	for word := range strings.FieldsSeq(uncommented(s)) {
		if b.Len() > 4*most { // enough, whatever the signs
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return input.Shorten(strings.TrimSuffix(b.String(), ";"), most)
}

// uncommented is CQL with a space in the place of each comment.
func uncommented(s string) string {
	if !strings.Contains(s, "--") && !strings.Contains(s, "//") && !strings.Contains(s, "/*") {
		return s
	}
	var b strings.Builder
	cql.Pieces(s, func(at diag.Span, class cql.Class) {
		if class == cql.Comment {
			b.WriteByte(' ')
		} else {
			b.WriteString(s[at.Start:at.End])
		}
	})
	return b.String()
}

// said is one diagnostic in a card: the server's words, where, why, and what to do.
func (f *form) said(j *judged, d diag.Diagnostic, id string) *view.Node {
	verdict := [...]string{diag.Refused: "refused by " + j.cassandra(), diag.Warning: j.cassandra() + " warns", diag.Advice: "advice", diag.Note: "note", diag.NotJudged: "not judged yet"}[d.Severity]
	if d.Ours {
		verdict = diag.OurWords
	}
	line := view.El("p", view.Class("said"), f.nodes.Again("span", "verdict", verdict))
	if d.Message != "" {
		line.Add(f.nodes.Text(": "), messageOf(d))
	}
	out := view.El("div", view.Class("finding", severities[d.Severity]), view.A("data-key", id), line)
	if at := d.Slip(); at.Len() > 0 && at.End <= len(j.src.Text) {
		if s := onOneLine(j.src.Text[at.Start:at.End], signsInTable); len(s) <= mostMarked {
			out.Add(view.El("p", view.Class("place"), f.nodes.Text("Line "+placeOf(j.src, at.Start)+": "), f.nodes.Leaf("code", severities[d.Severity], s)))
		}
	}
	if i := j.itemAt(d.Start); i >= 0 && d.Severity == diag.Refused && j.items[i].stmt == nil && d.Start == j.items[i].span.Start && len(d.Fixes) == 0 {
		// Nothing of it is understood: it may be what a server has said.
		text := j.src.Text[d.Start:j.items[i].span.End]
		out.Add(view.El("p", view.Class("find-rule needs-script"), view.El("button", view.Class("fix search-open"), view.A("type", "button"), view.A("data-text", input.Shorten(text, 600)), view.Text("Find the rule of this message"))))
	}
	return out.Add(f.reasons(j, d, id))
}

// mostMarked is how long a marked place may be to be shown again in its card.
const mostMarked = 60

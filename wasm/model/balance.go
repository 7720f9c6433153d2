package model

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// This file says which of the two numbers of a relationship is which, and whether both
// can be true: each pair is counted once from either side.

// balance is how many times larger one count of the same things may be than another one: the
// usual number of something is no mean, which is a few times larger where few have very many.
// Numbers without a range are, but for rounding. From unequal times on it is worth a remark: less is
// how numbers are rounded. Up to nearly times they differ a little. From double on one has to decide
// which is right: all sizes follow from one of them, and twice as many nodes is another cluster.
const (
	balance = 4
	double  = 2
	nearly  = 1.5
	unequal = 1.05
	rounded = 1.25
)

// Sides are the two numbers of a relationship in words: of one A, and of one B.
func (r *Relationship) Sides() (ofOne, ofOther string) {
	a, b := r.A.Text, r.B.Text
	return "one " + a + " " + r.Verb + " " + r.Right.of(b), "one " + b + ": " + r.Left.of(a)
}

// of is the amount with its noun: "0 to 9,000 Cars, usually 2,000", "many Rooms".
func (a Amount) of(noun string) string {
	many := manyOf(noun)
	if !a.Known {
		return "an unknown number of " + many
	}
	usual := ""
	if a.Typ > a.Lo && a.Typ < a.Hi && !a.midway() {
		usual = ", usually " + said(a.Typ)
	}
	if a.Unsaid && a.Lo >= a.Typ && a.period == 0 { // a rate is what follows from others
		return "any number of " + many
	}
	growing := ""
	if a.Rate > 0 {
		rate, period := a.perTime()
		round := func(x float64) string { return said(number.Significant(x, 3)) }
		growing = round(rate)
		if a.RateHi > a.Rate {
			growing = "usually " + growing + ", at most " + round(a.RateHi*rate/a.Rate)
		}
		if a.Hi == 0 {
			if growing == "1" {
				many = noun
			}
			return growing + " " + many + " a " + period
		}
		growing = ", and " + growing + " more a " + period
	}
	switch {
	case a.Unsaid:
		noun := noun
		if a.Lo != 1 {
			noun = many
		}
		if a.Usual {
			noun += ", usually " + said(a.Typ) + ","
		}
		return said(a.Lo) + " " + noun + " or more"
	case a.Lo == a.Hi && a.Hi == 1 && a.Rate == 0:
		return "1 " + noun
	case a.Lo == a.Hi:
		return said(a.Hi) + " " + many + growing
	case a.Hi == 1 && a.Rate == 0:
		return "0 or 1 " + noun + usual
	}
	return said(a.Lo) + " to " + said(a.Hi) + " " + many + usual + growing
}

// none reports whether somebody may have nothing of it.
func (a Amount) none() bool { return a.Lo < 1 && a.Known || a.Unsaid && a.Lo >= a.Typ }

// midway reports whether the usual amount is what lies between two ends, and nobody said
// it.
func (a Amount) midway() bool {
	if a.Lo == a.Hi {
		return a.RateHi > 0 && a.RateHi == 2*a.Rate && !a.Usual
	}
	return a.Lo < a.Hi && a.Typ == (a.Lo+a.Hi)/2 && !a.Usual
}

// manyOf is the plural of a name as the text writes it: Cars, POIs, People.
func manyOf(noun string) string {
	if strings.ToUpper(noun) == noun {
		return noun + "s"
	}
	few := []rune(plural(strings.ToLower(noun[:1]) + noun[1:]))
	return strings.ToUpper(noun[:1]) + string(few[1:])
}

// A tally is how many pairs there are, counted from one side: from the least to the most.
type tally struct{ lo, hi float64 }

// pairs counts the pairs of a relationship from the side that has each of it.
func pairs(all, each Amount) tally {
	if each.midway() || all.midway() {
		return tally{all.Lo * each.Lo, all.Hi * each.Hi}
	}
	return tally{all.Typ * each.Typ, all.Typ * each.Typ}
}

// halves are the least and the most pairs that can be where one half has at most what is
// usual, and the other half at least that.
func halves(all, each Amount) tally {
	lo := func(a Amount) float64 {
		if a.midway() {
			return a.Lo
		}
		return (a.Lo + a.Typ) / 2
	}
	hi := func(a Amount) float64 {
		if a.midway() {
			return a.Hi
		}
		return (a.Typ + a.Hi) / 2
	}
	return tally{lo(all) * lo(each), hi(all) * hi(each)}
}

// apart reports whether two tallies differ by more than so many times.
func (t tally) apart(u tally, times float64) bool { return t.lo > times*u.hi || u.lo > times*t.hi }

// unlike reports whether two tallies are worth a remark. Above what is the most, and below what is
// the least, nothing can be, by however little.
func (t tally) unlike(u tally) bool {
	if t.lo != t.hi || u.lo != u.hi {
		return t.apart(u, 1)
	}
	return t.apart(u, unequal)
}

// mayDiffer is by how many times the two tallies of a relationship may differ.
func (r *Relationship) mayDiffer(a, b Amount) float64 {
	for _, n := range [...]Amount{a, b, r.Left, r.Right} {
		if n.Lo != n.Hi || n.Rate != n.RateHi {
			return balance
		}
	}
	return rounded
}

// disagreement is how two counts of the same things are spoken of that differ: those that can
// never both be true, those of which one is above the most that the other can be or below the
// least, and those that can be true where few have very many: of one that is more than twice the
// other one, sizes are not to be used before somebody has decided.
func (t tally) disagreement(u tally, never bool) (s diag.Severity, differ, why string) {
	switch {
	case never:
		return diag.Warning, "contradict each other", ""
	case t.lo != t.hi || u.lo != u.hi:
		return diag.Advice, "do not fit together", ""
	case !t.apart(u, nearly):
		return diag.Note, "differ a little", ""
	case t.apart(u, double):
		s, why = diag.Advice, " By one of them sizes are more than twice those by the other one, and so are the nodes."
	default:
		s = diag.Note
	}
	return s, "differ, unless a few have very many", why
}

// agree sees to it that what is counted twice is one number in all that follows: there are as many
// of a thing, or of a pair, as count says. Where what each of another thing has of it comes to another
// number, now and at the horizon, each has its share of these: however little they differ, so that
// what follows is the same from either side.
func (m *Model) agree(list []*Relationship) {
	all, in := slices.Clone(m.Entities), map[*Relationship]bool{}
	for _, r := range list {
		in[r] = true
		if r.Pair != nil && !slices.Contains(all, r.Pair) {
			all = append(all, r.Pair)
		}
	}
	for _, e := range all {
		for _, l := range m.links(e) {
			if !in[l.rel] {
				continue
			}
			if of := m.count(l.to); !m.lasting(l.to) || !m.lasting(e) && m.passes(of) {
				continue // the one has gone before the other
			}
			share, alike := 0.0, false
			for _, days := range [...]float64{0, m.horizon()} {
				c, ok := m.reckon(e, l, days)
				n := m.there(e, m.count(e), days)
				there := pairs(n, exactly(1))
				if !ok || n.Typ <= 0 {
					continue // it begins with nothing
				}
				unlike, apart := there.unlike(c.all), there.apart(c.all, 1)
				more := apart && c.all.lo > there.hi || !apart && c.typ > n.Typ // between two ends is one number, too
				if n.Typ == c.typ || !more && c.least || alike && unlike {      // it grows as the other does
					share = 0
					break
				}
				share, alike = n.Typ/c.typ, !unlike
			}
			r, at := l.rel, l.end()
			r.share[at] = share
		}
	}
}

// checkRelationships says which numbers of a relationship cannot be true: a largest
// number above what there is, and sides that count different numbers of pairs.
func (d *Design) checkRelationships() {
	m := d.Model
	for _, r := range m.Relationships {
		if r.Pair != nil && !r.own() {
			d.checkSwapped(r, r.Left, r.Right, r.From, r.To, r.RightSpan)
			d.checkSwapped(r, r.Right, r.Left, r.To, r.From, r.LeftSpan)
		}
		if r.From == nil || r.To == nil || !r.Left.Known || !r.Right.Known {
			continue
		}
		if !r.again() {
			d.checkMost(r, r.Right, r.A.Text, r.B.Text, r.To, r.RightSpan)
			d.checkMost(r, r.Left, r.B.Text, r.A.Text, r.From, r.LeftSpan)
		}
		if r.Left.Unsaid || r.Right.Unsaid {
			continue
		}
		d.checkSeldom(r, r.Right, r.A.Text, r.B.Text, r.RightSpan)
		d.checkSeldom(r, r.Left, r.B.Text, r.A.Text, r.LeftSpan)
		if e := r.several(); e == nil || e.Count.Known && !e.Count.Unsaid {
			d.checkBalance(r)
		}
	}
	for _, e := range m.Entities {
		d.checkCounts(e)
	}
}

// again reports whether two may be paired again and again: a key of the pairs tells the times apart.
func (r *Relationship) again() bool { return r.Pair != nil && len(r.Pair.ownKey()) > 0 }

const sameFromBoth = "write numbers that come to about the same from both sides"

// seldom is how many times below the most the usual number lies where nearly all have next to nothing.
const seldom = 200

// checkSeldom says where what is usual of a number with two ends follows from the other number and
// lies far below the most: both can be true, and one of them is mostly a slip.
func (d *Design) checkSeldom(r *Relationship, each Amount, one, other string, at diag.Span) {
	usual, most := each, each
	usual.period = 0
	most.Lo, most.Typ, most.Rate = each.Hi, each.Hi, each.RateHi
	e := r.counted()
	if !each.follows || e == nil || max(usual.Typ, usual.Rate)*seldom >= max(most.Typ, most.Rate) {
		return
	}
	d.say(diag.Advice, at, "one "+one+" has "+usual.usual(other)+", and at most "+most.usual(other)+": nearly all have far less than the most", d.Model.takes(e)[1:], sameFromBoth)
}

// fewTakePart is the part of things below which nearly all have nothing of what they are related to.
const fewTakePart = 0.1

// checkSwapped says where nearly all of an entity have nothing of another one, of which each is said
// to have any number, while all have some if the two numbers are meant the other way round.
func (d *Design) checkSwapped(r *Relationship, each, any Amount, e, other *Entity, at diag.Span) {
	m := d.Model
	of, others := m.count(e), m.count(other)
	if !each.Known || each.Unsaid || each.Rate > 0 || !any.Unsaid || any.Lo < any.Typ || !of.Known || of.Unsaid || !others.Known || others.Unsaid {
		return
	}
	of, others = m.there(e, of, m.horizon()), m.there(other, others, m.horizon())
	most := others.Hi * each.Hi
	if most >= of.Lo*fewTakePart || each.Hi > others.Hi || of.Typ*each.Typ < others.Typ {
		return
	}
	one, text := other.Name.Text, m.Source.Text
	left, right := text[r.LeftSpan.Start:r.LeftSpan.End], text[r.RightSpan.Start:r.RightSpan.End]
	swapped := strings.TrimSpace(right) + " : " + strings.TrimSpace(left)
	d.say(diag.Advice, r.LeftSpan.To(r.RightSpan), "at most "+said(most)+" of "+of.usual(e.Name.Text)+" can have a "+one+": one "+one+" has "+each.of(e.Name.Text), r.reading(),
		"if one "+e.Name.Text+" has that many "+manyOf(one)+", write "+swapped+"; if most "+manyOf(e.Name.Text)+" have none, write 0..n",
		diag.Fix{Title: "swap the two numbers: " + swapped, Edits: []diag.Edit{{Span: r.LeftSpan, Text: right}, {Span: r.RightSpan, Text: left}}},
		edit("most "+manyOf(e.Name.Text)+" have none", at, "0..n"))
}

// several is the side of a relationship of which one thing of the other side has several,
// each of which has one; nil where both sides have several, or one.
func (r *Relationship) several() *Entity {
	switch left, right := r.Many(); {
	case left && !right:
		return r.From
	case right && !left:
		return r.To
	}
	return nil
}

// owned is what has one of the other side, which has it; nil where both have several.
func (r *Relationship) owned() (e, owner *Entity) {
	switch left, right := r.Many(); {
	case left && right:
		return nil, nil
	case left:
		return r.From, r.To
	}
	return r.To, r.From
}

// counted is what there are as many of as pairs of a relationship: the pairs, or what has one of
// the other side; nil where either has one.
func (r *Relationship) counted() *Entity {
	if r.Pair != nil {
		return r.Pair
	}
	return r.several()
}

// takes says how many of them everything is worked out from.
func (m *Model) takes(e *Entity) string { return " Everything is worked out from " + m.inAll(e) + "." }

// inAll is how many of an entity there are at the horizon, in words.
func (m *Model) inAll(e *Entity) string {
	n := m.there(e, m.count(e), m.horizon())
	if e.Relation != nil && e.Relation.As.Text == "" {
		return said(n.Typ) + " pairs"
	}
	return n.usual(e.Name.Text)
}

// A reckoning is how many of an entity there are, as one relationship of it says.
type reckoning struct {
	rel         *Relationship
	at          diag.Span // of the number that one of the other entity has
	all         tally
	typ         float64
	least       bool // not all of them take part: there are at least as many
	words, noun string
}

// reckon counts an entity by one of its relationships, where both numbers are said, after so many
// days: those that have not expired.
func (m *Model) reckon(e *Entity, l link, days float64) (c reckoning, ok bool) {
	each, of := l.back(), m.count(l.to)
	r := l.rel
	if l.many || r.own() || !each.Known || each.Unsaid || !of.Known || of.Unsaid {
		return c, false
	}
	c = reckoning{rel: r, at: r.RightSpan, least: r.Left.Lo < 1, noun: r.B.Text}
	if l.to == r.To {
		c.at, c.least, c.noun = r.LeftSpan, r.Right.Lo < 1, r.A.Text
	}
	c.least = c.least && r.Pair == nil
	n, still := of.times(each), ""
	if e.Kept.Known && !m.passes(of) {
		if n = of.after(days).times(each); each.Rate == 0 {
			still = " at once"
		}
	}
	if n.Rate > 0 && e.Kept.Known && e.Kept.Typ < days {
		n, still = n.kept(days, e.Kept.Typ), " that are still there"
	}
	n = n.after(days)
	c.typ, c.all = n.Typ, tally{n.Typ, n.Typ}
	if each.midway() || of.midway() {
		c.all = tally{n.Lo, n.Hi} // nobody said what is usual
		if each.Rate > 0 {
			c.all.lo = 0
		}
	}
	owners := of.after(days)
	if each.Typ > 0 {
		each = each.after(days)
	}
	c.words = owners.usual(l.to.Name.Text) + " with " + each.usual(c.noun) + " each make " + c.all.String() + still
	return c, n.Typ >= 1 && c.at.Len() > 0
}

// checkCounts says where two relationships of an entity give numbers of it that cannot both
// be true: each instance takes part in both, so both count the same things.
func (d *Design) checkCounts(e *Entity) {
	m := d.Model
	var list []reckoning
	if e.Count.Known && !e.Count.Unsaid {
		return // each relationship is compared with that
	}
	for _, l := range m.links(e) {
		if c, ok := m.reckon(e, l, m.horizon()); ok && l.rel.Pair == nil {
			list = append(list, c)
		}
	}
	for i, b := range list {
		for _, a := range list[:i] {
			if more := a.all.lo > b.all.hi; !a.all.unlike(b.all) || more && b.least || !more && a.least {
				continue
			}
			severity, differ, taken := a.all.disagreement(b.all, a.all.apart(b.all, balance))
			if m.count(e).Known {
				taken += m.takes(e)
			}
			d.Findings = append(d.Findings, diag.Diagnostic{Severity: severity, Span: b.at, Related: []diag.Related{{Span: a.at, Text: "the other number"}},
				Message: "two numbers of " + manyOf(e.Name.Text) + " " + differ + ": after " + m.HorizonWords() + ", " + a.words + ", " + b.words,
				Why:     "Both relationships count the same " + manyOf(e.Name.Text) + "." + taken,
				Instead: "write numbers that come to about the same in " + code(a.rel.A.Text+" "+a.rel.Verb+" "+a.rel.B.Text) + " and " + code(b.rel.A.Text+" "+b.rel.Verb+" "+b.rel.B.Text)})
			return
		}
	}
}

// most is how many of an entity there are at most, at the horizon; 0 where nobody knows.
func (m *Model) most(e *Entity) float64 {
	n := m.count(e)
	if !n.Known || n.Unsaid {
		return 0
	}
	return max(n.Hi, m.there(e, n, m.horizon()).Hi)
}

// checkMost says where one instance has more of an entity than there are; of pairs that come at a rate,
// more than there are when sizes are told.
func (d *Design) checkMost(r *Relationship, each Amount, one, other string, e *Entity, at diag.Span) {
	most, then := d.Model.most(e), ""
	if r.Pair != nil && each.Rate > 0 {
		each, then = each.after(d.Model.horizon()), " after "+d.Model.HorizonWords()
	}
	if most < 1 || each.Unsaid || each.Hi <= most || at.Len() == 0 {
		return
	}
	write := number.Plain(most)
	instead := "write at most " + write + ", or more at: entity " + other
	if r.Pair != nil {
		instead += "; where one " + r.A.Text + " meets the same " + r.B.Text + " again and again, tell the times apart below the line: at timestamp key"
	}
	var fixes []diag.Fix
	if each.Typ <= most && each.Rate == 0 && then == "" {
		text := number.Plain(each.Lo) + ".." + number.Plain(each.Typ) + ".." + write
		if each.midway() {
			text = number.Plain(each.Lo) + ".." + write
		}
		fixes = append(fixes, replace(at, text))
	}
	d.say(diag.Warning, at, "one "+one+" cannot have "+said(each.Hi)+" "+manyOf(other)+then+": there are "+said(most), r.reading(), instead, fixes...)
}

// checkBalance says where both sides count different numbers of pairs.
func (d *Design) checkBalance(r *Relationship) {
	m := d.Model
	a, b := m.count(r.From), m.count(r.To)
	if !a.Known || !b.Known || a.Unsaid || b.Unsaid {
		return
	}
	var fromA, fromB tally
	var ofA, ofB Amount
	never, nearest := true, math.Inf(1) // whatever few have
	for _, days := range []float64{0, m.horizon()} {
		a, b, left, right := m.there(r.From, a, days), m.there(r.To, b, days), m.there(r.From, r.Left, days), m.there(r.To, r.Right, days)
		t, u := pairs(a, right), pairs(b, left)
		if t.hi == 0 || u.hi == 0 {
			continue // it begins with nothing
		}
		// As many have less than is usual as have more.
		from, to := halves(a, right), halves(b, left)
		if !t.apart(u, r.mayDiffer(a, b)) && !from.apart(to, rounded) {
			if never = false; !t.unlike(u) {
				return
			}
		}
		if times := max(t.lo/u.hi, u.lo/t.hi); times < nearest { // as one grows, they come closer
			nearest, fromA, fromB, ofA, ofB = times, t, u, a, b
		}
	}
	if fromA.hi == 0 {
		return
	}
	severity, differ, taken := fromA.disagreement(fromB, never)
	if e := r.counted(); e != nil && r.share != [3]float64{} {
		taken += m.takes(e)
	}
	d.say(severity, r.LeftSpan.To(r.RightSpan),
		"the two numbers of "+r.A.Text+" "+r.Verb+" "+r.B.Text+" "+differ+": "+ofA.usual(r.A.Text)+" with "+r.Right.usual(r.B.Text)+" each are "+fromA.String()+
			" pairs, "+ofB.usual(r.B.Text)+" with "+r.Left.usual(r.A.Text)+" each are "+fromB.String(),
		r.reading()+taken, sameFromBoth, d.balanced(r, a, b)...)
}

// reading says which number of a relationship is which.
func (r *Relationship) reading() string {
	return "The number before the colon says how many " + manyOf(r.A.Text) + " belong to one " + r.B.Text + ", the one after it how many " + manyOf(r.B.Text) + " belong to one " + r.A.Text + "."
}

// usual is the usual amount with its noun, or the two ends where nobody said what is usual.
func (a Amount) usual(noun string) string {
	switch {
	case a.midway() && a.Hi > 0:
		return said(a.Lo) + " to " + said(a.Hi) + " " + manyOf(noun)
	case a.Rate > 0 && a.Typ == 0:
		rate, period := a.perTime()
		return exactly(number.Significant(rate, 3)).usual(noun) + " a " + period
	case a.Typ == 1:
		return "1 " + noun
	}
	return said(a.Typ) + " " + manyOf(noun)
}

// said is a number that somebody wrote, whole where it is not too long.
func said(x float64) string {
	if x == math.Trunc(x) && x < 1e6 {
		return number.Count(int64(x))
	}
	return number.Round(x)
}

func (t tally) String() string {
	whole := func(x float64) string { return number.Count(int64(math.Round(number.Significant(x, 3)))) }
	if t.lo != t.hi {
		return whole(t.lo) + " to " + whole(t.hi)
	}
	return whole(t.hi)
}

// balanced are the ways to mend two numbers that contradict each other: the one for the
// other, where somebody took the sides for each other, or one that follows from the other.
func (d *Design) balanced(r *Relationship, a, b Amount) (fixes []diag.Fix) {
	text := d.Model.Source.Text
	left, right := text[r.LeftSpan.Start:r.LeftSpan.End], text[r.RightSpan.Start:r.RightSpan.End]
	put := func(title, l, r2 string) {
		fixes = append(fixes, diag.Fix{Title: title, Edits: []diag.Edit{{Span: r.LeftSpan, Text: l}, {Span: r.RightSpan, Text: r2}}})
	}
	times := r.mayDiffer(a, b)
	if !pairs(a, r.Left).apart(pairs(b, r.Right), times) {
		put("swap the two numbers: "+strings.TrimSpace(right)+" : "+strings.TrimSpace(left), right, left)
	}
	if e := r.several(); e != nil && e.Count.Span.Len() > 0 {
		at := e.Count.Span
		at.Start--
		if strings.HasPrefix(text[at.End:], ",") {
			at.End++
		}
		fixes = append(fixes, edit("leave out how many "+manyOf(e.Name.Text)+" there are: it follows from "+r.A.Text+" "+r.Verb+" "+r.B.Text, at, ""))
	}
	if r.again() {
		a.Hi, b.Hi = math.Inf(1), math.Inf(1)
	}
	if a.Typ <= 0 || b.Typ <= 0 || a.Rate > 0 || b.Rate > 0 || r.Left.Rate > 0 || r.Right.Rate > 0 {
		return fixes
	}
	follow := func(own, each Amount, have, of float64, most Amount) (string, bool) {
		typ := each.Typ * have / of
		if times == rounded { // none of the numbers is a range
			return number.Plain(number.Significant(typ, 3)), typ >= 1
		}
		hi := math.Ceil(max(min(typ*10, most.Hi), typ))
		if typ < 0.05 || 2*typ > most.Hi {
			return "", false
		}
		if own.Lo < typ && typ < own.Hi && own.Hi <= most.Hi { // the ends that are said can be true
			return number.Plain(own.Lo) + ".." + number.Plain(number.Significant(typ, 2)) + ".." + number.Plain(own.Hi), true
		}
		return "0.." + number.Plain(number.Significant(typ, 2)) + ".." + number.Plain(number.Significant(hi, 2)), true
	}
	if l, ok := follow(r.Left, r.Right, a.Typ, b.Typ, a); ok && (times != rounded || r.Left.many()) {
		put("write "+l+" : "+strings.TrimSpace(right), l, right)
	}
	if rr, ok := follow(r.Right, r.Left, b.Typ, a.Typ, b); ok && (times != rounded || r.Right.many()) {
		put("write "+strings.TrimSpace(left)+" : "+rr, left, rr)
	}
	if times == rounded {
		for _, e := range [...]struct {
			of   *Entity
			have float64
		}{{r.To, a.Typ * r.Right.Typ / r.Left.Typ}, {r.From, b.Typ * r.Left.Typ / r.Right.Typ}} {
			if n := number.Plain(math.Ceil(number.Significant(e.have, 3))); e.of.Count.Span.Len() > 0 {
				fixes = append(fixes, edit("write "+n+" "+manyOf(e.of.Name.Text), e.of.Count.Span, n))
			}
		}
	}
	return fixes
}

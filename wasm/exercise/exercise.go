// Package exercise judges what a learner answers: tables and statements in CQL by
// predicates that look at the rows that are left and at what the questions of a
// screen read, numbers, choices, matches and orders. An answer is never called wrong:
// what follows from it is worked out from its own rows and numbers.
//
// [Exercise.Judge] is a pure function of an exercise and an answer, the same natively
// and in a browser, with bounds on what it takes in and how long it tries. Its
// [Judgement] is data: which predicates hold, what the first that does not has to say,
// the server's refusal, the rows that are kept, what each question returns and costs.
//
// Authors write exercises as text; package exercise/exercisebook reads and proves that, and
// says how it is written. [Exercise.Pack] makes a short text of one for a page, and
// [Unpack] reads it.
package exercise

import (
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// Kind is what an answer consists of.
type Kind uint8

// The kinds of exercises.
const (
	CQL    Kind = iota // tables or statements
	Number             // one number, with its unit where it has one
	Choice             // one option or several
	Match              // a category for each item
	Order              // the items in their order
)

// Kinds are the names of the kinds.
var Kinds = [...]string{"cql", "number", "choice", "match", "order"}

func (k Kind) String() string { return Kinds[k] }

// An Exercise is what is needed to judge answers to one question. Feedback is
// Markdown.
type Exercise struct {
	ID        string // unique in its chapter and never reused
	Kind      Kind
	Settings  []string // key=value of cassandra.yaml, where others than the shipped ones hold
	Setup     string   // CQL that has run before the answer
	Rows      []*Rows
	Questions []*Question
	Must      []*Predicate
	After     []*Predicate // whose Ask is said to a right answer that holds them
	Model     Model
	Needed    []string // the attributes that questions and predicates speak of
	Cases     []Case   // answers that are expected
	Others    []Other  // tried where what comes back is right

	Amount     Amount   // of Number
	Items      []Item   // of Choice, Match and Order, the last in the right order
	Categories []string // keys of categories
}

// An Other is a row beside those of Setup that a reader does not see, or several: at the bounds of what the
// model asks for, and with values of which it says nothing. More and Less are what it returns then besides,
// and no more.
type Other struct {
	Insert     string // the statements that write it
	Shown      string // "there is also the row …"
	More, Less []string
}

// A Model is what judging the model answer has shown.
type Model struct {
	Limited  bool // it has a LIMIT
	Outline  Outline
	Columns  []string // that its SELECT returns
	Returned []string // rows, with ", " between the values
	Left     []Left   // of the tables of Setup
	Costs    []Cost
}

// Left are the rows that a table has, sorted. Once every TTL is over, it has those of Later in the
// place of those of Ends.
type Left struct {
	Table       string
	Rows        []string
	Ends, Later []string
}

// A Case is an answer that somebody may give, and what there is to say to it.
type Case struct {
	Right   bool // it passes, and still something is said to it
	Says    string
	Outline Outline  // of CQL
	Numbers []Amount // of Number; none: it is said to every number that is like no other
}

// An Item is an option to choose, or something to be put into a category or into its
// place in an order. Says is told to who chooses a wrong option or leaves a right one
// out (where one option is right, also to who chooses it), or puts an item elsewhere.
type Item struct {
	Want   int // 1 for a right option, 0 for any other; index in Categories
	Says   string
	SaysIf []string // to who puts it into that category; "" for Says
}

// Rows are things of the exercise's world, such as four bookings: each has a value
// for each attribute, and a learner's table is tried on them.
type Rows struct {
	Name       string
	Noun       string // one of them: "booking"
	Attrs      []*Attr
	Apart      []string // attributes of which each alone tells two of them apart
	Rows       [][]Cell
	Twins      []Twin
	Population *Population // nil where no workload speaks of them
}

// Unique reports whether no two things share a value of an attribute: an id that is made
// for each, or one of which there is one row.
func (s *Rows) Unique(a *Attr) bool {
	if a.Type != nil && a.Type.Kind == cqltype.Timeuuid {
		return true
	}
	if s.Population != nil {
		for i := range s.Population.Counts {
			if n := &s.Population.Counts[i]; n.Word == "per" && len(n.Attrs) == 1 && n.Attrs[0] == a.Name && n.At0 == 1 && n.PerDay == 0 {
				return true
			}
		}
	}
	return false
}

// A Twin differs from the first of its things in one attribute alone, which tells two of
// them apart, and in those that no two things share.
type Twin struct {
	Attr  *Attr
	Other []Cell // a value for each attribute
}

// An Attr is what is known of each thing. A learner's column holds it under this
// name, another one, or converted to another type.
type Attr struct {
	Name string
	Also []string      // other names
	Type *cqltype.Type // nil for a collection: then its cells are CQL

	spelled []*spelled // all its names
}

// NewAttr is an attribute of these names.
func NewAttr(name string, also []string) *Attr {
	a := &Attr{Name: name, Also: also, spelled: []*spelled{spell(name)}}
	for _, n := range also {
		a.spelled = append(a.spelled, spell(n))
	}
	return a
}

// A Cell is the value of an attribute in a row.
type Cell struct {
	Shown   string // as the author wrote it
	Literal string // as CQL; "" where the row has none
	Value   []byte // serialized; nil where Attr.Type is
}

// Attr is the attribute of that name, or nil.
func (s *Rows) Attr(name string) *Attr {
	if i := s.index(name); i >= 0 {
		return s.Attrs[i]
	}
	return nil
}

func (s *Rows) index(name string) int {
	for i, a := range s.Attrs {
		if a.Name == name {
			return i
		}
	}
	return -1
}

// A Question is what a screen asks, without a table: what is given, what is wanted,
// and in which order. Which statement answers it depends on the table that a learner
// designs.
type Question struct {
	Name  string
	Shown string  // what a reader calls it: "the clerk's list"
	Of    *Rows   // the things that it asks for
	Given []Known // equal to these values
	Range *Range  // between these; nil where nothing is
	Want  []string
	Order []Ordered
	Limit int // 0: none
}

// A Known value of an attribute.
type Known struct {
	Attr  *Attr
	Value Cell
}

// A Range holds the values of an attribute from one to another, both included; one
// of the two may have no value.
type Range struct {
	Attr     *Attr
	From, To Cell
}

// Ordered is an attribute by which the rows are wanted sorted.
type Ordered struct {
	Attr *Attr
	Desc bool
}

// known is what the question gives for an attribute, or nil.
func (q *Question) known(a *Attr) []byte {
	for i := range q.Given {
		if k := &q.Given[i]; a != nil && k.Attr.Name == a.Name {
			return k.Value.Value
		}
	}
	return nil
}

// knows are the names of what the question gives.
func (q *Question) knows() string {
	var names words
	for i := range q.Given {
		names.add(q.Given[i].Attr.Name)
	}
	if q.Range != nil {
		names.add("a range of " + q.Range.Attr.Name)
	}
	if len(names) == 0 {
		return "nothing"
	}
	return names.and()
}

// A Predicate is something that a right answer does. Those of an exercise are looked at
// in order; the first that does not hold speaks.
type Predicate struct {
	Rule     string // "keeps": see [Rules]
	Text     string // as the author wrote it; a page has none
	Wants    string // what it asks of an answer, in words for a reader
	Ask      string // the author's question in place of the usual one
	Usual    string
	Question *Question
	Rows     []*Rows
	Attrs    []string // attributes or columns; of yields, statements that change rows of others
	Rest     string   // the words of a rule that reads its own
	Limit    float64  // 1 where none is written
	Limited  bool
	Exact    bool    // the number itself, not at most
	Flag     bool    // "as stored", "in order", "rows"
	Day      float64 // below 0 where none is written
	Share    float64
}

// now is the server's clock while an answer is judged: 2026-01-01.
const now = 1767225600

// Session is one in which everything given is there.
func (e *Exercise) Session() *session.Session {
	settings := check.NewSettings()
	for _, s := range e.Settings {
		key, value, _ := strings.Cut(s, "=")
		settings.Set(key, value)
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: now, Check: settings})
	s.Script(diag.NewSource("", e.Setup))
	return s
}

// Package model is the query-first method as a program: from entities,
// relationships and the questions of an application to tables, each column with
// the rule that put it there, to types and CQL; and back, from tables to the
// questions that they can answer.
//
// A model is a text that a person writes:
//
//	model hotel
//
//	entity Hotel 5000
//	  hotel_id  text 5  key
//	  name      text 20
//
//	entity POI 20k
//	  poi_name  text 15  key
//
//	relate Hotel is near POI  0..5..40 : 1..20
//
//	screen Hotels near a point of interest
//	  asks Q1
//
//	question Q1 Hotels near a point of interest
//	  given  poi_name
//	  want   Hotel: hotel_id, name
//
// A line that begins at the margin opens a block, an indented one belongs to it;
// # and -- begin comments. [Parse] reads it and says of each slip what is wrong,
// where, why and what to write instead; [Format] lays it out; [Model.Design] takes
// the steps of the method; [Edit] functions change the text as a hand in a figure
// would. Nothing here draws: package diagram makes figures of what is here.
//
// Where to look: parse.go reads lines; resolve.go finds what a name means and how
// entities are joined; amount.go counts rows; rules.go maps a question to a table;
// alternatives.go has what the rules leave open and what it costs; checks.go says
// what is wrong with a design; cql.go writes and judges CQL; answers.go goes
// backwards.
package model

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/work"
)

// A Model is what a text says: step one and two of the method.
type Model struct {
	Source        *diag.Source
	Work          *work.Meter // counts what a design takes, which comes to its end unless nobody waits for it any more: see [work.Meter.Must]
	TooLong       bool        // the text is, so that not all of it was read
	Most          int         // units that one statement of the schema may take; 0 for what a page has time for
	Name          Name        // of the model; names its keyspace where no other is given
	Horizon       Amount      // how many days sizes look ahead
	Keyspaces     []*Keyspace
	Types         []*ValueType
	Entities      []*Entity
	Relationships []*Relationship
	Screens       []*Screen
	Questions     []*Question
	Choices       []*Choice
	unread        []*Question        // those that nothing can be made of
	named         map[string]*Entity // by their names, as long as there are as many
	byType        map[string]*ValueType
	settled       bool                       // all relationships are there, and stay as they are
	means         map[string][]*Relationship // see meant
}

// A Name is a word of the text with its place.
type Name struct {
	diag.Span
	Text string
}

// A Block is a part of the text: its first line, and the lines that belong to it.
type Block struct {
	diag.Span           // from the first letter to the last, without the line break
	Head      diag.Span // the first line
	Lines     []Line
}

// A Line of a block, with its first word.
type Line struct {
	diag.Span
	Word string // "key", "given", or the name of an attribute
}

// line returns the first line that begins with a word, or nil.
func (b *Block) line(word string) *Line {
	for i := range b.Lines {
		if b.Lines[i].Word == word {
			return &b.Lines[i]
		}
	}
	return nil
}

// A Keyspace holds the tables of some entities; the first one also those of all
// entities that none names.
type Keyspace struct {
	Block
	Name     Name
	Replicas int // copies of each row, per data center
	Of       []Name
	Entities []*Entity
}

// A ValueType is a user-defined type.
type ValueType struct {
	Block
	Name   Name
	Fields []*Attribute
}

// An Entity is a thing of the domain. A relationship with a name of its own
// ("as Rating") is one, too: its instances are pairs.
type Entity struct {
	Block
	Name       Name
	Plural     string // of its tables: "hotels"
	Count      Amount // how many there are; unknown where the text does not say
	Kept       Amount // days until an instance expires; unknown: never
	Within     []Name // the owners of an entity that has no identity of its own
	Owners     []*Entity
	Attributes []*Attribute
	Relation   *Relationship // of which it is the pairs; nil for others
	keyspace   *Keyspace
	out        []link       // see links
	sought     []*foundWays // see ways
	reached    [2]*reached  // see seek
}

// An Attribute is a fact about an entity, or a field of a type.
type Attribute struct {
	diag.Span
	Name     Name
	Type     string // as CQL, with user-defined types by name
	TypeSpan diag.Span
	Size     Amount // bytes of a value of variable length, or of an element
	Elements Amount // of a collection
	Distinct Amount // how many different values there are
	Over     Amount // the days over which the values of one owner lie, where its owners pass
	Changes  Amount // how often one value changes: Rate
	Mutable  bool   // it changes, however often
	Key      bool   // identifies the entity, with other keys, within its owner
	Unique   bool   // identifies the entity alone
	Computed bool   // made by the client from other attributes
	Of       *Entity
}

// A Relationship joins two entities. Each B has Left of A, each A has Right of B.
type Relationship struct {
	Block
	A, B        Name
	Verb        string
	VerbSpan    diag.Span
	Left, Right Amount
	LeftSpan    diag.Span
	RightSpan   diag.Span
	From, To    *Entity
	Attributes  []*Attribute // of the pair, where both sides are many
	As          Name         // what a pair is called
	Changes     Amount       // known where it is said that one gets another owner; how often: Rate
	words       []Name       // from the verb to the first number
	label       string       // what it is called after via, where others have its verb
	Pair        *Entity      // the entity of the pairs, where both sides are many
	said        [2]Amount    // both numbers, without what follows from others
	unread      bool         // its numbers are: what hangs on them is left out until they can be read
	share       [3]float64   // of what one at an end has, what is counted with where the text contradicts it
}

// Many reports whether several A belong to one B, and several B to one A.
func (r *Relationship) Many() (left, right bool) { return r.Left.many(), r.Right.many() }

// A Screen is a step of the application's workflow.
type Screen struct {
	Block
	Name   Name
	After  []Name // steps before; none: the workflow begins here, too
	From   []*Screen
	Asks   []Name
	Asked  []*Question
	Writes []Name // entities that the step writes
}

// A Question is what a screen asks of the database.
type Question struct {
	Block
	ID     Name // "Q4"
	Title  Name
	Given  []*Ref
	Ranges []*Ref
	Order  []*Ref
	Same   []*Ref // of the order as it is written: what all rows of an answer have alike
	Of     Name   // the entity that makes one row
	Want   []*Ref
	Unique []*Ref // what tells rows of one partition apart, where the author says so
	Limit  int64  // rows that the screen shows at once; 0: all
	Often  Amount // how often it is asked: Rate
	Entity *Entity
	place  diag.Span     // of the want line, or of the whole
	hangs  *Relationship // which is not read
	every  diag.Span     // of the sign or word for all, without the entity
	join   *join
}

// A Ref names an attribute of an entity, from the point of view of a question.
type Ref struct {
	diag.Span
	Entity   Name // may be empty
	Name     Name
	Via      string // which relationship leads there, where there are several
	ViaSpan  diag.Span
	At       end  // of a relationship of an entity with itself: on which side of the verb it stands
	As       Name // what its column is called
	Optional bool // of a given value: may be missing
	Typed    bool // of a given value: the person types it, no earlier answer has it
	Desc     bool
	Slice    Amount // of a range: how much of the attribute's values it covers
	Wide     diag.Span

	Attr *Attribute
	at   *place // how a row gets there
}

// A Choice is what the author decided about a table, over what the rules say.
type Choice struct {
	Block
	Name      Name
	For       []Name
	Questions []*Question
	Partition []*Ref // nil: as the rules say
	Cluster   []*Ref
	KeySpan   diag.Span
	Buckets   []*Bucket
	NoBucket  bool
	Spread    *Spread
	NoSpread  bool
	Static    []*Ref
	Plain     []*Ref // regular columns that could be static
	Indexes   []*Ref
	Without   []*Ref
	Keyspace  Name
	TTL       Amount // days
}

// A Bucket is a column of the partition key that is worked out from a time.
type Bucket struct {
	diag.Span
	Unit string // "hour", "day", "week", "month", "year"
	Of   *Ref
	As   Name
	Type string
}

// A Spread divides the rows of one key over several partitions, by a hash.
type Spread struct {
	diag.Span
	Parts int64
	As    Name
}

package place

import "partitionlab/wasm/wire"

// An Effect is what a page does when a button was pressed, besides showing the next
// answer.
type Effect struct {
	Begin   bool    // inputs have changed: the next answer begins
	Copy    string  // into the clipboard
	Put     *Text   // into a field as if somebody typed it, so that undo takes it back
	Set     []Text  // inputs that have no field of their own
	Fresh   bool    // all inputs go: what is put begins something else
	Look    bool    // it is only what the reader looks at: undo passes over it
	Done    []Text  // what the widget is to remember: see input.State
	Note    string  // marks that the reader's log takes down: see package progress
	To      string  // the id of the element that has the focus afterwards
	Stay    bool    // but a line that somebody types in keeps it, and To is only shown
	Save    *Text   // as a file
	Picture string  // save a figure as a file of this name, which ends in .svg or .png: the one whose id stands before it, else the first
	Follow  string  // the address that the pressed link leads to
	Open    bool    // the Embed dialog
	Close   bool    // the dialog
	Focus   bool    // goes to the first field
	Said    string  // in the place of messages, and to screen readers
	Tell    string  // to the script of the page that has asked: see package editor
	Else    *Effect // instead of Said, where the page could not do it
}

// None reports whether the effect of a button of a kind is nothing.
func (e *Effect) None() bool {
	return !e.Begin && e.Put == nil && e.Save == nil && e.Copy == "" && e.Picture == "" && e.Follow == "" && e.To == "" && e.Said == "" && e.Note == "" && e.Tell == "" && !e.Open && !e.Close && !e.Focus
}

// Today stands in a file for the date on which it is saved: who works out its text has no
// clock.
const Today = "\u2063today\u2063"

// A Text goes into a field or a file.
type Text struct {
	Name string // the field's key, the file's name
	Text string
	Mark bool // in a field, what is new of it is selected: the reader has not seen it yet
}

// Texts writes an effect as texts: what a button of a kind does. What all widgets have in
// common never leaves the page.
func (e *Effect) Texts() []string {
	put, save := e.Put, e.Save
	if put == nil {
		put = &Text{}
	}
	if save == nil {
		save = &Text{}
	}
	return []string{wire.Flag(e.Begin), wire.Flag(e.Stay), e.To, e.Said, e.Note, e.Tell, put.Name, put.Text, wire.Flag(put.Mark), save.Name, save.Text}
}

// ReadEffect reads what [Effect.Texts] wrote.
func ReadEffect(r *wire.Reader) Effect {
	e := Effect{Begin: r.Flag(), Stay: r.Flag(), To: r.Text(), Said: r.Text(), Note: r.Text(), Tell: r.Text(), Put: &Text{r.Text(), r.Text(), r.Flag()}, Save: &Text{Name: r.Text(), Text: r.Text()}}
	if e.Put.Name == "" {
		e.Put = nil
	}
	if e.Save.Name == "" {
		e.Save = nil
	}
	return e
}

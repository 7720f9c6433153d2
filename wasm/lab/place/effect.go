package place

// An Effect is what a page does when a button was pressed, besides showing the next
// answer.
type Effect struct {
	Begin   bool    // inputs have changed: the next answer begins
	Copy    string  // into the clipboard
	Put     *Text   // into a field as if somebody typed it, so that undo takes it back
	Save    *Text   // as a file
	Picture string  // save the first figure as a file of this name, which ends in .svg or .png
	Follow  string  // the address that the pressed link leads to
	Open    bool    // the Embed dialog
	Close   bool    // the dialog
	Focus   bool    // goes to the first field
	Said    string  // in the place of messages, and to screen readers
	Else    *Effect // instead of Said, where the page could not do it
}

// A Text goes into a field or a file.
type Text struct {
	Name string // the field's key, the file's name
	Text string
}

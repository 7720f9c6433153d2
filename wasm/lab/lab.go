// Package lab is the widgets: a specification from a chapter's fence and the
// reader's inputs go in, a view comes out. The same function runs in the
// builder and in the browser.
package lab

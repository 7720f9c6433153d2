//go:build js && wasm

package main

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// An element of the page. Its methods are those of package dom; only what hands
// out other nodes is our own, because dom would wrap them in a type for each kind
// of element, and all those types make the program a fifth larger.
type element struct{ *dom.BasicElement }

func wrap(v js.Value) element {
	return element{&dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// none is no element.
var none = wrap(js.Null())

// exists reports whether there is such an element.
func (e element) exists() bool { return e.Truthy() }

// find returns the first element below e that a selector takes.
func (e element) find(selector string) element { return wrap(e.Call("querySelector", selector)) }

// findAll returns all of them.
func (e element) findAll(selector string) []element {
	list := e.Call("querySelectorAll", selector)
	out := make([]element, list.Length())
	for i := range out {
		out[i] = wrap(list.Index(i))
	}
	return out
}

// around returns e or the next element around it that a selector takes.
func (e element) around(selector string) element { return wrap(e.Call("closest", selector)) }

// byID returns the element with an id; it does not exist where there is none.
func byID(id string) element {
	if id == "" {
		return none
	}
	return wrap(document.Call("getElementById", id))
}

// value is what a field holds.
func (e element) value() string { return e.Get("value").String() }

// An event with the element that it happened to.
type event struct {
	dom.BasicEvent
	target element
}

// listen calls do for events of an element and of what is in it, as long as the program
// lives.
func listen(target js.Value, typ string, do func(event)) {
	target.Call("addEventListener", typ, js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(event{dom.BasicEvent{Value: args[0]}, wrap(args[0].Get("target"))})
		return nil
	}), map[string]any{
		"capture": true, // some events do not bubble, so all are caught on their way down
		"signal":  loader.Get("signal"),
	})
}

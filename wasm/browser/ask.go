//go:build js && wasm && !chapters

package main

import (
	"syscall/js"

	"partitionlab/wasm/lab"
)

// A script of the page, such as an editor, asks as a button does: by an event lab:ask, with
// what a button has in data-do and data-with. Where that has an answer in words, it comes
// back as an event lab:told.
func init() {
	answers = func(w *widget, on func(typ string, do func(event))) {
		on("lab:ask", func(e event) {
			asked := e.Underlying().Get("detail")
			w.do(asked.Get("what").String(), asked.Get("with").String(), none)
		})
	}
	if document := window.Get("document"); !document.IsUndefined() {
		loader.Set("pieces", js.FuncOf(func(_ js.Value, args []js.Value) any { return lab.Pieces(args[0].String()) }))
	}
}

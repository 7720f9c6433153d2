//go:build js && wasm

package main

import "syscall/js"

// A widget with a button that chooses a file takes one that is dropped on it, too: where it did
// not, the browser would leave the page for it. The widget is told "opened", with the name of
// the file and what it holds in two lines; with the name alone where it cannot be read.
const chooses = "[data-do=choose]"

// mostFile is how much of a file is read: more than any widget takes.
const mostFile = 1 << 20

// choose lets the reader pick a file.
func (w *widget) choose(button element) {
	field := newElement("input")
	field.Set("type", "file")
	var chosen js.Func
	chosen = js.FuncOf(func(js.Value, []js.Value) any {
		chosen.Release()
		w.safely(func() { w.openFile(field.Get("files"), button) })
		return nil
	})
	field.Call("addEventListener", "change", chosen)
	field.Call("click")
}

// openFile hands the first of some files to the widget.
func (w *widget) openFile(files js.Value, button element) {
	if files.Length() == 0 {
		return
	}
	file, reader := files.Index(0), window.Get("FileReader").New()
	var read js.Func
	read = js.FuncOf(func(js.Value, []js.Value) any {
		read.Release()
		told := file.Get("name").String()
		if got := reader.Get("result"); got.Type() == js.TypeString { // no folder, and it is still there
			told += "\n" + got.String()
		}
		w.safely(func() { w.do("opened", told, button) })
		return nil
	})
	reader.Call("addEventListener", "loadend", read)
	reader.Call("readAsText", file.Call("slice", 0, mostFile))
}

// dropping listens for files that are dropped on the widget.
func (w *widget) dropping(on func(typ string, do func(event))) {
	carried := func(e event) js.Value {
		if d := e.Underlying().Get("dataTransfer"); w.root.find(chooses).exists() && d.Get("types").Call("includes", "Files").Bool() {
			e.PreventDefault()
			return d
		}
		return js.Null()
	}
	on("dragover", func(e event) { carried(e) })
	on("drop", func(e event) {
		if d := carried(e); !d.IsNull() {
			w.openFile(d.Get("files"), w.root.find(chooses))
		}
	})
}

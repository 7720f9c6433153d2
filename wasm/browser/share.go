//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// A dialog is the Embed dialog of a widget while it is open.
type dialog struct {
	w *widget
	shown
	element element
	chosen  *place.Dialog
	opener  element // the button that opened it
}

// open shows the Embed dialog.
func (w *widget) open(opener element) {
	if w.dialog != nil {
		w.dialog.close()
	}
	d := &dialog{w: w, opener: opener, chosen: w.run.Dialog(min(int(w.root.GetBoundingClientRect().Height())+80, 900))}
	d.shown = made(w.run.DialogView())
	d.element = wrap(d.node)
	w.root.Call("appendChild", d.element.Value)
	listen(d.element.Value, "close", func(event) { w.safely(d.close) })
	listen(d.element.Value, "toggle", func(event) { w.safely(d.preview) })
	w.dialog = d
	d.element.Call("showModal")
}

// close takes the dialog away. The focus goes back to the button that opened it.
func (d *dialog) close() {
	if d.w.dialog == d {
		d.w.dialog = nil
		d.w.run.CloseDialog()
		d.element.Remove()
		d.opener.Call("focus")
	}
}

func (d *dialog) update() {
	// The preview's frame is no part of the tree: it stands last in its details,
	// where no change counts.
	d.become(d.w.run.DialogView())
}

// choose takes a choice of the dialog over. A box has a value where it is ticked.
func (d *dialog) choose(t element) {
	value := t.value()
	if t.GetAttribute("type") == "checkbox" && !t.Get("checked").Bool() {
		value = ""
	}
	d.chosen.Choose(t.GetAttribute("data-share"), value)
	d.update()
	d.preview()
}

// preview shows the embed as it will be, once somebody has unfolded it.
func (d *dialog) preview() {
	details := d.element.find("[data-preview]")
	if !details.exists() || !details.Get("open").Bool() {
		return
	}
	address := details.GetAttribute("data-preview")
	frame := details.find("iframe")
	if !frame.exists() {
		frame = newElement("iframe")
		frame.SetAttribute("title", "Preview")
		details.Call("appendChild", frame.Value)
		d.watch.Call("left")
	}
	if frame.GetAttribute("src") != address {
		frame.SetAttribute("src", address)
	}
}

// picture saves a figure as a file, where there is one: the one whose id stands before the
// file's name, else the first of the widget.
func (w *widget) picture(name string) bool {
	of := w.root
	if id, file, has := strings.Cut(name, " "); has {
		name = file
		if f := byID(id); f.exists() {
			of = f
		}
	}
	w.fill(true, w.rest...)
	svg := of.find("svg.fig-wide, svg.fig-beside")
	if !svg.exists() || w.filling > 0 {
		return false
	}
	picture, width, height := standalone(svg)
	if strings.HasSuffix(name, ".svg") {
		save(window.Get("Blob").New([]any{picture}, map[string]any{"type": "image/svg+xml"}), name)
	} else {
		savePNG(picture, width, height, name)
	}
	return true
}

// copy copies a text. It works on plain http, too, where the newer interface is missing.
// While the dialog is open, what is outside of it cannot be selected.
func (w *widget) copy(text string) bool {
	area := newElement("textarea")
	area.SetAttribute("class", "visually-hidden")
	area.SetAttribute("aria-hidden", "true")
	near := w.root
	if w.dialog != nil {
		near = w.dialog.element
	}
	near.Call("appendChild", area.Value)
	had := document.Get("activeElement")
	area.Set("value", text)
	area.Call("select")
	ok := document.Call("execCommand", "copy").Truthy()
	area.Remove()
	if had.Truthy() {
		had.Call("focus")
	}
	return ok
}

// looks are what styles give a figure: a file of its own needs them as attributes.
var looks = []string{"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "font-family", "font-weight", "opacity"}

// standalone returns a figure as a file: the styles of the page as attributes, on
// the page's paper. It returns its size, too.
func standalone(svg element) (picture string, width, height float64) {
	tree := read(svg.Value)
	var visit func(n *view.Node, v js.Value)
	visit = func(n *view.Node, v js.Value) {
		style := window.Call("getComputedStyle", v)
		for _, name := range looks {
			if _, has := n.Attr(name); !has {
				n.Attrs = append(n.Attrs, view.Attr{Name: name, Value: style.Call("getPropertyValue", name).String()})
			}
		}
		for i, c := range n.Children {
			if c.Tag != "" {
				visit(c, v.Get("childNodes").Index(i))
			}
		}
	}
	visit(tree, svg.Value)
	paper := window.Call("getComputedStyle", page.Value).Call("getPropertyValue", "--paper").String()
	probe := window.Call("getComputedStyle", document.Get("body")).Get("backgroundColor").String()
	if probe != "" && probe != "rgba(0, 0, 0, 0)" {
		paper = probe
	}
	width, height = figure.Alone(tree, view.El("rect", view.A("fill", paper)))
	return view.XML(tree), width, height
}

// save offers a file for download.
func save(blob js.Value, name string) {
	url := window.Get("URL")
	address := url.Call("createObjectURL", blob)
	a := newElement("a")
	a.SetAttribute("href", address.String())
	a.SetAttribute("download", name)
	a.Call("click")
	url.Call("revokeObjectURL", address)
}

// savePNG draws a picture at twice its size and offers it for download.
func savePNG(picture string, width, height float64, name string) {
	const scale = 2
	image := window.Get("Image").New()
	var loaded js.Func
	loaded = js.FuncOf(func(js.Value, []js.Value) any {
		defer loaded.Release()
		canvas := newElement("canvas")
		canvas.Set("width", width*scale)
		canvas.Set("height", height*scale)
		canvas.Call("getContext", "2d").Call("drawImage", image, 0, 0, width*scale, height*scale)
		var made js.Func
		made = js.FuncOf(func(_ js.Value, args []js.Value) any {
			defer made.Release()
			if len(args) > 0 && args[0].Truthy() {
				save(args[0], name)
			}
			return nil
		})
		canvas.Call("toBlob", made)
		return nil
	})
	image.Call("addEventListener", "load", loaded)
	image.Set("src", "data:image/svg+xml,"+window.Call("encodeURIComponent", picture).String())
}

func newElement(tag string) element { return wrap(document.Call("createElement", tag)) }

//go:build js && wasm

package main

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// A dialog is the Embed dialog of a widget while it is open.
type dialog struct {
	w       *widget
	element dom.Element
	tree    *view.Node
	sharing lab.Sharing
}

// site is the address of the site's root.
func (w *widget) site() string {
	return js.Global().Get("URL").New(w.spec.Root, document.BaseURI()).Get("href").String()
}

// open shows the Embed dialog.
func (w *widget) open() {
	if w.share != nil {
		w.share.close()
	}
	d := &dialog{w: w, sharing: lab.Sharing{Site: w.site(), Cover: w.spec.Cover, Height: int(w.root.GetBoundingClientRect().Height()) + 80}}
	d.tree = view.Normal(w.spec.Dialog(w.in, d.sharing))
	d.element = create(d.tree, "").(dom.Element)
	w.root.AppendChild(d.element)
	d.element.AddEventListener("close", false, func(dom.Event) { w.safely(d.close) })
	if details := d.element.QuerySelector("[data-preview]"); details != nil {
		details.AddEventListener("toggle", false, func(dom.Event) { w.safely(d.preview) })
	}
	w.share = d
	d.element.Underlying().Call("showModal")
}

func (d *dialog) close() {
	if d.w.share == d {
		d.w.share = nil
		d.element.Remove()
		if b := d.w.root.QuerySelector("[data-do=embed]"); b != nil {
			b.Underlying().Call("focus")
		}
	}
}

func (d *dialog) update() {
	fresh := view.Normal(d.w.spec.Dialog(d.w.in, d.sharing))
	// The preview's frame is no part of the tree: it stands last in its details,
	// where no patch counts.
	patch(d.element, view.Diff(d.tree, fresh))
	d.tree = fresh
}

// choose takes a choice of the dialog over.
func (d *dialog) choose(t dom.Element) {
	if d == nil {
		return
	}
	switch t.GetAttribute("data-share") {
	case "theme":
		d.sharing.Theme = value(t)
	case "title":
		d.sharing.Title = value(t)
	case "cover":
		d.sharing.Cover = t.Underlying().Get("checked").Bool()
	}
	d.sharing.Said = ""
	d.update()
	d.preview()
}

// preview shows the embed as it will be, once somebody has unfolded it.
func (d *dialog) preview() {
	details := d.element.QuerySelector("[data-preview]")
	if details == nil || !details.Underlying().Get("open").Bool() {
		return
	}
	address := details.GetAttribute("data-preview")
	frame := details.QuerySelector("iframe")
	if frame == nil {
		frame = document.CreateElement("iframe")
		frame.SetAttribute("title", "Preview")
		details.AppendChild(frame)
	}
	if frame.GetAttribute("src") != address {
		frame.SetAttribute("src", address)
	}
}

// do carries out a button of the dialog.
func (d *dialog) do(t dom.Element) {
	if d == nil {
		return
	}
	said := ""
	switch t.GetAttribute("data-do") {
	case "close":
		d.element.Underlying().Call("close")
		return
	case "copy":
		field := document.GetElementByID(t.GetAttribute("data-copy"))
		if field == nil {
			return
		}
		field.Underlying().Call("select")
		if said = "Copied."; !document.Underlying().Call("execCommand", "copy").Truthy() {
			said = "The browser does not allow copying here. The text is selected: copy it with the keyboard."
		}
	case "svg", "png":
		svg := d.w.root.QuerySelector("svg.fig-wide")
		if svg == nil {
			said = "There is no figure."
			break
		}
		picture := standalone(svg)
		if t.GetAttribute("data-do") == "svg" {
			save(js.Global().Get("Blob").New([]any{picture}, map[string]any{"type": "image/svg+xml"}), d.w.spec.FileName()+".svg")
		} else {
			savePNG(picture, svg, d.w.spec.FileName()+".png")
		}
		said = "The picture is in your downloads."
	}
	d.sharing.Said = said
	d.update()
}

// copyText copies a text. It works on plain http, too, where the newer interface
// is missing.
func copyText(near dom.Element, text string) bool {
	area := document.CreateElement("textarea")
	area.SetAttribute("class", "visually-hidden")
	area.SetAttribute("aria-hidden", "true")
	near.AppendChild(area)
	had := document.Underlying().Get("activeElement")
	v := area.Underlying()
	v.Set("value", text)
	v.Call("select")
	ok := document.Underlying().Call("execCommand", "copy").Truthy()
	area.Remove()
	if had.Truthy() {
		had.Call("focus")
	}
	return ok
}

// looks are what styles give a figure: a file of its own needs them as attributes.
var looks = []string{"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "font-family", "font-weight", "opacity"}

// standalone returns a figure as a file: the styles of the page as attributes, on
// the page's paper.
func standalone(svg dom.Element) string {
	tree := read(svg)
	var visit func(n *view.Node, v js.Value)
	visit = func(n *view.Node, v js.Value) {
		style := js.Global().Call("getComputedStyle", v)
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
	visit(tree, svg.Underlying())
	box := svg.Underlying().Get("viewBox").Get("baseVal")
	size := func(name string) view.Attr { return view.A(name, box.Get(name).Call("toString").String()) }
	paper := js.Global().Call("getComputedStyle", document.DocumentElement().Underlying()).Call("getPropertyValue", "--paper").String()
	probe := js.Global().Call("getComputedStyle", document.QuerySelector("body").Underlying()).Get("backgroundColor").String()
	if probe != "" && probe != "rgba(0, 0, 0, 0)" {
		paper = probe
	}
	tree.Attrs = append(tree.Attrs, size("width"), size("height"))
	tree.Children = append([]*view.Node{view.El("rect", size("width"), size("height"), view.A("fill", paper))}, tree.Children...)
	return view.XML(tree)
}

// save offers a file for download.
func save(blob js.Value, name string) {
	url := js.Global().Get("URL")
	address := url.Call("createObjectURL", blob)
	a := document.CreateElement("a")
	a.SetAttribute("href", address.String())
	a.SetAttribute("download", name)
	a.Underlying().Call("click")
	url.Call("revokeObjectURL", address)
}

// savePNG draws a picture at twice its size and offers it for download.
func savePNG(picture string, svg dom.Element, name string) {
	const scale = 2
	box := svg.Underlying().Get("viewBox").Get("baseVal")
	width, height := box.Get("width").Float(), box.Get("height").Float()
	image := js.Global().Get("Image").New()
	var loaded js.Func
	loaded = js.FuncOf(func(js.Value, []js.Value) any {
		defer loaded.Release()
		canvas := document.CreateElement("canvas").Underlying()
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
	image.Set("src", "data:image/svg+xml,"+js.Global().Call("encodeURIComponent", picture).String())
}

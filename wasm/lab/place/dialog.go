package place

import (
	"strconv"
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

// A Dialog is the Embed dialog while it is open: what the reader chooses in it.
type Dialog struct {
	Site    string // address of the site's root, ending in a slash
	Theme   string // "light", "dark" or "" for the host page's
	Title   string // "" for the widget's own
	Cover   bool   // the answer is hidden until somebody asks for it
	Height  int    // px, for hosts that do not listen to height messages
	Picture bool   // the widget has a figure that can be taken as a picture
	CQL     string // that the widget is about, "" for none
	Said    string // about the last thing done
}

// Choose takes a choice of the dialog over, by the name that its field has in
// data-share. A box that is ticked has a value, another one none.
func (d *Dialog) Choose(name, value string) {
	switch name {
	case "theme":
		d.Theme = value
	case "title":
		d.Title = value
	case "cover":
		d.Cover = value != ""
	}
	d.Said = ""
}

// Do carries out a button of the dialog, where it is one.
func (d *Dialog) Do(p *Place, do string) (e Effect, known bool) {
	switch do {
	case "close":
		return Effect{Close: true}, true
	case "svg", "png":
		return Effect{Picture: p.FileName() + "." + do, Said: "The picture is in your downloads.", Else: &Effect{Said: "There is no figure."}}, true
	}
	return e, false
}

// title is the one that the reader wants, or the widget's own.
func (d *Dialog) title(p *Place) string {
	if d.Title != "" {
		return d.Title
	}
	return p.Title
}

// Embed is the address of the page for frames with the reader's inputs and choices.
func (d *Dialog) Embed(p *Place, changes []input.Change) string {
	var look []string
	if d.Theme != "" {
		look = append(look, paramTheme+"="+escape(d.Theme))
	}
	if d.Title != "" {
		look = append(look, paramTitle+"="+escape(d.Title))
	}
	if d.Cover != p.Cover {
		c := "0"
		if d.Cover {
			c = "1"
		}
		look = append(look, paramCover+"="+c)
	}
	return p.join(d.Site+p.EmbedPage, strings.Join(look, "&"), changes)
}

// Frame is the HTML to paste: a frame, and a line with a plain link for hosts that take
// frames out.
func (d *Dialog) Frame(p *Place, changes []input.Change) string {
	height := d.Height
	if height <= 0 {
		height = 640
	}
	frame := view.El("x", view.A("title", d.title(p)), view.A("width", "100%"), view.A("height", strconv.Itoa(height)), view.A("loading", "lazy"),
		view.A("sandbox", "allow-scripts allow-same-origin allow-popups allow-downloads"), view.A("allow", "clipboard-write; fullscreen"), view.A("src", d.Embed(p, changes)))
	// No tree holds a frame or a style: these are put in as text.
	code := strings.TrimSuffix(view.HTML(frame), "></x>")
	code = "<iframe" + strings.TrimPrefix(code, "<x") + ` style="border:0"></iframe>`
	return code + "\n" + view.HTML(view.El("p", view.El("a", view.A("href", p.Address(d.Site, changes)), view.Text(d.title(p)))))
}

// Markdown is what shows the widget in a page of Markdown without the site's help: the
// picture that the dialog saves, a link around it where there is an address to link to; of
// a widget without a figure its CQL in a fence. "" where it has neither.
func (d *Dialog) Markdown(p *Place, changes []input.Change) string {
	switch {
	case d.Picture:
		picture := "![" + entities(d.title(p)) + "](" + p.FileName() + ".svg)"
		if p.Loose {
			return picture
		}
		return "[" + picture + "](" + p.Address(d.Site, changes) + ")"
	case strings.TrimSpace(d.CQL) != "":
		fence := "```"
		for strings.Contains(d.CQL, fence) {
			fence += "`"
		}
		return fence + "cql\n" + strings.TrimRight(d.CQL, "\n") + "\n" + fence
	}
	return ""
}

// entities writes a text so that Markdown takes none of its signs for its own.
func entities(s string) string {
	var b strings.Builder
	for _, c := range s {
		if c < ' ' {
			c = ' '
		}
		if c < 0x80 && c != ' ' && (c < '0' || '9' < c && c < 'A' || 'Z' < c && c < 'a' || 'z' < c) {
			b.WriteString("&#" + strconv.Itoa(int(c)) + ";")
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// View is the dialog: everything that can be taken elsewhere. Buttons say in data-do
// what they do; fields in data-share what they choose. What to paste into which host is
// written by a script of the page, which knows them all, into .share-recipes; a page in a
// file of its own has no such script, and leads to the site's dialog where it knows the site.
//
//	dialog.share: .share-head (h3, button), .share-row (label, .share-field with
//	input.share-code and button), .share-choices, .share-note, .share-recipes,
//	.share-preview, .share-said
func (d *Dialog) View(p *Place, changes []input.Change) *view.Node {
	id := func(name string) string { return p.Element("share-" + name) }
	theme := view.El("select", view.A("id", id("theme")), view.A("data-share", "theme"))
	for _, c := range input.Options("", "as the reader's system", "light", "light", "dark", "dark") {
		theme.Add(view.El("option", view.A("value", c.Value), view.Flag("selected", c.Value == d.Theme), view.Text(c.Label)))
	}
	link, embed := p.Address(d.Site, changes), d.Embed(p, changes)
	field := func(name, label, tag, value string) *view.Node {
		text := view.El(tag, view.Class("share-code"), view.A("id", id(name)), view.A("readonly", ""))
		if tag == "input" {
			text.Add(view.A("value", value))
		} else {
			text.Add(view.A("rows", "4"), view.Text(value))
		}
		return view.El("div", view.Class("share-row"), view.A("data-key", name), view.Label(id(name), label),
			view.El("div", view.Class("share-field"), text,
				view.El("button", view.A("type", "button"), view.A("data-do", "copy"), view.A("data-from", id(name)), view.Text("Copy"))))
	}
	n := view.El("dialog", view.Class("share"), view.A("id", id("dialog")), view.A("aria-labelledby", id("title-line")),
		view.El("div", view.Class("share-head"), view.El("h3", view.A("id", id("title-line")), view.Text("Take this calculator with you")),
			view.El("button", view.A("type", "button"), view.A("data-do", "close"), view.Text("Close"))))
	if p.Loose {
		n.Add(view.Leaf("p", "share-note", "This page is a file. It has no address on the web, so no other page can show the calculator in a frame. What goes anywhere is below."))
	}
	choices := view.El("div", view.Class("share-choices"))
	if !p.file() { // of frames
		choices.Add(view.Label(id("theme"), "Theme"), theme)
	}
	choices.Add(view.Label(id("title"), "Title"), view.El("input", view.A("id", id("title")), view.A("data-share", "title"), view.A("value", d.Title), view.A("placeholder", p.Title)))
	if !p.file() {
		choices.Add(view.El("label", view.El("input", view.A("type", "checkbox"), view.A("data-share", "cover"), view.Flag("checked", d.Cover)), view.Text(" hide the answer until asked for")))
	}
	n.Add(field("link", "Link with your inputs", "input", link), choices)
	if _, fragment := p.Link(changes, true); fragment != "" && !p.file() {
		n.Add(view.Leaf("p", "share-note", "Your CQL is in the part of the address after #. No server gets to see it; whoever reads the page that holds the frame can."))
	}
	if d.Picture {
		n.Add(view.El("div", view.Class("share-row"), view.A("data-key", "picture"), view.Leaf("p", "", "Picture of the first figure, for hosts that take pictures only"),
			view.El("div", view.Class("share-field"),
				view.El("button", view.A("type", "button"), view.A("data-do", "svg"), view.Text("Download SVG")), view.Text(" "),
				view.El("button", view.A("type", "button"), view.A("data-do", "png"), view.Text("Download PNG")))))
	}
	if text := d.Markdown(p, changes); text != "" && p.file() {
		label := "Markdown"
		if d.Picture {
			label = "Markdown, with the picture stored beside your page"
		}
		n.Add(field("markdown", label, "textarea", text))
	}
	if !p.file() {
		recipes := view.El("div", view.Class("share-recipes"), view.A("id", id("recipes")), view.A("data-link", link), view.A("data-embed", embed),
			view.A("data-title", d.title(p)), view.A("data-name", p.FileName()), view.A("data-site", d.Site), view.A("data-height", strconv.Itoa(d.Height)))
		recipes.Rest = true
		n.Add(recipes, view.El("details", view.Class("share-preview"), view.A("data-preview", embed), view.Leaf("summary", "", "Preview")))
	} else if !p.Loose {
		n.Add(view.El("p", view.Class("share-note"), view.Text("This page is a file. What to paste into a wiki, a blog or a book, with your inputs, says "),
			view.El("a", view.A("href", p.join(d.Site+p.Page, paramEmbed+"=1", changes)), view.A("target", "_blank"), view.A("rel", "noopener"), view.Text("the same dialog on the site")), view.Text(".")))
	}
	return n.Add(view.El("p", view.Class("share-said"), view.A("role", "status"), view.Text(d.Said)))
}

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

// View is the dialog: everything that can be taken elsewhere. Buttons say in data-do
// what they do; fields in data-share what they choose. What to paste into which host is
// written by a script of the page, which knows them all, into .share-recipes.
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
	recipes := view.El("div", view.Class("share-recipes"), view.A("id", id("recipes")), view.A("data-link", link), view.A("data-embed", embed),
		view.A("data-title", d.title(p)), view.A("data-name", p.FileName()), view.A("data-site", d.Site), view.A("data-height", strconv.Itoa(d.Height)))
	recipes.Rest = true
	n := view.El("dialog", view.Class("share"), view.A("id", id("dialog")), view.A("aria-labelledby", id("title-line")),
		view.El("div", view.Class("share-head"), view.El("h3", view.A("id", id("title-line")), view.Text("Take this calculator with you")),
			view.El("button", view.A("type", "button"), view.A("data-do", "close"), view.Text("Close"))),
		view.El("div", view.Class("share-row"), view.A("data-key", "link"), view.Label(id("link"), "Link with your inputs"),
			view.El("div", view.Class("share-field"), view.El("input", view.Class("share-code"), view.A("id", id("link")), view.A("readonly", ""), view.A("value", link)),
				view.El("button", view.A("type", "button"), view.A("data-do", "copy"), view.A("data-from", id("link")), view.Text("Copy")))),
		view.El("div", view.Class("share-choices"),
			view.Label(id("theme"), "Theme"), theme,
			view.Label(id("title"), "Title"), view.El("input", view.A("id", id("title")), view.A("data-share", "title"), view.A("value", d.Title), view.A("placeholder", p.Title)),
			view.El("label", view.El("input", view.A("type", "checkbox"), view.A("data-share", "cover"), view.Flag("checked", d.Cover)), view.Text(" hide the answer until asked for"))))
	if _, fragment := p.Link(changes, true); fragment != "" {
		n.Add(view.Leaf("p", "share-note", "Your CQL is in the part of the address after #. No server gets to see it; whoever reads the page that holds the frame can."))
	}
	if d.Picture {
		n.Add(view.El("div", view.Class("share-row"), view.A("data-key", "picture"), view.Leaf("p", "", "Picture of the first figure, for hosts that take pictures only"),
			view.El("div", view.Class("share-field"),
				view.El("button", view.A("type", "button"), view.A("data-do", "svg"), view.Text("Download SVG")), view.Text(" "),
				view.El("button", view.A("type", "button"), view.A("data-do", "png"), view.Text("Download PNG")))))
	}
	return n.Add(
		recipes,
		view.El("details", view.Class("share-preview"), view.A("data-preview", embed), view.Leaf("summary", "", "Preview")),
		view.El("p", view.Class("share-said"), view.A("role", "status"), view.Text(d.Said)))
}

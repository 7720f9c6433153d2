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

// Markdown is the line for hosts that take pictures only.
func (d *Dialog) Markdown(p *Place, changes []input.Change) string {
	return "[![" + markdownText(d.title(p)) + "](" + p.FileName() + ".svg)](" + p.Address(d.Site, changes) + ")"
}

// markdownText writes text so that Markdown shows just that: in the middle of a line,
// with any extension that GitHub or GitLab knows.
func markdownText(s string) string {
	var b strings.Builder
	for i, c := range s {
		switch {
		case c < ' ', c == 0x7f:
			c = ' '
		case strings.ContainsRune("\\`*_[]<>&!|~$^={}", c), c == ':' && i+1 < len(s) && s[i+1] != ' ': // :name: is a picture in some
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// View is the dialog: everything that can be taken elsewhere. Buttons say in data-do
// what they do; fields in data-share what they choose.
//
//	dialog.share: .share-head (h3, button), .share-row (label, .share-field with
//	input or textarea.share-code and button), .share-choices, .share-note,
//	.share-preview, .share-said
func (d *Dialog) View(p *Place, changes []input.Change) *view.Node {
	id := func(name string) string { return p.Element("share-" + name) }
	copyRow := func(name, label, text string, lines int) *view.Node {
		var box *view.Node
		if lines > 1 {
			box = view.El("textarea", view.Class("share-code"), view.A("id", id(name)), view.A("readonly", ""), view.A("rows", strconv.Itoa(lines)), view.A("spellcheck", "false"), view.Text(text))
		} else {
			box = view.El("input", view.Class("share-code"), view.A("id", id(name)), view.A("readonly", ""), view.A("value", text))
		}
		return view.El("div", view.Class("share-row"), view.A("data-key", name), view.Label(id(name), label),
			view.El("div", view.Class("share-field"), box, view.El("button", view.A("type", "button"), view.A("data-do", "copy"), view.A("data-from", id(name)), view.Text("Copy"))))
	}
	theme := view.El("select", view.A("id", id("theme")), view.A("data-share", "theme"))
	for _, c := range input.Options("", "as the reader's system", "light", "light", "dark", "dark") {
		theme.Add(view.El("option", view.A("value", c.Value), view.Flag("selected", c.Value == d.Theme), view.Text(c.Label)))
	}
	n := view.El("dialog", view.Class("share"), view.A("id", id("dialog")), view.A("aria-labelledby", id("title-line")),
		view.El("div", view.Class("share-head"), view.El("h3", view.A("id", id("title-line")), view.Text("Take this calculator with you")),
			view.El("button", view.A("type", "button"), view.A("data-do", "close"), view.Text("Close"))),
		copyRow("link", "Link with your inputs", p.Address(d.Site, changes), 1),
		view.El("div", view.Class("share-choices"),
			view.Label(id("theme"), "Theme"), theme,
			view.Label(id("title"), "Title"), view.El("input", view.A("id", id("title")), view.A("data-share", "title"), view.A("value", d.Title), view.A("placeholder", p.Title)),
			view.El("label", view.El("input", view.A("type", "checkbox"), view.A("data-share", "cover"), view.Flag("checked", d.Cover)), view.Text(" hide the answer until asked for"))),
		copyRow("frame", "Frame for a web page, wiki or course (HTML)", d.Frame(p, changes), 4))
	if _, fragment := p.Link(changes, true); fragment != "" {
		n.Add(view.Leaf("p", "share-note", "Your CQL is in the part of the address after #. No server gets to see it; whoever reads the page that holds the frame can."))
	}
	if d.Picture {
		n.Add(view.El("div", view.Class("share-row"), view.A("data-key", "picture"), view.Leaf("p", "", "Picture of the first figure, for hosts that take pictures only"),
			view.El("div", view.Class("share-field"),
				view.El("button", view.A("type", "button"), view.A("data-do", "svg"), view.Text("Download SVG")), view.Text(" "),
				view.El("button", view.A("type", "button"), view.A("data-do", "png"), view.Text("Download PNG")))),
			copyRow("markdown", "Line for a Markdown page (GitHub, GitLab): store the picture beside it", d.Markdown(p, changes), 2))
	}
	return n.Add(
		view.El("details", view.Class("share-hosts"), view.Leaf("summary", "", "Where to paste it"),
			view.El("ul",
				view.Leaf("li", "", "Moodle, Canvas, Open edX: the source view of a page takes the frame."),
				view.Leaf("li", "", "MkDocs, Hugo, a page of your own: paste the frame. Docusaurus (MDX): write style={{border: 0}} instead of style=\"border:0\"."),
				view.Leaf("li", "", "MediaWiki, Confluence, XWiki, Discourse, Backstage: an administrator lists "+origin(d.Site)+" among the allowed frames; until then paste the link."),
				view.Leaf("li", "", "Notion, Google Sites: give the link to their embed block."))),
		view.El("details", view.Class("share-preview"), view.A("data-preview", d.Embed(p, changes)), view.Leaf("summary", "", "Preview")),
		view.El("p", view.Class("share-said"), view.A("role", "status"), view.Text(d.Said)))
}

// origin is the scheme and host of an address.
func origin(address string) string {
	i := strings.Index(address, "://")
	if i < 0 {
		return address
	}
	host, _, _ := strings.Cut(address[i+3:], "/")
	return address[:i+3] + host
}

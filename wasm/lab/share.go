package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/view"
)

// Sharing is what a reader chooses in the Embed dialog.
type Sharing struct {
	Site   string // address of the site's root, ending in a slash
	Theme  string // "light", "dark" or "" for the host page's
	Title  string // "" for the widget's own
	Cover  bool   // the answer is hidden until somebody asks for it
	Height int    // px, for hosts that do not listen to height messages
	Said   string // what the dialog says about the last thing done
}

// Address is the widget's own page with the reader's inputs.
func (s *Spec) Address(site string, in Inputs) string {
	return join(site+s.Page, "", s, in)
}

// EmbedAddress is the page for frames with the reader's inputs and choices.
func (s *Spec) EmbedAddress(sh Sharing, in Inputs) string {
	var params []string
	if sh.Theme != "" {
		params = append(params, paramTheme+"="+escape(sh.Theme))
	}
	if sh.Title != "" {
		params = append(params, paramTitle+"="+escape(sh.Title))
	}
	if sh.Cover != s.Cover {
		c := "0"
		if sh.Cover {
			c = "1"
		}
		params = append(params, paramCover+"="+c)
	}
	return join(sh.Site+s.EmbedPage, strings.Join(params, "&"), s, in)
}

func join(address, params string, s *Spec, in Inputs) string {
	query, fragment := s.Link(in, true)
	if query != "" && params != "" {
		query += "&"
	}
	if query += params; query != "" {
		address += "?" + query
	}
	if fragment != "" {
		address += "#" + fragment
	}
	return address
}

// FrameCode is the HTML to paste: a frame, and a line with a plain link for
// hosts that take frames out.
func (s *Spec) FrameCode(sh Sharing, in Inputs) string {
	title := sh.Title
	if title == "" {
		title = s.Title
	}
	height := sh.Height
	if height <= 0 {
		height = 640
	}
	frame := view.El("x", view.A("title", title), view.A("width", "100%"), view.A("height", strconv.Itoa(height)), view.A("loading", "lazy"),
		view.A("sandbox", "allow-scripts allow-same-origin allow-popups allow-downloads"), view.A("allow", "clipboard-write; fullscreen"), view.A("src", s.EmbedAddress(sh, in)))
	// No tree holds a frame or a style: these are put in as text.
	code := strings.TrimSuffix(view.HTML(frame), "></x>")
	code = "<iframe" + strings.TrimPrefix(code, "<x") + ` style="border:0"></iframe>`
	return code + "\n" + view.HTML(view.El("p", view.El("a", view.A("href", s.Address(sh.Site, in)), view.Text(title))))
}

// Markdown is the line for hosts that take pictures only.
func (s *Spec) Markdown(sh Sharing, in Inputs) string {
	title := sh.Title
	if title == "" {
		title = s.Title
	}
	return "[![" + markdownText(title) + "](" + s.FileName() + ".svg)](" + s.Address(sh.Site, in) + ")"
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

// FileName is the name of a downloaded picture, without its ending.
func (s *Spec) FileName() string { return "partition-lab-" + s.ID }

// Dialog is the Embed dialog: everything that can be taken elsewhere. Buttons say
// in data-do what they do; fields in data-share what they choose.
//
//	dialog.share: .share-head (h3, button), .share-row (label, .share-field with
//	input or textarea.share-code and button), .share-choices, .share-note,
//	.share-preview, .share-said
func (s *Spec) Dialog(in Inputs, sh Sharing) *view.Node {
	id := func(name string) string { return s.id("share-" + name) }
	copyRow := func(name, label, text string, lines int) *view.Node {
		var box *view.Node
		if lines > 1 {
			box = view.El("textarea", view.Class("share-code"), view.A("id", id(name)), view.A("readonly", ""), view.A("rows", strconv.Itoa(lines)), view.A("spellcheck", "false"), view.Text(text))
		} else {
			box = view.El("input", view.Class("share-code"), view.A("id", id(name)), view.A("readonly", ""), view.A("value", text))
		}
		return view.El("div", view.Class("share-row"), view.A("data-key", name), view.El("label", view.A("for", id(name)), view.Text(label)),
			view.El("div", view.Class("share-field"), box, view.El("button", view.A("type", "button"), view.A("data-do", "copy"), view.A("data-copy", id(name)), view.Text("Copy"))))
	}
	theme := view.El("select", view.A("id", id("theme")), view.A("data-share", "theme"))
	for _, c := range []choice{{"", "as the reader's system"}, {"light", "light"}, {"dark", "dark"}} {
		theme.Add(view.El("option", view.A("value", c.value), view.Flag("selected", c.value == sh.Theme), view.Text(c.label)))
	}
	d := view.El("dialog", view.Class("share"), view.A("id", id("dialog")), view.A("aria-labelledby", id("title-line")),
		view.El("div", view.Class("share-head"), view.El("h3", view.A("id", id("title-line")), view.Text("Take this calculator with you")),
			view.El("button", view.A("type", "button"), view.A("data-do", "close"), view.Text("Close"))),
		copyRow("link", "Link with your inputs", s.Address(sh.Site, in), 1),
		view.El("div", view.Class("share-choices"),
			view.El("label", view.A("for", id("theme")), view.Text("Theme")), theme,
			view.El("label", view.A("for", id("title")), view.Text("Title")), view.El("input", view.A("id", id("title")), view.A("data-share", "title"), view.A("value", sh.Title), view.A("placeholder", s.Title)),
			view.El("label", view.El("input", view.A("type", "checkbox"), view.A("data-share", "cover"), view.Flag("checked", sh.Cover)), view.Text(" hide the answer until asked for"))),
		copyRow("frame", "Frame for a web page, wiki or course (HTML)", s.FrameCode(sh, in), 4))
	if _, fragment := s.Link(in, true); fragment != "" {
		d.Add(view.El("p", view.Class("share-note"), view.Text("Your CQL is in the part of the address behind #. No server gets to see it; whoever reads the page that holds the frame can.")))
	}
	if s.Kind == "size" {
		d.Add(view.El("div", view.Class("share-row"), view.A("data-key", "picture"), view.El("p", view.Text("Picture of the first figure, for hosts that take pictures only")),
			view.El("div", view.Class("share-field"),
				view.El("button", view.A("type", "button"), view.A("data-do", "svg"), view.Text("Download SVG")), view.Text(" "),
				view.El("button", view.A("type", "button"), view.A("data-do", "png"), view.Text("Download PNG")))),
			copyRow("markdown", "Line for a Markdown page (GitHub, GitLab): store the picture beside it", s.Markdown(sh, in), 2))
	}
	d.Add(
		view.El("details", view.Class("share-hosts"), view.El("summary", view.Text("Where to paste it")),
			view.El("ul",
				view.El("li", view.Text("Moodle, Canvas, Open edX: the source view of a page takes the frame.")),
				view.El("li", view.Text("MkDocs, Hugo, a page of your own: paste the frame. Docusaurus (MDX): write style={{border: 0}} instead of style=\"border:0\".")),
				view.El("li", view.Text("MediaWiki, Confluence, XWiki, Discourse, Backstage: an administrator lists "+origin(sh.Site)+" among the allowed frames; until then paste the link.")),
				view.El("li", view.Text("Notion, Google Sites: give the link to their embed block.")))),
		view.El("details", view.Class("share-preview"), view.A("data-preview", s.EmbedAddress(sh, in)), view.El("summary", view.Text("Preview"))),
		view.El("p", view.Class("share-said"), view.A("role", "status"), view.Text(sh.Said)))
	return d
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

package place

import (
	"strings"
	"testing"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

func TestDialog(t *testing.T) {
	p := &Place{ID: "size1", Title: "How <big> is [it]?", Root: "../", Page: "widget/hotel/size/size1/", EmbedPage: "embed/hotel/size/size1/"}
	d := &Dialog{Site: "https://example.org/lab/", Height: 500, Picture: true}
	d.Choose("theme", "dark")
	d.Choose("title", `A "title" & more`)
	d.Choose("cover", "1")
	in := changes(input.Values{"rooms": "7 * 3"})
	for _, c := range []struct{ got, want string }{
		{p.Address(d.Site, in), "https://example.org/lab/widget/hotel/size/size1/?v=1&rooms=7%20*%203"},
		{d.Embed(p, in), "https://example.org/lab/embed/hotel/size/size1/?v=1&rooms=7%20*%203&theme=dark&title=A%20%22title%22%20%26%20more&cover=1"},
		{(&Dialog{Site: d.Site}).Frame(p, nil), `<iframe title="How &lt;big&gt; is [it]?" width="100%" height="640" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-downloads" allow="clipboard-write; fullscreen" src="https://example.org/lab/embed/hotel/size/size1/" style="border:0"></iframe>` + "\n" + `<p><a href="https://example.org/lab/widget/hotel/size/size1/">How &lt;big&gt; is [it]?</a></p>`},
		{p.Here(d.Site, "https://example.org/lab/hotel/size/?x=1#y", in), "https://example.org/lab/hotel/size/?v=1&size1.rooms=7%20*%203#size1"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	// What an address says about the look is what the dialog wrote.
	look := ParseLink(strings.SplitN(d.Embed(p, in), "?", 2)[1], "").Look()
	if got := p.As(look); got.Title != p.Title || !got.Cover || look.Theme != "dark" {
		t.Errorf("on a chapter: %+v, %+v", got, look)
	}
	p.Alone = true
	if got := p.As(look); got.Title != d.Title || !got.Cover {
		t.Errorf("alone: %+v", got)
	}
	off := ParseLink("cover=0&theme=pink", "").Look()
	if covered := (Place{Cover: true}); covered.As(off).Cover || off.Theme != "" {
		t.Errorf("%+v", off)
	}
	n := d.View(p, in)
	for _, want := range []string{"svg", "close"} {
		button := n.Find(func(n *view.Node) bool { v, _ := n.Attr("data-do"); return v == want })
		if button == nil || !known(d.Do(p, want)) {
			t.Errorf("the dialog has no button that does %s", want)
		}
	}
	if e, _ := d.Do(p, "png"); e.Picture != "partition-lab-size1.png" || e.Else == nil {
		t.Errorf("%+v", e)
	}
	recipes := n.Find(func(n *view.Node) bool { c, _ := n.Attr("class"); return c == "share-recipes" })
	for name, want := range map[string]string{"link": p.Address(d.Site, in), "embed": d.Embed(p, in), "title": d.Title, "name": "partition-lab-size1", "site": d.Site, "height": "500"} {
		if got, _ := recipes.Attr("data-" + name); got != want {
			t.Errorf("the script that writes what to paste is told data-%s %q, not %q", name, got, want)
		}
	}
}

// A page in a file of its own hands out what needs no frame: nobody can show a file in one.
func TestDialogOfFile(t *testing.T) {
	page := Place{ID: "size1", Title: "How <big> is [it]?", Root: "hotel-size.html", Page: "widget/hotel/size/size1/", EmbedPage: "embed/hotel/size/size1/"}
	loose, known := page, page
	loose.Loose, loose.Page, known.Root = true, "", "https://example.org/lab/"
	in := changes(input.Values{"rooms": "7*(3)"})
	for _, c := range []struct {
		name, want string
		d          Dialog
		p          Place
	}{
		{"a figure in a loose file", "![How &#60;big&#62; is &#91;it&#93;&#63;](partition-lab-size1.svg)", Dialog{Site: "file:///hotel-size.html", Picture: true}, loose},
		{"a figure of a site", "[![How &#60;big&#62; is &#91;it&#93;&#63;](partition-lab-size1.svg)](https://example.org/lab/widget/hotel/size/size1/?v=1&rooms=7*%283%29)", Dialog{Site: known.Root, Picture: true}, known},
		{"a title of the reader's", "![a&#93;&#40;javascript&#58;alert&#40;1&#41;&#41;  &#35; b](partition-lab-size1.svg)", Dialog{Picture: true, Title: "a](javascript:alert(1))\n\n# b"}, loose},
		{"CQL", "```cql\nSELECT 1;\n```", Dialog{CQL: "SELECT 1;\n"}, loose},
		{"CQL with a fence in it", "`````cql\n-- ```` \n`````", Dialog{CQL: "-- ```` "}, loose},
		{"neither", "", Dialog{}, loose},
	} {
		if got := c.d.Markdown(&c.p, in); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		n := c.d.View(&c.p, in)
		has := func(name, value string) bool {
			return n.Find(func(n *view.Node) bool { v, has := n.Attr(name); return has && (value == "" || v == value) }) != nil
		}
		if strings.Contains(n.PlainText(), "so no other page can show the calculator in a frame") != c.p.Loose {
			t.Errorf("%s: why is there no frame? %s", c.name, n.PlainText())
		}
		if has("data-preview", "") || has("data-embed", "") || has("data-share", "theme") || !has("data-share", "title") || has("data-do", "svg") != c.d.Picture {
			t.Errorf("%s: %s", c.name, view.Indent(n))
		}
		if has("id", "size1-share-markdown") != (c.want != "") {
			t.Errorf("%s: %s", c.name, view.Indent(n))
		}
		if has("href", "https://example.org/lab/widget/hotel/size/size1/?v=1&rooms=7*%283%29&embed=1") == c.p.Loose {
			t.Errorf("%s: the way to the site's dialog: %s", c.name, view.Indent(n))
		}
	}
}

func known(_ Effect, known bool) bool { return known }

// Where a widget stands is written into its element, and read from there.
func TestReadPlace(t *testing.T) {
	for _, p := range []Place{{Alone: true, Root: "../", Page: "a/", EmbedPage: "b/"}, {Embed: true}} {
		n := p.Mark(view.El("div"))
		var again Place
		again.Read(n.Attr)
		if again != p {
			t.Errorf("%+v becomes %+v", p, again)
		}
	}
}

package view

import (
	"encoding/xml"
	"io"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"partitionlab/wasm/wire"
)

func TestPrint(t *testing.T) {
	for _, c := range []struct {
		name      string
		tree      *Node
		html, xml string
	}{
		{"text", El("p", Text(`a < b & "c"`)), `<p>a &lt; b &amp; "c"</p>`, `<p>a &lt; b &amp; "c"</p>`},
		{"attribute", El("p", A("title", `"<&>'`)), `<p title="&#34;&lt;&amp;&gt;'"></p>`, `<p title="&#34;&lt;&amp;&gt;'"/>`},
		{"boolean", El("input", Flag("disabled", true), Flag("checked", false)), `<input disabled>`, `<input disabled=""/>`},
		{"void has no children", El("br", Text("x")), `<br>`, `<br/>`},
		{"no class", El("i", Class("", "")), `<i></i>`, `<i/>`},
		{"classes", El("i", Class("a", "", "b")), `<i class="a b"></i>`, `<i class="a b"/>`},
		{"first line feed", El("textarea", Text("\na")), "<textarea translate=\"no\">\n\na</textarea>", "<textarea>\na</textarea>"},
		{"left alone by translators", El("td", Class("num"), Leaf("code", "", "a"), Leaf("b", "", "c")), `<td class="num" translate="no"><code translate="no">a</code><b>c</b></td>`, `<td class="num"><code>a</code><b>c</b></td>`},
		{"no style", El("p", A("style", "color:red"), A("onclick", "x()"), A("id", "a")), `<p id="a"></p>`, `<p id="a"/>`},
		{"no script", El("p", El("script", Text("x()")), El("b")), `<p><b></b></p>`, `<p><b/></p>`},
		{"no address that runs", El("a", A("href", "javascript:x()")), `<a></a>`, `<a/>`},
		{"no address that hides", El("a", A("href", " javascript:x()")), `<a></a>`, `<a/>`},
		{"address", El("a", A("href", "/a?b=c:d#e")), `<a href="/a?b=c:d#e"></a>`, `<a href="/a?b=c:d#e"/>`},
		{"names", El("p", A("a b", "x"), A("", "x"), A(`x"`, "y"), El("b onclick=x()")), `<p></p>`, `<p/>`},
		{"twice", El("p", A("id", "a"), A("id", "b")), `<p id="a"></p>`, `<p id="a"/>`},
		{"control characters", El("p", Text("a\x00b\r\nc\xff")), "<p>a\ufffdb\nc\ufffd</p>", "<p>a\ufffdb\nc\ufffd</p>"},
		{"svg", El("svg", A("viewBox", "0 0 1 1"), El("path", A("d", "M0 0"))), `<svg viewBox="0 0 1 1" translate="no"><path d="M0 0"></path></svg>`, `<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>`},
		{"nil parts", El("p", (*Node)(nil), nil, Nodes{nil, Text("a")}), `<p>a</p>`, `<p>a</p>`},
	} {
		if got := HTML(c.tree); got != c.html {
			t.Errorf("%s: HTML %q, want %q", c.name, got, c.html)
		}
		if got := XML(c.tree); got != c.xml {
			t.Errorf("%s: XML %q, want %q", c.name, got, c.xml)
		}
	}
}

// colors are texts in colors.
var colors = []*Words{
	{Text: "\n", Runs: []Run{{End: 1}}, Classes: palette},
	{Text: "abc def\n", Runs: []Run{{End: 3, Class: 1}, {End: 4}, {End: 7, Class: 2}, {End: 8}}, Classes: palette},
	{Text: "abc def\n", Runs: []Run{{End: 3, Class: 1}, {End: 4, Mark: 2}, {End: 7, Class: 2, Mark: 2}, {End: 8}}, Classes: palette},
	{Text: "abc def\n", Runs: []Run{{End: 3, Class: 1, Mark: 1}, {End: 4, Mark: 2}, {End: 7, Class: 2, Mark: 2, Apart: true}, {End: 8}}, Classes: palette},
}

var palette = []string{"", "x", "y"}

func TestWords(t *testing.T) {
	var got []string
	for _, w := range colors {
		n := &Node{Tag: "p", Words: w}
		if n.PlainText() != w.Text || n.Find(func(n *Node) bool { return n.Tag == "mark" }) == nil != !strings.Contains(HTML(n), "<mark") {
			t.Error(HTML(n))
		}
		got = append(got, HTML(n))
		if more := HTML(clone(n).Add(El("b"))); more != strings.TrimSuffix(HTML(n), "</p>")+"<b></b></p>" {
			t.Error(more)
		}
	}
	want := []string{"<p>\n</p>",
		`<p><span class="x">abc</span> <span class="y">def</span>` + "\n</p>",
		`<p><span class="x">abc</span><mark class="y"> <span class="y">def</span></mark>` + "\n</p>",
		`<p><mark class="x"><span class="x">abc</span></mark><mark class="y"> </mark><mark class="y"><span class="y">def</span></mark>` + "\n</p>"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if ps := Diff(&Node{Tag: "p", Words: colors[1]}, &Node{Tag: "p", Words: &Words{strings.Clone(colors[1].Text), slices.Clone(colors[1].Runs), palette}}); ps != nil {
		t.Errorf("%d changes between equal lines", len(ps))
	}
}

// random returns a normal tree; equal seeds give equal trees.
func random(r *rand.Rand, depth int) *Node {
	tags := []string{"div", "p", "li", "input", "span"}
	n := &Node{Tag: tags[r.IntN(len(tags))]}
	for _, name := range []string{"id", "class", "data-key", "title"} {
		if r.IntN(3) == 0 {
			n.Attrs = append(n.Attrs, Attr{name, string(rune('a' + r.IntN(5)))})
		}
	}
	switch {
	case n.Tag == "input":
	case r.IntN(8) == 0:
		n.Text = string(rune('a' + r.IntN(4)))
	case r.IntN(8) == 0:
		n.Words = colors[r.IntN(len(colors))]
	case depth > 0:
		for range r.IntN(7) {
			if r.IntN(3) == 0 {
				n.Children = append(n.Children, Text(string(rune('a'+r.IntN(4)))))
			} else {
				n.Children = append(n.Children, random(r, depth-1))
			}
		}
	}
	return Normal(n)
}

// mutate changes a copy of a tree in a few places.
func mutate(r *rand.Rand, n *Node) *Node {
	n = clone(n)
	var visit func(n *Node)
	visit = func(n *Node) {
		if n.Tag == "" {
			if r.IntN(4) == 0 {
				n.Text += "x"
			}
			return
		}
		if r.IntN(6) == 0 {
			n.setAttr("class", string(rune('a'+r.IntN(9))))
		}
		if r.IntN(6) == 0 && len(n.Children) > 0 {
			i := r.IntN(len(n.Children))
			n.Children = append(n.Children[:i], n.Children[i+1:]...)
		}
		if r.IntN(6) == 0 {
			i := r.IntN(len(n.Children) + 1)
			n.Children = append(n.Children[:i], append([]*Node{random(r, 1)}, n.Children[i:]...)...)
		}
		for _, c := range n.Children {
			visit(c)
		}
	}
	visit(n)
	return Normal(n)
}

// sorted prints a tree with attributes in order: their order means nothing.
func sorted(n *Node) string {
	n = clone(n)
	var visit func(n *Node)
	visit = func(n *Node) {
		sort.Slice(n.Attrs, func(i, j int) bool { return n.Attrs[i].Name < n.Attrs[j].Name })
		for _, c := range n.Children {
			visit(c)
		}
	}
	visit(n)
	return HTML(n)
}

func checkDiff(t *testing.T, old, new *Node) {
	t.Helper()
	before := HTML(old)
	ps := Diff(old, new)
	if got, want := sorted(Apply(old, ps)), sorted(new); got != want {
		t.Fatalf("Diff of\n%s\nand\n%s\ngives %d patches that lead to\n%s", HTML(old), HTML(new), len(ps), got)
	}
	if HTML(old) != before {
		t.Fatal("Apply changes the tree it was given")
	}
	if ps := Diff(new, new); len(ps) != 0 {
		t.Fatalf("Diff of a tree and itself gives %d patches", len(ps))
	}
	if ps := Diff(new, clone(new)); len(ps) != 0 {
		t.Fatalf("Diff of a tree and its copy gives %d patches", len(ps))
	}
}

func TestDiffLeadsFromOldToNew(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		old := random(r, 3)
		checkDiff(t, old, random(r, 3))
		checkDiff(t, old, mutate(r, old))
	}
}

func TestNormalOfNormal(t *testing.T) {
	for seed := range uint64(300) {
		n := random(rand.New(rand.NewPCG(seed, 4)), 3)
		if Normal(n) != n {
			t.Fatalf("a normal tree is built again: %s", HTML(n))
		}
	}
	for _, n := range []*Node{{Tag: "p", Children: []*Node{Text("a"), Text("b")}}, {Tag: "p", Children: []*Node{Text("")}}, El("br", Text("x")), El("p", A("id", "a"), A("id", "b")), El("p", A("onx", "")), El("p", El("script")), Text("\r"), Text("\xff"), El("p", A("id", "\x00"))} {
		if Normal(n) == n {
			t.Errorf("this tree is not normal: %s", HTML(n))
		}
	}
	if p := El("p", Text(""), Text("a"), Text(""), Text("b"), El("b"), nil, Text("c")).Add(Text("d")); Normal(p) != p || len(p.Children) != 3 || HTML(p) != "<p>ab<b></b>cd</p>" {
		t.Errorf("an element puts texts together: %q", p.Texts())
	}
}

// TestTurn: whatever a new tree holds, Turn makes the normal one of it, and the patches that
// lead there; of what is as it was it takes for granted that it is normal.
func TestTurn(t *testing.T) {
	odd := []func(*Node){
		func(n *Node) { n.Children, n.Text, n.Words = append(n.Kids(), Text("")), "", nil },
		func(n *Node) { n.Children, n.Text, n.Words = append(n.Kids(), Text("a"), Text("b")), "", nil },
		func(n *Node) { n.Children, n.Text, n.Words = append(n.Kids(), El("script", Text("x"))), "", nil },
		func(n *Node) { n.Children, n.Text, n.Words = append(n.Kids(), El("p", A("onclick", "x"))), "", nil },
		func(n *Node) { n.Attrs = append(n.Attrs, Attr{"onclick", "x"}) },
		func(n *Node) { n.Attrs = append(n.Attrs, Attr{"title", "a"}, Attr{"title", "b"}) },
		func(n *Node) { n.Attrs = append(n.Attrs, Attr{"href", "javascript:x"}) },
		func(n *Node) { n.Attrs = append(n.Attrs, Attr{"title", "\x00"}) },
		func(n *Node) { n.Children, n.Text, n.Words = nil, "\xff", nil },
		func(n *Node) { n.Children, n.Text, n.Words = nil, "", &Words{Text: "\x01", Runs: []Run{{End: 1}}} },
	}
	var all func(n *Node) []*Node
	all = func(n *Node) []*Node {
		out := []*Node{n}
		for _, c := range n.Children {
			if c.Tag != "" {
				out = append(out, all(c)...)
			} else if c.Text == "" {
				t.Fatal("an empty text")
			}
		}
		return out
	}
	fast := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 5))
		old := Normal(El("div", random(r, 3)))
		now := clone(old)
		if seed%3 > 0 {
			now = clone(mutate(r, old))
		}
		if seed%2 > 0 {
			list := all(now)
			odd[r.IntN(len(odd))](list[r.IntN(len(list))])
		}
		want := HTML(Normal(clone(now)))
		got, patches := Turn(old, now)
		if got == now {
			fast++
		} else if isNormal(clone(now)) {
			t.Errorf("%d is normal, and made again", seed)
		}
		if !got.IsNormal() || HTML(got) != want || sorted(Apply(old, patches)) != sorted(got) {
			t.Fatalf("%d: from\n%s\nto\n%s\nit makes\n%s\nand\n%s", seed, HTML(old), want, HTML(got), HTML(Apply(old, patches)))
		}
	}
	if fast < 1000 {
		t.Errorf("only %d trees are taken as they are", fast)
	}
	old := El("p", A("title", "\x00"), El("b", Text("\x00")))
	old.normal = true // so it is said
	now := El("p", A("title", "\x00"), El("b", Text("\x00")))
	if got, patches := Turn(old, now); got != now || len(patches) > 0 {
		t.Errorf("what is as it was is looked at: %d patches", len(patches))
	}
}

func TestDiffIsSmall(t *testing.T) {
	row := func(k, text string) *Node { return El("tr", A("data-key", k), El("td", Text(text))) }
	list := func(rows ...*Node) *Node { return El("table", Nodes(rows)) }
	for _, c := range []struct {
		name     string
		old, new *Node
		want     []Op
	}{
		{"text", El("p", Text("a")), El("p", Text("b")), []Op{SetText}},
		{"first row goes", list(row("a", "1"), row("b", "2"), row("c", "3")), list(row("b", "2"), row("c", "3")), []Op{Remove}},
		{"row in the middle", list(row("a", "1"), row("c", "3")), list(row("a", "1"), row("b", "2"), row("c", "3")), []Op{Insert}},
		{"other root", El("p"), El("div"), []Op{Replace}},
		{"attribute", El("p", A("a", "1"), A("b", "2")), El("p", A("a", "2")), []Op{RemoveAttr, SetAttr}},
		{"note above a field", El("div", El("input", A("id", "f"))), El("div", El("p"), El("input", A("id", "f"))), []Op{Insert}},
	} {
		var got []Op
		for _, p := range Diff(c.old, c.new) {
			got = append(got, p.Op)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// TestAdopt: what a reader opened, an extension added and a translator wrapped, and what
// leads from there to the next tree.
func TestAdopt(t *testing.T) {
	details := func(open bool, text string) *Node {
		return El("details", A("id", "d"), Flag("open", open), El("summary", Text("More")), El("p", Text(text)))
	}
	form := func(parts ...Part) *Node { return El("form", A("id", "f")).Add(parts...) }
	field := El("input", A("id", "i"), A("value", "1"))
	for _, c := range []struct {
		name               string
		known, found, next *Node
		want               string // of the page then
	}{
		{"opened by the reader", form(details(false, "a")), form(details(true, "a")), form(details(false, "b")), `<form id="f"><details id="d" open><summary>More</summary><p>b</p></details></form>`},
		{"closed by the reader", form(details(true, "a")), form(details(false, "a")), form(details(true, "b")), `<form id="f"><details id="d"><summary>More</summary><p>b</p></details></form>`},
		{"opened by the next view", form(details(false, "a")), form(details(false, "a")), form(details(true, "a")), `<form id="f"><details id="d" open><summary>More</summary><p>a</p></details></form>`},
		{"an attribute more", form(field), form(El("input", A("style", "x"), A("id", "i"), A("data-gramm", ""), A("value", "1"))), form(El("input", A("id", "i"), A("value", "2"))), `<form id="f"><input style="x" id="i" data-gramm="" value="2"></form>`},
		{"a translation", form(El("p", Text("rooms"))), form(El("p", El("font", El("font", Text("Zimmer"))))), form(El("p", Text("beds"))), `<form id="f"><p>beds</p></form>`},
		{"removed", form(El("p", Text("a")), field), form(), form(El("p", Text("a")), field), `<form id="f"><p>a</p><input id="i" value="1"></form>`},
		{"a comment and an icon", form(field), form(&Node{Tag: "#comment"}, El("div", A("class", "icon")), field), form(El("p", Text("a")), field), `<form id="f"><p>a</p><input id="i" value="1"></form>`},
	} {
		page := clone(c.found)
		Adopt(c.found, c.known)
		if got := Apply(page, Diff(c.found, c.next)); print(got) != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, print(got), c.want)
		}
	}
}

// print writes a tree with all that a page may hold.
func print(n *Node) string {
	if n.Tag == "" {
		return n.Text
	}
	s := "<" + n.Tag
	for _, a := range n.Attrs {
		s += " " + a.Name
		if a.Value != "" || a.Name == "data-gramm" {
			s += `="` + a.Value + `"`
		}
	}
	if s += ">"; void(n.Tag) {
		return s
	}
	for _, c := range n.Children {
		s += print(c)
	}
	return s + "</" + n.Tag + ">"
}

func TestTexts(t *testing.T) {
	for seed := range uint64(200) {
		n := random(rand.New(rand.NewPCG(seed, 4)), 4)
		r := wire.Reader{Rest: append(n.Texts(), "more")}
		if got := Read(&r); HTML(got) != HTML(n) || r.Text() != "more" {
			t.Fatalf("%s became %s", HTML(n), HTML(got))
		}
	}
	if n := Read(&wire.Reader{Rest: []string{"p", "99", "a"}}); n.Tag != "p" || len(n.Attrs) > 1 {
		t.Errorf("%+v", n)
	}
}

// What is sent of a tree to one who has the one before makes the tree again there, for a chain of
// trees, of which some parts rest: these are what they were.
func TestTextsSince(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		sent := random(r, 4)
		had := ReadSince(&wire.Reader{Rest: sent.TextsSince(nil)}, nil)
		for range 5 {
			want := mutate(r, sent)
			if r.IntN(4) == 0 {
				want = random(r, 3)
			}
			next := clone(want)
			if r.IntN(2) == 0 && same(want, had) {
				rest(r, next, want, had)
			}
			packed := next.TextsSince(sent)
			reader := wire.Reader{Rest: append(packed, "more")}
			had = ReadSince(&reader, had)
			if sorted(had) != sorted(want) || sorted(next) != sorted(want) || reader.Text() != "more" {
				t.Fatalf("%d: instead of\n%s\nthere is\n%s\nand who has sent it holds\n%s\nof %q", seed, HTML(want), HTML(had), HTML(next), packed)
			}
			sent = next
		}
	}
}

// rest makes children of a tree rest that have a counterpart in the one before, which they become.
func rest(r *rand.Rand, n, want, before *Node) {
	if r.IntN(4) == 0 && n.Tag != "" {
		n.Rest, n.Text, n.Children, n.Words = true, "", nil, nil
		want.Text, want.Children, want.Words = before.Text, before.Children, before.Words
		return
	}
	old := before.Kids()
	for j, i := range match(old, n.Children) {
		if i >= 0 && n.Children[j].Tag != "" {
			rest(r, n.Children[j], want.Children[j], old[i])
		}
	}
}

// What rested from the first on is known to the page alone: when it is told, it is sent, even if it is empty.
func TestTextsSinceOfWhatRested(t *testing.T) {
	first := El("div", El("p", A("id", "a")))
	first.Children[0].Rest = true
	page := ReadSince(&wire.Reader{Rest: first.TextsSince(nil)}, nil)
	Diff(El("div", El("p", A("id", "a"), Text("found"))), page)
	if got := HTML(page); got != `<div><p id="a">found</p></div>` {
		t.Fatal(got)
	}
	told := El("div", El("p", A("id", "a")))
	if got := HTML(ReadSince(&wire.Reader{Rest: told.TextsSince(first)}, page)); got != `<div><p id="a"></p></div>` {
		t.Error(got)
	}
}

// Of a tree in which little has changed, little is sent.
func TestTextsSinceAreFew(t *testing.T) {
	list := func(at int, words string) *Node {
		ul := El("ul", A("id", "list"))
		for i := range 1000 {
			p := El("p", Leaf("b", "", "a"), Text("c"))
			if i == at {
				p.Add(Text(words))
			}
			ul.Add(El("li", A("data-key", strings.Repeat("k", i%3)), A("class", "long enough to be seen"), p))
		}
		return Normal(El("div", El("h2", Text("t")), ul, El("pre", Text(strings.Repeat("x", 1000)))))
	}
	before := list(-1, "")
	if got := list(-1, "").TextsSince(before); len(got) != 3 {
		t.Errorf("nothing has changed, and there are %d texts: %.200q", len(got), got)
	}
	changed := list(500, "new")
	if got := changed.TextsSince(before); len(got) > 6000 || strings.Contains(strings.Join(got, ""), "xx") || strings.Count(strings.Join(got, ""), "seen") != 1 {
		t.Errorf("one line has changed, and there are %d texts", len(got))
	}
}

func TestDiffOfLongLists(t *testing.T) {
	var old, new []*Node
	for i := range 400 {
		k := strings.Repeat("x", i%7) + string(rune('0'+i%10))
		old = append(old, El("li", A("data-key", k)))
		if i%3 != 0 {
			new = append(new, El("li", A("data-key", k)))
		}
	}
	checkDiff(t, El("ul", Nodes(old)), El("ul", Nodes(new)))
}

func FuzzDiff(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		old := random(rand.New(rand.NewPCG(a, 1)), 3)
		r := rand.New(rand.NewPCG(b, 2))
		checkDiff(t, old, random(r, 3))
		checkDiff(t, old, mutate(r, old))
	})
}

// FuzzPrint feeds hostile text through every place that holds text and reads
// the print back with another parser: the text must come out unchanged and
// nothing else may appear.
func FuzzPrint(f *testing.F) {
	for _, s := range []string{"", "<script>alert(1)</script>", `" onmouseover="x`, "&lt;", "a\r\nb", "\x00", "]]>", "-->", "javascript:x", "\xff\xfe"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		tree := El("p", A("title", value), A("href", value), A(value, "x"), Text(text), El("b", Text(value)))
		d := xml.NewDecoder(strings.NewReader(XML(tree)))
		var got, title strings.Builder
		elements := 0
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in %q", err, XML(tree))
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				elements++
				for _, a := range tok.Attr {
					if a.Name.Local == "title" {
						title.WriteString(a.Value)
					}
				}
			case xml.CharData:
				got.Write(tok)
			case xml.EndElement:
			default:
				t.Fatalf("unexpected %T in %q", tok, XML(tree))
			}
		}
		if elements != 2 {
			t.Fatalf("%d elements in %q", elements, XML(tree))
		}
		if want := Normal(tree).PlainText(); got.String() != want {
			t.Fatalf("text %q, want %q", got.String(), want)
		}
		if want := cleanText(value); title.String() != want && isName(value) == false {
			t.Fatalf("title %q, want %q", title.String(), want)
		}
	})
}

func BenchmarkDiff(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	old := El("div")
	for range 20 {
		old.Add(random(r, 3))
	}
	old = Normal(old)
	new := mutate(r, old)
	b.ReportAllocs()
	for b.Loop() {
		Diff(old, new)
	}
}

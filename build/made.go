package build

import (
	"bytes"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A madePage is a page as the last build has made it. The next one takes it over where the
// template gets the same: a template reads nothing but its data, and what kept knows of
// besides.
type madePage struct {
	data pageData
	page []byte
	ids  func() map[string]bool // see idsOf
}

// kept are the pages of the last build, by file, and what all of them were made of.
type kept struct {
	pages  map[string]*madePage
	of     string
	course []partData
}

// keep begins a build: pages of the last one are good for it where their templates, and
// the calculators that examples lead to, are the same.
func (b *Builder) keep(book *book) (last kept) {
	var of strings.Builder
	names, _ := fs.Glob(b.source, templateFiles)
	for _, name := range names {
		text, _ := fs.ReadFile(b.source, name)
		of.WriteString(name + "\n")
		of.Write(text)
	}
	check, size := tried(book)
	for _, w := range []*widget{check, size} {
		if w != nil {
			of.WriteString("\n" + w.Path() + "\n" + w.spec.Body)
		}
	}
	last = b.kept
	b.kept = kept{map[string]*madePage{}, of.String(), outline(book)}
	if reflect.DeepEqual(b.kept.course, last.course) {
		b.kept.course = last.course // so that it is soon seen to be the same
	}
	if last.of != b.kept.of {
		last.pages = nil
	}
	return last
}

// again is the page for the data, where it differs from m in nothing but the names of files
// that change with every word of the book; else nil.
func (m *madePage) again(d *pageData) []byte {
	if m == nil || m.data.Chapter != d.Chapter || m.data.Previous != d.Previous || m.data.Next != d.Next || m.data.Widget != d.Widget || m.data.Rule != d.Rule || m.data.Advice != d.Advice {
		return nil
	}
	was, now := m.data, *d
	for _, x := range []*pageData{&was, &now} {
		x.Chapter, x.Previous, x.Next, x.Widget, x.Rule, x.Advice = nil, nil, nil, nil, nil, nil
	}
	before, after := was.Assets.wordy(), now.Assets.wordy()
	var names [][2]string
	for i := range before {
		from, to := *before[i], *after[i]
		if (from == "") != (to == "") { // a template may ask whether there is one
			return nil
		}
		if from != to {
			names = append(names, [2]string{from, to})
		}
		*before[i], *after[i] = "", ""
	}
	if !reflect.DeepEqual(was, now) {
		return nil
	}
	if names == nil {
		return m.page
	}
	end := bytes.Index(m.page, []byte("<body"))
	if end < 0 {
		return nil
	}
	head := m.page[:end]
	for _, n := range names {
		head = bytes.Replace(head, []byte(n[0]), []byte(n[1]), 1)
	}
	return slices.Concat(head, m.page[end:])
}

// wordy are the files that change with the words of the book; pages name each once, in
// their heads.
func (a *assets) wordy() []*string { return []*string{&a.Index, &a.Terms, &a.Recipes} }

// put takes a page into the site, made again or as the last build has made it.
func (k *kept) put(file string, d *pageData, page []byte, last *madePage) {
	m := &madePage{data: *d, page: page}
	if m.ids = sync.OnceValue(func() map[string]bool { return idsOf(page) }); last != nil {
		m.ids = last.ids
	}
	k.pages[file] = m
}

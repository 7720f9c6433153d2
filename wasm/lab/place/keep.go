package place

import (
	"strconv"
	"strings"

	"partitionlab/wasm/lab/input"
)

// longText is how long a typed text may be to stand in the address by itself; a longer
// one waits elsewhere until the reader asks for a link.
const longText = 8000

// Own is the id of a widget in which readers work on a text of their own: a page of tools
// has one, and offers whoever comes back to it what they wrote before.
const Own = "own"

// A Kept is a widget of a page whose address keeps up with it.
type Kept struct {
	*Place
	Owns    func(key string) bool // whether a key is one of its fields
	Changes []input.Change
	Linked  bool // the reader has asked for a link: the texts stand in the address, however long
}

// Keep returns the query and the fragment of a page whose widgets hold these inputs, and
// the texts that are too long for an address, by the names of their fields. Of the query
// and the fragment now, with ? and #, stays what is not about the widgets: how the page
// looks, an anchor.
func Keep(query, fragment string, widgets []Kept) (newQuery, newFragment string, long map[string]string) {
	q, f := others(query, widgets), others(fragment, widgets)
	some := false
	for i := range widgets {
		w := &widgets[i]
		hidden := input.Hidden(w.Changes)
		for _, c := range w.Changes {
			name := w.Name(c.Key)
			switch some = true; {
			case !hidden(c):
				q = append(q, escape(name)+"="+escapeValue(c.Value))
			case !c.Typed():
				f = append(f, escape(name)+"="+escapeValue(c.Value))
			case len(c.Value) <= longText || w.Linked:
				f = append(f, escape(name)+"="+pack(c.Value))
			default:
				if long == nil {
					long = map[string]string{}
				}
				long[name] = c.Value
			}
		}
	}
	if some {
		q = append([]string{paramVersion + "=" + strconv.Itoa(linkVersion)}, q...)
	}
	if newQuery = strings.Join(q, "&"); newQuery != "" {
		newQuery = "?" + newQuery
	}
	if newFragment = strings.Join(f, "&"); newFragment != "" {
		newFragment = "#" + newFragment
	}
	return newQuery, newFragment, long
}

// others are the parts of a query or a fragment that are about no widget.
func others(s string, widgets []Kept) (out []string) {
	if s = strings.TrimLeft(s, "?#"); s == "" {
		return nil
	}
	for _, part := range strings.Split(s, "&") {
		key, _, has := strings.Cut(part, "=")
		key, _ = unescape(key)
		if has && key == paramVersion {
			continue
		}
		own := false
		for i := range widgets {
			w := &widgets[i]
			rest, prefixed := strings.CutPrefix(key, w.ID+".")
			own = own || prefixed && w.Owns(rest) || w.Alone && !Reserved(key) && w.Owns(key)
		}
		if !has || !own {
			out = append(out, part)
		}
	}
	return out
}

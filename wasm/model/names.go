package model

import (
	"strings"

	"partitionlab/wasm/number"
)

// maxName is how long the name of a table may be. Source: SchemaConstants.NAME_LENGTH
// of Cassandra 5.0.
const maxName = 48

// snake is a name as tables and columns bear it: PointOfInterest is
// point_of_interest, POI is poi.
func snake(s string) string {
	var b strings.Builder
	rs := []rune(s)
	upper := func(i int) bool { return i >= 0 && i < len(rs) && 'A' <= rs[i] && rs[i] <= 'Z' }
	for i, r := range rs {
		if upper(i) {
			if i > 0 && rs[i-1] != '_' && (!upper(i-1) || i+1 < len(rs) && !upper(i+1) && rs[i+1] != '_' && (rs[i+1] < '0' || rs[i+1] > '9')) {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plural is the usual plural of a word in snake case. A word that looks like a plural stays
// as it is: orders, cameras, news, series, but not bus, class or analysis. Who knows better
// writes it behind the entity.
func plural(s string) string {
	for p := range strings.FieldsSeq(irregular) {
		one, several, _ := strings.Cut(p, ":")
		if head, ok := strings.CutSuffix(s, one); ok {
			return head + several
		}
	}
	if n := len(s); n > 2 && s[n-1] == 's' && s[n-2] != 's' && s[n-2] != 'u' {
		return s
	}
	return number.Plural(2, s)
}

// irregular are endings with plurals of their own; the first that fits counts.
const irregular = "person:people people:people child:children children:children human:humans german:germans man:men life:lives knife:knives wife:wives leaf:leaves shelf:shelves half:halves wolf:wolves hero:heroes potato:potatoes tomato:tomatoes foot:feet tooth:teeth mouse:mice criterion:criteria medium:media media:media data:data staff:staff equipment:equipment sheep:sheep fish:fish aircraft:aircraft quiz:quizzes lens:lenses alias:aliases atlas:atlases canvas:canvases bias:biases gas:gases iris:irises sis:ses axis:axes"

// spaced is a name as people say it: point of interest, POI.
func spaced(s string) string {
	if strings.ToUpper(s) == s {
		return s
	}
	return strings.ReplaceAll(snake(s), "_", " ")
}

// nameless are names of keys that say nothing without their entity: number of a hive.
var nameless = map[string]bool{"id": true, "uuid": true, "key": true, "no": true, "nr": true, "num": true, "number": true, "code": true, "name": true, "title": true, "label": true}

// columnName is the name of an attribute's column in a table whose rows are of an
// entity: its own where it belongs there or identifies its entity, else, or where it says
// nothing by itself, with the entity before it: guest_last_name, hive_number.
func (m *Model) columnName(a *Attribute, rows *Entity) string {
	name := snake(a.Name.Text)
	if a.Of == nil || a.Of == rows || a.Of.Relation != nil {
		return name
	}
	prefix := snake(a.Of.Name.Text)
	if strings.HasPrefix(name, prefix+"_") || name == prefix {
		return name
	}
	if (a.Key || a.Unique) && !nameless[name] {
		// A key stands for its entity everywhere, unless others call theirs the same.
		for _, e := range m.Entities {
			if e == a.Of {
				continue
			}
			for _, other := range e.Attributes {
				if strings.EqualFold(other.Name.Text, a.Name.Text) {
					return prefix + "_" + name
				}
			}
		}
		return name
	}
	return prefix + "_" + name
}

// FileName is the name of a file that holds the model, without an ending: its own, or
// another where it has none.
func (m *Model) FileName(other string) string {
	if name := snake(m.Name.Text); name != "" {
		return name
	}
	return other
}

//go:build !chapters

package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/schema"
)

// numberAbout is what a number says of one table: rows, or len and .v behind the name; false where it is
// about no column of it and not about the table.
func numberAbout(key, table string) (what, path string, is bool) {
	what, rest, _ := strings.Cut(key, ".")
	path, is = strings.CutPrefix(rest, table)
	return what, path, is && (path == "" || path[0] == '.') && (ofSizes(key) || ofPartitions(key))
}

// carry notes which numbers go along with a table that has another name now: its keyspace's or its own,
// and all else as it was in the text before. A text that somebody types may lose its tables for a while:
// those with numbers are known until they are there again. Where two could be meant, none is.
func (w *benchWork) carry() {
	now, gone := map[string]*schema.Table{}, map[string]bool{} // with numbers
	for _, t := range w.judged.tables {
		now[fullName(t)] = t
	}
	for name := range w.known {
		for key := range w.in.Values {
			if now[name] != nil {
				break
			}
			if _, _, is := numberAbout(key, name); is {
				gone[name] = true
			}
		}
	}
	claims := map[*schema.Table]string{} // the tables that are new, by those that are gone
	for name := range gone {
		old := w.known[name]
		var meant *schema.Table
		for _, t := range w.judged.tables {
			if w.known[fullName(t)] != nil || (t.Keyspace == old.Keyspace) == (t.Name == old.Name) {
				continue
			}
			named := *old
			if named.Keyspace, named.Name = t.Keyspace, t.Name; named.Element().CQL != t.Element().CQL {
				continue
			}
			if meant != nil {
				meant = nil
				break
			}
			meant = t
		}
		if _, doubled := claims[meant]; doubled {
			name = ""
		}
		claims[meant] = name
	}
	w.carried = nil
	for t, name := range claims {
		if t == nil || name == "" {
			continue
		}
		delete(gone, name)
		for _, key := range diag.Keys(w.in.Values) {
			what, path, is := numberAbout(key, name)
			if to := what + "." + fullName(t) + path; is && onLine(w.in.Values[to]) == "" {
				w.carried = append(w.carried, place.Text{Name: to, Text: w.in.Values[key]}, place.Text{Name: key})
			}
		}
	}
	for name := range gone {
		now[name] = w.known[name]
	}
	w.known = now
}

// finish has the numbers go along with their tables.
func (w *benchWork) finish() place.Effect {
	set := w.carried
	w.carried = nil
	return place.Effect{Begin: len(set) > 0, Look: true, Set: set}
}

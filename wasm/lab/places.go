//go:build !js

package lab

import (
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// Several answers for a widget at several places, as [Run] does at each: what does not
// depend on the place is worked out and drawn once. The builder puts each widget on three
// pages; in a page a widget stays where it is.
func Several(s *Spec, at ...place.Place) (specs []*Spec, out []*Output) {
	own := *s
	r := own.Start()
	defer r.Close()
	for i, p := range at {
		from := own.Place
		own.Place = p
		there := own
		specs = append(specs, &there)
		if i == 0 {
			out = append(out, r.Run())
			continue
		}
		if w, ok := r.worker.(mover); ok {
			w.moved(from)
		}
		out = append(out, r.answered())
	}
	return specs, out
}

// A mover is a worker that keeps something that depends on the place: it forgets that when
// the place is another.
type mover interface{ moved(from place.Place) }

func (f *form) moved(place.Place) { f.nodes = view.Supply{} } // some are links

func (w *sizeWork) moved(from place.Place) {
	w.form.moved(from)
	all := w.selected().all
	if w.wanted.all != all {
		w.wanted.all = all
		w.now.workSections(&w.wanted)
		if w.good != w.now {
			w.good.workSections(&w.wanted)
		}
	}
}

func (w *exerciseWork) moved(from place.Place) {
	w.form.moved(from)
	if w.Embed != from.Embed {
		w.given = nil
	}
}

//go:build !js

package lab

import (
	"maps"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
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

// Values are the outputs by name for other inputs, as [Run] gives them, and what is wrong with
// those: nothing is laid out where the kind can tell them without. How far each input can go
// takes as long as all else: it is among them where turns says so.
func Values(s *Spec, in Inputs, turns bool) (map[string]string, input.Problems) {
	w := s.widget.work(s)
	t, ok := w.(teller)
	if !ok {
		out := Run(s, in)
		return out.Values, out.Problems
	}
	w.begin(&input.State{Values: in})
	w.work(&work.Meter{Most: mostUnits})
	return t.tell(turns)
}

// A teller is a worker that can tell its values without laying out.
type teller interface {
	tell(turns bool) (map[string]string, input.Problems)
}

func (w *sizeWork) tell(turns bool) (map[string]string, input.Problems) {
	out := outputs{}
	if c := w.good; c.result != nil {
		out = c.outputs()
		if turns {
			c.turns(out)
		}
		for _, f := range c.outcomes {
			maps.Copy(out, f.values)
		}
	}
	return out, w.now.problems
}

func (w *measuredWork) tell(turns bool) (map[string]string, input.Problems) {
	out, problems := w.sizeWork.tell(turns)
	if w.outcome != nil {
		maps.Copy(out, w.outcome.values)
	}
	return out, problems
}

// A mover is a worker that keeps something that depends on the place: it forgets that when
// the place is another.
type mover interface{ moved(from place.Place) }

func (f *form) moved(from place.Place) {
	f.nodes = view.Supply{} // some are links
	if f.again == nil || f.Alone != from.Alone {
		f.again = map[string]*view.Node{} // their names differ
	}
}

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

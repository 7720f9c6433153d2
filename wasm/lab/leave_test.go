package lab

import (
	"testing"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

// TestLeftAnywhere: whatever the run is at, in working out and in laying out, it can be left for
// another, and stopped: neither is a mistake.
func TestLeftAnywhere(t *testing.T) {
	tried := map[string]int{}
	for _, s := range chapters(t) {
		if tried[s.Kind]++; tried[s.Kind] > 3 {
			continue
		}
		own, _ := s.CQL(nil)
		states := []input.State{{}}
		for _, f := range s.widget.fields {
			if f.Typed() {
				text := f.Default
				if f.Key == codeKey {
					text = own
				}
				states = append(states, input.State{Values: Inputs{f.Key: text + "\n"}})
			}
		}
		for i, state := range states {
			for _, c := range []struct {
				name string
				stop bool // before it is left
				fold bool // what nobody sees is left for later, and is what is left
			}{{"left", false, false}, {"stopped", true, false}, {"folded", false, true}} {
				for k, left := 0, true; left; k++ {
					r := s.Start()
					r.State = state
					if c.fold {
						r.Fold(tabsOf(r))
						r.Run()
						if !r.Open() {
							break
						}
					} else {
						r.Begin()
					}
					n := 0
					left = !r.Step(func() bool { n++; return n <= k })
					if c.stop {
						r.Stop()
						r.Step(func() bool { return false })
					}
					func() {
						defer func() {
							if x := recover(); x != nil {
								t.Errorf("%s %s, inputs %d, %s at pause %d: %+v", s.Kind, s.ID, i, c.name, k, x)
							}
						}()
						r.Close()
					}()
				}
			}
		}
	}
}

// tabsOf are the tabs that a widget shows.
func tabsOf(r *Runner) (names []string) {
	r.Run()
	var walk func(n *view.Node)
	walk = func(n *view.Node) {
		if name, has := n.Attr("data-tab"); has {
			names = append(names, name)
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(r.Answer().View)
	return names
}

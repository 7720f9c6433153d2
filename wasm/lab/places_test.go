//go:build !js

package lab

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

// Values without a view are those with it, for the author's inputs and for others.
func TestValuesNeedNoView(t *testing.T) {
	for _, s := range chapters(t) {
		if _, ok := s.widget.work(s).(teller); !ok {
			continue // the view is made
		}
		for _, text := range []string{"", "7", "no number"} {
			in := Inputs{}
			for _, f := range s.widget.fields {
				if text != "" && f.Type == input.Quantity {
					in[f.Key] = text
					break
				}
			}
			if len(in) == 0 && text != "" {
				break // it has no number
			}
			one := Run(s, in)
			if values, problems := Values(s, in, true); !maps.Equal(values, one.Values) || !slices.Equal(problems, one.Problems) {
				t.Errorf("%s with %v: %v %v, want %v %v", s.ID, in, values, problems, one.Values, one.Problems)
			}
		}
	}
}

// What is shared between the places of a widget shows in none of them: each looks as it
// does to whoever stands there alone.
func TestSeveralAnswerAsOne(t *testing.T) {
	for _, s := range chapters(t) {
		embed, own := s.Place, s.Place
		embed.Alone, embed.Embed, embed.Root = true, true, "../../../../"
		own.Alone, own.Root = true, "../../../"
		specs, outs := Several(s, s.Place, embed, own, s.Place)
		var trees []*view.Node
		for i := range specs {
			trees = append(trees, specs[i].Mount(outs[i]))
		}
		for i, printed := range view.HTMLs(trees...) {
			one := Run(specs[i], nil)
			if want := view.HTML(specs[i].Mount(one)); printed != want {
				t.Errorf("%s at %+v: what was kept of another place is shown", s.ID, specs[i].Place)
			}
			if !reflect.DeepEqual(outs[i].Values, one.Values) || outs[i].Sentence != one.Sentence {
				t.Errorf("%s at %+v says something else", s.ID, specs[i].Place)
			}
		}
	}
}

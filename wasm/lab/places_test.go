//go:build !js

package lab

import (
	"reflect"
	"testing"

	"partitionlab/wasm/view"
)

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

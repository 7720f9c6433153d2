//go:build !chapters

package lab

import (
	"strconv"
	"strings"
	"testing"
)

// TestManyBoxesAreNotDrawn: a figure has at most as many boxes as a page can draw without
// standing still; the rest of the answer is there all the same.
func TestManyBoxesAreNotDrawn(t *testing.T) {
	spec, errs := Parse("model", "id = m\ncql:\nentity A\n  id uuid key\n", nil)
	if spec == nil {
		t.Fatal(errs)
	}
	for _, n := range []int{maxBoxes, maxBoxes + 1, 1500} {
		text := ""
		for i := range n {
			text += "entity E" + strconv.Itoa(i) + "\n  id uuid key\n"
		}
		r := spec.Start()
		r.State.Values = Inputs{r.Typed()[0]: text}
		all := strings.Join(r.Run().View.Texts(), "\n")
		if said := strings.Contains(all, "boxes would say nothing"); said != (n > maxBoxes) {
			t.Errorf("%d entities: it says that they are too many: %v", n, said)
		}
		if drawn := strings.Contains(all, "svg"); drawn != (n <= maxBoxes) {
			t.Errorf("%d entities: drawn %v", n, drawn)
		}
		if last := "E" + strconv.Itoa(n-1); !strings.Contains(all, last) {
			t.Errorf("%d entities: nothing is said of %s", n, last)
		}
	}
}

package build

import (
	"slices"
	"testing"

	"partitionlab/wasm/lab"
)

// TestEveryKindHasATask: a calculator is in the list of calculators, at one place. An
// exercise is none.
func TestEveryKindHasATask(t *testing.T) {
	in := map[string]int{}
	for _, task := range allTasks {
		for _, kind := range task.Kinds {
			in[kind]++
			if !slices.Contains(lab.Kinds(), kind) {
				t.Errorf("the task %s has calculators of the kind %s, which there is not", task.ID, kind)
			}
		}
	}
	for _, kind := range lab.Kinds() {
		if kind != "exercise" && in[kind] != 1 {
			t.Errorf("calculators of the kind %s are in %d tasks: write it into the Kinds of one of allTasks, in build/task.go, or no list shows them", kind, in[kind])
		}
	}
}

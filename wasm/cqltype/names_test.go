package cqltype

import "testing"

// TestNativeFunctions: each name is one that can be resolved, and has a signature.
func TestNativeFunctions(t *testing.T) {
	all := NativeFunctions()
	if len(all) < 60 {
		t.Errorf("only %d functions", len(all))
	}
	for _, name := range all {
		if len(Signatures(name)) == 0 {
			t.Errorf("%s has no signature", name)
		}
	}
	if Signatures("nothing") != nil {
		t.Error("a function that is not there has a signature")
	}
}

func TestNativeTypes(t *testing.T) {
	for _, name := range NativeTypes() {
		if Native(name) == nil {
			t.Errorf("%s is no type", name)
		}
	}
}

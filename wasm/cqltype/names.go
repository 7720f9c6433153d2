package cqltype

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// NativeFunctions are the names of the functions that every server has, in the order
// of the alphabet.
func NativeFunctions() []string {
	out := []string{}
	for _, s := range fixedSignatures {
		for _, name := range strings.Fields(s.names) {
			if !strings.HasPrefix(name, "cast_as_") {
				out = append(out, name)
			}
		}
	}
	for _, made := range strings.Fields(madeFunctions) {
		name, _, _ := strings.Cut(made, "=")
		out = append(out, name)
	}
	for _, name := range NativeTypes() {
		if name != "blob" {
			out = append(out, name+"_as_blob", "blob_as_"+name)
		}
	}
	diag.Sort(out)
	return slices.Compact(out)
}

// NativeTypes are the names of the types that every server has, in the order of the
// alphabet.
func NativeTypes() []string {
	out := []string{"varchar"}
	for _, t := range natives {
		if t != nil && t.Kind != Empty {
			out = append(out, t.String())
		}
	}
	diag.Sort(out)
	return slices.Compact(out)
}

// Signatures are the forms of a native function, such as "token(any…)"; none where the
// server has no function of that name.
func Signatures(name string) (out []string) {
	for _, f := range fixedNatives(name) {
		out = append(out, f.String())
	}
	if params, required, ok := madeParams(name); ok {
		var list []string
		for i := range params {
			p := parameter(params[i]).String()
			if i >= required {
				p = "[" + p + "]"
			}
			list = append(list, p)
		}
		if name == "token" {
			list = []string{"columns of the partition key"}
		}
		out = append(out, "system."+name+" : ("+strings.Join(list, ", ")+")")
	}
	return out
}

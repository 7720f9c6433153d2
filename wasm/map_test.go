package wasm_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestMapOfTheHouse: README.md names every room under wasm/ and build/, and no other.
func TestMapOfTheHouse(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var named, there []string
	floor := ""
	for _, m := range regexp.MustCompile(`(?m)^    (  )?([a-z]+)/ +\S`).FindAllStringSubmatch(string(text), -1) {
		if m[1] == "" {
			floor = m[2]
		} else {
			named = append(named, floor+"/"+m[2])
		}
	}
	for _, floor := range []string{"wasm", "build"} {
		rooms, err := filepath.Glob("../" + floor + "/*/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range rooms {
			there = append(there, floor+"/"+filepath.Base(filepath.Dir(file)))
		}
	}
	slices.Sort(there)
	there = slices.Compact(there)
	for _, room := range there {
		if !slices.Contains(named, room) {
			t.Errorf("the map in README.md has no line for %s/", room)
		}
	}
	for _, room := range named {
		if !slices.Contains(there, room) {
			t.Errorf("the map in README.md has a line for %s/, which is not there", room)
		}
	}
}

package model

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheLanguageIsExplained: the page of the tool explains every word that the parser
// knows, and every line of a block that it shows as an example has a word of the parser.
func TestTheLanguageIsExplained(t *testing.T) {
	page, err := os.ReadFile("../../content/model.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("parse.go")
	if err != nil {
		t.Fatal(err)
	}
	_, language, ok := strings.Cut(string(page), "\n## The language\n")
	if !ok {
		t.Fatal("the page does not explain the language")
	}
	code := ""
	for _, m := range regexp.MustCompile("`[^`\n]+`").FindAllString(language, -1) {
		code += " " + strings.Trim(m, "`")
	}
	words := slices.Concat(blockWords, entityWords, attributeWords, bucketUnits)
	for _, m := range regexp.MustCompile(`(?:case|refs\(|ref\(|peek\(\) ==|w.Text ==) ?((?:"[a-z]+"(?:, )?)+)`).FindAllStringSubmatch(string(source), -1) {
		for _, w := range strings.Split(m[1], ", ") {
			words = append(words, strings.Trim(w, `" `))
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" || w == "slice" || w == "m" })
	if len(words) < 50 {
		t.Errorf("only %d words are found in the parser", len(words))
	}
	for _, w := range words {
		if !regexp.MustCompile(`(^|[^a-z])` + w + `($|[^a-z])`).MatchString(code) {
			t.Errorf("the word %s is not explained", w)
		}
	}
}

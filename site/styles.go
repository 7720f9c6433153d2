// Package site holds the styles of pages for programs that are away from their
// sources: a drawing in a file of its own carries those that it needs.
package site

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed css/*.css
var css embed.FS

var (
	token    = regexp.MustCompile(`(--[a-z0-9-]+):\s*light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)`)
	plain    = regexp.MustCompile(`(--[a-z0-9-]+):\s*([^;]+);`)
	variable = regexp.MustCompile(`var\((--[a-z0-9-]+)\)`)
	comment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	rule     = regexp.MustCompile(`\.fig [^{}@]+\{[^}]*\}`)
)

// Drawing is the style sheet of a drawing that stands alone: the rules of figures, with
// colors in the place of names, so that every program that draws SVG understands them,
// and with the dark ones where the reader prefers those.
func Drawing() string {
	tokens, _ := fs.ReadFile(css, "css/1-tokens.css")
	light, dark := map[string]string{}, map[string]string{}
	for _, m := range plain.FindAllStringSubmatch(string(tokens), -1) {
		light[m[1]], dark[m[1]] = m[2], m[2]
	}
	for _, m := range token.FindAllStringSubmatch(string(tokens), -1) {
		light[m[1]], dark[m[1]] = m[2], m[3]
	}
	var rules []string
	for _, name := range []string{"css/5-figure.css", "css/5-ring.css", "css/5-diagram.css"} {
		text, _ := fs.ReadFile(css, name)
		for _, r := range rule.FindAllString(comment.ReplaceAllString(string(text), ""), -1) {
			if r = strings.TrimSpace(r); !strings.Contains(r, "svg") {
				rules = append(rules, r)
			}
		}
	}
	rules = append(rules, ".fig .page { fill: var(--paper); }", ".fig { font-family: var(--sans); }")
	named := strings.Join(rules, "\n")
	with := func(values map[string]string) string {
		return variable.ReplaceAllStringFunc(named, func(v string) string {
			if value, ok := values[variable.FindStringSubmatch(v)[1]]; ok {
				return value
			}
			return v
		})
	}
	return with(light) + "\n@media (prefers-color-scheme: dark) {\n" + with(dark) + "\n}\n"
}

package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"partitionlab/wasm/edge"
)

// This file reads from the site's styles what a figure needs that stands alone, as
// a picture: the values of tokens for both themes, and what the classes inside
// .fig set.

// drawn are the properties that a picture has as attributes.
var drawn = []string{"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-weight", "font-family"}

// figureSelector holds for one element inside a figure: ".fig rect.role-key".
var figureSelector = regexp.MustCompile(`^\.fig ([a-z]*)((?:\.[a-z0-9-]+)*)$`)

// readLook reads a style sheet.
func readLook(sheet []byte) (*edge.Look, error) {
	look := &edge.Look{Light: map[string]string{}, Dark: map[string]string{}}
	type ranked struct {
		edge.Rule
		rank int // classes count ten, an element one
	}
	var rules []ranked
	var selectors []string
	var set map[string]string
	depth := 0 // of @media and the like: what stands there depends on the page
	p := css.NewParser(parse.NewInputBytes(sheet), false)
	for {
		kind, _, data := p.Next()
		switch kind {
		case css.ErrorGrammar:
			if err := p.Err(); err != io.EOF {
				return nil, err
			}
			slices.SortStableFunc(rules, func(a, b ranked) int { return a.rank - b.rank })
			for _, r := range rules {
				look.Rules = append(look.Rules, r.Rule)
			}
			if len(look.Light) == 0 || len(look.Rules) == 0 {
				return nil, errors.New("the styles of figures were not found")
			}
			return look, nil
		case css.BeginAtRuleGrammar:
			depth++
		case css.EndAtRuleGrammar:
			depth--
		case css.QualifiedRuleGrammar, css.BeginRulesetGrammar:
			selectors = append(selectors, joined(p.Values()))
			if kind == css.BeginRulesetGrammar {
				set = map[string]string{}
			}
		case css.DeclarationGrammar:
			name, value := string(data), joined(p.Values())
			if depth == 0 && slices.Contains(drawn, name) {
				if token, is := strings.CutPrefix(value, "var("); is {
					value = strings.TrimSuffix(token, ")")
				}
				set[name] = value
			}
		case css.CustomPropertyGrammar:
			if depth > 0 || !slices.Contains(selectors, ":root") {
				continue
			}
			name, value := strings.TrimPrefix(string(data), "--"), strings.TrimSpace(joined(p.Values()))
			look.Light[name], look.Dark[name] = value, value
			if pair, is := strings.CutPrefix(value, "light-dark("); is {
				light, dark, ok := strings.Cut(strings.TrimSuffix(pair, ")"), ",")
				if !ok {
					return nil, fmt.Errorf("--%s: %s", name, value)
				}
				look.Light[name], look.Dark[name] = strings.TrimSpace(light), strings.TrimSpace(dark)
			}
		case css.EndRulesetGrammar:
			for _, s := range selectors {
				m := figureSelector.FindStringSubmatch(s)
				if m == nil || len(set) == 0 || depth > 0 {
					continue
				}
				r := ranked{Rule: edge.Rule{Tag: m[1], Set: set}}
				r.Classes = strings.FieldsFunc(m[2], func(c rune) bool { return c == '.' })
				if r.rank = len(r.Classes) * 10; r.Tag != "" {
					r.rank++
				}
				rules = append(rules, r)
			}
			selectors, set = nil, nil
		}
	}
}

// joined is the text that the parser of styles has split.
func joined(tokens []css.Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.Write(t.Data)
	}
	return b.String()
}

// lookFile is what edge reads of it.
func lookFile(sheet []byte) ([]byte, error) {
	look, err := readLook(sheet)
	if err != nil {
		return nil, err
	}
	for name, value := range look.Light {
		if !faces.MatchString(name) && !strings.HasPrefix(value, "#") {
			delete(look.Light, name)
			delete(look.Dark, name)
		}
	}
	return json.Marshal(look)
}

// faces are tokens that are no colours and yet belong to a picture.
var faces = regexp.MustCompile(`^(sans|mono)$`)

package extract

import (
	"regexp"
	"strings"

	"partitionlab/wasm/diag"
)

var scriptTemplate = regexp.MustCompile(`\$\{([A-Za-z_][\w.-]*)\}|\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}`)

// Template fills the values of ${NAME} and {{NAME}} into a script. It is nil where
// the text has none of them. What has no value stays as it is, and is a gap.
func Template(text string, define map[string]string) *Piece {
	if !strings.Contains(text, "${") && !strings.Contains(text, "{{") {
		return nil
	}
	found := false
	chunks := []chunk{{text: text, span: len(text), plain: true, form: plainText}}
	chunks = replace(chunks, scriptTemplate, func(m []string) (string, string, bool) {
		found = true
		if v, ok := define[m[1]+m[2]]; ok {
			return v, "", true
		}
		return m[0], "", true
	})
	if !found {
		return nil
	}
	p := pieceOf(chunks, diag.Span{End: len(text)})
	p.Kind = Script
	for _, m := range scriptTemplate.FindAllStringIndex(p.Text, -1) {
		span := p.At(diag.Span{Start: m[0], End: m[1]})
		p.Gaps = append(p.Gaps, Gap{span, p.Text[m[0]:m[1]], m[0], m[1]})
	}
	return &p
}

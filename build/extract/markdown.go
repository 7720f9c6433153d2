package extract

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"partitionlab/wasm/diag"
)

// markdown takes the fences of a Markdown text that are marked as CQL, each a
// script. One with the word skip behind the language is left out.
func markdown(src string) (out []Piece) {
	doc := goldmark.DefaultParser().Parse(text.NewReader(shallow([]byte(src))))
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		fence, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering || fence.Info == nil {
			return ast.WalkContinue, nil
		}
		info := strings.Fields(string(fence.Info.Segment.Value([]byte(src))))
		if len(info) == 0 || !strings.EqualFold(strings.Trim(info[0], "{.}"), "cql") || slices.Contains(info[1:], "skip") {
			return ast.WalkContinue, nil
		}
		var chunks []chunk
		for _, line := range fence.Lines().Sliced(0, fence.Lines().Len()) {
			chunks = append(chunks, chunk{text: src[line.Start:line.Stop], file: line.Start, span: line.Stop - line.Start, plain: true, form: plainText})
		}
		if len(chunks) > 0 {
			last := chunks[len(chunks)-1]
			p := pieceOf(chunks, diag.Span{Start: chunks[0].file, End: last.file + last.span})
			p.Via, p.Kind = "a fence", Script
			out = append(out, p)
		}
		return ast.WalkContinue, nil
	})
	return out
}

// mostNested is how many quotes and lists may stand one in the other: what they take to parse
// grows with the square of it.
const mostNested = 100

// shallow puts spaces for the signs of quotes and lists that are nested deeper. All bytes
// stay where they are.
func shallow(src []byte) []byte {
	nested := 0 // signs since the line began
	for i, c := range src {
		switch c {
		case '\n':
			nested = 0
		case ' ', '\t':
		case '>', '-', '*', '+':
			if nested++; nested > mostNested {
				src[i] = ' '
			}
		default:
			nested = -len(src) // the text of the line
		}
	}
	return src
}

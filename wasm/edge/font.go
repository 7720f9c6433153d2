package edge

import (
	"context"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// FontFolder is where the site keeps the fonts of pictures, FontFiles are they.
const FontFolder = "card/"

var FontFiles = []string{"sans.ttf", "bold.ttf", "mono.ttf", "signs.ttf"}

// fonts are what text in a picture is drawn with. Signs helps where another font
// lacks a character.
type fonts struct {
	mu                      sync.Mutex
	sans, bold, mono, signs *sfnt.Font
	buffer                  sfnt.Buffer
}

func (h *Handler) readFonts(ctx context.Context) (*fonts, error) {
	return h.fonts.get(func() (*fonts, error) {
		f := &fonts{}
		for i, into := range []**sfnt.Font{&f.sans, &f.bold, &f.mono, &f.signs} {
			data, err := h.Files(ctx, FontFolder+FontFiles[i])
			if err != nil {
				return nil, err
			}
			if *into, err = sfnt.Parse(data); err != nil {
				return nil, err
			}
		}
		return f, nil
	})
}

// face chooses a font as SVG's attributes say.
func (f *fonts) face(family, weight string) *sfnt.Font {
	switch {
	case strings.Contains(family, "mono"):
		return f.mono
	case weight == "700" || weight == "600" || weight == "bold":
		return f.bold
	}
	return f.sans
}

// A glyph is a character of a text: its font, its number there, and how far the
// next one stands from it.
type glyph struct {
	font    *sfnt.Font
	index   sfnt.GlyphIndex
	advance fixed.Int26_6
}

// glyphs are the glyphs of a text at a size in pixels, and the width of all.
func (f *fonts) glyphs(text string, face *sfnt.Font, size fixed.Int26_6) (list []glyph, width fixed.Int26_6) {
	for _, r := range text {
		if r == '\u00a0' || r == '\u202f' || r == '\n' || r == '\t' {
			r = ' '
		}
		g := glyph{font: face}
		g.index, _ = face.GlyphIndex(&f.buffer, r)
		if g.index == 0 {
			if i, err := f.signs.GlyphIndex(&f.buffer, r); err == nil && i != 0 {
				g.font, g.index = f.signs, i
			}
		}
		g.advance, _ = g.font.GlyphAdvance(&f.buffer, g.index, size, font.HintingNone)
		width += g.advance
		list = append(list, g)
	}
	return list, width
}

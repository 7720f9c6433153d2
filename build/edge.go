package build

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"

	"partitionlab/wasm/edge"
)

// This file puts into the site what package edge reads of it: each calculator as
// data beside its page, the colours of pictures, and their fonts.

func (b *Builder) edgeFiles(site *Site, style []byte, chapters []*chapter, problems *problemList) {
	look, err := lookFile(style)
	if err != nil {
		problems.add(Problem{File: "site/css", Message: "a picture cannot take its colours from the styles: " + err.Error()})
	}
	site.Files[edge.LookFile] = look
	for _, c := range chapters {
		for _, w := range c.widgets {
			text, _ := json.Marshal(w.edge())
			site.Files[w.Path()+edge.SpecFile] = text
		}
	}
	for _, name := range edge.FontFiles {
		font, err := b.vendored(context.Background(), name)
		if err != nil {
			problems.add(Problem{File: "site/vendored", Message: err.Error()})
		}
		site.Files[edge.FontFolder+name] = font
	}
	site.Files["api/openapi.json"] = b.read("site/api/openapi.json", problems)
}

// vendored reads a font that others have made, by its name as edge asks for it.
func (b *Builder) vendored(_ context.Context, name string) ([]byte, error) {
	found, _ := fs.Glob(b.source, "site/vendored/*/"+path.Base(name))
	if len(found) != 1 {
		return nil, fmt.Errorf("there must be one font %s for pictures", path.Base(name))
	}
	return fs.ReadFile(b.source, found[0])
}

// edge is the widget as edge reads it.
func (w *widget) edge() edge.Spec {
	return edge.Spec{Kind: w.spec.Kind, Fence: w.spec.Body, Page: w.Path(), Embed: w.EmbedPath()}
}

// Read is the file of a site by its path: what edge reads.
func (s *Site) Read(_ context.Context, name string) ([]byte, error) {
	data, ok := s.Files[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

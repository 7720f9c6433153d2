package build

import (
	"context"
	"encoding/json"
	"io/fs"

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
		found, _ := fs.Glob(b.source, "site/vendored/*/"+name)
		if len(found) != 1 {
			problems.add(Problem{File: "site/vendored", Message: "must hold one font " + name + " for pictures"})
			continue
		}
		site.Files[edge.FontFolder+name] = b.read(found[0], problems)
	}
	site.Files["api/openapi.json"] = b.read("site/api/openapi.json", problems)
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

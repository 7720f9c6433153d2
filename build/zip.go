package build

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
)

// This file makes of a site one file to carry, and of what was carried a site: for a room
// without a network, where nobody builds.

// Zip writes the site as an archive, the same bytes for the same site. Compressed copies
// stay out: an archive is compressed.
func (s *Site) Zip(w io.Writer) error {
	z := zip.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		if ext := path.Ext(name); ext == ".br" || ext == ".gz" {
			continue
		}
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		if _, err := f.Write(s.Files[name]); err != nil {
			return err
		}
	}
	return z.Close()
}

// maxSite is how many bytes a site may have that was not built here.
const maxSite = 1 << 28

// maxSiteFiles is how many files such a site may have: one has some thousands.
const maxSiteFiles = 50_000

// ReadSite reads a site that a build has written into a folder or an archive.
func ReadSite(from fs.FS) (*Site, error) {
	site := &Site{Files: map[string][]byte{}, Base: &url.URL{Path: "/"}}
	for _, name := range []string{"index.html", "404.html", "api/openapi.json"} { // before anything is unpacked
		if info, err := fs.Stat(from, name); err != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("holds no site that `partitionlab build` has written: index.html, 404.html and api/openapi.json belong to it")
		}
	}
	left := int64(maxSite)
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(path.Base(name), ".") // such as .git, or the list of what a build has written
		switch {
		case err != nil:
			return err
		case d.IsDir() && hidden && name != ".well-known":
			return fs.SkipDir
		case d.IsDir() || hidden || !d.Type().IsRegular() || path.Ext(name) == ".br" || path.Ext(name) == ".gz":
			return nil
		}
		f, err := from.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, left+1))
		if left -= int64(len(data)); left < 0 {
			return fmt.Errorf("holds more than %d MB: that is no site of this program", maxSite>>20)
		}
		if site.Files[name] = data; len(site.Files) > maxSiteFiles {
			return fmt.Errorf("holds more than %d files: that is no site of this program", maxSiteFiles)
		}
		return err
	})
	return site, err
}

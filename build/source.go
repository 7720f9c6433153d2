package build

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// folders are what a site is made of.
var folders = []string{"content", "site"}

// A Source reads the folders that a site is made of, below the root of the project,
// and nothing else: no link leads out of its folder.
type Source string

// OpenSource returns the source of a project.
func OpenSource(root string) (Source, error) {
	for _, name := range folders {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			return "", fmt.Errorf("the project has no folder %s: %w", name, err)
		}
	}
	return Source(root), nil
}

// Open opens a file such as content/book.txt.
func (s Source) Open(name string) (fs.File, error) {
	folder, rest, below := strings.Cut(name, "/")
	if !below {
		rest = "."
	}
	if !fs.ValidPath(name) || !slices.Contains(folders, folder) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return os.OpenInRoot(filepath.Join(string(s), folder), filepath.FromSlash(rest))
}

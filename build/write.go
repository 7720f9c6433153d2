package build

import (
	"maps"
	"slices"

	"partitionlab/build/folder"
)

// Owner is who writes a site into a folder.
const Owner folder.Owner = "build"

// Write puts the site's files into a folder and removes what an earlier build left
// there.
func (s *Site) Write(dir string) error {
	names := slices.Sorted(maps.Keys(s.Files))
	f, err := Owner.Open(dir, names, nil)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := f.Write(name, s.Files[name]); err != nil {
			f.Abort()
			return err
		}
	}
	return f.Close()
}

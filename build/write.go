package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A folder with a site lists what builds have put there, in a file of its own. What
// is not listed belongs to somebody else: then nothing is written and nothing removed.
const (
	listName = ".partitionlab"
	nextList = listName + ".next"
	listHead = "partitionlab build has written these files. The next build into this folder removes them, and no others.\n"
)

// CheckFolder refuses a folder that holds something which no build has put there. A
// folder that does not exist, or is empty, is good.
func CheckFolder(dir string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	_, err = earlier(root)
	return err
}

// earlier lists the files of the last build in a folder. It is an error if there are
// others.
func earlier(root *os.Root) ([]string, error) {
	listed := map[string]bool{}
	for _, name := range []string{listName, nextList} {
		text, _ := fs.ReadFile(root.FS(), name)
		if list, ours := strings.CutPrefix(string(text), listHead); ours {
			listed[name] = true
			for line := range strings.Lines(list) {
				listed[strings.TrimSuffix(line, "\n")] = true
			}
		}
	}
	const most = 10
	var found, foreign []string
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
		case listed[name] && d.Type().IsRegular():
			found = append(found, name)
		case len(foreign) == most:
			foreign = append(foreign, "and more")
			return fs.SkipAll
		default:
			foreign = append(foreign, name)
		}
		return nil
	})
	if err == nil && foreign != nil {
		names := strings.Join(foreign, ", ")
		err = fmt.Errorf("%s holds what no build has put there: %s. Nothing is removed; name another folder, or move them away", root.Name(), names)
	}
	return found, err
}

// Write puts the site's files into a folder and removes what an earlier build left
// there. It follows no link that leads out of the folder. A build that is cut short
// leaves a folder into which the next one may write.
func (s *Site) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	old, err := earlier(root)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(s.Files))
	both := slices.Compact(slices.Sorted(slices.Values(slices.Concat(old, names))))
	if err := writeList(root, both); err != nil {
		return err
	}
	for _, name := range old {
		if _, keep := s.Files[name]; keep || name == listName || name == nextList {
			continue
		}
		if err := root.Remove(name); err != nil {
			return err
		}
		for up := path.Dir(name); up != "." && root.Remove(up) == nil; up = path.Dir(up) { // as long as they are empty
		}
	}
	for _, name := range names {
		if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := root.WriteFile(name, s.Files[name], 0o666); err != nil {
			return err
		}
	}
	return writeList(root, names)
}

// writeList writes the list of a folder: the old or the new one is there at any time.
func writeList(root *os.Root, names []string) error {
	var b bytes.Buffer
	b.WriteString(listHead)
	for _, name := range names {
		if name != listName && name != nextList {
			b.WriteString(name + "\n")
		}
	}
	if err := root.WriteFile(nextList, b.Bytes(), 0o666); err != nil {
		return err
	}
	return root.Rename(nextList, listName)
}

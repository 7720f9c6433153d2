// Package folder writes the files of a command into a folder. A folder lists what was put
// there, in a file of its own, so that the next run may remove it. What is not listed
// belongs to somebody else: then nothing is written and nothing removed.
package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

const (
	listName = ".partitionlab"
	nextList = listName + ".next"
)

// ErrForeign says that a folder holds files of others.
var ErrForeign = errors.New("holds what no run")

// An Owner is the command that writes: "build". It removes what it has written itself.
type Owner string

// head is the first line of a list.
func (o Owner) head() string {
	return "partitionlab " + string(o) + " has written these files. The next " + string(o) + " into this folder removes them, and no others.\n"
}

// Check refuses a folder that holds something which no earlier run has put there. A
// folder that does not exist, or is empty, is good.
func (o Owner) Check(dir string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	lock, err := o.lock(dir, false)
	if err != nil {
		return err
	}
	defer lock.Close()
	_, err = o.earlier(root)
	return err
}

// earlier lists the files of the last run in a folder. It is an error if there are
// others.
func (o Owner) earlier(root *os.Root) ([]string, error) {
	listed := map[string]bool{}
	for _, name := range []string{listName, nextList} {
		text, _ := fs.ReadFile(root.FS(), name)
		list, ours := strings.CutPrefix(string(text), o.head())
		if begun := name == nextList && strings.HasPrefix(o.head(), string(text)); begun { // by a run that was ended in the middle of it
			listed[name] = true
		}
		if ours {
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
		err = fmt.Errorf("%s %w of partitionlab %s has put there: %s. Nothing is written, nothing is removed; name another folder, or move them away", diag.OnOneLine(root.Name()), ErrForeign, o, diag.OnOneLine(names))
	}
	return found, err
}

// A Folder is being written.
type Folder struct {
	owner Owner
	root  *os.Root
	lock  *os.File
	names []string
	apart func(name string) error
}

// Open begins to write files of these names into a folder, and removes what an earlier
// run left there. It follows no link that leads out of the folder. A run that is cut short
// leaves a folder into which the next one may write. Apart, where it is given, may refuse
// to touch a file.
func (o Owner) Open(dir string, names []string, apart func(name string) error) (_ *Folder, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	lock, err := o.lock(dir, true)
	if err != nil {
		root.Close()
		return nil, err
	}
	f := &Folder{owner: o, root: root, lock: lock, names: slices.Sorted(slices.Values(names)), apart: apart}
	defer func() {
		if err != nil {
			f.Abort()
		}
	}()
	old, err := o.earlier(root)
	if err != nil {
		return nil, err
	}
	both := slices.Compact(slices.Sorted(slices.Values(slices.Concat(old, f.names))))
	for _, name := range both {
		if err := f.free(name); err != nil {
			return nil, err
		}
	}
	if err := f.list(both); err != nil {
		return nil, err
	}
	for _, name := range old {
		if _, keep := slices.BinarySearch(f.names, name); keep || name == listName || name == nextList {
			continue
		}
		if err := root.Remove(name); err != nil {
			return nil, err
		}
		for up := path.Dir(name); up != "." && root.Remove(up) == nil; up = path.Dir(up) { // as long as they are empty
		}
	}
	return f, nil
}

func (f *Folder) free(name string) error {
	if f.apart == nil {
		return nil
	}
	return f.apart(filepath.Join(f.root.Name(), filepath.FromSlash(name)))
}

// Write writes a file, and the folders around it.
func (f *Folder) Write(name string, data []byte) error {
	err := f.root.MkdirAll(path.Dir(name), 0o777)
	if err == nil {
		if err = f.root.WriteFile(name, data, 0o666); err != nil {
			if info, e := f.root.Lstat(name); e == nil && info.Mode().IsRegular() {
				f.root.Remove(name) // a part of a file looks like one
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.root.Name(), err)
	}
	return nil
}

// Close ends a run that has written all its files.
func (f *Folder) Close() error {
	defer f.Abort()
	return f.list(f.names)
}

// Abort ends a run that has not: the next one finds what is there.
func (f *Folder) Abort() {
	f.root.Close()
	f.lock.Close()
}

// list writes the list of a folder: the old or the new one is there at any time.
func (f *Folder) list(names []string) error {
	var b bytes.Buffer
	b.WriteString(f.owner.head())
	for _, name := range names {
		if name != listName && name != nextList {
			b.WriteString(name + "\n")
		}
	}
	if err := f.root.WriteFile(nextList, b.Bytes(), 0o666); err != nil {
		return err
	}
	return f.root.Rename(nextList, listName)
}

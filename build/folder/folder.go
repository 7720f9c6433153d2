// Package folder writes the files of a command into a folder. A folder lists what was put
// there, in a file of its own, so that the next run may remove it. What is not listed, or
// holds something else since, belongs to somebody: then nothing is written and nothing removed.
package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
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

// An Owner is the command that writes: "build". It removes what it has written itself.
type Owner string

// head is the first line of a list. Behind it stands for each file its SHA-256, or unknown, and
// its name: what sha256sum -c reads.
func (o Owner) head() string {
	return "partitionlab " + string(o) + " has written these files, each behind its SHA-256. The next " + string(o) + " into this folder removes them, and no others; where one has changed, it does nothing.\n"
}

// oldHead is that of a list without sums, of before.
func (o Owner) oldHead() string {
	return "partitionlab " + string(o) + " has written these files. The next " + string(o) + " into this folder removes them, and no others.\n"
}

// unknown is the sum of a file that is being written, or was when its run ended.
const unknown = "-"

// listed are the files of a list with their sums; false where it is none of this owner.
func (o Owner) listed(text string) (map[string]string, bool) {
	sums := map[string]string{}
	if list, ok := strings.CutPrefix(text, o.oldHead()); ok {
		for line := range strings.Lines(list) {
			sums[strings.TrimSuffix(line, "\n")] = unknown
		}
		return sums, true
	}
	list, ok := strings.CutPrefix(text, o.head())
	for line := range strings.Lines(list) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		sums[name] = sum
	}
	return sums, ok
}

// openRoot opens a folder. What is none is not opened at all: a pipe would wait for who writes into it.
func openRoot(dir string) (*os.Root, error) {
	i, err := os.Stat(dir)
	if err == nil && !i.IsDir() {
		err = fmt.Errorf("%s is not a folder: name another one", diag.OnOneLine(dir))
	}
	if err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

// Check refuses a folder that holds something which no earlier run has put there. A
// folder that does not exist, or is empty, is good.
func (o Owner) Check(dir string) error {
	root, err := openRoot(dir)
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

// earlier lists the files of the last run in a folder, with their sums. It is an error if there
// are others.
func (o Owner) earlier(root *os.Root) (map[string]string, error) {
	listed := map[string]string{}
	for _, name := range []string{nextList, listName} {
		var text []byte
		if i, err := root.Lstat(name); err == nil && i.Mode().IsRegular() { // a pipe would never end
			text, _ = root.ReadFile(name)
		}
		sums, ours := o.listed(string(text))
		maps.Copy(listed, sums)
		if begun := name == nextList && (strings.HasPrefix(o.head(), string(text)) || strings.HasPrefix(o.oldHead(), string(text))); ours || begun { // by a run that was ended in the middle of it
			listed[name] = unknown
		}
	}
	const most = 10
	found := map[string]string{}
	var foreign []string
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if sum := listed[name]; sum != "" && d.Type().IsRegular() {
			same, err := holds(root, name, sum)
			if err != nil {
				return err
			}
			if same {
				found[name] = sum
				return nil
			}
			name += " (it has changed since)"
		}
		if len(foreign) == most {
			foreign = append(foreign, "and more")
			return fs.SkipAll
		}
		foreign = append(foreign, name)
		return nil
	})
	if err == nil && foreign != nil {
		names := strings.Join(foreign, ", ")
		err = fmt.Errorf("%s holds what no run of partitionlab %s has put there: %s. Nothing is written, nothing is removed; name another folder, or move them away", diag.OnOneLine(root.Name()), o, diag.OnOneLine(names))
	}
	return found, err
}

// holds reports whether a file has this sum.
func holds(root *os.Root, name, sum string) (bool, error) {
	if sum == unknown {
		return true, nil
	}
	f, err := root.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)) == sum, err
}

// A Folder is being written.
type Folder struct {
	owner Owner
	root  *os.Root
	lock  *os.File
	sums  map[string]string // of the files, by their names
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
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	lock, err := o.lock(dir, true)
	if err != nil {
		root.Close()
		return nil, err
	}
	f := &Folder{owner: o, root: root, lock: lock, sums: map[string]string{}, apart: apart}
	for _, name := range names {
		f.sums[name] = unknown
	}
	defer func() {
		if err != nil {
			f.Abort()
		}
	}()
	old, err := o.earlier(root)
	if err != nil {
		return nil, err
	}
	both := maps.Clone(old)
	maps.Copy(both, f.sums)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if err := f.free(name); err != nil {
			return nil, err
		}
	}
	if err := f.list(both); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if f.sums[name] != "" || name == listName || name == nextList {
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
	sum := sha256.Sum256(data)
	f.sums[name] = hex.EncodeToString(sum[:])
	return nil
}

// Close ends a run that has written all its files.
func (f *Folder) Close() error {
	defer f.Abort()
	return f.list(f.sums)
}

// Abort ends a run that has not: the next one finds what is there.
func (f *Folder) Abort() {
	f.root.Close()
	f.lock.Close()
}

// list writes the list of a folder: the old or the new one is there at any time.
func (f *Folder) list(sums map[string]string) error {
	var b bytes.Buffer
	b.WriteString(f.owner.head())
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if name != listName && name != nextList {
			b.WriteString(sums[name] + "  " + name + "\n")
		}
	}
	if err := f.root.WriteFile(nextList, b.Bytes(), 0o666); err != nil {
		return err
	}
	return f.root.Rename(nextList, listName)
}

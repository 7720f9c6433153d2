package build

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// A Change says what has changed since the last look.
type Change struct {
	Content bool // chapters, schemas, templates, styles, scripts
	Code    bool // Go files: both programs have to be compiled again
}

// A Watcher notices changed files by looking at them: no kernel interface to run
// out of, the same on every system. An editor may write a file in pieces, or take
// it away before it puts another in its place; so a change counts when the next
// look sees it the same.
type Watcher struct {
	root string
	told map[string]stamp // as the last answer took the files
	last map[string]stamp // as the last look saw them

	empty int // how many looks have seen the same, with a file that is empty since
}

// emptyLooks is how many looks an emptied file has to be filled: who writes a file over makes
// it empty first, and on a busy machine gets to the rest of it much later.
const emptyLooks = 10

type stamp struct {
	size int64
	time time.Time
}

// NewWatcher looks at the project a first time.
func NewWatcher(root string) *Watcher {
	w := &Watcher{root: root}
	w.told = w.look()
	w.last = w.told
	return w
}

// Look says what has changed and stands still since.
func (w *Watcher) Look() (c Change) {
	now := w.look()
	defer func() { w.last = now }()
	var changed []string
	emptied := false
	differs := func(file string, before, after map[string]stamp) bool {
		a, was := before[file]
		b, is := after[file]
		return was != is || a != b
	}
	for file := range now {
		if differs(file, w.told, now) {
			changed = append(changed, file)
			emptied = emptied || now[file].size == 0
		}
	}
	for file := range w.told {
		if _, there := now[file]; !there {
			changed = append(changed, file)
		}
	}
	for _, file := range changed {
		if differs(file, w.last, now) {
			w.empty = 0
			return Change{} // still being written: what belongs together is told together
		}
	}
	if w.empty++; emptied && w.empty < emptyLooks {
		return Change{}
	}
	w.empty = 0
	for _, file := range changed {
		if path.Ext(file) == ".go" || strings.HasPrefix(file, "go.") {
			c.Code = true
		} else {
			c.Content = true
		}
	}
	w.told = now
	return c
}

func (w *Watcher) look() map[string]stamp {
	found := map[string]stamp{}
	add := func(file string, d fs.DirEntry) {
		rel, err := filepath.Rel(w.root, file)
		if err != nil || strings.HasSuffix(file, "_test.go") || strings.HasPrefix(d.Name(), ".") || strings.HasSuffix(file, "~") {
			return
		}
		if info, err := d.Info(); err == nil {
			found[filepath.ToSlash(rel)] = stamp{info.Size(), info.ModTime()}
		}
	}
	for _, dir := range []string{"content", "site", "wasm", "build"} {
		filepath.WalkDir(filepath.Join(w.root, dir), func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case !d.IsDir():
				add(file, d)
			}
			return nil
		})
	}
	return found
}

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
// out of, the same on every system.
type Watcher struct {
	root string
	last map[string]stamp
}

type stamp struct {
	size int64
	time time.Time
}

// NewWatcher looks at the project a first time.
func NewWatcher(root string) *Watcher {
	w := &Watcher{root: root}
	w.last = w.look()
	return w
}

// Look says what has changed since the last call.
func (w *Watcher) Look() (c Change) {
	now := w.look()
	note := func(file string) {
		if path.Ext(file) == ".go" || strings.HasPrefix(file, "go.") {
			c.Code = true
		} else {
			c.Content = true
		}
	}
	for file, s := range now {
		if w.last[file] != s {
			note(file)
		}
	}
	for file := range w.last {
		if _, there := now[file]; !there {
			note(file)
		}
	}
	w.last = now
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

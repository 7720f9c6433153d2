package build

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
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
// it away before it puts another in its place; so a change counts when it has stood for
// Stillness, or the next look sees it the same.
type Watcher struct {
	root string
	told map[string]stamp // as the last answer took the files
	last map[string]stamp // as the last look saw them

	partial int // how many looks have seen the same, with a file that seems not to be whole
	now     func() time.Time
}

// Stillness is how long a file stands when nobody writes it any more, and the time between
// two looks.
const Stillness = 50 * time.Millisecond

// partialLooks is how many looks a file has to be filled that is empty or ends in the midst
// of something: who writes a file over makes it empty first, and on a busy machine gets to
// the rest of it much later.
const partialLooks = 12

type stamp struct {
	size int64
	time time.Time
}

// NewWatcher looks at the project a first time.
func NewWatcher(root string) *Watcher {
	w := &Watcher{root: root, now: time.Now}
	w.told = w.look()
	w.last = w.told
	return w
}

// Look says what has changed and stands still since, and when to look again.
func (w *Watcher) Look() (c Change, again time.Duration) {
	now := w.look()
	defer func() { w.last = now }()
	var changed []string
	differs := func(file string, before, after map[string]stamp) bool {
		a, was := before[file]
		b, is := after[file]
		return was != is || a != b
	}
	for file := range now {
		if differs(file, w.told, now) {
			changed = append(changed, file)
		}
	}
	for file := range w.told {
		if _, there := now[file]; !there {
			changed = append(changed, file)
		}
	}
	clock := w.now()
	for _, file := range changed {
		if !differs(file, w.last, now) {
			continue
		}
		age := clock.Sub(now[file].time)
		if _, there := now[file]; !there {
			age = 0 // it may come back
		}
		if age < Stillness {
			again = max(again, min(Stillness-age, Stillness))
		}
	}
	if again > 0 { // what belongs together is told together
		w.partial = 0
		return Change{}, again
	}
	if w.partial++; w.partial < partialLooks && slices.ContainsFunc(changed, w.seemsPartial) {
		return Change{}, Stillness
	}
	w.partial = 0
	for _, file := range changed {
		if path.Ext(file) == ".go" || strings.HasPrefix(file, "go.") {
			c.Code = true
		} else {
			c.Content = true
		}
	}
	w.told = now
	return c, Stillness
}

// seemsPartial reports whether a file looks as if the rest of it were still to come: it is
// empty, a text that ends in the midst of a line, or a chapter that ends within a fence or
// its front matter. One that is meant so is told a moment later.
func (w *Watcher) seemsPartial(file string) bool {
	text, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(file)))
	if err != nil {
		return false // it is gone
	}
	if len(text) == 0 {
		return true
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return false // a picture, a font: these have no lines
	}
	if text[len(text)-1] != '\n' {
		return true
	}
	if path.Ext(file) != ".md" {
		return false
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	front := bytes.HasPrefix(text, []byte("---\n"))
	if front {
		_, rest, whole := bytes.Cut(text[len("---\n"):], []byte("\n---\n"))
		if !whole {
			return true
		}
		text = rest
	}
	fence := ""
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(bytes.TrimLeft(line, " "), " \n")
		marks := line[:len(line)-len(bytes.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(marks) >= 3:
			fence = string(marks)
		case fence != "" && len(marks) >= len(fence) && len(marks) == len(line):
			fence = ""
		}
	}
	return fence != ""
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

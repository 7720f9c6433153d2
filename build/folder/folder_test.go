package folder

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const owner Owner = "build"

// A site are the files of a run, by their names.
type site []string

func siteOf(names ...string) site { return names }

func text(name string) string { return "text of " + name }

func (s site) Write(dir string) error {
	f, err := owner.Open(dir, s, nil)
	if err != nil {
		return err
	}
	for _, name := range s {
		if err := f.Write(name, []byte(text(name))); err != nil {
			f.Abort()
			return err
		}
	}
	return f.Close()
}

// filesIn lists the files and empty folders below a folder.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if entries, _ := os.ReadDir(filepath.Join(dir, name)); err == nil && (!d.IsDir() || len(entries) == 0) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestWriteRemovesWhatABuildHasWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "site")
	for _, site := range []site{siteOf("index.html", "old/a/index.html", "both", "turns"), siteOf("index.html", "new/index.html", "both", "turns/index.html"), siteOf("turns")} {
		if err := owner.Check(dir); err != nil {
			t.Fatal(err)
		}
		if err := site.Write(dir); err != nil {
			t.Fatal(err)
		}
		want := append([]string{listName}, site...)
		slices.Sort(want)
		got := filesIn(t, dir)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("there are %q, want %q", got, want)
		}
		for _, name := range site {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text(name) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
}

func TestWriteTouchesNothingForeign(t *testing.T) {
	for name, make := range map[string]func(dir string) error{
		"a file beside the site":           func(dir string) error { return os.WriteFile(dir+"/letter.txt", []byte("dear"), 0o666) },
		"a file in a folder of the site":   func(dir string) error { return os.WriteFile(dir+"/a/letter.txt", []byte("dear"), 0o666) },
		"a hidden file":                    func(dir string) error { return os.WriteFile(dir+"/.git", []byte("dear"), 0o666) },
		"a file that is a link now":        func(dir string) error { os.Remove(dir + "/old"); return os.Symlink("../letter.txt", dir+"/old") },
		"a folder that is a link now":      func(dir string) error { os.RemoveAll(dir + "/a"); return os.Symlink("../outside", dir+"/a") },
		"a list that no build has written": func(dir string) error { return os.WriteFile(dir+"/"+listName, []byte("old\na/b\nindex.html\n"), 0o666) },
		"a list of another command": func(dir string) error {
			return os.WriteFile(dir+"/"+listName, []byte(Owner("sstable").head()+"-  _headers\n-  index.html\n-  old\n-  a/b\n"), 0o666)
		},
		"a file that has changed":       func(dir string) error { return os.WriteFile(dir+"/a/b", []byte("text of a/c"), 0o666) },
		"a file that is to go, changed": func(dir string) error { return os.WriteFile(dir+"/old", nil, 0o666) },
		"a site without a list":         func(dir string) error { return os.Remove(dir + "/" + listName) },
	} {
		t.Run(name, func(t *testing.T) {
			around := t.TempDir()
			dir := filepath.Join(around, "site")
			if err := siteOf("_headers", "index.html", "old", "a/b").Write(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(around, "outside"), 0o777); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{"letter.txt", "outside/b"} {
				if err := os.WriteFile(filepath.Join(around, file), []byte("dear"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := make(dir); err != nil {
				t.Fatal(err)
			}
			before := filesIn(t, around)
			err := siteOf("index.html", "a/b", "c").Write(dir)
			if err == nil || !strings.Contains(err.Error(), "holds what no run of partitionlab build has put there") {
				t.Errorf("error %v", err)
			}
			if err := owner.Check(dir); err == nil {
				t.Error("Check has nothing against it")
			}
			if after := filesIn(t, around); !slices.Equal(before, after) {
				t.Errorf("there were %q, now %q", before, after)
			}
			if text, _ := os.ReadFile(filepath.Join(around, "letter.txt")); string(text) != "dear" {
				t.Errorf("the letter is %q", text)
			}
		})
	}
}

// TestChangedFilesAreNamed: whoever has edited a file of a run learns which one, and that it was.
func TestChangedFilesAreNamed(t *testing.T) {
	dir := t.TempDir()
	if err := siteOf("a", "b", "c").Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "c")); err != nil { // what is gone hinders nobody
		t.Fatal(err)
	}
	if err := owner.Check(dir); err == nil || !strings.Contains(err.Error(), ": b (it has changed since). Nothing") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b"), []byte(text("b")), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("b", "d").Write(dir); err != nil {
		t.Error("it is as it was again:", err)
	}
	if got := filesIn(t, dir); !slices.Equal(got, []string{listName, "b", "d"}) {
		t.Errorf("there are %q", got)
	}
}

// TestListsOfBefore: a list without sums is read, and the next one has them, as sha256sum reads them.
func TestListsOfBefore(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{listName: owner.oldHead() + "a\nb\n", "a": "anything", "b": "more"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := siteOf("a").Write(dir); err != nil {
		t.Fatal(err)
	}
	if got := filesIn(t, dir); !slices.Equal(got, []string{listName, "a"}) {
		t.Errorf("there are %q", got)
	}
	list, err := os.ReadFile(filepath.Join(dir, listName))
	if want := fmt.Sprintf("%s%x  a\n", owner.head(), sha256.Sum256([]byte(text("a")))); string(list) != want || err != nil {
		t.Errorf("the list is\n%swant\n%s", list, want)
	}
}

// A build that is cut short: the list names the files of before and of now.
func TestWriteAfterABuildThatWasCutShort(t *testing.T) {
	dir := t.TempDir()
	if err := siteOf("a", "b").Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "c"), 0o777); err != nil { // where a file is to be
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, nextList), []byte(owner.head()+unknown+"  a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("b2", "c").Write(dir); err == nil {
		t.Fatal("a file takes the place of a folder")
	}
	if err := os.Remove(filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("d").Write(dir); err != nil {
		t.Fatal(err)
	}
	if got := filesIn(t, dir); !slices.Equal(got, []string{listName, "d"}) {
		t.Errorf("there are %q", got)
	}
}

// A run that was ended while it wrote its list leaves a part of one.
func TestWriteAfterAListThatWasCutShort(t *testing.T) {
	for _, left := range []string{"", owner.head()[:10], owner.head(), owner.oldHead(), owner.oldHead()[:70]} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, nextList), []byte(left), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := siteOf("a").Write(dir); err != nil {
			t.Errorf("%q: %v", left, err)
		}
		if got := filesIn(t, dir); !slices.Equal(got, []string{listName, "a"}) {
			t.Errorf("%q: there are %q", left, got)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, nextList), []byte("a list of somebody"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("a").Write(dir); err == nil {
		t.Error("a file of somebody else is overwritten")
	}
}

func TestWriteTellsErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("a").Write(file); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("into a file: %v", err)
	}
	if err := siteOf("../out").Write(filepath.Join(dir, "site")); err == nil || !strings.Contains(err.Error(), "escapes") {
		t.Errorf("out of the folder: %v", err)
	}
}

// TestOneRunAtATime: while a run writes, no other touches the folder or looks at what is
// there so far, and it says why; afterwards the folder is free, however the run has ended.
func TestOneRunAtATime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	for _, end := range []func(*Folder){(*Folder).Abort, func(f *Folder) { f.Close() }} {
		f, err := owner.Open(dir, siteOf("a"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := siteOf("b").Write(dir); err == nil || !strings.Contains(err.Error(), "another run writes into this folder") {
			t.Errorf("a second run: %v", err)
		}
		if err := owner.Check(dir); err == nil || !strings.Contains(err.Error(), "another run writes into this folder") {
			t.Errorf("a look: %v", err)
		}
		end(f)
		if err := owner.Check(dir); err != nil {
			t.Error(err)
		}
	}
	if err := siteOf("b").Write(dir); err != nil {
		t.Error(err)
	}
	if got := filesIn(t, dir); !slices.Equal(got, []string{listName, "b"}) {
		t.Errorf("there is %v", got)
	}
}

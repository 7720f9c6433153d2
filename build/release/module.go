package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var moduleLine = regexp.MustCompile(`(?m)^module +(\S+)`)

// move gives the module in a folder another path: in go.mod, in imports, and where Go
// sources name packages. It returns how many files it wrote.
func move(root, to string) (files int, err error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return 0, err
	}
	m := moduleLine.FindSubmatch(mod)
	if m == nil {
		return 0, fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
	}
	from := string(m[1])
	if from == to {
		return 0, nil
	}
	// Packages stand behind a quote, a comma or a space, in one of the module's folders;
	// "…/v1" of other things does not.
	list, err := os.ReadDir(root)
	if err != nil {
		return 0, err
	}
	var folders []string
	for _, d := range list {
		if d.IsDir() {
			folders = append(folders, regexp.QuoteMeta(d.Name()))
		}
	}
	packages := regexp.MustCompile(`(["'` + "`" + `, ])` + regexp.QuoteMeta(from) + `/((?:` + strings.Join(folders, "|") + `)["/]|\.\.\.|")`)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "dist" || name == "node_modules") {
				return fs.SkipDir
			}
			return nil
		case d.Name() != "go.mod" && filepath.Ext(path) != ".go":
			return nil
		}
		was, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := packages.ReplaceAll(was, []byte("${1}"+to+"/${2}"))
		if d.Name() == "go.mod" {
			text = regexp.MustCompile(`(?m)^module +`+regexp.QuoteMeta(from)+`(/|\s)`).ReplaceAll(text, []byte("module "+to+"$1"))
		}
		if bytes.Equal(was, text) {
			return nil
		}
		files++
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(path, text, info.Mode())
	})
	return files, err
}

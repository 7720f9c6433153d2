package build

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// A License is under what a part of the site may be used.
type License struct {
	Name, Version string
	Covers        string // what of the site it is for
	Text          string
}

// goLicense is for systems that keep the license of Go elsewhere than Go does.
//
//go:embed go-license.txt
var goLicense string

// programLicenses are those of what the browser program is made of: this project, Go,
// and each module that is linked in.
func programLicenses(root, goroot, version string) ([]License, error) {
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	list := []License{
		{"Partition Lab", "", "Chapters, pages, styles, scripts and the browser program.", string(own)},
		{"Go", strings.TrimPrefix(version, "go"), "The script that starts the browser program, and the runtime and the standard library in it.", goLicense},
	}
	if text, err := os.ReadFile(filepath.Join(goroot, "LICENSE")); err == nil {
		list[1].Text = string(text)
	}
	cmd := exec.Command("go", "list", "-deps", "-json=Module", "./wasm/browser")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %v", cmd, err)
	}
	seen := map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %v", cmd, err)
		}
		m := p.Module
		if m == nil || m.Main || seen[m.Path] {
			continue
		}
		seen[m.Path] = true
		text, err := licenseIn(os.DirFS(m.Dir), ".")
		if err != nil {
			return nil, fmt.Errorf("module %s: %v", m.Path, err)
		}
		list = append(list, License{m.Path, m.Version, "A library in the browser program.", text})
	}
}

// licenseIn reads the license in a folder, and the notice beside it.
func licenseIn(files fs.FS, dir string) (string, error) {
	var texts []string
	for _, pattern := range []string{"LICEN[SC]E*", "COPYING*", "NOTICE*"} {
		names, _ := fs.Glob(files, path.Join(dir, pattern))
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return "", err
			}
			texts = append(texts, string(text))
		}
	}
	if texts == nil {
		return "", errors.New("there is no file LICENSE, so it cannot be passed on")
	}
	return strings.Join(texts, "\n\n"), nil
}

// licenses are those of everything in the site. Files made by others lie in
// site/vendored/NAME, each with its LICENSE, and a VERSION that says how it was made.
func (b *Builder) licenses(problems *problemList) []License {
	list := b.program.Licenses
	folders, _ := fs.Glob(b.source, "site/vendored/*")
	for _, dir := range folders {
		text, err := licenseIn(b.source, dir)
		if err != nil {
			problems.add(Problem{File: dir, Message: err.Error()})
		}
		version, err := fs.ReadFile(b.source, dir+"/VERSION")
		if err != nil {
			problems.add(Problem{File: dir, Message: "there is no file VERSION: which one is it, and how was it made?"})
		}
		first, rest, _ := strings.Cut(strings.TrimSpace(string(version)), "\n")
		list = append(list, License{path.Base(dir), first, strings.TrimSpace(rest), text})
	}
	return list
}

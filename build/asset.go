package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"
)

// assets holds the files that pages load, by their paths from the site's root. A name
// carries a hash of the content, so that a browser may keep the file for ever.
type assets struct {
	Style, Icon, Touch string
	Theme, Page        string // scripts of every page: before it is painted, and after
	Search, Index      string // fetched when a reader searches
	Terms              string // fetched when a reader asks for a term
	Loader, Exec, Wasm string // of pages with calculators
	Large              string // instead of Wasm, for those that it does not know
	Worker             string // runs the program in a worker
	Share, Recipes     string // fetched when a reader takes a calculator elsewhere
	Bench, Editor, Zip string // the script of the workbench, and what it loads: its editor, and what reads zips
	Moved              string // of pages that lead elsewhere
}

// asset puts a file into the site and returns its path.
func (b *Builder) asset(site *Site, name string, data []byte) string {
	if len(data) == 0 {
		return ""
	}
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	file := "assets/" + strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:6]) + ext
	site.Files[file] = data
	return file
}

// remarks are the comments of styles, which are for their writers.
var remarks = regexp.MustCompile(`(?s)\s*/\*.*?\*/`)

// patienceFile is what the loader and the service worker begin with.
const patienceFile = "site/js/patience.js"

func (b *Builder) assets(site *Site, problems *problemList) assets {
	read := func(file string) []byte { return b.read(file, problems) }
	// The styles are one file: those of site/css in the order of their names. So is
	// what every page does, each file of site/js/page in a scope of its own.
	var style, page bytes.Buffer
	names, _ := fs.Glob(b.source, "site/css/*.css")
	for _, name := range names {
		style.Write(remarks.ReplaceAll(read(name), nil))
	}
	names, _ = fs.Glob(b.source, "site/js/page/*.js")
	for _, name := range names {
		page.WriteString("{\n")
		page.Write(read(name))
		page.WriteString("}\n")
	}
	// What our scripts say to their writers stays here, too: two fifths of their weight.
	script := func(name string, data []byte) string {
		var short bytes.Buffer
		if err := (&js.Minifier{}).Minify(minify.New(), &short, bytes.NewReader(data), nil); err != nil {
			problems.add(Problem{File: "site/js/" + name, Message: "is no script: " + err.Error()})
		}
		return b.asset(site, name, short.Bytes())
	}
	alone := func(name string) string { return script(name, read("site/js/"+name)) }
	return assets{
		Style:  b.asset(site, "style.css", style.Bytes()),
		Icon:   b.asset(site, "icon.svg", read("site/icon.svg")),
		Touch:  b.asset(site, "icon-180.png", b.icon(180, problems)),
		Theme:  alone("theme.js"),
		Page:   script("page.js", page.Bytes()),
		Search: alone("search.js"),
		Share:  alone("share.js"),
		Loader: script("loader.js", append(read(patienceFile), read("site/js/loader.js")...)),
		Worker: alone("worker.js"),
		Bench:  alone("bench.js"),
		Editor: b.asset(site, "codemirror.js", read("site/vendored/codemirror/codemirror.js")),
		Zip:    b.asset(site, "zip.js", read("site/vendored/zip.js/zip.js")),
		Moved:  alone("moved.js"),
		Exec:   b.asset(site, "wasm_exec.js", b.program.Exec),
		Wasm:   b.asset(site, "lab.wasm", b.program.Wasm),
		Large:  b.asset(site, "large.wasm", b.program.Large),
	}
}

// read reads a file of the project.
func (b *Builder) read(file string, problems *problemList) []byte {
	data, err := fs.ReadFile(b.source, file)
	if err != nil {
		problems.add(Problem{File: file, Message: "cannot be read: " + err.Error()})
	}
	return data
}

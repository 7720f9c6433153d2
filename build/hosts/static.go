package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// Hosts that write pages into a folder: it is served as it is.

// page is a page of somebody's own.
func page(w *workplace, r recipe) (string, error) {
	err := w.write("index.html", "<!doctype html>\n<html lang=en><meta charset=utf-8><title>A page</title>\n<h1>A page of our own</h1>\n<p>How big do our partitions get?</p>\n"+r.Paste+"\n<p>And so on.</p>\n</html>\n")
	if err != nil {
		return "", err
	}
	return w.static(w.dir)
}

func hugo(w *workplace, r recipe) (string, error) {
	const layout = "<!doctype html><html lang=en><meta charset=utf-8><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}</html>\n"
	if err := w.writes("config.toml", "title = \"Our blog\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n",
		"layouts/shortcodes/partition-lab.html", r.Once, "layouts/index.html", layout,
		"content/_index.md", "---\ntitle: Partitions\n---\n\nHow big do *our* partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	if _, err := w.run("", "", "hugo"); err != nil {
		return "", err
	}
	return w.static(filepath.Join(w.dir, "public"))
}

func hugoVersion(w *workplace) (string, error) {
	text, err := line("hugo", "version")(w)
	short, _, _ := strings.Cut(text, " linux")
	return short, err
}

func mkdocs(w *workplace, r recipe) (string, error) {
	// Its fonts would come from others; it has a dark palette that a reader switches to.
	if err := w.writes("mkdocs.yml", "site_name: Our handbook\ntheme:\n  name: material\n  font: false\n  palette:\n    scheme: slate\n",
		"docs/index.md", "# Partitions\n\nHow big do *our* partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	if _, err := w.run("", "", w.venv("mkdocs"), "build", "-q"); err != nil {
		return "", err
	}
	return w.static(filepath.Join(w.dir, "site"))
}

func sphinx(w *workplace, r recipe) (string, error) {
	if err := w.writes("conf.py", "project = 'Our handbook'\n", "index.rst", "Partitions\n==========\n\nHow big do *our* partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	if _, err := w.run("", "", w.venv("sphinx-build"), "-q", "-W", ".", "html"); err != nil {
		return "", err
	}
	return w.static(filepath.Join(w.dir, "html"))
}

func asciidoctor(w *workplace, r recipe) (string, error) {
	if err := w.write("index.adoc", "= Partitions\n\nHow big do _our_ partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	if _, err := w.run("", "", "asciidoctor", "-a", "webfonts!", "index.adoc"); err != nil {
		return "", err
	}
	return w.static(w.dir)
}

// mdbook builds with the program that lies in .cache/hosts/mdbook.
func mdbook(w *workplace, r recipe) (string, error) {
	if err := w.writes("book.toml", "[book]\ntitle = \"Our handbook\"\n", "src/SUMMARY.md", "# Summary\n\n- [Partitions](index.md)\n",
		"src/index.md", "# Partitions\n\nHow big do *our* partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	if _, err := w.run("", "", filepath.Join(w.tools, "mdbook", "bin", "mdbook"), "build"); err != nil {
		return "", err
	}
	return w.static(filepath.Join(w.dir, "book"))
}

func mdbookVersion(w *workplace) (string, error) {
	return line(filepath.Join(w.tools, "mdbook", "bin", "mdbook"), "--version")(w)
}

// docusaurus builds with the packages that lie in .cache/hosts/docusaurus.
func docusaurus(w *workplace, r recipe) (string, error) {
	if err := w.writes("package.json", `{"private": true}`, "docusaurus.config.js", `module.exports = {
  title: "Our handbook", url: "http://localhost", baseUrl: "/", onBrokenLinks: "warn",
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false, pages: false }]],
};
`, "docs/index.mdx", "---\nslug: /\n---\n\n# Partitions\n\nHow big do *our* partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	modules := filepath.Join(w.tools, "docusaurus", "node_modules")
	if err := os.Symlink(modules, filepath.Join(w.dir, "node_modules")); err != nil {
		return "", err
	}
	if _, err := w.run("", "", "node", filepath.Join(modules, "@docusaurus", "core", "bin", "docusaurus.mjs"), "build"); err != nil {
		return "", err
	}
	return w.static(filepath.Join(w.dir, "build"))
}

func docusaurusVersion(w *workplace) (string, error) {
	text, err := os.ReadFile(filepath.Join(w.tools, "docusaurus", "node_modules", "@docusaurus", "core", "package.json"))
	var p struct{ Version string }
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	return "Docusaurus " + p.Version, err
}

// Command hosts puts a calculator into the pages of real wikis, books and blogs, as the
// Embed dialog says, and looks whether it works there: for each host it sets one up, takes
// the recipe from the dialog in a Chromium, makes a page with it, opens that page, changes
// an input in the frame, and compares the answer with the core's own.
//
//	go run ./build/hosts [-out dist/hosts] [HOST…]
//
// Screenshots and what was tried go to the folder. `make hosts` installs what is needed;
// nothing is skipped: a host that is not there is a failure.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"partitionlab/build"
	"partitionlab/build/shrink"
	"partitionlab/wasm/lab"
)

// A host is a product that people write pages with.
type host struct {
	name   string
	recipe string // name of a file of site/recipes
	// open makes a page with the recipe and returns its address. What it has started ends
	// with the context.
	open func(w *workplace, r recipe) (address string, err error)
	// version tells which one was tried.
	version func(w *workplace) (string, error)
}

var hosts = []host{
	{"page", "html", page, nil},
	{"element", "element", page, nil},
	{"hugo", "hugo", hugo, hugoVersion},
	{"mkdocs", "html", mkdocs, python("mkdocs-material")},
	{"mkdocs-element", "element", mkdocs, python("mkdocs-material")},
	{"mdbook", "html", mdbook, mdbookVersion},
	{"mdbook-element", "element", mdbook, mdbookVersion},
	{"sphinx", "rst", sphinx, python("sphinx")},
	{"jupyterlab", "jupyter", jupyter, python("jupyterlab")},
	{"asciidoctor", "asciidoc", asciidoctor, line("asciidoctor", "--version")},
	{"mediawiki", "mediawiki", mediawiki, debian("mediawiki")},
	{"dokuwiki", "dokuwiki", dokuwiki, debian("dokuwiki")},
	{"wordpress", "wordpress", wordpress, debian("wordpress")},
	{"wordpress-html", "html", wordpress, debian("wordpress")},
	{"docusaurus", "mdx", docusaurus, docusaurusVersion},
}

func main() {
	out := flag.String("out", "dist/hosts", "`folder` for the screenshots")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	failed, err := run(ctx, *out, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if failed > 0 {
		fmt.Printf("%d failed\n", failed)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, names []string) (failed int, err error) {
	root, err := build.FindRoot(".")
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		if !slices.ContainsFunc(hosts, func(h host) bool { return h.name == name }) {
			return 0, fmt.Errorf("there is no host %s", name)
		}
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return 0, err
	}
	address, spec, err := serveSite(ctx, root)
	if err != nil {
		return 0, err
	}
	b, err := openBrowser(ctx)
	if err != nil {
		return 0, err
	}
	defer b.close()
	for _, h := range hosts {
		if len(names) > 0 && !slices.Contains(names, h.name) {
			continue
		}
		begin := time.Now()
		said, err := h.try(ctx, b, root, out, address, spec)
		if err != nil {
			failed++
			fmt.Printf("%-16s FAILS: %v\n", h.name, err)
			continue
		}
		fmt.Printf("%-16s works (%s): %s [%s]\n", h.name, h.recipe, said, time.Since(begin).Round(time.Second))
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
	}
	return failed, nil
}

// The calculator that is put everywhere, and the input that is changed there.
const (
	calculator = "hotel/size/size1/"
	linked     = "rooms=200"
	changed    = "90"
)

// serveSite builds the site and serves it until the context ends.
func serveSite(ctx context.Context, root string) (address string, spec *lab.Spec, err error) {
	source, err := build.OpenSource(root)
	if err != nil {
		return "", nil, err
	}
	program, err := build.CompileProgram(root, shrink.All)
	if err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	address = "http://" + l.Addr().String() + "/"
	builder, err := build.New(source, address, program)
	if err != nil {
		return "", nil, err
	}
	builder.Edge = true
	site, problems := builder.Build()
	if len(problems) > 0 {
		return "", nil, errors.New(problems[0].String())
	}
	for _, p := range site.Pages {
		if p.Path == "widget/"+calculator {
			spec = p.Widgets[0]
		}
	}
	if spec == nil {
		return "", nil, errors.New("the site has no calculator " + calculator)
	}
	server := build.NewServer("")
	server.Show(site, nil)
	web := build.Web(server)
	go build.Serve(web, l)
	context.AfterFunc(ctx, func() { web.Close() })
	return address, spec, nil
}

// try sets one host up and looks.
func (h host) try(ctx context.Context, b *browser, root, out, address string, spec *lab.Spec) (said string, err error) {
	ctx, stop := context.WithTimeout(ctx, 10*time.Minute)
	defer stop()
	dir, err := os.MkdirTemp("", "partitionlab-"+h.name)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	w := &workplace{ctx: ctx, dir: dir, tools: filepath.Join(root, ".cache", "hosts")}
	defer w.end()
	version := ""
	if h.version != nil {
		if version, err = h.version(w); err != nil {
			return "", fmt.Errorf("%w: `make hosts` installs it", err)
		}
	}
	r, err := b.recipe(ctx, address+"widget/"+calculator+"?v=1&"+linked, h.recipe)
	if err != nil {
		return "", fmt.Errorf("the dialog: %w", err)
	}
	page, err := h.open(w, r)
	if err != nil {
		return "", err
	}
	before, after, err := b.use(ctx, page, filepath.Join(out, h.name+".png"))
	if err != nil {
		return "", err
	}
	if want := headline(spec, "200"); before != want {
		return "", fmt.Errorf("shows %q for the linked inputs, not %q", before, want)
	}
	if want := headline(spec, changed); after != want {
		return "", fmt.Errorf("shows %q after a change, not %q", after, want)
	}
	return strings.TrimSpace(version + " shows " + before + ", then " + after), nil
}

// headline is what the core itself answers.
func headline(spec *lab.Spec, rooms string) string {
	view := lab.Run(spec, lab.Inputs{"rooms": rooms}).View
	n := view.Find(isHeadline)
	if n == nil {
		return ""
	}
	return n.PlainText()
}

// A recipe is what the dialog says for a host.
type recipe struct{ Paste, Once string }

// static serves a folder that a host has written, under a name that is another site for
// the browser than the calculator's.
func (w *workplace) static(dir string) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(dir)), ReadHeaderTimeout: time.Minute}
	go server.Serve(l)
	context.AfterFunc(w.ctx, func() { server.Close() })
	return fmt.Sprintf("http://localhost:%d/", l.Addr().(*net.TCPAddr).Port), nil
}

// Release makes what people get who do not build the program themselves: archives of
// partitionlab for Linux, macOS and Windows, for amd64 and arm64, with their checksums.
// The same sources, the same tag and the same Go make the same bytes, wherever they lie.
//
//	go run ./build/release -tag v1.2.3 [-out dist/release] [-platforms linux/amd64,…] [-once]
//	go run ./build/release -address example.org/lab/partitionlab
//
// Each archive is built twice, from another folder and with an empty cache the second
// time, and compared; -once leaves that out. -address gives the module another path, so
// that `go install PATH/build/partitionlab@TAG` finds it: it writes go.mod and imports.
//
// Exit code: 0 done, 2 wrong use, 3 not done, or not the same bytes twice.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// platforms are what there are archives for.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	tag := flag.String("tag", "", "`version` that the program says to be: v1.2.3")
	out := flag.String("out", "dist/release", "`folder` for the archives")
	list := flag.String("platforms", platforms, "systems and processors")
	once := flag.Bool("once", false, "build once, and compare nothing")
	address := flag.String("address", "", "give the module this `path`, and build nothing")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		wrong("%s: no file is read here", flag.Arg(0))
	case *address != "":
		if !modulePath.MatchString(*address) {
			wrong("-address %s: a module's path begins with the name of a host, such as example.org/lab", *address)
		}
		var n int
		if n, err = move(".", *address); err == nil {
			fmt.Printf("the module is %s now, in %d files; once it is tagged there: go install %s/build/partitionlab@TAG\n", *address, n, *address)
		}
	case !version.MatchString(*tag):
		wrong("-tag %q: write a version such as v1.2.3", *tag)
	default:
		err = release(*tag, *out, strings.Split(*list, ","), !*once)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(3)
	}
}

func wrong(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "release: "+format+"\n", args...)
	os.Exit(2)
}

var (
	version    = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)
	modulePath = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~-]+)*$`)
)

// release writes the archives of all platforms and SHA256SUMS.
func release(tag, out string, list []string, twice bool) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	// Copies, so that nobody changes the sources while they are built.
	copies, err := os.MkdirTemp("", "partitionlab-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copies)
	first, second := filepath.Join(copies, "sources"), filepath.Join(copies, "again", "sources")
	if err := copySources(root, first); err != nil {
		return err
	}
	if twice {
		if err := os.CopyFS(second, os.DirFS(first)); err != nil {
			return err
		}
	}
	sums := ""
	for _, platform := range list {
		system, processor, ok := strings.Cut(platform, "/")
		if !ok {
			return fmt.Errorf("-platforms %s: write linux/amd64", platform)
		}
		a, err := build(first, "", tag, system, processor)
		if err != nil {
			return err
		}
		if twice {
			b, err := build(second, filepath.Join(copies, "cache"), tag, system, processor)
			if err != nil {
				return err
			}
			if a.sum() != b.sum() {
				return fmt.Errorf("%s: built twice, it has not the same bytes: %s and %s", a.name, a.sum(), b.sum())
			}
		}
		if err := os.WriteFile(filepath.Join(out, a.name), a.data, 0o666); err != nil {
			return err
		}
		sums += a.sum() + "  " + a.name + "\n"
		fmt.Printf("%s %s %d bytes\n", a.sum()[:16], a.name, len(a.data))
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums), 0o666)
}

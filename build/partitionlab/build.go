package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"partitionlab/build"
	"partitionlab/build/shrink"
	"partitionlab/build/single"
)

var shrinkUsage = "`steps` that make the browser program lighter: all, none, or some of\n" + shrink.List()

// buildCommand writes the site into a folder.
func buildCommand() *command {
	c := newCommand("build", "[PAGE…]", "write the site into a folder")
	c.examples = []example{
		{"partitionlab build -base https://example.org/lab/ -out dist", "the site as it will stand below that address"},
		{"partitionlab build -base https://example.org/ -for nginx -out dist", "with what a server needs"},
		{"partitionlab build -zip lab.zip", "the site in one file, for a room: serve shows it"},
		{"partitionlab build -single -out pages hotel/size widget/hotel/size/size1", "two pages, each in a file that needs no other"},
	}
	out := c.flags.String("out", "dist", "`folder` that the site is written to. What an earlier build has put there is removed;\na folder that holds anything else, or what has changed since, is refused, as is one into which another run writes;\nWindows knows no such lock: there, let one run end before the next begins")
	steps := shrink.All
	c.flags.Var(&steps, "shrink", shrinkUsage)
	base := c.flags.String("base", "", "`address` at which the site will stand, such as https://example.org/lab/. Without it the site works at any\naddress, but cannot tell previews and search engines which it is")
	host := c.flags.String("for", "", "`host` that the site is for, whose files it gets: "+build.HostNames())
	alone := c.flags.Bool("single", false, "make of each PAGE a file that needs no other: it opens by a double click. Links lead to -base,\nand nowhere without it")
	archive := c.flags.String("zip", "", "write the site into one `file` instead of a folder: `serve FILE` shows it to a room, without Go\nand without a network. One that is there is replaced where it is an archive or empty")
	c.run = func(pages []string, std stdio) int {
		root, err := build.FindRoot(".")
		switch {
		case err != nil:
			return c.wrong(std, "%v", err)
		case *alone && len(pages) == 0:
			return c.wrong(std, "-single needs the pages by their paths, such as hotel/size")
		case !*alone && len(pages) > 0:
			return c.wrong(std, "%s: pages are named with -single only", pages[0])
		case *archive != "" && (*alone || *host != "" || *base != ""):
			return c.wrong(std, "-zip stands alone: what serve shows has no other host, and any address")
		case *alone && *host != "":
			return c.wrong(std, "-single and -for exclude each other: a file needs no host")
		}
		target := build.HostByName(*host)
		if *host != "" && target == nil {
			return c.wrong(std, "-for %s: there are %s", *host, build.HostNames())
		}
		if *archive == "" {
			if err := build.Owner.Check(*out); err != nil {
				return c.unprepared(std, "-out", err)
			}
		} else if err := overwritable(*archive, "archive", looksLikeZip); err != nil {
			return c.unprepared(std, "-zip", err)
		}
		source, err := build.OpenSource(root)
		if err != nil {
			return c.failed(std, err)
		}
		builder, err := build.New(source, *base, build.Program{})
		if err != nil {
			return c.wrong(std, "%v", err)
		}
		builder.Offline = true
		builder.Edge = *archive != "" || target != nil && target.Worker
		program, err := build.CompileProgram(root, steps)
		if err != nil {
			return c.failed(std, err)
		}
		if program.Plain != nil {
			fmt.Fprintln(std.err, "warning:", program.Plain)
		}
		builder.SetProgram(program)
		debug.SetGCPercent(build.GCPercent)
		begin := time.Now()
		site, problems := builder.Build()
		for _, p := range problems {
			fmt.Fprintln(std.err, p)
		}
		if len(problems) > 0 {
			fmt.Fprintf(std.err, "%d problems: nothing is written\n", len(problems))
			return 1
		}
		if *archive != "" {
			size, err := zipped(site, *archive)
			if err != nil {
				return c.failed(std, err)
			}
			fmt.Fprintf(std.out, "%d files, %.1f MB in %s (%s)\nFor a room: partitionlab serve -addr 0.0.0.0:8080 %s\n", len(site.Files), float64(size)/1e6, *archive, time.Since(begin).Round(time.Millisecond), *archive)
			return 0
		}
		if *alone {
			if site.Files, err = single.Pages(site.Files, site.Base, pages); err != nil {
				return c.wrong(std, "-single: %v", err)
			}
		} else if site, err = finish(builder, site, target, root, filepath.Join(root, ".cache"), std.err); err != nil {
			return c.failed(std, err)
		}
		err = site.Write(*out)
		if err != nil {
			return c.unprepared(std, "-out", err)
		}
		fmt.Fprintf(std.out, "%d files in %s (%s)\n", len(site.Files), *out, time.Since(begin).Round(time.Millisecond))
		if target != nil {
			fmt.Fprintf(std.out, "\n%s\n%s\n", target.Title, target.Recipe)
		}
		return 0
	}
	return c
}

// zipped writes a site into an archive, whole or not at all.
func zipped(site *build.Site, name string) (size int64, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".partitionlab-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name()) // where it was not renamed
	if err = site.Zip(f); err == nil {
		size, err = f.Seek(0, io.SeekEnd)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return size, err
}

// finish adds to a site what it needs where it will stand; without a host, what any
// might use.
// What it does that takes long goes to progress.
func finish(builder *build.Builder, site *build.Site, host *build.Host, root, cache string, progress io.Writer) (*build.Site, error) {
	if err := builder.Publish(site); err != nil {
		return nil, err
	}
	if host != nil {
		site.ForHost(host)
	}
	switch {
	case host != nil && host.Worker:
		return site.WithWorker(root, cache)
	case host == nil || host.Packs:
		fmt.Fprintf(progress, "%d pages; now every file is compressed: minutes the first time\n", len(site.Pages))
		return site, site.Pack(filepath.Join(cache, "packed"))
	}
	return site, nil
}

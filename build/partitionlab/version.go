package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// judged is the release that the verdicts are those of.
const judged = "Apache Cassandra 5.0.8"

// release is the tag that a build is made from; the linker sets it.
var release = ""

// versionCommand tells what program this is.
func versionCommand() *command {
	c := newCommand("version", "", "print the version of this program and of the server that it follows")
	c.examples = []example{{"partitionlab version", "also written partitionlab --version"}}
	c.run = func(_ []string, std stdio) int {
		fmt.Fprintf(std.out, "partitionlab %s, judges like %s\n%s %s/%s\n", version(), judged, runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return clean
	}
	return c
}

// version is the tag, or the revision of the sources.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	return "devel" + revision + changed
}

package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"partitionlab/build/extract"
	"partitionlab/wasm/diag"
)

// A Kind says how a file is read.
type Kind uint8

const (
	Script   Kind = iota // statements
	Workload             // what is stored: .size
	Embedded             // a file that holds CQL among other things
)

// KindOf is the kind of a file by its name. What no name tells is a script.
func KindOf(name string) Kind {
	switch {
	case strings.EqualFold(filepath.Ext(name), ".size"):
		return Workload
	case extract.Holds(name):
		return Embedded
	}
	return Script
}

// An Input is a file that is judged.
type Input struct {
	Path    string // as messages name it
	Kind    Kind
	Context bool // read first, and not reported
}

// ofTests reports whether a program is a test by its name, as the languages' own
// tools tell: tests hold CQL that is wrong on purpose, or that no server ever sees.
func ofTests(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	for _, end := range []string{"_test", ".test", ".spec", ".tests"} {
		if strings.HasSuffix(stem, end) {
			return true
		}
	}
	if strings.HasPrefix(stem, "test_") || stem == "conftest" {
		return true
	}
	for _, folder := range strings.Split(strings.ToLower(filepath.ToSlash(filepath.Dir(path))), "/") {
		switch folder {
		case "test", "tests", "__tests__", "testdata":
			return true
		}
	}
	return false
}

// left are folders that hold what others wrote.
var left = []string{"node_modules", "vendor", "target", "__pycache__", "venv", "dist-packages", "site-packages"}

// Expand lists the files that an argument names: a file, a folder, or a glob in
// which ** stands for folders. A folder stands for the files below it that accept
// takes, but for hidden folders, those of dependencies, and tests of programs. The
// order is that of migrations: numbers count as numbers, and undo scripts are left
// out. A pipe may be named, and is an error where a glob meets it.
func Expand(pattern string, accept func(name string) bool) ([]string, error) {
	names, err := expand("", pattern, accept)
	if err != nil || len(names) == 1 && names[0] == filepath.Clean(pattern) {
		return names, err
	}
	for _, name := range names {
		if err := ordinary(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// expand is Expand for a pattern as seen from a folder, "" for the working one.
func expand(dir, pattern string, accept func(name string) bool) ([]string, error) {
	path := filepath.Join(dir, pattern)
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return []string{path}, nil
	case err == nil:
		return below(path, accept)
	case !strings.ContainsAny(pattern, "*?[{"):
		return nil, err
	case !doublestar.ValidatePathPattern(pattern): // a name, or a slip
		return nil, fmt.Errorf("%w; it is no pattern either, for its [ or { is not closed", err)
	}
	if filepath.Separator == '/' {
		dir = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`).Replace(dir)
	}
	names, err := glob(filepath.Join(dir, pattern))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no file has such a name", pattern)
	}
	return ordered(names), nil
}

// mostAlternatives is how many patterns the braces of one may stand for.
const mostAlternatives = 1000

// glob lists the files that match. ** follows no link to a folder, as a folder that is named
// does not: links to folders around them never end. Where ** stands more than once, each folder could be
// reached in many ways: then all that lies below is listed once, and its names are matched.
func glob(pattern string) ([]string, error) {
	if n := alternatives(pattern); n > mostAlternatives {
		return nil, fmt.Errorf("its braces stand for more than %d patterns: write fewer", mostAlternatives)
	}
	switch strings.Count(pattern, "**") {
	case 0:
		return doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
	case 1:
		return doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	}
	if !doublestar.ValidatePathPattern(pattern) {
		return nil, doublestar.ErrBadPattern
	}
	dir, rest := doublestar.SplitPattern(filepath.ToSlash(pattern))
	var out []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // as with one **, what cannot be read is not there
		}
		if ok, _ := doublestar.Match(rest, path); !ok {
			return nil
		}
		name := filepath.Join(dir, filepath.FromSlash(path))
		if info, err := os.Stat(name); err == nil && !info.IsDir() { // or a link to a folder
			out = append(out, name)
		}
		return nil
	})
	return out, err
}

// alternatives is how many patterns without braces one stands for, at most; more than
// there may be counts as one more.
func alternatives(pattern string) int {
	n := 1
	for part := range strings.SplitSeq(pattern, "{") {
		n = min(n*(1+strings.Count(part, ",")), mostAlternatives+1)
	}
	return n
}

// Open opens a file that a script or a configuration names, and nobody on the command
// line. A pipe is refused: reading waits for ever where nobody writes.
func Open(name string) (*os.File, error) {
	if err := ordinary(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// ordinary is an error for a pipe or a device, and for what the kernel writes while it is
// read, which calls itself a file of no bytes. What folders and absent files say where
// they are read is clear.
func ordinary(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() || info.Mode().IsRegular() && !(info.Size() == 0 && kernels(name)) {
		return nil
	}
	return &fs.PathError{Op: "read", Path: name, Err: errors.New("is no ordinary file")}
}

// kernels reports whether a file lies where there are no files but the kernel's.
func kernels(name string) bool {
	name = Absolute(name)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return strings.HasPrefix(name, "/proc/") || strings.HasPrefix(name, "/sys/")
}

func below(dir string, accept func(name string) bool) (out []string, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(name, ".") || slices.Contains(left, name)):
			return fs.SkipDir
		case d.Type().IsRegular() && accept(name) && !(extract.Program(name) && ofTests(filepath.FromSlash(path))):
			out = append(out, filepath.Join(dir, filepath.FromSlash(path)))
		}
		return nil
	})
	return ordered(out), err
}

// ordered sorts files as migrations run, without scripts that undo one.
func ordered(names []string) []string {
	out := names[:0]
	for _, name := range names {
		if up, undo := strings.CutSuffix(name, ".down.cql"); undo && slices.Contains(names, up+".up.cql") {
			continue
		}
		out = append(out, name)
	}
	slices.SortStableFunc(out, compare)
	return out
}

// compare orders files by folder, then by version: V2__b before V10__a, 1.1 behind
// 1, and what has no version behind what has one, as Flyway and its like do.
func compare(a, b string) int {
	dirA, nameA := filepath.Split(a)
	dirB, nameB := filepath.Split(b)
	if c := natural(dirA, dirB); c != 0 {
		return c
	}
	versionA, restA := version(strings.TrimSuffix(nameA, filepath.Ext(nameA)))
	versionB, restB := version(strings.TrimSuffix(nameB, filepath.Ext(nameB)))
	if (versionA == nil) != (versionB == nil) {
		if versionA == nil {
			return 1
		}
		return -1
	}
	if c := slices.CompareFunc(versionA, versionB, digits); c != 0 {
		return c
	}
	return natural(restA, restB)
}

// version splits a file's name into its version and the rest: V1_2__name has 1, 2.
func version(name string) (numbers []string, rest string) {
	rest = strings.TrimPrefix(strings.TrimPrefix(name, "V"), "v")
	for {
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if n == 0 {
			break
		}
		numbers, rest = append(numbers, rest[:n]), rest[n:]
		if len(rest) < 2 || rest[0] != '.' && rest[0] != '_' || rest[1] < '0' || rest[1] > '9' {
			break
		}
		rest = rest[1:]
	}
	if numbers == nil {
		return nil, name
	}
	return numbers, rest
}

// digits compares numbers of any length.
func digits(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// natural compares texts in which numbers count as numbers.
func natural(a, b string) int {
	for a != "" && b != "" {
		i, j := len(a)-len(strings.TrimLeft(a, "0123456789")), len(b)-len(strings.TrimLeft(b, "0123456789"))
		if i > 0 && j > 0 {
			if c := digits(a[:i], b[:j]); c != 0 {
				return c
			}
			a, b = a[i:], b[j:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// Inputs lists the files of a project in the order in which they are read: first
// those of the projects that it needs and its context, then its own.
func (p *Project) Inputs() ([]Input, []diag.Diagnostic) {
	r := &reader{Config: p.config}
	var out []Input
	seen := map[string]bool{}
	p.context(r, map[*Project]bool{p: true}, seen, &out)
	p.own(r, "schema", p.schema, cqlFile, seen, true, &out)
	p.own(r, "files", p.files, cqlFile, seen, false, &out)
	p.own(r, "code", p.code, extract.Program, seen, false, &out)
	p.own(r, "sizes", p.sizes, func(name string) bool { return KindOf(name) == Workload }, seen, false, &out)
	return out, r.problems
}

func cqlFile(name string) bool { return strings.EqualFold(filepath.Ext(name), ".cql") }

// context adds what the needed projects make.
func (p *Project) context(r *reader, met map[*Project]bool, seen map[string]bool, out *[]Input) {
	for _, need := range p.Needs {
		if met[need] {
			continue
		}
		met[need] = true
		need.context(r, met, seen, out)
		need.own(r, "schema", need.schema, cqlFile, seen, true, out)
		need.own(r, "files", need.files, cqlFile, seen, true, out)
	}
}

// own adds the files of one of the project's lists.
func (p *Project) own(r *reader, list string, patterns []string, accept func(string) bool, seen map[string]bool, context bool, out *[]Input) {
	for i, pattern := range patterns {
		names, err := expand(p.Root, pattern, accept)
		key := fmt.Sprintf("%s.%s.%d", p.key, list, i)
		switch {
		case err != nil:
			r.wrong(key, pattern+": there is no such file or folder", "write it as seen from "+Shown(p.Root))
		case len(names) == 0:
			r.wrong(key, pattern+" holds no file to judge", "")
		}
		for _, name := range names {
			if seen[name] || p.excludes(name) {
				continue
			}
			seen[name] = true
			if ordinary(name) != nil {
				r.wrong(key, Shown(name)+" is no ordinary file", "")
				continue
			}
			*out = append(*out, Input{Shown(name), KindOf(name), context})
		}
	}
}

func (p *Project) excludes(name string) bool {
	rel, err := filepath.Rel(p.Root, name)
	if err != nil {
		return false
	}
	for _, pattern := range p.exclude {
		if ok, _ := doublestar.PathMatch(pattern, rel); ok || strings.HasPrefix(rel, filepath.Clean(pattern)+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// Shown is a path as messages name it: as seen from the working folder.
func Shown(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(dir, path); err == nil {
		return rel
	}
	return path
}

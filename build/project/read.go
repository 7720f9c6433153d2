// Files are read within limits, and an error tells which one could not be.

package project

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// MaxInput is how many bytes one file may have, one line of statements, or standard
// input: a schema of ten thousand tables has ten million.
const MaxInput = 64 << 20

// ErrTooLong says that there is more.
var ErrTooLong = fmt.Errorf("more than %d MB: give it in parts", MaxInput>>20)

// ReadText reads a text to its end.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxInput+1))
	if err == nil && len(text) > MaxInput {
		err = ErrTooLong
	}
	return string(text), err
}

// ReadFile reads a file that stands on the command line. Errors tell its name. What a shell
// has opened for us may be read, <(…); a pipe with a name of its own may wait for ever for
// somebody who writes.
func ReadFile(name string) (string, error) {
	if err := ordinary(name); err != nil && !handed(name) {
		return "", fmt.Errorf("%w: give it as standard input, < %s", err, name)
	}
	return opened(os.Open(name))
}

// handed reports whether a name is that of what the shell has opened, or of nothing.
func handed(name string) bool {
	name = Absolute(name)
	dir := filepath.Dir(name)
	return name == os.DevNull || name == "/dev/stdin" || dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") && filepath.Base(dir) == "fd"
}

// ReadNamed reads a file that another file names, or that is looked for.
func ReadNamed(name string) (string, error) { return opened(Open(name)) }

func opened(f *os.File, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := ReadText(f)
	if errors.Is(err, ErrTooLong) {
		err = fmt.Errorf("%s: %w", f.Name(), err)
	}
	return text, err
}

// Absolute is a path as seen from everywhere.
func Absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

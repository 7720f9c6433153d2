// Files are read within limits, and an error tells which one could not be.

package project

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// ReadFile reads a file that stands on the command line, which may be a pipe: it waits for
// whoever writes. Errors tell its name.
func ReadFile(name string) (string, error) { return opened(os.Open(name)) }

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

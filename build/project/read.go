// Files are read within limits, and an error tells which one could not be.

package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
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
	if err == nil {
		if encoding := wide(text); encoding != "" {
			err = wideError(encoding)
		}
	}
	return string(text), err
}

// A wideError names the encoding of a text that is not read, and would be damaged where it is
// written back.
type wideError string

func (e wideError) Error() string {
	return fmt.Sprintf("this is %[1]s: save it as UTF-8 (iconv -f %[1]s -t UTF-8)", string(e))
}

// wide tells whether a text is UTF-16 or UTF-32, and which; "" for neither. It begins with
// their mark, or of each two or four bytes of its beginning one is not zero, always the same,
// as in any language that is written with Latin letters.
func wide(text []byte) string {
	for _, mark := range []struct{ bytes, encoding string }{
		{"\xff\xfe\x00\x00", "UTF-32"}, {"\x00\x00\xfe\xff", "UTF-32"}, {"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"},
	} {
		if bytes.HasPrefix(text, []byte(mark.bytes)) {
			return mark.encoding
		}
	}
	for _, unit := range []struct {
		bytes    int
		encoding string
	}{{4, "UTF-32"}, {2, "UTF-16"}} {
		begin := text[:min(len(text), 64)/unit.bytes*unit.bytes]
		zeros := make([]int, unit.bytes) // by their place in a unit
		for i, c := range begin {
			if c == 0 {
				zeros[i%unit.bytes]++
			}
		}
		none, all := 0, 0
		for _, n := range zeros {
			switch n {
			case 0:
				none++
			case len(begin) / unit.bytes:
				all++
			}
		}
		if len(begin) > 0 && none == 1 && all == unit.bytes-1 {
			return unit.encoding
		}
	}
	return ""
}

// Undecoded finds the first byte of a text that is no UTF-8; -1 where all are. Nothing that
// reads files as Cassandra's tools do takes such a text.
func Undecoded(text string) int {
	for i, c := range text {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// ErrOwnInput says that a file to be written is one that was read.
var ErrOwnInput = errors.New("this is read by the same run, which would overwrite it: give another name")

// Apart refuses to write into a file that is read, whatever it is called: other spellings
// and links lead to the same. Standard input may be one, too.
func Apart(name string, read []string, in io.Reader) error {
	out, err := os.Stat(name)
	if err != nil {
		return nil // a new one, or one that tells so where it is opened
	}
	refused := &fs.PathError{Op: "write", Path: name, Err: ErrOwnInput}
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && os.SameFile(info, out) {
			return refused
		}
	}
	for _, name := range read {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && os.SameFile(info, out) {
			return refused
		}
	}
	return nil
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
	var encoded wideError
	if errors.Is(err, ErrTooLong) || errors.As(err, &encoded) {
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

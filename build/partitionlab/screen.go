// What a terminal gets to see.

package main

import (
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"partitionlab/wasm/diag"
)

// A screen is a stream that may lead to a terminal. What a terminal would obey is
// written out, so that no file, name or row can move its cursor, change its title or
// turn its text around: \u001b for ESC, which in JSON means just that character.
//
// It keeps the first error, so that a command need not look at each line it prints.
type screen struct {
	to io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of a character whose end is still to come
	err  error
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := append(s.rest, b...)
	end := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				end -= n
			}
			break
		}
	}
	s.rest = append([]byte(nil), text[end:]...)
	if err := s.put(diag.Printable(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// close writes what has no end, and returns the first error.
func (s *screen) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(diag.Printable(string(s.rest)))
	s.rest = nil
	return s.err
}

func (s *screen) put(text string) error {
	if text == "" {
		return s.err
	}
	_, err := io.WriteString(s.to, text)
	if s.err == nil {
		s.err = err
	}
	return err
}

// A document is a screen for text that is to be stored as it is: only a terminal gets
// it written out.
type document struct{ *screen }

func (d document) Write(b []byte) (int, error) {
	if f, ok := d.to.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return d.screen.Write(b)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(b), d.put(string(b))
}

// document is standard output for text that is to be stored as it is.
func (std stdio) document() io.Writer {
	if s, ok := std.out.(*screen); ok {
		return document{s}
	}
	return std.out
}

// terminal is standard output for what moves the cursor itself.
func (std stdio) terminal() io.Writer {
	if s, ok := std.out.(*screen); ok {
		return s.to
	}
	return std.out
}

// A painted screen is one for text that has been made fit for terminals already, and
// has colors.
type painted struct{ *screen }

func (p painted) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(b), p.put(string(b))
}

// colored is standard output for text with colors.
func (std stdio) colored() io.Writer {
	if s, ok := std.out.(*screen); ok {
		return painted{s}
	}
	return std.out
}

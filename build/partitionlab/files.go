// What a command reads and writes: within limits, and told where it does not work.

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"partitionlab/build/project"
	"partitionlab/wasm/diag"
)

// readSources reads the files, and standard input for - or without any.
func readSources(files []string, in io.Reader) ([]*diag.Source, error) {
	if len(files) == 0 {
		files = []string{"-"}
	}
	var out []*diag.Source
	for _, name := range files {
		var text string
		var err error
		if name == "-" {
			if text, err = project.ReadText(in); err != nil {
				err = fmt.Errorf("standard input: %w", err)
			}
			name = ""
		} else {
			text, err = project.ReadFile(name)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, diag.NewSource(name, text))
	}
	return out, nil
}

// readLine reads a line with its end; the last one may lack it.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > project.MaxInput {
			return nil, project.ErrTooLong
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// inputName is how a message names an input.
func inputName(name string) string {
	if name == "" {
		return "standard input"
	}
	return diag.OnOneLine(name)
}

// unwritten reports what could not be written: it is wrong use where it is an input.
func (c *command) unwritten(std stdio, err error) int {
	if errors.Is(err, project.ErrOwnInput) {
		return c.wrong(std, "%v", err)
	}
	return c.failed(std, err)
}

// unprepared reports a folder or a file that takes nothing: others have put something there, or
// it holds an input.
func (c *command) unprepared(std stdio, flag string, err error) int {
	return c.unwritten(std, fmt.Errorf("%s: %w", flag, err))
}

// overwritable refuses to write over a file that holds something else than what is written: a
// slip may have named it.
func overwritable(name, what string, looks func(head string) bool) error {
	info, err := os.Stat(name)
	if err != nil {
		return nil // a new one, or one that tells so where it is opened
	}
	refused := func(what string) error { return &fs.PathError{Op: "write", Path: name, Err: errors.New(what)} }
	if !info.Mode().IsRegular() {
		return refused("is no ordinary file: name a new one")
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 4096))
	if err == nil && len(head) > 0 && !looks(string(head)) {
		err = refused("is there, and is no " + what + ": nothing is written; name a new file, or remove this one")
	}
	return err
}

// looksLikeSVG reports whether a text begins as an SVG does.
func looksLikeSVG(head string) bool {
	return svgStart.MatchString(head)
}

var svgStart = regexp.MustCompile(`^(?s:\x{FEFF}?\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>])`)

// looksLikeZip reports whether a text begins as an archive does.
func looksLikeZip(head string) bool {
	return strings.HasPrefix(head, "PK\x03\x04") || strings.HasPrefix(head, "PK\x05\x06")
}

// replaceFile gives a file another text, in its place: its links, its owner and its mode
// stay. Whatever goes wrong, the file holds the one or the other, or what it held lies
// beside it.
func replaceFile(name, text string) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	wrong := func(what string) error { return &fs.PathError{Op: "write", Path: name, Err: errors.New(what)} }
	switch {
	case !info.Mode().IsRegular():
		return wrong("is no ordinary file")
	case info.Mode().Perm()&0o222 == 0: // which does not hinder everybody
		return wrong("it is read-only; nothing is changed")
	}
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	backup, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			err = os.Remove(backup.Name())
		}
	}()
	_, err = backup.Write(before)
	for _, step := range []func() error{backup.Sync, backup.Close} {
		if e := step(); err == nil {
			err = e
		}
	}
	if err != nil { // nothing is changed
		os.Remove(backup.Name())
		return err
	}
	if err = overwrite(f, text); err == nil {
		return nil
	}
	if e := overwrite(f, string(before)); e != nil {
		return fmt.Errorf("%w; what it held is in %s", err, backup.Name())
	}
	os.Remove(backup.Name())
	return err
}

// overwrite gives an open file a text.
func overwrite(f *os.File, text string) error {
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	if err := f.Truncate(int64(len(text))); err != nil {
		return err
	}
	return f.Sync()
}

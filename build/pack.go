package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// packable are the endings of files that get shorter.
var packable = []string{".html", ".css", ".js", ".json", ".svg", ".xml", ".txt", ".wasm", ".webmanifest", ".ttf"}

// Pack puts a .br and a .gz beside each file that gets shorter by them. Compressing
// as well as possible takes a while, so results are kept in a folder, by what they
// were made of; what was not needed for a week goes.
func (s *Site) Pack(cache string) error {
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return err
	}
	var lock sync.Mutex
	var wait sync.WaitGroup
	var failures []error
	packed := map[string][]byte{}
	used := map[string]bool{}
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for name, data := range s.Files {
		if !slices.Contains(packable, path.Ext(name)) || strings.HasPrefix(path.Base(name), "_") || len(data) < 500 {
			continue
		}
		wait.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			for _, kind := range []string{".br", ".gz"} {
				level := brotli.BestCompression
				if !strings.HasPrefix(name, "assets/") { // pages are many, and change often
					level = 9
				}
				short, kept, err := packedOnce(cache, kind, level, data)
				lock.Lock()
				used[kept] = true
				if err != nil {
					failures = append(failures, err)
				} else if len(short) < len(data) {
					packed[name+kind] = short
				}
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	for name, data := range packed {
		s.Files[name] = data
	}
	entries, err := os.ReadDir(cache)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && !used[e.Name()] && time.Since(info.ModTime()) > 7*24*time.Hour {
			os.Remove(filepath.Join(cache, e.Name()))
		}
	}
	return errors.Join(append(failures, err)...)
}

// The window of brotli is the widest that browsers know: the program is three times as
// long as the usual one, and the second program 19 kB lighter so.
const brotliWindow = 24

// packedOnce compresses, or reads what was compressed before; kept is the name of the
// file that holds it in the cache.
func packedOnce(cache, kind string, level int, data []byte) (short []byte, kept string, err error) {
	sum := sha256.Sum256(data)
	kept = fmt.Sprintf("%x-%d-%d%s", sum[:12], level, brotliWindow, kind)
	file := filepath.Join(cache, kept)
	if short, err := os.ReadFile(file); err == nil {
		now := time.Now()
		os.Chtimes(file, now, now)
		return short, kept, nil
	}
	var b bytes.Buffer
	if kind == ".br" {
		w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: level, LGWin: brotliWindow})
		w.Write(data)
		w.Close()
	} else {
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		w.Write(data)
		w.Close()
	}
	// Written beside and renamed: a build that is cut short leaves no half file.
	part, err := os.CreateTemp(cache, "part")
	if err != nil {
		return nil, "", err
	}
	_, err = part.Write(b.Bytes())
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), file)
	}
	return b.Bytes(), kept, err
}

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// An archive is what somebody downloads.
type archive struct {
	name string
	data []byte
}

func (a *archive) sum() string {
	sum := sha256.Sum256(a.data)
	return hex.EncodeToString(sum[:])
}

// build builds the program from the sources in a folder, with a build cache of its own
// where one is named, and packs it.
func build(sources, cache, tag, system, processor string) (*archive, error) {
	dir, err := os.MkdirTemp("", "partitionlab-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := "partitionlab"
	if system == "windows" {
		name += ".exe"
	}
	// Nothing of the machine gets into the program: no path, no state of git, no C.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X main.release="+tag, "-o", filepath.Join(dir, name), "./build/partitionlab")
	cmd.Dir = sources
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOWORK=off")
	if cache != "" {
		cmd.Env = append(cmd.Env, "GOCACHE="+cache)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s/%s: %w\n%s", system, processor, err, out)
	}
	return pack(sources, filepath.Join(dir, name), tag, system, processor)
}

// pack puts a program into an archive, with what belongs to it.
func pack(sources, program, tag, system, processor string) (a *archive, err error) {
	name := filepath.Base(program)
	files := []packed{{name, 0o755, nil}, {"LICENSE", 0o644, nil}, {"README.md", 0o644, nil}}
	for i := range files {
		from := filepath.Join(sources, files[i].name)
		if i == 0 {
			from = program
		}
		if files[i].data, err = os.ReadFile(from); err != nil {
			return nil, err
		}
	}
	folder := fmt.Sprintf("partitionlab-%s-%s-%s", tag, system, processor)
	if system == "windows" {
		data, err := zipped(folder, files)
		return &archive{folder + ".zip", data}, err
	}
	data, err := tarred(folder, files)
	return &archive{folder + ".tar.gz", data}, err
}

type packed struct {
	name string
	mode int64
	data []byte
}

// always is the time of all files: that of the machine would make other bytes each time.
var always = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func tarred(folder string, files []packed) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, f := range files {
		if err := t.WriteHeader(&tar.Header{Name: folder + "/" + f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: always, Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	for _, c := range []io.Closer{t, z} {
		if err := c.Close(); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func zipped(folder string, files []packed) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: always}
		h.SetMode(os.FileMode(f.mode))
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// copySources copies the files that git keeps, as they are in the working folder.
func copySources(from, to string) error {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = from
	list, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) {
			continue // it has been taken away
		}
		if err != nil {
			return err
		}
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

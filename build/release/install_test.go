//go:build release

package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstall: once the module has an address, `go install` takes it from there: here
// from a folder that stands for the proxy.
func TestInstall(t *testing.T) {
	sources, proxy, home := filepath.Join(t.TempDir(), "sources"), t.TempDir(), t.TempDir()
	if err := copySources("../..", sources); err != nil {
		t.Fatal(err)
	}
	const path, tag = "example.org/lab/partitionlab", "v1.2.3"
	if n, err := move(sources, path); err != nil || n < 500 {
		t.Fatal(n, err)
	}
	at := filepath.Join(proxy, path, "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(sources, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"list": tag + "\n", tag + ".info": `{"Version":"` + tag + `"}`, tag + ".mod": string(mod)} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(at, tag+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	err = filepath.WalkDir(sources, func(file string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != sources {
				return filepath.SkipDir // a module of its own
			}
			return nil
		}
		name, err := filepath.Rel(sources, file)
		if err != nil {
			return err
		}
		w, err := z.Create(path + "@" + tag + "/" + filepath.ToSlash(name))
		if err != nil {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if z.Close() != nil || f.Close() != nil {
		t.Fatal("the module cannot be packed")
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "install", path+"/build/partitionlab@"+tag)
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "GOBIN="+home, "GOMODCACHE="+filepath.Join(home, "modules"), "GOSUMDB=off", "GOFLAGS=-modcacherw -trimpath",
		"GOPROXY=file://"+proxy+",file://"+filepath.Join(strings.TrimSpace(string(cache)), "cache/download"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(home, "partitionlab"), "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "partitionlab "+tag+",") {
		t.Errorf("%v\n%s", err, out)
	}
}

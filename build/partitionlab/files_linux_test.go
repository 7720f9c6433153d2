package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestCaptureTellsLosses: where the file of CAPTURE takes no more, each query whose
// rows are lost is told, and the exit code says that the script is not done.
func TestCaptureTellsLosses(t *testing.T) {
	const table = "CREATE TABLE t (a int PRIMARY KEY); INSERT INTO t (a) VALUES (1);\nCAPTURE '/dev/full'\n"
	for name, c := range map[string]struct {
		script string
		lost   []string
	}{
		"to the end": {table + "SELECT * FROM t;\n", []string{"standard input:3: "}},
		"off":        {table + "\nSELECT * FROM t;\nDESC TABLE t\nCAPTURE OFF\nSELECT * FROM t;\n", []string{"standard input:4: ", "standard input:5: "}},
		"nothing":    {table + "INSERT INTO t (a) VALUES (2);\n", nil},
	} {
		code, _, errs := call(t, c.script, "shell", "-f", "-")
		want := clean
		for _, place := range c.lost {
			want = notDone
			if !strings.Contains(errs, place+"the result is not captured: write /dev/full: no space left on device\n") {
				t.Errorf("%s: no %s in %s", name, place, errs)
			}
		}
		if code != want || strings.Count(errs, "not captured") != len(c.lost) {
			t.Errorf("%s: exit %d, %s", name, code, errs)
		}
	}
}

// TestPipesAreRefused: a pipe that has a name may have nobody who writes to it; one that a
// shell has opened is read.
func TestPipesAreRefused(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := syscall.Mkfifo("pipe.cql", 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("pipe.zip", 0o666); err != nil {
		t.Fatal(err)
	}
	linked := t.TempDir()
	if err := os.Symlink("/proc/self/status", filepath.Join(linked, "link.cql")); err != nil {
		t.Fatal(err)
	}
	schema := write(t, "s.cql", oneTable)
	listed := write(t, "listed.toml", "[[project]]\nname = \"p\"\n"+`files = ["s.cql", "pipe.cql"]`)
	for name, c := range map[string]struct {
		in   string
		args []string
		code int
		want string
	}{
		"SOURCE":            {"SOURCE 'pipe.cql'\n", []string{"shell", "-f", "-"}, found, "Could not open 'pipe.cql': read pipe.cql: is no ordinary file"},
		"COPY":              {oneTable + "COPY t FROM 'pipe.cql';\n", []string{"shell", "-f", "-"}, found, "COPY: read pipe.cql: is no ordinary file"},
		"CAPTURE":           {"CAPTURE 'pipe.cql'\n", []string{"shell", "-f", "-"}, found, "Could not open 'pipe.cql' for append: open pipe.cql: no such device"},
		"COPY TO":           {oneTable + "COPY t TO 'pipe.cql';\n", []string{"shell", "-f", "-"}, found, "COPY: open pipe.cql: no such device"},
		"SOURCE in check":   {"SOURCE 'pipe.cql'\n", []string{"check", "-"}, clean, "pipe.cql cannot be read"},
		"a configuration":   {"", []string{"check", "-config", "pipe.cql", schema}, notDone, "pipe.cql: is no ordinary file"},
		"in configurations": {"", []string{"check", "-config", listed, "."}, wrongUse, "pipe.cql is no ordinary file"},
		"a glob":            {"", []string{"check", "*.cq?"}, notDone, "read pipe.cql: is no ordinary file"},
		"the command line":  {"", []string{"check", "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file: give it as standard input, < pipe.cql"},
		"fmt":               {"", []string{"fmt", "-w", "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"size":              {"", []string{"size", schema, "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"model":             {"", []string{"model", "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"diagram":           {"", []string{"diagram", "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"stress":            {"", []string{"stress", "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"sstable":           {"", []string{"sstable", "-out", filepath.Join(dir, "out"), "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"a script":          {"", []string{"shell", "-f", "pipe.cql"}, notDone, "read pipe.cql: is no ordinary file"},
		"measured":          {"", []string{"size", "-measured", "pipe.cql", schema, write(t, "w.size", "rows = 3\n")}, notDone, "read pipe.cql: is no ordinary file"},
		"the kernel's":      {"", []string{"check", "/proc/self/status"}, notDone, "read /proc/self/status: is no ordinary file"},
		"a link to it":      {"", []string{"check", filepath.Join(linked, "link.cql")}, notDone, "link.cql: is no ordinary file"},
		"SOURCE of it":      {"SOURCE '/proc/self/status'\n", []string{"shell", "-f", "-"}, found, "read /proc/self/status: is no ordinary file"},
		"a device":          {"", []string{"check", "/dev/zero"}, notDone, "read /dev/zero: is no ordinary file"},
		"no device":         {"", []string{"check", "/dev/null"}, clean, "0 statements"},
		"a room":            {"", []string{"serve", "pipe.zip"}, wrongUse, "is no ordinary file"},
		"a folder":          {"", []string{"check", "."}, clean, "1 file, 2 statements"},
	} {
		if code, out, errs := call(t, c.in, c.args...); code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: exit %d, %s%s; want %d, %s", name, code, out, errs, c.code, c.want)
		}
	}
	read, fed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	fed.WriteString(oneTable)
	fed.Close()
	if code, out, errs := call(t, "", "check", fmt.Sprintf("/dev/fd/%d", read.Fd())); code != clean || !strings.Contains(out+errs, "2 statements") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
}

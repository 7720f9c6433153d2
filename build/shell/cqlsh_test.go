//go:build cqlsh

package shell

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/diag"
)

// TestCqlsh asks cqlsh itself, on a real server: what it prints for the scripts of
// testdata, which is recorded there, and what DESCRIBE prints for every schema that the
// chapters use. CQLSH names the program.
func TestCqlsh(t *testing.T) {
	program := os.Getenv("CQLSH")
	if program == "" {
		t.Fatal("CQLSH names no cqlsh: `make cqlsh` installs one")
	}
	server, err := cassandra.Start(context.Background(), cassandra.Options{Yaml: "cluster_name: " + clusterName})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	host, port, _ := net.SplitHostPort(server.Addr)
	dir := t.TempDir()
	ask := func(script string) (out, errs string) {
		t.Helper()
		file := filepath.Join(dir, "script.cql")
		if err := os.WriteFile(file, []byte(preamble+script), 0o666); err != nil {
			t.Fatal(err)
		}
		sh, _, _ := start(t)
		sh.Run(diag.NewSource("", preamble+script))
		drop := ""
		for _, ks := range sh.Session().Catalogue().Keyspaces {
			if !ks.System {
				drop += "DROP KEYSPACE " + ks.Name + ";"
			}
		}
		for _, args := range [][]string{{"-f", file}, {"-e", drop}} {
			var o, e strings.Builder
			cmd := exec.Command(program, append(args, "--request-timeout", "60", host, port)...)
			cmd.Env = append(os.Environ(), "HOME="+dir)
			cmd.Stdout, cmd.Stderr = &o, &e
			cmd.Run()
			if args[0] == "-f" {
				out, errs = o.String(), e.String()
			} else if strings.Contains(e.String(), "rror") {
				t.Fatal(e.String())
			}
		}
		_, out, _ = strings.Cut("\n"+out, "not work!\n") // it warns of the version of the server
		return out, errs
	}
	scripts, _ := filepath.Glob("testdata/*.cql")
	for _, name := range scripts {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out, errs := ask(string(script))
		out += refusals(strings.Count(errs, "script.cql:"))
		recorded := strings.TrimSuffix(name, ".cql") + ".out"
		if *update {
			if err := os.WriteFile(recorded, []byte(out), 0o666); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s:\n%s", name, errs)
			continue
		}
		want, _ := os.ReadFile(recorded)
		if diff := cmp.Diff(string(want), out); diff != "" {
			t.Errorf("%s: recorded -, now +\n%s", name, diff)
		}
	}
	// COPY writes the same records.
	script, err := os.ReadFile("testdata/types.cql")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "types.csv")
	if out, errs := ask(string(script) + "COPY \"Types\" TO '" + file + "' WITH HEADER = true;"); !strings.Contains(out, "8 rows exported") {
		t.Fatal(out, errs)
	}
	records, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(records), "\r", "")), "\n")
	slices.Sort(lines[1:])
	records = []byte(strings.Join(lines, "\n") + "\n")
	if *update {
		if err := os.WriteFile("testdata/types.csv", records, 0o666); err != nil {
			t.Fatal(err)
		}
	} else if want, _ := os.ReadFile("testdata/types.csv"); string(want) != string(records) {
		t.Errorf("testdata/types.csv: recorded -, now +\n%s", cmp.Diff(string(want), string(records)))
	}
	schemas, _ := filepath.Glob("../../content/schemas/*.cql")
	if len(schemas) == 0 {
		t.Fatal("no schemas")
	}
	for _, name := range schemas {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		script := string(text) + "\nDESCRIBE SCHEMA\nDESCRIBE KEYSPACES\nDESCRIBE TABLES\nDESCRIBE TYPES\n"
		want, errs := ask(script)
		got, _ := play(t, preamble+script)
		if diff := cmp.Diff(want, got); diff != "" || errs != "" || strings.Count(got, "CREATE TABLE") == 0 {
			t.Errorf("%s: cqlsh -, ours +\n%s\n%s", name, diff, errs)
		}
	}
}

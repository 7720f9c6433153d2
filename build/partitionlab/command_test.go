package main

import (
	"flag"

	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestHelp: every command says on standard output what it is for, with an example
// that can be called, and each of its flags.
func TestHelp(t *testing.T) {
	code, all, errs := call(t, "", "help")
	if code != clean || errs != "" {
		t.Errorf("help: exit %d, %s", code, errs)
	}
	for _, e := range commands() {
		c := e.make()
		if !strings.Contains(all, "\n  "+c.name) || c.summary == "" || len(c.examples) == 0 {
			t.Errorf("%s: no line in the list, no summary or no example", c.name)
		}
		for _, args := range [][]string{{c.name, "-h"}, {c.name, "--help"}, {"help", c.name}} {
			code, out, errs := call(t, "", args...)
			if code != clean || errs != "" || !strings.HasPrefix(out, "partitionlab "+c.name+": "+c.summary) || !strings.Contains(out, "\nexamples:\n  ") {
				t.Errorf("%v: exit %d, %s%s", args, code, errs, out)
			}
			c.flags.VisitAll(func(f *flag.Flag) {
				if !strings.Contains(out, "\n  -"+f.Name) || f.Usage == "" {
					t.Errorf("%v: nothing about -%s", args, f.Name)
				}
				if _, listed := f.Value.(*choice); listed {
					_, _, errs := call(t, "", c.name, "-"+f.Name, "nonsense")
					for _, text := range []string{out, errs} {
						if strings.Contains(text, "(, ") || strings.Contains(text, " , ") {
							t.Errorf("%v: an empty value, looked for at -%s: %s", args, f.Name, text[max(0, strings.Index(text, ", 4")-100):])
						}
					}
				}
			})
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "  ") && strings.TrimSpace(line) != line && len([]rune(line)) > 200 {
					t.Errorf("%v: a long line: %s", args, line)
				}
			}
		}
		for _, example := range c.examples {
			if !strings.Contains(example.line, "partitionlab "+c.name) || example.what == "" {
				t.Errorf("%s: the example %q", c.name, example.line)
			}
			c.holds(t, example.line)
		}
	}
	for _, args := range [][]string{{"-h"}, {"--help"}, {"help", "help"}, {"help", "-h"}, {"-h", "--help"}} {
		if code, out, errs := call(t, "", args...); code != clean || out != all || errs != "" {
			t.Errorf("%v: exit %d, %s%s", args, code, errs, out)
		}
	}
	if code, out, _ := call(t, "", "help", "--version"); code != clean || !strings.Contains(out, "5.0.8") {
		t.Errorf("help --version: exit %d, %s", code, out)
	}
	if code, out, _ := call(t, "", "help", "partitionlab.toml"); code != clean || !strings.Contains(out, "[[project]]") {
		t.Errorf("help partitionlab.toml: exit %d, %s", code, out)
	}
	if code, _, errs := call(t, ""); code != wrongUse || !strings.Contains(errs, "usage: partitionlab COMMAND") {
		t.Errorf("nothing: exit %d, %s", code, errs)
	}
	if code, _, errs := call(t, "", "chekc"); code != wrongUse || !strings.Contains(errs, `there is no command "chekc"`) {
		t.Errorf("a wrong command: exit %d, %s", code, errs)
	}
	if code, _, errs := call(t, "", "check", "-jsn"); code != wrongUse || !strings.Contains(errs, "there is no flag -jsn; did you mean -json?") {
		t.Errorf("a wrong flag: exit %d, %s", code, errs)
	}
}

// holds checks that the flags of an example are those of the command.
func (c *command) holds(t *testing.T, line string) {
	t.Helper()
	_, line, _ = strings.Cut(line, "partitionlab "+c.name)
	for _, word := range strings.Fields(line) {
		if word == "|" || word == ">" || strings.HasPrefix(word, ">") || strings.HasSuffix(word, ")") {
			return
		}
		if name, ok := strings.CutPrefix(word, "-"); ok && name != "" && c.flags.Lookup(name) == nil && name != "-version" {
			t.Errorf("%s: the example has an unknown flag %s", c.name, word)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}, {"-version"}} {
		if code, out, _ := call(t, "", args...); code != clean || !strings.HasPrefix(out, "partitionlab ") || !strings.Contains(out, "Apache Cassandra 5.0.8") {
			t.Errorf("%v: exit %d, %s", args, code, out)
		}
	}
}

// TestFlagsAnywhere: flags may stand behind the files; -- ends them.
func TestFlagsAnywhere(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "a.cql"), "CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};\n")
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"check", file, "-fail-on", "warning"}, found},
		{[]string{"check", file, "-fail-on", "warning", "-nodes", "3"}, clean},
		{[]string{"check", "--nodes=3", file, "--fail-on=warning"}, clean},
		{[]string{"check", "--", file, "-fail-on"}, notDone},
		{[]string{"check", "-define", "=x", file}, wrongUse},
		{[]string{"check", "-set", "=x", file}, wrongUse},
		{[]string{"check", "-keyspace", "a b", file}, wrongUse},
		{[]string{"check", "-keyspace", strings.Repeat("a", 49), file}, wrongUse},
		{[]string{"check", "-keyspace", "", file}, clean},
		{[]string{"check", "-keyspace", "system", file}, clean},
		{[]string{"size", "-sample", "-1", file}, wrongUse},
		{[]string{"size", "-sample", "0", file}, wrongUse},
	} {
		if code, out, errs := call(t, "", c.args...); code != c.code {
			t.Errorf("%v: exit %d, want %d: %s%s", c.args, code, c.code, out, errs)
		}
	}
	if _, _, errs := call(t, "", "check", "no\npe.cql"); strings.Count(errs, "\n") != 1 || !strings.Contains(errs, `no\npe.cql`) {
		t.Errorf("a name of two lines is told as %q", errs)
	}
}

func TestExplain(t *testing.T) {
	code, list, _ := call(t, "", "explain")
	if code != clean || !strings.Contains(list, "\nKS-06 ") || !strings.Contains(list, "\nR18 ") {
		t.Errorf("the list: exit %d, %.200s", code, list)
	}
	for id, want := range map[string]string{"ks-06": "\nwhy:\n  Replicas are placed only in data centers", "R18": "\nraises it:\n"} {
		if code, out, errs := call(t, "", "explain", id); code != clean || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %s%s", id, code, out, errs)
		}
	}
	if code, _, errs := call(t, "", "explain", "KS-99"); code != wrongUse || !strings.Contains(errs, "there is no rule KS-99") {
		t.Errorf("an unknown rule: exit %d, %s", code, errs)
	}
}

// TestCompletion asks a real bash what it would complete.
func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	code, script, _ := call(t, "", "completion", "bash")
	if code != clean {
		t.Fatal("exit", code)
	}
	file := write(t, filepath.Join(dir, "completion"), script)
	write(t, filepath.Join(dir, "schema.cql"), "")
	for line, want := range map[string]string{
		"ch":                        "check",
		"check -fail-on ":           "refused warning advice",
		"check -fail":               "-fail-on",
		"check sch":                 "schema.cql",
		"completion ":               "bash zsh fish",
		"sstable -format n":         "nb",
		"build x":                   "",
		"stress -tool cas":          "cassandra-stress",
		"check -json --fail-on adv": "advice",
		"help part":                 "partitionlab.toml",
	} {
		words := strings.Split("partitionlab "+line, " ")
		cmd := exec.Command("bash", "-c", `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _partitionlab; echo "${COMPREPLY[*]}"`, "bash", file)
		cmd.Args = append(cmd.Args, words...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
	for _, shell := range []string{"zsh", "fish"} {
		code, script, _ := call(t, "", "completion", shell)
		for _, e := range commands() {
			e.make().flags.VisitAll(func(f *flag.Flag) {
				if code != clean || !strings.Contains(script, "-"+f.Name+"[") && !strings.Contains(script, "-o "+f.Name+" ") {
					t.Errorf("%s: nothing about %s -%s", shell, e.name, f.Name)
				}
			})
		}
		if path, err := exec.LookPath(shell); err == nil {
			file := write(t, filepath.Join(dir, shell), script)
			if out, err := exec.Command(path, "-n", file).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", shell, err, out)
			}
		}
	}
	if code, _, _ := call(t, "", "completion", "tcsh"); code != wrongUse {
		t.Errorf("tcsh: exit %d", code)
	}
}

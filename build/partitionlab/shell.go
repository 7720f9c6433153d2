// The command shell: the core as a session for people who know cqlsh.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ergochat/readline"

	"partitionlab/build/project"
	"partitionlab/build/shell"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

func shellCommand() *command {
	c := newCommand("shell", "[FILE…]", "type statements and commands as in cqlsh")
	c.about = `
A cluster without rows or tables in this terminal, for people who know cqlsh: its
commands and its tables. Statements and COPY end at a semicolon, other commands with
their line. FILEs are run first. HELP lists the commands; TRACING ON shows what statements cost, DOWN
takes nodes away. With -e, -f, or when it is not typed, the shell runs what there is and
ends; the exit code is 1 where something was refused.`
	c.examples = []example{
		{"partitionlab shell schema.cql", "statements on the tables of a file"},
		{"partitionlab shell schema.cql -e 'DESCRIBE TABLE users'", "one command, as cqlsh prints its answer"},
		{"partitionlab shell -nodes dc1=3,dc2=3 -down dc1-2", "a cluster of two data centers with a node less"},
	}
	cluster, in := c.cluster(), c.inputs()
	var execute, scripts, down []string
	several := func(list *[]string) func(string) error {
		return func(s string) error { *list = append(*list, s); return nil }
	}
	c.flags.Func("e", "`statements` and commands to run; then the shell ends", several(&execute))
	c.flags.Func("f", "`file` of statements and commands to run; then the shell ends. - for standard input", several(&scripts))
	c.flags.Func("down", "`name` of a node that is down, such as datacenter1-2; may be given several times", several(&down))
	c.run = func(files []string, std stdio) int {
		scope, err := on(in, std).Scope()
		if err != nil {
			return c.unplanned(std, err)
		}
		if err := cluster.Refused(scope); err != nil {
			return c.wrong(std, "%v", err)
		}
		sh := shell.New(shell.Options{Version: version(), Settings: session.Settings{Keyspace: cluster.InUse(scope), Now: cluster.Clock(), Check: cluster.Settings(scope)}, In: std.in, Out: std.out, Err: std.err, Scripts: append(slices.Clone(files), scripts...)})
		sh.Budget = cluster.Budget
		defer sh.Close()
		if c.given("budget") || execute != nil || scripts != nil || !isTerminal(std.in) {
			sh.Session().Meter(cluster.Meter())
			sh.Most, sh.MostWrong = int(cluster.Budget*shell.Usual), max(int(cluster.Budget*usualSaid), 1)
		} else { // who types sees how long it takes, and goes on for as long as it pleases
			sh.Session().Meter(&work.Meter{Most: cluster.Meter().Most})
		}
		for _, name := range down {
			if err := sh.Down(name); err != nil {
				return c.wrong(std, "-down: %v", err)
			}
		}
		var sources []*diag.Source
		for _, name := range append(files, scripts...) {
			list, err := readSources([]string{name}, std.in)
			if err != nil {
				return c.failed(std, err)
			}
			sources = append(sources, list...)
		}
		for _, text := range execute {
			if !strings.HasSuffix(text, ";") {
				text += ";" // as cqlsh does
			}
			sources = append(sources, diag.NewSource("-e", text+"\n"))
		}
		typed := isTerminal(std.in)
		if execute == nil && scripts == nil && !typed {
			text, err := project.ReadText(std.in)
			if err != nil {
				return c.failed(std, fmt.Errorf("standard input: %w", err))
			}
			sources = append(sources, diag.NewSource("", text))
		}
		for _, src := range sources {
			if i := project.Undecoded(src.Text); i >= 0 { // cqlsh ends so, too
				line, column := src.Position(i)
				return c.failed(std, fmt.Errorf("%s:%d:%d: the byte 0x%02X is no UTF-8, and nothing of this is run: save it as UTF-8 (iconv -f ISO-8859-1 -t UTF-8, where it is Latin-1)", inputName(src.Name), line, column, src.Text[i]))
			}
			if !sh.Run(src) {
				break
			}
		}
		if execute == nil && scripts == nil && typed {
			return c.typed(sh, std)
		}
		sh.Close() // may find that the last result is lost
		switch {
		case sh.Over, sh.Lost:
			return notDone
		case sh.Failures > 0:
			return found
		}
		return clean
	}
	return c
}

// typed runs what is typed, with a history and completion.
func (c *command) typed(sh *shell.Shell, std stdio) int {
	config := &readline.Config{AutoComplete: completer{sh.Session()}, Stdin: std.in, Stdout: std.terminal(), Stderr: std.err, HistorySearchFold: true}
	if dir, err := os.UserCacheDir(); err == nil {
		if dir = filepath.Join(dir, "partitionlab"); os.MkdirAll(dir, 0o755) == nil {
			config.HistoryFile = filepath.Join(dir, "history")
		}
	}
	lines, err := readline.NewFromConfig(config)
	if err != nil {
		return c.failed(std, err)
	}
	defer lines.Close()
	var before []string
	sh.History = func() []string { return before }
	sh.More = func() bool {
		lines.SetPrompt("---MORE---")
		_, err := lines.ReadLine()
		return err == nil
	}
	fmt.Fprintf(std.out, "Cassandra 5.0.8 as partitionlab knows it, in this process. HELP lists the commands;\nTRACING ON shows what statements cost.\n")
	var text strings.Builder
	for {
		prompt := "cqlsh> "
		if ks := sh.Keyspace(); ks != "" {
			prompt = "cqlsh:" + diag.Printable(ks) + "> "
		}
		if text.Len() > 0 {
			prompt = strings.Repeat(" ", max(len(prompt)-5, 0)) + "... "
		}
		lines.SetPrompt(prompt)
		line, err := lines.ReadLine()
		switch {
		case errors.Is(err, readline.ErrInterrupt):
			text.Reset()
			continue
		case errors.Is(err, io.EOF):
			if strings.TrimSpace(text.String()) != "" {
				sh.Run(diag.NewSource("", text.String()))
			}
			return clean
		case err != nil:
			return c.failed(std, err)
		}
		if text.Len() == 0 && strings.TrimSpace(strings.Trim(line, "; \t")) == "" {
			continue
		}
		before = append(before, line)
		if text.Len() == 0 && strings.TrimSpace(line) == "?" {
			line = "HELP"
		}
		text.WriteString(line + "\n")
		if sh.Complete(text.String()) {
			if !sh.Run(diag.NewSource("", text.String())) {
				return clean
			}
			text.Reset()
		}
	}
}

var shellWords = strings.Fields(`ALLOW FILTERING ALTER AND APPLY ASC BATCH BEGIN BY CLUSTERING COLUMNFAMILY COMPACT CREATE DELETE DESC DESCRIBE DISTINCT DROP EXISTS EXIT FLUSH FROM FROZEN
	GROUP HELP IF IN INDEX INSERT INTO JSON KEY KEYSPACE LIMIT MATERIALIZED NOT NULL ON ORDER PARTITION PER PRIMARY REPLICATION SELECT SET STATIC TABLE TIMESTAMP TOKEN
	TRUNCATE TTL TYPE UNLOGGED UPDATE USE USING VALUES VIEW WAIT WHERE WITH`)

// A completer completes what is typed.
type completer struct{ conn *session.Session }

// Do completes the word before the cursor: keywords, keyspaces, tables, columns.
func (c completer) Do(line []rune, at int) ([][]rune, int) {
	text := string(line[:at])
	start := strings.LastIndexAny(text, " \t(,=<>.") + 1
	word := text[start:]
	if word == "" {
		return nil, 0
	}
	seen := map[string]bool{}
	var out [][]rune
	add := func(name string) {
		if diag.Printable(name) == name && len(name) > len(word) && strings.EqualFold(name[:len(word)], word) && !seen[name] {
			seen[name] = true
			out = append(out, []rune(name[len(word):]))
		}
	}
	for _, list := range [...][]string{shellWords, shell.Names()} {
		for _, w := range list {
			add(w)
		}
	}
	for _, ks := range c.conn.Catalogue().Keyspaces {
		if ks.System {
			continue
		}
		add(cql.QuoteName(ks.Name))
		for _, t := range ks.InOrder() {
			add(cql.QuoteName(t.Name))
			for c := range t.Columns() {
				add(cql.QuoteName(c.Name))
			}
		}
	}
	slices.SortFunc(out, func(a, b []rune) int { return strings.Compare(string(a), string(b)) })
	return out, utf8.RuneCountInString(word)
}

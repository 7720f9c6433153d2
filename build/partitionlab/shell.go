// The command shell: the core as an interactive session. Statements end at a
// semicolon; rows come back as a table with what the read cost.

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

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/session"
)

const shellHelp = `Statements of CQL end at a semicolon. Besides there are
  HELP          this text
  DESCRIBE      what the cluster holds, as CQL
  FLUSH         the memtables become SSTables
  COMPACT       the SSTables of each table become one
  WAIT 10d      time passes: s, min, h, d, w
                In a FILE, comments such as -- lab:flush do the same;
                -- lab:repeat 1000 has the next write done so often.
  EXIT, QUIT    ends the shell, as does Ctrl-D; Ctrl-C drops what is typed
`

func shellCommand() *command {
	c := newCommand("shell", "[FILE…]", "type statements, see rows and what they cost")
	c.about = `
An empty cluster in this terminal. FILEs are run first. A statement ends at a
semicolon. HELP shows the commands of the shell.`
	c.examples = []example{{"partitionlab shell schema.cql", "statements on the tables of a file"}}
	cluster, in := c.cluster(), c.inputs()
	c.run = func(files []string, std stdio) int {
		scope, err := in.scope(std)
		if err != nil {
			return c.unplanned(std, err)
		}
		sh := &shellSession{conn: cluster.session(scope), out: std.out}
		for _, name := range files {
			text, err := readFile(name)
			if err != nil {
				return c.failed(std, err)
			}
			sh.run(diag.NewSource(name, text))
		}
		config := &readline.Config{Prompt: sh.prompt(), AutoComplete: sh, Stdin: std.in, Stdout: std.terminal(), Stderr: std.err, HistorySearchFold: true}
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
		var typed strings.Builder
		for {
			lines.SetPrompt(sh.prompt())
			if typed.Len() > 0 {
				lines.SetPrompt("   ... ")
			}
			line, err := lines.ReadLine()
			switch {
			case errors.Is(err, readline.ErrInterrupt):
				typed.Reset()
				continue
			case errors.Is(err, io.EOF):
				if strings.TrimSpace(typed.String()) != "" {
					sh.run(diag.NewSource("", typed.String()))
				}
				return 0
			case err != nil:
				return c.failed(std, err)
			}
			if typed.Len() == 0 {
				switch word := strings.ToUpper(strings.Trim(line, " \t;")); word {
				case "":
					continue
				case "EXIT", "QUIT":
					return 0
				case "HELP", "?":
					fmt.Fprint(std.out, shellHelp)
					continue
				case "DESCRIBE", "DESC":
					fmt.Fprint(std.out, sh.conn.Catalogue().Describe())
					continue
				default:
					// What happens between statements is a comment of a script.
					if first, _, _ := strings.Cut(word, " "); first == "FLUSH" || first == "COMPACT" || first == "WAIT" {
						sh.run(diag.NewSource("", "-- lab:"+strings.ToLower(word)+"\n"))
						continue
					}
				}
			}
			typed.WriteString(line + "\n")
			if complete(typed.String()) {
				sh.run(diag.NewSource("", typed.String()))
				typed.Reset()
			}
		}
	}
	return c
}

// complete reports whether a text ends with a whole statement: its last
// semicolon stands outside of strings, comments and batches.
func complete(text string) bool {
	trimmed := strings.TrimSpace(text)
	if !strings.HasSuffix(trimmed, ";") {
		return false
	}
	// Another statement behind it would be an item of its own.
	items := cql.Parse(diag.NewSource("", trimmed)).Items
	more := cql.Parse(diag.NewSource("", trimmed+" SELECT")).Items
	return len(more) > len(items)
}

type shellSession struct {
	conn *session.Session
	out  io.Writer
}

func (sh *shellSession) prompt() string {
	if ks := sh.conn.Keyspace(); ks != "" {
		return "cql:" + diag.Printable(ks) + "> "
	}
	return "cql> "
}

func (sh *shellSession) run(src *diag.Source) {
	sh.conn.Play(src, func(step *session.Step) {
		if op := step.Operation; op != nil {
			fmt.Fprintln(sh.out, op.Said+op.Err)
			return
		}
		r := step.Result
		switch {
		case r.Command != "":
			fmt.Fprintf(sh.out, "%s is a command of cqlsh and no CQL; it is skipped\n", r.Command)
		case r.Diag != nil:
			fmt.Fprintln(sh.out, diag.Render(src, []diag.Diagnostic{*r.Diag}))
		case r.NotJudged:
			fmt.Fprintln(sh.out, "not judged yet")
		}
		for _, w := range r.Warnings {
			fmt.Fprintln(sh.out, "Warning:", w)
		}
		for _, n := range r.Notes {
			if n.Severity == diag.NotJudged {
				fmt.Fprintln(sh.out, n.Message)
			}
		}
		if r.Rows == nil {
			return
		}
		sh.table(r.Rows)
		if c := r.Cost; c != nil {
			fmt.Fprintf(sh.out, "%d rows; read: %d partitions, %d rows, %d cells, %d tombstones", len(r.Rows.Rows), c.Partitions, c.Rows, c.Cells, c.Tombstones)
			if len(c.Opened) > 0 {
				fmt.Fprintf(sh.out, ", %d of %d SSTables", c.Files(), len(c.Opened))
			}
			fmt.Fprintln(sh.out)
		}
	})
}

// cell is a text as it stands in a table, whatever is in it.
func cell(text string) string {
	return diag.Printable(strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(text))
}

// table prints rows as a table.
func (sh *shellSession) table(r *plan.ResultSet) {
	rows := [][]string{make([]string, len(r.Cols))}
	for i, name := range r.Cols {
		rows[0][i] = cell(name)
	}
	for _, row := range r.Rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = "null"
			if v != nil {
				line[i] = cell(r.Types[i].Text(v))
			}
		}
		rows = append(rows, line)
	}
	width := make([]int, len(r.Cols))
	for _, row := range rows {
		for i, v := range row {
			width[i] = max(width[i], utf8.RuneCountInString(v))
		}
	}
	for n, row := range rows {
		for i, v := range row {
			if i > 0 {
				fmt.Fprint(sh.out, " | ")
			}
			fmt.Fprint(sh.out, v, strings.Repeat(" ", width[i]-utf8.RuneCountInString(v)))
		}
		fmt.Fprintln(sh.out)
		if n == 0 {
			for i, w := range width {
				if i > 0 {
					fmt.Fprint(sh.out, "-+-")
				}
				fmt.Fprint(sh.out, strings.Repeat("-", w))
			}
			fmt.Fprintln(sh.out)
		}
	}
}

var shellWords = strings.Fields(`ALLOW FILTERING ALTER AND APPLY ASC BATCH BEGIN BY CLUSTERING COLUMNFAMILY COMPACT CREATE DELETE DESC DESCRIBE DISTINCT DROP EXISTS EXIT FLUSH FROM FROZEN
	GROUP HELP IF IN INDEX INSERT INTO JSON KEY KEYSPACE LIMIT MATERIALIZED NOT NULL ON ORDER PARTITION PER PRIMARY REPLICATION SELECT SET STATIC TABLE TIMESTAMP TOKEN
	TRUNCATE TTL TYPE UNLOGGED UPDATE USE USING VALUES VIEW WAIT WHERE WITH`)

// Do completes the word before the cursor: keywords, keyspaces, tables, columns.
func (sh *shellSession) Do(line []rune, at int) ([][]rune, int) {
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
	for _, w := range shellWords {
		add(w)
	}
	for _, ks := range sh.conn.Catalogue().Keyspaces {
		if ks.System {
			continue
		}
		add(cqltype.QuoteName(ks.Name))
		for _, t := range ks.InOrder() {
			add(cqltype.QuoteName(t.Name))
			for c := range t.Columns() {
				add(cqltype.QuoteName(c.Name))
			}
		}
	}
	slices.SortFunc(out, func(a, b []rune) int { return strings.Compare(string(a), string(b)) })
	return out, utf8.RuneCountInString(word)
}

// The commands: those of cqlsh, and those of a cluster that is only thought of.

package shell

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"partitionlab/build/project"
	"partitionlab/wasm/diag"
)

// A command is a word that begins a line.
type command struct {
	names []string
	own   bool     // not of cqlsh
	forms []string // how it is written
	about string
	run   func(sh *Shell, args string)
}

var commands []command

func init() {
	commands = []command{
		{[]string{"CAPTURE"}, false, []string{"CAPTURE 'file'", "CAPTURE OFF", "CAPTURE"}, "Appends the results of queries to a file instead of showing them.", (*Shell).captureTo},
		{[]string{"CLEAR", "CLS"}, false, []string{"CLEAR"}, "Clears the screen.", func(sh *Shell, _ string) { fmt.Fprint(sh.Out, strings.Repeat("\n", 50)) }},
		{[]string{"COMPACT"}, true, []string{"COMPACT"}, "The SSTables of each table become one.", operate("compact")},
		{[]string{"CONSISTENCY"}, false, []string{"CONSISTENCY LEVEL", "CONSISTENCY"}, "How many replicas must answer: " + strings.Join(levels, ", ") + ".", (*Shell).consistency},
		{[]string{"COPY"}, false, copyForms, copyAbout, (*Shell).copy},
		{[]string{"DESCRIBE", "DESC"}, false, []string{"DESCRIBE KEYSPACES", "DESCRIBE KEYSPACE [name]", "DESCRIBE TABLES", "DESCRIBE TABLE [keyspace.]name", "DESCRIBE INDEX name", "DESCRIBE MATERIALIZED VIEW name",
			"DESCRIBE TYPES", "DESCRIBE TYPE name", "DESCRIBE FUNCTIONS", "DESCRIBE FUNCTION name", "DESCRIBE AGGREGATES", "DESCRIBE AGGREGATE name", "DESCRIBE [FULL] SCHEMA", "DESCRIBE CLUSTER", "DESCRIBE name"},
			"Shows what the cluster holds, as the CQL that makes it.", nil},
		{[]string{"DOWN"}, true, []string{"DOWN node"}, "Takes a node out of the cluster. NODES shows their names.", func(sh *Shell, name string) { sh.state(name, true) }},
		{[]string{"EXIT", "QUIT"}, false, []string{"EXIT"}, "Ends the shell, as does Ctrl-D. Ctrl-C drops what is typed.", func(sh *Shell, _ string) { sh.ended = true }},
		{[]string{"EXPAND"}, false, []string{"EXPAND ON", "EXPAND OFF", "EXPAND"}, "Prints each row as a table of its own.", func(sh *Shell, a string) { sh.toggle("EXPAND", &sh.expand, a) }},
		{[]string{"FLUSH"}, true, []string{"FLUSH"}, "The memtables become SSTables.", operate("flush")},
		{[]string{"HELP"}, false, []string{"HELP", "HELP COMMAND"}, "Explains the commands.", (*Shell).help},
		{[]string{"HISTORY"}, false, []string{"HISTORY", "HISTORY n"}, "Shows what was typed last.", (*Shell).history},
		{[]string{"LOGIN"}, false, []string{"LOGIN user"}, "Nobody logs in here: there are no passwords. -superuser makes the client one.", nil},
		{[]string{"NODES"}, true, []string{"NODES"}, "Lists the nodes of the cluster, which -nodes declares, and who of them is up.", func(sh *Shell, _ string) { sh.printNodes() }},
		{[]string{"PAGING"}, false, []string{"PAGING ON", "PAGING OFF", "PAGING rows", "PAGING"}, "How many rows the driver asks for at a time. Some queries are only accepted without paging.", (*Shell).paging},
		{[]string{"SERIAL"}, false, []string{"SERIAL CONSISTENCY SERIAL", "SERIAL CONSISTENCY LOCAL_SERIAL", "SERIAL CONSISTENCY"}, "Who has to agree before a statement with IF is carried out.", (*Shell).serialConsistency},
		{[]string{"SHOW"}, false, []string{"SHOW VERSION", "SHOW HOST", "SHOW REPLICAS token [keyspace]"}, "Shows what answers, and who holds a token.", (*Shell).showWhat},
		{[]string{"SOURCE"}, false, []string{"SOURCE 'file'"}, "Runs the statements and commands of a file.", (*Shell).source},
		{[]string{"TRACING"}, false, []string{"TRACING ON", "TRACING OFF", "TRACING"}, "Shows what each statement costs: partitions, rows, cells, tombstones and SSTables that are read, and the replicas that are asked.", func(sh *Shell, a string) { sh.toggle("TRACING", &sh.tracing, a) }},
		{[]string{"UP"}, true, []string{"UP node"}, "Brings a node back.", func(sh *Shell, name string) { sh.state(name, false) }},
		{[]string{"WAIT"}, true, []string{"WAIT 10d"}, "Time passes: s, min, h, d, w.", func(sh *Shell, a string) { sh.said(sh.conn.Operate("wait " + a)) }},
	}
}

// find finds a command by one of its names in capitals.
func find(name string) *command {
	for i := range commands {
		if slices.Contains(commands[i].names, name) {
			return &commands[i]
		}
	}
	return nil
}

// Names are the words that begin a command.
func Names() (out []string) {
	for _, c := range commands {
		out = append(out, c.names...)
	}
	return out
}

// command carries out a command.
func (sh *Shell) command(name, args string) {
	args = strings.TrimSpace(strings.TrimSuffix(args, ";"))
	c := find(name)
	switch {
	case c == nil:
		sh.wrong("%s is a command of cqlsh that is not here. HELP lists those that are.", name)
	case c.run == nil:
		sh.wrong("%s", c.about)
	case args != "" && !slices.ContainsFunc(c.forms, func(f string) bool { return strings.Contains(f, " ") }):
		sh.wrong("%s stands alone. Found: %s", name, args)
	default:
		c.run(sh, args)
	}
}

// misused says how a command is written.
func (sh *Shell) misused(name string) {
	sh.wrong("Improper %s command. Write:\n  %s", name, strings.Join(find(name).forms, "\n  "))
}

func (sh *Shell) help(args string) {
	topics := strings.Fields(strings.ToUpper(args))
	if len(topics) == 0 {
		sh.say("\nStatements of CQL and COPY end at a semicolon, other commands with their line:")
		for _, c := range commands {
			sh.say("  %-16s%s", strings.Join(c.names, ", "), summary(c.about))
		}
		sh.say("\nHELP COMMAND explains one. In a file, comments such as -- lab:flush, -- lab:wait 10d and\n-- lab:repeat 1000, which has the next write done so often, do what commands do.\n")
	}
	for _, topic := range topics {
		c := find(topic)
		if c == nil {
			sh.wrong("There is no help on %s. HELP lists the commands; `partitionlab explain` explains the rules of CQL.", topic)
			continue
		}
		sh.say("\n  %s\n\n%s\n", strings.Join(c.forms, "\n  "), c.about)
	}
}

// summary is the first sentence of a help.
func summary(about string) string {
	line, _, _ := strings.Cut(about, "\n")
	first, _, more := strings.Cut(line, ". ")
	if more {
		first += "."
	}
	return first
}

// toggle is a command that is on or off.
func (sh *Shell) toggle(name string, state *bool, args string) {
	word := map[bool]string{true: "ON", false: "OFF"}
	switch to := strings.ToUpper(args); {
	case to == "":
		sh.say("%s is %s", name, word[*state])
	case to != "ON" && to != "OFF":
		sh.misused(name)
	case to == word[*state]:
		sh.say("%s is already %s", name, to)
	default:
		*state = to == "ON"
		sh.say("%s set to %s", name, to)
	}
}

func (sh *Shell) paging(args string) {
	on := sh.settings.PageSize > 0
	if n, err := strconv.Atoi(args); err == nil && n > 0 {
		sh.settings.PageSize = n
	} else {
		was := on
		if sh.toggle("PAGING", &on, args); on != was {
			sh.settings.PageSize = 0
			if on {
				sh.settings.PageSize = defaultPage
			}
		}
	}
	if sh.settings.PageSize > 0 {
		sh.say("Page size: %d", sh.settings.PageSize)
	}
}

// defaultPage is how many rows cqlsh asks for at a time.
const defaultPage = 100

func (sh *Shell) consistency(args string) {
	level := strings.ToUpper(args)
	switch {
	case level == "":
		sh.say("Current consistency level is %s.", sh.level)
	case !slices.Contains(levels, level):
		sh.wrong("There is no consistency level %s: there are %s.", args, strings.Join(levels, ", "))
	default:
		sh.level = level
		sh.say("Consistency level set to %s.", level)
	}
}

func (sh *Shell) serialConsistency(args string) {
	words := strings.Fields(strings.ToUpper(args))
	switch {
	case len(words) == 0 || words[0] != "CONSISTENCY" || len(words) > 2:
		sh.misused("SERIAL")
	case len(words) == 1:
		sh.say("Current serial consistency level is %s.", sh.serial)
	case words[1] != "SERIAL" && words[1] != "LOCAL_SERIAL":
		sh.misused("SERIAL")
	default:
		sh.serial = words[1]
		sh.say("Serial consistency level set to %s.", sh.serial)
	}
}

func (sh *Shell) state(name string, down bool) {
	if err := sh.nodes.set(name, down); err != nil {
		sh.wrong("%v", err)
		return
	}
	sh.printNodes()
}

// operate is a command that does what a comment with lab: does.
func operate(what string) func(*Shell, string) {
	return func(sh *Shell, _ string) { sh.said(sh.conn.Operate(what)) }
}

func (sh *Shell) showWhat(args string) {
	words := strings.Fields(args)
	if len(words) == 0 {
		sh.misused("SHOW")
		return
	}
	switch what := strings.ToUpper(words[0]); {
	case what == "VERSION" && len(words) == 1:
		sh.say("[partitionlab %s | Cassandra 5.0.8 | CQL spec 3.4.7 | Native protocol v5]", sh.Version)
	case what == "HOST" && len(words) == 1:
		sh.say("Connected to %s in this process.", clusterName)
	case what == "SESSION":
		sh.wrong("No traces are kept: TRACING ON shows what each statement costs.")
	case what == "REPLICAS" && (len(words) == 2 || len(words) == 3):
		name := sh.Keyspace()
		if len(words) == 3 {
			name = words[2]
		}
		token, err := strconv.ParseInt(words[1], 10, 64)
		ks := sh.conn.Catalogue().Keyspaces[name]
		switch {
		case err != nil:
			sh.wrong("%s is no token: write a whole number of 64 bits.", words[1])
		case ks == nil:
			sh.wrong("There is no keyspace %q.", name)
		default:
			var names []string
			for _, n := range sh.nodes.replicas(&ks.Replication, token) {
				names = append(names, "'"+n.name+"'")
			}
			sh.say("[%s]", strings.Join(names, ", "))
		}
	default:
		sh.misused("SHOW")
	}
}

// history prints what was typed last.
func (sh *Shell) history(args string) {
	n := 50
	if args != "" {
		var err error
		if n, err = strconv.Atoi(args); err != nil || n < 0 {
			sh.misused("HISTORY")
			return
		}
	}
	if sh.History == nil {
		return
	}
	lines := sh.History()
	for _, line := range lines[max(len(lines)-n, 0):] {
		sh.say("%s", line)
	}
}

// path reads the name of a file, which stands in single quotes.
func path(args string) (string, bool) {
	if len(args) < 2 || args[0] != '\'' || args[len(args)-1] != '\'' {
		return "", false
	}
	name := strings.ReplaceAll(args[1:len(args)-1], "''", "'")
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			name = filepath.Join(home, rest)
		}
	}
	return name, true
}

// How deep files may name each other, and how many are read for one that is named.
const maxSources, maxSourced = 20, 1000

func (sh *Shell) source(args string) {
	name, ok := path(args)
	if !ok {
		sh.misused("SOURCE")
		return
	}
	if len(sh.sources) == 0 {
		sh.sourced = 0
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		real = name // which cannot be read: see below
	}
	switch real = project.Absolute(real); {
	case slices.Contains(sh.sources, real):
		sh.wrong("SOURCE %s: it is being read already, so files name each other; it is not read.", args)
		return
	case sh.sourced == maxSourced:
		if !sh.Over {
			sh.Over = true
			sh.wrong("SOURCE %s: over budget: %d files were read already; no more are.", args, maxSourced)
		}
		return
	case len(sh.sources) == maxSources:
		sh.wrong("SOURCE %s: %d files name each other; it is not read.", args, maxSources)
		return
	}
	text, err := project.ReadNamed(name)
	if err != nil {
		sh.wrong("Could not open '%s': %v", name, err)
		return
	}
	// As in cqlsh, a file does not change the keyspace of whoever reads it, and EXIT
	// ends the file.
	keyspace := sh.Keyspace()
	sh.sources = append(sh.sources, real)
	sh.sourced++
	sh.Run(diag.NewSource(name, text))
	sh.sources = sh.sources[:len(sh.sources)-1]
	sh.ended = false
	sh.conn.Use(keyspace)
}

func (sh *Shell) captureTo(args string) {
	switch {
	case args == "" && sh.capture == nil:
		sh.say("Currently not capturing query output.")
	case args == "":
		sh.say("Currently capturing query output to '%s'.", sh.capture.Name())
	case strings.EqualFold(args, "OFF"):
		if sh.capture == nil {
			sh.wrong("Not currently capturing output.")
			return
		}
		sh.Close()
	case sh.capture != nil:
		sh.wrong("Already capturing output to %s. Use CAPTURE OFF to disable.", sh.capture.Name())
	default:
		name, ok := path(args)
		if !ok {
			sh.misused("CAPTURE")
			return
		}
		f, err := sh.create(name, os.O_APPEND)
		if err != nil {
			sh.wrong("Could not open '%s' for append: %v", name, err)
			return
		}
		sh.capture = &capture{File: f}
		sh.say("Now capturing query output to '%s'.", name)
	}
}

// Close ends what is captured.
func (sh *Shell) Close() {
	if sh.capture != nil {
		if err := sh.capture.Close(); err != nil {
			sh.lose("%v", err)
		}
		sh.capture = nil
	}
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/migration"
	"partitionlab/wasm/session"
)

// diffCommand compares two schemas.
func diffCommand() *command {
	c := newCommand("diff", "BEFORE AFTER", "print the CQL that leads from one schema to another")
	c.about = `
Prints the CQL that makes the schema of AFTER out of that of BEFORE, in the order in
which it has to run: each statement has been accepted on what the ones before it leave.
What no statement does is a comment that says why, such as another key: there the new
table gets another name, and the rows have to be copied. What takes data away comes last.
BEFORE and AFTER are scripts, or folders of which all scripts run, by name. The exit
code is 1 where something cannot be done, or where a statement in them is refused, and 3
where not all could be worked out.`
	c.examples = []example{
		{"partitionlab diff old.cql new.cql > migration.cql", "what a migration would have to do"},
		{"partitionlab diff -json migrations schema.cql", "whether migrations make the schema: [] if they do"},
	}
	asJSON := c.flags.Bool("json", false, "print an array of steps as JSON")
	cluster := c.cluster()
	c.run = func(files []string, std stdio) int {
		if len(files) != 2 {
			return c.wrong(std, "two schemas are compared: the one before, and the one after")
		}
		if files[0] == "-" && files[1] == "-" {
			return c.wrong(std, "standard input holds one schema: the other one is a file or a folder")
		}
		code := clean
		var both [2]*session.Session
		var texts []string
		decided := migration.Decided{}
		over := false
		wrong := c.reported(cluster.Budget)
		for i, name := range files {
			names := []string{name}
			if name != "-" {
				var err error
				if names, err = project.Expand(name, func(name string) bool { return strings.EqualFold(filepath.Ext(name), ".cql") }); err != nil {
					return c.failed(std, err)
				}
			}
			if len(names) == 0 {
				return c.failed(std, fmt.Errorf("%s: no script in this folder", name))
			}
			sources, err := readSources(names, std.in)
			if err != nil {
				return c.failed(std, err)
			}
			if err := longText(sources, cluster.Budget); err != nil {
				return c.failed(std, err)
			}
			if i > 0 {
				both[0].Forget() // schemas are compared, not rows
			}
			both[i] = cluster.Session(project.Scope{})
			for _, src := range sources {
				texts = append(texts, src.Text)
				var refused []*diag.Diagnostic
				for _, r := range both[i].Verdicts(src) {
					decided.Note(r.Stmt, r.Keyspace)
					if r.Diag != nil {
						refused = append(refused, r.Diag)
					}
					if r.Ended != nil {
						d := review.OverBudget(r.Notes[0])
						refused, over = append(refused, &d), true
					}
				}
				if refused != nil {
					code = found
					fmt.Fprint(std.err, rendered(wrong, src, refused))
				}
			}
		}
		if c.left(wrong.Left, "finding", wrong.Room, std); wrong.Left > 0 {
			return notDone
		}
		if over { // a schema of which a part is missing leads to nothing
			return c.failed(std, errors.New("over budget: one of the schemas is not known, and nothing is compared"))
		}
		both[0].Work().Given(len(strings.Join(texts, "")))
		steps := migration.Steps(both[0], both[1], migration.Unnamed(cluster.InUse(project.Scope{}), texts...), decided)
		for _, s := range steps {
			if s.Forbidden != "" {
				code = max(code, found)
			}
			if s.NotJudged != "" {
				code = notDone
			}
		}
		if code == notDone {
			defer fmt.Fprintln(std.err, "partitionlab diff: over budget: there may be more to do than is said; "+finding.MoreBudget)
		}
		if *asJSON {
			out := json.NewEncoder(std.out)
			out.SetEscapeHTML(false)
			out.SetIndent("", "  ")
			if err := out.Encode(append([]migration.Step{}, steps...)); err != nil {
				return c.failed(std, err)
			}
			return code
		}
		fmt.Fprint(std.document(), migration.Script(steps))
		return code
	}
	return c
}

package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"partitionlab/build/project"
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
code is 1 where something cannot be done, or where a statement in them is refused.`
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
			both[i] = cluster.Session(project.Scope{})
			for _, src := range sources {
				texts = append(texts, src.Text)
				var refused []*diag.Diagnostic
				for _, r := range both[i].Script(src) {
					if r.Ended != nil {
						return c.failed(std, fmt.Errorf("%s: over budget; -budget 10 allows ten times as much", inputName(src.Name)))
					}
					if r.Diag != nil {
						refused = append(refused, r.Diag)
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
		steps := migration.Steps(both[0], both[1], migration.Unnamed(cluster.InUse(project.Scope{}), texts...))
		for _, s := range steps {
			if s.Forbidden != "" {
				code = found
			}
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

package main

import (
	"context"
	"fmt"
	"time"

	"partitionlab/build/lsp"
	"partitionlab/wasm/diag"
)

// lspCommand serves an editor.
func lspCommand() *command {
	c := newCommand("lsp", "", "serve an editor: the language server")
	c.about = `
Speaks the Language Server Protocol on standard input and output. An editor starts it;
how, the folder editors/ of the project shows for VS Code, Neovim, Helix and IntelliJ.
It judges as check does, with the same partitionlab.toml: scripts, the CQL in programs
and in Markdown; those of a project together, with the texts that are being edited. It
explains, completes, corrects, lays out, renames and finds what a name stands for. The
exit code is 0 where the editor takes leave as the protocol has it, else 1.`
	c.examples = []example{
		{"partitionlab lsp", "serves an editor, with the configuration of the files that it opens"},
		{"partitionlab lsp -nodes dc1=3 -schema schema.cql", "the same where there is no partitionlab.toml: on a cluster, with a schema"},
	}
	site := c.flags.String("site", "", "`address` of the site with a page for each rule, to which findings link")
	advise := c.flags.Bool("advice", false, "give design advice, too")
	wait := c.flags.Duration("wait", 200*time.Millisecond, "how long nothing is typed before files are judged")
	c.flags.Bool("stdio", true, "speak on standard input and output: the only way there is; for editors that say so")
	cluster, in := c.cluster(), c.inputs()
	c.run = func(_ []string, std stdio) int {
		in.Wrong = func(*diag.Source, []diag.Diagnostic) {}
		polite, err := lsp.Serve(context.Background(), std.in, std.document(), lsp.Options{
			Version: version(), Site: *site, Cluster: *cluster, Inputs: *in, Advice: *advise, Wait: *wait, Log: std.err,
		})
		switch {
		case err != nil:
			return c.failed(std, fmt.Errorf("the talk with the editor: %w", err))
		case !polite:
			return found
		}
		return clean
	}
	return c
}

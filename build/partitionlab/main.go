// Partitionlab is the core on the command line: it judges CQL, sizes partitions,
// writes SSTables, and builds and serves the site.
package main

import "os"

// commands are the words behind partitionlab, in the order of the help.
func commands() []entry {
	return []entry{
		{"check", checkCommand},
		{"size", sizeCommand},
		{"explain", explainCommand},
		{"diff", diffCommand},
		{"upgrade", upgradeCommand},
		{"fmt", fmtCommand},
		{"shell", shellCommand},
		{"lsp", lspCommand},
		{"sstable", sstableCommand},
		{"stress", stressCommand},
		{"model", modelCommand},
		{"diagram", diagramCommand},
		{"build", buildCommand},
		{"serve", serveCommand},
		{"completion", completionCommand},
		{"version", versionCommand},
	}
}

func main() { os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})) }

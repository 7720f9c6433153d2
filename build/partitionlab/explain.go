package main

import (
	"fmt"
	"io"
	"strings"

	"partitionlab/wasm/advice/advicebook"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/workload"
)

// explainCommand prints what there is to say about a rule.
func explainCommand() *command {
	c := newCommand("explain", "[ID…]", "print a rule: why, what to write instead, examples")
	c.about = `
Prints a rule of the server (W-10) or a piece of design advice (R18): its title, the
reason, what to write instead, the server's words, and statements that break and keep
it. Without ID it lists all of them.`
	c.examples = []example{
		{"partitionlab explain W-05", "the rule that a finding names"},
		{"partitionlab explain | grep -i counter", "all rules with a word in their titles"},
	}
	c.run = func(ids []string, std stdio) int {
		rules, err := rulebook.Load()
		if err != nil {
			return c.failed(std, err)
		}
		pieces, err := advicebook.Load()
		if err != nil {
			return c.failed(std, err)
		}
		var known []string
		byID := map[string]func(io.Writer){}
		list := func(id, title string, print func(io.Writer)) {
			known = append(known, id)
			byID[id] = print
			if len(ids) == 0 {
				fmt.Fprintf(std.out, "%-8s %s\n", id, title)
			}
		}
		for _, r := range rules {
			list(r.ID, r.Title, func(out io.Writer) { printRule(out, &r) })
		}
		for _, r := range pieces {
			list(r.ID, r.Title, func(out io.Writer) { printPiece(out, &r) })
		}
		for i, id := range ids {
			print := byID[strings.ToUpper(id)]
			if print == nil {
				near := workload.Nearest(strings.ToUpper(id), known)
				if near != "" {
					near = "; did you mean " + near + "?"
				}
				return c.wrong(std, "there is no rule %s%s", id, near)
			}
			if i > 0 {
				fmt.Fprintln(std.out)
			}
			print(std.out)
		}
		return clean
	}
	return c
}

func printRule(out io.Writer, r *rulebook.Rule) {
	fmt.Fprintf(out, "%s: %s\n", r.ID, r.Title)
	if r.Since != "" {
		fmt.Fprintf(out, "since Cassandra %s\n", r.Since)
	}
	paragraph(out, "why", append([]string{r.Why}, r.More...)...)
	paragraph(out, "instead", r.Instead)
	paragraph(out, "the server says", r.Templates...)
	for _, e := range r.Bad {
		paragraph(out, "refused", e.CQL)
		said := e.Kind
		if e.Message != "" {
			said += ": " + e.Message
		}
		fmt.Fprintf(out, "  → %s\n", strings.ReplaceAll(said, "\n", "\n    "))
	}
	for _, e := range r.Good {
		paragraph(out, "accepted", e.CQL)
	}
	var sources []string
	for _, s := range r.Sources {
		sources = append(sources, s.Title+": "+s.URL)
	}
	paragraph(out, "sources", sources...)
}

func printPiece(out io.Writer, r *advicebook.Rule) {
	fmt.Fprintf(out, "%s: %s\n", r.ID, r.Title)
	paragraph(out, "why", r.Why)
	paragraph(out, "instead", r.Instead)
	paragraph(out, "it cannot see", r.Blind)
	var limits []string
	for _, l := range r.Thresholds {
		limits = append(limits, "-limit "+l.Name+"="+l.Value)
	}
	paragraph(out, "as shipped", limits...)
	for _, e := range r.Bad {
		printExample(out, "raises it", e)
	}
	for _, e := range r.Good {
		printExample(out, "keeps it", e)
	}
}

func printExample(out io.Writer, title string, e advicebook.Example) {
	paragraph(out, title, e.CQL)
	if e.Size != "" {
		paragraph(out, "with the workload", e.Size)
	}
}

// paragraph prints texts below a title; nothing without texts.
func paragraph(out io.Writer, title string, texts ...string) {
	if strings.Join(texts, "") == "" {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", title)
	for _, t := range texts {
		fmt.Fprintf(out, "  %s\n", strings.ReplaceAll(strings.TrimSpace(t), "\n", "\n  "))
	}
}

package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"partitionlab/build/project"
)

// completionCommand prints a script that completes command lines in a shell.
func completionCommand() *command {
	c := newCommand("completion", "bash|zsh|fish", "print a script that completes command lines")
	c.about = `
Prints a script for a shell, which then completes commands, flags and the values
that flags take.`
	c.examples = []example{
		{"source <(partitionlab completion bash)", "for this session; put the line into ~/.bashrc for all of them"},
		{`partitionlab completion zsh > "${fpath[1]}/_partitionlab"`, "for zsh"},
		{"partitionlab completion fish > ~/.config/fish/completions/partitionlab.fish", "for fish"},
	}
	c.run = func(shells []string, std stdio) int {
		scripts := map[string]func(io.Writer, []*command){"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
		if len(shells) != 1 || scripts[shells[0]] == nil {
			return c.wrong(std, "name one shell: bash, zsh or fish")
		}
		var all []*command
		for _, e := range commands() {
			all = append(all, e.make())
		}
		scripts[shells[0]](std.document(), all)
		return clean
	}
	return c
}

// takenBy is what can stand behind a flag: words to choose from, files, or
// something else. A flag without value takes none.
func takenBy(f *flag.Flag) (words []string, files, some bool) {
	if v, ok := f.Value.(*choice); ok {
		return v.words(), false, true
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return nil, false, false
	}
	form, _ := flag.UnquoteUsage(f)
	return nil, form == "file" || form == "folder", true
}

// operandWords are the words that a command takes instead of files.
func operandWords(c *command) []string {
	if strings.Contains(c.operands, "|") {
		return strings.Split(c.operands, "|")
	}
	return nil
}

// helped are the words that stand behind help.
func helped(all []*command) (out []string) {
	for _, c := range all {
		out = append(out, c.name)
	}
	return append(out, project.FileName)
}

func bashCompletion(out io.Writer, all []*command) {
	var words []string
	for _, c := range all {
		words = append(words, c.name)
	}
	fmt.Fprintf(out, `# bash completion for partitionlab
_partitionlab() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		COMPREPLY=($(compgen -W "%s help" -- "$word"))
		return
	fi
	local flags= operands= files=yes
	case ${COMP_WORDS[1]} in
	help) operands="%s" ;;
`, strings.Join(words, " "), strings.Join(helped(all), " "))
	for _, c := range all {
		var flags []string
		fmt.Fprintf(out, "\t%s)\n\t\tcase $before in\n", c.name)
		c.flags.VisitAll(func(f *flag.Flag) {
			flags = append(flags, "-"+f.Name)
			switch words, files, some := takenBy(f); {
			case files:
				fmt.Fprintf(out, "\t\t-%s | --%[1]s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", f.Name)
			case some:
				fmt.Fprintf(out, "\t\t-%s | --%[1]s) COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ;;\n", f.Name, strings.Join(words, " "))
			}
		})
		fmt.Fprintf(out, "\t\tesac\n\t\tflags=\"%s -h\" operands=\"%s\"", strings.Join(flags, " "), strings.Join(operandWords(c), " "))
		if c.operands == "" {
			fmt.Fprint(out, " files=")
		}
		fmt.Fprint(out, "\n\t\t;;\n")
	}
	fmt.Fprint(out, `	esac
	case $word in
	-*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
	*)
		if [ -n "$operands" ]; then
			COMPREPLY=($(compgen -W "$operands" -- "$word"))
		elif [ -n "$files" ]; then
			COMPREPLY=($(compgen -f -- "$word"))
		fi
		;;
	esac
}
complete -o filenames -F _partitionlab partitionlab
`)
}

// first is the first line of a flag's description, without what a shell reads.
func first(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.NewReplacer("'", "’", "[", "(", "]", ")", ":", " -").Replace(strings.TrimSpace(text))
}

func zshCompletion(out io.Writer, all []*command) {
	fmt.Fprint(out, "#compdef partitionlab\n# zsh completion for partitionlab\n_partitionlab() {\n\tif (( CURRENT == 2 )); then\n\t\tlocal -a commands=(\n")
	for _, c := range all {
		fmt.Fprintf(out, "\t\t\t'%s:%s'\n", c.name, first(c.summary))
	}
	fmt.Fprint(out, "\t\t\t'help:explain a command'\n\t\t)\n\t\t_describe command commands\n\t\treturn\n\tfi\n\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n")
	for _, c := range all {
		fmt.Fprintf(out, "\t%s)\n\t\t_arguments", c.name)
		c.flags.VisitAll(func(f *flag.Flag) {
			form, usage := flag.UnquoteUsage(f)
			words, files, some := takenBy(f)
			value := ""
			switch {
			case words != nil:
				value = ":value:(" + strings.Join(words, " ") + ")"
			case files:
				value = ":file:_files"
			case some:
				value = ":" + first(form) + ": "
			}
			// Two hyphens are the same flag, but no second line in the list.
			fmt.Fprintf(out, " \\\n\t\t\t'*-%[1]s[%[2]s]%[3]s' '!*--%[1]s%[3]s'", f.Name, first(usage), value)
		})
		switch words := operandWords(c); {
		case words != nil:
			fmt.Fprintf(out, " \\\n\t\t\t'*:value:(%s)'", strings.Join(words, " "))
		case c.operands != "":
			fmt.Fprint(out, " \\\n\t\t\t'*:file:_files'")
		}
		fmt.Fprint(out, "\n\t\t;;\n")
	}
	fmt.Fprintf(out, "\thelp)\n\t\t_arguments '1:command:(%s)'\n\t\t;;\n", strings.Join(helped(all), " "))
	fmt.Fprint(out, "\tesac\n}\nif [ \"$funcstack[1]\" = _partitionlab ]; then _partitionlab \"$@\"; else compdef _partitionlab partitionlab; fi\n")
}

func fishCompletion(out io.Writer, all []*command) {
	fmt.Fprint(out, "# fish completion for partitionlab\ncomplete -c partitionlab -n __fish_use_subcommand -f\n")
	fmt.Fprintf(out, "complete -c partitionlab -n __fish_use_subcommand -a help -d 'explain a command'\ncomplete -c partitionlab -n '__fish_seen_subcommand_from help' -f -a '%s'\n", strings.Join(helped(all), " "))
	for _, c := range all {
		fmt.Fprintf(out, "complete -c partitionlab -n __fish_use_subcommand -a %s -d '%s'\n", c.name, first(c.summary))
		seen := "'__fish_seen_subcommand_from " + c.name + "'"
		c.flags.VisitAll(func(f *flag.Flag) {
			_, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(out, "complete -c partitionlab -n %s -o %s -d '%s'", seen, f.Name, first(usage))
			switch words, files, some := takenBy(f); {
			case words != nil:
				fmt.Fprintf(out, " -x -a '%s'", strings.Join(words, " "))
			case files:
				fmt.Fprint(out, " -r -F")
			case some:
				fmt.Fprint(out, " -x")
			}
			fmt.Fprintln(out)
		})
		if words := operandWords(c); words != nil {
			fmt.Fprintf(out, "complete -c partitionlab -n %s -f -a '%s'\n", seen, strings.Join(words, " "))
		} else if c.operands == "" {
			fmt.Fprintf(out, "complete -c partitionlab -n %s -f\n", seen)
		}
	}
}

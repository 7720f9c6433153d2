// Which files a command reads, and which of them are judged together.

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"partitionlab/build/extract"
	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/wasm/diag"
)

// inputs are the flags that say what is read.
type inputs struct {
	command *command
	config  *string
	schema  []string
	define  map[string]string
	changed *string
	stdin   project.Kind // of standard input
}

// inputs adds the flags of what is read.
func (c *command) inputs() *inputs {
	in := &inputs{command: c, define: map[string]string{}}
	in.config = c.flags.String("config", "", "`file` with the configuration; none for none (default: partitionlab.toml, looked for upwards from the files)")
	c.flags.Func("schema", "`file` or folder with CQL that is run first and not reported; may be given several times", func(s string) error {
		in.schema = append(in.schema, s)
		return nil
	})
	c.pairs("define", "`NAME=value` for ${NAME} and {{NAME}} in scripts, and for names in the sources of programs", func(name, value string) error {
		in.define[name] = value
		return nil
	})
	return in
}

// changes adds the flag that leaves out what has not changed.
func (in *inputs) changes() {
	in.changed = in.command.flags.String("changed", "", "report files only that differ from this `revision` of git, or are new")
}

// A unit is a file that is judged.
type unit struct {
	src     *diag.Source // as it stands in the file
	kind    project.Kind
	context bool // run first, for what it makes; nothing in it is reported
	named   bool // asked for: its findings are reported, those of others counted
}

// A batch is what is judged together, as one session.
type batch struct {
	project string
	scope   project.Scope
	units   []unit
}

// A reading is what the operands of a command stand for.
type reading struct {
	in      *inputs
	std     stdio
	configs map[string]*project.Config // by path; "" for none
	order   []*project.Config
	batches []*batch
	loose   map[*project.Config]*batch // files of no project
	whole   map[*project.Project]*batch
	listed  map[*project.Project][]project.Input
	accept  func(name string) bool
	stdin   bool
	asked   map[string]bool // see told
}

// errConfig says that a configuration is wrong; what is wrong has been printed.
var errConfig = errors.New("the configuration is wrong")

// read finds out what is judged together. accept tells which files a folder stands
// for. Without operands it is standard input.
func (in *inputs) read(operands []string, accept func(name string) bool, std stdio) (*reading, error) {
	p := &reading{in: in, std: std, accept: accept, configs: map[string]*project.Config{}, loose: map[*project.Config]*batch{},
		whole: map[*project.Project]*batch{}, listed: map[*project.Project][]project.Input{}}
	changed, err := in.differ()
	if err != nil {
		return nil, err
	}
	if len(operands) == 0 {
		operands = []string{"-"}
		if changed != nil {
			operands = []string{"."}
		}
	}
	for _, name := range operands {
		if err := p.operand(name, changed); err != nil {
			return nil, err
		}
	}
	for _, b := range p.batches {
		if err := p.load(b); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// differ lists the files that are not as in a revision of git; nil where nobody asks.
func (in *inputs) differ() (map[string]bool, error) {
	if in.changed == nil || *in.changed == "" {
		return nil, nil
	}
	out := map[string]bool{}
	for _, args := range [][]string{
		{"diff", "--name-only", "--relative", "--diff-filter=d", "-z", *in.changed, "--"},
		{"ls-files", "--others", "--exclude-standard", "-z"},
	} {
		cmd := exec.Command("git", args...)
		text, err := cmd.Output()
		if err != nil {
			var exit *exec.ExitError
			if errors.As(err, &exit) && len(exit.Stderr) > 0 {
				err = errors.New(strings.TrimSpace(string(exit.Stderr)))
			}
			return nil, fmt.Errorf("-changed %s: git: %w", *in.changed, err)
		}
		for name := range strings.SplitSeq(string(text), "\x00") {
			if abs, err := filepath.Abs(name); err == nil && name != "" {
				out[abs] = true
			}
		}
	}
	return out, nil
}

// operand takes in a file, a folder, a glob, or - for standard input.
func (p *reading) operand(name string, changed map[string]bool) error {
	if name == "-" {
		if p.stdin {
			return nil
		}
		p.stdin = true
		config, err := p.configOf(".")
		if err != nil {
			return err
		}
		text, err := readText(p.std.in)
		if err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
		b := p.looseOf(config)
		b.units = append(b.units, unit{src: diag.NewSource("", text), kind: p.in.stdin, named: true})
		return nil
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return p.folder(name, changed)
	}
	names, err := project.Expand(name, p.accept)
	if err != nil {
		return err
	}
	for _, file := range names {
		if changed != nil && !changed[absolute(file)] {
			continue
		}
		if err := p.file(file); err != nil {
			return err
		}
	}
	return nil
}

// folder takes in what a configuration lists below a folder, else all files below it.
func (p *reading) folder(dir string, changed map[string]bool) error {
	config, err := p.configOf(dir)
	if err != nil {
		return err
	}
	root := absolute(dir)
	wanted := func(path string) bool {
		abs := absolute(path)
		rel, err := filepath.Rel(root, abs)
		return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) && (changed == nil || changed[abs])
	}
	if config != nil && len(config.Projects) > 0 {
		for _, pr := range config.Projects {
			if err := p.project(pr, wanted); err != nil {
				return err
			}
		}
		return nil
	}
	own, err := project.Expand(dir, func(name string) bool { return name == project.FileName })
	if err != nil {
		return err
	}
	var nested []string
	for _, path := range own {
		if d := filepath.Dir(path); absolute(d) != root {
			nested = append(nested, d)
			if err := p.folder(d, changed); err != nil {
				return err
			}
		}
	}
	names, err := project.Expand(dir, p.accept)
	if err != nil {
		return err
	}
	if len(names) == 0 && len(nested) == 0 {
		return fmt.Errorf("%s: no file to judge in this folder", dir)
	}
	for _, name := range names {
		inside := slices.ContainsFunc(nested, func(d string) bool { return strings.HasPrefix(absolute(name), absolute(d)+string(filepath.Separator)) })
		if inside || !wanted(name) {
			continue
		}
		b := p.looseOf(config)
		b.units = append(b.units, unit{src: &diag.Source{Name: name}, kind: project.KindOf(name), named: true})
	}
	return nil
}

// project takes in a project of which some files are wanted.
func (p *reading) project(pr *project.Project, wanted func(path string) bool) error {
	inputs, err := p.inputsOf(pr)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(inputs, func(i project.Input) bool { return !i.Context && wanted(i.Path) }) {
		return nil
	}
	b := p.whole[pr]
	if b == nil {
		b = &batch{project: pr.Name, scope: pr.Scope}
		for _, i := range inputs {
			b.units = append(b.units, unit{src: &diag.Source{Name: i.Path}, kind: i.Kind, context: i.Context})
		}
		p.whole[pr] = b
		p.batches = append(p.batches, b)
	}
	for n := range b.units {
		if u := &b.units[n]; !u.context && wanted(u.src.Name) {
			u.named = true
		}
	}
	return nil
}

func (p *reading) inputsOf(pr *project.Project) ([]project.Input, error) {
	if inputs, ok := p.listed[pr]; ok {
		return inputs, nil
	}
	inputs, problems := pr.Inputs()
	if len(problems) > 0 {
		return nil, p.complain(pr.Config().Source, problems)
	}
	p.listed[pr] = inputs
	return inputs, nil
}

// file takes in one file: with its project, where one lists it.
func (p *reading) file(name string) error {
	config, err := p.configOf(filepath.Dir(name))
	if err != nil {
		return err
	}
	abs := absolute(name)
	if config != nil {
		for _, pr := range config.Projects {
			inputs, err := p.inputsOf(pr)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(inputs, func(i project.Input) bool { return !i.Context && absolute(i.Path) == abs }) {
				return p.project(pr, func(path string) bool { return absolute(path) == abs })
			}
		}
	}
	b := p.looseOf(config)
	b.units = append(b.units, unit{src: &diag.Source{Name: name}, kind: project.KindOf(name), named: true})
	return nil
}

// looseOf is the batch of the files that belong to no project.
func (p *reading) looseOf(config *project.Config) *batch {
	b := p.loose[config]
	if b == nil {
		b = &batch{}
		if config != nil {
			b.scope = config.Scope
		}
		p.loose[config] = b
		p.batches = append(p.batches, b)
	}
	return b
}

// configOf is the configuration that holds for a folder; nil for none.
func (p *reading) configOf(dir string) (*project.Config, error) {
	path := *p.in.config
	switch path {
	case "none":
		return nil, nil
	case "":
		path = project.Find(dir)
	}
	if path == "" {
		return nil, nil
	}
	path = absolute(path)
	if c, ok := p.configs[path]; ok {
		return c, nil
	}
	text, err := readNamed(path)
	if err != nil {
		return nil, err
	}
	c, problems := project.Read(project.Shown(path), text, finding.Known)
	if len(problems) > 0 {
		return nil, p.complain(c.Source, problems)
	}
	p.configs[path] = c
	p.order = append(p.order, c)
	return c, nil
}

// complain prints what is wrong with a configuration.
func (p *reading) complain(src *diag.Source, problems []diag.Diagnostic) error {
	fmt.Fprintln(p.std.err, diag.Render(src, problems))
	return errConfig
}

// scope is what the configuration of the working folder says.
func (in *inputs) scope(std stdio) (project.Scope, error) {
	p := &reading{in: in, std: std, configs: map[string]*project.Config{}}
	config, err := p.configOf(".")
	if err != nil || config == nil {
		return project.Scope{}, err
	}
	return config.Scope, nil
}

// told reports whether a file is one of those that are asked for.
func (p *reading) told(name string) bool {
	if p.asked == nil {
		p.asked = map[string]bool{}
		for _, b := range p.batches {
			for _, u := range b.units {
				if u.named {
					p.asked[absolute(u.src.Name)] = true
				}
			}
		}
	}
	return p.asked[absolute(name)]
}

// site is the address of the site with the pages of rules, as a configuration says.
func (p *reading) site() string {
	for _, c := range p.order {
		if c.Site != "" {
			return c.Site
		}
	}
	return ""
}

// load reads the files of a batch, those of -schema first.
func (p *reading) load(b *batch) error {
	var first []unit
	for _, s := range p.in.schema {
		names, err := project.Expand(s, func(name string) bool { return strings.EqualFold(filepath.Ext(name), ".cql") })
		if err != nil {
			return fmt.Errorf("-schema %w", err)
		}
		for _, name := range names {
			if !slices.ContainsFunc(b.units, func(u unit) bool { return absolute(u.src.Name) == absolute(name) }) {
				first = append(first, unit{src: &diag.Source{Name: name}, kind: project.KindOf(name), context: true})
			}
		}
	}
	b.units = append(first, b.units...)
	for i := range b.units {
		u := &b.units[i]
		if u.src.Name == "" { // standard input
			continue
		}
		text, err := readFile(u.src.Name)
		if err != nil {
			return err
		}
		if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			return fmt.Errorf("%s is UTF-16: save it as UTF-8", u.src.Name)
		}
		u.src = diag.NewSource(u.src.Name, text)
	}
	return nil
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// definitions are the values of names: those of the configuration, and over them
// those of the command line.
func (in *inputs) definitions(scope project.Scope) map[string]string {
	out := map[string]string{}
	for _, list := range []map[string]string{scope.Define, in.define} {
		for name, value := range list {
			out[name] = value
		}
	}
	return out
}

// judgeable are the files that a folder stands for: scripts and programs. Pages and
// profiles are named one by one.
func judgeable(name string) bool {
	return strings.EqualFold(filepath.Ext(name), ".cql") || extract.Program(name)
}

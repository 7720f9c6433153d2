// Package review judges files together: which ones that are, what they meet, and what
// there is to say about them. It is what `check`, the commands on sizes and the language
// server have in common.
package review

import (
	"errors"
	"fmt"
	"io"
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

// Inputs say what is read.
type Inputs struct {
	Config  string   // file with the configuration; "none" for none, "" for the one that is found upwards from the files
	Schema  []string // files or folders with CQL that is run first and not reported
	Define  map[string]string
	Changed string       // a revision of git: only what differs from it is named
	In      io.Reader    // standard input, for - and where nothing is named
	Stdin   project.Kind // of standard input
	// Text is what a file holds for whoever edits it; nil, and false, for what is on disk.
	Text func(path string) (text string, open bool)
	// Wrong hears what is wrong with a configuration.
	Wrong func(src *diag.Source, problems []diag.Diagnostic)
}

// open reads a file that was named.
func (in *Inputs) open(name string) (string, error) { return in.text(name, project.ReadFile) }

// configuration reads a file that was looked for.
func (in *Inputs) configuration(name string) (string, error) {
	return in.text(name, project.ReadNamed)
}

func (in *Inputs) text(name string, read func(name string) (string, error)) (string, error) {
	if in.Text != nil {
		if text, open := in.Text(project.Absolute(name)); open {
			return text, nil
		}
	}
	return read(name)
}

// A Unit is a file that is judged.
type Unit struct {
	Source  *diag.Source // as it stands in the file
	Kind    project.Kind
	Context bool // run first, for what it makes; nothing in it is reported
	Named   bool // asked for: its findings are reported, those of others counted
}

// A Batch is what is judged together, as one session.
type Batch struct {
	Project string
	Scope   project.Scope
	Units   []Unit
}

// A Reading is what names of files stand for.
type Reading struct {
	in      *Inputs
	configs map[string]*project.Config // by path; "" for none
	order   []*project.Config
	Batches []*Batch
	loose   map[*project.Config]*Batch // files of no project
	whole   map[*project.Project]*Batch
	listed  map[*project.Project][]project.Input
	accept  func(name string) bool
	stdin   bool
	asked   map[string]bool // see Told
}

// ErrConfig says that a configuration is wrong; what is wrong has been told.
var ErrConfig = errors.New("the configuration is wrong")

// Read finds out what is judged together. accept tells which files a folder stands
// for. Without operands it is standard input.
func (in *Inputs) Read(operands []string, accept func(name string) bool) (*Reading, error) {
	p := in.reading(accept)
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
	for _, b := range p.Batches {
		if err := p.load(b); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Alone is the batch of a file that is not on disk: its text, on what the configuration
// of a folder says.
func (in *Inputs) Alone(dir string, src *diag.Source, kind project.Kind) (*Batch, *Reading, error) {
	p := in.reading(nil)
	config, err := p.configOf(dir)
	if err != nil {
		return nil, nil, err
	}
	b := p.looseOf(config)
	if err := p.load(b); err != nil {
		return nil, nil, err
	}
	b.Units = append(b.Units, Unit{Source: src, Kind: kind, Named: true})
	return b, p, nil
}

func (in *Inputs) reading(accept func(name string) bool) *Reading {
	return &Reading{in: in, accept: accept, configs: map[string]*project.Config{}, loose: map[*project.Config]*Batch{},
		whole: map[*project.Project]*Batch{}, listed: map[*project.Project][]project.Input{}}
}

// differ lists the files that are not as in a revision of git; nil where nobody asks.
func (in *Inputs) differ() (map[string]bool, error) {
	if in.Changed == "" {
		return nil, nil
	}
	if strings.HasPrefix(in.Changed, "-") {
		return nil, fmt.Errorf("-changed %s: this is no revision of git: write HEAD, or main", in.Changed)
	}
	revision := in.Changed
	if exec.Command("git", "rev-parse", "--verify", "--quiet", revision).Run() != nil && revision == "HEAD" {
		if none, err := exec.Command("git", "hash-object", "-t", "tree", "--stdin").Output(); err == nil { // before the first commit
			revision = strings.TrimSpace(string(none))
		}
	}
	out := map[string]bool{}
	for _, args := range [][]string{
		{"diff", "--name-only", "--relative", "--diff-filter=d", "-z", revision, "--"},
		{"ls-files", "--others", "--exclude-standard", "-z"},
	} {
		cmd := exec.Command("git", args...)
		text, err := cmd.Output()
		if err != nil {
			var exit *exec.ExitError
			if errors.As(err, &exit) && len(exit.Stderr) > 0 {
				said, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
				err = errors.New(said)
			}
			return nil, fmt.Errorf("-changed %s: git: %w", in.Changed, err)
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
func (p *Reading) operand(name string, changed map[string]bool) error {
	if name == "-" {
		if p.stdin {
			return nil
		}
		p.stdin = true
		config, err := p.configOf(".")
		if err != nil {
			return err
		}
		text, err := project.ReadText(p.in.In)
		if err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
		b := p.looseOf(config)
		b.Units = append(b.Units, Unit{Source: diag.NewSource("", text), Kind: p.in.Stdin, Named: true})
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
		if changed != nil && !changed[project.Absolute(file)] {
			continue
		}
		if err := p.file(file); err != nil {
			return err
		}
	}
	return nil
}

// folder takes in what a configuration lists below a folder, else all files below it.
func (p *Reading) folder(dir string, changed map[string]bool) error {
	config, err := p.configOf(dir)
	if err != nil {
		return err
	}
	root := project.Absolute(dir)
	wanted := func(path string) bool {
		abs := project.Absolute(path)
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
		if d := filepath.Dir(path); project.Absolute(d) != root {
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
		inside := slices.ContainsFunc(nested, func(d string) bool {
			return strings.HasPrefix(project.Absolute(name), project.Absolute(d)+string(filepath.Separator))
		})
		if inside || !wanted(name) {
			continue
		}
		b := p.looseOf(config)
		b.Units = append(b.Units, Unit{Source: &diag.Source{Name: name}, Kind: project.KindOf(name), Named: true})
	}
	return nil
}

// project takes in a project of which some files are wanted.
func (p *Reading) project(pr *project.Project, wanted func(path string) bool) error {
	inputs, err := p.inputsOf(pr)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(inputs, func(i project.Input) bool { return !i.Context && wanted(i.Path) }) {
		return nil
	}
	b := p.whole[pr]
	if b == nil {
		b = &Batch{Project: pr.Name, Scope: pr.Scope}
		for _, i := range inputs {
			b.Units = append(b.Units, Unit{Source: &diag.Source{Name: i.Path}, Kind: i.Kind, Context: i.Context})
		}
		p.whole[pr] = b
		p.Batches = append(p.Batches, b)
	}
	for n := range b.Units {
		if u := &b.Units[n]; !u.Context && wanted(u.Source.Name) {
			u.Named = true
		}
	}
	return nil
}

func (p *Reading) inputsOf(pr *project.Project) ([]project.Input, error) {
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
func (p *Reading) file(name string) error {
	config, err := p.configOf(filepath.Dir(name))
	if err != nil {
		return err
	}
	abs := project.Absolute(name)
	if config != nil {
		for _, pr := range config.Projects {
			inputs, err := p.inputsOf(pr)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(inputs, func(i project.Input) bool { return !i.Context && project.Absolute(i.Path) == abs }) {
				return p.project(pr, func(path string) bool { return project.Absolute(path) == abs })
			}
		}
	}
	b := p.looseOf(config)
	b.Units = append(b.Units, Unit{Source: &diag.Source{Name: name}, Kind: project.KindOf(name), Named: true})
	return nil
}

// looseOf is the batch of the files that belong to no project.
func (p *Reading) looseOf(config *project.Config) *Batch {
	b := p.loose[config]
	if b == nil {
		b = &Batch{}
		if config != nil {
			b.Scope = config.Scope
		}
		p.loose[config] = b
		p.Batches = append(p.Batches, b)
	}
	return b
}

// configOf is the configuration that holds for a folder; nil for none.
func (p *Reading) configOf(dir string) (*project.Config, error) {
	path := p.in.Config
	switch path {
	case "none":
		return nil, nil
	case "":
		path = project.Find(dir)
	}
	if path == "" {
		return nil, nil
	}
	path = project.Absolute(path)
	if c, ok := p.configs[path]; ok {
		return c, nil
	}
	text, err := p.in.configuration(path)
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

// complain tells what is wrong with a configuration.
func (p *Reading) complain(src *diag.Source, problems []diag.Diagnostic) error {
	p.in.Wrong(src, problems)
	return ErrConfig
}

// Scope is what the configuration of the working folder says.
func (in *Inputs) Scope() (project.Scope, error) {
	p := in.reading(nil)
	config, err := p.configOf(".")
	if err != nil || config == nil {
		return project.Scope{}, err
	}
	return config.Scope, nil
}

// Told reports whether a file is one of those that are asked for.
func (p *Reading) Told(name string) bool {
	if p.asked == nil {
		p.asked = map[string]bool{}
		for _, b := range p.Batches {
			for _, u := range b.Units {
				if u.Named {
					p.asked[project.Absolute(u.Source.Name)] = true
				}
			}
		}
	}
	return p.asked[project.Absolute(name)]
}

// Site is the address of the site with the pages of rules, as a configuration says.
func (p *Reading) Site() string {
	for _, c := range p.order {
		if c.Site != "" {
			return c.Site
		}
	}
	return ""
}

// load reads the files of a batch, those of -schema first.
func (p *Reading) load(b *Batch) error {
	var first []Unit
	for _, s := range p.in.Schema {
		names, err := project.Expand(s, func(name string) bool { return strings.EqualFold(filepath.Ext(name), ".cql") })
		if err != nil {
			return fmt.Errorf("-schema %w", err)
		}
		for _, name := range names {
			if !slices.ContainsFunc(b.Units, func(u Unit) bool { return project.Absolute(u.Source.Name) == project.Absolute(name) }) {
				first = append(first, Unit{Source: &diag.Source{Name: name}, Kind: project.KindOf(name), Context: true})
			}
		}
	}
	b.Units = append(first, b.Units...)
	for i := range b.Units {
		u := &b.Units[i]
		if u.Source.Name == "" { // standard input
			continue
		}
		text, err := p.in.open(u.Source.Name)
		if err != nil {
			return err
		}
		u.Source = diag.NewSource(u.Source.Name, text)
	}
	return nil
}

// Definitions are the values of names: those of the configuration, and over them
// those of Define.
func (in *Inputs) Definitions(scope project.Scope) map[string]string {
	out := map[string]string{}
	for _, list := range []map[string]string{scope.Define, in.Define} {
		for name, value := range list {
			out[name] = value
		}
	}
	return out
}

// Judgeable are the files that a folder stands for: scripts and programs. Pages and
// profiles are named one by one.
func Judgeable(name string) bool {
	return strings.EqualFold(filepath.Ext(name), ".cql") || extract.Program(name)
}

// Package project reads partitionlab.toml, in which a repository says what its CQL
// meets: the cluster, settings, rules that are switched off, limits on sizes; and
// which files are judged together, in which order.
// example.toml shows all that it may say.
package project

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/workload"
)

// FileName is the name of the configuration.
const FileName = "partitionlab.toml"

// Example is a configuration that says all there is to say, each with what it means.
//
//go:embed example.toml
var Example string

// A Config is what a configuration says.
type Config struct {
	Path     string // as it is named in messages; "" where there is none
	Dir      string // absolute
	Source   *diag.Source
	Site     string
	Scope    Scope // outside of projects
	Projects []*Project
	places   map[string]diag.Span // of keys and values, by their path
}

// A Scope is what statements meet.
type Scope struct {
	Keyspace   *string // nil where nothing is said
	Nodes      string
	Server     string
	Superuser  bool
	Preset     string
	Settings   map[string]string
	Rules      map[string]Rule
	Limits     map[string]int64
	Advice     bool
	Thresholds map[string]string
	Define     map[string]string
	Calls      []string
	FailOn     string
}

// A Rule says what becomes of the findings of a rule.
type Rule struct {
	Off      bool
	Severity diag.Severity
	Reason   string
}

// A Project is a set of files that are judged together.
type Project struct {
	Name  string
	Root  string // absolute
	Scope Scope
	Needs []*Project

	config                              *Config
	key                                 string // "project.0"
	schema, files, code, sizes, exclude []string
}

// Limits are the names of what a limit can be set on, as `size` prints them.
var Limits = []string{"rows", "values", "cells", "docs", "thumb", "once", "disk"}

// Known lists the ids of rules that a configuration may speak of, and whether the
// server refuses what breaks one.
type Known func(id string) (known, refusal bool, near string)

type file struct {
	Site string
	scopeFile
	Project []struct {
		Name, Root                          string
		Schema, Files, Code, Sizes, Exclude []string
		Needs                               []string
		scopeFile
	}
}

type scopeFile struct {
	Keyspace   *string
	Nodes      any
	Server     any
	Superuser  *bool
	Preset     string
	Settings   map[string]any
	Rules      map[string]struct{ Severity, Reason string }
	Limits     map[string]any
	Advice     *bool
	Thresholds map[string]any
	Define     map[string]any
	Calls      []string
	FailOn     string `toml:"fail-on"`
}

// Find returns the configuration of a folder: the file in it or in the nearest
// folder above. It is "" where there is none.
func Find(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		path := filepath.Join(dir, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Read reads a configuration. Problems tell what is wrong in it; err is for a file
// that cannot be read.
func Read(path, text string, known Known) (*Config, []diag.Diagnostic) {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	c := &Config{Path: path, Dir: filepath.Dir(abs), Source: diag.NewSource(path, text)}
	r := &reader{Config: c, known: known}
	if max(strings.Count(text, "\n"), strings.Count(text, "=")) > maxLines {
		r.add(diag.Span{}, fmt.Sprintf("it has more than %d lines or keys", maxLines), "give the files of a project in folders, and settings once for all projects")
		return c, r.problems
	}
	var f file
	d := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields()
	switch err := d.Decode(&f); e := err.(type) {
	case nil:
	case *toml.StrictMissingError:
		for i := range e.Errors[:min(len(e.Errors), maxUnknown)] {
			r.unknown(&e.Errors[i])
		}
		if more := len(e.Errors) - maxUnknown; more > 0 {
			r.add(diag.Span{}, fmt.Sprintf("there are %d more keys that mean nothing", more), "mend those above first")
		}
		return c, r.problems
	default:
		r.broken(err)
		return c, r.problems
	}
	c.places = places(text)
	c.Site = f.Site
	if f.Site != "" && !strings.HasPrefix(f.Site, "https://") && !strings.HasPrefix(f.Site, "http://") {
		r.wrong("site", "the site is no address", "write https://… with the folder in which the site stands")
	}
	c.Scope = r.scope("", f.scopeFile, Scope{})
	byName := map[string]*Project{}
	for i := range f.Project {
		p := &f.Project[i]
		key := fmt.Sprintf("project.%d", i)
		out := &Project{Name: p.Name, Root: filepath.Join(c.Dir, p.Root), config: c, key: key,
			schema: p.Schema, files: p.Files, code: p.Code, sizes: p.Sizes, exclude: p.Exclude}
		switch {
		case p.Name == "":
			r.wrong(key, "a project has no name", `write name = "…"`)
		case byName[p.Name] != nil:
			r.wrong(key+".name", "two projects are called "+p.Name, "choose another name")
		}
		if filepath.IsAbs(p.Root) {
			r.wrong(key+".root", "the root is an absolute path", "write it as seen from the folder of this file")
		}
		out.Scope = r.scope(key+".", p.scopeFile, c.Scope)
		byName[p.Name] = out
		c.Projects = append(c.Projects, out)
	}
	for i := range f.Project {
		for k, name := range f.Project[i].Needs {
			need := byName[name]
			if need == nil {
				instead := "there is none"
				if names := slices.Sorted(maps.Keys(byName)); len(names) > 0 {
					instead = "write one of " + strings.Join(names[:min(len(names), maxUnknown)], ", ")
				}
				r.wrong(fmt.Sprintf("project.%d.needs.%d", i, k), "there is no project "+name, instead)
				continue
			}
			c.Projects[i].Needs = append(c.Projects[i].Needs, need)
		}
	}
	done := map[*Project]bool{}
	for i, p := range c.Projects {
		if chain := p.circle(nil, done); chain != "" {
			r.wrong(fmt.Sprintf("project.%d.needs", i), "a project needs itself: "+chain, "take one of them out")
			break
		}
	}
	return c, r.problems
}

// circle tells how a project needs itself; "" where it does not, and then it is done.
func (p *Project) circle(path []*Project, done map[*Project]bool) string {
	if done[p] {
		return ""
	}
	for i, q := range path {
		if q == p {
			var names []string
			for _, q := range append(path[i:], p) {
				names = append(names, q.Name)
			}
			return strings.Join(names, " → ")
		}
	}
	for _, need := range p.Needs {
		if chain := need.circle(append(path, p), done); chain != "" {
			return chain
		}
	}
	done[p] = true
	return ""
}

type reader struct {
	*Config
	known    Known
	problems []diag.Diagnostic
}

func (r *reader) add(span diag.Span, message, instead string) *diag.Diagnostic {
	r.problems = append(r.problems, diag.Diagnostic{Severity: diag.Refused, Message: message, Instead: instead, Span: span})
	return &r.problems[len(r.problems)-1]
}

func (r *reader) wrong(key, message, instead string) *diag.Diagnostic {
	span, ok := r.places[key]
	for !ok && key != "" { // the nearest thing that has a place
		key = key[:max(strings.LastIndexByte(key, '.'), 0)]
		span, ok = r.places[key]
	}
	return r.add(span, message, instead)
}

// offset is the place of a line and a column, both from 1.
func (r *reader) offset(row, column int) int {
	_, start := r.Source.Line(row)
	return min(start+max(column-1, 0), len(r.Source.Text))
}

// broken reports text that is no TOML, or a value of another kind.
func (r *reader) broken(err error) {
	var d *toml.DecodeError
	if !errors.As(err, &d) {
		r.add(diag.Span{}, err.Error(), "")
		return
	}
	at := r.offset(d.Position())
	message, instead := plain(strings.TrimPrefix(d.Error(), "toml: "))
	if key := d.Key(); len(key) > 0 {
		message = strings.Join(key, ".") + ": " + message
	}
	r.add(diag.Span{Start: at, End: at + 1}, message, instead)
}

// plain says without names of Go that a value is of another kind than its key takes, and
// what to write instead. The decoder has only its words for it.
func plain(message string) (text, instead string) {
	_, rest, ok := strings.Cut(message, "cannot decode TOML ")
	kind, target, _ := strings.Cut(rest, " into ")
	if !ok {
		if kind, target, ok = strings.Cut(message, " in a "); !ok || !strings.HasPrefix(kind, "cannot store ") {
			return message, ""
		}
		kind = strings.TrimPrefix(kind[strings.LastIndexByte(kind, ' '):], " ")
	}
	if _, typ, ok := strings.Cut(target, " of type "); ok {
		target = typ
	}
	switch {
	case target == "string":
		instead = "write a text in quotes"
	case target == "bool":
		instead = "write true or false"
	case strings.HasPrefix(target, "[]string"):
		instead = "write a list of texts, as [\"a\", \"b\"]"
	case strings.HasPrefix(target, "map["), strings.HasPrefix(target, "struct"):
		instead = "write a table of names and values"
	case strings.HasPrefix(target, "[]"), target == "slice":
		instead = "write [[project]] for each"
	}
	return "this takes no value of the kind " + kind, instead
}

// KeyspaceName says what is wrong with a name that is to be a keyspace's, as the server does.
func KeyspaceName(name string) error {
	if name == "" {
		return nil // none
	}
	r := session.New(session.Settings{}).Exec("CREATE KEYSPACE " + cql.QuoteName(name) + " WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}")
	if r.Diag != nil && r.Diag.Rule == string(rule.DDL01) {
		return errors.New(r.Diag.Message)
	}
	return nil
}

// maxLines is how many lines a configuration may have, and how many keys: a thousand projects have as many.
// The time that it takes to say where a key stands grows with all before it.
const maxLines = 5000

// maxUnknown is how many keys that mean nothing are reported, shownKey how many bytes of
// one.
const maxUnknown, shownKey = 20, 100

// unknown reports a key that means nothing.
func (r *reader) unknown(e *toml.DecodeError) {
	at := r.offset(e.Position())
	key := e.Key()
	last := key[len(key)-1]
	d := r.add(diag.Span{Start: at, End: min(at+len(last), len(r.Source.Text))}, "there is no key "+shown(key), "")
	var words []string
	switch {
	case len(key) == 3 && key[0] == "rules", len(key) == 4 && key[0] == "project" && key[1] == "rules":
		words = []string{"severity", "reason"}
	default:
		words = strings.Fields("keyspace nodes server superuser preset settings rules limits advice thresholds define calls fail-on")
		if key[0] == "project" {
			words = append(words, strings.Fields("name root schema files code sizes exclude needs")...)
		} else {
			words = append(words, "site", "project")
		}
	}
	d.Instead = "there are " + strings.Join(words, ", ")
	if near := workload.Nearest(last, words); near != "" {
		d.Fixes = []diag.Fix{{Title: "write " + near, Edits: []diag.Edit{{Span: d.Span, Text: near}}}}
	}
}

// shown is a key as a message names it: not longer than a line.
func shown(key []string) string {
	name := ""
	for i, part := range key {
		if i > 0 {
			name += "."
		}
		if name += part; len(name) > shownKey {
			return strings.ToValidUTF8(name[:shownKey], "") + "…"
		}
	}
	return name
}

// scope reads what a scope says on top of another.
func (r *reader) scope(key string, f scopeFile, base Scope) Scope {
	s := base
	if f.Keyspace != nil {
		s.Keyspace = f.Keyspace
		if err := KeyspaceName(*f.Keyspace); err != nil {
			r.wrong(key+"keyspace", err.Error(), "")
		}
	}
	if f.Superuser != nil {
		s.Superuser = *f.Superuser
	}
	if f.Server != nil {
		s.Server = server(f.Server)
		if err := check.NewSettings().SetServer(s.Server); err != nil {
			r.wrong(key+"server", err.Error(), "")
		}
	}
	if f.Advice != nil {
		s.Advice = *f.Advice
	}
	if f.Nodes != nil {
		s.Nodes = nodes(f.Nodes)
		if err := check.NewSettings().SetNodes(s.Nodes); err != nil {
			r.wrong(key+"nodes", err.Error(), "")
		}
	}
	if f.Preset != "" {
		if s.Preset = f.Preset; sizing.PresetByID(f.Preset) == nil {
			var ids []string
			for _, p := range sizing.Presets {
				ids = append(ids, p.ID)
			}
			r.wrong(key+"preset", "there is no preset "+f.Preset, "write one of "+strings.Join(ids, ", "))
		}
	}
	if f.FailOn != "" {
		if s.FailOn = f.FailOn; !slices.Contains([]string{"refused", "warning", "advice"}, f.FailOn) {
			r.wrong(key+"fail-on", "fail-on is not "+f.FailOn, "write refused, warning or advice")
		}
	}
	settings := check.NewSettings()
	if s.Server != "" {
		settings.SetServer(s.Server) // what is wrong with it is said above
	}
	s.Settings = merged(base.Settings, f.Settings, func(name, value string) {
		if err := settings.Set(name, value); err != nil {
			r.wrong(key+"settings."+name, err.Error(), "")
		}
	})
	options := advice.NewOptions()
	s.Thresholds = merged(base.Thresholds, f.Thresholds, func(name, value string) {
		if err := options.Set(name, value); err != nil {
			r.wrong(key+"thresholds."+name, err.Error(), "")
		}
	})
	s.Define = merged(base.Define, f.Define, nil)
	s.Calls = append(slices.Clone(base.Calls), f.Calls...)
	s.Limits = maps.Clone(base.Limits)
	for _, name := range slices.Sorted(maps.Keys(f.Limits)) {
		if s.Limits == nil {
			s.Limits = map[string]int64{}
		}
		n, err := Limit(name, fmt.Sprint(f.Limits[name]))
		if err != nil {
			r.wrong(key+"limits."+name, err.Error(), "")
		}
		s.Limits[name] = n
	}
	s.Rules = maps.Clone(base.Rules)
	for _, id := range slices.Sorted(maps.Keys(f.Rules)) {
		if s.Rules == nil {
			s.Rules = map[string]Rule{}
		}
		s.Rules[strings.ToUpper(id)] = r.rule(key+"rules."+id, id, f.Rules[id].Severity, f.Rules[id].Reason)
	}
	return s
}

// Limit reads what a limit may be at most.
func Limit(name, text string) (int64, error) {
	if !slices.Contains(Limits, name) {
		near := workload.Nearest(name, Limits)
		if near != "" {
			near = "; did you mean " + near
		}
		return 0, errors.New("there is no limit " + name + near + "; there are " + strings.Join(Limits, ", "))
	}
	n, length, problem := number.Scan(text)
	switch {
	case problem != nil:
		return 0, errors.New(name + ": " + problem.Message + "; " + problem.Instead)
	case length == 0 || length != len(text):
		return 0, errors.New(name + " is at most a number such as 100000 or 100 MB, not " + text)
	}
	return n.Floor(), nil
}

func (r *reader) rule(key, id, severity, reason string) Rule {
	known, refusal, near := r.known(strings.ToUpper(id))
	if !known {
		d := r.wrong(key, "there is no rule "+id, "`partitionlab explain` lists them")
		if near != "" {
			d.Instead = "write " + near + "; " + d.Instead
		}
	}
	if strings.TrimSpace(reason) == "" {
		r.wrong(key, "the rule "+id+" has no reason", `write reason = "…": whoever reads this later must know why`)
	}
	rule := Rule{Reason: reason}
	switch severity {
	case "off":
		rule.Off = true
	case "note":
		rule.Severity = diag.Note
	case "advice":
		rule.Severity = diag.Advice
	case "warning":
		rule.Severity = diag.Warning
	case "refused":
		rule.Severity = diag.Refused
	default:
		r.wrong(key, "the rule "+id+" has no severity", `write severity = "off", or one of note, advice, warning, refused`)
	}
	if refusal && known && severity != "refused" {
		r.wrong(key, id+" is a refusal of the server's: no configuration changes that", "correct the statement, or leave the file out with exclude")
	}
	return rule
}

// server writes a release as the flag -server does: without quotes it is a number.
func server(v any) string {
	if n, ok := v.(float64); ok && n == math.Trunc(n) {
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprint(v)
}

// nodes writes a table of nodes as the flag -nodes does.
func nodes(v any) string {
	table, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprint(v)
	}
	var list []string
	for _, dc := range slices.Sorted(maps.Keys(table)) {
		list = append(list, fmt.Sprintf("%s=%v", dc, table[dc]))
	}
	return strings.Join(list, ",")
}

func merged(base map[string]string, more map[string]any, see func(name, value string)) map[string]string {
	if len(more) == 0 {
		return base
	}
	out := map[string]string{}
	maps.Copy(out, base)
	for _, name := range slices.Sorted(maps.Keys(more)) {
		value := fmt.Sprint(more[name])
		if list, ok := more[name].([]any); ok {
			var words []string
			for _, w := range list {
				words = append(words, fmt.Sprint(w))
			}
			value = strings.Join(words, ",")
		}
		if see != nil {
			see(name, value)
		}
		out[name] = value
	}
	return out
}

// places finds out where the keys and values of a TOML text stand, by their path:
// "project.0.files.1". The key of a table is that of its heading.
func places(text string) map[string]diag.Span {
	out := map[string]diag.Span{}
	var p unstable.Parser
	p.Reset([]byte(text))
	tables := map[string]int{}
	prefix := ""
	for p.NextExpression() {
		e := p.Expression()
		path := ""
		var span diag.Span
		for it := e.Key(); it.Next(); {
			n := it.Node()
			path = join(path, string(n.Data))
			part := spanOf(n)
			if span.End == 0 {
				span.Start = part.Start
			}
			span.End = part.End
		}
		switch e.Kind {
		case unstable.Table:
			prefix = path
			out[prefix] = span
		case unstable.ArrayTable:
			prefix = fmt.Sprintf("%s.%d", path, tables[path])
			tables[path]++
			out[prefix] = span
		case unstable.KeyValue:
			// Tables within an array of tables go to its last one.
			out[join(prefix, path)] = span
			value(out, join(prefix, path), e.Value())
		}
		if e.Kind == unstable.Table {
			if head, rest, ok := strings.Cut(prefix, "."); ok && tables[head] > 0 {
				prefix = fmt.Sprintf("%s.%d.%s", head, tables[head]-1, rest)
				out[prefix] = span
			}
		}
	}
	return out
}

func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

func spanOf(n *unstable.Node) diag.Span {
	return diag.Span{Start: int(n.Raw.Offset), End: int(n.Raw.Offset + n.Raw.Length)}
}

// value notes where the parts of a value stand.
func value(out map[string]diag.Span, path string, n *unstable.Node) {
	switch n.Kind {
	case unstable.Array:
		i := 0
		for it := n.Children(); it.Next(); i++ {
			value(out, fmt.Sprintf("%s.%d", path, i), it.Node())
		}
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			kv := it.Node()
			key := path
			for k := kv.Key(); k.Next(); {
				key = join(key, string(k.Node().Data))
				out[key] = spanOf(k.Node())
			}
			value(out, key, kv.Value())
		}
	default:
		if s := spanOf(n); s.Len() > 0 {
			out[path] = s
		}
	}
}

// Config is the configuration that a project stands in.
func (p *Project) Config() *Config { return p.config }

// One session over the files of a batch, and what there is to say about them.

package review

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"partitionlab/build/extract"
	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/wasm/advice"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A Judge runs a batch.
type Judge struct {
	report  *finding.Report
	cluster *Cluster
	Session *session.Session
	batch   *Batch
	define  map[string]string
	unit    *Unit // in turn

	// Results hears of every statement that is asked for, with its place in the file.
	Results func(src *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic)
	// Every hears of every statement of every file, with the text that it stands in.
	Every func(u *Unit, file, text *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic)
	// Mend tries a refused statement of a script otherwise, and tells whether that
	// has made it.
	Mend func(text string, r *session.Outcome) bool

	// Operate carries out what comments such as -- lab:flush say. Where it is not set, only
	// what is wrong with them is told: a server takes them for comments.
	Operate bool

	Advise    bool
	Unadvised func(cql.Statement) bool // tells of what nobody wants advice on; nil for none
	Options   advice.Options
	design    advice.Design
	placed    []func(diag.Diagnostic) diag.Diagnostic // of the design's scripts
	sources   []*diag.Source
	quiet     []bool // … whose advice is not reported
	loads     []*diag.Source
	Hidden    int                    // findings in files that were not named
	Context   []finding.Finding      // refusals in what was run first, which no report has
	sourced   int                    // files that SOURCE read
	Over      bool                   // a statement was more than the budget allows
	broken    bool                   // a statement is refused that nobody is told of
	Told      func(name string) bool // whether this run reports on a file, with another project perhaps
	Blind     bool                   // there is no table, so of programs only the syntax is judged
	heard     map[string]bool        // what is said once
	held      int                    // bytes of statements for advice, about
}

func NewJudge(b *Batch, c *Cluster, define map[string]string, report *finding.Report) *Judge {
	return &Judge{report: report, cluster: c, batch: b, define: define, Session: c.Session(b.Scope), heard: map[string]bool{}}
}

// asIs is the place of what stands in the file as it was judged.
func asIs(d diag.Diagnostic) diag.Diagnostic { return d }

// Run judges all files: scripts in their order, then the sources of programs, which
// work on what the scripts have made.
func (j *Judge) Run() {
	j.design.Keyspace = j.Session.Keyspace()
	var files []*extract.File
	of := map[*extract.File]*Unit{}
	for i := range j.batch.Units {
		u := &j.batch.Units[i]
		if u.Named {
			j.report.Files = append(j.report.Files, u.Source.Name)
		}
		if u.Kind == project.Embedded {
			f := &extract.File{Source: u.Source}
			files = append(files, f)
			of[f] = u
		}
	}
	if files != nil {
		extract.Find(files, extract.Options{Define: j.define, Calls: j.batch.Scope.Calls})
	}
	next := 0
	for i := range j.batch.Units {
		u := &j.batch.Units[i]
		j.unit = u
		switch u.Kind {
		case project.Workload:
			if u.Named {
				j.loads = append(j.loads, u.Source)
			}
		case project.Embedded:
			if f := files[next]; !extract.Program(f.Name) {
				j.pieces(f)
			}
			next++
		default:
			j.script(u.Source, []string{project.Absolute(u.Source.Name)})
		}
	}
	// What programs make is there before they use it, wherever that stands.
	for _, f := range files {
		if extract.Program(f.Name) {
			for i := range f.Pieces {
				j.make(&f.Pieces[i])
			}
		}
	}
	j.Blind = !j.hasTables()
	for _, f := range files {
		if extract.Program(f.Name) {
			j.unit = of[f]
			j.pieces(f)
		}
	}
	if j.Advise {
		j.advice()
	}
	j.report.Sort()
}

func (j *Judge) hasTables() bool {
	for _, ks := range j.Session.Catalogue().Keyspaces {
		if !ks.System && len(ks.Tables) > 0 {
			return true
		}
	}
	return false
}

// add reports a diagnostic of a file, as the configuration says of its rule.
func (j *Judge) add(src *diag.Source, via string, d diag.Diagnostic) {
	j.broken = j.broken || !j.unit.Named && d.Severity == diag.Refused && (j.Told == nil || !j.Told(src.Name))
	if j.unit.Context {
		if d.Severity == diag.Refused && (j.Told == nil || !j.Told(src.Name)) {
			if len(j.Context) > 0 { // the words of the first are shown
				d = diag.Diagnostic{Span: d.Span}
			}
			j.Context = append(j.Context, finding.Finding{Diagnostic: d, Source: src})
		}
		return
	}
	f := finding.Finding{Diagnostic: d, Source: src, Project: j.batch.Project, Via: via}
	if rule, ok := j.batch.Scope.Rules[d.Rule]; ok {
		if rule.Off {
			f.Off = rule.Reason
		} else {
			f.Severity = rule.Severity
		}
	}
	if !j.unit.Named {
		if f.Off == "" && j.report.Fails(&f) {
			j.Hidden++
		}
		return
	}
	j.report.Add(f)
}

// once reports a diagnostic once: in a file, or in all where that is nil.
func (j *Judge) once(of, src *diag.Source, via, key string, d diag.Diagnostic) {
	if of != nil {
		key += "\x00" + of.Name
	}
	if !j.heard[key] {
		j.heard[key] = true
		j.add(src, via, d)
	}
}

// script runs a script with the values of its templates filled in. path are the
// files that are being read, the outermost first.
func (j *Judge) script(src *diag.Source, path []string) (ended bool) {
	p := extract.Template(src.Text, j.define)
	if p == nil {
		return j.steps(src, src, asIs, nil, path)
	}
	filled := diag.NewSource(src.Name, p.Text)
	return j.steps(src, filled, p.Diagnostic, p, path)
}

// steps runs a text that stands in a file: place moves diagnostics there, and piece
// is what the text is where it is not the file's own.
func (j *Judge) steps(file, text *diag.Source, place func(diag.Diagnostic) diag.Diagnostic, piece *extract.Piece, path []string) (ended bool) {
	script := advice.Script{Source: text}
	defer func() { j.remember(file, script, place) }()
	embedded, via := path == nil, ""
	if embedded {
		via = piece.Via
	}
	say := func(d diag.Diagnostic) { j.add(file, via, place(d)) }
	if i := project.Undecoded(text.Text); i >= 0 && !embedded {
		say(finding.Of("FILE-07", diag.Warning, diag.Span{Start: i, End: i + 1}, fmt.Sprintf("the byte 0x%02X is no UTF-8: cqlsh does not read this file", text.Text[i])))
	}
	next := j.Session.Steps(text)
	switch {
	case embedded:
	case j.Operate:
		played, stop := iter.Pull(j.Session.Play(text))
		defer stop()
		next = func() (session.Outcome, bool) {
			for {
				step, ok := played()
				switch {
				case !ok:
					return session.Outcome{}, false
				case step.Result != nil:
					return *step.Result, true
				case step.Operation.Err != "":
					j.Over = j.Over || step.Operation.Ended != nil
					say(misstep(step.Operation))
				}
			}
		}
	default:
		for _, op := range session.Operations(j.Session.Work(), text) {
			if op.Err != "" {
				say(misstep(&op))
			}
		}
	}
	for {
		r, ok := next()
		if !ok {
			return false
		}
		if j.Advise { // nobody else needs what is kept of all statements
			kept := advice.Statement{Span: r.Span}
			if j.Unadvised == nil || !j.Unadvised(r.Stmt) {
				kept.Stmt, kept.Accepted, kept.Plan = r.Stmt, r.Accepted(), r.Verdict.Plan
				j.held += perStatement + 10*(r.Span.End-r.Span.Start)
			}
			if j.held <= j.room() {
				script.Statements = append(script.Statements, kept)
			}
		}
		j.every(file, text, &r, place)
		if r.Command != "" {
			j.hear(file, &r, place)
			switch r.Command {
			case "SOURCE":
				j.source(file, text.Text[r.Span.Start:r.Span.End], place(diag.Diagnostic{Span: r.Span}).Span, path)
			case "EXIT", "QUIT":
				if rest, more := next(); more {
					say(finding.Of("FILE-05", diag.Note, rest.Span, r.Command+" ends the script before this"))
				}
				return true
			default:
				say(finding.Of("FILE-05", diag.Note, r.Span, r.Command+" is a command of cqlsh, not of CQL; it is skipped"))
			}
			continue
		}
		if r.Diag != nil && piece != nil {
			if embedded && r.Diag.Kind == diag.Exists {
				continue // it is there already
			}
			if j.unknown(file, piece, &r, place) {
				continue
			}
		}
		if r.Diag != nil && j.Mend != nil && j.Mend(text.Text[r.Span.Start:r.Span.End], &r) {
			continue
		}
		// Behind a quote or a comment that is not closed, and so has only a start, a semicolon would belong to it.
		unclosed := r.Diag != nil && r.Diag.Rule == string(rule.SYN33) && len(r.Diag.Related) > 0
		if r.Open && !embedded && !unclosed {
			end := diag.Span{Start: r.Span.End, End: r.Span.End}
			d := finding.Of("FILE-01", diag.Warning, end, "this statement has no semicolon at its end: cqlsh does not run it")
			d.Fixes = []diag.Fix{{Title: "write the semicolon", Edits: []diag.Edit{{Span: end, Text: ";"}}}}
			r.Notes = append(r.Notes, d)
		}
		if r.Prepared && !embedded {
			r.Notes = append(r.Notes, finding.Of("FILE-02", diag.Note, r.Span, "this statement has bind markers: cqlsh cannot run it"))
		}
		j.Over = j.Over || r.Ended != nil
		j.hear(file, &r, place)
		for _, d := range j.findings(&r) {
			say(d)
		}
	}
}

// perStatement is about how many bytes are held of a statement for advice, besides what grows with its text.
const perStatement = 500

// room is how many bytes of statements are held for advice.
func (j *Judge) room() int { return int(j.cluster.Budget * (192 << 20)) }

// Misstep is the rule of [misstep].
const Misstep = "FILE-06"

// misstep says of a comment that is meant for the lab why it does nothing.
func misstep(op *session.Operation) diag.Diagnostic {
	return finding.Of(Misstep, diag.Warning, op.Span, op.Err)
}

func (j *Judge) every(file, text *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) {
	if j.Every != nil {
		j.Every(j.unit, file, text, r, place)
	}
}

// hear counts a statement and tells whoever listens.
func (j *Judge) hear(file *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) {
	if !j.unit.Named {
		return
	}
	if r.Command == "" {
		j.report.Statements++
	}
	if j.Results != nil {
		j.Results(file, r, place)
	}
}

// unknown reports a statement that is refused only because a part of it is not known,
// and returns true for it.
func (j *Judge) unknown(file *diag.Source, p *extract.Piece, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) bool {
	gaps := p.GapsIn(r.Span)
	if gaps == nil {
		if !p.Touches(r.Diag.Span, r.Diag.Kind == diag.Syntax) {
			return false
		}
		j.add(file, p.Via, place(finding.Of("CODE-01", diag.Note, r.Diag.Span, "this statement is filled in elsewhere; it is not judged")))
		return true
	}
	if p.Via != "" {
		j.add(file, p.Via, finding.Of("CODE-01", diag.Note, gaps[0].Span, "`"+gaps[0].Expr+"` is known only when the program runs; the statement is not judged"))
		return true
	}
	for _, g := range gaps { // of a template
		j.once(file, file, "", "template "+strings.Trim(g.Expr, "${} "), finding.Of("FILE-04", diag.Warning, g.Span, "the template "+g.Expr+" has no value; what it stands in is not judged"))
	}
	return true
}

// maxSourced is how many files SOURCE reads in all: each may name others twice.
const maxSourced = 10_000

// source follows SOURCE 'file': only below the working folder, and not in circles.
func (j *Judge) source(from *diag.Source, text string, at diag.Span, path []string) {
	say := func(format string, args ...any) {
		j.add(from, "", finding.Of("FILE-03", diag.Warning, at, fmt.Sprintf(format, args...)))
	}
	m := sourceFile.FindStringSubmatch(text)
	if m == nil || path == nil {
		say("SOURCE takes the name of a file in single quotes")
		return
	}
	name := strings.ReplaceAll(m[1], "''", "'")
	root, err := os.Getwd()
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	real, err2 := filepath.EvalSymlinks(name)
	if err != nil || err2 != nil {
		say("SOURCE: the file %s cannot be read", name)
		return
	}
	real = project.Absolute(real)
	if rel, err := filepath.Rel(root, real); err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		say("SOURCE: %s lies outside of the working folder; it is not read", name)
		return
	}
	if slices.Contains(path, real) {
		say("SOURCE: %s is being read already", name)
		return
	}
	if j.sourced == maxSourced {
		j.Over = true
		j.once(nil, from, "", "SOURCE", finding.Of("FILE-03", diag.Warning, at, fmt.Sprintf("SOURCE: over budget: %d files were read already; no more are", maxSourced)))
		return
	}
	j.sourced++
	content, err := project.ReadNamed(name)
	if err != nil {
		say("SOURCE: the file %s cannot be read", name)
		return
	}
	if j.unit.Named && !slices.Contains(j.report.Files, name) {
		j.report.Files = append(j.report.Files, name)
	}
	// What it takes into use is so for itself: cqlsh reads it in a shell of its own.
	keyspace := j.Session.Keyspace()
	j.script(diag.NewSource(name, content), append(slices.Clone(path), real))
	j.Session.Use(keyspace)
}

var sourceFile = regexp.MustCompile(`(?is)^\s*source\s+'((?:[^']|'')*)'\s*;?\s*$`)

// make carries out what a piece of a program creates or alters. The keyspace of a
// table that it makes is there: programs seldom make their keyspaces themselves.
func (j *Judge) make(p *extract.Piece) {
	if !p.Known() {
		return
	}
	for _, item := range cql.Parse(diag.NewSource("", p.Text)).Items {
		keyspace := ""
		switch s := item.Stmt.(type) {
		case *cql.CreateTable:
			keyspace = s.Name.Keyspace.Text
		case *cql.CreateType:
			keyspace = s.Name.Keyspace.Text
		case *cql.CreateKeyspace, *cql.CreateIndex, *cql.CreateView, *cql.AlterTable, *cql.AlterType:
		default:
			continue
		}
		if keyspace != "" && j.Session.Catalogue().Keyspaces[keyspace] == nil {
			j.Session.Exec("CREATE KEYSPACE " + cql.QuoteName(keyspace) + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
		}
		j.Session.Exec(p.Text[item.Span.Start:item.Span.End])
	}
}

// askSomewhere judges a statement of a program, which changes nothing. Where the
// keyspace in use has no table of its name and just one other has, it is judged
// there: the program says elsewhere which one it takes into use.
func (j *Judge) askSomewhere(text string) session.Outcome {
	r := j.Session.Ask(text)
	if r.Diag == nil || r.Diag.Kind != diag.Invalid || r.Diag.Start < 0 || r.Diag.End > len(text) || r.Diag.Start >= r.Diag.End {
		return r
	}
	name := workload.Identifier(text[r.Diag.Start:r.Diag.End])
	use := j.Session.Keyspace()
	if ks := j.Session.Catalogue().Keyspaces[use]; ks != nil && ks.Tables[name] != nil {
		return r
	}
	var homes []string
	for _, ks := range j.Session.Catalogue().Keyspaces {
		if !ks.System && ks.Tables[name] != nil {
			homes = append(homes, ks.Name)
		}
	}
	if len(homes) != 1 {
		return r
	}
	j.Session.Use(homes[0])
	defer j.Session.Use(use)
	return j.Session.Ask(text)
}

// pieces judges the CQL that a file holds among other things.
func (j *Judge) pieces(f *extract.File) {
	program := extract.Program(f.Name)
	for _, d := range f.Unread {
		j.add(f.Source, "", d)
	}
	keyspace := j.Session.Keyspace()
	for i := range f.Pieces {
		p := &f.Pieces[i]
		if p.Keyspace != "" {
			j.Session.Use(p.Keyspace)
		}
		switch {
		case !program:
			j.steps(f.Source, diag.NewSource("", p.Text), p.Diagnostic, p, nil)
		case p.Kind == extract.Script:
			for _, item := range cql.Parse(diag.NewSource("", p.Text)).Items {
				j.ask(f, p, item.Span)
			}
		default:
			j.ask(f, p, diag.Span{End: len(p.Text)})
		}
		if p.Keyspace != "" {
			j.Session.Use(keyspace)
		}
	}
}

// ask judges a statement of a program, which changes nothing.
func (j *Judge) ask(f *extract.File, p *extract.Piece, at diag.Span) {
	r := j.askSomewhere(p.Text[at.Start:at.End])
	place := func(d diag.Diagnostic) diag.Diagnostic { return p.Diagnostic(Shifted(d, at.Start)) }
	whole := r
	whole.Span = at
	j.every(f.Source, diag.NewSource("", p.Text[at.Start:at.End]), &r, place)
	if r.Diag != nil {
		moved := Shifted(*r.Diag, at.Start)
		whole.Diag = &moved
	}
	switch {
	case whole.Diag != nil && j.unknown(f.Source, p, &whole, p.Diagnostic):
		j.hear(f.Source, &session.Outcome{Span: r.Span, Stmt: r.Stmt, NotJudged: true}, place)
		return
	case whole.Diag == nil && !p.Known():
		// Accepted although a part is not known: that part could be anything.
		whole.Diag = &diag.Diagnostic{Span: at}
		j.unknown(f.Source, p, &whole, p.Diagnostic)
		j.hear(f.Source, &session.Outcome{Span: r.Span, Stmt: r.Stmt, NotJudged: true}, place)
		return
	case r.Diag != nil && r.Diag.Kind == diag.Exists:
		return // made above, or by a script
	case r.Diag != nil && r.Diag.Kind != diag.Syntax && j.Blind:
		j.once(nil, f.Source, p.Via, "blind", place(finding.Of("CODE-02", diag.Note, diag.Span{End: at.Len()}, "there is no schema: of the statements in programs only the syntax is judged")))
		return
	}
	j.remember(f.Source, advice.Script{Source: diag.NewSource("", p.Text[at.Start:at.End]),
		Statements: []advice.Statement{{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan}}}, place)
	j.hear(f.Source, &r, place)
	for _, d := range j.findings(&r) {
		j.add(f.Source, p.Via, place(d))
	}
}

// Shifted moves a diagnostic by so many bytes.
func Shifted(d diag.Diagnostic, by int) diag.Diagnostic {
	move := func(s diag.Span) diag.Span { return diag.Span{Start: s.Start + by, End: s.End + by} }
	d.Span = move(d.Span)
	d.Related = slices.Clone(d.Related)
	for i := range d.Related {
		d.Related[i].Span = move(d.Related[i].Span)
	}
	d.Fixes = slices.Clone(d.Fixes)
	for i := range d.Fixes {
		d.Fixes[i].Edits = slices.Clone(d.Fixes[i].Edits)
		for k := range d.Fixes[i].Edits {
			d.Fixes[i].Edits[k].Span = move(d.Fixes[i].Edits[k].Span)
		}
	}
	return d
}

// findings are the diagnostics of a result: the refusal, what is not judged,
// warnings and notes.
func (j *Judge) findings(r *session.Outcome) (out []diag.Diagnostic) {
	if r.Diag != nil {
		d := j.cluster.offer(*r.Diag, j.batch.Scope)
		if r.Follows && !j.broken { // no mistake of its own
			d.Severity = diag.Note
		}
		out = append(out, d)
	}
	if r.Ended != nil {
		return append(out, OverBudget(r.Notes[0]))
	}
	if r.NotJudged {
		out = append(out, diag.Diagnostic{Severity: diag.NotJudged, Message: "not judged yet", Span: r.Span})
	}
	for _, n := range r.Notes {
		if n.Severity == diag.Warning {
			n = finding.Warning(n)
		}
		out = append(out, n)
	}
	return out
}

// remember keeps a script for the advice at the end.
func (j *Judge) remember(file *diag.Source, script advice.Script, place func(diag.Diagnostic) diag.Diagnostic) {
	if !j.Advise {
		return
	}
	j.design.Scripts = append(j.design.Scripts, script)
	j.sources, j.placed, j.quiet = append(j.sources, file), append(j.placed, place), append(j.quiet, !j.unit.Named)
}

// advice gives advice on all scripts, when all tables and queries are known.
func (j *Judge) advice() {
	j.design.Catalogue = j.Session.Catalogue()
	results, problems, _ := sizing.All(j.design.Catalogue, j.loads, nil, sstable.NB)
	j.unit = &Unit{Named: true}
	for _, p := range problems {
		src := p.Source
		if src == nil {
			src = diag.NewSource("", "")
		}
		j.add(src, "", p.Diagnostic)
	}
	j.design.Sizes = make([]advice.Sized, 0, len(results))
	for _, r := range results {
		j.design.Sizes = append(j.design.Sizes, advice.Sized{Result: r.Result, Partitions: advice.PartitionsOf(r.Work)})
	}
	j.design.Meter = j.Session.Work()
	lists := advice.Run(j.design, j.Options)
	said := ""
	switch {
	case j.held > j.room():
		said = fmt.Sprintf("over budget: design advice holds all statements at once, and these take more than %.1f MB; there is none on the last of them", float64(j.room())/(1<<20))
	case j.design.Meter.Over():
		said = "over budget: not all design advice was worked out"
	}
	if said != "" && len(lists) > 0 {
		j.Over = true
		j.add(j.sources[0], "", diag.Diagnostic{Severity: diag.NotJudged, Message: said, Instead: finding.MoreBudget})
	}
	for i, list := range lists {
		j.unit = &Unit{Named: !j.quiet[i]}
		for _, d := range list {
			j.add(j.sources[i], "", j.placed[i](d))
		}
	}
}

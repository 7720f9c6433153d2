package lsp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/editor"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A snapshot is what judging the files of a project has brought to light.
type snapshot struct {
	documents   *documents // as they were
	files       []string   // that are reported on: absolute, or the address of a document without a file
	findings    map[string][]finding.Finding
	statements  []statement
	catalogue   *schema.Catalogue
	datacenters []string
	sizes       map[*schema.Table]sizing.Sized
	report      finding.Report
	trouble     error // a file that cannot be read
	rulers      map[*diag.Source]*ruler
	names       map[string][]located // by file; see index
	uses        map[editor.Symbol][]located
	index       sync.Once
	mu          sync.Mutex // of rulers
}

// A statement is one of a file.
type statement struct {
	editor.Statement
	file  *diag.Source
	place func(diag.Diagnostic) diag.Diagnostic
}

func (s *statement) span(at diag.Span) diag.Span { return s.place(diag.Diagnostic{Span: at}).Span }

// ruler measures a file of the snapshot.
func (v *snapshot) ruler(src *diag.Source) *ruler {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.rulers[src]
	if r == nil {
		r = newRuler(src.Text)
		v.rulers[src] = r
	}
	return r
}

// key is how a snapshot knows a file: by its path, or by the address of a document
// without one.
func key(name string) string {
	if scheme, _, ok := strings.Cut(name, ":"); ok && len(scheme) > 1 && !strings.ContainsAny(scheme, `/\.`) { // one letter is a drive
		return name
	}
	return project.Absolute(name)
}

// of are the statements of a file. To make a path absolute takes longer than all the rest.
func (v *snapshot) of(file string) iter.Seq[*statement] {
	return func(yield func(*statement) bool) {
		name, is := "", key("") == file
		for i := range v.statements {
			s := &v.statements[i]
			if s.file.Name != name {
				name, is = s.file.Name, key(s.file.Name) == file
			}
			if is && !yield(s) {
				return
			}
		}
	}
}

// address is where the client finds a file of a review.
func (v *snapshot) address(file string) uri.URI {
	if d := v.documents.file[file]; d != nil { // as the client writes it
		return d.uri
	}
	return uri.File(file)
}

func (v *snapshot) document(file string) *document { return v.documents.file[file] }

// errStale says that a document has changed while somebody worked on it.
var errStale = protocol.ErrContentModified

// of reviews the files that a document is judged with, unless that has been done. Who is
// cancelled, or asks for an edition that is none any more, does not wait.
func (s *server) of(ctx context.Context, d *document) (*snapshot, error) {
	s.mu.Lock()
	current, documents, id := s.current, s.opened(), key(d.id())
	s.mu.Unlock()
	gone := func() error {
		switch {
		case ctx.Err() != nil:
			return protocol.ErrRequestCancelled
		case current.Err() != nil:
			return errStale
		}
		return nil
	}
	for {
		if err := gone(); err != nil {
			return nil, err
		}
		s.mu.Lock()
		v, at := s.snapshots[id], s.at[id]
		if current.Err() == nil && v == nil && at == nil {
			done := make(chan struct{})
			s.at[id] = done
			s.mu.Unlock()
			return s.judged(ctx, current, d, documents, done, gone)
		}
		s.mu.Unlock()
		if v != nil {
			return v, nil
		}
		select {
		case <-at: // or who judged was cancelled
		case <-ctx.Done():
		case <-current.Done():
		}
	}
}

// judged judges a document when it is its turn, and closes done.
func (s *server) judged(ctx, current context.Context, d *document, documents *documents, done chan struct{}, gone func() error) (*snapshot, error) {
	id := key(d.id())
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.at[id] == done {
			delete(s.at, id)
		}
		close(done)
	}()
	select {
	case s.judging <- struct{}{}:
		defer func() { <-s.judging }()
	case <-ctx.Done():
	case <-current.Done():
	}
	if err := gone(); err != nil {
		return nil, err
	}
	v := s.judge(d, documents, func() bool { return gone() == nil })
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := gone(); err != nil {
		return nil, err
	}
	for file := range v.findings {
		if s.snapshots[file] == nil || file == id {
			s.snapshots[file] = v
		}
	}
	return v, nil
}

// id is how a document is named in a snapshot.
func (d *document) id() string {
	if d.path != "" {
		return d.path
	}
	return string(d.uri)
}

// judge judges a document with the files of its project.
func (s *server) judge(d *document, documents *documents, goOn func() bool) *snapshot {
	v := &snapshot{documents: documents, findings: map[string][]finding.Finding{}, rulers: map[*diag.Source]*ruler{},
		catalogue: schema.NewCluster(s.o.Cluster.Settings(project.Scope{}).Server), sizes: map[*schema.Table]sizing.Sized{}}
	v.report = finding.Report{Site: s.o.Site, FailOn: diag.Refused, Room: mostSaid}
	v.findings[key(d.id())] = nil
	if kind, _ := d.kind(); kind == configuration {
		v.configuration(d)
		return v
	}
	in := s.o.Inputs
	in.Text = func(path string) (string, bool) {
		if d := documents.file[path]; d != nil {
			return d.text, true
		}
		return "", false
	}
	in.Wrong = func(src *diag.Source, problems []diag.Diagnostic) { v.wrong(src, problems) }
	batch, site, err := s.batch(&in, d)
	if err != nil {
		if !errors.Is(err, review.ErrConfig) {
			v.trouble = err
		}
		return v
	}
	if v.report.Site == "" {
		v.report.Site = site
	}
	cluster := s.o.Cluster
	cluster.Pause = goOn
	if cluster.Budget == 0 {
		cluster.Budget = 1
	}
	j := review.NewJudge(batch, &cluster, in.Definitions(batch.Scope), &v.report)
	j.Advise = s.o.Advice || batch.Scope.Advice
	j.Every = func(u *review.Unit, file, text *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) {
		if r.Stmt != nil {
			v.statements = append(v.statements, statement{editor.Statement{Text: text.Text, Node: r.Stmt, Use: j.Session.Keyspace(), Program: u.Kind == project.Embedded}, file, place})
		}
	}
	j.Run()
	v.catalogue, v.datacenters = j.Session.Catalogue(), cluster.Settings(batch.Scope).Datacenters
	v.workloads(batch, !j.Advise)
	for i := range batch.Units {
		if u := &batch.Units[i]; u.Named {
			v.files = append(v.files, key(u.Source.Name))
		}
	}
	for _, name := range v.report.Files {
		if _, known := v.findings[key(name)]; !known {
			v.files = append(v.files, key(name))
		}
	}
	for _, file := range v.files {
		v.findings[file] = nil
	}
	for _, f := range v.report.Findings {
		v.findings[key(f.Source.Name)] = append(v.findings[key(f.Source.Name)], f)
	}
	if n := v.report.Left; n > 0 {
		file := key(d.id())
		v.findings[file] = append(v.findings[file], finding.Finding{Source: diag.NewSource(d.id(), d.text), Diagnostic: diag.Diagnostic{Severity: diag.Warning,
			Message: "there is too much to say: " + number.Of(n, "finding") + " behind these are not shown", Instead: "Mend the first ones, or run partitionlab check, which shows more."}})
	}
	return v
}

// mostSaid is how many bytes the findings of a project may take, for each change sends them
// anew, and about how many a list of what a document makes. mostProposed is that of proposals:
// each key press asks for them.
const mostSaid, mostProposed = 8 << 20, 1 << 20

// batch finds out with what a document is judged.
func (s *server) batch(in *review.Inputs, d *document) (*review.Batch, string, error) {
	if _, err := os.Stat(d.path); d.path == "" || err != nil { // not on disk, or not yet
		kind, _ := d.kind()
		dir := "."
		if d.path != "" {
			dir = filepath.Dir(d.path)
		}
		b, p, err := in.Alone(dir, diag.NewSource(d.id(), d.text), kind)
		if err != nil {
			return nil, "", err
		}
		return b, p.Site(), nil
	}
	p, err := in.Read([]string{d.path}, review.Judgeable)
	if err != nil {
		return nil, "", err
	}
	b := p.Batches[0]
	for i := range b.Units {
		u := &b.Units[i]
		if b.Project != "" { // all that is judged is reported
			u.Named = !u.Context
		} else if u.Named {
			u.Kind, _ = d.kind()
		}
	}
	return b, p.Site(), nil
}

// wrong notes what is wrong with a configuration.
func (v *snapshot) wrong(src *diag.Source, problems []diag.Diagnostic) {
	file := key(src.Name)
	v.files = append(v.files, file)
	v.findings[file] = nil
	for _, d := range problems {
		v.findings[file] = append(v.findings[file], finding.Finding{Diagnostic: d, Source: src})
	}
}

// configuration judges a configuration that is being written.
func (v *snapshot) configuration(d *document) {
	c, problems := project.Read(d.id(), d.text, finding.Known)
	if len(problems) == 0 {
		for _, p := range c.Projects {
			_, more := p.Inputs()
			problems = append(problems, more...)
		}
	}
	v.wrong(c.Source, problems)
}

// workloads sizes what the workloads of the batch tell of, and reports what is wrong
// with them where nobody else does.
func (v *snapshot) workloads(b *review.Batch, report bool) {
	var loads []*diag.Source
	for i := range b.Units {
		if u := &b.Units[i]; u.Kind == project.Workload {
			loads = append(loads, u.Source)
		}
	}
	if loads == nil {
		return
	}
	sized, problems, _ := sizing.All(v.catalogue, loads, nil, sstable.NB)
	for _, r := range sized {
		v.sizes[r.Table] = r
	}
	for _, src := range loads {
		if works, wrong := workload.ParseAll(src); len(wrong) == 0 {
			problems = append(problems, sizing.Unused(works)...)
		}
	}
	for _, p := range problems {
		if _, unused := p.About.(sizing.Idle); p.Source != nil && (report || unused) {
			if unused {
				p.Rule = "SIZE-03"
			}
			v.report.Findings = append(v.report.Findings, finding.Finding{Diagnostic: p.Diagnostic, Source: p.Source})
		}
	}
}

// publishLater is called with the lock held, at every change.
func (s *server) publishLater() {
	if s.timer != nil {
		s.timer.Stop()
	}
	current := s.current
	s.timer = time.AfterFunc(s.o.Wait, func() {
		defer func() {
			if x := recover(); x != nil {
				fmt.Fprintf(s.o.Log, "partitionlab lsp: judging: %v\n", x)
			}
		}()
		s.publish(current)
	})
}

// publish tells the client what is wrong with all files of the projects of which one is
// open.
func (s *server) publish(ctx context.Context) {
	s.mu.Lock()
	documents := s.opened()
	s.mu.Unlock()
	told := map[uri.URI]bool{}
	for _, d := range documents.by {
		if _, ours := d.kind(); !ours || told[d.uri] {
			continue
		}
		v, err := s.of(ctx, d)
		if err != nil {
			return // a newer edition is on its way
		}
		if v.trouble != nil {
			s.say(ctx, protocol.MessageTypeError, v.trouble.Error())
		}
		told[d.uri] = true
		files := append([]string{key(d.id())}, v.files...)
		for _, file := range files {
			u := v.address(file)
			if told[u] && file != key(d.id()) {
				continue
			}
			told[u] = true
			if list := v.diagnostics(file, s.can.related); len(list) > 0 || s.tells(u) || v.documents.by[u] != nil {
				s.tell(ctx, v, u, list)
			}
		}
	}
	s.mu.Lock()
	var gone []uri.URI
	for u := range s.shown {
		if !told[u] {
			gone = append(gone, u)
		}
	}
	s.mu.Unlock()
	for _, u := range gone {
		s.tell(ctx, nil, u, nil)
	}
}

func (s *server) tells(u uri.URI) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown[u]
}

// tell gives the client the diagnostics of a file.
func (s *server) tell(ctx context.Context, v *snapshot, u uri.URI, list []protocol.Diagnostic) {
	p := &protocol.PublishDiagnosticsParams{URI: u, Diagnostics: list}
	if list == nil {
		p.Diagnostics = []protocol.Diagnostic{}
	}
	s.mu.Lock()
	if v != nil {
		if d := v.documents.by[u]; d != nil {
			p.Version = protocol.NewOptional(d.version)
		}
	}
	if len(list) > 0 {
		s.shown[u] = true
	} else {
		delete(s.shown, u)
	}
	s.mu.Unlock()
	if ctx.Err() == nil {
		s.client.PublishDiagnostics(ctx, p)
	}
}

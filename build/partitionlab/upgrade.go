package main

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/answer"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/upgrade"
	servers "partitionlab/wasm/version"
	"partitionlab/wasm/version/versionbook"
)

// upgradeCommand compares what two releases say of the same files.
func upgradeCommand() *command {
	c := newCommand("upgrade", "FILE…", "say what a newer Cassandra does otherwise with these statements")
	c.about = `
Judges the FILEs twice, as the server of -from does and as that of -to, and prints what
differs: what the newer one refuses or warns of; what it answers, names or words otherwise;
which options tables get, and which are gone; which keys of cassandra.yaml have another
name; what could be written that could not before, such as an SAI index where a read filters;
and how many bytes the same rows take in the file formats of both. What is proposed was
refused by the one and accepted by the other.

FILEs are what check takes. With a workload (.size) its partitions are sized; without one
what the statements write, or one row. The exit code is 1 where the newer server refuses
what the older one takes.`
	c.examples = []example{
		{"partitionlab upgrade -from 4.1 schema.cql queries.cql", "what Cassandra 5.0 does otherwise than 4.1"},
		{"partitionlab upgrade -from 4.0 -to 4.1 .", "the projects of partitionlab.toml, or all files below this folder"},
		{"partitionlab upgrade -from 4.0 -fail-on warning schema.cql src", "exit code 1 for new warnings, too"},
		{"partitionlab upgrade -from 4.0 -set enable_materialized_views=true schema.cql load.size", "with keys of cassandra.yaml as the older server has them"},
		{"partitionlab upgrade -from 4.1 -json schema.cql", "each change with the answers of both servers"},
	}
	names := servers.Names()
	from := c.choice("from", "`release` that the cluster runs; without it what partitionlab.toml says (server = 4.1)", append([]string{""}, names[:len(names)-1]...)...)
	slices.Reverse(names)
	to := c.choice("to", "`release` that it is to run", names[:len(names)-1]...)
	report := c.reports("format")
	asJSON := c.flags.Bool("json", false, "print an array of changes as JSON, with the answers of both servers")
	failOn := c.choice("fail-on", "lightest change that makes the exit code 1", "refused", "warning")
	cluster, in := c.anyCluster(), c.inputs()
	c.run = func(files []string, std stdio) int {
		switch {
		case *asJSON && c.given("format"):
			return c.wrong(std, "-format says how a report looks; -json prints changes")
		case files == nil:
			return c.wrong(std, "name the files that are to be judged")
		}
		reading, err := on(in, std).Read(files, func(name string) bool { return review.Judgeable(name) || project.KindOf(name) == project.Workload })
		if err != nil {
			return c.unplanned(std, err)
		}
		r := report.start(reading, cluster.Budget, std)
		r.FailOn = severities[*failOn]
		changes := []changeJSON{}
		over := false
		var common []string
		for _, b := range reading.Batches {
			u := &upgrading{command: c, from: *cluster, to: *cluster, batch: b, in: in, report: r}
			if u.from.Server, u.to.Server = *from, *to; u.from.Server == "" {
				u.from.Server = b.Scope.Server
			}
			was, err1 := servers.Parse(u.from.Server)
			is, _ := servers.Parse(u.to.Server)
			switch {
			case u.from.Server == "":
				return c.wrong(std, "which release does the cluster run? Write -from 4.1 or -from 4.0")
			case err1 != nil:
				return c.wrong(std, "-from: %v", err1)
			case was >= is:
				return c.wrong(std, "from %s to %s is no upgrade: name an older release with -from, or a newer one with -to; `partitionlab check -server %s` tells what that one refuses", was, is, is)
			}
			if err := u.from.Refused(b.Scope); err != nil {
				return c.wrong(std, "%v", err)
			}
			r.Judged = "Apache Cassandra " + was.Release() + " and " + is.Release()
			changes = append(changes, u.run()...)
			over = over || u.over
			if line := u.besides(was, is); !slices.Contains(common, line) {
				common = append(common, line)
			}
		}
		r.Sort()
		if *asJSON {
			if err := answer.Write(std.out, changes); err != nil {
				return c.failed(std, err)
			}
			c.left(r.Left, "change", r.Room, std)
		} else {
			if err := report.write(r, std); err != nil {
				return c.failed(std, err)
			}
			if *report.format == "text" {
				for _, line := range common {
					fmt.Fprintln(std.err, line)
				}
			}
		}
		if over {
			fmt.Fprintln(std.err, "partitionlab upgrade: over budget: not all statements are compared; "+finding.MoreBudget)
		}
		switch {
		case over || r.Left > 0:
			return notDone
		case r.Failed():
			return found
		}
		return clean
	}
	return c
}

// upgrading judges a batch as two servers.
type upgrading struct {
	command  *command
	from, to review.Cluster
	batch    *review.Batch
	in       *review.Inputs
	report   *finding.Report
	over     bool
	unjudged int // statements that are known only when a program runs
	held     int // bytes of what both say, about
	already  int // that the older server refuses as well
}

// A pairable is a statement that one server has judged, with its place in a file.
type pairable struct {
	source           *diag.Source
	place            func(diag.Diagnostic) diag.Diagnostic
	text             string
	span             diag.Span
	*session.Outcome // nil of one that is taken without a word: see [upgrade.Quiet]
}

// A spot is where a statement stands.
type spot struct {
	file  string
	start int
}

func (p *pairable) spot() spot {
	return spot{p.source.Name, p.place(diag.Diagnostic{Span: p.span}).Span.Start}
}

// heard are the statements that one server has judged, by their spots; nil for one that it takes
// without a word: there may be very many.
type heard map[spot][]*pairable

// quiet is the one statement of most spots.
var quiet = []*pairable{nil}

func (h heard) add(p *pairable) {
	at := p.spot()
	switch list := h[at]; {
	case p.Outcome != nil:
		h[at] = append(list, p)
	case list == nil:
		h[at] = quiet[:1:1]
	default:
		h[at] = append(list, nil)
	}
}

// next takes the next statement from a spot; false where there is none.
func (h heard) next(at spot) (*pairable, bool) {
	list := h[at]
	if len(list) == 0 {
		return nil, false
	}
	h[at] = list[1:]
	return list[0], true
}

// changeJSON is a change as -json has it.
type changeJSON struct {
	Change  upgrade.Kind      `json:"change"`
	File    string            `json:"file,omitempty"`
	Start   int               `json:"start"`
	End     int               `json:"end"`
	Message string            `json:"message"`
	Rule    string            `json:"rule,omitempty"`
	Why     string            `json:"why,omitempty"`
	Instead string            `json:"instead,omitempty"`
	Advice  string            `json:"advice,omitempty"` // the rule of the advice that fits
	Try     string            `json:"try,omitempty"`    // CQL that only the newer server takes
	Fixes   []answer.Fix      `json:"fixes,omitempty"`
	Sizes   *upgrade.Bytes    `json:"sizes,omitempty"`
	From    *answer.Statement `json:"from,omitempty"`
	To      *answer.Statement `json:"to,omitempty"`
}

// judge runs the batch on one of the servers; each hears of every statement. Advice is given on
// reads: nothing else asks for it.
func (u *upgrading) judge(cluster *review.Cluster, advise bool, each func(*pairable)) (*review.Judge, *finding.Report) {
	own := &finding.Report{FailOn: diag.Refused, Room: u.report.Room, Only: isAdvice} // the outcomes tell the rest
	j := review.NewJudge(u.batch, cluster, u.in.Definitions(u.batch.Scope), own)
	j.Advise = advise
	if advise {
		j.Options = adviceOptions(u.batch.Scope)
		j.Options.Now = cluster.Clock()
		j.Unadvised = writes
	}
	var last *session.Outcome
	var text string
	j.Every = func(_ *review.Unit, _, src *diag.Source, r *session.Outcome, _ func(diag.Diagnostic) diag.Diagnostic) {
		last, text = r, src.Text[min(r.Span.Start, len(src.Text)):min(r.Span.End, len(src.Text))]
	}
	j.Results = func(src *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) {
		one := &pairable{source: src, place: place, text: text, span: r.Span}
		if filled := r != last; filled || !upgrade.Quiet(r) { // filled in elsewhere
			one.Outcome = new(*r)
			one.Lean() // the outcomes of all statements are held at once
			one.NotJudged = one.NotJudged || filled
			if u.held += perOutcome + 20*len(text); r.Diag != nil {
				u.held += r.Diag.Size()
			}
			if u.held > 3*u.report.Room {
				u.over = true
				return
			}
		}
		each(one)
	}
	j.Run()
	u.over = u.over || j.Over
	return j, own
}

// perOutcome is about how many bytes are held of what one server says of a statement, besides words.
const perOutcome = 1000

// told is the outcome of a statement, also of one that was taken without a word: the other server
// says something.
func told(o *session.Outcome, by *review.Judge, p *pairable) *session.Outcome {
	if o == nil {
		o = &session.Outcome{Span: p.span, Server: by.Session.Settings().Server}
	}
	return o
}

// writes reports whether a statement writes rows.
func writes(s cql.Statement) bool {
	switch s.(type) {
	case *cql.Insert, *cql.Update, *cql.Delete, *cql.Batch:
		return true
	}
	return false
}

// run compares, and adds what differs to the report.
func (u *upgrading) run() (out []changeJSON) {
	was := heard{}
	older, _ := u.judge(&u.from, false, was.add)
	older.Session.Forget() // the rows of one release alone are held at once
	var pairs []upgrade.Pair
	var places []*pairable
	// What one of them hears and the other does not is a statement that is there already.
	newer, own := u.judge(&u.to, true, func(to *pairable) {
		from, ok := was.next(to.spot())
		if !ok || from == nil && to.Outcome == nil {
			return
		}
		pair := upgrade.Pair{Text: to.text, To: to.Outcome}
		if from != nil {
			pair.From = from.Outcome
		}
		if pair.From != nil && pair.To != nil && pair.From.Stmt == nil && pair.To.Stmt == nil && pair.From.Diag != nil && pair.To.Diag != nil && !pair.To.NotJudged {
			u.already++ // no statement for either
			return
		}
		pairs = append(pairs, pair)
		places = append(places, to)
	})
	for _, name := range own.Files {
		if !slices.Contains(u.report.Files, name) {
			u.report.Files = append(u.report.Files, name)
		}
	}
	u.report.Statements += own.Statements
	out = u.settings()
	for i := range pairs {
		p := &pairs[i]
		p.From, p.To = told(p.From, older, places[i]), told(p.To, newer, places[i])
		if p.To.NotJudged && p.To.Ended == nil {
			u.unjudged++
		}
		if p.From.Diag != nil && p.To.Diag != nil {
			u.already++
		}
	}
	a, b := older.Session, newer.Session
	var loads []*diag.Source
	for _, unit := range u.batch.Units {
		if unit.Kind == project.Workload && unit.Named {
			loads = append(loads, unit.Source)
		}
	}
	sizes, problems := upgrade.Sizes(a, b, pairs, loads)
	for _, p := range problems {
		src := p.Source
		if src == nil {
			src = diag.NewSource("", "")
		}
		u.report.Add(finding.Finding{Diagnostic: p.Diagnostic, Source: src, Project: u.batch.Project})
	}
	advised := onlyAdvice(own)
	changes, over := upgrade.Run(a, b, pairs)
	u.over = u.over || over
	for _, change := range append(changes, sizes...) {
		p := places[change.Pair]
		j := changeJSON{Change: change.Kind, File: p.source.Name, Try: change.Try, Sizes: change.Of}
		var advice *diag.Diagnostic
		if change.OffersIndex() {
			if f := fitting(advised, p); f != nil {
				advice, j.Advice = &f.Diagnostic, f.Rule
			}
		}
		d := p.place(change.Told(u.to.Server, advice))
		if d.Rule == "" {
			d.Rule = ruleOf[change.Kind]
		}
		j.Start, j.End, j.Message, j.Rule, j.Why, j.Instead = d.Start, d.End, d.Message, d.Rule, d.Why, d.Instead
		if u.report.Add(finding.Finding{Diagnostic: d, Source: p.source, Project: u.batch.Project}) {
			x, y := answerOf(p.source, pairs[change.Pair].From, p.place), answerOf(p.source, pairs[change.Pair].To, p.place)
			x.File, y.File, x.Rows, y.Rows = "", "", nil, nil
			if j.From, j.To = &x, &y; change.Kind != upgrade.Refuses {
				j.Fixes = answer.AdviceOf(d).Fixes
			}
			out = append(out, j)
		}
	}
	return out
}

// ruleOf are the rules of changes that no server speaks of.
var ruleOf = map[upgrade.Kind]string{
	upgrade.Setting: "NEXT-01", upgrade.Words: "NEXT-02", upgrade.Answers: "NEXT-03", upgrade.Named: "NEXT-04",
	upgrade.Options: "NEXT-05", upgrade.Takes: "NEXT-06", upgrade.Possible: "NEXT-07", upgrade.Size: "NEXT-08",
}

// onlyAdvice are the findings that are design advice, by files and places.
func onlyAdvice(own *finding.Report) map[string][]*finding.Finding {
	out := map[string][]*finding.Finding{}
	for i := range own.Findings { // they are in order
		f := &own.Findings[i]
		out[f.Source.Name] = append(out[f.Source.Name], f)
	}
	return out
}

// isAdvice reports whether a finding is design advice that says what to do.
func isAdvice(f *finding.Finding) bool {
	rule, ok := finding.Find(f.Rule)
	return ok && rule.Kind == finding.Advice && f.Instead != ""
}

// fitting is the advice on a statement, nil where there is none.
func fitting(advice map[string][]*finding.Finding, s *pairable) *finding.Finding {
	at := s.place(diag.Diagnostic{Span: s.span}).Span
	list := advice[s.source.Name]
	i := sort.Search(len(list), func(i int) bool { return list[i].Start >= at.Start })
	if i < len(list) && list[i].Start < at.End {
		return list[i]
	}
	return nil
}

// settings compares the keys of cassandra.yaml that are set.
func (u *upgrading) settings() (out []changeJSON) {
	var set [][2]string
	for _, key := range slices.Sorted(maps.Keys(u.batch.Scope.Settings)) {
		set = append(set, [2]string{key, u.batch.Scope.Settings[key]})
	}
	for _, pair := range append(set, u.to.Set...) {
		s := check.NewSettings()
		s.SetServer(u.to.Server)
		message, severity := "", diag.Warning
		if err := s.Set(pair[0], pair[1]); err != nil {
			message, severity = err.Error(), diag.Refused
		} else if name := s.NameOf(pair[0]); name != pair[0] {
			message = u.to.Server + " calls " + pair[0] + " " + name + "; it still reads the old name"
			severity = diag.Note
		}
		if message == "" {
			continue
		}
		text := pair[0] + ": " + pair[1]
		d := finding.Of("NEXT-01", severity, diag.Span{End: len(pair[0])}, message)
		if u.report.Add(finding.Finding{Diagnostic: d, Source: diag.NewSource("cassandra.yaml", text), Project: u.batch.Project}) {
			out = append(out, changeJSON{Change: upgrade.Setting, File: "cassandra.yaml", End: len(pair[0]), Message: message, Rule: d.Rule, Why: d.Why, Instead: d.Instead})
		}
	}
	return out
}

// besides is a line on what is new and what is gone, whether a file uses it or not.
func (u *upgrading) besides(was, is servers.Server) string {
	var come, gone []string
	for _, d := range versionbook.All() {
		what := servers.Of(d.Feature).What // "" of what only the order of checks, or words, depends on
		switch {
		case what == "" || d.Feature == servers.SnakeCase: // functions are told by name
		case is.Has(d.Feature) && !was.Has(d.Feature):
			come = append(come, strings.TrimSuffix(what, ","))
		case was.Has(d.Feature) && !is.Has(d.Feature):
			gone = append(gone, strings.TrimSuffix(what, ","))
		}
	}
	line := ""
	if come != nil {
		line = "new in " + is.String() + " since " + was.String() + ", used here or not: " + strings.Join(come, "; ")
	}
	if gone != nil {
		line += "\ngone: " + strings.Join(gone, "; ")
	}
	if u.already > 0 {
		line += fmt.Sprintf("\n%s refused by both; `partitionlab check -server %s` tells why", number.Of(u.already, "statement"), was)
	}
	if u.unjudged > 0 {
		line += fmt.Sprintf("\n%s not judged: known only when a program runs", number.Of(u.unjudged, "statement"))
	}
	return strings.TrimPrefix(line, "\n")
}

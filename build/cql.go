package build

import (
	"fmt"
	"hash/maphash"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// schemas are the files of content/schemas by name: "hotel" is hotel.cql. Beside
// them are the data sets of content/datasets: "datasets/az3" is az3.cql, whose
// first line, "-- schema: hotel", names the schema of its tables; and the models of
// content/models: "models/hotel" is hotel.model.
type schemas struct {
	text   map[string]string
	sum    uint64          // of everything, to notice a change
	broken map[string]bool // those that Cassandra refuses
}

func (b *Builder) readSchemas(problems *problemList) *schemas {
	s := &schemas{text: map[string]string{}, broken: map[string]bool{}}
	names, _ := fs.Glob(b.source, "content/schemas/*.cql")
	sets, _ := fs.Glob(b.source, "content/datasets/*.cql")
	models, _ := fs.Glob(b.source, "content/models/*.model")
	var all maphash.Hash
	all.SetSeed(b.seed)
	for _, file := range slices.Concat(names, sets, models) {
		text, err := fs.ReadFile(b.source, file)
		if err != nil {
			problems.add(Problem{File: file, Message: err.Error()})
			continue
		}
		name := strings.TrimPrefix(strings.TrimPrefix(file, "content/"), "schemas/")
		s.text[strings.TrimSuffix(name, path.Ext(name))] = string(text)
		maphash.WriteComparable(&all, [2]string{file, string(text)})
	}
	s.sum = all.Sum64()
	return s
}

// file returns the text of a schema.
func (s *schemas) file(name string) (string, error) {
	text, ok := s.text[name]
	if !ok {
		if !strings.Contains(name, "/") {
			name = "schemas/" + name
		}
		ending := ".cql"
		if strings.HasPrefix(name, "models/") {
			ending = ".model"
		}
		return "", fmt.Errorf("there is no content/%s%s", name, ending)
	}
	return text, nil
}

// checkSchemas has every schema and every data set accepted, once a build. Of a
// broken one only the first fault is told, because the next may follow from it.
func checkSchemas(s *schemas, problems *problemList) {
	check := func(name, file string, conn *session.Session) {
		src := diag.NewSource(file, s.text[name])
		faults := refusals(conn.Script(src))
		if len(faults) == 0 {
			return
		}
		s.broken[name] = true
		line, _ := src.Position(faults[0].Start)
		message := said(faults[0]) + ": " + oneLine(faults[0])
		if more := len(faults) - 1; more > 0 {
			message += fmt.Sprintf(" (and %d more, perhaps because of it)", more)
		}
		problems.add(Problem{file, line, message})
	}
	sets := []string{}
	for _, name := range sortedKeys(s.text) {
		switch {
		case strings.HasPrefix(name, "models/"): // whoever shows one checks it
			continue
		case strings.Contains(name, "/"):
			sets = append(sets, name)
			continue
		}
		check(name, "content/schemas/"+name+".cql", newSession())
	}
	for _, name := range sets {
		file := "content/" + name + ".cql"
		first, _, _ := strings.Cut(s.text[name], "\n")
		of, ok := strings.CutPrefix(first, "-- schema: ")
		of = strings.TrimSpace(of)
		text, err := s.file(of)
		switch {
		case !ok:
			problems.add(Problem{file, 1, "a data set names its schema in its first line: -- schema: hotel"})
			s.broken[name] = true
		case err != nil:
			problems.add(Problem{file, 1, err.Error()})
			s.broken[name] = true
		case s.broken[of]:
			s.broken[name] = true
		default:
			conn := newSession()
			conn.Script(diag.NewSource("", text))
			check(name, file, conn)
		}
	}
}

// newSession is an empty one with the keyspace lab in use, as on the command
// line. Its clock stands still, so that a build makes the same site every day.
func newSession() *session.Session {
	return session.New(session.Settings{Keyspace: "lab", Now: 1_767_225_600}) // 2026-01-01
}

// A judge is the session that the CQL of a chapter runs in, fence after fence.
type judge struct {
	session *session.Session
	roles   roles
	schema  string    // what has run in it before the first fence
	shown   []string  // what has run in it, fence by fence
	refused int       // of these statements
	last    *verbatim // the fence that was shown last; below it a link leads to the workbench
	at      int       // where that begins
}

// begin ends the session, and begins an empty one.
func (c *compiling) begin(j *judge) {
	c.lead(j)
	*j = judge{session: newSession(), roles: roles{}}
}

// lead leads from the last fence of a session to the workbench, which says more of all that
// was shown in it.
func (c *compiling) lead(j *judge) {
	if j.last == nil {
		return
	}
	text := lab.BenchFiles(j.schema, strings.Join(j.shown, "\n"))
	j.last.html += `<p class="try-it"><a href="` + html.EscapeString(lab.BenchLink(c.root, text, nil)) + `">Open in the workbench</a></p>` + "\n"
	if n := len(refusals(newSession().Script(diag.NewSource("", text)))); n != j.refused {
		c.fail(j.at, fmt.Sprintf("the workbench shows this CQL with all that stands before it, and refuses %d statements of it where the chapter refuses %d: end each fence with a semicolon, and begin anew with fresh where names return", n, j.refused))
	}
}

func (c *compiling) newJudge() *judge {
	j := &judge{session: newSession(), roles: roles{}}
	if c.meta.schema != "" {
		if err := c.load(j, c.meta.schema); err != "" {
			c.add(Problem{c.file, 1, err})
		}
	}
	return j
}

// schemaFile returns the text of a schema, and notes where the chapter builds on
// a broken one.
func (c *compiling) schemaFile(name string) (string, error) {
	c.spoiled = c.spoiled || c.schemas.broken[name]
	return c.schemas.file(name)
}

// load runs a schema. Its own faults are told at its own place.
func (c *compiling) load(j *judge, name string) string {
	text, err := c.schemaFile(name)
	if err != nil {
		return err.Error()
	}
	src := diag.NewSource("", text)
	j.roles.learn(cql.Parse(src))
	j.session.Script(src)
	if j.shown == nil {
		j.schema += text
	} else {
		j.shown = append(j.shown, text)
	}
	return ""
}

// cqlFence judges a fence of CQL and returns its HTML. The options are
//
//	rule=W-05     the fence must break this rule, and the page shows the diagnostic;
//	              rule=W-10,W-11: these rules
//	brief         of the diagnostic, only the server's words
//	warns         the server must warn, and the page shows it
//	fresh         an empty session first
//	schema=hotel  this schema first
func (c *compiling) cqlFence(j *judge, options, body string, at int) string {
	var rules []string // that it must break
	warns, brief := false, false
	for _, option := range strings.Fields(options) {
		name, value, _ := strings.Cut(option, "=")
		problem := ""
		switch {
		case name == "rule" && value != "":
			rules = strings.Split(value, ",")
		case name == "schema" && value != "":
			problem = c.load(j, value)
		case option == "warns":
			warns = true
		case option == "brief":
			brief = true
		case option == "fresh":
			c.begin(j)
		default:
			problem = "a cql fence has no option " + option + ": it knows rule=ID, brief, warns, fresh and schema=NAME"
		}
		if problem != "" {
			c.fail(at-1, problem)
		}
	}
	src := diag.NewSource("", body)
	script := cql.Parse(src)
	j.roles.learn(script)
	results := j.session.Script(src)
	j.shown = append(j.shown, body)

	var shown []diag.Diagnostic
	var marks []diag.Span
	broken := map[string]bool{}
	var others []diag.Diagnostic // that the fence does not announce
	for _, d := range refusals(results) {
		j.refused++
		if slices.Contains(rules, d.Rule) {
			broken[d.Rule] = true
			marks = append(marks, d.Span)
			if brief {
				d.Why, d.Instead, d.Fixes, d.Related = "", "", nil, nil
				if slices.ContainsFunc(shown, func(s diag.Diagnostic) bool { return s.Message == d.Message }) {
					continue // rules that share a sentence
				}
			}
			shown = append(shown, d)
			continue
		}
		others = append(others, d)
	}
	c.refused(others, rules, broken, at)
	warned := false
	for _, r := range results {
		for _, w := range r.Warnings {
			warned = true
			if warns {
				shown = append(shown, diag.Diagnostic{Severity: diag.Warning, Message: w, Span: r.Span})
			}
		}
	}
	if warns && !warned {
		c.fail(at, "the server must warn here, and it does not")
	}

	below := ""
	if len(shown) > 0 {
		if brief {
			src = diag.NewSource("", "") // the place is marked right above
		}
		below = view.HTML(lab.Findings(c.root, src, shown))
	}
	return cqlBlock(highlight(script, j.roles, marks), below)
}

// refused says what a fence breaks without announcing it, and what it announces and
// does not break: in one sentence, where it breaks one rule for another.
func (c *compiling) refused(others []diag.Diagnostic, rules []string, broken map[string]bool, at int) {
	var kept, now []string // rules that are announced and not broken; what to announce
	for _, rule := range rules {
		if broken[rule] {
			now = append(now, rule)
		} else {
			kept = append(kept, rule)
		}
	}
	for _, d := range others {
		if d.Rule != "" && !slices.Contains(now, d.Rule) {
			now = append(now, d.Rule)
		}
	}
	for _, d := range others {
		switch {
		case d.Rule == "":
			c.fail(at+d.Start, said(d)+": "+oneLine(d))
		case len(kept) > 0:
			c.fail(at+d.Start, "this breaks "+d.Rule+", not "+strings.Join(kept, ", ")+": write rule="+strings.Join(now, ",")+"; "+oneLine(d))
		default:
			c.fail(at+d.Start, said(d)+" ("+d.Rule+"): "+oneLine(d))
		}
	}
	if len(others) == 0 {
		for _, rule := range kept {
			c.fail(at, "this must break rule "+rule+", and Cassandra accepts it")
		}
	}
}

func said(d diag.Diagnostic) string {
	if d.Severity == diag.NotJudged {
		return "no verdict"
	}
	return "Cassandra refuses this"
}

// refusals lists what keeps results from being accepted: refusals, and what is
// not judged yet.
func refusals(results []session.Outcome) (all []diag.Diagnostic) {
	for _, r := range results {
		switch {
		case r.Diag != nil:
			all = append(all, *r.Diag)
		case r.NotJudged:
			all = append(all, diag.Diagnostic{Severity: diag.NotJudged, Message: "not judged yet", Span: r.Span})
		}
	}
	slices.SortStableFunc(all, func(a, b diag.Diagnostic) int { return a.Start - b.Start })
	return all
}

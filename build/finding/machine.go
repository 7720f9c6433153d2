package finding

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"

	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"partitionlab/wasm/answer"
	"partitionlab/wasm/diag"
)

// place is a stretch of a file: lines and columns from 1, columns in code points;
// offsets in bytes.
type place struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
	Start     int `json:"start"`
	End       int `json:"end"`
}

func placeOf(src *diag.Source, s diag.Span) place {
	p := place{Start: s.Start, End: max(s.End, s.Start)}
	p.Line, p.Column = src.Position(p.Start)
	p.EndLine, p.EndColumn = src.Position(p.End)
	return p
}

// document is the report as JSON. report.schema.json says what it means; a change
// that breaks readers counts Version up.
type document struct {
	Version  int           `json:"version"`
	Tool     toolJSON      `json:"tool"`
	Command  string        `json:"command"`
	Findings []findingJSON `json:"findings"`
	Off      []findingJSON `json:"off,omitzero"`
	Tables   []Table       `json:"tables,omitempty"`
	Written  []File        `json:"written,omitempty"`
	Summary  summaryJSON   `json:"summary"`
}

type toolJSON struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Judged  string `json:"judged"`
}

type findingJSON struct {
	File string `json:"file"`
	place
	Severity string        `json:"severity"`
	Fails    bool          `json:"fails"`
	Rule     string        `json:"rule,omitempty"`
	Link     string        `json:"link,omitempty"`
	Kind     string        `json:"kind,omitempty"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Why      string        `json:"why,omitempty"`
	Instead  string        `json:"instead,omitempty"`
	Fixes    []fixJSON     `json:"fixes,omitempty"`
	Related  []relatedJSON `json:"related,omitempty"`
	Project  string        `json:"project,omitempty"`
	Via      string        `json:"via,omitempty"`
	Off      string        `json:"off,omitempty"`
}

type fixJSON struct {
	Title string     `json:"title"`
	Edits []editJSON `json:"edits"`
}

type editJSON struct {
	place
	Text string `json:"text"`
}

type relatedJSON struct {
	place
	Text string `json:"text"`
}

type summaryJSON struct {
	Files      int  `json:"files"`
	Statements int  `json:"statements"`
	Refused    int  `json:"refused"`
	Warnings   int  `json:"warnings"`
	Advice     int  `json:"advice"`
	Notes      int  `json:"notes"`
	NotJudged  int  `json:"notJudged"`
	Off        int  `json:"off"`
	Failed     bool `json:"failed"`
}

func (r *Report) one(f *Finding) findingJSON {
	j := findingJSON{File: filepath.ToSlash(f.Source.Name), place: placeOf(f.Source, f.Span), Severity: strings.ReplaceAll(f.Severity.String(), " ", "-"), Fails: f.Off == "" && r.Fails(f),
		Rule: f.Rule, Link: r.Link(f.Rule), Kind: f.Kind.String(), Message: f.Message, Hint: f.Hint, Why: f.Why, Instead: f.Instead, Project: f.Project, Via: f.Via, Off: f.Off}
	for _, x := range f.Fixes {
		fix := fixJSON{Title: x.Title, Edits: []editJSON{}}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, editJSON{placeOf(f.Source, e.Span), e.Text})
		}
		j.Fixes = append(j.Fixes, fix)
	}
	for _, x := range f.Related {
		j.Related = append(j.Related, relatedJSON{placeOf(f.Source, x.Span), x.Text})
	}
	return j
}

func (r *Report) json(out io.Writer) error {
	n := r.Count()
	d := document{Version: 1, Tool: toolJSON{"partitionlab", r.Version, r.Judged}, Command: r.Command, Findings: []findingJSON{}, Tables: r.Tables, Written: r.Written,
		Summary: summaryJSON{len(r.Files), r.Statements, n[diag.Refused], n[diag.Warning], n[diag.Advice], n[diag.Note], n[diag.NotJudged], len(r.Off), r.Failed()}}
	if len(r.Off) > 0 {
		d.Off = []findingJSON{}
	}
	return stream(out, d, []list{{`"findings":[]`, len(r.Findings), func(i int) any { return r.one(&r.Findings[i]) }},
		{`"off":[]`, len(r.Off), func(i int) any { return r.one(&r.Off[i]) }}})
}

// A list is one of a document that is written element by element.
type list struct {
	empty string // how the document has it without elements
	n     int
	at    func(i int) any
}

// stream writes a document with the elements of lists that are empty in it, in their order.
func stream(out io.Writer, document any, lists []list) error {
	var text strings.Builder
	if err := answer.Write(&text, document); err != nil {
		return err
	}
	w, rest := bufio.NewWriter(out), text.String()
	for _, l := range lists {
		if l.n == 0 {
			continue
		}
		before, after, _ := strings.Cut(rest, l.empty)
		w.WriteString(before + l.empty[:len(l.empty)-1])
		if err := answer.WriteList(w, l.n, l.at); err != nil {
			return err
		}
		rest = "]" + after
	}
	w.WriteString(rest)
	return w.Flush()
}

// The parts of SARIF 2.1.0 that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri,omitempty"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
		Help             sarifText `json:"help"`
		HelpURI          string    `json:"helpUri,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID              string             `json:"ruleId,omitempty"`
		RuleIndex           *int               `json:"ruleIndex,omitempty"`
		Level               string             `json:"level"`
		Message             sarifText          `json:"message"`
		Locations           []sarifLocation    `json:"locations"`
		RelatedLocations    []sarifLocation    `json:"relatedLocations,omitempty"`
		Fixes               []sarifFix         `json:"fixes,omitempty"`
		PartialFingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifFix struct {
		Description     sarifText     `json:"description"`
		ArtifactChanges []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifRegion `json:"deletedRegion"`
		InsertedContent *sarifText  `json:"insertedContent,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

// uri is a file's name as SARIF has it.
func uri(name string) sarifArtifact {
	u := url.URL{Path: filepath.ToSlash(Name(name))}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return sarifArtifact{u.String()}
}

func region(src *diag.Source, s diag.Span) sarifRegion {
	p := placeOf(src, s)
	return sarifRegion{p.Line, p.Column, p.EndLine, p.EndColumn}
}

// around is the line of a place; of a long one, what is near.
func around(src *diag.Source, at int) string {
	const far = 2000
	line, _ := src.Position(at)
	text, start := src.Line(line)
	if len(text) > 2*far {
		at = min(max(at-start, 0), len(text))
		text = text[max(at-far, 0):min(at+far, len(text))]
	}
	return text
}

var sarifLevels = map[diag.Severity]string{diag.Refused: "error", diag.Warning: "warning", diag.Advice: "warning", diag.Note: "note", diag.NotJudged: "note"}

func (r *Report) sarif(out io.Writer) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "partitionlab", Version: r.Version, InformationURI: r.Site, Rules: []sarifRule{}}
	index := map[string]int{}
	both := [...][]Finding{r.Findings, r.Off}
	for _, some := range both { // the rules stand before the results
		for i := range some {
			r.ruleOf(&some[i], &run.Tool.Driver, index)
		}
	}
	results := list{`"results":[]`, len(r.Findings) + len(r.Off), func(i int) any {
		f := &both[0]
		if i >= len(*f) {
			f, i = &both[1], i-len(*f)
		}
		return r.result(&(*f)[i], &run.Tool.Driver, index)
	}}
	return stream(out, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}, []list{results})
}

// ruleOf is the index of a finding's rule among those of the driver, which it adds; false where it
// has none.
func (r *Report) ruleOf(f *Finding, driver *sarifDriver, index map[string]int) (n int, ok bool) {
	known, ok := Find(f.Rule)
	if !ok {
		return 0, false
	}
	n, seen := index[f.Rule]
	if !seen {
		n = len(driver.Rules)
		index[f.Rule] = n
		title := known.Title()
		driver.Rules = append(driver.Rules, sarifRule{f.Rule, sarifText{title}, sarifText{or(known.Why, title)}, sarifText{or(known.Instead, or(known.Why, title))}, r.Link(f.Rule)})
	}
	return n, true
}

func (r *Report) result(f *Finding, driver *sarifDriver, index map[string]int) sarifResult {
	brief := f.brief()
	f = &brief
	text := f.Message
	for _, more := range []string{f.Hint, f.Instead} {
		if more != "" {
			text += "\n" + more
		}
	}
	file := uri(f.Source.Name)
	sum := sha256.Sum256([]byte(f.Rule + "\x00" + Alike(f.Message) + "\x00" + strings.TrimSpace(around(f.Source, f.Start))))
	res := sarifResult{RuleID: f.Rule, Level: sarifLevels[f.Severity], Message: sarifText{text},
		Locations:           []sarifLocation{{PhysicalLocation: sarifPhysical{file, region(f.Source, f.Span)}}},
		PartialFingerprints: map[string]string{"partitionlab/v1": hex.EncodeToString(sum[:16])}}
	if n, ok := r.ruleOf(f, driver, index); ok {
		res.RuleIndex = &n
	}
	for _, x := range f.Related {
		res.RelatedLocations = append(res.RelatedLocations, sarifLocation{sarifPhysical{file, region(f.Source, x.Span)}, &sarifText{x.Text}})
	}
	for _, x := range f.Fixes {
		change := sarifChange{ArtifactLocation: file}
		for _, e := range x.Edits {
			rep := sarifReplacement{DeletedRegion: region(f.Source, e.Span)}
			if e.Text != "" {
				rep.InsertedContent = &sarifText{e.Text}
			}
			change.Replacements = append(change.Replacements, rep)
		}
		if len(change.Replacements) > 0 {
			res.Fixes = append(res.Fixes, sarifFix{sarifText{x.Title}, []sarifChange{change}})
		}
	}
	if f.Off != "" {
		res.Suppressions = []sarifSuppression{{"external", f.Off}}
	}
	return res
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// github writes annotations: commands that GitHub Actions reads from a log.
func (r *Report) github(out io.Writer) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for i := range r.Findings {
		f := r.Findings[i].brief()
		p := placeOf(f.Source, f.Span)
		level := map[string]string{"error": "error", "warning": "warning", "note": "notice"}[sarifLevels[f.Severity]]
		title := "partitionlab"
		if f.Rule != "" {
			title += " " + f.Rule
		}
		text := f.Message
		for _, more := range []string{f.Why, f.Instead, r.Link(f.Rule)} {
			if more != "" {
				text += "\n" + more
			}
		}
		where := fmt.Sprintf("file=%s,line=%d,endLine=%d", property.Replace(filepath.ToSlash(Name(f.Source.Name))), p.Line, p.EndLine)
		if p.Line == p.EndLine { // columns on one line only, as GitHub wants them
			where += fmt.Sprintf(",col=%d,endColumn=%d", p.Column, p.EndColumn)
		}
		if _, err := fmt.Fprintf(out, "::%s %s,title=%s::%s\n", level, where, property.Replace(title), data.Replace(text)); err != nil {
			return err
		}
	}
	return nil
}

// The parts of JUnit's XML that are written: a suite a file, a case a finding that
// fails, and one for a file without any.
type (
	junitSuite struct {
		Name            string
		Tests, Failures int
		found           []int // its findings
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

func (r *Report) junit(out io.Writer) error {
	var suites []*junitSuite
	byName := map[string]*junitSuite{}
	add := func(name string) *junitSuite {
		s := byName[name]
		if s == nil {
			s = &junitSuite{Name: name}
			byName[name], suites = s, append(suites, s)
		}
		return s
	}
	for _, name := range r.Files {
		add(filepath.ToSlash(Name(name)))
	}
	for i := range r.Findings {
		s := add(filepath.ToSlash(Name(r.Findings[i].Source.Name)))
		s.found = append(s.found, i)
		if r.Fails(&r.Findings[i]) {
			s.Failures++
		}
	}
	tests, failures := 0, 0
	for _, s := range suites {
		s.Tests = max(s.Failures, 1)
		tests, failures = tests+s.Tests, failures+s.Failures
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	all := junitElement("testsuites", "partitionlab "+r.Command, tests, failures)
	err := e.EncodeToken(all)
	for _, s := range suites {
		err = errors.Join(err, r.suite(e, s))
	}
	if err = errors.Join(err, e.EncodeToken(all.End()), e.Close()); err != nil {
		return err
	}
	_, err = io.WriteString(out, "\n")
	return err
}

func junitElement(element, name string, tests, failures int) xml.StartElement {
	attr := func(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }
	return xml.StartElement{Name: xml.Name{Local: element}, Attr: []xml.Attr{attr("name", name), attr("tests", strconv.Itoa(tests)), attr("failures", strconv.Itoa(failures))}}
}

// suite writes what there is to say of a file, case by case: all of them at once take several times
// the memory of that.
func (r *Report) suite(e *xml.Encoder, s *junitSuite) error {
	start := junitElement("testsuite", s.Name, s.Tests, s.Failures)
	err := e.EncodeToken(start)
	style, rest := diag.Style{Link: r.Link}, strings.Builder{}
	write := func(element string, v any) {
		err = errors.Join(err, e.EncodeElement(v, xml.StartElement{Name: xml.Name{Local: element}}))
	}
	var named diag.Source
	var of *diag.Source
	for _, i := range s.found {
		f := r.Findings[i].brief()
		line, column := f.Source.Position(f.Start)
		if of != f.Source {
			of, named = f.Source, *f.Source // its lines are looked up once
			named.Name = s.Name
		}
		text := style.Render(&named, []diag.Diagnostic{f.Diagnostic})
		if !r.Fails(&f) {
			rest.WriteString(text)
			continue
		}
		write("testcase", junitCase{fmt.Sprintf("%d:%d %s", line, column, f.Message), s.Name, s.Name, line, &junitFailure{f.Message, or(f.Rule, f.Severity.String()), text}})
	}
	if s.Failures == 0 {
		write("testcase", junitCase{Name: "judged", Class: s.Name, File: s.Name})
	}
	if rest.Len() > 0 {
		write("system-out", rest.String())
	}
	return errors.Join(err, e.EncodeToken(start.End()))
}

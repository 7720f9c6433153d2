package edge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/answer"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/work"
)

// The limits of one question. A program that asks for more has the command line.
const (
	MaxBody       = 100_000 // bytes
	maxWorkload   = 10_000  // bytes of it
	maxStatements = 500
	maxRows       = 1_000   // that come back from all reads
	maxBytes      = 4 << 20 // of their values
	maxSteps      = 200     // of work.Slice units each that all statements may take
)

// A question is what a program asks, as JSON or, for GET, as a query.
type question struct {
	CQL       string            `json:"cql"`
	Keyspace  *string           `json:"keyspace"`
	Now       int64             `json:"now"`
	Nodes     string            `json:"nodes"`
	Settings  map[string]string `json:"settings"`
	Superuser bool              `json:"superuser"`
	Advice    bool              `json:"advice"`
	Workload  string            `json:"workload"`
	Set       map[string]string `json:"set"`
	Format    string            `json:"format"`
}

// apis are what programs may ask: for each path an answer, and the fields that it
// reads beside those of every session.
var apis = map[string]*api{
	"api/check": {(*question).check, []string{"advice"}},
	"api/query": {(*question).query, nil},
	"api/size":  {(*question).size, []string{"workload", "set", "format"}},
}

type api struct {
	answer func(*question) (any, *problem)
	fields []string
}

// sessionFields are read by every API.
var sessionFields = []string{"cql", "keyspace", "now", "nodes", "settings", "superuser"}

func (a *api) known() []string { return slices.Concat(sessionFields, a.fields) }

// ask answers a program. Nothing of it is kept, here or on the way.
func (h *Handler) ask(w http.ResponseWriter, r *http.Request, a *api) {
	w.Header().Set("Cache-Control", "no-store")
	var q *question
	var wrong *problem
	switch r.Method {
	case http.MethodPost:
		q, wrong = a.posted(r)
	case http.MethodGet, http.MethodHead:
		q, wrong = a.asked(r.URL)
	case http.MethodOptions:
		preflight(w, "GET, POST")
		return
	default:
		w.Header().Set("Allow", "GET, HEAD, POST, OPTIONS")
		wrong = &problem{Status: http.StatusMethodNotAllowed, Detail: "This address answers POST and GET, not " + r.Method + "."}
	}
	if wrong == nil && strings.TrimSpace(q.CQL) == "" {
		wrong = &problem{Status: http.StatusBadRequest, Detail: "The question holds no CQL.", Instead: `Send {"cql": "CREATE TABLE …"}.`}
	}
	var out any
	if wrong == nil {
		if q.Now == 0 {
			q.Now = h.now().Unix()
		}
		out, wrong = a.answer(q)
	}
	if wrong != nil {
		fail(w, wrong.Status, wrong.Detail, wrong.Instead)
		return
	}
	var body bytes.Buffer
	answer.Write(&body, out)
	send(w, http.StatusOK, "application/json", body.Bytes())
}

func (h *Handler) now() time.Time {
	if h.Now != nil {
		return h.Now()
	}
	return time.Now()
}

// posted reads a body: JSON, or CQL alone with everything else in the query.
func (a *api) posted(r *http.Request) (*question, *problem) {
	if r.ContentLength > MaxBody {
		return nil, tooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxBody+1))
	switch {
	case err != nil:
		return nil, &problem{Status: http.StatusBadRequest, Detail: "The body ends too early."}
	case len(body) > MaxBody:
		return nil, tooLarge
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
	case "text/plain", "application/cql":
		if r.URL.Query().Has("cql") {
			return nil, &problem{Status: http.StatusBadRequest, Detail: "There is CQL in the body and in the query.", Instead: "Leave that in the query out: addresses end up in logs."}
		}
		q, wrong := a.asked(r.URL)
		if wrong == nil {
			q.CQL = string(body)
		}
		return q, wrong
	default:
		return nil, &problem{Status: http.StatusUnsupportedMediaType, Detail: "The body is " + strconv.Quote(kind) + ".", Instead: "Send application/json, or text/plain with CQL alone."}
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, &problem{Status: http.StatusBadRequest, Detail: "The body is no JSON object: " + mistake(body, err) + ".", Instead: `Send {"cql": "CREATE TABLE …"}.`}
	}
	for _, name := range diag.Keys(fields) {
		if !slices.Contains(a.known(), name) {
			return nil, a.unknown(name)
		}
	}
	q := &question{}
	if err := json.Unmarshal(body, q); err != nil {
		return nil, &problem{Status: http.StatusBadRequest, Detail: "The body cannot be read: " + mistake(body, err) + ".", Instead: "The file api/openapi.json says what each field holds."}
	}
	return q, nil
}

var tooLarge = &problem{Status: http.StatusRequestEntityTooLarge, Detail: "The question is longer than " + kilo(MaxBody) + ".", Instead: "Ask for less at once, or run `partitionlab` yourself: it has no such limit."}

// kilo is a number of bytes in an answer that a program reads, too.
func kilo(n int) string { return strings.ReplaceAll(number.Bytes(n), number.Space, " ") }

// mistake says where JSON is wrong, without a word of what somebody wrote there.
func mistake(body []byte, err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return "there is a mistake at byte " + strconv.FormatInt(syntax.Offset, 10)
	case errors.As(err, &kind) && kind.Field != "":
		return "the field " + kind.Field + " holds a " + kind.Value
	case errors.As(err, &kind):
		return "it is a " + kind.Value
	}
	return "it ends too early, at byte " + strconv.Itoa(len(body))
}

func (a *api) unknown(name string) *problem {
	if len(name) > 40 {
		name = name[:40] + "…"
	}
	return &problem{Status: http.StatusBadRequest, Detail: "There is no field " + strconv.Quote(name) + " here.", Instead: "The fields are " + strings.Join(a.known(), ", ") + "."}
}

// asked reads a query: fields as keys; settings and quantities as
// settings=key=value and set=name=value, as often as needed.
func (a *api) asked(u *url.URL) (*question, *problem) {
	if len(u.RawQuery) > maxQuery {
		return nil, &problem{Status: http.StatusRequestURITooLong, Detail: "The query is longer than " + kilo(maxQuery) + ".", Instead: "Send the question by POST."}
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, &problem{Status: http.StatusBadRequest, Detail: "The query cannot be read.", Instead: "Write & between fields and %XX for signs that have a meaning in addresses."}
	}
	q := &question{Settings: map[string]string{}, Set: map[string]string{}}
	texts := map[string]*string{"cql": &q.CQL, "nodes": &q.Nodes, "workload": &q.Workload, "format": &q.Format}
	pairs := map[string]map[string]string{"settings": q.Settings, "set": q.Set}
	flags := map[string]*bool{"superuser": &q.Superuser, "advice": &q.Advice}
	bad := func(name, want string) (*question, *problem) {
		return nil, &problem{Status: http.StatusBadRequest, Detail: "The field " + name + " cannot be read.", Instead: "Write " + want + "."}
	}
	for _, name := range diag.Keys(values) {
		list := values[name]
		if !slices.Contains(a.known(), name) {
			return nil, a.unknown(name)
		}
		if into := pairs[name]; into != nil {
			for _, pair := range list {
				key, value, ok := strings.Cut(pair, "=")
				if !ok {
					return bad(name, name+"=key=value")
				}
				into[key] = value
			}
			continue
		}
		if len(list) > 1 {
			return bad(name, "it once")
		}
		switch {
		case texts[name] != nil:
			*texts[name] = list[0]
		case name == "keyspace":
			q.Keyspace = &list[0]
		case name == "now":
			if q.Now, err = strconv.ParseInt(list[0], 10, 64); err != nil {
				return bad(name, "seconds since 1970")
			}
		case list[0] == "1" || list[0] == "true":
			*flags[name] = true
		case list[0] != "0" && list[0] != "false":
			return bad(name, "true or false")
		}
	}
	return q, nil
}

// session starts what the question asks for.
func (q *question) session() (*session.Session, *problem) {
	settings := check.NewSettings()
	settings.Superuser = q.Superuser
	for _, key := range diag.Keys(q.Settings) {
		if err := settings.Set(key, q.Settings[key]); err != nil {
			return nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "A setting cannot be taken: " + err.Error() + "."}
		}
	}
	if q.Nodes != "" {
		if err := settings.SetNodes(q.Nodes); err != nil {
			return nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "The nodes cannot be read: " + err.Error() + "."}
		}
	}
	s := session.New(session.Settings{Keyspace: q.keyspace(), Now: q.Now, Check: settings})
	steps := 0
	s.Meter(&work.Meter{Pause: func() bool { steps++; return steps <= maxSteps }})
	return s, nil
}

func (q *question) keyspace() string {
	if q.Keyspace == nil {
		return "lab"
	}
	return *q.Keyspace
}

// A Statements is the answer of /api/check and /api/query.
type Statements struct {
	Statements []Statement `json:"statements"`
}

// A Statement is an answer with what a read touched.
type Statement struct {
	answer.Statement
	Access  *Access `json:"access,omitempty"`
	Cost    *Cost   `json:"cost,omitempty"`
	Stopped bool    `json:"stopped,omitempty"` // there are more rows than an answer may hold
}

// An Access is which part of the data a statement needs, as plan.Access says it.
type Access struct {
	Partitions  string    `json:"partitions"`
	Count       int       `json:"count,omitempty"` // of several partitions: at most so many, −1 for a bind marker
	Rows        string    `json:"rows"`
	Filtered    bool      `json:"filtered,omitempty"`
	Indexes     []string  `json:"indexes,omitempty"`
	Reversed    bool      `json:"reversed,omitempty"`
	Sorted      bool      `json:"sorted,omitempty"`
	Aggregated  bool      `json:"aggregated,omitempty"`
	Limit       int       `json:"limit,omitempty"`
	Conditional bool      `json:"conditional,omitempty"`
	ReadsFirst  bool      `json:"readsFirst,omitempty"`
	Tombstone   bool      `json:"tombstone,omitempty"`
	Batch       string    `json:"batch,omitempty"`
	Members     []*Access `json:"members,omitempty"`
}

func accessOf(p *plan.Access) *Access {
	if p == nil {
		return nil
	}
	a := &Access{Partitions: p.Partitions.String(), Count: p.Count, Rows: p.Rows.String(), Filtered: p.Filtered, Reversed: p.Reversed, Sorted: p.Sorted, Aggregated: p.Aggregated,
		Limit: p.Limit, Conditional: p.Conditional, ReadsFirst: p.ReadsFirst, Tombstone: p.Tombstone, Batch: p.Batch}
	for _, i := range p.Indexes {
		a.Indexes = append(a.Indexes, i.Name)
	}
	for _, m := range p.Members {
		a.Members = append(a.Members, accessOf(m))
	}
	return a
}

// Cost is what a read touched.
type Cost struct {
	Partitions int `json:"partitions"`
	Rows       int `json:"rows"`
	Cells      int `json:"cells"`
	Tombstones int `json:"tombstones"`
	Matched    int `json:"matched"`
	Returned   int `json:"returned"`
}

// run runs the CQL as a script, up to a number of statements.
func (q *question) run() (*session.Session, *diag.Source, []session.Outcome, *problem) {
	s, wrong := q.session()
	if wrong != nil {
		return nil, nil, nil, wrong
	}
	src := diag.NewSource("", strings.TrimPrefix(q.CQL, "\ufeff"))
	var results []session.Outcome
	for next := s.Steps(src); ; {
		r, ok := next()
		if !ok {
			return s, src, results, nil
		}
		if results = append(results, r); len(results) > maxStatements {
			return nil, nil, nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "The script has more than " + strconv.Itoa(maxStatements) + " statements.",
				Instead: "Ask for less at once, or run `partitionlab check` yourself: it has no such limit."}
		}
	}
}

// check judges: what the server would say about each statement.
func (q *question) check() (any, *problem) {
	s, src, results, wrong := q.run()
	if wrong != nil {
		return nil, wrong
	}
	answers := make([]answer.Statement, 0, len(results))
	script := advice.Script{Source: src}
	for _, r := range results {
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
		r.Rows = nil // /api/query tells them
		answers = append(answers, answer.Of(&r, r.Span))
	}
	if q.Advice {
		options := advice.NewOptions()
		options.Now = q.Now
		list := advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: s.Catalogue(), Keyspace: q.keyspace(), Meter: s.Work()}, options)
		if s.Work().Stopped() {
			return nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "The design advice takes too much work.",
				Instead: "Ask without advice, or run `partitionlab check -advice` yourself: it has no such limit."}
		}
		answer.Advise(answers, results, list[0])
	}
	out := Statements{make([]Statement, 0, len(answers))}
	for _, a := range answers {
		out.Statements = append(out.Statements, Statement{Statement: a})
	}
	return out, nil
}

// query answers reads on the rows that the script writes, and says what they
// touched.
func (q *question) query() (any, *problem) {
	_, _, results, wrong := q.run()
	if wrong != nil {
		return nil, wrong
	}
	out := Statements{make([]Statement, 0, len(results))}
	left, bytes := maxRows, maxBytes
	for _, r := range results {
		a := Statement{Stopped: r.Stopped}
		if r.Rows != nil && len(r.Rows.Rows) > left {
			some := *r.Rows
			some.Rows, a.Stopped = some.Rows[:left], true
			r.Rows = &some
		}
		if r.Rows != nil {
			left -= len(r.Rows.Rows)
			if bytes -= r.Rows.Size(); bytes < 0 {
				return nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "The answer has more than " + strconv.Itoa(maxBytes>>20) + " MB.",
					Instead: "Ask for less at once, or run `partitionlab shell` yourself."}
			}
		}
		a.Statement = answer.Of(&r, r.Span)
		a.Access = accessOf(r.Verdict.Plan)
		if c := r.Cost; c != nil {
			a.Cost = &Cost{c.Partitions, c.Rows, c.Cells, c.Tombstones, c.Matched, c.Returned}
		}
		out.Statements = append(out.Statements, a)
	}
	return out, nil
}

// A Sizes is the answer of /api/size.
type Sizes struct {
	Tables []answer.Size `json:"tables"`
}

// size sizes one partition of each table that the workload speaks of.
func (q *question) size() (any, *problem) {
	format := sstable.NB
	if q.Format != "" {
		var ok bool
		if format, ok = sstable.ParseFormat(q.Format); !ok {
			return nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "There is no format " + strconv.Quote(short(q.Format)) + ".", Instead: "The formats are nb, oa and da."}
		}
	}
	if strings.TrimSpace(q.Workload) == "" {
		return nil, &problem{Status: http.StatusBadRequest, Detail: "The question holds no workload.", Instead: `Send {"cql": "…", "workload": "rows = 1000\nlen.name = 20"}.`}
	}
	if len(q.Workload) > maxWorkload {
		return nil, &problem{Status: http.StatusRequestEntityTooLarge, Detail: "The workload is longer than " + kilo(maxWorkload) + ".", Instead: "Ask for fewer tables at once."}
	}
	s, src, results, wrong := q.run()
	if wrong != nil {
		return nil, wrong
	}
	for _, r := range results {
		if r.Diag != nil {
			return nil, told("The schema", src, *r.Diag)
		}
	}
	var set []sizing.Setting
	for _, name := range diag.Keys(q.Set) {
		set = append(set, sizing.Setting{Name: name, Text: q.Set[name]})
	}
	sized, problems, unused := sizing.All(s.Catalogue(), []*diag.Source{diag.NewSource("workload", q.Workload)}, set, format)
	for _, p := range problems {
		if p.Source == nil {
			p.Source = diag.NewSource("workload", q.Workload)
		}
		return nil, told("The workload", p.Source, p.Diagnostic)
	}
	for _, u := range unused {
		return nil, &problem{Status: http.StatusUnprocessableEntity, Detail: "No workload has a quantity " + strconv.Quote(short(u.Name)) + ".", Instead: "Write it into the workload first, as in rooms = 100."}
	}
	out := Sizes{make([]answer.Size, 0, len(sized))}
	for _, r := range sized {
		out.Tables = append(out.Tables, answer.SizeOf(r.Result))
	}
	return out, nil
}

// told is what is wrong with a text of the question, with its place.
func told(what string, src *diag.Source, d diag.Diagnostic) *problem {
	line, column := src.Position(d.Start)
	detail := fmt.Sprintf("%s, line %d, column %d: %s", what, line, column, d.Message)
	if d.Why != "" {
		detail += ". " + d.Why
	}
	return &problem{Status: http.StatusUnprocessableEntity, Detail: detail, Instead: d.Instead}
}

// short cuts a word of the question for a message.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

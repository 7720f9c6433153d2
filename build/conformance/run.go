// Running a script through the server and the core side by side, and comparing
// what the two say.

package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"partitionlab/build/cassandra"
)

// An answer is what one side says of one statement.
type answer struct {
	OK       bool
	Kind     string
	Message  string
	Warnings []string
	Cols     []string
	Rows     []string // each row as JSON text
	HasRows  bool
	// Place is line and column of a syntax error, as the server counts them.
	Place string
	// NotJudged says that the core has no verdict.
	NotJudged bool
}

// A judge answers statements, one after the other, in one session.
type judge interface {
	ask(q string) (answer, error)
}

var place = regexp.MustCompile(`^line (\d+:-?\d+) `)

// server is a real Cassandra in a keyspace made for the script.
type server struct {
	conn     *cassandra.Conn
	keyspace string
}

func newServer(s *cassandra.Server, keyspace string) (*server, error) {
	conn, err := cassandra.Dial(s.Addr)
	if err != nil {
		return nil, err
	}
	conn.Timeout = time.Minute
	err = conn.Exec(`DROP KEYSPACE IF EXISTS "`+keyspace+`"`, `CREATE KEYSPACE "`+keyspace+`" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false`, `USE "`+keyspace+`"`)
	return &server{conn, keyspace}, err
}

func (s *server) close() {
	s.conn.Exec(`DROP KEYSPACE IF EXISTS "` + s.keyspace + `"`)
	s.conn.Close()
}

func (s *server) ask(q string) (answer, error) {
	send := s.conn.Query
	if hasMarker(q) {
		send = s.conn.Prepare
	}
	res, err := send(q)
	for range 100 {
		if e := cassandra.Refused(err); e == nil || !busy[e.Code] {
			break
		}
		time.Sleep(250 * time.Millisecond)
		res, err = send(q)
	}
	if e := cassandra.Refused(err); e != nil {
		a := answer{Kind: e.Kind(), Message: e.Message}
		if m := place.FindStringSubmatch(e.Message); m != nil {
			a.Place = endPlace(q, m[1])
		}
		return a, nil
	}
	if err != nil {
		return answer{}, err
	}
	a := answer{OK: true, HasRows: res.Rows}
	for _, w := range res.Warnings {
		// Preparing in a keyspace that USE chose draws a warning about the driver,
		// not about the statement.
		if !strings.HasPrefix(w, "`USE <keyspace>` with prepared statements") {
			a.Warnings = append(a.Warnings, w)
		}
	}
	for _, c := range res.Columns {
		a.Cols = append(a.Cols, c.Name)
	}
	for _, r := range res.Values {
		row := make([]any, len(r))
		for i, v := range r {
			row[i] = res.Columns[i].Type.JSON(v)
		}
		a.Rows = append(a.Rows, jsonText(row))
	}
	if strings.HasPrefix(strings.ToUpper(strings.TrimSpace(q)), "CREATE") && strings.Contains(strings.ToUpper(q), "INDEX") {
		return a, s.waitForIndexes()
	}
	return a, nil
}

// busy are the codes of a server that has no time: unavailable, overloaded, and
// timeouts of writes and reads.
var busy = map[int]bool{0x1000: true, 0x1001: true, 0x1100: true, 0x1200: true}

// endPlace makes one place of the two that the server has for the end of a text:
// its parser says 0:-1, its lexer counts lines and columns.
func endPlace(q, place string) string {
	if place == antlrColumn(q, len(q)) {
		return "0:-1"
	}
	return place
}

// waitForIndexes waits until every index of the keyspace is built: a query
// before that is answered differently.
func (s *server) waitForIndexes() error {
	for range 100 {
		want, err1 := s.conn.Query(`SELECT index_name FROM system_schema.indexes WHERE keyspace_name = '` + s.keyspace + `'`)
		have, err2 := s.conn.Query(`SELECT index_name FROM system."IndexInfo" WHERE table_name = '` + s.keyspace + `'`)
		if err := errors.Join(err1, err2); err != nil || len(have.Values) >= len(want.Values) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// A difference is a statement on which the two sides disagree.
type difference struct {
	Script    []string // the statements before it
	Statement string
	What      string // "verdict", "kind", "message", "place", "warnings", "rows"
	Server    string
	Core      string
	Times     int // how often it was found, where it was shrunk
}

var signatures = regexp.MustCompile(`\(got: (.*) restricted illegally\)$|dependent secondary indexes \((.*)\)$|\(known type signatures: (.*)\)$|\(can be matched by following signatures: (.*)\)`)

// changing matches what the server says differently from start to start: its
// port, and the address of an object that it prints by mistake.
var (
	changing = regexp.MustCompile(`/127\.0\.0\.1:\d+`)
	address  = regexp.MustCompile(`\(got [\w.$]+@[0-9a-f]+\)$`)
)

// legacy takes the older name of a function for the newer one: the server keeps
// the first that was used with arguments of a type, and prints it for both.
func legacy(s string) string { return strings.ReplaceAll(s, "system.tojson", "system.to_json") }

// sameMessage compares two messages; lists that the server takes from a hash set
// are compared as sets. An exception that Java has thrown often loses its text.
func sameMessage(a, b string) bool {
	a, b = legacy(a), legacy(b)
	if at := address.FindStringIndex(a); at != nil {
		return strings.HasPrefix(b, a[:at[0]])
	}
	if a = changing.ReplaceAllString(a, ""); strings.HasSuffix(a, "Exception") && strings.HasPrefix(b, a) {
		return true
	}
	b = changing.ReplaceAllString(b, "")
	if a == b {
		return true
	}
	norm := func(s string) string {
		return signatures.ReplaceAllStringFunc(s, func(m string) string {
			parts := strings.FieldsFunc(m, func(r rune) bool { return r == ',' || r == ' ' || r == '(' || r == ')' })
			sort.Strings(parts)
			return strings.Join(parts, " ")
		})
	}
	return norm(a) == norm(b)
}

// Where a relation on several columns collides with several earlier ones, the
// server walks a hash set and names any one of them, from start to start another.
var (
	tuples    = regexp.MustCompile(`(?i)\(\s*"?\w+"?\s*(,\s*"?\w+"?\s*)+\)\s*([<>=!]|IN\b)`)
	collision = regexp.MustCompile(`cannot be restricted by (more than one relation if it includes an? (Equal|IN)|both an equality and an inequality relation|two inequalities not starting with the same column)$|^More than one restriction was found for the (start|end) bound on `)
)

// unpredictable statements give other rows at every run.
var unpredictable = regexp.MustCompile(`(?i)\bWITH\s+INTERNALS\b|\bFROM\s+system\.|\b(now|uuid|current_\w+|currenttimestamp|currentdate|currenttime|currenttimeuuid|writetime|maxwritetime|ttl)\s*\(`)

// coins matches deletions of a slice that the server bounds by two calls of
// uuid(): whether the slice is empty, and so refused or not, is a matter of luck.
var coins = regexp.MustCompile(`(?is)^\s*DELETE\b.*\buuid\s*\(\s*\)`)

// While a view stands that cannot be built, for it compares a key of rows that are there
// with null, the server refuses every other change of the keyspace's schema, and makes it all the same.
var (
	changesSchema = regexp.MustCompile(`(?i)^\s*(CREATE|ALTER|DROP)\b`)
	cannotBuild   = regexp.MustCompile(`^Unsupported null value for column `)
)

// compare returns what the two answers differ in, "" where they agree.
func compare(q string, s, c answer, clocked bool) (what, server, core string) {
	if s.OK != c.OK {
		if coins.MatchString(q) || c.OK && changesSchema.MatchString(q) && cannotBuild.MatchString(s.Message) {
			return "", "", ""
		}
		return "verdict", s.String(), c.String()
	}
	if !s.OK {
		if s.Kind != c.Kind {
			return "kind", s.String(), c.String()
		}
		if s.Kind == "syntax" && s.Place != "" {
			if s.Place != c.Place {
				return "place", s.Place + " " + s.Message, c.Place + " " + c.Message
			}
			return "", "", ""
		}
		if sameMessage(s.Message, c.Message) {
			return "", "", ""
		}
		if tuples.MatchString(q) && collision.MatchString(s.Message) && collision.MatchString(c.Message) {
			return "", "", ""
		}
		return "message", s.String(), c.String()
	}
	if strings.Join(s.Warnings, "\n") != strings.Join(c.Warnings, "\n") {
		return "warnings", strings.Join(s.Warnings, " | "), strings.Join(c.Warnings, " | ")
	}
	if s.HasRows && c.HasRows && !clocked && !unpredictable.MatchString(q) {
		if legacy(strings.Join(s.Cols, ",")) != legacy(strings.Join(c.Cols, ",")) {
			return "columns", strings.Join(s.Cols, ", "), strings.Join(c.Cols, ", ")
		}
		if legacy(strings.Join(s.Rows, "\n")) != legacy(strings.Join(c.Rows, "\n")) { // SELECT JSON names columns in its rows
			return "rows", strings.Join(s.Rows, " "), strings.Join(c.Rows, " ")
		}
	}
	return "", "", ""
}

func (a answer) String() string {
	switch {
	case a.NotJudged:
		return "not judged yet"
	case a.OK:
		return "accepted"
	}
	return a.Kind + ": " + a.Message
}

// class names the class of a statement, for the table.
func class(q string) string {
	words := strings.Fields(strings.ToUpper(q))
	if len(words) == 0 {
		return "other"
	}
	switch w := words[0]; w {
	case "CREATE", "ALTER", "DROP":
		for _, x := range words[1:] {
			switch x {
			case "TABLE", "COLUMNFAMILY", "INDEX", "TYPE", "KEYSPACE", "FUNCTION", "AGGREGATE", "ROLE", "TRIGGER":
				if x == "COLUMNFAMILY" {
					x = "TABLE"
				}
				return w + " " + x
			case "MATERIALIZED":
				return w + " VIEW"
			}
		}
		return w
	case "SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "USE":
		return w
	case "BEGIN":
		return "BATCH"
	}
	return "other"
}

// A script is a list of statements with the keyspace it runs in.
type script struct {
	Name       string
	Keyspace   string
	Statements []string
}

// A tally counts one class of statements.
type tally struct{ statements, accepted, verdict, message, rows, readRows int }

// A report is the outcome of a run.
type report struct {
	Classes     map[string]*tally
	Differences []difference
	Schema      int // accepted schema changes
}

func newReport() *report { return &report{Classes: map[string]*tally{}} }

func (r *report) add(q string, s answer, what string) {
	t := r.Classes[class(q)]
	if t == nil {
		t = &tally{}
		r.Classes[class(q)] = t
	}
	t.statements++
	if s.OK {
		t.accepted++
		if c := class(q); strings.HasPrefix(c, "CREATE") || strings.HasPrefix(c, "ALTER") || strings.HasPrefix(c, "DROP") {
			r.Schema++
		}
	}
	verdict, words := differs(what)
	if !verdict {
		t.verdict++
	}
	if !words {
		t.message++
	}
	if s.OK && len(s.Rows) > 0 {
		t.readRows++
		if what == "" {
			t.rows++
		}
	}
}

// differs tells whether a difference is one of the verdict, and of its words: another verdict
// has other words.
func differs(what string) (verdict, words bool) {
	verdict = what == "verdict" || what == "kind"
	return verdict, verdict || what == "message" || what == "place" || what == "warnings"
}

// total sums the classes.
func (r *report) total() (sum tally) {
	for _, t := range r.Classes {
		sum.add(t)
	}
	return
}

func (t *tally) add(o *tally) {
	t.statements += o.statements
	t.accepted += o.accepted
	t.verdict += o.verdict
	t.message += o.message
	t.rows += o.rows
	t.readRows += o.readRows
}

func (r *report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s %10s %9s %9s %9s\n", "statements", "run", "accepted", "verdict", "words")
	line := func(name string, t tally) {
		fmt.Fprintf(&b, "%-20s %10d %9d %8.2f%% %8.2f%%\n", name, t.statements, t.accepted, share(t.verdict, t.statements), share(t.message, t.statements))
	}
	var names []string
	for n := range r.Classes {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		line(n, *r.Classes[n])
	}
	t := r.total()
	line("all", t)
	fmt.Fprintf(&b, "accepted schema changes: %d; reads that returned rows: %d, of them with the server's rows: %.2f%%\n", r.Schema, t.readRows, share(t.rows, t.readRows))
	return b.String()
}

func share(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(n) / float64(of)
}

// merge adds another report.
func (r *report) merge(o *report) {
	for name, t := range o.Classes {
		sum := r.Classes[name]
		if sum == nil {
			sum = &tally{}
			r.Classes[name] = sum
		}
		sum.add(t)
	}
	r.Differences = append(r.Differences, o.Differences...)
	r.Schema += o.Schema
}

// play runs statements through both sides until one of them cannot go on.
func play(ctx context.Context, srv, core judge, next func() (string, bool), r *report) error {
	var before []string
	clocked := false // rows depend on when they were written
	for {
		q, ok := next()
		if !ok || ctx.Err() != nil {
			return ctx.Err()
		}
		s, err := srv.ask(q)
		if err != nil {
			return fmt.Errorf("%q: %w", q, err)
		}
		c, _ := core.ask(q)
		if s.OK && unpredictable.MatchString(q) && class(q) != "SELECT" {
			clocked = true
		}
		what, sa, ca := compare(q, s, c, clocked)
		r.add(q, s, what)
		if what != "" {
			r.Differences = append(r.Differences, difference{Script: slices.Clone(before), Statement: q, What: what, Server: sa, Core: ca})
		}
		if s.OK {
			before = append(before, q)
		}
		if s.OK != c.OK && !s.HasRows && class(q) != "SELECT" {
			// From here on the two differ in what they hold; what follows proves nothing.
			return nil
		}
	}
}

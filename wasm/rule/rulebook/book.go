// Package rulebook is everything there is to say about each rule: a txtar a rule,
// with its prose and the statements that break and keep it. It is for builders
// and tests; the browser has package rule.
//
// A file is named after the id. Its comment has lines of the form "key: value":
//
//	title     what is wrong, as a heading
//	topic     one of Topics
//	why       the storage reason in a sentence or two: the browser knows it too
//	instead   what to write
//	since     release that has brought the rule
//	keyspace  "none": the examples have no keyspace in use
//	set       keys of cassandra.yaml for the bad examples: key=value,key=value
//	as        the id that diagnostics carry where this rule is a case of another
//	no-bad    why there is no bad example
//	no-good   why there is no good example
//
// and these parts follow:
//
//	more        further reasons, a paragraph a line
//	template    the server's messages, one a line, %s for what varies
//	bad         statements that break the rule, each with "=> kind: message"
//	good        statements that keep it
//	references  files of Cassandra's source, and "title: path" of its documentation
//
// Examples are scripts between blank lines. What counts is their last statement;
// all run on Setup.
package rulebook

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed *.txtar
var files embed.FS

// A Rule is one rule. Its id is for ever: its page is /rules/ and the id in
// lower case.
type Rule struct {
	ID        string
	Title     string
	Topic     string   // one of Topics
	Why       string   // the reason, for a learner
	More      []string // more of it, in paragraphs
	Instead   string   // what to write
	Since     string   // release that has brought the rule, "" for older ones
	Templates []string // the server's messages, %s for what varies
	Bad, Good []Example
	As        string // id that diagnostics of the bad examples carry: mostly ID
	NoBad     string // why there is no bad example
	NoGood    string // why there is no good one
	Sources   []Reference
	Keyspace  bool              // whether the examples have a keyspace in use, with the tables of Setup
	Settings  map[string]string // keys of cassandra.yaml that the bad examples need
}

// A Reference is a place in Cassandra's source or documentation.
type Reference struct{ Title, URL string }

// Topics are what the rules are about, in the order of a course.
var Topics = []string{
	"Syntax", "Names of things", "Keyspaces", "Tables", "Types", "Options of tables", "Changing tables",
	"The key in WHERE", "Filtering and indexes in WHERE", "Operators in WHERE", "token() and tuples in WHERE",
	"Constants and functions", "Selecting, ordering, grouping", "Vectors",
	"INSERT, UPDATE, DELETE", "Counters", "Lightweight transactions", "Batches",
	"Indexes", "Materialized views", "Functions, masks, triggers", "Roles and guardrails",
}

// An Example is a script whose last statement breaks or keeps the rule.
type Example struct {
	CQL     string
	Kind    string // of the refusal: "invalid", "syntax" …
	Message string // the server's words; of its parser, whose place alone the core has in common, to be found by
}

// Statements are the statements of an example as a driver sends them, one by one.
// Each but the last ends its line with a semicolon; those within a batch do not
// count.
func (e Example) Statements() (out []string) {
	batch := false
	for part := range strings.SplitSeq(strings.TrimSuffix(e.CQL, ";"), ";\n") {
		if batch {
			out[len(out)-1] += ";\n" + part
		} else {
			out = append(out, part)
		}
		last := out[len(out)-1]
		batch = strings.HasPrefix(last, "BEGIN ") && !strings.HasSuffix(last, "APPLY BATCH")
	}
	return out
}

// Setup makes the types, tables and indexes that examples use, in keyspace ks.
const Setup = `CREATE TYPE addr (street text, zip int);
CREATE TABLE kv (k int PRIMARY KEY, v int, txt text);
CREATE TABLE t (k int, c1 int, c2 int, v int, s int static, PRIMARY KEY (k, c1, c2));
CREATE TABLE p2 (k1 int, k2 int, v int, PRIMARY KEY ((k1, k2)));
CREATE TABLE col (k int PRIMARY KEY, l list<int>, st set<text>, m map<text, int>, fl frozen<list<int>>, fm frozen<map<text, int>>,
  u addr, fu frozen<addr>, tp tuple<int, text>, d duration);
CREATE TABLE cnt (k int PRIMARY KEY, c counter);
CREATE TABLE vec (k int PRIMARY KEY, cat text, e vector<float, 3>);
CREATE INDEX ve ON vec (e) USING 'sai';
`

// Load reads all rules, by id.
func Load() ([]Rule, error) {
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var out []Rule
	for _, entry := range names {
		text, err := files.ReadFile(entry.Name())
		if err != nil {
			return nil, err
		}
		r, err := parse(strings.ToUpper(strings.TrimSuffix(path.Base(entry.Name()), ".txtar")), text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name(), err)
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

func parse(id string, text []byte) (Rule, error) {
	r := Rule{ID: id, As: id, Keyspace: true, Settings: map[string]string{}}
	archive := txtar.Parse(text)
	for _, line := range strings.Split(strings.TrimSpace(string(archive.Comment)), "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return r, fmt.Errorf("%q is no line of the form key: value", line)
		}
		switch key {
		case "title":
			r.Title = value
		case "why":
			r.Why = value
		case "instead":
			r.Instead = value
		case "topic":
			r.Topic = value
		case "since":
			r.Since = value
		case "as":
			r.As = value
		case "no-bad":
			r.NoBad = value
		case "no-good":
			r.NoGood = value
		case "keyspace":
			r.Keyspace = value != "none"
		case "set":
			for _, pair := range strings.Split(value, ",") {
				k, v, _ := strings.Cut(pair, "=")
				r.Settings[k] = v
			}
		default:
			return r, fmt.Errorf("there is no field %s", key)
		}
	}
	if r.Title == "" || r.Why == "" || r.Instead == "" || !slices.Contains(Topics, r.Topic) {
		return r, fmt.Errorf("title, why, instead and one of the topics are needed")
	}
	for _, file := range archive.Files {
		switch file.Name {
		case "template":
			r.Templates = lines(file.Data)
		case "more":
			r.More = lines(file.Data)
		case "references":
			for _, line := range lines(file.Data) {
				r.Sources = append(r.Sources, reference(line))
			}
		case "bad":
			r.Bad = examples(string(file.Data))
		case "good":
			r.Good = examples(string(file.Data))
		default:
			return r, fmt.Errorf("there is no part %s", file.Name)
		}
	}
	return r, nil
}

// lines lists the lines that are not empty.
func lines(text []byte) (out []string) {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// reference reads a path in the source of Cassandra 5.0.8, or "title: path" of a
// page of its documentation.
func reference(line string) Reference {
	if i := strings.LastIndex(line, ": "); i >= 0 {
		return Reference{line[:i], "https://cassandra.apache.org/" + line[i+2:]}
	}
	return Reference{path.Base(line), "https://github.com/apache/cassandra/blob/cassandra-5.0.8/" + line}
}

// examples reads paragraphs of CQL; "=> kind: message" ends a bad one.
func examples(text string) []Example {
	var out []Example
	for _, part := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if part == "" {
			continue
		}
		var e Example
		e.CQL, part, _ = strings.Cut(part, "\n=> ")
		e.Kind, e.Message, _ = strings.Cut(part, ": ")
		e.Kind, e.CQL = strings.TrimSpace(e.Kind), strings.TrimSpace(e.CQL)
		e.Message = strings.ReplaceAll(e.Message, `\n`, "\n")
		out = append(out, e)
	}
	return out
}

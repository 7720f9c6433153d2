// Package book is everything there is to say about each rule: a txtar a rule,
// with its prose and the statements that break and keep it. It is for builders
// and tests; the browser has package rule.
package book

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
	Why       string   // the reason, for a learner
	Instead   string   // what to write
	Since     string   // release that has brought the rule, "" for older ones
	Templates []string // the server's messages, %s for what varies
	Bad, Good []Example
	Keyspace  bool              // whether the examples have a keyspace in use, with the tables of Setup
	Settings  map[string]string // keys of cassandra.yaml that the bad examples need
}

// An Example is a script whose last statement breaks or keeps the rule.
type Example struct {
	CQL     string
	Kind    string // of the refusal: "invalid", "syntax" …
	Message string // the server's words; "" for syntax, where only the place is the server's
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
	r := Rule{ID: id, Keyspace: true, Settings: map[string]string{}}
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
		case "since":
			r.Since = value
		case "keyspace":
			r.Keyspace = value != "none"
		case "set":
			for _, pair := range strings.Split(value, ",") {
				k, v, _ := strings.Cut(pair, "=")
				r.Settings[k] = v
			}
		default:
			return r, fmt.Errorf("there is no field %s: title, why, instead, since, keyspace, set", key)
		}
	}
	if r.Title == "" || r.Why == "" || r.Instead == "" {
		return r, fmt.Errorf("title, why and instead are needed")
	}
	for _, file := range archive.Files {
		switch file.Name {
		case "template":
			for _, line := range strings.Split(string(file.Data), "\n") {
				if line != "" {
					r.Templates = append(r.Templates, line)
				}
			}
		case "bad":
			r.Bad = examples(string(file.Data))
		case "good":
			r.Good = examples(string(file.Data))
		default:
			return r, fmt.Errorf("there is no part %s: template, bad, good", file.Name)
		}
	}
	return r, nil
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

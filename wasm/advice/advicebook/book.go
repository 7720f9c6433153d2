// Package advicebook is everything there is to say about each piece of advice: a txtar
// a rule, with its prose and the scripts that raise and keep it. It is for
// builders, the command line and tests; the browser has package advice.
//
// A file is named after the id. Its comment has lines of the form "key: value":
//
//	title      what is wrong, as a heading
//	topic      one of Topics
//	why        the reason, for a learner: the browser knows it too
//	blind      what it goes by, and cannot see; not every rule has it
//	threshold  the name of an option that the rule compares with; several lines
//
// and these parts follow:
//
//	bad*.cql   a script that raises the rule and no other one
//	good*.cql  one that raises none
//	*.size     the workload of the script of the same name
//	options    thresholds of the examples, and settings of the server behind set:
//	out        what a reader of the bad scripts sees
//
// reasons.txt says of each rule of data modeling that is no advice why no program
// can check it here.
package advicebook

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/advice"
)

//go:embed *.txtar reasons.txt
var files embed.FS

// A Rule is one piece of advice with its prose.
type Rule struct {
	*advice.Rule
	Title, Topic, Why string
	Blind             string // what it goes by, and cannot see; or ""
	Thresholds        []Threshold
	Bad, Good         []Example
	Options           string // of the examples, a line each
	Out               string // what the bad examples show
}

// A Threshold is an option with its shipped value.
type Threshold struct{ Name, Value string }

// An Example is a script, with the workload of one of its tables or "".
type Example struct{ Name, CQL, Size string }

// Topics are what the rules are about, in the order of a course.
var Topics = []string{"Queries", "Primary keys", "Size of partitions", "Types of columns", "Indexes and views", "Writes and batches", "Deletes and expiry", "Tables and names"}

// Load reads all rules, by id. It is done once.
var Load = sync.OnceValues(func() (out []Rule, err error) {
	for _, r := range advice.Rules() {
		text, err := files.ReadFile(strings.ToLower(r.ID) + ".txtar")
		if err != nil {
			return nil, err
		}
		rule, err := parse(r, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.ID, err)
		}
		out = append(out, rule)
	}
	return out, nil
})

func parse(a *advice.Rule, text []byte) (Rule, error) {
	r := Rule{Rule: a}
	archive := txtar.Parse(text)
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case !ok:
			return r, fmt.Errorf("%q is no line of the form key: value", line)
		case key == "title":
			r.Title = value
		case key == "topic":
			r.Topic = value
		case key == "why":
			r.Why = value
		case key == "blind":
			r.Blind = value
		case key == "threshold":
			shipped := advice.NewOptions()
			v, ok := shipped.Get(value)
			if !ok {
				return r, fmt.Errorf("there is no threshold %s", value)
			}
			r.Thresholds = append(r.Thresholds, Threshold{value, v})
		default:
			return r, fmt.Errorf("there is no field %s", key)
		}
	}
	if r.Title == "" || r.Why == "" || !slices.Contains(Topics, r.Topic) {
		return r, fmt.Errorf("title, why and one of the topics are needed")
	}
	sizes := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".size"); ok {
			sizes[name] = string(f.Data)
		}
	}
	for _, f := range archive.Files {
		name, isCQL := strings.CutSuffix(f.Name, ".cql")
		e := Example{f.Name, string(f.Data), sizes[name]}
		switch {
		case isCQL && strings.HasPrefix(name, "bad"):
			r.Bad = append(r.Bad, e)
		case isCQL && strings.HasPrefix(name, "good"):
			r.Good = append(r.Good, e)
		case f.Name == "options":
			r.Options = string(f.Data)
		case f.Name == "out":
			r.Out = string(f.Data)
		case !strings.HasSuffix(f.Name, ".size"):
			return r, fmt.Errorf("there is no part %s", f.Name)
		}
	}
	return r, nil
}

// Modeling lists the rules of data modeling, up to the last that is advice or has a
// reason: their ids, and why a rule is no advice, "" for those that are.
func Modeling() (ids []string, reason map[string]string) {
	last := 0
	count := func(id string) {
		if n, err := strconv.Atoi(strings.TrimPrefix(id, "R")); err == nil {
			last = max(last, n)
		}
	}
	for _, r := range advice.Rules() {
		count(r.ID)
	}
	text, err := files.ReadFile("reasons.txt")
	if err != nil {
		panic(err)
	}
	reason = map[string]string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		id, why, _ := strings.Cut(line, " ")
		reason[id] = strings.TrimSpace(why)
		count(id)
	}
	for n := 1; n <= last; n++ {
		ids = append(ids, fmt.Sprintf("R%02d", n))
	}
	return ids, reason
}

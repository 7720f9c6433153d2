package finding

import (
	"slices"
	"sync"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/advice/advicebook"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/workload"
)

// A Kind says whose rule a rule is.
type Kind uint8

const (
	Server Kind = iota // the server refuses what breaks it
	Advice             // no server says so
	Own                // of files, programs and pipelines
)

// A Rule is what the command line knows of a rule.
type Rule struct {
	ID      string
	Kind    Kind
	Why     string
	Instead string
	title   string
}

// MoreBudget says how a run gets more work and memory.
const MoreBudget = "-budget 10 allows ten times as much work and memory."

// own are the rules that have no page: what can be said about files only, what the
// server warns of, and limits.
var own = []Rule{
	{ID: "FILE-01", title: "The last statement has no semicolon", Why: "cqlsh runs a statement when it meets the semicolon. It reports what is left at the end of a file as incomplete, and does not run it.", Instead: "Write ; behind the statement."},
	{ID: "FILE-02", title: "Bind markers in a script", Why: "Only a driver gives bind markers a value. cqlsh sends them as they are, and the server refuses the statement. Here it is judged as PREPARE judges it, and also refused where no values of them could make it run.", Instead: "Write the values out, where the file is for cqlsh."},
	{ID: "FILE-03", title: "SOURCE names a file that is not read", Why: "What it holds cannot be judged.", Instead: "Name a file below the working folder that does not read this one again."},
	{ID: "FILE-04", title: "A template without a value", Why: "What stands there is known only when the template is filled in.", Instead: "Give it a value with -define NAME=value, or in partitionlab.toml below [define]."},
	{ID: "FILE-05", title: "A command of cqlsh", Why: "cqlsh carries out such commands itself. The server never sees them.", Instead: ""},
	{ID: "FILE-06", title: "A step of the lab that does nothing", Why: "Comments that begin with lab: say what happens between the statements. A server takes all of them for comments; here this one does nothing, too.", Instead: "Write what the message says, or another comment."},
	{ID: "FILE-07", title: "A byte that is no UTF-8", Why: "cqlsh reads files as UTF-8 and ends at such a byte, before it runs anything. What a driver sends instead of it is another letter.", Instead: "Save the file as UTF-8: iconv -f ISO-8859-1 -t UTF-8, where it is Latin-1."},
	{ID: "CODE-01", title: "A statement that a program puts together", Why: "A part of it is known only when the program runs. It is not guessed.", Instead: "Keep the statement in one constant with bind markers, or give the part a value with -define."},
	{ID: "CODE-02", title: "No schema", Why: "Without the tables only the syntax of a statement can be judged.", Instead: "Name the .cql files with the schema, or read them with -schema."},
	{ID: "SIZE-01", title: "A partition crosses a limit", Why: "A limit that was set for this workload is crossed.", Instead: "Split the partition by one more column of its key, or store less of it."},
	{ID: "SIZE-02", title: "A size is not the expected one", Why: "The workload says which number must come out.", Instead: "Correct the number, or the workload."},
	{ID: "SIZE-03", title: "A name that nothing uses", Why: "A quantity that no line works with changes no number. Often it is a misspelled one.", Instead: "Correct the name, or take the line out."},
	{ID: "NEXT-01", title: "A setting has another name, or is gone", Why: "The newer server reads another cassandra.yaml.", Instead: "Change cassandra.yaml node by node, with the upgrade."},
	{ID: "NEXT-02", title: "The newer server uses other words", Why: "A program that looks for words in messages may miss these.", Instead: "Let programs look at the code of an error, not at its words."},
	{ID: "NEXT-03", title: "The newer server answers otherwise", Why: "", Instead: ""},
	{ID: "NEXT-04", title: "A function has a new name", Why: "", Instead: ""},
	{ID: "NEXT-05", title: "Tables get other options", Why: "", Instead: ""},
	{ID: "NEXT-06", title: "The newer server takes it", Why: "", Instead: ""},
	{ID: "NEXT-07", title: "Something becomes possible", Why: "", Instead: ""},
	{ID: "NEXT-08", title: "Another size on disk", Why: "", Instead: ""},

	{ID: "WARN-01", title: "More replicas than nodes", Why: "A data center cannot keep more copies of a row than it has nodes. The server takes the keyspace all the same, and QUORUM counts the missing ones.", Instead: "Declare the nodes of all data centers, such as -nodes dc1=3,dc2=3, or nodes in partitionlab.toml; or ask for fewer replicas."},
	{ID: "WARN-02", title: "More replicas need a repair", Why: "New replicas have no data until a repair brings it.", Instead: "Run nodetool repair -full on each node after the change."},
	{ID: "WARN-03", title: "SASI is experimental", Why: "Its index files can grow without bound, and nobody works on it any more.", Instead: "Use an index of SAI."},
	{ID: "WARN-04", title: "Indexes of vectors are experimental", Why: "The warning lists what a search cannot do yet.", Instead: "Try your queries on a real cluster first."},
	{ID: "WARN-05", title: "Materialized views are experimental", Why: "A view can lose touch with its table without a sign of it.", Instead: "Write a second table yourself."},
	{ID: "WARN-06", title: "A logged batch without grace period", Why: "With gc_grace_seconds of 0 the batch log may replay writes behind tombstones that are gone already.", Instead: "Keep gc_grace_seconds above the time for which hints are kept."},
	{ID: "WARN-07", title: "A large batch", Why: "The coordinator holds the whole batch in memory and sends it as one message.", Instead: "Send single statements, or smaller batches of one partition."},
	{ID: "WARN-08", title: "An unlogged batch over many partitions", Why: "Such a batch only moves work from the client to one coordinator.", Instead: "Send the statements one by one, to the replicas of each."},
	{ID: "WARN-09", title: "A search for the nearest vectors has no pages", Why: "The nearest rows are known only when all have been compared.", Instead: "Ask for as many rows as a page holds."},
	{ID: "WARN-10", title: "An aggregate over a whole table", Why: "The coordinator reads every partition of the table for one row.", Instead: "Restrict the partition key, or keep the number in a table of its own."},
	{ID: "WARN-11", title: "An aggregate over several partitions", Why: "The coordinator reads them all before it answers.", Instead: "Ask for one partition at a time."},
	{ID: "WARN-12", title: "Many tombstones are read", Why: "Every tombstone on the way must be read and kept in memory, because it may hide older data.", Instead: "Read a smaller part of the partition, or keep what is deleted in partitions of its own."},
	{ID: "WARN-13", title: "A guardrail warns", Why: "Whoever runs the cluster has set this threshold.", Instead: ""},
	{ID: "WARN-14", title: "The cluster has many tables, or keyspaces", Why: "Every node keeps memory for each table, and every change of the schema takes longer.", Instead: "Keep what belongs together in one table, with one more column in its key."},
	{ID: "WARN-00", title: "The server warns", Why: "", Instead: ""},
}

// Find is the rule of an id.
func Find(id string) (Rule, bool) {
	for _, r := range own {
		if r.ID == id {
			r.Kind = Own
			return r, true
		}
	}
	if r, ok := rule.Find(id); ok {
		return Rule{ID: id, Kind: Server, Why: r.Why, Instead: r.Instead}, true
	}
	if r := advice.Find(id); r != nil {
		return Rule{ID: id, Kind: Advice, Why: r.Why(), Instead: r.Instead}, true
	}
	return Rule{}, false
}

// IDs are the ids of all rules.
func IDs() (out []string) {
	for _, r := range rule.All() {
		out = append(out, r.ID)
	}
	for _, r := range advice.Rules() {
		out = append(out, r.ID)
	}
	for _, r := range Owned() {
		out = append(out, r.ID)
	}
	return out
}

// Owned are the rules that have no page.
func Owned() []Rule {
	out := slices.Clone(own)
	for i := range out {
		out[i].Kind = Own
	}
	return out
}

// Known tells of an id whether there is such a rule, whether the server refuses
// what breaks it, and which id may be meant.
func Known(id string) (known, refusal bool, near string) {
	if r, ok := Find(id); ok {
		return true, r.Kind == Server, ""
	}
	return false, false, workload.Nearest(id, IDs())
}

// Title is what is wrong, as a heading.
func (r Rule) Title() string {
	if r.title != "" {
		return r.title
	}
	return titles()[r.ID]
}

var titles = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	if rules, err := rulebook.Load(); err == nil {
		for _, r := range rules {
			out[r.ID] = r.Title
		}
	}
	if rules, err := advicebook.Load(); err == nil {
		for _, r := range rules {
			out[r.ID] = r.Title
		}
	}
	return out
})

// Of makes a diagnostic of one of the own rules.
func Of(id string, severity diag.Severity, span diag.Span, message string) diag.Diagnostic {
	r, _ := Find(id)
	return diag.Diagnostic{Severity: severity, Rule: id, Message: message, Span: span, Why: r.Why, Instead: r.Instead}
}

// Warning adds to what the server warns of why it does, and what to do.
func Warning(d diag.Diagnostic) diag.Diagnostic {
	r, _ := Find(d.Rule)
	if d.Late { // why it comes only then
		r.Why = d.Why + " " + r.Why
	}
	d.Why, d.Instead = r.Why, r.Instead
	return d
}

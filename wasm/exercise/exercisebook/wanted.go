package exercisebook

import (
	"strings"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/number"
)

// What predicates want is put into words when an exercise is read: a page carries the
// words, and no browser makes them.

// wanted says what a predicate asks of an answer, to a reader.
func wanted(p *exercise.Predicate) string {
	q, rows := "the screen", "rows"
	if p.Question != nil {
		q = p.Question.Shown
	}
	if len(p.Rows) > 0 {
		rows = number.Of(len(p.Rows[0].Rows), p.Rows[0].Noun)
	}
	limit := number.Count(int64(p.Limit))
	atMost := "at most "
	if p.Exact {
		atMost = "exactly "
	}
	day := ""
	if p.Day >= 0 {
		day = " on day " + number.Count(int64(p.Day))
	}
	of := ""
	if p.Question != nil && p.Question.Shown != "the screen" {
		of = " for " + q
	}
	switch p.Rule {
	case "valid":
		return "Cassandra accepts every statement"
	case "serves", "serves+":
		if p.Limit == 1 {
			return capital(q) + " is filled from one partition"
		}
		return capital(q) + " is filled from " + atMost + limit + " partitions"
	case "order":
		if p.Flag {
			return "The rows are stored in the order" + by(p.Question) + " that " + q + " shows"
		}
		return "The rows can be read in the order" + by(p.Question) + " that " + q + " shows"
	case "covers":
		return "The table holds all that " + q + " shows"
	case "keeps":
		if p.Limited {
			return "Of the " + rows + " " + limit + " are kept" + of
		}
		if p.Day >= 0 {
			day = ", and are there" + day
		}
		return "All " + rows + " are kept" + of + day
	case "static":
		return "What is the same for a whole partition is stored once"
	case "last":
		return "The key ends with `" + strings.Join(p.Attrs, "` and `") + "`"
	case "key":
		return "The primary key is the one that the task asks for"
	case "keyed":
		if name, no := strings.CutPrefix(p.Rest, "no "); no {
			return "No key has `" + name + "`"
		}
		return "The key has `" + p.Rest + "`"
	case "has":
		name, types, typed := strings.Cut(p.Rest, " ")
		if typed {
			types = " of the type `" + strings.ReplaceAll(types, " or ", "` or `") + "`"
		}
		return "There is a column `" + name + "`" + types
	case "used":
		return "Each table is read by a question"
	case "names":
		return "The name of each table says what its queries give"
	case "size":
		return "The largest partition" + of + " stays below " + number.Bytes(p.Limit) + day
	case "values":
		return "The largest partition" + of + " holds no more than 100,000 values" + day + " (more is a remark)"
	case "rows":
		return capital(q) + " reads " + atMost + limit + " rows" + day
	case "bounded":
		return "No partition" + of + " grows for ever"
	case "spread":
		if p.Share > 0 {
			return "No partition takes more than " + number.Percent(p.Share) + " of the writes at any moment"
		}
		return "There are at least " + limit + " partition keys"
	case "countable":
		return capital(q) + " meets " + atMost + limit + " tombstones"
	case "writes":
		return "One change is written to " + atMost + limit + " rows"
	case "expires":
		if p.Limit == 0 {
			return "The rows do not expire"
		}
		return "The rows expire after " + number.Seconds(p.Limit)
	case "lives":
		return "What is written ends after " + number.Seconds(p.Limit)
	case "returns":
		return "The statement returns what the screen shows"
	case "reads":
		what := " partitions are read"
		if p.Flag {
			what = " rows are read"
		} else if p.Limit == 1 {
			what = " partition is read"
		}
		return capital(atMost) + limit + what
	case "leaves":
		return "Afterwards the tables hold what they should"
	case "conditional":
		if p.Rest != "" {
			return "Each write to `" + p.Rest + "` has a condition"
		}
		return "Every statement writes under a condition"
	case "yields", "none":
		first, _, more := strings.Cut(p.Rest, ";")
		such := ": `"
		if more {
			such = ", such as `"
		}
		if p.Rule == "none" {
			return "Your statements write nothing if somebody else is faster" + such + first + "`"
		}
		return "Your statements do not undo what somebody else sends just before them" + such + first + "`"
	case "ends":
		return "`" + p.Rest + "` is changed last"
	case "moves":
		return "In `" + p.Rest + "` the old row is deleted last"
	case "elements":
		return "No statement replaces a whole collection"
	case "tries":
		return "Your statements write to each of `" + strings.Join(strings.Fields(p.Rest), "` and `") + "`"
	case "starts":
		return "The first statement is `" + p.Rest + "`"
	case "tombstones":
		if p.Limit == 1 {
			return capital(atMost) + "one tombstone is written"
		}
		return capital(atMost) + limit + " tombstones are written"
	case "warned":
		return "Cassandra sends no warning"
	case "rule":
		if p.Exact {
			return "No statement breaks the rule " + p.Rest
		}
		return "Cassandra answers with the rule that the task asks for"
	}
	return p.Text
}

// by are the words for the order that a question wants.
func by(q *exercise.Question) string {
	var out []string
	for _, o := range q.Order {
		name := "`" + o.Attr.Name + "`"
		if o.Desc {
			name += " from the last to the first"
		}
		out = append(out, name)
	}
	if len(out) == 0 {
		return ""
	}
	return " of " + strings.Join(out, ", then ")
}

func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

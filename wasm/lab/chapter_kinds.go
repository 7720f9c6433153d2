//go:build !large

// What belongs to chapters: calculators, exercises, predictions, scripts that are judged and run.
// The larger program does without: its pages have one widget each, and it is heavy enough.

package lab

// predictions: what a reader guesses before the answer is judged.
const predictions = true

// kinds are the kinds of widgets: to add one, add a line. What is too heavy for chapters is added by
// a file that is not built into their program (see model.go).
var kinds = []kind{
	{name: "check", parse: parseCheck, look: "script"},
	{name: "query", parse: parseQuery, look: "script"},
	{name: "run", parse: parseRun, look: "script"},
	{name: "diagram", parse: parseDiagram, picture: true},
	{name: "size", parse: parseSize, picture: true},
	{name: "layout", parse: parseLayout, look: "script"},
	{name: "measured", parse: parseMeasured, look: "script"},
	{name: "ring", parse: parseRingWidget, picture: true},
	{name: "duplication", parse: parseDuplication, picture: true},
	{name: "consistency", parse: parseConsistency, picture: true},
	{name: "index", parse: parseFanout, picture: true},
	{name: "batch", parse: parseBatch, picture: true},
	{name: "expiry", parse: parseExpiry, picture: true},
	{name: "exercise", parse: parseExercise},
}

//go:build !large

// What belongs to chapters: sizes, bytes one by one, a measurement beside them, exercises,
// predictions, and what choices cost. The larger program does without: it is heavy enough.

package lab

// predictions: what a reader guesses before the answer is judged.
const predictions = true

func init() {
	kinds = append(kinds,
		kind{name: "size", parse: parseSize, picture: true, small: true},
		kind{name: "layout", parse: parseLayout, look: "script", small: true},
		kind{name: "measured", parse: parseMeasured, look: "script", small: true},
		kind{name: "ring", parse: parseRingWidget, picture: true, small: true},
		kind{name: "duplication", parse: parseDuplication, picture: true, small: true},
		kind{name: "consistency", parse: parseConsistency, picture: true, small: true},
		kind{name: "index", parse: parseFanout, picture: true, small: true},
		kind{name: "batch", parse: parseBatch, picture: true, small: true},
		kind{name: "expiry", parse: parseExpiry, picture: true, small: true},
		kind{name: "exercise", parse: parseExercise, small: true},
	)
}

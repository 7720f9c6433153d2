//go:build !large

// Exercises belong to chapters. The larger program does without: it is heavy enough.

package lab

func init() {
	kinds = append(kinds, kind{name: "exercise", parse: parseExercise, small: true})
}

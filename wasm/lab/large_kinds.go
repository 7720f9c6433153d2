//go:build large

// What the larger program does without: see chapter_kinds.go.

package lab

const predictions = false

// kinds are what model.go and bench.go add.
var kinds []kind

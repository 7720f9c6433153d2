//go:build large

// What the larger program does without: see chapter_kinds.go.

package lab

const predictions = false

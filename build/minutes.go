package build

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// How long a chapter takes is worked out, by one rule for all, so that times on different
// pages can be compared: reading is its words at wordsAMinute, and a minute for each
// calculator, figure and prediction; an exercise takes what its author says.

// wordsAMinute is half of the pace at which people read a novel in their first language:
// these pages have tables and CQL between the words, and many read them in a second one.
const wordsAMinute = 130

// minutes are those of a chapter: to read, and with its exercises.
type minutes struct{ reading, all int }

// time works out how long the compiled chapter takes.
func (c *compiling) time(doc ast.Node) (m minutes) {
	n := 0
	ast.Walk(doc, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && node.Type() == ast.TypeBlock && node.FirstChild() != nil && node.FirstChild().Type() == ast.TypeInline {
			n += len(strings.Fields(plainText(node, c.text)))
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	exercises := 0
	m.reading = (n + wordsAMinute - 1) / wordsAMinute
	for _, w := range c.widgets {
		if w.exercise != nil {
			exercises += w.exercise.Minutes
		} else {
			m.reading++
		}
	}
	m.all = m.reading + exercises
	return m
}

// Reading is how many minutes a chapter takes to read.
func (c *chapter) Reading() string { return strconv.Itoa(c.minutes.reading) }

// Least is after how many seconds who has seen all of it may have read it: a fifth of the time.
func (c *chapter) Least() int { return c.minutes.reading * 60 / 5 }

// Exercises is how many it takes with its exercises, "" where it has none.
func (c *chapter) Exercises() string {
	if c.minutes.all == c.minutes.reading {
		return ""
	}
	return c.Minutes()
}

// Minutes is how many it takes in all.
func (c *chapter) Minutes() string { return strconv.Itoa(c.minutes.all) }

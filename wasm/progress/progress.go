// Package progress is what a reader has read, tried and solved: kept in a browser, sent
// along in a link, saved in a file. Two logs merge into one, in any order and as often
// as one likes, and nothing is lost. It knows neither the clock nor the store.
//
// The text form has a line for each chapter, and after its name what happened there:
//
//	foundations/keys read:2026-03-01. e1:2026-03-01x2?1 e1:2026-03-02+ q1:2026-03-01+
//
// A thing, a colon, a day, then marks: . read, x answered otherwise than it is, + answered
// right, ? a hint shown, ! the model answer shown, ~ to be asked again; a number after a mark is how often.
package progress

import (
	"sort"
	"strconv"
	"strings"
)

// Kind is what happened; its value is the mark in the text form.
type Kind byte

// The kinds. Others are kept as they are.
const (
	Read  Kind = '.'
	Wrong Kind = 'x'
	Right Kind = '+'
	Hint  Kind = '?'
	Shown Kind = '!' // the model answer
	Again Kind = '~' // the reader is not sure, and wants to be asked
)

// An Event is that something happened on a day, and how often.
type Event struct {
	Day  int // since 1970-01-01
	Kind Kind
	N    int
}

// Page is the name of a chapter as a whole among its things.
const Page = "read"

// A Log holds events by chapter and thing. The zero Log is empty.
type Log struct{ chapters map[string]map[string][]Event }

// Bounds. Of each thing the first event of each kind and the latest ones are kept, and
// where there are too many names those that come first: so the order in which logs
// merge makes no difference.
const (
	latest      = 12
	maxChapters = 500
	maxThings   = 200 // of a chapter
	maxName     = 80
	maxCount    = 999
)

// Add notes that something happened. It reports whether the log has taken it in: not
// where a name is none, or comes after too many others.
func (l *Log) Add(chapter, thing string, day int, kind Kind) bool {
	n := 1
	for _, e := range l.chapters[chapter][thing] {
		if e.Day == day && e.Kind == kind {
			n = e.N + 1
		}
	}
	return l.put(chapter, thing, Event{day, kind, n})
}

// put merges an event: of the same kind on the same day the larger number counts.
func (l *Log) put(chapter, thing string, e Event) bool {
	if !isName(chapter, "/") || !isName(thing, "") || e.Day < 0 || e.Day > 1e6 || !isMark(e.Kind) || e.N < 1 {
		return false
	}
	if e.N > maxCount {
		e.N = maxCount
	}
	if l.chapters == nil {
		l.chapters = map[string]map[string][]Event{}
	}
	things := l.chapters[chapter]
	if things == nil {
		things = map[string][]Event{}
		l.chapters[chapter] = things
	}
	list := things[thing]
	at := sort.Search(len(list), func(i int) bool { return !before(list[i], e) })
	if at < len(list) && !before(e, list[at]) {
		list[at].N = max(list[at].N, e.N)
		return true
	}
	list = append(list, Event{})
	copy(list[at+1:], list[at:])
	list[at] = e
	things[thing] = kept(list)
	drop(things, maxThings)
	drop(l.chapters, maxChapters)
	_, there := l.chapters[chapter][thing]
	return there
}

// drop leaves out the last names beyond a number.
func drop[T any](m map[string]T, most int) {
	if len(m) > most {
		last := ""
		for name := range m {
			last = max(last, name)
		}
		delete(m, last)
	}
}

// before orders events by day and kind.
func before(a, b Event) bool { return a.Day < b.Day || a.Day == b.Day && a.Kind < b.Kind }

// kept are the first event of each kind and the latest ones. What is left out of a part
// is left out of the whole as well, so that logs merge in any order.
func kept(list []Event) []Event {
	if len(list) <= latest {
		return list
	}
	out := list[:0]
	var seen [256]bool
	for i, e := range list {
		if !seen[e.Kind] || i >= len(list)-latest {
			out = append(out, e)
		}
		seen[e.Kind] = true
	}
	return out
}

// isName holds for names of chapters and things: small letters, digits, - and what else
// is allowed.
func isName(s, also string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || strings.IndexByte(also, c) >= 0) {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}

// isMark holds for what can be a mark: no letter of a name, no digit, no space.
func isMark(k Kind) bool {
	return k == Wrong || k > ' ' && k < 0x7f && k != '-' && k != ':' && !('0' <= k && k <= '9') && !('a' <= k|0x20 && k|0x20 <= 'z')
}

// Events are those of a thing, by day.
func (l *Log) Events(chapter, thing string) []Event { return l.chapters[chapter][thing] }

// Has reports whether something ever happened to a thing.
func (l *Log) Has(chapter, thing string, kind Kind) bool { return l.Count(chapter, thing, kind) > 0 }

// Count is how often something happened to a thing, as far as the log still knows.
func (l *Log) Count(chapter, thing string, kind Kind) (n int) {
	for _, e := range l.chapters[chapter][thing] {
		if e.Kind == kind {
			n += e.N
		}
	}
	return n
}

// Chapters are the names of those in which something happened, sorted.
func (l *Log) Chapters() []string { return names(l.chapters) }

// Things are the names of those of a chapter to which something happened, sorted.
func (l *Log) Things(chapter string) []string { return names(l.chapters[chapter]) }

func names[T any](m map[string]T) (out []string) {
	for name := range m {
		out = append(out, name)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// Merge takes in all that another log knows. Which of two logs takes in the other makes
// no difference, nor how often.
func (l *Log) Merge(o *Log) {
	for chapter, things := range o.chapters {
		for thing, list := range things {
			for _, e := range list {
				l.put(chapter, thing, e)
			}
		}
	}
}

// Text is the text form, the same for equal logs.
func (l *Log) Text() string {
	var b strings.Builder
	for _, chapter := range l.Chapters() {
		b.WriteString(chapter)
		for _, thing := range l.Things(chapter) {
			day := -1
			for _, e := range l.chapters[chapter][thing] {
				if e.Day != day {
					day = e.Day
					b.WriteString(" " + thing + ":" + date(day))
				}
				b.WriteByte(byte(e.Kind))
				if e.N > 1 {
					b.WriteString(strconv.Itoa(e.N))
				}
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

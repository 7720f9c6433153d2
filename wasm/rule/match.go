package rule

import "strings"

// Match returns the ids of the rules whose message a text holds: what a server
// said, or what a driver, cqlsh or a log made of it. Names and numbers in it may be
// any. Of several templates that fit, those count that fit with the most letters;
// rules that share a sentence come together, so W-10 comes with W-11, W-12 and
// W-20. The sentences of the parser name a place and no rule: for them all rules of
// syntax come back. Without a rule the result is empty.
func Match(text string) []string {
	text = plain(text)
	var found []string
	best := minLetters - 1
	for line := range strings.Lines(messages) {
		template, ids, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n := says(text, template)
		if n < best {
			continue
		}
		if n > best {
			best, found = n, nil
		}
	next:
		for id := range strings.SplitSeq(ids, " ") {
			for _, have := range found {
				if have == id {
					continue next
				}
			}
			found = append(found, id)
		}
	}
	return found
}

// minLetters is how many letters of a template must be in a text.
const minLetters = 8

// says counts the letters of a template that a text holds: its parts between the
// %s, in their order. It is 0 where one is missing.
func says(text, template string) (letters int) {
	for part := range strings.SplitSeq(template, "%s") {
		part = strings.TrimSpace(part) // what stands between may be empty
		_, after, ok := strings.Cut(text, part)
		if !ok {
			return 0
		}
		text = after
		for i := range len(part) {
			if c := part[i] | 0x20; c >= 'a' && c <= 'z' {
				letters++
			}
		}
	}
	return letters
}

// plain takes back what a terminal, a log or a text editor does to a message: it
// breaks lines, escapes quotes, and sets typographic ones.
func plain(text string) string {
	text = strings.NewReplacer(`\n`, " ", `\"`, `"`, `\'`, `'`, "“", `"`, "”", `"`, "‘", "'", "’", "'", "\u00a0", " ").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"partitionlab/wasm/workload"
)

const maxNames = 32 // names that stand for names

// eval works a string expression out: its chunks, with gaps for what is not known.
func (s *source) eval(lo, hi, depth int) []chunk {
	for s.tok(lo).is("(") && s.tok(lo).pair == hi-1 && hi-lo > 2 { // around all of it: no level
		s.meter.Spend(1, 1, "")
		lo, hi = lo+1, hi-1
	}
	if s.level == maxLevel {
		s.goesBeyond(cutLevel)
		return []chunk{s.gap(lo, hi)}
	}
	s.level++
	defer func() { s.level-- }()
	var out []chunk
	for i := lo; ; {
		end := min(s.termEnd(i), hi)
		if end <= i {
			return []chunk{s.gap(lo, hi)}
		}
		term := s.term(i, end, depth)
		s.meter.Spend(len(term), 1, "")
		out = append(out, term...)
		switch {
		case end == hi:
			return out
		case s.tok(end).is("+"):
			i = end + 1
		case s.lang.percent && s.tok(end).is("%"):
			lo, last := end+1, hi
			if t := s.tok(lo); t.is("(") && t.pair == hi-1 {
				lo, last = lo+1, hi-1
			}
			out = replace(out, named, func(m []string) (string, string, bool) { return "", m[1], true })
			return s.fill(out, printf, s.arguments(lo, last), depth)
		default:
			return []chunk{s.gap(lo, hi)}
		}
	}
}

// goesBeyond notes the bound because of which an expression is not worked out.
func (s *source) goesBeyond(c *cut) {
	if s.all.cut == nil {
		s.all.cut = c
	}
}

// gap is an expression that is not known.
func (s *source) gap(lo, hi int) chunk {
	start, end := s.tok(lo).start, s.tok(hi-1).end
	return chunk{gap: short(s.file.Text[start:end]), file: start, span: end - start}
}

// short is an expression as it is named: on one line, not too long.
func short(expr string) string {
	const most = 40
	r := []rune(strings.Join(strings.Fields(expr[:min(len(expr), 100*most)]), " "))
	if len(r) > most || len(expr) > 100*most {
		return string(r[:min(len(r), most-1)]) + "…"
	}
	return string(r)
}

// term works out a term: strings, a name, a call, something in parentheses, and
// the methods behind it.
func (s *source) term(lo, hi, depth int) []chunk {
	t := s.tok(lo)
	var out []chunk
	i := lo
	switch {
	case t.kind == str:
		for ; i < hi && s.tok(i).kind == str; i++ {
			out = append(out, s.inner(s.tok(i).chunks, i, depth)...)
		}
	case t.is("(") && t.pair > 0 && t.pair < hi:
		out, i = s.eval(lo+1, t.pair, depth), t.pair+1
	case t.is("[") && t.pair > 0 && t.pair < hi && s.tok(t.pair+1).is(".") && s.tok(t.pair+2).text == "join":
		sep, known := s.constant(t.pair+4, hi-1, depth)
		if !known || s.tok(t.pair+3).pair != hi-1 {
			return []chunk{s.gap(lo, hi)}
		}
		for n, a := range s.arguments(lo+1, t.pair) {
			if n > 0 {
				out = append(out, chunk{text: sep, file: s.tok(a[0]).start})
			}
			out = append(out, s.eval(a[0], a[1], depth)...)
		}
		return out
	case t.kind == word:
		end := lo + 1
		for s.tok(end).is(".") && s.tok(end+1).kind == word && end+1 < hi {
			end += 2
		}
		switch n := s.tok(end); {
		case end == hi:
			return s.named(s.words(lo, hi), lo, hi, depth)
		case n.kind == str && end == lo+1 && slices.Contains(wrappers, t.text):
			out, i = s.inner(n.chunks, end, depth), end+1
		case n.is("(") && n.pair > 0 && n.pair < hi:
			args := s.arguments(end+1, n.pair)
			last := s.tok(end - 1).text
			switch {
			case len(args) > 0 && slices.Contains(formats, last):
				style := printf
				if s.lang.name == "C#" {
					style = braced
				}
				out = s.fill(s.eval(args[0][0], args[0][1], depth), style, args[1:], depth)
			case len(args) == 1 && slices.Contains(wrappers, last):
				out = s.eval(args[0][0], args[0][1], depth)
			default:
				return []chunk{s.gap(lo, hi)}
			}
			i = n.pair + 1
		default:
			return []chunk{s.gap(lo, hi)}
		}
	case t.kind == number && hi == lo+1:
		return []chunk{{text: s.words(lo, hi), file: t.start, span: t.end - t.start}}
	default:
		return []chunk{s.gap(lo, hi)}
	}
	for i < hi { // .method(…)
		paren := s.tok(i + 2)
		if !s.tok(i).is(".") || !paren.is("(") || paren.pair < 0 || paren.pair >= hi {
			return []chunk{s.gap(lo, hi)}
		}
		args := s.arguments(i+3, paren.pair)
		switch method := s.tok(i + 1).text; {
		case method == "trimMargin":
			out = unmargin(out)
		case slices.Contains(trims, method):
		case method == "formatted" || method == "format" && s.lang.name == "Kotlin":
			out = s.fill(out, printf, args, depth)
		case method == "format" && s.lang.percent:
			out = s.fill(out, braced, args, depth)
		default:
			return []chunk{s.gap(lo, hi)}
		}
		i = paren.pair + 1
	}
	return out
}

// inner works out the expressions within a string.
func (s *source) inner(chunks []chunk, at, depth int) (out []chunk) {
	for _, c := range chunks {
		if c.gap == "" {
			out = append(out, c)
			continue
		}
		if text, ok := s.value(c.gap, at, depth); ok {
			out = append(out, chunk{text: text, file: c.file, span: c.span})
			continue
		}
		c.gap = short(c.gap)
		out = append(out, c)
	}
	return out
}

// named is what a name stands for, at the place where it is used.
func (s *source) named(expr string, lo, hi, depth int) []chunk {
	start, end := s.tok(lo).start, s.tok(hi-1).end
	if text, ok := s.value(expr, lo, depth); ok {
		return []chunk{{text: text, file: start, span: end - start}}
	}
	return []chunk{s.gap(lo, hi)}
}

// value is the text that a name stands for.
func (s *source) value(expr string, use, depth int) (string, bool) {
	for i, part := range strings.Split(expr, ".") {
		if !name(part) && !(i == 0 && part == "this") {
			return s.defined(expr)
		}
	}
	if src, d, ok := s.lookup(expr, use); ok && depth == maxNames {
		s.goesBeyond(cutNames)
	} else if ok {
		if text, ok := src.constant(d.lo, d.hi, depth+1); ok && s.fits(text) {
			return text, true
		}
	}
	return s.defined(expr)
}

// fits reports whether there is room for what a name stands for.
func (s *source) fits(text string) bool {
	if len(text) > s.room {
		s.goesBeyond(cutText)
		return false
	}
	s.room -= len(text)
	return true
}

// defined is the value that the options give an expression.
func (s *source) defined(expr string) (string, bool) {
	expr = strings.TrimSuffix(expr, "()")
	v, ok := s.all.Define[expr]
	if !ok {
		v, ok = s.all.Define[lastName(expr)]
	}
	return v, ok && s.fits(v)
}

// constant is the text of an expression that has no gaps.
func (s *source) constant(lo, hi, depth int) (string, bool) {
	if lo >= hi {
		return "", false
	}
	key := [3]int{lo, hi, depth}
	c, done := s.known[key]
	if !done {
		before := s.all.cut
		s.all.cut = nil
		c.text, c.ok = s.workOut(lo, hi, depth)
		c.cut, s.all.cut = s.all.cut, before
		s.known[key] = c
	}
	if c.cut != nil {
		s.goesBeyond(c.cut)
	}
	return c.text, c.ok
}

func (s *source) workOut(lo, hi, depth int) (string, bool) {
	var b strings.Builder
	for _, c := range s.eval(lo, hi, depth) {
		if b.Len() > 1<<16 {
			s.goesBeyond(cutText)
			return "", false
		}
		if c.gap != "" {
			return "", false
		}
		b.WriteString(c.text)
	}
	return b.String(), true
}

// arguments are the expressions between commas.
func (s *source) arguments(lo, hi int) (out [][2]int) {
	for lo < hi {
		end := lo
		for end < hi && !s.tok(end).is(",") {
			s.meter.Spend(1, 1, "")
			if t := s.tok(end); t.kind == sign && t.pair > end {
				end = t.pair
			}
			end++
		}
		if end = min(end, hi); end > lo {
			out = append(out, [2]int{lo, end})
		}
		lo = end + 1
	}
	return out
}

var (
	printf = regexp.MustCompile(`%(?:\((\w+)\))?(?:(\d+)\$)?[-+ #0]*\d*(?:\.\d+)?[sdvqfxXTt]|%%`)
	braced = regexp.MustCompile(`\{(?:(\w*))(?:![rsa])?(?::[^{}]*)?\}|\{\{|\}\}`)
)

// fill puts arguments where placeholders stand.
func (s *source) fill(chunks []chunk, style *regexp.Regexp, args [][2]int, depth int) []chunk {
	next := 0
	s.meter.Spend(len(chunks), 1, "")
	return replace(chunks, style, func(m []string) (string, string, bool) {
		switch m[0] {
		case "%%", "{{", "}}":
			return m[0][:1], "", true
		}
		n := -1
		key := m[1]
		if style == printf && m[2] != "" {
			key = m[2]
		}
		switch {
		case key == "":
			n = next
			next++
		case key[0] >= '0' && key[0] <= '9':
			n = int(key[0] - '0')
			if style == printf {
				n--
			}
		default: // by its name: format(table=x) or % {"table": x}
			s.meter.Spend(len(args), 1, "")
			for i, a := range args {
				if s.tok(a[0]).text == key && s.tok(a[0]+1).is("=") {
					args[i], n = [2]int{a[0] + 2, a[1]}, i
				}
			}
		}
		if n < 0 || n >= len(args) {
			return "", m[0], true
		}
		a := args[n]
		s.meter.Spend(1, 1, "")
		if text, ok := s.constant(a[0], a[1], depth); ok && s.fits(text) && (style == braced || strings.HasSuffix(m[0], "s") || strings.HasSuffix(m[0], "v") || strings.HasSuffix(m[0], "d")) {
			return text, "", true
		}
		return "", s.gap(a[0], a[1]).gap, true
	})
}

// replace puts something else in the place of each match in plain text: a text, or
// a gap; ok is false where the match stays.
func replace(chunks []chunk, pattern *regexp.Regexp, with func(match []string) (text, gap string, ok bool)) (out []chunk) {
	for _, c := range chunks {
		if c.gap != "" || !c.plain {
			out = append(out, c)
			continue
		}
		at := 0
		part := func(from, to int) {
			if to > from {
				out = append(out, chunk{text: c.text[from:to], file: c.file + from, span: to - from, plain: true, form: c.form})
			}
		}
		for _, m := range pattern.FindAllStringSubmatchIndex(c.text, -1) {
			groups := make([]string, len(m)/2)
			for i := range groups {
				if m[2*i] >= 0 {
					groups[i] = c.text[m[2*i]:m[2*i+1]]
				}
			}
			text, gap, ok := with(groups)
			if !ok {
				continue
			}
			part(at, m[0])
			out = append(out, chunk{text: text, gap: gap, file: c.file + m[0], span: m[1] - m[0], form: c.form})
			at = m[1]
		}
		part(at, len(c.text))
	}
	return out
}

// margin is what trimMargin takes away at the start of each line.
var margin = regexp.MustCompile(`(?m)^[ \t]*\|`)

func unmargin(chunks []chunk) []chunk {
	return replace(chunks, margin, func([]string) (string, string, bool) { return "", "", true })
}

var (
	springMarker = regexp.MustCompile(`\?\d+|[?:]#\{[^}]*\}`)
	named        = regexp.MustCompile(`%\((\w+)\)[sdr]`) // filled in by %
	pythonMarker = regexp.MustCompile(`%s|%\((\w+)\)s|%%`)
	placeholder  = regexp.MustCompile(`\$\{([^}]*)\}|\{\{\s*([^}]*?)\s*\}\}`)
)

// markers writes the bind markers of a driver or a framework as CQL does, and takes
// templates as gaps.
func (s *source) markers(chunks []chunk, known bool) []chunk {
	switch {
	case s.lang.annotations && s.lang.characters: // Java, Kotlin: Spring Data
		chunks = replace(chunks, springMarker, func([]string) (string, string, bool) { return "?", "", true })
	case s.lang.percent && known:
		chunks = replace(chunks, pythonMarker, func(m []string) (string, string, bool) {
			switch {
			case m[0] == "%%":
				return "%", "", true
			case m[1] != "":
				return ":" + m[1], "", true
			}
			return "?", "", true
		})
	}
	if s.lang.name == "Kotlin" || s.lang.regexps {
		return chunks // ${…} was an expression already
	}
	return replace(chunks, placeholder, func(m []string) (string, string, bool) {
		expr := strings.TrimSpace(m[1] + m[2])
		if v, ok := s.all.Define[expr]; ok {
			return v, "", true
		}
		if expr == "" {
			return "", "", false
		}
		return "", short(expr), true
	})
}

// late are placeholders that something else may fill in later on.
var late = regexp.MustCompile(`%(?:\d+\$)?[sdvq]|%\(\w+\)s|\{\w*\}`)

// soften notes what may be filled in later: a refusal at such a place is none. So
// may something be added to a text that is in no call and ends with a space or with
// a sign behind which more must come.
func (p *Piece) soften(loose bool) {
	for _, m := range late.FindAllStringIndex(p.Text, -1) {
		p.late = append(p.late, m)
	}
	trimmed := strings.TrimRight(p.Text, " \t")
	if loose && trimmed != "" && (trimmed != p.Text || strings.ContainsAny(trimmed[len(trimmed)-1:], "=(,")) {
		p.late = append(p.late, []int{strings.LastIndexAny(trimmed, " \t\n") + 1, len(p.Text)})
	}
}

const gapPattern = open + `[^` + shut + `]*` + shut

// What CQL looks like: a statement's start and what must follow it. Sentences of
// English do not look like that.
var statement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^\s*(?:--[^\n]*\n\s*|/\*.*?\*/\s*)*(?:` + strings.Join([]string{
		`SELECT\b.+?\bFROM\s+` + target + `\s*(?:$|;|WHERE\b|ORDER\s+BY\b|LIMIT\b|PER\s+PARTITION\b|GROUP\s+BY\b|ALLOW\s+FILTERING\b|‹|%|\{)`,
		`INSERT\s+INTO\s+` + target + `\s*(?:\(|JSON\b|‹|%|\{)`,
		`UPDATE\s+` + target + `\s+(?:USING|SET)\b`,
		`DELETE\s+(?:[\w\s,"\[\]'.?:]*?\s)?FROM\s+` + target + `\s*(?:$|;|USING\b|WHERE\b|‹|%|\{)`,
		`CREATE\s+(?:OR\s+REPLACE\s+)?(?:KEYSPACE|TABLE|COLUMNFAMILY|TYPE|(?:CUSTOM\s+)?INDEX|MATERIALIZED\s+VIEW|FUNCTION|AGGREGATE)\s+(?:IF\s+NOT\s+EXISTS\s+)?` + target + `\s*(?:\(|WITH\b|AS\b|ON\b|‹|%)`,
		`CREATE\s+(?:CUSTOM\s+)?INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?ON\b`,
		`CREATE\s+(?:ROLE|USER)\s+(?:IF\s+NOT\s+EXISTS\s+)?` + target + `\s+WITH\b`,
		`ALTER\s+(?:KEYSPACE|TABLE|TYPE|MATERIALIZED\s+VIEW)\s+(?:IF\s+EXISTS\s+)?` + target + `\s+(?:ADD|DROP|RENAME|WITH|ALTER)\b`,
		`DROP\s+(?:KEYSPACE|TABLE|TYPE|INDEX|MATERIALIZED\s+VIEW|FUNCTION|AGGREGATE)\s+(?:IF\s+EXISTS\s+)?` + target + `\s*;?\s*$`,
		`TRUNCATE\s+(?:TABLE\s+)?` + target + `\s*;?\s*$`,
		`BEGIN\s+(?:UNLOGGED\s+|COUNTER\s+)?BATCH\b.*APPLY\s+BATCH`,
	}, "|") + `)`)
})

// target is the name of a table, or what stands for it.
const target = `(?:["\w$.]|` + gapPattern + `|%\(\w+\)s|%\w|\{\w*\})+`

// strong reports whether a text reads like a statement.
func strong(text string) bool { return statement().MatchString(text) }

var verbs = strings.Fields("SELECT INSERT UPDATE DELETE CREATE ALTER DROP TRUNCATE BEGIN USE GRANT REVOKE LIST DESCRIBE")

// weak reports whether a text that is handed to a driver is a statement, perhaps
// a misspelled one.
func weak(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 || len(words[0]) < 3 || len(words[0]) > 12 {
		return false
	}
	first := strings.ToUpper(words[0])
	return slices.Contains(verbs, first) || len(words) > 2 && workload.Nearest(first, verbs) != ""
}

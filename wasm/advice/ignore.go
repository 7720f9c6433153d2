package advice

import (
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/work"
)

const ignoreWord = "lab:ignore"

// silence carries out the comments "-- lab:ignore ID reason" of a script: each
// takes the advice of that id away from the next statement. One that lacks its
// reason, or that silences nothing, is advice itself.
func silence(m *work.Meter, s Script, list []diag.Diagnostic) []diag.Diagnostic {
	text := s.Source.Text
	if !strings.Contains(text, ignoreWord) {
		return list
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Start < list[j].Start })
	said := list
	silent := make([]bool, len(said))
	report := func(at diag.Span, message, why, instead string) {
		list = append(list, diag.Diagnostic{Severity: diag.Advice, Message: message, Span: at, Why: why, Instead: instead})
	}
	for _, at := range cql.Comments(m, s.Source) {
		comment := strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(text[at.Start:at.End], "-/* \t"), "*/"))
		rest, ok := strings.CutPrefix(comment, ignoreWord)
		if !ok || rest != "" && !strings.ContainsAny(rest[:1], " \t\r\n") {
			continue
		}
		id, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		id = strings.ToUpper(id)
		known := Find(id) != nil
		next := sort.Search(len(s.Statements), func(i int) bool { return s.Statements[i].Span.Start >= at.End })
		switch {
		case !known:
			what := "lab:ignore names no rule"
			if id != "" {
				what = "lab:ignore: there is no advice " + id
			}
			report(at, what, "A comment that silences must say what.", "Write `-- lab:ignore R18 reason`, with the id that the advice shows.")
			continue
		case strings.TrimSpace(reason) == "":
			report(at, "lab:ignore "+id+" gives no reason", "Whoever reads the schema later must know why the advice does not hold here.", "Write the reason after the id; until then nothing is silenced.")
			continue
		}
		used := false
		if next < len(s.Statements) {
			span := s.Statements[next].Span
			for i := sort.Search(len(said), func(i int) bool { return said[i].Start >= span.Start }); i < len(said) && said[i].Start <= span.End; i++ {
				if said[i].Rule == id && !silent[i] {
					silent[i], used = true, true
				}
			}
		}
		if !used {
			report(at, "lab:ignore "+id+" silences nothing", "The next statement has no such finding. A comment that is left over hides the next one.", "Take the comment out.")
		}
	}
	var out []diag.Diagnostic
	for i, d := range list {
		if i >= len(said) || !silent[i] {
			out = append(out, d)
		}
	}
	return out
}

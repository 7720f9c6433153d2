package lab

import (
	"slices"
	"strings"
	"unicode"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/workload"
)

// This file reads what people type into the field of a quantity: "100 rooms", "2 000",
// "2,000", "2 years" where days are asked for.

// expression is the text of a quantity's field as workloads write it, or what is wrong
// with it, in the words of the field.
func expression(f *input.Field, text string) (expr, problem string) {
	expr = inNumbers(strings.TrimSpace(number.Typed(text)))
	if clear := ambiguous(f, expr); clear != "" {
		return "", "`" + text + "` can be read in two ways. Write " + clear + "."
	}
	expr = joined(expr)
	if of, period := rateIn(expr); period != "" && strings.HasSuffix(f.Label, " a day") {
		if of, problem = expression(f, of); problem == "" && period != perDay {
			of = "(" + of + ") * 1d / " + period
		}
		return of, problem
	}
	if product := withoutRates(expr); product != "" && !workload.PerSecond(f.Key) {
		return "", "`" + text + "` holds a rate. Write how many there are in all: `" + product + "`."
	}
	expr = withoutCounted(f, expr)
	if strings.IndexFunc(expr, unicode.IsLetter) < 0 {
		return expr, ""
	}
	words := strings.Fields(expr)
	if len(words) > 1 && strings.IndexFunc(expr, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }) < 0 {
		return "", "`" + text + "` is no number. " + takes(f)
	}
	if last := words[len(words)-1]; f.Unit == "bytes" && (strings.HasPrefix(last, "char") || strings.HasPrefix(last, "letter")) {
		return "", "This field counts bytes. An English letter takes 1 byte, é takes 2, an emoji 4. " + takes(f)
	}
	kind := f.Kind
	if seconds, time := number.Period(timeOf(f)); time {
		var clear string
		if expr, clear = workload.In(expr, seconds); clear != "" && seconds.Cmp(number.Int(1)) > 0 {
			return "", "`" + text + "` can be read in two ways. Write " + clear + "."
		}
		kind = number.KindTime
	} else if f.Unit == "bytes" {
		kind = number.KindBytes
	} else if f.Unit != "" {
		kind = number.KindCount
	}
	if misfit := workload.Misfit(kind, expr); misfit != "" {
		return "", "`" + text + "` " + misfit + ". " + takes(f)
	}
	return expr, ""
}

// timeOf is the unit of time that a field is in, "" for none.
func timeOf(f *input.Field) string {
	if f.Unit == "nights" {
		return "days"
	}
	return f.Unit
}

// inNumbers is an expression without the words of speech: 300 for "about 300", 2..3 for "2 to 3" and
// "2-3", which nobody means for a difference: it is below zero.
func inNumbers(text string) string {
	for _, about := range [...]string{"~", "≈", "about ", "around ", "approx. ", "ca. "} {
		if rest, ok := strings.CutPrefix(text, about); ok {
			text = strings.TrimLeft(rest, " ")
			break
		}
	}
	from := amountAt(text)
	rest := strings.TrimLeft(text[from:], " ")
	behind, to := strings.CutPrefix(rest, "to ")
	if !to {
		if behind, to = strings.CutPrefix(rest, "-"); !to {
			return text
		}
	}
	behind = strings.TrimLeft(behind, " ")
	end := amountAt(behind)
	if from == 0 || end == 0 || strings.ContainsAny(behind[end:], "+-*/^%().") && !strings.HasPrefix(behind[end:], "/") {
		return text
	}
	low, _, lowErr := number.Scan(number.Ungrouped(text[:from]))
	high, _, highErr := number.Scan(number.Ungrouped(behind[:end]))
	if lowErr != nil || highErr != nil || low.Cmp(high) > 0 {
		return text
	}
	return text[:from] + ".." + behind
}

// amountAt is how long the number is that a text begins with, its separators included.
func amountAt(text string) int {
	return len(strings.TrimRight(text[:len(text)-len(strings.TrimLeft(text, "0123456789 ,'_.k"))], " ,'_."))
}

// withoutCounted is an expression without the words for what its field counts: 10 * 3 for
// 10 tables * 3 rooms. A field that counts takes any words for its things behind a number, but what
// could stand for another number.
func withoutCounted(f *input.Field, expr string) string {
	var b strings.Builder
	for i := 0; i < len(expr); {
		end := i + 1
		for amount := isDigit(expr[i]); end < len(expr) && (amount || isLetter(expr[i])) && (isDigit(expr[end]) || isLetter(expr[end]) || expr[end] == '_'); {
			end++
		}
		b.WriteString(expr[i:end])
		counted := isDigit(expr[i]) || expr[i] == ')' || expr[i] == '%'
		i = end
		for counted {
			word := strings.TrimLeft(expr[i:], " ")
			length := 0
			for length < len(word) && (isLetter(word[length]) || word[length] == '-' && length > 0 && length+1 < len(word) && isLetter(word[length+1])) {
				length++
			}
			if counted = length > 0 && (countedIn(f, word[:length]) || counts(f) && thing(word[:length])); counted {
				i = len(expr) - len(word) + length
			}
		}
	}
	return b.String()
}

// counts reports whether a field asks how many things there are.
func counts(f *input.Field) bool {
	kind, _, _ := strings.Cut(f.Key, ".")
	_, time := number.Period(timeOf(f))
	return !time && f.Unit != "bytes" && (f.Unit != "" || kind == workload.Rows || kind == "partitions" || kind == "count" || kind == "distinct")
}

// numerals are words that are numbers, and not things.
var numerals = strings.Fields("hundred thousand million billion trillion dozen score lakh crore percent byte kilobyte megabyte gigabyte second minute hour day week month year night")

// thing reports whether a word may be one for things: no unit, no numeral, and nothing that comes
// near to one or begins one.
func thing(word string) bool {
	word = strings.ToLower(word)
	if len(word) < 4 {
		return false
	}
	for _, n := range numerals {
		if strings.HasPrefix(n, word) || slip(word, n) || slip(word, n+"s") {
			return false
		}
	}
	_, _, err := number.Scan("1" + word)
	return err != nil
}

// slip reports whether a word is another one with a slip in it, or is that one.
func slip(word, other string) bool {
	most := 1 + len(word)/8
	return diag.Distance(word, other, most+1) <= most
}

// perDay is a day as [rateIn] writes it.
const perDay = "86400s"

// withoutRates is the product of the numbers of "60 per year * 10 years": rates are no
// part of an expression. It is "" where a text has none.
func withoutRates(expr string) string {
	words := strings.FieldsFunc(strings.ToLower(expr), func(c rune) bool { return strings.ContainsRune(" *+()/", c) })
	if !slices.ContainsFunc(words, func(w string) bool { return w == "per" || w == "every" || w == "each" }) {
		return ""
	}
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "0123456789.") != "" })
	return strings.Join(words, " * ")
}

// ambiguous is what to write instead of 50.000 where something is counted: fifty, or fifty
// thousand as many people write it. A factor of 1.125 is clear.
func ambiguous(f *input.Field, expr string) string {
	groups := strings.Split(expr, ".")
	if f.Unit == "" && !counts(f) && !strings.HasPrefix(f.Key, "len.") || len(groups) < 2 || len(groups[0]) > 3 || groups[0] == "" || groups[0][0] == '0' {
		return ""
	}
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != 3 {
			return ""
		}
	}
	clear := strings.Join(groups, "")
	if len(groups) == 2 {
		whole := groups[0]
		if rest := strings.TrimRight(groups[1], "0"); rest != "" {
			whole += "." + rest
		}
		clear += " or " + whole
	}
	return clear
}

// joined takes the separators of thousands out of numbers. What could be several numbers
// stays, such as the values of a sample: 80 120 95.
func joined(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && strings.IndexByte("0123456789 ,'_.", s[end]) >= 0 && !strings.HasPrefix(s[end:], "..") {
			end++
		}
		run := strings.TrimRight(s[i:end], " ,'_.")
		if run == "" || i > 0 && isLetter(s[i-1]) {
			for end = max(end, i+1); end < len(s) && s[end] == '.'; end++ {
			}
			b.WriteString(s[i:end])
		} else {
			b.WriteString(number.Ungrouped(run))
			b.WriteString(s[i+len(run) : end])
		}
		i = end
	}
	return b.String()
}

// countedIn reports whether a word is what the field counts: "rooms" or "room" for a field of
// rooms.
func countedIn(f *input.Field, word string) bool {
	like := func(a, b string) bool { return a != "" && b != "" && (a == b || a+"s" == b || a == b+"s") }
	word = strings.ToLower(word)
	if like(word, strings.ToLower(f.Unit)) {
		return true
	}
	for _, l := range strings.Fields(strings.ToLower(f.Label + " " + f.Also)) {
		if len(l) > 3 && like(word, l) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// takes says what a field takes.
func takes(f *input.Field) string {
	like := f.Default
	if like == "" || len(like) > 20 {
		like = "100"
	}
	if f.Unit == "" {
		if !strings.HasSuffix(like, "%") {
			like += ", a range such as 2..6"
		}
		return "Write a number such as " + like + ", or an expression such as 12 * 30."
	}
	return "Write how many " + f.Unit + ", such as " + like + ", 80..400 or 12 * 30."
}

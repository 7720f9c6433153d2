package build

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A number that the core could have worked out is never typed. In prose no bare
// number may be 100 or more, and no number at all may carry a unit of bytes or a
// percent sign; dates, versions and names such as AZ123 are none.

var (
	numberToken = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)
	isoDate     = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}(-[0-9]{2})?`)
	unitToken   = regexp.MustCompile(`^(?:[ \x{a0}\x{202f}-]|&nbsp;)?(%|percent\b|[kMGTPE]i?B\b|[KMGTPE]B\b|B\b|bytes?\b|(?:kilo|mega|giga|tera|peta|kibi|mebi|gibi|tebi)bytes?\b)`)
	suffixToken = regexp.MustCompile(`^([kMG])\b|^[eE][0-9]+\b`)
)

// typedNumbers returns the offsets and texts of the numbers in a text that
// should be expressions.
func typedNumbers(text string) (at []int, number []string) {
	for i := 0; i < len(text); {
		m := numberToken.FindStringIndex(text[i:])
		if m == nil {
			break
		}
		start, end := i+m[0], i+m[1]
		i = end
		if date := isoDate.FindString(text[start:]); date != "" {
			i = start + len(date)
			continue
		}
		name := strings.TrimSuffix(text[:start], "-") // W-05 is a name, and so is AZ123
		if before, _ := utf8.DecodeLastRuneInString(name); unicode.IsLetter(before) || before == '_' {
			continue
		}
		token := text[start:end]
		plain := strings.ReplaceAll(token, ",", "")
		value, err := strconv.ParseFloat(plain, 64)
		if err != nil {
			continue // 5.0.8
		}
		if unit := unitToken.FindString(text[end:]); unit != "" {
			at, number = append(at, start), append(number, token+unit)
			i = end + len(unit)
			continue
		}
		if suffix := suffixToken.FindString(text[end:]); suffix != "" || value >= 100 {
			at, number = append(at, start), append(number, token+suffix)
		}
	}
	return at, number
}

func checkNumbers(file string, line int, text string, problems *problemList) {
	_, numbers := typedNumbers(text)
	for _, n := range numbers {
		problems.add(Problem{file, line, numberMessage(n)})
	}
}

func numberMessage(n string) string {
	return "the number " + strings.ReplaceAll(n, "\u00a0", " ") +
		" is typed: let the core work it out with {= expression : format}, or give a reason with {lit " + n + ": reason}"
}

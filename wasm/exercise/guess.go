package exercise

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// A Guess is a prediction that a reader makes before a widget shows its answer, and
// what there is to say to it.
type Guess struct {
	Amount  Amount // of a number
	Options []Item
	Labels  []string // of Options: "yes", "both likes"; none where a number is asked
	Cases   []Case   // numbers that are expected, and what is said to them
	Right   string   // said to who is right
	Other   string   // said to who is not, where nothing else is
}

// Judge compares a guess: a number with its unit, the letter of an option, or its text.
func (g *Guess) Judge(guess string) *Judgement {
	e := &Exercise{Kind: Number, Amount: g.Amount, Cases: g.Cases, Items: g.Options}
	if len(g.Options) > 0 {
		e.Kind = Choice
		guess = strings.ToLower(strings.TrimSpace(guess))
		for i, l := range g.Labels {
			if strings.ToLower(l) == guess || len(g.Labels) == 2 && len(guess) > 0 && len(l) < 4 && strings.HasPrefix(l, guess) {
				guess = Letter(i)
			}
		}
	}
	if a, bad := ReadAmount(guess); e.Kind == Number && bad == nil {
		if !g.counts(&a) {
			return &Judgement{First: -1, Note: g.lost(&a)}
		}
		if kindOfUnit(&a) == "count" {
			guess = number.Plain(a.Full) // 2 k rows are not 2
		}
	}
	r := &Judgement{First: -1, Note: unfit(guess)}
	e.judgePlain(guess, r)
	switch {
	case r.Note != "":
	case r.Passed && g.Right != "":
		r.Says = []string{g.Right}
	case !r.Passed && g.Other != "" && (len(r.Says) == 0 || e.Kind == Number && r.Listed == nil):
		r.Says = []string{g.Other}
	}
	return r
}

// counts reports whether a number has the unit that is asked for: the same word, another
// unit of its kind, or none; thousands and percent belong to any count.
func (g *Guess) counts(a *Amount) bool {
	is, asked := kindOfUnit(a), kindOfUnit(&g.Amount)
	switch is {
	case "", asked:
		return is != "word" || sameWord(a.Unit, g.Amount.Unit)
	case "count":
		return asked != "time"
	}
	return is == "%" && asked == ""
}

// lost says that the unit of a guess is not one of what is asked for.
func (g *Guess) lost(a *Amount) string {
	said := say("“%” is not understood here. Write the number alone", a.Unit)
	if u := g.Amount.Unit; u != "" {
		said += say(", or with its unit, such as 12 %", either(g.Amount.Known, u, number.Plural(2, number.Singular(u))))
	}
	return said + "."
}

// kindOfUnit is what a unit counts; "word" where it is the name of a thing, "" for none.
func kindOfUnit(a *Amount) string {
	_, time := number.Period(a.Unit)
	switch {
	case a.Unit == "" || a.Unit == "%":
		return a.Unit
	case time:
		return "time"
	case !a.Known:
		return "word"
	case strings.HasSuffix(a.Unit, "B") || strings.HasPrefix(a.Unit, "byte"):
		return "bytes"
	}
	return "count"
}

// A GuessLine is a line of a fence with the places of its name and its value.
type GuessLine struct {
	Name, Value string
	At, ValueAt diag.Span
}

// ReadGuess reads a prediction as a widget's fence has it; all lines whose names do not
// begin with guess are left out:
//
//	guess = 1 row                                   a number, with ± where that is enough
//	guess = [ ] both likes | [x] one like | [ ] an error
//	guess = yes                                     or no
//	guess.4 = That is how many were written. …      said to who guesses 4
//	guess.a = …                                     said to who chooses the first; guess.yes, guess.no
//	guess.right = Yes: …
//	guess.other = …                                 said to every other guess
//
// Bad are the lines that say nothing: package exercisebook tells their authors why.
func ReadGuess(lines []GuessLine) (g *Guess, bad []int) {
	g = &Guess{}
	for n, l := range lines {
		if l.Name != "guess" {
			continue
		}
		text := l.Value
		if text == "yes" || text == "no" {
			text = strings.Replace("[ ] yes | [ ] no", "[ ] "+text, "[x] "+text, 1)
		}
		if text == "" || text[0] != '[' {
			a, err := ReadAnswer(text)
			if g.Amount = a; err != nil {
				bad = append(bad, n)
			}
			continue
		}
		right := 0
		for _, part := range strings.Split(text, "|") {
			mark, label, _ := strings.Cut(strings.TrimSpace(part), "]")
			right += position(mark == "[x")
			(*words)(&g.Labels).add(strings.TrimSpace(label))
			g.Options = append(g.Options, Item{Want: position(mark == "[x")})
		}
		if right != 1 || len(g.Options) < 2 || len(g.Options) > 26 {
			bad = append(bad, n)
		}
	}
	for n, l := range lines {
		key, ok := strings.CutPrefix(l.Name, "guess.")
		if !ok {
			continue
		}
		option := words(g.Labels).index(key)
		if len(key) == 1 && option < 0 && key[0] >= 'a' && int(key[0]) < 'a'+len(g.Options) {
			option = int(key[0]) - 'a'
		}
		amount, err := ReadAmount(key)
		switch {
		case key == "right":
			g.Right = l.Value
		case key == "other":
			g.Other = l.Value
		case option >= 0:
			g.Options[option].Says = l.Value
		case err == nil && len(g.Options) == 0:
			g.Cases = append(g.Cases, Case{Says: l.Value, Numbers: []Amount{amount}})
		default:
			bad = append(bad, n)
		}
	}
	return g, bad
}

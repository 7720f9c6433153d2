package exercisebook

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
)

// ProveGuess shows that the lines of a prediction do what they say: the right guess is
// taken for right, and each other one that has a line gets it.
func ProveGuess(lines []exercise.GuessLine) []diag.Diagnostic {
	g, bad := exercise.ReadGuess(lines)
	p := &prover{}
	for _, i := range bad {
		l := lines[i]
		key, of := strings.CutPrefix(l.Name, "guess.")
		_, err := exercise.ReadAnswer(l.Value)
		switch {
		case of:
			p.wrong(l.At, "nobody can guess "+key, "", "write guess.4 = and what is said to who guesses 4; or the letter of an option, yes, no, right or other")
		case strings.HasPrefix(l.Value, "[") || err == nil:
			p.wrong(l.ValueAt, "a guess has 2 to 26 options, and one of them is right", "", "write [x] before the right one and [ ] before the others, with | between them")
		default:
			p.wrong(l.ValueAt, err.Message, "", "write a number with its unit, yes, no, or [ ] one | [x] another")
		}
	}
	if len(bad) > 0 {
		return p.diags
	}
	for _, l := range lines {
		switch key, ok := strings.CutPrefix(l.Name, "guess."); {
		case l.Name == "guess":
			right := decimal(g.Amount.Plain) + " " + g.Amount.Unit
			for i, o := range g.Options {
				if o.Want == 1 {
					right = exercise.Letter(i)
				}
			}
			if r := g.Judge(right); !r.Passed {
				p.wrong(l.ValueAt, "the right guess is not taken for right: "+p.because(r), "", "write the number that is right")
			}
		case !ok || key == "right" || key == "other":
		default:
			if r := g.Judge(key); r.Passed && len(g.Options) == 0 || !r.Passed && (len(r.Says) == 0 || r.Says[0] != l.Value) {
				p.wrong(l.At, "a guess of "+key+" does not get this feedback", "It is right, or another line is said to it.", "correct the number, or take the line out")
			}
		}
	}
	return p.diags
}

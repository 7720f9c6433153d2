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
	p := &prover{reader: reader{diags: bad}}
	if len(bad) > 0 {
		return bad
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

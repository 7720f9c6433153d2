package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/progress"
	"partitionlab/wasm/view"
)

// What a reader predicts before a covered widget answers is judged where its fence says
// what is right: see [exercise.ReadGuess]. Whoever is right sees the answer; to who is
// not something is said that leads on, and the answer stays covered until the next
// guess, or until it is asked for.

// readGuess reads the lines of a fence about a prediction.
func readGuess(f *fence.Fence) (*exercise.Guess, []exercise.GuessLine) {
	if len(f.Guess) == 0 || !predictions {
		return nil, nil
	}
	var lines []exercise.GuessLine
	right := false
	for _, l := range f.Guess {
		right = right || l.Name == "guess"
		lines = append(lines, exercise.GuessLine{Name: l.Name, Value: l.Value, At: l.Span, ValueAt: l.At})
	}
	first := f.Guess[0]
	switch {
	case !f.Cover:
		f.Wrong(first.Span, "nothing is left to guess: the answer is in view", "write cover = yes as well")
	case !right:
		f.Wrong(first.Span, "no guess is right", "write guess = and the number, yes, no, or [ ] one | [x] another")
	}
	g, _ := exercise.ReadGuess(lines)
	return g, lines
}

// GuessLines are the lines of the fence about a prediction, as written. Spans count from
// the beginning of the fence.
func (s *Spec) GuessLines() []exercise.GuessLine { return s.guess }

// judges reports whether a guess is judged for inputs: not where the reader has changed
// them, for the question was about those of the chapter.
func (s *Spec) judges(v Inputs) bool { return s.Guess != nil && len(s.Changes(v)) == 0 }

// guessed takes a guess.
func (r *Runner) guessed(text string) place.Effect {
	r.State.Guess = text
	e := place.Effect{Begin: true}
	if !predictions || !r.judges(r.State.Values) {
		r.State.Shown = true
		return e
	}
	result := r.Spec.Guess.Judge(text)
	if result.Note != "" {
		return e // it cannot be read
	}
	if !r.State.Shown {
		e.Note = string(progress.Wrong)
		if result.Passed {
			e.Note = string(progress.Right)
		}
	}
	r.State.Shown = r.State.Shown || result.Passed
	return e
}

// Recalled is what the page keeps for [Runner.Recall]: the guess, or the answer of an exercise
// that was checked last.
func (r *Runner) Recalled() string { return r.State.Guess + r.State.Done[doneChecked] }

// Recall takes up a guess of an earlier visit, or an answer that was checked then: it is judged
// again, and nobody notes it.
func (r *Runner) Recall(guess string) {
	if r.Spec.Kind == "exercise" {
		r.State.Do(doneChecked, guess)
		return
	}
	r.State.Guess = guess
	r.State.Shown = predictions && r.Spec.Guess != nil && r.Spec.Guess.Judge(guess).Passed
}

// guessView asks for a guess, and says what there is to say to it.
func (f *form) guessView() *view.Node {
	const label = "Guess first"
	id := f.Element("guess")
	n := view.El("div", view.Class("guess needs-lab"))
	if g := f.Guess; g != nil && len(g.Options) > 0 {
		n.Add(view.El("span", view.A("id", id), view.Class("guess-label"), view.Text(label)))
		options := view.El("div", view.Class("guess-options"), view.A("role", "group"), view.A("aria-labelledby", id))
		for i, text := range g.Labels {
			letter, pressed := exercise.Letter(i), "false"
			if f.in.Guess == letter {
				pressed = "true"
			}
			b := doing("", "guess", letter, view.A("id", id+"-"+letter), view.A("aria-pressed", pressed))
			if len(g.Labels) > 2 { // a room shows hands for a letter
				b.Add(view.Leaf("b", "", strings.ToUpper(letter)), view.Text(" "))
			}
			options.Add(b.Add(f.inline(text)))
		}
		n.Add(options)
	} else {
		box := view.El("input", view.A("id", id), view.A("data-enter", id+"-go"), view.A("value", f.in.Guess), view.A("size", "12"), asTyped)
		n.Add(view.Label(id, label), box)
		if g != nil && g.Amount.Unit != "" && !g.Amount.Known {
			n.Add(view.Leaf("span", "unit", number.Plural(2, number.Singular(g.Amount.Unit))))
		}
		n.Add(doing("", "guess", "", view.A("id", id+"-go"), view.A("data-from", id), view.Text("Compare")))
	}
	if f.Guess == nil || !predictions {
		return n
	}
	said := view.El("div", view.Class("guess-judged"), view.A("role", "status"))
	if f.in.Guess != "" && f.judges(f.in.Values) {
		said.Add(f.guessSaid(f.Guess.Judge(f.in.Guess)))
	}
	return n.Add(said)
}

// guessWords says what was guessed: of options, the words; nil without a guess.
func (f *form) guessWords() *view.Node {
	guess := strings.TrimSpace(f.in.Guess)
	if f.Guess != nil {
		for i, text := range f.Guess.Labels {
			if guess == exercise.Letter(i) {
				guess = text
			}
		}
	}
	if guess == "" {
		return nil
	}
	return view.El("p", view.Class("guess-said"), view.Text("You guessed: "), f.inline(input.Shorten(guess, 60)))
}

// guessSaid is what there is to say to a guess.
func (f *form) guessSaid(r *exercise.Judgement) (out view.Nodes) {
	if guess := f.guessWords(); guess != nil {
		out = append(out, guess)
	}
	switch {
	case r.Note != "":
		out = append(out, wrongNote(r.Note))
	case len(r.Says) > 0:
		for _, s := range r.Says {
			out = append(out, f.prose(s)...)
		}
	case r.Passed:
		out = append(out, view.Leaf("p", "", "Yes, that is what happens."))
	default:
		out = append(out, view.Leaf("p", "", "No, something else happens. Look again and make another guess, or open the answer."))
	}
	return out
}

// Unguessed compares the number that a fence calls the right guess with what [Run] gave
// for the defaults: one of its values has to be that number. Spans count from the
// beginning of the fence.
func (s *Spec) Unguessed(answer *Output) []diag.Diagnostic {
	if s.Guess == nil || len(s.Guess.Options) > 0 {
		return nil
	}
	var shown []string
	judged := map[string]bool{}
	for _, name := range diag.Keys(answer.Values) {
		value := answer.Values[name]
		if !judged[value] && (s.Guess.Judge(value).Passed || s.Guess.Judge(value+" "+s.Guess.Amount.Unit).Passed) {
			return nil
		}
		judged[value] = true
		shown = append(shown, name+" "+value)
	}
	for _, l := range s.guess {
		if l.Name == "guess" {
			return []diag.Diagnostic{{Severity: diag.Refused, Span: l.ValueAt, Message: "the widget shows no such number", Why: "It shows " + strings.Join(shown, ", ") + ".", Instead: "write the number that the reader is going to see"}}
		}
	}
	return nil
}

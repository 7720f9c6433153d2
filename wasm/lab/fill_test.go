package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

// TestFill: what is closed, tabs and answers, stays what it is in the page until it is filled;
// then the page shows what it would show had they been open.
func TestFill(t *testing.T) {
	folded := 0
	for _, s := range chapters(t) {
		r := s.Start()
		shown := view.Normal(r.Run().View)
		var key, text string
		for i := range s.widget.fields {
			if f := &s.widget.fields[i]; key == "" {
				key, text = f.Key, f.Default+" "
				if s.Kind == "size" {
					text = f.Default + "+1"
				}
			}
		}
		if key == "" {
			continue
		}
		closed := closedTabs(shown)
		r.Set(key, text)
		r.Fold(closed)
		now := view.Normal(r.Run().View)
		always := len(closed) - left(now) // laid out whatever is closed
		view.Diff(shown, now)             // gives now what it leaves
		want := view.HTML(view.Normal(Run(s, Inputs{key: text}).View))
		for i, name := range closed { // one after the other, of which each leaves what it is not about
			if !r.Fill(name) {
				t.Errorf("%s: nothing was left in %q", s.Title, closed[i:])
				continue
			}
			before := now
			now = view.Normal(r.Answer().View)
			if drawn := len(closed) - left(now) - always; drawn > 1 {
				t.Errorf("%s: %d closed tabs are laid out for %s", s.Title, drawn, name)
			}
			view.Diff(before, now)
		}
		if len(closed) > 0 {
			folded++
		} else if r.Fill() {
			now = view.Normal(r.Answer().View)
		}
		if got := view.HTML(now); got != want {
			t.Errorf("%s: filled, it differs from an answer at once", s.Title)
		}
		if r.Fill() {
			t.Errorf("%s: filled twice", s.Title)
		}
		r.Close()
	}
	if folded < 10 {
		t.Errorf("%d widgets had closed tabs", folded)
	}
}

// What a key press waits for is memory, in a browser most of all: so much may be asked for
// one, the closed tabs left as they are. The numbers are a sixth above what the heaviest takes.
func TestKeyPressAllocatesLittle(t *testing.T) {
	most := map[string]float64{"size": 5200, "run": 5300, "model": 10200}
	for _, s := range chapters(t) {
		limit, counted := most[s.Kind]
		if !counted || strings.Contains(s.Body, "lab:repeat 1000") { // a thousand writes ask for more
			continue
		}
		r := s.Start()
		closed := closedTabs(r.Run().View)
		key, texts := s.widget.fields[0].Key, [2]string{s.widget.fields[0].Default, s.widget.fields[0].Default + " "}
		for _, f := range s.widget.fields {
			if f.Type == input.Quantity && f.Default != "" {
				key, texts = f.Key, [2]string{f.Default, f.Default + "+1"}
				break
			}
		}
		press := func() {
			r.Set(key, texts[1])
			texts[0], texts[1] = texts[1], texts[0]
			r.Fold(closed)
			r.Run()
		}
		press()
		got := testing.AllocsPerRun(2, press)
		if got > limit {
			t.Errorf("%s: a key press in %s asks %.0f times for memory, more than %.0f", s.Title, key, got, limit)
		}
		r.Close()
	}
}

// TestUncovered: the answer to a guess is laid out at once, though the page has it covered.
func TestUncovered(t *testing.T) {
	for _, s := range chapters(t) {
		if !s.Cover || s.Kind != "size" {
			continue
		}
		r := s.Start()
		closed := closedTabs(r.Run().View)
		for _, shown := range []bool{false, true} {
			r.State.Shown = shown
			r.Fold(closed)
			if drawn := r.Run().View.Find(func(n *view.Node) bool { return n.Tag == "svg" }) != nil; drawn != shown {
				t.Errorf("%s: uncovered %v, drawn %v", s.Title, shown, drawn)
			}
		}
		r.Close()
		return
	}
	t.Error("no answer is covered")
}

// left is how many elements stay what they are.
func left(n *view.Node) (sum int) {
	if n.Rest {
		sum++
	}
	for _, c := range n.Kids() {
		sum += left(c)
	}
	return sum
}

// closedTabs names what is closed as the page does, the cover, too.
func closedTabs(n *view.Node) (names []string) {
	class, _ := n.Attr("class")
	if _, open := n.Attr("open"); n.Tag == "details" && (class == "cover" || strings.HasPrefix(class, "tab ")) && !open {
		name, _ := n.Attr("data-key")
		names = append(names, name)
	}
	for _, c := range n.Kids() {
		names = append(names, closedTabs(c)...)
	}
	return names
}

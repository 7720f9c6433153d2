package view

import "slices"

// Words are what an element holds instead of children where that is a text in colors: a
// script is thousands of words, and only those of a line that has changed become nodes.
type Words struct {
	Text    string
	Runs    []Run    // one behind the other, up to the end of the text
	Classes []string // which runs name by number
}

// A Run is a stretch of a text. Of two that touch, both without a class, the marks differ.
type Run struct {
	End   int32 // in bytes of the text
	Class uint8 // of a span; 0 for none
	Mark  uint8 // the class of the mark that it is in; 0 for none
	Apart bool  // from the mark of the run before
}

// Kids are the children of a node, also of one that holds a text or words in their place.
func (n *Node) Kids() []*Node {
	w := n.Words
	switch {
	case w == nil && n.Tag != "" && n.Text != "":
		return []*Node{Text(n.Text)}
	case w == nil:
		return n.Children
	}
	var out Nodes
	var mark *Node
	from, in := 0, uint8(0)
	for _, r := range w.Runs {
		if r.Mark == 0 {
			mark = nil
		} else if mark == nil || r.Apart || r.Mark != in {
			mark = El("mark", Class(w.Classes[r.Mark]))
			out = append(out, mark)
		}
		in = r.Mark
		c := Text(w.Text[from:r.End])
		if r.Class != 0 {
			c = Leaf("span", w.Classes[r.Class], c.Text)
		}
		if from = int(r.End); mark != nil {
			mark.Add(c)
		} else {
			out = append(out, c)
		}
	}
	return out
}

func (w *Words) equal(v *Words) bool {
	return w.Text == v.Text && slices.Equal(w.Runs, v.Runs) && slices.Equal(w.Classes, v.Classes)
}

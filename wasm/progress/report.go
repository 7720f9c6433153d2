package progress

import (
	"sort"

	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// Report says what is read and solved, by part, chapter and outcome. Root is the path of
// the site's root.
func (o *Outline) Report(l *Log, today int, root string) *view.Node {
	n := view.El("div", view.Class("report"))
	var read, chapters, solved, tasks int
	var parts view.Nodes
	for _, p := range o.Parts {
		section := view.El("section", view.A("data-key", p.Title), view.Leaf("h2", "", p.Title))
		var r, s, t int
		var list view.Nodes
		for _, c := range p.Chapters {
			if l.Has(c.Name, Page, Read) || c.solved(l) {
				r++
			}
			for _, x := range c.Tasks {
				if x.Guess {
					continue
				}
				t++
				if l.Has(c.Name, x.ID, Right) {
					s++
				}
			}
			list = append(list, c.report(l, today, root))
		}
		section.Add(bar(r, len(p.Chapters), "chapter", "read"), bar(s, t, "exercise", "solved"), list)
		parts = append(parts, section)
		read, chapters, solved, tasks = read+r, chapters+len(p.Chapters), solved+s, tasks+t
	}
	n.Add(view.Leaf("p", "report-sum", "You have read "+of(read, chapters, "chapter")+" and solved "+of(solved, tasks, "exercise")+"."))
	if due := len(o.due(l, today)); due > 0 {
		n.Add(view.El("p", view.El("a", view.A("href", root+"review/"), view.Text(number.Begin(due, "question")+" "+comes(due)+" back today"))))
	}
	return n.Add(parts)
}

func of(n, all int, noun string) string {
	return number.Count(n) + " of " + number.Of(all, noun)
}

func comes(n int) string {
	if n == 1 {
		return "comes"
	}
	return "come"
}

// bar shows how many of all are done.
func bar(n, all int, noun, done string) *view.Node {
	if all == 0 {
		return nil
	}
	text := of(n, all, noun) + " " + done
	return view.El("p", view.Class("bar"),
		view.El("progress", view.A("max", number.Plain(float64(all))), view.A("value", number.Plain(float64(n))), view.A("aria-label", text)), view.Text(" "), view.Leaf("span", "num", text))
}

// report is what is known of a chapter.
func (c *Chapter) report(l *Log, today int, root string) *view.Node {
	said := "not read yet"
	if c.solved(l) {
		said = "all exercises solved"
	}
	if events := l.Events(c.Name, Page); l.Has(c.Name, Page, Read) {
		said = "read on " + date(events[len(events)-1].Day)
	}
	n := view.El("section", view.Class("report-chapter"), view.A("data-key", c.Name),
		view.El("h3", view.El("a", view.A("href", root+c.Name+"/"), view.Text(c.Title))), view.Leaf("p", "facts", said))
	if len(c.Tasks) == 0 {
		return n
	}
	body := view.El("tbody")
	row := func(outcome string, tasks []Task) {
		cell := view.El("td")
		for i, t := range tasks {
			if i > 0 {
				cell.Add(view.El("br"))
			}
			cell.Add(view.El("a", view.A("href", root+c.Name+"/#"+t.ID), view.Text(t.Title)), view.Text(": "+l.state(c.Name, &t, today)))
		}
		body.Add(view.El("tr", view.El("th", view.A("scope", "row"), view.Text(outcome)), cell))
	}
	for i, o := range c.Outcomes {
		var tests []Task
		for _, t := range c.Tasks {
			for _, j := range t.Outcomes {
				if i == j {
					tests = append(tests, t)
				}
			}
		}
		if len(tests) > 0 {
			row(o, tests)
		}
	}
	var others, guesses []Task
	for _, t := range c.Tasks {
		if t.Guess {
			guesses = append(guesses, t)
		} else if len(t.Outcomes) == 0 {
			others = append(others, t)
		}
	}
	if len(others) > 0 {
		row("More", others)
	}
	if len(guesses) > 0 {
		row("Predictions", guesses)
	}
	return n.Add(view.Scroll("div", "table-scroll", "outcomes of "+c.Title, view.El("table", view.El("thead", view.El("tr",
		view.El("th", view.A("scope", "col"), view.Text("Outcome")), view.El("th", view.A("scope", "col"), view.Text("What you did")))), body)))
}

// solved reports whether all exercises of a chapter are: then nobody asks whether each of its parts
// was in view.
func (c *Chapter) solved(l *Log) bool {
	n := 0
	for _, t := range c.Tasks {
		if t.Guess {
			continue
		}
		if n++; !l.Has(c.Name, t.ID, Right) {
			return false
		}
	}
	return n > 0
}

// state says in words what happened to a task.
func (l *Log) state(chapter string, t *Task, today int) string {
	id, s, right, wrong := t.ID, "not tried yet", "solved", "tried, not solved yet"
	if t.Guess {
		right, wrong = "predicted right", "predicted wrong"
	}
	switch {
	case l.Has(chapter, id, Right) && t.Guess && l.Has(chapter, id, Wrong):
		s = "predicted right, not at first"
	case l.Has(chapter, id, Right):
		s = right
	case l.Has(chapter, id, Wrong):
		s = wrong
	case l.Has(chapter, id, Shown):
		s = "looked at"
	}
	if due, ok := l.Next(chapter, id); ok && due <= today {
		s += "; comes back today"
	} else if ok {
		s += "; comes back on " + date(due)
	}
	return s
}

// due are the reviews of tasks that the book has; of those due on one day in the order of the book.
func (o *Outline) due(l *Log, today int) (out []Review) {
	for _, r := range l.Due(today) {
		if _, t := o.find(r.Chapter, r.Thing); t != nil {
			out = append(out, r)
		}
	}
	place := map[string]int{}
	for _, p := range o.Parts {
		for _, c := range p.Chapters {
			place[c.Name] = len(place)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Day != out[j].Day {
			return out[i].Day < out[j].Day
		}
		return place[out[i].Chapter] < place[out[j].Chapter]
	})
	return out
}

// shownLater is how many of the questions that come back later are listed.
const shownLater = 20

// Review lists what comes back today, and when the rest does.
func (o *Outline) Review(l *Log, today int, root string) *view.Node {
	n := view.El("div", view.Class("report"))
	due := o.due(l, today)
	sum := "Nothing comes back today."
	if len(due) > 0 {
		sum = number.Begin(len(due), "question") + " " + comes(len(due)) + " back today."
	}
	n.Add(view.Leaf("p", "report-sum", sum))
	if len(due) > 0 {
		list := view.El("ol", view.Class("review"))
		for _, r := range due {
			c, t := o.find(r.Chapter, r.Thing)
			list.Add(view.El("li", view.A("data-key", r.Chapter+"/"+r.Thing), view.El("a", view.A("href", root+"widget/"+r.Chapter+"/"+r.Thing+"/?again=1"), view.Text(t.Title)),
				view.Leaf("p", "facts", c.Title+"; time "+number.Count(r.Step+1)+" of "+number.Count(len(intervals)))))
		}
		n.Add(list)
	}
	const forever = 1 << 20
	later := o.due(l, today+forever)[len(due):]
	if len(later) > 0 {
		list := view.El("ul", view.Class("review"))
		for i, r := range later {
			if i == shownLater {
				list.Add(view.Leaf("li", "", "and "+number.Within(len(later)-i, "more question")))
				break
			}
			c, t := o.find(r.Chapter, r.Thing)
			list.Add(view.El("li", view.A("data-key", "later-"+r.Chapter+"/"+r.Thing), view.Text(date(r.Day)+": "+t.Title+" ("+c.Title+")")))
		}
		n.Add(view.Leaf("h2", "", "Later"), list)
	}
	return n
}

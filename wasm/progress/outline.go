package progress

import (
	"strconv"
	"strings"
)

// An Outline is what there is to read and to solve, as a page carries it.
type Outline struct{ Parts []Part }

// A Part of the book.
type Part struct {
	Title    string
	Chapters []Chapter
}

// A Chapter with what it promises and how one finds out whether that is reached.
type Chapter struct {
	Name     string // "foundations/keys"
	Title    string
	Outcomes []string
	Tasks    []Task
}

// A Task is an exercise of a chapter, or a prediction that it asks for.
type Task struct {
	ID, Title string
	Outcomes  []int // of the chapter, that it tests
	Guess     bool  // it is a prediction
}

// Text is the outline as lines, for [ReadOutline].
func (o *Outline) Text() string {
	var out strings.Builder
	for _, p := range o.Parts {
		out.WriteString("part " + p.Title + "\n")
		for _, c := range p.Chapters {
			out.WriteString("chapter " + c.Name + " " + c.Title + "\n")
			for _, o := range c.Outcomes {
				out.WriteString("outcome " + o + "\n")
			}
			for _, t := range c.Tasks {
				tests := "-"
				for i, o := range t.Outcomes {
					if i == 0 {
						tests = ""
					} else {
						tests += ","
					}
					tests += strconv.Itoa(o)
				}
				word := "task "
				if t.Guess {
					word = "guess "
				}
				out.WriteString(word + t.ID + " " + tests + " " + t.Title + "\n")
			}
		}
	}
	return out.String()
}

// ReadOutline reads what [Outline.Text] wrote. What it does not understand it leaves out.
func ReadOutline(text string) *Outline {
	o := &Outline{}
	for line := range strings.SplitSeq(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word == "part" {
			o.Parts = append(o.Parts, Part{Title: rest})
			continue
		}
		if len(o.Parts) == 0 {
			continue
		}
		p := &o.Parts[len(o.Parts)-1]
		if word == "chapter" {
			name, title, _ := strings.Cut(rest, " ")
			p.Chapters = append(p.Chapters, Chapter{Name: name, Title: title})
			continue
		}
		if len(p.Chapters) == 0 {
			continue
		}
		c := &p.Chapters[len(p.Chapters)-1]
		switch word {
		case "outcome":
			c.Outcomes = append(c.Outcomes, rest)
		case "task", "guess":
			id, rest, _ := strings.Cut(rest, " ")
			tests, title, _ := strings.Cut(rest, " ")
			t := Task{ID: id, Title: title, Guess: word == "guess"}
			for one := range strings.SplitSeq(tests, ",") {
				if i, err := strconv.Atoi(one); err == nil && i >= 0 && i < len(c.Outcomes) {
					t.Outcomes = append(t.Outcomes, i)
				}
			}
			c.Tasks = append(c.Tasks, t)
		}
	}
	return o
}

// find returns a chapter and its task, or nil.
func (o *Outline) find(chapter, id string) (*Chapter, *Task) {
	for i := range o.Parts {
		for j := range o.Parts[i].Chapters {
			c := &o.Parts[i].Chapters[j]
			if c.Name != chapter {
				continue
			}
			for k := range c.Tasks {
				if c.Tasks[k].ID == id {
					return c, &c.Tasks[k]
				}
			}
			return c, nil
		}
	}
	return nil, nil
}

// Day reads a day as the text form writes it, 2026-03-01; ok is false for any other text.
func Day(text string) (day int, ok bool) {
	if len(text) != len("2026-03-01") {
		return 0, false
	}
	return days(text)
}

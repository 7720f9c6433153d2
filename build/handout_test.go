package build

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A handout of tasks gives no answer away, and one of answers has all there is to say.
func TestHandout(t *testing.T) {
	const one = "id = e1\ntitle = One more\nkind = number\nminutes = 4\nanswer = 3 rows\nprompt:\nTwo rows are there, and one is added.\nwrong 2:\nThat was before. How many are added?\nmodel:\nTwo and one are three.\nhint:\nAdd.\nhint:\nAdd one.\nhint:\n2 + 1 = ___\nteach:\nHow many would it be with four?\n"
	site, problems := testBuild(t, "", map[string]string{
		"content/book.txt":                           "hotel Hotel\n    sample\n    second\nroom Room\n    tasks\n    answers\n",
		"content/exercises/hotel/sample-e9.exercise": strings.Replace(one, "e1", "e9", 1),
		"content/room/tasks.md":                      "---\ntitle: Tasks\n---\n\n```handout\nhotel/sample-e9\n```\n",
		"content/room/answers.md":                    "---\ntitle: Answers\n---\n\n```handout answers\nhotel/sample-e9\n```\n",
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	tasks, answers := string(site.Files["room/tasks/index.html"]), string(site.Files["room/answers/index.html"])
	for _, c := range []struct {
		text              string
		onTasks, onAnswer bool
	}{
		{"One more", true, true}, {"4 min", true, true}, {"../../hotel/sample/#e9", true, true},
		{"Two rows are there", true, false}, {"handout-lines", true, false},
		{"Two and one are three", false, true}, {"That was before", false, true}, {"How many would it be", false, true}, {"2 + 1", false, false},
	} {
		if strings.Contains(tasks, c.text) != c.onTasks || strings.Contains(answers, c.text) != c.onAnswer {
			t.Errorf("%q: on the page of tasks %v, of answers %v", c.text, strings.Contains(tasks, c.text), strings.Contains(answers, c.text))
		}
	}
	for fence, want := range map[string]string{
		"handout\nhotel/sample-e10":       "there is no exercise content/exercises/hotel/sample-e10.exercise",
		"handout solved\nhotel/sample-e9": "write handout, or handout answers, not solved",
	} {
		_, problems := testBuild(t, "", map[string]string{"content/hotel/sample.md": "---\ntitle: Sample\n---\n\n```" + fence + "\n```\n", "content/exercises/hotel/sample-e9.exercise": strings.Replace(one, "e1", "e9", 1)})
		found := false
		for _, p := range problems {
			found = found || strings.Contains(p.Message, want)
		}
		if !found {
			t.Errorf("%s: %v", fence, problems)
		}
	}
}

// The summary of the method fits on one sheet of paper, as its title says.
func TestMethodFitsOneSheet(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"reference/method/", 0)
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); err != nil || n != 2 {
		t.Errorf("it takes %d sides: %v", n, err)
	}
}

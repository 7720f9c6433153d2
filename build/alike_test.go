package build

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/view"
)

// answersTo are answers to an exercise: those that its author lists, variations of the
// model answer, and these cut and mixed; numbers near and far.
func answersTo(e *exercisebook.Exercise) (out []string) {
	if e.Kind == exercise.Number {
		for i := range 40 {
			out = append(out, strconv.Itoa(i*i*i/3-7), fmt.Sprintf("%d %s", int(e.Amount.Plain)+i-20, e.Amount.Unit))
		}
		return append(out, "", "many", "2 * 126", "1e3", "1,5", "252 MB", "0.1.2")
	}
	out = append(out, e.Model.Text, e.Start.Text)
	for _, list := range [][]exercisebook.Case{e.Wrong, e.Also} {
		for _, c := range list {
			out = append(out, c.CQL, c.Answer.Text)
		}
	}
	for _, v := range e.Variations() {
		out = append(out, v.Answer)
	}
	for i, a := range out {
		b := out[(i*7+3)%len(out)]
		out = append(out, a[:len(a)*2/3], a[len(a)/4:], a[:len(a)/2]+b[len(b)/2:])
	}
	return append(out, "", "x", "';", "SELECT", "-- a = b", "é\u2028\"")
}

// exerciseIn reads an exercise of the content.
func exerciseIn(t *testing.T, file string) *exercisebook.Exercise {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	e, diags := exercisebook.Parse(string(text), func(name string) (string, error) {
		if !strings.Contains(name, "/") {
			name = "schemas/" + name
		}
		b, err := os.ReadFile("../content/" + name + ".cql")
		return string(b), err
	})
	if len(diags) > 0 {
		t.Fatal(file, diags)
	}
	return e
}

// TestJudgedAlike gives a few hundred answers to the program in the page, one after the
// other, and to the core here: whatever is said of each is the same to the letter.
func TestJudgedAlike(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	b := open(t)
	total := 0
	for _, name := range []string{"why-e4", "keys-e2"} {
		e := exerciseIn(t, "../content/exercises/foundations/"+name+".exercise")
		for _, p := range site.Pages {
			if p.Path != "widget/hotel/second/"+e.ID+"/" || p.Widgets[0].Title != e.Title {
				continue
			}
			b.visit(root+p.Path, 1)
			r := p.Widgets[0].Start()
			field := eval[string](b, `document.querySelector("[data-input]").dataset.input`)
			for _, a := range answersTo(e) {
				a = strings.ToValidUTF8(strings.ReplaceAll(a, "\r", ""), "")
				if e.Kind == exercise.Number {
					a = strings.ReplaceAll(a, "\n", "")
				}
				said := eval[string](b, `(async () => {
					const lab = document.querySelector("[data-lab]"), field = lab.querySelector("[data-input]");
					const idle = async () => { while (lab.classList.contains("waiting")) await new Promise((done) => setTimeout(done, 5)); };
					field.value = `+strconv.Quote(a)+`;
					field.dispatchEvent(new Event("input", { bubbles: true }));
					await idle();
					lab.querySelector('[data-do="check"]').click();
					await idle();
					return lab.querySelector(".exercise-said").outerHTML;
				})()`)
				r.Set(field, a)
				r.Run()
				r.Do("check", "")
				r.Run()
				r.Finish()
				want := r.Run().View.Find(func(n *view.Node) bool {
					class, _ := n.Attr("class")
					return strings.Contains(class, "exercise-said")
				})
				if diff := difference(said, view.HTML(want)); diff != "" {
					t.Errorf("%s: %q: %s", name, a, diff)
				}
				total++
			}
		}
	}
	if total < 200 {
		t.Errorf("only %d answers", total)
	}
	t.Logf("%d answers", total)
	b.content(root)
}

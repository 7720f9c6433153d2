package build

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
)

// A step of a walk is an exercise of a page with an answer that its author lists, the one
// that passes, and words of what is said to the other.
type walked struct {
	ID, Kind, Wrong, Right, Says string
}

// walkStep reads what a reader may answer to an exercise.
func walkStep(t *testing.T, file, id string) walked {
	t.Helper()
	e := exerciseIn(t, file)
	s := walked{ID: id, Kind: e.Kind.String(), Right: e.Model.Text}
	says := ""
	if len(e.Wrong) > 0 {
		s.Wrong, says = e.Wrong[0].CQL, e.Wrong[0].Says.Text
	}
	var right, wrong []string
	shown := e.Exercise.Shown()
	items := e.Exercise.Items
	switch e.Kind {
	case exercise.Number:
		s.Wrong, _, _ = strings.Cut(e.Wrong[0].Answer.Text, " or ")
		s.Right = strconv.FormatFloat(e.Amount.Plain, 'f', -1, 64) + " " + e.Amount.Unit
	case exercise.Choice:
		for i, it := range items {
			if it.Want == 1 {
				right = append(right, exercise.Letter(i))
			} else if wrong == nil {
				wrong, says = []string{exercise.Letter(i)}, it.Says
			}
		}
	case exercise.Match:
		for i, it := range items {
			right = append(right, e.Exercise.Categories[it.Want])
			wrong = append(wrong, e.Exercise.Categories[it.Want])
			if i == 0 {
				other := (it.Want + 1) % len(e.Exercise.Categories)
				wrong[0], says = e.Exercise.Categories[other], it.Says
				if other < len(it.SaysIf) && it.SaysIf[other] != "" {
					says = it.SaysIf[other]
				}
			}
		}
	case exercise.Order:
		for i := range items {
			for at, item := range shown {
				if item == i {
					right = append(right, strconv.Itoa(at+1))
				}
			}
		}
		wrong = append(append(wrong, right[1:]...), right[0])
	}
	if right != nil {
		s.Right, s.Wrong = strings.Join(right, " "), strings.Join(wrong, " ")
	}
	// The longest stretch without marks of Markdown: the page shows those otherwise.
	for _, part := range strings.FieldsFunc(says, func(r rune) bool { return strings.ContainsRune("`*[]()\"'\n", r) }) {
		if part = strings.TrimSpace(part); len(part) > len(s.Says) {
			s.Says = part
		}
	}
	return s
}

// walk answers the exercises of a page, each wrongly and then rightly, and returns what
// did not follow.
const walk = `(async (steps) => {
	const bad = [], plain = (e) => (e?.textContent ?? "").replace(/\s+/g, " ");
	const until = async (ok) => {
		for (const end = performance.now() + 60000; performance.now() < end; await new Promise((next) => requestAnimationFrame(next))) if (ok()) return true;
		return false;
	};
	const type = (e, text) => { e.value = text; e.dispatchEvent(new Event("input", { bubbles: true })); e.dispatchEvent(new Event("change", { bubbles: true })); };
	for (const s of steps) {
		const $ = (q) => document.querySelector("#" + s.ID + " " + q), all = (q) => [...document.querySelectorAll("#" + s.ID + " " + q)];
		const give = {
			cql: (a) => type($("textarea[data-input]"), a),
			number: (a) => type($("input[data-input]"), a),
			choice: async (a) => {
				const want = a.split(" ");
				if ($("input[type=radio]")) return $('input[value="' + want[0] + '"]').click();
				for (const id of all(".toggle").map((e) => e.id)) {
					const on = String(want.includes(id.slice(-1))), e = () => document.getElementById(id);
					if (e().getAttribute("aria-pressed") !== on) { e().click(); await until(() => e().getAttribute("aria-pressed") === on); }
				}
			},
			match: async (a) => {
				for (const [i, key] of a.split(" ").entries()) {
					const field = all(".exercise-match > [data-key]")[i], list = field.querySelector("select");
					list ? type(list, key) : field.querySelector('input[value="' + key + '"]').click();
				}
			},
			order: async (a) => {
				for (const [at, n] of a.split(" ").entries()) {
					const where = () => all(".exercise-order > li").findIndex((e) => e.dataset.key === "item" + n);
					for (let now = where(); now > at; now = where()) {
						all(".exercise-order > li")[now].querySelector('[data-do="earlier"]').click();
						await until(() => where() !== now);
					}
				}
			},
		}[s.Kind];
		for (const [answer, sentence, says] of [[s.Wrong, "Not yet", s.Says], [s.Right, "Solved.", ""]]) {
			await give(answer);
			document.getElementById(s.ID + "-go").click();
			const is = () => plain($(".exercise-said .answer")).includes(sentence) && !$(".stale-note");
			if (!await until(is)) bad.push(s.ID + ", " + answer + ": " + plain($(".exercise-said")).slice(0, 200));
			else if (!plain(document.getElementById(s.ID)).includes(says)) bad.push(s.ID + ", " + answer + " is not told: " + says);
			const wide = document.documentElement.scrollWidth - innerWidth;
			if (wide > 0) bad.push(s.ID + " makes the page " + wide + " px too wide");
		}
	}
	return bad;
})`

// TestWalkThroughTheParts answers every exercise of Parts 0 to 3 in the browser, wrongly
// and rightly, on a phone and on a wide screen. PICTURES names a folder for pictures
// of the whole chapters, from the first screen down.
func TestWalkThroughTheParts(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	tabs := openPool(t, 2)
	counts := map[string]int{"foundations": 0, "hotel": 0, "killrvideo": 0, "shop": 0}
	for _, p := range site.Pages {
		part, chapter, _ := strings.Cut(strings.TrimSuffix(p.Path, "/"), "/")
		if _, walks := counts[part]; !walks {
			continue
		}
		var steps []walked
		for _, spec := range p.Widgets {
			if spec.Kind != "exercise" {
				continue
			}
			file := "../content/exercises/" + part + "/" + chapter + "-" + spec.ID + ".exercise"
			if spec.ID == chapter {
				file = "../content/exercises/" + part + "/" + chapter + ".exercise"
			}
			steps = append(steps, walkStep(t, file, spec.ID))
		}
		if counts[part] += len(steps); len(steps) == 0 {
			continue
		}
		text, err := json.Marshal(steps)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(part+"/"+chapter, func(t *testing.T) {
			t.Parallel()
			b := tabs.take(t)
			b.size(390, 844)
			b.visit(root+p.Path, len(p.Widgets))
			for _, width := range []int64{1280, 390} {
				b.size(width, 844)
				b.picture("walk-" + strconv.FormatInt(width, 10) + "-" + part + "-" + chapter)
			}
			for _, width := range []int64{390, 1280} {
				b.size(width, 844)
				for _, bad := range eval[[]string](b, walk+"("+string(text)+")") {
					t.Errorf("at %d px: %s", width, bad)
				}
			}
		})
	}
	for part, count := range counts {
		if count < 14 {
			t.Errorf("only %d exercises in %s", count, part)
		}
	}
}

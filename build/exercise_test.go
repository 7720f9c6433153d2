package build

import (
	"bytes"
	"io/fs"
	"os"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

const (
	practiced = "---\ntitle: Two\noutcomes:\n- Count the rows that are left.\n---\n\n```exercise\nfile = second-e1\n```\n\n## End\n"
	practice  = `id = e1
title = Two writes
kind = number
minutes = 2
outcome = Count the rows that are left.
answer = 1 row

prompt:
Both statements have run. How many rows are left?

given:
CREATE TABLE likes (product int, customer int, liked int, PRIMARY KEY (product, liked));
INSERT INTO likes (product, customer, liked) VALUES (1, 7, 5);
INSERT INTO likes (product, customer, liked) VALUES (1, 8, 5);

wrong 2:
Two were written. Which columns of the key differ?

wrong otherwise:
How many different keys are there?

hint:
Look at the key.
hint:
Only the customer differs, and it is not in the key.
hint:
Two writes with one key leave ___

model:
Both have the key (1, 5), so ` + "`one`" + ` row is left.

teach:
Which key keeps both?

proof:
SELECT * FROM likes; -- rows 1
`
)

// An exercise stands in its chapter, on a page of its own and in an embed, whole before
// any program runs.
func TestExerciseInAChapter(t *testing.T) {
	site, problems := testBuild(t, "http://127.0.0.1:8080/", map[string]string{"content/hotel/second.md": practiced, "content/exercises/hotel/second-e1.exercise": practice})
	for _, p := range problems {
		t.Error(p)
	}
	for _, page := range []string{"hotel/second/", "widget/hotel/second/e1/", "embed/hotel/second/e1/"} {
		html := string(site.Files[page+"index.html"])
		for _, want := range []string{"Both statements have run.", `VALUES (1, 8, 5);`, `Model answer</summary>`, `<code translate="no">one</code> row is left`, `data-lab="exercise"`} {
			if !strings.Contains(html, want) {
				t.Errorf("%s has no %s", page, want)
			}
		}
	}
}

// An author who makes three mistakes gets three messages, each with its file, its line
// and what to write instead; and other mistakes theirs.
func TestMistakesInExercises(t *testing.T) {
	const file = "content/exercises/hotel/second-e1.exercise"
	const shelf = "```model\nid = m1\ntitle = T\nmodel:\nmodel shelf\n\nentity Book\n  isbn  text  key\n\nquestion Q1 A book\n  given  isbn\n  want   Book: isbn\n```\n\n"
	three := strings.NewReplacer("kind = number", "kind = nummer", "minutes = 2", "minutes = soon", "answer = 1 row\n", "answr = 1 row\n").Replace(practice)
	for name, c := range map[string]struct {
		chapter, exercise string
		want              []string
	}{
		"three": {practiced, three, []string{
			file + ":3: there is no kind nummer: The kind says what an answer consists of.: write cql, number,",
			file + ":4: these are no minutes: write a whole number from 1 to 120",
			file + ":6: there is no line answr: did you mean answer?",
		}},
		"no feedback of its own": {practiced, strings.Replace(practice, "wrong 2:", "wrong 1:", 1), []string{file + ":"}},
		"two hints":              {practiced, strings.Replace(practice, "hint:\nLook at the key.\n", "", 1), []string{file + ":"}},
		"another outcome":        {practiced, strings.Replace(practice, "outcome = Count the rows", "outcome = Count the row", 1), []string{file + ":5: the chapter hotel/second has no such outcome: did you mean “Count the rows that are left.”?", "content/hotel/second.md:4: no exercise tests this outcome: write outcome = Count the rows that are left. in one of e1,"}},
		"Markdown":               {practiced, strings.Replace(practice, "How many rows are left?", "How many rows are left?\n\n> said the desk", 1), []string{file + ":9: exercises know no blockquote: write paragraphs"}},
		"no file":                {strings.Replace(practiced, "second-e1", "second-e2", 1), practice, []string{"content/hotel/second.md:8: there is no exercise content/exercises/hotel/second-e2.exercise: did you mean hotel/second-e1?"}},
		"in the chapter":         {strings.Replace(practiced, "file = second-e1", "id = e1", 1), practice, []string{"content/hotel/second.md:8: an exercise is a file: write the one line file = "}},
		"another id":             {practiced, strings.Replace(practice, "id = e1", "id = second-e1", 1), []string{"content/hotel/second.md:8: " + file + " has the id second-e1, and its name is that of the chapter and e1: write id = e1 there"}},
		"beside a model":         {strings.Replace(practiced, "## End", shelf+"## End", 1), practice, []string{"content/hotel/second.md:12: the widget m1 of the kind model cannot stand in one chapter with e1 of the kind exercise"}},
		"a guess of a model":     {strings.Replace(practiced, "## End", strings.Replace(shelf, "title = T", "title = T\ncover = yes\nguess = 1 row", 1)+"## End", 1), practice, []string{"content/hotel/second.md:12: nobody judges what is predicted of the widget m1: the program that answers for the kind model does not."}},
		"beside a guess":         {strings.Replace(practiced, "```exercise\nfile = second-e1\n```\n\n## End", shelf+"```run\nid = run1\ntitle = T\ncover = yes\nguess = 1 row\ncql:\nSELECT * FROM system.local;\n```\n\n## End", 1), practice, []string{"content/hotel/second.md:22: the widget run1 of the kind run cannot stand in one chapter with m1 of the kind model"}},
		"twice":                  {strings.Replace(practiced, "## End", "```exercise\nfile = second-e1\n```\n\n## End", 1), practice, []string{"content/hotel/second.md:12: the id e1 is taken"}},
	} {
		_, problems := testBuild(t, "http://127.0.0.1:8080/", map[string]string{"content/hotel/second.md": c.chapter, file: c.exercise})
		var got []string
		for _, p := range problems {
			got = append(got, p.String())
		}
		for i, want := range c.want {
			if i >= len(got) || !strings.HasPrefix(got[i], want) || len(got) != len(c.want) {
				t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
				break
			}
		}
	}
}

// What the program lays out of the Markdown of exercises is what goldmark makes of it.
func TestProseIsMarkdown(t *testing.T) {
	source := os.DirFS("../content")
	files, _ := fs.Glob(source, "exercises/*/*.exercise")
	if len(files) < 20 {
		t.Fatalf("%d exercises", len(files))
	}
	same := func(name, text string) {
		var out bytes.Buffer
		if err := markdown.Convert([]byte(text), &out); err != nil {
			t.Fatal(err)
		}
		spec, _ := lab.Parse("exercise", "id = e\ntitle = T\nprompt = "+strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(text)+"\njudge = 2:e1\n", nil)
		spec.Root = "../"
		task := lab.Run(spec, nil).View.Find(func(n *view.Node) bool { v, _ := n.Attr("class"); return v == "exercise-task" })
		got, want := "", bare(out.String())
		for _, n := range task.Children[1:] {
			got += view.HTML(n)
		}
		whole := func(text string) string { return strings.ReplaceAll(text, "<wbr>", "") } // long names may break: see view.Seams
		if got = whole(bare(got)); got != whole(want) {
			t.Errorf("%s:\n%s\nis\n%s\nand by goldmark\n%s", name, text, got, want)
		}
	}
	for _, file := range files {
		b, err := fs.ReadFile(source, file)
		if err != nil {
			t.Fatal(err)
		}
		e, diags := exercisebook.Parse(string(b), func(name string) (string, error) {
			if !strings.Contains(name, "/") {
				name = "schemas/" + name
			}
			b, err := fs.ReadFile(source, name+".cql")
			return string(b), err
		})
		if len(diags) > 0 {
			t.Fatal(diag.Render(diag.NewSource(file, string(b)), diags))
		}
		for _, d := range plainMarkdown(e) {
			t.Errorf("%s: %s", file, d.Message)
		}
		all := []exercisebook.Text{e.Prompt, e.After, e.Teach}
		all = append(append(append(all, e.Hints...), e.Options...), e.Items...)
		for _, c := range append(e.Wrong, e.Also...) {
			all = append(all, c.Says)
		}
		for _, x := range all {
			same(file, x.Text)
		}
	}
	for _, text := range []string{
		"A *word*, a **strong** one, `code *as* it is`, 2 * 3 * 4 and 5*6.", "a\nb\n\nc", "- a\n- b `c`\n  d\n\nafter", "1. a\n2. b", "| a | b |\n|---|---|\n| `x` | *y* |\n\nz", "```\na\n\nb\n```\nc",
		`She said "no" ("never"), didn't she?`, "See [the *rule*](/rules/w-05/) or [more](https://example.org/).", `a \* b \` + "`c", "**a *b* c** d", "unclosed * star and ` tick",
	} {
		same("sample", text)
	}
}

// bare is HTML without what neither reader sees: blanks between blocks, attributes, the
// different ways to write a character.
func bare(html string) string {
	var out strings.Builder
	for _, part := range strings.SplitAfter(html, ">") {
		text, tag, _ := strings.Cut(part, "<")
		name, _, _ := strings.Cut(strings.TrimSuffix(tag, ">"), " ")
		out.WriteString(strings.NewReplacer("&quot;", `"`, "&#34;", `"`, "&#39;", "'", "&lsquo;", "‘", "&rsquo;", "’", "&ldquo;", "“", "&rdquo;", "”", "&lt;", "<", "&gt;", ">", "&hellip;", "…", "&ndash;", "–").Replace(strings.ReplaceAll(text, "\n", " ")))
		if name = strings.TrimSpace(name); name != "div" && name != "/div" && name != "" {
			out.WriteString("<" + name + ">")
		}
	}
	s := out.String()
	for _, tag := range []string{"p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre"} {
		for _, t := range []string{"<" + tag + ">", "</" + tag + ">"} {
			s = strings.ReplaceAll(strings.ReplaceAll(s, " "+t, t), t+" ", t)
		}
	}
	return strings.ReplaceAll(s, " </code></pre>", "</code></pre>")
}

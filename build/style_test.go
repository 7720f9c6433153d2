package build

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

const tokensFile = "../site/css/1-tokens.css"

// colors reads the tokens that are colours: light and dark, as #rrggbb.
func colors(t *testing.T) map[string][2]string {
	t.Helper()
	text, err := os.ReadFile(tokensFile)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(string(text), -1) {
		found[m[1]] = [2]string{m[2], m[3]}
	}
	if len(found) < 20 {
		t.Fatalf("only %d colours in %s", len(found), tokensFile)
	}
	return found
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(color string) float64 {
	n, _ := strconv.ParseUint(color[1:], 16, 32)
	part := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast holds every colour of text to 4.5:1 on every paper that it stands
// on, and lines that carry meaning to 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	tokens := colors(t)
	check := func(text, paper string, least float64) {
		t.Helper()
		for i, theme := range []string{"light", "dark"} {
			a, ok1 := tokens[text]
			b, ok2 := tokens[paper]
			if !ok1 || !ok2 {
				t.Errorf("no token --%s or --%s", text, paper)
				return
			}
			if c := contrast(a[i], b[i]); c < least {
				t.Errorf("%s: --%s on --%s has a contrast of %.2f, at least %.1f is needed", theme, text, paper, c, least)
			}
		}
	}
	papers := []string{"paper", "raised", "sunken"}
	for _, text := range []string{"ink", "muted", "accent", "k", "c", "s", "v", "m", "tombstone", "accepted", "refused", "advice", "note"} {
		for _, paper := range papers {
			check(text, paper, 4.5)
		}
	}
	for name := range tokens {
		if text, ok := strings.CutSuffix(name, "-paper"); ok {
			check(text, name, 4.5)
			check("ink", name, 4.5)
			check("accent", name, 4.5)
		}
	}
	check("on-accent", "accent", 4.5)
	for _, paper := range papers {
		check("edge", paper, 3)
	}
}

// TestOneFileNamesColors keeps colours out of everything but the tokens. The icon
// is a file of its own that no style reaches.
func TestOneFileNamesColors(t *testing.T) {
	named := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(|\b(?:fill|stroke|color|background)(?:: ?|=")(?:red|green|blue|black|white|gr[ae]y|orange|yellow)\b`)
	look := func(root string, keep func(file string) bool) {
		count := 0
		err := fs.WalkDir(os.DirFS(root), ".", func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !keep(file) {
				return err
			}
			count++
			data, err := fs.ReadFile(os.DirFS(root), file)
			for i, line := range bytes.Split(data, []byte("\n")) {
				if m := named.Find(line); m != nil {
					t.Errorf("%s/%s:%d names the colour %s: use a token of %s", root, file, i+1, m, tokensFile)
				}
			}
			return err
		})
		if err != nil || count == 0 {
			t.Errorf("%s: %d files, %v", root, count, err)
		}
	}
	look("../site/css", func(file string) bool { return file != "1-tokens.css" })
	look("../site/templates", func(string) bool { return true })
	look("../site/js", func(string) bool { return true })
	look("../wasm/figure", func(file string) bool { return strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") })
}

// brotliSize is what a file takes on its way, packed as well as Brotli can.
func brotliSize(data []byte) int {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestCompression)
	w.Write(data)
	w.Close()
	return b.Len()
}

// TestPageBudget holds what a chapter's page loads besides the program, the
// figures and its own text to 45 KB: styles, loader, other scripts, that of the search
// too.
func TestPageBudget(t *testing.T) {
	const budget = 45_000
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	page := string(site.Files["hotel/size/index.html"])
	total, report := 0, ""
	for _, m := range regexp.MustCompile(`(?:src|href|data-exec|data-search)="(?:../)*(assets/[^"]+\.(?:css|js|woff2))"`).FindAllStringSubmatch(page, -1) {
		data, ok := site.Files[m[1]]
		if !ok {
			t.Fatalf("the page loads %s, which is not there", m[1])
		}
		n := brotliSize(data)
		total += n
		report += fmt.Sprintf(" %s %d", m[1], n)
	}
	if total == 0 || total > budget {
		t.Errorf("a page loads %d B brotli, the budget is %d:%s", total, budget, report)
	}
	t.Logf("%d B brotli:%s", total, report)
}

// TestStylesOfStates: a class that comes and goes while a widget works, and :has, of which a
// browser keeps one set for all, end in a selector that says whom they are about. One that ends
// in *, :not() or ::details-content alone makes it style everything below anew each time
// anything there is added: 10,000 elements twice a key, in the workbench.
func TestStylesOfStates(t *testing.T) {
	state := regexp.MustCompile(`:has\(|\.(waiting|working|failed|stale)\b`)
	looked := 0
	eachSelector(t, func(file, selector string, _ []string) {
		if !state.MatchString(selector) {
			return
		}
		looked++
		if !aboutSomebody(selector) {
			t.Errorf("%s: %s is about every element: name a class or an element at its end", file, selector)
		}
	})
	if looked < 20 {
		t.Errorf("only %d selectors were looked at", looked)
	}
	for selector, want := range map[string]bool{".a:has(> .b) .c": true, ".a:has(.b)": true, ".a:has(> .b) > *": false, ".a:not(:has(.b)) > :not(.c)": false,
		".a:has(.b) .c::details-content": false, ".waiting td:first-child": true, ".waiting :is(.a > .b, td) .c": true, ".waiting :is(.a, .b > :not(.c))": false,
		".a:is(.b *):not(:has(.c))": true, ".a .b:where(:not(.c) > *)::before": true, ".waiting [data-a]::before": true, ".waiting > :is(*)": false} {
		if aboutSomebody(selector) != want {
			t.Errorf("%s is about somebody: %v", selector, !want)
		}
	}
}

// lookingDown are the selectors with :has that a screen may have. A browser asks each of them
// again whenever something below changes that may decide it, and it remembers whom it has
// ever asked: with 50 of them half of the styling after a key press was that. What the builder
// or a view knows is a class; here is what only the browser knows.
var lookingDown = map[string]string{
	`.site-head:not(:has(> .menu-open))`:                                                     "how much of the page has arrived",
	`body:has(> .site-head):not(:has(> .site-foot)) .scroll:not(:has(+ *))`:                  "how much of the page has arrived",
	`:root:not(.lab-here) .lab:not([data-lab=bench], :has(> .live)) :is(.given, .tabs)`:      "how much of the page has arrived",
	`.given:focus-within:has(:is(input, textarea, select):focus) ~ .results > .answer`:       "the focus, asked only where it is",
	`.byte:has(> input:checked)`:                                                             "what is chosen; its child alone decides",
	`.byte:has(> input:focus-visible)`:                                                       "the focus; its child alone decides",
	`.frame:where(:not(.bench) > *):has(> .given > .schema[open])`:                           "what is open, two steps down",
	`.frame:where(:not(.bench) > *):has(> .given > .schema[open]) > .results`:                "what is open, two steps down",
	`.covered:has(> .frame > .covered-part > .cover:not([open])) > .tabs`:                    "what is open, three steps down",
	`.tabs:is(.widget:not(.bench) *):has(> .tab[open] :is(input, textarea, select))::before`: "which tab is open",
	`body:has(.hand.holds) .toast`:                                                           "asked only while there is a toast",
	`body.embed:not(:has(.tab[open]))`:                                                       "which tab is open; in embeds alone",
	`.embed:not(:has(.tab[open])) :is(main, .lab, form.widget)`:                              "which tab is open; in embeds alone",
	`.embed:has(.tab[open]) .frame`:                                                          "which tab is open; in embeds alone",
	`.tabs:is(.embed *):not(:has(> .tab[open]))`:                                             "which tab is open; in embeds alone",
	`.tabs:is(.embed *):not(:has(> .tab[open])) > .tab > summary`:                            "which tab is open; in embeds alone",
}

// TestStylesLookDown: a selector with :has is in the list, but on paper and without scripts,
// where nothing is worked out anew.
func TestStylesLookDown(t *testing.T) {
	met := map[string]bool{}
	eachSelector(t, func(file, selector string, within []string) {
		if !strings.Contains(selector, ":has(") || slices.Contains(within, "@media print") || slices.Contains(within, "@media (scripting: none)") {
			return
		}
		met[selector] = true
		if lookingDown[selector] == "" {
			t.Errorf("%s: %s: have the view or the builder set a class instead, or give a reason in lookingDown", file, selector)
		}
	})
	for selector := range lookingDown {
		if !met[selector] {
			t.Errorf("no style has %s any more: take it out of lookingDown", selector)
		}
	}
}

// eachSelector calls look for each selector of the styles, with the rules that it stands in.
func eachSelector(t *testing.T, look func(file, selector string, within []string)) {
	t.Helper()
	files, err := fs.Glob(os.DirFS("../site/css"), "*.css")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	for _, file := range files {
		data, err := os.ReadFile("../site/css/" + file)
		if err != nil {
			t.Fatal(err)
		}
		text := comment.ReplaceAllString(string(data), "")
		var within []string
		for at := strings.IndexAny(text, "{};"); at >= 0; at = strings.IndexAny(text, "{};") {
			head := strings.TrimSpace(text[:at])
			switch text[at] {
			case '{':
				if !strings.HasPrefix(head, "@") {
					for _, selector := range parted(head) {
						look(file, strings.TrimSpace(selector), within)
					}
				}
				within = append(within, head)
			case '}':
				within = within[:len(within)-1]
			}
			text = text[at+1:]
		}
	}
}

// parted divides a list at its commas.
func parted(list string) (parts []string) {
	depth, from := 0, 0
	for i, c := range list {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			parts, from = append(parts, list[from:i]), i+1
		}
	}
	return append(parts, list[from:])
}

// closing is where the bracket closes that was opened before a text.
func closing(text string) int {
	depth := 1
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text) - 1
}

// aboutSomebody reports whether the end of a selector names a class, an id, an attribute or an element: where
// it has :is, the end of each of its alternatives.
func aboutSomebody(selector string) bool {
	narrowed := regexp.MustCompile(`:(has|not)\(|([^\s>+~,(]):(is|where)\(`) // by more than its compound says
	for at := narrowed.FindStringIndex(selector); at != nil; at = narrowed.FindStringIndex(selector) {
		begins := at[0] + strings.Index(selector[at[0]:at[1]], ":")
		rest := selector[at[1]:]
		selector = selector[:begins] + rest[closing(rest)+1:]
	}
	if before, rest, ok := strings.Cut(selector, ":is("); ok {
		end := closing(rest)
		for _, one := range parted(rest[:end]) {
			if !aboutSomebody(before + strings.TrimSpace(one) + rest[end+1:]) {
				return false
			}
		}
		return true
	}
	end := selector[strings.LastIndexAny(selector, " >+~")+1:]
	return regexp.MustCompile(`^[a-z.#[]`).MatchString(end) && !strings.Contains(end, "::details-content")
}

// TestOwnIsNotWrong: what a reader has changed has the colour of what one can do, and none of those
// of what is wrong or warned of; no line below it, as below a mistake.
func TestOwnIsNotWrong(t *testing.T) {
	text, err := os.ReadFile("../site/css/4-widget.css")
	if err != nil {
		t.Fatal(err)
	}
	rules := regexp.MustCompile(`[^{}]*\.changed\b[^{}]*\{[^}]*\}`).FindAllString(string(text), -1)
	if len(rules) < 2 {
		t.Fatalf("only %d rules are about what is changed", len(rules))
	}
	for _, r := range rules {
		if regexp.MustCompile(`underline|var\(--(?:k|refused|advice|tombstone)\)`).MatchString(r) {
			t.Errorf("it looks like a mistake: %s", r)
		}
	}
}

// TestWhatIsSaidNamesNoKey: what a page says once something is done is read on a phone, too, which
// has no such keys.
func TestWhatIsSaidNamesNoKey(t *testing.T) {
	said := regexp.MustCompile(`Said\b\s*[:=]\s*[^\n]*`)
	n := 0
	for _, dir := range []string{"../wasm/browser", "../wasm/lab"} {
		files, _ := fs.Glob(os.DirFS(dir), "*.go")
		for _, file := range files {
			text, err := os.ReadFile(dir + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range said.FindAllString(string(text), -1) {
				if n++; strings.Contains(line, "Ctrl") {
					t.Errorf("%s: %s", file, line)
				}
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d messages were looked at", n)
	}
}

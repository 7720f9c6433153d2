package build

import (
	"strings"
	"testing"
)

// TestTeach: the page of each exercise tells whoever teaches how long it takes, what to
// ask, which answers to expect and what to say; everything is from the exercise itself.
// It is folded, and left out of the chapter, of embeds and of a reader's paper.
func TestTeach(t *testing.T) {
	t.Parallel()
	site, root := practiceSite(t)
	p := pageAt(t, site, "hotel/second/")
	for _, spec := range p.Widgets {
		if spec.Kind != "exercise" {
			continue
		}
		html := string(site.Files["widget/hotel/second/"+spec.ID+"/index.html"])
		_, teach, _ := strings.Cut(html, `<details class="teach"`)
		teach, _, _ = strings.Cut(teach, "</details>")
		for _, want := range []string{" min</p>", "<h3>Ask the class</h3>\n<p>", `<td>`, "?</p>", "<h3>Model answer</h3>\n<"} {
			if !strings.Contains(teach, want) {
				t.Errorf("%s tells whoever teaches no %s:\n%s", spec.ID, want, teach)
			}
		}
		for _, page := range []string{"hotel/second/", "embed/hotel/second/" + spec.ID + "/"} {
			if strings.Contains(string(site.Files[page+"index.html"]), `class="teach"`) {
				t.Errorf("%s has what only who teaches looks for", page)
			}
		}
	}
	cql := p.Widgets[1].ID
	page := string(site.Files["widget/hotel/second/"+cql+"/index.html"])
	for _, want := range []string{`<code translate="no">PRIMARY KEY ((guest_last_name), hotel_id)</code>`, "Which columns of the four rows differ?", "Which of your keys would still work", "Other right answers", "PRIMARY KEY ((guest_last_name), hotel_id, ___, ___)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of %s does not say %q", cql, want)
		}
	}

	b := open(t)
	const open = `document.querySelector("details.teach").open`
	b.visit(root+"widget/hotel/second/"+cql+"/", 1)
	if eval[bool](b, open) {
		t.Error("it is open for everybody")
	}
	b.emulate("print", "light")
	if eval[bool](b, `document.querySelector("details.teach").checkVisibility()`) {
		t.Error("it is on a reader's paper")
	}
	b.emulate("", "light")
	b.visit(root+p.Path+"?teach=1", len(p.Widgets))
	if n := eval[int](b, `[...document.querySelectorAll(".exercise-model")].filter((e) => e.lastElementChild.checkVisibility({ contentVisibilityAuto: true }) && e.lastElementChild.getBoundingClientRect().height > 0).length`); n != 6 {
		t.Errorf("%d of 6 model answers are open", n)
	}
	b.press(`[data-id="` + cql + `"] + .teach-link a`)
	b.until("the page for whoever teaches is open", `location.pathname.endsWith("/`+cql+`/") && document.readyState === "complete" && `+open)
	b.report("axe", b.axe("{}"))
	b.picture("teach")
	b.size(320, 800)
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("the page is %d px wide on a phone", wide)
	}
	if back := eval[string](b, `document.querySelector("article > .facts a[href*='#']").href`); !strings.HasSuffix(back, "/hotel/second/?teach=1#"+cql) {
		t.Errorf("it leads back to %s", back)
	}
	b.content(root)
}

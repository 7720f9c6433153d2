package build

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// countCalls counts how often the program calls the page: every import of package
// syscall/js is wrapped before the program is there.
const countCalls = `
window.calls = 0;
const wrap = (imports) => {
  for (const [name, f] of Object.entries(imports.gojs)) {
    if (name.startsWith("syscall/js.")) imports.gojs[name] = (sp) => { calls++; return f(sp); };
  }
};
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = (program, imports) => { wrap(imports); return instantiate.call(WebAssembly, program, imports); };
`

// keyField is the field of a widget in which keys are pressed: its key and its text, or
// nothing where there is none.
const keyField = `(() => {
  const form = document.getElementById(%q);
  const field = form.querySelector(".fields input:not(.slider), .inputs input[data-input]:not([type=radio])") ?? form.querySelector("textarea[data-input]");
  return field ? [field.dataset.input, field.value, field.localName] : [];
})()`

// pressKeys changes the text of a field, each time when the page has done everything
// else, and returns for each the milliseconds to the answer in the page, laid out, and
// the calls of the page.
const pressKeys = `(async (id, key, texts, times) => {
  const form = document.getElementById(id), widget = form.closest("[data-lab]");
  const field = [...form.querySelectorAll("[data-input]")].find((f) => f.dataset.input === key);
  const out = { milliseconds: [], layout: [], calls: [] };
  for (let i = 0; i < times; i++) {
    await new Promise((done) => requestIdleCallback(done));
    field.value = texts[i %% texts.length];
    const start = performance.now(), before = calls;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    while (widget.classList.contains("waiting")) await new Promise((done) => setTimeout(done));
    const answered = performance.now();
    out.calls.push(calls - before);
    widget.offsetHeight;
    const end = performance.now();
    out.milliseconds.push(end - start);
    out.layout.push(end - answered);
  }
  return out;
})(%q, %q, %s, %d)`

// BenchmarkKeyPress presses keys, in a real Chromium, in the start page's widget and, of each
// kind, in the widget of the pages of the book that has most to do, its tabs as a chapter shows
// them; and in one of each kind that stands alone, with all its tabs open. It tells the time
// from the key to the answer in the page, laid out. Beside it stands what the same takes
// natively, and what does not depend on how busy the machine is: allocations, and calls of
// the page.
func BenchmarkKeyPress(b *testing.B) {
	site, root := serve(b, "http://127.0.0.1:8080/")
	type found struct {
		path   string
		spec   *lab.Spec
		allocs float64
	}
	chapters, alone := map[string]found{}, map[string]found{}
	for _, p := range site.Pages {
		for _, spec := range p.Widgets {
			in, name := chapters, spec.Kind
			switch {
			case strings.HasPrefix(p.Path, "widget/"):
				in = alone
			case strings.HasPrefix(p.Path, "embed/"):
				continue
			case p.Path == "":
				name = "start"
			}
			if _, known := in[name]; !known || !strings.HasPrefix(p.Path, "widget/") {
				r := spec.Start()
				if allocs := testing.AllocsPerRun(1, func() { r.Run() }); allocs > in[name].allocs {
					in[name] = found{p.Path, spec, allocs}
				}
				r.Close()
			}
		}
	}
	for _, in := range []map[string]found{chapters, alone} {
		for _, name := range slices.Sorted(maps.Keys(in)) {
			f, where := in[name], "chapter"
			if strings.HasPrefix(f.path, "widget/") {
				where = "all-tabs"
			}
			b.Run(where+"/"+name, func(b *testing.B) { pressInChromium(b, root+f.path, f.spec, where == "all-tabs") })
		}
	}
}

// otherText is a text that a field takes besides the one it has: an error would be another
// answer, of fewer parts. Quantities take sums, other fields only numbers.
func otherText(spec *lab.Spec, key, text string) string {
	r := spec.Start()
	defer r.Close()
	n, _ := strconv.Atoi(text)
	for _, other := range []string{text + "+1", strconv.Itoa(n + 1), strconv.Itoa(n - 1)} {
		r.Set(key, other)
		if len(r.Run().Problems) == 0 {
			return other
		}
	}
	return text + " "
}

func pressInChromium(b *testing.B, url string, spec *lab.Spec, tabs bool) {
	t := openLong(b, countCalls)
	t.visit(url, 1)
	field := eval[[]string](t, fmt.Sprintf(keyField, spec.ID))
	if len(field) == 0 {
		b.Skip("no keys are pressed there")
	}
	if tabs {
		eval[bool](t, fmt.Sprintf(`(() => { for (const s of document.querySelectorAll("#%s details")) { s.removeAttribute("name"); s.open = true; } return true; })()`, spec.ID))
	}
	texts := []string{field[1] + " ", field[1] + "  "}
	if field[2] == "input" {
		texts = []string{otherText(spec, field[0], field[1]), field[1]}
	}
	type measured struct {
		Milliseconds, Layout []float64 // all, and what of it the browser takes to lay the page out
		Calls                []int
	}
	list, _ := json.Marshal(texts)
	press := func(times int) measured {
		return eval[measured](t, fmt.Sprintf(pressKeys, spec.ID, field[0], list, times))
	}
	press(30) // the browser compiles again what runs often
	var all measured
	for b.Loop() {
		m := press(10)
		all.Milliseconds = append(all.Milliseconds, m.Milliseconds...)
		all.Layout = append(all.Layout, m.Layout...)
		all.Calls = append(all.Calls, m.Calls...)
	}
	slices.Sort(all.Layout)
	slices.Sort(all.Milliseconds)
	slices.Sort(all.Calls)
	n := len(all.Calls)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(all.Milliseconds[n/2], "ms-median")
	b.ReportMetric(all.Milliseconds[n*95/100], "ms-95%")
	b.ReportMetric(all.Layout[n/2], "ms-layout")
	b.ReportMetric(float64(all.Calls[n/2]), "page-calls")

	r := spec.Start()
	defer r.Close()
	before := view.Normal(r.Run().View)
	i := 0
	native := func() {
		r.Set(field[0], texts[i%2])
		i++
		now := view.Normal(r.Run().View)
		view.Diff(before, now)
		before = now
	}
	b.ReportMetric(testing.AllocsPerRun(20, native), "native-allocs")
	start := time.Now()
	for range 50 {
		native()
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/50/1000, "native-ms")
}

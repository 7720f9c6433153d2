package build

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"partitionlab/wasm/rule/rulebook"
)

// A readIndex is the index as a reader of it sees it.
type readIndex struct {
	Kinds []string
	Docs  [][5]any
	Says  [][]any
	Words string
	In    [][]int
}

// of lists the paths of the things whose text has a word.
func (x *readIndex) of(word string) (paths []string) {
	last := ""
	for i, coded := range strings.Fields(x.Words) {
		shared, _ := strconv.ParseInt(coded[:1], 36, 0)
		last = string([]rune(last)[:shared]) + coded[1:]
		if last != word {
			continue
		}
		doc := 0
		for _, distance := range x.In[i] {
			doc += distance
			paths = append(paths, x.Docs[doc][1].(string))
		}
	}
	return paths
}

func TestSearchIndex(t *testing.T) {
	site, problems := testBuild(t, "http://127.0.0.1:8080/", nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var x readIndex
	for name, data := range site.Files {
		if strings.HasPrefix(name, "assets/search-") && strings.HasSuffix(name, ".json") {
			if err := json.Unmarshal(data, &x); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(strings.Fields(x.Words)) != len(x.In) || len(x.In) < 100 {
		t.Fatalf("%d words, %d lists", len(strings.Fields(x.Words)), len(x.In))
	}
	if !slices.Equal(x.Kinds, []string{"Chapter", "Page", "Calculator", "Rule", "Advice"}) {
		t.Errorf("kinds %v", x.Kinds)
	}
	paths := map[string]bool{}
	for _, d := range x.Docs {
		paths[d[1].(string)] = true
	}
	for _, want := range []string{"hotel/sample/", "hotel/sample/#a-prediction", "rules/w-05/", "advice/r20/", "widget/hotel/sample/size1/"} {
		if !paths[want] {
			t.Errorf("%s cannot be found", want)
		}
	}
	// A word of the prose, a name in CQL and a part of it, and the words of another file.
	for word, want := range map[string]string{"nobody": "hotel/sample/", "shops_by_city": "hotel/sample/#what-the-server-says", "shops": "hotel/sample/#what-the-server-says"} {
		if got := x.of(word); !slices.Contains(got, want) {
			t.Errorf("%s leads to %v, want %s", word, got, want)
		}
	}
	if got := x.of("secretanswer"); got != nil {
		t.Errorf("what is covered leads to %v", got)
	}
	if got := x.of("the"); got != nil {
		t.Errorf("a stop word leads to %v", got)
	}
}

// TestSearchKeepsSecrets: a covered block leads nowhere, and neither do the words of a
// covered widget.
func TestSearchKeepsSecrets(t *testing.T) {
	source := []byte("Open words.\n\n## A question\n\nA hint. Then more.\n\nTheanswer is seven.\n\n- anotheranswer\n\nAfterwards.\n")
	doc := markdown.Parser().Parse(text.NewReader(source))
	covered := 0
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && (n.Kind() == ast.KindList || n.Kind() == ast.KindParagraph && strings.Contains(plainText(n, source), "Theanswer")) {
			n.SetAttributeString(coveredBlock, true)
			covered++
		}
		return ast.WalkContinue, nil
	})
	if covered != 2 {
		t.Fatalf("covered %d blocks", covered)
	}
	got := searchable(doc, source)
	want := []foundSection{{note: "Open words.", text: "Open words."}, {id: "a-question", title: "A question", note: "A hint. Then more.", text: "A hint. Then more. Afterwards."}}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestFirstSentence(t *testing.T) {
	long := strings.Repeat("word ", 40)
	for text, want := range map[string]string{
		"":                                 "",
		"A sentence that ends. Another.":   "A sentence that ends.",
		"Short. But a second one follows.": "Short. But a second one follows.",
		long:                               strings.TrimSpace(strings.Repeat("word ", 22)) + " …",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSearchBudget holds the index of the real site to its budget, which is for the
// whole book: four times the chapters that there are today.
func TestSearchBudget(t *testing.T) {
	const budget = 150_000
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	for name, data := range site.Files {
		if strings.HasPrefix(name, "assets/search-") && strings.HasSuffix(name, ".json") {
			n := brotliSize(data)
			t.Logf("the index takes %d B, %d B brotli", len(data), n)
			if n > budget {
				t.Errorf("the index takes %d B brotli, the budget is %d", n, budget)
			}
		}
	}
}

// TestSearchPausesAndIsBounded: whatever is pasted is searched for in pieces, which get no
// more with its length, and a later question ends an earlier one.
func TestSearchPausesAndIsBounded(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"learn/", 0)
	// Each look at the clock is 10 ms later than the one before, and each pause is counted.
	got := eval[[]int](b, `(async () => {
		const data = document.querySelector("script[data-index]").dataset;
		const search = await (await import(new URL(data.search, location.href))).load(new URL(data.index, location.href));
		let now = 0, looks = 0, pauses = 0;
		performance.now = () => { looks++; return now += 10; };
		const later = self.setTimeout;
		self.setTimeout = (do_) => { pauses++; return later(do_); };
		const trace = (n) => Array.from({ length: n }, (_, i) => "\tat com.example.Word" + i * 7919 + "x.on_" + (i * 31).toString(36) + "(File.java:" + i + ")").join("\n");
		const of = async (text, wanted) => { looks = pauses = 0; await search(text, wanted); return [looks, pauses]; };
		const few = await of(trace(500)), many = await of(trace(5000)), left = await of(trace(5000), () => false);
		const odd = [];
		for (const text of ["_".repeat(50000) + "a", "a".repeat(100000), '"'.repeat(20000), "\\n".repeat(50000), "(' ".repeat(10000)]) odd.push((await of(text))[0]);
		return [...few, ...many, ...left, Math.max(...odd)];
	})()`)
	if few, many, left := got[0:2], got[2:4], got[4:6]; few[1] < 10 || many[0] > few[0]+50 || left[1] != 1 || got[6] > few[0]+50 {
		t.Errorf("looks at the clock and pauses: %v for 500 lines, %v for 5,000, %v for a question that is given up, at most %d looks for odd ones", few, many, left, got[6])
	}
}

// TestSearchByKeyboard: / opens, letters find, arrows and Enter lead there, Escape
// closes and gives the focus back.
func TestSearchByKeyboard(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"rules/", 0)
	eval[bool](b, `(document.querySelector("main a").focus(), true)`)
	b.typing("/")
	b.until("the dialog is open", `document.querySelector("dialog.search")?.open && document.activeElement.id === "search-field"`)
	b.typing("skipped")
	b.until("W-05 is found", `[...document.querySelectorAll("#found a")].some((a) => a.pathname.endsWith("/rules/w-05/"))`)
	b.report("axe, search", b.axe("{}"))
	b.typing("\x1b")
	b.until("it is closed", `!document.querySelector("dialog.search").open`)
	if at := eval[string](b, `document.activeElement.closest("main") ? "main" : document.activeElement.tagName`); at != "main" {
		t.Errorf("after Escape the focus is at %s", at)
	}
	// Rules that share a message are told apart by their reasons.
	b.typing("/")
	eval[bool](b, `(() => { const f = document.getElementById("search-field"); f.value = "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance.";
		f.dispatchEvent(new InputEvent("input", {bubbles: true})); return true; })()`)
	b.until("four rules have reasons of their own", `(() => { const a = [...document.querySelectorAll("#found .found-note")].slice(0, 4).map((n) => n.textContent); return a.length === 4 && new Set(a).size === 4; })()`)
	// A rule by its number, with and without the dash; the slash in a field is a slash.
	eval[bool](b, `(document.getElementById("search-field").select(), true)`)
	b.typing("w05/")
	b.until("the slash is typed", `document.getElementById("search-field").value === "w05/"`)
	b.typing("\b")
	b.until("the rule is first", `document.querySelector("#found a")?.pathname.endsWith("/rules/w-05/")`)
	b.typing(kb.ArrowDown)
	if at := eval[string](b, `document.activeElement.pathname ?? ""`); !strings.HasSuffix(at, "/rules/w-05/") {
		t.Fatalf("the arrow leads to %q", at)
	}
	b.typing(kb.Enter)
	b.until("the rule's page", `location.pathname.endsWith("/rules/w-05/") && document.readyState === "complete"`)
	b.content(root)
}

// TestSearchFindsMessages asks for every message that a real server sent for an
// example, with other names than the template's, and wants its rule at the top.
func TestSearchFindsMessages(t *testing.T) {
	t.Parallel()
	rules, err := rulebook.Load()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{} // rules that fit a message
	for _, r := range rules {
		for _, e := range r.Bad {
			if e.Message != "" {
				want[e.Message] = append(want[e.Message], r.ID, r.As)
			}
		}
	}
	messages := slices.Sorted(maps.Keys(want))
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"404.html", 0)
	// The same with the names of a reader.
	own := map[string]string{"kv": "bookings", "t": "rooms", "x": "guests_by_city", "v": "price", "k": "guest_id", "a": "street", "b": "night", "c1": "checkin", "c": "checkout", "i": "by_price", "f": "doubled", "e": "address", "my": "our"}
	names := regexp.MustCompile(`\b[a-z]\w*\b`)
	texts := slices.Clone(messages)
	for _, m := range messages {
		texts = append(texts, names.ReplaceAllStringFunc(m, func(name string) string { return cmp.Or(own[name], name) }))
	}
	list, _ := json.Marshal(texts)
	got := eval[[][]string](b, `(async () => {
		const data = document.querySelector("script[data-index]").dataset;
		const search = await (await import(new URL(data.search, location.href))).load(new URL(data.index, location.href));
		return Promise.all(`+string(list)+`.map(async (m) => (await search('InvalidRequest: Error from server: code=2200 [Invalid query] message="' + m + '"')).slice(0, 6).map((f) => f.context)));
	})()`)
	got, renamed := got[:len(messages)], got[len(messages):]
	for i, m := range messages {
		if ofParser := strings.HasPrefix(m, "line "); ofParser { // which has one message for all rules, and names what is in the way
			for _, found := range [][]string{got[i], renamed[i]} {
				rules := slices.DeleteFunc(slices.Clone(found), func(id string) bool { return !strings.HasPrefix(id, "SYN-") })
				if len(rules) == 0 || !slices.Contains(want[m], rules[0]) || found[0] != rules[0] && strings.Contains(m, " (") {
					t.Errorf("%q (%v) finds %v", m, want[m], found)
				}
			}
			continue
		}
		if !slices.ContainsFunc(got[i], func(id string) bool { return slices.Contains(want[m], id) }) {
			t.Errorf("%q (%v) finds %v", m, want[m], got[i])
		}
	}
	if len(messages) < 300 {
		t.Errorf("only %d messages", len(messages))
	}
	// Messages with typos, cut off, of other releases, of the parser: what comes first, with
	// the message that it was taken for. A question is none.
	near := map[string]string{
		`PRIMARY KEY colum "b" cannot be restrcted`:                                                      `rules/w-05/ PRIMARY KEY column "…" cannot be restricted as preceding column "…" is not restricted`,
		`PRIMARY KEY colum "price" cannot be restrcted as preceding column "a" isn't restrictd`:          `rules/w-05/ PRIMARY KEY column "…" cannot be restricted as preceding column "…" is not restricted`,
		"Keyspace 'shop' doesnt exist":                                                                   "rules/ks-08/ Keyspace '…' doesn't exist",
		"Undefined colum name foo in table ks.t":                                                         "rules/res-04/ Undefined column name … in table …",
		"Unconfigured table foo":                                                                         "rules/res-03/ unconfigured table …",
		"Operation timed out - received only 0 responses.":                                               "glossary/#consistency-level Operation timed out - received only … responses",
		"Batch for [x] is of size 61KiB, exceeding specified threshold…":                                 "rules/ba-10/ Batch for … is of size …, exceeding specified threshold of … by …",
		"Scanned over 100001 tombstones during query 'SELECT * FROM a.b' (last scanned row token was 7)": "rules/rd-01/ Scanned over … tombstones during query",
		"NoHostAvailable: All host(s) tried for query failed (tried: /10.0.0.1:9042)":                    "glossary/#coordinator All host(s) tried for query failed",
		"unconfigured table foo":                                                                         "rules/res-03/ unconfigured table …",
		"SyntaxException: line 3:2 mismatched input 'ordered_at' expecting ')'":                          "check/ mismatched input",
		"line 1:7 no viable alternative at input 'FORM'":                                                 "check/ no viable alternative at input",
		"line 1:9 missing EOF at ')'":                                                                    "check/ missing EOF at",
		"Cassandra timeout during read query at consistency LOCAL_QUORUM (2 responses were required but only 1 replica responded)": "glossary/#consistency-level timeout during read query at consistency",
		"what is a clustering column": "",
		// A piece of a message: first what begins or ends so.
		"only supported when the partition key is": "rules/ob-02/ ORDER BY is only supported when the partition key is restricted by an EQ or an IN.",
		"is not restricted":                        `rules/w-05/ PRIMARY KEY column "…" cannot be restricted as preceding column "…" is not restricted`,
	}
	asked := slices.Sorted(maps.Keys(near))
	list, _ = json.Marshal(asked)
	first := eval[[][]string](b, `(async () => {
		const data = document.querySelector("script[data-index]").dataset;
		const search = await (await import(new URL(data.search, location.href))).load(new URL(data.index, location.href));
		return Promise.all(`+string(list)+`.map(async (m) => (await search(m)).map((f) => f.said && f.path + " " + f.said)));
	})()`)
	for i, q := range asked {
		if len(first[i]) == 0 || first[i][0] != near[q] {
			t.Errorf("%q finds %.3q, want %q first", q, first[i], near[q])
		}
		if near[q] != "" && strings.HasPrefix(near[q], "rules/w") && len(first[i]) > 3 && strings.Count(q, " ") > 2 { // the words of a short piece stand elsewhere, too
			t.Errorf("%q finds %d things", q, len(first[i]))
		}
		if strings.HasPrefix(near[q], checkPath) && (len(first[i]) < 20 || !strings.HasPrefix(first[i][1], "rules/syn-")) {
			t.Errorf("%q does not lead to the rules of syntax: %.3q", q, first[i])
		}
	}
	// Words of a learner, and where they should lead: to one of the first five.
	questions := map[string]string{
		"allow filtering": "foundations/queries/", "data filtering unpredictable": "rules/w-10/", "order by": "reference/query-card/", "how big": "hotel/size/",
		"buckets": "tools/size/#choose-a-bucket", "tombstone": "foundations/time/", "cluster nodes disk": "tools/size/", "parition": "", "nodetool": "tools/measured/",
		"W-05": "rules/w-05/", "r20": "advice/r20/", "available_rooms_by_hotel_date": "",
		"why is the compaction of my laptop purple": "", // no page has all of it
	}
	texts = slices.Sorted(maps.Keys(questions))
	list, _ = json.Marshal(texts)
	got = eval[[][]string](b, `(async () => {
		const data = document.querySelector("script[data-index]").dataset;
		const search = await (await import(new URL(data.search, location.href))).load(new URL(data.index, location.href));
		return Promise.all(`+string(list)+`.map(async (q) => (await search(q)).slice(0, 5).map((f) => f.path)));
	})()`)
	for i, q := range texts {
		if len(got[i]) == 0 || questions[q] != "" && !slices.ContainsFunc(got[i], func(p string) bool { return strings.HasPrefix(p, questions[q]) }) {
			t.Errorf("%q finds %v, want %s", q, got[i], questions[q])
		}
	}
}

// TestMessageInCheck: a server's message that is pasted as CQL leads to its rule.
func TestMessageInCheck(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := pageAt(t, site, "check/")
	b := open(t)
	b.visit(root+p.Path, 1)
	put(b, p.Widgets[0], `InvalidRequest: Error from server: code=2200 [Invalid query] message="PRIMARY KEY column \"room_number\" cannot be restricted as preceding column \"date\" is not restricted"`)
	b.until("it offers to find the rule", `!document.querySelector(".lab.waiting") && document.querySelector(".find-rule button")?.checkVisibility()`)
	if !eval[bool](b, `document.querySelector(".find-rule").compareDocumentPosition(document.querySelector(".statement-body .why")) === Node.DOCUMENT_POSITION_FOLLOWING`) {
		t.Error("the rule of the message is offered below what is said of it as CQL")
	}
	b.press(".find-rule button")
	b.until("its rule is found first", `document.querySelector("dialog.search #found a")?.getAttribute("href").endsWith("rules/w-05/")`)
	b.until("one rule has the message", `document.querySelector("dialog.search [role=status]").textContent.startsWith("The best") || document.querySelector("dialog.search [role=status]").textContent.includes("page")`)
	for message, alone := range map[string]bool{"line 1:14 no viable alternative at input": true, "line 1:0 mismatched input 'SELCT' expecting EOF ([SELCT] * FROM)": false} {
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.getElementById("search-field"); f.value = %q; return f.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, message))
		b.until(message+": whether it alone says which rule", fmt.Sprintf(`(() => {
			const said = document.querySelector("dialog.search [role=status]").textContent;
			return document.querySelectorAll("#found a").length > 5 && said.includes("it alone does not say") === %t;
		})()`, alone))
		if alone && !eval[bool](b, `document.querySelector("dialog.search [role=status] a")?.pathname.endsWith("/check/") ?? false`) {
			t.Error("no link leads to the page that is named")
		}
	}
	eval[bool](b, `(document.querySelector("dialog.search").close(), true)`)
	put(b, p.Widgets[0], "SELCT * FROM t;")
	b.until("what is CQL is not looked up", `!document.querySelector(".lab.waiting") && document.querySelector(".finding") && !document.querySelector(".find-rule")`)
	b.content(root)
}

// TestSearchWithoutNetwork: where the index cannot be fetched, the dialog says so and
// leads to the list of all pages; without script the head leads there.
func TestSearchWithoutNetwork(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	for name := range site.Files {
		if strings.HasPrefix(name, "assets/search-") && strings.HasSuffix(name, ".json") {
			delete(site.Files, name)
		}
	}
	b := open(t)
	b.visit(root+"rules/", 0)
	b.typing("/")
	b.until("the dialog says it", `/cannot be loaded/.test(document.querySelector("dialog.search .facts")?.textContent ?? "")`)
	eval[bool](b, `(document.querySelector("dialog.search .facts a").click(), true)`)
	b.until("the list", `location.pathname.endsWith("/search/") && document.querySelectorAll(".all-pages a").length > 300`)
	b.mu.Lock()
	b.complaints = nil // the browser notes the status 404
	b.mu.Unlock()
	b.content(root)
}

package build

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"image"
	"image/png"
	"io"
	"log"
	"maps"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/google/go-cmp/cmp"
	xhtml "golang.org/x/net/html"

	"partitionlab/wasm/answer"
	"partitionlab/wasm/edge"
	"partitionlab/wasm/lab"
)

// The tests in this file ask the addresses that no file can answer. They run twice:
// under net/http here, and in a real workerd by TestWorker, where the flag -workerd
// names one.

// TestEdge asks the server of this package.
func TestEdge(t *testing.T) {
	site, _ := realSite(t, "")
	s := NewServer("test")
	s.Show(site, nil)
	said := &lockedText{}
	log.SetOutput(said) // where net/http writes, too, unless it is told another place
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	edgeSuite(t, &edgeClient{root: web.URL + "/", site: site, log: said})
}

// edgeSuite asks whoever answers at the client's root.
func edgeSuite(t *testing.T, e *edgeClient) {
	for name, test := range map[string]func(*testing.T, *edgeClient){
		"API": testAPI, "examples": testExamples, "refusals": testRefusals, "origins": testOrigins, "cards": testCards, "oEmbed": testOEmbed, "hostile oEmbed": testHostileOEmbed,
		"previews": testPreviews, "files": testFilesPass, "chapters": testChaptersStay, "moved": testMoved, "hostile": testHostile,
	} {
		t.Run(name, func(t *testing.T) { test(t, e) })
	}
	t.Run("log", func(t *testing.T) { testLog(t, e) })
}

type edgeClient struct {
	root string // ends in a slash
	site *Site
	log  *lockedText // what the server has written while it answered
}

// serveEdge serves the site of the repository, and returns whom to ask for its cards.
func serveEdge(t *testing.T) (*Site, *edgeClient) {
	t.Helper()
	site, root := serve(t, "")
	return site, &edgeClient{root: root, site: site}
}

// A lockedText is written by one and read by another.
type lockedText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// freeAddress is one that nobody listens at now.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// answered is what came back.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// ask asks without following redirects. Header comes in pairs.
func (e *edgeClient) ask(t testing.TB, method, address, body string, header ...string) answered {
	t.Helper()
	if !strings.HasPrefix(address, e.root) {
		address = e.root + strings.TrimPrefix(address, "/")
	}
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := edgeHTTP.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answered{resp.StatusCode, resp.Header, data}
}

var edgeHTTP = &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (e *edgeClient) get(t testing.TB, address string, header ...string) answered {
	t.Helper()
	return e.ask(t, "GET", address, "", header...)
}

const (
	hotelTable = "CREATE TABLE hotels (hotel_id text, date date, room smallint, free boolean, PRIMARY KEY (hotel_id, date, room));"
	hotelLoad  = "rooms = 100\nrows = rooms * 730\nlen.hotel_id = 5\nwritten = rooms every 1d\n"
)

// testAPI holds questions and answers against the description that the site gives
// of them.
func testAPI(t *testing.T, e *edgeClient) {
	doc, err := openapi3.NewLoader().LoadFromData(e.site.Files["api/openapi.json"])
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: strings.TrimSuffix(e.root, "/")}}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	quoted := func(s string) string { text, _ := json.Marshal(s); return string(text) }
	for _, test := range []struct {
		name, address, body, kind string
		status                    int
		want                      []string // that the answer holds, without spaces
	}{
		{"accepted", "api/check", `{"cql":"CREATE TABLE t (k int PRIMARY KEY);"}`, "", 200, []string{`"ok":true`}},
		{"refused", "api/check", `{"cql":"CREATE TABLE t (k int, v text);"}`, "", 200, []string{`"ok":false`, `"kind":"invalid"`, `"rule":"`, `"why":"`}},
		{"a fix", "api/check", `{"cql":"CREATE TABEL t (k int PRIMARY KEY);"}`, "", 200, []string{`"kind":"syntax"`, `"fixes":[{"title":`, `"text":"TABLE"`}},
		{"advice", "api/check", `{"cql":"CREATE TABLE t (day date, at timestamp, v text, PRIMARY KEY (day, at));","advice":true}`, "", 200, []string{`"advice":[{"severity":"advice","rule":"R`}},
		{"no advice unless asked for", "api/check", `{"cql":"CREATE TABLE t (day date, at timestamp, v text, PRIMARY KEY (day, at));"}`, "", 200, []string{`{"statements":[{"ok":true,"start":0`}},
		{"a setting", "api/check", `{"cql":"CREATE TABLE t (k int PRIMARY KEY) WITH compression = {'enabled': false};","settings":{"uncompressed_tables_enabled":"false"},"superuser":false}`, "", 200, []string{`"ok":`}},
		{"nodes", "api/check", `{"cql":"CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};","nodes":"dc1=3"}`, "", 200, []string{`"ok":true`}},
		{"a command of cqlsh", "api/check", `{"cql":"CONSISTENCY QUORUM;"}`, "", 200, []string{`"command":"CONSISTENCY"`}},
		{"CQL alone", "api/check?advice=true", "SELECT * FROM nowhere;", "text/plain", 200, []string{`"message":"table`}},
		{"another keyspace", "api/check", `{"cql":"CREATE TABLE t (k int PRIMARY KEY);","keyspace":""}`, "", 200, []string{`"ok":false`, `Nokeyspace`}},
		{"by query", "api/check?cql=" + url.QueryEscape("SELECT 1"), "GET", "", 200, []string{`"kind":"syntax"`}},
		{"a setting by query", "api/check?cql=" + url.QueryEscape("SELECT * FROM t") + "&settings=read_before_write_list_operations_enabled%3Dfalse", "GET", "", 200, []string{`"ok":false`}},

		{"rows and cost", "api/query", `{"cql":"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c)); INSERT INTO t (k, c, v) VALUES (1, 1, 'a'); INSERT INTO t (k, c, v) VALUES (1, 2, 'b'); SELECT c, v FROM t WHERE k = 1 LIMIT 1;"}`, "",
			200, []string{`"cols":["c","v"]`, `"rows":[[1,"a"]]`, `"access":{"partitions":"one",`, `"cost":{"partitions":1,"rows":1,`, `"returned":1}`}},
		{"null in a row", "api/query", `{"cql":"CREATE TABLE t (k int PRIMARY KEY, v text); INSERT INTO t (k) VALUES (1); SELECT v FROM t;"}`, "", 200, []string{`"rows":[[null]]`}},
		{"the clock", "api/query", `{"now":1700000000,"cql":"CREATE TABLE t (k int PRIMARY KEY, v int); INSERT INTO t (k, v) VALUES (1, 1); SELECT writetime(v) FROM t;"}`, "", 200, []string{`1700000000`}},

		{"size", "api/size", `{"cql":` + quoted(hotelTable) + `,"workload":` + quoted(hotelLoad) + `}`, "", 200, []string{`"table":"hotels"`, `"rows":73000`, `"docs":1095005`, `"thumb":5548000`, `"disk":1527420`, `"format":"nb"`}},
		{"size in another format", "api/size", `{"cql":` + quoted(hotelTable) + `,"workload":` + quoted(hotelLoad) + `,"format":"da"}`, "", 200, []string{`"disk":1527409`, `"format":"da"`}},
		{"size of ranges", "api/size", `{"cql":` + quoted(hotelTable) + `,"workload":` + quoted(hotelLoad) + `,"set":{"rooms":"20..400"}}`, "", 200, []string{`"rows":{"min":14600,`, `"max":292000}`}},
		{"size by query", "api/size?cql=" + url.QueryEscape(hotelTable) + "&workload=" + url.QueryEscape(hotelLoad) + "&set=rooms%3D1", "GET", "", 200, []string{`"rows":730`}},

		{"no CQL", "api/check", `{"cql":" "}`, "", 400, []string{`holdsnoCQL`}},
		{"no workload", "api/size", `{"cql":"CREATE TABLE t (k int PRIMARY KEY);","workload":" "}`, "", 400, []string{`holdsnoworkload`}},
		{"a setting that does not exist", "api/check", `{"cql":"SELECT 1","settings":{"colour":"blue"}}`, "", 422, []string{`colour`}},
		{"a schema that is refused", "api/size", `{"cql":"CREATE TABLE t (k int);","workload":"rows = 1"}`, "", 422, []string{`Theschema,line1,column`}},
		{"a workload that is wrong", "api/size", `{"cql":` + quoted(hotelTable) + `,"workload":"rows = 5 apples"}`, "", 422, []string{`Theworkload,line1,column`}},
		{"a quantity that nobody has", "api/size", `{"cql":` + quoted(hotelTable) + `,"workload":` + quoted(hotelLoad) + `,"set":{"beds":"2"}}`, "", 422, []string{`quantity\"beds\"`}},
		{"too many statements", "api/check", `{"cql":` + quoted(strings.Repeat("USE lab;", 501)) + `}`, "", 422, []string{`morethan500statements`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			method, body, header := "POST", test.body, []string{"Content-Type", "application/json"}
			switch {
			case body == "GET":
				method, body, header = "GET", "", nil
			case test.kind != "":
				header[1] = test.kind
			}
			got := e.ask(t, method, test.address, body, header...)
			said := strings.ReplaceAll(string(got.body), " ", "")
			if got.status != test.status {
				t.Fatalf("%d %s", got.status, got.body)
			}
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("no %s in %s", want, got.body)
				}
			}
			if cc := got.header.Get("Cache-Control"); cc != "no-store" {
				t.Errorf("Cache-Control: %s", cc)
			}
			r, _ := http.NewRequest(method, e.root+test.address, strings.NewReader(body))
			for i := 0; i < len(header); i += 2 {
				r.Header.Set(header[i], header[i+1])
			}
			route, params, err := router.FindRoute(r)
			if err != nil {
				t.Fatal(err)
			}
			question := &openapi3filter.RequestValidationInput{Request: r, Route: route, PathParams: params}
			if err := openapi3filter.ValidateRequest(context.Background(), question); err != nil && test.status < 400 {
				t.Errorf("the question is not as described: %v", err)
			}
			answer := &openapi3filter.ResponseValidationInput{RequestValidationInput: question, Status: got.status, Header: got.header}
			answer.SetBodyBytes(got.body)
			if err := openapi3filter.ValidateResponse(context.Background(), answer); err != nil {
				t.Errorf("the answer is not as described: %v", err)
			}
		})
	}
}

// testExamples asks what the description gives as examples: the answers are those that
// stand beside them.
func testExamples(t *testing.T, e *edgeClient) {
	doc, err := openapi3.NewLoader().LoadFromData(e.site.Files["api/openapi.json"])
	if err != nil {
		t.Fatal(err)
	}
	for address, item := range doc.Paths.Map() {
		const kind = "application/json"
		question, _ := json.Marshal(item.Post.RequestBody.Value.Content[kind].Example)
		want := item.Post.Responses.Status(http.StatusOK).Value.Content[kind].Example
		got := e.ask(t, "POST", address, string(question), "Content-Type", kind)
		var answer any
		if err := json.Unmarshal(got.body, &answer); err != nil || got.status != http.StatusOK {
			t.Fatalf("%s: %d %s", address, got.status, got.body)
		}
		if diff := cmp.Diff(want, answer); diff != "" {
			t.Errorf("%s %s (-described +answered):\n%s\n%s", address, question, diff, got.body)
		}
	}
	if doc.Paths.Len() != 3 {
		t.Errorf("%d addresses are described", doc.Paths.Len())
	}
}

// TestStatementIsDescribed wants the description to hold each field of an answer.
func TestStatementIsDescribed(t *testing.T) {
	site, _ := testBuild(t, "", nil)
	doc, err := openapi3.NewLoader().LoadFromData(site.Files["api/openapi.json"])
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{"Statement": edge.Statement{}, "Cost": edge.Cost{}, "Access": edge.Access{}, "Advice": answer.Advice{}, "Fix": answer.Fix{}, "TableSize": answer.Size{}, "Amount": answer.Amount{}} {
		described := slices.Sorted(maps.Keys(doc.Components.Schemas[name].Value.Properties))
		fields := jsonFields(v)
		if name == "Statement" {
			fields = slices.DeleteFunc(fields, func(f string) bool { return f == "file" || f == "id" || f == "server" }) // of the command line
		}
		if diff := cmp.Diff(described, fields); diff != "" {
			t.Errorf("%s (-described +answered):\n%s", name, diff)
		}
	}
}

// testRefusals asks what no API answers.
func testRefusals(t *testing.T, e *edgeClient) {
	for _, test := range []struct {
		method, address, kind, body string
		status                      int
		want                        string
	}{
		{"PUT", "api/check", "application/json", `{}`, 405, "not PUT"},
		{"DELETE", "widget/hotel/size/size1/card.svg", "", ``, 405, "not DELETE"},
		{"POST", "api/check", "application/x-www-form-urlencoded", `cql=SELECT`, 415, "application/json"},
		{"POST", "api/check", "application/json", `{"cql":`, 400, "no JSON object"},
		{"POST", "api/check", "application/json", `["SELECT"]`, 400, "no JSON object"},
		{"POST", "api/check", "application/json", `{"cql":5}`, 400, "the field cql"},
		{"POST", "api/check", "application/json", `{"sql":"SELECT"}`, 400, `no field \"sql\"`},
		{"POST", "api/check", "application/json", `{"cql":"SELECT","workload":"rows = 1"}`, 400, `no field \"workload\"`},
		{"POST", "api/check", "application/json", `{"cql":"` + strings.Repeat("x", edge.MaxBody) + `"}`, 413, "longer than 100 kB"},
		{"POST", "api/check", "text/plain", strings.Repeat("SELECT ", edge.MaxBody), 413, "longer than 100 kB"},
		{"POST", "api/check?cql=SELECT", "text/plain", "SELECT", 400, "in the body and in the query"},
		{"POST", "api/query", "application/json", `{"cql":"CREATE TABLE t (k int PRIMARY KEY, v text); INSERT INTO t (k, v) VALUES (1, '` + strings.Repeat("x", 30_000) + `'); SELECT v` + strings.Repeat(", v", 150) + ` FROM t;"}`, 422, "more than 4 MB"},
		{"GET", "api/check", "", "", 400, "no CQL"},
		{"GET", "api/check?cql=%zz", "", "", 400, "query cannot be read"},
		{"GET", "api/check?cql=a&cql=b", "", "", 400, "field cql"},
		{"GET", "api/check?cql=a&advice=maybe", "", "", 400, "field advice"},
		{"GET", "api/check?cql=a&now=noon", "", "", 400, "field now"},
		{"GET", "api/check?cql=a&settings=x", "", "", 400, "field settings"},
		{"GET", "api/check?cql=" + strings.Repeat("a", 9000), "", "", 414, "longer than 8 kB"},
		{"GET", "widget/hotel/size/size1/card.svg?rooms=" + strings.Repeat("1", 9000), "", "", 414, "longer than 8 kB"},
		{"GET", "widget/hotel/size/none/card.svg", "", "", 404, "no calculator"},
		{"GET", "widget/hotel/size/none/?rooms=1", "", "", 404, ""},
		{"GET", "card.svg", "", "", 404, "url="},
		{"GET", "card.png?url=https://example.org/widget/hotel/size/size1/", "", "", 404, "url="},
		{"GET", "oembed?url=x", "", "", 404, "url="},
	} {
		var header []string
		if test.kind != "" {
			header = []string{"Content-Type", test.kind}
		}
		got := e.ask(t, test.method, test.address, test.body, header...)
		if len(test.address) > 80 {
			test.address = test.address[:80] + "…"
		}
		if got.status != test.status || !strings.Contains(string(got.body), test.want) {
			t.Errorf("%s %s: %d %s; want %d, %s", test.method, test.address, got.status, got.body, test.status, test.want)
		}
		if test.want != "" && !strings.HasPrefix(got.header.Get("Content-Type"), "application/problem+json") {
			t.Errorf("%s %s: %s", test.method, test.address, got.header.Get("Content-Type"))
		}
	}
}

// testOrigins asks as a page of another site does.
func testOrigins(t *testing.T, e *edgeClient) {
	for _, address := range []string{"api/check", "api/query", "api/size", "oembed", "widget/hotel/size/size1/card.svg"} {
		got := e.ask(t, "OPTIONS", address, "", "Origin", "https://example.org", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
		h := got.header
		if got.status != 200 || h.Get("Access-Control-Allow-Origin") != "*" || !strings.EqualFold(h.Get("Access-Control-Allow-Headers"), "content-type") {
			t.Errorf("%s: %d %v", address, got.status, h)
		}
		if strings.HasPrefix(address, "api/") != strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST") {
			t.Errorf("%s: methods %s", address, h.Get("Access-Control-Allow-Methods"))
		}
	}
	if got := e.ask(t, "POST", "api/check", `{}`, "Content-Type", "application/json", "Origin", "https://example.org"); got.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("a refusal that the page of another site cannot read: %v", got.header)
	}
}

// testCards draws each calculator of the site, light and dark, and some states.
func testCards(t *testing.T, e *edgeClient) {
	for _, p := range e.site.Pages {
		if !strings.HasPrefix(p.Path, "widget/") {
			continue
		}
		var pictures [2][]byte
		for i, theme := range []string{"light", "dark"} {
			svg := e.get(t, p.Path+"card.svg?theme="+theme)
			if svg.status != 200 || svg.header.Get("Content-Type") != "image/svg+xml" || svg.header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(svg.header.Get("Cache-Control"), "max-age=") {
				t.Fatalf("%s: %d %v %.300s", p.Path, svg.status, svg.header, svg.body)
			}
			words := svgWords(t, svg.body)
			if words["title"] != p.Widgets[0].Title || len(words["desc"]) < 20 {
				t.Errorf("%s: a screen reader hears %q", p.Path, words)
			}
			for _, bad := range []string{"class=", "style=", "<script", "href=", "var("} {
				if strings.Contains(string(svg.body), bad) {
					t.Errorf("%s: the picture holds %s, which does not work alone", p.Path, bad)
				}
			}
			pictures[i] = svg.body
		}
		if bytes.Equal(pictures[0], pictures[1]) {
			t.Errorf("%s: light and dark are the same", p.Path)
		}
		if p.Widgets[0].Cover && !strings.Contains(string(pictures[0]), "Predict first") {
			t.Errorf("%s: the picture gives away what is to be predicted", p.Path)
		}
	}
	const page = "widget/hotel/size/size1/"
	say := func(address string) string {
		got := e.get(t, address)
		if got.status != 200 {
			t.Fatalf("%s: %d %s", address, got.status, got.body)
		}
		return svgWords(t, got.body)["desc"]
	}
	first, other := say(page+"card.svg"), say(page+"card.svg?rooms=200")
	if first == other || !strings.Contains(other, "rooms = 200") || !strings.Contains(other, e.sentence(t, page, lab.Inputs{"rooms": "200"})) {
		t.Errorf("the state is not in the picture: %s / %s", first, other)
	}
	if wrong := say(page + "card.svg?rooms=abc"); !strings.Contains(wrong, "The answer still belongs to rooms = 100") {
		t.Errorf("an input that cannot be read: %s", wrong)
	}
	if same := say("card.svg?url=" + url.QueryEscape(e.root+page+"?rooms=200")); same != other {
		t.Errorf("by the page's address: %s, want %s", same, other)
	}
	if same := say("card.svg?url=" + url.QueryEscape("/embed/hotel/size/size1/?v=1&rooms=200")); same != other {
		t.Errorf("by the embed's address: %s, want %s", same, other)
	}

	small := map[string]int{}
	for _, address := range []string{page + "card.png", page + "card.png?theme=dark", page + "card.png?rooms=200", "card.png?url=" + url.QueryEscape(e.root+page)} {
		got := e.get(t, address)
		picture, err := png.Decode(bytes.NewReader(got.body))
		if err != nil || got.header.Get("Content-Type") != "image/png" {
			t.Fatalf("%s: %v %v", address, err, got.header)
		}
		if b := picture.Bounds(); b.Dx() != edge.PNGWidth || b.Dy() != edge.PNGHeight {
			t.Errorf("%s: %v", address, b)
		}
		small[string(got.body)]++
	}
	if len(small) != 3 { // the first and the last are one
		t.Errorf("%d different pictures, want 3", len(small))
	}

	// What somebody typed is kept nowhere.
	typed := e.get(t, "widget/index/accept/card.svg?q="+url.QueryEscape("SELECT * FROM secrets"))
	if cc := typed.header.Get("Cache-Control"); typed.status != 200 || cc != "no-store" || !strings.Contains(string(typed.body), "secrets") {
		t.Errorf("a card of CQL: %d, Cache-Control: %s", typed.status, cc)
	}
}

// svgWords are title and description of a picture, which must be well-formed.
func svgWords(t testing.TB, svg []byte) map[string]string {
	t.Helper()
	words := map[string]string{}
	var in []string
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return words
		}
		if err != nil {
			t.Fatalf("%v in %.300s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = append(in, token.Name.Local)
			for _, a := range token.Attr {
				if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") {
					t.Errorf("a picture with the attribute %s", a.Name.Local)
				}
			}
		case xml.EndElement:
			in = in[:len(in)-1]
		case xml.CharData:
			if len(in) == 2 {
				words[in[1]] += string(token)
			}
		}
	}
}

// testOEmbed asks as a host does that was given a link.
func testOEmbed(t *testing.T, e *edgeClient) {
	link := e.root + "widget/hotel/size/size1/?v=1&rooms=200"
	var o edge.OEmbed
	got := e.get(t, "oembed?format=json&maxwidth=500&maxheight=300&url="+url.QueryEscape(link))
	if err := json.Unmarshal(got.body, &o); err != nil || got.status != 200 || got.header.Get("Content-Type") != "application/json" {
		t.Fatalf("%d %v %s", got.status, err, got.body)
	}
	if o.Type != "rich" || o.Version != "1.0" || o.Width != 500 || o.Height != 300 || o.ProviderURL != e.root || o.ThumbnailWidth != 1200 {
		t.Errorf("%+v", o)
	}
	for _, want := range []string{"<iframe ", `src="` + e.root + "embed/hotel/size/size1/?v=1&amp;rooms=200\"", `height="300"`, "sandbox=", `title="`} {
		if !strings.Contains(o.HTML, want) {
			t.Errorf("no %s in %s", want, o.HTML)
		}
	}
	if strings.Count(o.HTML, "<") != 2 || !strings.HasSuffix(o.HTML, "</iframe>") {
		t.Errorf("more than a frame: %s", o.HTML)
	}
	if picture := e.get(t, o.ThumbnailURL); picture.status != 200 || picture.header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture %s: %d", o.ThumbnailURL, picture.status)
	}

	var x struct {
		Type  string `xml:"type"`
		HTML  string `xml:"html"`
		Width int    `xml:"width"`
	}
	got = e.get(t, "oembed?format=xml&url="+url.QueryEscape(link))
	if err := xml.Unmarshal(got.body, &x); err != nil || x.Type != "rich" || x.Width != 720 || !strings.HasPrefix(x.HTML, "<iframe ") {
		t.Errorf("%v %s", err, got.body)
	}
	for query, status := range map[string]int{
		"format=yaml&url=" + url.QueryEscape(link): 501, "url=" + url.QueryEscape(e.root+"hotel/size/"): 404, "url=" + url.QueryEscape("https://example.org/widget/hotel/size/size1/"): 404,
		"maxwidth=wide&url=" + url.QueryEscape(link): 400, "": 404, "url=%": 404, "url=" + url.QueryEscape(e.root+"widget/../widget/hotel/size/size1/"): 404,
	} {
		if got := e.get(t, "oembed?"+query); got.status != status {
			t.Errorf("%s: %d %s, want %d", query, got.status, got.body, status)
		}
	}
}

// sentence is what the core answers in words on a page of one calculator.
func (e *edgeClient) sentence(t *testing.T, path string, in lab.Inputs) string {
	t.Helper()
	for _, p := range e.site.Pages {
		if p.Path != path {
			continue
		}
		said := lab.Run(p.Widgets[0], in).Sentence
		if said == "" || said == lab.Run(p.Widgets[0], nil).Sentence {
			t.Fatalf("%s answers %q with %v and without", path, said, in)
		}
		return said
	}
	t.Fatalf("no page %s", path)
	return ""
}

// testPreviews asks for a page as a program does that wants to show a link, and as
// a browser does.
func testPreviews(t *testing.T, e *edgeClient) {
	for _, page := range []string{"widget/hotel/size/size1/", "embed/hotel/size/size1/"} {
		got := e.get(t, page+"?rooms=200&x=%22%3E%3Cscript%3E")
		head, _, _ := strings.Cut(string(got.body), "</head>")
		for _, want := range []string{
			`<meta property="og:title" content="How many values does one hotel hold?">`,
			`<meta property="og:description" content="` + html.EscapeString(e.sentence(t, "widget/hotel/size/size1/", lab.Inputs{"rooms": "200"})),
			`With rooms = 200.`,
			`<meta property="og:image" content="` + e.root + `widget/hotel/size/size1/card.png?rooms=200&amp;x=%22%3E%3Cscript%3E">`,
			`<meta property="og:url" content="` + e.root + `widget/hotel/size/size1/?v=1&amp;rooms=200">`,
			`<link rel="canonical" href="` + e.root + `widget/hotel/size/size1/">`,
			`<link rel="alternate" type="application/json+oembed" href="` + e.root + `oembed?url=`,
		} {
			if n := strings.Count(head, want); n != 1 && (strings.HasPrefix(want, "<") || n == 0) {
				t.Errorf("%s: %d times %s in\n%s", page, strings.Count(head, want), want, head)
			}
		}
		if n := strings.Count(head, `name="description"`); n != 1 {
			t.Errorf("%s: %d descriptions", page, n)
		}
		if strings.Contains(head, "<script>") {
			t.Errorf("%s: a query breaks out", page)
		}
		if got.header.Get("Content-Security-Policy") == "" || strings.Contains(got.header.Get("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'") {
			t.Errorf("%s: the page has the policy %q", page, got.header.Get("Content-Security-Policy"))
		}
		_, rest, _ := strings.Cut(string(got.body), "</head>")
		plain := e.get(t, page+"?rooms=200", "Sec-Fetch-Dest", "document")
		if _, want, _ := strings.Cut(string(plain.body), "</head>"); rest != want {
			t.Errorf("%s: the preview changes the page", page)
		}
		if strings.Contains(string(plain.body), "og:title") {
			t.Errorf("%s: a browser does not get the file", page)
		}
		// The oEmbed link that the page names must answer.
		_, link, _ := strings.Cut(head, `application/json+oembed" href="`)
		link, _, _ = strings.Cut(link, `"`)
		if got := e.get(t, strings.ReplaceAll(link, "&amp;", "&")); got.status != 200 {
			t.Errorf("%s: %d", link, got.status)
		}
	}
	// A covered one gives nothing away.
	if got := e.get(t, "widget/hotel/size/size2/?rooms=200"); !strings.Contains(string(got.body), `og:description" content="Predict first`) {
		t.Errorf("the preview gives away the prediction")
	}
	if got := e.get(t, "widget/index/accept/?q=SELECT"); got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("CQL is kept: %s", got.header.Get("Cache-Control"))
	}
}

// testFilesPass asks for files: they are as they were built.
func testFilesPass(t *testing.T, e *edgeClient) {
	for _, file := range []string{"hotel/size/index.html", "widget/hotel/size/size1/index.html", "api/openapi.json", edge.LookFile} {
		got := e.get(t, strings.TrimSuffix(file, "index.html"))
		if got.status != 200 || !bytes.Equal(got.body, e.site.Files[file]) {
			t.Errorf("%s: %d, %d bytes", file, got.status, len(got.body))
		}
	}
	if got := e.get(t, "none/at/all"); got.status != 404 || !strings.Contains(string(got.body), "No such page") {
		t.Errorf("no page: %d", got.status)
	}
}

// testChaptersStay asks for chapters as a program does that wants to show a link: they
// are files, whatever stands in their addresses. Only pages of one calculator are about a state.
func testChaptersStay(t *testing.T, e *edgeClient) {
	pages := 0
	for _, p := range e.site.Pages {
		if p.Path == "" || strings.HasPrefix(p.Path, "widget/") || strings.HasPrefix(p.Path, "embed/") {
			continue
		}
		pages++
		got := e.get(t, p.Path+"?v=1&size1.rooms=200&rooms=200&theme=dark")
		if got.status != 200 || !bytes.Equal(got.body, e.site.Files[p.Path+"index.html"]) {
			t.Errorf("/%s with a state: %d, not the file", p.Path, got.status)
		}
		if bytes.Contains(got.body, []byte(`property="og:`)) || bytes.Contains(got.body, []byte("oembed?url=")) {
			t.Errorf("/%s speaks of a state", p.Path)
		}
	}
	if pages < 20 {
		t.Errorf("only %d pages", pages)
	}
}

// testMoved asks for every address that was given out and has moved: each leads to a page
// that is there, with what stands behind its question mark.
func testMoved(t *testing.T, e *edgeClient) {
	rules := strings.Split(strings.TrimSpace(string(e.site.Files["_redirects"])), "\n")
	for _, rule := range rules {
		f := strings.Fields(rule)
		if len(f) != 3 {
			t.Fatalf("_redirects: %s", rule)
		}
		from, to := strings.TrimPrefix(f[0], "/"), strings.TrimPrefix(f[1], "/")
		got := e.get(t, from+"?v=1&rooms=7", "Sec-Fetch-Dest", "document")
		switch {
		case got.status == http.StatusMovedPermanently: // by the host's own rules
			if at := got.header.Get("Location"); !strings.HasSuffix(at, to) && !strings.HasSuffix(at, to+"?v=1&rooms=7") {
				t.Errorf("/%s leads to %s, not to /%s", from, at, to)
			}
		case got.status != http.StatusOK || !bytes.Contains(got.body, []byte(movedMark)) || !bytes.Contains(got.body, []byte(to)):
			t.Errorf("/%s does not lead to /%s: %d", from, to, got.status)
		}
		if got := e.get(t, to); got.status != http.StatusOK || bytes.Contains(got.body, []byte(movedMark)) {
			t.Errorf("/%s, where /%s leads: %d", to, from, got.status)
		}
	}
	if len(rules) < 2 {
		t.Error("no address has moved: nothing was asked")
	}
}

// testLog asks with a word that stands nowhere else, in every place where CQL can stand,
// answered or refused: what the server has written does not hold it.
func testLog(t *testing.T, e *edgeClient) {
	const word = "zebrafinch"
	const cql = "SELECT " + word + " FROM " + word
	const kind = "application/json"
	for _, api := range []string{"api/check", "api/query", "api/size"} {
		for _, body := range []string{`{"cql":"` + cql + `","workload":"rows = 1"}`, `{"cql":"` + cql, `{"` + word + `":1}`, `{"cql":"` + strings.Repeat(cql, edge.MaxBody/10) + `"}`} {
			e.ask(t, "POST", api, body, "Content-Type", kind)
		}
		e.ask(t, "POST", api, cql, "Content-Type", "text/plain")
		e.ask(t, "PUT", api+"?cql="+url.QueryEscape(cql), cql, "Content-Type", kind)
		e.get(t, api+"?cql="+url.QueryEscape(cql))
		e.get(t, api+"?cql="+url.QueryEscape(cql)+"&cql=%zz")
		e.get(t, api+"?cql="+url.QueryEscape(strings.Repeat(cql, 500)))
	}
	e.ask(t, "POST", "api/query", `{"cql":"CREATE TABLE t (k int PRIMARY KEY); INSERT INTO t (k) VALUES (1`+strings.Repeat("+1", 30_000)+`); `+cql+`"}`, "Content-Type", kind) // too much for a Worker's stack
	for _, page := range []string{"widget/index/accept/", "embed/index/accept/"} {
		for _, name := range []string{"", "card.svg", "card.png"} {
			e.get(t, page+name+"?q="+url.QueryEscape(cql))
		}
		e.get(t, "oembed?url="+url.QueryEscape(e.root+page+"?q="+url.QueryEscape(cql)))
		e.get(t, "card.svg?url="+url.QueryEscape(e.root+page+"?q="+url.QueryEscape(cql)))
	}
	e.get(t, "widget/none/"+word+"/card.svg?q="+word)
	if said := e.log.String(); strings.Contains(said, word) {
		t.Errorf("the log holds CQL:\n%.3000s", said)
	}
	t.Logf("the server has written %d bytes", len(e.log.String()))
}

// testHostileOEmbed asks for frames of addresses that are no calculator's, or say more than
// one should: whoever pastes the answer pastes a frame of this site, or nothing.
func testHostileOEmbed(t *testing.T, e *edgeClient) {
	const page = "widget/hotel/size/size1/"
	host := strings.TrimSuffix(strings.TrimPrefix(e.root, "http://"), "/")
	for _, link := range []string{
		"javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "//evil.example/" + page, "http://evil.example/" + page, "http://" + host + "@evil.example/" + page, "http://evil.example\\@" + host + "/" + page,
		"http://" + host + ".evil.example/" + page, "http://evil.example#@" + host + "/" + page, "http://evil.example?" + e.root + page, "ftp://" + host + "/" + page, "file:///" + page, "blob:" + e.root + page,
		e.root + "hotel/size/", e.root + page + "../../../../", e.root + "widget/%2e%2e/" + page, e.root + "//evil.example/" + page, e.root + page + "\" onload=\"alert(1)", e.root + page + "%00", e.root + "oembed?url=" + url.QueryEscape(e.root+page),
		" " + e.root + page, e.root + page + "\r\nSet-Cookie: a=b", "\u202e" + e.root + page, strings.Repeat("a", 9000),
	} {
		for _, format := range []string{"json", "xml"} {
			got := e.get(t, "oembed?format="+format+"&url="+url.QueryEscape(link))
			if got.status != 400 && got.status != 404 && got.status != 414 {
				t.Errorf("%q: %d %.300s", link, got.status, got.body)
			}
			if len(got.header["Set-Cookie"]) > 0 {
				t.Errorf("%q sets a cookie", link)
			}
		}
	}
	for name, query := range map[string]string{
		"a frame's end": "title=%22%3E%3C%2Fiframe%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E", "an attribute": "rooms=%22%20onload%3D%22alert(1)", "CSS": "theme=dark%3B%7D*%7Bbackground%3Aurl(%2F%2Fevil.example)%7D", "the end of CDATA": "title=%5D%5D%3E",
		"control signs": "title=%00%01%0d%0aX%3A%20y", "a script's end": "title=%3C%2Fscript%3E%3C!--", "HTML in a number": "rooms=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "a link": "title=javascript%3Aalert(1)",
	} {
		got := e.get(t, "oembed?url="+url.QueryEscape(e.root+page+"?"+query))
		var o struct {
			HTML string
			URL  string `json:"thumbnail_url"`
		}
		if err := json.Unmarshal(got.body, &o); err != nil || got.status != 200 {
			t.Fatalf("%s: %d %s", name, got.status, got.body)
		}
		nodes, err := xhtml.ParseFragment(strings.NewReader(o.HTML), nil)
		if err != nil {
			t.Fatal(err)
		}
		frames := 0
		for _, root := range nodes {
			for n := range root.Descendants() {
				if n.Type != xhtml.ElementNode || slices.Contains([]string{"html", "head", "body"}, n.Data) {
					continue
				}
				if frames++; n.Data != "iframe" {
					t.Errorf("%s: there is <%s> in %s", name, n.Data, o.HTML)
				}
				for _, a := range n.Attr {
					if !slices.Contains([]string{"title", "width", "height", "loading", "sandbox", "allow", "src", "style"}, a.Key) || a.Key == "style" && a.Val != "border:0" || a.Key == "src" && !strings.HasPrefix(a.Val, e.root+"embed/hotel/size/size1/") {
						t.Errorf("%s: the frame has %s=%q", name, a.Key, a.Val)
					}
				}
			}
		}
		if frames != 1 {
			t.Errorf("%s: %d frames in %q", name, frames, o.HTML)
		}
		if !strings.HasPrefix(o.URL, e.root+page+"card.png") {
			t.Errorf("%s: the picture is at %s", name, o.URL)
		}
		if kind := got.header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %s, %v", name, kind, got.header)
		}
	}
}

// testHostile asks what is meant to hurt: each gets an answer, soon, and no error
// of the server's own.
func testHostile(t *testing.T, e *edgeClient) {
	post := func(api string, q map[string]any) answered {
		body, _ := json.Marshal(q)
		return e.ask(t, "POST", "api/"+api, string(body), "Content-Type", "application/json")
	}
	deep := strings.Repeat("(", 20_000)
	nested := "int"
	for range 2_000 {
		nested = "frozen<list<" + nested + ">>"
	}
	many := "CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c));"
	for i := range 400 {
		many += fmt.Sprintf("INSERT INTO t (k, c, v) VALUES (1, %d, 'x');", i)
	}
	for name, cql := range map[string]string{
		"parentheses":  "SELECT * FROM t WHERE a = " + deep,
		"types":        "CREATE TABLE t (k int PRIMARY KEY, v " + nested + ");",
		"strings":      "INSERT INTO t (k) VALUES ('" + strings.Repeat("'", 30_001),
		"signs":        "SELECT " + strings.Repeat("-", 30_000) + "1 FROM t;",
		"a number":     "SELECT * FROM t WHERE k = " + strings.Repeat("9", 50_000) + ";",
		"comments":     strings.Repeat("/*", 30_000),
		"not UTF-8":    "SELECT \xff\xfe FROM t;",
		"null bytes":   "SELECT \x00 FROM t;",
		"columns":      "CREATE TABLE t (k int PRIMARY KEY" + strings.Repeat(", c int", 5_000) + ");",
		"many reads":   many + strings.Repeat("SELECT * FROM t;", 90),
		"a sum":        "CREATE TABLE t (k int PRIMARY KEY); INSERT INTO t (k) VALUES (1" + strings.Repeat("+1", 30_000) + ");",
		"nested lists": "INSERT INTO t (k) VALUES (" + strings.Repeat("[", 20_000),
	} {
		for _, api := range []string{"check", "query", "size"} {
			q := map[string]any{"cql": cql}
			if api == "size" {
				q["workload"] = "rows = 10"
			}
			got := post(api, q)
			if name == "a sum" && got.status == 503 && strings.Contains(string(got.body), `"instead":`) {
				continue // it takes more stack than a Worker has, and that is said
			}
			if got.status != 200 && got.status != 413 && got.status != 422 {
				t.Errorf("%s, %s: %d %.300s", api, name, got.status, got.body)
			}
			if len(got.body) > 3_000_000 {
				t.Errorf("%s, %s: an answer of %d bytes", api, name, len(got.body))
			}
		}
	}
	for name, load := range map[string]string{
		"a power": "rows = 9^9^9^9^9", "a zero": "rows = 1/0", "nothing": "rows", "itself": "rows = rows", "a sum": "rows = 1" + strings.Repeat("+1", 20_000),
		"long": strings.Repeat("# a\n", 5_000), "too many": "rows = 1e308 * 1e308", "names": strings.Repeat("a = 1\n", 5_000), "below zero": "rows = -5",
	} {
		if got := post("size", map[string]any{"cql": hotelTable, "workload": load}); got.status != 200 && got.status != 413 && got.status != 422 {
			t.Errorf("workload, %s: %d %.300s", name, got.status, got.body)
		}
	}

	const page = "widget/hotel/size/size1/"
	packed := "q=.7cEBAQAAAICQ_q_uCAoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" // DEFLATE, cut off
	for name, query := range map[string]string{
		"a script": "title=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "an attribute": "title=%22%20onload%3D%22alert(1)", "a namespace": "title=%3C!%5BCDATA%5B",
		"control signs": "title=%00%01%1b%5b31m%7f", "marks of direction": "title=%E2%80%AE%E2%80%AEabc", "not UTF-8": "title=%ff%fe&rooms=%c0%80",
		"numbers": "rooms=1e999&days=-1e999", "a power": "rooms=9^9^9^9^9&days=0/0", "packed": packed, "many keys": strings.Repeat("a=1&", 1_500),
		"one key": strings.Repeat("rooms=1&", 900), "a long title": "title=" + strings.Repeat("w", 7_000), "no end": "rooms", "percent": "rooms=%", "themes": "theme=dark&theme=%22/%3E",
		"another alphabet": "title=%E4%BD%A0%E5%A5%BD%20%D7%A9%D7%9C%D7%95%D7%9D%20%F0%9F%8C%8D",
	} {
		svg := e.get(t, page+"card.svg?"+query)
		if svg.status != 200 {
			t.Errorf("%s: %d %.300s", name, svg.status, svg.body)
			continue
		}
		svgWords(t, svg.body)
		for _, bad := range []string{"<script", "\x00", "\x1b"} {
			if strings.Contains(string(svg.body), bad) {
				t.Errorf("%s: the picture holds %q", name, bad)
			}
		}
		if got := e.get(t, page+"card.png?"+query); got.status != 200 {
			t.Errorf("%s: PNG %d %.300s", name, got.status, got.body)
		}
		if got := e.get(t, page+"?"+query); got.status != 200 || strings.Contains(string(got.body), "<script>") {
			t.Errorf("%s: preview %d", name, got.status)
		}
	}
	for _, path := range []string{"widget/../../etc/passwd/card.svg", "widget/%2e%2e/%2e%2e/card.svg", "widget//card.svg", "widget/card.svg", "embed/card.png", "widget/hotel/size/size1/%00/card.svg", "card.svg?url=javascript:alert(1)", "card.svg?url=%2F%2Fexample.org%2Fwidget%2F"} {
		if got := e.get(t, path); got.status != 404 && got.status != 301 && got.status != 307 && got.status != 308 && got.status != 400 {
			t.Errorf("%s: %d %.200s", path, got.status, got.body)
		}
	}

	// Many at once: everybody gets an answer of their own.
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			rooms := strconv.Itoa(300 + i)
			got := e.get(t, page+"card.svg?rooms="+rooms)
			if got.status != 200 || !strings.Contains(string(got.body), "rooms = "+rooms) {
				t.Errorf("rooms = %s among many: %d %.200s", rooms, got.status, got.body)
			}
		})
	}
	wait.Wait()
}

// jsonFields are the names under which a struct's fields stand in JSON.
func jsonFields(v any) []string {
	var names []string
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Anonymous {
				visit(f.Type)
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	visit(reflect.TypeOf(v))
	slices.Sort(names)
	return names
}

// ownFonts has a browser write a picture in the fonts that ours has.
const ownFonts = `(async () => {
  for (const [family, weight, file] of [["Sans", "400", "sans"], ["Sans", "700", "bold"], ["Mono", "400", "mono"], ["Signs", "400", "signs"]])
    document.fonts.add(await new FontFace(family, "url(/card/" + file + ".ttf)", { weight }).load());
  for (const e of document.querySelectorAll("[font-family]"))
    e.setAttribute("font-family", (e.localName === "text" ? "Mono" : "Sans") + ", Signs");
  return true;
})()`

// TestPictureIsWhatABrowserShows draws pictures and has Chromium draw the same SVG in
// the same fonts: they look alike, in both themes.
func TestPictureIsWhatABrowserShows(t *testing.T) {
	t.Parallel()
	site, e := serveEdge(t)
	b := open(t)
	b.size(edge.CardWidth, edge.CardHeight)
	if _, err := chromedp.Call(b.ctx, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true}); err != nil { // the fonts
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range site.Pages {
		if !strings.HasPrefix(p.Path, "widget/") || len(seen) > 12 {
			continue
		}
		svg := e.get(t, p.Path+"card.svg")
		// One of each composition of elements is enough.
		kinds := fmt.Sprint(strings.Count(string(svg.body), "<circle") > 0, strings.Count(string(svg.body), "<path") > 0, strings.Count(string(svg.body), "<pattern") > 0, strings.Count(string(svg.body), "dasharray") > 0, p.Widgets[0].Kind)
		if seen[kinds] {
			continue
		}
		seen[kinds] = true
		for _, theme := range []string{"light", "dark"} {
			ours, err := png.Decode(bytes.NewReader(e.get(t, p.Path+"card.png?theme="+theme).body))
			if err != nil {
				t.Fatal(err)
			}
			b.do("open the picture", chromedp.Navigate(e.root+p.Path+"card.svg?theme="+theme))
			eval[bool](b, ownFonts)
			shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := png.Decode(bytes.NewReader(shot))
			if err != nil {
				t.Fatal(err)
			}
			// Both in fields of about 20 × 20 pixels of the card, as brightness.
			var worst float64
			var at string
			const nx, ny = 36, 19
			for y := range ny {
				for x := range nx {
					if d := math.Abs(brightness(ours, x, y, nx, ny) - brightness(theirs, x, y, nx, ny)); d > worst {
						worst, at = d, fmt.Sprint(x, ", ", y)
					}
				}
			}
			if worst > 0.06 { // lines and letters are a little thinner or thicker; a missing one makes more
				t.Errorf("%s, %s: a field at %s differs by %.2f", p.Path, theme, at, worst)
				os.WriteFile(filepath.Join(os.TempDir(), "ours.png"), e.get(t, p.Path+"card.png?theme="+theme).body, 0o666)
				os.WriteFile(filepath.Join(os.TempDir(), "theirs.png"), shot, 0o666)
			}
			t.Logf("%s %s: %.3f", p.Path, theme, worst)
		}
	}
	if len(seen) < 4 {
		t.Errorf("only %d kinds of pictures", len(seen))
	}
}

// brightness is the mean of a field of a picture, 0 to 1.
func brightness(p image.Image, x, y, nx, ny int) float64 {
	b := p.Bounds()
	sum, n := 0.0, 0
	for py := b.Min.Y + y*b.Dy()/ny; py < b.Min.Y+(y+1)*b.Dy()/ny; py++ {
		for px := b.Min.X + x*b.Dx()/nx; px < b.Min.X+(x+1)*b.Dx()/nx; px++ {
			r, g, bl, _ := p.At(px, py).RGBA()
			sum += float64(r+g+bl) / 3 / 65535
			n++
		}
	}
	return sum / float64(n)
}

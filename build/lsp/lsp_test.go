package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"partitionlab/build/review"
)

// A client is a client of the protocol's library, in a folder of its own.
type client struct {
	protocol.UnimplementedClient
	t      *testing.T
	dir    string
	server protocol.Server
	conn   jsonrpc2.Conn
	ended  chan error // of Serve
	clean  bool

	mu    sync.Mutex
	heard map[uri.URI][]*protocol.PublishDiagnosticsParams
	said  []string
}

func (e *client) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard[p.URI] = append(e.heard[p.URI], p)
	return nil
}

func (e *client) LogMessage(_ context.Context, p *protocol.LogMessageParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.said = append(e.said, p.Message)
	return nil
}

func (e *client) RegisterCapability(context.Context, *protocol.RegistrationParams) error { return nil }

// quick are the options of tests: nobody waits, and time stands still.
func quick() Options {
	now := int64(1700000000)
	return Options{Version: "test", Site: "https://lab.example/", Wait: time.Millisecond, Cluster: review.Cluster{Now: &now, Budget: 1}, Log: io.Discard}
}

// open starts a server and an editor on a folder with some files.
func open(t *testing.T, o Options, files map[string]string) *client {
	t.Helper()
	return able(t, o, files, protocol.ClientCapabilities{})
}

// able is open for an editor that can do something.
func able(t *testing.T, o Options, files map[string]string, can protocol.ClientCapabilities) *client {
	t.Helper()
	e := &client{t: t, dir: t.TempDir(), heard: map[uri.URI][]*protocol.PublishDiagnosticsParams{}, ended: make(chan error, 1)}
	for name, text := range files {
		e.write(name, text)
	}
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	o.Log = testLog{t}
	go func() {
		clean, err := Serve(t.Context(), toServer, fromServer, o)
		e.clean = clean
		fromServer.Close()
		e.ended <- err
	}()
	_, e.conn, e.server = protocol.NewClient(t.Context(), e, jsonrpc2.NewHeaderStream(pipe{toEditor, fromEditor, fromEditor.Close}))
	t.Cleanup(func() { fromEditor.Close(); toEditor.Close() })
	hello := &protocol.InitializeParams{}
	hello.Capabilities = can
	result, err := e.server.Initialize(t.Context(), hello)
	if err != nil || result.ServerInfo.Name != "partitionlab" || result.Capabilities.PositionEncoding != protocol.PositionEncodingKindUTF16 {
		t.Fatal(result, err)
	}
	if err := e.server.Initialized(t.Context(), &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	return e
}

// testLog fails the test where the server has something to complain of.
type testLog struct{ t *testing.T }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Errorf("the server says: %s", b)
	return len(b), nil
}

func (e *client) write(name, text string) {
	e.t.Helper()
	path := filepath.Join(e.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		e.t.Fatal(err)
	}
}

func (e *client) uri(name string) uri.URI { return uri.File(filepath.Join(e.dir, name)) }

// edit opens a file with a text, in which § marks the places that are returned.
func (e *client) edit(name, text string) []protocol.Position {
	e.t.Helper()
	text, at := marks(text)
	language := "cql"
	if ext := filepath.Ext(name); ext != ".cql" {
		language = strings.TrimPrefix(ext, ".")
	}
	if err := e.server.DidOpen(e.t.Context(), &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
		URI: e.uri(name), LanguageID: protocol.LanguageKind(language), Version: 1, Text: text}}); err != nil {
		e.t.Fatal(err)
	}
	return at
}

func marks(text string) (string, []protocol.Position) {
	var offsets []int
	for {
		i := strings.Index(text, "§")
		if i < 0 {
			break
		}
		offsets = append(offsets, i)
		text = text[:i] + text[i+len("§"):]
	}
	r := newRuler(text)
	var out []protocol.Position
	for _, o := range offsets {
		out = append(out, r.position(o))
	}
	return text, out
}

// change replaces a document's text.
func (e *client) change(name string, version int32, text string) {
	e.t.Helper()
	p := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text}}}
	p.TextDocument.URI, p.TextDocument.Version = e.uri(name), version
	if err := e.server.DidChange(e.t.Context(), p); err != nil {
		e.t.Fatal(err)
	}
}

// told waits until the last that is told of a file is as wanted.
func (e *client) told(name string, want func(p *protocol.PublishDiagnosticsParams) bool) *protocol.PublishDiagnosticsParams {
	e.t.Helper()
	var last *protocol.PublishDiagnosticsParams
	for range 1000 {
		e.mu.Lock()
		if list := e.heard[e.uri(name)]; len(list) > 0 {
			last = list[len(list)-1]
		}
		e.mu.Unlock()
		if last != nil && want(last) {
			return last
		}
		time.Sleep(10 * time.Millisecond)
	}
	e.t.Fatalf("of %s was told at last: %+v; the server says %q", name, last, e.said)
	return nil
}

// lines are diagnostics, a line each.
func lines(p *protocol.PublishDiagnosticsParams) string {
	var out []string
	for _, d := range p.Diagnostics {
		message := ""
		switch m := d.Message.(type) {
		case protocol.String:
			message, _, _ = strings.Cut(string(m), "\n")
		}
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %v %v %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Severity, d.Code, message))
	}
	return strings.Join(out, "\n")
}

func count(n int) func(*protocol.PublishDiagnosticsParams) bool {
	return func(p *protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) == n }
}

func version(n int32) func(*protocol.PublishDiagnosticsParams) bool {
	return func(p *protocol.PublishDiagnosticsParams) bool {
		v, _ := p.Version.Get()
		return v == n
	}
}

func (e *client) at(name string, p protocol.Position) protocol.TextDocumentPositionParams {
	return protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Position: p}
}

// TestDiagnostics: while somebody types, in the version that they are of, with positions
// in UTF-16 units, the rule and its page.
func TestDiagnostics(t *testing.T) {
	e := open(t, quick(), nil)
	e.edit("a.cql", "CREATE TABLE t (a int PRIMARY KEY, b text);\nSELECT /* 𝄞é */ c FROM t WHERE a = 1;\n")
	got := e.told("a.cql", version(1))
	if want := "1:17-1:18 1 RES-04 Undefined column name c in table lab.t"; lines(got) != want {
		t.Errorf("%s\nwant %s", lines(got), want)
	}
	if link := got.Diagnostics[0].CodeDescription.Href; link != "https://lab.example/rules/res-04/" {
		t.Errorf("the link is %s", link)
	}
	e.change("a.cql", 2, "CREATE TABLE t (a int PRIMARY KEY, b text);\r\nSELECT b FROM t WHERE a = 1;\r\n")
	e.told("a.cql", func(p *protocol.PublishDiagnosticsParams) bool { return version(2)(p) && count(0)(p) })
	// What is typed at a place, in UTF-16 units.
	p := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{
		&protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: protocol.Position{Line: 1, Character: 7}, End: protocol.Position{Line: 1, Character: 8}}, Text: "/*𝄞*/ x"},
		&protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: protocol.Position{Line: 1, Character: 14}, End: protocol.Position{Line: 1, Character: 15}}, Text: "y"},
	}}
	p.TextDocument.URI, p.TextDocument.Version = e.uri("a.cql"), 3
	if err := e.server.DidChange(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if got := lines(e.told("a.cql", version(3))); !strings.Contains(got, "1:14-1:15") || !strings.Contains(got, "name y") {
		t.Errorf("after typing: %s", got)
	}
	if err := e.server.DidClose(t.Context(), &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("a.cql")}}); err != nil {
		t.Fatal(err)
	}
	e.told("a.cql", count(0))
}

// shop is a project of a schema, a program, a page and a workload.
var shop = map[string]string{
	"partitionlab.toml": "[settings]\nmaterialized_views_enabled = true\n[[project]]\nname = \"shop\"\nkeyspace = \"shop\"\nfiles = [\"schema.cql\", \"queries.cql\"]\ncode = [\"store.go\"]\nsizes = [\"load.size\"]\n",
	"schema.cql": "CREATE TYPE address (street text, city text);\nCREATE TABLE orders (customer uuid, at timestamp, total decimal, home frozen<address>, name text STATIC,\n  PRIMARY KEY (customer, at)) WITH CLUSTERING ORDER BY (at DESC);\n" +
		"CREATE MATERIALIZED VIEW by_total AS SELECT customer, at, total FROM orders WHERE customer IS NOT NULL AND at IS NOT NULL AND total IS NOT NULL PRIMARY KEY (total, customer, at);\n",
	"queries.cql": "SELECT total FROM orders WHERE customer = 6ab09bec-e68e-48d9-a5f8-97e6fb4c9b47;\n",
	"store.go":    "package store\n\nimport \"github.com/gocql/gocql\"\n\nfunc read(s *gocql.Session) {\n\ts.Query(\"SELECT total, home FROM orders WHERE customer = ?\")\n\ts.Query(`INSERT INTO orders (customer, at, total) VALUES (?, ?, ?)`)\n}\n",
	"load.size":   "table = orders\nrows = 1000\nlen.name = 20\nlen.home = 60\nlen.total = 6\n",
}

func TestProject(t *testing.T) {
	files := shop
	o := quick()
	e := open(t, o, files)
	schema, _ := marks(files["schema.cql"])
	e.edit("schema.cql", schema)
	if got := lines(e.told("schema.cql", version(1))); strings.Contains(got, " 1 ") {
		t.Fatal(got)
	}
	// A column that goes is missed by files that are not open.
	e.change("schema.cql", 2, strings.Replace(strings.Replace(schema, "total decimal", "amount decimal", 1), "AS SELECT customer, at, total", "AS SELECT customer, at, amount", 1))
	if got := lines(e.told("queries.cql", count(1))); !strings.Contains(got, "0:7-0:12 1 RES-04") {
		t.Errorf("queries.cql: %s", got)
	}
	if got := lines(e.told("store.go", count(2))); !strings.Contains(got, "5:17-5:22 1 RES-04") || !strings.Contains(got, "6:") {
		t.Errorf("store.go: %s", got)
	}
	e.change("schema.cql", 3, schema)
	e.told("queries.cql", count(0))
	e.told("store.go", count(0))
	// An open file counts as the editor has it, and the configuration, too.
	e.edit("queries.cql", "SELECT nothing FROM orders;\n")
	e.told("queries.cql", count(1))
	e.edit("partitionlab.toml", "[[project]]\nname = \"shop\"\nfiles = [\"schema.cql\"]\nfile = 1\n")
	if got := lines(e.told("partitionlab.toml", count(1))); !strings.Contains(got, "3:0-3:4 1 <nil> there is no key") {
		t.Errorf("the configuration: %s", got)
	}
}

func TestHover(t *testing.T) {
	e := open(t, quick(), shop)
	at := e.edit("queries.cql", "SELECT §total, §name, §zzz FROM §orders WHERE §customer = §uuid() AND §at > 0;\nCREATE TABLE x (a §bigint PRIMARY KEY, b frozen<§address>);")
	for i, want := range [][]string{
		{"total decimal", "Regular column of shop.orders"},
		{"Static column"},
		{"RES-04", "https://lab.example/rules/res-04/", "Undefined column name zzz"},
		{"CREATE TABLE shop.orders", "One partition: 1,000 rows"},
		{"customer uuid", "Partition key, of shop.orders", "16 bytes"},
		{"uuid : () -> uuid"},
		{"at timestamp", "Clustering column", "descending", "8 bytes"},
		{"bigint", "8 bytes"},
		{"CREATE TYPE shop.address"},
	} {
		h, err := e.server.Hover(t.Context(), &protocol.HoverParams{TextDocumentPositionParams: e.at("queries.cql", at[i])})
		if err != nil || h == nil {
			t.Errorf("%d: %v, want %q", i, err, want)
			continue
		}
		text := h.Contents.(*protocol.MarkupContent).Value
		for _, w := range want {
			if !strings.Contains(strings.ReplaceAll(text, `\_`, "_"), w) {
				t.Errorf("%d: %s\nhas no %q", i, text, w)
			}
		}
	}
}

// proposals are what is proposed at a place.
func (e *client) proposals(name string, p protocol.Position) []protocol.CompletionItem {
	e.t.Helper()
	result, err := e.server.Completion(e.t.Context(), &protocol.CompletionParams{TextDocumentPositionParams: e.at(name, p)})
	if err != nil {
		e.t.Fatal(err)
	}
	if list, ok := result.(*protocol.CompletionList); ok {
		return list.Items
	}
	return nil
}

// labels are the proposals at a place as a list shows them.
func (e *client) labels(name string, p protocol.Position) (out []string) {
	e.t.Helper()
	for _, item := range e.proposals(name, p) {
		out = append(out, item.Label)
	}
	return out
}

// inserted are the texts that the proposals at a place would write.
func (e *client) inserted(name string, p protocol.Position) (out []string) {
	e.t.Helper()
	for _, item := range e.proposals(name, p) {
		out = append(out, item.TextEdit.(*protocol.TextEdit).NewText)
	}
	return out
}

func TestCompletion(t *testing.T) {
	e := open(t, quick(), shop)
	for i, c := range []struct{ text, has, hasNot string }{
		{"§", "SELECT INSERT CREATE BEGIN", "FROM WHERE total ALLOW"},
		{"SELECT §", "JSON DISTINCT now( count(", "SELECT VALUES"},
		{"SELECT § FROM orders;", "total customer now(", "address"},
		{"SELECT * §", "FROM", "WHERE total"},
		{"SELECT * FROM §", "orders by_total shop. system.", "total customer"},
		{"SELECT * FROM shop.§", "orders by_total", "total system."},
		{"SELECT * FROM orders §", "WHERE LIMIT ALLOW ORDER GROUP PER", "SELECT VALUES"},
		{"SELECT * FROM orders WHERE §", "customer at TOKEN", "orders int"},
		{"SELECT * FROM orders WHERE cus§", "customer", "orders"},
		{"SELECT * FROM orders WHERE customer §", "IN CONTAINS LIKE", "FROM"},
		{"SELECT * FROM orders ORDER §", "BY", "WHERE"},
		{"INSERT INTO orders (§", "customer total", "now("},
		{"INSERT INTO orders (customer) §", "VALUES", "WHERE"},
		{"UPDATE orders §", "SET USING", "WHERE"},
		{"CREATE TABLE n (a §", "int uuid address frozen<", "orders total SELECT"},
		{"CREATE TABLE n (a int, b frozen<§", "address list<", "orders"},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH §", "gc_grace_seconds compaction comment", "total durable_writes"},
		{"CREATE KEYSPACE k WITH §", "replication durable_writes", "gc_grace_seconds"},
		{"DROP §", "TABLE KEYSPACE INDEX TYPE", "orders"},
		{"DROP TYPE §", "address IF", "orders"},
		{"SELECT 1; SELECT * FROM orders WHERE §", "customer", "SELECT"},
		{"INSERT INTO orders (customer) VALUES (§", "uuid( now(", "customer orders"},
		{"UPDATE orders SET §", "total name", "uuid( SELECT"},
		{"UPDATE orders SET total = §", "NULL", "SELECT"},
		{"SELECT * FROM orders WHERE customer = §", "uuid( now(", "customer total"},
		{"DELETE § FROM orders", "total FROM", "orders"},
		{"CREATE INDEX ON orders (§", "total KEYS", "orders"},
		{"CREATE INDEX ON §", "orders", "total"},
		{"ALTER TABLE orders DROP §", "total", "orders"},
		{"ALTER TABLE orders ADD x §", "int address", "total"},
		{"ALTER TABLE §", "orders", "total"},
		{"SELECT * FROM orders WHERE customer = uuid() AND §", "at", "orders"},
		{"SELECT * FROM orders ORDER BY §", "at", "orders"},
		{"BEGIN BATCH §", "INSERT UPDATE DELETE", "SELECT CREATE"},
		{"BEGIN BATCH INSERT INTO orders (customer, at) VALUES (uuid(), 1); UPDATE orders SET §", "total", "orders"},
		{"TRUNCATE §", "orders TABLE", "total"},
		{"USE §", "shop", "orders"},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH compaction = {§", "class tombstone_threshold", "comment SELECT min_threshold"},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH compaction = {'§", "class", "comment SELECT"},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH compaction = {'class': '§", "SizeTieredCompactionStrategy UnifiedCompactionStrategy", "class now("},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH compaction = {'class': §};", "TimeWindowCompactionStrategy", "class now("},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH compaction = {'class': 'Uni§'};", "UnifiedCompactionStrategy", "class"},
		{"CREATE TABLE n (a int PRIMARY KEY) WITH compaction = {'class': 'LeveledCompactionStrategy', '§'}", "sstable_size_in_mb enabled", "class compaction_window_size"},
		{"ALTER TABLE orders WITH compaction = {'§': 1, 'class': 'TimeWindowCompactionStrategy'};", "compaction_window_size", "class scaling_parameters"},
		{"ALTER TABLE orders WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '§", "DAYS HOURS", "class 1"},
		{"ALTER TABLE orders WITH comment = 'a' AND compression = {'class': 'ZstdCompressor', '§", "compression_level chunk_length_in_kb", "lz4_compressor_type"},
		{"ALTER TABLE orders WITH caching = {'keys': 'ALL', 'rows_per_partition': '§", "ALL NONE", "keys"},
		{"ALTER TABLE orders WITH compaction = {'class': 'a b§", "", "SizeTieredCompactionStrategy SELECT"},
		{"ALTER TABLE orders WITH compaction = {'class': 'UnifiedCompactionStrategy'} §", "AND", "class"},
		{"CREATE KEYSPACE k WITH replication = {'class': '§", "NetworkTopologyStrategy SimpleStrategy", "datacenter1"},
		{"CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', '§", "datacenter1 replication_factor", "class"},
		{"CREATE INDEX ON orders (name) USING 'sai' WITH OPTIONS = {'§", "case_sensitive similarity_function", "class"},
		{"UPDATE orders SET name = {'§", "", "class SELECT"},
		{"-- SELECT §", "", "JSON total"},
		{"SELECT * FROM orders WHERE name = 'x§", "", "customer"},
	} {
		name := fmt.Sprintf("queries%d.cql", i)
		text := c.text
		e.write(name, "")
		at := e.edit(name, "USE shop;"+text)
		e.write("partitionlab.toml", strings.Replace(shop["partitionlab.toml"], `"queries.cql"`, `"queries.cql", "`+name+`"`, 1))
		e.edit("other.cql", "") // the configuration has changed
		got := e.labels(name, at[0])
		for _, w := range strings.Fields(c.has) {
			if !slices.Contains(got, w) {
				t.Errorf("%s: no %s in %q", text, w, got)
			}
		}
		for _, w := range strings.Fields(c.hasNot) {
			if slices.Contains(got, w) {
				t.Errorf("%s: %s is proposed", text, w)
			}
		}
	}
	// What is written into the text has the quotes that are missing, and no more.
	for text, want := range map[string]string{
		"ALTER TABLE orders WITH compaction = {cl§":          "'class': ",
		"ALTER TABLE orders WITH compaction = {'cl§":         "class': ",
		"ALTER TABLE orders WITH compaction = {'cl§'}":       "class",
		"ALTER TABLE orders WITH caching = {'keys': §":       "'ALL'",
		"ALTER TABLE orders WITH caching = {'keys': 'AL§":    "ALL'",
		"ALTER TABLE orders WITH caching = {'keys': 'AL§'};": "ALL",
	} {
		at := e.edit("queries.cql", "USE shop;"+text)
		if got := e.inserted("queries.cql", at[0]); !slices.Contains(got, want) {
			t.Errorf("%s: %q, without %q", text, got, want)
		}
	}
	at := e.edit("store.go", strings.Replace(shop["store.go"], "WHERE customer = ?", "WHERE §", 1))
	if got := e.labels("store.go", at[0]); !slices.Contains(got, "customer") || slices.Contains(got, "SELECT") {
		t.Errorf("in a program: %q", got)
	}
	at = e.edit("page.md", "# SELECT §\n\n```cql\nCREATE TABLE t (a int PRIMARY KEY);\nSELECT § FROM t;\n```\n")
	if got := e.labels("page.md", at[0]); got != nil {
		t.Errorf("in prose: %q", got)
	}
	if got := e.labels("page.md", at[1]); !slices.Contains(got, "a") {
		t.Errorf("in a fence: %q", got)
	}
}

func TestCodeAction(t *testing.T) {
	e := open(t, quick(), shop)
	text, _ := marks("SELEC total FROM orders WHERE customer = uuid();\n")
	e.edit("queries.cql", text)
	result, err := e.server.CodeAction(t.Context(), &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("queries.cql")}, Range: protocol.Range{End: protocol.Position{Character: 3}}})
	if err != nil || len(result) == 0 {
		t.Fatal(result, err)
	}
	action := result[0].(*protocol.CodeAction)
	if got := applied(text, action.Edit.Changes[e.uri("queries.cql")]); got != "SELECT total FROM orders WHERE customer = uuid();\n" {
		t.Errorf("%s makes %q", action.Title, got)
	}
	// In a program the edit is written as its language wants it.
	program := strings.Replace(shop["store.go"], "SELECT total", "SELECT totl", 1)
	e.edit("store.go", program)
	result, err = e.server.CodeAction(t.Context(), &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("store.go")}, Range: protocol.Range{Start: protocol.Position{Line: 5, Character: 18}, End: protocol.Position{Line: 5, Character: 18}}})
	if err != nil || len(result) == 0 {
		t.Fatal(result, err)
	}
	if got := applied(program, result[0].(*protocol.CodeAction).Edit.Changes[e.uri("store.go")]); got != shop["store.go"] {
		t.Errorf("in a program: %s", got)
	}
}

// applied is a text after edits.
func applied(text string, list []protocol.TextEdit) string {
	r := newRuler(text)
	slices.SortFunc(list, func(a, b protocol.TextEdit) int { return r.offset(b.Range.Start) - r.offset(a.Range.Start) })
	for _, e := range list {
		text = text[:r.offset(e.Range.Start)] + e.NewText + text[r.offset(e.Range.End):]
	}
	return text
}

func TestFormatting(t *testing.T) {
	e := open(t, quick(), nil)
	text := "-- é𝄞\r\nselect a from t;\r\nnonsense here;\r\nSELECT b FROM t;\r\n"
	e.edit("a.cql", text)
	list, err := e.server.Formatting(t.Context(), &protocol.DocumentFormattingParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("a.cql")}})
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if got, want := applied(text, list), "-- é𝄞\r\nSELECT a FROM t;\r\n"; !strings.HasPrefix(got, want) || !strings.Contains(got, "nonsense here;") {
		t.Errorf("%q", got)
	}
	e.edit("partitionlab.toml", "select a from b;\n")
	if list, err := e.server.Formatting(t.Context(), &protocol.DocumentFormattingParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("partitionlab.toml")}}); err != nil || len(list) != 0 {
		t.Errorf("the configuration is laid out: %v, %v", list, err)
	}
	if list[0].Range.Start.Line != 1 {
		t.Errorf("the edit begins at %v", list[0].Range.Start)
	}
}

func TestDefinitionAndRename(t *testing.T) {
	e := open(t, quick(), shop)
	at := e.edit("queries.cql", "SELECT §total FROM §orders WHERE customer = uuid();\nSELECT §total FROM by_total WHERE total = 1;\n")
	for i, want := range []string{"1:50", "1:13", "1:50"} {
		result, err := e.server.Definition(t.Context(), &protocol.DefinitionParams{TextDocumentPositionParams: e.at("queries.cql", at[i])})
		list, _ := result.(protocol.LocationSlice)
		if err != nil || len(list) != 1 || list[0].URI != e.uri("schema.cql") || fmt.Sprintf("%d:%d", list[0].Range.Start.Line, list[0].Range.Start.Character) != want {
			t.Errorf("%d is made at %v, %v; want %s", i, list, err, want)
		}
	}
	rename := func(i int, to string) (map[uri.URI][]protocol.TextEdit, error) {
		edit, err := e.server.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: e.at("queries.cql", at[i]), NewName: to})
		if err != nil {
			return nil, err
		}
		return edit.Changes, nil
	}
	changes, err := rename(0, "Sum total")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"queries.cql": "SELECT \"Sum total\" FROM orders WHERE customer = uuid();\nSELECT \"Sum total\" FROM by_total WHERE \"Sum total\" = 1;\n",
		"schema.cql":  strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(shop["schema.cql"], "total decimal", `"Sum total" decimal`), "at, total FROM", `at, "Sum total" FROM`), "total IS", `"Sum total" IS`), "(total,", `("Sum total",`),
		"store.go":    strings.Replace(strings.Replace(shop["store.go"], "SELECT total", `SELECT \"Sum total\"`, 1), "at, total)", `at, "Sum total")`, 1),
	} {
		text := shop[name]
		if name == "queries.cql" {
			text = "SELECT total FROM orders WHERE customer = uuid();\nSELECT total FROM by_total WHERE total = 1;\n"
		}
		if got := applied(text, changes[e.uri(name)]); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if _, err := rename(0, "home"); err == nil || !strings.Contains(err.Error(), "there is a home already") {
		t.Errorf("a name that is taken: %v", err)
	}
	if changes, err = rename(1, "purchases"); err != nil || len(changes) != 3 {
		t.Errorf("a table: %v, %v", changes, err)
	}
	refs, err := e.server.References(t.Context(), &protocol.ReferenceParams{TextDocumentPositionParams: e.at("queries.cql", at[1]), Context: protocol.ReferenceContext{IncludeDeclaration: true}})
	if err != nil || len(refs) != 5 {
		t.Errorf("orders is named at %v, %v", refs, err)
	}
	result, err := e.server.DocumentSymbol(t.Context(), &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("queries.cql")}})
	if list, _ := result.(protocol.DocumentSymbolSlice); err != nil || len(list) != 0 {
		t.Errorf("queries.cql makes %v, %v", result, err)
	}
	e.edit("schema.cql", shop["schema.cql"])
	result, err = e.server.DocumentSymbol(t.Context(), &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("schema.cql")}})
	list, _ := result.(protocol.DocumentSymbolSlice)
	if err != nil || len(list) != 3 || list[1].Name != "orders" || len(list[1].Children) != 5 || list[1].Children[4].Name != "name" {
		t.Errorf("schema.cql makes %+v, %v", list, err)
	}
}

// TestStale: what is asked of a text that has changed meanwhile gets no answer for the
// old one, and no diagnostics of an old version come behind those of a newer one.
func TestStale(t *testing.T) {
	o := quick()
	e := open(t, o, nil)
	var b strings.Builder
	b.WriteString("CREATE TABLE t (a int PRIMARY KEY, b text);\n")
	for range 20000 {
		b.WriteString("SELECT a FROM t WHERE b = 'x';\n")
	}
	e.edit("a.cql", b.String())
	for v := int32(2); v < 12; v++ {
		e.change("a.cql", v, b.String()+strings.Repeat("\n", int(v)))
	}
	e.change("a.cql", 12, "SELECT a FROM t WHERE a = 1;")
	e.told("a.cql", version(12))
	e.mu.Lock()
	defer e.mu.Unlock()
	last := int32(0)
	for _, p := range e.heard[e.uri("a.cql")] {
		v, _ := p.Version.Get()
		if v < last {
			t.Errorf("version %d comes behind %d", v, last)
		}
		if last = v; len(p.Diagnostics) > maxDiagnostics+1 {
			t.Errorf("%d diagnostics", len(p.Diagnostics))
		}
	}
}

// TestBudget: what takes more than the budget is not judged, and said so.
func TestBudget(t *testing.T) {
	o := quick()
	o.Cluster.Budget = 0.00001
	e := open(t, o, nil)
	e.edit("a.cql", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\nSELECT * FROM t WHERE a IN ("+strings.Repeat("1, ", 3000)+"1);\n")
	if got := lines(e.told("a.cql", func(p *protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) > 0 })); !strings.Contains(got, "over budget") {
		t.Error(got)
	}
}

// TestManyNames: what is proposed and what a document makes take only so many bytes, however
// many names there are; what is typed finds a name all the same.
func TestManyNames(t *testing.T) {
	e := open(t, quick(), nil)
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "CREATE TABLE k.t%d (a int PRIMARY KEY);\n", i)
	}
	text.WriteString("CREATE TYPE k.wide (")
	for i := range 30_000 {
		fmt.Fprintf(&text, "field_%d int, ", i)
	}
	text.WriteString("b int);\n")
	schema := "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n" + text.String()
	for typed, has := range map[string]string{"": "", "t4999": "t4999"} {
		at := e.edit("a.cql", schema+"SELECT * FROM "+typed+"§")
		got := e.labels("a.cql", at[0])
		if n := len(strings.Join(got, "")) + 300*len(got); n > mostProposed || len(got) == 0 || has != "" && !slices.Contains(got, has) {
			t.Errorf("%q: %d proposals of about %d bytes, without %q", typed, len(got), n, has)
		}
	}
	result, err := e.server.DocumentSymbol(t.Context(), &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("a.cql")}})
	list, _ := result.(protocol.DocumentSymbolSlice)
	if err != nil || len(list) != 5002 {
		t.Fatalf("%d symbols: %v", len(list), err)
	}
	if n := len(list[5001].Children); n < 10_000 || n > 25_000 {
		t.Errorf("the last has %d fields", n)
	}
}

// raw sends bytes and returns what comes back.
func raw(t *testing.T, in string) (out string, clean bool, err error) {
	t.Helper()
	var b bytes.Buffer
	o := quick()
	o.Log = testLog{t}
	clean, err = Serve(t.Context(), strings.NewReader(in), &b, o)
	return b.String(), clean, err
}

func message(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// TestBroken: what is no message, comes too early or asks for what is not there gets an
// error, and the talk goes on.
func TestBroken(t *testing.T) {
	hello := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	bye := message(`{"jsonrpc":"2.0","id":99,"method":"shutdown"}`) + message(`{"jsonrpc":"2.0","method":"exit"}`)
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"bad JSON", hello + message(`{"jsonrpc":`) + bye, []string{`"id":1`, "-32700", `"id":99`}},
		{"no message", hello + message(`[1]`) + message(`"x"`) + message(`{}`) + bye, []string{"-32600", `"id":99`}},
		{"too early", message(`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}`) + hello + bye, []string{`"id":7`, "-32002", `"id":1`}},
		{"unknown", hello + message(`{"jsonrpc":"2.0","id":8,"method":"no/such"}`) + message(`{"jsonrpc":"2.0","method":"$/nothing"}`) + bye, []string{`"id":8`, "-32601", `"id":99`}},
		{"bad parameters", hello + message(`{"jsonrpc":"2.0","id":8,"method":"textDocument/hover","params":[3]}`) + message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":7}`) +
			message(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`) + bye, []string{`"id":8`, "error", `"id":99`}},
		{"not UTF-8", hello + message("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"\xff\xfe\"}") + message("{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"x\xff\"}") + bye, []string{`"id":8`, "-32601", `"id":99`}},
		{"twice", hello + strings.Replace(hello, `"id":1`, `"id":2`, 1) + bye, []string{`"id":2`, "-32600"}},
		{"after shutdown", hello + message(`{"jsonrpc":"2.0","id":99,"method":"shutdown"}`) + message(`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{}}`) + message(`{"jsonrpc":"2.0","method":"exit"}`), []string{`"id":5`, "-32600"}},
		{"unknown document", hello + message(`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///no"},"position":{"line":4294967295,"character":4294967295}}}`) + bye, []string{`"id":5`, `"result":null`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, clean, err := raw(t, c.in)
			if err != nil || !clean {
				t.Errorf("ends with %v, clean %v", err, clean)
			}
			for _, w := range c.want {
				if !strings.Contains(out, w) {
					t.Errorf("no %s in\n%s", w, out)
				}
			}
			if !utf8.ValidString(out) {
				t.Errorf("the answer is no UTF-8: %q", out)
			}
		})
	}
	for name, in := range map[string]string{
		"cut off":      hello + "Content-Length: 100\r\n\r\n{",
		"no length":    hello + "X: y\r\n\r\n{}",
		"no header":    "GET / HTTP/1.1\r\n\r\n",
		"much too big": "Content-Length: 99999999999\r\n\r\n{}",
		"endless":      strings.Repeat("x", 1<<20),
	} {
		if _, clean, err := raw(t, in); err == nil || clean {
			t.Errorf("%s: ends with %v, clean %v", name, err, clean)
		}
	}
	if _, clean, err := raw(t, hello+message(`{"jsonrpc":"2.0","method":"exit"}`)); err != nil || clean {
		t.Errorf("exit without shutdown: %v, clean %v", err, clean)
	}
	if _, clean, err := raw(t, hello); err != nil || clean {
		t.Errorf("the end of the stream: %v, clean %v", err, clean)
	}
}

// TestRuler: positions count UTF-16 units, all kinds of line breaks end a line, and what
// lies outside is the nearest place within.
func TestRuler(t *testing.T) {
	r := newRuler("a𝄞é\r\nb\rc\n\xffd")
	for _, c := range []struct {
		offset          int
		line, character uint32
	}{{0, 0, 0}, {1, 0, 1}, {5, 0, 3}, {7, 0, 4}, {9, 1, 0}, {10, 1, 1}, {11, 2, 0}, {13, 3, 0}, {14, 3, 1}, {15, 3, 2}} {
		if p := r.position(c.offset); p.Line != c.line || p.Character != c.character {
			t.Errorf("byte %d is at %v", c.offset, p)
		}
		if o := r.offset(protocol.Position{Line: c.line, Character: c.character}); o != c.offset {
			t.Errorf("%d:%d is byte %d, want %d", c.line, c.character, o, c.offset)
		}
	}
	if o := r.offset(protocol.Position{Line: 0, Character: 99}); o != 7 {
		t.Errorf("behind a line is byte %d", o)
	}
	if o := r.offset(protocol.Position{Line: 99}); o != len(r.text) {
		t.Errorf("behind the text is byte %d", o)
	}
}

// TestLongLine: all places of a long line are found. That they are found as fast at its end as
// at its start, TestRuler of package wire holds.
func TestLongLine(t *testing.T) {
	text, units := "\n"+strings.Repeat("𝄞é-", 3000), 0
	r := newRuler(text)
	for i, c := range text[1:] {
		if got := r.position(1 + i); got.Line != 1 || int(got.Character) != units {
			t.Fatalf("byte %d is at %v, want 1:%d", 1+i, got, units)
		}
		units += utf16.RuneLen(c)
	}
}

// TestNeighbours: what a project makes is renamed in those that need it, too, open or
// not, in the version that the client has.
func TestNeighbours(t *testing.T) {
	e := open(t, quick(), map[string]string{
		"partitionlab.toml": "[[project]]\nname = \"a\"\nkeyspace = \"k\"\nfiles = [\"a.cql\"]\n[[project]]\nname = \"b\"\nkeyspace = \"k\"\nneeds = [\"a\"]\nfiles = [\"b.cql\"]\n[[project]]\nname = \"c\"\nkeyspace = \"k\"\nfiles = [\"c.cql\"]\n",
		"a.cql":             "CREATE TABLE t (a int PRIMARY KEY, b text);\n",
		"b.cql":             "SELECT b FROM t WHERE a = 1;\n",
		"c.cql":             "CREATE TABLE t (a int PRIMARY KEY, b text);\n", // another cluster's
	})
	at := e.edit("a.cql", "CREATE TABLE t (a int PRIMARY KEY, §b text);\n")
	edit, err := e.server.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: e.at("a.cql", at[0]), NewName: "c"})
	if err != nil {
		t.Fatal(err)
	}
	if got := applied("SELECT b FROM t WHERE a = 1;\n", edit.Changes[e.uri("b.cql")]); len(edit.Changes) != 2 || got != "SELECT c FROM t WHERE a = 1;\n" {
		t.Errorf("%v: %s", edit.Changes, got)
	}
}

// TestVersions: a client that takes edits of versions gets them.
func TestVersions(t *testing.T) {
	e := able(t, quick(), nil, protocol.ClientCapabilities{Workspace: &protocol.WorkspaceClientCapabilities{WorkspaceEdit: &protocol.WorkspaceEditClientCapabilities{DocumentChanges: yes()}}})
	at := e.edit("a.cql", "CREATE TABLE t (§a int PRIMARY KEY);")
	e.change("a.cql", 7, "CREATE TABLE t (a int PRIMARY KEY);\n")
	edit, err := e.server.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: e.at("a.cql", at[0]), NewName: "b"})
	if err != nil || len(edit.Changes) != 0 || len(edit.DocumentChanges) != 1 {
		t.Fatal(edit, err)
	}
	change := edit.DocumentChanges[0].(*protocol.TextDocumentEdit)
	if change.TextDocument.Version == nil || *change.TextDocument.Version != 7 || len(change.Edits) != 1 || change.Edits[0].(*protocol.TextEdit).NewText != "b" {
		t.Errorf("%+v", change)
	}
}

// TestCancel: who asks no longer waits.
func TestCancel(t *testing.T) {
	e := open(t, quick(), nil)
	e.edit("a.cql", "CREATE TABLE t (a int PRIMARY KEY, b text);\n"+strings.Repeat("SELECT a FROM t WHERE b = 'x';\n", 30000))
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := e.server.Hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: e.at("a.cql", protocol.Position{Character: 16})}); err == nil {
		t.Error("an answer that nobody waits for")
	}
	e.change("a.cql", 2, "CREATE TABLE t (a int PRIMARY KEY, b text);\n")
	if h, err := e.server.Hover(t.Context(), &protocol.HoverParams{TextDocumentPositionParams: e.at("a.cql", protocol.Position{Character: 16})}); err != nil || h == nil {
		t.Errorf("afterwards: %v, %v", h, err)
	}
}

// TestOneHoldsUpNoOther: while a document takes long, others are judged; who is cancelled
// or whose document is closed does not wait for a turn; and all who are judged in an
// edition share what is open.
func TestOneHoldsUpNoOther(t *testing.T) {
	o := quick()
	o.Wait = time.Hour
	s := newServer(o, nil, func() {})
	defer s.close()
	ctx := context.Background()
	open := func(name string) *document {
		u := uri.URI("untitled:" + name + ".cql")
		s.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: u, LanguageID: "cql", Text: "CREATE TABLE t (k int PRIMARY KEY);"}})
		return s.document(u)
	}
	a, b := open("a"), open("b")
	s.judging <- struct{}{} // somebody is at work, and does not end
	first, err := s.of(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.of(ctx, b)
	if err != nil || first.documents != second.documents {
		t.Errorf("two of an edition: %v, shared %v", err, first.documents == second.documents)
	}
	if again, _ := s.of(ctx, a); again != first {
		t.Error("what is judged is judged again")
	}
	s.DidSave(ctx, nil)
	s.judging <- struct{}{}
	asked, cancel := context.WithCancel(ctx)
	ended := make(chan error, 3)
	begin := func(ctx context.Context) {
		go func() { _, err := s.of(ctx, a); ended <- err }()
		for {
			s.mu.Lock()
			waits := len(s.at)
			s.mu.Unlock()
			if waits == 1 {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	begin(asked)
	cancel()
	if err := <-ended; err != protocol.ErrRequestCancelled {
		t.Errorf("cancelled: %v", err)
	}
	begin(ctx)
	s.DidClose(ctx, &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: a.uri}})
	if err := <-ended; err != errStale {
		t.Errorf("closed: %v", err)
	}
	<-s.judging
	if _, err := s.of(ctx, b); err != nil {
		t.Error(err)
	}
}

//go:build !chapters

package lab

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/template"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
	"partitionlab/wasm/wire"
	"partitionlab/wasm/work"
	"partitionlab/wasm/workload"
)

func init() {
	kinds = append(kinds, kind{name: "bench", parse: parseBench, look: "script", large: true})
}

// A benchWidget is the workbench: a schema with its queries, and everything that the other
// widgets say of such a text, in tabs beside it. Several files stand in the one text, each
// behind a line `-- file: NAME`: they run one after the other, as one script.
type benchWidget struct {
	*runWidget
	begin   []fence.Sample
	client  input.Field // superuser or not
	nodes   input.Field // of each data center
	set     input.Field // keys of cassandra.yaml
	paste   input.Field // what nodetool printed
	preset  input.Field // the kind of server, for sizes
	before  input.Field // a file, and another one: see bench_diff.go
	after   input.Field
	reading input.Field
	from    input.Field // the release that the cluster has, and the one that it gets: see bench_upgrade.go
	to      input.Field
}

func parseBench(f *fence.Fence) widget {
	f.Asks([]string{"verdict"})
	f.Schemas()
	z := &benchWidget{begin: f.Begin,
		runWidget: &runWidget{script: parseScript(f, "CQL", "samples", releaseField.Key), size: maxRows, page: input.Field{Key: "page", Type: input.Whole, Label: "Page of the rows", Default: "1", Least: 1}},
		client:    input.Field{Key: "client", Type: input.Choice, Label: "Client", Noun: "client", Default: "shipped", Options: input.Options("shipped", "as shipped, without a login", "user", "an ordinary user, logged in", "super", "a superuser")},
		nodes:     input.Field{Key: "nodes", Type: input.Word, Label: "Nodes of each data center", Hint: "datacenter1=1"},
		set:       input.Field{Key: "set", Type: input.Word, Label: "Settings of cassandra.yaml", Hint: "tables_fail_threshold = 150, allow_filtering_enabled = false"},
	}
	z.paste = input.Field{Key: "paste", Type: input.Pasted, Label: "What nodetool tablestats or tablehistograms printed"}
	z.preset = input.Field{Key: "preset", Type: input.Choice, Label: "Kind of server, for sizes", Noun: "preset", Default: sizing.Presets[0].ID}
	for _, p := range sizing.Presets {
		if !p.Service {
			z.preset.Options = append(z.preset.Options, input.Option{Value: p.ID, Label: p.Name})
		}
	}
	z.before = input.Field{Key: "before", Type: input.Word, Label: "Before"}
	z.after = input.Field{Key: "after", Type: input.Word, Label: "After"}
	z.reading = input.Field{Key: "reading", Type: input.Word, Label: "The later file is read as"}
	z.from, z.to = upgradeFields()
	z.all = append(z.all, z.page, z.client, z.nodes, z.set, z.paste, z.preset, z.before, z.after, z.reading)
	// The releases of an upgrade, and which tab is open, change nothing of what is judged.
	return widget{fields: append(slices.Clip(z.all), z.from, z.to, input.Field{Key: openKey, Type: input.Word, Passing: true}), more: func(key string) bool { return ofSizes(key) || ofCluster(key) }, work: func(s *Spec) worker {
		return &benchWork{runWork: runWork{scriptWork: z.script.work(s), run: z.runWidget}, z: z}
	}}
}

// fileLine begins the line before a file in the text.
const fileLine = "-- file:"

// maxFiles is how many of them there are: further lines of this kind are comments.
const maxFiles = 500 // and in site/js/bench.js

// filed is the text as the files that its lines name, told apart where names are the same.
// What stands before the first of them is a file, too.
func filed(text string) *diag.Source {
	src := diag.NewSource("", text)
	seen := map[string]int{}
	add := func(f diag.File) {
		f.Aside = strings.HasSuffix(f.Name, ".size")
		if seen[f.Name]++; seen[f.Name] > 1 {
			f.Name += " (" + strconv.Itoa(seen[f.Name]) + ")"
		}
		src.Files = append(src.Files, f)
	}
	for at := 0; at < len(text) && len(src.Files) < maxFiles; {
		line, _, _ := strings.Cut(text[at:], "\n")
		next := min(at+len(line)+1, len(text))
		if name, ok := strings.CutPrefix(line, fileLine); ok && strings.TrimSpace(name) != "" {
			if len(src.Files) == 0 && strings.TrimSpace(text[:at]) != "" {
				add(diag.File{Name: "schema.cql"})
			}
			add(diag.File{Name: strings.TrimSpace(name), Start: at, Text: next})
		}
		at = next
	}
	return src
}

// A benchWork keeps what was worked out for the last text.
type benchWork struct {
	runWork
	z            *benchWidget
	busy         bool                          // the answer is being worked out
	unasked      bool                          // the text is too long to be judged by itself
	set          input.Problems                // of the settings
	loads        map[string]*workload.Workload // what files say of tables, by their full names
	misread      []workload.Problem            // of these files
	unsized      input.Problems                // of what sizes are worked out from
	tables       []*benchTable                 // sized
	heaviest     *benchTable                   // the first of them, before anybody gave a number
	shared       []input.Field                 // numbers for columns of this name in all tables
	sizedFor     string                        // the inputs that these are for
	drawn        *view.Node                    // the diagram
	asked        []servedQuery                 // of every table that has its columns; nil until that is done
	summed       *sizing.Cluster               // what all tables take on the nodes, or nil
	unsummed     input.Problems                // of what that is worked out from
	standing     [standings][]string           // the names of tables by what is known of them
	unaskedReads int                           // reads besides
	diff         *benchDiff                    // nil until it is worked out
	upgraded     *benchUpgrade                 // nil until it is worked out
	unread       string                        // why what nodetool printed says nothing
	alone        []string                      // the files that are judged by themselves
	remade       []bool                        // of each file: what it makes is there already
	doubted      *benchPair                    // what might be two versions of a schema
	alike        []*likeness                   // what one repair mends in several places
	filled       *template.Filled              // the text, with something in the place of its variables
	foresight                                  // of proposed tables
	weighedFor   string                        // the numbers for which their rows were weighed
	settled      string                        // all inputs besides the text
	aside        string                        // the files that hold numbers
	kept, before map[string]*keptTable         // what is known of tables by their full names, of this text and of the one before
	around       string                        // what that hangs on besides the table
	known        map[string]*schema.Table      // by their full names: those of the text before, and those with numbers that are gone
	carried      []place.Text                  // numbers of tables that have another name
	memory       session.Memory                // of the reads of the texts before
	recalls      string                        // the inputs besides the text for which that is
	compared     [2]session.Memory             // the same of both releases of an upgrade
	compares     string                        // the inputs besides the text for which those are
}

func (w *benchWork) work(m *work.Meter) {
	w.busy = true
	defer func() { w.busy = false }()
	text := w.text()
	if w.unasked = len(text) > tooMuch && !w.in.Asked; w.unasked {
		w.judged, w.done, w.tables, w.drawn, w.asked, w.diff, w.upgraded = nil, nil, nil, nil, nil, nil, nil
		return
	}
	settled := ""
	for i := range w.run.all[1:] { // the first is the text, which may be long
		settled += w.form.text(&w.run.all[1+i]) + "\x00"
	}
	if w.judged == nil || w.judged.stopped || w.inputs != text || w.settled != settled {
		w.settled = settled
		w.inputs, w.sizedFor, w.drawn, w.asked, w.diff, w.upgraded = text, "", nil, nil, nil, nil
		w.tables, w.summed, w.unsummed = nil, nil, nil // not to stand there if this is stopped
		if w.recalls != w.settled || len(text) > tooMuch {
			w.memory, w.recalls = session.Memory{}, w.settled
		}
		w.memory.Begin()
		w.judge("lab", m)
		if !m.Stopped() && w.judged.mixes(m) { // as for cqlsh: what is in no keyspace was made nowhere
			w.judge("", m)
		}
		if !m.Stopped() {
			w.judged.adviseKnowing(w.done.results, w.done.conn, &w.foresight, func(create string) string { return w.filled.Otherwise(create, placesOf(false)) })
			w.carry()
			w.sayNear(m)
			w.readLoads(m)
			w.sayFilled(m)
			w.judged.count(m)
			w.memory.End()
		}
		w.alike = w.likenesses(m)
		w.weighedFor = ""
		w.remember(m)
	}
	if m.Ask(work.Slice) {
		w.open(m)
	}
}

// open works out what the open tabs show.
func (w *benchWork) open(m *work.Meter) {
	if w.unasked {
		return
	}
	w.weighProposed(m)
	if w.wants("sizes", "cluster", "report") || w.sizesGiven() || w.aside != "" {
		w.measure(m)
	}
	if w.summed, w.unsummed = nil, nil; w.wants("cluster", "report") {
		w.sum(m)
	}
	if w.wants("rows") {
		w.reread(m)
	}
	if w.wants("diagram") {
		w.draw(m)
	}
	if w.wants("queries", "report") {
		w.ask(m)
	}
	if w.wants("diff", "report") {
		w.compare(m)
	}
	if w.wants("upgrade") {
		w.upgradeIt(m)
	}
}

// notDone stands in a tab for what was stopped before it was there.
func (w *benchWork) notDone() *view.Node {
	return fieldNote("This was stopped before it was done. Change the text, and it begins anew.")
}

// wants reports whether one of these tabs is laid out: what is in a closed one waits until it
// is opened.
func (w *benchWork) wants(tabs ...string) bool {
	return slices.ContainsFunc(tabs, func(name string) bool { return !w.closed[name] })
}

// sizesGiven reports whether somebody has given a number for sizes, in which something may be
// wrong.
func (w *benchWork) sizesGiven() bool {
	for name := range w.in.Values {
		if ofSizes(name) {
			return true
		}
	}
	return false
}

// connect begins a new session in a keyspace, "" for none.
func (w *benchWork) connect(keyspace string, m *work.Meter) *session.Session {
	return w.connectTo(w.settings(), keyspace, m)
}

// connectTo begins one with a server of these settings.
func (w *benchWork) connectTo(settings *check.Settings, keyspace string, m *work.Meter) *session.Session {
	conn := session.New(session.Settings{Keyspace: keyspace, Now: clock, Check: settings})
	conn.Meter(m)
	if w.filled != nil {
		for _, name := range w.filled.Keyspaces {
			conn.Exec("CREATE KEYSPACE " + name + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
		}
	}
	return conn
}

// source is the text as it is judged: nothing in it is a variable any more.
func (w *benchWork) source() *diag.Source {
	src := filed(w.text())
	src.Text = w.filled.Text
	return src
}

// judge runs the text in a new session.
func (w *benchWork) judge(keyspace string, m *work.Meter) {
	w.filled = nil
	w.filled = w.fillIn(w.text(), keyspace, m)
	conn := w.connect(keyspace, m)
	if len(w.text()) <= tooMuch {
		conn.Recall(&w.memory)
	}
	w.done = w.performIn(conn, nil, w.source())
	w.judged = judgedOf(filed(w.text()), w.done.results, conn, m)
	w.judged.keyspace, w.judged.nodes, w.judged.untold, w.judged.notes = keyspace, w.nodesOf(), w.filled.Keyspaces, true
	w.apart(m)
	w.offerCluster()
}

// offerCluster offers, where a keyspace keeps replicas in a data center that the cluster
// lacks, to declare those that the text names: nobody's schema is at fault because the
// cluster of this page is another one. A repair without edits stands for that, before those
// that change the schema.
func (w *benchWork) offerCluster() {
	_, title := w.cluster()
	if title == "" {
		return
	}
	for i := range w.judged.items {
		for k := range w.judged.items[i].diags {
			d := &w.judged.items[i].diags[k]
			if _, stray := strayIn(d); stray {
				d.Fixes = append([]diag.Fix{{Title: title}}, d.Fixes...)
			}
		}
	}
}

// cluster is what to write into the settings so that each data center that the text names
// is there, with as many nodes as its replicas need, and what that is called; "" where it
// cannot be written.
func (w *benchWork) cluster() (nodes, title string) {
	s := check.NewSettings()
	if given := w.form.text(&w.z.nodes); strings.TrimSpace(given) == "" || s.SetNodes(given) != nil {
		s.Datacenters = nil
	}
	nodes, fresh := w.judged.centers(s)
	written := check.NewSettings()
	if len(fresh) == 0 || written.SetNodes(nodes) != nil || !slices.Equal(written.Datacenters, append(s.Datacenters, fresh...)) {
		return "", ""
	}
	var words []string
	for _, name := range fresh {
		words = append(words, name+" with "+number.Of(written.NodesOf(name), "node"))
	}
	return nodes, diag.Brief("declare " + enumerated(words))
}

// settings are those of the server and its client.
func (w *benchWork) settings() (s *check.Settings) {
	s, w.set = w.settingsOf(w.server())
	return s
}

// settingsOf are those of a release, and what is wrong with them there.
func (w *benchWork) settingsOf(server version.Server) (s *check.Settings, wrong input.Problems) {
	wrong, s = w.form.problems(), shippedBy(server)
	for _, one := range strings.FieldsFunc(w.form.text(&w.z.set), func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		key, value, ok := strings.Cut(one, "=")
		if !ok {
			key, value, _ = strings.Cut(one, ":")
		}
		if strings.TrimSpace(key) == "" {
			continue
		}
		if err := s.Set(key, value); err != nil {
			wrong.Add(w.z.set.Key, sentence(err.Error()))
		}
	}
	if text := w.form.text(&w.z.nodes); strings.TrimSpace(text) != "" {
		if err := s.SetNodes(text); err != nil {
			wrong.Add(w.z.nodes.Key, sentence(err.Error()))
		}
	}
	switch who, _ := w.z.client.Option(w.in.Values); who {
	case "user":
		s.Set("authenticator", "PasswordAuthenticator")
	case "super":
		s.Set("authenticator", "PasswordAuthenticator")
		s.Superuser = true
	}
	return s, wrong
}

// noTable stands in a tab about tables where there are none.
func noTable() *view.Node {
	return fieldNote("No statement here makes a table that Cassandra accepts.")
}

// place calls queries as all tabs do, by their places, where the text does not name them.
func (w *benchWork) place(queries []*model.Query) {
	n := map[string]int{}
	for _, q := range queries {
		if !q.Given {
			continue
		}
		q.ID = placeOf(w.judged.src, q.Place.Start)
		if len(w.judged.src.Files) == 0 {
			q.ID = "line " + q.ID
		}
		if n[q.ID]++; n[q.ID] > 1 {
			q.ID += " (" + strconv.Itoa(n[q.ID]) + ")"
		}
	}
}

// draw reads the text as tables with the questions that they answer.
func (w *benchWork) draw(m *work.Meter) {
	if text := w.text(); w.drawn == nil && len(text) <= maxModel {
		x := modeled{stands: w.filled.Stands}
		if w.judged.keyspace == model.Unnamed {
			x.r = model.ReadRun(w.source(), w.done.conn, w.done.results, m)
		} else {
			x.r = model.Read(w.source(), m)
		}
		if !m.Ask(work.Slice) {
			return
		}
		w.place(x.r.Queries)
		shown, left := x.drawable("physical")
		if w.drawn = shown.undrawn("physical"); w.drawn != nil {
			return
		}
		if len(x.r.Tables) == 0 {
			w.drawn = noTable()
			return
		}
		w.drawn = view.El("div", left, leading(shown.figure(&w.form, "physical", "", m).Beside().View(), func(ref string, a *view.Node) {
			followed(ref, a)
			a.Add(view.A("tabindex", "-1")) // one for each column, and the tables below say the same
		}), x.schemaTables(&w.form))
		if len(x.r.Queries) > 0 {
			w.drawn.Add(x.queries(&w.form))
		}
		if !m.Ask(work.Slice) {
			w.drawn = nil // it may be half a drawing
		}
	}
}

func (w *benchWork) answer() *Output {
	text := w.text()
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	if w.unasked {
		return w.askFirst(out)
	}
	for _, list := range []input.Problems{w.set, w.unsized} {
		out.Problems = append(out.Problems, list...)
	}
	j := w.judged
	large := w.tooLarge()
	j.beside = min(len(large), 1)
	a := w.soFar(j.verdict())
	for _, name := range w.alone {
		a.more = also(a.more, name+" is judged by itself, as a schema of its own: see Diff.")
	}
	if large != "" {
		a.more = also(a.more, large)
	}
	counts := j.counts()
	for sev, name := range severities {
		out.Values[name] = strconv.Itoa(counts[sev])
	}
	out.Values["accepted"] = strconv.Itoa(j.accepted())
	out.Values["statements"] = strconv.Itoa(j.statements())
	out.Values["tables"] = strconv.Itoa(len(j.tables))
	out.Sentence = a.sentence()
	out.View = w.frame(false, view.Nodes{w.area(&w.run.code, text, min(max(strings.Count(text, "\n")+2, 12), 30), nil, j.refusal() != nil), askButton(text), w.lost(), w.marks(), sampleBar(w.z.begin, text)},
		w.results(w.answerView(a).Add(w.clusterOffer(), w.versionOffer()), w.tabs(w.parts())), nil)
	return out
}

// clusterOffer is the repair of offerCluster, where all see it: nearly everything may be refused
// because of it.
func (w *benchWork) clusterOffer() view.Part {
	for i := range w.judged.items {
		for k := range w.judged.items[i].diags {
			d := &w.judged.items[i].diags[k]
			if _, stray := strayIn(d); stray && len(d.Fixes) > 0 && len(d.Fixes[0].Edits) == 0 {
				return view.El("span", view.Class("sub"), view.Text("A keyspace has replicas where the cluster of this page has no nodes: "), doing("fix needs-lab", "fix", place3(i, k, 0), view.Text(d.Fixes[0].Title)))
			}
		}
	}
	return nil
}

// askFirst is the answer to a text that is judged only when somebody asks.
func (w *benchWork) askFirst(out *Output) *Output {
	a := askingFirst()
	out.Sentence = a.sentence()
	out.View = w.frame(false, view.Nodes{w.area(&w.run.code, w.text(), 24, nil, false),
		askButton(w.text()), w.lost()}, w.results(w.answerView(a)), nil)
	return out
}

// BenchTabs are the tabs by name, as parts has them.
var BenchTabs = []string{"verdicts", "advice", "queries", "sizes", "cluster", "rows", "diagram", "diff", "upgrade", "report", "settings"}

// parts are the tabs.
func (w *benchWork) parts() []tab {
	counts := w.judged.counts()
	counted := func(title string, n int) string {
		if n == 0 {
			return title
		}
		return title + " " + number.Count(n)
	}
	return []tab{
		{name: "verdicts", title: counted("Verdicts", counts[diag.Refused]+counts[diag.Warning]), body: w.verdicts},
		{name: "advice", title: counted("Advice", counts[diag.Advice]), body: w.adviceList},
		{name: "queries", title: "Queries × tables", body: w.matrix},
		{name: "sizes", id: "sizes", title: counted("Sizes", len(w.misread)), open: len(w.unsized) > 0, body: w.sizes},
		{name: "cluster", title: "Cluster", open: w.set.Of(w.z.nodes.Key) != "" && len(w.unsized) == 0, body: w.clusterView},
		{name: "rows", title: "Rows", body: w.rows},
		{name: "diagram", title: "Diagram", body: func() view.Part {
			if w.drawn == nil && len(w.text()) <= maxModel {
				return w.notDone()
			} else if w.drawn == nil {
				return fieldNote("A text of more than " + number.Count(maxModel/1000) + " kB is not drawn.")
			}
			return w.drawn
		}},
		{name: "diff", title: "Diff", body: w.diffView},
		{name: "upgrade", title: counted("Upgrade", w.upgraded.heavy()), body: w.upgradeView},
		{name: "report", title: "Report", body: w.report},
		{name: "settings", title: "Settings", open: len(w.set) > 0 && len(w.unsized) == 0, body: w.settingsView},
	}
}

// verdicts are the statements one by one.
func (w *benchWork) verdicts() view.Part {
	cards, more := w.firstVerdicts()
	if n := w.cardListOf(cards, more); n != nil {
		return append(w.repeated(), n)
	}
	return fieldNote("Write a statement, or open a file.")
}

// firstVerdicts are the cards that are listed, and how many there are besides: in the order of
// the text, or where there are too many for that, what needs somebody first. Among them are
// operations that did nothing; advice has a tab of its own.
func (w *benchWork) firstVerdicts() (cards []card, more int) {
	t, strays := w.judged.tally(), w.done.strays
	all := t.cards + w.done.strayed
	var list []int
	if all <= maxCards {
		for i := range t.cards {
			list = append(list, i)
		}
	} else {
		for weight := len(weights) - 1; weight > 0; weight-- {
			list = append(list, t.first[weight]...)
		}
		list = list[:min(len(list), maxCards)]
		strays = strays[:min(len(strays), maxCards-len(list))]
		heavy := len(list)
		list = append(list, t.first[0][:min(len(t.first[0]), maxCards-heavy-len(strays))]...)
		said := w.cardsOf(w.judged, list, false)
		cards = append(append(append(cards, said[:heavy]...), strayCards(strays)...), said[heavy:]...)
		return cards, all - len(cards)
	}
	said := w.cardsOf(w.judged, list, false)
	for n, c := range said {
		for len(strays) > 0 && strays[0].before <= list[n] {
			cards, strays = append(cards, strays[0].card), strays[1:]
		}
		cards = append(cards, c)
	}
	return append(cards, strayCards(strays)...), 0
}

func strayCards(all []stray) (out []card) {
	for _, s := range all {
		out = append(out, s.card)
	}
	return out
}

// A likeness is what the same repair would mend in several places.
type likeness struct {
	fix   string // the first of them, as data-with names it
	title string // on the button, "" for none
	n     int
	least int // so many are named as one
	said  *diag.Diagnostic
	edits []diag.Edit
}

// likenesses are the repairs that would mend several findings of one rule, such as an option
// that another product writes to each table; and what is said without a repair of more
// statements than are listed. In the order of the text.
func (w *benchWork) likenesses(m *work.Meter) (out []*likeness) {
	j := w.judged
	byName := map[[2]string]*likeness{}
	for i := range j.items {
		m.Ask(1 + len(j.items[i].diags))
		if j.items[i].follows { // from one above, which is named
			continue
		}
		for k := range j.items[i].diags {
			d := &j.items[i].diags[k]
			mends := len(d.Fixes) == 1
			if len(d.Fixes) > 1 || mends && (len(d.Fixes[0].Edits) == 0 || d.Fixes[0].Makes != "") || d.Rule == "" || d.Severity > diag.Warning {
				continue // whoever has a choice makes it for each
			}
			name := [2]string{d.Rule, d.Message}
			if mends {
				name[1] = d.Fixes[0].Title
			}
			same := byName[name]
			if same == nil {
				same = &likeness{fix: place3(i, k, 0), least: maxCards + 1, said: d}
				if mends {
					same.title, same.least = d.Fixes[0].Title+", everywhere", 2
				}
				byName[name] = same
				out = append(out, same)
			}
			same.n++
			if mends {
				same.edits = append(same.edits, d.Fixes[0].Edits...)
			}
		}
	}
	if use := w.use(m); use != nil {
		out = append([]*likeness{use}, out...)
	}
	return slices.DeleteFunc(out, func(l *likeness) bool { return l.n < l.least })
}

// use is one USE before all statements that name no keyspace, as a driver sends them, where
// one has their tables; nil where there is none, or several.
func (w *benchWork) use(m *work.Meter) (out *likeness) {
	j, keyspace := w.judged, ""
	for i := range j.items {
		m.Ask(1 + len(j.items[i].diags))
		for k := range j.items[i].diags {
			d := &j.items[i].diags[k]
			if d.Rule != string(rule.RES01) {
				continue
			}
			if out != nil {
				out.n++
			}
			if len(d.Fixes) != 1 || len(d.Fixes[0].Edits) != 1 {
				continue // such as a read of a table whose CREATE lacks the keyspace, too
			}
			for name := range j.catalogue.Keyspaces {
				if name = cql.QuoteName(name); w.filled.Fillings != nil { // as the text has it: ${keyspace}
					name = w.unfilled(name, false)
				}
				if !strings.HasPrefix(d.Fixes[0].Edits[0].Text, name+".") {
					continue
				}
				if out == nil {
					keyspace = name
					at := j.items[i].span.Start
					out = &likeness{fix: "use", n: 1, least: 2, title: "write USE " + name + "; once, before the first", said: d, edits: []diag.Edit{{Span: diag.Span{Start: at, End: at}, Text: "USE " + name + ";\n"}}}
				}
				if name != keyspace {
					return nil
				}
			}
		}
	}
	return out
}

// repeated names once what is found many times, with the repair of all.
func (w *benchWork) repeated() view.Nodes {
	all := w.alike
	if len(all) == 0 {
		return nil
	}
	n := view.El("ul", view.Class("findings"))
	for _, l := range all[:min(len(all), maxFindings)] {
		li := view.El("li", view.Class("finding", severities[l.said.Severity]), view.A("data-key", l.fix),
			view.El("p", view.Class("said"), view.Text(number.Of(l.n, "time")+": "), messageOf(*l.said)),
			view.Leaf("p", "why", sentence(l.said.Why)))
		if l.title != "" {
			li.Add(view.El("p", view.Class("instead"), doing("fix needs-lab", "fix-all", l.fix, view.Text(l.title))))
		}
		n.Add(li)
	}
	return view.Nodes{n}
}

// adviceList is the advice alone, in the order of the text, and behind it, folded, what is only a note.
func (w *benchWork) adviceList() view.Part {
	n := view.El("ol", view.Class("findings"))
	all := w.judged.counts()[diag.Advice] - w.judged.beside
	large := w.largeAdvice()
	n.Add(large)
	last := len(w.judged.items) - 1
	out := view.Nodes{n}
	if all == 0 && large == nil {
		out[0] = fieldNote("There is no advice on this design.")
	} else if all > maxFindings {
		out = append(out, w.unsaid(all-maxFindings))
	}
	if item := w.judged.advice(); item != nil {
		w.tellAdvice(n, item.diags[:min(all, maxFindings)], last, 0)
		if some := item.diags[all:]; len(some) > 0 {
			list := view.El("ol", view.Class("findings"))
			w.tellAdvice(list, some[:min(len(some), maxFindings)], last, all)
			fold := view.El("details", view.A("data-key", "notes"), view.Leaf("summary", "", number.Begin(len(some), "note")+": what is worth knowing, and may be meant so"), list)
			if more := len(some) - maxFindings; more > 0 {
				fold.Add(w.unsaid(more))
			}
			out = append(out, fold)
		}
	}
	return out
}

// tellAdvice lists findings of the item that has all advice, from its k-th on. What a rule says again is folded: the
// reasons are those above.
func (w *benchWork) tellAdvice(n *view.Node, list []diag.Diagnostic, item, k int) {
	said := map[string]bool{} // by rules
	for i, d := range list {
		li := w.finding(w.judged, d, place2(item, k+i))
		if said[d.Rule] {
			parts := li.Children
			parts[0].Tag = "span"
			li.Children = view.Nodes{view.El("details", view.Class("again"), view.El("summary", parts[0]), view.Nodes(parts[1:]))}
		}
		said[d.Rule] = true
		n.Add(li)
	}
}

// rows are what the reads bring back, and the buttons that write what happens next.
func (w *benchWork) rows() view.Part {
	x := w.done
	var all []card
	for i := 0; i < len(x.results) && len(all) < maxCards; i++ {
		all = append(all, x.operated(i, maxCards)...)
		if r := &x.results[i]; x.pages[i] != nil {
			c := card{key: "rows" + strconv.Itoa(i), mark: "✓", class: "accepted", cost: number.Of(len(r.Rows.Rows), "row"), rows: len(r.Rows.Rows)}
			if isDecided(r.Rows) {
				c.cost = "applied"
				if r.Rows.Rows[0][0][0] == 0 {
					c.cost = "not applied"
				}
			}
			c.line = placeOf(w.judged.src, r.Span.Start)
			c.brief = onOneLine(w.judged.src.Text[r.Span.Start:r.Span.End], signsOnCard)
			c.body = view.Nodes{x.pages[i], w.costOf(strconv.Itoa(i), r)}
			if since, end := x.since(i), x.ends[i]; end != nil {
				c.cost += " before " + since + ", " + number.Of(len(end.Rows.Rows), "row") + " at the end"
				c.body = append(c.body, fieldNote("Read again at the end:"), w.rowsOf(x.conn, end, "rows of statement "+strconv.Itoa(i+1)+" at the end"), w.costOf(strconv.Itoa(i)+"-end", end))
			}
			all = append(all, c)
		}
	}
	if len(all) < maxCards {
		all = append(all, x.operated(len(x.results), maxCards)...)
	}
	more := x.opCount + x.reads - len(all)
	openLast(all)
	var list view.Part = fieldNote("No statement here brings rows back. Write an INSERT and a SELECT with values, and see what is stored.")
	if n := w.cardListOf(all, more); n != nil {
		list = n
	}
	return view.Nodes{list.(*view.Node), w.waitingNote(), w.pages(), w.operations(w.text()[:stepsEnd(w.text())])}
}

// reread reads again at the end what was read before something happened to the files: as many
// reads as are listed.
func (w *benchWork) reread(m *work.Meter) {
	x := w.done
	if x.ends == nil {
		x.ends = map[int]*session.Outcome{}
	}
	keyspace := x.conn.Keyspace()
	x.conn.Meter(m)
	for i := range x.results {
		if _, read := x.results[i].Stmt.(*cql.Select); !read || x.pages[i] == nil || x.ends[i] != nil || x.since(i) == "" {
			continue // a write with IF brings back a row, too, and would write once more
		}
		if m.Stopped() {
			break
		}
		r := &x.results[i]
		x.conn.Use(r.Keyspace)
		end := x.conn.Exec(w.filled.Text[r.Span.Start:r.Span.End])
		if end.Rows == nil { // the table is gone since
			end = *r
		}
		x.ends[i] = &end
	}
	x.conn.Use(keyspace)
}

// since is what has happened first to the files after a statement, "" for nothing.
func (x *ran) since(i int) string {
	at := sort.Search(len(x.moments), func(k int) bool { return x.moments[k].before > i })
	if at == len(x.moments) {
		return ""
	}
	return x.moments[at].words
}

// settingsView are the fields of the server and the client.
func (w *benchWork) settingsView() view.Part {
	n := view.El("div", view.Class("fields"))
	n.Add(w.selection(w.show(*w.z.release, w.set.Of(w.z.release.Key))))
	n.Add(w.selection(w.show(w.z.client, w.set.Of(w.z.client.Key))))
	x := w.show(w.z.set, w.set.Of(w.z.set.Key))
	x.note = "Such as " + x.Hint
	return view.Nodes{n.Add(w.fieldView(x)), fieldNote("The nodes of each data center are given in the tab Cluster.")}
}

// maxMarks is how many places of a text an editor marks.
const maxMarks = 300

// maxStatements is how many bytes tell it where statements are, and what their columns are.
const maxStatements = 1 << 17

// marks are for the editor that a script puts over the text: a place of the text for each
// thing that is said of it, and the roles of its columns. Nobody else sees them.
func (w *benchWork) marks() *view.Node {
	j := w.judged
	units := wire.NewRuler(j.src.Text).Units
	n := view.El("ul", view.Class("marks"), view.Flag("hidden", true))
	// Statements, and the roles of the columns of their tables, as far as there is room for.
	numbers := map[*schema.Table]int{}
	var roles, statements strings.Builder
	for i := range j.items {
		s := j.items[i].span
		if statements.Len()+roles.Len() >= maxStatements {
			break
		}
		if s.Len() == 0 {
			continue
		}
		about := -1
		if t := j.tableIn(&j.items[i], j.items[i].stmt); t != nil {
			var told bool
			if about, told = numbers[t]; !told {
				about = len(numbers)
				numbers[t] = about
				for c := range t.Columns() {
					roles.WriteString(strconv.Itoa(about) + " " + classes[numberOf(c)] + " " + c.Name + "\n")
				}
			}
		}
		_, class, cost := j.items[i].mark()
		statements.WriteString(strconv.Itoa(units(s.Start)) + " " + strconv.Itoa(units(s.End)) + " " + strconv.Itoa(about) + " " + class + " " + cost + "\n")
	}
	n.Add(view.A("data-roles", roles.String()), view.A("data-statements", statements.String()))
	add := func(d *diag.Diagnostic, key string) *view.Node {
		at := d.Slip()
		li := view.El("li", view.Class(severities[d.Severity]), view.A("data-key", key), view.A("data-at", strconv.Itoa(units(at.Start))+" "+strconv.Itoa(units(max(at.End, at.Start)))), optional("data-rule", d.Rule))
		for i, text := range []string{d.Message, d.Hint, d.Why, d.Instead} {
			if i > 0 || d.Severity == diag.Advice || d.Severity == diag.Note { // in words of our own names stand between backticks
				text = strings.ReplaceAll(text, "`", "")
			}
			if text != "" {
				li.Add(view.Leaf("p", "", text))
			}
		}
		n.Add(li)
		return li
	}
	for i := range w.misread {
		if len(n.Children) < maxMarks {
			add(&w.misread[i].Diagnostic, "size"+strconv.Itoa(i))
		}
	}
	for i := range j.items {
		for k := range j.items[i].diags {
			d := &j.items[i].diags[k]
			if len(n.Children) == maxMarks {
				return n
			}
			if d.Severity == diag.Note && j.items[i].advice() { // not for every column of which one may think
				continue
			}
			li := add(d, place2(i, k))
			for l, fix := range d.Fixes {
				li.Add(doing("", "fix", place3(i, k, l), view.Text(fix.Title)))
			}
			for l, r := range d.Related {
				if r.Wrong && len(n.Children) < maxMarks {
					add(&diag.Diagnostic{Severity: d.Severity, Rule: d.Rule, Span: r.Span, Message: r.Text}, place3(i, k, l)+"-too")
				}
			}
		}
	}
	return n
}

// Pieces divides a text into the tokens that the server's lexer sees, for an editor: where
// each ends, in units of UTF-16, and its class; what has none is left out, but names.
func Pieces(text string) string {
	b := make([]byte, 0, len(text))
	units, at := 0, 0
	cql.Pieces(text, func(s diag.Span, class cql.Class) {
		start := units + wire.Units(text[at:s.Start])
		units = start + wire.Units(text[s.Start:s.End])
		at = s.End
		if class == cql.Plain {
			return
		}
		name := "name"
		if class != cql.NameWord {
			name = classes[pieceClasses[class]]
		}
		b = strconv.AppendInt(b, int64(start), 10)
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(units), 10)
		b = append(b, ' ')
		b = append(append(b, name...), '\n')
	})
	return string(b)
}

// stepsEnd is where steps are written into a text.
func stepsEnd(text string) int {
	end, files := len(text), filed(text).Files
	for i := len(files) - 1; i >= 0 && files[i].Aside; i-- {
		end = files[i].Start
	}
	return end
}

// do carries out the buttons of the workbench.
func (w *benchWork) do(what, with string) (e place.Effect) {
	if ask := questions[what]; ask != nil {
		return w.tell(ask, with)
	}
	if w.busy && what != "sample" && what != "operate" && what != "undo" && what != "file" {
		return e
	}
	judged := w.judged != nil
	known := judged && w.judged.src.Text == w.text()
	switch {
	case what == "fix" && known:
		if f := w.judged.fix(with); f != nil && len(f.Edits) == 0 {
			e.Begin, e.Said = true, "The cluster of this page has these nodes now: see Cluster."
			nodes, _ := w.cluster()
			e.Set = []place.Text{{Name: w.z.nodes.Key, Text: nodes}}
			return e
		} else if f != nil && (strings.HasPrefix(f.Makes, "CREATE TABLE ") || strings.HasPrefix(f.Makes, "CREATE INDEX ")) {
			return w.put(w.home(with, f), true)
		}
	case what == "values" && known:
		return w.fillValues()
	case what == "from" && known:
		return w.otherTable(with)
	case what == "exchange" && w.diff != nil:
		return w.versions(w.diff.after, w.diff.before)
	case what == "reading" && known:
		reading, name, _ := strings.Cut(with, " ")
		if at := slices.IndexFunc(w.judged.src.Files, func(f diag.File) bool { return f.Name == name }); at >= 0 {
			e = w.read(at, reading)
		}
		return e
	case what == "alone" && w.doubted != nil && known:
		e = w.read(max(w.doubted.before, w.doubted.after), asSchema)
		e.Said = "What leads from one version to the other is in Diff."
		return e
	case what == "migration" && judged:
		return w.saveMigration()
	case what == "report" && judged:
		return w.saveReport(with)
	case what == "fix-all" && known:
		for _, l := range w.alike {
			if l.fix == with {
				sort.SliceStable(l.edits, func(i, j int) bool { return l.edits[i].Start < l.edits[j].Start })
				return w.put(diag.Fix{Edits: l.edits}.Apply(w.text()), false)
			}
		}
	case what == "operate" || what == "undo": // steps stand behind the CQL, and before files that hold none
		end := stepsEnd(w.text())
		text, ok := operated(w.text()[:end], with), true
		if what == "undo" {
			text, ok = undone(w.text()[:end])
		}
		if ok {
			e = w.put(text+w.text()[end:], false)
		}
		return e
	case what == "sample":
		text := ""
		for _, s := range w.z.begin {
			if s.Name == with {
				text = strings.TrimRight(s.Text, "\n")
			}
		}
		e = w.put(text, false)
		e.Fresh = true
		return e
	}
	return w.runWork.do(what, with)
}

// put is another text, of which what is new may be marked.
func (w *benchWork) put(text string, mark bool) (e place.Effect) {
	e.Put = &place.Text{Name: w.run.code.Key, Text: text, Mark: mark}
	return e
}

// versions are the files that are compared.
func (w *benchWork) versions(before, after string) (e place.Effect) {
	e.Set, e.Begin = []place.Text{{Name: w.z.before.Key, Text: before}, {Name: w.z.after.Key, Text: after}}, true
	return e
}

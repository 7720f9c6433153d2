package lab

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A ring widget puts partition keys on a ring of nodes: who holds them, how evenly they
// lie, and which of them answer while nodes are down.
//
//	ask = answers                    or holders, owners, empty, busiest, lost
//	show = down, level               fields beside the answer; the others are in a tab
//	types = text, int                of the columns of the key; text where it does not say
//	keys = AZ123; NY229 | 60         a key each, with its share of all rows or without
//	made = 0                         further keys, which the widget makes up
//	nodes = 6
//	tokens = 1
//	rf = 3
//	racks = 1
//	level = QUORUM
//	down = N2, N3
type ringWidget struct {
	keys, made, nodes, tokens, rf, racks, level, down input.Field

	types []*cqltype.Type // of the columns of the key
}

// The most that a ring widget takes: what it lists and draws can still be read.
const (
	mostRingKeys  = 24
	mostRingNodes = 24
)

func parseRingWidget(f *fence.Fence) widget {
	z := &ringWidget{
		keys:   input.Field{Key: "keys", Type: input.Pasted, Label: "Partition keys, one a line"},
		made:   input.Field{Key: "made", Type: input.Whole, Label: "More keys, made up", Default: "0", Least: 0, Most: 20000, Slider: &input.Slider{Lo: 1, Hi: 20000}},
		nodes:  input.Field{Key: "nodes", Type: input.Whole, Label: "Nodes", Default: "6", Least: 1, Most: mostRingNodes, Slider: &input.Slider{Lo: 1, Hi: mostRingNodes}},
		tokens: input.Field{Key: "tokens", Type: input.Whole, Label: "Tokens a node", Default: "1", Least: 1, Most: 32},
		rf:     input.Field{Key: "rf", Type: input.Whole, Label: "Replicas", Default: "3", Least: 1, Most: 9},
		racks:  input.Field{Key: "racks", Type: input.Whole, Label: "Racks", Default: "1", Least: 1, Most: mostRingNodes},
		level:  input.Field{Key: "level", Type: input.Choice, Label: "Consistency level", Default: "QUORUM", Noun: "level"},
		down:   input.Field{Key: "down", Type: input.Names, Label: "Nodes down", Hint: "names, such as N2, N3", Noun: "node", Most: mostRingNodes},
	}
	for _, l := range ring.Levels {
		z.level.Options = append(z.level.Options, input.Option{Value: l, Label: l})
	}
	list := z.fields()
	ownFields(f, list[1:], "keys", "types")
	f.Asks([]string{"holders", "owners", "empty", "busiest", "answers", "lost"})
	z.types = []*cqltype.Type{cqltype.Native("text")}
	if l, ok := f.Line("types"); ok {
		z.types = nil
		for _, name := range fence.List(l.Value) {
			t := cqltype.Native(name)
			if t == nil {
				f.Wrong(l.At, "there is no type "+name, "write types of CQL without parameters: text, int")
				t = cqltype.Native("text")
			}
			z.types = append(z.types, t)
		}
	}
	if l, ok := f.Line("keys"); ok {
		var lines []string
		for _, key := range strings.Split(l.Value, ";") {
			lines = append(lines, strings.TrimSpace(key))
		}
		z.keys.Default = strings.Join(lines, "\n")
		if _, problem := z.read(z.keys.Default); problem != "" {
			f.Wrong(l.At, problem, "")
		}
	}
	for _, key := range f.Show {
		if !slices.ContainsFunc(list, func(x *input.Field) bool { return x.Key == key }) {
			f.Wrong(f.Ask.At, "show names "+key+", which is no field of a ring", "write keys, made, nodes, tokens, rf, racks, level or down")
		}
	}
	var all []input.Field
	for _, x := range list {
		all = append(all, *x)
	}
	return widget{fields: all, work: func(s *Spec) worker { return &ringWork{form: form{Spec: s}, z: z} }}
}

func (z *ringWidget) fields() []*input.Field {
	return []*input.Field{&z.keys, &z.made, &z.nodes, &z.tokens, &z.rf, &z.racks, &z.level, &z.down}
}

// A ringKey is a partition on the ring.
type ringKey struct {
	name  string
	token int64
	share float64 // of all rows, in any unit
	first int     // the place of its first replica
}

// read reads the keys that somebody wrote, and what is wrong with the first that is not one.
func (z *ringWidget) read(text string) (keys []ringKey, problem string) {
	wrong := func(s string) {
		if problem == "" {
			problem = s
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(keys) == mostRingKeys {
			wrong("The ring shows " + strconv.Itoa(mostRingKeys) + " keys. For more, use the field “More keys, made up”.")
			break
		}
		text, share, shared := strings.Cut(line, "|")
		k := ringKey{name: strings.TrimSpace(text), share: 1}
		if shared {
			n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(share), "%")), 64)
			if err != nil || !(n >= 0 && n <= 1e12) {
				wrong("After | write the share of the key in all rows, as in US | 60: " + input.Shorten(line, 40))
				continue
			}
			k.share = n
		}
		parts := []string{k.name}
		if len(z.types) > 1 {
			parts = strings.Split(k.name, ",")
		}
		if len(parts) != len(z.types) {
			wrong("The partition key has " + number.Of(len(z.types), "column") + ", with commas between the values: " + input.Shorten(line, 40))
			continue
		}
		var values [][]byte
		for i, part := range parts {
			v, d := z.types[i].FromString(strings.Trim(strings.TrimSpace(part), "'"))
			if d != nil {
				wrong(sentence(d.Message))
				break
			}
			values = append(values, v)
		}
		if len(values) < len(parts) {
			continue
		}
		k.token = cqltype.MurmurToken(cqltype.PartitionKey(values))
		keys = append(keys, k)
	}
	return keys, problem
}

type ringWork struct {
	form
	z *ringWidget

	problems input.Problems
	nodes    int
	*cluster
	keys   []ringKey
	places []atToken // of the ring, as its nodes stand
	stands []standing
	made   int
	sum    float64 // of the shares of all keys
	span   float64 // the part of all tokens whose partitions have too few replicas up
}

// An atToken is what is at one token of the ring: the keys that begin there.
type atToken struct {
	keys  int
	share float64
}

// A standing is what a node holds.
type standing struct {
	name, rack  string
	owned, held int     // keys whose first replica it is; all of which it has a copy
	share       float64 // of all rows: those in its copies
}

func (w *ringWork) work(*work.Meter) {
	w.problems = w.form.problems()
	whole := func(x *input.Field) int { return int(w.whole(x)) }
	w.nodes = whole(&w.z.nodes)
	r := ring.Dealt(w.nodes, whole(&w.z.tokens), whole(&w.z.rf))
	r.Rack(whole(&w.z.racks))
	w.cluster = &cluster{Ring: r, down: map[string]bool{}}
	w.level, _ = w.z.level.Option(w.in.Values)
	w.needed, _ = ring.Needed(w.level, r.Replicas)
	at := map[string]int{}
	w.stands = make([]standing, w.nodes)
	for i := range w.stands {
		w.stands[i].name = "N" + strconv.Itoa(i)
		at[w.stands[i].name] = i
	}
	down, _ := w.z.down.List(w.in.Values)
	for _, name := range down {
		name = strings.ToUpper(name)
		if _, ok := at[name]; !ok {
			w.problems.Add(w.z.down.Key, "There is no node "+name+": they are N0 to N"+strconv.Itoa(w.nodes-1)+".")
			continue
		}
		w.cluster.down[name] = true
	}
	w.put(at, whole(&w.z.made))
}

// put puts the keys on the ring.
func (w *ringWork) put(at map[string]int, made int) {
	var problem string
	if w.keys, problem = w.z.read(w.text(&w.z.keys)); problem != "" {
		w.problems.Add(w.z.keys.Key, problem)
	}
	w.places, w.made, w.sum, w.span = make([]atToken, len(w.Nodes)), made, float64(made), 0
	add := func(token int64, share float64) int {
		first := w.First(token)
		w.places[first].keys++
		w.places[first].share += share
		return first
	}
	for i := range w.keys {
		k := &w.keys[i]
		k.first = add(k.token, k.share)
		w.sum += k.share
	}
	for i := range made {
		add(cqltype.MurmurToken([]byte("key"+strconv.Itoa(i+1))), 1)
	}
	before := w.Nodes[len(w.Nodes)-1].Token
	for first := range w.Nodes {
		n := &w.Nodes[first]
		w.stands[at[n.Name]].rack = n.Rack
		w.stands[at[n.Name]].owned += w.places[first].keys
		for _, i := range w.Holders(first) {
			s := &w.stands[at[w.Nodes[i].Name]]
			s.held += w.places[first].keys
			s.share += w.places[first].share
		}
		if w.up(first) < w.needed {
			if d := uint64(n.Token) - uint64(before); d > 0 {
				w.span += float64(d) / (1 << 64)
			} else {
				w.span = 1 // one node, one token: all of the ring
			}
		}
		before = n.Token
	}
}

// up is the number of replicas that are up of what begins at a place.
func (c *cluster) up(first int) (n int) {
	for _, i := range c.Holders(first) {
		if !c.down[c.Nodes[i].Name] {
			n++
		}
	}
	return n
}

// even is the share of all rows that each node would have if they lay evenly.
func (w *ringWork) even() float64 { return float64(w.Replicas) / float64(w.nodes) }

// part is what a node has of all rows.
func (w *ringWork) part(s standing) float64 {
	if w.sum == 0 {
		return 0
	}
	return s.share / w.sum
}

func (w *ringWork) answer() *Output {
	values := outputs{}
	failed, owners, empty := 0, 0, 0
	var none []string
	busy := 0
	for i, s := range w.stands {
		if s.owned > 0 {
			owners++
		}
		if s.held == 0 {
			empty++
			none = append(none, s.name)
		}
		if s.share > w.stands[busy].share {
			busy = i
		}
	}
	for _, k := range w.keys {
		name := strings.ReplaceAll(k.name, ", ", "/") // names of values have no spaces
		values.put("token."+name, k.token)
		values["owner."+name] = w.Nodes[k.first].Name
		values["holders."+name] = strings.NewReplacer(" and ", " ", ",", "").Replace(w.names(w.Holders(k.first)))
		if w.up(k.first) < w.needed {
			failed++
		}
	}
	values.put("owners", int64(owners))
	values.put("empty", int64(empty))
	values.put("holding", int64(w.nodes-empty))
	values.put("failed", int64(failed))
	values["busiest"] = number.Plain(math.Round(w.part(w.stands[busy])*1e4) / 1e4)
	values["even"] = number.Plain(math.Round(w.even()*1e4) / 1e4)
	values["ranges"] = number.Plain(math.Round(w.span*1e4) / 1e4)
	a := w.verdict(owners, failed, none, w.stands[busy])
	tabs := []tab{}
	var drawn view.Part = w.figure().Figure().Beside().View()
	if w.Ask.Name == "busiest" {
		drawn = w.bars().Figure().Beside().View()
		tabs = append(tabs, tab{name: "ring", title: "The ring", body: func() view.Part { return w.figure().Figure().View() }})
	} else {
		tabs = append(tabs, tab{name: "nodes", title: "Node by node", body: func() view.Part { return w.bars().Figure().View() }})
	}
	if len(w.keys) > 0 {
		tabs = append(tabs, tab{name: "keys", title: "Key by key", body: func() view.Part { return w.keyTable() }})
	}
	given, more := w.inputs()
	tabs = append(tabs, more)
	instead := w.instead()
	return &Output{Values: values, Sentence: also(a.sentence(), instead), Used: w.in.Values, Problems: w.problems,
		View: w.frame(instead != "", given, w.results(staleNote(instead), w.answerView(a), drawn), w.tabs(tabs))}
}

// inputs are the fields that the fence shows beside the answer, and the tab of the others.
func (w *ringWork) inputs() (given view.Nodes, more tab) {
	first, others := view.El("div", view.Class("fields")), view.El("div", view.Class("fields"))
	more = tab{name: "more", title: "More inputs"}
	for _, x := range w.z.fields() {
		shown := w.show(*x, w.problems.Of(x.Key))
		into := others
		if len(w.Show) == 0 && x == &w.z.keys || slices.Contains(w.Show, x.Key) {
			into = first
		} else {
			more.open = more.open || shown.tells()
		}
		if x.Type != input.Pasted {
			into.Add(w.ownField(x, w.problems))
			continue
		}
		area := w.area(x, shown.value, min(max(strings.Count(shown.value, "\n")+1, 2), 8), view.Nodes{view.Text(shown.value)}, shown.problem != "")
		if into == first { // above the small fields
			given = append(given, area)
		} else {
			into.Add(area)
		}
		if shown.problem != "" {
			into.Add(wrongNote(shown.problem))
		}
	}
	more.body = func() view.Part {
		return view.El("div", others, view.El("ul", view.Class("notes"),
			remark("tokens", "With one token for each node, the nodes are at equal distances on the ring. With more tokens, each node has as many places. They are given to the nodes in turn; a real server would choose them."),
			remark("racks", "The nodes are put into racks in turn. The replicas of a partition are put into different racks as long as there are enough racks."),
			remark("share", "You can give a key its share of all rows: US | 60. Without it, all keys have the same share.")))
	}
	return append(given, first), more
}

func (w *ringWork) verdict(owners, failed int, none []string, busy standing) verdict {
	n := len(w.keys) + w.made
	switch {
	case n == 0:
		return verdictOf("Enter a partition key to see where it lies.", "watch")
	case w.Ask.Name == "answers":
		a := verdict{headline: number.Count(len(w.keys)-failed) + " of " + number.Of(len(w.keys), "partition") + " " + answers(len(w.keys)-failed) + " at " + w.level, mood: "fine"}
		for _, k := range w.keys {
			if up := w.up(k.first); up < w.needed {
				a.mood = "bad"
				a.more += k.name + " does not: of " + w.names(w.Holders(k.first)) + ", " + strconv.Itoa(up) + " " + isAre(up) + " up, and " + strconv.Itoa(w.needed) + " must answer. "
				break
			}
		}
		switch {
		case w.span > 0:
			a.more += "Of all tokens, " + number.Percent(w.span) + " have too few replicas up."
		default:
			a.more += "Every other partition of the ring answers, too."
		}
		return a
	case w.Ask.Name == "lost" && w.span == 0:
		return verdict{headline: "All of the ring answers at " + w.level, mood: "fine"}
	case w.Ask.Name == "lost":
		return verdict{headline: number.Percent(w.span) + " of the ring cannot answer at " + w.level, mood: "bad", more: "The tokens of that part belong to partitions of which too few replicas are up."}
	case w.Ask.Name == "busiest":
		part, even := w.part(busy), w.even()
		a := verdict{headline: busy.name + " holds " + number.Percent(part) + " of the rows", mood: "fine", more: "An even share is " + number.Percent(even) + "."}
		if part > even*1.1 {
			a.mood, a.more = "watch", a.more+" This node has "+decimal(part/even)+" times as much."
		}
		if part > even*2 {
			a.mood = "bad"
		}
		return a
	case w.Ask.Name == "empty":
		if len(none) == 0 {
			return verdict{headline: "Every node holds something", mood: "fine"}
		}
		a := verdict{headline: number.Count(len(none)) + " of " + number.Of(w.nodes, "node") + " " + holds(len(none)) + " nothing", mood: "watch", more: enumerated(none) + "."}
		if len(none) == 1 {
			a.more = "It is " + a.more
		}
		return a
	case w.Ask.Name == "owners":
		a := verdict{headline: number.Begin(n, "partition") + " on " + number.Of(owners, "first node")}
		if w.nodes > owners {
			a.more = number.Count(w.nodes-owners) + " of " + number.Of(w.nodes, "node") + " " + isAre(w.nodes-owners) + " not the first node of any of them."
		}
		return a
	case len(w.keys) == 1 && w.made == 0:
		k := w.keys[0]
		return verdict{headline: k.name + " is on " + w.names(w.Holders(k.first)), more: "Its token is " + strconv.FormatInt(k.token, 10) + "."}
	default:
		return verdict{headline: number.Begin(n, "partition") + " on " + number.Of(w.nodes-len(none), "node"), more: w.firsts()}
	}
}

// firsts says of a few keys who holds them.
func (w *ringWork) firsts() string {
	var out []string
	for i, k := range w.keys {
		if i == 3 {
			break
		}
		out = append(out, k.name+": "+w.names(w.Holders(k.first)))
	}
	return strings.Join(out, ". ") + "."
}

func answers(n int) string {
	if n == 1 {
		return "answers"
	}
	return "answer"
}

func holds(n int) string {
	if n == 1 {
		return "holds"
	}
	return "hold"
}

// decimal writes a ratio with one digit after the point.
func decimal(f float64) string { return number.Plain(math.Round(f*10) / 10) }

// figure draws the ring with the keys on it.
func (w *ringWork) figure() *figure.Ring {
	f := &figure.Ring{ID: w.Element("ring"), Title: "Nodes and partitions on the ring", Nodes: nodesDrawn(w.Ring), Ranges: len(w.Nodes) <= mostRingNodes}
	if w.made > 0 {
		f.Center = []string{number.Of(w.made, "key"), "made up"}
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if w.Racks > 1 {
			n.Rack = w.Nodes[i].Rack
		}
		if w.cluster.down[n.Name] {
			n.Mark |= figure.Down
		}
		if len(w.Nodes) > mostRingNodes { // too many to name each place
			n.Name = ""
		}
	}
	for i, k := range w.keys {
		f.Keys = append(f.Keys, figure.RingKey{Name: k.name, Token: k.token})
		if len(w.keys) > 12 {
			f.Keys[i].Name = ""
		}
	}
	if len(w.keys) == 1 && w.made == 0 {
		for i, at := range w.Holders(w.keys[0].first) {
			f.Nodes[at].Copy, f.Nodes[at].Name = i+1, w.Nodes[at].Name
			f.Nodes[at].Mark |= figure.Replica
		}
	}
	return f
}

// bars are what each node holds.
func (w *ringWork) bars() *figure.Bars {
	b := &figure.Bars{ID: w.Element("bars"), Title: "What each node holds of all rows", Head: []string{"node", "holds"}, Line: w.even(), LineName: "an even share"}
	b.Desc = "An even share is " + number.Percent(w.even()) + "."
	for _, s := range w.stands {
		name := s.name
		if w.Racks > 1 {
			name += " · " + s.rack
		}
		x := figure.Bar{Name: name, Says: number.Percent(w.part(s)) + ", " + number.Of(s.held, "key"), Value: w.part(s)}
		if x.Value > 1.5*w.even() {
			x.Class = "row-skipped"
		}
		b.Bars = append(b.Bars, x)
		b.Desc += " " + name + ": " + x.Says + "."
	}
	return b
}

// keyTable lists the keys with their tokens, replicas, and whether they answer.
func (w *ringWork) keyTable() view.Part {
	var rows [][]string
	for _, k := range w.keys {
		says := "yes"
		if up := w.up(k.first); up < w.needed {
			says = "no: " + strconv.Itoa(up) + " of " + strconv.Itoa(w.Replicas) + " up"
		}
		rows = append(rows, []string{k.name, strconv.FormatInt(k.token, 10), w.names(w.Holders(k.first)), says})
	}
	return figure.Table("Keys, tokens and replicas", []string{"key", "token", "replicas, the first one first", "answers at " + w.level}, rows)
}

package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// A population is a few hundred instances of each entity of a model, joined at random as
// its relationships say.
type population struct {
	count map[*Entity]int
	pairs map[*Relationship][][2]int
}

// populate makes a population, and the text of the model with its numbers in place of
// those that the author wrote.
func populate(m *Model, r *rand.Rand) (population, string) {
	p := population{map[*Entity]int{}, map[*Relationship][][2]int{}}
	for _, e := range m.Entities {
		p.count[e] = 60 + r.IntN(240)
	}
	var edits []diag.Edit
	mean := func(n, of int, many bool) string {
		x := float64(n) / float64(of)
		if !many {
			return fmt.Sprintf("0..%.4f..1", min(x, 1))
		}
		return fmt.Sprintf("0..%.4f..%d", x, 2+int(x))
	}
	for _, rel := range m.Relationships {
		left, right := rel.Many()
		if !left && !right {
			p.count[rel.To] = p.count[rel.From]
		}
	}
	for _, rel := range m.Relationships {
		left, right := rel.Many()
		a, b := p.count[rel.From], p.count[rel.To]
		var list [][2]int
		switch {
		case !left && !right:
			for i := range a {
				list = append(list, [2]int{i, i})
			}
		case !left:
			for i := range b {
				if rel.Left.Lo > 0 || r.IntN(5) > 0 {
					list = append(list, [2]int{r.IntN(a), i})
				}
			}
		case !right:
			for i := range a {
				if rel.Right.Lo > 0 || r.IntN(5) > 0 {
					list = append(list, [2]int{i, r.IntN(b)})
				}
			}
		default:
			for i := range a {
				for _, to := range r.Perm(b)[:1+r.IntN(3)] {
					list = append(list, [2]int{i, to})
				}
			}
			p.count[rel.Pair] = len(list)
		}
		p.pairs[rel] = list
		edits = append(edits, diag.Edit{Span: rel.LeftSpan, Text: mean(len(list), b, left)}, diag.Edit{Span: rel.RightSpan, Text: mean(len(list), a, right)})
	}
	for _, e := range m.Entities {
		if e.Relation == nil {
			at := e.Count.Span
			if at.Len() == 0 {
				at = diag.Span{Start: e.Name.End, End: e.Name.End}
			}
			edits = append(edits, diag.Edit{Span: at, Text: fmt.Sprintf(" %d ", p.count[e])})
		}
	}
	slices.SortFunc(edits, func(a, b diag.Edit) int { return a.Start - b.Start })
	return p, diag.Fix{Edits: edits}.Apply(m.Source.Text)
}

// next are the instances at a stop below that one instance at the stop above has.
func (p population) next(s *stop, i int) (out []int) {
	rel, from := s.link.rel, s.up.entity
	for n, pair := range p.pairs[rel] {
		var a, b int
		switch {
		case rel.Pair == nil && s.link.right:
			a, b = pair[0], pair[1]
		case rel.Pair == nil:
			a, b = pair[1], pair[0]
		case from == rel.Pair && !s.link.right:
			a, b = n, pair[0]
		case from == rel.Pair:
			a, b = n, pair[1]
		case !s.link.right:
			a, b = pair[0], n
		default:
			a, b = pair[1], n
		}
		if a == i {
			out = append(out, b)
		}
	}
	return out
}

// TestRowsAreCounted makes small populations of every model and counts: for each table and
// each entity on its ways, how many rows hold one instance of it. The numbers that follow
// from the text must come near.
func TestRowsAreCounted(t *testing.T) {
	texts := shipped(t)
	texts["clinic.model"] = clinic(t).Source.Text
	texts["kin.model"] = kin
	compared, merged := 0, 0
	for name, text := range texts {
		r := rand.New(rand.NewPCG(1, 2))
		m, _ := Parse(diag.NewSource(name, text))
		old, counted := populate(m, r)
		m, list := Parse(diag.NewSource(name, counted))
		if len(list) > 0 {
			t.Fatal(diag.Render(m.Source, list))
		}
		p := population{map[*Entity]int{}, map[*Relationship][][2]int{}} // of the model that was read again
		for rel, pairs := range old.pairs {
			i := slices.IndexFunc(m.Relationships, func(x *Relationship) bool {
				return x.A == rel.A || x.A.Text == rel.A.Text && x.B.Text == rel.B.Text && x.Verb == rel.Verb
			})
			p.pairs[m.Relationships[i]] = pairs
			p.count[m.Relationships[i].From], p.count[m.Relationships[i].To] = old.count[rel.From], old.count[rel.To]
			if rel.Pair != nil {
				p.count[m.Relationships[i].Pair] = len(pairs)
			}
		}
		for _, table := range m.Design().Tables {
			stops := table.join.stops()
			for _, from := range stops {
				// The stops between from and what the key tells apart.
				needed := map[*stop]bool{}
				for _, s := range stops {
					if s == from || table.keyed(stops)(s) {
						for ; s != nil; s = s.up {
							needed[s] = true
						}
					}
				}
				rows := map[int]map[string]bool{}
				at := map[*stop]int{}
				var walk func(i int)
				walk = func(i int) {
					for i < len(stops) && !needed[stops[i]] {
						i++
					}
					if i == len(stops) {
						key := ""
						for _, s := range stops {
							if table.keyed(stops)(s) {
								key += fmt.Sprint(at[s], " ")
							}
						}
						if rows[at[from]] == nil {
							rows[at[from]] = map[string]bool{}
						}
						rows[at[from]][key] = true
						return
					}
					for _, n := range p.next(stops[i], at[stops[i].up]) {
						at[stops[i]] = n
						walk(i + 1)
					}
				}
				for i := range p.count[stops[0].entity] {
					at[stops[0]] = i
					walk(1)
				}
				all := 0
				for _, set := range rows {
					all += len(set)
				}
				if p.count[from.entity] == 0 {
					continue // in no relationship
				}
				want := float64(all) / float64(p.count[from.entity])
				n, _ := table.each(m, stops, from, table.keyed(stops))
				if compared++; n.Typ < 0.8*want || n.Typ > 1.25*want {
					t.Errorf("%s: one %s has %.2f rows of %s, said to have %.2f", name, from.entity.Name.Text, want, table.Name, n.Typ)
				}
				known := follow(stops, func(s *stop) bool { return s == from || table.keyed(stops)(s) })
				for s := range needed {
					if !known[s.at] && math.Abs(want) > 0 {
						merged++
						break
					}
				}
			}
		}
	}
	if compared < 150 {
		t.Errorf("only %d numbers are compared", compared)
	}
	t.Log(compared, "compared,", merged, "with rows that are one")
}

// TestRowsAreCountedOnce: in every model, whatever contradicts itself in it: a table has at least as
// many rows as partitions; counted from any stop of which a row has one, it has the same rows; there
// are no more of them than can be; and what a new fact writes of a row that hangs on one other thing
// is what Copies says of a fact of that row.
func TestRowsAreCountedOnce(t *testing.T) {
	texts := shipped(t)
	texts["clinic.model"], texts["kin.model"] = clinic(t).Source.Text, kin
	for _, n := range []string{"1", "2", "3"} {
		b, err := os.ReadFile("testdata/vets" + n + ".model")
		if err != nil {
			t.Fatal(err)
		}
		texts["vets"+n+".model"] = string(b)
	}
	compared, written := 0, 0
	for name, text := range texts {
		m, _ := Parse(diag.NewSource(name, text))
		for _, table := range m.Design().Tables {
			z, stops := table.Size, table.join.stops()
			if z.Rows.Typ < 1 || z.Rows.Hi < z.Rows.Typ {
				t.Errorf("%s: %s has %d partitions of %v rows, at most %v", name, table, z.Partitions, z.Rows.Typ, z.Rows.Hi)
			}
			growing := slices.ContainsFunc(stops, func(s *stop) bool { // who came last has not had all the time; of a guess nothing follows
				return !m.count(s.entity).Known || m.count(s.entity).Rate > 0 || s.entity.Kept.Known || s.entity.Relation != nil && s.entity.Relation.own()
			})
			keyed := table.keyed(stops)
			all := func(s *stop) float64 {
				n, _ := table.each(m, stops, s, keyed)
				of, _ := m.countOr(s.entity)
				return of.after(m.horizon()).Typ * n.after(m.horizon()).Typ
			}
			if whole := follow(stops, keyed); !growing {
				for _, s := range stops {
					if by := all(s) / all(stops[0]); whole[s.at] && s != stops[0] && m.taking(s) == 1 {
						if compared++; by > unequal || by < 1/unequal {
							t.Errorf("%s: %s has %.0f rows counted from its rows, %.0f from %s", name, table, all(stops[0]), all(s), s.entity.Name.Text)
						}
					}
				}
			}
			if i := slices.IndexFunc(table.Columns, func(c *Column) bool {
				return c.Role == Regular && c.at == table.join.places[0] && c.Attr.Of == table.Entity
			}); i >= 0 && slices.ContainsFunc(stops[0].down, func(s *stop) bool { return !s.link.many && s.link.back().many() }) {
				written++
				if of, copies := table.Writes(m), count(table.copies(m, table.Columns[i])); of != copies {
					t.Errorf("%s: a new %s writes %d rows of %s, a change of its %s %d", name, table.Entity.Name.Text, of, table, table.Columns[i].Name, copies)
				}
			}
		}
	}
	if compared < 20 || written < 10 {
		t.Errorf("only %d counts and %d writes are compared", compared, written)
	}
}

// kin is a model of relationships of an entity with itself, asked from either end.
const kin = `model kin

entity Keeper 2000
  keeper_id  uuid  key
  name       text 30

entity Queen 9k
  queen_id   uuid  key
  mark       text 6
  born_on    date

relate Keeper follows Keeper  0..5..150 : 0..5..50 as Following
  since  date
relate Queen mothers Queen  1 : 0..1..200
relate Keeper keeps Queen  1 : 0..5..9

question Q1 Followers of a keeper
  given  Keeper.keeper_id via follows right as followed_id
  order  since desc
  want   Keeper: name

question Q2 Whom a keeper follows
  given  Keeper.keeper_id via follows left as follower_id
  order  since desc
  want   Keeper: name

question Q3 Daughters of a queen
  given  Queen.queen_id via mothers left as mother_id
  order  born_on desc
  want   Queen: mark, born_on

question Q4 Mother of a queen
  given  Queen.queen_id via mothers right as daughter_id
  want   Queen: mark

question Q5 Since when others follow a keeper
  given  keeper_id via follows right as followed_id
  want   Following: since

question Q6 Since when a keeper follows others
  given  keeper_id via follows left as follower_id
  order  since
  want   Following: since

question Q7 Queens of those whom a keeper follows
  given  Keeper.keeper_id via follows left as follower_id
  want   Queen: mark
`

// TestEitherEnd: a relationship of an entity with itself is asked from either end: the number
// of that end sizes it, and the key holds what tells its rows apart.
func TestEitherEnd(t *testing.T) {
	text := strings.NewReplacer("0..5..150 : 0..5..50", "0..30..150 : 0..5..50", "0..1..200", "0..10..200").Replace(kin)
	m, slips := Parse(diag.NewSource("", text))
	d := m.Design()
	var got []string
	for _, a := range d.Accesses {
		s := a.Question.ID.Text + ":"
		for _, c := range a.Table.Columns {
			if c.Role <= Clustering {
				s += " " + c.Role.Mark() + " " + c.Name
			}
		}
		got = append(got, s+fmt.Sprint(", ", a.Rows.Typ))
	}
	want := []string{"Q1: K followed_id C since C keeper_id, 30", "Q2: K follower_id C since C keeper_id, 5", "Q3: K mother_id C born_on C queen_id, 10", "Q4: K daughter_id, 1",
		"Q5: K followed_id C keeper_id, 30", "Q6: K follower_id C since C keeper_id, 5", "Q7: K follower_id C queen_id, 22.5"} // each of 5 keepers whom one follows has 4.5 of the queens: 90,000 of 20,000
	if len(slips) > 0 || !slices.Equal(got, want) {
		t.Errorf("%v\n%s\nwant\n%s", slips, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, f := range d.Findings {
		if strings.Contains(f.Message, "either end") {
			t.Error(f.Message)
		}
	}
}

// clinic is a model of twelve questions in which one way passes what another one passes.
func clinic(t testing.TB) *Model {
	t.Helper()
	b, err := os.ReadFile("testdata/clinic.model")
	if err != nil {
		t.Fatal(err)
	}
	src := diag.NewSource("clinic.model", string(b))
	m, list := Parse(src)
	if len(list) > 0 {
		t.Fatal(diag.Render(src, list))
	}
	return m
}

func TestClinic(t *testing.T) {
	d := clinic(t).Design()
	golden(t, "clinic.golden", describe(d))
	for name, want := range map[string]int64{
		"issued":    3 + 3, // 3 medicines of one prescription, in two tables
		"starts_at": 3,
		"specialty": 3, // in 2 clinics, and once by itself
	} {
		if i := slices.IndexFunc(d.Facts, func(f *Fact) bool { return f.Attr.Name.Text == name }); i < 0 || d.Facts[i].Writes != want {
			t.Errorf("a change of %s does not write %d rows", name, want)
		}
	}
	for name, want := range map[string]struct {
		columns string
		writes  int64
	}{
		"medicines_by_patient":   {"patient_id K; prescription_issued C↓; prescription_id C↑; code C↑; name; dosage", 3},
		"appointments_by_doctor": {"doctor_id K; starts_at C↓; appointment_id C↑; status; patient_name", 1}, // for both directions
		"patients_by_doctor":     {"doctor_id K; name C↑; patient_id C↑", 1},
	} {
		table := d.Table(name)
		if got := notation(table, false); got != want.columns {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want.columns)
		}
		if got := table.Writes(d.Model); got != want.writes {
			t.Errorf("%s: a new fact writes %d rows, want %d", name, got, want.writes)
		}
	}
}

// TestKeysNeedNoMore: a column of a key by which rows are told apart is needed, in every
// model: without it there are fewer keys than rows. What the check then says it lacks is
// that column, and its fix puts it back.
func TestKeysNeedNoMore(t *testing.T) {
	texts := shipped(t)
	texts["clinic.model"] = clinic(t).Source.Text
	n := 0
	for name, text := range texts {
		m, _ := Parse(diag.NewSource(name, text))
		d := m.Design()
		for _, table := range d.Tables {
			for _, c := range table.ClusteringKey() {
				if c.Rule != RuleIdentity || len(table.Questions[0].Unique) > 0 || len(table.Questions) > 1 {
					continue
				}
				n++
				fix, _ := d.Move(table, c.Name, Regular, 0)
				out, _ := Parse(diag.NewSource(name, fix.Apply(text)))
				without := out.Design()
				i := slices.IndexFunc(without.Findings, func(f diag.Diagnostic) bool {
					return strings.HasSuffix(f.Message, "does not keep every row: it lacks "+c.Name)
				})
				if i < 0 {
					t.Errorf("%s: %s is not needed", table, c.Name)
					continue
				}
				back, _ := Parse(diag.NewSource(name, without.Findings[i].Fixes[0].Apply(out.Source.Text)))
				for _, f := range back.Design().Findings {
					if strings.Contains(f.Message, "does not keep every row") {
						t.Errorf("%s: %s stays after the fix", table, f.Message)
					}
				}
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d columns", n)
	}
}

// TestOpenEnds: a number without an upper end is worked out from the other side and from
// how many there are; it is said that partitions have no bound, and each cure is one.
func TestOpenEnds(t *testing.T) {
	text := clinic(t).Source.Text
	for _, c := range []struct{ line, with, taken string }{
		{"holds Appointment  1 : 0..5..30 per day", "holds Appointment  1 : n", "8,333 Appointments of one Doctor (at most 83,333)"},
		{"holds Appointment  1 : 0..5..30 per day", "holds Appointment  1 : 0..n", "8,333 Appointments of one Doctor (at most 83,333)"},
		{"hosts Appointment  1 : 0..91..1600 per day", "hosts Appointment  1 : n", "166,667 Appointments of one Clinic (at most 1.7\u00a0million)"},
		{"has Appointment  1 : 0..50..400", "has Appointment  1 : 0..2000..n", "20,000 Appointments of one Patient"},
		{"has Appointment  1 : 0..50..400", "has Appointment  1 : 5..n", "50 Appointments of one Patient (at most 500)"},
		{"works at Clinic  1..40..300 :", "works at Clinic  1..n :", "40 Doctors of one Clinic (at most 400)"},
	} {
		m, _ := Parse(diag.NewSource("", strings.Replace(text, c.line, c.with, 1)))
		open := func(d *Design) (out []Guess) {
			return slices.DeleteFunc(d.Guesses(), func(g Guess) bool { return !g.Open })
		}
		list := open(m.Design())
		if len(list) != 1 || list[0].Taken != c.taken {
			t.Errorf("%s: %v", c.with, list)
			continue
		}
		for _, f := range list[0].Fixes {
			cured, slips := Parse(diag.NewSource("", f.Apply(m.Source.Text)))
			if len(slips) > 0 || len(open(cured.Design())) > 0 {
				t.Errorf("%s: %q cures nothing: %v", c.with, f.Title, slips)
			}
		}
		if !slices.ContainsFunc(m.Design().Findings, func(d diag.Diagnostic) bool {
			return d.Severity == diag.Advice && strings.Contains(d.Message, "have no bound")
		}) {
			t.Errorf("%s: nobody says that partitions have no bound", c.with)
		}
	}
}

// TestBucketsFitWhatIsAsked: a partition that has to be cut is cut to what one question
// asks for, unless that would be a partition for a few rows; a range of a time divides
// everything by itself; how long a range is, is asked for.
func TestBucketsFitWhatIsAsked(t *testing.T) {
	const events = "entity Shop 10\n  shop_id int key\nentity Sale 40M\n  sale_id timeuuid key\n  sold_at timestamp\n  note text 200\nrelate Shop makes Sale 1 : 0..4M..8M\n"
	const rare = "entity Shop 10\n  shop_id int key\nentity Sale 4000\n  sale_id timeuuid key\n  sold_at timestamp\n  note blob 600000\nrelate Shop makes Sale 1 : 0..400..800\n"
	const people = "entity Patient 200k\n  patient_id uuid key\n  name text 20\n  born date\n"
	const sales = "question Q1 Sales\n  given shop_id\n  range sold_at %\n  want Sale: note\n"
	for _, c := range []struct {
		text, length string
		key          string
		reads        int64
		asked        string // what nobody said
	}{
		{events + sales, "1 hour", "shop_id, hour", 2, ""},
		{events + sales, "7 days", "shop_id, day", 8, ""}, // a month would be too large
		{rare + sales, "1 day", "shop_id, month", 2, ""},  // a day has none, mostly
		{rare + sales, "", "shop_id, month", 60, "how long a range of sold_at Q1 asks for"},
		{people + "question Q1 Born\n  range born %\n  want Patient: name\n", "1 year", "year", 2, ""},
		{people + "question Q1 Born\n  range born %\n  want Patient: name\n", "30 days", "month", 2, ""},
		{people + "question Q1 Born\n  range born %\n  want Patient: name\n", "", "shard", 1, "how long a range of born Q1 asks for"},
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(c.text, "%", c.length, 1)))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		var key []string
		for _, col := range d.Tables[0].PartitionKey() {
			key = append(key, col.Name)
		}
		a := d.Accesses[0]
		if got := strings.Join(key, ", "); got != c.key || a.Partitions != c.reads {
			t.Errorf("a range of %q: partitions by %s, of which %d are read; want %s, %d", c.length, got, a.Partitions, c.key, c.reads)
		}
		if said := a.Repeated(); (said != "") != (a.Partitions > 1) || said != "" && !strings.Contains(said, d.Tables[0].PartitionKey()[len(key)-1].Name) {
			t.Errorf("%q reads %d partitions: %q", c.length, a.Partitions, said)
		}
		asked := ""
		for _, g := range d.Guesses() {
			asked += g.What
			if again, _ := Parse(diag.NewSource("", g.Fixes[0].Apply(m.Source.Text))); len(again.Design().Guesses()) > 0 {
				t.Errorf("%q: after the cure it is asked again", c.length)
			}
		}
		if asked != c.asked {
			t.Errorf("a range of %q: asked %q, want %q", c.length, asked, c.asked)
		}
	}
}

// TestEverythingAtOnce: what no value and no time divides lies in one partition if that can take
// all rows, all that come and all readers, else in as many as it fills, or four.
func TestEverythingAtOnce(t *testing.T) {
	const halls = "entity Hall COUNT\n  hall_no int key\n  opened timestamp\n  plan blob 90000\nquestion Q1 All halls\n  ORDER\n  want Hall: opened, plan\nOFTEN\n"
	for _, c := range []struct {
		count, order, often, table string
		key                        string
		parts                      int64
	}{
		{"85", "order hall_no", "", "", "shard", 1},
		{"85", "order hall_no", "  often 200/s", "", "shard", 4},
		{"85k", "order hall_no", "", "", "shard", 766},
		{"85", "order hall_no", "", "table halls for Q1\n  spread none\n", "shard", 1},
		{"85", "order hall_no", "", "table halls for Q1\n  spread 3\n", "shard", 3},
		{"85", "order opened desc", "", "", "year", 0},
		{"85", "order opened desc", "", "table halls for Q1\n  bucket none\n", "shard", 1},
		{"200k/day", "order opened desc", "", "", "hour, shard", 4},
	} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("COUNT", c.count, "ORDER", c.order, "OFTEN", c.often).Replace(halls)+c.table))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		key, parts := "", int64(0)
		for i, col := range m.Design().Tables[0].PartitionKey() {
			if i > 0 {
				key += ", "
			}
			if key += col.Name; col.Spread != nil {
				parts = col.Spread.Parts
			}
		}
		if key != c.key || parts != c.parts {
			t.Errorf("%s halls, %s%s %q: partitions by %s, %d parts, want %s, %d", c.count, c.order, c.often, c.table, key, parts, c.key, c.parts)
		}
	}
}

// TestViaIsSaidOnce: what one value of an entity says of the way to it holds for the others of
// the question, unless one has a name of its own.
func TestViaIsSaidOnce(t *testing.T) {
	const text = "entity Astronomer 300\n  astronomer_id uuid key\n  name text 20\nentity Program 4k\n  program_id uuid key\nrelate Astronomer leads Program 1 : 0..10..40\nrelate Astronomer works on Program 1..3..20 : 0..40..200\n"
	for question, rows := range map[string]float64{
		"given astronomer_id via works on\n  want Program: Astronomer.name":           40,
		"given astronomer_id\n  want Program: Astronomer.name via works on":           40,
		"given astronomer_id\n  want Program: Astronomer.name via leads":              13, // of 300, and 4,000 are led
		"given astronomer_id via works on\n  want Program: Astronomer.name via leads": 40,
	} {
		m, slips := Parse(diag.NewSource("", text+"question Q1 Programs\n  "+question+"\n"))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		if a := d.Accesses[0]; math.Floor(a.Rows.Typ) != rows {
			t.Errorf("%q reads %v rows, want %v: %v", question, a.Rows.Typ, rows, d.CQL)
		}
		for _, f := range d.Findings {
			if strings.Contains(f.Message, "takes the way") && strings.Contains(question, "works on\n") {
				t.Errorf("%q: %s", question, f.Message)
			}
		}
	}
}

// TestUnevenValues: what the values of few kinds divide is said to be divided evenly, and
// how much one of them may have.
func TestUnevenValues(t *testing.T) {
	m, slips := Parse(diag.NewSource("", "entity Patient 200\n  patient_id uuid key\nentity Measurement within Patient\n  taken_at timestamp key\n  kind text 8 distinct 12\n  value double\n"+
		"relate Patient measures Measurement 1 : 0..1..1440 per day\nquestion Q1 Of a kind\n  given patient_id, kind\n  range taken_at 30 days\n  want Measurement: taken_at, value\n"))
	if len(slips) > 0 {
		t.Fatal(slips)
	}
	d := m.Design()
	z := d.Tables[0].Size
	for _, o := range d.Alternatives(d.Tables[0]) { // by kind, by months of it, or by neither
		then := o.Fix.Title != "make kind a clustering column"
		if !strings.Contains(o.Now.String(), " if evenly, ") || strings.Contains(o.Then.String(), " if evenly, ") != then {
			t.Errorf("%s: %s, then %s", o.Fix.Title, o.Now, o.Then)
		}
	}
	if want := " if rows are spread evenly over 12 values of kind"; z.IfEven() != want {
		t.Errorf("%q, want %q", z.IfEven(), want)
	}
	if len(z.Even) != 1 || z.Even[0] != "kind" || z.Uneven != 12*z.Max {
		t.Errorf("of %d bytes even %v, uneven %d", z.Max, z.Even, z.Uneven)
	}
}

// TestNumbersAreThoseOfTheHorizon: a number of a relationship is how many there are at the
// horizon, also where a rate says how they come; partitions are no more than rows; what
// has expired is in none; and a screenful of the newest rows takes as many buckets as it
// needs.
func TestNumbersAreThoseOfTheHorizon(t *testing.T) {
	const text = "horizon 1000 days\nentity Player 10k\n  player_id uuid key\nentity Game GAMES\n  game_id uuid key\n  played_at timestamp\n  day date\nrelate Player plays Game  1 : EACH\nrelate Player watches Game  1 : EACH\n" +
		"question Q1 Newest games\n  given Player.player_id via plays\n  order played_at desc\n  want Game: game_id\n  limit 20\ntable games for Q1\n  BUCKET\n" +
		"question Q2 Games of two\n  given Player.player_id via plays as one, Player.player_id via watches as other\n  want Game: game_id\n" +
		"question Q3 Games of a day\n  given Player.player_id via plays, day\n  want Game: game_id\n"
	for _, c := range []struct {
		games, each, bucket      string
		rows, most, partitions   float64 // of Q1
		reads, pairs, partsOfDay int64
	}{
		{"1M", "0..100..500", "bucket none", 100, 500, 10_000, 1, 1_000_000, 1_000_000},
		{"1k/day", "0..100..500", "bucket none", 100, 500, 10_000, 1, 1_000_000, 1_000_000}, // the same games
		{"500k + 500/day", "0..100..500", "bucket none", 100, 500, 10_000, 1, 1_000_000, 1_000_000},
		{"2k/day", "0..100..500", "bucket none", 200, 500, 10_000, 1, 2_000_000, 2_000_000}, // more than was said
		{"1k/day", "0..100..500", "bucket day of played_at", 0.1, 0.5, 1_000_000, 200, 1_000_000, 1_000_000},
		{"1k/day, kept 100 days", "0..10..50", "bucket none", 10, 50, 10_000, 1, 100_000, 100_000},
		{"20k/day, kept 100 days", "0..200..500", "bucket none", 200, 500, 10_000, 1, 2_000_000, 1_000_000},
	} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("GAMES", c.games, "EACH", c.each, "BUCKET", c.bucket).Replace(text)))
		d := m.Design()
		if len(slips) > 0 || len(d.Tables) != 3 {
			t.Fatal(slips, d.Tables)
		}
		rows, partitions, _ := d.Tables[0].rows(m)
		rows = rows.after(m.horizon())
		if near := func(a, b float64) bool { return math.Abs(a-b) <= b/100 }; !near(rows.Typ, c.rows) || !near(rows.Hi, c.most) || !near(partitions, c.partitions) {
			t.Errorf("%+v: %v partitions of %v rows, at most %v", c, partitions, rows.Typ, rows.Hi)
		}
		if a := d.Accesses[0]; a.Fewest != c.reads || a.First != (a.Partitions == c.reads+1) { // one more where a newest page goes over the end of a bucket
			t.Errorf("%+v: Q1 reads %d partitions, %s", c, a.Fewest, a)
		}
		if two, day := d.Tables[1].Size.Partitions, d.Tables[2].Size.Partitions; two != c.pairs || day != c.partsOfDay {
			t.Errorf("%+v: %d partitions of two players, %d of a day", c, two, day)
		}
	}
}

// TestPartitionsAreThoseOfRows: a table has the partitions of the rows that are there at once,
// and never more than these.
func TestPartitionsAreThoseOfRows(t *testing.T) {
	const text = "horizon 2 years\nentity Repo 40k\n  repo_id uuid key\nentity Build JOBS KEPT\n  build_id uuid key\n  branch text 24 BRANCHES\nentity Line within Build LINES\n  line_no int key\n" +
		"relate Repo runs Build 1 : 0..8..2000 per day\nrelate Build prints Line 1 : 10..1500..9000\n" +
		"question Q1 Lines\n  given build_id\n  want Line\nquestion Q2 Of a branch\n  given repo_id, branch\n  want Build\nquestion Q3 One\n  given build_id\n  want Build\n"
	for _, c := range []struct {
		builds, kept, lines, branches string
		logs, branched, one           int64
		evenly                        string
	}{
		{"0 + 300k/day", "", "", "distinct 100", 219e6, 4e6, 219e6, "100 values of branch"},
		{"0 + 300k/day", "", "kept 90 days", "distinct 100", 27e6, 4e6, 219e6, "100 values of branch"},
		{"1M + 300k/day", "", "kept 90 days", "distinct 100", 27e6, 4e6, 220e6, "100 values of branch"},
		{"300M + 300k/day", "", "kept 90 days", "distinct 100", 519e6, 4e6, 519e6, "100 values of branch"}, // they stay, and have lines at once
		{"0 + 300k/day", "kept 1 year", "", "distinct 5000000", 109_500_000, 109_500_000, 109_500_000, "5,000,000 values of branch"},
		{"0 + 300k/day", "kept 1 day", "", "distinct 5000000", 300e3, 300e3, 300e3, "5,000,000 values of branch"}, // lines go with it
		{"0 + 300k/day", "", "", "", 219e6, 4e6, 219e6, "100 values of branch"},                                   // nobody said it
		{"0 + 300k/day", "", "", "distinct 5000000", 219e6, 219e6, 219e6, "5,000,000 values of branch"},           // not the 233.6M of 8 a day
	} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("JOBS", c.builds, "KEPT", c.kept, "LINES", c.lines, "BRANCHES", c.branches).Replace(text)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		of := func(i int) Size { return d.Tables[i].Size }
		if of(0).Partitions != c.logs || of(1).Partitions != c.branched || of(2).Partitions != c.one || strings.Join(of(1).Evenly, ", ") != c.evenly || len(of(2).Evenly) > 0 {
			t.Errorf("%+v: %d, %d, %d partitions, even over %v", c, of(0).Partitions, of(1).Partitions, of(2).Partitions, of(1).Evenly)
		}
	}
}

// TestTotal: all tables together, and where no usual cluster holds them.
func TestTotal(t *testing.T) {
	const text = "keyspace k rf 2\nentity Photo 100M\n  photo_id uuid key\n  data blob 1M\nquestion Q1 One\n  given photo_id\n  want Photo\n"
	for _, c := range []struct{ photos, want string }{
		{"100M", "All tables have about 100\u00a0TB after 5 years, 200\u00a0TB with all copies"},
		{"20M", ""},
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, "100M", c.photos, 1)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		said := slices.ContainsFunc(m.Design().Findings, func(f diag.Diagnostic) bool {
			return strings.HasPrefix(f.Message, "All tables have") && strings.HasPrefix(f.Message, c.want)
		})
		if said != (c.want != "") {
			t.Errorf("%s: %v, want %q", c.photos, m.Design().Findings, c.want)
		}
	}
}

// TestRareRows: a question for few of many rows says how far it may go until it has found
// them, and that a queue is one; a range ends that.
func TestRareRows(t *testing.T) {
	const text = "horizon 2 years\nentity Job 0 + 1.8M/day\n  job_id uuid key\n  state text 9 WORD\n  began_at timestamp\nquestion Q1 Those\n  given state\n  order began_atDIR\n  want Job: job_id\n  limit 50\ntable jobs for Q1\n  bucket hour of began_at\n"
	for _, c := range []struct {
		word, dir string
		queue     bool
	}{{"changes", "", true}, {"changes", " desc", false}} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("WORD", c.word, "DIR", c.dir).Replace(text)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		i := slices.IndexFunc(d.Findings, func(f diag.Diagnostic) bool { return strings.Contains(f.Message, "up to 17,520") })
		if a := d.Accesses[0]; i < 0 || strings.Contains(d.Findings[i].Message, "queue") != c.queue || a.Most != 17520 || a.First && !strings.Contains(a.String(), "up to 17,520") || !strings.Contains(a.String(), "equally common, taking 100 different values of state") {
			t.Errorf("%+v: %v, %s", c, d.Findings, d.Accesses[0])
			continue
		}
		again, slips := Parse(diag.NewSource("", d.Findings[i].Fixes[0].Apply(m.Source.Text)))
		if a := again.Design().Accesses[0]; len(slips) > 0 || a.rare() || a.Partitions != 25 {
			t.Errorf("%+v: after the cure %v %s", c, slips, a)
		}
	}
}

// TestBucketsAreCountedByOneRule: a newest page is a range as long as its rows take to come;
// of both the end of a bucket costs one more, the load is that on average, and the newest
// bucket of one owner serves its questions only. A range that an index finds brings back its
// share of the rows.
func TestBucketsAreCountedByOneRule(t *testing.T) {
	const text = "horizon 1000 days\nentity Shop 100\n  shop_id int key\nentity Sale\n  sale_id uuid key\n  sold_at timestamp\n  price int distinct 1000\nrelate Shop makes Sale 1 : 0..20..20 per day\n" +
		"question Q1 Sales\n  given shop_id\n  LINES\n  want Sale: sale_id\n  often 2000/s\ntable sales for Q1\n  bucket UNIT of sold_at\n"
	for _, c := range []struct{ unit, newest, as, said string }{
		{"day", "order sold_at desc\n  limit 10", "range sold_at 12 hours\n  order sold_at desc", "1 or 2 partitions"},
		{"day", "order sold_at desc\n  limit 40", "range sold_at 2 days\n  order sold_at desc", "2 or 3 partitions"},
		{"year", "order sold_at desc\n  limit 20", "range sold_at 1 day\n  order sold_at desc", "1 or 2 partitions"},
	} {
		var usual, hot [2]float64
		for i, lines := range []string{c.newest, c.as} {
			m, slips := Parse(diag.NewSource("", strings.NewReplacer("LINES", lines, "UNIT", c.unit).Replace(text)))
			if len(slips) > 0 {
				t.Fatal(slips)
			}
			a := m.Design().Accesses[0]
			if usual[i], hot[i] = a.Usual, a.Hottest(); !strings.HasPrefix(a.String(), c.said) || a.First != (i == 0) {
				t.Errorf("%s: %s, want %s", lines, a, c.said)
			}
		}
		if math.Abs(usual[0]-usual[1]) > 0.01 || usual[0] <= 1 || hot[0] > 22 || hot[1] > hot[0] {
			t.Errorf("%+v: on average %v partitions, one of them %v times a second", c, usual, hot)
		}
	}
	m, slips := Parse(diag.NewSource("", strings.NewReplacer("LINES", "order sold_at\n  range price 10", "UNIT", "year").Replace(text)+"  key (shop_id, year), sold_at, sale_id\n  index price\n"))
	if len(slips) > 0 {
		t.Fatal(slips)
	}
	if a := m.Design().Accesses[0]; len(a.Indexed) != 1 || math.Abs(a.Rows.Typ-20*1000/100) > 30 {
		t.Errorf("an index by price: %s", a)
	}
}

// TestOfItsPair: where a question names an attribute of a pair, what it is given is the other
// side of that pair, and not what another relationship leads to; where the text says the other
// one, the key tells the pairs apart all the same.
func TestOfItsPair(t *testing.T) {
	const text = "entity House 20\n  code text 6 key\nrelate House employs Person 1 : 0..400..900\nentity Person 8k\n  person_id uuid key\n  name text 20\nentity Program 3k\n  program_id text 10 key\n  title text 80\nrelate Person leads Program 1 : 0..20\nrelate Person joins Program 1..6..60 : 0..2..40 as Membership\n  role text 12\n  since date\n"
	for _, c := range []struct{ question, want string }{
		{"given person_id\n  order since desc\n  want Program: title, role", "K person_id C since C program_id  title  role, 2 rows; Q1 takes the way to person_id by Membership; another one leads there by leads"},
		{"given person_id\n  order since desc\n  want Program: title", "K person_id C since C program_id  title, 2 rows; Q1 takes the way to person_id by Membership; another one leads there by leads"},
		{"given program_id\n  want Person: name, role", "K program_id C person_id  name  role, 5 rows; Q1 takes the way to program_id by Membership; another one leads there by leads"},
		{"given person_id\n  want Program: title", "K person_id C program_id  title, 1 rows; Q1 takes the way to person_id by leads; another one leads there by Membership"}, // whom one leads
		{"given code\n  order since desc\n  want Program: title, role", "K house_code C since C person_id C program_id  title  role, 800 rows; Q1 takes the way to code by Membership and employs; another one leads there by leads and employs"},
		{"given code\n  want Program: title", "K house_code C program_id  title, 150 rows; Q1 takes the way to code by leads and employs; another one leads there by Membership and employs"},
		{"given program_idd\n  want Person: name, role", "there is no attribute program_idd"}, // and nothing that follows from it
		{"given program_id\n  want Person: name", "2 ways of equal length lead from Person to Program: by leads, or by Membership"},
		{"given person_id via leads\n  order since desc\n  want Program: title, role", "K leads_person_id C since C person_id C program_id  title  role, 2 rows"},
	} {
		m, slips := Parse(diag.NewSource("", text+"question Q1 Those\n  "+c.question+"\n"))
		if len(slips) > 0 {
			if len(slips) > 1 || slips[0].Message != c.want {
				t.Errorf("%s: %v", c.question, slips)
			}
			continue
		}
		d := m.Design()
		table, got := d.Tables[0], ""
		for _, col := range table.Columns {
			got += strings.TrimRight(col.Mark(), "↑↓") + " " + col.Name + " "
		}
		got = strings.TrimSpace(got) + ", " + digits(int64(table.Size.Rows.Typ)) + " rows"
		for _, f := range d.Findings {
			if strings.Contains(f.Message, " takes the way ") {
				got += "; " + f.Message
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.question, got, c.want)
		}
	}
}

// TestWhatIsUsualFollows: where the text says the fewest and the most, what is usual follows
// from how many there are, as far as that is known otherwise.
func TestWhatIsUsualFollows(t *testing.T) {
	for _, c := range []struct {
		notes, each, writes string
		rows                float64
		contradicts         bool
	}{
		{"80k", "0..5000", "0..10..3000", 0.16, false},
		{"", "0..5000", "0..10..3000", 0.16, false},
		{"", "0..0..5000", "0..10..3000", 0.16, false}, // nothing is no mean
		{"80k", "1..5000", "0..10..3000", 2500.5, true},
		{"80k", "0..10..5000", "0..10..3000", 10, true},
		{"", "0..5000", "0..3000", 2500, false}, // nobody knows, as is said
		{"", "0..0..5000", "0..3000", 0, false},
	} {
		m, slips := Parse(diag.NewSource("", "entity Person 8k\n  person_id uuid key\nentity Target 500k\n  target_id uuid key\nentity Note "+c.notes+"\n  note_id uuid key\nrelate Person writes Note 1 : "+c.writes+"\nrelate Note describes Target "+c.each+" : 1\nquestion Q1 Notes\n  given target_id\n  want Note\n"))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		contradicts := slices.ContainsFunc(d.Findings, func(f diag.Diagnostic) bool { return strings.Contains(f.Message, "contradict") })
		if got := m.Relationships[1].Left.Typ; got != c.rows || contradicts != c.contradicts {
			t.Errorf("%+v: usually %v, contradicts %v", c, got, contradicts)
		}
		var said []string
		for _, g := range d.Guesses() {
			said = append(said, g.What)
		}
		if want := "how many Notes belong to one Target on average"; slices.Contains(said, want) != ((c.rows == 0 || c.rows >= 2500) && !c.contradicts) { // there are 80k, whatever the other number comes to
			t.Errorf("%+v: guesses are %v", c, said)
		}
	}
}

// TestRowsStayAsLongAsTheirTableSays: the time to live of a table decides what is still there,
// and nothing else: neither that of a thing whose time its rows have, nor one that the author
// has replaced.
func TestRowsStayAsLongAsTheirTableSays(t *testing.T) {
	const text = "horizon 2 years\nentity Scope 1\n  scope_id uuid key\nentity Shot kept 100 days\n  shot_id uuid key\n  taken_at timestamp\nentity Log\n  log_id uuid key\nrelate Scope takes Shot 1 : 10 per day\nrelate Shot has Log 1 : 1..3\n"
	for _, c := range []struct {
		rest       string
		partitions int64
	}{
		{"entity Ad 1k kept 73 days\n  ad_id uuid key\n  label text 9\n  views counter\nquestion Q1 Ads\n  given ad_id\n  want Ad: label\n", 1000},
		{"entity Ad 1k kept 73 days\n  ad_id uuid key\n  label text 9\n  views counter\nquestion Q1 Views\n  given ad_id\n  want Ad: views\n", 10_000}, // of two years
		{"entity Ad 1k kept 50 days\n  ad_id uuid key\n  label text 9\nquestion Q1 Ads\n  given ad_id\n  want Ad: label\ntable s for Q1\n  ttl 10 days\n", 200},
		{"question Q1 Shots\n  given scope_id\n  order taken_at\n  want Shot\ntable s for Q1\n  bucket day of taken_at\n", 100},
		{"question Q1 Shots\n  given scope_id\n  order taken_at\n  want Shot\ntable s for Q1\n  bucket day of taken_at\n  ttl 300 days\n", 300},
		{"question Q1 Logs\n  given scope_id\n  order taken_at\n  want Log\ntable s for Q1\n  bucket day of taken_at\n", 730},
		{"question Q1 Logs\n  given scope_id\n  order taken_at\n  want Log\ntable s for Q1\n  bucket day of taken_at\n  ttl 50 days\n", 50},
	} {
		m, slips := Parse(diag.NewSource("", text+c.rest))
		if got := m.Design().Tables[0].Size.Partitions; len(slips) > 0 || got != c.partitions {
			t.Errorf("%s: %d partitions, want %d; %v", c.rest, got, c.partitions, slips)
		}
	}
}

// TestCountersDoNotExpire: what counts stays, and is said to; two numbers of what expires are
// compared as far as it is still there.
func TestCountersDoNotExpire(t *testing.T) {
	const text = "horizon 2 years\nentity Scope 48\n  scope_id uuid key\nentity Program 3k\n  program_id uuid key\nentity Shot kept 90 days\n  shot_id uuid key\n  loads counter\nrelate Scope takes Shot 1 : 300 per day\nrelate Program orders Shot 1 : EACH\nquestion Q1 Loads\n  given shot_id\n  want Shot: loads\n"
	for _, c := range []struct {
		each        string
		contradicts bool
	}{{"0..450..9000", false}, {"0..7k..200k", true}} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, "EACH", c.each, 1)))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		var said string
		for _, f := range d.Findings {
			said += f.Message + "\n"
		}
		if strings.Contains(said, "make 1,300,000 that are still there") != c.contradicts || !strings.Contains(said, "does not expire") || d.Tables[0].Size.Partitions != 48*300*730 {
			t.Errorf("%s: %d partitions\n%s", c.each, d.Tables[0].Size.Partitions, said)
		}
	}
}

// TestWhoHasNoneHasNoPartition: of those a few of which have what lies on the way to a row, no
// more have a partition, and each of these has the rows of all.
func TestWhoHasNoneHasNoPartition(t *testing.T) {
	const text = "entity Person 8k\n  person_id uuid key\nentity Program 3k\n  program_id uuid key\nentity Task\n  task_id uuid key\nentity Place 12\n  place_id uuid key\n  sign text 9\nrelate Person leads Program 1 : 0..0.375..20\nrelate Program has Task 1 : EACH\nrelate Place sees Task 1 : 0..2500..9k\n"
	for _, c := range []struct {
		each, want string
		partitions int64
		rows       float64
	}{
		{"0..10..90", "Task", 3000, 10},
		{"0..0.5..90", "Task", 1500, 1}, // 1,500 tasks
		{"0..10..90", "Place", 3000, 12 * (1 - math.Exp(-10.0/12))},
		{"0..10..90", "Program", 3000, 1}, // at most one row each, as the number of rows says
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, "EACH", c.each, 1)+"question Q1 Those\n  given person_id\n  want "+c.want+"\n"))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		if c.want == "Place" { // in a partition of each of its 2,500 programs' persons, of 3,000
			if f := d.Facts[0]; f.Attr.Name.Text != "sign" || f.Writes != int64(math.Round(3000*(1-math.Exp(-2500.0/3000)))) {
				t.Errorf("a change of %s writes %d rows", f.Attr.Name.Text, f.Writes)
			}
		}
		size := d.Tables[0].Size
		if size.Partitions != c.partitions || math.Abs(size.Rows.Typ-c.rows) > 1e-6 {
			t.Errorf("%s of %s: %d partitions of %v rows, want %d of %v", c.want, c.each, size.Partitions, size.Rows.Typ, c.partitions, c.rows)
		}
	}
}

// TestAllTogetherHaveWhatIsUsual: rows of many things that lie together are as many as is usual
// of each, so that the largest partition is no larger than the table; those of one thing alone
// may be the most.
func TestAllTogetherHaveWhatIsUsual(t *testing.T) {
	for _, c := range []struct {
		clubs, teams string
		most         float64 // rows of one number of a team
	}{
		{"100", "1..6..30", 100},
		{"50..100..400", "1..6..30", 400},
		{"1", "1..6..30", 5},
		{"100", "1..6..30 + 6/year", 600},
	} {
		m, slips := Parse(diag.NewSource("", "horizon 5 years\nentity Club "+c.clubs+"\n  club_id uuid key\nentity Team within Club\n  team_no int key distinct 6\n  name text 20\nrelate Club has Team 1 : "+c.teams+"\nquestion Q1 Teams of a number\n  given team_no\n  want Team: name\n"))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		table := m.Design().Tables[0]
		if got := table.Size.Rows.Hi; got != c.most {
			t.Errorf("%s clubs, %s teams: at most %v rows of a number, want %v", c.clubs, c.teams, got, c.most)
		}
		if z := table.Size; z.Rows.Lo == z.Rows.Hi && float64(z.Max)*float64(z.Partitions) > z.Total*1.01 {
			t.Errorf("%s clubs, %s teams: %d partitions of %d bytes, in all %v", c.clubs, c.teams, z.Partitions, z.Max, z.Total)
		}
	}
}

// TestARangeOfDatesInTheKey: dates lie over the time that sizes look ahead, also where they are
// the key of what an owner has; only where there are more than days of it, or where owners
// pass, they follow one another.
func TestARangeOfDatesInTheKey(t *testing.T) {
	const text = "entity Player PLAYERS\n  fide_id int key\nentity Rating within Player\n  period date keyMORE\n  kind text 5KIND\n  rating smallint\nrelate Player has Rating 1 : EACH\n" +
		"question Q1 History\n  given fide_id\n  range period SPAN\n  want Rating: rating\n"
	for _, c := range []struct {
		players, more, kind, each, span string
		rows                            float64
	}{
		{"400k", "", "", "0..100..180", "1 year", 20},
		{"400k", "", " key distinct 3", "0..300..540", "1 year", 60},
		{"400k", " distinct 200", "", "0..100..180", "100 days", 50},
		{"400k", "", "", "3650", "30 days", 30},         // a day each, of ten years
		{"400/day", "", "", "0..100..180", "7 days", 7}, // those of one that passes
		{"400/day", " over 1 year", "", "100", "1 year", 100},
	} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("PLAYERS", c.players, "MORE", c.more, "KIND", c.kind, "EACH", c.each, "SPAN", c.span).Replace(text)))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		if got := m.Design().Accesses[0].Rows.Typ; math.Abs(got-c.rows) > 0.5 {
			t.Errorf("%+v: %v rows", c, got)
		}
	}
}

// TestDaysInThePartitionKeyHaveTheirRows: a range has as many rows where each day is a
// partition as where it is a slice of one: most days of a sparse time have none.
func TestDaysInThePartitionKeyHaveTheirRows(t *testing.T) {
	const text = "entity Federation 200\n  code text 3 key\nentity Tournament\n  tournament_id uuid key\n  start date\nrelate Federation hosts Tournament 1 : EACH\n" +
		"question Q1 Tournaments\n  given code\n  range start 1 year\n  want Tournament\n" +
		"entity Player 400k\n  fide_id int key\nentity Rating within Player\n  period date key\n  rating smallint\nrelate Player has Rating 1 : EACH\n" +
		"question Q2 History\n  given fide_id\n  range period 1 year\n  want Rating: rating\n"
	for _, each := range []string{"0..150..4k", "0..150..4k + 0.1/day", "18250"} {
		m, slips := Parse(diag.NewSource("", strings.ReplaceAll(text, "EACH", each)))
		d := m.Design()
		if len(slips) > 0 || len(d.Tables) != 2 {
			t.Fatal(slips, d.Tables)
		}
		for i, time := range []string{"start", "period"} {
			fix, _ := d.Move(d.Tables[i], time, Partition, 1)
			_, moved := found(t, fix.Apply(m.Source.Text), "")
			if a := moved.Accesses[i]; a.Partitions != 365 || math.Abs(a.Rows.Typ-d.Accesses[i].Rows.Typ) > 1.5 || a.Rows.Hi > 1.05*d.Accesses[i].Rows.Hi {
				t.Errorf("%s, %s: %v rows, at most %.0f, from %d partitions; as a slice %.0f, at most %.0f", each, time, a.Rows.Typ, a.Rows.Hi, a.Partitions, d.Accesses[i].Rows.Typ, d.Accesses[i].Rows.Hi)
			}
		}
	}
}

// TestMonthsInThePartitionKeyAreAskedFor: of months, of which each has one, whoever asks knows which
// there are, and reads no day between them.
func TestMonthsInThePartitionKeyAreAskedFor(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\nentity Income within Clinic\n  month date key\n  cents counter\nrelate Clinic has Income 1 : EACH\nquestion Q1 Income\n  given clinic_id\n  range month 1 year\n  want Income: cents\n"
	for each, want := range map[string]int64{"60": 12, "0..60..90": 365, "0..60..90 + 1/month": 365} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, "EACH", each, 1)))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		fix, _ := d.Move(d.Tables[0], "month", Partition, 1)
		_, moved := found(t, fix.Apply(m.Source.Text), "")
		if now, then := d.Accesses[0], moved.Accesses[0]; then.Partitions != want || math.Abs(then.Rows.Typ-now.Rows.Typ) > 1.5 {
			t.Errorf("%s: now %s, then %s, want %d partitions", each, now, then, want)
		}
		// So many partitions for 12 rows are no choice.
		if got := slices.ContainsFunc(d.Alternatives(d.Tables[0]), func(o *Alternative) bool { return o.Table.Column("month").Role == Partition }); got != (want == 12) {
			t.Errorf("%s: a partition for each month is offered: %v", each, got)
		}
	}
}

// TestSharesAreThoseOfEachValue: a table that is spread has so many partitions for each value of
// the rest of its key, as many as keep them small, and what offers other numbers of them says of
// what; a table that only a hash divides has no such value.
func TestSharesAreThoseOfEachValue(t *testing.T) {
	const text = "entity Charger 120M\n  charger_id uuid key\n  kind text 8\n  status text 9 distinct 40\n\nquestion Q1 Those\n  given status\n  want Charger: kind\n"
	for _, c := range []struct {
		text   string
		shared int64 // by which columns beside the hash
		titles string
	}{
		{text, 40, "spread each status over PARTS"},
		{strings.Replace(text, "distinct 40", "changes", 1), 1, "spread over PARTS"},
	} {
		m, slips := Parse(diag.NewSource("", c.text))
		d := m.Design()
		table := d.Tables[0]
		var parts int64
		for _, col := range table.PartitionKey() {
			if col.Spread != nil {
				parts = col.Spread.Parts
			}
		}
		if parts < 2 || table.Size.Partitions != c.shared*parts || table.Size.Max > targetBytes || len(slips) > 0 {
			t.Errorf("%d partitions of %d B, for %d of each of %d", table.Size.Partitions, table.Size.Max, parts, c.shared)
		}
		var got []string
		for _, a := range d.Alternatives(table) {
			if strings.HasPrefix(a.Fix.Title, "spread") {
				got = append(got, a.Fix.Title)
			}
		}
		want := []string{strings.Replace(c.titles, "PARTS", number.Of(2*parts, "partition"), 1), strings.Replace(c.titles, "PARTS", number.Of(parts/2, "partition"), 1)}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestATakenRelationshipHasANameOfItsOwn: an owner without a relationship gets one that is taken for
// said. It shares no name with others, so no way by it is told as a second one of the same words.
func TestATakenRelationshipHasANameOfItsOwn(t *testing.T) {
	m, list := Parse(diag.NewSource("", `entity Animal 500
  animal_id uuid key
entity Visit 6000
  visit_id uuid key
entity Treatment 12k
  treatment_id uuid key
  note text
entity Medicine 40
  medicine_id uuid key
entity Batch within Medicine
  batch_no text 8 key

relate Animal has Visit 1 : 0..12..200
relate Visit includes Treatment 1 : 0..2..10

question Q1 Treatments of an animal
  given animal_id
  want Treatment: note
`))
	if len(list) != 1 || list[0].Message != "nobody said how many Batches one Medicine has" {
		t.Fatal(list)
	}
	names := map[string]bool{}
	for _, r := range m.Relationships {
		if names[r.name()] {
			t.Error("several are called", r.name())
		}
		names[r.name()] = true
	}
	if !names["has Visit"] || !names["has Batch"] || len(names) != 3 {
		t.Error(names)
	}
	for _, d := range m.Design().Findings {
		if strings.Contains(d.Message, "another one leads there") {
			t.Error(d.Message)
		}
	}
}

// No partition has more rows than there are of what makes a row.
func TestAPartitionHoldsNoMoreThanThereAre(t *testing.T) {
	m, diags := Parse(diag.NewSource("", `model theatre
horizon 5 years
entity Theatre 12
  theatre_id uuid key
entity Hall 36
  hall_id uuid key
entity Performance 25k
  performance_id uuid key
  starts_at timestamp
relate Theatre has Hall  1 : 1..3..5
relate Hall shows Performance  1 : n
question Q1 Performances of a theatre
  given theatre_id
  order starts_at
  want Performance: starts_at
`))
	if len(diags) > 0 && diags[0].Severity == diag.Refused {
		t.Fatal(diags[0])
	}
	z := m.Design().Tables[0].Size
	if z.Rows.Hi != 25_000 || float64(z.Max) > z.Total*1.01 {
		t.Errorf("the largest partition has %v rows and %d bytes, of 25,000 rows and %.0f bytes in all", z.Rows.Hi, z.Max, z.Total)
	}
}

package model

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
)

var update = flag.Bool("update", false, "write golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update to accept):\n%s", name, got)
	}
}

// design reads a shipped model and maps it; it has no slips.
func design(t testing.TB, name string) *Design {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../content/models", name))
	if err != nil {
		t.Fatal(err)
	}
	src := diag.NewSource(name, string(b))
	m, list := Parse(src)
	if len(list) > 0 {
		t.Fatal(diag.Render(src, list))
	}
	return m.Design()
}

// describe is a design as text: tables with the rule of each column, how questions are
// answered, what is left open, what a change costs, and the findings.
func describe(d *Design) string {
	var b strings.Builder
	pad := func(s string, n int) string { return s + strings.Repeat(" ", max(n-len([]rune(s)), 0)) }
	for _, t := range d.Tables {
		b.WriteString(t.String() + "\n")
		for _, c := range t.Columns {
			b.WriteString("  " + pad(c.Name, 24) + " " + pad(c.Type, 26) + " " + pad(c.Mark(), 3) + " " + pad(c.Rule.String(), 13) + " " + c.Why + "\n")
		}
		z := t.Size
		b.WriteString("  " + number.Of(z.Partitions, "partition") + " of " + number.Of(count(z.Rows.Typ), "row") + ", " + number.Bytes(z.Now) + " now, " + number.Bytes(z.Then) + " then, at most " + number.Bytes(z.Max))
		if day, ok := t.Crossing(limitBytes); ok {
			b.WriteString(", 100 MB on day " + number.Count(day))
		}
		b.WriteByte('\n')
		for _, a := range t.Accesses {
			b.WriteString("  " + a.Question.ID.Text + ": " + a.String() + "\n      " + a.Statement + "\n")
		}
		for _, a := range d.Alternatives(t) {
			b.WriteString("  or " + a.Fix.Title + ": " + a.Question.ID.Text + " " + a.Now.String() + " → " + a.Then.String() + "\n")
		}
	}
	b.WriteString("\n")
	for _, f := range d.Facts {
		b.WriteString(f.Attr.Of.Name.Text + "." + f.Attr.Name.Text + ": " + number.Of(f.Writes, "row") + " in " + number.Of(len(f.Tables), "table") + "\n")
	}
	b.WriteString("\n" + diag.Render(d.Model.Source, d.Findings) + "\n" + d.CQL)
	return b.String()
}

func TestShippedModels(t *testing.T) {
	for name := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			golden(t, strings.TrimSuffix(name, ".model")+".golden", describe(design(t, name)))
		})
	}
}

// TestEveryQuestionIsServed asks each question of each shipped model on a session with
// its schema: accepted, one partition a statement, nothing filtered, and the sample rows
// come back.
func TestEveryQuestionIsServed(t *testing.T) {
	for name := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			d := design(t, name)
			if len(d.Accesses) != len(d.Model.Questions) || len(d.Model.Questions) == 0 {
				t.Fatalf("%d of %d questions have a table", len(d.Accesses), len(d.Model.Questions))
			}
			s := session.New(session.Settings{Now: now})
			for _, r := range s.Script(diag.NewSource("", d.CQL)) {
				if !r.Accepted() {
					t.Fatal(r.Diag.Message)
				}
			}
			for _, table := range d.Tables {
				for _, text := range d.Samples(table) {
					if r := s.Exec(text); !r.Accepted() {
						t.Fatalf("%s: %s", text, r.Diag.Message)
					}
				}
			}
			for _, a := range d.Accesses {
				if !a.Served || len(a.Filtered) > 0 || len(a.Sorted) > 0 || len(a.Missing) > 0 {
					t.Errorf("%s: %s, filtered %v, sorted %v", a.Question.ID.Text, a, a.Filtered, a.Sorted)
				}
				asks := d.Asks(a)
				if int64(len(asks)) != a.Partitions {
					t.Errorf("%s: %d statements, said to read %d partitions", a.Question.ID.Text, len(asks), a.Partitions)
				}
				for _, text := range asks {
					r := s.Exec(text)
					if !r.Accepted() {
						t.Fatalf("%s: %s", text, r.Diag.Message)
					}
					plan := r.Verdict.Plan
					if scope := plan.Partitions.String(); scope != "one" && scope != "index in one partition" || plan.Filtered {
						t.Errorf("%s: partitions: %s, filtered: %v", text, scope, plan.Filtered)
					}
					if r.Rows == nil || len(r.Rows.Rows) == 0 {
						t.Errorf("%s: no row comes back", text)
					}
				}
				// As a driver prepares it.
				if r := s.Exec(a.Statement); !r.Accepted() {
					t.Errorf("%s: %s", a.Statement, r.Diag.Message)
				}
			}
		})
	}
}

// TestTheBookWouldRecommendThem: no boolean and no changing column in a partition key,
// no single partition of everything, names within the limit. What an author chose
// against it is a finding.
func TestTheBookWouldRecommendThem(t *testing.T) {
	chosen := map[string]bool{"killrvideo.latest_videos": true} // the day of everything that its source has
	for name := range shipped(t) {
		d := design(t, name)
		for _, table := range d.Tables {
			key := table.PartitionKey()
			if len(key) == 0 || len(table.Name) > maxName {
				t.Errorf("%s: %v", table, key)
			}
			if !slices.ContainsFunc(key, func(c *Column) bool { return c.Bucket == nil }) && !chosen[table.String()] {
				if busy := d.Model.daily(table.Entity) > 1000 || table.Questions[0].Often.Known; !busy {
					continue // as few rows as one partition takes without help
				}
				t.Errorf("%s has one partition at a time", table)
			}
			for _, c := range key {
				if c.Type == "boolean" || c.Attr != nil && c.Attr.Mutable {
					t.Errorf("%s: %s in the partition key", table, c.Name)
				}
			}
			if table.Size.Max > limitBytes {
				t.Errorf("%s grows to %d bytes", table, table.Size.Max)
			}
		}
		for _, f := range d.Findings {
			if f.Severity <= diag.Warning {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
	}
}

// notation is a table as the documentation lists it: "hotel_id text K; date date C↑".
func notation(t *Table, types bool) string {
	var parts []string
	for _, c := range t.Columns {
		s := c.Name
		if types {
			s += " " + c.Type
		}
		if c.Mark() != "" {
			s += " " + c.Mark()
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}

// TestTablesOfTheSources: the models yield the tables that their sources show, with
// the corrections that keep every row.
func TestTablesOfTheSources(t *testing.T) {
	for file, tables := range map[string]map[string]string{
		"hotel.model": {
			"hotel.hotels_by_poi":                      "poi_name text K; hotel_id text C↑; name text; phone text; address frozen<address>",
			"hotel.hotels":                             "hotel_id text K; name text; phone text; address frozen<address>",
			"hotel.pois_by_hotel":                      "hotel_id text K; poi_name text C↑; description text",
			"hotel.available_rooms_by_hotel_date":      "hotel_id text K; date date C↑; room_number smallint C↑; is_available boolean",
			"hotel.amenities_by_room":                  "hotel_id text K; room_number smallint K; amenity_name text C↑; description text",
			"reservation.reservations_by_confirmation": "confirm_number text K; hotel_id text; start_date date; end_date date; room_number smallint; guest_id uuid",
			"reservation.reservations_by_guest":        "guest_last_name text K; hotel_id text C↑; start_date date C↑; confirm_number text C↑; end_date date; room_number smallint; guest_id uuid",
			"reservation.reservations_by_hotel_date":   "hotel_id text K; start_date date K; room_number smallint C↑; end_date date; confirm_number text; guest_id uuid",
			"reservation.guests":                       "guest_id uuid K; first_name text; last_name text; title text; emails set<text>; phone_numbers list<text>; addresses map<text, frozen<address>>",
		},
		"killrvideo.model": {
			"killrvideo.user_by_email":                  "email text K; password text; userid uuid",
			"killrvideo.users":                          "userid uuid K; firstname text; lastname text; address frozen<address>; previous_addresses list<frozen<address>>",
			"killrvideo.videos":                         "videoid uuid K; userid uuid; name text; description text; location text; location_type text; preview_image_location text; tags set<text>; added_date timestamp",
			"killrvideo.latest_videos":                  "yyyymmdd text K; added_date timestamp C↓; videoid uuid C↑; userid uuid; name text; preview_image_location text",
			"killrvideo.comments_by_user":               "userid uuid K; commentid timeuuid C↓; videoid uuid; comment text",
			"killrvideo.comments_by_video":              "videoid uuid K; commentid timeuuid C↓; userid uuid; comment text",
			"killrvideo.videos_by_tag":                  "tag text K; videoid uuid C↑; added_date timestamp; userid uuid; name text; preview_image_location text; tagged_date timestamp",
			"killrvideo.videos_by_tag_location":         "tag text K; location text K; videoid uuid C↑",
			"killrvideo.user_videos":                    "userid uuid K; added_date timestamp C↓; videoid uuid C↑; name text; preview_image_location text",
			"killrvideo.video_ratings":                  "videoid uuid K; rating_counter counter; rating_total counter",
			"killrvideo.video_ratings_by_user":          "videoid uuid K; userid uuid C↑; rating int",
			"killrvideo.video_playback_stats":           "videoid uuid K; views counter",
			"killrvideo.video_recommendations":          "userid uuid K; added_date timestamp C↓; videoid uuid C↑; rating float; authorid uuid; name text; preview_image_location text",
			"killrvideo.video_recommendations_by_video": "videoid uuid K; userid uuid C↑; added_date timestamp S; authorid uuid S; name text S; preview_image_location text S; rating float",
			"killrvideo.tags_by_letter":                 "first_letter text K; tag text C↑",
		},
		"shop.model": {
			"shop.products":                "product_id uuid K; name text; description text; brand text; price decimal; currency text; category_id uuid; category_name text; image_url text; attributes map<text, text>; tags set<text>",
			"shop.products_by_category":    "category_id uuid K; bucket int K; name text C↑; product_id uuid C↑; price decimal; image_url text",
			"shop.users":                   "user_id uuid K; email text; name text; created_at timestamp",
			"shop.users_by_email":          "email text K; user_id uuid; name text; password_hash text",
			"shop.orders_by_user":          "user_id uuid K; order_date date C↓; order_id uuid C↓; status text; total decimal; item_count int",
			"shop.order_items_by_order":    "order_id uuid K; line_number int C↑; user_id uuid S; order_date date S; status text S; total decimal S; product_id uuid; product_name text; unit_price decimal; quantity int",
			"shop.cart_items_by_user":      "user_id uuid K; product_id uuid C↑; name text; unit_price decimal; quantity int; added_at timestamp",
			"shop.inventory_by_product":    "product_id uuid K; warehouse_id text C↑; quantity int; reserved int",
			"shop.reviews_by_product":      "product_id uuid K; review_id timeuuid C↓; user_id uuid; user_name text; rating tinyint; body text",
			"shop.products_by_name_prefix": "prefix text K; name_lower text C↑; product_id uuid C↑; name text; price decimal",
		},
	} {
		d := design(t, file)
		if len(d.Tables) != len(tables) {
			t.Errorf("%s: %d tables, want %d", file, len(d.Tables), len(tables))
		}
		for name, want := range tables {
			table := d.Table(name)
			if table == nil {
				t.Errorf("%s: no table %s", file, name)
			} else if got := notation(table, true); got != want {
				t.Errorf("%s:\n got %s\nwant %s", name, got, want)
			}
		}
	}
}

// TestSchemasOfTheBook: each model of a chapter's domain makes the tables of the book's
// schema, and the hotel's bucketed one is the alternative with a month.
func TestSchemasOfTheBook(t *testing.T) {
	key := func(text string) map[string]string {
		out := map[string]string{}
		for _, item := range cql.Parse(diag.NewSource("", text)).Items {
			switch s := item.Stmt.(type) {
			case *cql.CreateTable:
				ttl := ""
				for _, option := range s.With {
					if option.Name.Text == "default_time_to_live" {
						ttl = " kept " + option.Value.Text
					}
				}
				s.With, s.Order = nil, slices.DeleteFunc(s.Order, func(o cql.ClusteringOrder) bool { return !o.Desc })
				out[s.Name.Name.Text] = strings.Replace(cql.Print(s), "'", "", -1) + ttl
			case *cql.CreateType:
				out[s.Name.Keyspace.Text+"."+s.Name.Name.Text] = cql.Print(s)
			case *cql.CreateKeyspace:
				out["keyspace "+s.Name.Text] = cql.Print(s)
			}
		}
		return out
	}
	for _, domain := range []string{"hotel", "killrvideo", "shop"} {
		b, err := os.ReadFile("../../content/schemas/" + domain + ".cql")
		if err != nil {
			t.Fatal(err)
		}
		d := design(t, domain+".model")
		book, ours := key(string(b)), key(d.CQL)
		switch domain {
		case "hotel":
			const bucketed = "available_rooms_by_hotel_date_bucketed"
			for _, a := range d.Alternatives(d.Table("available_rooms_by_hotel_date")) {
				if a.Fix.Title == "one partition a month" {
					ours[bucketed] = key(a.Table.createTable(bucketed))[bucketed]
				}
			}
		case "shop": // the likes are of another source, with ids of its own, and of no model
			for _, likes := range []string{"customers_by_liked_product", "products_liked_by_customer"} {
				if book[likes] == "" {
					t.Errorf("the shop has no %s", likes)
				}
				delete(book, likes)
			}
		}
		for name, want := range book {
			if ours[name] != want {
				t.Errorf("%s, %s:\n got %s\nwant %s", domain, name, ours[name], want)
			}
		}
		if len(ours) != len(book) {
			t.Errorf("%s: %d statements, want %d", domain, len(ours), len(book))
		}
	}
}

// TestAlternativesAreEdits: what an alternative shows is what comes out when its edits
// are made, and the text is still without slips.
func TestAlternativesAreEdits(t *testing.T) {
	n := 0
	texts := shipped(t)
	port, err := os.ReadFile("testdata/port.model")
	if err != nil {
		t.Fatal(err)
	}
	texts["port.model"] = string(port)
	for name, text := range texts {
		m, _ := Parse(diag.NewSource(name, text))
		d := m.Design()
		for _, table := range d.Tables {
			for _, a := range d.Alternatives(table) {
				n++
				src := diag.NewSource(name, a.Fix.Apply(d.Model.Source.Text))
				m, list := Parse(src)
				if len(list) > 0 {
					t.Errorf("%s, %s: %s", table, a.Fix.Title, diag.Render(src, list))
					continue
				}
				made := m.Design()
				got := made.Access(m.Question(a.Question.ID.Text))
				if got == nil {
					t.Errorf("%s, %s: %s has no table", table, a.Fix.Title, a.Question.ID.Text)
					continue
				}
				if text, want := got.Table.createTable("t"), a.Table.createTable("t"); text != want {
					t.Errorf("%s, %s:\n got %s\nwant %s", table, a.Fix.Title, text, want)
				}
				if c := (&maker{made, m}).cost(got.Table, got.Question); c.Partitions != a.Then.Partitions || c.Bytes != a.Then.Bytes || c.Served != a.Then.Served {
					t.Errorf("%s, %s: costs %+v, said %+v", table, a.Fix.Title, c, a.Then)
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d alternatives in all models", n)
	}
}

func BenchmarkDesign(b *testing.B) {
	texts := shipped(b)
	for _, name := range []string{"hotel.model", "killrvideo.model"} {
		src := diag.NewSource(name, texts[name])
		b.Run("parse "+name, func(b *testing.B) {
			for b.Loop() {
				Parse(src)
			}
		})
		b.Run("design "+name, func(b *testing.B) {
			m, _ := Parse(src)
			for b.Loop() {
				m.Design()
			}
		})
	}
}

// TestQuestionsOfTheSame: what two questions ask alike is said once, and so is a title that
// speaks of others of a kind where the given thing itself is asked for; what is named by
// its relationship is another, with the facts of the pair.
func TestQuestionsOfTheSame(t *testing.T) {
	const text = "model chess\n\nentity Player 200k\n  player_id  uuid     key\n  handle     text 16  unique\n\nrelate Player follows Player  0..20..50k : 0..10..2000\n  since  date\n\n"
	const either = "via follows may mean either end of Player follows Player: Q1 takes the right one, which has 0 to 50,000 Players, usually 20"
	for _, c := range []struct{ questions, said, fixed string }{
		{"question Q1 A player\n  given  player_id\n  want   Player: handle\n", "", ""},
		{"question Q1 Whom a player follows\n  given  player_id\n  want   Player: handle\n", "Q1 is answered with the Player that is given, not with Players related to it", "given  player_id via follows left\n"},
		{"question Q1 His friends\n  given  player_id\n  order  since\n  want   Player: handle\n", "Q1 is answered with the Player that is given, not with Players related to it", "given  player_id via follows left\n"},
		{"question Q1 His friends\n  given  player_id\n  order  handle\n  want   Player: handle\n", "Q1 is answered with the Player that is given, not with Players related to it", "given  player_id via follows left\n"},
		{"question Q1 Whom a player follows\n  given  player_id via follows\n  order  since desc\n  want   Player: handle\n", either, "given  player_id via follows left\n"},
		{"question Q1 A player\n  given  player_id\n  want   Player: handle\n\nquestion Q2 The same\n  given  Player.player_id\n  want   Player: handle\n", "Q2 asks the same as Q1", "want   Player: handle\n"},
		{"question Q1 A player\n  given  player_id\n  want   Player: handle\n\nquestion Q2 By name\n  given  handle\n  want   Player: player_id\n", "", ""},
	} {
		m, slips := Parse(diag.NewSource("", text+c.questions))
		d := m.Design()
		var said []string
		for _, f := range d.Findings {
			if f.Severity > diag.Advice || f.Span == m.Entities[0].Attributes[1].Name.Span { // that handle is unique
				continue
			}
			said = append(said, f.Message)
			if after := f.Fixes[0].Apply(m.Source.Text); !strings.Contains(after, c.fixed) || after == m.Source.Text || strings.Contains(after, "Q2") {
				t.Errorf("%s: the fix makes %s", f.Message, after)
			}
		}
		if got := strings.Join(said, "; "); got != c.said || len(slips) > 0 {
			t.Errorf("%s: %v %q, want %q", c.questions, slips, got, c.said)
		}
		if a := d.Accesses[0]; strings.Contains(c.questions, "since") && (a.Partitions != 1 || a.Rows.Typ != 20 || len(a.Table.ClusteringKey()) != 2) {
			t.Errorf("whom a player follows is answered by %s: %s", a.Statement, a)
		}
	}
}

// TestCQLCarriesItsLimits: whoever checks the CQL of a model alone is not told that nothing
// limits a partition of which the model says how many rows it has, and whose size its own checks do
// not name; of one that grows by a rate, that is large, or whose numbers nobody gave, he is.
func TestCQLCarriesItsLimits(t *testing.T) {
	texts := shipped(t)
	texts["clinic"] = clinic(t).Source.Text
	const log = "entity Pump 900\n  pump_id uuid key\nentity Reading within Pump\n  at timestamp key\n  value float\nrelate Pump takes Reading 1 : 0..50..90\nquestion Q1 Readings\n  given pump_id\n  order at\n  want Reading: value\n"
	texts["limit"], texts["stays"] = strings.Replace(log, "900", "900 + 1/day", 1), log
	texts["grows"], texts["unsaid"] = strings.Replace(log, "0..50..90", "9/day", 1), strings.Replace(log, "0..50..90", "n", 1)
	texts["large"] = strings.Replace(log, "0..50..90", "0..50..2M", 1)
	limits := 0
	for name, text := range texts {
		m, _ := Parse(diag.NewSource("", text))
		d := m.Design()
		limits += strings.Count(d.CQL, "lab:ignore")
		src, s := diag.NewSource("", d.CQL), session.New(session.Settings{Now: now})
		script := advice.Script{Source: src}
		for i, r := range s.Script(src) {
			if st := d.Statements[i]; src.Text[st.Place.Start:st.Place.End] != st.Text {
				t.Errorf("%s: the place of %s is not that of its text", name, st.Text)
			}
			script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
		}
		found := 0
		for _, a := range advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: s.Catalogue()}, advice.NewOptions())[0] {
			if a.Rule == "" || a.Rule == "R18" && !slices.ContainsFunc(d.Tables, func(t *Table) bool {
				return t.Size.Grows > 0 || len(t.Size.Guessed) > 0 || slices.ContainsFunc(d.Findings, func(f diag.Diagnostic) bool {
					return strings.Contains(f.Message, "the largest partition of "+t.Name+" has ") || strings.Contains(f.Message, " equally common in "+t.Name+":")
				})
			}) {
				t.Errorf("%s: %s", name, a.Message)
			}
			if a.Rule == "R18" {
				found++
			}
		}
		if want, is := map[string]int{"limit": 0, "stays": 0, "large": 1, "grows": 1, "unsaid": 1}[name]; is && found != want {
			t.Errorf("%s: R18 is said %d times, want %d", name, found, want)
		}
	}
	if limits < 8 {
		t.Errorf("the models say only %d limits", limits)
	}
}

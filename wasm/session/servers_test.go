package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
	"partitionlab/wasm/version/versionbook"
)

// said is what a server was asked, and answered; what it shows of the schema is in Rows.
type said struct {
	Server, Keyspace, CQL, Kind, Message string
	Shipped                              bool // with views, SASI and functions off, as shipped
	Warnings, Rows                       []string
}

// TestServers asks what servers of other releases were asked, in keyspaces of their own: their
// answers are in servers.jsonl. No row of the table is there without need: each decides one of them.
func TestServers(t *testing.T) {
	text, err := os.ReadFile("testdata/servers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []said
	lines := json.NewDecoder(bytes.NewReader(text))
	for lines.More() {
		var one said
		if err := lines.Decode(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	var whys strings.Builder
	for _, wrong := range otherwise(t, all, 0, &whys) {
		t.Error(wrong)
	}
	if strings.Contains(whys.String(), "refuses this:  ") {
		t.Error("a refusal does not say what is new: the table lacks it")
	}
	rows := version.All() // the table itself
	for i, d := range versionbook.All() {
		row, was := d.Row, rows[i]
		switch f := d.Feature; {
		case slices.Equal(d.Rules, []string{"GR-01"}) || f == version.YamlNames:
			continue // a server does not start with a setting that it does not have: see TestSettingsOfServers
		case f == version.NewTables41 || f == version.NewTables50: // what there is of them is read once
			if !strings.Contains(whys.String(), row.What) {
				t.Errorf("no refusal says that %s came later", row.What)
			}
			continue
		}
		// As if it had always been as in 5.0.
		if rows[i].Until = version.V50 + 1; row.Until > version.V50 {
			rows[i].Since = version.V40
		} else {
			rows[i].Since = rows[i].Until
		}
		if len(otherwise(t, all, 1, nil)) == 0 && (!slices.Contains(d.Rules, "GR-01") || len(unlikeGuarded(t)) == 0) {
			t.Errorf("no statement shows what a server says without %s", row.What)
		}
		if row.Says == "" && d.Does == "" && !strings.Contains(whys.String(), row.What) {
			t.Errorf("no refusal says that %s came later", row.What)
		}
		rows[i] = was
	}
}

// otherwise tells the statements that are not answered as the servers do: the first ones, unless
// most is 0. Reasons are collected, or not looked for.
func otherwise(t *testing.T, all []said, most int, whys *strings.Builder) (wrong []string) {
	sessions := map[string]*session.Session{}
	for _, said := range all {
		s := sessions[said.Keyspace]
		if s == nil {
			settings := check.NewSettings()
			if err := settings.SetServer(said.Server); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"enable_materialized_views", "enable_sasi_indexes", "enable_user_defined_functions"} {
				if said.Shipped {
					continue
				}
				if err := settings.Set(key, "true"); err != nil {
					t.Fatal(err)
				}
			}
			s = session.New(session.Settings{Keyspace: said.Keyspace, Now: 1_700_000_000, Check: settings})
			s.Bare = whys == nil
			sessions[said.Keyspace] = s
		}
		r := s.Exec(said.CQL)
		kind, message := "", ""
		if r.Diag != nil {
			if whys != nil {
				whys.WriteString(r.Diag.Why)
			}
			if kind = r.Diag.Kind.String(); r.Diag.Kind != diag.Syntax || said.Message != "" && !strings.HasPrefix(said.Message, "line ") {
				message = r.Diag.Message
			} else {
				said.Message = ""
			}
		}
		var shown []string
		if r.Rows != nil && said.Rows != nil {
			for _, row := range r.Rows.Rows {
				last := len(row) - 1
				text := r.Rows.Types[last].Row(row[last])
				if s := ""; json.Unmarshal([]byte(text), &s) == nil {
					text = s
				}
				shown = append(shown, text)
			}
		}
		// The order of overloads changes from start to start.
		if kind != said.Kind || sorted(message) != sorted(said.Message) || !slices.Equal(r.Warnings, said.Warnings) || !slices.Equal(shown, said.Rows) {
			wrong = append(wrong, fmt.Sprintf("%s: %s\n got %s %s %q %s\nwant %s %s %q %s", said.Server, said.CQL, kind, message, r.Warnings, shown, said.Kind, said.Message, said.Warnings, said.Rows))
			if len(wrong) == most {
				break
			}
		}
	}
	return wrong
}

func sorted(words string) string {
	list := strings.FieldsFunc(words, func(c rune) bool { return strings.ContainsRune(" ,()", c) })
	slices.Sort(list)
	return strings.Join(list, " ")
}

// TestUnknownServer: the three names are told, and what is not offered yet.
func TestUnknownServer(t *testing.T) {
	err := check.NewSettings().SetServer("3.11")
	if err == nil || !strings.Contains(err.Error(), "5.0, 4.1 or 4.0 (3.11 and 6.0 are not offered yet)") {
		t.Error(err)
	}
}

package session_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
)

// TestServers asks what servers of other releases were asked, in keyspaces of their own: their
// answers are in servers.jsonl.
func TestServers(t *testing.T) {
	text, err := os.ReadFile("testdata/servers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sessions := map[string]*session.Session{}
	decided := map[string]bool{}
	lines := json.NewDecoder(bytes.NewReader(text))
	for lines.More() {
		var said struct {
			Server, Keyspace, CQL, Kind, Message string
			Warnings                             []string
		}
		if err := lines.Decode(&said); err != nil {
			t.Fatal(err)
		}
		s := sessions[said.Keyspace]
		if s == nil {
			settings := check.NewSettings()
			if err := settings.SetServer(said.Server); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled"} {
				settings.Set(key, "true")
			}
			s = session.New(session.Settings{Keyspace: said.Keyspace, Now: 1_700_000_000, Check: settings})
			sessions[said.Keyspace] = s
		}
		r := s.Exec(said.CQL)
		kind, message := "", ""
		if r.Diag != nil {
			if kind = r.Diag.Kind.String(); r.Diag.Kind != diag.Syntax {
				message = r.Diag.Message
			} else {
				said.Message = ""
			}
			for _, row := range version.All() {
				if strings.Contains(r.Diag.Why, row.What) || row.Says != "" && r.Diag.Message == strings.Replace(row.Says, "%", "comment", 1) {
					decided[row.What] = true
				}
			}
		}
		// The order of overloads changes from start to start.
		if kind != said.Kind || sorted(message) != sorted(said.Message) || !slices.Equal(r.Warnings, said.Warnings) {
			t.Errorf("%s: %s\n got %s %s %q\nwant %s %s %q", said.Server, said.CQL, kind, message, r.Warnings, said.Kind, said.Message, said.Warnings)
		}
	}
	for _, row := range version.All() {
		if !decided[row.What] {
			t.Errorf("no statement shows what a server says without %s", row.What)
		}
	}
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

package rulebook_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/rule"
)

// TestMessages: the browser's table of messages is made from the book.
func TestMessages(t *testing.T) {
	ids := map[string][]string{}
	for _, r := range load(t) {
		for _, m := range r.Templates {
			m = strings.Join(strings.Fields(strings.ReplaceAll(m, `\n`, " ")), " ")
			if !slices.Contains(ids[m], r.ID) {
				ids[m] = append(ids[m], r.ID)
			}
		}
	}
	templates := make([]string, 0, len(ids))
	for m := range ids {
		templates = append(templates, m)
	}
	slices.Sort(templates)
	var b strings.Builder
	b.WriteString("package rule\n\n// Made from rulebook/*.txtar by go test ./wasm/rule/rulebook -update.\n\n// messages holds a line a message of the server: its template, and the rules that it\n// belongs to.\nconst messages = \"\"")
	for _, m := range templates {
		fmt.Fprintf(&b, " +\n\t%q", m+"\t"+strings.Join(ids[m], " ")+"\n")
	}
	b.WriteString("\n")
	const file = "../messages.go"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Errorf("%s is not made from the txtar files of today: run go test ./wasm/rule/rulebook -update", file)
	}
}

// TestMatch gives every message that a real server sent for an example back to
// Match, as it came and as people paste it, and wants the rule.
func TestMatch(t *testing.T) {
	rules := load(t)
	count := 0
	for _, r := range rules {
		for _, e := range r.Bad {
			if e.Message == "" {
				continue
			}
			count++
			for _, text := range []string{
				e.Message,
				"InvalidRequest: Error from server: code=2200 [Invalid query] message=\"" + e.Message + "\"",
				"ERROR [main] com.example.Bookings - " + strings.ReplaceAll(strings.ReplaceAll(e.Message, `"`, `\"`), " ", "\n  ") + "\n\tat com.example.Bookings.load(Bookings.java:42)",
			} {
				if got := rule.Match(text); !slices.Contains(got, r.ID) && !slices.Contains(got, r.As) {
					t.Errorf("%s: %q gives %v", r.ID, text, got)
					break
				}
			}
		}
	}
	if count < 300 {
		t.Errorf("only %d messages", count)
	}
	// Other names and numbers than those of the examples.
	for text, want := range map[string]string{
		`PRIMARY KEY column "room_number" cannot be restricted as preceding column "date" is not restricted`:                       "W-05",
		`PRIMARY KEY column “room_number” cannot be restricted as preceding column “date” is not restricted`:                       "W-05",
		"Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to": "",
		"table available_rooms_by_hotel_date does not exist":                                                                       "RES-03",
		"Undefined column name hotel in table hotel.rooms":                                                                         "RES-04",
		"": "", "Cannot": "", "Cannot connect to 127.0.0.1": "", "hello": "",
	} {
		got := rule.Match(text)
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[0] != want) {
			t.Errorf("%q gives %v, want %s", text, got, want)
		}
	}
}

// TestMatchIsSharp: what comes with the right rule shares its sentence; no message
// but those of the parser and a few common ones leads to more than four rules.
func TestMatchIsSharp(t *testing.T) {
	for _, r := range load(t) {
		for _, e := range r.Bad {
			if got := rule.Match(e.Message); len(got) > 6 {
				t.Errorf("%s: %q gives %d rules: %v", r.ID, e.Message, len(got), got)
			}
		}
	}
}

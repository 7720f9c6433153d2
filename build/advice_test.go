package build

import (
	"strings"
	"testing"

	"partitionlab/wasm/advice"
)

// TestAdvicePages: every piece of advice has a page with its examples judged, and
// the index by topic lists each once.
func TestAdvicePages(t *testing.T) {
	topics, err := advicePages()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]*advicePage{}
	for _, topic := range topics {
		if len(topic.Rules) == 0 || topic.ID == "" {
			t.Errorf("topic %q has no rules or no anchor", topic.Name)
		}
		for _, p := range topic.Rules {
			if listed[p.ID] != nil {
				t.Errorf("%s is listed twice", p.ID)
			}
			listed[p.ID] = p
			if len(p.Raised) != len(p.Bad) || len(p.Kept) != len(p.Good) {
				t.Errorf("%s shows %d of %d bad examples, %d of %d good ones", p.ID, len(p.Raised), len(p.Bad), len(p.Kept), len(p.Good))
			}
			for i, e := range p.Raised {
				html := e.HTML
				if !strings.Contains(string(html), "<mark>") || !strings.Contains(string(html), `class="finding`) {
					t.Errorf("%s: %s: nothing is marked or said", p.ID, p.Bad[i].Name)
				}
			}
		}
	}
	for _, r := range advice.Rules() {
		if listed[r.ID] == nil {
			t.Errorf("%s is not listed", r.ID)
		}
	}
	if p := listed["R20"]; p == nil || len(p.Thresholds) != 1 || p.Thresholds[0].Value != "100000000" || !strings.Contains(string(p.Raised[0].HTML), "rows = 60000") {
		t.Error("the page of R20 lacks its threshold or its workload")
	}
}

// TestAdviceTellsTheServer: a page says that Cassandra is silent only where it says
// nothing of any of its scripts, and else what it says.
func TestAdviceTellsTheServer(t *testing.T) {
	topics, err := advicePages()
	if err != nil {
		t.Fatal(err)
	}
	heard := map[string]string{ // what only a server says, and where
		"R41": "Materialized views are disabled.",
		"R43": "Materialized views are experimental and are not recommended for production use.",
		"R79": "Guardrail zero_ttl_on_twcs violated",
		"R90": "exceeds the failure threshold of 8192.",
		"R91": "Aggregation query used on multiple partition keys (IN restriction)",
	}
	for _, topic := range topics {
		for _, p := range topic.Rules {
			all, silent := "", p.Server == "Cassandra accepts this and says nothing."
			for _, e := range p.Raised {
				all += string(e.HTML)
			}
			if word := heard[p.ID]; silent != (word == "") || !strings.Contains(all, word) {
				t.Errorf("%s: %q, and of its scripts %q: want %q in it", p.ID, p.Server, all, word)
			}
			if says := strings.Contains(all, "The server "); says == silent {
				t.Errorf("%s: %q, but below a script the server speaks: %v", p.ID, p.Server, says)
			}
		}
	}
}

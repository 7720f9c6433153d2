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

package build

import (
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version/versionbook"
)

// TestRulePages: every rule of the core has a page with its examples judged, and
// the index by topic lists each once.
func TestRulePages(t *testing.T) {
	topics, err := rulePages()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, topic := range topics {
		if len(topic.Rules) == 0 || topic.ID == "" {
			t.Errorf("topic %q has no rules or no anchor", topic.Name)
		}
		for _, p := range topic.Rules {
			listed[p.ID]++
			if len(p.Broken) != len(p.Bad) || len(p.Kept) != len(p.Good) {
				t.Errorf("%s shows %d of %d bad examples, %d of %d good ones", p.ID, len(p.Broken), len(p.Bad), len(p.Kept), len(p.Good))
			}
			for i, e := range p.Broken {
				html := e.HTML
				if !strings.Contains(string(html), "refused by Cassandra") && !strings.Contains(string(html), diag.OurWords) {
					t.Errorf("%s: %s: no verdict in the page", p.ID, p.Bad[i].CQL)
				}
			}
			if _, ok := rule.Find(p.As); !ok {
				t.Errorf("%s is a case of %s, which is no rule", p.ID, p.As)
			}
		}
	}
	for _, d := range versionbook.All() {
		for _, id := range d.Rules {
			if p := find(topics, id); p == nil || !slices.ContainsFunc(p.Servers, func(o versionbook.Difference) bool { return o.What != "" && o.In != "" && o.Else != "" }) {
				t.Errorf("%s: no page of this name says that servers differ in %s", id, d.What)
			}
		}
	}
	if w15 := find(topics, "W-15"); len(w15.Servers) != 1 || w15.Servers[0].In != "4.1 and 5.0" || w15.Servers[0].Else != "4.0" || w15.Servers[0].Says != "IN predicates on non-primary-key columns (…) is not yet supported" {
		t.Errorf("W-15 in other versions: %v", w15.Servers)
	}
	for _, r := range rule.All() {
		if listed[r.ID] != 1 {
			t.Errorf("%s is listed %d times", r.ID, listed[r.ID])
		}
	}
	alike := ""
	for _, p := range find(topics, "W-10").Alike {
		alike += p.ID + " "
	}
	if alike != "W-11 W-12 W-20 " {
		t.Errorf("W-10 has its words in common with %s", alike)
	}
	if w06 := find(topics, "W-06"); w06 == nil || !strings.Contains(string(w06.Broken[0].HTML), `<mark><span class="role-clustering up">c2</span>`) {
		t.Error("the page of W-06 does not mark the column behind the range")
	} else if tables := string(w06.Tables); !strings.Contains(tables, "c2") || strings.Contains(tables, "COUNTER") || strings.Contains(tables, "txt") {
		t.Errorf("the page of W-06 shows other tables than t: %s", tables)
	}
}

func find(topics []ruleTopic, id string) *rulePage {
	for _, t := range topics {
		for _, p := range t.Rules {
			if p.ID == id {
				return p
			}
		}
	}
	return nil
}

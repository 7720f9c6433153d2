package main

import "testing"

// TestKept: a difference that is kept is counted among the differences, and how much agrees
// without it is said besides.
func TestKept(t *testing.T) {
	list := acceptedList{{what: "verdict", part: "deep", reason: "of the stack"}, {what: "message", part: "alias", reason: "an address"}}
	rep := newReport()
	for _, d := range []difference{{Statement: "SELECT a"}, {Statement: "SELECT deep", What: "verdict"}, {Statement: "SELECT alias", What: "message"}, {Statement: "SELECT b", What: "kind"}} {
		rep.add(d.Statement, answer{}, d.What)
		if d.What != "" {
			rep.Differences = append(rep.Differences, d)
		}
	}
	if got, want := list.kept(rep), "of 3 differences accepted.txt keeps 2; without these 75.00% of the verdicts and 75.00% of the words agree\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	if total := rep.total(); total.verdict != 2 || total.message != 1 {
		t.Errorf("%d verdicts and %d messages agree with all counted", total.verdict, total.message)
	}
	if got := acceptedList(nil).kept(rep); got != "" {
		t.Errorf("none is kept: %q", got)
	}
}

package build

import (
	"strings"
	"testing"
)

// TestNumbersStandRight: a column of numbers is put to the right, one with a word in
// it is not, and what the author wrote holds.
func TestNumbersStandRight(t *testing.T) {
	const table = "---\ntitle: T\n---\n\n" +
		"| name | rows | size | day | mixed | left |\n|---|---|---|---|---|:--|\n" +
		"| a | {lit 1,200: x} | 7 rows | 2026-03-01 | 5 | 1 |\n" +
		"| b | 7 | – | 2026-03-02 | many | 2 |\n"
	c := compile("t", "content/t.md", table, &schemas{}, nil, nil)
	if len(c.problems) > 0 {
		t.Fatal(c.problems)
	}
	html := string(c.body)
	for _, want := range []string{
		`<th>name</th>`, `<th align="right">rows</th>`, `<th align="right">size</th>`, `<th>day</th>`, `<th>mixed</th>`, `<th align="left">left</th>`,
		`<td align="right">1,200</td>`, `<td align="right">–</td>`, `<td>2026-03-02</td>`, `<td>5</td>`, `<td align="left">1</td>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
}

// Slips that the server words itself, while it parses: what is said beside them.

package cql

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// explainAction adds to an error that the server words itself.
func (p *parser) explainAction(d *diag.Diagnostic) {
	x := newExplainer(p, d)
	if x == nil {
		return
	}
	switch rule.ID(d.Rule) {
	case rule.SYNA1:
		d.Why = "The plan of a statement depends on its tables, so names are fixed when it is prepared; only values are bound."
	case rule.SYNA2:
		d.Why = "One write gives a column one value."
		x.removeItem(d.Span)
	case rule.SYNA3:
		d.Why = "A write does not read other columns; a counter or a collection is added to in place."
	case rule.SYNA4:
		if len(d.Related) > 0 {
			d.Why = "An option has one value."
			x.removeItem(d.Span)
		} else {
			d.Why = "Options are read when the table is made, so their keys and values are constants."
			if x.withoutProperties(); d.Start < d.End && x.text[d.Start] == '[' {
				d.Why, d.Instead = "Replicas by rack belong to ScyllaDB. Cassandra spreads them over the racks by itself.", "Write how many there are."
				x.fix("write the number", replace(d.Span, "'"+strconv.Itoa(1+strings.Count(x.text[d.Start:d.End], ","))+"'"))
			}
		}
	case rule.SYNA5:
		d.Why = "A value of such a type is always written as a whole; there is nothing to freeze."
		if inner := x.text[d.Start:d.End]; strings.HasSuffix(inner, ">") && strings.Contains(inner, "<") {
			x.fix("leave out frozen", replace(d.Span, strings.TrimSpace(inner[strings.IndexByte(inner, '<')+1:len(inner)-1])))
		}
	case rule.SYNA6:
		d.Why = "The name is kept for a type that may come."
		x.fix("write it in double quotes", replace(d.Span, `"`+x.text[d.Start:d.End]+`"`))
	case rule.SYNA7:
		switch x.text[d.Start:d.End] {
		case "'PointType'", "'LineStringType'", "'PolygonType'", "'DateRangeType'":
			d.Why = "This type belongs to DataStax Enterprise."
		}
	case rule.SYNA9:
		x.fix("write the name without quotes", replace(d.Span, strings.Trim(x.text[d.Start:d.End], `"`)))
	case rule.SYNA10:
		d.Why = "What can be done with a resource depends on its kind."
	}
}

// withoutProperties takes out the option in which Amazon Keyspaces keeps what is its own.
func (x *explainer) withoutProperties() {
	for i := x.at; i > 0; i-- {
		end := x.closing(i + 2)
		if !strings.EqualFold(x.textAt(i), "custom_properties") || end < x.at {
			continue
		}
		x.d.Why, x.d.Instead = "CUSTOM_PROPERTIES is an option of Amazon Keyspaces.", "Leave it out."
		if span := (diag.Span{Start: x.tokAt(i).Start, End: x.tokAt(end).End}); x.tokAt(i-1).kind == kAnd {
			x.removeItem(span)
		} else if x.tokAt(end+1).kind == kAnd {
			x.fix("leave it out", remove(span.Start, x.tokAt(end+2).Start))
		} else {
			x.fix("leave it out", remove(x.tokAt(i-2).End, span.End))
		}
		return
	}
}

// explainThrown adds to an error that the server throws while it parses.
func (p *parser) explainThrown(d *diag.Diagnostic) {
	x := newExplainer(p, d)
	if x == nil {
		return
	}
	switch rule.ID(d.Rule) {
	case rule.CT01:
		d.Why = "A row has each column once."
		if end := x.itemEnd(); end > d.End {
			x.removeItem(diag.Span{Start: d.Start, End: end})
		}
	case rule.CT03:
		d.Why = "The key says where a row lies, so there is one."
		if x.has(-1, tComma) {
			x.removeItem(diag.Span{Start: d.Start, End: max(d.End, x.itemEnd())})
		} else {
			x.fix("leave it out", remove(cutSpace(x.text, d.Start, d.End)))
		}
	case rule.CT07:
		d.Why = "A column has one order."
		x.removeItem(d.Span)
	}
}

// itemEnd returns where the item ends that begins at the token in the way.
func (x *explainer) itemEnd() int {
	depth := 0
	for i := x.at; i < len(x.toks); i++ {
		switch k := x.tokAt(i).kind; {
		case k == tLParen || k == tLt:
			depth++
		case k == tGt || k == tRParen && depth > 0:
			depth--
		case depth == 0 && (k == tComma || k == tRParen):
			return x.tokAt(i - 1).End
		}
	}
	return 0
}

// removeItem leaves out one of several items together with the comma or the AND
// before it.
func (x *explainer) removeItem(s diag.Span) {
	for i, t := range x.toks {
		if t.Start >= s.Start && i > 1 && isOneOf(x.tokAt(i-1).kind, []kind{tComma, kAnd}) {
			x.fix("leave it out", remove(x.tokAt(i-2).End, s.End))
			return
		}
	}
}

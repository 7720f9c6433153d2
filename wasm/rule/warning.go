package rule

import "partitionlab/wasm/diag"

// What the server warns of. Their titles and reasons are those of the command line.
const (
	MoreReplicas       ID = "WARN-01" // than nodes
	NeedsRepair        ID = "WARN-02"
	SASIExperimental   ID = "WARN-03"
	VectorExperimental ID = "WARN-04"
	ViewExperimental   ID = "WARN-05"
	NoGrace            ID = "WARN-06" // of a table in a logged batch
	LargeBatch         ID = "WARN-07"
	ManyPartitions     ID = "WARN-08" // in an unlogged batch
	TopKNoPages        ID = "WARN-09"
	WholeTable         ID = "WARN-10" // aggregated
	SeveralPartitions  ID = "WARN-11" // aggregated
	ManyTombstones     ID = "WARN-12"
	GuardrailWarns     ID = "WARN-13"
	ManyTables         ID = "WARN-14" // or keyspaces
)

// Warn makes the diagnostic of a warning that the server sends with its answer.
func (id ID) Warn(at diag.Span, text string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Warning, Rule: string(id), Message: text, Span: at}
}

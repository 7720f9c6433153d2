package editor

import (
	"strconv"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// Renamable says why what a name stands for cannot be given another one; "" where it can.
func (s Symbol) Renamable() string {
	switch s.Kind {
	case TableName, ColumnName, TypeName:
		return ""
	}
	return "only tables, columns and types can be renamed"
}

// NewName is another name for a symbol as CQL writes it, where nothing else has it; else
// the problem says why not.
func (s Symbol) NewName(c *schema.Catalogue, name string) (text, problem string) {
	st, _, wrong := cql.ParseStatement("DROP TABLE " + name)
	if d, ok := st.(*cql.DropTable); wrong == nil && ok && !d.Name.Keyspace.Given() && !d.IfExists {
		name = d.Name.Name.Text // as it is written in CQL
	}
	to := cql.QuoteName(name)
	if _, _, wrong := cql.ParseStatement("DROP TABLE " + to); wrong != nil || len(name) == 0 {
		return "", strconv.Quote(name) + " cannot be a name"
	}
	ks := c.Keyspaces[s.Keyspace]
	if ks == nil {
		return to, ""
	}
	taken := false
	switch s.Kind {
	case TableName:
		taken = ks.Tables[name] != nil
	case TypeName:
		taken = ks.Types[name] != nil
	case ColumnName:
		if t := s.TableIn(c); t != nil {
			taken = t.Column(name) != nil
		}
	}
	if taken && name != s.Name {
		return "", "there is a " + to + " already"
	}
	return to, ""
}

// Change is the one edit that makes a text of another: whole lines, from the first that
// differs to the last.
func Change(from, to string) diag.Edit {
	start := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '\n' {
			start = i + 1
		}
	}
	end := 0
	for i := 0; i < len(from)-start && i < len(to)-start && from[len(from)-1-i] == to[len(to)-1-i]; i++ {
		if from[len(from)-1-i] == '\n' {
			end = i
		}
	}
	return diag.Edit{Span: diag.Span{Start: start, End: len(from) - end}, Text: to[start : len(to)-end]}
}

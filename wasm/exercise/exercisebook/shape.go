package exercisebook

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
)

// shape is the answer that a listed case stands for: CQL as it is, or the model
// answer with changes, one a line, as its CREATE TABLE would have them:
//
//	PRIMARY KEY ((guest_last_name), hotel_id)
//	playlist_name text            in place of the column, or added
//	- playlist_name               left out
//	CLUSTERING ORDER BY (liked_on ASC)
//	WITH default_time_to_live = 0
//	-- shard = 0..3               in place of the comment
//
// After the name of one of several tables they stand in parentheses.
func (e *Exercise) shape(text string) (string, *diag.Diagnostic) {
	if isStatement(text) {
		return text, nil
	}
	items := cql.Parse(diag.NewSource("", e.Model.Text)).Items
	comments := exercise.Comments(e.Model.Text)
	var changes []string
	name := ""
	for _, item := range items {
		if c, ok := item.Stmt.(*cql.CreateTable); ok && strings.HasPrefix(text, c.Name.Name.Text+" (") {
			name = c.Name.Name.Text
			text = strings.TrimSuffix(strings.TrimPrefix(text, name+" ("), ")")
		}
	}
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "--") {
			for k, v := range exercise.Comments(l) {
				comments[k] = v
			}
			continue
		}
		if l != "" {
			changes = append(changes, l)
		}
	}
	var out []string
	done := false
	for _, item := range items {
		c, ok := item.Stmt.(*cql.CreateTable)
		if ok && !done && (name == "" || name == c.Name.Name.Text) {
			done = true
			for _, change := range changes {
				if err := alter(c, change); err != nil {
					return "", err
				}
			}
			reorder(c)
		}
		if item.Stmt != nil {
			out = append(out, cql.Print(item.Stmt)+";")
		}
	}
	if !done {
		return "", &diag.Diagnostic{Message: "the model answer makes no table that could be changed"}
	}
	for _, k := range diag.Keys(comments) {
		out = append(out, "-- "+k+" = "+comments[k])
	}
	return strings.Join(out, "\n"), nil
}

// alter changes a CREATE TABLE by one of its lines.
func alter(c *cql.CreateTable, change string) *diag.Diagnostic {
	if name, ok := strings.CutPrefix(change, "- "); ok {
		for i, col := range c.Columns {
			if col.Name.Text == strings.TrimSpace(name) {
				c.Columns = append(c.Columns[:i:i], c.Columns[i+1:]...)
				return nil
			}
		}
		return &diag.Diagnostic{Message: "the model has no column " + name}
	}
	text, tail := change, ""
	switch upper := strings.ToUpper(change); {
	case strings.HasPrefix(upper, "CLUSTERING ORDER"):
		text, tail = "x int", " WITH "+change
	case strings.HasPrefix(upper, "WITH "):
		text, tail = "x int", " "+change
	}
	s, _, err := cql.ParseStatement("CREATE TABLE t (" + text + ")" + tail)
	d, ok := s.(*cql.CreateTable)
	if err != nil || !ok {
		if err == nil {
			err = &diag.Diagnostic{Message: "no part of CREATE TABLE"}
		}
		return err
	}
	switch {
	case len(d.Order) > 0:
		c.Order = d.Order
	case tail != "":
		for _, w := range d.With {
			for i := len(c.With) - 1; i >= 0; i-- {
				if c.With[i].Name.Text == w.Name.Text {
					c.With = append(c.With[:i:i], c.With[i+1:]...)
				}
			}
			c.With = append(c.With, w)
		}
	case d.HasKey && len(d.Columns) == 0:
		c.PartitionKey, c.Clustering, c.HasKey = d.PartitionKey, d.Clustering, true
		for i := range c.Columns {
			c.Columns[i].PrimaryKey = false
		}
	default:
		for _, col := range d.Columns {
			replaced := false
			for i := range c.Columns {
				if c.Columns[i].Name.Text == col.Name.Text {
					c.Columns[i], replaced = col, true
				}
			}
			if !replaced {
				c.Columns = append(c.Columns, col)
			}
		}
	}
	return nil
}

// reorder makes CLUSTERING ORDER BY fit the clustering columns: those that it names
// keep their direction.
func reorder(c *cql.CreateTable) {
	var out []cql.ClusteringOrder
	any := false
	for _, n := range c.Clustering {
		o := cql.ClusteringOrder{Column: n}
		for _, have := range c.Order {
			if have.Column.Text == n.Text {
				o.Desc = have.Desc
				any = any || have.Desc
			}
		}
		out = append(out, o)
	}
	if c.Order = nil; any {
		c.Order = out
	}
}

// parseTable reads lines of a CREATE TABLE, or nil.
func parseTable(lines string) *cql.CreateTable {
	s, _, err := cql.ParseStatement("CREATE TABLE t (" + lines + ")")
	if c, ok := s.(*cql.CreateTable); ok && err == nil {
		return c
	}
	return nil
}

// isStatement reports whether a text begins with a word that begins statements, after
// comments.
func isStatement(text string) bool {
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "--") || strings.HasPrefix(l, "//") || strings.HasPrefix(l, "/*") {
			continue
		}
		word, _, _ := strings.Cut(strings.ToUpper(l), " ")
		switch word {
		case "CREATE", "ALTER", "DROP", "SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN", "TRUNCATE", "USE":
			return true
		}
		return false
	}
	return false
}

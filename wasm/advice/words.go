// What names and types say of columns. Rules that read names are guesses: their
// lists are options, and a comment silences them.

package advice

import (
	"slices"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// named reports whether a name is one of the words, or ends with one behind _.
func named(name string, words []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(words, func(w string) bool { return name == w || strings.HasSuffix(name, "_"+w) })
}

// parts are the words of a name.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' })
}

func isText(t *cqltype.Type) bool { return t.Kind == cqltype.Text || t.Kind == cqltype.Ascii }

func isInteger(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Tinyint, cqltype.Smallint, cqltype.Int, cqltype.Bigint, cqltype.Varint:
		return true
	}
	return false
}

func isNumber(t *cqltype.Type) bool {
	return isInteger(t) || t.Kind == cqltype.Float || t.Kind == cqltype.Double || t.Kind == cqltype.Decimal
}

// isTime reports whether a column's values follow the clock, so that new rows
// come for ever.
func isTime(c *schema.Column) bool {
	switch c.Type.Kind {
	case cqltype.Timestamp, cqltype.Timeuuid, cqltype.Date:
		return true
	case cqltype.Bigint:
		return named(c.Name, clockWords)
	}
	return false
}

// Words in the names of columns: of numbers that are times, and of times at which a row is written.
var (
	clockWords   = []string{"time", "timestamp", "ts", "millis", "epoch"}
	writingWords = []string{"created", "updated", "modified", "inserted"}
)

// timeOf is the clustering column that follows the clock, or nil.
func timeOf(t *schema.Table) *schema.Column {
	for _, c := range t.Clustering {
		if isTime(c) {
			return c
		}
	}
	return nil
}

var bucketWords = []string{"year", "quarter", "month", "week", "day", "date", "hour", "minute", "period", "slot", "bucket", "part", "partition", "epoch",
	"yyyymmdd", "yyyymm", "yyyy", "yyyyww", "yyyymmddhh"}

// isBucket reports whether a partition key column splits what belongs together. A timeuuid does not:
// it is the name of one thing, as a uuid is.
func isBucket(c *schema.Column) bool {
	return isLimit(c) || slices.ContainsFunc(parts(c.Name), func(p string) bool { return p == "shard" || p == "hash" })
}

// isLimit reports whether a bucket comes to an end, as a day does: one of a fixed number of shards
// gets new rows for ever.
func isLimit(c *schema.Column) bool {
	switch c.Type.Kind {
	case cqltype.Date, cqltype.Timestamp:
		return true
	}
	for _, p := range parts(c.Name) {
		if slices.Contains(bucketWords, p) || strings.HasSuffix(p, "bucket") { // timebucket
			return true
		}
	}
	return false
}

// fewValues reports whether a column can have few values only, and how surely.
func (d *design) fewValues(c *schema.Column) (few, sure bool) {
	if c.Type.Kind == cqltype.Boolean {
		return true, true
	}
	name := strings.ToLower(c.Name)
	return c.Type.Kind == cqltype.Tinyint && !isBucket(c) || named(name, d.FewValues) || strings.HasPrefix(name, "is_") || strings.HasPrefix(name, "has_"), false
}

// allFew reports whether all columns can have few values only.
func (d *design) allFew(cols []*schema.Column) bool {
	return !slices.ContainsFunc(cols, func(c *schema.Column) bool { few, _ := d.fewValues(c); return !few })
}

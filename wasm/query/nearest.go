// How near a vector lies to the one that ORDER BY … ANN OF names.

package query

import (
	"math"
	"strings"

	"partitionlab/wasm/schema"
)

// similarity names the function of the index on a column: cosine unless the
// index says something else.
func similarity(t *schema.Table, c *schema.Column) string {
	for _, i := range t.Indexes {
		if i.Column == c.Name && i.Class == schema.SAI {
			if f := schema.Get(i.Options, "similarity_function"); f != "" {
				return strings.ToLower(f)
			}
		}
	}
	return "cosine"
}

// score is the similarity of two vectors of floats, greater for nearer ones.
// Source: VectorSimilarityFunction of JVector, as Cassandra uses it.
func score(function string, a, b []byte) float32 {
	var dot, aa, bb, dist float64
	for i := 0; i+4 <= len(a) && i+4 <= len(b); i += 4 {
		x, y := float64(floatAt(a, i)), float64(floatAt(b, i))
		dot += x * y
		aa += x * x
		bb += y * y
		dist += (x - y) * (x - y)
	}
	switch function {
	case "dot_product":
		return float32((1 + dot) / 2)
	case "euclidean":
		return float32(1 / (1 + dist))
	}
	return float32((1 + dot/math.Sqrt(aa*bb)) / 2)
}

func floatAt(b []byte, i int) float32 {
	return math.Float32frombits(uint32(b[i])<<24 | uint32(b[i+1])<<16 | uint32(b[i+2])<<8 | uint32(b[i+3]))
}

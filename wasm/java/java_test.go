package java

import (
	"strings"
	"testing"
)

// TestHashMap: the orders were printed by java.util.HashMap of Java 17.
func TestHashMap(t *testing.T) {
	for _, c := range []struct {
		capacity int
		keys     string
		want     string
		copied   string
	}{
		{16, "a b c d e f g h i j k l m n o p", "a b c d e f g h i j k l m n o p", "a b c d e f g h i j k l m n o p"},
		{16, "class foo bar baz qux min_threshold enabled max_threshold", "min_threshold max_threshold bar qux foo baz class enabled", "min_threshold max_threshold bar qux foo baz class enabled"},
		{1, "class replication_factor", "class replication_factor", "class replication_factor"},
		{3, "dc1 dc2 dc3", "dc3 dc2 dc1", "dc2 dc1 dc3"},
		{5, "class chunk_length_in_kb enabled min_compress_ratio crc_check_chance", "min_compress_ratio class crc_check_chance chunk_length_in_kb enabled", "min_compress_ratio class crc_check_chance chunk_length_in_kb enabled"},
		{2, "mode analyzer zz case_sensitive", "mode zz analyzer case_sensitive", "mode zz analyzer case_sensitive"},
		{16, "read_repair_chance dclocal_read_repair_chance nodesync in_memory comment caching é 𝄞 ключ", "𝄞 nodesync ключ é comment dclocal_read_repair_chance caching read_repair_chance in_memory", "𝄞 nodesync ключ é comment dclocal_read_repair_chance caching read_repair_chance in_memory"},
	} {
		m := NewHashMap(c.capacity)
		for _, k := range strings.Fields(c.keys) {
			m.Put(k)
		}
		if got := strings.Join(m.Order(), " "); got != c.want {
			t.Errorf("HashMap(%d) of %s walks %s, want %s", c.capacity, c.keys, got, c.want)
		}
		if got := strings.Join(m.Copy().Order(), " "); got != c.copied {
			t.Errorf("a copy of %s walks %s, want %s", c.keys, got, c.copied)
		}
	}
}

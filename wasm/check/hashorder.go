package check

import (
	"slices"
	"sort"
	"unicode/utf16"
)

// Where the server walks a hash map, the first error is the one that comes first
// in the map's order. A hashMap reproduces the order of java.util.HashMap.
type hashMap struct {
	keys     []string // in the order of insertion
	capacity int
}

// newHashMap is new HashMap(capacity).
func newHashMap(capacity int) *hashMap {
	m := &hashMap{capacity: 1}
	for m.capacity < capacity {
		m.capacity *= 2
	}
	return m
}

func (m *hashMap) put(key string) {
	if slices.Contains(m.keys, key) {
		return
	}
	m.keys = append(m.keys, key)
	for len(m.keys) > m.capacity*3/4 {
		m.capacity *= 2
	}
}

func (m *hashMap) remove(key string) {
	if i := slices.Index(m.keys, key); i >= 0 {
		m.keys = slices.Delete(m.keys, i, i+1)
	}
}

// copy is new HashMap(m).
func (m *hashMap) copy() *hashMap {
	c := newHashMap(int(float32(len(m.keys))/0.75 + 1))
	for _, k := range m.order() {
		c.put(k)
	}
	return c
}

// order returns the keys in the order of iteration.
func (m *hashMap) order() []string {
	out := make([]string, len(m.keys))
	for i, k := range hashOrder(len(m.keys), m.capacity, func(i int) int32 { return stringHash(m.keys[i]) }) {
		out[i] = m.keys[k]
	}
	return out
}

// hashOrder returns the indices of n keys, given in the order of insertion, in
// the order in which a HashMap of that capacity walks them.
func hashOrder(n, capacity int, hash func(i int) int32) []int {
	for n > capacity*3/4 {
		capacity *= 2
	}
	order, buckets := make([]int, n), make([]int, n)
	for i := range order {
		h := uint32(hash(i))
		order[i], buckets[i] = i, int(h^h>>16)&(capacity-1)
	}
	sort.SliceStable(order, func(i, j int) bool { return buckets[order[i]] < buckets[order[j]] })
	return order
}

// stringHash is java.lang.String.hashCode.
func stringHash(s string) (h int32) {
	for _, r := range s {
		if r < 0x10000 {
			h = 31*h + r
			continue
		}
		high, low := utf16.EncodeRune(r)
		h = 31*(31*h+high) + low
	}
	return h
}

// bytesHash is java.nio.ByteBuffer.hashCode: the hash of a column's name.
func bytesHash(s string) int32 {
	h := int32(1)
	for i := len(s) - 1; i >= 0; i-- {
		h = 31*h + int32(int8(s[i]))
	}
	return h
}

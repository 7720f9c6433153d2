// Package java is what the language of the server decides of its answers: where it
// walks a hash map, the first error is the one that comes first in the map's order.
package java

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// A HashMap has its keys in the order of java.util.HashMap.
type HashMap struct {
	Keys     []string // in the order of insertion
	capacity int
}

// NewHashMap is new HashMap(capacity).
func NewHashMap(capacity int) *HashMap {
	m := &HashMap{capacity: 1}
	for m.capacity < capacity {
		m.capacity *= 2
	}
	return m
}

// Put adds a key, unless it is there.
func (m *HashMap) Put(key string) {
	if slices.Contains(m.Keys, key) {
		return
	}
	m.Keys = append(m.Keys, key)
	for len(m.Keys) > m.capacity*3/4 {
		m.capacity *= 2
	}
}

// Remove takes a key out.
func (m *HashMap) Remove(key string) {
	if i := slices.Index(m.Keys, key); i >= 0 {
		m.Keys = append(m.Keys[:i], m.Keys[i+1:]...)
	}
}

// Copy is new HashMap(m).
func (m *HashMap) Copy() *HashMap {
	c := NewHashMap(int(float32(len(m.Keys))/0.75 + 1))
	for _, k := range m.Order() {
		c.Put(k)
	}
	return c
}

// Order returns the keys in the order of iteration.
func (m *HashMap) Order() []string {
	out := make([]string, len(m.Keys))
	for i, k := range HashOrder(len(m.Keys), m.capacity, func(i int) int32 { return StringHash(m.Keys[i]) }) {
		out[i] = m.Keys[k]
	}
	return out
}

// HashOrder returns the indices of n keys, given in the order of insertion, in
// the order in which a HashMap of that capacity, which grows with them, walks them.
func HashOrder(n, capacity int, hash func(i int) int32) []int {
	for n > capacity*3/4 {
		capacity *= 2
	}
	both := make([]int, 2*n)
	order, buckets := both[:n:n], both[n:]
	next := make([]int, capacity+1) // where the next key of a bucket stands
	for i := range buckets {
		h := uint32(hash(i))
		buckets[i] = int(h^h>>16) & (capacity - 1)
		next[buckets[i]+1]++
	}
	for b := range capacity {
		next[b+1] += next[b]
	}
	for i, b := range buckets {
		order[next[b]] = i
		next[b]++
	}
	return order
}

// StringHash is java.lang.String.hashCode.
func StringHash(s string) (h int32) {
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

// BytesHash is java.nio.ByteBuffer.hashCode: the hash of a column's name.
func BytesHash(s string) int32 {
	h := int32(1)
	for i := len(s) - 1; i >= 0; i-- {
		h = 31*h + int32(int8(s[i]))
	}
	return h
}

// List is java.util.AbstractCollection.toString.
func List(items []string) string { return "[" + strings.Join(items, ", ") + "]" }

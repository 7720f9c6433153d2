// Partition keys and their tokens.

package cqltype

import "math/bits"

// PartitionKey serializes the values of a partition key: one column's bytes as
// they are; of several columns each with a two-byte length before it and a zero
// byte after it.
func PartitionKey(values [][]byte) []byte {
	if len(values) == 1 {
		return values[0]
	}
	var b []byte
	for _, v := range values {
		b = append(b, byte(len(v)>>8), byte(len(v)))
		b = append(b, v...)
		b = append(b, 0)
	}
	return b
}

// SplitPartitionKey is the inverse of PartitionKey for n columns; nil for
// malformed bytes.
func SplitPartitionKey(key []byte, n int) [][]byte {
	if n == 1 {
		return [][]byte{key}
	}
	var out [][]byte
	for range n {
		if len(key) < 3 {
			return nil
		}
		l := int(key[0])<<8 | int(key[1])
		if len(key) < l+3 {
			return nil
		}
		out = append(out, key[2:2+l:2+l])
		key = key[3+l:]
	}
	return out
}

// MinToken is the token of nothing; no key has it.
const MinToken = -1 << 63

// MurmurToken is the token that Murmur3Partitioner gives to a serialized
// partition key: the first half of MurmurHash3 x64 128 with seed 0, where
// Cassandra extends the sign of the last bytes. The smallest number is kept for
// the minimum token, so a key that hashes to it gets the largest.
// Source: org.apache.cassandra.utils.MurmurHash.hash3_x64_128.
func MurmurToken(key []byte) int64 {
	if len(key) == 0 {
		return MinToken
	}
	const c1, c2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
	var h1, h2 uint64
	le := func(b []byte) (n uint64) {
		for i := 7; i >= 0; i-- {
			n = n<<8 | uint64(b[i])
		}
		return
	}
	tail := key
	for ; len(tail) >= 16; tail = tail[16:] {
		k1, k2 := le(tail), le(tail[8:])
		h1 ^= bits.RotateLeft64(k1*c1, 31) * c2
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= bits.RotateLeft64(k2*c2, 33) * c1
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	var k1, k2 uint64
	for i, b := range tail {
		signed := uint64(int64(int8(b)))
		if i < 8 {
			k1 ^= signed << (8 * i)
		} else {
			k2 ^= signed << (8 * (i - 8))
		}
	}
	if len(tail) > 8 {
		h2 ^= bits.RotateLeft64(k2*c2, 33) * c1
	}
	if len(tail) > 0 {
		h1 ^= bits.RotateLeft64(k1*c1, 31) * c2
	}
	mix := func(k uint64) uint64 {
		k = (k ^ k>>33) * 0xff51afd7ed558ccd
		k = (k ^ k>>33) * 0xc4ceb9fe1a85ec53
		return k ^ k>>33
	}
	h1 ^= uint64(len(key))
	h2 ^= uint64(len(key))
	h1 += h2
	h2 += h1
	h1, h2 = mix(h1), mix(h2)
	if token := int64(h1 + h2); token != MinToken {
		return token
	}
	return 1<<63 - 1
}

// Package sstable knows how Cassandra lays out a partition in Data.db, formats
// nb, oa and da: the bytes themselves, field by field, and the arithmetic of
// their number from the same layout.
package sstable

import "math/bits"

// UvintLen is the number of bytes of a variable-length unsigned integer: 1 up to
// 127, one more for every 7 bits, 9 from 2^56 on.
// Source: VIntCoding.computeUnsignedVIntSize.
func UvintLen(u uint64) int { return 9 - (bits.LeadingZeros64(u|1)-1)/7 }

// VintLen is the number of bytes of a signed integer: zigzag first.
func VintLen(v int64) int { return UvintLen(zigzag(v)) }

func zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// AppendUvint appends a variable-length unsigned integer: the number of leading
// one bits in the first byte is the number of bytes that follow.
func AppendUvint(b []byte, u uint64) []byte {
	n := UvintLen(u)
	if n == 9 {
		b = append(b, 0xff)
		n = 8
	} else {
		u |= uint64(byte(0xff<<(9-n))) << (8 * (n - 1))
	}
	for n--; n >= 0; n-- {
		b = append(b, byte(u>>(8*n)))
	}
	return b
}

// AppendVint appends a signed integer, zigzag first.
func AppendVint(b []byte, v int64) []byte { return AppendUvint(b, zigzag(v)) }

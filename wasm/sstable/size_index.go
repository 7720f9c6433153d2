package sstable

import (
	"math"
	"math/bits"
)

// This file counts the files beside Data.db in closed form, from the same runs of
// equal rows.

// RowIndex is the length of the index of the partition's rows in Index.db (formats
// nb and oa) and the number of its blocks. It is exact where the clusterings of all
// rows have one length. Nothing is indexed below two blocks.
func (s *Size) RowIndex(f Format) (length int64, blocks int64) {
	header := s.Header + s.Static
	name := 1 + int(s.clustering)
	var infos int64
	from, pos := header, header // where the open block starts, where the next row does
	for _, r := range s.runs {
		left := r.rows
		// Fill the block that an earlier run opened.
		if pos > from {
			n := min(left, ceilDiv(IndexBlock-(pos-from), r.size))
			pos += n * r.size
			left -= n
			if pos-from >= IndexBlock {
				infos += int64(IndexInfoLen(name, name, from, pos-from, false))
				blocks++
				from = pos
			}
		}
		// Whole blocks of equal width; only where they start differs.
		width := ceilDiv(IndexBlock, r.size) * r.size
		if n := left * r.size / width; n > 0 {
			infos += n*int64(IndexInfoLen(name, name, 0, width, false)-1) + uvintSum(from, width, n)
			blocks += n
			from += n * width
			pos = from
			left -= n * (width / r.size)
		}
		pos += left * r.size
	}
	if pos > from { // the last block holds the byte of the end, too
		infos += int64(IndexInfoLen(name, name, from, pos+EndOfPartitionLen-from, false))
		blocks++
	}
	return int64(RowIndexLen(f, int(header), true, int(blocks), int(infos))), blocks
}

// PositionsLen is the sum of the lengths of the positions in Index.db of so many
// partitions of equal size.
func PositionsLen(size, partitions int64) (int64, error) {
	if hi, lo := bits.Mul64(uint64(size), uint64(partitions)); hi != 0 || lo>>62 != 0 {
		return 0, ErrTooLarge
	}
	return uvintSum(0, max(size, 1), partitions), nil
}

func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }

// uvintSum is the sum of the lengths of a, a+d, … , n numbers in all.
func uvintSum(a, d, n int64) (sum int64) {
	for i := int64(0); i < n; {
		size := UvintLen(uint64(a + i*d))
		last := n - 1
		if size < 9 {
			last = min(last, (int64(1)<<(7*size)-1-a)/d)
		}
		sum += (last - i + 1) * int64(size)
		i = last + 1
	}
	return sum
}

// SizedLen is the mean length of the numbers 0, d, 2d, … , n in all, as tries hold
// them: with a sign, in as few bytes as they need.
// Source: SizedInts.nonZeroSize.
func SizedLen(d, n float64) float64 {
	mean := 1.0
	for limit := 128.0; limit < d*n && limit < 1<<62; limit *= 256 {
		mean += 1 - limit/(d*n)
	}
	return mean
}

// PartitionTrieLen estimates Partitions.db of format da: a trie of the shortest
// prefixes that tell tokens apart, whose leaves hold a byte of hash and a position,
// then the first and the last key. Tokens are as random as dice, so its nodes can be
// counted; a subtree that does not fit into what is left of a page of 4,096 bytes
// goes to the next one.
// Source: PartitionIndexBuilder, TrieNode, IncrementalTrieWriterPageAware.
func PartitionTrieLen(partitions float64, key int, position float64) float64 {
	const page = 4096
	leaf := 2 + position
	if partitions < 2 {
		return leaf + float64(2*(2+key)+24)
	}
	// Level by level: how many nodes there are, and how long each is.
	var nodes, sizes []float64
	for n := 1.0; ; n *= 256 {
		keys := partitions / n
		inner, held := n, partitions // nodes of two keys or more, and the keys below them
		if n > 1 {
			inner, held = n*(1-math.Exp(-keys)*(1+keys)), partitions*(1-math.Exp(-keys))
		}
		if inner < 0.5 {
			break
		}
		children := 256 * (1 - math.Exp(-held/inner/256))
		span := 255 * (children - 1) / (children + 1)
		nodes, sizes = append(nodes, inner), append(sizes, min(2+2.5*children, 3+1.5*span))
	}
	// From below: the bytes of a whole subtree, then with the waste of pages.
	below, total, packed := 0.0, leaf*partitions, false
	for i := len(nodes) - 1; i >= 0; i-- {
		total += nodes[i] * sizes[i]
		up := 1.0
		if i > 0 {
			up = math.Pow(256, float64(i))
		}
		if tree := total / up; !packed && tree > page && below > 0 {
			if each := page / math.Floor(page/below); i+1 < len(nodes) {
				total = each*math.Pow(256, float64(i+1)) + nodes[i]*sizes[i]
				packed = true
			}
		}
		below = total / up
	}
	return 3 + total + float64(2*(2+key)+24)
}

// FilterLen is the length of Filter.db, the Bloom filter of so many partitions: 0
// for a chance of false positives of 1, which keeps no filter.
// Source: BloomCalculations.probs, BitSet words of 64 bits.
func FilterLen(partitions int64, chance float64) int64 {
	per := FilterBits(chance)
	if per == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(partitions), uint64(per))
	if hi != 0 || lo > 1<<62 {
		return 1 << 59
	}
	return 8 + 8*((int64(lo)+20-1)>>6+1)
}

// FilterBits is the number of bits of a Bloom filter per partition: the smallest
// that keeps false positives as rare as asked for, with its best number of hashes.
func FilterBits(chance float64) int {
	if chance >= 1 {
		return 0
	}
	for i, p := range filterChances {
		if p <= chance {
			return i + 1
		}
	}
	return len(filterChances)
}

// filterChances are the chances of a false positive with 1, 2, … bits per element
// and the best number of hashes for each.
// Source: BloomCalculations.probs, the smallest of each row.
var filterChances = [...]float64{1, 0.393, 0.237, 0.147, 0.092, 0.0561, 0.0347, 0.0216, 0.0133, 0.00819,
	0.00509, 0.00314, 0.00194, 0.0012, 0.000744, 0.000459, 0.000284, 0.000176, 0.000109, 0.0000671}

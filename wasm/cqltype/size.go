// How many bytes values take.

package cqltype

// Unbounded is the upper end of a range of lengths that has none.
const Unbounded = 1<<31 - 1

// RawLen is the range of the lengths in bytes of the type's values, nulls and
// empty values left out. For text, blob, collections and other types whose values
// have any length hi is Unbounded: the workload must say how long they are.
func (t *Type) RawLen() (lo, hi int) {
	switch t.Kind {
	case Empty:
		return 0, 0
	case Boolean, Tinyint:
		return 1, 1
	case Smallint:
		return 2, 2
	case Int, Float, Date:
		return 4, 4
	case Bigint, Double, Timestamp, Time, Counter:
		return 8, 8
	case UUID, Timeuuid:
		return 16, 16
	case Inet:
		return 4, 16
	case Duration:
		return 3, 19
	case Varint:
		return 1, Unbounded
	case Decimal:
		return 5, Unbounded
	case List, Set, Map:
		return 4, Unbounded
	case Tuple, UDT:
		// A value may end early, but literals and drivers write all of a UDT.
		for i := range t.size() {
			_, h := t.elem(i).RawLen()
			lo += 4
			hi = addLen(hi, addLen(4, h))
		}
		return lo, hi
	case Vector:
		l, h := t.Elems[0].RawLen()
		if t.Elems[0].FixedLen() < 0 {
			l, h = l+uvintSize(uint64(l)), addLen(h, uvintSize(uint64(h)))
		}
		return l * t.Dim, mulLen(h, t.Dim)
	}
	return 0, Unbounded
}

func addLen(a, b int) int {
	if a >= Unbounded-b {
		return Unbounded
	}
	return a + b
}

func mulLen(a, n int) int {
	if n > 0 && a >= Unbounded/n {
		return Unbounded
	}
	return a * n
}

// NeedsLength reports whether a workload has to say how long the type's values
// are, because neither the type nor a count of elements tells.
func (t *Type) NeedsLength() bool {
	switch t.Kind {
	case Ascii, Text, Blob, Varint, Decimal, Custom:
		return true
	}
	return false
}

// DiskLen is the number of bytes a value of n bytes takes as a cell's value or as
// a clustering value: a variable-length length before it unless the storage engine
// knows the type's length.
func (t *Type) DiskLen(n int) int {
	if t.FixedLen() >= 0 {
		return n
	}
	return uvintSize(uint64(n)) + n
}

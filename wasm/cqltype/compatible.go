// Whether values of one type may stand where another type is wanted.

package cqltype

func isTuple(t *Type) bool { return t.Kind == Tuple || t.Kind == UDT }

// fits compares a receiver's type with the type of what it receives.
func fits(receiver *Type, reversed bool, t *Type) Match {
	switch {
	case !reversed && receiver.Equal(t):
		return Exact
	case reversed && receiver.bytesCompatible(t), !reversed && receiver.ValueCompatible(t):
		return Weak
	}
	return NotAssignable
}

// ValueCompatible reports whether the bytes of a value of type o are a value of
// type t: AbstractType.isValueCompatibleWith.
func (t *Type) ValueCompatible(o *Type) bool {
	if t.Kind != UDT {
		return t.bytesCompatible(o)
	}
	if o.Kind != UDT || t.MultiCell() != o.MultiCell() || t.Keyspace != o.Keyspace || len(t.Fields) < len(o.Fields) {
		return false
	}
	for i, f := range o.Fields {
		if !t.Fields[i].Type.compatible(f.Type) {
			return false
		}
	}
	return true
}

// bytesCompatible is AbstractType.isValueCompatibleWithInternal, which the server
// asks inside reversed types and lists: there a user-defined type is a tuple.
func (t *Type) bytesCompatible(o *Type) bool {
	switch t.Kind {
	case Blob:
		return true
	case Text:
		return o.Kind == Text || o.Kind == Ascii
	case Bigint, Timestamp:
		return o.Kind == Bigint || o.Kind == Timestamp
	case Varint:
		return o.Kind == Varint || o.Kind == Int || o.Kind == Bigint || o.Kind == Timestamp
	case Date:
		return o.Kind == Date || o.Kind == Int
	case Time:
		return o.Kind == Time || o.Kind == Bigint
	case UUID:
		return o.Kind == UUID || o.Kind == Timeuuid && o != legacyTimeuuid
	case List, Set, Map:
		if o.Kind != t.Kind || t.MultiCell() != o.MultiCell() {
			return false
		}
		last := len(t.Elems) - 1
		for i, e := range t.Elems {
			fits := e.compatible
			switch {
			case t.Kind == List && !t.MultiCell():
				fits = e.bytesCompatible
			case t.Kind != Set && i == last:
				fits = e.ValueCompatible
			}
			if !fits(o.Elems[i]) {
				return false
			}
		}
		return !t.MultiCell() || t.Elems[last].FixedLen() == o.Elems[last].FixedLen()
	case Tuple, UDT:
		if !isTuple(o) || t.size() < o.size() {
			return false
		}
		for i := range o.size() {
			if !t.elem(i).ValueCompatible(o.elem(i)) {
				return false
			}
		}
		return true
	}
	return t.Equal(o)
}

// SerializationCompatible reports whether what is stored of a column of type o can be read as
// type t. Source: AbstractType.isSerializationCompatibleWith and its overrides.
func (t *Type) SerializationCompatible(o *Type) bool {
	switch {
	case t.Kind == Blob && (o.IsCollection() || o.Kind == UDT), !t.ValueCompatible(o):
		return false
	case t.Kind == List || t.Kind == Map: // elements, or a map's values
		last := len(t.Elems) - 1
		return t.Elems[last].SerializationCompatible(o.Elems[last])
	}
	return t.FixedLen() == o.FixedLen() && t.MultiCell() == o.MultiCell()
}

// compatible reports whether values of type o also sort as values of type t:
// AbstractType.isCompatibleWith.
func (t *Type) compatible(o *Type) bool {
	switch t.Kind {
	case Blob:
		return o.Kind == Blob || o.Kind == Text || o.Kind == Ascii
	case Text:
		return o.Kind == Text || o.Kind == Ascii
	case List, Set, Map:
		if o.Kind != t.Kind || t.MultiCell() != o.MultiCell() {
			return false
		}
		for i, e := range t.Elems {
			if !e.compatible(o.Elems[i]) {
				return false
			}
		}
		return true
	case Tuple, UDT:
		if !isTuple(o) || t.size() < o.size() {
			return false
		}
		for i := range o.size() {
			if !t.elem(i).compatible(o.elem(i)) {
				return false
			}
		}
		return true
	}
	return t.Equal(o)
}

// AssignTo is how well a value of type t fits a receiver's type:
// AbstractType.testAssignment, for which frozenness makes no difference.
func (t *Type) AssignTo(receiver *Type) Match {
	if !t.MultiCell() && (t.IsCollection() || t.Kind == UDT) {
		receiver = receiver.Freeze()
	}
	return fits(receiver, false, t)
}

package place

// Links carry long texts compressed with DEFLATE (RFC 1951). The codec is our
// own: the one of the standard library is larger than all widgets together, and
// the one of the browser answers later, while a link has to be there at once.

// errDeflate says that compressed data cannot be read.
type errDeflate string

func (e errDeflate) Error() string { return string(e) }

const errBroken = errDeflate("the compressed text is damaged")

// Base lengths and distances with their extra bits, RFC 1951 section 3.2.5.
var (
	lengthBase    = [29]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra   = [29]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceBase  = [30]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	distanceExtra = [30]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	codeOrder     = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
)

// deflate compresses a text in one block with the fixed codes: texts of links are
// short, so that codes of their own would cost more than they save.
func deflate(src string) []byte {
	w := bitWriter{}
	w.bits(1, 1) // last block
	w.bits(1, 2) // fixed codes
	const hashBits = 12
	var head [1 << hashBits]int32 // last place of a hash, plus 1
	prev := make([]int32, len(src))
	hash := func(i int) uint32 {
		h := uint32(src[i]) | uint32(src[i+1])<<8 | uint32(src[i+2])<<16
		return h * 2654435761 >> (32 - hashBits)
	}
	insert := func(i int) {
		if i+3 <= len(src) {
			h := hash(i)
			prev[i], head[h] = head[h], int32(i+1)
		}
	}
	for i := 0; i < len(src); {
		length, distance := 0, 0
		if i+3 <= len(src) {
			j, most := int(head[hash(i)])-1, min(258, len(src)-i)
			for tries := 0; j >= 0 && i-j <= 32768 && tries < 64 && length < most; tries++ {
				n := 0
				if src[j+length] == src[i+length] { // else it is no longer
					for n < most && src[j+n] == src[i+n] {
						n++
					}
				}
				if n > length {
					length, distance = n, i-j
				}
				j = int(prev[j]) - 1
			}
		}
		if length < 3 {
			w.literal(int(src[i]))
			insert(i)
			i++
			continue
		}
		k := symbol(lengthBase[:], length)
		w.literal(257 + k)
		w.bits(uint32(length)-uint32(lengthBase[k]), int(lengthExtra[k]))
		k = symbol(distanceBase[:], distance)
		w.code(uint32(k), 5)
		w.bits(uint32(distance)-uint32(distanceBase[k]), int(distanceExtra[k]))
		for ; length > 0; length-- {
			insert(i)
			i++
		}
	}
	w.literal(256)
	if w.n > 0 {
		w.out = append(w.out, byte(w.acc))
	}
	return w.out
}

// symbol is the last index whose base is not above v.
func symbol(base []uint16, v int) int {
	i := len(base) - 1
	for int(base[i]) > v {
		i--
	}
	return i
}

type bitWriter struct {
	out []byte
	acc uint32
	n   int
}

func (w *bitWriter) bits(v uint32, n int) {
	w.acc |= v << w.n
	w.n += n
	for w.n >= 8 {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
		w.n -= 8
	}
}

// code writes a Huffman code, whose bits stand in the other order.
func (w *bitWriter) code(v uint32, n int) {
	var r uint32
	for range n {
		r = r<<1 | v&1
		v >>= 1
	}
	w.bits(r, n)
}

// literal writes a symbol with the fixed codes, RFC 1951 section 3.2.6.
func (w *bitWriter) literal(v int) {
	switch {
	case v < 144:
		w.code(uint32(0x30+v), 8)
	case v < 256:
		w.code(uint32(0x190+v-144), 9)
	case v < 280:
		w.code(uint32(v-256), 7)
	default:
		w.code(uint32(0xc0+v-280), 8)
	}
}

// inflate reads compressed data that gives at most limit bytes.
func inflate(src []byte, limit int) ([]byte, error) {
	r := bitReader{src: src}
	var out []byte
	for {
		last := r.bits(1)
		var literals, distances *huffman
		switch r.bits(2) {
		case 0:
			r.acc, r.n = 0, 0 // stored: on a byte's border
			n := int(r.bits(8)) | int(r.bits(8))<<8
			c := int(r.bits(8)) | int(r.bits(8))<<8
			if r.bad || n^c != 0xffff || len(r.src) < n {
				return nil, errBroken
			}
			if len(out)+n > limit {
				return nil, errDeflate("the text is too long")
			}
			out = append(out, r.src[:n]...)
			r.src = r.src[n:]
			if last == 1 {
				return out, nil
			}
			continue
		case 1:
			literals, distances = fixedCodes()
		case 2:
			literals, distances = r.codes()
		}
		if literals == nil || r.bad {
			return nil, errBroken
		}
		for {
			v := r.symbol(literals)
			switch {
			case r.bad || v > 285:
				return nil, errBroken
			case v < 256:
				out = append(out, byte(v))
			case v > 256:
				k := v - 257
				length := int(lengthBase[k]) + int(r.bits(int(lengthExtra[k])))
				d := r.symbol(distances)
				if r.bad || d > 29 {
					return nil, errBroken
				}
				distance := int(distanceBase[d]) + int(r.bits(int(distanceExtra[d])))
				if r.bad || distance > len(out) {
					return nil, errBroken
				}
				if len(out)+length > limit {
					return nil, errDeflate("the text is too long")
				}
				for ; length > 0; length-- {
					out = append(out, out[len(out)-distance])
				}
			}
			if len(out) > limit {
				return nil, errDeflate("the text is too long")
			}
			if v == 256 {
				break
			}
		}
		if last == 1 {
			return out, nil
		}
	}
}

type bitReader struct {
	src []byte
	acc uint32
	n   int
	bad bool // read beyond the end
}

func (r *bitReader) bits(n int) uint32 {
	for r.n < n {
		if len(r.src) == 0 {
			r.bad = true
			return 0
		}
		r.acc |= uint32(r.src[0]) << r.n
		r.src = r.src[1:]
		r.n += 8
	}
	v := r.acc & (1<<n - 1)
	r.acc >>= n
	r.n -= n
	return v
}

// huffman is a canonical code: how many codes have each length, and the symbols
// in the order of their codes.
type huffman struct {
	count   [16]uint16
	symbols []uint16
}

func newHuffman(lengths []uint8) *huffman {
	h := &huffman{symbols: make([]uint16, len(lengths))}
	for _, n := range lengths {
		h.count[n]++
	}
	h.count[0] = 0
	var next [16]uint16
	left := 1
	for n := 1; n < 16; n++ {
		if left = left<<1 - int(h.count[n]); left < 0 {
			return nil // more codes than fit
		}
		if n > 1 {
			next[n] = next[n-1] + h.count[n-1]
		}
	}
	for s, n := range lengths {
		if n > 0 {
			h.symbols[next[n]] = uint16(s)
			next[n]++
		}
	}
	return h
}

func (r *bitReader) symbol(h *huffman) int {
	code, first, index := 0, 0, 0
	for n := 1; n < 16; n++ {
		code |= int(r.bits(1))
		if r.bad {
			return 0
		}
		count := int(h.count[n])
		if code-first < count {
			return int(h.symbols[index+code-first])
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	r.bad = true
	return 0
}

func fixedCodes() (literals, distances *huffman) {
	var l [288]uint8
	for i := range l {
		switch {
		case i < 144:
			l[i] = 8
		case i < 256:
			l[i] = 9
		case i < 280:
			l[i] = 7
		default:
			l[i] = 8
		}
	}
	var d [30]uint8
	for i := range d {
		d[i] = 5
	}
	return newHuffman(l[:]), newHuffman(d[:])
}

// codes reads the codes of a block with codes of its own, RFC 1951 section 3.2.7.
func (r *bitReader) codes() (literals, distances *huffman) {
	nl, nd, nc := int(r.bits(5))+257, int(r.bits(5))+1, int(r.bits(4))+4
	var short [19]uint8
	for i := range nc {
		short[codeOrder[i]] = uint8(r.bits(3))
	}
	h := newHuffman(short[:])
	if h == nil || r.bad || nl > 286 || nd > 30 {
		return nil, nil
	}
	lengths := make([]uint8, nl+nd)
	for i := 0; i < len(lengths); {
		v := r.symbol(h)
		if r.bad {
			return nil, nil
		}
		if v < 16 {
			lengths[i] = uint8(v)
			i++
			continue
		}
		var what uint8
		n := 0
		switch v {
		case 16:
			if i == 0 {
				return nil, nil
			}
			what, n = lengths[i-1], 3+int(r.bits(2))
		case 17:
			n = 3 + int(r.bits(3))
		default:
			n = 11 + int(r.bits(7))
		}
		if i+n > len(lengths) {
			return nil, nil
		}
		for ; n > 0; n-- {
			lengths[i] = what
			i++
		}
	}
	literals, distances = newHuffman(lengths[:nl]), newHuffman(lengths[nl:])
	if literals == nil || distances == nil {
		return nil, nil
	}
	return literals, distances
}

package cqltype

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// parseType reads the types that the recorded cases name.
func parseType(t testing.TB, s string) *Type {
	t.Helper()
	typ, rest := readType(s)
	if typ == nil || rest != "" {
		t.Fatalf("cannot read type %q", s)
	}
	return typ
}

func readType(s string) (*Type, string) {
	n := strings.IndexAny(s, "<,>")
	if n < 0 {
		n = len(s)
	}
	name, rest := s[:n], s[n:]
	if n := Native(name); n != nil {
		return n, rest
	}
	if !strings.HasPrefix(rest, "<") {
		return nil, s
	}
	kind, composed := map[string]Kind{"list": List, "set": Set, "map": Map, "tuple": Tuple, "vector": Vector}[name]
	t := &Type{Kind: kind}
	rest = rest[1:]
	for {
		if d := strings.IndexByte(rest, '>'); kind == Vector && len(t.Elems) == 1 {
			t.Dim, _ = strconv.Atoi(rest[:d])
			return t, rest[d+1:]
		}
		var e *Type
		if e, rest = readType(rest); e == nil {
			return nil, s
		}
		t.Elems = append(t.Elems, e)
		end := rest == "" || rest[0] != ','
		rest = strings.TrimPrefix(rest[min(1, len(rest)):], " ")
		if end {
			break
		}
	}
	if !composed { // frozen<…>
		return t.Elems[0].Freeze(), rest
	}
	return t, rest
}

func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`).Replace(s)
}

func unhex(t testing.TB, s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sign is the sign of a comparison.
func sign(n int) string { return strconv.Itoa(min(max(n, -1), 1)) }

// TestServerValues replays what Cassandra 5.0.8's own classes answered to
// testdata/Values.java: texts to values, values to texts, comparisons, checks,
// JSON, arithmetic and tokens.
func TestServerValues(t *testing.T) {
	f, err := os.Open("testdata/values.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	n, failed := 0, map[string]int{}
	for lines.Scan() {
		in, want, _ := strings.Cut(lines.Text(), "\t=> ")
		n++
		got := answer(t, strings.Split(in, "\t"))
		if strings.HasPrefix(in, "math\tdecimal") { // zeros at the end come and go
			got, want = stripDecimal(t, got), stripDecimal(t, want)
		}
		if !sameAnswer(got, want) {
			op, _, _ := strings.Cut(in, "\t")
			if failed[op]++; failed[op] <= 25 {
				t.Errorf("%s\n got %s\nwant %s", in, got, want)
			}
		}
	}
	if n < 5000 {
		t.Fatalf("only %d cases", n)
	}
	if len(failed) > 0 {
		t.Errorf("of %d cases failed: %v", n, failed)
	}
}

func stripDecimal(t *testing.T, answer string) string {
	h, ok := strings.CutPrefix(answer, "ok\t")
	if !ok {
		return answer
	}
	return decimalFromBytes(unhex(t, h)).strip().String()
}

// sameAnswer compares answers; of exceptions that reach the client as server errors
// only that they happen, because their text is Java's.
func sameAnswer(got, want string) bool {
	if got == want {
		return true
	}
	if strings.HasPrefix(want, "err\t") && strings.HasPrefix(got, "err\t") {
		_, g, _ := strings.Cut(got[4:], "\t")
		class, w, _ := strings.Cut(want[4:], "\t")
		switch class {
		case "MarshalException", "InvalidRequestException":
			return g == w
		}
		return true
	}
	return false
}

func answer(t *testing.T, c []string) string {
	typ := parseType(t, c[1])
	value := func(v []byte, err *diag.Diagnostic) string {
		if err != nil {
			return "err\t\t" + escape(err.Message)
		}
		if v == nil {
			return "ok\tnull"
		}
		return "ok\t" + hex.EncodeToString(v)
	}
	switch c[0] {
	case "from":
		return value(typ.FromString(unescape(c[2])))
	case "lit":
		return "ok\t" + escape(typ.Literal(unhex(t, c[2])))
	case "json":
		return "ok\t" + escape(typ.JSON(unhex(t, c[2])))
	case "text":
		return "ok\t" + escape(typ.Text(unhex(t, c[2])))
	case "cmp":
		return "ok\t" + sign(typ.Compare(unhex(t, c[2]), unhex(t, c[3])))
	case "valid":
		if err := typ.Validate(unhex(t, c[2])); err != nil {
			return value(nil, err)
		}
		return "ok\t"
	case "jackson", "jmap":
		v, problem := DecodeJSON(unescape(c[2]), c[0] == "jmap")
		if problem != "" {
			return "jx\t" + escape(problem)
		}
		return "ok\t" + v.String()
	case "fromjson":
		v, problem := DecodeJSON(unescape(c[2]), false)
		if _, message, ok := strings.Cut(problem, ": "); ok {
			return "err\t\tError decoding JSON string: " + escape(message)
		}
		if v.IsNull() {
			return "err\t\tnull"
		}
		return value(typ.FromJSON(v))
	case "op":
		r, _ := readType(c[2])
		res, _ := readType(c[3])
		v, problem := calculate(res.Kind, c[4][0], typ.number(unhex(t, c[5])), r.number(unhex(t, c[6])))
		if problem != "" {
			return "err\t\t" + problem
		}
		return value(v, nil)
	case "math":
		name := c[2]
		if name == "neg" {
			name = "_negate"
		}
		return value(runMath(&Function{Keyspace: SystemKeyspace, Name: name, Args: []*Type{typ}, Returns: typ}, nil, [][]byte{unhex(t, c[3])}))
	case "token":
		return "ok\t" + strconv.FormatInt(MurmurToken(unhex(t, c[2])), 10)
	}
	t.Fatalf("unknown case %q", c)
	return ""
}

func escape(s string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`, `\`, `\\`).Replace(s)
}

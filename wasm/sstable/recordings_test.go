package sstable_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"partitionlab/wasm/memtable"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

// A recording is a script that a real Cassandra 5.0.8 ran, and the Data.db that
// it flushed.
type recording struct {
	Seed       int
	Format     string
	Keyspace   string // "" for z<seed>
	T          [2]float64
	Counter    bool
	Statements []struct {
		Q      string
		OK     bool
		Second int64 // the server's clock; 0 where all ran in the seconds of T
	}
	Tables []struct {
		Bytes  int
		SHA256 string
		Hex    string
	}
}

// comparable tells what a second run of the script gives again: the bytes, only
// their number, or only the counts of counters. List elements have time UUIDs of
// the server's, and deletions hold the second in which they happened.
func (r *recording) comparable() string {
	if r.Counter {
		return "counts"
	}
	oneSecond := int64(r.T[0]) == int64(r.T[1]) || r.Statements[0].Second > 0
	var schema string
	for _, st := range r.Statements {
		switch {
		case !st.OK:
		case strings.HasPrefix(st.Q, "CREATE TABLE"):
			schema = st.Q
			if multiCellList.MatchString(schema) {
				return "length"
			}
		case oneSecond:
		case deletes.MatchString(st.Q), multiCell.MatchString(schema):
			return "length"
		}
	}
	return "bytes"
}

var (
	multiCellList = regexp.MustCompile(`[(,] *\w+ list<`)
	multiCell     = regexp.MustCompile(`[(,] *\w+ (set<|map<|addr|fuzz)|default_time_to_live`)
	deletes       = regexp.MustCompile(`DELETE|TTL|null`)
)

func readRecordings(t *testing.T, name string) []*recording {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []*recording
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		r := new(recording)
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// flush runs a recording's script and returns the store of its one table.
func (r *recording) flush(t *testing.T) *memtable.Store {
	t.Helper()
	keyspace := r.Keyspace
	if keyspace == "" {
		keyspace = fmt.Sprintf("z%d", r.Seed)
	}
	s := session.New(session.Settings{Keyspace: keyspace, Now: int64(r.T[0])})
	for _, st := range r.Statements {
		if st.Second > 0 {
			s.Wait(st.Second - s.Now())
		}
		res := s.Exec(st.Q)
		if res.Accepted() != st.OK {
			t.Errorf("seed %d: accepted %v, want %v: %s: %+v", r.Seed, res.Accepted(), st.OK, st.Q, res.Diag)
		}
	}
	for _, table := range s.Catalogue().Keyspaces[keyspace].Tables {
		if store := s.Store(table); store != nil && !store.Empty() {
			return store
		}
	}
	return nil
}

// TestRecordings flushes the scripts of a real server and compares the bytes.
func TestRecordings(t *testing.T) {
	for _, name := range []string{"sstables-nb-public", "sstables-da-public", "merging-nb", "merging-da", "types-nb", "types-da", "types-oa", "seconds-da"} {
		t.Run(name, func(t *testing.T) {
			done := map[string]int{}
			for _, r := range readRecordings(t, name) {
				kind := r.comparable()
				store := r.flush(t)
				if store == nil {
					if len(r.Tables) > 0 {
						t.Errorf("seed %d: nothing written", r.Seed)
					}
					continue
				}
				if len(r.Tables) == 0 {
					t.Errorf("seed %d: the server wrote nothing", r.Seed)
					continue
				}
				format, _ := sstable.ParseFormat(r.Format)
				data, err := sstable.Encode(store, format)
				if err != nil {
					t.Errorf("seed %d: %v", r.Seed, err)
					continue
				}
				want := r.Tables[0]
				switch kind {
				case "bytes":
					sum := sha256.Sum256(data)
					if hex.EncodeToString(sum[:]) != want.SHA256 {
						theirs, _ := hex.DecodeString(want.Hex)
						at := 0
						for at < len(data) && at < len(theirs) && data[at] == theirs[at] {
							at++
						}
						t.Errorf("seed %d: %d bytes instead of %d, the first other one at %d\n%x\n%x", r.Seed, len(data), want.Bytes, at, data[:min(len(data), 4000)], theirs)
						continue
					}
				case "length":
					if len(data) != want.Bytes {
						t.Errorf("seed %d: %d bytes instead of %d", r.Seed, len(data), want.Bytes)
						continue
					}
				case "counts":
					theirs, err := hex.DecodeString(want.Hex)
					if err != nil || len(theirs) == 0 {
						continue // the recording keeps no bytes of a long file
					}
					if mine, want := counts(t, store, format, data), counts(t, store, format, theirs); mine != want {
						t.Errorf("seed %d: counters\n%s\nwant\n%s", r.Seed, mine, want)
						continue
					}
				}
				done[kind]++
			}
			t.Log(done)
			if done["bytes"] < 2*done["length"] {
				t.Errorf("only %d recordings are compared byte for byte", done["bytes"])
			}
		})
	}
}

// counts lists the counters of a file. The smallest timestamp differs from file
// to file, but counts do not depend on it.
func counts(t *testing.T, s *memtable.Store, f sstable.Format, data []byte) string {
	t.Helper()
	ms, err := sstable.Decode(data, sstable.HeaderOf(s, f))
	if err != nil {
		t.Error(err)
		return ""
	}
	var b bytes.Buffer
	for _, m := range ms {
		fmt.Fprintf(&b, "%x\n", m.Key)
		for _, r := range m.Rows {
			for _, c := range r.Cells {
				fmt.Fprintf(&b, "  %q %s %d\n", r.Clustering, c.Column.Name, memtable.CounterValue(c.Value))
			}
		}
	}
	return b.String()
}

// TestComponents flushes a table whose partitions are so large that Index.db
// indexes their rows, with range tombstones open between the blocks. The numbers
// are what a real 5.0.8 wrote.
func TestComponents(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "ks", Now: 1795255951})
	exec := func(q string) {
		if r := s.Exec(q); !r.Accepted() {
			t.Fatalf("%s: %+v", q, r.Diag)
		}
	}
	exec(`CREATE TABLE big (p text, q int, c int, d text, v text, s int static, PRIMARY KEY ((p, q), c, d))
		WITH compression = {'enabled': false} AND CLUSTERING ORDER BY (c DESC, d ASC)`)
	for q := range 300 {
		rows := map[int]int{3: 3000, 77: 2000, 150: 900}[q]
		if rows == 0 {
			rows = 1 + q%3
		}
		for c := range rows {
			exec(fmt.Sprintf("INSERT INTO big (p, q, c, d, v) VALUES ('k%s', %d, %d, '%s', '%s') USING TIMESTAMP %d",
				strings.Repeat("x", q%7), q, c, strings.Repeat("d", c%9), strings.Repeat("y", 80+(c*7+q)%40), 1700000000000000+c*1000))
		}
	}
	for _, r := range [][3]int{{100, 900, 5}, {500, 1500, 9}, {1700, 1900, 3}, {2000, 2950, 8}} {
		exec(fmt.Sprintf("DELETE FROM big USING TIMESTAMP %d WHERE p = 'kxxx' AND q = 3 AND c >= %d AND c < %d", 1700000000000000+r[2], r[0], r[1]))
	}
	store := s.Store(s.Catalogue().Table("ks", "big"))
	got, err := sstable.Components(store, sstable.NB)
	if err != nil {
		t.Fatal(err)
	}
	want := []sstable.Component{{"Index.db", 6380}, {"Summary.db", 145}, {"Filter.db", 392}, {"CRC.db", 52}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	data, _ := sstable.Encode(store, sstable.NB)
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != "34b85fb6e32db557f022e85fe7b1e9efc779b560ed1ae8f59ada188a77e4dd09" {
		t.Errorf("Data.db of %d bytes has sha256 %s", len(data), sum)
	}
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

const stressSchema = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE shop;
CREATE TYPE addr (street text, zip int);
CREATE TABLE likes (video uuid, day date, at timestamp, "User" text, tags set<text>, n int, st text static, PRIMARY KEY ((video, day), at, "User"));
CREATE TABLE m (k text, c bigint, d smallint, a frozen<addr>, b map<text, int>, PRIMARY KEY (k, c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC);
CREATE TABLE keys (k int, c timeuuid, PRIMARY KEY (k, c));
CREATE TABLE hits (k blob, c int, n counter, PRIMARY KEY (k, c));
`

const stressWork = `partitions = 3
table = shop.likes
rows = 500
len."User" = 12
len.tags = 8
count.tags = 3
len.st = 30
written = 10 every 1h
table = shop.m
rows = 700
len.k = 9
len.a.street = 20
len.b.key = 5
count.b = 2
ttl = 3d
table = shop.keys
rows = 300
table = shop.hits
rows = 100
len.k = 6
`

func stressProfile(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"s.cql": stressSchema, "w.size": stressWork} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code = run(append(append([]string{"stress"}, args...), filepath.Join(dir, "s.cql"), filepath.Join(dir, "w.size")), stdio{strings.NewReader(""), &stdout, &stderr})
	return code, stdout.String(), stderr.String()
}

var promised = regexp.MustCompile(`uncompressed: ([\d,]+) B`)

// promise is the number of bytes that a profile promises for a partition.
func promise(t *testing.T, profile string) int {
	t.Helper()
	m := promised.FindStringSubmatch(profile)
	if m == nil {
		t.Fatalf("the profile promises no bytes:\n%s", profile)
	}
	n, _ := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	return n
}

// flushedBytes runs statements and returns the bytes of a table's Data.db.
func flushedBytes(t *testing.T, statements []string, keyspace, table string) int {
	t.Helper()
	s := session.New(session.Settings{Now: 1_700_000_000})
	for _, q := range statements {
		if r := s.Exec(q); !r.Accepted() {
			t.Fatalf("%s: %v", q, r.Diag)
		}
	}
	data, err := sstable.Encode(s.Store(s.Catalogue().Table(keyspace, table)), sstable.NB)
	if err != nil {
		t.Fatal(err)
	}
	return len(data)
}

// blocks reads the blocks of text of a profile by their keys, in order.
func blocks(profile string) (out []string) {
	lines := strings.Split(profile, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasSuffix(lines[i], ": |") {
			continue
		}
		indent := len(lines[i]) - len(strings.TrimLeft(lines[i], " ")) + 2
		var text []string
		for i++; i < len(lines) && strings.HasPrefix(lines[i], strings.Repeat(" ", indent)); i++ {
			text = append(text, lines[i][indent:])
		}
		i--
		out = append(out, strings.Join(text, "\n"))
	}
	return out
}

// bind works a binding of NoSQLBench out.
func bind(t *testing.T, functions string, cycle int64) string {
	text := ""
	for _, f := range strings.Split(regexp.MustCompile(`;\s*0-9`).ReplaceAllString(functions, "+0-9"), ";") {
		f = strings.TrimSpace(f)
		name, arg, _ := strings.Cut(strings.TrimSuffix(f, ")"), "(")
		n, _ := strconv.ParseInt(arg, 10, 64)
		switch name {
		case "Div":
			cycle /= n
		case "Mod":
			cycle %= n
		case "Mul":
			cycle *= n
		case "Add":
			cycle += n
		case "FixedValue":
			cycle = n
		case "ToString":
		case "ToBoolean":
			text = fmt.Sprint(cycle&1 == 1)
		case "Combinations":
			digits := strings.Count(arg, "0-9")
			text = fmt.Sprintf("%0*d", digits, cycle)
			text = text[len(text)-digits:]
		default:
			t.Fatalf("no function %s", f)
		}
	}
	if text == "" {
		text = strconv.FormatInt(cycle, 10)
	}
	return text
}

// TestNoSQLBench: what the workload writes is as long as it promises.
func TestNoSQLBench(t *testing.T) {
	for _, table := range []string{"likes", "m", "keys", "hits"} {
		code, profile, stderr := stressProfile(t, "-tool", "nosqlbench", "-table", table)
		if code != 0 {
			t.Errorf("%s: %s", table, stderr)
			continue
		}
		all := blocks(profile)
		statements, write := all[:len(all)-1], all[len(all)-1]
		_, text, _ := strings.Cut(profile, "bindings:\n")
		text, _, _ = strings.Cut(text, "blocks:")
		cycles, _ := strconv.ParseInt(regexp.MustCompile(`cycles=(\d+)`).FindStringSubmatch(profile)[1], 10, 64)
		for cycle := range cycles {
			q := write
			for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
				name, functions, _ := strings.Cut(strings.TrimSpace(line), ": ")
				q = strings.ReplaceAll(q, "{"+name+"}", bind(t, functions, cycle))
			}
			statements = append(statements, q)
		}
		got := flushedBytes(t, statements, "shop", table)
		if table == "hits" { // the session's clock gives counters their timestamps: 1 or 2 bytes each
			if want := 3 * promise(t, profile); got < want || got > want+300 {
				t.Errorf("hits: %d bytes, promised %d", got, want)
			}
		} else if want := 3 * promise(t, profile); got != want {
			t.Errorf("%s: %d bytes, promised %d", table, got, want)
		}
	}
}

// TestCassandraStress: the statement that the tool makes of a profile writes as many
// bytes as promised, all at one time.
func TestCassandraStress(t *testing.T) {
	for table, write := range map[string]func(row int) string{
		"likes": func(row int) string {
			return fmt.Sprintf(`UPDATE likes USING TIMESTAMP 1 SET n = 1, st = '%030d', tags = tags + {'aaa', 'bbb', 'ccc'} WHERE video = 00000000-0000-4000-8000-000000000000 AND day = 1 AND at = %d AND "User" = '123456789012'`, 1, row)
		},
		"keys": func(row int) string {
			return fmt.Sprintf(`INSERT INTO keys (k, c) VALUES (1, %08x-0000-1000-8080-808080808080) USING TIMESTAMP 1`, row)
		},
	} {
		code, profile, stderr := stressProfile(t, "-table", table)
		if code != 0 {
			t.Errorf("%s: %s", table, stderr)
			continue
		}
		all := blocks(profile)
		statements := []string{all[0], "USE shop", all[1]}
		rows := map[string]int{"likes": 500, "keys": 300}[table]
		for row := range rows {
			statements = append(statements, write(row))
		}
		if got, want := flushedBytes(t, statements, "shop", table), promise(t, profile); got != want {
			t.Errorf("%s: %d bytes, promised %d", table, got, want)
		}
		for _, want := range []string{"cluster: fixed(" + strconv.Itoa(rows) + ")", "insert:\n  partitions: fixed(1)\n  select: fixed(1)/1\n  batchtype: UNLOGGED\n", "n=3 no-warmup"} {
			if !strings.Contains(profile, want) {
				t.Errorf("%s: the profile lacks %s:\n%s", table, want, profile)
			}
		}
	}
	_, profile, _ := stressProfile(t, "-table", "likes")
	for _, want := range []string{"  - name: User\n    size: fixed(12)\n    cluster: fixed(1)\n", "  - name: tags\n    size: fixed(3)\n", "# The tool has one size for tags"} {
		if !strings.Contains(profile, want) {
			t.Errorf("the profile lacks %q:\n%s", want, profile)
		}
	}
}

// TestStressRefuses: what a tool cannot do is said.
func TestStressRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-table", "m"}, 1, "cassandra-stress has no values for column a of type frozen<addr>: use -tool nosqlbench"},
		{nil, 2, "a profile is of one table: name it with -table; the workloads are of hits, keys, likes, m"},
		{[]string{"-tool", "ycsb"}, 2, "-tool ycsb: there are cassandra-stress, nosqlbench"},
		{[]string{"-table", "likes", "-var", "rows=0.5..x"}, 1, "x"},
	} {
		code, _, stderr := stressProfile(t, c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: %d %s", c.args, code, stderr)
		}
	}
}

// TestOneWorkloadOfATable: the second one in a text is refused before it is sized; those of two files are two, of one table.
func TestOneWorkloadOfATable(t *testing.T) {
	dir := t.TempDir()
	schema := write(t, filepath.Join(dir, "s.cql"), "CREATE TABLE t (k text, c int, PRIMARY KEY (k, c));\nCREATE TABLE u (k text PRIMARY KEY);\n")
	again := write(t, filepath.Join(dir, "again.size"), "table = t\nrows = 10\ntable = u\n"+strings.Repeat("table = lab.t\nrows = normal(10, 2)\n", 1000))
	few, many := write(t, filepath.Join(dir, "few.size"), "table = t\nrows = 10\n"), write(t, filepath.Join(dir, "many.size"), "table = t\nrows = 1000\n")
	for _, c := range []struct {
		args         []string
		code, tables int
		want         string
	}{
		{[]string{"size", schema, again}, found, 2, "the table lab.t has a workload already\n --> again.size:4:9\n"},
		{[]string{"stress", "-table", "t", schema, again}, found, 0, "the table lab.t has a workload already\n"},
		{[]string{"check", "-advice", schema, again}, found, 0, "the table lab.t has a workload already\n"},
		{[]string{"size", schema, few, many}, clean, 2, ""},
		{[]string{"stress", schema, few, many}, wrongUse, 0, "name one file; 2 are of t\n"},
	} {
		code, out, errs := call(t, "", c.args...)
		all := strings.ReplaceAll(out+errs, dir+string(filepath.Separator), "")
		if code != c.code || !strings.Contains(all, c.want) || strings.Count(out, ", one partition,") != c.tables || len(all) > 10_000 {
			t.Errorf("%.40q: exit %d, %.500s", c.args, code, all)
		}
	}
}

// TestStressWithoutCounts: nobody says how many elements a set has, or how long they
// are.
func TestStressWithoutCounts(t *testing.T) {
	dir := t.TempDir()
	schema := write(t, filepath.Join(dir, "s.cql"), "CREATE TABLE t (k text, c int, s set<text>, l list<int>, PRIMARY KEY (k, c));\n")
	load := write(t, filepath.Join(dir, "w.size"), "rows = 10\n")
	code, out, errs := call(t, "", "stress", schema, load)
	if code != clean || !strings.Contains(out, "  - name: s\n    size: fixed(5)\n") || !strings.Contains(out, "its elements are as long as there are of them") {
		t.Errorf("exit %d, %s%s", code, errs, out)
	}
}

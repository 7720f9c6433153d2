// COPY: tables to and from files of comma-separated values.

package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/workload"
)

var copyForms = []string{"COPY table [(column, …)] TO 'file' [WITH option = value AND …]", "COPY table [(column, …)] FROM 'file' [WITH option = value AND …]",
	"COPY table TO STDOUT", "COPY table FROM STDIN"}

const copyAbout = `Writes a table to a file of comma-separated values, or reads rows from one.

  DELIMITER=','  QUOTE='"'  ESCAPE='\'  HEADER=false  NULL=''  BOOLSTYLE='True,False'
  DECIMALSEP='.'  THOUSANDSSEP=''
TO:    FLOATPRECISION=5  DOUBLEPRECISION=12
FROM:  SKIPROWS=0  MAXROWS=-1  SKIPCOLS=''  TTL=seconds  MAXPARSEERRORS=-1  MAXINSERTERRORS=1000

It ends at a semicolon, as in cqlsh, and may go over several lines.

Options of cqlsh about speed and processes are read and change nothing. A row that the
server would refuse is told with its line and left out.`

// idle are the options of cqlsh that say how fast, not what.
var idle = []string{"datetimeformat", "maxattempts", "reportfrequency", "numprocesses", "configfile", "ratefile", "chunksize", "ingestrate", "minbatchsize", "maxbatchsize",
	"errfile", "preparedstatements", "encoding", "pagesize", "pagetimeout", "begintoken", "endtoken", "maxrequests", "maxoutputsize"}

var copying = []string{"delimiter", "quote", "escape", "header", "null", "boolstyle", "decimalsep", "thousandssep", "floatprecision", "doubleprecision",
	"skiprows", "maxrows", "skipcols", "ttl", "maxparseerrors", "maxinserterrors"}

// A copyTask is what a COPY asks for.
type copyTask struct {
	table   *schema.Table
	columns []*schema.Column
	from    bool
	file    string // "" for the standard streams
	options map[string]string
	dialect dialect
	style   style
	header  bool
	numbers map[string]int
}

var (
	copyToken = regexp.MustCompile(`^(?:\s+|--[^\n]*|//[^\n]*|(?s:/\*.*?\*/)|"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_]*|-?[0-9.]+|[^\s])`)
	decimal   = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$|^-?(NaN|Infinity)$`)
	bareWord  = regexp.MustCompile(`^[-+]?[0-9A-Za-z.:µ-]+$`)
)

func (sh *Shell) copy(args string) {
	t, err := sh.copyOf(args)
	if err == nil {
		if t.from {
			err = sh.copyFrom(t)
		} else {
			err = sh.copyTo(t)
		}
	}
	if err != nil {
		sh.wrong("COPY: %v", err)
	}
}

// copyOf reads the command.
func (sh *Shell) copyOf(args string) (*copyTask, error) {
	var tokens []string
	var below []bool // which of them begin a line
	for rest := args; rest != ""; {
		token := copyToken.FindString(rest)
		rest = rest[len(token):]
		comment := strings.HasPrefix(token, "--") || len(token) > 1 && token[0] == '/'
		if strings.TrimSpace(token) != "" && !comment {
			before := args[:len(args)-len(rest)-len(token)]
			tokens, below = append(tokens, token), append(below, strings.HasSuffix(strings.TrimRight(before, " \t"), "\n"))
		}
	}
	at := 0
	next := func() string {
		if at == len(tokens) {
			return ""
		}
		at++
		return tokens[at-1]
	}
	is := func(word string) bool {
		if at < len(tokens) && strings.EqualFold(tokens[at], word) {
			at++
			return true
		}
		return false
	}
	name := func() (string, error) {
		switch token := next(); {
		case token == "":
			return "", fmt.Errorf("a name is missing at the end. Write:\n  %s", strings.Join(copyForms, "\n  "))
		case token[0] == '"' && len(token) > 2:
			return strings.ReplaceAll(token[1:len(token)-1], `""`, `"`), nil
		case !regexp.MustCompile(`^[A-Za-z]`).MatchString(token):
			return "", fmt.Errorf("%s is no name", token)
		default:
			return strings.ToLower(token), nil
		}
	}
	t := &copyTask{options: map[string]string{}, numbers: map[string]int{}}
	keyspace := sh.Keyspace()
	table, err := name()
	if err != nil {
		return nil, err
	}
	if is(".") {
		keyspace = table
		if table, err = name(); err != nil {
			return nil, err
		}
	}
	if t.table = sh.conn.Catalogue().Table(keyspace, table); t.table == nil {
		return nil, fmt.Errorf("there is no table %s in keyspace %q", table, keyspace)
	}
	all := columnsOf(t.table)
	if is("(") {
		for {
			column, err := name()
			if err != nil {
				return nil, err
			}
			i := slices.IndexFunc(all, func(c *schema.Column) bool { return c.Name == column })
			if i < 0 {
				return nil, fmt.Errorf("Invalid column name %s", column)
			}
			t.columns = append(t.columns, all[i])
			if is(")") {
				break
			}
			if !is(",") {
				return nil, fmt.Errorf("a comma or ) is missing after column %s", column)
			}
		}
	} else {
		t.columns = all
	}
	switch {
	case is("FROM"):
		t.from = true
	case is("TO"):
	default:
		return nil, fmt.Errorf("TO or FROM is missing. Write:\n  %s", strings.Join(copyForms, "\n  "))
	}
	if !is("STDIN") && !is("STDOUT") {
		file, ok := path(next())
		if !ok {
			return nil, fmt.Errorf("the file's name must stand in single quotes")
		}
		t.file = file
	}
	if is("WITH") {
		for {
			option, err := name()
			if err != nil {
				return nil, err
			}
			if !slices.Contains(copying, option) && !slices.Contains(idle, option) {
				text := "Unrecognized COPY option: " + strings.ToUpper(option)
				if near := workload.Nearest(option, append(slices.Clone(copying), idle...)); near != "" {
					text += "; did you mean " + strings.ToUpper(near) + "?"
				}
				return nil, fmt.Errorf("%s", text)
			}
			if !is("=") {
				return nil, fmt.Errorf("= is missing after %s", strings.ToUpper(option))
			}
			value := next()
			if len(value) > 1 && value[0] == '\'' {
				value = strings.ReplaceAll(value[1:len(value)-1], "''", "'")
			}
			t.options[option] = value
			if !is("AND") {
				break
			}
		}
	}
	if at < len(tokens) && below[at] {
		return nil, fmt.Errorf("%s is not understood here. COPY ends at a semicolon, not with its line: where %[1]s begins another statement, write ; before it", tokens[at])
	}
	if at < len(tokens) {
		return nil, fmt.Errorf("%s is not understood here", tokens[at])
	}
	return t, t.read()
}

// read works out what the options mean.
func (t *copyTask) read() error {
	option := func(name, standard string) string {
		if v, ok := t.options[name]; ok {
			return v
		}
		return standard
	}
	for _, x := range []struct {
		name, standard string
		to             *rune
	}{{"delimiter", ",", &t.dialect.delimiter}, {"quote", `"`, &t.dialect.quote}, {"escape", `\`, &t.dialect.escape}} {
		text := []rune(strings.ReplaceAll(option(x.name, x.standard), `\t`, "\t"))
		if len(text) != 1 {
			return fmt.Errorf("%s must be one character, not %q", strings.ToUpper(x.name), string(text))
		}
		*x.to = text[0]
	}
	if t.dialect.escape == t.dialect.quote {
		t.dialect.escape = 0
	}
	t.header = strings.EqualFold(option("header", "false"), "true")
	t.style = style{null: option("null", ""), millis: true, quoteTimes: true, raw: true, decimal: option("decimalsep", ""), thousands: option("thousandssep", "")}
	styles := strings.Split(option("boolstyle", "True,False"), ",")
	if len(styles) == 2 {
		t.style.yes, t.style.no = strings.TrimSpace(styles[0]), strings.TrimSpace(styles[1])
	}
	if t.style.yes == "" || t.style.no == "" || t.style.yes == t.style.no {
		return fmt.Errorf("BOOLSTYLE must be two words such as 'True,False', not %q", option("boolstyle", ""))
	}
	for name, standard := range map[string]int{"floatprecision": 5, "doubleprecision": 12, "skiprows": 0, "maxrows": -1, "ttl": -1, "maxparseerrors": -1, "maxinserterrors": 1000} {
		n, err := strconv.Atoi(option(name, strconv.Itoa(standard)))
		if err != nil {
			return fmt.Errorf("%s must be a whole number, not %q", strings.ToUpper(name), t.options[name])
		}
		t.numbers[name] = n
	}
	t.style.float, t.style.double = t.numbers["floatprecision"], t.numbers["doubleprecision"]
	return nil
}

// columnsOf are the columns in the order of cqlsh: those of the key, then the others by
// their names.
func columnsOf(t *schema.Table) (out []*schema.Column) {
	key := 0
	for c := range t.Columns() {
		out = append(out, c)
		if c.Kind == schema.PartitionKey || c.Kind == schema.Clustering {
			key++
		}
	}
	slices.SortStableFunc(out[key:], func(a, b *schema.Column) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (t *copyTask) names() []string {
	var out []string
	for _, c := range t.columns {
		out = append(out, c.Name)
	}
	return out
}

func (t *copyTask) quoted() []string {
	out := t.names()
	for i := range out {
		out[i] = cql.QuoteName(out[i])
	}
	return out
}

func (t *copyTask) name() string {
	return cql.QuoteName(t.table.Keyspace) + "." + cql.QuoteName(t.table.Name)
}

func (sh *Shell) copyTo(t *copyTask) error {
	r := sh.conn.Exec("SELECT " + strings.Join(t.quoted(), ", ") + " FROM " + t.name())
	if r.Diag != nil {
		return fmt.Errorf("%s", r.Diag.Message)
	}
	if r.Failed != "" {
		return fmt.Errorf("%s", r.Failed)
	}
	if r.Ended != nil {
		return sh.over(&r)
	}
	var to io.Writer = sh.Out
	var f *os.File
	if t.file != "" {
		sh.say("Starting copy of %s with columns [%s].", t.name(), strings.Join(t.names(), ", "))
		var err error
		if f, err = sh.create(t.file, os.O_TRUNC); err != nil {
			return err
		}
		to = sh.counted(f)
	}
	out := bufio.NewWriter(to)
	if t.header {
		t.dialect.write(out, t.names())
	}
	for _, row := range r.Rows.Rows {
		fields := make([]string, len(row))
		for i, v := range row {
			fields[i] = t.style.text(r.Rows.Types[i], v)
		}
		t.dialect.write(out, fields)
	}
	err := out.Flush()
	if f != nil {
		if e := f.Close(); err == nil {
			err = e
		}
		if err == nil {
			sh.say("\n%s exported to 1 file.", number.Of(len(r.Rows.Rows), "row"))
		}
	}
	return err
}

// create opens a file to write into: truncated, or to append. A pipe that nobody reads
// is an error, as opening it would wait for ever; so is a name that symbolic links lead
// elsewhere, and a script that runs.
func (sh *Shell) create(name string, how int) (*os.File, error) {
	if err := project.Apart(name, slices.Concat(sh.Scripts, sh.sources), sh.In); err != nil {
		return nil, err
	}
	if leadsAway(project.Absolute(name)) {
		return nil, &fs.PathError{Op: "write", Path: name, Err: errors.New("a symbolic link leads out of its folder")}
	}
	return os.OpenFile(name, os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK|how, 0o666)
}

// leadsAway reports whether symbolic links lead a path that lies in the working folder out
// of it, or any other path out of the folder that it names.
func leadsAway(path string) bool {
	root := filepath.Dir(path)
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			root = here
		}
	}
	if _, err := os.Lstat(path); err != nil {
		path = filepath.Dir(path) // a new file
		if _, err := os.Lstat(path); err != nil {
			return false // in no folder, which is told where it is opened
		}
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return true
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil { // it leads nowhere: a file would be made there
		return true
	}
	rel, err := filepath.Rel(root, real)
	return err != nil || !filepath.IsLocal(rel)
}

func (sh *Shell) copyFrom(t *copyTask) error {
	in := sh.In
	if t.file == "" {
		if in == nil {
			return fmt.Errorf("there is no standard input to read rows from")
		}
		return sh.importRows(t, bufio.NewReader(in), "standard input", 1)
	}
	files, err := filepath.Glob(t.file)
	if err == nil && files == nil {
		_, err = os.Stat(t.file)
	}
	if err != nil {
		return err
	}
	for _, name := range files {
		f, err := project.Open(name)
		if err != nil {
			return err
		}
		err = sh.importRows(t, bufio.NewReader(f), name, len(files))
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// importRows writes the records of a file.
func (sh *Shell) importRows(t *copyTask, in *bufio.Reader, name string, files int) error {
	sh.say("Starting copy of %s with columns [%s].", t.name(), strings.Join(t.names(), ", "))
	skipped := map[string]bool{}
	for _, c := range strings.Split(t.options["skipcols"], ",") {
		skipped[strings.ToLower(strings.TrimSpace(c))] = true
	}
	bad := newRepeats(sh, name)
	defer bad.print()
	line, rows, passed, unread, refused := 0, 0, 0, 0, 0
	for t.numbers["maxrows"] < 0 || rows+unread+refused < t.numbers["maxrows"] {
		fields, n, err := t.dialect.read(in)
		at := line + 1
		line += n
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %v", name, at, err)
		}
		if t.file == "" && len(fields) == 1 && fields[0] == "." {
			break
		}
		if len(fields) == 0 {
			continue
		}
		if t.header && at == 1 {
			continue
		}
		if passed < t.numbers["skiprows"] {
			passed++
			continue
		}
		statement, err := t.statement(fields, skipped)
		if err != nil {
			unread++
			bad.add(at, err.Error())
			if most := t.numbers["maxparseerrors"]; most >= 0 && unread > most {
				return fmt.Errorf("Exceeded maximum number of parse errors %d", most)
			}
			continue
		}
		r := sh.conn.Exec(statement)
		switch {
		case r.Ended != nil:
			return fmt.Errorf("%s:%d: after %s: %w", name, at, number.Of(rows, "row"), sh.over(&r))
		case r.Diag != nil || r.Failed != "":
			refused++
			why := r.Failed
			if r.Diag != nil {
				why = r.Diag.Message
			}
			bad.add(at, why)
			if most := t.numbers["maxinserterrors"]; most >= 0 && refused > most {
				return fmt.Errorf("Exceeded maximum number of insert errors %d", most)
			}
		default:
			rows++
		}
	}
	bad.print()
	sh.say("\n%s imported from %s (%d skipped).", number.Of(rows, "row"), name, passed)
	if n := unread + refused; n > 0 {
		return fmt.Errorf("%s of %s could not be imported", number.Of(n, "row"), name)
	}
	return nil
}

// repeats are what is wrong with the records of a file. Of those that say the same of
// other values only the first ones are printed at once.
type repeats struct {
	sh   *Shell
	name string
	fold finding.Fold
}

func newRepeats(sh *Shell, name string) *repeats { return &repeats{sh: sh, name: name} }

func (r *repeats) add(line int, what string) {
	if r.fold.Shows(finding.Alike(what), line, what) {
		r.sh.wrong("%s:%d: %s", r.name, line, what)
	} else {
		r.sh.Failures++
	}
}

// print prints once how many more there were.
func (r *repeats) print() {
	for _, line := range r.fold.Rest(r.name) {
		fmt.Fprintln(r.sh.Err, line)
	}
}

// statement is the write of a record.
func (t *copyTask) statement(fields []string, skipped map[string]bool) (string, error) {
	if len(fields) != len(t.columns) {
		return "", fmt.Errorf("Invalid row length %d should be %d", len(fields), len(t.columns))
	}
	using := ""
	if ttl := t.numbers["ttl"]; ttl >= 0 {
		using = " USING TTL " + strconv.Itoa(ttl)
	}
	var names, values, sets, where []string
	for i, c := range t.columns {
		if skipped[c.Name] {
			continue
		}
		key := c.Kind == schema.PartitionKey || c.Kind == schema.Clustering
		value, err := t.literal(c.Type, fields[i])
		if err != nil {
			return "", fmt.Errorf("column %s: %v", c.Name, err)
		}
		if value == "" {
			if key {
				return "", fmt.Errorf("Cannot insert null value for primary key column '%s'. If you want to insert empty strings, consider using the WITH NULL=<marker> option for COPY.", c.Name)
			}
			value = "null"
		}
		name := cql.QuoteName(c.Name)
		names, values = append(names, name), append(values, value)
		if key {
			where = append(where, name+" = "+value)
		} else if value != "null" {
			sets = append(sets, name+" = "+name+" + "+value)
		}
	}
	if t.table.Counter {
		return "UPDATE " + t.name() + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(where, " AND "), nil
	}
	return "INSERT INTO " + t.name() + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")" + using, nil
}

// literal is a field as CQL; "" for null.
func (t *copyTask) literal(of *cqltype.Type, field string) (string, error) {
	quoted := func() string { return cql.QuoteString(field) }
	if field == t.style.null {
		return "", nil
	}
	wrong := func() (string, error) { return "", fmt.Errorf("Failed to parse %q as %s", field, of) }
	switch of.Kind {
	case cqltype.Text, cqltype.Ascii, cqltype.Inet, cqltype.Date, cqltype.Time:
		return quoted(), nil
	case cqltype.Timestamp:
		if _, err := strconv.ParseInt(field, 10, 64); err == nil {
			return field, nil
		}
		return quoted(), nil
	case cqltype.Boolean:
		switch {
		case strings.EqualFold(field, t.style.yes):
			return "true", nil
		case strings.EqualFold(field, t.style.no):
			return "false", nil
		}
		return wrong()
	case cqltype.List, cqltype.Set, cqltype.Map, cqltype.Tuple, cqltype.UDT, cqltype.Vector:
		if field == "" || !strings.ContainsRune("[{(", rune(field[0])) {
			return wrong()
		}
		return field, nil
	case cqltype.Int, cqltype.Bigint, cqltype.Smallint, cqltype.Tinyint, cqltype.Varint, cqltype.Counter, cqltype.Float, cqltype.Double, cqltype.Decimal:
		n := field
		if t.style.thousands != "" {
			n = strings.ReplaceAll(n, t.style.thousands, "")
		}
		if t.style.decimal != "" {
			n = strings.ReplaceAll(n, t.style.decimal, ".")
		}
		if !decimal.MatchString(n) {
			return wrong()
		}
		return n, nil
	}
	if !bareWord.MatchString(field) {
		return wrong()
	}
	return field, nil
}

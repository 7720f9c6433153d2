// Command ask puts CQL to a real Cassandra and prints what it says, one line a
// statement: for whoever wants to know a fact and not to guess.
//
//	ask -serve                    starts a server and keeps it; prints its address
//	ask -addr A [-k ks] 'CQL' …   runs statements in order
//	ask -addr A -jsonl < file     one JSON string a line
//
// Without -addr a server is started for these statements alone. -server 4.1 or 4.0 starts
// an older one. -yaml holds more lines for cassandra.yaml: with a server that asks for a
// password ("authenticator: PasswordAuthenticator"), -as says who asks.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"partitionlab/build/cassandra"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	serve := flag.Bool("serve", false, "start a server and keep it until interrupted")
	format := flag.String("format", "nb", "with -serve: SSTable format nb, oa or da")
	line := flag.String("server", "5.0", "server to start: 5.0, 4.1 or 4.0")
	yaml := flag.String("yaml", "", "more lines for the started server's cassandra.yaml")
	shipped := flag.Bool("shipped", false, "leave views, SASI and functions of the started server disabled, as shipped")
	as := flag.String("as", "cassandra:cassandra", "role and password")
	addrFile := flag.String("addr-file", "", "with -serve: file to write the address and the server's folder to")
	addr := flag.String("addr", "", "address of a running server")
	keyspace := flag.String("k", "", "keyspace to use; made where it is missing")
	page := flag.Int("page", 5000, "page size, 0 for none")
	jsonl := flag.Bool("jsonl", false, "read statements from standard input, one JSON string a line")
	prepare := flag.Bool("prepare", false, "prepare statements, do not run them")
	flush := flag.String("flush", "", "flush this keyspace at the end and print its Data.db files in hex")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *serve || *addr == "" {
		s, err := cassandra.Start(ctx, cassandra.Options{Server: *line, Format: *format, Yaml: *yaml, Shipped: *shipped})
		if err != nil {
			return err
		}
		defer s.Stop()
		// A request to flush is a file in the server's folder; the answer replaces it.
		go flusher(ctx, s)
		*addr = s.Addr
		if *serve {
			fmt.Println(s.Addr, s.Dir)
			if *addrFile != "" {
				if err := os.WriteFile(*addrFile, []byte(s.Addr), 0o644); err != nil {
					return err
				}
			}
			<-ctx.Done()
			return nil
		}
	}
	role, password, _ := strings.Cut(*as, ":")
	c, err := cassandra.DialAs(*addr, role, password)
	if err != nil {
		return err
	}
	if *keyspace != "" {
		c.Query(fmt.Sprintf(`CREATE KEYSPACE IF NOT EXISTS "%s" WITH replication = {'class':'SimpleStrategy','replication_factor':1} AND durable_writes = false`, *keyspace))
		if err := c.Use(*keyspace); err != nil {
			return err
		}
	}
	statements := flag.Args()
	if *jsonl {
		in := bufio.NewScanner(os.Stdin)
		in.Buffer(nil, 1<<26)
		for in.Scan() {
			var s string
			if err := json.Unmarshal(in.Bytes(), &s); err != nil {
				return err
			}
			statements = append(statements, s)
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, s := range statements {
		var res *cassandra.Answer
		var err error
		if *prepare {
			res, err = c.Prepare(s)
		} else {
			res, err = c.QueryPaged(s, *page)
		}
		line := map[string]any{"ok": err == nil}
		if e := cassandra.Refused(err); e != nil {
			line["kind"], line["msg"] = e.Kind(), e.Message
		} else {
			if err != nil {
				return err
			}
			if len(res.Warnings) > 0 {
				line["warnings"] = res.Warnings
			}
			if res.Rows {
				cols, rows := []string{}, [][]any{}
				for _, col := range res.Columns {
					cols = append(cols, col.Name)
				}
				for _, r := range res.Values {
					row := []any{}
					for i, v := range r {
						row = append(row, res.Columns[i].Type.JSON(v))
					}
					rows = append(rows, row)
				}
				line["cols"], line["rows"] = cols, rows
			}
		}
		out.Encode(line)
	}
	if *flush != "" {
		return requestFlush(*addr, *flush)
	}
	return nil
}

func flushFile(addr, keyspace string) string {
	return filepath.Join(os.TempDir(), "ask-flush-"+strings.ReplaceAll(addr, ":", "-")+"-"+keyspace)
}

// Workloads: tables are filled by rule on a real server and flushed, and the files
// are as long as the closed form of package sizing says.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/build/exact"
)

func sortedKeys[T any](m map[string]T) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// flushBytes is how much is written before a flush: a server whose memory is full
// flushes by itself, and then a table has several files.
const flushBytes = 60 << 20

// runWorkloads fills n tables in each of the formats and compares.
func runWorkloads(ctx context.Context, formats []string, seed uint64, n int) (*exact.Run, error) {
	run := &exact.Run{Date: time.Now().UTC().Format(time.DateOnly), Server: cassandra.Version, Seed: seed}
	for i := range n {
		_, c, err := makeRegular(seed, i)
		if err != nil {
			return nil, err
		}
		run.Cases = append(run.Cases, *c)
	}
	var failed error
	for _, format := range formats {
		if err := fillWorkloads(ctx, format, run); err != nil {
			return nil, err
		}
		for i := range run.Cases {
			c := &run.Cases[i]
			if wrong := c.Wrong(c.Results[len(c.Results)-1]); wrong != "" {
				failed = errors.Join(failed, fmt.Errorf("%s: %s\n%s\n%s", c.Name, wrong, c.Schema, c.Workload))
			}
		}
	}
	printWorkloads(run)
	return run, failed
}

// fillWorkloads fills all tables on a server of one format and measures.
func fillWorkloads(ctx context.Context, format string, run *exact.Run) error {
	start := time.Now()
	srv, err := cassandra.Start(ctx, cassandra.Options{Format: format, Heap: "3g", Yaml: "memtable_heap_space: 1600MiB\nmemtable_offheap_space: 512MiB\nmemtable_cleanup_threshold: 0.9\nwrite_request_timeout: 60s\ncounter_write_request_timeout: 60s"})
	if err != nil {
		return err
	}
	defer srv.Stop()
	rows, waiting := int64(0), int64(0)
	first := 0 // of the cases that are not measured yet
	for i := range run.Cases {
		c := &run.Cases[i]
		m, _, err := makeRegular(run.Seed, i)
		if err != nil {
			return err
		}
		if err := fill(srv, keyspaceOf(i), c, m); err != nil {
			return fmt.Errorf("%s: %w\n%s\n%s", c.Name, err, c.Schema, c.Workload)
		}
		rows += c.Rows
		r, err := c.Compute(format)
		if err != nil {
			return err
		}
		if waiting += r.Computed.Data; waiting < flushBytes && i < len(run.Cases)-1 {
			continue
		}
		if _, err := srv.Nodetool(ctx, "flush"); err != nil {
			return err
		}
		for ; first <= i; first++ {
			if err := measure(srv, keyspaceOf(first), format, &run.Cases[first]); err != nil {
				return err
			}
		}
		waiting = 0
	}
	fmt.Printf("format %s: %d tables with %d rows in %.0f s\n", format, len(run.Cases), rows, time.Since(start).Seconds())
	return nil
}

func keyspaceOf(i int) string { return fmt.Sprintf("w%d", i) }

// fill makes the table of a case and writes all its rows.
func fill(srv *cassandra.Server, keyspace string, c *exact.Case, m *maker) error {
	conn, err := cassandra.Dial(srv.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.Exec("CREATE KEYSPACE " + keyspace + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false"); err != nil {
		return err
	}
	if err := conn.Use(keyspace); err != nil {
		return err
	}
	for _, q := range strings.Split(c.Schema, ";\n") {
		if _, err := conn.Query(strings.TrimSuffix(q, ";")); err != nil {
			return err
		}
	}
	write, remove := m.statements()
	w, err := conn.PrepareWrite(write)
	if err != nil {
		return err
	}
	var d *cassandra.Prepared
	if m.deleted > 0 {
		if d, err = conn.PrepareWrite(remove); err != nil {
			return err
		}
	}
	return conn.Load(m.batches(w, d))
}

// measure compares the files of a case with what is computed.
func measure(srv *cassandra.Server, keyspace, format string, c *exact.Case) error {
	r, err := c.Compute(format)
	if err != nil {
		return err
	}
	files, err := srv.DataFiles(keyspace)
	if err != nil {
		return err
	}
	if n := len(files["t"]); n != 1 {
		return fmt.Errorf("%s: %d files instead of one: the server flushed in between", c.Name, n)
	}
	length := func(component string) (n int64) {
		info, err := os.Stat(strings.TrimSuffix(files["t"][0], "Data.db") + component)
		if err == nil {
			n = info.Size()
		}
		return n
	}
	r.Measured = exact.Sizes{Data: length("Data.db"), Index: length("Index.db"), Partitions: length("Partitions.db"), Rows: length("Rows.db")}
	c.Results = append(c.Results, r)
	return nil
}

func printWorkloads(run *exact.Run) {
	for i := range run.Cases {
		c := &run.Cases[i]
		fmt.Printf("%s: %d rows in %d partitions\n", c.Name, c.Rows, c.Partitions)
		for _, r := range c.Results {
			fmt.Printf("    %s Data.db computed %d, measured %d: %+d, %+.3f %%", r.Format, r.Computed.Data, r.Measured.Data, r.Computed.Data-r.Measured.Data, 100*exact.Off(r.Computed.Data, r.Measured.Data))
			for _, f := range []struct {
				name string
				c, m int64
			}{{"Index.db", r.Computed.Index, r.Measured.Index}, {"Partitions.db", r.Computed.Partitions, r.Measured.Partitions}, {"Rows.db", r.Computed.Rows, r.Measured.Rows}} {
				if f.c != 0 || f.m != 0 {
					fmt.Printf("; %s %d, %d: %+d", f.name, f.c, f.m, f.c-f.m)
				}
			}
			fmt.Printf("; documentation %+.0f %%, 23 bytes a cell %+.0f %%\n", 100*exact.Off(r.Docs, r.Measured.Data), 100*exact.Off(r.Thumb, r.Measured.Data))
		}
	}
}

// recordWorkloads keeps a run for the page that shows it.
func recordWorkloads(run *exact.Run, name string) error {
	slices.SortStableFunc(run.Cases, func(a, b exact.Case) int { return themeOf(a.Name) - themeOf(b.Name) })
	return run.Write(name)
}

func themeOf(name string) int {
	return slices.IndexFunc(themes, func(t theme) bool { return t.name == name })
}

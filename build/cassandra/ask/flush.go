// Flushing on request: the client leaves a file, the serving process runs
// nodetool and writes the bytes of the Data.db files.

package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"partitionlab/build/cassandra"
)

func flusher(ctx context.Context, s *cassandra.Server) {
	prefix := flushFile(s.Addr, "")
	for ctx.Err() == nil {
		time.Sleep(50 * time.Millisecond)
		requests, _ := filepath.Glob(prefix + "*.request")
		for _, r := range requests {
			keyspace := strings.TrimSuffix(strings.TrimPrefix(r, prefix), ".request")
			os.Remove(r)
			var out strings.Builder
			if _, err := s.Nodetool(ctx, "flush", keyspace); err != nil {
				fmt.Fprintln(&out, err)
			}
			files, _ := s.DataFiles(keyspace)
			for table, names := range files {
				for _, name := range names {
					b, err := os.ReadFile(name)
					if err != nil {
						fmt.Fprintln(&out, err)
					}
					fmt.Fprintln(&out, table, filepath.Base(name), hex.EncodeToString(b))
				}
			}
			tmp := prefix + keyspace + ".tmp"
			os.WriteFile(tmp, []byte(out.String()), 0o644)
			os.Rename(tmp, prefix+keyspace+".answer")
		}
	}
}

func requestFlush(addr, keyspace string) error {
	name := flushFile(addr, keyspace)
	os.Remove(name + ".answer")
	if err := os.WriteFile(name+".request", nil, 0o644); err != nil {
		return err
	}
	for range 1200 {
		time.Sleep(50 * time.Millisecond)
		if b, err := os.ReadFile(name + ".answer"); err == nil {
			os.Remove(name + ".answer")
			fmt.Print(string(b))
			return nil
		}
	}
	return errors.New("the flush was not answered")
}

// Command peer times TiDB's parser of SQL on the statements of a file. It is a
// module of its own, so that the project does not depend on it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/pingcap/tidb/pkg/parser"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver"
)

func main() {
	f, err := os.Open(os.Args[1])
	check(err)
	var list []string
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		var q string
		check(json.Unmarshal(in.Bytes(), &q))
		list = append(list, q)
	}
	p := parser.New()
	best := time.Duration(1 << 62)
	failed := 0
	for range 15 {
		failed = 0
		start := time.Now()
		for _, q := range list {
			if _, _, err := p.ParseSQL(q); err != nil {
				failed++
			}
		}
		best = min(best, time.Since(start))
	}
	fmt.Println(float64(best)/float64(len(list)), len(list), failed)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Command lintbench times `partitionlab check` beside two linters that pipelines call, in
// one run: sqlfluff, on the same statements, which are SQL and CQL at once, and actionlint,
// a linter in Go, on a workflow with as many steps. What each takes for a small file is
// what a hook waits for; what a large one takes shows how it grows. It prints ratios, too:
// the times of one machine say little about another.
//
//	go run ./build/lintbench -actionlint FILE -sqlfluff FILE [-statements 100000]
//
// `make lintbench` installs the two first.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	actionlint := flag.String("actionlint", "actionlint", "the program `actionlint`")
	sqlfluff := flag.String("sqlfluff", "sqlfluff", "the program `sqlfluff`")
	statements := flag.Int("statements", 100_000, "statements of the large file")
	flag.Parse()
	if err := run(*actionlint, *sqlfluff, *statements); err != nil {
		fmt.Fprintln(os.Stderr, "lintbench:", err)
		os.Exit(1)
	}
}

// A linter is a program and what makes its input of n statements or steps.
type linter struct {
	name, of  string
	program   string
	arguments []string
	file      string
	input     func(n int) string
	findings  int // the exit code that tells of findings
	large     int
}

func run(actionlint, sqlfluff string, statements int) error {
	dir, err := os.MkdirTemp("", "lintbench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ours := filepath.Join(dir, "partitionlab")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", ours, "./build/partitionlab").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	// sqlfluff passes over large files where nothing else is said.
	if err := os.WriteFile(filepath.Join(dir, ".sqlfluff"), []byte("[sqlfluff]\nlarge_file_skip_byte_limit = 0\n"), 0o666); err != nil {
		return err
	}
	// Neither shellcheck nor pyflakes: actionlint would wait for a program of its own at each step.
	linters := []linter{
		{"partitionlab check", "statements", ours, []string{"check", "-config", "none"}, "a.cql", script, 1, statements},
		{"actionlint", "steps", actionlint, []string{"-shellcheck=", "-pyflakes="}, "a.yaml", workflow, 1, statements / 10},
		{"sqlfluff lint", "statements", sqlfluff, []string{"lint", "--dialect", "ansi", "--disable-progress-bar"}, "a.sql", script, 1, statements / 200},
	}
	fmt.Printf("%-20s %22s %10s %10s %22s %10s %10s %16s\n", "linter", "small file", "passes", "processor", "large file", "passes", "processor", "processor each")
	var each []float64
	for _, l := range linters {
		small, err := l.timed(dir, 3, 11)
		if err != nil {
			return err
		}
		large, err := l.timed(dir, l.large, 3)
		if err != nil {
			return err
		}
		ns := float64((large.processor - small.processor).Nanoseconds()) / float64(l.large-3)
		each = append(each, ns)
		fmt.Printf("%-20s %22s %10s %10s %22s %10s %10s %13.1f µs\n", l.name, "3 "+l.of, ms(small.passes), ms(small.processor),
			fmt.Sprint(l.large, " ", l.of), ms(large.passes), ms(large.processor), ns/1000)
	}
	for i, l := range linters[1:] {
		fmt.Printf("%s takes %.1f times the processor time of partitionlab for each of its %s\n", l.name, each[i+1]/each[0], l.of)
	}
	return nil
}

// took is the median of some runs: the time that passes, and that of the processor.
type took struct{ passes, processor time.Duration }

func (l linter) timed(dir string, n, rounds int) (took, error) {
	file := filepath.Join(dir, l.file)
	if err := os.WriteFile(file, []byte(l.input(n)), 0o666); err != nil {
		return took{}, err
	}
	var all []took
	for range rounds {
		cmd := exec.Command(l.program, append(slices.Clone(l.arguments), file)...)
		cmd.Dir = dir
		start := time.Now()
		out, err := cmd.CombinedOutput()
		passes := time.Since(start)
		if cmd.ProcessState == nil || err != nil && cmd.ProcessState.ExitCode() != l.findings {
			return took{}, fmt.Errorf("%s: %w\n%.2000s", l.name, err, out)
		}
		all = append(all, took{passes, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()})
	}
	slices.SortFunc(all, func(a, b took) int { return int(a.passes - b.passes) })
	middle := all[len(all)/2]
	slices.SortFunc(all, func(a, b took) int { return int(a.processor - b.processor) })
	middle.processor = all[len(all)/2].processor
	return middle, nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.0f ms", float64(d.Microseconds())/1000) }

// script is a table and n-1 reads and writes of it, in what SQL and CQL have in common.
func script(n int) string {
	var b strings.Builder
	b.WriteString("CREATE TABLE orders (customer int, placed bigint, total int, note text, PRIMARY KEY (customer, placed));\n")
	for i := range n - 1 {
		switch customer, placed := i/20, 1_700_000_000_000+i; i % 4 {
		case 0, 1:
			fmt.Fprintf(&b, "INSERT INTO orders (customer, placed, total, note) VALUES (%d, %d, %d, 'order %d');\n", customer, placed, i, i)
		case 2:
			fmt.Fprintf(&b, "UPDATE orders SET total = %d WHERE customer = %d AND placed = %d;\n", i, customer, placed)
		default:
			fmt.Fprintf(&b, "SELECT placed, total FROM orders WHERE customer = %d AND placed > %d;\n", customer, placed)
		}
	}
	return b.String()
}

// workflow has n steps, each with an expression.
func workflow(n int) string {
	var b strings.Builder
	b.WriteString("on: push\njobs:\n  orders:\n    runs-on: ubuntu-latest\n    steps:\n")
	for i := range n {
		fmt.Fprintf(&b, "      - name: order %d\n        if: github.ref == 'refs/heads/orders-%d'\n        run: echo ${{ github.run_id }} %d\n", i, i, i)
	}
	return b.String()
}

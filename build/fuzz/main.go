// Fuzz runs every fuzz target of the project in turn, each for a time or for a number of
// executions, whichever ends first, and goes on after a finding. What is found lies in
// testdata/fuzz of the package, and is tried again by every test from then on.
//
//	go run ./build/fuzz -time 10m -execs 1000000 [-run REGEXP]
//
// Exit code: 0 nothing found, 1 findings, 3 not done.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	limit := flag.Duration("time", 10*time.Minute, "`time` for each target")
	execs := flag.Int("execs", 1_000_000, "executions after which a target has had enough")
	only := flag.String("run", "", "targets whose package and name match this `expression`")
	workers := flag.Int("parallel", 0, "inputs tried side by side (default: as many as there are processors)")
	flag.Parse()
	wanted, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz: -run:", err)
		os.Exit(2)
	}
	all, err := targets()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(3)
	}
	code := 0
	for _, t := range all {
		if !wanted.MatchString(t.String()) {
			continue
		}
		begin := time.Now()
		n, out, err := t.run(*limit, *execs, *workers)
		took := time.Since(begin).Round(time.Second)
		fmt.Printf("%-34s %9d executions in %6s", t, n, took)
		if err != nil {
			code = 1
			fmt.Printf(": %v\n%s", err, out)
			continue
		}
		fmt.Println()
	}
	os.Exit(code)
}

// A target is a fuzz function of a package.
type target struct{ dir, name string }

func (t target) String() string { return t.dir + " " + t.name }

// targets lists the fuzz functions of the project.
func targets() ([]target, error) {
	cmd := exec.Command("go", "test", "-list", "^Fuzz", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	module, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		return nil, err
	}
	return parseList(string(out), strings.TrimSpace(string(module))), nil
}

// parseList reads what go test -list prints: names, then a line with their package.
func parseList(out, module string) (all []target) {
	var names []string
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Fuzz") {
			names = append(names, line)
			continue
		}
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "ok" {
			below := strings.TrimPrefix(strings.TrimPrefix(fields[1], module), "/")
			for _, name := range names {
				all = append(all, target{"./" + below, name})
			}
		}
		names = nil
	}
	return all
}

// run fuzzes a target. It returns the number of executions, and what go test has said.
func (t target) run(limit time.Duration, most, workers int) (execs int, said string, err error) {
	args := []string{"test", "-run", "^$", "-fuzz", "^" + t.name + "$", "-fuzztime", limit.String(), "-fuzzminimizetime", "500x"}
	if workers > 0 {
		args = append(args, "-parallel", strconv.Itoa(workers))
	}
	cmd := exec.Command("go", append(args, t.dir)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // go test and its workers end together
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		return 0, "", err
	}
	ended := make(chan error, 1)
	go func() { err := cmd.Wait(); write.Close(); ended <- err }()
	var text bytes.Buffer
	enough := false
	lines := bufio.NewScanner(read)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		n, counts := executions(lines.Text())
		if !counts {
			text.WriteString(lines.Text() + "\n")
			continue
		}
		execs = n
		if n >= most && !enough {
			enough = true
			syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
		}
	}
	io.Copy(io.Discard, read) // after a line that is too long
	err = <-ended
	failed := strings.Contains(text.String(), "--- FAIL")
	if enough && !failed {
		err = nil // it was asked to stop
	} else if err != nil && failed {
		err = errors.New("found something")
	}
	return execs, text.String(), err
}

var counted = regexp.MustCompile(`^fuzz: elapsed: .*, execs: ([0-9]+) \(`)

// executions reads a line of progress.
func executions(line string) (n int, ok bool) {
	m := counted.FindStringSubmatch(line)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

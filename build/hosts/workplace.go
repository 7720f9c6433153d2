package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A workplace is where one host is set up: a folder of its own, tools that were installed,
// and what it has started.
type workplace struct {
	ctx     context.Context
	dir     string
	tools   string // .cache/hosts
	started []*exec.Cmd
}

// write puts a file into the folder.
func (w *workplace) write(name, text string) error {
	name = filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// writes puts several files there, each name before its text.
func (w *workplace) writes(pairs ...string) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := w.write(pairs[i], pairs[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// run runs a program in a folder below to its end.
func (w *workplace) run(below, in, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(w.ctx, name, args...)
	cmd.Dir = filepath.Join(w.dir, below)
	cmd.Env = append(os.Environ(), "HOME="+w.dir)
	if in != "" {
		cmd.Stdin = strings.NewReader(in)
	}
	text, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, last(text))
	}
	return string(text), nil
}

// start starts a server and waits until an address answers.
func (w *workplace) start(below, address string, env []string, name string, args ...string) error {
	var log bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join(w.dir, below)
	cmd.Env = append(append(os.Environ(), "HOME="+w.dir), env...)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it may start others
	if err := cmd.Start(); err != nil {
		return err
	}
	w.started = append(w.started, cmd)
	for deadline := time.Now().Add(90 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if answers(address) {
			return nil
		}
	}
	return fmt.Errorf("%s does not answer at %s\n%s", filepath.Base(name), address, last(log.Bytes()))
}

// answers reports whether somebody is there: an http address, or the path of a socket.
func answers(address string) bool {
	if !strings.HasPrefix(address, "http") {
		c, err := net.Dial("unix", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	}
	resp, err := http.Get(address)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode < 500
}

// end ends what was started, the last first.
func (w *workplace) end() {
	for i := len(w.started) - 1; i >= 0; i-- {
		cmd := w.started[i]
		syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		done := make(chan struct{})
		go func() { cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			<-done
		}
	}
}

// port is one that nobody has.
func port() int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func last(text []byte) string {
	return string(text[max(0, len(text)-1500):])
}

// line is the first line that a program prints of itself.
func line(name string, args ...string) func(*workplace) (string, error) {
	return func(w *workplace) (string, error) {
		text, err := w.run("", "", name, args...)
		first, _, _ := strings.Cut(text, "\n")
		return first, err
	}
}

// debian is the version of a package of Debian.
func debian(name string) func(*workplace) (string, error) {
	return line("dpkg-query", "-W", "-f", "${Package} ${Version}\n", name)
}

// python is the version of a package in the tools' environment.
func python(name string) func(*workplace) (string, error) {
	return func(w *workplace) (string, error) {
		return line(w.venv("python"), "-c", "import importlib.metadata as m; print('"+name+"', m.version('"+name+"'))")(w)
	}
}

func (w *workplace) venv(program string) string {
	return filepath.Join(w.tools, "venv", "bin", program)
}

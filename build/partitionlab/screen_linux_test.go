package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTerminalGetsDocumentsWrittenOut formats CQL into a real terminal and into a file.
func TestTerminalGetsDocumentsWrittenOut(t *testing.T) {
	near, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	if err := unix.IoctlSetPointerInt(int(near.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(near.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	file, err := os.Create(t.TempDir() + "/out.cql")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()

	const text = "SELECT a AS \"\x1b[31mred\" FROM t;\n"
	for _, to := range []*os.File{terminal, file} {
		var errs bytes.Buffer
		if code := run([]string{"fmt"}, stdio{strings.NewReader(text), to, &errs}); code != 0 {
			t.Fatal(errs.String())
		}
	}
	shown, err := bufio.NewReader(near).ReadString('\n') // a terminal hands on a line in pieces
	if err != nil || shown != "SELECT a AS \"\\u001b[31mred\" FROM t;\r\n" {
		t.Errorf("the terminal gets %q, %v", shown, err)
	}
	if stored, err := os.ReadFile(file.Name()); err != nil || string(stored) != text {
		t.Errorf("the file gets %q, %v", stored, err)
	}
}

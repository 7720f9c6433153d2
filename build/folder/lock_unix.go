//go:build linux || darwin || freebsd || netbsd || openbsd

package folder

import (
	"errors"
	"os"
	"syscall"
)

// taken locks a folder, and reports whether another process has it already. Some file
// systems know no locks: then it is free.
func taken(f *os.File, writes bool) bool {
	how := syscall.LOCK_SH
	if writes {
		how = syscall.LOCK_EX
	}
	return errors.Is(syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

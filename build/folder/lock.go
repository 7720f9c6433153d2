// Two runs into one folder would each remove what the other has written.

package folder

import (
	"fmt"
	"os"

	"partitionlab/wasm/diag"
)

// lock keeps other runs out of a folder, or alone those that write, until it is closed or
// the process has ended, however that was: no file is left that would lock it for ever.
// Where the system has no such locks it keeps out nobody.
func (o Owner) lock(dir string, writes bool) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if taken(f, writes) {
		f.Close()
		return nil, fmt.Errorf("%s: another run writes into this folder just now. Nothing is written, nothing is removed; wait until it has ended, or name another folder", diag.OnOneLine(dir))
	}
	return f, nil
}

// Comma-separated values as Python reads and writes them: with a character that takes
// the meaning from the next one, which encoding/csv does not have.

package shell

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// A dialect is how records are written. Escape is 0 where a quote is doubled.
type dialect struct{ delimiter, quote, escape rune }

// write writes a record, with quotes where they are needed.
func (d dialect) write(out *bufio.Writer, fields []string) {
	for i, f := range fields {
		if i > 0 {
			out.WriteRune(d.delimiter)
		}
		quoted := strings.ContainsRune(f, d.delimiter) || strings.ContainsRune(f, d.quote) || strings.ContainsAny(f, "\r\n") ||
			d.escape != 0 && strings.ContainsRune(f, d.escape) || f == "" && len(fields) == 1
		if quoted {
			out.WriteRune(d.quote)
		}
		for _, r := range f {
			switch {
			case r == d.quote && d.escape == 0:
				out.WriteRune(d.quote)
			case d.escape != 0 && (r == d.quote || r == d.escape):
				out.WriteRune(d.escape)
			}
			out.WriteRune(r)
		}
		if quoted {
			out.WriteRune(d.quote)
		}
	}
	out.WriteByte('\n')
}

var errQuoteOpen = errors.New("a quoted field is not closed before the end")

// read reads a record, which may go over several lines; lines is how many. A line
// without anything is a record without fields.
func (d dialect) read(in *bufio.Reader) (fields []string, lines int, err error) {
	var field strings.Builder
	started, quoted, any := false, false, false
	end := func() {
		fields = append(fields, field.String())
		field.Reset()
		started = false
	}
	for {
		r, _, err := in.ReadRune()
		if err == io.EOF {
			switch {
			case quoted:
				return fields, lines, errQuoteOpen
			case any:
				end()
				return fields, lines + 1, nil
			}
			return nil, lines, io.EOF
		}
		if err != nil {
			return nil, lines, err
		}
		switch {
		case d.escape != 0 && r == d.escape:
			next, _, err := in.ReadRune()
			if err == io.EOF {
				return fields, lines, errQuoteOpen
			} else if err != nil {
				return nil, lines, err
			}
			field.WriteRune(next)
			started = true
		case quoted && r == d.quote:
			next, _, err := in.ReadRune()
			if err == nil && next == d.quote && d.escape == 0 {
				field.WriteRune(r)
				break
			}
			if err == nil {
				in.UnreadRune()
			}
			quoted = false
		case quoted:
			if r == '\n' {
				lines++
			}
			field.WriteRune(r)
		case r == d.quote && !started:
			quoted, started = true, true
		case r == d.delimiter:
			end()
		case r == '\r':
			continue
		case r == '\n':
			if any {
				end()
			}
			return fields, lines + 1, nil
		default:
			field.WriteRune(r)
			started = true
		}
		any = true
	}
}

package files

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// ErrLine says that a line is longer than one may be. It is skipped: the next one can be
// read.
var ErrLine = errors.New("the line is too long")

// Lines reads lines without using more memory than for the longest allowed line. A byte order mark before
// the first is no part of it.
type Lines struct {
	in   *bufio.Reader
	most int
	on   bool // a line was read
}

// NewLines reads lines of at most so many bytes.
func NewLines(in io.Reader, most int) *Lines { return &Lines{in: bufio.NewReader(in), most: most} }

// Next is the next line without its end, a line feed with or without a carriage return. It returns
// ErrLine, and io.EOF after the last.
func (l *Lines) Next() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if !l.on {
			part = bytes.TrimPrefix(part, []byte("\ufeff"))
			l.on = true
		}
		if long = long || len(line)+len(part) > l.most+len("\r\n"); !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case err != nil && len(part) == 0 && len(line) == 0 && !long:
			return nil, io.EOF
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			line = bytes.TrimSuffix(line[:n-1], []byte("\r"))
		}
		if long || len(line) > l.most {
			return nil, ErrLine
		}
		return line, nil
	}
}

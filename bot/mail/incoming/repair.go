package incoming

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
)

// errHeader ends reading where a header is larger than Limits.Header.
var errHeader = errors.New("a header is too large")

// repairer hands on the octets of a mail in a form that the library reads: without the
// line "From " of a mailbox file, without lines in headers that are no field, with
// Content-Transfer-Encodings it knows, and without a second \r at the ends of lines. It finds the headers of parts by the boundaries
// that the headers before them name.
type repairer struct {
	from       *bufio.Reader
	most       int             // octets of one header
	boundaries map[string]bool // lines that begin a part, without the end of the line
	out        []byte          // repaired, to be handed on
	inHeader   bool
	first      bool   // no field of the mail was read
	field      bool   // the line before was a field, or continued one
	dropped    bool   // the line before was none, and is left out
	top        bool   // this is the header of the mail
	stray      []byte // lines of the header of the mail that are no field: its text, if no field follows, as the blank line is missing
	unsure     bool   // what was left out of the header of a part may have been its text: no blank line was before it
	size       int    // octets of this header
	content    []byte // of the Content-Type that is read
	middle     bool   // of a line that was too long to be read at once
	err        error
}

func repaired(r io.Reader, most int) *repairer {
	return &repairer{from: bufio.NewReaderSize(r, 16<<10), most: most, boundaries: map[string]bool{}, inHeader: true, first: true, top: true}
}

func (r *repairer) Read(p []byte) (int, error) {
	for len(r.out) == 0 {
		if r.err != nil {
			if r.body(nil); len(r.out) == 0 || !errors.Is(r.err, io.EOF) {
				return 0, r.err
			}
			break
		}
		line, err := r.from.ReadSlice('\n')
		whole := !errors.Is(err, bufio.ErrBufferFull)
		if !whole {
			err = nil
		}
		r.err = err
		r.line(line, whole)
	}
	n := copy(p, r.out)
	r.out = r.out[n:]
	return n, nil
}

// line repairs one line, or a part of one that is too long.
func (r *repairer) line(line []byte, whole bool) {
	if bytes.HasSuffix(line, []byte("\r\r\n")) {
		line = append(bytes.TrimRight(line, "\r\n"), "\r\n"...)
	}
	middle := r.middle
	r.middle = !whole
	if !r.inHeader {
		r.out = line
		if !middle && whole && bytes.HasPrefix(line, []byte("--")) && r.boundaries[string(bytes.TrimRight(line, " \t\r\n"))] {
			r.inHeader, r.field, r.dropped, r.size = true, false, false, 0
		}
		return
	}
	if r.size += len(line); r.size > r.most {
		r.err = errHeader
		return
	}
	if middle {
		if r.field {
			r.out = line
		}
		return
	}
	text := bytes.TrimRight(line, "\r\n")
	switch first := r.first; {
	case len(text) == 0:
		if first || len(line) == 0 {
			return // blank lines before the mail, or its end
		}
		r.learn()
		r.unsure = r.unsure || r.dropped && !r.top
		r.body(line)
	case text[0] == ' ' || text[0] == '\t':
		switch {
		case !r.field:
			r.strays(line)
		case len(r.content) > 0:
			r.out, r.content = line, append(r.content, line...)
		default:
			r.out = line
		}
	case field(text):
		r.learn()
		r.stray = nil
		r.first, r.field, r.dropped, r.out = false, true, false, line
		if name(text, "content-type") {
			r.content = append(r.content[:0], line...)
		}
		if name(text, "content-transfer-encoding") && whole {
			r.out, r.field = transfer(line)
		}
	default:
		r.learn()
		r.field, r.dropped = false, true
		if r.strays(line); text[0] == '<' && len(r.stray) > 0 {
			r.body(nil)
		}
	}
}

// strays keeps a line of the header of the mail that is no field.
func (r *repairer) strays(line []byte) {
	if r.top && !r.first && !bytes.HasPrefix(line, []byte("--")) {
		r.stray = append(r.stray, line...)
	}
}

// body ends a header at the line that is blank, or before the lines that are the text without it.
func (r *repairer) body(blank []byte) {
	r.out = blank
	if len(r.stray) > 0 {
		r.out = slices.Concat([]byte("\r\n"), r.stray, blank)
	}
	r.inHeader, r.top, r.stray = false, false, nil
}

// learn notes the boundary of the Content-Type that was just read.
func (r *repairer) learn() {
	if m := boundary().FindSubmatch(r.content); m != nil && len(r.boundaries) < maxBoundaries {
		b := m[1]
		if m[2] != nil {
			b = m[2]
		}
		r.boundaries["--"+string(bytes.TrimRight(b, " \t\r\n"))] = true
	}
	r.content = r.content[:0]
}

// maxBoundaries is how many boundaries are kept; more parts than that are refused anyway.
const maxBoundaries = 1000

var boundary = pattern(`(?i)\bboundary[ \t]*=[ \t]*(?:"([^"]{1,200})"|([^\s;"]{1,200}))`)

// field reports whether a line begins a field of a header.
func field(line []byte) bool {
	i := bytes.IndexByte(line, ':')
	key := bytes.TrimRight(line[:max(i, 0)], " \t")
	if len(key) == 0 {
		return false
	}
	for _, c := range key {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

func name(line []byte, key string) bool {
	i := bytes.IndexByte(line, ':')
	return i >= 0 && bytes.EqualFold(bytes.TrimRight(line[:i], " \t"), []byte(key))
}

// transfer is a Content-Transfer-Encoding that the library knows, and whether the next
// line may continue it: what it does not know is read as it stands.
func transfer(line []byte) ([]byte, bool) {
	_, value, _ := bytes.Cut(line, []byte(":"))
	value, _, _ = bytes.Cut(bytes.TrimSpace(value), []byte(";"))
	switch known := string(bytes.ToLower(bytes.Trim(value, "\" \t"))); known {
	case "":
		return line, true
	case "quoted-printable", "base64":
		return []byte("Content-Transfer-Encoding: " + known + "\r\n"), false
	default:
		return []byte("Content-Transfer-Encoding: 8bit\r\n"), false
	}
}

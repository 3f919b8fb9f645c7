// Package textfile reads text files from outside, whatever systems and programs they have passed through, and
// explains in words why one cannot be read.
package textfile

import (
	"bufio"
	"bytes"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"referee/engine/refusal"
)

// What a file is that is not the expected text.
var (
	ErrPacked = refusal.New("referee.file.packed", "it is compressed: unpack it, and take the file inside")
	ErrPage   = refusal.New("referee.file.page", "it is a web page: the link has expired, or needs a login; download the file again")
)

// packed begins files that gzip, zip, xz, bzip2, zstd and 7-Zip make.
var packed = []string{"\x1f\x8b", "PK\x03\x04", "\xfd7zXZ\x00", "BZh", "\x28\xb5\x2f\xfd", "7z\xbc\xaf\x27\x1c"}

// pages begin web pages, in lower case.
var pages = []string{"<!doctype", "<html", "<?xml"}

// Plain is the text of a file in UTF-8, without a byte order mark, each line ending in a line feed alone.
// It returns ErrPacked and ErrPage. An empty file is an empty text.
func Plain(file []byte) ([]byte, error) {
	for _, magic := range packed {
		if bytes.HasPrefix(file, []byte(magic)) {
			return nil, ErrPacked
		}
	}
	text, _, err := transform.Bytes(decoder(), file)
	if err != nil {
		return nil, err
	}
	start := bytes.ToLower(bytes.TrimSpace(text[:min(len(text), 100)]))
	for _, page := range pages {
		if bytes.HasPrefix(start, []byte(page)) {
			return nil, ErrPage
		}
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), nil
}

// Reader is Plain for a file that is too large to be read at once, but that its lines may still end in a
// carriage return and a line feed.
func Reader(file io.Reader) (io.Reader, error) {
	in := bufio.NewReader(file)
	start, _ := in.Peek(512) // an error comes again when the rest is read
	if _, err := Plain(start); err != nil {
		return nil, err
	}
	return transform.NewReader(in, decoder()), nil
}

// decoder leaves a text as it is that does not begin with a byte order mark.
func decoder() transform.Transformer { return unicode.BOMOverride(encoding.Nop.NewDecoder()) }

package chain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"referee/engine/textfile"
)

// Line is an entry as a file of JSON holds it.
type Line struct {
	Line   string  `json:"line"`
	Head   string  `json:"head"`
	Secret *string `json:"secret,omitempty"`
}

// Lines are entries as a file holds them.
func Lines[D Decision](entries []*Entry[D]) []Line {
	out := make([]Line, len(entries))
	for i, e := range entries {
		out[i] = Line{Line: string(e.Line), Head: e.Head.String()}
		if e.Secret != nil {
			s := string(e.Secret)
			out[i].Secret = &s
		}
	}
	return out
}

// Raws are the entries that a file holds. It returns *BadEntryError for the first whose head
// is none.
func Raws(lines []Line) ([]Raw, error) {
	out := make([]Raw, len(lines))
	for i, l := range lines {
		head, err := ParseHead(l.Head)
		if err != nil {
			return nil, &BadEntryError{i + 1, err}
		}
		out[i] = Raw{Line: []byte(l.Line), Head: head}
		if l.Secret != nil {
			out[i].Secret = []byte(*l.Secret)
		}
	}
	return out, nil
}

// Encode is JSON on one line, with < > & as they are.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Strict reads one JSON value and refuses fields it does not know: they come
// from a newer version, and to skip them would change what the record says.
func Strict(text []byte, v any) error {
	r := readers.Get().(*reader)
	r.text.Reset(text)
	r.given += int64(len(text))
	if err := r.dec.Decode(v); err != nil {
		return textfile.Unread(text, err) // and drop the reader, in which some text may be left
	}
	if r.dec.InputOffset() == r.given {
		readers.Put(r)
		return nil
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) { // More takes a bracket too many for an end
		return textfile.ErrTrailing
	}
	return nil
}

// reader is for one text after another.
type reader struct {
	text  bytes.Reader
	dec   *json.Decoder
	given int64 // bytes of all texts
}

// readers are idle readers: a record has many lines, and a reader takes more memory than most of them.
var readers = sync.Pool{New: func() any {
	r := &reader{}
	r.dec = json.NewDecoder(&r.text)
	r.dec.DisallowUnknownFields()
	return r
}}

package textfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// What is wrong with a text that should be one value of JSON. None is a refusal: the text may be the
// program's own.
var (
	ErrEmpty    = errors.New("it is empty: get the file again")
	ErrShort    = errors.New("it stops short: its end is missing; get the file again")
	ErrTrailing = errors.New("something follows its end that is not part of it: delete that")
	ErrDamaged  = errors.New("it is damaged: get the file again, as it was made")
	ErrField    = errors.New("it is of another version of the referee, or was changed")
)

// Unread says in words why package json did not read a text as one value, and where. It returns ErrEmpty,
// ErrShort, ErrTrailing, ErrDamaged or ErrField, wrapped; an error that is not of that package as it is.
func Unread(text []byte, err error) error {
	var value json.RawMessage
	first := json.NewDecoder(bytes.NewReader(text))
	malformed := first.Decode(&value)
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	switch {
	case errors.Is(malformed, io.EOF):
		return ErrEmpty
	case errors.Is(malformed, io.ErrUnexpectedEOF):
		return ErrShort
	case errors.As(malformed, &syntax):
		return fmt.Errorf("%w (line %d)", ErrDamaged, lineOf(text, int(syntax.Offset)-1))
	}
	if end := int(first.InputOffset()); len(bytes.TrimSpace(text[end:])) > 0 {
		blank := len(text[end:]) - len(bytes.TrimLeft(text[end:], " \t\r\n"))
		return fmt.Errorf("%w (line %d)", ErrTrailing, lineOf(text, end+blank))
	}
	if errors.As(err, &other) {
		return fmt.Errorf("%w: %.40q cannot be of the type %.40s", ErrField, other.Field, other.Value)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok { // it has no type
		return fmt.Errorf("%w: it has a field %.42s", ErrField, name)
	}
	return err
}

// lineOf is the line, from 1, that a byte of a text is in.
func lineOf(text []byte, at int) int { return 1 + bytes.Count(text[:at], []byte("\n")) }

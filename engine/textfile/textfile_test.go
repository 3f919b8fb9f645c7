package textfile_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"referee/engine/textfile"
)

func TestPlain(t *testing.T) {
	for was, want := range map[string]string{
		"":                                  "",
		"a\nb\n":                            "a\nb\n",
		"a\r\nb\r\n":                        "a\nb\n",
		"a\rb":                              "a\rb",
		"\ufeffé\r\n":                       "é\n",
		"\xff\xfea\x00\r\x00\n\x00\xe9\x00": "a\né",
		"\xfe\xff\x00a\x00\n\x00\xe9":       "a\né",
		"<3 is a heart":                     "<3 is a heart",
		"a\xffb":                            "a\xffb",
	} {
		is, err := textfile.Plain([]byte(was))
		if err != nil || string(is) != want {
			t.Errorf("%q: %q, %v", was, is, err)
		}
		in, err := textfile.Reader(strings.NewReader(was))
		if err != nil {
			t.Fatal(err)
		}
		if read, err := io.ReadAll(in); err != nil || strings.ReplaceAll(string(read), "\r\n", "\n") != want {
			t.Errorf("%q read: %q, %v", was, read, err)
		}
	}
	for was, want := range map[string]error{
		"\x1f\x8b\x08\x00": textfile.ErrPacked, "PK\x03\x04\x14": textfile.ErrPacked,
		"\n<!DOCTYPE html><html>": textfile.ErrPage, "<HTML>": textfile.ErrPage, "\ufeff<?xml version": textfile.ErrPage,
	} {
		if _, err := textfile.Plain([]byte(was)); !errors.Is(err, want) {
			t.Errorf("%q: %v, not %v", was, err, want)
		}
		if _, err := textfile.Reader(strings.NewReader(was)); !errors.Is(err, want) {
			t.Errorf("%q read: %v, not %v", was, err, want)
		}
	}
}

func TestUnreadJSONIsSaidInWords(t *testing.T) {
	for text, want := range map[string]struct {
		err  error
		says string
	}{
		"":                             {textfile.ErrEmpty, "it is empty"},
		" \r\n":                        {textfile.ErrEmpty, "it is empty"},
		`{"a":1`:                       {textfile.ErrShort, "its end is missing"},
		`{"a":"b`:                      {textfile.ErrShort, "its end is missing"},
		"{\"a\":1}\n\n-- \nAnna":       {textfile.ErrTrailing, "(line 3)"},
		"{\"a\":1}\n{\"a\":1}\n":       {textfile.ErrTrailing, "(line 2)"},
		`{"a":1}}`:                     {textfile.ErrTrailing, "(line 1)"},
		"This is no longer available.": {textfile.ErrDamaged, "(line 1)"},
		"{\n\"a\":x}":                  {textfile.ErrDamaged, "(line 2)"},
		`{"a":"x"}`:                    {textfile.ErrField, `"A" cannot be of the type string`},
		`{"b":1}`:                      {textfile.ErrField, `it has a field "b"`},
		`[]`:                           {textfile.ErrField, "cannot be of the type array"},
	} {
		var into struct{ A int }
		from := json.NewDecoder(strings.NewReader(text))
		from.DisallowUnknownFields()
		err := from.Decode(&into)
		if err == nil {
			_, err = from.Token()
		}
		is := textfile.Unread([]byte(text), err)
		if !errors.Is(is, want.err) || !strings.Contains(is.Error(), want.says) || strings.Contains(is.Error(), "json") {
			t.Errorf("%q: %v, not %v: %s", text, is, want.err, want.says)
		}
	}
	own := errors.New("own")
	if err := textfile.Unread([]byte("{}"), own); !errors.Is(err, own) || err.Error() != own.Error() {
		t.Errorf("another error: %v", err)
	}
}

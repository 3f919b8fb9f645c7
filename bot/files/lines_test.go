package files_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"referee/bot/files"
)

func TestLinesAreBounded(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	l := files.NewLines(strings.NewReader("\ufeffone\n"+long+"\n\r\ntwelve bytes\r\ntwelve bytes!\r\nlast"), 12)
	for _, want := range []string{"one", "long", "", "twelve bytes", "long", "last", "end", "end"} {
		line, err := l.Next()
		got := string(line)
		switch {
		case errors.Is(err, files.ErrLine):
			got = "long"
		case errors.Is(err, io.EOF):
			got = "end"
		case err != nil:
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	l = files.NewLines(strings.NewReader(long), 12)
	if _, err := l.Next(); !errors.Is(err, files.ErrLine) {
		t.Errorf("a long last line: %v", err)
	}
	if _, err := l.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after it: %v", err)
	}
}

// TestAShortLineDoesNotWait: a line is read as soon as it is there, however short it is.
func TestAShortLineDoesNotWait(t *testing.T) {
	in, out := io.Pipe()
	l := files.NewLines(in, 12)
	go func() { _, _ = out.Write([]byte("y\n")) }()
	if line, err := l.Next(); string(line) != "y" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	_ = out.Close()
}

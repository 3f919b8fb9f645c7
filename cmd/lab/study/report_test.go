package study

import (
	"errors"
	"strings"
	"testing"

	"referee/cmd/cli"
)

var errFull = errors.New("no space left on device")

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestResultThatCannotBeWritten: a result that is not written whole is an error, also where something wrong was found.
func TestResultThatCannotBeWritten(t *testing.T) {
	for _, json := range []bool{true, false} {
		r := NewReport(full{}, json)
		r.Tell(1, "one\n")
		if err := r.End(2, true); !errors.Is(err, errFull) {
			t.Errorf("json %v: got %v, want %v", json, err, errFull)
		}
	}
}

// TestReport: parts are told in words or as JSON; the last line is JSON, and what is wrong has an exit code.
func TestReport(t *testing.T) {
	for json, want := range map[bool]string{false: "one 1\nmore\n{\"a\":2}\n", true: "1\n{\"a\":2}\n"} {
		var out strings.Builder
		r := NewReport(&out, json)
		r.Tell(1, "one %d\n", 1)
		r.Say("more\n")
		if err := r.End(map[string]int{"a": 2}, json); out.String() != want || errors.Is(err, cli.ErrFound) != json {
			t.Errorf("json %v: %q, %v", json, out.String(), err)
		}
	}
}

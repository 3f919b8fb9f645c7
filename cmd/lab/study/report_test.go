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
	if err := Print(full{}, true, 1, 2); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

// TestPrint: each part is a line of JSON, and what is wrong has an exit code.
func TestPrint(t *testing.T) {
	for _, wrong := range []bool{false, true} {
		var out strings.Builder
		if err := Print(&out, wrong, 1, map[string]int{"a": 2}); out.String() != "1\n{\"a\":2}\n" || errors.Is(err, cli.ErrFound) != wrong {
			t.Errorf("wrong %v: %q, %v", wrong, out.String(), err)
		}
	}
}

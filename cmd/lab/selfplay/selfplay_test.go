package selfplay

import (
	"errors"
	"testing"
)

var errFull = errors.New("no space left on device")

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestSelfplayResultThatCannotBeWritten(t *testing.T) {
	for _, json := range []bool{true, false} {
		p := selfplay{json: json}
		err := p.report(full{}, gamesSummary{Games: 1, Finished: 1}, []counts{{"prompts", map[string]int{"die": 3}}})
		if !errors.Is(err, errFull) {
			t.Errorf("json %v: got %v, want %v", json, err, errFull)
		}
	}
}

package facts

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"referee/engine"
)

// TestJSON: what is printed of a struct is read again, fields that are as they were are left out, and each value is one word.
func TestJSON(t *testing.T) {
	type position struct {
		Turn  int
		Notes []string
		At    map[string]int
	}
	begun := func() *position { return &position{Turn: 1, At: map[string]int{}} }
	lines := func(p *position) []Line { return append([]Line{Title("test", 1)}, JSON(p, begun())...) }
	for want, p := range map[string]*position{
		"test 1\n": begun(),
		"test 1\nturn 2\nnotes [\"a\\u0020\\u0023b\"]\nat {\"x\":1}\n": {2, []string{"a #b"}, map[string]int{"x": 1}},
	} {
		if got := Print(lines(p)); got != want {
			t.Errorf("printed: %q, want %q", got, want)
		}
		again := begun()
		if err := Read(want, lines(again)); err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("read: %+v, %v", again, err)
		}
	}
	for text, want := range map[string]string{"turn x": "turn: ", "turn": "value is missing", "turn 1 2": "2", "turns 1": "turns"} {
		var wrong *engine.SyntaxError
		if err := Read("test 1\n"+text, lines(begun())); !errors.As(err, &wrong) || wrong.Line != 2 || !strings.Contains(wrong.Text, want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

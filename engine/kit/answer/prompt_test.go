package answer

import (
	"reflect"
	"testing"

	"referee/engine"
)

func TestPrompts(t *testing.T) {
	arg := engine.Num("n", 2)
	asked := []engine.Prompt{{Seat: "red", Kind: "move", Ask: engine.Say("prompt.move", arg), Default: []string{"end"}}}
	if got := Ask("red", "move", []string{"end"}, arg); !reflect.DeepEqual(got, asked) {
		t.Errorf("asked: %+v", got)
	}
	if got := MarkSecret(MarkKept(Ask("red", "move", nil))); !got[0].Keep || !got[0].Secret {
		t.Errorf("kept and secret: %+v", got)
	}
	rolled := []engine.Prompt{{Seat: engine.Chance, Kind: "land", Ask: engine.Say("prompt.land", arg), Purpose: "drop a"}}
	if got := Chance("land", "drop a", arg); !reflect.DeepEqual(got, rolled) {
		t.Errorf("rolled: %+v", got)
	}
}

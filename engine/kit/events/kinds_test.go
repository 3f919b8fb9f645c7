package events

import (
	"encoding/json"
	"slices"
	"testing"

	"referee/engine"
)

type moved struct {
	Unit string `json:"unit"`
	To   int    `json:"to"`
}

func (moved) Kind() string     { return "moved" }
func (moved) Tell() engine.Msg { return engine.Msg{} }

type ended struct {
	Why []string `json:"why,omitempty"`
}

func (*ended) Kind() string     { return "ended" }
func (*ended) Tell() engine.Msg { return engine.Msg{} }

var kinds = List("test", Of[moved](), Of[*ended]())

// FuzzDecode: what is read is printed so that it reads as the same.
func FuzzDecode(f *testing.F) {
	f.Add("moved", []byte(`{"unit":"a","to":3}`))
	f.Add("ended", []byte(`{"why":["x"]}`))
	f.Add("ended", []byte(`{"who":1}`))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e, err := kinds.Decode(kind, data)
		if err != nil {
			return
		}
		if string(data) != "null" && e.Kind() != kind {
			t.Errorf("%s is read as %s", kind, e.Kind())
		}
		first, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		again, err := kinds.Decode(kind, first)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := json.Marshal(again); err != nil || string(second) != string(first) {
			t.Errorf("%s, then %s", first, second)
		}
	})
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range [][2]string{{"lost", "{}"}, {"moved", `{"speed":3}`}, {"moved", `{"to":"x"}`}, {"ended", `[`}} {
		if e, err := kinds.Decode(c[0], []byte(c[1])); err == nil {
			t.Errorf("%s is read as %v", c, e)
		}
	}
	if !slices.Equal(kinds.Names(), []string{"moved", "ended"}) {
		t.Errorf("%v", kinds.Names())
	}
	defer func() {
		if recover() == nil {
			t.Error("two kinds have one name")
		}
	}()
	List("test", Of[moved](), Of[moved]())
}

package event

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the events may import, and why.
var allowed = map[string]string{
	"referee/engine":                  "messages, traces",
	"referee/engine/america/scenario": "movement points",
	"referee/engine/kit/events":       "the descriptions of the kinds",
	"referee/engine/kit/exact":        "modifiers with their sign",
	"referee/engine/kit/lists":        "lists in sentences",
	"slices":                          "lists of kinds in one",
	"strconv":                         "numbers of results",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }

// TestDecodeIsStrict: a stored event has the fields of its kind and no other.
func TestDecodeIsStrict(t *testing.T) {
	if len(Kinds()) == 0 {
		t.Fatal("no kinds")
	}
	for _, kind := range Kinds() {
		e, err := Decode(kind, []byte("{}"))
		if err != nil || e.Kind() != kind {
			t.Errorf("%s: %v, %v", kind, e, err)
		}
		if _, err := Decode(kind, []byte(`{"nonsense":"snow"}`)); err == nil {
			t.Errorf("%s: a field that it has not is read", kind)
		}
	}
	if _, err := Decode("snowed", []byte("{}")); err == nil {
		t.Error("a kind that is not known is read")
	}
}

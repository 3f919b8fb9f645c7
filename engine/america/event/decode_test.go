package event

import (
	"testing"
)

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

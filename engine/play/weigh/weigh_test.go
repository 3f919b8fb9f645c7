package weigh

import (
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ rows, wrong string }{
		{"near,0.5,x\nfar,-2,y\n", ""},
		{"near,0.5,x\n", "far"},
		{"near,0.5,x\nfar,much,y\n", `weight: "much" is no number`},
	} {
		near, far := 0.0, 0.0
		files := fstest.MapFS{"w.csv": &fstest.MapFile{Data: []byte("term,weight,what\n" + c.rows)}}
		hash, err := Read(files, "w.csv", map[string]*float64{"near": &near, "far": &far})
		switch {
		case c.wrong == "" && (err != nil || hash == "" || near != 0.5 || far != -2):
			t.Errorf("%q: %g and %g, %q, %v", c.rows, near, far, hash, err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%q: %v, want %q", c.rows, err, c.wrong)
		}
	}
}

// TestLargest: the two largest differences are told, whoever they are for, and none that is too small to matter.
func TestLargest(t *testing.T) {
	terms := []string{"a", "b", "c"}
	said := Largest(Differences(terms, []float64{1, 0, 0.5}, []float64{0.8, 2, 0}))
	if len(said) != 2 || said[0].Key != "why.against.b" || said[1].Key != "why.for.c" {
		t.Errorf("said %v", said)
	}
	if said = Largest(Differences(terms, []float64{0.1, 0, 0}, []float64{0, 0, 0})); len(said) != 0 {
		t.Errorf("said %v of next to nothing", said)
	}
}

func TestBetter(t *testing.T) {
	for by, want := range map[float64]string{1: "why.better", 0.1: "why.close"} {
		if got := Better(by, engine.Say("x")).Lines[0].Key; got != want {
			t.Errorf("%g: %s, want %s", by, got, want)
		}
	}
}

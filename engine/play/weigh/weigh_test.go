package weigh

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ rows, wrong string }{
		{"near,0.5,x\nfar,-2,y\n", ""},
		{"near,0.5,x\n", "far"},
		{"near,0.5,x\nfar,much,y\n", `weight: "much" is not a number`},
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

// TestLargest: what speaks for a deed comes first, however little it is, and what speaks against it never stands alone.
func TestLargest(t *testing.T) {
	terms := []string{"a", "b", "c"}
	for _, c := range []struct {
		mine []float64
		want []string
	}{
		{[]float64{0.2, -2, 0.5}, []string{"why.for.c", "why.against.b"}},
		{[]float64{1, 2, 0.5}, []string{"why.for.b", "why.for.a"}},
		{[]float64{0.2, -0.3, 0.15}, []string{"why.for.a", "why.against.b"}},
		{[]float64{0.1, 0, 0}, []string{"why.for.a"}},
		{[]float64{0, -2, 0}, nil},
		{[]float64{0, 0, 0}, nil},
	} {
		var said []string
		for _, m := range Largest(Differences(terms, c.mine, make([]float64, len(terms)))) {
			said = append(said, m.Key)
			if m.Args[0].Msg == nil || m.Args[0].Name != "points" {
				t.Errorf("%v: %v", c.mine, m)
			}
		}
		if !slices.Equal(said, c.want) {
			t.Errorf("%v: said %v, want %v", c.mine, said, c.want)
		}
	}
}

func TestBetter(t *testing.T) {
	for by, want := range map[float64]string{1: "why.better", 0.1: "why.close"} {
		if got := Better(by, engine.Say("x")).Lines[0].Key; got != want {
			t.Errorf("%g: %s, want %s", by, got, want)
		}
	}
}

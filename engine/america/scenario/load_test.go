package scenario

import (
	"os"
	"testing"
)

// builtIn is the data set of the program.
var builtIn = os.DirFS("../data")

func load(t *testing.T) *Data {
	t.Helper()
	d, err := Load(builtIn)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestLoad(t *testing.T) {
	d := load(t)
	t.Logf("%+v", d.Costs)
	t.Logf("%+v", d.Shifts)
	t.Logf("%+v", d.Weather)
	t.Logf("%+v", d.Reserve)
	t.Logf("%+v", d.Turns)
	t.Logf("%+v", d.Scenarios)
	t.Logf("%+v", d.HQs)
	t.Logf("%+v", d.Track)
	t.Logf("%d hexes %d rivers %d units %d forms", len(d.Hexes), len(d.Rivers), len(d.Units), len(d.Formations))
}

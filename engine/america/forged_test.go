package america

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
)

// forgedValues stand where others did.
var forgedValues = []string{
	`""`, `"x"`, `"german"`, `"allied"`, `"hq-v"`, `"2-2pz"`, `"2113"`, `"combat"`, `"advance"`, `-1`, `0`, `127`, `99999`,
	`true`, `false`, `null`, `[]`, `["x"]`, `["hq-viii","2-2pz"]`, `"2.5"`,
}

var forgedScalar = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9]+|true|false`)

// TestForgedRecordsFold: what makes no sense in a record is an error, and what is asked then may be nonsense, but
// nothing panics. Events of a match come to any of its positions, with one value exchanged or not.
func TestForgedRecordsFold(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	var events []engine.Event
	states := []*State{g.New()}
	for i, set := range []engine.Setup{{"scenario": "wacht"}, {"scenario": "plan"}} {
		hooks := enginetest.Hooks{Decided: func(s enginetest.Step) error {
			events = append(events, s.Outcome.Events...)
			return nil
		}}
		_, err := enginetest.Play(engine.Seal(g), set, uint64(i), bias, hooks)
		if err != nil {
			t.Fatal(err)
		}
	}
	s := g.New()
	for _, e := range events {
		if next := s.Clone(); g.Apply(next, e) == nil {
			if s = next; len(states) < 6000 {
				states = append(states, s.Clone())
			}
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range *forgeries {
		s := states[random.IntN(len(states))].Clone()
		for range 6 {
			e := events[random.IntN(len(events))]
			data, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			if random.IntN(2) == 1 {
				if found := forgedScalar.FindAllIndex(data, -1); len(found) > 0 {
					span := found[random.IntN(len(found))]
					data = []byte(string(data[:span[0]]) + forgedValues[random.IntN(len(forgedValues))] + string(data[span[1]:]))
				}
			}
			forged, err := g.Decode(e.Kind(), data)
			if err != nil || g.Apply(s, forged) != nil {
				break
			}
			g.Prompts(s)
		}
	}
}

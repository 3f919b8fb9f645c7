package celles

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
)

// stored are the events of a whole match, a line of its record each.
func stored(t testing.TB) [][]engine.Record {
	t.Helper()
	text, err := os.ReadFile("../../docs/pictures/match.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Entries []struct{ Line string }
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	var out [][]engine.Record
	for _, e := range file.Entries {
		var d struct{ Events []engine.Record }
		if err := json.Unmarshal([]byte(e.Line), &d); err != nil {
			t.Fatal(err)
		}
		if len(d.Events) > 0 {
			out = append(out, d.Events)
		}
	}
	return out
}

// states are those of a match after each of its decisions.
func states(t testing.TB, g *rules, list [][]engine.Record) []*State {
	t.Helper()
	s := g.New()
	out := []*State{s.Clone()}
	for _, events := range list {
		for _, r := range events {
			e, err := g.Decode(r.Kind, r.Data)
			if err == nil {
				err = g.Apply(s, e)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, s.Clone())
	}
	return out
}

// TestForgedEventsAreErrors: events that name nothing, or come where they cannot.
func TestForgedEventsAreErrors(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []any{
		event.ChitDrawn{Chit: "lehr", Action: true},
		event.ChitDrawn{Side: "german", Chit: "", Action: true},
		event.ChitDrawn{Side: "neither", Chit: "combat"},
		event.ChitPlayed{Chit: "combat"},
		event.ActionsCut{Left: 1},
		event.PhaseBegan{},
		event.SetupBegan{Given: "neither", GivenVP: 2},
		event.TurnBegan{Turn: 99},
		event.OddsSet{Column: "1-0"},
		event.CombatStep{Step: "advance"},
		event.CombatChit{Side: "german"},
		event.AttackRolled{},
		event.InfiltrationCalled{Unit: "lehr-a", To: "2113"},
		event.AirCalled{Unit: "nobody"},
		event.Retreated{Unit: "lehr-a", To: "9999"},
	} {
		s := g.New()
		if err := g.Apply(s, event.Of(e)); err == nil {
			t.Errorf("%T %+v is applied to nothing", e, e)
		}
	}
}

// forgedValues stand where others did.
var forgedValues = []string{
	`""`, `"x"`, `"german"`, `"allied"`, `"lehr-a"`, `"2113"`, `"combat"`, `"advance"`, `"att-loss"`, `-1`, `0`, `127`, `128`, `99999`,
	`true`, `false`, `null`, `[]`, `["x"]`, `"14/3"`,
}

var forgedScalar = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9]+|true|false`)

// forgedData is the data of an event with one value exchanged; the name of a field may be
// it, too.
func forgedData(data string, at, value int) string {
	found := forgedScalar.FindAllStringIndex(data, -1)
	if len(found) == 0 {
		return data
	}
	span := found[at%len(found)]
	return data[:span[0]] + forgedValues[value%len(forgedValues)] + data[span[1]:]
}

// forgedRun takes a program's bytes, four for an event of a match: any event, with one of
// its values exchanged or not, comes to any of its positions. What makes no sense is an
// error; what is asked then may be nonsense, and no panic.
func forgedRun(g *rules, list [][]engine.Record, all []*State, program []byte) {
	s := all[0]
	if len(program) >= 2 {
		s = all[(int(program[0])<<8|int(program[1]))%len(all)].Clone()
		program = program[2:]
	}
	for ; len(program) >= 4; program = program[4:] {
		events := list[(int(program[0])<<1|int(program[1])&1)%len(list)]
		r := events[int(program[1]>>1)%len(events)]
		data := string(r.Data)
		if program[2]&1 == 1 {
			data = forgedData(data, int(program[2]>>1), int(program[3]))
		}
		e, err := g.Decode(r.Kind, []byte(data))
		if err != nil || g.Apply(s, e) != nil {
			return
		}
		g.Prompts(s)
	}
}

// FuzzApply applies what forgers make of events.
func FuzzApply(f *testing.F) {
	g, err := open(Files(), law)
	if err != nil {
		f.Fatal(err)
	}
	list := stored(f)
	all := states(f, g, list)
	random := rand.New(rand.NewPCG(6, 12))
	for range 20 {
		f.Add(forgedProgram(random))
	}
	f.Fuzz(func(_ *testing.T, program []byte) { forgedRun(g, list, all, program[:min(len(program), 34)]) })
}

// forgedProgram is a program of a position and up to eight events.
func forgedProgram(random *rand.Rand) []byte {
	program := make([]byte, 2+4*(1+random.IntN(8)))
	for i := range program {
		program[i] = byte(random.IntN(256))
	}
	return program
}

// TestForgedRecordsFold is a longer run of the same, without a fuzzer.
func TestForgedRecordsFold(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	list := stored(t)
	all := states(t, g, list)
	random := rand.New(rand.NewPCG(6, 12))
	programs := 4_000
	if *long {
		programs = 40_000
	}
	for range programs {
		program := forgedProgram(random)
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("%v: %v\n%s", program, p, debug.Stack())
				}
			}()
			forgedRun(g, list, all, program)
		}()
	}
}

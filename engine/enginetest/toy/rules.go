package toy

import (
	"fmt"
	"io/fs"
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/board"
	"referee/engine/kit/names"
)

// Rules implements engine.Rules over State. It is exported so that tests can
// embed it and put one fault into it.
type Rules struct {
	board  board.Map
	units  []unit
	names  names.Index[int] // of the units
	effort int              // of each seat
	hash   string           // of the data
	info   engine.Info
}

// Newest is the number of the newest law. What each changes stands in readings.
const Newest = 2

// readings are the rulings of all laws.
var readings = []engine.Reading{
	{Rule: "5", Key: "reading.stay"},
	{Rule: "6", Key: "reading.hold", Law: 2},
}

// New reads a data set and returns the rules under a law.
func New(files fs.FS, number int) (*Rules, error) {
	g := &Rules{board: board.Map{Board: engine.Board{Title: "Three Hexes", Vocabulary: vocabulary}}}
	if err := g.load(files); err != nil {
		return nil, err
	}
	return g.under(number)
}

// under is the rules over the same data set under a law.
func (g *Rules) under(law int) (*Rules, error) {
	if law < 1 || law > Newest {
		return nil, &engine.LawError{Game: "toy", Law: law, Newest: Newest}
	}
	other := *g
	other.info = other.describe(law)
	return &other, nil
}

// Under is the rules under another law.
func (g *Rules) Under(law int) (engine.Rules[*State], error) { return g.under(law) }

// Open returns the game for a data set and a law.
func Open(files fs.FS, number int) (engine.Game, error) {
	g, err := New(files, number)
	if err != nil {
		return nil, err
	}
	return engine.Seal[*State](g), nil
}

// Strict is Open on the built-in data under the first law, sealed so that every event is
// checked. It is for tests and panics on a fault of the data.
func Strict() engine.Game {
	g, err := New(Files(), 1)
	if err != nil {
		panic(err)
	}
	return engine.SealStrict[*State](g)
}

// Info describes the game.
func (g *Rules) Info() *engine.Info { return &g.info }

// New is the state before a match is set up.
func (g *Rules) New() *State { return &State{at: make([]hex.Coord, len(g.units))} }

var (
	optionRounds  = engine.SetupOption{ID: "rounds", Values: []string{"2", "3", "5"}, Default: "3"}
	optionTraps   = engine.SetupOption{ID: "traps", Values: []string{"off", "on"}, Default: "off"}
	optionWeather = engine.SetupOption{ID: "weather", Values: []string{"on", "off"}, Default: "on"}
	optionBid     = engine.BidOption("bid", 2, seats[:]...)
)

// verbs are what players say.
var verbs = []engine.Verb{
	{Name: "plan", Kinds: []string{"plan"}, Example: "plan rush 1", Slots: []engine.Slot{{Arg: "plan"}, {Arg: "effort", Optional: true}}},
	{Name: "march", Kinds: []string{"march"}, Example: "march red-a red-b 0201", Slots: []engine.Slot{
		{Arg: "unit", Repeat: true, Prefix: "+"}, {Literal: "go"}, {Arg: "hex", Repeat: true}, {Literal: "stop"},
	}},
	{Name: "stay", Kinds: []string{"march"}, Example: "stay", Slots: []engine.Slot{{Literal: "stay"}}},
	{Name: "lose", Kinds: []string{"loss"}, Example: "lose red-a", Slots: []engine.Slot{{Arg: "unit"}}},
	{Name: "trap", Kinds: []string{"trap"}, Example: "trap 0201", Slots: []engine.Slot{{Arg: "hex"}}},
}

// describe is what the game says about itself under a law.
func (g *Rules) describe(law int) engine.Info {
	words := map[engine.WordKind][]string{
		"plan": plans, "weather": {weatherDry, weatherFlood}, "unit": g.names.All(), "hex": g.board.IDs(),
	}
	for _, n := range answer.Numbers("effort", 1, g.effort) {
		words["effort"] = append(words["effort"], n.ID)
	}
	for _, n := range faces {
		words["face"] = append(words["face"], n.ID)
	}
	return engine.Info{
		Game: "toy", Title: "Three Hexes", Law: law, Newest: Newest, Data: g.hash, Readings: readings,
		Seats: seats[:], Options: []engine.SetupOption{optionRounds, optionWeather, optionTraps, optionBid},
		Verbs: verbs, Clauses: clauses,
		Queries: []engine.QueryInfo{{Name: "reach", Args: []engine.QueryArg{{Name: "unit", Kind: "unit"}}}},
		Board:   &g.board.Board, Vocabulary: vocabulary, Counters: g.counters(),
		Catalogues: engine.Folder(locale, "locale"), Words: words,
	}
}

// Begin sets up a match.
//
// 1 Rounds.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	if id, unknown := set.Unknown(g.info.Options); unknown {
		return engine.Refuse("1", "refuse.setup", engine.Text("option", id), engine.Text("value", set[id]))
	}
	rounds, err := strconv.Atoi(set.Get(optionRounds))
	if err != nil {
		return fmt.Errorf("toy: rounds: %w", err)
	}
	begun := Begun{Rounds: rounds, Weather: set.Get(optionWeather) == "on", Traps: set.Get(optionTraps) == "on"}
	if seat, points := engine.ReadBid(set.Get(optionBid)); points > 0 {
		begun.Given[seatIndex(seat)] = points
	}
	r.Emit(Event(begun))
	return nil
}

// Prompts lists the open questions.
func (g *Rules) Prompts(s *State) (ps []engine.Prompt) {
	acting := seats[s.acting]
	switch s.phase {
	case phaseTrap, phasePlan:
		for i, seat := range seats {
			switch {
			case s.phase == phaseTrap && !s.trap[i].Valid():
				ps = append(ps, engine.Prompt{
					Seat: seat, Kind: "trap", Secret: true, Default: g.board.IDs()[:1], Ask: engine.Say("ask.trap"),
				})
			case s.phase == phasePlan && s.plans[i].Kind == "":
				ps = append(ps, engine.Prompt{
					Seat: seat, Kind: "plan", Secret: true, Default: []string{planHold},
					Ask: engine.Say("ask.plan", engine.Num("round", s.round), engine.Num("effort", s.effort[i])),
				})
			}
		}
	case phaseWeather:
		return chance("weather", engine.Say("ask.weather"), "weather round %d", s.round)
	case phaseInitiative:
		n := initiative(s)
		return chance("die", engine.Say("ask.initiative", engine.Num("shift", n)), "initiative round %d shift %+d", s.round, n)
	case phaseMarch:
		return []engine.Prompt{{
			Seat: acting, Kind: "march", Keep: true, Default: []string{"stay"}, Ask: engine.Say("ask.march", engine.Noun("seat", string(acting))),
		}}
	case phaseFight:
		n := g.shift(s)
		ask := engine.Say("ask.fight", engine.Hex("at", s.fight.at), engine.Num("shift", n))
		return chance("die", ask, "fight %s>%s shift %+d", s.fight.from, s.fight.at, n)
	case phaseLoss:
		if seat, units := g.losers(s); units != 0 { // else of a forged record
			return []engine.Prompt{{
				Seat: seats[seat], Kind: "loss", Default: g.names.IDs(units)[:1], Ask: engine.Say("ask.loss", engine.Hex("at", s.fight.at)),
			}}
		}
	}
	return ps
}

// chance is a question to Chance. What a roll is for is recorded with it.
func chance(kind string, ask engine.Msg, format string, args ...any) []engine.Prompt {
	return []engine.Prompt{{Seat: engine.Chance, Kind: kind, Keep: true, Purpose: fmt.Sprintf(format, args...), Ask: ask}}
}

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
	"referee/engine/kit/standing"
	"referee/engine/kit/usage"
)

// Rules implements engine.Rules over State. It is exported so that tests can
// embed it and put one fault into it.
type Rules struct {
	standing.Orders[*State]
	board  board.Map
	names  names.Index[int] // of units
	side   []int            // by unit: the index of its seat
	start  []hex.Coord      // by unit
	effort int              // of each seat
	data   fs.FS
	hash   string // of the data
	named  engine.BoardID
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
	g := &Rules{data: files, board: board.Map{Board: engine.Board{Title: "Three Hexes", Vocabulary: vocabulary}}}
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
	other.Orders = other.orders()
	return &other, nil
}

// Under is the rules under another law.
func (g *Rules) Under(law int) (engine.Rules[*State], error) { return g.under(law) }

// Over is the rules over another data set.
func (g *Rules) Over(files map[string]string) (engine.Rules[*State], error) {
	return New(engine.Overlay(g.data, files), g.info.Law)
}

// Open returns the game for a data set and a law.
func Open(files fs.FS, law int) (engine.Game, error) {
	return engine.SealOpened[*State](New(files, law))
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
func (g *Rules) New() *State { return &State{at: make([]hex.Coord, len(g.side))} }

var (
	optionRounds  = engine.SetupOption{ID: "rounds", Values: []string{"2", "3", "5"}, Default: "3"}
	optionTraps   = engine.SetupOption{ID: "traps", Values: []string{"off", "on"}, Default: "off"}
	optionWeather = engine.SetupOption{ID: "weather", Values: []string{"on", "off"}, Default: "on"}
	optionBid     = engine.BidOption("bid", 2, seats[:]...)
)

// verbs are what players say.
var verbs = []engine.Verb{
	{Name: "plan", Kinds: []string{"plan"}, Example: "plan rush 1", Slots: usage.Slots("plan effort?")},
	{
		Name: "march", Kinds: []string{"march"}, Example: "march red-a red-b 0201",
		Slots: usage.Slots("+unit+ go hex+ stop", "go", "stop"),
	},
	{Name: "stay", Kinds: []string{"march"}, Example: "stay", Slots: usage.Slots("stay", "stay")},
	{Name: "lose", Kinds: []string{"loss"}, Example: "lose red-a", Slots: usage.Slots("unit")},
	{Name: "trap", Kinds: []string{"trap"}, Example: "trap 0201", Slots: usage.Slots("hex")},
}

// describe is what the game says about itself under a law.
func (g *Rules) describe(law int) engine.Info {
	words := map[engine.WordKind][]string{
		"plan": plans, "weather": {weatherDry, weatherFlood}, "unit": g.names.All(), "hex": g.board.IDs(),
		"effort": answer.IDs(answer.Numbers("effort", 1, g.effort)), "face": answer.IDs(faces),
	}
	return engine.Info{
		Game: "toy", Title: "Three Hexes", Law: law, Newest: Newest, Data: g.hash, Named: g.named, Readings: readings,
		Seats: seats[:], Options: []engine.SetupOption{optionRounds, optionWeather, optionTraps, optionBid},
		Verbs: verbs, Clauses: clauses,
		Queries: []engine.QueryInfo{{Name: "reach", Args: usage.Args("unit")}},
		Board:   &g.board.Board, Vocabulary: vocabulary, Counters: g.counters(),
		Catalogues: engine.CataloguesIn(locale, "engine/enginetest/toy"), Words: words,
	}
}

// Begin sets up a match.
//
// 1 Rounds.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	if id, unknown := set.Unknown(g.info.Options); unknown {
		return engine.Refuse("1", "refuse.setup", engine.Text("option", id), engine.Text("value", set[id]))
	}
	rounds, _ := strconv.Atoi(set.Get(optionRounds)) // one of its values
	begun := Begun{Rounds: rounds, Weather: set.Get(optionWeather) == "on", Traps: set.Get(optionTraps) == "on"}
	if seat, points := engine.ParseBid(set.Get(optionBid)); points > 0 {
		begun.Given[seatIndex(seat)] = points
	}
	r.Emit(Event(begun))
	return nil
}

// Prompts lists the open questions. Plans and traps are made in secret.
func (g *Rules) Prompts(s *State) (ps []engine.Prompt) {
	ask := func(seat engine.Seat, kind, answer string, args ...engine.Arg) {
		ps = append(ps, engine.Prompt{
			Seat: seat, Kind: kind, Secret: kind == "trap" || kind == "plan", Keep: kind == "march",
			Default: []string{answer}, Ask: engine.Say("ask."+kind, args...),
		})
	}
	for i, seat := range seats {
		switch {
		case s.phase == phaseTrap && !s.trap[i].Valid():
			ask(seat, "trap", g.board.IDs()[0])
		case s.phase == phasePlan && s.plans[i].Kind == "":
			ask(seat, "plan", planHold, engine.Num("round", s.round), engine.Num("effort", s.effort[i]))
		case s.phase == phaseMarch && s.acting == i:
			ask(seat, "march", "stay", engine.Noun("seat", string(seat)))
		}
	}
	switch s.phase {
	case phaseWeather:
		return cast("weather", engine.Say("ask.weather"), "weather round %d", s.round)
	case phaseInitiative:
		n := initiative(s)
		return cast("die", engine.Say("ask.initiative", engine.Num("shift", n)), "initiative round %d shift %+d", s.round, n)
	case phaseFight:
		f, n := s.fight, g.shift(s)
		said := engine.Say("ask.fight", engine.Hex("at", f.at), engine.Num("shift", n))
		return cast("die", said, "fight %s>%s shift %+d", f.from, f.at, n)
	case phaseLoss:
		if i, units := g.losers(s); units != 0 { // else of a forged record
			ask(seats[i], "loss", g.names.ID(units.First()), engine.Hex("at", s.fight.at))
		}
	}
	return ps
}

// cast is a question to Chance. What a roll is for is recorded with it.
func cast(kind string, ask engine.Msg, format string, args ...any) []engine.Prompt {
	return []engine.Prompt{{Seat: engine.Chance, Kind: kind, Keep: true, Purpose: fmt.Sprintf(format, args...), Ask: ask}}
}

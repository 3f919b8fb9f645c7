package toy

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/hex"
)

// Rules implements engine.Rules over State. It is exported so that tests can
// embed it and put one fault into it.
type Rules struct {
	board  engine.Board
	units  []unit
	effort int
	hash   string
	law    int
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
	g := &Rules{board: engine.Board{Title: "Three Hexes", Vocabulary: &vocabulary}}
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
	other.law = law
	other.info = other.describe()
	return &other, nil
}

// Under is the rules under another law.
func (g *Rules) Under(law int) (engine.Rules[*State], error) {
	return g.under(law)
}

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

func (g *Rules) describe() engine.Info {
	words := map[engine.WordKind][]string{
		"plan": {planHold, planMarch, planRush}, "effort": {},
		"face": {"1", "2", "3", "4", "5", "6"}, "weather": {weatherDry, weatherFlood},
	}
	for i := 1; i <= g.effort; i++ {
		words["effort"] = append(words["effort"], strconv.Itoa(i))
	}
	for _, u := range g.units {
		words["unit"] = append(words["unit"], u.id)
	}
	for _, h := range g.board.Hexes {
		words["hex"] = append(words["hex"], h.At.String())
	}
	return engine.Info{
		Game: "toy", Title: "Three Hexes", Law: g.law, Newest: Newest, Data: g.hash,
		Seats:   slices.Clone(seats[:]),
		Options: []engine.SetupOption{optionRounds, optionWeather, optionTraps, optionBid},
		Verbs: []engine.Verb{
			{
				Name: "plan", Kinds: []string{"plan"}, Example: "plan rush 1",
				Slots: []engine.Slot{{Arg: "plan"}, {Arg: "effort", Optional: true}},
			},
			{
				Name: "march", Kinds: []string{"march"}, Example: "march red-a red-b 0201",
				Slots: []engine.Slot{
					{Arg: "unit", Repeat: true, Prefix: "+"},
					{Literal: "go"},
					{Arg: "hex", Repeat: true},
					{Literal: "stop"},
				},
			},
			{
				Name: "stay", Kinds: []string{"march"}, Example: "stay",
				Slots: []engine.Slot{{Literal: "stay"}},
			},
			{
				Name: "lose", Kinds: []string{"loss"}, Example: "lose red-a",
				Slots: []engine.Slot{{Arg: "unit"}},
			},
			{Name: "trap", Kinds: []string{"trap"}, Example: "trap 0201", Slots: []engine.Slot{{Arg: "hex"}}},
		},
		Queries: []engine.QueryInfo{
			{Name: "reach", Args: []engine.QueryArg{{Name: "unit", Kind: "unit"}}},
		},
		Clauses:    []engine.ClauseInfo{clauseLose},
		Board:      &g.board,
		Vocabulary: &vocabulary,
		Counters:   g.counters(),
		Catalogues: sub(locale, "locale"),
		Words:      words,
		Readings:   readings,
	}
}

// Begin sets up a match.
//
// 1 Rounds.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	options := g.info.Options
	for _, id := range slices.Sorted(maps.Keys(set)) {
		if !slices.ContainsFunc(options, func(o engine.SetupOption) bool { return o.ID == id && slices.Contains(o.Values, set[id]) }) {
			return engine.Refuse("1", "refuse.setup", engine.Text("option", id), engine.Text("value", set[id]))
		}
	}
	rounds, err := strconv.Atoi(set.Get(optionRounds))
	if err != nil {
		return fmt.Errorf("toy: rounds: %w", err)
	}
	begun := Begun{Rounds: rounds, Weather: set.Get(optionWeather) == "on", Traps: set.Get(optionTraps) == "on"}
	seat, points := engine.ReadBid(set.Get(optionBid))
	if i, ok := seatIndex(string(seat)); ok {
		begun.Given[i] = points
	}
	r.Emit(&begun)
	return nil
}

// Prompts lists the open questions.
func (g *Rules) Prompts(s *State) []engine.Prompt {
	switch s.phase {
	case phaseTrap:
		return g.askBoth(func(i int) bool { return !s.trap[i].Valid() }, engine.Prompt{
			Kind: "trap", Default: []string{g.board.Hexes[0].At.String()}, Ask: engine.Say("ask.trap"),
		})
	case phasePlan:
		var ps []engine.Prompt
		for i, seat := range seats {
			if s.plans[i].Kind == "" {
				ps = append(ps, engine.Prompt{
					Seat: seat, Kind: "plan", Secret: true,
					Default: []string{planHold},
					Ask:     engine.Say("ask.plan", engine.Num("round", s.round), engine.Num("effort", s.effort[i])),
				})
			}
		}
		return ps
	case phaseWeather:
		return []engine.Prompt{{
			Seat: engine.Chance, Kind: "weather", Keep: true,
			Purpose: fmt.Sprintf("weather round %d", s.round), Ask: engine.Say("ask.weather"),
		}}
	case phaseInitiative:
		return []engine.Prompt{{
			Seat: engine.Chance, Kind: "die", Keep: true,
			Purpose: fmt.Sprintf("initiative round %d shift %+d", s.round, initiative(s)),
			Ask:     engine.Say("ask.initiative", engine.Num("shift", initiative(s))),
		}}
	case phaseMarch:
		return []engine.Prompt{{
			Seat: seats[s.acting], Kind: "march", Keep: true,
			Default: []string{"stay"}, Ask: engine.Say("ask.march", engine.Noun("seat", string(seats[s.acting]))),
		}}
	case phaseFight:
		shift := g.shift(s)
		return []engine.Prompt{{
			Seat: engine.Chance, Kind: "die", Keep: true,
			Purpose: fmt.Sprintf("fight %s>%s shift %+d", s.fight.from, s.fight.at, shift),
			Ask:     engine.Say("ask.fight", engine.Hex("at", s.fight.at), engine.Num("shift", shift)),
		}}
	case phaseLoss:
		seat, units := g.losers(s)
		if len(units) == 0 { // of a forged record
			return nil
		}
		return []engine.Prompt{{
			Seat: seats[seat], Kind: "loss", Default: []string{units[0]},
			Ask: engine.Say("ask.loss", engine.Hex("at", s.fight.at)),
		}}
	}
	return nil
}

// askBoth asks the seats that have not answered the same, in secret.
func (g *Rules) askBoth(open func(seat int) bool, p engine.Prompt) (ps []engine.Prompt) {
	for i, seat := range seats {
		if open(i) {
			p.Seat, p.Secret = seat, true
			ps = append(ps, p)
		}
	}
	return ps
}

package toy

import (
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/facts"
	"referee/engine/kit/set"
)

var (
	phases   = []string{phaseTrap, phasePlan, phaseWeather, phaseInitiative, phaseMarch, phaseFight, phaseLoss, phaseOver}
	plans    = []string{planHold, planMarch, planRush}
	outcomes = []string{outcomeWon, outcomeFailed}
)

// most is more than any number in a text.
const most = 99

// Print writes the position text, whose form the package documentation gives.
func (g *Rules) Print(s *State) string { return facts.Print(g.lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	if err := facts.Read(text, "toy "+strconv.Itoa(g.info.Law), g.lines(s)); err != nil {
		return nil, err
	}
	if s.round == 0 || s.phase == "" {
		return nil, &engine.SyntaxError{Line: 1, Text: "a position needs the lines toy, round and phase"}
	}
	return s, nil
}

// lines are the kinds of lines of a position.
func (g *Rules) lines(s *State) []facts.Line {
	law := g.info.Law
	return []facts.Line{
		facts.Number("toy", &law, law, law).Line(),
		facts.All("round", facts.Number("", &s.round, 1, most), facts.Number("of", &s.rounds, 1, most), facts.OnOff("weather", &s.weather)).Line(),
		facts.All("phase", facts.Word("", &s.phase, phases), facts.Maybe(facts.Field{
			Read: func(r *facts.Reader) { s.acting = r.OneOf("seat", seatIDs) },
			Print: func() []string {
				if !s.marching() {
					return nil
				}
				return seatIDs[s.acting : s.acting+1]
			},
		})).Line(),
		facts.Each("trap", seatIDs, func(i int) facts.Field { return g.place(&s.trap[i]) }),
		facts.Each("plan", seatIDs, func(i int) facts.Field {
			return facts.All("", facts.Word("", &s.plans[i].Kind, plans), facts.Maybe(facts.Number("", &s.plans[i].Effort, 1, most)))
		}),
		facts.Each("given", seatIDs, func(i int) facts.Field { return facts.Number("", &s.given[i], 0, most) }),
		facts.Flag("revealed", &s.revealed).Line(),
		facts.Each("effort", seatIDs, func(i int) facts.Field { return facts.Number("", &s.effort[i], 0, most) }),
		facts.Each("unit", g.unitIDs, func(i int) facts.Field { return g.place(&s.at[i]) }),
		facts.All("fight", g.place(&s.fight.from), g.place(&s.fight.at), facts.Field{
			Read:  func(r *facts.Reader) { s.fight.units = set.Of(facts.While(r, g.unitByID)...) },
			Print: func() []string { return g.ids(s.fight.units) },
		}, facts.Maybe(facts.Word("", &s.fight.outcome, outcomes))).Line(),
		facts.Each("marched", seatIDs, func(i int) facts.Field { return facts.Flag("", &s.marched[i]) }),
		facts.Flag("flood", &s.flood).Line(),
	}
}

// place is a hex of the board, left out where there is none.
func (g *Rules) place(at *hex.Coord) facts.Field {
	read := func(r *facts.Reader) { *at = facts.Find(r, "hex of the board", g.board.Find) }
	return facts.Field{Read: read, Print: func() []string {
		if !at.Valid() {
			return nil
		}
		return []string{at.String()}
	}}
}

package toy

import "referee/engine/kit/facts"

var (
	phases = []string{phaseTrap, phasePlan, phaseWeather, phaseInitiative, phaseMarch, phaseFight, phaseLoss, phaseOver}
	plans  = []string{planHold, planMarch, planRush}
)

// most is more than any number in a text.
const most = 99

// Print writes the position text, whose form the package documentation gives.
func (g *Rules) Print(s *State) string { return facts.Print(g.lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	return s, facts.Read(text, g.lines(s))
}

// lines are the kinds of lines of a position.
func (g *Rules) lines(s *State) []facts.Line {
	units, f := facts.Names[int]{What: "unit", Index: &g.names}, &s.fight
	return []facts.Line{
		facts.Title("toy", g.info.Law),
		facts.All("round", facts.Number("", &s.round, 1, most), facts.Number("of", &s.rounds, 1, most),
			facts.OnOff("weather", &s.weather)).Line(),
		facts.All("phase", facts.Word("", &s.phase, phases), facts.Maybe(facts.Field{
			Read:  func(r *facts.Reader) { s.acting = r.OneOf("seat", seatIDs) },
			Print: facts.If(s.marching(), seatIDs[s.acting]),
		})).Line(),
		facts.Each("trap", seatIDs, func(i int) facts.Field { return g.board.Field("", &s.trap[i]) }),
		facts.Each("plan", seatIDs, func(i int) facts.Field {
			p := &s.plans[i]
			return facts.All("", facts.Word("", &p.Kind, plans), facts.Maybe(facts.Number("", &p.Effort, 1, most)))
		}),
		facts.Each("given", seatIDs, func(i int) facts.Field { return facts.Number("", &s.given[i], 0, most) }),
		facts.Flag("revealed", &s.revealed).Line(),
		facts.Each("effort", seatIDs, func(i int) facts.Field { return facts.Number("", &s.effort[i], 0, most) }),
		facts.Each("unit", g.names.All(), func(i int) facts.Field { return g.board.Field("", &s.at[i]) }),
		facts.All("fight", g.board.Field("", &f.from), g.board.Field("", &f.at), units.Set("", &f.units),
			facts.Maybe(facts.Word("", &f.outcome, []string{outcomes[true], outcomes[false]}))).Line(),
		facts.Each("marched", seatIDs, func(i int) facts.Field { return facts.Flag("", &s.marched[i]) }),
		facts.Flag("flood", &s.flood).Line(),
	}
}

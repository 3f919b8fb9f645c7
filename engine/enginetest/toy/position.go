package toy

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/facts"
)

var (
	phases  = []string{phaseTrap, phasePlan, phaseWeather, phaseInitiative, phaseMarch, phaseFight, phaseLoss, phaseOver}
	seatIDs = []string{string(seats[0]), string(seats[1])}
)

// most is more than any number in a text.
const most = 99

// Print writes the position text, whose form the package documentation gives.
func (g *Rules) Print(s *State) string { return facts.Print(g.lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	if err := facts.Read(text, "toy "+strconv.Itoa(g.law), g.lines(s)); err != nil {
		return nil, err
	}
	if s.round == 0 || s.phase == "" {
		return nil, &engine.SyntaxError{Line: 1, Text: "a position needs the lines toy, round and phase"}
	}
	return s, nil
}

// lines are the kinds of lines of a position.
func (g *Rules) lines(s *State) []facts.Line {
	weather := []string{"off", "on"}
	word := func(word string, on *bool) facts.Line {
		return facts.Line{Word: word, Read: func(*facts.Reader) { *on = true }, Print: func(say func(...string)) {
			if *on {
				say()
			}
		}}
	}
	return []facts.Line{
		{Word: "toy", Read: func(r *facts.Reader) { r.Number("law", g.law, g.law) }, Print: func(say func(...string)) { say(strconv.Itoa(g.law)) }},
		{Word: "round", Read: func(r *facts.Reader) {
			s.round = r.Number("round", 1, most)
			r.OneOf("of", []string{"of"})
			s.rounds = r.Number("rounds", 1, most)
			r.OneOf("weather", []string{"weather"})
			s.weather = r.OneOf("weather", weather) == 1
		}, Print: func(say func(...string)) {
			say(strconv.Itoa(s.round), "of", strconv.Itoa(s.rounds), "weather", weather[bit(s.weather)])
		}},
		{Word: "phase", Read: func(r *facts.Reader) {
			if s.phase = phases[r.OneOf("phase", phases)]; r.More() {
				s.acting = readSeat(r)
			}
		}, Print: func(say func(...string)) {
			if s.phase == phaseMarch || s.phase == phaseFight || s.phase == phaseLoss {
				say(s.phase, seatIDs[s.acting])
			} else {
				say(s.phase)
			}
		}},
		bySeat("trap", func(r *facts.Reader, i int) { s.trap[i] = g.readHex(r) }, func(i int) []string {
			if !s.trap[i].Valid() {
				return nil
			}
			return []string{s.trap[i].String()}
		}),
		bySeat("plan", func(r *facts.Reader, i int) {
			if s.plans[i].Kind = r.Next("plan"); r.More() {
				s.plans[i].Effort = r.Number("effort", 0, most)
			}
		}, func(i int) []string {
			switch p := s.plans[i]; {
			case p.Kind == "":
				return nil
			case p.Effort > 0:
				return []string{p.Kind, strconv.Itoa(p.Effort)}
			default:
				return []string{p.Kind}
			}
		}),
		bySeat("given", func(r *facts.Reader, i int) { s.given[i] = r.Number("given", 0, most) }, func(i int) []string {
			if s.given[i] == 0 {
				return nil
			}
			return []string{strconv.Itoa(s.given[i])}
		}),
		word("revealed", &s.revealed),
		bySeat("effort", func(r *facts.Reader, i int) { s.effort[i] = r.Number("effort", -most, most) }, func(i int) []string {
			return []string{strconv.Itoa(s.effort[i])}
		}),
		{Word: "unit", Read: func(r *facts.Reader) {
			i := facts.Find(r, "unit", g.unitByID)
			if at := g.readHex(r); r.OK() {
				s.at[i] = at
			}
		}, Print: func(say func(...string)) {
			for i, at := range s.at {
				if at.Valid() {
					say(g.units[i].id, at.String())
				}
			}
		}},
		{Word: "fight", Read: func(r *facts.Reader) {
			f := &s.fight
			f.from, f.at = g.readHex(r), g.readHex(r)
			for _, i := range facts.While(r, g.unitByID) {
				f.units = f.units.With(i)
			}
			if r.More() {
				f.outcome = outcomes[r.OneOf("outcome", outcomes)]
			}
		}, Print: func(say func(...string)) {
			f := &s.fight
			words := append([]string{f.from.String(), f.at.String()}, g.ids(f.units)...)
			if f.outcome != "" {
				words = append(words, f.outcome)
			}
			if f.units != 0 || f.outcome != "" {
				say(words...)
			}
		}},
		bySeat("marched", func(_ *facts.Reader, i int) { s.marched[i] = true }, func(i int) []string {
			if !s.marched[i] {
				return nil
			}
			return []string{}
		}),
		word("flood", &s.flood),
	}
}

var outcomes = []string{outcomeWon, outcomeFailed}

func bit(on bool) int { return slices.Index([]bool{false, true}, on) }

func readSeat(r *facts.Reader) int { return r.OneOf("seat", seatIDs) }

// readHex reads a hex of the board.
func (g *Rules) readHex(r *facts.Reader) hex.Coord {
	return facts.Find(r, "hex of the board", func(id string) (hex.Coord, bool) {
		at, err := g.boardHex(id)
		return at, err == nil
	})
}

// bySeat is a kind of line that each seat may have.
func bySeat(word string, read func(r *facts.Reader, seat int), say func(seat int) []string) facts.Line {
	return facts.Line{Word: word, Read: func(r *facts.Reader) { read(r, readSeat(r)) }, Print: func(line func(...string)) {
		for i, id := range seatIDs {
			if words := say(i); words != nil {
				line(append([]string{id}, words...)...)
			}
		}
	}}
}

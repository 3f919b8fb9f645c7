package toy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
)

var phases = []string{phaseTrap, phasePlan, phaseWeather, phaseInitiative, phaseMarch, phaseFight, phaseLoss, phaseOver}

// Print writes the position text, whose form the package documentation gives.
func (g *Rules) Print(s *State) string {
	var b strings.Builder
	weather := "off"
	if s.weather {
		weather = "on"
	}
	fmt.Fprintf(&b, "toy %d\nround %d of %d weather %s\nphase %s", g.law, s.round, s.rounds, weather, s.phase)
	if s.phase == phaseMarch || s.phase == phaseFight || s.phase == phaseLoss {
		fmt.Fprintf(&b, " %s", seats[s.acting])
	}
	b.WriteByte('\n')
	for i, at := range s.trap {
		if at.Valid() {
			fmt.Fprintf(&b, "trap %s %s\n", seats[i], at)
		}
	}
	for i, p := range s.plans {
		if p.Kind != "" {
			fmt.Fprintf(&b, "plan %s %s", seats[i], p.Kind)
			if p.Effort > 0 {
				fmt.Fprintf(&b, " %d", p.Effort)
			}
			b.WriteByte('\n')
		}
	}
	for i, n := range s.given {
		if n > 0 {
			fmt.Fprintf(&b, "given %s %d\n", seats[i], n)
		}
	}
	if s.revealed {
		b.WriteString("revealed\n")
	}
	for i, n := range s.effort {
		fmt.Fprintf(&b, "effort %s %d\n", seats[i], n)
	}
	for i, u := range g.units {
		if s.at[i].Valid() {
			fmt.Fprintf(&b, "unit %s %s\n", u.id, s.at[i])
		}
	}
	if f := s.fight; f.units != 0 || f.outcome != "" {
		words := append([]string{"fight", f.from.String(), f.at.String()}, g.ids(f.units)...)
		if f.outcome != "" {
			words = append(words, f.outcome)
		}
		b.WriteString(strings.Join(words, " ") + "\n")
	}
	for i, m := range s.marched {
		if m {
			fmt.Fprintf(&b, "marched %s\n", seats[i])
		}
	}
	if s.flood {
		b.WriteString("flood\n")
	}
	return b.String()
}

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	first := true
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if first && strings.Join(words, " ") != fmt.Sprintf("toy %d", g.law) {
			return nil, &engine.SyntaxError{Line: i + 1, Text: fmt.Sprintf("the first line must be %q", fmt.Sprintf("toy %d", g.law))}
		}
		if !first {
			if err := g.line(s, words); err != nil {
				return nil, &engine.SyntaxError{Line: i + 1, Text: err.Error()}
			}
		}
		first = false
	}
	if first || s.round == 0 || s.phase == "" {
		return nil, &engine.SyntaxError{Line: 1, Text: "a position needs the lines toy, round and phase"}
	}
	return s, nil
}

// line reads one fact.
func (g *Rules) line(s *State, words []string) error {
	word := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	switch words[0] {
	case "round":
		if len(words) != 6 || words[2] != "of" || words[4] != "weather" {
			return fmt.Errorf("want: round N of N weather on|off")
		}
		s.weather = words[5] == "on"
		if err := number(words, 1, &s.round); err != nil {
			return err
		}
		return number(words, 3, &s.rounds)
	case "phase":
		s.phase = word(1)
		if !slices.Contains(phases, s.phase) {
			return fmt.Errorf("no phase %q", word(1))
		}
		if len(words) == 2 {
			return nil
		}
		return bySeat(word(2), func(seat int) error { s.acting = seat; return nil })
	case "plan":
		return bySeat(word(1), func(seat int) error {
			s.plans[seat].Kind = word(2)
			if len(words) < 4 {
				return nil
			}
			return number(words, 3, &s.plans[seat].Effort)
		})
	case "trap":
		return bySeat(word(1), func(seat int) (err error) {
			s.trap[seat], err = g.boardHex(word(2))
			return err
		})
	case "given":
		return bySeat(word(1), func(seat int) error { return number(words, 2, &s.given[seat]) })
	case "effort":
		return bySeat(word(1), func(seat int) error {
			return number(words, 2, &s.effort[seat])
		})
	case "unit":
		unit := g.unit(word(1))
		if unit < 0 {
			return fmt.Errorf("no unit %q", word(1))
		}
		at, err := g.boardHex(word(2))
		s.at[unit] = at
		return err
	case "fight":
		return g.fightLine(s, words)
	case "marched":
		return bySeat(word(1), func(seat int) error { s.marched[seat] = true; return nil })
	case "revealed":
		s.revealed = true
	case "flood":
		s.flood = true
	default:
		return fmt.Errorf("no fact %q", words[0])
	}
	return nil
}

// fightLine reads a fight under way.
func (g *Rules) fightLine(s *State, words []string) error {
	if len(words) < 4 {
		return fmt.Errorf("want: fight HEX HEX UNIT… [won|failed]")
	}
	var err error
	if s.fight.from, err = g.boardHex(words[1]); err != nil {
		return err
	}
	if s.fight.at, err = g.boardHex(words[2]); err != nil {
		return err
	}
	for _, w := range words[3:] {
		unit := g.unit(w)
		switch {
		case w == outcomeWon || w == outcomeFailed:
			s.fight.outcome = w
		case unit < 0:
			return fmt.Errorf("no unit %q", w)
		default:
			s.fight.units |= 1 << unit
		}
	}
	return nil
}

// bySeat calls do with the index of the seat named.
func bySeat(name string, do func(seat int) error) error {
	i, ok := seatIndex(name)
	if !ok {
		return fmt.Errorf("no seat %q", name)
	}
	return do(i)
}

// number reads the whole number that word i is.
func number(words []string, i int, n *int) (err error) {
	if i >= len(words) {
		return fmt.Errorf("a number is missing after %q", words[len(words)-1])
	}
	if *n, err = strconv.Atoi(words[i]); err != nil {
		return fmt.Errorf("%q is not a number", words[i])
	}
	return nil
}

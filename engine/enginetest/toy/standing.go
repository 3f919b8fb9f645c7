package toy

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// clauseLose is the toy's one clause of standing orders: which unit is lost.
var clauseLose = engine.ClauseInfo{
	Name: "lose", Kinds: []string{"loss"}, Example: "lose units red-b red-a",
	Args: []engine.QueryArg{{Name: "units", Kind: "unit", Repeat: true}},
}

var _ engine.Stander[*State] = (*Rules)(nil)

// order reads an order of a seat: the units to be lost, by index.
func (g *Rules) order(seat engine.Seat, st engine.Standing) ([]int, error) {
	by, ok := seatIndex(string(seat))
	switch {
	case st.Clause != clauseLose.Name:
		return nil, engine.Refuse("7", "refuse.choice", engine.Text("given", st.Clause))
	case !ok:
		return nil, engine.Refuse("7", "refuse.choice", engine.Text("given", string(seat)))
	case len(st.Args) != 1 || len(st.Args["units"]) == 0:
		return nil, engine.Refuse("7", "refuse.order")
	}
	var list []int
	for _, id := range st.Args["units"] {
		i := g.unit(id)
		if i < 0 || g.units[i].seat != by {
			return nil, engine.Refuse("7", "refuse.choice", engine.Text("given", id))
		}
		list = append(list, i)
	}
	return list, nil
}

// CheckStanding refuses an order that names nothing of the seat's. A unit lost does
// not come back.
func (g *Rules) CheckStanding(s *State, seat engine.Seat, st engine.Standing) error {
	list, err := g.order(seat, st)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(list, func(i int) bool { return s.at[i].Valid() }) {
		return engine.Refuse("7", "refuse.unit", engine.Text("unit", st.First("units")))
	}
	return nil
}

// Stand loses the first unit named that can be lost; the order is void once all of
// them are.
func (g *Rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.Stood, error) {
	list, err := g.order(p.Seat, st)
	if err != nil {
		return engine.Stood{}, err
	}
	_, ids := g.losers(s)
	gone := true
	for _, i := range list {
		id := g.units[i].id
		if slices.Contains(ids, id) {
			return engine.Stood{Fires: true, Path: []string{id}, Why: engine.Say("standing.fired", engine.Noun("unit", id))}, nil
		}
		gone = gone && !s.at[i].Valid()
	}
	units := events.Nouns("units", st.Args["units"])
	if gone {
		return engine.Stood{Void: true, Why: engine.Say("standing.void", units)}, nil
	}
	return engine.Stood{Why: engine.Say("standing.not", units)}, nil
}

// Rehearsal is the data of a dry run.
type Rehearsal struct {
	Fires []string `json:"fires"` // the faces of the die of the fight on which the order fires
}

// Rehearse tries the faces of the die of the fight that is under way.
func (g *Rules) Rehearse(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	data := Rehearsal{Fires: []string{}}
	s = s.Clone()
	for i := range seats {
		if seats[i] != seat {
			s.trap[i] = hex.Coord{} // nothing of it is told
		}
	}
	for _, f := range faces {
		if s.phase != phaseFight {
			break
		}
		r := engine.Try[*State](g, s)
		if _, err := g.Judge(r, engine.Prompt{Kind: "die"}, []string{f.ID}); err != nil {
			return engine.Answer{}, err
		}
		p := g.Prompts(r.State())[0]
		if p.Seat != seat {
			continue
		}
		stood, err := g.Stand(r.State(), p, st)
		if err != nil {
			return engine.Answer{}, err
		}
		if stood.Fires {
			data.Fires = append(data.Fires, strconv.Itoa(f.N))
		}
	}
	return engine.Answer{
		Data: data, Lines: []engine.Msg{engine.Say("answer.rehearsal", engine.Num("n", len(data.Fires)))},
	}, nil
}

package toy

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// clauses are those of standing orders: which unit is lost, and which plan is made. Plans are
// secret, and no order answers a secret question before its seat does: it can only be tried.
var clauses = []engine.ClauseInfo{
	{
		Name: "lose", Kinds: []string{"loss"}, Example: "lose units red-b red-a",
		Args: []engine.QueryArg{{Name: "units", Kind: "unit", Repeat: true}},
	},
	{
		Name: "plan", Kinds: []string{"plan"}, Example: "plan to rush hold",
		Args: []engine.QueryArg{{Name: "to", Kind: "plan", Repeat: true}},
	},
}

var _ engine.Stander[*State] = (*Rules)(nil)

// order reads what an order of a seat names: units or plans, the first to be chosen first.
func (g *Rules) order(seat engine.Seat, st engine.Standing) ([]string, error) {
	i := slices.IndexFunc(clauses, func(c engine.ClauseInfo) bool { return c.Name == st.Clause })
	if i < 0 || seatIndex(seat) < 0 {
		return nil, engine.Refuse("7", "refuse.choice", engine.Text("word", st.Clause))
	}
	arg := clauses[i].Args[0]
	ids := st.Args[arg.Name]
	if len(st.Args) != 1 || len(ids) == 0 {
		return nil, engine.Refuse("7", "refuse.order")
	}
	for _, id := range ids {
		u, isUnit := g.unitByID(id)
		if !slices.Contains(g.info.Words[arg.Kind], id) || isUnit && seats[g.units[u].seat] != seat {
			return nil, engine.Refuse("7", "refuse.choice", engine.Text("word", id))
		}
	}
	return ids, nil
}

// gone reports whether nothing that an order names can come any more: units lost do not come back.
func (g *Rules) gone(s *State, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		i, isUnit := g.unitByID(id)
		return !isUnit || s.at[i].Valid()
	})
}

// CheckStanding refuses an order that names nothing of the seat's.
func (g *Rules) CheckStanding(s *State, seat engine.Seat, st engine.Standing) error {
	ids, err := g.order(seat, st)
	if err == nil && g.gone(s, ids) {
		return engine.Refuse("7", "refuse.unit", engine.Text("unit", ids[0]))
	}
	return err
}

// Stand answers with the first that is named and offered. A rush takes 1 point of effort.
func (g *Rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.Stood, error) {
	ids, err := g.order(p.Seat, st)
	if err != nil {
		return engine.Stood{}, err
	}
	node, err := g.Judge(engine.Try[*State](g, s), p, nil)
	for _, id := range ids {
		if slices.ContainsFunc(node.Options, func(o engine.Option) bool { return o.ID == id }) {
			path := []string{id}
			if id == planRush {
				path = append(path, "1")
			}
			return engine.Stood{Fires: true, Path: path, Why: engine.Say("standing.fired", engine.Noun("answer", id))}, err
		}
	}
	if words := events.Nouns("answers", ids); g.gone(s, ids) {
		return engine.Stood{Void: true, Why: engine.Say("standing.void", words)}, err
	} else {
		return engine.Stood{Why: engine.Say("standing.not", words)}, err
	}
}

// Rehearsal is the data of a dry run.
type Rehearsal struct {
	Fires []string `json:"fires"` // the faces of the die of the fight on which the order fires
}

// Rehearse tries the faces of the die of the fight that is under way.
func (g *Rules) Rehearse(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	data := Rehearsal{Fires: []string{}}
	s = s.Clone()
	s.trap[1-seatIndex(seat)] = hex.Coord{} // nothing of it is told
	for _, f := range faces {
		if s.phase != phaseFight {
			break
		}
		r := engine.Try[*State](g, s)
		if _, err := g.Judge(r, engine.Prompt{}, []string{f.ID}); err != nil {
			return engine.Answer{}, err
		}
		if p := g.Prompts(r.State())[0]; p.Seat == seat {
			stood, err := g.Stand(r.State(), p, st)
			if err != nil {
				return engine.Answer{}, err
			}
			if stood.Fires {
				data.Fires = append(data.Fires, f.ID)
			}
		}
	}
	return engine.Answer{Data: data, Lines: []engine.Msg{engine.Say("answer.rehearsal", engine.Num("n", len(data.Fires)))}}, nil
}

package referee

import "referee/engine/match"

// HandOver has a program take the seat of the author of a command, who leaves it, also in the
// middle of a match. It returns ErrNoProgram, match.ErrPlayer, and what refuses [FreeSeats].
func (r *Referee) HandOver(c Command, program string) (Reply, error) {
	if err := r.faults.classify(r.rights.free(c.Match, FreeSeats), c, nil); err != nil {
		return Reply{}, err
	}
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		g, err := r.Games.find(m.Opening().Game)
		if err != nil {
			return nil, err
		}
		p, ok := g.Players.Find(program)
		if !ok {
			return nil, ErrNoProgram
		}
		if m, err = m.Leave(by, c.Seat); err != nil {
			return nil, err
		}
		return join(m, match.By{At: by.At}, c.Seat, p.About)
	})
}

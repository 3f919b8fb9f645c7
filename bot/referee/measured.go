package referee

import "referee/engine"

// The figures that hold for the board by which they were measured, as [Measured] is asked for them.
const (
	FigureLevels = "measured.levels" // how strong the levels are
	FigureChance = "measured.chance" // the win chance, and what an account says
	figureCourse = "measured.course" // what a course shows
)

// Measured says that a figure was measured on the built-in board and not on that of a game; false: it was, or nothing
// is known of it. by is the board by which it was, as [engine.Info.Facts].
func Measured(figure, by string, info *engine.Info) (engine.Msg, bool) {
	if by == "" || by == info.Facts {
		return engine.Msg{}, false
	}
	board := engine.Sub("board", engine.Say("measured.own"))
	if called := info.Named.Called(); called != "" {
		board = engine.Text("board", called)
	}
	return engine.Say(figure, board), true
}

// Measured is [Measured] of the levels on the board of a game, which new matches or one match are played on.
func (gs *Games) Measured(info *engine.Info) (engine.Msg, bool) {
	g, err := gs.find(info.Game)
	if err != nil || len(g.Players) == 0 {
		return engine.Msg{}, false
	}
	return Measured(FigureLevels, g.Measured, info)
}

// TaughtElsewhere says that new matches of a game are played on another board than its course; false: they are not.
func (gs *Games) TaughtElsewhere(taught *engine.Info) (engine.Msg, bool) {
	now, err := gs.Info(taught.Game)
	if err != nil {
		return engine.Msg{}, false
	}
	return Measured(figureCourse, taught.Facts, now)
}

// TellChance says what [Snapshot.Chance] returned, and where that was not measured on the board of the match.
func (s *Snapshot) TellChance(list []SeatChance) []engine.Msg {
	out := []engine.Msg{engine.Say("chance.told", engine.Noun("first", string(list[0].Seat)), engine.Num("p", list[0].Percent),
		engine.Noun("second", string(list[1].Seat)), engine.Num("q", list[1].Percent))}
	if said, elsewhere := Measured(FigureChance, s.r.Games.spec(s.m).Measured, s.Info()); elsewhere {
		out = append(out, said)
	}
	return out
}

// Measured is [Games.Measured] of a match in which a program has a seat.
func (s *Snapshot) Measured() (engine.Msg, bool) {
	for _, seat := range s.Info().Seats {
		if _, program := s.m.Program(seat); program {
			return s.r.Games.Measured(s.Info())
		}
	}
	return engine.Msg{}, false
}

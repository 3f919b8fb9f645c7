package club

import (
	"context"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/league"
)

// public are the kinds of decision of a league that everybody is told of. The rest
// concerns who decides, and stands in the log.
var public = []league.Kind{
	league.KindCreate, league.KindAmend, league.KindStart, league.KindPair, league.KindChallenge, league.KindAward,
	league.KindResult, league.KindCorrect, league.KindWithdraw, league.KindSubstitute, league.KindRuling, league.KindFinish, league.KindUndo,
	league.KindRestore, league.KindResume,
}

// Kind is the kind of decision that a line tells.
func (l LeagueLine) Kind() league.Kind {
	kind, _, _ := strings.Cut(strings.TrimPrefix(l.Said.Key, "referee.league.told."), "-")
	return league.Kind(kind)
}

// Undone is the decision that a line undoes, whose kind is undo.
func (ls *Leagues) Undone(ctx context.Context, id league.ID, l LeagueLine) (LeagueLine, error) {
	i := slices.IndexFunc(l.Said.Args, func(a engine.Arg) bool { return a.Name == "n" })
	to := l.Said.Args[i].Num
	lines, err := ls.Told(ctx, id, to-1, to)
	if err != nil {
		return LeagueLine{}, err
	}
	return lines[0], nil
}

// Public keeps the lines that everybody is told; of those that undo something, where
// what they undo was told.
func (ls *Leagues) Public(ctx context.Context, id league.ID, lines []LeagueLine) ([]LeagueLine, error) {
	var out []LeagueLine
	for _, l := range lines {
		kind := l.Kind()
		undo := kind == league.KindUndo
		if undo {
			undone, err := ls.Undone(ctx, id, l)
			if err != nil {
				return nil, err
			}
			kind = undone.Kind()
		}
		if slices.Contains(public, kind) || undo && kind == league.KindBid { // who has to bid anew learns it
			out = append(out, l)
		}
	}
	return out, nil
}

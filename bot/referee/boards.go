package referee

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"referee/bot/boardfile"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// OptionBoard is the option by which the board of a match is chosen. It is offered if the store has boards of the game. A match has
// the data set of the board, and not the option.
const OptionBoard = "board"

// NoBoardError refuses a board that there is not.
type NoBoardError struct {
	Given string
	Known []string
}

func (e *NoBoardError) Error() string {
	return fmt.Sprintf("there is no board %q: choose one of %q", e.Given, e.Known)
}

// Explain says which boards there are.
func (e *NoBoardError) Explain() engine.Msg {
	names := lists.Map(e.Known, func(name string) engine.Arg { return engine.Text("", name) })
	return engine.Say("referee.refuse.board-unknown", engine.Text("board", begun(e.Given)), engine.List("boards", names...))
}

// offering is what a game says of itself for new matches at a home: its own options, and the board if there are several.
func (gs *Games) offering(info *engine.Info, home string) (*engine.Info, error) {
	g, _ := gs.find(info.Game) // it is open
	list := boardfile.Newest(gs.boards(g.ID, home))
	if len(list) == 0 {
		return info, nil
	}
	built, err := gs.built(g, g.Law)
	if err != nil {
		return nil, err
	}
	o := engine.SetupOption{ID: OptionBoard, Values: []string{engine.BoardBuiltIn}, Default: engine.BoardBuiltIn, Names: map[string]string{}}
	if built.game.Info().Data != info.Data {
		o.Values, o.Default = []string{engine.BoardOwn, engine.BoardBuiltIn}, engine.BoardOwn
	}
	for _, b := range list {
		word := engine.BoardWord(b.Name)
		o.Values, o.Names[word] = append(o.Values, word), b.Called()
	}
	if called, err := gs.BoardCalled(g.ID, home, gs.usual); err == nil {
		i := slices.IndexFunc(o.Values, func(v string) bool { return v == called || o.Names[v] == called })
		if i < 0 { // an older version
			i = len(o.Values)
			word := engine.BoardWord(called)
			o.Values, o.Names[word] = append(o.Values, word), called
		}
		o.Default = o.Values[i]
	}
	with := *info
	with.Options = append(slices.Clone(info.Options), o)
	return &with, nil
}

// BoardCalled is what a board of a game that somebody has chosen at a home is called: "Anna's box 3", engine.BoardBuiltIn or
// engine.BoardOwn. It returns *NoBoardError for one that there is not.
func (gs *Games) BoardCalled(game, home, given string) (string, error) {
	g, err := gs.find(game)
	if err != nil {
		return "", err
	}
	list := gs.boards(g.ID, home)
	if b, known := boardfile.Find(list, given); known {
		return b.Called(), nil
	}
	if word := engine.BoardWord(given); word == engine.BoardBuiltIn || word == engine.BoardOwn {
		return word, nil
	}
	names := lists.Map(boardfile.Newest(list), func(b match.Board) string { return b.Called() })
	return "", &NoBoardError{given, append([]string{engine.BoardBuiltIn}, names...)}
}

// on opens a game for new matches at a home on a board; "" is the usual one.
func (gs *Games) on(ctx context.Context, game, home, board string) (*open, error) {
	g, err := gs.find(game)
	if err != nil {
		return nil, err
	}
	called, err := gs.BoardCalled(g.ID, home, cmp.Or(board, gs.usual))
	switch {
	case err != nil && board != "":
		return nil, err
	case err != nil, called == engine.BoardOwn: // or another game has the usual board
		return gs.current(g.ID)
	case called == engine.BoardBuiltIn:
		return gs.built(g, g.Law)
	}
	b, _ := boardfile.Find(gs.boards(g.ID, home), called)
	return gs.pinned(ctx, match.Opening{Game: g.ID, Law: g.Law, Data: b.Data})
}

// withoutBoard are the options that the game itself has.
func withoutBoard(set engine.Setup) engine.Setup {
	set = maps.Clone(set)
	delete(set, OptionBoard)
	return set
}

// SetupAgain is the set-up of another match like this one, on the same board; on the newest of its name if a club has replaced it.
func (s *Snapshot) SetupAgain() engine.Setup {
	set := engine.Setup{}
	maps.Copy(set, s.m.Opening().Setup)
	if b, known := s.r.Games.shelved(s.m.Game().Info()); known {
		set[OptionBoard] = b.Name
		if slices.ContainsFunc(s.r.Games.boards(b.Game, s.home), func(o match.Board) bool { return o.Data == b.Data }) {
			set[OptionBoard] = b.Called()
		}
	}
	return set
}

// boards lists the boards of a game that are offered at a home, as [boardfile.Of].
func (gs *Games) boards(game, home string) []match.Board {
	return slices.DeleteFunc(boardfile.Of(*gs.shelf.Load(), game), func(b match.Board) bool { return b.Off || b.Home != "" && b.Home != home })
}

// shelved finds the board that a game is opened over.
func (gs *Games) shelved(info *engine.Info) (match.Board, bool) {
	for _, b := range *gs.shelf.Load() {
		if b.Game == info.Game && b.Data == info.Data {
			return b, true
		}
	}
	return match.Board{}, false
}

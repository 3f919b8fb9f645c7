package matches

import (
	"cmp"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// orWhy are the words that are proposed to a seat for the end of an order or, where there are
// none, a line that says why: also as the error.
func orWhy(q *command.Request, t turn.Turn, words []command.Choice, text string) ([]command.Choice, error) {
	if len(words) > 0 {
		return words, nil
	}
	l := t.Look
	switch stage := t.Stage(); {
	case stage == turn.Over:
		return nil, engine.ErrOver
	case l.Restored != nil:
		return nil, match.ErrRestored
	case stage == turn.Appealed:
		return nil, match.ErrAppealed
	case t.By.Seat == "":
		return nil, command.No("not-seated")
	case stage == turn.Open:
		return q.Note(engine.Say("discord.none.early")), nil
	case stage != turn.Asked:
		return q.Note(notAsked(q.Voice, l)), nil
	}
	asks := t.Asks()
	w, err := q.Word(l.Info)
	if err != nil {
		return nil, err
	}
	v, known := l.Info.Verb(w.Name)
	if known && !slices.ContainsFunc(asks, func(a referee.Ask) bool { return slices.Contains(v.Kinds, a.Kind) }) {
		return q.Note(engine.Say("discord.none.other", engine.Text("command", cmp.Or(q.Typed(l.Info, w.Name), q.Called(w.Name))), engine.Sub("ask", asks[0].Ask))), nil
	}
	return notCalled(q, text[len(before(text)):]), nil
}

// notAsked says that it is not a player's turn, and whose it is.
func notAsked(v command.Voice, l referee.Look) engine.Msg {
	var names []engine.Arg
	var seats []engine.Seat
	for _, a := range l.Asks {
		if slices.Contains(seats, a.Seat) {
			continue
		}
		seats = append(seats, a.Seat)
		switch at := l.Holder(a.Seat); {
		case at.Program != "":
			names = append(names, engine.Text("", v.Words.Computer(v.Lang, at.Program)))
		case at.Name != "":
			names = append(names, engine.Text("", at.Name))
		default:
			names = append(names, engine.Noun("", string(a.Seat)))
		}
	}
	if len(names) == 0 {
		return engine.Say("discord.none.nobody")
	}
	return engine.Say("discord.none.turn", engine.List("who", names...))
}

// notCalled says that nothing which is possible is called by a word that is typed; nothing
// where none is.
func notCalled(q *command.Request, word string) []command.Choice {
	if strings.TrimSpace(word) == "" {
		return q.Note(engine.Say("discord.none.left"))
	}
	return q.Note(engine.Say("discord.none.called", engine.Text("word", word)))
}

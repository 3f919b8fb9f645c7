package matches

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// ask asks a query of the game, and shows the answer in the map where it has something to show.
func ask(c *command.Call, l referee.Look, name string) (command.Answer, error) {
	i := slices.IndexFunc(l.Info.Queries, func(q engine.QueryInfo) bool { return q.Name == name })
	if i < 0 {
		return command.Answer{}, &orders.Error{Word: name, Why: engine.Say("referee.query.unknown", engine.Text("word", name))}
	}
	text := c.Words.Typed(c.Lang, typedQuery(l.Info.Queries[i], c.Options))
	a, err := l.Snapshot.Ask(viewerOf(c, l), text)
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	for _, m := range a.Lines {
		out.Text(c.Tell(m))
	}
	if len(a.Marks)+len(a.Paths)+len(a.Bars) > 0 && c.Draws(l.Info) {
		out.Picture = &command.Frame{Look: l, Viewer: viewerOf(c, l), Overlay: text, Voice: c.Voice, Alt: alt(c.Voice, l, a)}
	}
	return command.Answer{Card: out}, nil
}

// viewerOf is how who called sees a match.
func viewerOf(c *command.Call, l referee.Look) engine.Viewer {
	if seat := l.Snapshot.Seat(c.Account); seat != "" {
		return engine.Viewer(seat)
	}
	return engine.Spectator
}

// typedQuery is a query with its arguments as it would be typed.
func typedQuery(q engine.QueryInfo, options map[string]string) string {
	words := []string{q.Name}
	for _, a := range command.QueryArguments(q) {
		if text := options[a.Name]; text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// preview tells the odds of what is half built, where the game can.
func preview(c *command.Call, l referee.Look, a referee.Ask, held []string) engine.Answer {
	odds, err := l.Snapshot.Foretell(c.Reader(l.Match, a.Seat), a.Prompt, held)
	if err != nil {
		var illegal *engine.Illegal
		if !errors.As(err, &illegal) {
			c.Log.Warn("no odds", "match", l.Match, "path", held, "error", err)
		}
		return engine.Answer{}
	}
	return odds
}

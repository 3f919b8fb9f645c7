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
	if len(a.Marks)+len(a.Paths)+len(a.Bars) > 0 && c.Paint != nil {
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

// queryOdds is the query that tells what an order would lead to before it is
// given. A game need not have it.
const queryOdds = "odds"

// OddsOf is the query for the odds of a path of answers: its arguments are the
// words of the path, in the order of the game; who acts already is in none, and
// is taken from the pieces. It is "" where the game has no odds, or a word that it
// needs is missing.
func OddsOf(info *engine.Info, pieces []engine.Piece, answers []string) string {
	i := slices.IndexFunc(info.Queries, func(q engine.QueryInfo) bool { return q.Name == queryOdds })
	if i < 0 {
		return ""
	}
	prefixes := prefixesOf(info)
	words := []string{queryOdds}
	var used []string
	for _, arg := range info.Queries[i].Args {
		found := false
		for _, id := range answers {
			bare, prefixed := cutPrefix(id, prefixes)
			if prefixed != arg.Optional || !slices.Contains(info.Words[arg.Kind], bare) || slices.Contains(used, bare) || found && !arg.Repeat {
				continue
			}
			words, used, found = append(words, bare), append(used, bare), true
		}
		if found || arg.Optional {
			continue
		}
		i := slices.IndexFunc(pieces, func(p engine.Piece) bool {
			return slices.Contains(p.States, engine.Active) && slices.Contains(info.Words[arg.Kind], p.ID)
		})
		if i < 0 {
			return ""
		}
		words, used = append(words, pieces[i].ID), append(used, pieces[i].ID)
	}
	return strings.Join(words, " ")
}

// prefixesOf are what the verbs of a game put before ids.
func prefixesOf(info *engine.Info) []string {
	var out []string
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			if s.Prefix != "" && !slices.Contains(out, s.Prefix) {
				out = append(out, s.Prefix)
			}
		}
	}
	return out
}

// cutPrefix takes one of some prefixes off an id.
func cutPrefix(id string, prefixes []string) (bare string, found bool) {
	for _, p := range prefixes {
		if bare, found := strings.CutPrefix(id, p); found {
			return bare, true
		}
	}
	return id, false
}

// preview tells the odds of what is half built, where the game can: as things
// stand before the last word that the odds need, as with it that may be paid for.
func preview(c *command.Call, l referee.Look, a referee.Ask, held []string) engine.Answer {
	text := OddsOf(l.Info, l.View.Pieces, held)
	if text == "" {
		return engine.Answer{}
	}
	n := 0
	for OddsOf(l.Info, l.View.Pieces, held[:n]) == "" {
		n++
	}
	odds, err := l.Snapshot.AskAt(c.Reader(l.Match, a.Seat), a.Prompt, held[:max(0, n-1)], text)
	if err != nil {
		var illegal *engine.Illegal
		if !errors.As(err, &illegal) {
			c.Log.Warn("no odds", "match", l.Match, "query", text, "error", err)
		}
		return engine.Answer{}
	}
	return odds
}

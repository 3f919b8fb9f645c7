package command

import (
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/engine"
)

// askGroup is the group in which the queries of a game are, under its command.
const askGroup = "ask"

// Word is a verb or a query of a game, given as a command.
type Word struct {
	Game  string // "": in its short form, of whichever game is played
	Name  string
	Query bool
}

// wordOf reads the path of a verb or a query: "toy/march", "toy/ask/reach", or in
// their short forms "march" and "reach". known is false where no game has it.
func wordOf(h *Handlers, p wire.Path) (w Word, known bool) {
	games := slices.Clone(h.Games)
	if i := slices.IndexFunc(games, func(g *engine.Info) bool { return g.Game == p.Part(0) }); i >= 0 && len(p) > 1 {
		games, w.Game, p = games[i:i+1], games[i].Game, p[1:]
		if p.Part(0) == askGroup && len(p) > 1 {
			w.Name, w.Query = p[1], true
			return w, hasQuery(games, w.Name)
		}
		w.Name = p.Part(0)
		return w, hasVerb(games, w.Name)
	}
	w.Name = p.Part(0)
	if hasVerb(games, w.Name) {
		return w, true
	}
	w.Query = true
	return w, hasQuery(games, w.Name)
}

// hasVerb reports whether one of some games has a verb.
func hasVerb(games []*engine.Info, name string) bool {
	return slices.ContainsFunc(games, func(g *engine.Info) bool {
		return slices.ContainsFunc(g.Verbs, func(v engine.Verb) bool { return v.Name == name })
	})
}

// hasQuery reports whether one of some games has a query.
func hasQuery(games []*engine.Info, name string) bool {
	return slices.ContainsFunc(games, func(g *engine.Info) bool {
		return slices.ContainsFunc(g.Queries, func(q engine.QueryInfo) bool { return q.Name == name })
	})
}

// Word is the verb or the query that is called, in a match of a game. It is refused where
// the command is of another game.
func (c *Call) Word(played *engine.Info) (string, error) {
	w, _ := wordOf(c.Handlers, c.Path)
	if w.Game != "" && w.Game != played.Game {
		return "", No("other-game", engine.Text("game", Plain(played.Title)), engine.Text("command", played.Game))
	}
	return w.Name, nil
}

// verbPath and queryPath are the paths of the commands of a game.
func verbPath(g *engine.Info, name string) string  { return g.Game + "/" + name }
func queryPath(g *engine.Info, name string) string { return g.Game + "/" + askGroup + "/" + name }

// hasCommand reports whether a game has a command, under which its verbs and queries are.
func (h *Handlers) hasCommand(g *engine.Info) bool {
	return OptionName(g.Game) == g.Game && !slices.Contains(h.Table.Names(), g.Game)
}

// commanded reports whether a word of a game can be a subcommand.
func commanded(name string) bool { return OptionName(name) == name && name != askGroup }

// Typed is how a verb or a query of a game is typed where a call comes from, as readers of
// its language are shown it: "/toy march", "/toy ask reach", or "/march" where the server has
// short forms. It is "" for one that is no command: /choose obeys it.
func (c *Call) Typed(g *engine.Info, name string) string {
	isVerb := hasVerb([]*engine.Info{g}, name)
	switch {
	case !commanded(name):
		return ""
	case c.Server.Short == "yes" && !slices.Contains(c.Table.Names(), name):
		return "/" + c.Called(name)
	case !c.hasCommand(g):
		return ""
	case isVerb:
		return "/" + g.Game + " " + c.Called(name)
	}
	return "/" + g.Game + " " + c.Called(askGroup) + " " + c.Called(name)
}

// Path is the path that leads to a command of ours by the way in which it is registered,
// for one in which it was before or is in short: "why" is "rules/why", "march" is
// "toy/march". Where several games have a word it is that of the first which has it and
// is preferred, or else of the first.
func (h *Handlers) Path(p wire.Path, preferred string) wire.Path {
	if c, rest := h.Table.at(p); c != nil {
		return append(wire.Path(strings.Split(c.Path, "/")), rest...)
	}
	w, known := wordOf(h, p)
	if !known || w.Game != "" {
		return p
	}
	games := slices.Clone(h.Games)
	slices.SortStableFunc(games, func(a, b *engine.Info) int {
		switch {
		case a.Game == preferred && b.Game != preferred:
			return -1
		case b.Game == preferred && a.Game != preferred:
			return 1
		}
		return 0
	})
	for _, g := range games {
		of := []*engine.Info{g}
		switch {
		case w.Query && hasQuery(of, w.Name):
			return strings.Split(queryPath(g, w.Name), "/")
		case !w.Query && hasVerb(of, w.Name):
			return strings.Split(verbPath(g, w.Name), "/")
		}
	}
	return p
}

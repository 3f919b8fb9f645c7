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
	Query bool // a short form may be a query of one game and a verb of another
}

// wordOf reads the path of a verb or a query: "GAME/march", "GAME/ask/reach", or in
// their short forms "march" and "reach". known is false where no game has it.
func wordOf(h *Handlers, p wire.Path) (w Word, known bool) {
	if i := slices.IndexFunc(h.Games, func(g *engine.Info) bool { return g.Game == p.Part(0) }); i >= 0 && len(p) > 1 {
		g := h.Games[i]
		if w.Game, w.Name = g.Game, p[1]; w.Name == askGroup && len(p) > 2 {
			w.Name, w.Query = p[2], true
			return w, g.HasQuery(w.Name)
		}
		return w, g.HasVerb(w.Name)
	}
	w.Name = p.Part(0)
	return w, slices.ContainsFunc(h.Games, func(g *engine.Info) bool { return g.HasVerb(w.Name) || g.HasQuery(w.Name) })
}

// Word is the verb or the query that is called, in a match of a game. It is refused where
// only another game has it. What is no word of any game is a verb that none has.
func (c *Call) Word(played *engine.Info) (Word, error) {
	w, known := wordOf(c.Handlers, c.Path)
	if !known {
		return w, nil
	}
	if w.Game == "" {
		w.Query = !played.HasVerb(w.Name)
	}
	if w.Game != "" && w.Game != played.Game || w.Query && !played.HasQuery(w.Name) {
		return w, No("other-game", engine.Text("game", Plain(played.Title)), engine.Text("command", played.Game))
	}
	return w, nil
}

// ListedGames says which games there are, and which is meant where none is named; "" where
// there is one.
func (c *Call) ListedGames() string {
	if len(c.Games) < 2 {
		return ""
	}
	var games []string
	for i, g := range c.Games {
		text := Plain(g.Title)
		if c.hasCommand(g) {
			text += " (`/" + g.Game + "`)"
		}
		if i == 0 {
			text = c.Say("games-usual", engine.Text("game", text))
		}
		games = append(games, text)
	}
	return c.Say("games", engine.Text("games", strings.Join(games, "; ")))
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
// its language are shown it: "/GAME march", "/GAME ask reach", or "/march" where the server has
// short forms. It is "" for one that is no command: /choose obeys it.
func (c *Call) Typed(g *engine.Info, name string) string {
	isVerb := g.HasVerb(name)
	switch {
	case !commanded(name):
		return ""
	case c.Server.Short == "yes" && !slices.Contains(c.notShort(), name):
		return "/" + c.Called(name)
	case !c.hasCommand(g):
		return ""
	case isVerb && !slices.ContainsFunc(subcommands(g), func(v engine.Verb) bool { return v.Name == name }):
		return ""
	case isVerb:
		return "/" + g.Game + " " + c.Called(name)
	}
	return "/" + g.Game + " " + c.Called(askGroup) + " " + c.Called(name)
}

// Path is the path that leads to a command of ours by the way in which it is registered,
// for one in which it was before or is in short: "why" is "match/why", "march" is
// "GAME/march". Where several games have a word it is that of the first which has it and
// is preferred, or else of the first.
func (h *Handlers) Path(p wire.Path, preferred string) wire.Path {
	if c, rest := h.Table.at(p); c != nil {
		return append(wire.Path(strings.Split(c.Path, "/")), rest...)
	}
	w, known := wordOf(h, p)
	if !known || w.Game != "" {
		return p
	}
	path := p
	for _, g := range slices.Backward(h.Games) {
		switch {
		case path.Part(0) == preferred && preferred != "":
		case g.HasVerb(w.Name):
			path = strings.Split(verbPath(g, w.Name), "/")
		case g.HasQuery(w.Name):
			path = strings.Split(queryPath(g, w.Name), "/")
		}
	}
	return path
}

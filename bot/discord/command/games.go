package command

import (
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/engine"
)

// The groups under the command of a game: its queries and, where its verbs are too many to stand side by side, those that are a
// word alone and those that name a single thing.
const (
	askGroup  = "ask"
	sayGroup  = "say"
	pickGroup = "pick"
)

// wordGroups are these groups, in the order in which they are registered.
var wordGroups = []string{sayGroup, pickGroup, askGroup}

// mostUnder is how many subcommands and groups a command has before its verbs are grouped: of the 25 that Discord takes, so that a
// game can grow without another layout.
const mostUnder = 19

// Word is a verb or a query of a game, given as a command.
type Word struct {
	Game  string // "": in its short form, of whichever game is played
	Name  string
	Query bool // a short form may be a query of one game and a verb of another
}

// wordOf reads the path of a verb or a query: "GAME/march", "GAME/say/stay", "GAME/ask/reach", or in
// their short forms "march" and "reach". A verb is found in any group and in none, wherever it stood
// before. known is false where no game has it.
func wordOf(h *Handlers, p wire.Path) (w Word, known bool) {
	if i := slices.IndexFunc(h.Games, func(g *engine.Info) bool { return g.Game == p.Part(0) }); i >= 0 && len(p) > 1 {
		g := h.Games[i]
		w.Game, w.Name = g.Game, p[1]
		switch group := w.Name; {
		case len(p) == 2:
		case group == askGroup:
			w.Name, w.Query = p[2], true
			return w, g.HasQuery(w.Name)
		case group == sayGroup, group == pickGroup:
			w.Name = p[2]
		}
		return w, g.HasVerb(w.Name)
	}
	w.Name = p.Part(0)
	return w, slices.ContainsFunc(h.Games, func(g *engine.Info) bool { return g.HasVerb(w.Name) || g.HasQuery(w.Name) })
}

// Word is the verb or the query that is called, in a match of a game. It is refused where
// only another game has it. What is no word of any game is a verb that none has.
func (q *Request) Word(played *engine.Info) (Word, error) {
	w, known := wordOf(q.Handlers, q.Path)
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
func (q *Request) ListedGames() string {
	if len(q.Games) < 2 {
		return ""
	}
	var games []string
	for i, g := range q.Games {
		text := Plain(g.Title)
		if q.hasCommand(g) {
			text += " (`/" + g.Game + "`)"
		}
		if i == 0 {
			text = q.Say("games-usual", engine.Text("game", text))
		}
		games = append(games, text)
	}
	return q.Say("games", engine.Text("games", strings.Join(games, "; ")))
}

// verbPath and queryPath are the paths of the commands of a game.
func verbPath(g *engine.Info, name string) string {
	if group := groups(g)[name]; group != "" {
		return g.Game + "/" + group + "/" + name
	}
	return g.Game + "/" + name
}

func queryPath(g *engine.Info, name string) string { return g.Game + "/" + askGroup + "/" + name }

// groups are the groups that verbs of a game are in, by their names; "": it is a subcommand. What is no key is no command.
func groups(g *engine.Info) map[string]string {
	out := map[string]string{}
	for _, v := range g.Verbs {
		if commanded(v.Name) {
			out[v.Name] = ""
		}
	}
	under := len(out) + min(1, len(g.Queries)) // which are in a group
	for arguments, group := range []string{sayGroup, pickGroup} {
		if under <= mostUnder {
			break
		}
		under++
		for _, v := range g.Verbs {
			if _, is := out[v.Name]; is && len(Arguments(v)) == arguments {
				out[v.Name] = group
				under--
			}
		}
	}
	count := map[string]int{"": len(wordGroups)}
	for _, v := range g.Verbs {
		if group, is := out[v.Name]; is {
			if count[group]++; count[group] > MaxCommandOpts {
				delete(out, v.Name)
			}
		}
	}
	return out
}

// hasCommand reports whether a game has a command, under which its verbs and queries are.
func (h *Handlers) hasCommand(g *engine.Info) bool {
	return OptionName(g.Game) == g.Game && !slices.Contains(h.Table.Names(), g.Game)
}

// commanded reports whether a word of a game can be a subcommand.
func commanded(name string) bool {
	return OptionName(name) == name && !slices.Contains(wordGroups, name)
}

// Typed is how a verb or a query of a game is typed where a request comes from, as readers of
// its language are shown it: "/GAME march", "/GAME say stay", "/GAME ask reach", or "/march" where the server has
// short forms. It is "" for one that is no command: /choose obeys it.
func (q *Request) Typed(g *engine.Info, name string) string {
	isVerb := g.HasVerb(name)
	switch {
	case !commanded(name):
		return ""
	case q.Server.Short == "yes" && q.Server.hasShort(g.Game) && !slices.Contains(q.notShort(), name):
		return "/" + q.Called(name)
	case !q.hasCommand(g):
		return ""
	case !isVerb:
		return "/" + g.Game + " " + q.Called(askGroup) + " " + q.Called(name)
	}
	switch group, is := groups(g)[name]; {
	case !is:
		return ""
	case group != "":
		return "/" + g.Game + " " + q.Called(group) + " " + q.Called(name)
	default:
		return "/" + g.Game + " " + q.Called(name)
	}
}

// Path is the path that leads to a command of ours by the way in which it is registered,
// for one in which it was before or is in short: "why" is "match/why", "march" is
// "GAME/march", and "GAME/stay" may be "GAME/say/stay". Where several games have a word it is that of the first which has it and
// is preferred, or else of the first.
func (h *Handlers) Path(p wire.Path, preferred string) wire.Path {
	if c, rest := h.Table.find(p); c != nil {
		return append(wire.Path(strings.Split(c.Path, "/")), rest...)
	}
	w, known := wordOf(h, p)
	if !known {
		return p
	}
	path := p
	for _, g := range slices.Backward(h.Games) {
		switch {
		case path.Part(0) == preferred && preferred != "" || w.Game != "" && w.Game != g.Game:
		case g.HasVerb(w.Name) && !w.Query:
			path = strings.Split(verbPath(g, w.Name), "/")
		case g.HasQuery(w.Name):
			path = strings.Split(queryPath(g, w.Name), "/")
		}
	}
	return path
}

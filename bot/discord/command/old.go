package command

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// Old leads from every path that a command had before to the one it has now (ADR 16). Old lists of commands in clients, buttons that
// stand on boards and people who remember a name use these for ever, so an entry is never taken out: if its command moves again, its
// right side changes. What is registered with Discord has only the paths of today.
var Old = map[string]string{
	// before commands were grouped
	"account": "match/analysis",
	"me":      "me/settings",
	"rules":   "rules/search",

	// before organisers had a command of their own
	"league/admin/adjudicate": "league-admin/adjudicate",
	"league/admin/amend":      "league-admin/amend",
	"league/admin/announce":   "league-admin/announce",
	"league/admin/correct":    "league-admin/correct",
	"league/admin/enter":      "league-admin/enter",
	"league/admin/finish":     "league-admin/finish",
	"league/admin/go-on":      "league-admin/go-on",
	"league/admin/open":       "league-admin/open",
	"league/admin/pair":       "league-admin/pair",
	"league/admin/substitute": "league-admin/substitute",
	"league/admin/undo":       "league-admin/undo",

	// before the tree was laid out with room to grow
	"dice/account":   "match/analysis",
	"match/abandon":  "moderate/abandon",
	"match/ask-back": "match/takeback",
	"match/clock":    "clock/set",
	"match/handoffs": "clock/handoffs",
	"match/later":    "clock/snooze",
	"match/law":      "match/rules-version",
	"match/note":     "me/note",
	"match/pause":    "clock/pause",
	"match/sandbox":  "sandbox/open",
	takeBack:         "moderate/rewind",
	"match/try":      "sandbox/try",
	"match/unseat":   "moderate/free-side",
	"match/vacation": "clock/vacation",
	"rules/hint":     "hint",
	"rules/why":      "match/why",
	"standing/leave": "standing/set",
}

// takeBack is the one old path that is read in two ways, and what it means to players: see typedToday.
const (
	takeBack = "match/take-back"
	takeback = "match/takeback"
)

// typedToday is what was typed, where a player means another command by an old name than moderators had there: they rewound a match
// with takeBack, and a player who types that asks for a take-back. Buttons of that path are moderators' alone.
func (h *Handlers) typedToday(ctx context.Context, in wire.Interaction) wire.Interaction {
	typed := in.Kind == discordgo.InteractionApplicationCommand || in.Kind == discordgo.InteractionApplicationCommandAutocomplete
	if typed && strings.Join(in.Path, "/") == takeBack && h.Plays(ctx, in) {
		in.Path = strings.Split(takeback, "/")
	}
	return in
}

// remembered reports whether a word is the last of an old path of a command, as people type it who ask for help.
func (c *Command) remembered(word string) bool {
	for path, now := range Old {
		meant := now == c.Path || path == takeBack && c.Path == takeback
		if meant && path[strings.LastIndex(path, "/")+1:] == word {
			return true
		}
	}
	return false
}

// Meant reports whether a word of the help means a command: its short form, or the last word of its path, today or before.
func (c *Command) Meant(word string) bool {
	parts := strings.Split(c.Path, "/")
	return c.Short == word || slices.Contains(parts[len(parts)-1:], word) || c.remembered(word)
}

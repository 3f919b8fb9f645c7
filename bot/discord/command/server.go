package command

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/notebook"
	"referee/engine/kit/lists"
)

// Server is what the managers of a server have chosen for it. What is empty is as the
// operator has set it for all servers, or else as it always was.
type Server struct {
	// Language is that of new matches and leagues, and of people whose own we do not speak.
	Language string `json:"language,omitempty"`
	// Moderators and Judges are ids of roles.
	Moderators []string `json:"moderators,omitempty"`
	Judges     []string `json:"judges,omitempty"`
	// NamedJudges are ids of people who rule on appeals beside the roles, and are called by
	// name: at most MostNamedJudges.
	NamedJudges []string `json:"namedJudges,omitempty"`
	// Openers are ids of roles whose members may open matches, beside the moderators;
	// none: everybody may.
	Openers []string `json:"openers,omitempty"`
	// Leagues is the id of the channel in which new leagues are announced; "": where they
	// are founded.
	Leagues string `json:"leagues,omitempty"`
	// Thread says whether a match gets a thread of its own where that is not said: "yes", "no".
	Thread string `json:"thread,omitempty"`
	// Short says whether the server has the short forms of commands, beside the commands:
	// "yes", "no".
	Short string `json:"short,omitempty"`
	// ShortGames are the games whose words are among them: those that are played in the server since it has them. nil: all.
	ShortGames []string `json:"shortGames,omitempty"`
	// Forum is the id of the forum in which matches get posts where nothing else is said; "":
	// there is none.
	Forum string `json:"forum,omitempty"`
	// Board is the board of new matches and leagues of the games that have it, by its name; "": the usual one.
	Board string `json:"board,omitempty"`
	// Zone is the time zone of people who have not said theirs, "Europe/Paris".
	Zone string `json:"zone,omitempty"`
}

// MostNamedJudges is how many people may be named judges of a server: an appeal calls each.
const MostNamedJudges = 10

// Servers are what the managers of all servers have chosen. It is kept when the bot is
// removed, so that it holds when the bot is invited again. All of it is in memory, as every
// interaction needs some; this process alone writes it.
type Servers struct {
	notes    wire.Notes
	changing *Lock
	mu       sync.Mutex        // of known, and never held at the disk
	known    map[string]Server // by home
}

// serverNote is what the name of the note begins with that holds what was chosen for a home.
const serverNote = "server "

// readServers reads what was chosen for all homes.
func readServers(ctx context.Context, notes wire.Notes) (map[string]Server, error) {
	out := map[string]Server{}
	names, err := notes.NoteNames(ctx, serverNote)
	for _, name := range names {
		s, failed := notebook.Read[Server](ctx, notes, name)
		if failed != nil {
			err = failed
		}
		out[strings.TrimPrefix(name, serverNote)] = s
	}
	return out, err
}

// Of is what was chosen for a home; nothing for "".
func (s *Servers) Of(home string) Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[home]
}

// Change changes what was chosen for a home.
func (s *Servers) Change(ctx context.Context, home string, change func(*Server)) error {
	release, err := s.changing.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	now := s.Of(home)
	now.Moderators, now.Judges, now.Openers = slices.Clone(now.Moderators), slices.Clone(now.Judges), slices.Clone(now.Openers)
	now.NamedJudges = slices.Clone(now.NamedJudges)
	change(&now)
	if err := notebook.Write(ctx, s.notes, serverNote+home, now); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[home] = now
	return nil
}

// ForgetJudge has somebody be a judge by name nowhere any more.
func (s *Servers) ForgetJudge(ctx context.Context, account string) error {
	user, _ := wire.UserOf(account)
	s.mu.Lock()
	homes := slices.Sorted(maps.Keys(s.known))
	s.mu.Unlock()
	for _, home := range homes {
		if !slices.Contains(s.Of(home).NamedJudges, string(user)) {
			continue
		}
		if err := s.Change(ctx, home, func(now *Server) { now.NamedJudges = Without(now.NamedJudges, string(user)) }); err != nil {
			return err
		}
	}
	return nil
}

// Without are some ids without one; nil where none is left.
func Without(ids []string, id string) []string {
	ids = slices.DeleteFunc(ids, func(other string) bool { return other == id })
	if len(ids) == 0 {
		return nil
	}
	return ids
}

// ServerAt is what holds in a home: what was chosen there, and else what the operator has
// set.
func (h *Handlers) ServerAt(home string) Server {
	s := h.Servers.Of(home)
	s.Language = cmp.Or(s.Language, h.Language)
	if len(s.Moderators) == 0 {
		s.Moderators = h.Moderators
	}
	if len(s.Judges) == 0 {
		s.Judges = h.Judges
	}
	return s
}

// HasJudges reports whether there is anybody whom an appeal may call. Moderators judge, too.
func (s Server) HasJudges() bool { return len(s.Judges)+len(s.Moderators)+len(s.NamedJudges) > 0 }

// Without is the server without those of its judges, people and roles, that are away.
func (s Server) Without(away []wire.ID) Server {
	there := func(ids []string) []string {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(away, wire.ID(id)) })
	}
	s.Judges, s.Moderators, s.NamedJudges = there(s.Judges), there(s.Moderators), there(s.NamedJudges)
	return s
}

// hasShort reports whether the words of a game are among the short forms of a server that has them.
func (s Server) hasShort(game string) bool {
	return s.ShortGames == nil || slices.Contains(s.ShortGames, game)
}

// shorten adds the words of the game of a request to the short forms of the server, where that has short forms and none of the game yet.
// It reports whether it did.
func (q *Request) shorten() (bool, error) {
	if q.Server.Short != "yes" || q.seen == nil || q.seen.Home() != q.Home || q.Server.hasShort(q.seen.Info().Game) {
		return false, nil
	}
	game := q.seen.Info().Game
	return true, q.Servers.Change(q.ctx, q.Home, func(s *Server) {
		if !s.hasShort(game) {
			s.ShortGames = append(slices.Clone(s.ShortGames), game)
		}
	})
}

// GuildsWithShortCommands lists the servers whose managers want the short forms of commands.
func (h *Handlers) GuildsWithShortCommands() []wire.ID {
	h.Servers.mu.Lock()
	defer h.Servers.mu.Unlock()
	var out []wire.ID
	for home, s := range h.Servers.known {
		if guild, ok := wire.GuildOf(home); ok && s.Short == "yes" {
			out = append(out, guild)
		}
	}
	return out
}

// spoken is the language of who acts: their own, where we speak it, and else that of the
// server.
func spoken(of wire.Interaction, at Server) string {
	if locale.Spoken(of.Locale) {
		return locale.Pick(of.Locale)
	}
	return locale.Pick(at.Language)
}

// MayOpen reports whether the author may open matches in the server.
func (q *Request) MayOpen() bool {
	return len(q.Server.Openers) == 0 || q.Powers.Moderator || holdsOne(q.Roles, q.Server.Openers)
}

// RolesNamed names roles in a text: Discord shows their names.
func RolesNamed(roles []string) []string { return mentioned("<@&", roles) }

// PeopleNamed names people in a text: Discord shows their names.
func PeopleNamed(people []string) []string { return mentioned("<@", people) }

func mentioned(mark string, ids []string) []string {
	return lists.Map(ids, func(id string) string { return mark + id + ">" })
}

// holdsOne reports whether one of somebody's roles is among some.
func holdsOne(roles []wire.ID, of []string) bool {
	return slices.ContainsFunc(roles, func(r wire.ID) bool { return slices.Contains(of, string(r)) })
}

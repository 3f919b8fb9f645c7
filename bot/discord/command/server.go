package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"referee/bot/discord/wire"
	"referee/bot/locale"
)

// Server is what the managers of a server have chosen for it. What is empty is as the
// operator has set it for all servers, or else as it always was.
type Server struct {
	// Language is that of new matches and leagues, and of people whose own we do not speak.
	Language string `json:"language,omitempty"`
	// Moderators and Judges are ids of roles.
	Moderators []string `json:"moderators,omitempty"`
	Judges     []string `json:"judges,omitempty"`
	// Openers are ids of roles whose members may open matches, beside the moderators;
	// none: everybody may.
	Openers []string `json:"openers,omitempty"`
	// Leagues is the id of the channel in which new leagues are announced; "": where they
	// are founded.
	Leagues string `json:"leagues,omitempty"`
	// Thread says whether a match gets a thread of its own where that is not said: "yes", "no".
	Thread string `json:"thread,omitempty"`
	// Zone is the time zone of people who have not said theirs, "Europe/Paris".
	Zone string `json:"zone,omitempty"`
}

// Servers are what the managers of all servers have chosen. It is kept when the bot is
// removed, so that it holds when the bot is invited again. All of it is in memory, as every
// interaction needs some; this process alone writes it.
type Servers struct {
	notes wire.Notes
	mu    sync.Mutex
	known map[string]Server // by home
}

// serverNote is what the name of the note begins with that holds what was chosen for a home.
const serverNote = "server "

// readServers reads what was chosen for all homes.
func readServers(notes wire.Notes) (map[string]Server, error) {
	out := map[string]Server{}
	names, err := notes.NoteNames(serverNote)
	for _, name := range names {
		var s Server
		text, failed := notes.Note(name)
		if failed == nil {
			failed = json.Unmarshal(text, &s)
		}
		if failed != nil {
			err = fmt.Errorf("discord: read the settings of a %s: %w", name, failed)
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
func (s *Servers) Change(home string, change func(*Server)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.known[home]
	now.Moderators, now.Judges, now.Openers = slices.Clone(now.Moderators), slices.Clone(now.Judges), slices.Clone(now.Openers)
	change(&now)
	text, err := json.Marshal(now)
	if err == nil {
		err = s.notes.PutNote(serverNote+home, text)
	}
	if err != nil {
		return fmt.Errorf("discord: keep the settings of %s: %w", home, err)
	}
	s.known[home] = now
	return nil
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

// spoken is the language of who acts: their own, where we speak it, and else that of the
// server.
func spoken(of wire.Interaction, at Server) string {
	if locale.Spoken(of.Locale) {
		return locale.Pick(of.Locale)
	}
	return locale.Pick(at.Language)
}

// MayOpen reports whether who called may open matches in the server.
func (c *Call) MayOpen() bool {
	return len(c.Server.Openers) == 0 || c.Powers.Moderator || holdsOne(c.roles, c.Server.Openers)
}

// RolesNamed names roles in a text: Discord shows their names.
func RolesNamed(roles []string) []string {
	out := make([]string, len(roles))
	for i, r := range roles {
		out[i] = "<@&" + r + ">"
	}
	return out
}

// holdsOne reports whether one of somebody's roles is among some.
func holdsOne(roles []wire.ID, of []string) bool {
	return slices.ContainsFunc(roles, func(r wire.ID) bool { return slices.Contains(of, string(r)) })
}

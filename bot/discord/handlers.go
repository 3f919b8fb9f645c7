package discord

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/clubs"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/servers"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

var (
	_ wire.Handler = (*Handlers)(nil)
	_ wire.Poster  = (*Handlers)(nil)
	_ wire.Greeter = (*Handlers)(nil)
)

// Handlers answer interactions, and say what is to be posted: about matches, and about
// leagues and judges.
type Handlers struct{ *command.Handlers }

// NewHandlers makes handlers for the games of a referee.
func NewHandlers(ctx context.Context, d command.Deps) (*Handlers, error) {
	return newHandlers(ctx, d, command.NewLibrary(catalogued()...))
}

// catalogued are the catalogues of the pages.
func catalogued() []fs.FS {
	return []fs.FS{matches.Catalogue(), clubs.Catalogue(), servers.Catalogue()}
}

func newHandlers(ctx context.Context, d command.Deps, words *command.Library) (*Handlers, error) {
	commands, err := command.NewTable(matches.WordCommand, matches.AsItStands, slices.Concat(matches.Commands, clubs.Commands, servers.Commands)...)
	if err != nil {
		return nil, err
	}
	shared, err := command.New(ctx, d, words, commands)
	if err != nil {
		return nil, err
	}
	d.Club.Judges.Name(func(home string) ([]string, error) {
		var out []string
		for _, user := range shared.ServerAt(home).NamedJudges {
			out = append(out, wire.AccountOf(wire.ID(user)))
		}
		return out, nil
	})
	return &Handlers{shared}, servers.GreetFrom(ctx, shared)
}

// News tells a post of the outbox; nil where it tells nothing.
func (h *Handlers) News(ctx context.Context, place string, p post.Post) (*wire.Message, error) {
	m, err := h.news(ctx, place, p)
	if m != nil {
		m.Mentions.Users = matches.Heard(ctx, h.Handlers, place, m.Mentions.Users)
	}
	return m, err
}

func (h *Handlers) news(ctx context.Context, place string, p post.Post) (*wire.Message, error) {
	switch k := p.What.(type) {
	case post.MatchNews:
		return matches.News(ctx, h.Handlers, place, k)
	case post.Call:
		return matches.CallNews(ctx, h.Handlers, place, k)
	case post.Clocks:
		return matches.ClockNews(ctx, h.Handlers, k)
	case post.Relocation:
		return matches.MoveNews(ctx, h.Handlers, place, k)
	case post.Notice:
		return matches.Notice(h.Handlers, k.Said), nil
	case post.Welcome:
		return servers.Welcome(h.Handlers, place, k), nil
	case post.LeagueNews:
		return clubs.LeagueNews(ctx, h.Handlers, k)
	case post.OpenMatch:
		return clubs.OpenedNews(ctx, h.Handlers, k)
	case post.Bidding:
		return clubs.BidNews(ctx, h.Handlers, k)
	case post.Complete:
		return clubs.CompleteNews(ctx, h.Handlers, k)
	case post.Judges:
		return clubs.JudgesNews(ctx, h.Handlers, k)
	}
	return nil, fmt.Errorf("discord: nothing is said of a %T", p.What)
}

// Board is a match as it stands: one message for each of its phases, or more where the move passes on.
func (h *Handlers) Board(ctx context.Context, place string, id match.ID, shown wire.Shown) (*wire.Board, error) {
	b, err := matches.Board(ctx, h.Handlers, place, id, shown)
	if err == nil && b != nil {
		b.Tags, err = h.tags(ctx, place, id)
	}
	return b, err
}

// Stands reports whether a match still waits for an answer to what a message of news asks.
func (h *Handlers) Stands(ctx context.Context, id match.ID, asks string) (bool, error) {
	return matches.Stands(ctx, h.Handlers, id, asks)
}

// tags are what a post is marked with in which a match is played, and what it or its thread is
// called; nil: it is played in none that the bot has made.
func (h *Handlers) tags(ctx context.Context, place string, id match.ID) (*wire.Tags, error) {
	forum, err := wire.ForumOf(ctx, h.Notes, place)
	named, failed := wire.Named(ctx, h.Notes, place)
	if err = errors.Join(err, failed); err != nil || forum == "" && !named {
		return nil, err
	}
	t := &wire.Tags{}
	if forum != "" {
		if t, err = matches.Tags(ctx, h.Handlers, id); err == nil {
			err = clubs.TagLeague(ctx, h.Handlers, id, t)
		}
	}
	if err == nil && named {
		t.Name, err = matches.ThreadName(ctx, h.Handlers, id)
	}
	return t, err
}

// Question asks, for an appeal that was not made in Discord, whether the judges are there.
func (h *Handlers) Question(ctx context.Context, p post.Post) (server wire.ID, q *wire.Question, err error) {
	if k, ok := p.What.(post.Judges); ok {
		return clubs.JudgesQuestion(ctx, h.Handlers, k.Match)
	}
	return "", nil, nil
}

// LookedUp notes which judges are not there.
func (h *Handlers) LookedUp(ctx context.Context, p post.Post, found wire.Lookup) error {
	if k, ok := p.What.(post.Judges); ok {
		return clubs.NoteJudgesAway(ctx, h.Handlers, k.Match, found)
	}
	return fmt.Errorf("discord: no lookup for a %T", p.What)
}

// Thread is the thread in which a match of a league is played, or judges confer; nil
// for posts that are told at their place.
func (h *Handlers) Thread(ctx context.Context, place string, p post.Post) (*wire.Thread, error) {
	switch k := p.What.(type) {
	case post.OpenMatch:
		return clubs.PairingThread(ctx, h.Handlers, k)
	case post.Judges:
		return clubs.JudgesThread(ctx, h.Handlers, place, k)
	default:
		return nil, nil
	}
}

// ThreadMade takes over the thread that was made for a post: a match of a league is
// opened there.
func (h *Handlers) ThreadMade(ctx context.Context, _ string, p post.Post, thread wire.ID) error {
	switch k := p.What.(type) {
	case post.OpenMatch:
		return clubs.OpenPaired(ctx, h.Handlers, k, thread)
	case post.Judges:
		return clubs.NoteJudgesThread(ctx, h.Handlers, k.Match, thread)
	default:
		return fmt.Errorf("discord: no thread is made for a %T", k)
	}
}

// Threadless says that Discord refuses the thread of a post: that of a league's match, as
// judges are then asked elsewhere.
func (h *Handlers) Threadless(ctx context.Context, _ string, p post.Post) (*wire.Message, []wire.DirectMessage, error) {
	if k, ok := p.What.(post.OpenMatch); ok {
		return clubs.Threadless(ctx, h.Handlers, k)
	}
	return nil, nil, nil
}

// Trouble tells the players of the match at a place, and who has founded the leagues
// that are announced there, that nothing can be posted: gone, for the reason that
// Discord gives, or because the bot may not. It returns match.ErrUnknown where there is neither.
func (h *Handlers) Trouble(ctx context.Context, place string, gone bool, reason string) ([]wire.DirectMessage, error) {
	out, err := matches.Trouble(ctx, h.Handlers, place, gone, reason)
	none := errors.Is(err, match.ErrUnknown)
	if err != nil && !none {
		return nil, err
	}
	founders, err := clubs.Trouble(ctx, h.Handlers, place, gone, reason)
	if err != nil {
		return nil, err
	}
	if none && founders == nil {
		return nil, match.ErrUnknown
	}
	return append(out, founders...), nil
}

// Unpostable is what is posted in place of what Discord has refused for its form.
func (h *Handlers) Unpostable(number string) wire.Message {
	return *matches.Notice(h.Handlers, engine.Say("discord.unpostable", engine.Text("id", number)))
}

// InGuild greets the owner of a server to which the bot was added.
func (h *Handlers) InGuild(ctx context.Context, g *discordgo.Guild) error {
	return servers.InGuild(ctx, h.Handlers, g)
}

// Home is where a post to one person is told instead: where the match is played that it is
// about, or in a channel of the server; "": nowhere.
func (h *Handlers) Home(ctx context.Context, p post.Post) (string, error) {
	if w, ok := p.What.(post.Welcome); ok {
		return w.Else, nil
	}
	call, ok := p.What.(post.Call)
	if !ok {
		return "", fmt.Errorf("discord: a %T is for no single person", p.What)
	}
	return matches.Home(ctx, h.Handlers, call)
}

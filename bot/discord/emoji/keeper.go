package emoji

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
	"referee/engine"
)

// Config is what a Keeper works with.
type Config struct {
	// Games are those whose counters become emoji.
	Games []*engine.Info
	// Paint draws the emoji of a piece as PNG, of its owner, symbol and band alone, in the
	// words of its game.
	Paint func(w io.Writer, words *engine.Vocabulary, p engine.Piece) error
	// Log; nil: slog.Default.
	Log *slog.Logger
	// Pace is the time between two emoji that are made or deleted; 0: 2 s. Retry is the time
	// before the next try after one that failed, and doubles; 0: a minute.
	Pace, Retry time.Duration
}

// Keeper has Discord hold emoji, and knows those that it holds. It may be used from many
// goroutines.
type Keeper struct {
	Config
	held atomic.Pointer[map[look]*discordgo.ComponentEmoji] // the map is replaced, and never changed
	lost chan struct{}
}

const (
	answerWithin = 5 * time.Second // for a request; less than after what Discord counts as out of order
	longest      = time.Hour       // between two tries
)

// New makes a Keeper, which has no emoji before Keep.
func New(c Config) *Keeper {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Pace, c.Retry = cmp.Or(c.Pace, 2*time.Second), cmp.Or(c.Retry, time.Minute)
	k := &Keeper{Config: c, lost: make(chan struct{}, 1)}
	k.held.Store(&map[look]*discordgo.ComponentEmoji{})
	return k
}

// Of is the emoji of a piece, which shows no more of it than its owner, symbol and band; nil:
// Discord does not hold it yet.
func (k *Keeper) Of(game string, p engine.Piece) *discordgo.ComponentEmoji {
	return (*k.held.Load())[lookOf(game, p)]
}

// Lost says that Discord has refused an emoji: it is asked at once which there are. Until it
// says so all are shown, as it also refuses some that are there.
func (k *Keeper) Lost() {
	select {
	case k.lost <- struct{}{}:
	default: // it is known
	}
}

// Keep has Discord hold the emoji until ctx ends. What fails is tried again later.
func (k *Keeper) Keep(ctx context.Context, client *rest.Client, app wire.ID) {
	s := &session{Keeper: k, client: client, app: app}
	for wait := k.Retry; ctx.Err() == nil; {
		err, settled := s.settle(ctx), time.Now()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			k.Log.Warn("not all symbols of units are emoji", "error", err, "again", wait)
			rest.Sleep(ctx, wait)
			wait = min(2*wait, longest)
			continue
		}
		wait = k.Retry
		select {
		case <-k.lost:
			k.Log.Warn("Discord has refused an emoji")
			rest.Sleep(ctx, time.Until(settled.Add(k.Retry)))
		case <-ctx.Done():
		}
	}
}

// session is a Keeper at work.
type session struct {
	*Keeper
	client *rest.Client
	app    wire.ID
}

// own is the stem of an emoji of ours and its game; "" for one that is not: of another name,
// or uploaded by a person.
func own(e *discordgo.Emoji) (stem, game string) {
	if e.User == nil || !e.User.Bot {
		return "", ""
	}
	return stemOf(e.Name)
}

// settle makes what is missing, and then deletes what is stale.
func (s *session) settle(ctx context.Context) error {
	wanted, err := s.draw()
	there, listErr := s.list(ctx)
	if listErr != nil {
		s.held.Store(&map[look]*discordgo.ComponentEmoji{}) // one may have been refused, and it is not known which
		return errors.Join(err, listErr)
	}
	s.take(wanted, there)
	made, makeErr := s.makeMissing(ctx, wanted, there)
	if makeErr != nil {
		return errors.Join(err, makeErr)
	}
	deleted, deleteErr := s.deleteStale(ctx, wanted, there)
	if made+deleted > 0 {
		s.Log.Info("symbols of units are emoji", "emoji", len(wanted), "made", made, "deleted", deleted)
	}
	return errors.Join(err, deleteErr)
}

// draw draws the emoji that there are to be, each once. What cannot be drawn is left out.
func (s *session) draw() (out []picture, err error) {
	drawn := map[look]bool{}
	for _, g := range s.Games {
		for _, p := range g.Counters {
			l := lookOf(g.Game, p)
			if drawn[l] {
				continue
			}
			drawn[l] = true
			pic, failed := l.draw(g.Vocabulary, s.Paint)
			if failed != nil {
				err = errors.Join(err, failed)
				continue
			}
			out = append(out, pic)
		}
	}
	return out, err
}

// take holds those of the wanted emoji that are there; one with an old picture until there is
// another.
func (s *session) take(wanted []picture, there []*discordgo.Emoji) {
	byName, byStem := map[string]*discordgo.ComponentEmoji{}, map[string]*discordgo.ComponentEmoji{}
	for _, e := range there {
		if stem, _ := own(e); stem != "" {
			byName[e.Name], byStem[stem] = shown(e), shown(e)
		}
	}
	held := map[look]*discordgo.ComponentEmoji{}
	for _, p := range wanted {
		if e := cmp.Or(byName[p.name], byStem[p.stem()]); e != nil {
			held[p.look] = e
		}
	}
	s.held.Store(&held)
}

// makeMissing makes the wanted emoji that are not there, and says how many.
func (s *session) makeMissing(ctx context.Context, wanted []picture, there []*discordgo.Emoji) (n int, err error) {
	for _, p := range wanted {
		if slices.ContainsFunc(there, func(e *discordgo.Emoji) bool { return e.Name == p.name }) {
			continue
		}
		e, err := s.make(ctx, p)
		if err != nil {
			return n, err
		}
		held := maps.Clone(*s.held.Load())
		held[p.look] = e
		s.held.Store(&held)
		n++
		rest.Sleep(ctx, s.Pace)
	}
	return n, nil
}

// make makes an emoji.
func (s *session) make(ctx context.Context, p picture) (*discordgo.ComponentEmoji, error) {
	params := &discordgo.EmojiParams{Name: p.name, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(p.png)}
	var e *discordgo.Emoji
	err := s.send(ctx, func(with *discordgo.Session) (err error) {
		e, err = with.ApplicationEmojiCreate(s.app, params)
		return err
	})
	if rest.Refused(err, discordgo.ErrCodeInvalidFormBody) && strings.Contains(err.Error(), "NAME_ALREADY_TAKEN") {
		return s.find(ctx, p.name) // by a try whose answer was lost, or by another process
	}
	if err != nil {
		return nil, fmt.Errorf("make emoji %s: %w", p.name, err)
	}
	return shown(e), nil
}

// shown is an emoji as a button or a menu shows it.
func shown(e *discordgo.Emoji) *discordgo.ComponentEmoji {
	return &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}
}

// find finds the emoji of a name.
func (s *session) find(ctx context.Context, name string) (*discordgo.ComponentEmoji, error) {
	there, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(there, func(e *discordgo.Emoji) bool { return e.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("discord: emoji %s is there and is not listed", name)
	}
	return shown(there[i]), nil
}

// deleteStale deletes emoji of our games that show none of their looks, or an old picture of
// one, and says how many.
func (s *session) deleteStale(ctx context.Context, wanted []picture, there []*discordgo.Emoji) (n int, err error) {
	for _, e := range there {
		_, game := own(e)
		ours := slices.ContainsFunc(s.Games, func(g *engine.Info) bool { return gamePart(g.Game) == game })
		if !ours || slices.ContainsFunc(wanted, func(p picture) bool { return p.name == e.Name }) {
			continue
		}
		err := s.send(ctx, func(with *discordgo.Session) error { return with.ApplicationEmojiDelete(s.app, e.ID) })
		if err != nil && !rest.Refused(err, discordgo.ErrCodeUnknownEmoji) {
			return n, fmt.Errorf("delete emoji %s: %w", e.Name, err)
		}
		n++
		rest.Sleep(ctx, s.Pace)
	}
	return n, nil
}

// list lists the emoji of the application.
func (s *session) list(ctx context.Context) (there []*discordgo.Emoji, err error) {
	err = s.send(ctx, func(with *discordgo.Session) (err error) {
		there, err = with.ApplicationEmojis(s.app)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("ask which emoji there are: %w", err)
	}
	return there, nil
}

// send sends a request, and as often as Discord wants it later: "the quota returned by our
// APIs may be inaccurate" (Emoji resource). One without an answer is given up soon, as long
// silence counts as an outage.
func (s *session) send(ctx context.Context, request func(*discordgo.Session) error) error {
	for {
		within, stop := context.WithTimeout(ctx, answerWithin)
		err := request(s.client.For(within))
		stop()
		wait := rest.After(err)
		if wait == 0 || ctx.Err() != nil {
			return err
		}
		rest.Sleep(ctx, wait)
	}
}

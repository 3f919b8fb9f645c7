package emoji

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

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
	held atomic.Pointer[map[look]*wire.Emoji] // the map is replaced, and never changed
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
	k.held.Store(&map[look]*wire.Emoji{})
	return k
}

// Of is the emoji of a piece, which shows no more of it than its owner, symbol and band; nil:
// Discord does not hold it yet.
func (k *Keeper) Of(game string, p engine.Piece) *wire.Emoji {
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
	s := &session{Keeper: k, client: client, path: "/applications/" + string(app) + "/emojis"}
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
	path   string
}

// listed is an emoji as Discord lists it.
type listed struct {
	wire.Emoji
	User struct {
		Bot bool `json:"bot"`
	} `json:"user"`
}

// own is the stem of an emoji of ours and its game; "" for one that is not: of another name,
// or uploaded by a person.
func (e listed) own() (stem, game string) {
	if !e.User.Bot {
		return "", ""
	}
	return stemOf(e.Name)
}

// settle makes what is missing, and then deletes what is stale.
func (s *session) settle(ctx context.Context) error {
	wanted, err := s.draw()
	there, listErr := s.list(ctx)
	if listErr != nil {
		s.held.Store(&map[look]*wire.Emoji{}) // one may have been refused, and it is not known which
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
func (s *session) take(wanted []picture, there []listed) {
	byName, byStem := map[string]*wire.Emoji{}, map[string]*wire.Emoji{}
	for _, e := range there {
		if stem, _ := e.own(); stem != "" {
			byName[e.Name], byStem[stem] = &e.Emoji, &e.Emoji
		}
	}
	held := map[look]*wire.Emoji{}
	for _, p := range wanted {
		if e := cmp.Or(byName[p.name], byStem[p.stem()]); e != nil {
			held[p.look] = e
		}
	}
	s.held.Store(&held)
}

// makeMissing makes the wanted emoji that are not there, and says how many.
func (s *session) makeMissing(ctx context.Context, wanted []picture, there []listed) (n int, err error) {
	for _, p := range wanted {
		if slices.ContainsFunc(there, func(e listed) bool { return e.Name == p.name }) {
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
func (s *session) make(ctx context.Context, p picture) (*wire.Emoji, error) {
	text, err := s.send(ctx, rest.Request{Method: http.MethodPost, Path: s.path, Body: struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}{p.name, "data:image/png;base64," + base64.StdEncoding.EncodeToString(p.png)}})
	if rest.Refused(err, rest.InvalidForm) && strings.Contains(err.Error(), "NAME_ALREADY_TAKEN") {
		return s.find(ctx, p.name) // by a try whose answer was lost, or by another process
	}
	if err != nil {
		return nil, fmt.Errorf("make emoji %s: %w", p.name, err)
	}
	var e wire.Emoji
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("discord: read emoji: %w", err)
	}
	return &e, nil
}

// find finds the emoji of a name.
func (s *session) find(ctx context.Context, name string) (*wire.Emoji, error) {
	there, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(there, func(e listed) bool { return e.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("discord: emoji %s is there and is not listed", name)
	}
	return &there[i].Emoji, nil
}

// deleteStale deletes emoji of our games that show none of their looks, or an old picture of
// one, and says how many.
func (s *session) deleteStale(ctx context.Context, wanted []picture, there []listed) (n int, err error) {
	for _, e := range there {
		_, game := e.own()
		ours := slices.ContainsFunc(s.Games, func(g *engine.Info) bool { return gamePart(g.Game) == game })
		if !ours || slices.ContainsFunc(wanted, func(p picture) bool { return p.name == e.Name }) {
			continue
		}
		_, err := s.send(ctx, rest.Request{Method: http.MethodDelete, Path: s.path + "/" + string(e.ID)})
		if err != nil && !rest.Refused(err, rest.UnknownEmoji) {
			return n, fmt.Errorf("delete emoji %s: %w", e.Name, err)
		}
		n++
		rest.Sleep(ctx, s.Pace)
	}
	return n, nil
}

// list lists the emoji of the application.
func (s *session) list(ctx context.Context) ([]listed, error) {
	text, err := s.send(ctx, rest.Request{Method: http.MethodGet, Path: s.path})
	if err != nil {
		return nil, fmt.Errorf("ask which emoji there are: %w", err)
	}
	var answer struct {
		Items []listed `json:"items"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, fmt.Errorf("discord: read emoji: %w", err)
	}
	return answer.Items, nil
}

// send sends a request, and as often as Discord wants it later: "the quota returned by our
// APIs may be inaccurate" (Emoji resource). One without an answer is given up soon, as long
// silence counts as an outage.
func (s *session) send(ctx context.Context, q rest.Request) ([]byte, error) {
	for {
		within, stop := context.WithTimeout(ctx, answerWithin)
		text, err := s.client.Send(within, q)
		stop()
		wait := rest.After(err)
		if wait == 0 || ctx.Err() != nil {
			return text, err
		}
		rest.Sleep(ctx, wait)
	}
}

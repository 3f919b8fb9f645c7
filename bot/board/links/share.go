package links

import (
	"context"
	"errors"
	"time"

	"referee/bot/locale"
	"referee/engine/league"
	"referee/engine/match"
)

// Shared is what an address shows to whoever has it, as long as it is not revoked: the replay of a match, or the page
// of a league. One of them is set.
type Shared struct {
	Match  match.ID  `json:"match,omitempty"`
	League league.ID `json:"league,omitempty"`
}

// share is what is kept of an address that was shared, under the hash of its token.
type share struct {
	Shared
	ID   string    `json:"id"`
	Lang string    `json:"lang"`
	Made time.Time `json:"made"`
}

// ofShare begins the names of shares.
const ofShare = "share "

// mostShares is how many of them an account has at most: the oldest go.
const mostShares = 200

// The beginnings of addresses that are shared; behind them stands a token.
const (
	ReplayPath = "/replay/"
	LeaguePath = "/league/"
)

// showable refuses the replay of a match under way, unless the match lets spectators in.
func (b *Book) showable(ctx context.Context, id match.ID) error {
	err := b.Allowed(ctx, "", Room{Match: id})
	if errors.Is(err, match.ErrUnknown) {
		err = ErrUnknown
	}
	return err
}

// Share makes an address. Whose league a page is of is judged by who calls it. It refuses with ErrUnknown and
// ErrSpectators.
func (b *Book) Share(ctx context.Context, who For, what Shared) (address string, err error) {
	path := LeaguePath
	if what.Match != "" {
		path = ReplayPath
		if err := b.showable(ctx, what.Match); err != nil {
			return "", err
		}
	}
	token, id, err := b.token()
	if err != nil {
		return "", err
	}
	if err := b.lock(ctx); err != nil {
		return "", err
	}
	defer b.changing.Release(1)
	of, err := b.of(ctx, who.Account)
	if err != nil {
		return "", err
	}
	e := edit{}
	makeRoom(e, of.shares, mostShares, func(x share) time.Time { return x.Made })
	e.put(hashed(ofShare, token), who.Account, share{Shared: what, ID: id, Lang: locale.Pick(who.Lang), Made: b.Now()})
	if err := b.keep(ctx, e); err != nil {
		return "", err
	}
	b.Log.Info("board: an address was shared", "link", id, "account", who.Account, "match", what.Match, "league", what.League, "door", who.Door)
	return b.Site + path + token, nil
}

// Shown is what the address with a token shows, and in which language. It refuses with ErrUnknown and ErrSpectators.
func (b *Book) Shown(ctx context.Context, token string) (what Shared, lang string, err error) {
	x, found, err := read[share](ctx, b, hashed(ofShare, token))
	switch {
	case err != nil:
		return what, "", err
	case !found:
		b.refused(link{}, ErrUnknown)
		return what, "", ErrUnknown
	case x.Match != "":
		err = b.showable(ctx, x.Match)
	}
	return x.Shared, x.Lang, err
}

package wire

import (
	"context"
	"errors"
	"fmt"

	"referee/bot/discord/rest"
	"referee/engine/match"
)

// trouble is what keeps posts from a place, as far as people can do something
// about it.
type trouble string

const (
	noTrouble trouble = ""
	refused   trouble = "refused" // the bot may not see the channel, or not write there
	gone      trouble = "gone"    // there is no such channel any more
)

// troubleOf is what an error of a post means.
func troubleOf(err error) trouble {
	switch {
	case rest.Refused(err, rest.UnknownChannel, rest.UnknownGuild):
		return gone
	case rest.Refused(err, rest.NoAccess, rest.NoPermission):
		return refused
	}
	return noTrouble
}

// warn tells the players at a place, once, that nothing can be posted there. What
// waits for a place that is gone and where nobody plays any more is thrown away.
func (s *sender) warn(ctx context.Context, place string, what trouble) error {
	at, err := s.state(place)
	if err != nil {
		return err
	}
	messages, err := s.Poster.Trouble(place, what == gone)
	switch {
	case errors.Is(err, match.ErrUnknown) && what == gone:
		return s.discard(place)
	case errors.Is(err, match.ErrUnknown) || at.Warned == what:
		return nil
	case err != nil:
		return fmt.Errorf("write to the players at %s: %w", place, err)
	}
	for _, m := range messages {
		if err := s.sendDM(ctx, m, nonce(place, string(what), string(m.To), string(at.Message))); err != nil {
			s.Log.Warn("cannot tell a player that nothing can be posted", "place", place, "error", err) // they may accept no messages
		}
	}
	at.Warned = what
	return s.save(place, at)
}

// sendDM sends a direct message.
func (s *sender) sendDM(ctx context.Context, m DirectMessage, nonce string) error {
	ctx, stop := context.WithTimeout(ctx, postWithin)
	defer stop()
	channel, err := s.dmChannel(ctx, m.To)
	if err != nil {
		return err
	}
	_, err = s.rest.post(ctx, channel, m.Message, nonce)
	return err
}

// discard throws away what waits for a place.
func (s *sender) discard(place string) error {
	posts, err := s.Outbox.Posts(place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if err := s.Outbox.Posted(place, p); err != nil {
			return err
		}
	}
	return s.Notes.PutNote(noteOf(place), nil)
}

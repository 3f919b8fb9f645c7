package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"referee/bot/discord/rest"
	"referee/bot/post"
	"referee/engine/match"
)

// serveDMs sends what waits for one person alone, as direct messages. Whoever
// accepts none is told where the match is played instead.
func (s *sender) serveDMs(ctx context.Context, place string, to ID) error {
	at, err := s.state(place)
	if err != nil {
		return err
	}
	posts, err := s.Outbox.Posts(place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if at.Direct == "" {
			if at.Direct, err = s.dmChannel(ctx, to); err != nil {
				return err
			}
		}
		err := s.postNews(ctx, place, at.Direct, p, &at)
		if rest.Refused(err, rest.NoDMs) {
			err = s.postInstead(ctx, p)
		}
		if err != nil {
			return err
		}
		if err := s.Outbox.Posted(place, p); err != nil {
			return err
		}
	}
	return nil
}

// postInstead posts, where the match is played, what somebody does not accept as a
// direct message.
func (s *sender) postInstead(ctx context.Context, p post.Post) error {
	if n, ok := p.What.(post.Notice); ok {
		s.Log.Error("the owner of the referee accepts no direct messages", "notice", n.Said.Key)
		return nil
	}
	place, err := s.Poster.Home(p)
	channel, ok := ChannelOf(place)
	if errors.Is(err, match.ErrUnknown) || err == nil && !ok {
		return nil // it is played nowhere here
	}
	if err != nil {
		return err
	}
	m, err := s.Poster.News(place, p)
	if err != nil || m == nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, postWithin)
	defer stop()
	_, err = s.rest.post(ctx, channel, *m, nonce(place, "instead", fmt.Sprint(p.No)))
	if troubleOf(err) != noTrouble {
		return nil // they cannot be told anywhere
	}
	return err
}

// dmChannel is the channel of direct messages to a person.
func (s *sender) dmChannel(ctx context.Context, to ID) (ID, error) {
	ctx, stop := context.WithTimeout(ctx, postWithin)
	defer stop()
	text, err := s.rest.Send(ctx, rest.Request{
		Method: http.MethodPost, Path: "/users/@me/channels",
		Body: struct {
			To ID `json:"recipient_id"`
		}{to},
	})
	if err != nil {
		return "", err
	}
	return idOf(text)
}

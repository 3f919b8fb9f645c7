package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/post"
	"referee/engine/match"
)

// serveDMs sends what waits for one person alone, as direct messages. Whoever
// accepts none is told where the match is played instead.
func (s *sender) serveDMs(ctx context.Context, place string, to ID) error {
	at, err := s.state(ctx, place)
	if err != nil {
		return err
	}
	posts, err := s.Outbox.Posts(ctx, place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if at.Direct == "" {
			at.Direct, err = s.dmChannel(ctx, to)
		}
		if err == nil {
			err = s.postNews(inGuild(ctx, ""), place, at.Direct, p, &at)
		}
		if refusesDMs(err) {
			err = s.postInstead(ctx, p)
		}
		if err != nil {
			return err
		}
		if err := s.takeOut(ctx, place, p); err != nil {
			return err
		}
	}
	return nil
}

// refusesDMs reports whether an error says that somebody gets no direct messages from us:
// they accept none, share no server with the bot any more, or are gone.
func refusesDMs(err error) bool {
	return rest.Refused(err, discordgo.ErrCodeCannotSendMessagesToThisUser, rest.NoCommonServer, discordgo.ErrCodeUnknownUser)
}

// postInstead posts, where the match is played, what somebody does not accept as a
// direct message.
func (s *sender) postInstead(ctx context.Context, p post.Post) error {
	if n, ok := p.What.(post.Notice); ok {
		s.Log.Error("the owner of the referee accepts no direct messages", "notice", n.Said.Key)
		return nil
	}
	place, err := s.Poster.Home(ctx, p)
	channel, ok := ChannelOf(place)
	if errors.Is(err, match.ErrUnknown) || err == nil && !ok {
		return nil // it is played nowhere here
	}
	if err != nil {
		return err
	}
	m, err := s.Poster.News(ctx, place, p)
	if err != nil || m == nil {
		return err
	}
	_, err = s.rest.post(ctx, channel, *m, nonce(place, "instead", fmt.Sprint(p.No)))
	if troubleOf(err) != noTrouble {
		return nil // they cannot be told anywhere
	}
	return err
}

// dmChannel is the channel of direct messages to a person.
func (s *sender) dmChannel(ctx context.Context, to ID) (ID, error) {
	ctx, stop := context.WithTimeout(ctx, s.Timing.Post)
	defer stop()
	return made(s.rest.For(ctx).UserChannelCreate(to))
}

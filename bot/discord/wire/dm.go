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

// serveDMs posts what waits for one person alone, as direct messages: also the news and the board of a match that is played
// there.
func (s *sender) serveDMs(ctx context.Context, place string, to ID) error {
	ctx = inGuild(ctx, "")
	at, err := s.state(ctx, place)
	if err != nil {
		return err
	}
	if at.Direct == "" {
		if at.Direct, err = s.dmChannel(ctx, to); err == nil {
			err = s.save(ctx, place, at)
		} else if refusesDMs(err) {
			return errors.Join(s.noteDM(ctx, place, err), s.postsInstead(ctx, place, err))
		}
		if err != nil {
			return err
		}
	}
	return s.serve(ctx, place, at.Direct)
}

// isDM reports whether a place is one person.
func isDM(place string) bool {
	_, is := post.DMAccount(place)
	return is
}

// postsInstead posts elsewhere what waits for somebody who gets no direct messages. What tells of a match that is played there
// waits on: then it returns the refusal.
func (s *sender) postsInstead(ctx context.Context, place string, refused error) error {
	posts, err := s.Outbox.Posts(ctx, place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if OfMatch(p) {
			err = refused
			continue
		}
		if err := s.postInstead(ctx, p); err != nil {
			return err
		}
		if err := s.takeOut(ctx, place, p); err != nil {
			return err
		}
	}
	return err
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

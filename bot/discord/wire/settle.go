package wire

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
	"referee/engine/match"
)

// asking is a message of news that asks the players of a match something.
type asking struct {
	Match   match.ID `json:"match"`
	Asks    string   `json:"asks"` // see [Message]
	Message ID       `json:"message"`
	// Left is what is left of the message once that is settled.
	Left []Component `json:"left"`
}

// asks keeps a message that was posted, if it asks something.
func (at *placeState) asks(p post.Post, id ID, m *Message) {
	if m.Asks == "" || id == "" {
		return
	}
	left := slices.DeleteFunc(slices.Clone(m.Components), func(c Component) bool { return c.Type == discordgo.ActionsRowComponent })
	of, _ := p.Match()
	at.Asking = append(at.Asking, asking{of, m.Asks, id, left})
}

// settle takes the buttons off the messages of a place that ask what is settled by now: whoever
// has answered it, and wherever, or when it lapsed.
func (s *sender) settle(ctx context.Context, place string, channel ID, at *placeState) error {
	if len(at.Asking) == 0 {
		return nil
	}
	for _, a := range slices.Clone(at.Asking) {
		stands, err := s.Poster.Stands(ctx, a.Match, a.Asks)
		if err != nil {
			return err
		}
		if stands {
			continue
		}
		if err := s.editLast(ctx, channel, a.Message, Message{Components: a.Left}); err != nil {
			return err
		}
		at.Asking = slices.DeleteFunc(at.Asking, func(o asking) bool { return o.Message == a.Message })
		if err := s.save(ctx, place, *at); err != nil {
			return err
		}
	}
	return nil
}

// editLast edits a message a last time, if Discord still lets it.
func (s *sender) editLast(ctx context.Context, channel, message ID, m Message) error {
	err := s.rest.repost(ctx, channel, message, m)
	if malformed(err) {
		s.Log.Error("a message is left as it was", "channel", channel, "message", message, "error", err)
		return nil
	}
	if cannotChange(err) {
		return nil
	}
	return err
}

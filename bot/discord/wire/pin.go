package wire

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/notebook"
)

// PermissionPinMessages lets the bot pin messages (Permissions, PIN_MESSAGES), which discordgo does not know.
const PermissionPinMessages int64 = 1 << 51

// pinNotice is the type of the message by which Discord says that one was pinned (Message resource, Message Types).
const pinNotice discordgo.MessageType = 6

// notePin is the note of the board that is pinned at a place.
func notePin(place string) string { return "pin " + place }

// hearPermissions takes from an interaction whether the bot may pin messages where it came from.
func (s *sender) hearPermissions(i Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pins[i.Channel] = i.Guild != "" && i.AppPermissions&PermissionPinMessages != 0
}

// mayPin reports whether the bot may pin messages in a channel, as far as it has heard.
func (s *sender) mayPin(channel ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pins[channel]
}

// pin has the board of a place pinned in place of the one before it. Nothing waits for it, and where Discord refuses it, the
// board stands unpinned.
func (s *sender) pin(ctx context.Context, place string, channel, board ID) {
	if !s.mayPin(channel) {
		return
	}
	s.running.Go(func() {
		s.pinning.Lock() // two boards of a place are pinned one after the other
		defer s.pinning.Unlock()
		ctx, stop := context.WithTimeout(ctx, markWithin)
		defer stop()
		if err := s.pinOnce(ctx, place, channel, board); err != nil {
			s.Log.Info("a board is not pinned", "place", place, "error", err)
		}
	})
}

// pinOnce pins a board unless there is a newer one, unpins the one before it, and deletes what Discord says of it.
func (s *sender) pinOnce(ctx context.Context, place string, channel, board ID) error {
	at, err := s.state(ctx, place)
	if err != nil || at.Message != board {
		return err
	}
	before, err := notebook.Read[ID](ctx, s.Notes, notePin(place))
	if err != nil || before == board {
		return err
	}
	path := "channels/" + channel + "/messages/pins/"
	if _, err := s.rest.send(ctx, http.MethodPut, path+board, nil); err != nil {
		if rest.Refused(err, discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeMissingAccess) {
			s.hearPermissions(Interaction{Channel: channel}) // they were taken since
		}
		return err
	}
	if err := notebook.Write(ctx, s.Notes, notePin(place), board); err != nil {
		return err
	}
	if before != "" {
		if _, err := s.rest.send(ctx, http.MethodDelete, path+before, nil); err != nil && !rest.Refused(err, discordgo.ErrCodeUnknownMessage) {
			return err
		}
	}
	return s.deleteNotice(ctx, channel, board)
}

// deleteNotice deletes the message by which Discord tells a channel that a board was pinned: it is the bot's own.
func (s *sender) deleteNotice(ctx context.Context, channel, board ID) error {
	const most = 10 // messages behind the board, in which it is looked for
	list, err := s.rest.For(ctx).ChannelMessages(channel, most, "", board, "")
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Type == pinNotice && m.MessageReference != nil && m.MessageReference.MessageID == board {
			return s.rest.For(ctx).ChannelMessageDelete(channel, m.ID)
		}
	}
	return nil
}

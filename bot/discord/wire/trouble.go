package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/post"
	"referee/engine/match"
)

// trouble is what keeps posts from a place, as far as people can do something
// about it.
type trouble string

const (
	noTrouble trouble = ""
	refused   trouble = "refused" // the bot may not see the channel, or nothing can be written there
	gone      trouble = "gone"    // there is no such channel any more
	blocked   trouble = "blocked" // what is to be posted is refused for a reason of Discord's, as by AutoMod
)

// troubleOf is what an error of a post means.
func troubleOf(err error) trouble {
	switch {
	case rest.Refused(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild):
		return gone
	case rest.Refused(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeThreadIsLocked, discordgo.ErrCodeMaximumNumberOfActiveThreadsReached, discordgo.ErrCodeCannotExecuteActionOnThisChannelType, rest.ForumChannel):
		return refused
	case rest.Refused(err) && !malformed(err) && !rest.Refused(err, http.StatusUnauthorized) && !cannotChange(err):
		return blocked
	}
	return noTrouble
}

// cannotChange reports whether a message could not be changed because it is deleted, in an archived thread, or followed an
// interaction of long ago.
func cannotChange(err error) bool {
	return errors.Is(err, errUnchangeable) || rest.Refused(err, discordgo.ErrCodeUnknownMessage, discordgo.ErrCodePerformedOperationOnArchivedThread)
}

// malformed reports whether Discord refused a message for its form: to send it again is no
// use, however long the bot waits.
func malformed(err error) bool {
	return rest.Refused(err, http.StatusBadRequest) && rest.Refused(err, discordgo.ErrCodeInvalidFormBody) ||
		rest.Refused(err, http.StatusRequestEntityTooLarge, discordgo.ErrCodeRequestEntityTooLarge)
}

// standIn posts, in place of a message that Discord refused for its form, that there was
// one: what comes after it must not wait for it. What is refused as well is left out.
func (s *sender) standIn(ctx context.Context, channel ID, refused error, parts ...string) (ID, error) {
	id, err := s.rest.post(ctx, channel, s.Poster.Unpostable(s.fault(refused, "channel", channel)), nonce(append(parts, "stand-in")...))
	if malformed(err) {
		return "", nil
	}
	return id, err
}

// warn tells the players at a place, once, that nothing can be posted there, of an error. What
// waits for a place that is gone and where nobody plays any more is thrown away.
func (s *sender) warn(ctx context.Context, place string, because error) error {
	what, reason := troubleOf(because), ""
	switch what {
	case noTrouble:
		return nil
	case blocked:
		reason = rest.Reason(because)
	case refused, gone:
	}
	at, err := s.state(ctx, place)
	if err != nil {
		return err
	}
	messages, err := s.Poster.Trouble(ctx, place, what == gone, reason)
	switch {
	case errors.Is(err, match.ErrUnknown) && (what == gone || isDM(place)):
		return s.discard(ctx, place)
	case errors.Is(err, match.ErrUnknown) || at.Warned == what:
		return nil
	case err != nil:
		return fmt.Errorf("write to the players at %s: %w", place, err)
	}
	var failed error
	for _, m := range messages {
		if at.Notified[m.To] == what {
			continue
		}
		err := s.sendDM(ctx, m, nonce(place, string(what), m.To, at.Message))
		if err != nil && !rest.Refused(err) {
			failed = err // others may be reached, and they later
			continue
		}
		if err != nil {
			s.Log.Warn("cannot tell a player that nothing can be posted", "place", place, "error", err) // they may accept no messages
		}
		put(&at.Notified, m.To, what)
	}
	if failed == nil {
		at.Warned, at.Notified = what, nil
	}
	return errors.Join(failed, s.save(ctx, place, at))
}

// outOfTrouble notes that all is out at a place: the players hear of what comes between them and
// the next post.
func (s *sender) outOfTrouble(ctx context.Context, place string, at *placeState) error {
	if at.Warned == noTrouble && at.Notified == nil {
		return nil
	}
	at.Warned, at.Notified = noTrouble, nil
	return s.save(ctx, place, *at)
}

// sendDM sends a direct message.
func (s *sender) sendDM(ctx context.Context, m DirectMessage, nonce string) error {
	ctx = inGuild(ctx, "")
	channel, err := s.dmChannel(ctx, m.To)
	if err == nil {
		_, err = s.rest.post(ctx, channel, m.Message, nonce)
	}
	return errors.Join(err, s.noteDM(ctx, post.DMPlace(AccountOf(m.To)), err))
}

// noteDM notes whether a person, if a place is one, has refused a direct message or taken it, by an error of it.
func (s *sender) noteDM(ctx context.Context, place string, err error) error {
	account, dm := post.DMAccount(place)
	if refuses := refusesDMs(err); dm && (err == nil || refuses) {
		return s.Clocks.Refused(ctx, account, refuses)
	}
	return nil
}

// discard throws away what waits for a place.
func (s *sender) discard(ctx context.Context, place string) error {
	posts, err := s.Outbox.Posts(ctx, place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if err := s.Outbox.Posted(ctx, place, p); err != nil {
			return err
		}
	}
	return errors.Join(s.Notes.PutNote(ctx, noteOf(place), nil), s.Notes.PutNote(ctx, notePost(place), nil), s.Notes.PutNote(ctx, noteMark(place), nil))
}

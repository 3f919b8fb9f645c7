package matches

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// offerAsked names the offer that stands in a match, for [Stands]; "": none does.
func offerAsked(l referee.Look) string {
	if l.Offer == "" || l.Ending != nil {
		return ""
	}
	return "offer " + strconv.Itoa(l.OfferedBy)
}

// moveAsked names the proposal to play a match elsewhere, for [Stands]; "": none stands.
func moveAsked(l referee.Look) string {
	if l.Moving == nil || l.Ending != nil {
		return ""
	}
	return "move " + l.Moving.Place
}

// Stands reports whether a match still waits for an answer to what a message of news asks.
func Stands(ctx context.Context, h *command.Handlers, id match.ID, asks string) (bool, error) {
	l, err := look(ctx, h, id)
	if errors.Is(err, match.ErrUnknown) {
		return false, nil
	}
	return asks == offerAsked(l) || asks == moveAsked(l), err
}

// tellWaiting calls the people who have waited for what a post tells: for an answer to what they
// asked of the other side, or for the end of the match. Who brought it about knows it, and the board
// calls who is asked now.
func tellWaiting(ctx context.Context, h *command.Handlers, c *command.Card, n news) error {
	called := n.called()
	by, allowed := schedule.LastActor(n.now.Snapshot.Match(), n.post.From), n.allows()
	for _, s := range people(n.then) {
		same := func(o referee.Sitting) bool { return o.Player == s.Player }
		key, name := n.brings(s), who(n.Voice, s)
		switch {
		case key == "" || s.Player == by:
			continue
		case key == "answered-for" && allowed != nil:
			said, err := wentBack(n, allowed, name)
			if err != nil {
				return err
			}
			c.Text(said)
		case slices.ContainsFunc(called, same):
			continue
		case key != "over-for" || !names(c, name): // the outcome names both
			c.Text(n.Say(key, engine.Text("who", name)))
		}
		Mention(ctx, h, c, n.now, s)
	}
	return nil
}

// brings is the key of what a post brings to a player who may have waited for it; "": nothing.
func (n news) brings(s referee.Sitting) string {
	switch {
	case n.post.From == 0:
	case n.then.Ending != nil && n.was.Ending == nil && n.then.Started:
		return "over-for"
	case n.was.Offer == "" || n.was.Offerer != s.Seat || n.then.OfferedBy == n.was.OfferedBy:
	case slices.ContainsFunc(n.now.Snapshot.Match().After(n.post.From), answersOffer):
		return "answered-for"
	default:
		return "lapsed-for"
	}
	return ""
}

// answersOffer reports whether a decision is a player's answer to an offer.
func answersOffer(e *match.Entry) bool {
	kind := e.Decision.Kind()
	return e.Decision.Author != match.Referee && (kind == match.KindAccept || kind == match.KindDecline)
}

package wire

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
)

// mostFollowUps is how many messages may follow the answer to an interaction where the bot is not (Receiving and Responding,
// "Followup Messages").
const mostFollowUps = 5

// errNobody: nobody has acted in a conversation that the bot is not in of late, so that nothing can be posted there.
var errNobody = errors.New("discord: nobody has done anything there of late")

// errUnchangeable: the interaction is too long ago that a message followed.
var errUnchangeable = errors.New("discord: it is too late to change the message")

// visits are the conversations of people that the bot is not in. It posts there in their answers alone: for some
// minutes after somebody has done something there, and a few messages.
type visits struct {
	app  func() ID
	mu   sync.Mutex
	last recent[*visit] // by place
	made recent[*visit] // by message
}

// visit is what somebody did in such a conversation.
type visit struct {
	token string
	until time.Time // it answers to nothing from then on
	left  int       // how many messages may still follow
}

// note notes that somebody has done something in a conversation, which has its first answer.
func (v *visits) note(i Interaction, came time.Time) {
	v.last.put(i.Place(), &visit{i.Token, came.Add(tokenEnd), mostFollowUps}, true)
}

// open reports whether something can be posted in a conversation now.
func (v *visits) open(place string) bool {
	now, known := v.last.get(place)
	v.mu.Lock()
	defer v.mu.Unlock()
	return known && now.left > 0 && time.Now().Before(now.until)
}

// take takes one of the messages that may follow.
func (v *visits) take(place string) *visit {
	now, known := v.last.get(place)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !known || now.left == 0 || !time.Now().Before(now.until) {
		return nil
	}
	now.left--
	return now
}

// postAway posts a message in a conversation that the bot is not in. Discord knows no second one by a nonce there.
func (r *api) postAway(ctx context.Context, place string, m Message) (ID, error) {
	v := r.visits.take(place)
	if v == nil {
		return "", errNobody
	}
	id, err := idOf(r.send(ctx, http.MethodPost, r.visits.hook(v), m.wire(false), m.Files...))
	if err == nil {
		r.visits.made.put(id, v, true)
	}
	if expired(err) {
		r.visits.spend(v)
	}
	return id, err
}

// repostAway replaces a message in such a conversation, where it followed an interaction of late.
func (r *api) repostAway(ctx context.Context, id ID, m Message) error {
	v, known := r.visits.made.get(id)
	if !known || !time.Now().Before(v.until) {
		return errUnchangeable
	}
	_, err := r.send(ctx, http.MethodPatch, r.visits.hook(v)+"/messages/"+id, m.wireEdit(), m.Files...)
	if expired(err) {
		return errUnchangeable
	}
	return err
}

// spend notes that nothing can follow an interaction any more.
func (v *visits) spend(of *visit) {
	v.mu.Lock()
	defer v.mu.Unlock()
	of.left = 0
}

// hook is the address for what follows an interaction.
func (v *visits) hook(of *visit) string {
	return "webhooks/" + v.app() + "/" + url.PathEscape(of.token)
}

// expired reports whether Discord takes nothing to an interaction any more.
func expired(err error) bool {
	return rest.Refused(err, discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided)
}

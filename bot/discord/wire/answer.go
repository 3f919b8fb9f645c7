package wire

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/endpoint"
	"referee/bot/discord/rest"
)

// wireCallback is a first answer. What discordgo has for one takes neither labels in forms nor our components.
type wireCallback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// Receive takes an interaction in that came over the gateway.
func (b *Bot) Receive(ctx context.Context, text []byte) {
	if _, err := b.take(ctx, text); err != nil {
		b.Log.Warn("cannot read interaction", "error", err)
	}
}

// take takes an interaction in and answers it in a goroutine of its own. One that comes
// again is left out. ping: it only asks whether anybody is there.
func (b *Bot) take(ctx context.Context, text []byte) (ping bool, err error) {
	came := time.Now()
	i, err := ParseInteraction(text)
	switch {
	case err != nil:
		return false, err
	case i.Kind == discordgo.InteractionPing:
		return true, nil
	case !snowflake(i.ID):
		return false, fmt.Errorf("%w: its id is none", ErrInteraction)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ending {
		return false, endpoint.ErrEnding
	}
	if b.taken.put(i.ID, true, false) {
		b.busy++
		go b.answerTo(context.WithoutCancel(ctx), i, came) // an answer under way is given at the end, too
	}
	return false, nil
}

// answerTo answers an interaction, which came at a moment.
func (b *Bot) answerTo(ctx context.Context, i Interaction, came time.Time) {
	defer b.answered()
	ctx, stop := context.WithDeadline(inGuild(ctx, i.Guild), came.Add(tokenEnd))
	defer stop()
	began := came.Add(-b.age(ctx, i.ID, came))
	if time.Since(began) >= b.Timing.Answer {
		b.Log.Warn("interaction came too late and was left out", "interaction", i.ID, "kind", int(i.Kind), "age", time.Since(began).Round(time.Millisecond))
		b.Observer.Interacted(Interacted{Kind: i.Kind, Outcome: Missed})
		return
	}
	b.sender.hearPermissions(i)
	x := &exchange{Bot: b, i: i, began: began}
	refused, err := x.limited(ctx)
	if !refused {
		err = x.answer(ctx)
	}
	done := Succeeded
	switch {
	case err != nil:
		done = Failed
		b.Log.Warn("interaction not answered", "interaction", i.ID, "kind", int(i.Kind),
			"after", time.Since(began).Round(time.Millisecond), "error", err)
	case refused:
		done = Limited
	}
	if i.Kind != discordgo.InteractionApplicationCommandAutocomplete && !refused {
		if err == nil && i.Private {
			b.rest.visits.note(i, began)
		}
		b.RetryAt(i.Place()) // what is to be posted waits for no picture
	}
	if err := x.deliverPicture(ctx); err != nil {
		b.Log.Warn("picture of an answer not shown", "interaction", i.ID, "error", err)
	}
	b.Observer.Interacted(Interacted{Kind: i.Kind, Outcome: done, First: x.first, Whole: time.Since(began)})
}

// age is how old an interaction was, at least, when it came. After a RESUME some come for
// which Discord takes no answer any more: their users were told that there is none, and
// may have done something else since.
func (b *Bot) age(ctx context.Context, id ID, came time.Time) time.Duration {
	if b.clock.stale(came) {
		ctx, stop := context.WithTimeout(ctx, time.Second)
		defer stop()
		// Where there is no answer, neither will there be one to the interaction.
		_, _ = b.askWho(ctx)
	}
	made, _ := discordgo.SnowflakeTimestamp(id) // it is a snowflake
	return b.clock.age(made, came)
}

// exchange is one interaction and what it is answered.
type exchange struct {
	*Bot
	i     Interaction
	began time.Time // when it was made, as far as is known, or came
	// first is how long it took until Discord had an answer, be it that one will follow.
	first time.Duration
	// deferral is how the answer was deferred; nil: it was not.
	deferral *Deferral
	message  ID      // that the reply stands on, as far as it is known
	threaded bool    // a thread was asked for
	found    *Lookup // what Discord said about the server; nil: it was not asked
	// later is Response.Later of the response that was sent; nil: it has no picture.
	later func(drawing.Size) *Message
}

// answer has the interaction handled. If that takes long, Discord is told that
// the answer will follow.
func (x *exchange) answer(ctx context.Context) error {
	replies := make(chan Response, 1)
	go func() { replies <- x.handled(ctx) }()
	soon := time.NewTimer(time.Until(x.began.Add(x.Timing.Defer)))
	defer soon.Stop()
	select {
	case r := <-replies:
		return x.deliver(ctx, r)
	case <-soon.C:
	}
	if x.i.Kind == discordgo.InteractionApplicationCommandAutocomplete { // cannot be deferred
		return x.deliver(ctx, <-replies)
	}
	if err := x.announce(ctx, x.Handler.Defer(x.i)); err != nil {
		x.postLate(ctx, <-replies, false)
		return err
	}
	return x.deliver(ctx, <-replies)
}

// callHandler is what the handler replies; a panic in it is a reply, too.
func (x *exchange) callHandler(ctx context.Context) (r Response) {
	in := x.i // others read that one meanwhile
	in.Found = x.found
	ctx, stop := context.WithTimeout(ctx, x.Timing.Handle)
	defer stop()
	if number := x.caught(func() { r = x.Handler.Handle(ctx, in) }, "interaction", in.ID); number != "" {
		return Response{Kind: Say, Private: true, Message: x.Handler.Failed(in, number)}
	}
	if r.Commands && snowflake(x.i.Guild) {
		x.registered.look(x.i.Guild)
	}
	return r
}

// fault logs an error of the program, with what it was about, and returns its number: 8 hex digits that a player can pass on.
func (b *Bot) fault(err any, about ...any) (number string) {
	raw := make([]byte, 4)
	_, _ = rand.Read(raw) // never fails
	number = hex.EncodeToString(raw)
	b.Log.Error("fault", append([]any{"fault", number, "error", err}, about...)...)
	return number
}

// caught calls a function, and returns the number of the fault if it panics; "": it does not.
func (b *Bot) caught(do func(), about ...any) (number string) {
	defer func() {
		if p := recover(); p != nil {
			number = b.fault(p, append(about, "stack", string(debug.Stack()))...)
		}
	}()
	do()
	return ""
}

// deliver sends a reply as the answer to the interaction. A message that everybody may see and that cannot be an answer any
// more is posted; of one that only the asker may see it is said what became of what
// they asked for. So nobody is left with an answer that never comes.
func (x *exchange) deliver(ctx context.Context, r Response) error {
	switch r.Kind {
	case OpenThread:
		return x.openThread(ctx, r)
	case OpenPost:
		return x.openPost(ctx, r)
	case TagForum:
		return x.tagForum(ctx, r)
	case Say, Update, Complete, Ask, LookUp:
	}
	err := x.send(ctx, r)
	switch {
	case r.Kind == LookUp: // it is handled before, and once
		x.sayRefused(ctx, r, err)
	case err == nil:
		x.later = r.Later
	case expired(err) || ctx.Err() != nil:
		x.postLate(ctx, r, x.deferral != nil && !x.deferral.Update) // they see that an answer will come
	case rest.Refused(err, discordgo.ErrCodeUnknownMessage): // who asked has put the answer away
		x.postLate(ctx, r, false)
	case x.i.Kind != discordgo.InteractionApplicationCommandAutocomplete && (rest.Refused(err) || x.deferral != nil):
		x.sayRefused(ctx, r, err)
	case x.private(r):
		x.postLate(ctx, r, false)
	}
	return err
}

// deliverPicture replaces the words of an answer by the same with their picture, when that is
// drawn, unless the message shows something newer by then.
func (x *exchange) deliverPicture(ctx context.Context) error {
	latest := func() bool {
		shown, known := x.answers.get(x.message)
		return !known || shown == x.i.ID
	}
	if x.later == nil || !latest() {
		return nil
	}
	var m *Message
	turn := x.pictures.Want("answer "+string(cmp.Or(x.message, x.i.ID)), 0, func(size drawing.Size) {
		if latest() {
			m = x.drawn(x.later, size, "interaction", x.i.ID)
		}
	})
	defer turn.Free()
	select {
	case <-turn.Over():
	case <-ctx.Done():
		return ctx.Err()
	}
	if m == nil || !latest() {
		return nil
	}
	_, err := x.edit(ctx, *m)
	return err
}

// sayRefused says that Discord refuses the answer that there was, as one that is too large or
// wrong in its form. It is said as an answer, which changes no message that was pressed, and
// where that is refused as well, in the channel.
func (x *exchange) sayRefused(ctx context.Context, r Response, refused error) {
	m := x.Handler.Lost(ctx, x.i, x.fault(refused, "interaction", x.i.ID))
	var err error
	if x.deferral == nil {
		_, err = x.sendFirst(ctx, Response{Kind: Say, Private: x.private(r) || r.Kind != Say, Message: m})
	} else {
		err = x.followUp(ctx, m)
	}
	if err != nil {
		x.postInChannel(ctx, m)
	}
}

// followUp says something further to who asked alone. Where a message was announced, it
// becomes that one, whoever sees it (Interactions, Create Followup Message).
func (x *exchange) followUp(ctx context.Context, m Message) error {
	_, err := x.rest.send(ctx, http.MethodPost, "webhooks/"+x.app+"/"+url.PathEscape(x.i.Token), m.wire(true), m.Files...)
	return err
}

// send sends a reply. After a deferral it replaces the deferred message and never
// makes a new one: to try that again changes nothing, where a second message could
// come of an answer that was lost.
func (x *exchange) send(ctx context.Context, r Response) (err error) {
	if r.Kind == Ask && x.deferral != nil {
		r.Kind = Say // it was too slow for a form
	}
	changes := r.Kind == Update || x.deferral != nil && x.deferral.Update
	if changes {
		x.answers.put(x.i.Message, x.i.ID, true)
	}
	switch {
	case x.deferral == nil:
		x.message, err = x.sendFirst(ctx, r)
	case r.Kind == Say && changes && !x.i.Ephemeral:
		err = errors.New("discord: a reply would change a message that everybody sees")
	case r.Kind == Say || r.Kind == Update:
		x.message, err = x.edit(ctx, r.Message)
	default:
		err = fmt.Errorf("discord: a reply of kind %d cannot follow a deferral", r.Kind)
	}
	if changes || r.Kind == Complete {
		x.message = x.i.Message
	} else {
		x.answers.put(x.message, x.i.ID, false) // somebody may have pressed it already
	}
	return err
}

// callback sends a first answer, in the time that there is for it, and returns
// the message that it stands on where Discord says so.
func (x *exchange) callback(ctx context.Context, c wireCallback, files []File) (ID, error) {
	ctx, stop := context.WithDeadline(ctx, x.began.Add(x.Timing.Answer))
	defer stop()
	path := "interactions/" + x.i.ID + "/" + url.PathEscape(x.i.Token) + "/callback?with_response=true"
	text, err := x.rest.send(ctx, http.MethodPost, path, c, files...)
	if err == nil || rest.Refused(err, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged) {
		x.first = time.Since(x.began)
	}
	if rest.Refused(err, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged) {
		return "", nil // by a try whose answer was lost
	}
	if err != nil {
		return "", err
	}
	var done struct {
		Interaction struct {
			Message ID `json:"response_message_id"`
		} `json:"interaction"`
	}
	if err := json.Unmarshal(text, &done); err != nil {
		x.Log.Warn("cannot read the answer to an interaction", "interaction", x.i.ID, "error", err)
	}
	return done.Interaction.Message, nil
}

// sendFirst sends a reply as the first answer.
func (x *exchange) sendFirst(ctx context.Context, r Response) (ID, error) {
	switch r.Kind {
	case Say:
		m := r.Message.posted(ctx)
		if r.Private {
			m = r.Message.wire(true)
		}
		return x.callback(ctx, wireCallback{discordgo.InteractionResponseChannelMessageWithSource, m}, r.Message.Files)
	case Update:
		return x.callback(ctx, wireCallback{discordgo.InteractionResponseUpdateMessage, r.Message.wireEdit()}, r.Message.Files)
	case Complete:
		c := wireCallback{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": visibleChoices(r.Choices)}}
		return x.callback(ctx, c, nil)
	case Ask:
		return x.callback(ctx, wireCallback{discordgo.InteractionResponseModal, r.Form}, nil)
	default:
		return "", fmt.Errorf("discord: no first answer of kind %d", r.Kind)
	}
}

// announce says how an answer will follow.
func (x *exchange) announce(ctx context.Context, d Deferral) error {
	c := wireCallback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	switch {
	case d.Update:
		c.Type = discordgo.InteractionResponseDeferredMessageUpdate
	case d.Private:
		c.Data = map[string]any{"flags": discordgo.MessageFlagsEphemeral}
	}
	if _, err := x.callback(ctx, c, nil); err != nil {
		if rest.Refused(err) || !x.announced(ctx) {
			return err
		}
		x.first = time.Since(x.began)
	}
	x.deferral = &d
	return nil
}

// announced asks Discord whether it knows that an answer will follow, where its word of that is
// lost and there is no time to say it again: who asked then sees that one will come, and would
// wait for it in vain. Where it does not say, it may know: who gives the answer will hear.
func (x *exchange) announced(ctx context.Context) bool {
	ctx, stop := context.WithTimeout(ctx, x.Timing.Post)
	defer stop()
	_, err := x.rest.send(ctx, http.MethodGet, x.original(), nil)
	return !rest.Refused(err)
}

// original is where the first answer stands, or the message that it changed.
func (x *exchange) original() string {
	return "webhooks/" + x.app + "/" + url.PathEscape(x.i.Token) + "/messages/@original"
}

// edit replaces the message that a first answer made or changed. The flag of
// components v2 must be set here: the message that a deferral made has
// none yet.
func (x *exchange) edit(ctx context.Context, m Message) (ID, error) {
	return idOf(x.rest.send(ctx, http.MethodPatch, x.original(), m.wireEdit(), m.Files...))
}

// idOf is the id of the message in Discord's answer to a request.
func idOf(text []byte, err error) (ID, error) {
	var m struct {
		ID ID `json:"id"`
	}
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err == nil && !snowflake(m.ID) {
		err = errors.New("discord: the answer has no id")
	}
	return m.ID, err
}

// made is the id of a channel or thread that was made.
func made(c *discordgo.Channel, err error) (ID, error) {
	if err != nil {
		return "", err
	}
	return c.ID, nil
}

// private reports whether only who asked may see a reply.
func (x *exchange) private(r Response) bool {
	return r.Private || x.deferral != nil && x.deferral.Private || x.i.Ephemeral
}

// postLate posts, in the channel, a reply that came too late to be an answer, or, where
// only who asked may see it, that what they asked for was done. awaited: they see that an
// answer will come, and so hear also that nothing was done.
func (x *exchange) postLate(ctx context.Context, r Response, awaited bool) {
	m := &r.Message
	if x.private(r) {
		m = x.Handler.Unheard(ctx, x.i)
	}
	if m == nil && awaited {
		lost := x.Handler.Lost(ctx, x.i, "")
		m = &lost
	}
	if m == nil || m.Empty() {
		return
	}
	x.postInChannel(ctx, *m)
}

// postInChannel posts, in the channel, what could be no answer. Where Discord refuses it for
// its form, it is said that there was something.
func (x *exchange) postInChannel(ctx context.Context, m Message) {
	ctx = context.WithoutCancel(ctx)
	if x.i.Guild == "" && !x.i.Direct { // the bot is not there
		if err := x.sender.sendDM(ctx, DirectMessage{To: x.i.User.ID, Message: m}, nonce("late", x.i.ID)); err != nil {
			x.Log.Warn("cannot send late answer", "interaction", x.i.ID, "error", err)
		}
		return
	}
	_, err := x.rest.post(ctx, x.i.Channel, m, nonce("late", x.i.ID))
	if malformed(err) {
		lost := x.Handler.Lost(ctx, x.i, x.fault(err, "interaction", x.i.ID))
		_, err = x.rest.post(ctx, x.i.Channel, lost, nonce("late", x.i.ID, "stand-in"))
	}
	if err != nil {
		x.Log.Warn("cannot post late answer", "interaction", x.i.ID, "error", err)
	}
}

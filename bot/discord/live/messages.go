package live

import (
	"context"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// sample posts a message, reads it, and compares both with what was sent.
func (r *run) sample(ctx context.Context, s sample) error {
	m, err := r.messageOf(s)
	if err != nil {
		return err
	}
	id, err := r.post(ctx, r.made.text, m, s.what)
	if err != nil {
		return err
	}
	r.posted[s.what] = id
	return r.reads(ctx, id, r.tape.of(postRoute).sent, m)
}

// messageOf is the message of a sample, where there is what it needs.
func (r *run) messageOf(s sample) (m wire.Message, err error) {
	if r.made.text == "" {
		return m, errUnlooked("there is no channel")
	}
	return s.make(r)
}

// post posts a message, and compares the answer.
func (r *run) post(ctx context.Context, channel wire.ID, m wire.Message, name string) (wire.ID, error) {
	id, err := r.trial.Post(ctx, r.Guild, channel, m, r.made.mark+name)
	if e := r.tape.of(postRoute); e.back != nil && e.status < http.StatusMultipleChoices {
		r.status(postRoute, http.StatusOK)
		r.message(e.sent, e.back, m)
	}
	return id, err
}

// reads reads a message, and compares it with what was sent.
func (r *run) reads(ctx context.Context, id wire.ID, sent any, m wire.Message) error {
	before := len(r.found.Differences)
	if _, err := r.trial.Session(ctx).ChannelMessage(r.made.text, id); err != nil {
		return err
	}
	if before == 0 { // else it would be said twice
		r.message(sent, r.tape.of(readRoute).back, m)
	}
	return nil
}

// call posts what calls the bot itself: nobody else is disturbed.
func call(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errUnlooked("there is no channel")
	}
	m := words("Calls <@" + r.app + ">.")
	m.Mentions.Users = []wire.ID{r.app}
	_, err := r.post(ctx, r.made.text, m, "call")
	return err
}

// postTwice posts a message under one name twice.
func postTwice(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errUnlooked("there is no channel")
	}
	first, err := r.post(ctx, r.made.text, words("Once."), "once")
	if err != nil {
		return err
	}
	second, err := r.post(ctx, r.made.text, words("Once."), "once")
	if err == nil && first != second {
		r.differs("second message", "the first one", "another")
	}
	return err
}

// edit replaces a message that shows a sample by another.
func edit(name string, next func(r *run) (wire.Message, error)) func(context.Context, *run) error {
	return func(ctx context.Context, r *run) error {
		id := r.posted[name]
		if id == "" {
			return errUnlooked("there is no message with " + name)
		}
		m, err := next(r)
		if err != nil {
			return err
		}
		if err := r.trial.Edit(ctx, r.Guild, r.made.text, id, m); err != nil {
			return err
		}
		e := r.tape.of(editRoute)
		r.status(editRoute, http.StatusOK)
		m.Mentions.Users = nil // an edit calls nobody
		r.message(e.sent, e.back, m)
		return r.reads(ctx, id, e.sent, m)
	}
}

// pin pins two messages, one in place of the other.
func pin(ctx context.Context, r *run) error {
	first, second := r.posted["a menu"], r.posted["files"]
	if first == "" || second == "" {
		return errUnlooked("there are no two messages")
	}
	for _, id := range []wire.ID{first, second} {
		if err := r.trial.Pin(ctx, r.made.text, id); err != nil {
			return err
		}
		r.status("PUT /channels/:id/messages/pins/:id", http.StatusNoContent)
	}
	r.status("DELETE /channels/:id/messages/pins/:id", http.StatusNoContent)
	for id, want := range map[wire.ID]bool{first: false, second: true} {
		m, err := r.trial.Session(ctx).ChannelMessage(r.made.text, id)
		if err != nil {
			return err
		}
		r.equal("pinned", want, m.Pinned)
	}
	list, err := r.trial.Session(ctx).ChannelMessages(r.made.text, 100, "", "", "")
	notice := func(m *discordgo.Message) bool { return m.Type == discordgo.MessageTypeChannelPinnedMessage }
	r.equal("a line about the pin is left", false, slices.ContainsFunc(list, notice))
	return err
}

// remove deletes a message.
func remove(ctx context.Context, r *run) error {
	id := r.posted["words"]
	if id == "" {
		return errUnlooked("there is no message with words")
	}
	if err := r.trial.Session(ctx).ChannelMessageDelete(r.made.text, id); err != nil {
		return err
	}
	r.status("DELETE /channels/:id/messages/:id", http.StatusNoContent)
	_, err := r.trial.Session(ctx).ChannelMessage(r.made.text, id)
	return r.refused(err, "message that was deleted", http.StatusNotFound, discordgo.ErrCodeUnknownMessage)
}

// editGone edits the message that was deleted.
func editGone(ctx context.Context, r *run) error {
	id := r.posted["words"]
	if id == "" {
		return errUnlooked("there is no message with words")
	}
	err := r.trial.Edit(ctx, r.Guild, r.made.text, id, words("Gone."))
	return r.refused(err, "edit", http.StatusNotFound, discordgo.ErrCodeUnknownMessage)
}

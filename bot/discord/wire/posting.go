package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
)

// wire is a message as it is posted, or said to one person alone.
func (m Message) wire(private bool) wireMessage {
	w := wireMessage{
		Flags: discordgo.MessageFlagsIsComponentsV2, Components: append([]Component{}, m.Components...),
		Mentions: calls(m.Mentions.Users, m.Mentions.Roles),
	}
	if private {
		w.Flags |= discordgo.MessageFlagsEphemeral
	}
	for i, f := range m.Files {
		w.Attachments = append(w.Attachments, wireAttachment{ID: strconv.Itoa(i), Name: f.Name})
	}
	return w
}

// posted is a message as it is posted for everybody who reads a place. Where it calls nobody,
// nobody's device makes a sound of it; a direct message calls its reader by itself.
func (m Message) posted(ctx context.Context) wireMessage {
	w := m.wire(false)
	if to, _ := ctx.Value(readersKey{}).(readers); !to.direct && len(m.Mentions.Users)+len(m.Mentions.Roles) == 0 {
		w.Flags |= silent
	}
	return w
}

// silent says that a message notifies nobody who is not called (Message resource, Message Flags).
const silent = discordgo.MessageFlagsSuppressNotifications

// wireEdit is a message that replaces another, of whose files none is left. It lists its own also where there are none.
func (m Message) wireEdit() wireMessage {
	w := m.wire(false)
	w.Flags, w.Attachments = discordgo.MessageFlagsIsComponentsV2, append([]wireAttachment{}, w.Attachments...)
	return w
}

// calls are the mentions of a text that calls some people and roles alone.
func calls(users, roles []ID) *discordgo.MessageAllowedMentions {
	return &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: users, Roles: roles}
}

// nonce names a message for a few minutes: Discord makes no second one of it.
func nonce(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// post posts a message, and returns its id. The channel may be the [post.AwayPlace] of one that the bot is not in.
func (r *api) post(ctx context.Context, channel ID, m Message, nonce string) (ID, error) {
	ctx, stop := context.WithTimeout(ctx, r.within)
	defer stop()
	if _, away := post.Away(channel); away {
		return r.postAway(ctx, channel, m)
	}
	w := m.posted(ctx)
	w.Nonce, w.Enforce = nonce, true
	return idOf(r.send(ctx, http.MethodPost, "channels/"+channel+"/messages", w, m.Files...))
}

// repost replaces a message.
func (r *api) repost(ctx context.Context, channel, id ID, m Message) error {
	ctx, stop := context.WithTimeout(ctx, r.within)
	defer stop()
	if _, away := post.Away(channel); away {
		return r.repostAway(ctx, id, m)
	}
	_, err := r.send(ctx, http.MethodPatch, "channels/"+channel+"/messages/"+id, m.wireEdit(), m.Files...)
	return err
}

// snowflake reports whether an id is a number, as all of Discord's are. What is
// not must not get into the path of a request.
func snowflake(id ID) bool {
	_, err := strconv.ParseUint(id, 10, 64)
	return err == nil
}

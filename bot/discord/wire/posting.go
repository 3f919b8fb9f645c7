package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"

	"referee/bot/discord/rest"
)

// wire is a message as it is posted, or said to one person alone.
func (m Message) wire(private bool) wireMessage {
	w := wireMessage{
		Flags: ComponentsV2, Components: append([]Component{}, m.Components...),
		Mentions: wireMentions{Parse: []string{}, Users: m.Mentions.Users, Roles: m.Mentions.Roles},
	}
	if private {
		w.Flags |= Ephemeral
	}
	if m.Silent {
		w.Flags |= Silent
	}
	for i, f := range m.Files {
		w.Attachments = append(w.Attachments, wireAttachment{ID: strconv.Itoa(i), Name: f.Name})
	}
	return w
}

// wireEdit is a message that replaces another, with its files.
type wireEdit struct {
	Flags       MessageFlags     `json:"flags"`
	Components  []Component      `json:"components"`
	Mentions    wireMentions     `json:"allowed_mentions"`
	Attachments []wireAttachment `json:"attachments"` // those that are not listed are dropped
}

func (m Message) wireEdit() wireEdit {
	w := m.wire(false)
	return wireEdit{ComponentsV2, w.Components, w.Mentions, append([]wireAttachment{}, w.Attachments...)}
}

// nonce names a message for a few minutes: Discord makes no second one of it.
func nonce(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// post posts a message, and returns its id.
func (r *api) post(ctx context.Context, channel ID, m Message, nonce string) (ID, error) {
	w := m.wire(false)
	w.Nonce, w.Enforce = nonce, true
	path := "/channels/" + string(channel) + "/messages"
	text, err := r.Send(ctx, rest.Request{Method: http.MethodPost, Path: path, Body: w, Files: m.Files})
	if err != nil {
		return "", err
	}
	return idOf(text)
}

// repost replaces a message.
func (r *api) repost(ctx context.Context, channel, id ID, m Message) error {
	path := "/channels/" + string(channel) + "/messages/"
	_, err := r.Send(ctx, rest.Request{Method: http.MethodPatch, Path: path + string(id), Body: m.wireEdit(), Files: m.Files})
	return err
}

// snowflake reports whether an id is a number, as all of Discord's are. What is
// not must not get into the path of a request.
func snowflake(id ID) bool {
	_, err := strconv.ParseUint(string(id), 10, 64)
	return err == nil
}

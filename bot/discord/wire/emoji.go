package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
)

// EmojiKeeper has Discord hold emoji of the application.
type EmojiKeeper interface {
	// Keep does so until ctx ends, with the client of an application.
	Keep(ctx context.Context, client *rest.Client, app ID)
	// Lost says that Discord has refused a message for an emoji that is not there.
	Lost()
}

// api is what we ask of Discord's REST API.
type api struct {
	*rest.Client
	within time.Duration // a message is posted or replaced
	emoji  EmojiKeeper   // nil: nobody keeps any
	links  *links
	visits *visits
}

// send sends a request whose body is our own, with the commands clickable that a message names. Where it is refused for
// an emoji, as whoever owns the application can take one away at any time, it is sent without any. An error keeps no
// address, which may hold the token of an interaction.
func (r *api) send(ctx context.Context, method, path string, body any, files ...File) ([]byte, error) {
	body = r.links.link(ctx, body)
	answer, err := r.sendOnce(ctx, method, path, body, files)
	if refusesEmoji(err) {
		if r.emoji != nil {
			r.emoji.Lost()
		}
		body = edited(body, func(object map[string]any) { delete(object, "emoji") })
		answer, err = r.sendOnce(ctx, method, path, body, files)
	}
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return answer, err
}

// sendOnce sends a request as it is.
func (r *api) sendOnce(ctx context.Context, method, path string, body any, files []File) ([]byte, error) {
	s, at := r.For(ctx), discordgo.EndpointAPI+path
	if len(files) == 0 {
		return s.Request(method, at, body)
	}
	parts := make([]*discordgo.File, len(files))
	for i, f := range files {
		parts[i] = &discordgo.File{Name: f.Name, ContentType: f.Type, Reader: bytes.NewReader(f.Body)}
	}
	contentType, text, err := discordgo.MultipartBodyWithJSON(body, parts)
	if err != nil {
		return nil, fmt.Errorf("discord: write %s: %w", method, err)
	}
	return s.RequestRaw(method, at, contentType, text, "", 0)
}

// refusesEmoji reports whether a request was refused for an emoji: Discord says
// BUTTON_COMPONENT_INVALID_EMOJI of menus, too.
func refusesEmoji(err error) bool {
	return rest.Refused(err, discordgo.ErrCodeInvalidFormBody) && strings.Contains(err.Error(), "COMPONENT_INVALID_EMOJI")
}

// edited returns the JSON of something whose JSON can be written, after a change to each of its objects.
func edited(what any, edit func(object map[string]any)) json.RawMessage {
	text, _ := json.Marshal(what)
	var plain any
	_ = json.Unmarshal(text, &plain)
	editEach(plain, edit)
	text, _ = json.Marshal(plain)
	return text
}

// editEach changes the objects of decoded JSON, each before those in it.
func editEach(plain any, edit func(object map[string]any)) {
	switch v := plain.(type) {
	case []any:
		for _, in := range v {
			editEach(in, edit)
		}
	case map[string]any:
		edit(v)
		for _, in := range v {
			editEach(in, edit)
		}
	}
}

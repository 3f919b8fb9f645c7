package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

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

// keepEmoji has Discord hold our emoji until ctx ends.
func (b *Bot) keepEmoji(ctx context.Context) {
	if b.Emoji != nil {
		b.Emoji.Keep(ctx, b.rest.Client, b.app)
	}
}

// api is what we ask of Discord's REST API.
type api struct {
	*rest.Client
	emojiLost func() // nil: nobody hears of it
	links     *links
}

// send sends a request whose body is our own, with the commands clickable that a message names. Where it is refused for
// an emoji, as whoever owns the application can take one away at any time, it is sent without any. An error keeps no
// address, which may hold the token of an interaction.
func (r *api) send(ctx context.Context, method, path string, body any, files ...File) ([]byte, error) {
	body = r.links.link(ctx, body)
	answer, err := r.sendOnce(ctx, method, path, body, files)
	if refusesEmoji(err) {
		if r.emojiLost != nil {
			r.emojiLost()
		}
		if body, err = withoutEmoji(body); err == nil {
			answer, err = r.sendOnce(ctx, method, path, body, files)
		}
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

// withoutEmoji is the body of a request without the emoji of its components.
func withoutEmoji(body any) (any, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("discord: write without emoji: %w", err)
	}
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber() // they stay as they are
	var out any
	if err := numbers.Decode(&out); err != nil {
		return nil, fmt.Errorf("discord: write without emoji: %w", err)
	}
	dropEmoji(out)
	return out, nil
}

func dropEmoji(v any) {
	switch v := v.(type) {
	case []any:
		for _, in := range v {
			dropEmoji(in)
		}
	case map[string]any:
		delete(v, "emoji")
		for _, in := range v {
			dropEmoji(in)
		}
	}
}

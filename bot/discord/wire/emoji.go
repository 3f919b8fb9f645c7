package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"referee/bot/discord/rest"
)

// Emoji is an emoji of the application, on a button or before an option of a menu.
type Emoji struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
}

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

// Send sends a request as a client does, with the commands clickable that a message names. Where it is refused for an emoji, as whoever owns the
// application can take one away at any time, it is sent without any.
func (r *api) Send(ctx context.Context, q rest.Request) ([]byte, error) {
	q.Body = r.links.link(ctx, q.Body)
	text, err := r.Client.Send(ctx, q)
	if !refusesEmoji(err) {
		return text, err
	}
	if r.emojiLost != nil {
		r.emojiLost()
	}
	bare, failed := withoutEmoji(q.Body)
	if failed != nil {
		return nil, failed
	}
	q.Body = bare
	return r.Client.Send(ctx, q)
}

// refusesEmoji reports whether a request was refused for an emoji: Discord says
// BUTTON_COMPONENT_INVALID_EMOJI of menus, too.
func refusesEmoji(err error) bool {
	return rest.Refused(err, rest.InvalidForm) && strings.Contains(err.Error(), "COMPONENT_INVALID_EMOJI")
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

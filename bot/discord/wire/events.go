package wire

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/endpoint"
)

// Events takes webhook events that come over HTTP. Like Endpoint it takes none before Run has
// heard the key of the application, nor when Run is ending.
func (b *Bot) Events() http.Handler { return endpoint.NewEvents(b.endpoint(b.takeEvent)) }

// endpoint is what an endpoint works with that hands on what it takes.
func (b *Bot) endpoint(take func(context.Context, []byte) (bool, error)) endpoint.Config {
	return endpoint.Config{
		Key: func() ed25519.PublicKey {
			if !b.taking.Load() {
				return nil
			}
			return b.verifyKey
		},
		Age:  func(at time.Time) time.Duration { return b.clock.age(at, time.Now()) },
		Take: take, Log: b.Log,
	}
}

// webhookEvent is a webhook event (Webhook Events, "Payload Structure"), of which one kind
// matters: that the application was added to a server.
type webhookEvent struct {
	App   ID   `json:"application_id"`
	Type  *int `json:"type"`
	Event struct {
		Type string `json:"type"`
		Data struct {
			Installed discordgo.ApplicationIntegrationType `json:"integration_type"`
			Guild     *discordgo.Guild                     `json:"guild"`
		} `json:"data"`
	} `json:"event"`
}

// The types of a webhook event.
const (
	webhookPing = 0
	webhookOf   = 1
)

// takeEvent takes a webhook event in: without a gateway nothing else tells that the bot was
// added to a server. One that is sent again changes nothing.
func (b *Bot) takeEvent(ctx context.Context, text []byte) (ping bool, err error) {
	var e webhookEvent
	if err := decode(text, &e); err != nil || e.Type == nil {
		return false, fmt.Errorf("discord: this event cannot be read (%w)", err)
	}
	b.mu.Lock()
	if b.ending {
		b.mu.Unlock()
		return false, endpoint.ErrEnding
	}
	b.busy++ // it is waited for at the end
	b.mu.Unlock()
	defer b.answered()
	data := e.Event.Data
	switch {
	case *e.Type == webhookPing:
		return true, nil
	case *e.Type != webhookOf || e.App != b.app || e.Event.Type != "APPLICATION_AUTHORIZED":
	case data.Guild != nil && data.Installed == discordgo.ApplicationIntegrationGuildInstall:
		data.Guild.JoinedAt = b.Now() // which is not said
		b.joined(ctx, data.Guild)
	}
	return false, nil
}

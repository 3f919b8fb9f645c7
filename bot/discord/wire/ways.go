package wire

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/endpoint"
	"referee/bot/discord/gateway"
	"referee/bot/discord/rest"
)

// Way is how interactions may come. Discord sends those of an application in one way only:
// over HTTP where it has an Interactions Endpoint URL, else over the gateway
// (Interactions Overview, "Preparing for Interactions").
type Way int

// The ways.
const (
	ByGateway Way = iota
	ByHTTP        // no connection to the gateway is kept
	ByBoth        // so that the owner can change over while it runs
)

// Endpoint takes interactions that come over HTTP. It takes none before Run has heard the
// key of the application and registered the commands, nor when Run is ending.
func (b *Bot) Endpoint() http.Handler {
	return endpoint.New(b.endpoint(b.take))
}

// application is what Discord says of the application. What discordgo has for one has no Interactions Endpoint URL.
type application struct {
	discordgo.Application
	Endpoint string `json:"interactions_endpoint_url"`
	// Installs has what the owner lets the application be added to, by number.
	Installs map[string]json.RawMessage `json:"integration_types_config"`
}

// forUsers reports whether people may add the application to their account.
func (a application) forUsers() bool {
	return a.Installs[strconv.Itoa(int(discordgo.ApplicationIntegrationUserInstall))] != nil
}

// publicKey is the key by which Discord signs what it sends over HTTP; nil: it is none.
func (a application) publicKey() ed25519.PublicKey {
	key, err := hex.DecodeString(a.VerifyKey)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil
	}
	return key
}

// checkWay notes the key of the application, and warns of an endpoint that is set in
// Discord and not here.
func (b *Bot) checkWay(ctx context.Context, a application) error {
	key := a.publicKey()
	if b.Way != ByGateway && key == nil {
		return errors.New("ask Discord who the bot is: the answer has no key to check signatures by")
	}
	b.verifyKey = key
	b.noteEndpoint(ctx, a)
	return nil
}

// noteEndpoint notes where Discord sends interactions. Where they come over the gateway alone,
// an endpoint that is set keeps everybody's from coming, and clocks stand.
func (b *Bot) noteEndpoint(ctx context.Context, a application) {
	if b.Way != ByGateway {
		return
	}
	switch elsewhere := a.Endpoint != ""; {
	case !b.health.Elsewhere(ctx, elsewhere):
	case elsewhere:
		b.Log.Error("Discord sends interactions elsewhere: nobody's commands and buttons come here", "to", a.Endpoint,
			"do", "empty Interactions Endpoint URL in the settings of the application, or set discord.interactions to http")
	default:
		b.Log.Info("Discord sends interactions here again")
	}
}

// overHTTP waits until ctx ends, while interactions come over HTTP alone. It asks Discord
// all the time, as nothing else would tell that people cannot be reached: because Discord
// does not answer, or because it has taken the address of the endpoint away, as it does
// where that fails.
func (b *Bot) overHTTP(ctx context.Context) error {
	b.health.Shards(ctx, 1)
	var said bool
	var heard time.Time // that Discord sends interactions
	var to string       // where
	for {
		app, err := b.askWho(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case rest.Refused(err, http.StatusUnauthorized):
			return gateway.ErrToken
		case err == nil && app.Endpoint != "":
			at := time.Now()
			heard, said = at, false
			if app.Endpoint != to { // whether that leads here nobody but the owner knows
				to = app.Endpoint
				b.Log.Info("Discord sends interactions over HTTP", "to", to)
			}
			b.health.Connected(ctx, 0, func() time.Time { return at })
		case err == nil && !said:
			said = true
			b.Log.Error("Discord sends no interactions: the application has no Interactions Endpoint URL",
				"do", "enter the public address of "+endpoint.Path+" there")
			if !heard.IsZero() {
				b.health.Lost(ctx, 0, heard)
			}
		}
		rest.Sleep(ctx, max(b.Timing.Silence, rest.After(err)))
	}
}

// errUnreadable: Discord's answer to the question who the bot is cannot be read.
var errUnreadable = errors.New("ask Discord who the bot is: cannot read the answer")

// askWho asks Discord once who the bot is; also where only the date of an answer, or that
// there is one, matters.
func (b *Bot) askWho(ctx context.Context) (a application, err error) {
	ctx, stop := context.WithTimeout(ctx, askWithin)
	defer stop()
	text, err := b.rest.For(ctx).Request(http.MethodGet, discordgo.EndpointApplications+"/@me", nil)
	if err != nil {
		return a, err
	}
	if err := decode(text, &a); err != nil || !snowflake(a.ID) {
		return a, fmt.Errorf("%w (%w)", errUnreadable, err)
	}
	return a, nil
}

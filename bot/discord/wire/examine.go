package wire

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/gateway"
	"referee/bot/discord/rest"
)

// Examined is what Discord says of a bot.
type Examined struct {
	Name     string // of the application
	Endpoint string // its Interactions Endpoint URL; "": interactions go over the gateway
	// Shards is how many connections Discord recommends, Sessions how many more may be begun
	// before so much time has passed.
	Shards, Sessions int
	Renewed          time.Duration
	// Guilds are those that the bot is in, the first 200.
	Guilds []*discordgo.UserGuild
	// Ahead is by how much our clock is at least ahead of Discord's, behind if negative; 0: it
	// may be right.
	Ahead time.Duration
}

// Lacks names what the bot may not do in a guild that its invitation asks for, where a channel says nothing else.
func Lacks(g *discordgo.UserGuild) []string {
	var out []string
	for _, p := range invited {
		if g.Permissions&(p.bit|discordgo.PermissionAdministrator) == 0 {
			out = append(out, p.name)
		}
	}
	return out
}

// Examine asks Discord what it says of the bot with a token, and changes nothing there. It
// returns gateway.ErrToken where the token is not accepted.
func Examine(ctx context.Context, token string, transport http.RoundTripper) (Examined, error) {
	var x Examined
	b, err := New(Config{Token: token, Transport: transport})
	if err != nil {
		return x, err
	}
	app, err := b.askWho(ctx)
	if rest.Refused(err, http.StatusUnauthorized) {
		return x, gateway.ErrToken
	}
	var start *discordgo.GatewayBotResponse
	if err == nil {
		start, err = b.howToConnect(ctx)
	}
	if err == nil {
		x.Guilds, err = b.rest.For(ctx).UserGuilds(200, "", "", false)
	}
	if err != nil {
		return x, fmt.Errorf("ask Discord about the bot: %w", err)
	}
	slices.SortFunc(x.Guilds, func(a, b *discordgo.UserGuild) int { return cmp.Compare(a.ID, b.ID) })
	x.Name, x.Endpoint, x.Shards = app.Name, app.Endpoint, start.Shards
	x.Sessions, x.Renewed = start.SessionStartLimit.Remaining, time.Duration(start.SessionStartLimit.ResetAfter)*time.Millisecond
	x.Ahead = b.clock.lead(time.Now())
	return x, nil
}

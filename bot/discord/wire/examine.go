package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

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
	Guilds []ExaminedGuild
	// Ahead is by how much our clock is at least ahead of Discord's, behind if negative; 0: it
	// may be right.
	Ahead time.Duration
}

// ExaminedGuild is a guild that the bot is in.
type ExaminedGuild struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	// Has is what the bot may in it, where a channel says nothing else.
	Has Permissions `json:"permissions"`
}

// Lacks names what the bot may not do in a guild that its invitation asks for.
func (g ExaminedGuild) Lacks() []string {
	const administrator = 1 << 3
	var out []string
	for _, p := range invited {
		if g.Has&(p.bit|administrator) == 0 {
			out = append(out, p.name)
		}
	}
	return out
}

// Examine asks Discord what it says of the bot with a token, and changes nothing there. It
// returns gateway.ErrToken where the token is not accepted.
func Examine(ctx context.Context, token string, transport http.RoundTripper) (Examined, error) {
	var x Examined
	if transport == nil {
		transport = http.DefaultTransport
	}
	clock := newServerClock()
	client := rest.New(token, datedTransport{transport, clock, nil}, unheard{})
	ask := func(path string, into any) error {
		text, err := client.Send(ctx, rest.Request{Method: http.MethodGet, Path: path})
		if rest.Unauthorized(err) {
			return gateway.ErrToken
		}
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			return fmt.Errorf("ask Discord for %s: %w", path, err)
		}
		return nil
	}
	var app struct {
		Name     string `json:"name"`
		Endpoint string `json:"interactions_endpoint_url"`
	}
	if err := ask("/applications/@me", &app); err != nil {
		return x, err
	}
	var start struct {
		Shards int `json:"shards"`
		Limit  struct {
			Remaining  int   `json:"remaining"`
			ResetAfter int64 `json:"reset_after"` // ms
		} `json:"session_start_limit"`
	}
	if err := ask("/gateway/bot", &start); err != nil {
		return x, err
	}
	if err := ask("/users/@me/guilds?limit=200", &x.Guilds); err != nil {
		return x, err
	}
	slices.SortFunc(x.Guilds, func(a, b ExaminedGuild) int { return cmp.Compare(a.ID, b.ID) })
	x.Name, x.Endpoint, x.Shards = app.Name, app.Endpoint, start.Shards
	x.Sessions, x.Renewed = start.Limit.Remaining, time.Duration(start.Limit.ResetAfter)*time.Millisecond
	x.Ahead = clock.lead(time.Now())
	return x, nil
}

// unheard hears nothing of the health of a connection.
type unheard struct{}

func (unheard) Answered()   {}
func (unheard) Unanswered() {}

package wire

import (
	"encoding/json"
	"time"
)

// intentGuilds is the intent to hear of servers. It is not privileged (Gateway, "List of
// Intents").
const intentGuilds = 1 << 0

// Guild is a server that the bot is in.
type Guild struct {
	ID     ID        `json:"id"`
	Name   string    `json:"name"`
	Owner  ID        `json:"owner_id"`
	Joined time.Time `json:"joined_at"`        // when the bot joined
	Locale string    `json:"preferred_locale"` // "en-US", "fr"
	System ID        `json:"system_channel_id"`
}

// Greeter hears of servers.
type Greeter interface {
	// InGuild says that the bot is in a server. It is said at every start, and when the bot
	// is added to one.
	InGuild(g Guild) error
}

// intents are the kinds of event that the bot asks for.
func (b *Bot) intents() int {
	if b.Greeter == nil {
		return 0
	}
	return intentGuilds
}

// inGuild takes the event that the bot is in a server (Gateway events, "Guild Create").
func (b *Bot) inGuild(data json.RawMessage) {
	var g Guild
	err := json.Unmarshal(data, &g)
	if err == nil && (b.Greeter == nil || !snowflake(g.ID) || !snowflake(g.Owner) || g.Owner == b.app) {
		return // it cannot be reached now, or nobody is to be greeted
	}
	if err == nil {
		err = b.Greeter.InGuild(g)
	}
	if err != nil {
		b.Log.Error("cannot note that the bot is in a server", "guild", g.ID, "error", err)
		return
	}
	b.sender.wakeUp()
}

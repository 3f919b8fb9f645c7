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
	if b.Greeter == nil && b.ShortForms == nil {
		return 0
	}
	return intentGuilds
}

// inGuild takes the event that the bot is in a server (Gateway events, "Guild Create").
func (b *Bot) inGuild(data json.RawMessage) {
	var g Guild
	if err := json.Unmarshal(data, &g); err != nil {
		b.Log.Error("cannot read that the bot is in a server", "error", err)
		return
	}
	b.joined(g)
}

// joined takes in that the bot is in a server.
func (b *Bot) joined(g Guild) {
	if !snowflake(g.ID) || !snowflake(g.Owner) {
		return // it cannot be reached now
	}
	if b.registered.isNew(g) && b.hasOwn(g.ID) {
		b.registered.look(g.ID)
	}
	if b.Greeter != nil && g.Owner != b.app {
		if err := b.Greeter.InGuild(g); err != nil {
			b.Log.Error("cannot note that the bot is in a server", "guild", g.ID, "error", err)
			return
		}
	}
	b.sender.wakeUp()
}

// leftGuild takes the event that the bot is in a server no more (Gateway events, "Guild
// Delete"): one that is said to be unavailable comes back as it was.
func (b *Bot) leftGuild(data json.RawMessage) {
	var g struct {
		ID          ID   `json:"id"`
		Unavailable bool `json:"unavailable"`
	}
	if json.Unmarshal(data, &g) == nil && !g.Unavailable {
		b.registered.forget(g.ID)
	}
}

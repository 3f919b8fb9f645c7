package wire

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/bwmarrin/discordgo"
)

// Greeter hears of servers.
type Greeter interface {
	// InGuild says that the bot is in a server. It is said at every start, and when the bot
	// is added to one.
	InGuild(ctx context.Context, g *discordgo.Guild) error
}

// intents are the kinds of event that the bot asks for.
func (b *Bot) intents() discordgo.Intent {
	if b.Greeter == nil && b.ShortForms == nil {
		return 0
	}
	return discordgo.IntentGuilds // it is not privileged
}

// joined takes in that the bot is in a server.
func (b *Bot) joined(ctx context.Context, g *discordgo.Guild) {
	if !snowflake(g.ID) || !snowflake(g.OwnerID) {
		return // it cannot be reached now
	}
	if b.registered.isNew(g) && b.hasOwn(g.ID) {
		b.registered.look(g.ID)
	}
	if b.Greeter != nil && g.OwnerID != b.app {
		if err := b.Greeter.InGuild(ctx, g); err != nil {
			b.Log.Error("cannot note that the bot is in a server", "guild", g.ID, "error", err)
			return
		}
	}
	b.sender.wakeUp()
}

// decode reads what Discord sends. The library's types have many fields that nothing here needs: one of another kind than the
// library expects is left out, and the rest is read.
func decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return nil
	}
	return err
}

package wire

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// registered is what Discord holds of our commands, and in which guilds that is to be looked
// after.
type registered struct {
	mu sync.Mutex
	// ids are the ids of commands by their name, of each guild, and under "" of those that
	// are everywhere.
	ids    map[ID]map[string]ID
	joined map[ID]time.Time // when the bot joined the guilds that it has heard of
	due    map[ID]bool      // guilds whose commands are to be looked after
	wake   chan struct{}
}

func newRegistered() *registered {
	return &registered{ids: map[ID]map[string]ID{}, joined: map[ID]time.Time{}, due: map[ID]bool{}, wake: make(chan struct{}, 1)}
}

// set takes over what Discord says that it holds in a guild.
func (r *registered) set(guild ID, list []*discordgo.ApplicationCommand) {
	ids := map[string]ID{}
	for _, c := range list {
		if c.Type == discordgo.ChatApplicationCommand { // no other can be named in a text
			ids[c.Name] = c.ID
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ids[guild] = ids
}

// look has the commands of a guild looked after.
func (r *registered) look(guild ID) {
	r.mu.Lock()
	r.due[guild] = true
	r.mu.Unlock()
	nudge(r.wake)
}

// take are the guilds whose commands are to be looked after, once.
func (r *registered) take() []ID {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := slices.Sorted(maps.Keys(r.due))
	clear(r.due)
	return out
}

// isNew notes that the bot is in a guild, and reports whether its commands may not be there:
// what is registered in a guild goes with the bot.
func (r *registered) isNew(g *discordgo.Guild) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before, heard := r.joined[g.ID]
	r.joined[g.ID] = g.JoinedAt
	return r.ids[g.ID] == nil || heard && !before.Equal(g.JoinedAt)
}

// forget notes that the bot is in a guild no more. When it comes back that is new, also where
// the answer to a request from before fills in what it held.
func (r *registered) forget(guild ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.ids, guild)
	r.joined[guild] = time.Time{}
}

// keepCommands has guilds hold the commands that they are to have, as that changes, until
// ctx ends. What fails is tried again.
func (b *Bot) keepCommands(ctx context.Context) {
	wait := b.Timing.RetryPost
	for ctx.Err() == nil {
		failed := false
		for _, g := range b.registered.take() {
			if err := b.registerIn(ctx, g); err != nil && ctx.Err() == nil {
				b.Log.Warn("cannot register the commands of a guild, trying again", "guild", g, "error", err)
				b.registered.look(g)
				failed = true
			}
		}
		if !failed {
			wait = b.Timing.RetryPost
			select {
			case <-ctx.Done():
			case <-b.registered.wake:
			}
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
			wait = min(2*wait, retryShut)
		}
	}
}

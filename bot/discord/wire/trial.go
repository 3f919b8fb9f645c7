package wire

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/gateway"
	"referee/bot/discord/rest"
)

// Trial does single things in Discord by the code of a Bot that serves nobody. Package live compares what comes of them
// with what the bot relies on.
type Trial struct{ b *Bot }

// NewTrial makes a trial. Of the configuration, what concerns an outbox, clocks and emoji is not used.
func NewTrial(c Config) (*Trial, error) {
	b, err := New(c)
	if err != nil {
		return nil, err
	}
	return &Trial{b}, nil
}

// Identify asks Discord who the bot is, and returns its id. It returns gateway.ErrToken where the token is not accepted.
func (t *Trial) Identify(ctx context.Context) (ID, error) {
	app, err := t.b.askWho(ctx)
	if rest.Refused(err, http.StatusUnauthorized) {
		return "", gateway.ErrToken
	}
	t.b.app = app.ID
	return app.ID, err
}

// Session is a session for one request that the bot does not send in service.
func (t *Trial) Session(ctx context.Context) *discordgo.Session { return t.b.rest.For(ctx) }

// Register has a guild hold some of the commands of the configuration, and no others.
func (t *Trial) Register(ctx context.Context, guild ID, commands []*discordgo.ApplicationCommand) error {
	t.b.Guilds, t.b.Commands = []ID{guild}, commands
	list, err := t.b.commandsIn(guild)
	if err != nil {
		return err
	}
	return t.b.overwrite(ctx, guild, list)
}

// Post posts a message for readers in a guild, and returns its id. Discord makes one message of several with one nonce.
func (t *Trial) Post(ctx context.Context, guild, channel ID, m Message, name string) (ID, error) {
	return t.b.rest.post(inGuild(ctx, guild), channel, m, nonce("trial", name))
}

// Edit replaces a message.
func (t *Trial) Edit(ctx context.Context, guild, channel, message ID, m Message) error {
	return t.b.rest.repost(inGuild(ctx, guild), channel, message, m)
}

// Thread makes a thread at a message, whose id it has.
func (t *Trial) Thread(ctx context.Context, channel, message ID, name string) error {
	return t.b.rest.threadAt(ctx, channel, message, name)
}

// PrivateThread makes a private thread.
func (t *Trial) PrivateThread(ctx context.Context, channel ID, name string) (ID, error) {
	return t.b.rest.privateThread(ctx, channel, name)
}

// Pin pins a message as the board of a channel, in place of the one before it.
func (t *Trial) Pin(ctx context.Context, channel, message ID) error {
	place := PlaceOf(channel)
	if err := t.b.sender.save(ctx, place, placeState{Message: message}); err != nil {
		return err
	}
	return t.b.sender.pinOnce(ctx, place, channel, message)
}

// Rename calls a thread otherwise.
func (t *Trial) Rename(ctx context.Context, thread ID, name string) error {
	return t.b.sender.rename(ctx, thread, name)
}

// MakeTags makes the tags that a forum lacks.
func (t *Trial) MakeTags(ctx context.Context, p NewPost) Forum {
	x := &exchange{Bot: t.b, i: Interaction{Forum: &Forum{ID: p.Forum}}}
	x.addTags(ctx, &p)
	return *x.i.Forum
}

// PostInForum makes a post in a forum, and returns its id.
func (t *Trial) PostInForum(ctx context.Context, p NewPost) (ID, error) { return t.b.makePost(ctx, p) }

// Mark changes the tags of a post in a forum.
func (t *Trial) Mark(ctx context.Context, forum, post ID, tags *Tags) error {
	return t.b.sender.changeTags(ctx, forum, post, tags)
}

// LookUp asks Discord about a guild.
func (t *Trial) LookUp(ctx context.Context, guild ID, q Question) Lookup {
	return t.b.lookUp(ctx, guild, q)
}

// Listen keeps a connection to the gateway until ctx ends. Interactions are answered by the handler of the configuration;
// heard hears of all events, with their numbers, and came gets each interaction as it came, before it is answered.
func (t *Trial) Listen(ctx context.Context, heard func(kind string, seq int64), came func(json.RawMessage)) error {
	t.b.taking.Store(true)
	c := t.b.gateway()
	c.Intents, c.Shards, c.Order = discordgo.IntentGuilds, 1, heard
	c.Event = func(ctx context.Context, kind string, data json.RawMessage) {
		if kind == "INTERACTION_CREATE" {
			came(data)
			t.b.Receive(ctx, data)
		}
	}
	err := gateway.Run(ctx, c)
	t.b.finishAnswers()
	return err
}

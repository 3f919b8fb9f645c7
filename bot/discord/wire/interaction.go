package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
)

// ID is an id of Discord, which has digits alone: a string, as in discordgo.
type ID = string

// Interaction is something that a user did: a command, a button, a word half
// typed. It is what handlers are called with.
type Interaction struct {
	Kind    discordgo.InteractionType
	ID      ID
	App     ID     // the application
	Token   string // to answer it; good for 15 minutes
	Guild   ID     // "" where the bot is in no server
	Direct  bool   // in direct messages with the bot
	Private bool   // in a conversation of people that the bot is not in
	Channel ID     // or thread
	User    User
	Locale  string // the user's, as Discord has it: "en-GB", "es-419"
	// MemberPermissions and AppPermissions are what the user and the bot may
	// do in the channel. In a direct message both are 0.
	MemberPermissions, AppPermissions int64
	Roles                             []ID // of the user
	InThread                          bool // the channel is a thread
	Parent                            ID   // the channel that the thread is in; "" where it is none
	// NoThreads says that the channel can have no thread at a message, and NoPrivateThreads
	// that neither it nor, where it is a thread, its channel can have a private one, as far
	// as that is known.
	NoThreads, NoPrivateThreads bool
	// ThreadsFull says that there is no room for another thread in the server.
	ThreadsFull bool
	// Forum is what came of what the handler wanted of a forum; nil: it wanted nothing yet.
	Forum *Forum
	// Path is what is asked for: the names of a command and its subcommand, or
	// the path of a component or a form. It is nil where the custom id is not ours.
	Path []string
	// Options are what was given with a command or written in a form, by name.
	Options map[string]string
	// Target is the person in whose menu a command was chosen; "": it was typed.
	Target ID
	// Chosen are the people who were chosen for an option, or are the Target.
	Chosen map[ID]Chosen
	// Files are what was uploaded for options, by the ids that the options have.
	Files   map[ID]*discordgo.MessageAttachment
	Focused string   // the option that is being typed
	Values  []string // chosen in a menu
	// Silent are roles that were chosen for an option and that not everybody may mention.
	Silent []ID
	// Found is what Discord said about the server where the handler wanted to know it; nil: it
	// was not asked.
	Found *Lookup
	// Message is what the component stands on; Ephemeral: only the user sees it.
	Message   ID
	Ephemeral bool
}

// Place is where a match is played that is opened by the interaction. Where the bot is not in the channel it is a
// [post.AwayPlace].
func (in Interaction) Place() string {
	switch {
	case in.Direct:
		return post.DMPlace(AccountOf(in.User.ID))
	case in.Guild == "":
		return post.AwayPlace(PlaceOf(in.Channel))
	}
	return PlaceOf(in.Channel)
}

// Key names the interaction, so that it is not done twice.
func (in Interaction) Key() string { return prefix + in.ID }

// User is who acts.
type User struct {
	ID   ID
	Name string // in the guild
}

// Chosen is a person whom a user has chosen.
type Chosen struct {
	Name string // in the guild
	Bot  bool
	// Sees says that they are in the guild, and may see the channel.
	Sees bool
}

// ErrInteraction: an interaction that this program does not know how to read.
var ErrInteraction = errors.New("discord: this interaction cannot be read")

// received is an interaction as Discord sends it: only what we read. discordgo's Interaction has no channel, cannot read
// forms with labels, and reads every component of the message that was pressed.
type received struct {
	ID             ID                                `json:"id"`
	ApplicationID  ID                                `json:"application_id"`
	Type           discordgo.InteractionType         `json:"type"`
	Token          string                            `json:"token"`
	GuildID        ID                                `json:"guild_id"`
	ChannelID      ID                                `json:"channel_id"`
	Locale         string                            `json:"locale"`
	AppPermissions int64                             `json:"app_permissions,string"`
	Channel        discordgo.Channel                 `json:"channel"`
	Member         *discordgo.Member                 `json:"member"`
	User           *discordgo.User                   `json:"user"`
	Context        *discordgo.InteractionContextType `json:"context"`
	// Owners are whom the application was added to, by which the interaction is here: a server, a user, or both.
	Owners  map[string]json.RawMessage `json:"authorizing_integration_owners"`
	Message struct {
		ID    ID                     `json:"id"`
		Flags discordgo.MessageFlags `json:"flags"`
	} `json:"message"`
	Data struct {
		discordgo.ApplicationCommandInteractionData
		ID       json.RawMessage `json:"id"` // of a command a text, of a component a number
		CustomID string          `json:"custom_id"`
		Values   []string        `json:"values"`
		Fields   []receivedField `json:"components"`
	} `json:"data"`
}

// receivedField is a field of a form, or a label with one.
type receivedField struct {
	CustomID  string         `json:"custom_id"`
	Value     any            `json:"value"` // a text, of a checkbox a bool, of a radio group null where nothing is chosen
	Values    []string       `json:"values"`
	Component *receivedField `json:"component"`
}

// ParseInteraction reads an interaction as Discord sends it, over the gateway or
// over HTTP. It returns ErrInteraction for what is of no known kind or lacks
// what is needed to answer it.
func ParseInteraction(body []byte) (Interaction, error) {
	var r received
	if err := decode(body, &r); err != nil {
		return Interaction{}, fmt.Errorf("%w: %w", ErrInteraction, err)
	}
	in := Interaction{
		Kind: r.Type, ID: r.ID, App: r.ApplicationID, Token: r.Token, Guild: r.GuildID,
		Channel: r.ChannelID, Locale: r.Locale, Values: r.Data.Values, AppPermissions: r.AppPermissions,
		Message: r.Message.ID, Ephemeral: r.Message.Flags&discordgo.MessageFlagsEphemeral != 0, InThread: r.Channel.IsThread(),
		Options: map[string]string{},
	}
	in.scene(r)
	if in.InThread {
		in.Parent = r.Channel.ParentID
	}
	kinds := []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
	in.NoThreads = !slices.Contains(kinds, r.Channel.Type)
	kinds = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread}
	in.NoPrivateThreads = !slices.Contains(kinds, r.Channel.Type)
	switch {
	case r.Member != nil && r.Member.User != nil:
		in.User, in.Roles, in.MemberPermissions = User{r.Member.User.ID, r.Member.DisplayName()}, r.Member.Roles, r.Member.Permissions
	case r.User != nil:
		in.User = User{r.User.ID, r.User.DisplayName()}
	}
	switch in.Kind {
	case discordgo.InteractionPing:
		return in, nil
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		in.Path = Path{r.Data.Name}
		in.take(r.Data.Options)
		in.Target = r.Data.TargetID
		in.resolve(r.Data.Resolved)
	case discordgo.InteractionMessageComponent:
		in.Path, _ = ParsePath(r.Data.CustomID)
	case discordgo.InteractionModalSubmit:
		in.Path, _ = ParsePath(r.Data.CustomID)
		in.fill(r.Data.Fields)
		in.resolve(r.Data.Resolved)
	default:
		return in, fmt.Errorf("%w: type %d", ErrInteraction, r.Type)
	}
	if in.ID == "" || in.Token == "" || in.User.ID == "" {
		return in, fmt.Errorf("%w: it has no id, token or user", ErrInteraction)
	}
	return in, nil
}

// scene says where somebody has done something: in a server to which the bot was added, in direct messages with it, in a conversation of
// people without it, or, as a user has added the application to their account, in a server that the bot is not in.
func (in *Interaction) scene(r received) {
	added := r.Owners == nil || r.Owners[strconv.Itoa(int(discordgo.ApplicationIntegrationGuildInstall))] != nil
	in.Private = r.GuildID == "" && r.Context != nil && *r.Context == discordgo.InteractionContextPrivateChannel
	in.Direct = r.GuildID == "" && !in.Private
	if !added {
		in.Guild = ""
	}
}

// resolve takes what Discord says of what was chosen for options. People who are not in the guild are no members, and may
// nothing (Interactions, Resolved Data Structure).
func (in *Interaction) resolve(r *discordgo.ApplicationCommandInteractionDataResolved) {
	in.Chosen = map[ID]Chosen{}
	if r == nil {
		return
	}
	in.Files = r.Attachments
	for id, u := range r.Users {
		if u == nil {
			continue
		}
		chosen := Chosen{Name: u.DisplayName(), Bot: u.Bot}
		if m := r.Members[id]; m != nil {
			chosen.Name, chosen.Sees = cmp.Or(m.Nick, chosen.Name), m.Permissions&discordgo.PermissionViewChannel != 0
		}
		in.Chosen[id] = chosen
	}
	for id, role := range r.Roles {
		if role != nil && !role.Mentionable {
			in.Silent = append(in.Silent, id)
		}
	}
}

// take takes the options of a command, through its subcommands. The library's own readers of a value panic where it is
// of another kind.
func (in *Interaction) take(options []*discordgo.ApplicationCommandInteractionDataOption) {
	for _, o := range options {
		if o.Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
			in.Path = append(in.Path, o.Name)
			in.take(o.Options)
			continue
		}
		text, is := o.Value.(string)
		if !is { // a number
			raw, _ := json.Marshal(o.Value) // it was read from JSON
			text = string(raw)
		}
		in.Options[o.Name] = text
		if o.Focused {
			in.Focused = o.Name
		}
	}
}

// fill takes what was filled in in a form.
func (in *Interaction) fill(fields []receivedField) {
	for _, f := range fields {
		if f.Component != nil {
			f = *f.Component
		}
		if f.CustomID == "" {
			continue
		}
		text := strings.Join(f.Values, " ")
		switch v := f.Value.(type) {
		case string:
			text = v
		case bool:
			text = map[bool]string{true: "yes", false: "no"}[v]
		}
		in.Options[f.CustomID] = text
	}
}

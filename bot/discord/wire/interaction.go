package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// ID is an id of Discord: digits.
type ID string

// InteractionKind is what a user did.
type InteractionKind int

// The kinds of interaction that we answer.
const (
	KindPing      InteractionKind = 1 // Discord asks whether an endpoint is there
	KindCommand   InteractionKind = 2
	KindComponent InteractionKind = 3
	KindComplete  InteractionKind = 4 // a command is being typed
	KindModal     InteractionKind = 5 // a form was filled in
)

// Interaction is something that a user did: a command, a button, a word half
// typed. It is what handlers are called with.
type Interaction struct {
	Kind    InteractionKind
	ID      ID
	App     ID     // the application
	Token   string // to answer it; good for 15 minutes
	Guild   ID     // "" in a direct message
	Channel ID     // or thread
	User    User
	Locale  string // the user's, as Discord has it: "en-GB", "es-419"
	// MemberPermissions and AppPermissions are what the user and the bot may
	// do in the channel. In a direct message both are 0.
	MemberPermissions, AppPermissions uint64
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
	Files   map[ID]Upload
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

// Key names the interaction, so that it is not done twice.
func (in Interaction) Key() string { return prefix + string(in.ID) }

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

// Permissions, as bits.
const (
	permissionAdministrator  = 1 << 3 // may do everything
	PermissionManageChannels = 1 << 4
	PermissionManageServer   = 1 << 5
	PermissionView           = 1 << 10
	PermissionSend           = 1 << 11
	PermissionAttach         = 1 << 15
	permissionHistory        = 1 << 16 // to hang a thread on a message
	PermissionMentionAll     = 1 << 17 // also roles that are not mentionable
	PermissionThreads        = 1 << 35 // create public threads
	PermissionPrivateThreads = 1 << 36
	PermissionSendInThreads  = 1 << 38
)

// ErrInteraction: an interaction that this program does not know how to read.
var ErrInteraction = errors.New("discord: this interaction cannot be read")

// received is an interaction as Discord sends it: only what we read.
type received struct {
	ID             ID     `json:"id"`
	ApplicationID  ID     `json:"application_id"`
	Type           int    `json:"type"`
	Token          string `json:"token"`
	GuildID        ID     `json:"guild_id"`
	ChannelID      ID     `json:"channel_id"`
	Locale         string `json:"locale"`
	AppPermissions string `json:"app_permissions"`
	Channel        struct {
		Type   int `json:"type"`
		Parent ID  `json:"parent_id"`
	} `json:"channel"`
	Member *struct {
		User        receivedUser `json:"user"`
		Nick        string       `json:"nick"`
		Roles       []ID         `json:"roles"`
		Permissions string       `json:"permissions"`
	} `json:"member"`
	User    *receivedUser `json:"user"`
	Message struct {
		ID    ID           `json:"id"`
		Flags MessageFlags `json:"flags"`
	} `json:"message"`
	Data struct {
		Name     string           `json:"name"`
		Target   ID               `json:"target_id"`
		Options  []receivedOption `json:"options"`
		CustomID string           `json:"custom_id"`
		Values   []string         `json:"values"`
		Fields   []receivedField  `json:"components"`
		Resolved struct {
			Users   map[ID]receivedUser `json:"users"`
			Members map[ID]struct {
				Nick        string `json:"nick"`
				Permissions string `json:"permissions"` // in the channel
			} `json:"members"`
			Roles map[ID]struct {
				Mentionable bool `json:"mentionable"`
			} `json:"roles"`
			Attachments map[ID]Upload `json:"attachments"`
		} `json:"resolved"`
	} `json:"data"`
}

// receivedField is a field of a form, or a label with one.
type receivedField struct {
	CustomID  string         `json:"custom_id"`
	Value     string         `json:"value"`
	Values    []string       `json:"values"`
	Component *receivedField `json:"component"`
}

type receivedUser struct {
	ID         ID     `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// called is what a user is called: by the name for the guild, where they have one.
func (u receivedUser) called(nick string) string { return cmp.Or(nick, u.GlobalName, u.Username) }

type receivedOption struct {
	Name    string           `json:"name"`
	Type    int              `json:"type"`
	Value   json.RawMessage  `json:"value"`
	Options []receivedOption `json:"options"`
	Focused bool             `json:"focused"`
}

// ParseInteraction reads an interaction as Discord sends it, over the gateway or
// over HTTP. It returns ErrInteraction for what is of no known kind or lacks
// what is needed to answer it.
func ParseInteraction(body []byte) (Interaction, error) {
	var r received
	if err := json.Unmarshal(body, &r); err != nil {
		return Interaction{}, fmt.Errorf("%w: %w", ErrInteraction, err)
	}
	in := Interaction{
		Kind: InteractionKind(r.Type), ID: r.ID, App: r.ApplicationID, Token: r.Token, Guild: r.GuildID,
		Channel: r.ChannelID, Locale: r.Locale, Values: r.Data.Values,
		Message: r.Message.ID, Ephemeral: r.Message.Flags&Ephemeral != 0, InThread: r.Channel.Type >= 10 && r.Channel.Type <= 12,
		Options: map[string]string{},
	}
	if in.InThread {
		in.Parent = r.Channel.Parent
	}
	in.NoThreads = r.Channel.Type != textChannel && r.Channel.Type != announcementChannel
	in.NoPrivateThreads = r.Channel.Type != textChannel && r.Channel.Type != publicThread && r.Channel.Type != privateThread
	in.AppPermissions, _ = strconv.ParseUint(r.AppPermissions, 10, 64)
	who := r.User
	if r.Member != nil {
		who = &r.Member.User
		in.Roles = r.Member.Roles
		in.MemberPermissions, _ = strconv.ParseUint(r.Member.Permissions, 10, 64)
	}
	if who != nil {
		in.User = User{ID: who.ID, Name: who.called("")}
		if r.Member != nil {
			in.User.Name = who.called(r.Member.Nick)
		}
	}
	switch in.Kind {
	case KindPing:
		return in, nil
	case KindCommand, KindComplete:
		in.Path = Path{r.Data.Name}
		in.take(r.Data.Options)
		in.Target, in.Chosen, in.Files = r.Data.Target, r.chosen(), r.Data.Resolved.Attachments
		for id, role := range r.Data.Resolved.Roles {
			if !role.Mentionable {
				in.Silent = append(in.Silent, id)
			}
		}
	case KindComponent:
		in.Path, _ = ParsePath(r.Data.CustomID)
	case KindModal:
		in.Path, _ = ParsePath(r.Data.CustomID)
		in.fill(r.Data.Fields)
	default:
		return in, fmt.Errorf("%w: type %d", ErrInteraction, r.Type)
	}
	if in.ID == "" || in.Token == "" || in.User.ID == "" {
		return in, fmt.Errorf("%w: it has no id, token or user", ErrInteraction)
	}
	return in, nil
}

// chosen are the people whom a user has chosen. Those who are not in the guild are no
// members, and may nothing (Interactions, Resolved Data Structure).
func (r received) chosen() map[ID]Chosen {
	out := map[ID]Chosen{}
	for id, u := range r.Data.Resolved.Users {
		m := r.Data.Resolved.Members[id]
		may, _ := strconv.ParseUint(m.Permissions, 10, 64)
		out[id] = Chosen{Name: u.called(m.Nick), Bot: u.Bot, Sees: may&PermissionView != 0}
	}
	return out
}

// take takes the options of a command, through its subcommands.
func (in *Interaction) take(options []receivedOption) {
	for _, o := range options {
		if o.Type == OptionSubcommand || o.Type == OptionSubcommand+1 {
			in.Path = append(in.Path, o.Name)
			in.take(o.Options)
			continue
		}
		var text string
		if json.Unmarshal(o.Value, &text) != nil {
			text = string(o.Value)
		}
		in.Options[o.Name] = text
		if o.Focused {
			in.Focused = o.Name
		}
	}
}

// fill takes what was written in a form.
func (in *Interaction) fill(fields []receivedField) {
	for _, f := range fields {
		switch {
		case f.Component != nil:
			in.fill([]receivedField{*f.Component})
		case len(f.Values) > 0:
			in.Options[f.CustomID] = f.Values[0]
		case f.CustomID != "":
			in.Options[f.CustomID] = f.Value
		}
	}
}

package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"referee/bot/locale"
)

// InteractionKind is what a user did.
type InteractionKind int

// The kinds of interaction that we answer.
const (
	KindPing      InteractionKind = 1 // Discord asks whether an endpoint is there
	KindCommand   InteractionKind = 2
	KindComponent InteractionKind = 3
	KindComplete  InteractionKind = 4 // a command is being typed
)

// Interaction is something that a user did: a command, a button, a word half
// typed. It is what handlers are called with.
type Interaction struct {
	Kind    InteractionKind
	ID      string
	App     string // the application
	Token   string // to answer it; good for 15 minutes
	Guild   string // "" in a direct message
	Channel string // or thread
	User    User
	Locale  string // the user's, as Discord has it: "en-GB", "es-419"
	// MemberPermissions and AppPermissions are what the user and the bot may
	// do in the channel. In a direct message both are 0.
	MemberPermissions, AppPermissions uint64
	Roles                             []string // of the user
	InThread                          bool     // the channel is a thread
	// Path is what is asked for: the names of a command and its subcommand, or
	// the path of a component. It is nil where the custom id is not ours.
	Path []string
	// Options are what was given with a command, by name.
	Options map[string]string
	Focused string   // the option that is being typed
	Values  []string // chosen in a menu
	// Ephemeral: the component stands on a message that only the user sees.
	Ephemeral bool
	// Thread: the channel is a thread that was made for this very command.
	Thread bool
}

// User is who acts.
type User struct {
	ID   string
	Name string // as he is called in the guild
}

// Permissions, as bits.
const (
	permissionManageChannels = 1 << 4
	permissionView           = 1 << 10
	permissionSend           = 1 << 11
	permissionAttach         = 1 << 15
	permissionThreads        = 1 << 35 // create public threads
	permissionSendInThreads  = 1 << 38
)

// ErrInteraction: an interaction that this program does not know how to read.
var ErrInteraction = errors.New("discord: this interaction cannot be read")

// received is an interaction as Discord sends it: only what we read.
type received struct {
	ID             string `json:"id"`
	ApplicationID  string `json:"application_id"`
	Type           int    `json:"type"`
	Token          string `json:"token"`
	GuildID        string `json:"guild_id"`
	ChannelID      string `json:"channel_id"`
	Locale         string `json:"locale"`
	AppPermissions string `json:"app_permissions"`
	Channel        struct {
		Type int `json:"type"`
	} `json:"channel"`
	Member *struct {
		User        receivedUser `json:"user"`
		Nick        string       `json:"nick"`
		Roles       []string     `json:"roles"`
		Permissions string       `json:"permissions"`
	} `json:"member"`
	User    *receivedUser `json:"user"`
	Message struct {
		Flags int `json:"flags"`
	} `json:"message"`
	Data struct {
		Name     string           `json:"name"`
		Options  []receivedOption `json:"options"`
		CustomID string           `json:"custom_id"`
		Values   []string         `json:"values"`
	} `json:"data"`
}

type receivedUser struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
}

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
	in := Interaction{Kind: InteractionKind(r.Type), ID: r.ID, App: r.ApplicationID, Token: r.Token, Guild: r.GuildID,
		Channel: r.ChannelID, Locale: r.Locale, Values: r.Data.Values,
		Ephemeral: r.Message.Flags&flagEphemeral != 0, InThread: r.Channel.Type >= 10 && r.Channel.Type <= 12,
		Options: map[string]string{}}
	in.AppPermissions, _ = strconv.ParseUint(r.AppPermissions, 10, 64)
	who := r.User
	if r.Member != nil {
		who = &r.Member.User
		in.Roles = r.Member.Roles
		in.MemberPermissions, _ = strconv.ParseUint(r.Member.Permissions, 10, 64)
	}
	if who != nil {
		in.User = User{ID: who.ID, Name: who.Username}
		if who.GlobalName != "" {
			in.User.Name = who.GlobalName
		}
		if r.Member != nil && r.Member.Nick != "" {
			in.User.Name = r.Member.Nick
		}
	}
	switch in.Kind {
	case KindPing:
		return in, nil
	case KindCommand, KindComplete:
		in.Path = path{r.Data.Name}
		in.take(r.Data.Options)
	case KindComponent:
		in.Path, _ = parsePath(r.Data.CustomID)
	default:
		return in, fmt.Errorf("%w: type %d", ErrInteraction, r.Type)
	}
	if in.ID == "" || in.Token == "" || in.User.ID == "" {
		return in, fmt.Errorf("%w: it has no id, token or user", ErrInteraction)
	}
	return in, nil
}

// take takes the options of a command, through its subcommands.
func (in *Interaction) take(options []receivedOption) {
	for _, o := range options {
		if o.Type == optionSubcommand || o.Type == optionSubcommand+1 {
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

// Reply is what an interaction is answered.
type Reply struct {
	// Message is seen by the user alone. nil: the reply is Choices or Thread.
	Message *Message
	// Update: the message takes the place of the one whose button was pressed.
	Update bool
	// Picture is to be drawn once the reply is out; the message, with WithPicture,
	// then takes the place of the reply.
	Picture *Picture
	// File comes with the message.
	File *File
	// Choices complete the word that is being typed.
	Choices []CommandChoice
	// Thread asks for a thread of this name in the channel. The interaction is
	// to be handled again with the thread as its Channel, and Thread set.
	Thread string
}

// File is a file that comes with a message.
type File struct {
	Name string
	Body []byte
}

// Handle answers an interaction. It does what is asked, and waits for nothing
// but the store. It does not answer a ping.
func (h *Handlers) Handle(in Interaction) Reply {
	words, err := h.library.of(nil)
	if err != nil {
		panic("discord: " + err.Error()) // NewHandlers has read them
	}
	c := &call{
		Handlers: h, voice: voice{words: words, lang: locale.Pick(in.Locale)},
		key: prefix + in.ID, place: placeOf(in.Channel), guild: in.Guild != "",
		account: accountOf(in.User.ID), name: in.User.Name,
		moderator: in.Guild != "" && (in.MemberPermissions&permissionManageChannels != 0 ||
			slices.ContainsFunc(h.Moderators, func(r string) bool { return slices.Contains(in.Roles, r) })),
		lacks: lacks(in), path: in.Path, options: map[string]string{}, private: in.Ephemeral, thread: in.Thread,
	}
	for name, text := range in.Options {
		c.options[name] = text
	}
	if in.Kind == KindComplete {
		return Reply{Choices: c.complete(in.Focused)}
	}
	if len(in.Values) > 0 {
		c.options["option"] = in.Values[0]
	}
	return c.run().reply(in)
}

// lacks lists what the bot may not do in the channel and needs to play there, as
// keys of permission texts.
func lacks(in Interaction) []string {
	if in.Guild == "" {
		return nil
	}
	need := []struct {
		bit uint64
		key string
	}{{permissionView, "view"}, {permissionSend, "send"}, {permissionAttach, "attach"}}
	if in.InThread || in.Thread {
		need[1].bit, need[1].key = permissionSendInThreads, "send-thread"
	}
	if in.Options["thread"] == "yes" && !in.Thread {
		need = append(need, need[0])
		need[3].bit, need[3].key = permissionThreads, "thread"
	}
	var out []string
	for _, n := range need {
		if in.AppPermissions&n.bit == 0 {
			out = append(out, n.key)
		}
	}
	return out
}

// reply is an answer in the shape that Discord takes.
func (a answer) reply(in Interaction) Reply {
	if a.thread != "" {
		return Reply{Thread: a.thread}
	}
	m := a.card.message(in.User.ID)
	m.Flags |= flagEphemeral
	r := Reply{Message: &m, Update: in.Kind == KindComponent && in.Ephemeral, Picture: a.card.pictured()}
	if a.file != nil {
		r.File = &File{Name: a.file.name, Body: a.file.body}
	}
	return r
}

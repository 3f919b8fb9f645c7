package wire

// Types of option of a command, with Discord's numbers.
const (
	OptionSubcommand = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
	OptionAttachment = 11
)

// Types of channel, with Discord's numbers.
const (
	ChannelText         = 0
	ChannelAnnouncement = 5
	ChannelForum        = forumChannel
)

// Where a command may be given, with Discord's numbers.
const (
	ContextGuild = 0
	ContextDM    = 1 // a direct message with the bot
)

// Types of command, with Discord's numbers (Application Command Types).
const (
	CommandSlash = 1 // is typed
	CommandUser  = 2 // stands in the menu of a person
)

// SlashCommand is a command as it is registered. One in the menu of a person has a free name,
// and neither description nor options. Localizations are by locale of Discord: "fr",
// "es-ES", "es-419".
type SlashCommand struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description,omitempty"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`
	// MemberPermissions are those of which a member of a server needs all to be shown the
	// command, until its managers set something else; 0: everybody is shown it.
	MemberPermissions Permissions `json:"default_member_permissions,omitempty"`
	// Leads is the path of the command whose short form this is; "": it is none.
	Leads string `json:"-"`
}

// CommandOption is an option of a command, or a subcommand with its options.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	MinValue                 *int              `json:"min_value,omitempty"` // of an integer
	MaxValue                 *int              `json:"max_value,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []CommandChoice   `json:"choices,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"` // of an option that takes a channel
	Options                  []CommandOption   `json:"options,omitempty"`
}

// CommandChoice is a value of an option: one of a fixed few, or one that
// completion offers.
type CommandChoice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             string            `json:"value"`
}

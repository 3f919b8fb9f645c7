package wire

// Types of option of a command, with Discord's numbers.
const (
	OptionSubcommand = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
)

// Types of channel, with Discord's numbers.
const (
	ChannelText         = 0
	ChannelAnnouncement = 5
)

// Where a command may be given, with Discord's numbers.
const (
	ContextGuild = 0
	ContextDM    = 1 // a direct message with the bot
)

// commandSlash is the type of a command that is typed.
const commandSlash = 1

// SlashCommand is a slash command as it is registered. Localizations are by locale
// of Discord: "fr", "es-ES", "es-419".
type SlashCommand struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`
	// MemberPermissions are those of which a member of a server needs all to be shown the
	// command, until its managers set something else; 0: everybody is shown it.
	MemberPermissions Permissions `json:"default_member_permissions,omitempty"`
}

// CommandOption is an option of a command, or a subcommand with its options.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
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

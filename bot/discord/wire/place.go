package wire

import "strings"

// prefix stands before the ids of Discord where those of several doors meet.
const prefix = "discord:"

// PlaceOf is a channel or thread as a place where a match is played.
func PlaceOf(channel ID) string { return prefix + channel }

// ChannelOf is the channel or thread of a place; false where the place is not
// in Discord.
func ChannelOf(place string) (channel ID, ok bool) { return strings.CutPrefix(place, prefix) }

// HomeOf is a server as the home of its leagues; "" where there is none.
func HomeOf(guild ID) string {
	if guild == "" {
		return ""
	}
	return prefix + guild
}

// GuildOf is the server of a home; false where it is not in Discord.
func GuildOf(home string) (guild ID, ok bool) { return strings.CutPrefix(home, prefix) }

// AccountOf is a user as an account.
func AccountOf(user ID) string { return prefix + user }

// UserOf is the user of an account; false where it is not of Discord.
func UserOf(account string) (user ID, ok bool) { return strings.CutPrefix(account, prefix) }

package discord

import "strings"

// prefix stands before the ids of Discord where those of several doors meet.
const prefix = "discord:"

// placeOf is a channel or thread as a place where a match is played.
func placeOf(channel ID) string { return prefix + string(channel) }

// ChannelOf is the channel or thread of a place; false where the place is not
// in Discord.
func ChannelOf(place string) (channel ID, ok bool) { return cutID(place) }

// homeOf is a server as the home of its leagues; "" where there is none.
func homeOf(guild ID) string {
	if guild == "" {
		return ""
	}
	return prefix + string(guild)
}

// accountOf is a user as an account.
func accountOf(user ID) string { return prefix + string(user) }

// userOf is the user of an account; false where it is not of Discord.
func userOf(account string) (user ID, ok bool) { return cutID(account) }

func cutID(text string) (ID, bool) {
	id, ok := strings.CutPrefix(text, prefix)
	return ID(id), ok
}

package wire

import (
	"context"
	"fmt"
	"strings"
)

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

// noteOwner is the note with the account of whom the application belongs to.
const noteOwner = "discord owner"

// Owner is the account of whom the application belongs to, by what Discord said last;
// "" where it never did.
func Owner(ctx context.Context, notes Notes) (account string, err error) {
	text, err := notes.Note(ctx, noteOwner)
	return string(text), err
}

// Account is the account of a user of Discord. It returns an error where the id is none.
func Account(user ID) (string, error) {
	if !snowflake(user) {
		return "", fmt.Errorf("%q is not the id of a user: copy it with Discord's developer mode on", user)
	}
	return AccountOf(user), nil
}

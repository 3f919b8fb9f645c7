package wire

import (
	"context"
	"fmt"
)

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

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"referee/bot/discord/gateway"
	"referee/bot/files"
	"referee/bot/notebook"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/store"
)

// discordToken returns the token of the bot.
func discordToken(c config.Discord) (string, error) {
	token, err := secret(c.Token, c.TokenFile, "the token of the bot", "bot token")
	if err != nil {
		return "", err
	}
	token = strings.TrimSpace(token)
	if err := config.Token(token); err != nil {
		return "", fmt.Errorf("%s: %w", c.TokenFile, err)
	}
	if token == "" {
		return "", cli.Misused("no bot token: set REFEREE_DISCORD_TOKEN in the environment, " +
			"or name a file in discord.tokenfile; docs/install.md says how to get a token")
	}
	return token, nil
}

// A secret is a line: it may come out of a pipe, but not for as long as it likes.
const (
	mostSecret = 64 << 10
	patience   = 10 * time.Second
)

// secret returns the text of a file that holds a secret of a kind and nothing else, without the end of its line; plain,
// if no file is named. what names the secret in an error.
func secret(plain, file, what, kind string) (string, error) {
	if file == "" {
		return plain, nil
	}
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	text, err := files.Read(ctx, file, mostSecret)
	if err != nil {
		return "", fmt.Errorf("read %s from %s: %w", what, file, files.Reason(err))
	}
	if strings.TrimSpace(string(text)) == "" {
		return "", fmt.Errorf("%s contains no %s", file, kind)
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// noteRefused is the note that Discord has refused a token.
const noteRefused = "discord token refused"

// askAgain is how long Discord is not asked again with a token that it has refused. Whatever
// restarts the process would ask for ever, and Discord counts that (Rate Limits, Invalid
// Request Limit).
const askAgain = time.Hour

// refusedToken is a token that was refused, as its hash.
type refusedToken struct {
	Token string
	At    time.Time
}

// refusedBefore says when a token was refused, if that is so short ago that Discord is not
// to be asked with it; else it is the zero time.
func refusedBefore(ctx context.Context, s *store.Store, token string, now time.Time) (time.Time, error) {
	r, err := notebook.Read[refusedToken](ctx, s, noteRefused)
	if since := now.Sub(r.At); err != nil || r.Token != hashed(token) || since < 0 || since >= askAgain {
		return time.Time{}, err
	}
	return r.At, nil
}

// notAgain says that a token was refused, and until when Discord is not asked with it.
func notAgain(at time.Time) string {
	return fmt.Sprintf("Discord refused it at %s, and is not asked again before %s",
		at.UTC().Format("15:04 UTC"), at.Add(askAgain).UTC().Format("15:04 UTC"))
}

// noteRefusal keeps that a token was refused, where the bot has ended for that. That is a
// fault of the configuration: whoever starts the program again by itself should not.
func noteRefusal(ctx context.Context, s *store.Store, token string, now time.Time, ended error) error {
	if !errors.Is(ended, gateway.ErrToken) {
		return ended
	}
	return errors.Join(&cli.UsageError{Err: ended}, notebook.Write(ctx, s, noteRefused, refusedToken{hashed(token), now}))
}

// hashed is what is kept of a token.
func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

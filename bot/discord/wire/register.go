package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"

	"referee/bot/discord/rest"
)

// register tells Discord the commands, everywhere or in the test guilds, where
// it was not told the same before.
func (b *Bot) register(ctx context.Context) error {
	text, err := json.Marshal(b.Commands)
	if err != nil {
		return fmt.Errorf("discord: write commands: %w", err)
	}
	sum := sha256.Sum256(text)
	hash := hex.EncodeToString(sum[:])
	base := "/applications/" + string(b.app)
	if len(b.Guilds) == 0 {
		return b.overwrite(ctx, base+"/commands", hash)
	}
	for _, g := range b.Guilds {
		if err := b.overwrite(ctx, base+"/guilds/"+string(g)+"/commands", hash); err != nil {
			return err
		}
	}
	return nil
}

// overwrite replaces the commands of a place; hash is what stands for ours.
func (b *Bot) overwrite(ctx context.Context, path, hash string) error {
	note := "discord" + path
	known, err := b.Notes.Note(note)
	if err != nil || string(known) == hash {
		return err
	}
	_, err = b.rest.Send(ctx, rest.Request{Method: http.MethodPut, Path: path, Body: b.Commands})
	switch {
	case rest.Refused(err, rest.NoAccess, rest.UnknownGuild):
		return fmt.Errorf("register commands at %s: the bot is not in that guild: invite it with the scope applications.commands: %w", path, err)
	case err != nil:
		return fmt.Errorf("register commands: %w", err)
	}
	b.Log.Info("commands registered", "commands", len(b.Commands))
	return b.Notes.PutNote(note, []byte(hash))
}

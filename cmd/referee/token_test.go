package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"referee/bot/discord/gateway"
	"referee/bot/test/discordtest"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// TestARefusedTokenIsNotTriedForEver: what starts the program again and again does not ask
// Discord again with a token that it has refused. Another token is tried at once.
func TestARefusedTokenIsNotTriedForEver(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	dir := t.TempDir()
	c := config.Values{General: config.General{DB: filepath.Join(dir, "r.db"), Game: "toy", Lang: "en"}, Dice: config.Dice{Key: filepath.Join(dir, "r.key")}, Discord: config.Discord{Interactions: "gateway"}}
	for _, step := range []struct {
		token string
		asks  bool
		said  string
	}{
		{"wrong", true, "the token is not accepted: make a new one"},
		{"wrong", false, "and is not asked again before"},
		{"wrong-too", true, "the token is not accepted: make a new one"},
	} {
		before := len(d.Requests())
		c.Discord.Token = step.token
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		cmd.SetErr(&servedLog{})
		err := serve(cmd, c, d.Transport())
		var misused *cli.UsageError
		if !errors.Is(err, gateway.ErrToken) || !errors.As(err, &misused) || !strings.Contains(err.Error(), step.said) {
			t.Errorf("%s: it ended with %v", step.token, err)
		}
		if asked := len(d.Requests()) > before; asked != step.asks {
			t.Errorf("%s: Discord was asked: %t", step.token, asked)
		}
	}
	d.Complaints()
}

package main

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/test/discordtest"
	"referee/cmd/config"
)

// TestServe opens and joins a match of the game that is configured, in a
// stand-in for Discord, and stops.
func TestServe(t *testing.T) {
	t.Parallel()
	// It draws whole maps, which may take long where many tests share a processor.
	d := discordtest.New(t, discordtest.Options{Patience: time.Minute, Deadline: time.Minute})
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	var said bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetErr(&said)
	c := config.Values{
		General: config.General{DB: filepath.Join(dir, "r.db"), Game: "celles", Lang: "en"},
		Dice:    config.Dice{Key: filepath.Join(dir, "r.key")},
		Discord: config.Discord{Token: d.Token(), Emoji: true, Shards: 1},
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(cmd, c, d.Transport()) }()
	d.Ready()

	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "fr")
	if s := anna.Slash(ch, "match new", "thread:no").Wait(); s.Failed || !strings.Contains(s.Message.Text(), "open") {
		t.Errorf("anna is told %v", s.Message)
	}
	anna.Slash(ch, "match join", "side:german").Wait()
	ben.Slash(ch, "match join", "side:allied").Wait()
	d.Until("a board with a map", func() bool {
		return slices.ContainsFunc(ch.Messages(nil), func(m *discordtest.Message) bool { return len(m.Pictures()) == 1 })
	})

	d.Until("symbols of units", func() bool { return len(d.Emoji()) > 0 })
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if strings.Contains(said.String(), c.Discord.Token) || strings.Contains(said.String(), "ERROR") {
		t.Errorf("it said:\n%s", &said)
	}
}

package wire

import (
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"referee/bot/discord/discordtest"
)

func TestTooManySessionsAreNotBegun(t *testing.T) {
	var b sessionCount
	now := time.Unix(0, 0)
	for i := range maxSessions {
		if w := b.wait(now); w != 0 {
			t.Fatalf("session %d waits %v", i, w)
		}
		b.note(now)
		now = now.Add(time.Second)
	}
	if w := b.wait(now); w != time.Hour-maxSessions*time.Second {
		t.Errorf("the next waits %v", w)
	}
	if w := b.wait(now.Add(time.Hour)); w != 0 {
		t.Errorf("an hour later it waits %v", w)
	}
}

func TestEndsThatNeedPeople(t *testing.T) {
	for code, want := range map[int]bool{4000: false, 4004: true, 4007: false, 4009: false, 4010: true, 4011: true, 4013: true, 4014: true, 1006: false} {
		if got := fatal(&websocket.CloseError{Code: code}) != nil; got != want {
			t.Errorf("code %d ends the bot: %t, want %t", code, got, want)
		}
	}
}

// TestShards connects twice: each guild is heard on one connection.
func TestShards(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	n := startWith(t, d, &player{handle: func(Interaction) Reply {
		return Reply{Kind: Say, Message: says("here")}
	}}, nil, func(c *Config) { c.Shards = 2 })
	d.Until("two connections", func() bool { return d.Gateway.Connected() == 2 })
	for _, name := range []string{"a", "b", "c", "d"} {
		g := d.Guild(name)
		ch, u := g.Channel("games"), g.Member("ben", "fr")
		if s := u.Slash(ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
			t.Errorf("in %s: %+v", name, s)
		}
	}
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
}

package discordtest

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestASessionIsResumed(t *testing.T) {
	for _, c := range []struct {
		name  string
		cut   func(*Gateway)
		heard bool // what happened in between
	}{
		{"after the connection was lost", (*Gateway).Disconnect, true},
		{"when it is asked to reconnect", (*Gateway).Reconnect, true},
		{"not when it is forgotten", (*Gateway).Forget, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := New(t, Options{Lenient: true})
			b := connect(t, d, nil)
			g := d.Guild("club")
			ch, anna := g.Channel("games"), g.Member("anna", "fr")
			c.cut(d.Gateway)
			p := anna.Slash(ch, "end")
			d.Until("the bot to leave", func() bool { return d.Gateway.Connected() == 0 || b.count() == 1 })
			d.Ready()
			anna.Slash(ch, "end")
			want := 1
			if c.heard {
				want = 2
			}
			d.Until("what happened", func() bool { return b.count() >= want })
			d.Quiet(50 * time.Millisecond)
			if b.count() != want || p.Shown().Failed == c.heard {
				t.Errorf("it heard %d, failed %v", b.count(), p.Shown().Failed)
			}
		})
	}
}

func TestHeartbeats(t *testing.T) {
	d := New(t, Options{Lenient: true, Heartbeat: 20 * time.Millisecond})
	b := connect(t, d, nil)
	b.RLock()
	first := b.LastHeartbeatAck
	b.RUnlock()
	d.Until("a heartbeat", func() bool {
		b.RLock()
		defer b.RUnlock()
		return b.LastHeartbeatAck.After(first)
	})
	if d.Gateway.Connected() != 1 {
		t.Error("the connection was lost")
	}
}

func TestShards(t *testing.T) {
	s := &session{shard: [2]int{1, 2}, intents: discordgo.IntentGuilds}
	if s.serves("") || s.serves("8388608") || !s.serves("4194304") {
		t.Error("guilds go to the wrong shard")
	}
}

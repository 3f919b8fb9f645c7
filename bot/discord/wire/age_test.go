package wire

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referee/bot/test/discordtest"
)

// TestAgeIsNeverTooGreat: whatever the delays and however wrong our clock, nothing is held to
// be older than it is, and after a few answers little younger.
func TestAgeIsNeverTooGreat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms := func(name string, most int) time.Duration {
			return time.Duration(rapid.IntRange(0, most).Draw(t, name)) * time.Millisecond
		}
		c := newServerClock()
		ahead := ms("Discord's clock ahead", 100_000) - 50*time.Second
		now := c.base
		for range rapid.IntRange(1, 20).Draw(t, "answers") {
			now = now.Add(ms("pause", 30_000))
			sent := now
			there := sent.Add(ms("way there", 800))
			now = there.Add(ms("way back", 800))
			c.dated(sent, now, there.Add(ahead).Truncate(time.Second))
		}
		age := ms("age", 10_000)
		got := c.age(now.Add(ahead).Add(-age), now)
		if got > age || age-got > 1800*time.Millisecond {
			t.Fatalf("%v old, said to be %v", age, got)
		}
	})
}

func TestAClockThatIsSetIsFollowed(t *testing.T) {
	c := newServerClock()
	now := c.base
	if !c.stale(now) || c.age(now.Add(-time.Hour), now) != 0 {
		t.Error("something is known before the first answer")
	}
	c.dated(now, now, now.Truncate(time.Second))
	now = now.Add(time.Minute)
	later := now.Add(time.Hour) // Discord's clock, or ours while the machine slept
	c.dated(now, now, later.Truncate(time.Second))
	if age := c.age(later.Add(-5*time.Second), now); age > 5*time.Second || age < 3*time.Second {
		t.Errorf("5 s old, said to be %v", age)
	}
	if c.stale(now) || !c.stale(now.Add(dateHolds+time.Second)) {
		t.Error("a date holds for the wrong time")
	}
}

// TestOldInteractionsAreLeftOut is D8 of what was found in November 2026: after a RESUME
// come presses whose users were told long ago that the application did not respond.
func TestOldInteractionsAreLeftOut(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Deadline: time.Minute})
	handled := make(chan ID, 10)
	n := startWith(t, d, &player{handle: func(i Interaction) Response {
		handled <- i.ID
		return Response{Kind: Say, Message: says("done")}
	}}, nil, func(c *Config) { c.Timing.Answer = 30 * time.Second })
	n.d.Until("a connection", func() bool { return strings.Contains(n.log.String(), "connected to Discord") })
	d.Gateway.Mute()
	old := n.anna.Slash(n.ch, "go")
	d.Advance(2 * time.Minute) // by Discord's clock, of which the next answer tells
	if _, err := n.bot.application(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.Gateway.Disconnect() // the bot resumes, and hears what it missed
	p := n.anna.Slash(n.ch, "go")
	if s := p.Wait(); s.Message == nil || s.Message.Text() != "done" {
		t.Fatalf("%+v", s)
	}
	if first := <-handled; first != ID(p.ID()) || len(handled) != 0 {
		t.Errorf("%s was handled, of %s that is old and %s", first, old.ID(), p.ID())
	}
}

// TestAMachineWithAWrongClock answers everybody: age goes by Discord's clock.
func TestAMachineWithAWrongClock(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"ahead": time.Hour, "behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t, patient)
			d.Advance(-ahead)
			n := startWith(t, d, answersHere, nil, func(c *Config) { c.Timing.Answer = 30 * time.Second })
			if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
				t.Errorf("%+v", s)
			}
		})
	}
}

// TestUnansweredCommandsAreReported: who was told that the application did not
// respond hears in the channel that it did what they asked.
func TestUnansweredCommandsAreReported(t *testing.T) {
	t.Parallel()
	for name, done := range map[string]bool{"done": true, "nothing was done": false} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t, discordtest.Options{Deadline: 50 * time.Millisecond})
			came := make(chan bool, 1)
			p := &player{handle: func(Interaction) Response {
				came <- true
				time.Sleep(200 * time.Millisecond) // a slow disk
				return Response{Kind: Say, Private: true, Message: says("secret")}
			}}
			if done {
				m := says("it was done")
				p.unheard = &m
			}
			n := startWith(t, d, p, nil, func(c *Config) { c.Timing.Defer = time.Minute })
			if s := n.anna.Slash(n.ch, "go").Wait(); !s.Failed {
				t.Fatalf("%+v", s)
			}
			<-came // the user may have given up before it came
			n.bot.WaitAnswered()
			want := 0
			if done {
				want = 1
			}
			if got := n.ch.Messages(nil); len(got) != want || done && got[0].Text() != "it was done" {
				t.Errorf("in the channel: %v", got)
			}
		})
	}
}

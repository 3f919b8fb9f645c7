package discord

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/limit"
	"referee/bot/test/discordtest"
	"referee/engine"
	"referee/engine/match"
)

// The smallest allowances: what a person, and what a channel is allowed at once.
const (
	perSecond     = 1
	personAtOnce  = 6
	channelAtOnce = 20
	wordsAtOnce   = 8
	saidAtOnce    = 3
)

// patience is how long an answer may take: what is busy with a crowd is slow.
const patience = time.Minute

// limitClock is a clock that stands until the test moves it.
type limitClock struct {
	mu  sync.Mutex
	now time.Time
}

func (k *limitClock) Now() time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

func (k *limitClock) pass(d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.now = k.now.Add(d)
}

// limited is a club with a match of the toy under way, in which anna plays red and ben blue.
// Its outbox is read when it is asked for alone, and limits hold from now on.
type limited struct {
	*clubhouse
	clock   *limitClock
	refused *atomic.Int64 // interactions
	id      match.ID
}

func limitedClub(t *testing.T, by door) *limited {
	t.Helper()
	d := discordtest.New(t, discordtest.Options{Seed: *seed, Limit: 200, HTTP: bool(by), Deadline: patience})
	c := newClubIn(t, d, *seed, paintNothing, toyGame, "en-GB", "en-GB", "en-GB")
	id := c.opens("side:red")
	c.told(id)
	c.process.stop()
	if err := <-c.ended; err != nil {
		t.Fatal(err)
	}
	if err := c.store.Close(); err != nil {
		t.Fatal(err)
	}
	l := &limited{clubhouse: c, clock: &limitClock{now: time.Unix(1_700_000_000, 0)}, refused: &atomic.Int64{}, id: id}
	c.limits = limit.New(limit.Config{PerSecond: perSecond, Now: l.clock.Now, Refused: func(limit.Kind, limit.Scope) { l.refused.Add(1) }})
	c.poll, c.timing.Answer = time.Hour, patience
	c.start()
	return l
}

// asks gives a command so many times at once, and returns how many were answered, how many refused
// with the text of a key in a language, and how many met with silence.
func (c *limited) asks(u *discordtest.User, times int, lang, refusal string) (done, said, silent int) {
	c.t.Helper()
	before := c.refused.Load()
	var all []*discordtest.Press
	for range times {
		all = append(all, u.Slash(c.channel, "match status"))
	}
	c.discord.Until("an end to all that was asked", func() bool {
		done = 0
		for _, p := range all {
			if m := p.Shown().Message; m != nil && !saysIn(lang, m.Text(), refusal) {
				done++
			}
		}
		return done+int(c.refused.Load()-before) == times
	})
	c.bot.WaitAnswered()
	for _, p := range all {
		m := p.Shown().Message
		switch {
		case m == nil:
			silent++
		case saysIn(lang, m.Text(), refusal):
			said++
			if !m.Private() {
				c.t.Error("everybody sees that somebody was refused")
			}
		}
	}
	return done, said, silent
}

// TestAFloodOfOnePerson is refused without a look at the store, and said a few times; the
// others go on as if nothing were.
func TestAFloodOfOnePerson(t *testing.T) { throughDoors(t, aFloodOfOnePerson) }

func aFloodOfOnePerson(t *testing.T, by door) {
	t.Helper()
	c := limitedClub(t, by)
	carla, anna := c.people[2].user, c.people[0]
	const more = "discord.limited.person"
	if done, said, silent := c.asks(carla, personAtOnce, "en", more); done != personAtOnce {
		t.Errorf("of what is allowed %d were done, %d refused, %d not answered", done, said, silent)
	}
	before := c.store.Reads()
	done, said, silent := c.asks(carla, 60, "en", more)
	if done != 0 || said != saidAtOnce || silent != 60-saidAtOnce {
		t.Errorf("of 60 more %d were done, %d refused, %d not answered", done, said, silent)
	}
	if reads := c.store.Reads() - before; reads > 60/2 { // after what was done the outbox is looked at, and boards are made
		t.Errorf("%d reads of the store for what was refused", reads)
	}
	if s := anna.does(func() *discordtest.Press { return anna.user.Slash(c.channel, "choose") }); s.Failed || len(moves(s.Message)) == 0 {
		t.Errorf("who is to act was shown %v", s.Message)
	}
}

// TestBusyChannelDoesNotBlockPlayers: it is refused in its languages, and the player goes on,
// by typing and by buttons.
func TestBusyChannelDoesNotBlockPlayers(t *testing.T) { throughDoors(t, aCrowdInAChannel) }

func aCrowdInAChannel(t *testing.T, by door) {
	t.Helper()
	c := limitedClub(t, by)
	const refused = "discord.limited.channel"
	done := 0
	for n := range 5 {
		a, _, _ := c.asks(c.guild.Member(fmt.Sprint("guest", n), "en-GB"), 5, "en", refused)
		done += a
	}
	if done != channelAtOnce {
		t.Errorf("%d of 25 were done in the channel", done)
	}
	for _, lang := range []string{"en-GB", "fr", "es-ES"} {
		late := c.guild.Member("late-"+strings.ToLower(lang), lang)
		if done, said, _ := c.asks(late, 1, lang, refused); done != 0 || said != 1 {
			t.Errorf("%s: who comes late was not told so", lang)
		}
	}
	anna, before := c.people[0], c.look(c.id).Seq
	anna.lookAgain()
	anna.answersFrom(c.id, before)
}

// answersFrom has somebody press what they are shown until they have answered a question.
func (p *person) answersFrom(id match.ID, before int) {
	p.t.Helper()
	for range 20 {
		if p.look(id).Seq > before {
			return
		}
		all := moves(p.panel)
		if len(all) == 0 {
			break
		}
		p.take(all[0])
	}
	if p.look(id).Seq == before {
		p.t.Errorf("%s was kept from acting, and is shown\n%s", p.user.Name, p.panel)
	}
}

// TestAButtonPressedTooSoon stays where it is, and works when it is pressed again.
func TestAButtonPressedTooSoon(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en-GB", "fr", "es-ES"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			c := limitedClub(t, overGateway)
			anna, before := c.people[0], c.look(c.id).Seq
			anna.user.Speak(lang)
			anna.lookAgain()
			panel := anna.panel
			c.asks(anna.user, personAtOnce-1, lang, "discord.limited.person")
			first := moves(panel)[0]
			s := anna.take(first)
			refusal := sayIn(lang, "discord.limited.person", engine.Num("n", 1), engine.Text("when", "<t:1700000001:R>"))
			if text := s.Message.Text(); !s.Message.Private() || !strings.Contains(text, refusal) {
				t.Errorf("who presses too soon is told\n%s", text)
			}
			if panel.Now().Text() != panel.Text() || len(moves(panel.Now())) != len(moves(panel)) {
				t.Errorf("what was pressed is\n%s", panel.Now())
			}
			c.clock.pass(time.Minute)
			anna.take(first)
			anna.answersFrom(c.id, before)
		})
	}
}

// TestOpenFormsPassTheRateLimit: who has used up what they may do after they have opened a form
// can still send it.
func TestOpenFormsPassTheRateLimit(t *testing.T) {
	t.Parallel()
	c := limitedClub(t, overGateway)
	anna, carla := c.people[0].user, c.people[2].user
	other := c.guild.Channel("other")
	anna.Slash(other, "match new", "thread:no").Wait()
	var form *discordtest.Modal
	for _, b := range carla.Slash(other, "dice show").Wait().Message.Buttons() {
		if strings.HasSuffix(b.CustomID, "/ask") {
			form = carla.Click(carla.Slash(other, "dice show").Wait().Message, b.CustomID).Wait().Modal
		}
	}
	if form == nil {
		t.Fatal("no form asks for words for the dice")
	}
	c.asks(carla, personAtOnce, "en", "discord.limited.person")
	if s := carla.Submit(form, map[string]string{"phrase": "long live the dice"}).Wait(); s.Message == nil || !strings.Contains(s.Message.Text(), "long live the dice") {
		t.Errorf("who has written something is told\n%s", s.Message)
	}
}

// TestWordsOverTheLimit: nothing is proposed to who types too much, and typing costs nobody
// their acts.
func TestWordsOverTheLimit(t *testing.T) {
	t.Parallel()
	c := limitedClub(t, overGateway)
	anna := c.people[0]
	for n := range wordsAtOnce {
		if list := anna.user.Autocomplete(c.channel, "choose", "order:"); len(list) == 0 {
			t.Fatalf("nothing is proposed to the %dth letter", n+1)
		}
	}
	before := c.store.Reads()
	for range saidAtOnce {
		if list := anna.user.Autocomplete(c.channel, "choose", "order:"); len(list) != 0 {
			t.Errorf("proposed was %v", list)
		}
	}
	if reads := c.store.Reads() - before; reads != 0 {
		t.Errorf("%d reads of the store", reads)
	}
	if s := anna.does(func() *discordtest.Press { return anna.user.Slash(c.channel, "choose") }); len(moves(s.Message)) == 0 {
		t.Errorf("who has typed much is shown\n%s", s.Message)
	}
}

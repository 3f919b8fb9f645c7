package mail

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
)

// presser plays in Discord, by what they are shown.
type presser struct {
	house   *house
	channel *discordtest.Channel
	who     *discordtest.User
	random  *rand.Rand
	panel   *discordtest.Message // what they were shown last, for them alone
	presses int
}

func newPresser(h *house, seed uint64) *presser {
	g := h.discord.Guild("club")
	return &presser{house: h, channel: g.Channel("games"), who: g.Member("dora", "en-GB"), random: rand.New(rand.NewPCG(seed, 2))}
}

// matchOf is the id of a match in the last line of a post.
var matchOf = regexp.MustCompile(`(?m)^-# (\S+) #`)

// opens opens a match and takes the first side, and returns the id of the match.
func (u *presser) opens(ctx context.Context, game string) (string, error) {
	u.house.discord.Until("the commands", func() bool { return len(u.house.discord.Commands()) > 0 && u.house.discord.Gateway.Connected() > 0 })
	side := map[string]string{"celles": "german", "toy": "red"}[game]
	u.await(ctx, u.who.Slash(u.channel, "match new", "game:"+game, "side:"+side))
	for {
		for _, m := range u.channel.Messages(nil) {
			if found := matchOf.FindStringSubmatch(m.Text()); found != nil {
				return found[1], nil
			}
		}
		if !u.pause(ctx) {
			return "", errors.Join(errors.New("no match is open"), ctx.Err())
		}
	}
}

// pause waits as people do before they press again, and reports whether they go on.
func (u *presser) pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(u.random.IntN(100)+20) * time.Millisecond):
		return true
	}
}

// plays plays until ctx ends, and says of every third press that it was made.
func (u *presser) plays(ctx context.Context, did chan<- struct{}) {
	for u.pause(ctx) {
		if !u.house.up.Load() {
			continue
		}
		all := moves.Of(u.panel)
		if len(all) == 0 {
			u.await(ctx, u.who.Slash(u.channel, "choose"))
			continue
		}
		m := moves.Prefer(u.random, all)
		p := u.who.Click
		if m.Value != "" {
			p = func(on *discordtest.Message, id string) *discordtest.Press { return u.who.Select(on, id, m.Value) }
		}
		pressed := p(m.Message, m.ID)
		if u.presses++; u.presses%3 == 0 {
			did <- struct{}{}
		}
		u.await(ctx, pressed)
	}
}

// await waits until they are shown something for a press.
func (u *presser) await(ctx context.Context, p *discordtest.Press) {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end) && ctx.Err() == nil; {
		if s := p.Shown(); s.Failed {
			break
		} else if s.Message != nil && !s.Message.Thinking {
			if s.Message.Private() {
				u.panel = s.Message
			}
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond): // in which people look at the screen
		}
	}
	u.panel = nil
}

package moves

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strconv"
	"time"

	"referee/bot/test/discordtest"
)

// Person is a simulated person in a channel. They know only what the bot shows them.
type Person struct {
	User    *discordtest.User
	Channel *discordtest.Channel
	Random  *rand.Rand
	Panel   *discordtest.Message // what they were shown last, for them alone; nil: nothing
}

// Slash types a command.
func (p *Person) Slash(command string, options ...string) *discordtest.Press {
	return p.User.Slash(p.Channel, command, options...)
}

// Take presses the button of a move, or chooses in its menu.
func (p *Person) Take(m Move) *discordtest.Press {
	if m.Value != "" {
		return p.User.Select(m.Message, m.ID, m.Value)
	}
	return p.User.Click(m.Message, m.ID)
}

// Next takes a move at random, or asks what is open where none is offered.
func (p *Person) Next() *discordtest.Press {
	if all := Of(p.Panel); len(all) > 0 {
		return p.Take(Prefer(p.Random, all))
	}
	return p.Slash("choose")
}

// Read looks at the answer to a press. It returns nil where it failed; done is false while the answer is not there.
func (p *Person) Read(press *discordtest.Press) (answer *discordtest.Message, done bool) {
	s := press.Shown()
	switch {
	case !s.Failed && s.Message == nil && s.Modal == nil, s.Message != nil && s.Message.Thinking && !s.Failed:
		return nil, false
	case !s.Failed && s.Message != nil && s.Message.Private():
		p.Panel = s.Message
	default:
		p.Panel = nil
	}
	if s.Failed {
		return nil, true
	}
	return s.Message, true
}

// Await waits for the answer to a press, and returns nil where none comes in time.
func (p *Person) Await(ctx context.Context, press *discordtest.Press, within time.Duration) *discordtest.Message {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	for {
		if answer, done := p.Read(press); done {
			return answer
		}
		select {
		case <-ctx.Done():
			p.Panel = nil
			return nil
		case <-time.After(2 * time.Millisecond): // the time in which people look at the screen
		}
	}
}

var foot = regexp.MustCompile(`(?m)^-# (\S+) #([0-9]+)·([0-9a-f]{8})$`)

// Footer returns the last footer of a text: the match, the number of its last decision, and the first 8 hex digits of its
// head. They are zero where there is none.
func Footer(text string) (match string, n int, head string) {
	all := foot.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return "", 0, ""
	}
	last := all[len(all)-1]
	n, _ = strconv.Atoi(last[2]) // it is of digits
	return last[1], n, last[3]
}

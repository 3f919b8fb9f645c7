package discordtest

import (
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Press is one thing that a user did: a command, a press of a button, a choice,
// a modal sent. Its fields are guarded by the lock of its stand-in.
type Press struct {
	user     *User
	channel  *Channel
	by       *User // who has added the application, where that is why the bot hears of it
	id       string
	token    string
	asked    discordgo.InteractionType // kind of interaction
	source   string                    // the message it was made on
	at       time.Time
	first    time.Time                         // when the first answer came, and
	whole    time.Time                         // when there was more of it than that it would follow
	kind     discordgo.InteractionResponseType // of the first answer; 0: there is none
	failed   bool
	original string // message of the first answer
	more     []string
	modal    *Modal
	choices  []CommandChoice
}

// Shown is what a user is shown for what they did.
type Shown struct {
	// Failed says that they were told that the application did not respond.
	Failed bool
	// Message is the answer, or the message that was changed; nil where there
	// is none, or it was deleted.
	Message *Message
	// More are further messages.
	More    []*Message
	Modal   *Modal
	Choices []CommandChoice
}

// Modal is a form that a user is asked to fill in.
type Modal struct {
	press      *Press
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Fields lists what is to be filled in.
func (m *Modal) Fields() []Component {
	var out []Component
	each(m.Components, func(c Component) {
		if c.interactive() {
			out = append(out, c)
		}
	})
	return out
}

// ID is the id of the interaction.
func (p *Press) ID() string { return p.id }

// Took is how long the user waited for the first answer, and for one that says more than that
// it will follow; 0: it has not come.
func (p *Press) Took() (first, whole time.Duration) {
	p.user.d.mu.Lock()
	defer p.user.d.mu.Unlock()
	if !p.first.IsZero() {
		first = max(p.first.Sub(p.at), 1)
	}
	if !p.whole.IsZero() {
		whole = max(p.whole.Sub(p.at), 1)
	}
	return first, whole
}

// answered notes that an answer came; later: it says that another will follow. The lock is held.
func (p *Press) answered(later bool) {
	now := p.user.d.now()
	if p.first.IsZero() {
		p.first = now
	}
	if p.whole.IsZero() && !later {
		p.whole = now
	}
}

// Wait waits until the user is shown something that stays: not that the bot is
// thinking. A press that changes nothing for now ends with its first answer.
func (p *Press) Wait() Shown {
	d := p.user.d
	d.t.Helper()
	var s Shown
	d.Until("an answer to "+p.user.Name, func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		if p.kind == 0 && !p.failed {
			return false
		}
		s = p.shown()
		return s.Message == nil || !s.Message.Thinking
	})
	return s
}

// Shown is what the user is shown so far.
func (p *Press) Shown() Shown {
	p.user.d.mu.Lock()
	defer p.user.d.mu.Unlock()
	return p.shown()
}

func (p *Press) shown() Shown {
	s := Shown{Failed: p.failed, Modal: p.modal, Choices: slices.Clone(p.choices)}
	if p.original != "" {
		s.Message = p.channel.find(p.original)
	}
	for _, id := range p.more {
		if m := p.channel.find(id); m != nil {
			s.More = append(s.More, m)
		}
	}
	return s
}

// press sends an interaction to the bot. The lock is held.
func (u *User) press(ch *Channel, kind discordgo.InteractionType, data map[string]any, source *Message) *Press {
	d := u.d
	ch.enter(u)
	p := &Press{user: u, channel: ch, asked: kind, id: d.newID(), at: d.now()}
	tooLate := d.befalls(late, d.faults.Late, "")
	if tooLate {
		p.id = d.oldID(d.opt.Deadline + time.Second)
		d.late = append(d.late, p.id)
	}
	p.token = "interaction" + p.id
	d.presses[p.token] = p
	e := map[string]any{
		"id": p.id, "application_id": d.bot.ID, "type": kind, "data": data, "token": p.token,
		"version": 1, "channel_id": ch.ID, "channel": ch.wire(), "locale": u.locale, "entitlements": []any{},
		"app_permissions": ch.may().String(), "attachment_size_limit": 10 << 20,
	}
	if g := ch.guild; g != nil {
		e["guild_id"], e["guild_locale"], e["member"], e["context"] = g.ID, g.locale, u.acting(g), 0
		e["guild"] = map[string]any{"id": g.ID, "locale": g.locale, "features": []any{}}
	} else {
		e["user"], e["context"] = u.wire(), ch.context()
	}
	p.by = u
	if source != nil && source.Press != nil { // by whom the message is there
		p.by = source.Press.by
	}
	e["authorizing_integration_owners"] = p.owners()
	if source != nil {
		p.source = source.ID
		e["message"] = source.wire()
	}
	if !d.opt.Unchecked {
		if err := checkEvent("INTERACTION_CREATE", e); err != nil {
			d.mistake("%v", err)
		}
	}
	if heard := d.Gateway.deliver(dispatch{ch.guildID(), "INTERACTION_CREATE", e, p}); !heard || tooLate {
		p.fail()
	}
	time.AfterFunc(d.opt.Deadline, p.expire)
	d.touch()
	return p
}

// context is where somebody does something in a channel (Receiving and Responding, Interaction Context Types).
func (c *Channel) context() int {
	switch {
	case c.people != nil:
		return 2
	case c.guild == nil:
		return 1
	}
	return 0
}

// visited reports whether the bot is not in a channel, so that it hears alone of what is done with its commands there.
func (c *Channel) visited() bool { return c.people != nil || c.guild != nil && c.guild.without }

// owners are for whom the application is where something was done (Receiving and Responding, Authorizing Integration Owners Object).
func (p *Press) owners() map[string]any {
	out := map[string]any{}
	switch c := p.channel; {
	case c.visited():
	case c.guild != nil:
		out["0"] = c.guild.ID
	default:
		out["0"] = "0"
	}
	if p.by.added {
		out["1"] = p.by.ID
	}
	return out
}

// expire ends the time for a first answer.
func (p *Press) expire() {
	d := p.user.d
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.kind == 0 && !p.failed {
		p.fail()
		d.touch()
	}
}

// fail tells the user that there is no answer. The lock is held.
func (p *Press) fail() {
	p.failed = true
	if p.asked != discordgo.InteractionApplicationCommandAutocomplete {
		p.user.d.tell(tale{channel: p.channel, user: p.user, text: "(The application did not respond)"})
	}
}

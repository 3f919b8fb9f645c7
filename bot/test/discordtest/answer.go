package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// tokenLife is how long an interaction's token is good.
const tokenLife = 15 * time.Minute

// mostFollowUps is how many messages may follow an answer where the bot is not (Receiving and Responding, "Followup Messages").
const mostFollowUps = 5

// answer takes the first answer to an interaction.
func (a *api) answer(c *call) (reply, error) {
	p := a.d.presses[c.value("interaction_token")]
	if p == nil || p.id != c.value("interaction_id") || p.failed {
		return reply{}, errInteraction
	}
	if p.kind != 0 {
		return reply{}, errAnswered
	}
	var b struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data json.RawMessage                   `json:"data"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	if err := a.take(c, p, b.Type, b.Data); err != nil {
		return reply{}, err
	}
	p.kind = b.Type
	p.answered(b.Type == discordgo.InteractionResponseDeferredChannelMessageWithSource || b.Type == discordgo.InteractionResponseDeferredMessageUpdate)
	if c.r.URL.Query().Get("with_response") != "true" {
		return reply{http.StatusNoContent, nil}, nil
	}
	said := map[string]any{"id": p.id, "type": p.asked}
	callback := map[string]any{"interaction": said}
	m := p.channel.find(p.original)
	if m != nil {
		said["response_message_id"], said["response_message_loading"], said["response_message_ephemeral"] = m.ID, m.Thinking, m.For != nil
	}
	if m != nil && (b.Type == discordgo.InteractionResponseChannelMessageWithSource || b.Type == discordgo.InteractionResponseUpdateMessage) { // Interaction Callback Resource Object
		callback["resource"] = map[string]any{"type": b.Type, "message": m.wire()}
	}
	return reply{200, callback}, nil
}

// take does what a first answer says.
func (a *api) take(c *call, p *Press, kind discordgo.InteractionResponseType, data json.RawMessage) error {
	component := p.asked == discordgo.InteractionMessageComponent || p.asked == discordgo.InteractionModalSubmit && p.source != ""
	switch {
	case (kind == discordgo.InteractionApplicationCommandAutocompleteResult) != (p.asked == discordgo.InteractionApplicationCommandAutocomplete):
		return wrong(fmt.Errorf("type: %d does not answer an interaction of type %d", kind, p.asked))
	case (kind == discordgo.InteractionResponseUpdateMessage || kind == discordgo.InteractionResponseDeferredMessageUpdate) && !component:
		return wrong(fmt.Errorf("type: %d, and there is no message to change", kind))
	case kind == discordgo.InteractionResponseModal && p.asked == discordgo.InteractionModalSubmit:
		return wrong(errors.New("type: a modal does not answer a modal"))
	}
	switch kind {
	case discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseDeferredChannelMessageWithSource:
		return a.takeMessage(c, p, kind, data)
	case discordgo.InteractionResponseDeferredMessageUpdate:
		p.original = p.source
		return nil
	case discordgo.InteractionResponseUpdateMessage:
		return a.takeUpdate(c, p, data)
	case discordgo.InteractionApplicationCommandAutocompleteResult:
		return p.takeChoices(data)
	case discordgo.InteractionResponseModal:
		return p.takeModal(data)
	default:
		return wrong(fmt.Errorf("type: %d is not an answer here", kind))
	}
}

// unpack reads the data of an answer as a message body.
func unpack(data json.RawMessage) (body, error) {
	var b body
	if len(data) > 0 {
		if err := json.Unmarshal(data, &b); err != nil {
			return b, wrong(err)
		}
	}
	return b, nil
}

// takeMessage takes a message, or that one will come.
func (a *api) takeMessage(c *call, p *Press, kind discordgo.InteractionResponseType, data json.RawMessage) error {
	b, err := unpack(data)
	if err != nil {
		return err
	}
	if kind == discordgo.InteractionResponseChannelMessageWithSource {
		if err := checkMessage(b, c.files, use{ephemeral: true}); err != nil {
			return wrong(err)
		}
	} else if b.Flags != nil && *b.Flags&^discordgo.MessageFlagsEphemeral != 0 {
		return wrong(fmt.Errorf("flags: %d has no effect on what comes later", *b.Flags))
	}
	if kind == discordgo.InteractionResponseDeferredChannelMessageWithSource && (b.Content != nil || b.Components != nil || len(c.files) > 0) {
		return wrong(errors.New("data: a message that comes later has none yet"))
	}
	m := a.d.compose(p.channel, b, c.files)
	m.Press, m.Thinking = p, kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
	if m.flags&discordgo.MessageFlagsEphemeral != 0 {
		m.For = p.user
	}
	p.original = m.ID
	p.channel.put(m)
	return nil
}

// takeUpdate changes the message that was pressed.
func (a *api) takeUpdate(c *call, p *Press, data json.RawMessage) error {
	m := p.channel.find(p.source)
	if m == nil {
		return errMessage
	}
	b, err := unpack(data)
	if err != nil {
		return err
	}
	if err := checkMessage(b, c.files, use{edit: true, flags: m.flags, kept: m.Files}); err != nil {
		return wrong(err)
	}
	p.original = m.ID
	p.channel.put(m.edit(b, c.files, a.d.now()))
	return nil
}

func (p *Press) takeChoices(data json.RawMessage) error {
	var b struct {
		Choices []CommandChoice `json:"choices"`
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return wrong(err)
	}
	for _, c := range b.Choices {
		if s, ok := c.Value.(string); ok && (s == "" || utf8.RuneCountInString(s) > 100) {
			return wrong(fmt.Errorf("choices: a value of %d characters", utf8.RuneCountInString(s)))
		}
	}
	p.choices = b.Choices
	return nil
}

func (p *Press) takeModal(data json.RawMessage) error {
	m := &Modal{press: p}
	if err := json.Unmarshal(data, m); err != nil {
		return wrong(err)
	}
	if err := checkModal(m.Components); err != nil {
		return wrong(err)
	}
	p.modal = m
	p.user.d.tell(tale{channel: p.channel, user: p.user, modal: m})
	return nil
}

// token finds the interaction of a webhook's token.
func (a *api) token(c *call) (*Press, error) {
	p := a.d.presses[c.value("webhook_token")]
	switch {
	case p == nil || c.value("webhook_id") != a.d.bot.ID:
		return nil, errWebhook
	case a.d.now().Sub(p.at) > tokenLife:
		return nil, errExpired
	case p.kind == 0:
		return nil, errWebhook
	}
	return p, nil
}

// followUp takes a further message. One that is awaited is the awaited one.
func (a *api) followUp(c *call) (reply, error) {
	p, err := a.token(c)
	if err != nil {
		return reply{}, err
	}
	b, err := c.parse(use{ephemeral: true})
	if err != nil {
		return reply{}, err
	}
	if m := p.channel.find(p.original); m != nil && m.Thinking {
		next := m.edit(b, c.files, a.d.now())
		p.channel.put(next)
		p.answered(false)
		return reply{200, next.wire()}, nil
	}
	if p.channel.visited() && len(p.more) == mostFollowUps {
		return reply{}, errFollowUps
	}
	m := a.d.compose(p.channel, b, c.files)
	m.Press = p
	if m.flags&discordgo.MessageFlagsEphemeral != 0 {
		m.For = p.user
	}
	p.channel.put(m)
	p.more = append(p.more, m.ID)
	return reply{200, m.wire()}, nil
}

// hook makes a handler for a message of an interaction: the original, or the
// one that the request names.
func (a *api) hook(do func(*call, *Press, *Message) (reply, error)) handler {
	return func(c *call) (reply, error) {
		p, err := a.token(c)
		if err != nil {
			return reply{}, err
		}
		id := c.value("message_id")
		if id == "" {
			id = p.original
		}
		m := p.channel.find(id)
		if m == nil || id != p.original && m.Press != p {
			return reply{}, errMessage
		}
		return do(c, p, m)
	}
}

func (a *api) editAnswer(c *call, p *Press, m *Message) (reply, error) {
	b, err := c.parse(use{edit: true, flags: m.flags, kept: m.Files})
	if err != nil {
		return reply{}, err
	}
	next := m.edit(b, c.files, a.d.now())
	p.channel.put(next)
	p.answered(false)
	return reply{200, next.wire()}, nil
}

func (a *api) deleteAnswer(_ *call, p *Press, m *Message) (reply, error) {
	p.channel.remove(m.ID)
	return reply{http.StatusNoContent, nil}, nil
}

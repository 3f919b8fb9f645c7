package live

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"sync"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
)

// By these names and this text an examination knows what another one has left: a channel needs both.
const (
	Prefix      = "referee-doctor-"
	emojiPrefix = "referee_doctor_"
	topic       = "Made by “referee doctor --live” to compare Discord with what the referee expects. It is removed at the end."
)

var (
	ownChannel = regexp.MustCompile(`^` + Prefix + `[0-9a-f]{8}$`)
	ownEmoji   = regexp.MustCompile(`^` + emojiPrefix + `[0-9a-f]{8}$`)
)

// marker is a command that stands beside those that an examination registers: only where it is does one replace or
// remove the commands of the server.
var marker = &discordgo.ApplicationCommand{
	Name: "referee-doctor", Description: "Not a command: referee doctor --live is at work here, or was killed. Run it again to remove this.",
}

// made is what an examination has made and not removed yet.
type made struct {
	mark     string // in its names
	channels []wire.ID
	emoji    []wire.ID
	commands bool
	text     wire.ID // "": there is none
	forum    wire.ID
}

func (m *made) count() int {
	n := len(m.channels) + len(m.emoji)
	if m.commands {
		n++
	}
	return n
}

// cleanTries is how often it is tried to remove what is still listed.
const cleanTries = 3

// clean removes what examinations have made, as far as it is known or listed, and returns how much that was. It returns
// an error where something may be left.
func (r *run) clean(ctx context.Context) (n int, err error) {
	for try := range cleanTries {
		err = r.find(ctx)
		if try == 0 {
			n = r.made.count()
		}
		if r.made.count() == 0 {
			return n, err
		}
		err = errors.Join(err, r.remove(ctx))
		if ctx.Err() != nil {
			break
		}
	}
	err = errors.Join(err, r.find(ctx))
	if err == nil && r.made.count() > 0 {
		err = errors.New("it is still there")
	}
	return n, err
}

// find lists what is there of examinations. What cannot be listed stays as it was known.
func (r *run) find(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, r.Timing.Step)
	defer stop()
	session := r.trial.Session(ctx)
	return errors.Join(r.safely(func() error { return r.findChannels(session) }), r.safely(func() error {
		list, err := session.ApplicationCommands(r.app, r.Guild)
		if err == nil {
			r.made.commands = slices.ContainsFunc(list, func(c *discordgo.ApplicationCommand) bool { return c.Name == marker.Name })
		}
		return err
	}), r.safely(func() error { return r.findEmoji(session) }))
}

func (r *run) findChannels(session *discordgo.Session) error {
	list, err := session.GuildChannels(r.Guild)
	if err != nil {
		return err
	}
	known := r.made.channels
	r.made.channels = nil
	for _, c := range list {
		if ownChannel.MatchString(c.Name) && c.Topic == topic || slices.Contains(known, c.ID) {
			r.made.channels = append(r.made.channels, c.ID)
		}
	}
	return nil
}

func (r *run) findEmoji(session *discordgo.Session) error {
	list, err := session.ApplicationEmojis(r.app)
	if err != nil {
		return err
	}
	known := r.made.emoji
	r.made.emoji = nil
	for _, e := range list {
		if ownEmoji.MatchString(e.Name) && e.User != nil && e.User.Bot || slices.Contains(known, e.ID) {
			r.made.emoji = append(r.made.emoji, e.ID)
		}
	}
	return nil
}

// remove removes what is known. That something is not there any more is as good.
func (r *run) remove(ctx context.Context) (err error) {
	gone := func(failed error) bool {
		if !rest.Refused(failed, http.StatusNotFound) {
			err = errors.Join(err, failed)
		}
		return failed == nil
	}
	each := func(do func(*discordgo.Session) error) bool {
		ctx, stop := context.WithTimeout(ctx, r.Timing.Step)
		defer stop()
		return gone(do(r.trial.Session(ctx)))
	}
	for _, id := range r.made.channels {
		each(func(s *discordgo.Session) error { _, err := s.ChannelDelete(id); return err })
	}
	for _, id := range r.made.emoji {
		each(func(s *discordgo.Session) error { return s.ApplicationEmojiDelete(r.app, id) })
	}
	if r.made.commands {
		each(func(s *discordgo.Session) error {
			_, err := s.ApplicationCommandBulkOverwrite(r.app, r.Guild, []*discordgo.ApplicationCommand{})
			return err
		})
	}
	return err
}

// makeChannel makes a channel of the examination.
func (r *run) makeChannel(ctx context.Context, kind discordgo.ChannelType) (wire.ID, error) {
	body := map[string]any{"name": Prefix + r.made.mark, "topic": topic, "type": kind}
	text, err := r.trial.Session(ctx).Request(http.MethodPost, discordgo.EndpointGuildChannels(r.Guild), body)
	if err != nil {
		return "", err
	}
	var c discordgo.Channel
	if err := json.Unmarshal(text, &c); err != nil || c.ID == "" {
		return "", errors.New("cannot read the answer")
	}
	r.made.channels = append(r.made.channels, c.ID)
	e := r.tape.of(makeRoute)
	r.status(makeRoute, http.StatusCreated)
	r.subset("channel", e.sent, e.back)
	return c.ID, nil
}

// notes keep what the program notes, until the end.
type notes struct {
	mu   sync.Mutex
	text map[string][]byte
}

// Note implements wire.Notes.
func (n *notes) Note(_ context.Context, name string) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text[name], nil
}

// PutNote implements wire.Notes.
func (n *notes) PutNote(_ context.Context, name string, body []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.text == nil {
		n.text = map[string][]byte{}
	}
	n.text[name] = body
	return nil
}

// NoteNames implements wire.Notes. No trial asks for them.
func (n *notes) NoteNames(context.Context, string) ([]string, error) { return nil, nil }

package matches

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// restored says, in place of questions, that a match was put back from a backup, and
// lets those agree to go on who may.
func restored(v command.Voice, out *command.Card, l referee.Look, may bool) {
	out.Text(waitsFor(v, l))
	for _, seat := range l.Restored.Agreed {
		out.Text(v.Say("restored-agreed", engine.Noun("seat", string(seat))))
	}
	var goOn command.Button
	if may {
		goOn = resumeButton(v, l)
	}
	out.Press(goOn, MapButton(v, l))
}

// waitsFor says whom a match waits for that was put back.
func waitsFor(v command.Voice, l referee.Look) string {
	key := "restored"
	if l.Held {
		key = "restored-league"
	}
	return v.Say(key, engine.Num("n", l.Restored.From))
}

func resumeButton(v command.Voice, l referee.Look) command.Button {
	n := l.Restored.From
	return command.Button{
		Label: v.Say("button.go-on", engine.Num("n", n)), Path: wire.Path{"match", "go-on", string(l.Match), strconv.Itoa(n)}, Style: discordgo.PrimaryButton,
	}
}

// backNews adds to the news of a match that was put back, whom they concern: all who
// play it, and then those who have not agreed yet.
func backNews(ctx context.Context, h *command.Handlers, c *command.Card, n news) {
	if n.then.Restored == nil || n.now.Restored == nil {
		return
	}
	if n.post.From == n.post.To { // its league goes on, and it does not
		c.Text(waitsFor(n.Voice, n.now))
	}
	for _, s := range people(n.then) {
		if !slices.Contains(n.then.Restored.Agreed, s.Seat) {
			c.Text(who(n.Voice, s))
			Mention(ctx, h, c, n.then, s)
		}
	}
	if !n.now.Held {
		c.Press(resumeButton(n.Voice, n.now))
	}
}

var resumeCommand = &command.Command{Path: "match/go-on", Parts: []string{"match", "decision"}, Do: resume}

// resume agrees to resume a match that was restored from a backup: /match go-on.
func resume(q *command.Request) (command.Response, error) {
	release, err := q.GoingOn.Hold(q.Context())
	if err != nil {
		return command.Response{}, err
	}
	defer release()
	return command.Playing(func(q *command.Request, t turn.Turn) (command.Response, error) {
		back := t.Look.Restored
		switch from := q.Options["decision"]; {
		case back == nil:
			return command.Response{}, match.ErrNotOnHold
		case from != "" && from != strconv.Itoa(back.From):
			return command.Response{}, command.ErrOutdated
		}
		if err := command.NoteResume(q, string(t.Look.Match)); err != nil {
			return command.Response{}, err
		}
		a, err := does(q, t, turn.GoOn, turn.With{Place: q.Channel})
		a.Anew = true
		return a, err
	})(q)
}

// AsItStands shows how a match stands to who has asked for something that it waits with,
// or that is outdated.
func AsItStands(q *command.Request, err error) command.Response {
	var news []string
	if errors.Is(err, command.ErrOutdated) {
		news = append(news, q.Say("before-backup"))
	}
	a, failed := panel(q, q.Match, news...)
	if failed != nil {
		return q.Refuse(failed)
	}
	a.Anew = true
	return a
}

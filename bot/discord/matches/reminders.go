package matches

import (
	"context"
	"errors"
	"fmt"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// CallNews calls one person, as things stand now: a match waits for them, or several
// do. nil: nothing waits for them any more.
func CallNews(ctx context.Context, h *command.Handlers, place string, p post.Call) (*wire.Message, error) {
	called, ok, err := h.Referee.Schedule.Called(ctx, p)
	if err != nil || !ok {
		return nil, err
	}
	user, ok := wire.UserOf(called.Account)
	if !ok {
		return nil, nil
	}
	l, v, direct, err := toldAt(ctx, h, place, called.Waits[0].Match)
	if err != nil {
		return nil, err
	}
	c := &command.Card{}
	if !direct && l.Mentions(playing(l, called.Account)) { // they are still waited for
		c.Mentions = []wire.ID{user}
	}
	if name := engine.Text("who", "<@"+string(user)+">"); called.Kind == post.CallDigest {
		digest(ctx, h, v, c, called, name)
	} else {
		c.Foot = Foot(l)
		calling(ctx, h, v, c, called, l, name, direct)
	}
	return c.Post(), nil
}

// toldAt is a match as everybody may see it, and who tells of it at a place: a direct message speaks the language of its reader, who must
// have to do with the match; else it returns match.ErrUnknown.
func toldAt(ctx context.Context, h *command.Handlers, place string, id match.ID) (l referee.Look, v command.Voice, direct bool, err error) {
	account, direct := post.DMAccount(place)
	if l, v, err = InPublic(ctx, h, id); err == nil && direct {
		if !l.Snapshot.Seats.Concerns(account) { // they were erased
			return l, v, direct, match.ErrUnknown
		}
		v.Lang, err = languageSpoken(ctx, h, account, v.Lang)
	}
	return l, v, direct, err
}

// digest lists the matches that wait for a person.
func digest(ctx context.Context, h *command.Handlers, v command.Voice, c *command.Card, called schedule.Calling, name engine.Arg) {
	c.Text(v.Raw(engine.Say("referee.call.digest", name)))
	lines := lists.Map(called.Waits, func(w schedule.Wait) string { return waitLine(ctx, h, v, called.Account, w) })
	c.Text(command.Fitting(lines, command.NewsRoom, v.Say("and-more-matches"))...)
}

// calling says that a match waits for a person, or that it is over.
func calling(ctx context.Context, h *command.Handlers, v command.Voice, c *command.Card, called schedule.Calling, l referee.Look, name engine.Arg, direct bool) {
	first := called.Waits[0]
	at := engine.Text("match", link(ctx, h, v, called.Account, first))
	if called.Kind == post.CallOver {
		c.Text(v.Raw(engine.Say("referee.call.over", name, at)))
		c.Text(ending(v, l)...)
		c.Press(append(accountButton(v, l), MapButton(v, l))...)
		return
	}
	key, buttons := "referee.call.turn", []command.Button{answerButton(v, l), MapButton(v, l, showChanges), browserButton(h, v, l)}
	if called.Kind == post.CallRemind {
		key = "referee.call.remind"
		buttons = append(buttons, command.Button{Label: v.Say("button.not-today"), Path: wire.Path{"clock", "snooze", string(l.Match)}})
	}
	c.Text(v.Raw(engine.Say(key, name, at, engine.Text("since", until(first.Clock.Since)))))
	c.Text(ends(v, first)...)
	if !direct {
		c.Text(public(v, l)...)
	}
	c.Press(buttons...)
}

// playing is the player that an account is in a match.
func playing(l referee.Look, account string) match.Player {
	if seats := l.Seats(account); len(seats) > 0 {
		return l.Holder(seats[0]).Player
	}
	return match.Referee
}

// ends says when the time of somebody who is waited for is up.
func ends(v command.Voice, w schedule.Wait) []string {
	switch {
	case w.Pause:
		return []string{v.Raw(engine.Say("referee.call.paused"))}
	case w.Doubt != "":
		return []string{doubted(v, w.Doubt)}
	case w.Clock.Up.IsZero():
		return nil
	}
	return []string{v.Raw(engine.Say("referee.call.until", engine.Text("until", soon(w.Clock.Up))))}
}

// waitLine is a match that waits, in a list: where it is, since when, until when.
func waitLine(ctx context.Context, h *command.Handlers, v command.Voice, account string, w schedule.Wait) string {
	args := []engine.Arg{engine.Text("match", link(ctx, h, v, account, w)), engine.Text("since", until(w.Clock.Since))}
	if w.Pause || w.Clock.Up.IsZero() {
		return "- " + v.Raw(engine.Say("referee.call.line", args...))
	}
	return "- " + v.Raw(engine.Say("referee.call.line-until", append(args, engine.Text("until", soon(w.Clock.Up)))...))
}

// link names a match that waits for an account, with a way to the message that shows it.
func link(ctx context.Context, h *command.Handlers, v command.Voice, account string, w schedule.Wait) string {
	if url := boardURL(ctx, h, account, w.Match, w.Place); url != "" {
		return fmt.Sprintf("[%s](%s)", w.Match, url)
	}
	return fmt.Sprintf("%s (%s)", w.Match, v.Where(w.Place))
}

// boardURL is where an account sees the board of a match at a place, or the place where that is not
// known; "" where neither is.
func boardURL(ctx context.Context, h *command.Handlers, account string, id match.ID, place string) string {
	if post.IsDirect(place) {
		url, err := wire.DMAddress(ctx, h.Notes, account, id)
		if err != nil {
			h.Log.Error("no address of a match in direct messages", "match", id, "error", err)
		}
		return url
	}
	if at, away := post.Away(place); away {
		channel, _ := wire.ChannelOf(at)
		return wire.ConversationURL(channel)
	}
	channel, ok := wire.ChannelOf(place)
	guild := guildAt(ctx, h, id, place)
	if !ok || guild == "" {
		return ""
	}
	url := fmt.Sprintf("https://discord.com/channels/%s/%s", guild, channel)
	shown, message, err := wire.BoardAt(ctx, h.Notes, place)
	if err != nil || message == "" || shown != id {
		return url
	}
	return url + "/" + string(message)
}

// guildAt is the server in which a match is played: where one of its players has called something
// there, or else where it was opened; "" where that is not known.
func guildAt(ctx context.Context, h *command.Handlers, id match.ID, place string) wire.ID {
	if known, err := h.Notes.Note(ctx, command.GuildOf(place)); err == nil && len(known) > 0 {
		return wire.ID(known)
	}
	s, err := h.Referee.Snapshot(ctx, id)
	if err != nil {
		return ""
	}
	guild, _ := wire.GuildOf(s.Home())
	return guild
}

// Home is where the match is played to which a person is called. It returns match.ErrUnknown
// where there is none any more.
func Home(ctx context.Context, h *command.Handlers, p post.Call) (string, error) {
	called, ok, err := h.Referee.Schedule.Called(ctx, p)
	if err == nil && !ok {
		err = match.ErrUnknown
	}
	if err != nil {
		return "", err
	}
	return called.Waits[0].Place, nil
}

var snoozeCommand = &command.Command{Path: "clock/snooze", Parts: []string{"match"}, Do: command.UnderWay(later)}

// later is "not today": no more reminders of a match until the author has slept:
// /clock snooze.
func later(q *command.Request, t turn.Turn) (command.Response, error) {
	if t.Look.Appealed {
		return command.Response{}, match.ErrAppealed
	}
	end, err := q.Referee.Schedule.Snooze(q.Context(), q.Account, t.Look.Match)
	if errors.Is(err, engine.ErrSeat) {
		return command.Response{}, command.No("nothing-asked")
	}
	if err != nil {
		return command.Response{}, err
	}
	return command.Response{Card: command.Says(q.Raw(engine.Say("referee.call.snoozed", engine.Text("until", stamp(end)))))}, nil
}

// languageSpoken is the language that somebody was seen to use; otherwise where none is
// known.
func languageSpoken(ctx context.Context, h *command.Handlers, account, otherwise string) (string, error) {
	m, err := h.Memories.Of(ctx, account)
	if err != nil || m.Language == "" {
		return otherwise, err
	}
	return locale.Pick(m.Language), nil
}

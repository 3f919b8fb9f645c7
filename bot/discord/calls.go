package discord

import (
	"errors"
	"fmt"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// calling is a post to one person, as things stand now: that a match waits for
// him, or which ones do. nil: nothing waits for him any more.
func calling(h *desk, place string, p post.Post) (*wire.Message, error) {
	called, ok, err := h.Referee.Schedule().Called(p)
	if err != nil || !ok {
		return nil, err
	}
	_, letter := post.DMAccount(place)
	user, ok := wire.UserOf(called.Account)
	if !ok {
		return nil, nil
	}
	first := called.Waits[0]
	l, v, err := inPublic(h, first.Match)
	if err != nil {
		return nil, err
	}
	if letter {
		if v.lang, err = languageSpoken(h, called.Account, v.lang); err != nil {
			return nil, err
		}
	}
	c := &card{}
	if !letter && l.Settings[settingMentions] != "no" { // he is still waited for
		c.mentions = []wire.ID{user}
	}
	name := engine.Text("who", "<@"+string(user)+">")
	if called.Kind == post.CallDigest {
		c.text(v.raw(engine.Say("referee.call.digest", name)))
		var lines []string
		for _, w := range called.Waits {
			lines = append(lines, waitLine(h, v, w))
		}
		c.text(fitting(lines, newsRoom, v.say("and-more-matches"))...)
		m := c.message(nil)
		return &m, nil
	}
	key := "referee.call.turn"
	if called.Kind == post.CallRemind {
		key = "referee.call.remind"
	}
	c.text(v.raw(engine.Say(key, name, engine.Text("match", link(h, first)), engine.Text("since", until(first.Clock.Since)))))
	c.text(ends(v, first)...)
	if !letter {
		c.text(public(v, l)...)
	}
	buttons := []button{answerButton(v, l), changesButton(v, l)}
	if called.Kind == post.CallRemind {
		buttons = append(buttons, button{label: v.say("button.not-today"), path: wire.Path{"match", "later", string(l.Match)}})
	}
	c.press(buttons...)
	c.foot = foot(l)
	m := c.message(nil)
	return &m, nil
}

// ends says when the time of somebody who is waited for is up.
func ends(v voice, w schedule.Wait) []string {
	switch {
	case w.Pause:
		return []string{v.raw(engine.Say("referee.call.paused"))}
	case w.Doubt != "":
		return []string{doubted(v, w.Doubt)}
	case w.Clock.Up.IsZero():
		return nil
	}
	return []string{v.raw(engine.Say("referee.call.until", engine.Text("until", soon(w.Clock.Up))))}
}

// waitLine is a match that waits, in a list: where it is, since when, until when.
func waitLine(h *desk, v voice, w schedule.Wait) string {
	args := []engine.Arg{engine.Text("match", link(h, w)), engine.Text("since", until(w.Clock.Since))}
	if w.Pause || w.Clock.Up.IsZero() {
		return "- " + v.raw(engine.Say("referee.call.line", args...))
	}
	return "- " + v.raw(engine.Say("referee.call.line-until", append(args, engine.Text("until", soon(w.Clock.Up)))...))
}

// link names a match that waits, with a way to the message that shows it.
func link(h *desk, w schedule.Wait) string {
	if url := boardURL(h, w.Match, w.Place); url != "" {
		return fmt.Sprintf("[%s](%s)", w.Match, url)
	}
	return fmt.Sprintf("%s (%s)", w.Match, where(w.Place))
}

// boardURL is where the board of a match at a place is to be seen; "" where that is
// not known.
func boardURL(h *desk, id match.ID, place string) string {
	channel, ok := wire.ChannelOf(place)
	if !ok {
		return ""
	}
	shown, message, err := wire.BoardAt(h.Notes, place)
	if err != nil || message == "" || shown != id {
		return ""
	}
	guild, err := h.Notes.Note(guildOf(place))
	if err != nil || len(guild) == 0 {
		return ""
	}
	return fmt.Sprintf("https://discord.com/channels/%s/%s/%s", guild, channel, message)
}

// guildOf is the note that holds in which server a place is: a link needs it.
func guildOf(place string) string { return "guild " + place }

// homeOf is where the match of a post to one person is played. It returns match.ErrUnknown
// where there is none any more.
func homeOf(h *desk, p post.Post) (string, error) {
	called, ok, err := h.Referee.Schedule().Called(p)
	if err == nil && !ok {
		err = match.ErrUnknown
	}
	if err != nil {
		return "", err
	}
	return called.Waits[0].Place, nil
}

var laterCommand = &command{path: "match/later", parts: []string{"match"}, do: later}

// later is "not today": no more reminders of a match until who called has slept:
// /match later.
func later(c *call) (answer, error) {
	l, _, err := c.underWay()
	if err != nil {
		return answer{}, err
	}
	end, err := c.Referee.Schedule().Snooze(c.account, l.Match)
	if errors.Is(err, engine.ErrSeat) {
		return answer{}, no("nothing-asked")
	}
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(c.raw(engine.Say("referee.call.snoozed", engine.Text("until", stamp(end)))))
	return answer{card: out}, nil
}

// languageSpoken is the language that somebody was seen to use; otherwise where none is
// known.
func languageSpoken(h *desk, account, otherwise string) (string, error) {
	m, err := h.memories.of(account)
	if err != nil || m.Language == "" {
		return otherwise, err
	}
	return locale.Pick(m.Language), nil
}

// notice notes what letters and links need later: the language of who called, and
// in which server he did.
func notice(c *call, guild wire.ID) error {
	if guild != "" {
		known, err := c.Notes.Note(guildOf(c.place))
		if err == nil && string(known) != string(guild) {
			err = c.Notes.PutNote(guildOf(c.place), []byte(guild))
		}
		if err != nil {
			return err
		}
	}
	kept, err := c.memories.of(c.account)
	if err != nil || kept.Language == c.lang {
		return err
	}
	return c.memories.change(c.account, func(m *remembered) { m.Language = c.lang })
}

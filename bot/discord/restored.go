package discord

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// restored says, in place of questions, that a match was put back from a backup, and
// lets its players agree to go on.
func restored(v voice, out *card, l referee.Look) {
	out.text(waitsFor(v, l))
	for _, seat := range l.Restored.Agreed {
		out.text(v.say("restored-agreed", engine.Noun("seat", string(seat))))
	}
	buttons := []button{mapButton(v, l)}
	if !l.Held {
		buttons = append([]button{goOnButton(v, l)}, buttons...)
	}
	out.press(buttons...)
}

// waitsFor says whom a match waits for that was put back.
func waitsFor(v voice, l referee.Look) string {
	key := "restored"
	if l.Held {
		key = "restored-league"
	}
	return v.say(key, engine.Num("n", l.Restored.From))
}

func goOnButton(v voice, l referee.Look) button {
	n := l.Restored.From
	return button{
		label: v.say("button.go-on", engine.Num("n", n)), path: wire.Path{"match", "go-on", string(l.Match), strconv.Itoa(n)}, style: wire.Primary,
	}
}

// backNews adds to the news of a match that was put back, whom they concern: all who
// play it, and then those who have not agreed yet.
func backNews(h *desk, c *card, n news) {
	if n.then.Restored == nil || n.now.Restored == nil {
		return
	}
	if n.post.From == n.post.To { // its league goes on, and it does not
		c.text(waitsFor(n.voice, n.now))
	}
	for _, s := range n.then.Sitting {
		if !slices.Contains(n.then.Restored.Agreed, s.Seat) {
			c.text(who(s))
			mention(h, c, n.then, s)
		}
	}
	if !n.now.Held {
		c.press(goOnButton(n.voice, n.now))
	}
}

var goOnCommand = &command{path: "match/go-on", parts: []string{"match", "decision"}, do: goOn}

// goOn agrees that a match goes on which was put back from a backup: /match go-on.
func goOn(c *call) (answer, error) {
	c.goingOn.Lock()
	defer c.goingOn.Unlock()
	l, seat, err := c.playing()
	switch from := c.options["decision"]; {
	case err != nil:
		return answer{}, err
	case l.Restored == nil:
		return answer{}, match.ErrGoesOn
	case from != "" && from != strconv.Itoa(l.Restored.From):
		return answer{}, errOutdated
	}
	if err := noteGoOn(c, string(l.Match)); err != nil {
		return answer{}, err
	}
	reply, err := c.Referee.GoOn(c.command(l.Match, seat), c.hall)
	a, err := done(c, reply, err)
	a.anew = true
	return a, err
}

var goOnLeagueCommand = &command{
	path: "league/admin/go-on", parts: []string{"league", "sure"},
	guild: true, act: authority.Organise,
	options: []option{leagueOption},
	do:      goOnLeague,
}

// goOnLeague has a league go on that was put back from a backup, and its matches,
// once that is confirmed: /league admin go-on.
func goOnLeague(c *call) (answer, error) {
	c.goingOn.Lock()
	defer c.goingOn.Unlock()
	lc, err := permitted(c)
	switch {
	case err != nil:
		return answer{}, err
	case lc.look.Restored == 0:
		return answer{}, league.ErrGoesOn
	}
	if a := lc.agreed("league.button.go-on", lc.to("league/admin/go-on"), c.say("league.sure.go-on",
		engine.Text("league", plain(lc.look.Card.Name)), engine.Num("n", lc.look.Restored))); a != nil {
		return *a, nil
	}
	err = noteGoOn(c, string(lc.look.Card.ID))
	for _, m := range lc.look.Matches {
		if m.ID != "" && m.Result == nil {
			err = cmp.Or(err, noteGoOn(c, string(m.ID)))
		}
	}
	if err != nil {
		return answer{}, err
	}
	return lc.did(c.Club.Leagues.GoOn(lc.by()))
}

// errOutdated is of what comes from before a match went on after a backup.
var errOutdated = errors.New("discord: it is from before the match was restored from a backup")

// goOnNote names the note of the interaction by which a match, or a league, last went
// on after a backup.
func goOnNote(name string) string { return "went on " + name }

// noteGoOn notes that a match or a league goes on by this interaction.
func noteGoOn(c *call, name string) error { return c.Notes.PutNote(goOnNote(name), []byte(c.id)) }

// outdated reports whether a call, or the message whose button it is, is older than
// the going on of a match or league after a backup. The questions of what was lost had
// numbers that come again: an old button would answer a new question. Ids of Discord
// rise with its own clock, so that no other clock counts here.
func outdated(c *call, name string) (bool, error) {
	text, err := c.Notes.Note(goOnNote(name))
	if err != nil || text == nil {
		return false, err
	}
	since := wire.ID(text)
	return older(c.id, since) || c.message != "" && older(c.message, since), nil
}

// older reports whether an id was given before another.
func older(a, b wire.ID) bool {
	x, errX := strconv.ParseUint(string(a), 10, 64)
	y, errY := strconv.ParseUint(string(b), 10, 64)
	return errX == nil && errY == nil && x < y
}

// asItStands shows how a match stands to who has asked for something that it waits with,
// or that is outdated.
func asItStands(c *call, err error) answer {
	var news []string
	if errors.Is(err, errOutdated) {
		news = append(news, c.say("before-backup"))
	}
	a, failed := panel(c, c.match, news...)
	if failed != nil {
		return c.refuse(failed)
	}
	a.anew = true
	return a
}

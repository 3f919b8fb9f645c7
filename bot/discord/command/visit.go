package command

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// Here looks at the match that is meant: the one named, or the one of the place,
// under way or over, or in a direct message the only one that its reader plays.
// The viewer is the seat of who called, and else a spectator. It returns ErrOutdated
// for a call from before the match went on after a backup.
func (c *Call) Here() (referee.Look, engine.Seat, error) {
	id, err := c.meant()
	if err != nil {
		return referee.Look{}, "", err
	}
	l, seat, err := c.Look(id)
	if err != nil || l.Restored != nil { // it accepts nothing yet but that it goes on
		return l, seat, err
	}
	outdated, err := Outdated(c, string(id))
	if err == nil && outdated {
		err = ErrOutdated
	}
	return l, seat, err
}

func (c *Call) meant() (match.ID, error) {
	if id := c.Options["match"]; id != "" {
		return match.ID(id), nil
	}
	if c.here != "" {
		return c.here, nil
	}
	id, err := c.Referee.Index.LatestAt(c.ctx, c.Place, match.UnderWay, match.Ended)
	c.here = id
	switch {
	case !errors.Is(err, match.ErrUnknown):
		return id, err
	case c.Guild:
		return "", No("no-match")
	}
	list, err := c.Referee.Index.MatchesOf(c.ctx, c.Account)
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(s match.Summary) bool { return s.Over })
	switch len(list) {
	case 0:
		return "", No("no-match")
	case 1:
		return list[0].ID, nil
	}
	return "", No("several")
}

// Look looks at a match for who called: as they saw it before, unless they have given
// a command since.
func (c *Call) Look(id match.ID) (l referee.Look, seat engine.Seat, err error) {
	if c.seen == nil || c.seen.Match().ID() != id {
		if c.seen, err = c.Referee.Snapshot(c.ctx, id); err != nil {
			return l, "", err
		}
	}
	c.Match = id
	if c.Words, err = c.Library.Of(c.seen.Info()); err != nil {
		return l, "", err
	}
	seat = c.seen.Seat(c.Account)
	c.seated = c.seated || seat != ""
	l, err = c.seen.Look(c.ctx, cmp.Or(engine.Viewer(seat), engine.Spectator))
	return l, seat, err
}

// Reader is who called, where a match is asked something.
func (c *Call) Reader(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: c.Account, Name: c.Name, Door: Door, Key: c.Key, Powers: c.Powers}
}

// Command is a command of who called, by what they have seen of its match: it is refused
// with referee.ErrChanged where that has changed, and handled again. What is looked at
// next is seen anew.
func (c *Call) Command(id match.ID, seat engine.Seat) referee.Command {
	out := c.Reader(id, seat)
	if c.seen != nil && c.seen.Match().ID() == id {
		out.Seen = c.seen
	}
	c.seen = nil
	return out
}

// Forget has what is looked at next seen anew.
func (c *Call) Forget() { c.seen, c.here = nil, "" }

// Took takes over what a command has left of its match: that is looked at next.
func (c *Call) Took(r referee.Reply) { c.seen = r.Now }

// Playing is UnderWay, for who must have a seat.
func (c *Call) Playing() (referee.Look, engine.Seat, error) {
	l, seat, err := c.UnderWay()
	if err == nil && seat == "" {
		err = No("not-seated")
	}
	return l, seat, err
}

// UnderWay is Here, for a match that is not over.
func (c *Call) UnderWay() (referee.Look, engine.Seat, error) {
	l, seat, err := c.Here()
	if err == nil && l.Ending != nil {
		err = engine.ErrOver
	}
	return l, seat, err
}

// Here is a handler of what is about the match that [Call.Here] finds.
func Here(do func(*Call, turn.Turn) (Answer, error)) handler { return about((*Call).Here, do) }

// UnderWay is Here, by [Call.UnderWay].
func UnderWay(do func(*Call, turn.Turn) (Answer, error)) handler { return about((*Call).UnderWay, do) }

// Playing is Here, by [Call.Playing].
func Playing(do func(*Call, turn.Turn) (Answer, error)) handler { return about((*Call).Playing, do) }

func about(find func(*Call) (referee.Look, engine.Seat, error), do func(*Call, turn.Turn) (Answer, error)) handler {
	return func(c *Call) (Answer, error) {
		l, seat, err := find(c)
		if err != nil {
			return Answer{}, err
		}
		return do(c, c.Turn(l, seat))
	}
}

// wishes are what this door asks of the policy of package turn.
var wishes = turn.Wishes{Panel: true, Warn: true, Odds: true, Marks: true, Back: MaxOptions, Sure: []turn.Act{turn.Accept, turn.Resign}}

// Turn is what whoever gives a command may do in a match that was looked at.
func (h *Handlers) Turn(l referee.Look, by referee.Command) turn.Turn {
	return turn.Turn{Referee: h.Referee, Look: l, By: by, Orders: h.Referee, Judges: h.Club.Judges, Wishes: wishes}
}

// Offers reports whether an act may be done. Where that cannot be told it is not offered.
func (h *Handlers) Offers(ctx context.Context, t turn.Turn, name turn.Act) bool {
	may, err := t.May(ctx, name)
	if err != nil {
		h.Log.Error("an act is not offered, as it is not known whether it may be done", "act", name, "match", t.Look.Match, "error", err)
	}
	return may
}

// Turn is what the author of the call may do at a seat of a match that was looked at. It is refused with referee.ErrChanged
// where the match has changed since, and the call is handled again.
func (c *Call) Turn(l referee.Look, seat engine.Seat) turn.Turn {
	by := c.Reader(l.Match, seat)
	by.Seen = l.Snapshot
	return c.Handlers.Turn(l, by)
}

// Does does an act, which is held until the author of the call has confirmed it.
func (c *Call) Does(t turn.Turn, name turn.Act, w turn.With) (turn.Done, error) {
	w.Sure = c.Sure()
	done, err := t.Do(c.ctx, name, w)
	c.Took(done.Reply)
	return done, err
}

// ErrOutdated is of what comes from before a match went on after a backup.
var ErrOutdated = errors.New("discord: it is from before the match was restored from a backup")

// resumeNote names the note of the interaction by which a match, or a league, last went
// on after a backup.
func resumeNote(name string) string { return "went on " + name }

// NoteResume notes that a match or a league goes on by this interaction.
func NoteResume(c *Call, name string) error {
	c.kept = nil
	return c.Notes.PutNote(c.ctx, resumeNote(name), []byte(c.ID))
}

// Outdated reports whether a call, or the message whose button it is, is older than
// the going on of a match or league after a backup. The questions of what was lost had
// numbers that come again: an old button would answer a new question. Ids of Discord
// rise with its own clock, so that no other clock counts here.
func Outdated(c *Call, name string) (bool, error) {
	text, err := c.note(resumeNote(name))
	if err != nil || text == nil {
		return false, err
	}
	since := wire.ID(text)
	return older(c.ID, since) || c.Message != "" && older(c.Message, since), nil
}

// note is what is kept under a name, for this call: with the first that it asks for it
// reads what is kept of who called and of where they are, which every call needs in the
// end.
func (c *Call) note(name string) ([]byte, error) {
	if body, read := c.kept[name]; read {
		return body, nil
	}
	names := []string{name}
	if c.kept == nil {
		c.kept = map[string][]byte{}
		names = append(names, memoryOf(c.Account), GuildOf(c.Place))
	}
	bodies, err := c.Notes.Notes(c.ctx, names...)
	if err != nil {
		return nil, err
	}
	for i, n := range names {
		c.kept[n] = bodies[i]
	}
	return bodies[0], nil
}

// older reports whether an id was given before another.
func older(a, b wire.ID) bool {
	x, errX := strconv.ParseUint(string(a), 10, 64)
	y, errY := strconv.ParseUint(string(b), 10, 64)
	return errX == nil && errY == nil && x < y
}

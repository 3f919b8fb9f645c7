package table

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// open opens a match, with options as "rounds=2".
func (t *Table) open(words []string) error {
	set := engine.Setup{}
	for _, w := range words {
		id, value, ok := strings.Cut(strings.ToLower(w), "=")
		if !ok {
			t.setups()
			return nil
		}
		set[id] = value
	}
	info, err := t.Referee.Info("")
	if err != nil {
		return err
	}
	reply, err := t.Referee.Open(t.by(""), referee.Opening{Setup: set, Place: place})
	if err != nil {
		return err
	}
	if err := t.take(info); err != nil {
		return err
	}
	t.id, t.status, t.refused = reply.Match, engine.Msg{}, nil
	for _, seat := range info.Seats {
		if reply, err = t.Referee.Join(t.by(seat)); err != nil {
			return err
		}
	}
	reply.From = 0
	if err := t.answered(t.Seat, reply, nil); err != nil {
		return err
	}
	t.say("table.hint")
	return nil
}

// setups says what may be chosen when a match is opened.
func (t *Table) setups() {
	t.say("table.setups")
	for _, o := range t.info.Options {
		for _, v := range o.Values {
			t.entry("new "+o.ID+"="+v, "setup."+o.ID+"."+v)
		}
	}
}

// resume goes on with a match.
func (t *Table) resume(id match.ID) error {
	look, err := t.Referee.Look(id, engine.Spectator)
	if err != nil {
		return err
	}
	if err := t.seatAll(look); err != nil {
		return err
	}
	if err := t.take(look.Info); err != nil {
		return err
	}
	t.id, t.status, t.refused = id, engine.Msg{}, nil
	t.say("table.resumed", engine.Text("match", string(id)), engine.Text("game", look.Info.Title), engine.Num("n", look.Seq))
	posts, err := t.Referee.Posts(place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if p.Match == id {
			if err := t.told(t.viewer(), p.From, p.To); err != nil {
				return err
			}
		}
	}
	return t.goOn()
}

// goOn waits for a roll that is awaited, lets chance play its seats, and says
// where the match stands.
func (t *Table) goOn() error {
	if err := t.await(); err != nil {
		return err
	}
	if err := t.playOthers(); err != nil {
		return err
	}
	return t.stand()
}

// seatAll seats the table's players where nobody is known to sit.
func (t *Table) seatAll(look referee.Look) error {
	for _, seat := range look.Info.Seats {
		by := t.by(seat)
		by.Match = look.Match
		var err error
		if slices.Contains(look.Free, seat) {
			_, err = t.Referee.Join(by)
		} else {
			err = t.Referee.Claim(by, place)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// matches lists the matches of the store.
func (t *Table) matches([]string) error {
	list, err := t.Referee.Matches()
	if err != nil {
		return err
	}
	if len(list) == 0 {
		t.say("table.no-match")
	}
	for _, m := range list {
		key := "table.match"
		if m.Over {
			key = "table.match-over"
		}
		t.say(key, engine.Text("match", string(m.ID)), engine.Text("game", m.Game), engine.Num("n", m.Seq))
	}
	return nil
}

// goTo goes to another match of the store.
func (t *Table) goTo(words []string) error {
	if len(words) != 1 {
		return t.matches(nil)
	}
	err := t.resume(match.ID(strings.ToLower(words[0])))
	if errors.Is(err, match.ErrTaken) {
		t.say("table.elsewhere")
		return nil
	}
	return err
}

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
func open(t *Session, words []string) error {
	set := engine.Setup{}
	for _, w := range words {
		id, value, ok := strings.Cut(strings.ToLower(w), "=")
		switch {
		case w == "help" && len(words) == 1:
			setups(t)
			return nil
		case !ok:
			return noSetup(t, w)
		}
		set[id] = value
	}
	info, err := t.Referee.Info("")
	if err != nil {
		return err
	}
	for id := range set {
		if !slices.ContainsFunc(info.Options, func(o engine.SetupOption) bool { return o.ID == id }) {
			return noSetup(t, id)
		}
	}
	reply, err := t.Referee.Open(t.by(""), referee.Opening{Setup: set, Place: place})
	if err != nil {
		return err
	}
	if err := t.take(info); err != nil {
		return err
	}
	t.id, t.status, t.counts, t.refused = reply.Match, engine.Msg{}, "", nil
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

// noSetup refuses a word that is not a choice, and says which words are.
func noSetup(t *Session, word string) error {
	return mistaken("table.setup-unknown", engine.Text("word", word), engine.Text("order", t.path([]string{"new", "help"})))
}

// setups lists what may be chosen when a match is opened: for each option the values
// other than its default, for a bid one example and its limits.
func setups(t *Session) {
	t.say("table.setups")
	for _, o := range t.info.Options {
		if o.Bid {
			bids(t, o)
			continue
		}
		for _, v := range o.Values {
			if v != o.Default {
				t.entry(t.path([]string{"new", o.ID})+"="+value(t, v), "setup."+o.ID+"."+v)
			}
		}
	}
}

func bids(t *Session, o engine.SetupOption) {
	most, example := 0, ""
	var seats []engine.Arg
	for _, v := range o.Values {
		seat, vp := engine.ReadBid(v)
		if vp == 1 {
			seats = append(seats, engine.Text("", t.words.Called(t.Lang, string(seat))))
		}
		if most = max(most, vp); vp == most {
			example = v
		}
	}
	t.entry(t.path([]string{"new", o.ID})+"="+value(t, example), "setup."+o.ID+"."+example)
	t.say("table.setup-bid", engine.List("seats", seats...), engine.Num("n", most))
}

// value is a value of an option as it can be typed.
func value(t *Session, value string) string {
	first, rest, several := strings.Cut(value, "-")
	first = t.words.Called(t.Lang, first)
	if !several {
		return first
	}
	return first + "-" + rest
}

// resume continues a match.
func (t *Session) resume(id match.ID) error {
	inPublic := func(s *referee.Snapshot) (referee.Look, error) { return s.Look(engine.Spectator) }
	look, err := readOf(t, id, inPublic)
	if err != nil {
		return err
	}
	if err := t.seatAll(look); err != nil {
		return err
	}
	now, err := t.Referee.Snapshot(id) // the new players are in the record
	if err != nil {
		return err
	}
	if look, err = inPublic(now); err != nil {
		return err
	}
	if err := t.take(look.Info); err != nil {
		return err
	}
	t.id, t.status, t.counts, t.refused = id, engine.Msg{}, "", nil
	t.last.from, t.last.to = now.LastOrder()
	t.say("table.resumed", engine.Text("match", string(id)), engine.Text("game", look.Info.Title), engine.Num("n", look.Seq))
	if err := recall(t, look.Seq); err != nil {
		return err
	}
	return t.goOn()
}

// goOn waits for a roll that is due, lets chance play its seats, and prints the state
// of the match.
func (t *Session) goOn() error {
	if err := t.await(); err != nil {
		return err
	}
	if err := t.playOthers(); err != nil {
		return err
	}
	return t.stand()
}

// seatAll seats the table's players in seats without a known player.
func (t *Session) seatAll(look referee.Look) error {
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

// goTo changes to another match of the store.
func goTo(t *Session, words []string) error {
	if len(words) != 1 {
		return matches(t, nil)
	}
	err := t.resume(match.ID(strings.ToLower(words[0])))
	if errors.Is(err, match.ErrTaken) {
		return refused("table.elsewhere")
	}
	return err
}

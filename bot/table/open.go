package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// open opens a match, of the game at the table or of one that is named first, with options as
// "rounds=2".
func open(t *Session, words []string) error {
	list, err := t.Referee.Games()
	if err != nil {
		return err
	}
	info := t.info
	if len(words) > 0 {
		if i := slices.IndexFunc(list, func(g *engine.Info) bool { return g.Game == strings.ToLower(words[0]) }); i >= 0 {
			info, words = list[i], words[1:]
		}
	}
	if info, err = t.Referee.Info(info.Game); err != nil { // that of new matches, which may have a newer law than the match at the table
		return err
	}
	set := engine.Setup{}
	for _, w := range words {
		id, value, ok := strings.Cut(strings.ToLower(w), "=")
		switch {
		case w == "help" && len(words) == 1:
			return setups(t, info, list)
		case !ok:
			return noSetup(t, w)
		case !slices.ContainsFunc(info.Options, func(o engine.SetupOption) bool { return o.ID == id }):
			return noSetup(t, id)
		}
		set[id] = value
	}
	if err := t.seated(info); err != nil {
		return err
	}
	reply, err := t.Referee.Open(t.by(""), referee.Opening{Game: info.Game, Setup: set, Place: place})
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

// setups lists what may be chosen when a match of a game is opened: for each option the
// values other than its default, for a bid one example and its limits; and the other games.
func setups(t *Session, info *engine.Info, list []*engine.Info) error {
	words, err := t.wordsFor(info)
	if err != nil {
		return err
	}
	own := t.words
	t.words = words
	defer func() { t.words = own }()
	start := []string{"new"}
	if info.Game != t.info.Game {
		start = append(start, info.Game)
	}
	t.say("table.setups")
	for _, o := range info.Options {
		if o.Bid {
			bids(t, start, o)
			continue
		}
		for _, v := range o.Values {
			if v != o.Default {
				t.entry(t.path(append(start, o.ID))+"="+value(t, v), "setup."+o.ID+"."+v)
			}
		}
	}
	t.offers(list)
	return nil
}

// offers says which games may be begun by their names, where there are several.
func (t *Session) offers(list []*engine.Info) {
	if len(list) < 2 {
		return
	}
	t.say("table.games", engine.Text("game", list[0].Title))
	for _, g := range list {
		t.write(line(t.path([]string{"new"})+" "+g.Game, g.Title))
	}
}

func bids(t *Session, start []string, o engine.SetupOption) {
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
	t.entry(t.path(append(start, o.ID))+"="+value(t, example), "setup."+o.ID+"."+example)
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

// seated refuses a game in which the one person's seat is none.
func (t *Session) seated(info *engine.Info) error {
	if t.Seat != "" && !slices.Contains(info.Seats, t.Seat) {
		return fmt.Errorf("table: %w: %q is none of %q", match.ErrNoSeat, t.Seat, info.Seats)
	}
	return nil
}

// resume continues a match.
func (t *Session) resume(id match.ID) error {
	inPublic := func(s *referee.Snapshot) (referee.Look, error) { return s.Look(engine.Spectator) }
	look, err := readOf(t, id, inPublic)
	if err != nil {
		return err
	}
	if err := t.seated(look.Info); err != nil {
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
	if t.lesson != nil {
		return t.judged()
	}
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

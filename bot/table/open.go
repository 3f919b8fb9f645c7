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

// open opens a match, of the game at the table or of one that is named first, with who plays
// it and options: "new two", "new recruit red rounds=2".
func open(t *Session, words []string) error {
	list, err := t.Referee.Games.All()
	if err != nil {
		return err
	}
	info := t.info
	if len(words) > 0 {
		if i := slices.IndexFunc(list, func(g *engine.Info) bool { return g.Game == strings.ToLower(words[0]) }); i >= 0 {
			info, words = list[i], words[1:]
		}
	}
	if info, err = t.Referee.Games.Info(info.Game); err != nil { // that of new matches, which may have a newer law than the match at the table
		return err
	}
	if len(words) == 1 && words[0] == "help" {
		return setups(t, info, list)
	}
	c, words, err := t.companyOf(info, words)
	if err != nil {
		return err
	}
	set := engine.Setup{}
	for _, w := range words {
		id, value, ok := strings.Cut(strings.ToLower(w), "=")
		switch {
		case !ok:
			return noSetup(t, w)
		case !slices.ContainsFunc(info.Options, func(o engine.SetupOption) bool { return o.ID == id }):
			return noSetup(t, id)
		}
		set[id] = value
	}
	reply, err := t.Referee.Open(t.by(""), referee.Opening{Game: info.Game, Setup: set, Place: place, Program: c.program})
	if err != nil {
		return err
	}
	if err := t.take(info); err != nil {
		return err
	}
	t.id, t.status, t.counts, t.refused = reply.Match, engine.Msg{}, "", nil
	t.keepCompany(info, c)
	for _, seat := range info.Seats {
		if !t.person(seat) {
			continue
		}
		if reply, err = t.Referee.Join(t.by(seat)); err != nil {
			return err
		}
	}
	reply.From = 0
	if err := t.answered(t.mine, reply, nil); err != nil {
		return err
	}
	t.say("table.hint")
	return nil
}

// noSetup refuses a word that is not a choice, and says which words are.
func noSetup(t *Session, word string) error {
	return refused("table.setup-unknown", engine.Text("word", word), engine.Text("order", t.path([]string{"new", "help"})))
}

// setups lists what may be chosen when a match of a game is opened: who plays it, for each option the
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
	if err := companies(t, start, info); err != nil {
		return err
	}
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

func bids(t *Session, start []string, o engine.SetupOption) {
	most, example := 0, ""
	var seats []engine.Arg
	for _, v := range o.Values {
		seat, vp := engine.ParseBid(v)
		if vp == 1 {
			seats = append(seats, engine.Text("", t.words.Called(t.lang, string(seat))))
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
	first = t.words.Called(t.lang, first)
	if !several {
		return first
	}
	return first + "-" + rest
}

// seated refuses a game in which a seat, if it is named, is none.
func (t *Session) seated(info *engine.Info, seat engine.Seat) error {
	if seat != "" && !slices.Contains(info.Seats, seat) {
		return fmt.Errorf("table: %w: %q is not one of %q", match.ErrNoSeat, seat, info.Seats)
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
	if err := t.seated(look.Info, t.adopts); err != nil {
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
	t.mine = alone(now.Match())
	t.last.from, t.last.to = referee.LastOrder(now.Match())
	t.say("table.resumed", engine.Text("match", string(id)), engine.Text("game", look.Info.Title), engine.Num("n", look.Seq))
	if t.adopts != "" && t.mine != "" && t.mine != t.adopts {
		t.say("table.seat-other", engine.Noun("seat", string(t.mine)), engine.Text("order", t.path([]string{"new", string(t.adopts)})))
	}
	if err := recall(t, look.Seq); err != nil {
		return err
	}
	return t.proceed()
}

// proceed waits for a roll that is due, lets programs play their seats, and prints the state
// of the match.
func (t *Session) proceed() error {
	if t.lesson != nil {
		return t.judged()
	}
	if err := t.await(); err != nil {
		return err
	}
	if err := t.thought(); err != nil {
		return err
	}
	return t.stand()
}

// seatAll seats the table's players in seats that neither a known player nor a program has. Where somebody sits here
// alone, in a match of two, a program has the other seats from then on: they were played by chance once.
func (t *Session) seatAll(look referee.Look) error {
	m := look.Snapshot.Match()
	seats := look.Info.Seats
	if m.Setting(referee.SettingProgram) != "" && !m.Started() {
		c, err := t.company(look.Info)
		if err != nil {
			return err
		}
		seats = []engine.Seat{c.seat}
	}
	for _, seat := range seats {
		if _, program := m.Program(seat); program {
			continue
		}
		by := t.by(seat)
		by.Match = look.Match
		var err error
		if slices.Contains(look.Free, seat) {
			_, err = t.Referee.Join(by)
		} else {
			err = t.Referee.Claim(by, place)
		}
		if err == nil && t.adopts != "" && seat != t.adopts && alone(m) == "" && look.Ending == nil {
			err = t.handOver(by, look.Info)
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

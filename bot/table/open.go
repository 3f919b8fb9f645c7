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
func open(q *request, words []string) error {
	list, err := q.Referee.Games.All()
	if err != nil {
		return err
	}
	info := q.info
	if len(words) > 0 {
		if i := slices.IndexFunc(list, func(g *engine.Info) bool { return g.Game == strings.ToLower(words[0]) }); i >= 0 {
			info, words = list[i], words[1:]
		}
	}
	if info, err = q.Referee.Games.Info(info.Game); err != nil { // that of new matches, which may have a newer law than the match at the table
		return err
	}
	if len(words) == 1 && words[0] == "help" {
		return setups(q, info, list)
	}
	c, words, err := q.companyOf(info, words)
	if err != nil {
		return err
	}
	set := engine.Setup{}
	for _, w := range words {
		id, value, ok := strings.Cut(strings.ToLower(w), "=")
		switch {
		case !ok:
			return noSetup(q, w)
		case !slices.ContainsFunc(info.Options, func(o engine.SetupOption) bool { return o.ID == id }):
			return noSetup(q, id)
		}
		set[id] = value
	}
	reply, err := q.Referee.Open(q.ctx, q.by(""), referee.Opening{Game: info.Game, Setup: set, Place: place, Program: c.program, Seat: c.seat})
	if err != nil {
		return err
	}
	if err := q.take(info); err != nil {
		return err
	}
	q.id, q.status, q.counts, q.refused = reply.Match, engine.Msg{}, "", nil
	q.setCompany(info, c)
	for _, seat := range info.Seats {
		if !q.person(seat) {
			continue
		}
		if reply, err = q.Referee.Join(q.ctx, q.by(seat)); err != nil {
			return err
		}
	}
	reply.From = 0
	if err := q.tellReply(q.mine, reply, nil); err != nil {
		return err
	}
	q.say("table.hint")
	return nil
}

// noSetup refuses a word that is not a choice, and says which words are.
func noSetup(q *request, word string) error {
	return refused("table.setup-unknown", engine.Text("word", word), engine.Text("order", q.path([]string{"new", "help"})))
}

// setups lists what may be chosen when a match of a game is opened: who plays it, for each option the
// values other than its default, for a bid one example and its limits; and the other games.
func setups(q *request, info *engine.Info, list []*engine.Info) error {
	words, err := q.wordsFor(info)
	if err != nil {
		return err
	}
	own := q.words
	q.words = words
	defer func() { q.words = own }()
	start := []string{"new"}
	if info.Game != q.info.Game {
		start = append(start, info.Game)
	}
	q.say("table.setups")
	if err := companies(q, start, info); err != nil {
		return err
	}
	for _, o := range info.Options {
		if o.Bid {
			bids(q, start, o)
			continue
		}
		for _, v := range o.Values {
			if v != o.Default {
				q.write(entered(q, q.path(append(start, o.ID))+"="+value(q, v), o.Value(v)))
			}
		}
	}
	q.offers(list)
	return nil
}

func bids(q *request, start []string, o engine.SetupOption) {
	most, example := 0, ""
	var seats []engine.Arg
	for _, v := range o.Values {
		seat, vp := engine.ParseBid(v)
		if vp == 1 {
			seats = append(seats, engine.Text("", q.words.Called(q.lang, string(seat))))
		}
		if most = max(most, vp); vp == most {
			example = v
		}
	}
	q.write(entered(q, q.path(append(start, o.ID))+"="+value(q, example), o.Value(example)))
	q.say("table.setup-bid", engine.List("seats", seats...), engine.Num("n", most))
}

// value is a value of an option as it can be typed.
func value(q *request, value string) string {
	first, rest, several := strings.Cut(value, "-")
	first = q.words.Called(q.lang, first)
	if !several {
		return first
	}
	return first + "-" + rest
}

// seated refuses a seat, if one is named, that a game does not have.
func (t *Session) seated(info *engine.Info, seat engine.Seat) error {
	if seat != "" && !slices.Contains(info.Seats, seat) {
		return fmt.Errorf("table: %w: %q is not one of %q", match.ErrNoSeat, seat, info.Seats)
	}
	return nil
}

// resume continues a match.
func (q *request) resume(id match.ID) error {
	look, err := q.lookOn(id)
	if err != nil {
		return err
	}
	if err := q.seated(look.Info, q.adopts); err != nil {
		return err
	}
	if err := q.seatAll(look); err != nil {
		return err
	}
	if look, err = q.lookOn(id); err != nil { // the new players are in the record
		return err
	}
	if err := q.take(look.Info); err != nil {
		return err
	}
	q.id, q.status, q.counts, q.refused = id, engine.Msg{}, "", nil
	m := look.Snapshot.Match()
	q.mine = soleSeat(m)
	if err := q.refresh(); err != nil {
		return err
	}
	q.lastReply.from, q.lastReply.to = referee.LastOrder(m)
	q.say("table.resumed", engine.Text("match", string(id)), engine.Text("game", look.Info.Title), engine.Num("n", look.Seq))
	if q.adopts != "" && q.mine != "" && q.mine != q.adopts {
		q.say("table.seat-other", engine.Noun("seat", string(q.mine)), engine.Text("order", q.path([]string{"new", string(q.adopts)})))
	}
	if err := recall(q, look.Seq); err != nil {
		return err
	}
	return q.proceed()
}

// proceed waits for a roll that is due, lets programs play their seats, and prints the state
// of the match.
func (q *request) proceed() error {
	if q.lesson != nil {
		return q.judge()
	}
	if err := q.await(); err != nil {
		return err
	}
	if err := q.runPrograms(); err != nil {
		return err
	}
	return q.tellState()
}

// seatAll gives the people at the table the seats that neither a known player nor a program has. If one person continues a
// match of two alone, a program takes the other seats.
func (q *request) seatAll(look referee.Look) error {
	m := look.Snapshot.Match()
	seats := look.Info.Seats
	if m.Setting(referee.SettingProgram) != "" && !m.Started() {
		c, err := q.company(look.Info)
		if err != nil {
			return err
		}
		seats = []engine.Seat{c.seat}
	}
	for _, seat := range seats {
		if _, program := m.Program(seat); program {
			continue
		}
		by := q.by(seat)
		by.Match = look.Match
		var err error
		if slices.Contains(look.Free, seat) {
			_, err = q.Referee.Join(q.ctx, by)
		} else {
			err = q.Referee.Claim(q.ctx, by, place)
		}
		if err == nil && q.adopts != "" && seat != q.adopts && soleSeat(m) == "" && look.Ending == nil {
			err = q.handOver(by, look.Info)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// openMatch changes to another match of the store.
func openMatch(q *request, words []string) error {
	if len(words) != 1 {
		return matches(q, nil)
	}
	err := q.resume(match.ID(strings.ToLower(words[0])))
	if errors.Is(err, match.ErrTaken) {
		return refused("table.elsewhere")
	}
	return err
}

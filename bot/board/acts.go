package board

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// mostBack is how many decisions are offered to ask to go back to.
const mostBack = 3

// acts are what a visitor may do beside answering, for the seat with whose eyes they look.
func (q *request) acts(v voice, l referee.Look, seat engine.Seat) (out []Act, err error) {
	act := func(do string, args ...engine.Arg) Act { return Act{Do: do, Label: v.text("web.act."+do, args...)} }
	sure := func(a Act, args ...engine.Arg) Act {
		a.Confirm = v.text("web.sure."+a.Do, args...)
		return a
	}
	texted := func(a Act) Act {
		a.Text = v.text("web.text." + a.Do)
		return a
	}
	if q.visitor.Table != "" && vacant(l) {
		out = append(out, act("sit"))
	}
	if q.b.Notes != nil {
		out = append(out, texted(act("note")))
	}
	if l.Ending != nil && q.b.saveable() {
		save := act("save")
		save.Get = replayAt(l)
		out = append(out, save)
	}
	c, may := q.visitor.by(l, seat)
	if !may || !l.Started || l.Ending != nil {
		return out, nil
	}
	if l.Restored != nil {
		if l.CanResume(seat) {
			out = append(out, act("go-on", engine.Num("n", l.Restored.From)))
		}
		return out, nil
	}
	if q.b.Turn != nil {
		return append(out, q.b.turnActs(v, l, seat)...), nil
	}
	s := l.Snapshot
	if s.CanUndo(seat) {
		out = append(out, act("undo"))
	}
	if l.Offer != "" {
		out = append(out, v.offerActs(l, seat)...)
	}
	offers, err := q.offering(v, l, seat)
	if err != nil {
		return nil, err
	}
	out = append(out, offers...)
	if s.CanUnpause() {
		out = append(out, act("resume"))
	}
	if s.CanHint(seat) {
		out = append(out, act("hint"))
	}
	if len(l.Info.Clauses) > 0 {
		armed, err := l.Snapshot.Standings(c)
		if err != nil {
			return nil, err
		}
		out = append(out, texted(act("stand")))
		for _, s := range armed {
			a := act("revoke", engine.Num("n", s.Seq), engine.Text("order", v.spoken(strings.Fields(s.Text))))
			a.N = s.Seq
			out = append(out, a)
		}
	}
	if !s.Match().HidesFrom(engine.Viewer(seat)) {
		out = append(out, act("try"))
	}
	return append(out, sure(act("resign"), engine.Noun("seat", string(seat)))), nil
}

// offering are what a seat may offer the others.
func (q *request) offering(v voice, l referee.Look, seat engine.Seat) (out []Act, err error) {
	s := l.Snapshot
	if !s.CanOffer() {
		return nil, nil
	}
	act := func(do string, args ...engine.Arg) Act {
		return Act{Do: do, Label: v.text("web.act."+do, args...), Confirm: v.text("web.sure."+do, args...)}
	}
	back, err := s.BackTo(seat, mostBack)
	if err != nil {
		return nil, err
	}
	for _, line := range back {
		a := act("take-back", engine.Sub("said", line.Said), engine.Num("n", line.Seq))
		a.N = line.Seq
		out = append(out, a)
	}
	out = append(out, act("draw"))
	if s.CanOfferLaw() {
		out = append(out, act("law", engine.Num("law", l.Info.Newest)))
	}
	pause, err := s.CanPause()
	if err != nil {
		return nil, err
	}
	if pause {
		out = append(out, act("pause"))
	}
	if s.CanOfferHints() {
		out = append(out, act("hints"))
	}
	return out, nil
}

// typed are the words by which acts are called at a terminal.
var typed = map[string]string{
	"undo": "undo", "hint": "hint", "try": "try", "draw": "offer", "accept": "accept", "decline": "decline", "resign": "resign", "go-on": "go-on",
}

// called says by which words acts are typed. What a game calls so comes first.
func (v voice) called(info *engine.Info, acts []Act) {
	for i, a := range acts {
		if word := typed[a.Do]; word != "" && !info.HasVerb(word) {
			acts[i].Word = v.words.Called(v.lang, word)
		}
	}
}

// offerActs are what a seat may do about what stands between the seats.
func (v voice) offerActs(l referee.Look, seat engine.Seat) []Act {
	if l.Offerer == seat {
		return []Act{{Do: "decline", Label: v.text("web.act.withdraw")}}
	}
	decline := Act{Do: "decline", Label: v.text("web.act.decline")}
	if !l.Snapshot.CanAccept(seat) {
		return []Act{decline}
	}
	return []Act{{Do: "accept", N: l.OfferedBy, Label: v.text("web.act.accept")}, decline}
}

// vacant reports whether a match under way has seats that nobody has: free ones, and those of nobody who is known.
func vacant(l referee.Look) bool {
	return l.Ending == nil && (len(l.Free) > 0 || slices.ContainsFunc(l.Sitting, func(s referee.Sitting) bool { return s.Account == "" && s.Program == "" }))
}

// offers tell what stands between the seats, and what else a match waits for.
func (v voice) offers(l referee.Look) []string {
	var out []string
	seat := engine.Noun("seat", string(l.Offerer))
	switch {
	case l.Offer == match.TakeBack:
		out = append(out, v.text("referee.told.offer-take-back", seat, engine.Num("n", l.AskedBack)))
	case l.Offer == match.Law:
		out = append(out, v.text("referee.told.offer-law", seat, engine.Num("n", l.OfferedLaw)))
	case l.Proposed[schedule.SettingPause] != "":
		out = append(out, v.text("web.offer.pause", seat))
	case l.Proposed[referee.SettingHints] != "":
		out = append(out, v.text("web.offer.hints", seat))
	case l.Offer != "":
		out = append(out, v.text("referee.told.offer-"+string(l.Offer), seat))
	}
	switch {
	case !l.Started:
		var free []engine.Arg
		for _, s := range l.Free {
			free = append(free, engine.Noun("", string(s)))
		}
		out = append(out, v.text("web.waits.seats", engine.List("seats", free...)))
	case l.Restored != nil:
		out = append(out, v.text("web.waits.restored", engine.Num("n", l.Restored.From)))
	case l.Appealed:
		out = append(out, v.text("web.waits.judges"))
	}
	return out
}

// thinks says that a program is to move; "": none is.
func (v voice) thinks(l referee.Look) string {
	for _, a := range l.Asks {
		if held := l.Holder(a.Seat); held.Program != "" {
			return v.text("web.thinks", engine.Text("program", v.words.Computer(v.lang, held.Program)))
		}
	}
	return ""
}

// clocks fills in how much time the seats have.
func (q *request) clocks(v voice, l referee.Look, seats []Seat) error {
	if !l.Started || l.Ending != nil {
		return nil
	}
	times, err := q.b.Referee.Schedule().TimesOf(l.Snapshot.Match())
	if err != nil || !times.Settings.Runs() {
		return err
	}
	for _, c := range times.Clocks {
		for i := range seats {
			if l.Holder(seats[i].ID).Player != c.Player {
				continue
			}
			key := "web.clock.stands"
			switch {
			case times.Paused:
				key = "web.clock.paused"
			case c.Left < 0:
				key = "web.clock.over"
			case c.Runs:
				key = "web.clock.runs"
				seats[i].Due = c.Up.UnixMilli()
			}
			seats[i].Clock = v.text(key, engine.Text("left", v.lasting(c.Left)))
		}
	}
	return nil
}

// lasting says how long something takes, to the minute.
func (v voice) lasting(d time.Duration) string {
	minutes := int(d.Round(time.Minute) / time.Minute)
	var parts []string
	for _, u := range []struct {
		key string
		of  int
	}{{"web.days", 24 * 60}, {"web.hours", 60}, {"web.minutes", 1}} {
		if n := minutes / u.of; n > 0 && len(parts) < 2 {
			parts = append(parts, v.text(u.key, engine.Num("n", n)))
			minutes %= u.of
		}
	}
	return cmp.Or(strings.Join(parts, " "), v.text("web.minutes", engine.Num("n", 0)))
}

// mostValues is for how many values of what it takes a query is listed, once for each.
const mostValues = 4

// queriesOf are what the game answers about a position.
func (v voice) queriesOf(info *engine.Info, view engine.View) (out []Query) {
	for _, x := range info.Queries {
		query := Query{Name: x.Name, Label: v.words.Called(v.lang, x.Name), Help: v.text("query." + x.Name)}
		needs := slices.DeleteFunc(slices.Clone(x.Args), func(a engine.QueryArg) bool { return a.Optional })
		switch {
		case len(needs) == 1 && needs[0].Kind == "hex":
			query.Takes = "hex"
		case len(needs) == 1 && slices.ContainsFunc(view.Pieces, func(p engine.Piece) bool { return slices.Contains(info.Words[needs[0].Kind], p.ID) }):
			query.Takes = "piece"
		case len(needs) == 1 && len(info.Words[needs[0].Kind]) <= mostValues:
			for _, value := range info.Words[needs[0].Kind] { // such as of a side
				out = append(out, Query{Name: x.Name + " " + value, Label: query.Label + " " + v.words.Called(v.lang, value), Help: query.Help})
			}
			continue
		case len(needs) > 0:
			continue
		}
		out = append(out, query)
	}
	return out
}

// queries are what can be asked about a match.
func (v voice) queries(l referee.Look, viewer engine.Viewer) []Query {
	out := v.queriesOf(l.Info, l.View)
	own := func(name string) {
		out = append(out, Query{Name: name, Label: v.words.Called(v.lang, name), Help: v.text("table.help." + name)})
	}
	if _, shown := l.Snapshot.Chance(viewer); shown {
		own("forecast")
	}
	if l.Ending != nil && l.Ending.How != match.Abandoned {
		own("account")
	}
	for _, name := range []string{"rules", "law", "dice"} {
		own(name)
	}
	return out
}

package board

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// acts are what a visitor may do beside answering, for the seat with whose eyes they look.
func (q *request) acts(l referee.Look, seat engine.Seat) (out []Button, err error) {
	if q.visitor.Table != "" && vacant(l) {
		out = append(out, q.act("sit"))
	}
	if q.b.Notes != nil {
		note := q.act("note")
		note.Text = q.text("web.text.note")
		out = append(out, note)
	}
	if l.Ending != nil && q.b.saveable() {
		save := q.act("save")
		save.Get = replayAt(l)
		out = append(out, save)
	}
	c, may := q.visitor.by(l, seat)
	if !may {
		return out, nil
	}
	x, err := q.b.turn(q.Context(), l.Snapshot, c)
	if err != nil {
		return nil, err
	}
	offers, err := x.Offers(q.Context())
	if err != nil {
		return nil, err
	}
	for _, o := range offers {
		if !slices.Contains(unshown, o.Act) {
			out = append(out, q.offered(l, o))
		}
	}
	if q.b.Turn != nil {
		if _, _, err := q.b.Turn.Sealed(q.Context(), l.Snapshot); err == nil {
			seal := q.act("seal")
			seal.Get = pathTo(l.Match) + "/reply"
			out = append(out, seal)
		}
	}
	return out, nil
}

// turn is what the player who gives a command may do.
func (b *Board) turn(ctx context.Context, s *referee.Snapshot, by referee.Command) (turn.Turn, error) {
	w := turn.Wishes{Panel: true, Odds: true, Sure: sure}
	if b.Turn != nil {
		w.File = b.Turn
	}
	return turn.Of(ctx, b.Referee, s, by, w)
}

func (v voice) act(do string, args ...engine.Arg) Button {
	return Button{Do: do, Label: v.text("web.act."+do, args...)}
}

// unshown are the acts without a button: clocks and settings are chosen where a match is opened, and judges are asked elsewhere.
var unshown = []turn.Act{turn.Clock, turn.Settings, turn.Appeal}

// sure are what a player is asked about before the page sends it.
var sure = []turn.Act{turn.Accept, turn.TakeBack, turn.Draw, turn.Law, turn.Board, turn.Pause, turn.Hints, turn.Resign}

// offered is a button for what a player may do.
func (v voice) offered(l referee.Look, o turn.Offer) Button {
	args := []engine.Arg{engine.Num("n", o.N)}
	switch o.Act {
	case turn.Decline:
		if l.Offerer == o.Seat {
			return Button{Do: "decline", Label: v.text("web.act.withdraw")}
		}
	case turn.TakeBack:
		args = append(args, engine.Sub("said", o.Said))
	case turn.Revoke:
		args = append(args, engine.Text("order", v.spoken(strings.Fields(o.Text))))
	case turn.Law:
		args = append(args, engine.Num("law", l.Info.Newest))
	case turn.Board:
		args = append(args, engine.Text("board", o.Text))
	case turn.GoOn:
		args = []engine.Arg{engine.Num("n", l.Restored.From)}
	default: // its words name nothing
	}
	a := v.act(string(o.Act), args...)
	a.N = o.N
	if o.Sure {
		a.Confirm = v.text("web.sure."+a.Do, append(args, engine.Noun("seat", string(o.Seat)))...)
	}
	if o.Act == turn.Board {
		a.Confirm = strings.Join(append([]string{a.Confirm}, v.all(o.Lost)...), "\n")
	}
	if o.Act == turn.TakeBack {
		a.Confirm, a.Yes = v.takingBack(l, o), v.text("web.yes.take-back")
	}
	if o.Act == turn.Stand {
		a.Text = v.text("web.text.stand")
	}
	return a
}

// takingBack asks whether a take-back is asked for, and says what would be lost.
func (v voice) takingBack(l referee.Look, o turn.Offer) string {
	who := ""
	for _, seat := range l.Info.Seats {
		if seat != o.Seat {
			who = cmp.Or(l.Holder(seat).Program, string(seat))
		}
	}
	key := map[string]string{
		"": "web.sure.take-back", turn.Rolled: "web.sure.take-back.rolled", turn.Drawn: "web.sure.take-back.drawn",
	}[o.Chance]
	lost := strings.TrimRight(strings.Join(v.all(o.Lost), " "), ".")
	return v.text(key, engine.Noun("who", who), engine.Num("n", o.First), engine.Text("lost", lost))
}

// typed are the words by which acts are called at a terminal.
var typed = map[string]string{
	"undo": "undo", "hint": "hint", "try": "try", "draw": "offer", "accept": "accept", "decline": "decline", "resign": "resign", "go-on": "go-on",
}

// called says by which words acts are typed. What a game calls so comes first.
func (v voice) called(info *engine.Info, acts []Button) {
	for i, a := range acts {
		if word := typed[a.Do]; word != "" && !info.HasVerb(word) {
			acts[i].Word = v.words.Called(v.lang, word)
		}
	}
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
	case l.OfferedBoard != nil:
		out = append(append(out, v.text("referee.told.offer-board", seat, engine.Text("board", l.OfferedBoard.Called))), v.all(l.OfferedBoard.Changes)...)
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
			return v.text("web.thinks", engine.Noun("program", held.Program))
		}
	}
	return ""
}

// clocks fills in how much time the seats have.
func (q *request) clocks(l referee.Look, seats []Seat) error {
	if !l.Started || l.Ending != nil {
		return nil
	}
	times, err := q.b.Referee.Schedule.TimesOf(q.Context(), l.Snapshot.Match())
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
			seats[i].Clock = q.text(key, engine.Text("left", q.lasting(c.Left)))
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
		query := Query{Name: x.Name, Word: v.words.Called(v.lang, x.Name), Label: v.asking(x.Name), Help: v.text("query." + x.Name)}
		needs := slices.DeleteFunc(slices.Clone(x.Args), func(a engine.QueryArg) bool { return a.Optional })
		if len(needs) > 1 {
			continue
		}
		if len(needs) == 1 {
			words := info.Words[needs[0].Kind]
			about := func(p engine.Piece) bool { return slices.Contains(words, p.ID) }
			switch {
			case needs[0].Kind == "hex":
				query.Takes = "hex"
			case slices.ContainsFunc(view.Pieces, about):
				query.Takes = "piece"
				if some := lists.Filter(view.Pieces, about); len(some) < len(view.Pieces) {
					query.Of = lists.Map(some, func(p engine.Piece) string { return p.ID })
				}
			case len(words) <= mostValues:
				for _, value := range words { // such as of a side
					of := query
					of.Name, of.Word, of.Label = x.Name+" "+value, query.Word+" "+v.words.Called(v.lang, value), v.asking(x.Name, value)
					out = append(out, of)
				}
				continue
			default:
				continue
			}
		}
		out = append(out, query)
	}
	return out
}

// asking is what the button of a query says; the words that are typed, where its game calls it nothing else.
func (v voice) asking(words ...string) string {
	if key := "ask." + strings.Join(words, "."); v.words.Has(v.lang, key) {
		return v.text(key)
	}
	return strings.Join(lists.Map(words, func(word string) string { return v.words.Called(v.lang, word) }), " ")
}

// queries are what can be asked about a match.
func (v voice) queries(l referee.Look, viewer engine.Viewer) []Query {
	out := v.queriesOf(l.Info, l.View)
	own := func(name, label string) {
		out = append(out, Query{Name: name, Word: v.words.Called(v.lang, name), Label: v.text(label), Help: v.text("table.help." + name)})
	}
	if _, shown := l.Snapshot.Chance(viewer); shown {
		own("forecast", "web.ask.forecast")
	}
	if l.Ending != nil && l.Ending.How != match.Abandoned {
		own("account", "web.ask.account")
	}
	own("rules", "web.ask.rules")
	own("law", "web.ask.law")
	own("dice", "web.ask.dice")
	return out
}

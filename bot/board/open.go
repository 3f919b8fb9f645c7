package board

import (
	"net/http"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// optionField begins the names of the fields by which options of a game are chosen.
const optionField = "option-"

// game is a game that may be begun.
func (q *request) game(info *engine.Info) (g NewGame, err error) {
	v, err := q.b.voice(info, q.lang)
	if err != nil {
		return g, err
	}
	g = NewGame{ID: info.Game, Title: info.Title}
	programs, err := q.b.Referee.Games.Programs(info.Game)
	if err != nil {
		return g, err
	}
	if len(info.Seats) > 1 && len(programs) > 0 {
		if g.Usual, err = q.usual(info); err != nil {
			return g, err
		}
		if said, elsewhere := q.b.Referee.Games.Measured(info); elsewhere {
			g.Measured = v.say(said)
		}
		seats := slices.Clone(info.Seats)
		if first := slices.Index(seats, q.b.Sides[info.Game]); first > 0 { // whose side is usual stands first
			seats = slices.Insert(slices.Delete(seats, first, first+1), 0, q.b.Sides[info.Game])
		}
		for _, p := range programs {
			level := Level{Choice: Choice{p, v.words.Program(v.lang, p)}}
			if key := "web.level." + p; v.words.Has(v.lang, key) {
				level.About = v.text(key)
			}
			for _, seat := range q.b.Referee.Games.PlaysOnly(info.Game, p) {
				level.About = v.text("web.level-only", engine.Text("about", level.About), engine.Text("side", v.side(seat)))
				level.Not = slices.Index(seats, seat) + 1
			}
			g.Programs = append(g.Programs, level)
		}
		for _, s := range seats {
			g.Sides = append(g.Sides, Choice{string(s), v.side(s)})
		}
	}
	for _, o := range info.Options {
		option := ChoiceOf{Name: optionField + o.ID, Label: v.say(o.Label()), Default: o.Default}
		for _, value := range o.Values {
			option.Values = append(option.Values, Choice{value, v.say(o.Value(value))})
		}
		g.Options = append(g.Options, option)
	}
	return g, nil
}

// twoPeople is the field of a form by which two people share the screen.
const twoPeople = "two"

// open opens a match at the screen, as a form says: game, side and opponent, or that two people play, and the options.
func open(q *request) error {
	if q.visitor.Table == "" {
		return errSeat
	}
	if err := q.ParseForm(); err != nil {
		return tooBig(err, errForm)
	}
	form := q.PostForm
	if !form.Has("game") { // or the form was not read
		return errForm
	}
	info, err := q.b.Referee.Games.Info(form.Get("game"))
	if err != nil {
		return err
	}
	q.info = info
	offered, err := q.game(info)
	if err != nil {
		return err
	}
	o := referee.Opening{Game: info.Game, Setup: engine.Setup{}, Place: q.visitor.place()}
	for name := range form {
		if id, option := strings.CutPrefix(name, optionField); option {
			o.Setup[id] = form.Get(name)
		}
	}
	seats := info.Seats
	if len(offered.Sides) > 0 && !form.Has(twoPeople) {
		side := engine.Seat(form.Get("side"))
		if side == "" {
			side = engine.Seat(offered.Sides[0].Value)
		}
		if o.Program = form.Get("opponent"); o.Program == "" {
			o.Program = offered.Usual
		}
		if !slices.Contains(info.Seats, side) { // before anything is opened
			return match.ErrNoSeat
		}
		seats, o.Seat = []engine.Seat{side}, side
	}
	reply, err := q.b.Referee.Open(q.Context(), q.visitor.seated("", ""), o)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if _, err := q.b.Referee.Join(q.Context(), q.visitor.seated(reply.Match, seat)); err != nil {
			return err
		}
	}
	http.Redirect(q.w, q.Request, pathTo(reply.Match), http.StatusSeeOther)
	return nil
}

package mail

import (
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/match"
)

// opening is a match that a line asks for.
type opening struct {
	referee.Opening
	game  *engine.Info
	seat  engine.Seat  // of the player who opens it
	to    string       // the opponent's address; "": nobody is invited
	other state.Person // who has it, or will have
	knows bool         // they are known already
}

// opens opens a match: "new", a game, an opponent, or "open" or a program in the place of one.
func (h *handler) opens(n int, s lines.Step) error {
	opened, err := h.begin(n, s.Args)
	switch {
	case refused(err):
		h.reply.refuse(s, referee.Explain(err))
	case err != nil:
		return err
	default:
		h.reply.note(s, opened)
	}
	return nil
}

// begin opens a match, and invites the opponent. It returns what is said of it.
func (h *handler) begin(n int, args []string) (engine.Msg, error) {
	o, err := h.openingOf(args)
	if err == nil {
		err = h.opponent(&o)
	}
	if err != nil {
		return engine.Msg{}, err
	}
	begun, err := h.seated(n, o)
	if err != nil {
		return engine.Msg{}, err
	}
	id, title := engine.Text("match", string(begun.Match().ID())), engine.Text("title", begun.Info().Title)
	if o.to == "" {
		err := h.edit.Invited(h.person.Account)
		if o.Program != "" {
			return engine.Say("mail.begun", id, title, engine.Text("program", h.door.words.Computer(h.person.Lang, o.Program))), err
		}
		if len(o.game.Seats) == 1 {
			return engine.Say("mail.begun-alone", id, title), err
		}
		return engine.Say("mail.opened", id, title), err
	}
	l, err := begun.Look(h.edit.Context(), engine.Spectator)
	if err != nil {
		return engine.Msg{}, err
	}
	if !o.knows && l.Challenge != nil {
		// Where it was opened before the process ended, the seat is kept for the account that was drawn then.
		o.other.Account = l.Challenge.To.Account
	}
	// Names can be anybody's: by the address who is invited knows who invites.
	name := h.request.called()
	err = h.to(o.other).invite(h.person.Account, name, name+" <"+h.person.Address+">", begun, otherSeat(o.game, o.seat))
	return engine.Say("mail.invited", id, title, engine.Text("address", o.to)), err
}

// openingOf is the match that the words of a line ask for.
func (r *request) openingOf(args []string) (o opening, err error) {
	usual, err := r.door.Referee.Games.Info("")
	if err != nil {
		return o, err
	}
	o.Opening = referee.Opening{Game: usual.Game, Setup: engine.Setup{}, Settings: map[string]string{}}
	side, toAll := "", false
	for _, a := range args {
		option, value, is := strings.Cut(a, "=")
		switch {
		case strings.Contains(a, "@"):
			o.to = strings.Trim(a, "<>")
		case is && option == lines.Side:
			side = value
		case is && option == schedule.SettingClock:
			o.Settings[schedule.SettingClock] = paceOf(value)
		case is:
			o.Setup[option] = value
		case slices.Contains(r.door.games, strings.ToLower(a)):
			o.Game = strings.ToLower(a)
		case r.door.none.Program(a) != "":
			o.Program = r.door.none.Program(a)
		case r.door.none.ToAll(a):
			toAll = true
		}
	}
	if o.Program == lines.Usual {
		if o.Program, err = r.door.Referee.Games.DefaultProgram(o.Game); err != nil {
			return o, err
		}
	}
	if o.game, err = r.door.Referee.Games.Info(o.Game); err != nil {
		return o, err
	}
	toAll = o.to == "" && (toAll || o.Program != "" || len(o.game.Seats) == 1) // nobody is invited
	if !toAll && (!outgoing.ValidAddress(o.to) || r.door.ours(o.to)) {
		return o, refuses("mail.new-whom", engine.Text("game", usual.Game))
	}
	if o.seat, err = r.seatCalled(o.game, side); o.Program != "" {
		o.Seat = o.seat
	}
	return o, err
}

// opponent finds out who is to play against the person, or why they may invite nobody.
func (r *request) opponent(o *opening) error {
	most := engine.Num("n", state.MostInvited)
	if o.to == "" {
		count, err := r.edit.Invitations(r.person.Account)
		if err == nil && count.N >= state.MostInvited {
			return refuses("mail.invited-"+state.InvitedMany, most)
		}
		return err
	}
	if state.Folded(o.to) == state.Folded(r.person.Address) {
		return referee.ErrOneself
	}
	var why string
	var err error
	if o.other, o.knows, why, err = r.edit.MayInvite(r.person.Account, o.to, r.person.Lang); err != nil {
		return err
	}
	if why != "" {
		return refuses("mail.invited-"+why, most)
	}
	o.Opponent = match.Challenger{Account: o.other.Account, Name: r.to(o.other).called()}
	return nil
}

// seated opens a match, and seats the person in it.
func (r *request) seated(n int, o opening) (*referee.Snapshot, error) {
	c := referee.Command{Account: r.person.Account, Name: r.called(), Door: door, Key: commandKey(r.mail.Key, n, 0)}
	reply, err := r.door.Referee.Open(r.edit.Context(), c, o.Opening)
	if referee.IsRefusal(err) {
		in, other := r.door.speechOf(o.game)
		if other != nil {
			return nil, other
		}
		return nil, refuses("mail.refused-so", engine.Text("why", in.words.Say(r.person.Lang, in.words.Quote(r.person.Lang, referee.Explain(err)))))
	}
	if err != nil {
		return nil, err
	}
	c.Match, c.Seat, c.Key = reply.Match, o.seat, commandKey(r.mail.Key, n, 1)
	if _, err := r.door.Referee.Join(r.edit.Context(), c); err != nil && !referee.IsRefusal(err) {
		return nil, err
	}
	return r.door.Referee.Snapshot(r.edit.Context(), reply.Match)
}

// seatCalled is the seat of a game that somebody means by a word, in any language; without one the first.
func (r *request) seatCalled(game *engine.Info, word string) (engine.Seat, error) {
	if word == "" {
		return game.Seats[0], nil
	}
	in, err := r.door.speechOf(game)
	if err != nil {
		return "", err
	}
	var sides []engine.Arg
	for _, s := range game.Seats {
		called := engine.Say("table.seat", engine.Noun("seat", string(s)))
		ways := []string{string(s)}
		for _, lang := range locale.Languages {
			ways = append(ways, typed.Fold(in.words.Say(lang, called)))
		}
		if slices.Contains(ways, typed.Fold(word)) {
			return s, nil
		}
		sides = append(sides, engine.Text("", in.words.Say(r.person.Lang, called)))
	}
	return "", refuses("mail.new-side", engine.Text("word", word), engine.Text("title", game.Title), engine.List("seats", sides...))
}

// otherSeat is the seat of a game that is for whom the player of one invites.
func otherSeat(game *engine.Info, own engine.Seat) engine.Seat {
	for _, s := range slices.Backward(game.Seats) {
		if s != own {
			return s
		}
	}
	return own
}

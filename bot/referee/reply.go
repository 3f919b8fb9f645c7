package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// Reply is what a command led to, as the seat that gave it may know.
type Reply struct {
	Match match.ID `json:"match"`
	// From is the decision after which the command came, To the last that it
	// led to. They are equal for a draft.
	From  int    `json:"from"`
	To    int    `json:"to"`
	Head  string `json:"head"` // of decision To, 8 hex digits
	Lines []Line `json:"lines,omitempty"`
	Asks  []Ask  `json:"asks,omitempty"`
	// Draft is the path that the seat has half built.
	Draft *Draft `json:"draft,omitempty"`
	// Picture says that the map looks different now.
	Picture bool          `json:"picture,omitempty"`
	Ending  *match.Ending `json:"ending,omitempty"`
	// Short says that the lines are left out, as it is kept: see [Shorten].
	Short bool `json:"short,omitempty"`
	// Repeated says that the command was done before, and this is its first
	// reply.
	Repeated bool `json:"-"`
	// Now is the match as the command has left it.
	Now *Snapshot `json:"-"`
}

// Line is one sentence of the record.
type Line struct {
	Seq  int         `json:"n"` // of its decision
	Seat engine.Seat `json:"seat,omitempty"`
	Auto bool        `json:"auto,omitempty"` // nobody had a choice
	Rule string      `json:"rule,omitempty"` // the paragraph that it follows from
	Said engine.Msg  `json:"said"`
}

// Ask is an open question.
type Ask struct {
	Prompt engine.PromptID `json:"prompt"`
	Seat   engine.Seat     `json:"seat"`
	Kind   string          `json:"kind"`
	// Ask is the question; for whoever is not asked, that the seat is asked.
	Ask    engine.Msg `json:"ask"`
	Secret bool       `json:"secret,omitempty"`
	// Unfired says to its owner why no standing order has answered it.
	Unfired []Unfired `json:"unfired,omitempty"`
}

// reply is the reply to a command of a seat that led to the snapshot.
func (s *Snapshot) reply(seat engine.Seat, from int) (Reply, error) {
	next := s.m
	viewer := engine.Viewer(seat)
	if seat == "" {
		viewer = engine.Spectator
	}
	lines, err := Tell(next, viewer, from, next.Seq())
	if err != nil {
		return Reply{}, err
	}
	open, err := asks(next, viewer)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{
		Match: next.ID(), From: from, To: next.Seq(), Head: next.Head().Short(),
		Lines: lines, Asks: open, Now: s,
	}
	for _, e := range next.After(from) {
		k := e.Decision.Kind()
		reply.Picture = reply.Picture || k == match.KindOpen || k == match.KindAnswer || k == match.KindRewind
	}
	if e, over := next.Ending(); over {
		reply.Ending = &e
	}
	return reply, nil
}

// asks lists the open questions, as a viewer may know them.
func asks(m *match.Match, v engine.Viewer) ([]Ask, error) {
	if _, stands := m.Restored(); stands || !m.Started() || m.Over() {
		return nil, nil
	}
	var out []Ask
	for _, p := range m.Position().Prompts() {
		if p.Seat == engine.Chance {
			continue // the roll is awaited, and nobody is asked
		}
		a := Ask{Prompt: p.ID, Seat: p.Seat, Kind: p.Kind, Ask: p.Ask, Secret: p.Secret}
		if !v.Sees(p.Seat) {
			a.Ask = engine.Say("referee.asked", engine.Noun("seat", string(p.Seat)))
		} else if m.StandingOrders(p.Seat).Any() {
			var err error
			if a.Unfired, err = unfired(m, p.Seat, p.ID); err != nil {
				return nil, err
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// Tell says decisions from+1 to to, as a viewer may know them.
func Tell(m *match.Match, v engine.Viewer, from, to int) ([]Line, error) {
	var out []Line
	for _, e := range m.Log()[from:to] {
		d := &e.Decision
		auto, _ := d.Act.(match.ActAnswer)
		say := func(said engine.Msg, rule string) {
			if said.Key != "" {
				out = append(out, Line{Seq: d.Seq, Seat: d.Seat, Auto: auto.Auto, Rule: rule, Said: said})
			}
		}
		say(administrative(m, d), "")
		for _, said := range setTold(m, d, chosenBy(m, d)) {
			say(said, "")
		}
		say(diceTold(d), "")
		say(restoredTold(m, d), "")
		standing, err := standingTold(m, v, d)
		if err != nil {
			return nil, err
		}
		for _, said := range standing {
			say(said, "")
		}
		events, err := engine.Decode(m.Game(), d.Events())
		if err != nil {
			return nil, err
		}
		TellEvents(events, v, say)
	}
	if _, awaits := m.Awaits(0); awaits && to == m.Seq() {
		out = append(out, Line{Seq: to, Seat: engine.Chance, Said: engine.Say("referee.told.awaited")})
	}
	return out, nil
}

// TellEvents says events as a viewer may know them, each with its rule.
func TellEvents(events []engine.Event, v engine.Viewer, say func(said engine.Msg, rule string)) {
	var known []engine.Event
	for _, event := range events {
		if k := engine.Known(event, v); k != nil {
			known = append(known, k)
		}
	}
	for len(known) > 0 {
		said, n := engine.Tell(known)
		say(said, engine.RuleOf(known[0]))
		known = known[n:]
	}
}

// administrative says a decision that the game knows nothing of.
func administrative(m *match.Match, d *match.Decision) engine.Msg {
	seat := engine.Noun("seat", string(d.Seat))
	switch a := d.Act.(type) {
	case match.ActAnswer: // its events say it
	case match.ActRestore, match.ActResume: // see restoredTold
	case match.ActOpen:
		return engine.Say("referee.told.open", engine.Text("match", string(a.Opening.Match)), engine.Text("game", a.Opening.Game))
	case match.ActJoin:
		if a.Program != nil {
			return engine.Say("referee.told.join-program", seat, engine.Noun("program", a.Program.Name), engine.Num("n", a.Program.Version))
		}
		return engine.Say("referee.told.join", seat)
	case match.ActLeave:
		if d.Author == match.Referee {
			return engine.Say("referee.told.unseat", seat)
		}
		return engine.Say("referee.told.leave", seat)
	case match.ActAbandon:
		return engine.Say("referee.told.abandon")
	case match.ActSet: // see setTold
	case match.ActExpire:
		if a.Program != nil {
			return engine.Say("referee.told.expire-program", seat, engine.Noun("program", a.Program.Name))
		}
		return engine.Say("referee.told.expire-"+string(a.Then), seat)
	case match.ActAppeal, match.ActRuling:
		return judgesTold(d)
	case match.ActStand:
		return engine.Say("referee.told.stand", seat, engine.Num("n", d.Seq))
	case match.ActRevoke:
		return engine.Say("referee.told.revoke", seat, engine.Num("n", a.To))
	case match.ActHint:
		return engine.Say("referee.told.hint", seat, engine.Noun("program", a.Program.Name))
	case match.ActRewind:
		if a.Offer == match.TakeBack {
			return engine.Say("referee.told.gone-back", engine.Num("n", a.To))
		}
		if d.Author == match.Referee {
			return engine.Say("referee.told.take-back", engine.Num("n", a.To))
		}
		return engine.Say("referee.told.rewind", engine.Num("n", a.To))
	case match.ActResign:
		return engine.Say("referee.told.resign", seat)
	case match.ActOffer:
		return engine.Say("referee.told.offer-"+string(a.Offer), seat, engine.Num("n", a.To), boardArg(a.Board))
	case match.ActAccept:
		if a.Offer == match.Law {
			return engine.Say("referee.told.accept-law", seat, engine.Num("n", a.To))
		}
		if a.Offer == match.NewBoard {
			offer, _ := m.Log()[a.To-1].Decision.Act.(match.ActOffer)
			return engine.Say("referee.told.accept-board", seat, boardArg(offer.Board))
		}
		return engine.Say("referee.told.accept-"+string(a.Offer), seat)
	case match.ActDecline:
		return engine.Say("referee.told.decline-"+string(a.Offer), seat)
	}
	return engine.Msg{}
}

// judgesTold says an appeal, a statement or a ruling.
func judgesTold(d *match.Decision) engine.Msg {
	b := d.Adjudication()
	args := []engine.Arg{
		engine.Noun("seat", string(d.Seat)), engine.Num("from", b.From), engine.Num("to", b.To),
		engine.Noun("winner", string(b.Winner)),
	}
	key := "referee.told.ruling-" + string(b.Judgement)
	switch {
	case d.Kind() == match.KindAppeal && b.From == 0:
		key = "referee.told.statement"
	case d.Kind() == match.KindAppeal:
		key = "referee.told.appeal"
		if b.From == b.To {
			key += "-one"
		}
	case b.Judgement == match.Decided && b.Winner == "":
		key = "referee.told.ruling-draw"
	case b.Margin > 0:
		return engine.Say(key+"-by", engine.Noun("winner", string(b.Winner)), engine.Num("n", b.Margin))
	}
	if d.Seat == "" {
		args = args[1:]
	}
	if b.Winner == "" {
		args = args[:len(args)-1]
	}
	return engine.Say(key, args...)
}

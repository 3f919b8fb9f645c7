package referee

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"

	"referee/engine"
	"referee/engine/match"
)

// Look is what a viewer sees of a match.
type Look struct {
	// Snapshot is what was looked at: the rest of it can be read there.
	Snapshot *Snapshot
	Match    match.ID
	Info     *engine.Info // of the game over the data of the match, under the law that it is judged by
	Seq      int
	At       int64       // when its last decision was made, as a Unix time in milliseconds
	Head     string      // 8 hex digits
	Whole    string      // the whole head, 64 hex digits
	View     engine.View // with what the viewer has half built
	Asks     []Ask       // nobody is asked while judges are
	Draft    *Draft      // the viewer's, if they are a seat
	Free     []engine.Seat
	Sitting  []Sitting
	Started  bool
	// Setup and Settings are what was chosen; what is missing has its default.
	Setup        engine.Setup
	Settings     map[string]string
	Offer        match.Offer // that stands; "" none
	Offerer      engine.Seat
	OfferedBy    int               // the decision that made the offer
	AskedBack    int               // the decision that the offer asks to go back to; 0: it does not
	OfferedLaw   int               // the law that the offer is to adopt; 0: it is of none
	OfferedBoard *NewBoard         // the board that it is to adopt; nil: it is of none
	Proposed     map[string]string // the settings that the offer is of; nil: it is of none
	Ending       *match.Ending     // nil: under way
	Appealed     bool              // judges are asked, and the match waits for them
	Challenge    *match.Challenge  // for whom its free seats are kept, or were when it ended; nil: nobody, or it is Look of an earlier decision
	Moving       *match.Moving     // a proposal to play it elsewhere; nil: none, or it is Look of an earlier decision
	// Restored is how it waits to go on after a backup; nil: it does not. Then nobody
	// is asked, either.
	Restored *match.Restored
	// Held says that its players are not free to have it go on: see [FreeResume].
	Held bool
	// Dice is what rolls are proven by; nil: they are not.
	Dice *match.Dice
	// Awaits is when the roll that is awaited can be made, as a Unix time in
	// milliseconds; 0: none is.
	Awaits int64
}

// Foot is what stands under every post, letter and mail about the match: its
// name, and the number and head of its last decision, which anybody can compare
// with the record.
func (l Look) Foot() string { return fmt.Sprintf("%s #%d·%s", l.Match, l.Seq, l.Head) }

// Asking is View for words about it: where the match asks nobody, as it is over or waits, without what the game would ask.
func (l Look) Asking() engine.View {
	v := l.View
	if len(l.Asks) == 0 {
		v.Waiting = nil
	}
	return v
}

// Sitting says who has a seat.
type Sitting struct {
	Seat   engine.Seat
	Player match.Player
	// Account and Name are empty where nothing is known of them: erased, or
	// imported.
	Account, Name string
	// Phrase is what they added to the dice; the record has its hash.
	Phrase string
	// Program is the name of the program that sits there; "": a person does.
	Program string
}

// Seats lists the seats of an account.
func (l Look) Seats(account string) []engine.Seat {
	var out []engine.Seat
	for _, s := range l.Sitting {
		if s.Account == account && account != "" {
			out = append(out, s.Seat)
		}
	}
	return out
}

// Holder is who has a seat; the zero Sitting where nobody does.
func (l Look) Holder(seat engine.Seat) Sitting {
	for _, s := range l.Sitting {
		if s.Seat == seat {
			return s
		}
	}
	return Sitting{}
}

// Look shows the match to a viewer.
func (s *Snapshot) Look(ctx context.Context, v engine.Viewer) (Look, error) {
	if l, taken := s.looks[v]; taken {
		return l, nil
	}
	d, err := s.drafts.draft(engine.Seat(v))
	if err != nil {
		return Look{}, err
	}
	var view engine.View
	if d != nil {
		view = d.view
	} else {
		view = s.worked.view(v)
	}
	l, err := s.look(ctx, s.m, view, d, v)
	if err != nil {
		return Look{}, err
	}
	l.Moving, l.Challenge = proposed(s.m, s.moves), s.Seats.challenge
	s.looks[v] = l
	return l, nil
}

// LookAt is Look at the match as it was after a decision. What is half built now
// is not in it. It returns match.ErrUndo where there is no such decision.
func (s *Snapshot) LookAt(ctx context.Context, v engine.Viewer, seq int) (Look, error) {
	m, err := s.m.At(seq)
	if err != nil {
		return Look{}, err
	}
	return s.look(ctx, m, m.Position().View(v), nil, v)
}

// look is what a viewer sees of a match, now or earlier, its position seen as view.
func (s *Snapshot) look(ctx context.Context, m *match.Match, view engine.View, d *Draft, v engine.Viewer) (Look, error) {
	l := Look{
		Snapshot: s, Match: m.ID(), Info: m.Game().Info(), Seq: m.Seq(), At: m.Log()[m.Seq()-1].Decision.At, Head: m.Head().Short(), Whole: m.Head().String(), View: view,
		Draft: d, Started: m.Started(), Setup: m.Opening().Setup, Settings: m.Settings(),
		Dice: m.Opening().Dice, Awaits: awaits(m),
	}
	var err error
	if l.Asks, err = asks(m, v); err != nil {
		return Look{}, err
	}
	if _, l.Appealed = m.Appealed(); l.Appealed {
		l.Asks = nil
	}
	for i := range l.Asks {
		if d != nil && l.Asks[i].Prompt == d.Prompt {
			l.Asks[i].Ask = d.Ask
		}
	}
	for _, seat := range l.Info.Seats {
		player := m.Player(seat)
		if player == match.Referee {
			l.Free = append(l.Free, seat)
			continue
		}
		p, _ := s.Seats.person(player)
		program, _ := m.Program(seat)
		l.Sitting = append(l.Sitting, Sitting{Seat: seat, Player: player, Account: p.Account, Name: p.Name, Phrase: p.Phrase, Program: program.Name})
	}
	offer := m.Offered()
	l.Offer, l.Offerer = offer.What, offer.By
	l.OfferedBy = offeredBy(m)
	l.AskedBack, l.OfferedLaw, l.Proposed = offer.About(match.TakeBack), offer.About(match.Law), maps.Clone(offer.Settings)
	if l.OfferedBoard, err = offeredBoard(m); err != nil {
		return Look{}, err
	}
	if e, over := m.Ending(); over {
		l.Ending = &e
	} else if back, stands := m.Restored(); stands {
		l.Restored = &back
		err = s.r.rights.free(ctx, m.ID(), FreeResume)
		if l.Held = err != nil && IsRefusal(err); l.Held {
			err = nil
		}
	}
	return l, err
}

// seen is the position that a viewer sees: a seat's with what it has half built.
func (s *Snapshot) seen(v engine.Viewer) (engine.Position, *Draft, error) {
	d, err := s.drafts.draft(engine.Seat(v))
	if err != nil || d == nil {
		return s.m.Position(), nil, err
	}
	return d.pos, d, nil
}

// Picture draws what a viewer sees. overlay may be nil. It returns ErrNoBoard
// where the game has no map, and ErrNoMaps where there is no painter.
func (s *Snapshot) Picture(ctx context.Context, w io.Writer, v engine.Viewer, overlay *engine.Answer, say func(engine.Msg) string) error {
	if s.Info().Board == nil {
		return ErrNoBoard
	}
	if s.r.paint == nil {
		return ErrNoMaps
	}
	l, err := s.Look(ctx, v)
	if err != nil {
		return err
	}
	return s.r.paint(w, l.Info.Board, l.View, overlay, say)
}

// HasPicture reports whether there is anything that [Snapshot.Picture] draws.
func (s *Snapshot) HasPicture() bool { return s.Info().Board != nil && s.r.paint != nil }

// Options lists what may follow a path in a seat's answer to a prompt. It
// refuses like [Orders.Answer].
func (s *Snapshot) Options(ctx context.Context, c Command, prompt engine.PromptID, path []string) (engine.Node, error) {
	return askable(ctx, s, c, prompt, func() (engine.Node, error) { return s.m.Position().Options(prompt, path) })
}

// Explain is Options for a person: with what cannot follow, and why.
func (s *Snapshot) Explain(ctx context.Context, c Command, prompt engine.PromptID, path []string) (engine.Node, error) {
	return askable(ctx, s, c, prompt, func() (engine.Node, error) { return s.m.Position().Explain(prompt, path) })
}

// Lines says decisions from+1 to to, as a viewer may know them; a to of 0 stands for
// the last.
func (s *Snapshot) Lines(v engine.Viewer, from, to int) ([]Line, error) {
	to = cmp.Or(to, s.m.Seq())
	if from < 0 || from > to || to > s.m.Seq() {
		return nil, fmt.Errorf("referee: match %s has no decisions %d to %d", s.m.ID(), from+1, to)
	}
	return Tell(s.m, v, from, to)
}

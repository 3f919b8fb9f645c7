package referee

import (
	"context"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// Office does to matches what is done in the referee's name, on nobody's authority but
// that of whoever holds it, and shows all that is secret in them. No door may hold one:
// [New] gives the only one to [Config.Clubs], for packages that decide by themselves who
// may do what.
type Office struct{ r *Referee }

// Open is [Referee.Open] with the law and the data that a match is pinned to: its
// Opening's Match and Setup are not used.
func (o Office) Open(ctx context.Context, c Command, with Opening, pinned match.Opening) (Reply, error) {
	with.pinned = &pinned
	return o.r.Open(ctx, c, with)
}

// Join seats an account, whoever says who plays. It returns match.ErrTaken or
// ErrNoSeat, and authority.ErrRead.
func (o Office) Join(ctx context.Context, c Command) (Reply, error) {
	return o.r.locked(ctx, c, func(lk *matchLock, q request) (Reply, error) { return lk.joinAt(ctx, q) })
}

// SeatProgram has a program take a free seat, as a player of its own, whoever says who plays. It
// returns ErrNoProgram, match.ErrTaken and ErrNoSeat.
func (o Office) SeatProgram(ctx context.Context, c Command, name string) (Reply, error) {
	c.judge = true
	return o.r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		p, known := o.r.Games.spec(m).Players.Find(name)
		if !known {
			return nil, ErrNoProgram
		}
		return join(m, by, c.Seat, p)
	})
}

// MaySit refuses a seat to who has read a case of the match.
func (o Office) MaySit(ctx context.Context, id match.ID, account string) error {
	return o.r.rights.sit(ctx, id, account)
}

// Unseat frees a seat.
func (o Office) Unseat(ctx context.Context, c Command) (Reply, error) {
	c.judge = true
	return o.r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Leave(by, c.Seat) })
}

// TakeBack takes the position back to what it was after decision to. It refuses with
// match.ErrUndo, and with match.ErrKey where a match that is over could not go on.
func (o Office) TakeBack(ctx context.Context, c Command, to int) (Reply, error) {
	c.judge, c.Seat = true, ""
	return o.r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if m.Over() && !o.r.dice.hasKey(m) {
			return nil, match.ErrKey
		}
		return m.Rewind(by, to)
	})
}

// Abandon ends a match without a result.
func (o Office) Abandon(ctx context.Context, c Command) (Reply, error) {
	c.judge, c.Seat = true, ""
	return o.r.do(ctx, c, abandon)
}

// ChangeSettings chooses settings, whoever may choose them. It returns clock.ErrSettings.
func (o Office) ChangeSettings(ctx context.Context, c Command, settings map[string]string) (Reply, error) {
	c.judge, c.Seat = true, ""
	return o.r.ChangeSettings(ctx, c, settings)
}

// Resume resumes a match that was restored from a backup. judges is where the judges are
// told once more that they are asked, if they are; "": nowhere.
func (o Office) Resume(ctx context.Context, c Command, judges string) error {
	c.judge, c.Seat, c.judges = true, "", judges
	_, err := o.r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Resume(by, "") })
	return err
}

// Relocate has a match played where the author of the command acts, who does so in a role.
func (o Office) Relocate(ctx context.Context, c Command, role authority.Role) error {
	return o.r.holding(ctx, c.Match, func(lk *matchLock) error {
		o.r.log.Info("move", "match", c.Match, "account", c.Account, "as", role, "to", c.Powers.Place)
		return lk.moveTo(ctx, c.Powers.Place, c.Powers.Home, &post.Actor{Account: c.Account, As: role})
	})
}

// As is as what the author of a command may do an act on its match; else the error says
// why not.
func (o Office) As(ctx context.Context, c Command, act authority.Right) (authority.Role, error) {
	return o.r.rights.as(ctx, c, act)
}

// Show has a match shown where it is played, though nothing has happened in it.
func (o Office) Show(ctx context.Context, id match.ID) error {
	return o.r.holding(ctx, id, func(lk *matchLock) error {
		if lk.place == "" {
			return nil
		}
		return lk.note(ctx, match.Batch{Outbox: lk.news(lk.place, nil)})
	})
}

// Change is what somebody makes of a match beside what a [Referee] offers.
type Change struct {
	// As is the act that its author must be allowed, to do it in the referee's name;
	// "": they do it for their seat.
	As authority.Right
	// Text is what they have written about it; it stays outside the record, which has
	// its hash.
	Text string
	// Judges is where the judges are told of it, if they are asked by it; "": nowhere.
	Judges string
	// Make is the match after it; written is the hash of Text.
	Make func(m *match.Match, by match.By, written string) (*match.Match, error)
}

// Do does a change. It returns what package authority refuses, and what Make does.
func (o Office) Do(ctx context.Context, c Command, change Change) (Reply, error) {
	c.judges = change.Judges
	if change.As == "" {
		return o.do(ctx, c, change)
	}
	return Moderator{o}.as(ctx, c, change.As, func(ctx context.Context, c Command) (Reply, error) {
		c.judge, c.Seat = true, ""
		return o.do(ctx, c, change)
	})
}

func (o Office) do(ctx context.Context, c Command, change Change) (Reply, error) {
	t, err := o.Text(c.Account, change.Text)
	if err != nil {
		return Reply{}, o.r.faults.classify(ctx, err, c, nil)
	}
	c.texts = []match.Text{t}
	return o.r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) { return change.Make(m, by, t.Hash) })
}

// NewID makes an id that nothing has, for which known returns match.ErrUnknown.
func (o Office) NewID(known func(id string) error) (string, error) { return o.r.random.id(known) }

// Text is what an account has written, with a salt and its hash.
func (o Office) Text(account, body string) (match.Text, error) {
	salt, err := o.r.random.salt()
	if err != nil {
		return match.Text{}, err
	}
	return match.NewText(salt, account, body), nil
}

// Match is a match as it stands now, with all its secrets. It never changes.
func (o Office) Match(ctx context.Context, id match.ID) (m *match.Match, err error) {
	err = o.r.holding(ctx, id, func(lk *matchLock) error {
		m = lk.m
		return nil
	})
	return m, err
}

// Fold is the match of a record as it was read, with all its secrets.
func (o Office) Fold(ctx context.Context, record []*match.Entry) (*match.Match, error) {
	m, _, err := o.r.Games.fold(ctx, record)
	return m, err
}

// Locked does something while no command is done to a match.
func (o Office) Locked(ctx context.Context, id match.ID, do func() error) error {
	return o.r.holding(ctx, id, func(*matchLock) error { return do() })
}

// Settle clears a deadline, as what it asked for is done as far as decision seq of its
// match. Where the match has gone on since, it is due still.
func (o Office) Settle(ctx context.Context, d match.Deadline, seq int) error {
	return o.r.holding(ctx, d.Match, func(lk *matchLock) error {
		if lk.m.Seq() != seq {
			o.r.Schedule.Wake()
			return nil
		}
		return lk.note(ctx, match.Batch{Deadlines: []match.Deadline{{Name: d.Name}}})
	})
}

// Cancel clears a deadline.
func (o Office) Cancel(ctx context.Context, d match.Deadline) error {
	return o.r.holding(ctx, d.Match, func(lk *matchLock) error {
		return lk.note(ctx, match.Batch{Deadlines: []match.Deadline{{Name: d.Name}}})
	})
}

// Game is a game with the law and data of new matches at a home on a board; "" is the usual one. It returns ErrNoGame and
// *NoBoardError.
func (o Office) Game(ctx context.Context, id, home, board string) (engine.Game, error) {
	now, err := o.r.Games.on(ctx, id, home, board)
	if err != nil {
		return nil, err
	}
	return now.game, nil
}

// Pinned is the game that a match is pinned to.
func (o Office) Pinned(ctx context.Context, to match.Opening) (engine.Game, error) {
	of, err := o.r.Games.pinned(ctx, to)
	if err != nil {
		return nil, err
	}
	return of.game, nil
}

// KeepData stores the data of a game for new matches at a home on a board, so that matches can be pinned to
// it when there is a newer one.
func (o Office) KeepData(ctx context.Context, game, home, board string) error {
	now, err := o.r.Games.on(ctx, game, home, board)
	if err != nil {
		return err
	}
	return o.r.Games.keepData(ctx, now)
}

// Data is the data set that a match is pinned to, compared with its hash.
func (o Office) Data(ctx context.Context, of match.Opening) (match.Data, error) {
	return o.r.Games.data(ctx, of)
}

// Classify makes a [Fault] of an error that is no refusal, logs it, and writes the match
// to a file; m may be nil.
func (o Office) Classify(ctx context.Context, err error, c Command, m *match.Match) error {
	return o.r.faults.classify(ctx, err, c, m)
}

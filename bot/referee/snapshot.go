package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// ErrChanged says that a match, or what a seat has half built, has changed since the
// author of a command looked.
var ErrChanged = refusal.New("referee.refuse.changed", "referee: the match has changed since it was looked at")

// Snapshot is a match as it stood at one moment, with who plays it and what they have
// half built: all that a visit reads, read at once. What is done to the match afterwards
// does not change it; a command that names it is refused where that was done, see
// [Command]. It is for one goroutine.
type Snapshot struct {
	Seats  Seats
	Dice   Dice
	r      *Referee
	m      *match.Match
	open   *open
	moves  *match.Moving // a proposal to move it; nil: none
	home   string
	place  string
	drafts drafts
	looks  map[engine.Viewer]Look // those that were taken
	worked *worked                // of m
	// firstReply is what the command that it was read for was answered, if that was done before.
	firstReply []byte
	replied    bool
}

// newSnapshot is a match that seats are of, with the store and the bodies of its drafts.
func newSnapshot(r *Referee, o *open, w *worked, seats Seats, ds drafts) *Snapshot {
	ds.m, ds.worked, ds.orders = seats.m, w, o.orders
	if ds.bodies == nil {
		ds.bodies = map[engine.Seat][]byte{}
	}
	return &Snapshot{
		Seats: seats, Dice: Dice{r, seats.m}, r: r, m: seats.m, worked: w, open: o, drafts: ds, looks: map[engine.Viewer]Look{},
	}
}

// Board says in a few words which board the match is played on, and how much of it is guessed; an empty message if its data
// set has neither a name nor a map, or if its built-in data cannot be opened.
func (s *Snapshot) Board() engine.Msg { return s.r.Games.board(s.m.Game().Info()) }

// Snapshot is a match as it stands. It returns match.ErrUnknown.
func (r *Referee) Snapshot(ctx context.Context, id match.ID) (*Snapshot, error) {
	lk, err := r.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer lk.release()
	return lk.snapshot(ctx, "")
}

// Match is the record, which never changes.
func (s *Snapshot) Match() *match.Match { return s.m }

// Home is where those who moderate the match hold their powers; "": not known.
func (s *Snapshot) Home() string { return s.home }

// Place is where the match is played; "": nowhere.
func (s *Snapshot) Place() string { return s.place }

// Private reports whether the match is played where only its players, or those of a conversation of theirs, see it.
func (s *Snapshot) Private() bool { return private(s.place) }

// Public reports whether the players have opened the match to spectators.
func (s *Snapshot) Public() bool { return s.m.Settings()[SettingSpectators] == "yes" }

// Info is what the game says of itself, over the data of the match and under the law that
// it is judged by.
func (s *Snapshot) Info() *engine.Info { return s.m.Game().Info() }

// Seat is the seat of an account: of several, the first that is asked; "" where it has
// none.
func (s *Snapshot) Seat(account string) engine.Seat {
	var first engine.Seat
	for _, p := range s.m.Position().Prompts() {
		if p.Seat != engine.Chance && s.Seats.Holds(p.Seat, account) && s.asks() {
			return p.Seat
		}
	}
	for _, seat := range s.Info().Seats {
		if first == "" && s.Seats.Holds(seat, account) {
			first = seat
		}
	}
	return first
}

// Fingerprint names what a seat decides by, for a door whose visitors cannot hold a [Snapshot]: the
// match as it stands, and what the seat has half built. It tells nothing of either. 16 hex digits.
func (s *Snapshot) Fingerprint(seat engine.Seat) string {
	head := s.m.Head()
	sum := sha256.Sum256(append(append([]byte(nil), head[:]...), s.drafts.bodies[seat]...))
	return hex.EncodeToString(sum[:8])
}

// underWay reports whether all seats were taken, the match is not over, and does not wait to go on after a backup.
func (s *Snapshot) underWay() bool {
	_, stands := s.m.Restored()
	return s.m.Started() && !s.m.Over() && !stands
}

// asks reports whether the match asks anybody anything.
func (s *Snapshot) asks() bool {
	_, appealed := s.m.Appealed()
	return s.underWay() && !appealed
}

// mayPlay checks that the match is under way, does not wait to go on after a backup,
// and the account of a command holds its seat.
func (s *Snapshot) mayPlay(c Command) error {
	p, known := s.Seats.person(s.m.Player(c.Seat))
	switch {
	case s.m.Over():
		return engine.ErrOver
	case !known || p.Account != c.Account:
		return match.ErrPlayer
	case !s.m.Started():
		return match.ErrWaiting
	}
	if _, stands := s.m.Restored(); stands {
		return match.ErrRestored
	}
	return nil
}

// mayOrder is mayPlay, and checks that the match does not wait for the judges.
func (s *Snapshot) mayOrder(c Command) error {
	if err := s.mayPlay(c); err != nil {
		return err
	}
	if _, asked := s.m.Appealed(); asked {
		return match.ErrAppealed
	}
	return nil
}

// mayAnswer is mayOrder, and checks that the prompt is put to the seat.
func (s *Snapshot) mayAnswer(c Command, prompt engine.PromptID) error {
	if err := s.mayOrder(c); err != nil {
		return err
	}
	p, err := s.m.Position().Prompt(prompt)
	if err == nil && p.Seat != c.Seat {
		err = engine.ErrSeat
	}
	return err
}

// guarded is what a function finds that may meet a fault of the program, which is a [Fault] then.
func guarded[T any](ctx context.Context, s *Snapshot, c Command, find func() (T, error)) (found T, err error) {
	err = guard(func() (err error) {
		found, err = find()
		return err
	})
	return found, s.r.faults.classify(ctx, err, c, s.m)
}

// askable is guarded for who may answer a prompt.
func askable[T any](ctx context.Context, s *Snapshot, c Command, prompt engine.PromptID, find func() (T, error)) (T, error) {
	return guarded(ctx, s, c, func() (found T, err error) {
		if err = s.mayAnswer(c, prompt); err == nil {
			found, err = find()
		}
		return found, err
	})
}

package referee

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"referee/bot/post"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// Opening is how a match is opened.
type Opening struct {
	Game  string // "": the first of the list
	Setup engine.Setup
	Place string // where it is played; "" nowhere; a [post.DMPlace]: in the direct messages of all who play it
	Home  string // where it lives: see package authority; "": not known
	// Settings are how it is conducted, in words of the door.
	Settings map[string]string
	// Opponent is whom its author challenges to it; the zero Challenger: nobody.
	Opponent match.Challenger
	// Program takes the seats that are left once a person has taken one: see [SettingProgram].
	// "": people play.
	Program string
	// Seat is the one that the author takes next, so that a program is refused that does not play the others; "": not known.
	Seat engine.Seat
	// Watched has the program take all seats at once, and play the match before it is there, for people to watch: as far as it
	// comes in a few seconds. What is left it plays as it does against a person.
	Watched bool

	pinned *match.Opening // its law and data; nil: those of new matches
}

// Open opens a match; nobody sits at it yet. The command's Match and Seat are
// not used. It refuses with *engine.Illegal what the game refuses, and ErrNoGame.
func (r *Referee) Open(ctx context.Context, c Command, o Opening) (Reply, error) {
	c.Seat = ""
	if reply, found, err := r.replied(ctx, c); found || err != nil {
		return reply, r.faults.classify(ctx, err, c, nil)
	}
	name, err := r.random.id(func(id string) error {
		_, err := r.store.Summary(ctx, match.ID(id))
		return err
	})
	if err != nil {
		return Reply{}, r.faults.classify(ctx, err, c, nil)
	}
	c.Match = match.ID(name)
	lk, err := r.locks.take(ctx, c.Match)
	if err != nil {
		return Reply{}, r.faults.classify(ctx, err, c, nil)
	}
	defer lk.release()
	reply, err := lk.begin(ctx, c, o)
	return reply, r.faults.classify(ctx, err, c, lk.m)
}

// begin opens a match under its lock.
func (lk *matchLock) begin(ctx context.Context, c Command, o Opening) (Reply, error) {
	r := lk.r
	game, err := r.Games.edition(ctx, o)
	if err != nil {
		return Reply{}, err
	}
	o.Settings = maps.Clone(o.Settings)
	if o.Settings == nil {
		o.Settings = map[string]string{}
	}
	if set := game.game.Info().Clock(o.Setup); set != "" && o.Settings[schedule.SettingClock] == "" {
		o.Settings[schedule.SettingClock] = set
	}
	if err := r.Games.CheckSettings(o.Game, o.Settings); err != nil {
		return Reply{}, err
	}
	if err := r.fit(ctx, o.Place, o.Settings, c.Account, o.Opponent.Account); err != nil {
		return Reply{}, err
	}
	o.Program = cmp.Or(o.Program, o.Settings[SettingProgram])
	if err := r.Games.checkProgram(game.game.Info(), o); err != nil {
		return Reply{}, err
	}
	if o.Program != "" {
		o.Settings[SettingProgram] = o.Program
	}
	challenge, err := challengeOf(c, o)
	if err != nil {
		return Reply{}, err
	}
	var m *match.Match
	by := match.By{At: r.now().UnixMilli(), Door: c.Door}
	err = guard(func() (err error) {
		if m, err = match.Open(by, c.Match, game.game, withoutBoard(o.Setup), r.dice.proof(c.Match)); err != nil {
			return err
		}
		if len(o.Settings) > 0 {
			if m, err = m.Set(by, o.Settings); err != nil {
				return err
			}
		}
		if o.Watched {
			if m, err = r.playWatched(ctx, m, o.Program, by.At); err != nil {
				return err
			}
		}
		return m.Position().Check()
	})
	if err != nil {
		return Reply{}, err
	}
	if err := r.Games.keepData(ctx, game); err != nil {
		return Reply{}, err
	}
	if _, direct := post.DMAccount(o.Place); direct {
		o.Place = post.DirectPlace(c.Match)
	}
	lk.open, lk.place, lk.home = game, o.Place, o.Home
	people := programsJoined(m, 0)
	now := newSnapshot(r, game, workedOn(m), Seats{m: m, people: people, challenge: challenge}, drafts{store: r.store})
	now.home, now.place = o.Home, o.Place
	b, reply, err := now.batch(lk, c)
	if err != nil {
		return Reply{}, err
	}
	b.Place, b.Home, b.Challenge, b.People = o.Place, o.Home, challenge, people
	return lk.save(ctx, c, b, m, reply)
}

// How much of a watched match is played before it is there.
const (
	watchedFor  = 2 * time.Second
	watchedActs = 20 // after which it is seen how long it took
)

// playWatched has a program take all seats of a match and play it.
func (r *Referee) playWatched(ctx context.Context, m *match.Match, program string, at int64) (*match.Match, error) {
	p, ok := r.Games.spec(m).Players.Find(program)
	if !ok {
		return nil, ErrNoProgram
	}
	var err error
	for _, seat := range m.Game().Info().Seats {
		if m, err = join(m, match.By{At: at}, seat, p); err != nil {
			return nil, err
		}
	}
	if m, err = r.random.follow(m, match.By{At: at, Door: doorProgram}, r.dice); err != nil && !errors.Is(err, match.ErrNoRoll) {
		return nil, err
	}
	enough, stop := context.WithTimeout(ctx, watchedFor)
	defer stop()
	for more := true; more && enough.Err() == nil; {
		if m, more, err = r.Programs.of(m).some(ctx, m, at, watchedActs); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Join seats an account, and binds its phrase into the dice. When the last seat
// is taken, the match begins; who accepts a challenge seats its author with it, where only
// one seat is left for them. It returns match.ErrTaken or ErrNoSeat, authority.ErrRead,
// ErrKept, ErrTheyRead, and what refuses [FreeSeats].
func (r *Referee) Join(ctx context.Context, c Command) (Reply, error) { return r.join(ctx, c) }

// JoinHere is [Referee.Join], and has a match that is played nowhere be played where the author of the command acts, from then on.
func (r *Referee) JoinHere(ctx context.Context, c Command) (Reply, error) {
	c.brings = true
	return r.join(ctx, c)
}

func (r *Referee) join(ctx context.Context, c Command) (Reply, error) {
	if err := r.faults.classify(ctx, r.rights.free(ctx, c.Match, FreeSeats), c, nil); err != nil {
		return Reply{}, err
	}
	return r.locked(ctx, c, func(lk *matchLock, q request) (_ Reply, err error) {
		if err := q.s.Seats.MayTake(c.Account); err != nil && !q.s.replied {
			return Reply{}, err
		}
		if q.s, err = lk.seatChallenger(ctx, q); err != nil {
			return Reply{}, err
		}
		return lk.joinAt(ctx, q)
	})
}

// joinAt seats the author of a command.
func (lk *matchLock) joinAt(ctx context.Context, q request) (Reply, error) {
	q.c.joins = true
	c := q.c
	return lk.commitAt(ctx, q, func(m *match.Match, by match.By) (*match.Match, error) {
		if err := lk.r.rights.sit(ctx, c.Match, c.Account); err != nil {
			return nil, err
		}
		m, err := m.Join(by, c.Seat)
		if err != nil {
			return nil, err
		}
		return lk.r.Games.spec(m).seatPrograms(m, by)
	})
}

// Claim gives an account the seat of a player of whom nothing is known: of an
// imported match, or erased. place is where the match is played from now on, if it is
// played nowhere yet. It returns match.ErrTaken where the player is known, and
// authority.ErrRead.
func (r *Referee) Claim(ctx context.Context, c Command, place string) error {
	return r.changing(ctx, c, func(lk *matchLock) error { return lk.claim(ctx, c, place) })
}

func (lk *matchLock) claim(ctx context.Context, c Command, place string) error {
	player := lk.m.Player(c.Seat)
	if player == match.Referee {
		return match.ErrNoSeat
	}
	if _, program := lk.m.Program(c.Seat); program {
		return match.ErrTaken
	}
	if err := lk.r.rights.sit(ctx, c.Match, c.Account); err != nil {
		return err
	}
	people, err := lk.r.store.People(ctx, lk.id)
	if err != nil {
		return err
	}
	b := match.Batch{
		Match: lk.id, After: lk.m.Seq(), Over: lk.m.Over(),
		People: []match.Person{{Player: player, Account: c.Account, Name: c.Name}},
	}
	for _, p := range people {
		switch {
		case p.Player != player:
		case p.Account != c.Account:
			return match.ErrTaken
		default:
			b.People = nil
		}
	}
	if lk.place == "" && place != "" {
		b.Place, b.Home, b.Outbox = place, c.Powers.Home, lk.news(place, nil)
	}
	if b.People == nil && b.Place == "" {
		return nil
	}
	b.Deadlines = lk.r.Programs.due(nil, lk.m)
	if b.People != nil && lk.moves != nil && slices.Contains(lk.moves.Agreed, player) {
		b.Moving = &match.Moving{} // somebody else agreed
	}
	if _, _, err := lk.r.store.Commit(ctx, b); err != nil {
		return err
	}
	lk.r.Updates.tell(Update{Match: lk.id, Seq: lk.m.Seq()})
	if b.Place != "" {
		lk.place, lk.home = b.Place, b.Home
	}
	if b.Moving != nil {
		lk.moves = nil
	}
	return nil
}

// Leave frees the seat of an account. It returns what refuses [FreeSeats].
func (r *Referee) Leave(ctx context.Context, c Command) (Reply, error) {
	return r.doFree(ctx, c, FreeSeats, func(m *match.Match, by match.By) (*match.Match, error) { return m.Leave(by, c.Seat) })
}

// Resign gives a seat up: the match is over.
func (r *Referee) Resign(ctx context.Context, c Command) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Resign(by, c.Seat) })
}

// OfferDraw offers the other seats a draw. One offer stands at a time.
func (r *Referee) OfferDraw(ctx context.Context, c Command) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Offer(by, c.Seat, match.ActOffer{Offer: match.Draw})
	})
}

// CallOff ends a match that has not begun, as one who has a seat in it, if they are free
// to: see [FreeEnd].
func (r *Referee) CallOff(ctx context.Context, c Command) (Reply, error) {
	return r.doFree(ctx, c, FreeEnd, abandon)
}

func abandon(m *match.Match, by match.By) (*match.Match, error) { return m.Abandon(by) }

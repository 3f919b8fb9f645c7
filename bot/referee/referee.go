package referee

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"io/fs"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"

	"referee/bot/post"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/lesson"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/play/account"
)

// Config is what a Referee works with.
type Config struct {
	// Games lists the games; the first is meant where none is named.
	Games []Game
	// Board is the name of the board of new matches, of the games that have it; "": the data set of Game.
	Board string
	Store Store
	// Dice sits at the seat of Chance. It is called for several matches at once.
	Dice match.Roller
	// Painter draws. nil: there are no pictures.
	Painter Painter
	// Now is the clock where there is no Time. nil: time.Now.
	Now func() time.Time
	// Time is a clock that may be doubted. nil: Now is believed.
	Time schedule.Time
	// Random is the source of match ids and salts. nil: crypto/rand.
	Random io.Reader
	// Log hears of faults. nil: slog.Default.
	Log *slog.Logger
	// Observer hears of what is decided and refused, to count it. nil: nobody does.
	Observer Observer
	// Apart reports whether an account sees no place where matches are played, as one that plays by
	// mail: what is told there waits at [post.MailPlace] for them, too, and their clock starts when it
	// is delivered there. nil: nobody is.
	Apart func(account string) bool
	// Faults is the directory for files of matches in which a fault was found.
	Faults string
	// Keep is the number of idle matches that stay in memory. 0: 64.
	Keep int
	// Clubs makes what matches may be part of; it must not use the Referee yet. nil: they
	// are part of nothing.
	Clubs func(r *Referee, o Office) Hook
}

// Game is a game as it can be opened.
type Game struct {
	ID   string
	Law  int   // for new matches
	Data fs.FS // for new matches
	// Built is the data set that comes with the program; nil: Data is it.
	Built fs.FS
	Open  func(data fs.FS, law int) (engine.Game, error)
	// Players are the programs that can take a seat, from the weakest to the strongest.
	Players play.Roster
	// Measured is the board by which Players and Judge were measured, as [engine.Info.Facts]; "": nothing is said of it.
	Measured string
	// Judge says what its positions are worth; nil: nobody does.
	Judge *play.Judge
	// Course teaches the game; nil: it is not taught.
	Course *lesson.Course
}

// Painter draws a view over its board. overlay may be nil; say puts messages
// into the reader's words.
type Painter func(w io.Writer, board *engine.Board, view engine.View, overlay *engine.Answer, say func(engine.Msg) string) error

// Store keeps matches.
type Store interface {
	Records
	Index
	DataSets
	Drafts
	post.Store
	Accounts
	schedule.ClockStore
	schedule.DeadlineStore
	schedule.OutageStore
	schedule.ProfileStore
	Parties
	Handed
}

// Handed are the files that players have handed in, by match and hash.
type Handed interface {
	// PutFile returns match.ErrFiles if the account has handed in too many.
	PutFile(ctx context.Context, id match.ID, account, hash string, body []byte) error
	// File returns nil for bytes that are not kept.
	File(ctx context.Context, id match.ID, hash string) ([]byte, error)
}

// Parties are who has or had to do with a match, also those who were erased since.
type Parties interface {
	HasPlayed(ctx context.Context, id match.ID, account string) (bool, error)
	HasReadCase(ctx context.Context, id match.ID, account string) (bool, error)
}

// Accounts are who plays, over all matches.
type Accounts interface {
	// Erase forgets who an account is, in every match.
	Erase(ctx context.Context, account string) error
}

// Index finds matches without reading more of their records than it must.
type Index interface {
	// Summary returns match.ErrUnknown where there is no such match.
	Summary(ctx context.Context, id match.ID) (match.Summary, error)
	// Matches lists matches by id.
	Matches(ctx context.Context) ([]match.Summary, error)
	// MatchesOf lists the matches in which an account has a number, by id.
	MatchesOf(ctx context.Context, account string) ([]match.Summary, error)
	// Running lists those that live at a home and are not over, by id, and reads no others.
	Running(ctx context.Context, home string) ([]match.Summary, error)
	// Challenges lists the matches under way that wait for an answer to a challenge of an account, or to one.
	Challenges(ctx context.Context, account string) ([]match.Summary, error)
	// LatestAt is the match at a place that was played last, of the first of some stages in which
	// there is one; match.ErrUnknown where there is none.
	LatestAt(ctx context.Context, place string, stages ...match.Stage) (match.ID, error)
}

// Records are the records of matches and who plays in them.
type Records interface {
	// Commit stores a batch, or nothing where its key was stored before; it
	// then returns the first reply and true.
	Commit(ctx context.Context, b match.Batch) (reply []byte, repeated bool, err error)
	// Reply is what the command of a key was answered.
	Reply(ctx context.Context, key string) (reply []byte, ok bool, err error)
	Load(ctx context.Context, id match.ID) ([]*match.Entry, error)
	LoadWith(ctx context.Context, id match.ID) ([]*match.Entry, match.Summary, error)
	People(ctx context.Context, id match.ID) ([]match.Person, error)
	// Extras reads at once what is stored of a match beside its record, and the reply to
	// the command of a key; an empty key asks for no reply.
	Extras(ctx context.Context, id match.ID, key string) (match.Extras, error)
	Import(ctx context.Context, r io.Reader, v match.Verifier) (match.ID, error)
}

// DataSets are the data sets that matches are pinned to, by hash.
type DataSets interface {
	PutData(ctx context.Context, hash string, data match.Data) error
	Data(ctx context.Context, hash string) (match.Data, error) // nil: there is none
	Boards(ctx context.Context) ([]match.Board, error)
	PutBoard(ctx context.Context, b match.Board, data match.Data) error
}

// Drafts are what players have half built. A nil body deletes one; one that is
// not there is nil.
type Drafts interface {
	PutDraft(ctx context.Context, id match.ID, seat engine.Seat, body []byte) error
	Draft(ctx context.Context, id match.ID, seat engine.Seat) ([]byte, error)
}

// Referee does what people ask; its fields do what is not done to one match by one who plays it. It may
// be used from many goroutines: commands to one match wait for each other, those to several do not.
type Referee struct {
	Orders
	Games      *Games
	Files      Files
	Relocation Relocation
	Challenges Challenges
	Moderator  Moderator
	Programs   *Programs
	Index      Index
	Outbox     post.Outbox
	Updates    Updates
	// Schedule keeps the time of the matches: whether people can be reached, how clocks stand, who is waited for.
	Schedule *schedule.Schedule

	store     Store
	dice      roller
	paint     Painter
	now       func() time.Time
	random    randomness
	log       *slog.Logger
	faults    faults
	locks     *matchLocks
	rights    rights
	caretaker caretaker
	observer  observer
	accounts  *accounts
}

// New makes a referee. It returns an error if a game cannot be opened.
func New(c Config) (*Referee, error) {
	r := &Referee{
		Index: c.Store, Outbox: post.Outbox{Store: c.Store},
		store: c.Store, paint: c.Painter, now: c.Now, random: randomness{cmp.Or(c.Random, rand.Reader)}, log: cmp.Or(c.Log, slog.Default()),
		observer: observer{cmp.Or[Observer](c.Observer, unobserved{})},
	}
	r.locks = newLocks(r, c.Keep)
	r.Orders = Orders{at: r.order, before: before}
	r.Relocation, r.Challenges, r.Moderator = Relocation{r}, Challenges{r}, Moderator{Office{r}}
	r.accounts = &accounts{turn: semaphore.NewWeighted(1), of: map[chain.Head]*account.Account{}}
	r.Programs = newPrograms(r, &reasons{of: map[chain.Head]engine.Answer{}})
	switch {
	case c.Time != nil:
		r.now = func() time.Time { return c.Time.Look().Now }
	case r.now == nil:
		r.now = time.Now
	}
	r.dice = roller{c.Dice, r.log}
	r.caretaker = caretaker{r.dice, r.random}
	r.faults = faults{store: r.store, random: r.random, log: r.log, dir: c.Faults}
	var err error
	if r.Games, err = openGames(c.Games, r.store, c.Board); err != nil {
		return nil, err
	}
	r.Files = Files{store: r.store, games: r.Games}
	r.Schedule = schedule.New(schedule.Config{Store: r.store, Matches: timed{r}, Now: r.now, Time: c.Time, Log: r.log, Apart: c.Apart})
	r.Schedule.Handle(dueRoll, func(ctx context.Context, d match.Deadline, _ time.Time) error {
		_, err := r.MakeRoll(ctx, d.Match)
		return err
	})
	r.Schedule.Handle(dueTakeBack, func(ctx context.Context, d match.Deadline, _ time.Time) error { return lapse(ctx, r, d) })
	r.Schedule.Handle(dueProgram, func(_ context.Context, d match.Deadline, _ time.Time) error {
		r.Programs.waiting.add(d.Match)
		return nil
	})
	r.rights = rights{store: r.store, hook: unowned{}}
	if c.Clubs != nil {
		r.rights.hook = c.Clubs(r, Office{r})
	}
	return r, nil
}

// Erase forgets who an account is, in every match. The records stay: they know
// players by number. Nobody can answer for their seats until they are freed or
// claimed. Whoever keeps more of the account, like a sandbox, erases that.
func (r *Referee) Erase(ctx context.Context, account string) error {
	return r.store.Erase(ctx, account)
}

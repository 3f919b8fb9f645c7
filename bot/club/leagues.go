package club

import (
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/refusal"
)

// LeagueStore keeps leagues, and which matches are theirs.
type LeagueStore interface {
	// CommitLeague stores a batch, or nothing where its key was stored before; it
	// then returns the first reply and true.
	CommitLeague(b league.Batch) (reply []byte, repeated bool, err error)
	LeagueReply(key string) (reply []byte, ok bool, err error)
	LoadLeague(id league.ID) (*league.League, error)
	LeagueSummary(id league.ID) (league.Summary, error)
	// Leagues and LeaguesAt list leagues by id.
	Leagues() ([]league.Summary, error)
	LeaguesAt(home string) ([]league.Summary, error)
	LeaguePeople(id league.ID) ([]league.Person, error)
	Links(id league.ID) ([]league.Link, error)
	LinkOf(id match.ID) (l league.Link, ok bool, err error)
	// FormerMembers lists the numbers that an account had in a league before it was
	// erased.
	FormerMembers(id league.ID, account string) ([]league.Player, error)
	HasPlayed(id match.ID, account string) (bool, error)
	Summary(id match.ID) (match.Summary, error)
	People(id match.ID) ([]match.Person, error)
	// Text is what was written; false where it was erased or is not here.
	Text(hash string) (t match.Text, ok bool, err error)
}

// Leagues does what people ask of leagues. It may be used from many goroutines: commands
// to one league wait for each other, those to several do not.
type Leagues struct {
	matches *referee.Referee
	office  referee.Office
	store   LeagueStore
	random  io.Reader
	log     *slog.Logger
	locks   locks
}

// LeagueCommand says who does something in which league.
type LeagueCommand struct {
	League  league.ID
	Account string // where they come from and who they are there: "discord:1298…"
	Name    string // as they are called
	Door    string
	// Powers are what its author may do beside playing, and where they act.
	Powers authority.Powers
	// Key names the command, so that it is not done twice; a repetition gets
	// the first reply. Empty: it has no name.
	Key string
	// Reason is what its author writes about it. It stays outside the log, which
	// has its hash.
	Reason string
}

// Someone is a person about whom an organiser decides. The zero Someone is the
// author of the command.
type Someone struct {
	Account, Name string
	// Player is the number of who has no account any more: they were erased.
	Player league.Player
}

// LeagueReply is what a command led to.
type LeagueReply struct {
	League league.ID `json:"league"`
	// From is the decision after which the command came, To the last that it led
	// to.
	From int    `json:"from"`
	To   int    `json:"to"`
	Head string `json:"head"` // of decision To, 8 hex digits
	// Lines say the decisions, Opened lists the matches that are to be played
	// from now on: see [Referee.OpenPairing]. Of those in Bidding the sides are to
	// be bid for before: see [Referee.Bid].
	Lines   []LeagueLine `json:"-"`
	Opened  []int        `json:"opened,omitempty"`
	Bidding []int        `json:"bidding,omitempty"`
	// Held says that nothing is paired before the organiser says so.
	Held bool `json:"held,omitempty"`
	// Ended lists the matches that have no result any more though they came to their
	// end here: they do not go on by themselves, see [Referee.TakeBack].
	Ended []int `json:"ended,omitempty"`
	// Repeated says that the command was done before.
	Repeated bool `json:"-"`
}

// Errors of leagues, for players, beside those of package league.
var (
	ErrOrganiser = authority.ErrOrganiser
	ErrSettings  = refusal.New("referee.refuse.settings", "referee: matches cannot be opened with these settings")
	ErrFixed     = authority.ErrFixed
	ErrNoAbandon = authority.ErrNoAbandon
	ErrOwn       = authority.ErrOwn
	ErrPlayed    = refusal.New("referee.refuse.played", "referee: the match is played here: its result comes by itself")
	ErrEnded     = refusal.New("referee.refuse.ended", "referee: the match came to its end here: it goes on when it is taken back")
	ErrNotYours  = refusal.New("referee.refuse.not-yours", "referee: only who plays the match may do that")
	ErrBidding   = refusal.New("referee.refuse.bidding", "referee: the players still bid for the sides of the match")
	ErrSeats     = authority.ErrSeats
	// ErrLeagueMoves and ErrLeagueStands are of matches of a league, whose organiser moves
	// them, and says when they go on that were put back from a backup.
	ErrLeagueMoves  = refusal.New("referee.refuse.league-moves", "referee: a match of a league is moved by its organiser")
	ErrLeagueStands = refusal.New("referee.refuse.league-stands", "referee: the league was restored from a backup, and its organiser says when its matches go on")
	ErrAwarded      = refusal.New("referee.refuse.awarded", "referee: sides that were bid for stay as long as the pairing")
)

// leagueLock is the lock of one league, under which commands to it are done one after
// the other, and the league as it stands. Whoever holds it may take the lock of a match,
// never the other way round.
type leagueLock struct {
	mu   sync.Mutex
	l    *league.League // nil: not loaded
	card league.Summary
}

// locks holds the locks of all leagues, and when something is due in each league.
type locks struct {
	mu   sync.Mutex
	byID map[league.ID]*leagueLock
	due  map[league.ID]int64 // nil: not read yet
}

func (h *locks) find(id league.ID) *leagueLock {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byID == nil {
		h.byID = map[league.ID]*leagueLock{}
	}
	if h.byID[id] == nil {
		h.byID[id] = &leagueLock{}
	}
	return h.byID[id]
}

// transaction is a command to a league under its lock, and the league as far as it came
// by that: all is stored at once in the end, or nothing is.
type transaction struct {
	ls     *Leagues
	c      LeagueCommand
	lock   *leagueLock
	card   league.Summary
	at     int64          // the moment of all that it decides, in Unix milliseconds
	dates  int64          // dates up to then have come, see [Schedule.Settled]
	l      *league.League // as far as it came; nil: to be founded
	people []league.Person
	fresh  []league.Person // named first by this command
	texts  []match.Text
	reason string         // hash of the command's
	role   authority.Role // as what its author acts; "": as themselves
	links  []league.Link
	hold   bool  // nothing follows it by itself
	calls  []int // matches whose players are called to bid once more
	flows  bool  // it says what matches here have come to
	ended  []int // see [LeagueReply]
}

// begin waits for the lock of a league, and loads it if need be. Without an error the
// caller must unlock it.
func (ls *Leagues) begin(c LeagueCommand) (*transaction, error) {
	h := ls.locks.find(c.League)
	h.mu.Lock()
	tx, err := ls.load(h, c)
	if err != nil {
		h.mu.Unlock()
		return nil, err
	}
	return tx, nil
}

func (ls *Leagues) load(h *leagueLock, c LeagueCommand) (*transaction, error) {
	if h.l == nil {
		var err error
		if h.card, err = ls.store.LeagueSummary(c.League); err != nil {
			return nil, err
		}
		if h.l, err = ls.store.LoadLeague(c.League); err != nil {
			return nil, err
		}
	}
	people, err := ls.store.LeaguePeople(c.League)
	if err != nil {
		return nil, err
	}
	now := ls.now()
	dates, err := ls.matches.Schedule().Settled(now)
	if err != nil {
		return nil, err
	}
	log := h.l.Log()
	return &transaction{
		ls: ls, c: c, lock: h, card: h.card, at: referee.NotBefore(now, log[len(log)-1].Decision.At), dates: dates, l: h.l, people: people,
	}, nil
}

// decide does a command under the lock of its league: what it decides and what
// follows by itself is stored, and only then taken over.
func (ls *Leagues) decide(c LeagueCommand, change func(tx *transaction) error) (LeagueReply, error) {
	tx, err := ls.begin(c)
	if err != nil {
		return LeagueReply{}, ls.classify(err, c)
	}
	defer tx.lock.mu.Unlock()
	reply, err := tx.run(change)
	return reply, ls.classify(err, c)
}

func (tx *transaction) run(change func(tx *transaction) error) (LeagueReply, error) {
	if reply, found, err := tx.repeated(); found || err != nil {
		return reply, err
	}
	if err := tx.stands(); err != nil {
		return LeagueReply{}, err
	}
	if err := tx.write(); err != nil {
		return LeagueReply{}, err
	}
	if err := change(tx); err != nil {
		return LeagueReply{}, tx.rests(err)
	}
	if !tx.hold {
		if err := tx.follow(); err != nil {
			return LeagueReply{}, err
		}
	}
	return tx.commit()
}

// repeated is the first reply to a command that was done before.
func (tx *transaction) repeated() (reply LeagueReply, found bool, err error) {
	if tx.c.Key == "" {
		return reply, false, nil
	}
	text, found, err := tx.ls.store.LeagueReply(tx.c.Key)
	if err != nil || !found {
		return reply, false, err
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		return reply, true, fmt.Errorf("referee: read the first reply: %w", err)
	}
	reply.Repeated = true
	reply.Lines, err = tx.told(reply.From, reply.To)
	return reply, true, err
}

// write keeps the reason of a command as a text.
func (tx *transaction) write() error {
	if tx.c.Reason == "" {
		return nil
	}
	t, err := tx.ls.office.Text(tx.c.Account, tx.c.Reason)
	tx.texts, tx.reason = []match.Text{t}, t.Hash
	return err
}

// number is the number of a person, who is named first if they have none. The author
// of the command comes before whomever they name.
func (tx *transaction) number(who Someone) league.Player {
	author := tx.named(Someone{Account: tx.c.Account, Name: tx.c.Name})
	switch {
	case who == (Someone{}):
		return author
	case who.Account == "":
		return who.Player
	}
	return tx.named(who)
}

func (tx *transaction) named(who Someone) league.Player {
	if p := tx.known(who.Account); p != league.Nobody {
		return p
	}
	last := league.Nobody
	if tx.l != nil {
		last = league.Player(tx.l.People())
	}
	for _, p := range tx.fresh {
		last = max(last, p.Player)
	}
	// The name of the command is not the server's choice where a door has it from
	// outside, as Discord's are.
	tx.fresh = append(tx.fresh, league.Person{Player: last + 1, Account: who.Account, Name: who.Name, Phrase: tx.c.Key})
	return last + 1
}

// known is the number of an account; Nobody where it has none.
func (tx *transaction) known(account string) league.Player {
	for _, p := range slices.Concat(tx.people, tx.fresh) {
		if p.Account == account && account != "" {
			return p.Player
		}
	}
	return league.Nobody
}

// do takes a decision in; its author is that of the command, or the referee.
func (tx *transaction) do(d league.Decision) error {
	d.At, d.Door = tx.at, tx.c.Door
	if tx.c.Account != "" {
		d.Author = tx.number(Someone{})
		d.Reason = tx.reason
	}
	var next *league.League
	var err error
	if tx.l == nil {
		next, err = league.Found(d)
	} else {
		next, err = tx.l.Do(d)
	}
	if err != nil {
		return err
	}
	tx.l = next
	return nil
}

// newID makes the id of a league: 8 small letters and digits that no league
// has.
func (ls *Leagues) newID() (league.ID, error) {
	raw := make([]byte, 5)
	for range 100 {
		if _, err := io.ReadFull(ls.random, raw); err != nil {
			return "", fmt.Errorf("referee: new league: %w", err)
		}
		id := league.ID(strings.ToLower(base32.StdEncoding.EncodeToString(raw)))
		if _, err := ls.store.LeagueSummary(id); !errors.Is(err, match.ErrUnknown) {
			if err != nil {
				return "", err
			}
			continue
		}
		return id, nil
	}
	return "", match.ErrExists
}

// classify is [Office.Classify] for a command to a league.
func (ls *Leagues) classify(err error, c LeagueCommand) error {
	if err != nil && !referee.IsRefusal(err) {
		err = fmt.Errorf("league %s: %w", c.League, err)
	}
	return ls.office.Classify(err, referee.Command{Account: c.Account, Door: c.Door}, nil)
}

// now is the time, in Unix milliseconds.
func (ls *Leagues) now() int64 { return ls.matches.Schedule().Sight().Now.UnixMilli() }

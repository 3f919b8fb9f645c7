package referee

import (
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"referee/bot/authority"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Leagues keeps leagues, and which matches are theirs.
type Leagues interface {
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
	ErrAwarded   = refusal.New("referee.refuse.awarded", "referee: sides that were bid for stay as long as the pairing")
)

// hall is where commands to one league wait for each other. Whoever is in one may
// enter the room of a match, never the other way round.
type hall struct {
	mu   sync.Mutex
	l    *league.League // nil: not loaded
	card league.Summary
}

// halls holds the halls, and when something is due in each league.
type halls struct {
	mu   sync.Mutex
	byID map[league.ID]*hall
	due  map[league.ID]int64 // nil: not read yet
}

func (h *halls) find(id league.ID) *hall {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byID == nil {
		h.byID = map[league.ID]*hall{}
	}
	if h.byID[id] == nil {
		h.byID[id] = &hall{}
	}
	return h.byID[id]
}

// session is a league while a command is done in its hall.
type session struct {
	r      *Referee
	c      LeagueCommand
	hall   *hall
	card   league.Summary
	at     int64          // the moment of all that it decides, in Unix milliseconds
	ripe   int64          // what waits for a time up to then waits no longer, see [Referee.ripe]
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

// enterLeague waits until nobody else is in the hall of a league, and loads it if
// need be. Without an error the caller must leave by unlocking the hall.
func (r *Referee) enterLeague(c LeagueCommand) (*session, error) {
	h := r.halls.find(c.League)
	h.mu.Lock()
	s, err := r.sessionIn(h, c)
	if err != nil {
		h.mu.Unlock()
		return nil, err
	}
	return s, nil
}

func (r *Referee) sessionIn(h *hall, c LeagueCommand) (*session, error) {
	if h.l == nil {
		var err error
		if h.card, err = r.store.LeagueSummary(c.League); err != nil {
			return nil, err
		}
		if h.l, err = r.store.LoadLeague(c.League); err != nil {
			return nil, err
		}
	}
	people, err := r.store.LeaguePeople(c.League)
	if err != nil {
		return nil, err
	}
	now := r.now().UnixMilli()
	ripe, err := r.schedule.Settled(now)
	if err != nil {
		return nil, err
	}
	log := h.l.Log()
	return &session{
		r: r, c: c, hall: h, card: h.card, at: notBefore(now, log[len(log)-1].Decision.At), ripe: ripe, l: h.l, people: people,
	}, nil
}

// decide does a command in the hall of its league: what it decides and what
// follows by itself is stored, and only then taken over.
func (r *Referee) decide(c LeagueCommand, deed func(s *session) error) (LeagueReply, error) {
	s, err := r.enterLeague(c)
	if err != nil {
		return LeagueReply{}, r.leagueJudged(err, c)
	}
	defer s.hall.mu.Unlock()
	reply, err := s.run(deed)
	return reply, r.leagueJudged(err, c)
}

func (s *session) run(deed func(s *session) error) (LeagueReply, error) {
	if reply, found, err := s.repeated(); found || err != nil {
		return reply, err
	}
	if err := s.stands(); err != nil {
		return LeagueReply{}, err
	}
	if err := s.write(); err != nil {
		return LeagueReply{}, err
	}
	if err := deed(s); err != nil {
		return LeagueReply{}, s.rests(err)
	}
	if !s.hold {
		if err := s.follow(); err != nil {
			return LeagueReply{}, err
		}
	}
	return s.commit()
}

// repeated is the first reply to a command that was done before.
func (s *session) repeated() (reply LeagueReply, found bool, err error) {
	if s.c.Key == "" {
		return reply, false, nil
	}
	text, found, err := s.r.store.LeagueReply(s.c.Key)
	if err != nil || !found {
		return reply, false, err
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		return reply, true, fmt.Errorf("referee: read the first reply: %w", err)
	}
	reply.Repeated = true
	reply.Lines, err = s.told(reply.From, reply.To)
	return reply, true, err
}

// write keeps the reason of a command as a text.
func (s *session) write() error {
	if s.c.Reason == "" {
		return nil
	}
	t, err := s.r.text(s.c.Account, s.c.Reason)
	s.texts, s.reason = []match.Text{t}, t.Hash
	return err
}

// text is what somebody has written, with its hash.
func (r *Referee) text(account, body string) (match.Text, error) {
	salt, err := r.salt()
	return match.NewText(salt, account, body), err
}

// number is the number of a person, who is named first if they have none. The author
// of the command comes before whomever they name.
func (s *session) number(who Someone) league.Player {
	author := s.named(Someone{Account: s.c.Account, Name: s.c.Name})
	switch {
	case who == (Someone{}):
		return author
	case who.Account == "":
		return who.Player
	}
	return s.named(who)
}

func (s *session) named(who Someone) league.Player {
	if p := s.known(who.Account); p != league.Nobody {
		return p
	}
	last := league.Nobody
	if s.l != nil {
		last = league.Player(s.l.People())
	}
	for _, p := range s.fresh {
		last = max(last, p.Player)
	}
	// The name of the command is not the server's choice where a door has it from
	// outside, as Discord's are.
	s.fresh = append(s.fresh, league.Person{Player: last + 1, Account: who.Account, Name: who.Name, Phrase: s.c.Key})
	return last + 1
}

// known is the number of an account; Nobody where it has none.
func (s *session) known(account string) league.Player {
	for _, p := range slices.Concat(s.people, s.fresh) {
		if p.Account == account && account != "" {
			return p.Player
		}
	}
	return league.Nobody
}

// do takes a decision in; its author is that of the command, or the referee.
func (s *session) do(d league.Decision) error {
	d.At, d.Door = s.at, s.c.Door
	if s.c.Account != "" {
		d.Author = s.number(Someone{})
		d.Reason = s.reason
	}
	var next *league.League
	var err error
	if s.l == nil {
		next, err = league.Found(d)
	} else {
		next, err = s.l.Do(d)
	}
	if err != nil {
		return err
	}
	s.l = next
	return nil
}

// newLeagueID makes the id of a league: 8 small letters and digits that no league
// has.
func (r *Referee) newLeagueID() (league.ID, error) {
	raw := make([]byte, 5)
	for range 100 {
		if _, err := io.ReadFull(r.random, raw); err != nil {
			return "", fmt.Errorf("referee: new league: %w", err)
		}
		id := league.ID(strings.ToLower(base32.StdEncoding.EncodeToString(raw)))
		if _, err := r.store.LeagueSummary(id); !errors.Is(err, match.ErrUnknown) {
			if err != nil {
				return "", err
			}
			continue
		}
		return id, nil
	}
	return "", match.ErrExists
}

// leagueJudged is judged for a command to a league.
func (r *Referee) leagueJudged(err error, c LeagueCommand) error {
	if err != nil && !isRefusal(err) {
		err = fmt.Errorf("league %s: %w", c.League, err)
	}
	return r.judged(err, Command{Account: c.Account, Door: c.Door}, nil)
}

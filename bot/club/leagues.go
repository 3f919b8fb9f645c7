package club

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/refusal"
)

// LeagueStore keeps leagues, and which matches are theirs.
type LeagueStore interface {
	// Commit stores a batch, or nothing where its key was stored before; it then returns the first
	// reply and true.
	Commit(ctx context.Context, b league.Batch) (reply []byte, repeated bool, err error)
	Reply(ctx context.Context, key string) (reply []byte, ok bool, err error)
	Load(ctx context.Context, id league.ID) (*league.League, error)
	Summary(ctx context.Context, id league.ID) (league.Summary, error)
	// Stored reads all of a league at once, its log where it has another head than is known.
	Stored(ctx context.Context, id league.ID, known chain.Head) (league.Stored, error)
	// All and At list leagues by id, those of a home with where their matches are played.
	All(ctx context.Context) ([]league.Summary, error)
	At(ctx context.Context, home string) ([]league.Summary, []league.Link, error)
	People(ctx context.Context, id league.ID) ([]league.Person, error)
	LinkOf(ctx context.Context, id match.ID) (l league.Link, ok bool, err error)
	Of(ctx context.Context, id match.ID) (l *league.League, ok bool, err error)
	// FormerMembers lists the numbers that an account had in a league before it was
	// erased.
	FormerMembers(ctx context.Context, id league.ID, account string) ([]league.Player, error)
	// Text is what was written; false where it was erased or is not here.
	Text(ctx context.Context, hash string) (t match.Text, ok bool, err error)
}

// matchStore is what leagues read of matches.
type matchStore interface {
	Summary(ctx context.Context, id match.ID) (match.Summary, error)
	People(ctx context.Context, id match.ID) ([]match.Person, error)
	HasPlayed(ctx context.Context, id match.ID, account string) (bool, error)
}

// Leagues does what people ask of leagues. It may be used from many goroutines: commands
// to one league wait for each other, those to several do not.
type Leagues struct {
	matches *referee.Referee
	office  referee.Office
	store   LeagueStore
	records matchStore
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
	// from now on: see [Leagues.OpenPairing]. Of those in Bidding the sides are to
	// be bid for before: see [Leagues.Bid].
	Lines   []LeagueLine `json:"-"`
	Opened  []int        `json:"opened,omitempty"`
	Bidding []int        `json:"bidding,omitempty"`
	// Held says that nothing is paired before the organiser says so.
	Held bool `json:"held,omitempty"`
	// Ended lists the matches that have no result any more though they came to their
	// end here: they do not go on by themselves, see [referee.Moderator.TakeBack].
	Ended []int `json:"ended,omitempty"`
	// Repeated says that the command was done before.
	Repeated bool `json:"-"`
}

// Errors of leagues, for players, beside those of package league.
var (
	ErrOrganiser = authority.ErrOrganiser
	ErrSides     = refusal.New("referee.refuse.sides", "referee: leagues need games for two sides")
	ErrSettings  = refusal.New("referee.refuse.settings", "referee: matches cannot be opened with these settings")
	ErrFixed     = authority.ErrFixed
	ErrNoAbandon = authority.ErrNoAbandon
	ErrOwn       = authority.ErrOwn
	ErrPlayed    = refusal.New("referee.refuse.played", "referee: the match is played here: its result is recorded automatically")
	ErrEnded     = refusal.New("referee.refuse.ended", "referee: the match has ended: it continues only if it goes back to an earlier decision")
	ErrNotYours  = refusal.New("referee.refuse.not-yours", "referee: only players of the match may do that")
	ErrBidding   = refusal.New("referee.refuse.bidding", "referee: bidding for the sides of the match is still open")
	ErrSeats     = authority.ErrSeats
	// ErrLeagueMoves and ErrLeagueStands are of matches of a league, whose organiser moves
	// them, and says when they go on that were put back from a backup.
	ErrLeagueMoves  = refusal.New("referee.refuse.league-moves", "referee: only the organiser moves a match of a league")
	ErrLeagueStands = refusal.New("referee.refuse.league-stands", "referee: the league was restored from a backup: its matches continue when its organiser says so")
	ErrAwarded      = refusal.New("referee.refuse.awarded", "referee: sides won by bidding cannot be changed: undo the pairing")
)

// classify is [referee.Office.Classify] for a command to a league.
func (ls *Leagues) classify(ctx context.Context, err error, c LeagueCommand) error {
	if err != nil && !referee.IsRefusal(err) {
		err = fmt.Errorf("league %s: %w", c.League, err)
	}
	return ls.office.Classify(ctx, err, referee.Command{Account: c.Account, Door: c.Door}, nil)
}

// now is the time, in Unix milliseconds.
func (ls *Leagues) now() int64 { return ls.matches.Schedule.Sight().Now.UnixMilli() }

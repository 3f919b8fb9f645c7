package post

import (
	"slices"
	"strings"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Post is what waits in the outbox of a place.
type Post struct {
	No   uint64 // in the outbox, by which it is taken out
	What Kind
}

// Kind is what a post tells: one of the types of this package that say so, and no
// other. Whoever switches on it has a case for each, or a default that fails.
//
//sumtype:decl
type Kind interface{ stored() stored }

// Match is the match that a post is about, and the last decision that it tells or that
// was made before it; "" where it is about none.
func (p Post) Match() (id match.ID, seq int) {
	s := p.What.stored()
	return s.Match, s.To
}

// MatchNews tells decisions From+1 to To of a match; none, where it is shown anew.
type MatchNews struct {
	Match    match.ID
	From, To int
	By       *Actor // nil: players did it
}

// Call is for one person: a match waits for them, or is over. What it says is found out when it is
// sent.
type Call struct {
	Match   match.ID
	Seq     int // of the last decision
	Kind    CallKind
	Account string
	Player  match.Player // none for a digest, which is of all matches
	// Asked is when their hand-off began, as a Unix time in milliseconds.
	Asked int64
}

// CallKind says why a person is called.
type CallKind string

// The calls.
const (
	CallTurn   CallKind = "turn"   // they are waited for from now on
	CallRemind CallKind = "remind" // they still are
	CallDigest CallKind = "digest" // all that waits for them
	CallOver   CallKind = "over"   // their match is over
)

// LeagueNews tells decisions From+1 to To of a league; none, where it is announced
// there from now on.
type LeagueNews struct {
	League   league.ID
	From, To int
	By       *Actor // nil: players did it
}

// OpenMatch is that a match of a league is to be opened.
type OpenMatch struct {
	League league.ID
	No     int // of the match, from 1
}

// Bidding is that the sides of a match of a league are to be bid for.
type Bidding struct {
	League league.ID
	No     int  // of the match, from 1
	Again  bool // those who have not bid are asked once more
}

// Complete is that nothing is left to play in a league.
type Complete struct{ League league.ID }

// Clocks is that the clocks of a match stand, as the time is not believed, or run
// again.
type Clocks struct {
	Match match.ID
	Seq   int // of the last decision
	Now   ClockNews
}

// ClockNews is what is said of the clocks of a match.
type ClockNews string

// What may be said.
const (
	ClocksStand ClockNews = "stand"
	ClocksRun   ClockNews = "run"
)

// Judges asks the judges about decisions From+1 to To of a match.
type Judges struct {
	Match    match.ID
	From, To int
}

// Relocation is about where a match is played.
type Relocation struct {
	Match match.ID
	Seq   int // of the last decision
	State RelocationState
	Place string // where it is to go on, or goes on
	// Player is who proposes it, or says no.
	Player match.Player
	By     *Actor // nil: players did it
}

// RelocationState is how far a relocation has come.
type RelocationState string

// The states of a move.
const (
	RelocationAsked    RelocationState = "asked"
	RelocationDeclined RelocationState = "declined"
	RelocationDone     RelocationState = "done"
)

// Notice says what is wrong: with the referee, to whoever runs it; with mails to a player, where the match
// is played.
type Notice struct{ Said engine.Msg }

// Welcome greets the owner of a server to which the bot was added.
type Welcome struct {
	Home     string `json:"home"` // the server
	Name     string `json:"name"` // of the server
	Language string `json:"language"`
	Else     string `json:"else,omitempty"` // the place where it is said to an owner who accepts no direct messages; "": nowhere
}

// Actor names who did something to a match or a league, not as a player.
type Actor struct {
	Account string         `json:"account"`
	As      authority.Role `json:"as"`
}

// dms stands before the account in the place of their direct messages.
const dms = "letter:"

// DMPlace is the place at which the outbox holds what is for an account
// alone.
func DMPlace(account string) string { return dms + account }

// DMAccount is the account whose direct messages a place holds; false where it is
// another place.
func DMAccount(place string) (account string, ok bool) { return strings.CutPrefix(place, dms) }

// direct stands before the match in the place of one that is played in direct messages.
const direct = "direct:"

// DirectPlace returns the place of a match that is played in direct messages: nothing waits there, as what would
// waits for each of its players alone, at their [DMPlace].
func DirectPlace(id match.ID) string { return direct + string(id) }

// IsDirect reports whether a match at a place is played in direct messages.
func IsDirect(place string) bool { return strings.HasPrefix(place, direct) }

// away stands before a place where nothing can be posted unless somebody has just acted there.
const away = "away:"

// AwayPlace returns the place of a door as one where the program is not: what waits there is posted with the answer
// to whatever somebody does there next.
func AwayPlace(place string) string { return away + place }

// Away returns the place of the door of an AwayPlace; false if it is another place.
func Away(place string) (at string, ok bool) { return strings.CutPrefix(place, away) }

// Told lists the places at which is told what happens at a place where some accounts play: none where there is none.
func Told(place string, accounts ...string) []string {
	switch {
	case place == "":
		return nil
	case !IsDirect(place):
		return []string{place}
	}
	var out []string
	for _, a := range accounts {
		if at := DMPlace(a); !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// mails stands before the account in the place of what it is told by mail.
const mails = "mail:"

// MailPlace is the place at which the outbox holds what is told to an account by mail: it is not that of its direct
// messages, as who is known in Discord has both.
func MailPlace(account string) string { return mails + account }

// MailAccount is the account that is told by mail what a place holds; false where it is another place.
func MailAccount(place string) (account string, ok bool) { return strings.CutPrefix(place, mails) }

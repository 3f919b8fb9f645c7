package post

import (
	"encoding/json"
	"fmt"
	"strings"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Post is something to be posted at a place: decisions From+1 to To of a match.
type Post struct {
	Match match.ID `json:"match"`
	From  int      `json:"from"`
	To    int      `json:"to"`
	No    uint64   `json:"-"`
	// Call makes it one to a single person, which tells no decisions.
	Call *Call `json:"call,omitempty"`
	// League makes it one of a league: its decisions From+1 to To, none where it is
	// announced there from now on; or that match Opens of it is to be opened; or that
	// the sides of match Bids are to be bid for.
	League league.ID `json:"league,omitempty"`
	Opens  int       `json:"opens,omitempty"`
	Bids   int       `json:"bids,omitempty"`
	// Again says that it calls those who have not bid once more.
	Again bool `json:"again,omitempty"`
	// Complete makes it one of the league: nothing is left to play in it.
	Complete bool `json:"complete,omitempty"`
	// Clocks makes it one that tells no decisions: clocks stand, as the time is not
	// believed, or run again.
	Clocks ClockNews `json:"clocks,omitempty"`
	// Bench makes it one to the judges: they are asked about the match.
	Bench bool `json:"bench,omitempty"`
	// By names who did what it tells, where it was no player.
	By *Actor `json:"by,omitempty"`
	// Move makes it one about where the match is played; it tells no decisions.
	Move *Move `json:"move,omitempty"`
	// Notice makes it one to whoever runs the referee: what is wrong with it.
	Notice *engine.Msg `json:"notice,omitempty"`
}

// Notice is what tells an account, which runs the referee, something about it.
func Notice(account string, said engine.Msg) (match.Intent, error) {
	return Post{Notice: &said}.Intent(DMPlace(account))
}

// ClockNews is what a post says of the clocks of a match.
type ClockNews string

// What may be said.
const (
	ClocksStand ClockNews = "stand"
	ClocksRun   ClockNews = "run"
)

// Intent is a post as the outbox keeps it for a place.
func (p Post) Intent(place string) (match.Intent, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return match.Intent{}, fmt.Errorf("post: write: %w", err)
	}
	return match.Intent{Place: place, Body: body}, nil
}

// Move is what a post tells about where a match is played.
type Move struct {
	State MoveState `json:"state"`
	Place string    `json:"place"` // where it is to go on, or goes on
	// Player is who proposes it, or says no.
	Player match.Player `json:"player,omitempty"`
}

// MoveState is how far a move has come.
type MoveState string

// The states of a move.
const (
	MoveAsked    MoveState = "asked"
	MoveDeclined MoveState = "declined"
	MoveDone     MoveState = "done"
)

// Actor names who did something to a match or a league, not as a player.
type Actor struct {
	Account string         `json:"account"`
	As      authority.Role `json:"as"`
}

// CallKind says why a person is called.
type CallKind string

// The calls.
const (
	CallTurn   CallKind = "turn"   // they are waited for from now on
	CallRemind CallKind = "remind" // they still are
	CallDigest CallKind = "digest" // all that waits for them
)

// Call makes a post one to a single person. What it says is found out when it is
// sent.
type Call struct {
	Kind    CallKind     `json:"kind"`
	Account string       `json:"account"`
	Player  match.Player `json:"player,omitempty"`
	// Asked is when their hand-off began, as a Unix time in milliseconds.
	Asked int64 `json:"asked,omitempty"`
}

// dms stands before the account in the place of their direct messages.
const dms = "letter:"

// DMPlace is the place at which the outbox holds what is for an account
// alone.
func DMPlace(account string) string { return dms + account }

// DMAccount is the account whose direct messages a place holds; false where it is
// another place.
func DMAccount(place string) (account string, ok bool) { return strings.CutPrefix(place, dms) }

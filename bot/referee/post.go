package referee

import (
	"encoding/json"
	"fmt"

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
	// announced there from now on; or that match Opens of it is to be opened, see
	// [Referee.OpenPairing]; or that the sides of match Bids are to be bid for, see
	// [Referee.Bid].
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
	By *Deed `json:"by,omitempty"`
	// Move makes it one about where the match is played; it tells no decisions.
	Move *Move `json:"move,omitempty"`
	// Notice makes it one to whoever runs the referee: what is wrong with it.
	Notice *engine.Msg `json:"notice,omitempty"`
}

// Notice is what tells an account, which runs the referee, something about it.
func Notice(account string, said engine.Msg) (match.Intent, error) {
	return Post{Notice: &said}.intent(LetterPlace(account))
}

// ClockNews is what a post says of the clocks of a match.
type ClockNews string

// What may be said.
const (
	ClocksStand ClockNews = "stand"
	ClocksRun   ClockNews = "run"
)

// intent is a post as the outbox keeps it for a place.
func (p Post) intent(place string) (match.Intent, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return match.Intent{}, fmt.Errorf("referee: write post: %w", err)
	}
	return match.Intent{Place: place, Body: body}, nil
}

// Posts lists what waits to be posted at a place, first things first.
func (r *Referee) Posts(place string) ([]Post, error) {
	intents, err := r.store.Outbox(place)
	if err != nil {
		return nil, err
	}
	out := make([]Post, len(intents))
	for i, in := range intents {
		if err := json.Unmarshal(in.Body, &out[i]); err != nil {
			return nil, fmt.Errorf("referee: read post %d: %w", in.No, err)
		}
		out[i].No = in.No
	}
	return out, nil
}

// Posted takes a post out of what waits at a place.
func (r *Referee) Posted(place string, p Post) error { return r.store.Sent(place, p.No) }

// Places lists the places that something waits to be posted at, whatever their
// door.
func (r *Referee) Places() ([]string, error) { return r.store.Places() }

package post

import (
	"bytes"
	"encoding/json"
	"fmt"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
)

// stored is a post as the outbox keeps it. It stands in the stores of matches that are
// under way: names and their order never change, and a new kind has a field of its own.
type stored struct {
	Match    match.ID          `json:"match"`
	From     int               `json:"from"`
	To       int               `json:"to"`
	Call     *storedCall       `json:"call,omitempty"`
	League   league.ID         `json:"league,omitempty"`
	Opens    int               `json:"opens,omitempty"`
	Bids     int               `json:"bids,omitempty"`
	Again    bool              `json:"again,omitempty"`
	Complete bool              `json:"complete,omitempty"`
	Clocks   ClockNews         `json:"clocks,omitempty"`
	Judges   bool              `json:"bench,omitempty"`
	By       *Actor            `json:"by,omitempty"`
	Move     *storedRelocation `json:"move,omitempty"`
	Notice   *engine.Msg       `json:"notice,omitempty"`

	Welcome *Welcome `json:"welcome,omitempty"`
}

type storedCall struct {
	Kind    CallKind     `json:"kind"`
	Account string       `json:"account"`
	Player  match.Player `json:"player,omitempty"`
	Asked   int64        `json:"asked,omitempty"`
}

type storedRelocation struct {
	State  RelocationState `json:"state"`
	Place  string          `json:"place"`
	Player match.Player    `json:"player,omitempty"`
}

func (k MatchNews) stored() stored {
	return stored{Match: k.Match, From: k.From, To: k.To, By: k.By}
}

func (k Call) stored() stored {
	return stored{Match: k.Match, From: k.Seq, To: k.Seq, Call: &storedCall{k.Kind, k.Account, k.Player, k.Asked}}
}

func (k LeagueNews) stored() stored {
	return stored{League: k.League, From: k.From, To: k.To, By: k.By}
}

func (k OpenMatch) stored() stored { return stored{League: k.League, Opens: k.No} }

func (k Bidding) stored() stored { return stored{League: k.League, Bids: k.No, Again: k.Again} }

func (k Complete) stored() stored { return stored{League: k.League, Complete: true} }

func (k Clocks) stored() stored {
	return stored{Match: k.Match, From: k.Seq, To: k.Seq, Clocks: k.Now}
}

func (k Judges) stored() stored {
	return stored{Match: k.Match, From: k.From, To: k.To, Judges: true}
}

func (k Relocation) stored() stored {
	return stored{Match: k.Match, From: k.Seq, To: k.Seq, By: k.By, Move: &storedRelocation{k.State, k.Place, k.Player}}
}

func (k Notice) stored() stored { return stored{Notice: &k.Said} }

func (k Welcome) stored() stored { return stored{Welcome: &k} }

// kind is what a stored post tells; nil where it is of no kind.
func (s stored) kind() Kind {
	switch {
	case s.Notice != nil:
		return Notice{*s.Notice}
	case s.Welcome != nil:
		return *s.Welcome
	case s.Call != nil:
		return Call{s.Match, s.To, s.Call.Kind, s.Call.Account, s.Call.Player, s.Call.Asked}
	case s.Opens > 0:
		return OpenMatch{s.League, s.Opens}
	case s.Bids > 0:
		return Bidding{s.League, s.Bids, s.Again}
	case s.Complete:
		return Complete{s.League}
	case s.League != "":
		return LeagueNews{s.League, s.From, s.To, s.By}
	case s.Judges:
		return Judges{s.Match, s.From, s.To}
	case s.Move != nil:
		return Relocation{s.Match, s.To, s.Move.State, s.Move.Place, s.Move.Player, s.By}
	case s.Clocks != "":
		return Clocks{s.Match, s.To, s.Clocks}
	case s.Match != "":
		return MatchNews{s.Match, s.From, s.To, s.By}
	}
	return nil
}

// Intent is a post as the outbox keeps it for a place.
func Intent(place string, k Kind) match.Intent {
	body, err := json.Marshal(k.stored())
	if err != nil {
		panic(err) // texts and numbers are always JSON
	}
	return match.Intent{Place: place, Body: body}
}

// Read reads a post of the outbox. It refuses what this program would not have written:
// a kind that is not known, and what mixes several.
func Read(in match.Intent) (Post, error) {
	var s stored
	if err := chain.Strict(in.Body, &s); err != nil {
		return Post{}, fmt.Errorf("post: read post %d: %w", in.No, err)
	}
	k := s.kind()
	if k == nil || !known(k) {
		return Post{}, fmt.Errorf("post: read post %d: not of a known kind: %.200q", in.No, in.Body)
	}
	// Whatever the kind does not hold belongs to another.
	was, err := json.Marshal(s)
	if err != nil {
		return Post{}, fmt.Errorf("post: read post %d: %w", in.No, err)
	}
	if !bytes.Equal(was, Intent("", k).Body) {
		return Post{}, fmt.Errorf("post: read post %d: of several kinds at once: %.200q", in.No, in.Body)
	}
	return Post{No: in.No, What: k}, nil
}

// known reports whether this program knows what a post says within its kind.
func known(k Kind) bool {
	switch k := k.(type) {
	case Call:
		return k.Kind == CallTurn || k.Kind == CallRemind || k.Kind == CallDigest || k.Kind == CallOver
	case Clocks:
		return k.Now == ClocksStand || k.Now == ClocksRun
	case Relocation:
		return k.State == RelocationAsked || k.State == RelocationDeclined || k.State == RelocationDone
	case MatchNews, LeagueNews, OpenMatch, Bidding, Complete, Judges, Notice, Welcome:
		return true
	}
	return false
}

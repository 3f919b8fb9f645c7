package league

import "referee/engine/chain"

// wire is a decision as its line spells it: the fields of all kinds in one list. Its
// JSON is for ever: fields are added, never renamed, reused or put in another order.
type wire struct {
	Seq     int      `json:"n"`
	Kind    Kind     `json:"kind"`
	Author  Player   `json:"by,omitempty"`
	Rules   *Rules   `json:"rules,omitempty"`
	Player  Player   `json:"player,omitempty"`
	Other   Player   `json:"other,omitempty"`
	Slots   int      `json:"slots,omitempty"`
	Waking  *Waking  `json:"waking,omitempty"`
	Order   []Player `json:"order,omitempty"`
	Plan    []Round  `json:"plan,omitempty"`
	Match   int      `json:"match,omitempty"`
	Round   int      `json:"round,omitempty"`
	Pairs   []Pair   `json:"pairs,omitempty"`
	Byes    []Player `json:"byes,omitempty"`
	Bidding int64    `json:"bidding,omitempty"`
	Sealed  string   `json:"sealed,omitempty"`
	Bids    []Bid    `json:"bids,omitempty"`
	Opens   []string `json:"opens,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	Ruling  *Ruling  `json:"ruling,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	To      int      `json:"to,omitempty"`
	From    int64    `json:"from,omitempty"`
	Until   int64    `json:"until,omitempty"`
	At      int64    `json:"at"`
	Door    string   `json:"door,omitempty"`
	Program string   `json:"program,omitempty"`
}

// acts are all that is known, by where their fields stand in a line.
var acts = chain.NewActs[wire, Kind, Act](
	ActCreate{}, ActAmend{}, ActJoin{}, ActLeave{}, ActStart{}, ActPair{}, ActChallenge{}, ActBid{},
	ActAward{}, ActResult{}, ActCorrect{}, ActWithdraw{}, ActBlock{}, ActUnblock{}, ActVacation{}, ActWish{},
	ActSubstitute{}, ActAppeal{}, ActRuling{}, ActFinish{}, ActUndo{}, ActRestore{}, ActResume{},
)

// MarshalJSON spells the decision as its line does. Whoever asks for it says whether
// what HTML has a meaning for is escaped: in a line it is.
func (d Decision) MarshalJSON() ([]byte, error) {
	return chain.Encode(d.wire())
}

// UnmarshalJSON reads what a line spells. It refuses fields that it does not know: they
// come from a newer version, and to skip them would change what the log says.
func (d *Decision) UnmarshalJSON(text []byte) error {
	var w wire
	if err := chain.Strict(text, &w); err != nil {
		return err
	}
	*d = w.decision()
	return nil
}

// wire is the decision with the fields of all kinds.
func (d *Decision) wire() *wire {
	w := acts.Line(d.Act, d.foreign)
	w.Seq, w.Kind, w.Author, w.Reason, w.At, w.Door = d.Seq, d.Kind(), d.Author, d.Reason, d.At, d.Door
	return w
}

// decision is the decision of a line's fields. Those that its kind does not have stay beside its
// act.
func (w *wire) decision() Decision {
	act, foreign, known := acts.Take(w.Kind, w)
	if !known {
		act = ActUnknown{Name: w.Kind}
	}
	return Decision{Seq: w.Seq, Author: w.Author, Reason: w.Reason, At: w.At, Door: w.Door, Act: act, foreign: foreign}
}

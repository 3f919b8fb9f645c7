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
}

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
func (d *Decision) wire() wire {
	var w wire
	if d.foreign != nil {
		w = *d.foreign
	}
	w.Seq, w.Author, w.Reason, w.At, w.Door = d.Seq, d.Author, d.Reason, d.At, d.Door
	if d.Act != nil {
		w.Kind = d.Act.Kind()
		d.Act.spell(&w)
	}
	return w
}

// decision takes a decision out of a line's fields. Those that its kind does not have
// stay beside its act.
func (w *wire) decision() Decision {
	d := Decision{Seq: w.Seq, Author: w.Author, Reason: w.Reason, At: w.At, Door: w.Door}
	rest := *w
	d.Act = rest.act()
	if !rest.bare() {
		foreign := rest // a copy of its own: a line without such fields takes no room for them
		d.foreign = &foreign
	}
	return d
}

// act takes the act out of a line's fields.
func (w *wire) act() Act {
	switch w.Kind {
	case KindCreate:
		return ActCreate{Rules: take(&w.Rules)}
	case KindAmend:
		return ActAmend{Rules: take(&w.Rules)}
	case KindJoin:
		return ActJoin{Player: take(&w.Player), Slots: take(&w.Slots), Waking: take(&w.Waking)}
	case KindLeave:
		return ActLeave{Player: take(&w.Player)}
	case KindStart:
		return ActStart{Order: take(&w.Order), Plan: take(&w.Plan)}
	case KindPair:
		return ActPair{Opened: w.opened(), Byes: take(&w.Byes)}
	case KindChallenge:
		return ActChallenge{Opened: w.opened(), Player: take(&w.Player)}
	case KindBid:
		return ActBid{Match: take(&w.Match), Player: take(&w.Player), Sealed: take(&w.Sealed)}
	case KindAward:
		return ActAward{Match: take(&w.Match), Bids: take(&w.Bids), Opens: take(&w.Opens)}
	case KindResult:
		return ActResult{Match: take(&w.Match), Result: take(&w.Result)}
	case KindCorrect:
		return ActCorrect{Match: take(&w.Match), Result: take(&w.Result)}
	case KindWithdraw:
		return ActWithdraw{Player: take(&w.Player)}
	case KindBlock:
		return ActBlock{Player: take(&w.Player), Other: take(&w.Other)}
	case KindUnblock:
		return ActUnblock{Player: take(&w.Player), Other: take(&w.Other)}
	case KindVacation:
		return ActVacation{Player: take(&w.Player), From: take(&w.From), Until: take(&w.Until)}
	case KindWish:
		return ActWish{Player: take(&w.Player), Slots: take(&w.Slots), Waking: take(&w.Waking)}
	case KindSubstitute:
		return ActSubstitute{Match: take(&w.Match), Out: take(&w.Player), In: take(&w.Other)}
	case KindAppeal:
		return ActAppeal{Match: take(&w.Match), Ruling: take(&w.Ruling)}
	case KindRuling:
		return ActRuling{Match: take(&w.Match), Ruling: take(&w.Ruling)}
	case KindFinish:
		return ActFinish{}
	case KindUndo:
		return ActUndo{To: take(&w.To)}
	case KindRestore:
		return ActRestore{}
	case KindGoOn:
		return ActGoOn{}
	}
	return ActUnknown{Name: w.Kind}
}

// opened takes out what a decision says of the matches that it opens.
func (w *wire) opened() Opened {
	return Opened{
		Match: take(&w.Match), Round: take(&w.Round), Pairs: take(&w.Pairs), Bidding: take(&w.Bidding), Until: take(&w.Until),
	}
}

// take takes a field out of where it stands.
func take[T any](field *T) T {
	var none T
	v := *field
	*field = none
	return v
}

// bare reports whether a line has no field that some kinds have and others do not.
func (w *wire) bare() bool {
	return w.Rules == nil && w.Player == Nobody && w.Other == Nobody && w.Slots == 0 && w.Waking == nil &&
		w.Order == nil && w.Plan == nil && w.Match == 0 && w.Round == 0 && w.Pairs == nil && w.Byes == nil &&
		w.Bidding == 0 && w.Sealed == "" && w.Bids == nil && w.Opens == nil && w.Result == nil && w.Ruling == nil &&
		w.To == 0 && w.From == 0 && w.Until == 0
}

func (a ActCreate) spell(w *wire) { w.Rules = a.Rules }

func (a ActAmend) spell(w *wire) { w.Rules = a.Rules }

func (a ActJoin) spell(w *wire) { w.Player, w.Slots, w.Waking = a.Player, a.Slots, a.Waking }

func (a ActLeave) spell(w *wire) { w.Player = a.Player }

func (a ActStart) spell(w *wire) { w.Order, w.Plan = a.Order, a.Plan }

func (a ActPair) spell(w *wire) {
	a.Opened.spell(w)
	w.Byes = a.Byes
}

func (a ActChallenge) spell(w *wire) {
	a.Opened.spell(w)
	w.Player = a.Player
}

func (o Opened) spell(w *wire) {
	w.Match, w.Round, w.Pairs, w.Bidding, w.Until = o.Match, o.Round, o.Pairs, o.Bidding, o.Until
}

func (a ActBid) spell(w *wire) { w.Match, w.Player, w.Sealed = a.Match, a.Player, a.Sealed }

func (a ActAward) spell(w *wire) { w.Match, w.Bids, w.Opens = a.Match, a.Bids, a.Opens }

func (a ActResult) spell(w *wire) { w.Match, w.Result = a.Match, a.Result }

func (a ActCorrect) spell(w *wire) { w.Match, w.Result = a.Match, a.Result }

func (a ActWithdraw) spell(w *wire) { w.Player = a.Player }

func (a ActBlock) spell(w *wire) { w.Player, w.Other = a.Player, a.Other }

func (a ActUnblock) spell(w *wire) { w.Player, w.Other = a.Player, a.Other }

func (a ActVacation) spell(w *wire) { w.Player, w.From, w.Until = a.Player, a.From, a.Until }

func (a ActWish) spell(w *wire) { w.Player, w.Slots, w.Waking = a.Player, a.Slots, a.Waking }

func (a ActSubstitute) spell(w *wire) { w.Match, w.Player, w.Other = a.Match, a.Out, a.In }

func (a ActAppeal) spell(w *wire) { w.Match, w.Ruling = a.Match, a.Ruling }

func (a ActRuling) spell(w *wire) { w.Match, w.Ruling = a.Match, a.Ruling }

func (ActFinish) spell(*wire) {}

func (a ActUndo) spell(w *wire) { w.To = a.To }

func (ActRestore) spell(*wire) {}

func (ActGoOn) spell(*wire) {}

func (ActUnknown) spell(*wire) {}

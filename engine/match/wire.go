package match

import (
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/play"
)

// wire is a decision as its line spells it: the fields of all kinds in one list. Its
// JSON is for ever: fields are added, never renamed, reused or put in another order.
type wire struct {
	Seq          int               `json:"n"`
	Kind         Kind              `json:"kind"`
	Author       Player            `json:"by,omitempty"`
	Seat         engine.Seat       `json:"seat,omitempty"`
	Prompt       engine.PromptID   `json:"prompt,omitempty"`
	Path         []string          `json:"path,omitempty"`
	Auto         bool              `json:"auto,omitempty"`
	Standing     int               `json:"standing,omitempty"`
	Events       []engine.Record   `json:"events,omitempty"`
	Sealed       string            `json:"sealed,omitempty"`
	Opens        []int             `json:"opens,omitempty"`
	Roll         *Rolled           `json:"roll,omitempty"`
	Deals        int               `json:"deals,omitempty"`
	Opening      *Opening          `json:"open,omitempty"`
	To           int               `json:"to,omitempty"`
	Offer        Offer             `json:"offer,omitempty"`
	Expired      *Expired          `json:"expire,omitempty"`
	Adjudication *Adjudication     `json:"bench,omitempty"`
	Phrase       string            `json:"phrase,omitempty"`
	Program      *play.About       `json:"program,omitempty"`
	Settings     map[string]string `json:"settings,omitempty"`
	Board        *BoardChange      `json:"board,omitempty"`
	At           int64             `json:"at"`
	Door         string            `json:"door,omitempty"`
}

// acts are all that is known, by where their fields stand in a line.
var acts = chain.NewActs[wire, Kind, Act](
	ActOpen{}, ActJoin{}, ActLeave{}, ActAnswer{}, ActRewind{}, ActResign{}, ActOffer{}, ActAccept{},
	ActDecline{}, ActAbandon{}, ActSet{}, ActStand{}, ActRevoke{}, ActHint{}, ActExpire{}, ActAppeal{}, ActRuling{},
	ActRestore{}, ActResume{},
)

// MarshalJSON encodes the decision as in its line.
func (d Decision) MarshalJSON() ([]byte, error) {
	return chain.Encode(d.wire())
}

// UnmarshalJSON decodes the text of a line. It refuses unknown fields.
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
	w.Seq, w.Kind, w.Author, w.Seat, w.Sealed, w.At, w.Door = d.Seq, d.Kind(), d.Author, d.Seat, d.Sealed, d.At, d.Door
	return w
}

// decision is the decision of a line's fields. Those that its kind does not have stay beside its
// act.
func (w *wire) decision() Decision {
	act, foreign, known := acts.Take(w.Kind, w)
	if !known {
		act = ActUnknown{Name: w.Kind}
	}
	return Decision{Seq: w.Seq, Author: w.Author, Seat: w.Seat, Sealed: w.Sealed, At: w.At, Door: w.Door, Act: act, foreign: foreign}
}

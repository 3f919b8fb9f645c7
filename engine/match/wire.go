package match

import (
	"referee/engine"
	"referee/engine/chain"
)

// wire is a decision as its line spells it: the fields of all kinds in one list. Its
// JSON is for ever: fields are added, never renamed, reused or put in another order.
type wire struct {
	Seq      int               `json:"n"`
	Kind     Kind              `json:"kind"`
	Author   Player            `json:"by,omitempty"`
	Seat     engine.Seat       `json:"seat,omitempty"`
	Prompt   engine.PromptID   `json:"prompt,omitempty"`
	Path     []string          `json:"path,omitempty"`
	Auto     bool              `json:"auto,omitempty"`
	Standing int               `json:"standing,omitempty"`
	Events   []engine.Record   `json:"events,omitempty"`
	Sealed   string            `json:"sealed,omitempty"`
	Opens    []int             `json:"opens,omitempty"`
	Roll     *Rolled           `json:"roll,omitempty"`
	Open     *Opening          `json:"open,omitempty"`
	To       int               `json:"to,omitempty"`
	Offer    Offer             `json:"offer,omitempty"`
	Expire   *Expired          `json:"expire,omitempty"`
	Bench    *Bench            `json:"bench,omitempty"`
	Phrase   string            `json:"phrase,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	At       int64             `json:"at"`
	Door     string            `json:"door,omitempty"`
}

// MarshalJSON spells the decision as its line does.
func (d Decision) MarshalJSON() ([]byte, error) {
	return chain.Encode(d.wire())
}

// UnmarshalJSON reads what a line spells. It refuses fields that it does not know.
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
	w := &wire{}
	if d.foreign != nil {
		*w = *d.foreign
	}
	w.Seq, w.Author, w.Seat, w.Sealed, w.At, w.Door = d.Seq, d.Author, d.Seat, d.Sealed, d.At, d.Door
	if d.Act != nil {
		w.Kind = d.Act.Kind()
		d.Act.spell(w)
	}
	return w
}

// decision takes a decision out of a line's fields. Those that its kind does not have
// stay beside its act.
func (w *wire) decision() Decision {
	d := Decision{Seq: w.Seq, Author: w.Author, Seat: w.Seat, Sealed: w.Sealed, At: w.At, Door: w.Door}
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
	case KindOpen:
		return ActOpen{Opening: take(&w.Open), Events: take(&w.Events)}
	case KindJoin:
		return ActJoin{Phrase: take(&w.Phrase)}
	case KindLeave:
		return ActLeave{}
	case KindAnswer:
		return ActAnswer{
			Prompt: take(&w.Prompt), Path: take(&w.Path), Auto: take(&w.Auto), Standing: take(&w.Standing),
			Events: take(&w.Events), Opens: take(&w.Opens), Roll: take(&w.Roll),
		}
	case KindRewind:
		return ActRewind{To: take(&w.To), Offer: take(&w.Offer)}
	case KindResign:
		return ActResign{}
	case KindOffer:
		return ActOffer{Offer: take(&w.Offer), To: take(&w.To), Settings: take(&w.Settings)}
	case KindAccept:
		return ActAccept{Offer: take(&w.Offer), To: take(&w.To)}
	case KindDecline:
		return ActDecline{Offer: take(&w.Offer)}
	case KindAbandon:
		return ActAbandon{}
	case KindSet:
		return ActSet{Settings: take(&w.Settings)}
	case KindStand:
		return ActStand{Path: take(&w.Path)}
	case KindRevoke:
		return ActRevoke{To: take(&w.To)}
	case KindExpire:
		return ActExpire{Expired: take(&w.Expire)}
	case KindAppeal:
		return ActAppeal{Bench: take(&w.Bench)}
	case KindRuling:
		return ActRuling{Bench: take(&w.Bench)}
	case KindRestore:
		return ActRestore{}
	case KindGoOn:
		return ActGoOn{}
	}
	return ActUnknown{Name: w.Kind}
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
	return w.Prompt == "" && w.Path == nil && !w.Auto && w.Standing == 0 && w.Events == nil && w.Opens == nil &&
		w.Roll == nil && w.Open == nil && w.To == 0 && w.Offer == "" && w.Expire == nil && w.Bench == nil &&
		w.Phrase == "" && w.Settings == nil
}

func (a ActOpen) spell(w *wire) { w.Open, w.Events = a.Opening, a.Events }

func (a ActJoin) spell(w *wire) { w.Phrase = a.Phrase }

func (ActLeave) spell(*wire) {}

func (a ActAnswer) spell(w *wire) {
	w.Prompt, w.Path, w.Auto, w.Standing = a.Prompt, a.Path, a.Auto, a.Standing
	w.Events, w.Opens, w.Roll = a.Events, a.Opens, a.Roll
}

func (a ActRewind) spell(w *wire) { w.To, w.Offer = a.To, a.Offer }

func (ActResign) spell(*wire) {}

func (a ActOffer) spell(w *wire) { w.Offer, w.To, w.Settings = a.Offer, a.To, a.Settings }

func (a ActAccept) spell(w *wire) { w.Offer, w.To = a.Offer, a.To }

func (a ActDecline) spell(w *wire) { w.Offer = a.Offer }

func (ActAbandon) spell(*wire) {}

func (a ActSet) spell(w *wire) { w.Settings = a.Settings }

func (a ActStand) spell(w *wire) { w.Path = a.Path }

func (a ActRevoke) spell(w *wire) { w.To = a.To }

func (a ActExpire) spell(w *wire) { w.Expire = a.Expired }

func (a ActAppeal) spell(w *wire) { w.Bench = a.Bench }

func (a ActRuling) spell(w *wire) { w.Bench = a.Bench }

func (ActRestore) spell(*wire) {}

func (ActGoOn) spell(*wire) {}

func (ActUnknown) spell(*wire) {}

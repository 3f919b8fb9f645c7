package match

import (
	"strconv"

	"referee/engine"
)

// ID names a match: see [ID.Valid].
type ID string

// Player is a person in one match: 1, 2, … in the order in which they first joined. Their identity
// is kept outside the record.
type Player int

// Referee is the author of decisions that no person made: rolls, automatic answers, rulings of the
// judge.
const Referee Player = 0

// Kind is the kind of a decision. Kinds are never renamed or reused.
type Kind string

// The kinds of decision; [Act] has a type for each.
const (
	KindOpen    Kind = "open"    // the match begins
	KindJoin    Kind = "join"    // the author takes the seat
	KindLeave   Kind = "leave"   // the author leaves the seat, or the referee frees it
	KindAnswer  Kind = "answer"  // the seat answers a question
	KindRewind  Kind = "rewind"  // the position goes back
	KindResign  Kind = "resign"  // the seat resigns
	KindOffer   Kind = "offer"   // the seat offers something
	KindAccept  Kind = "accept"  // the seat accepts it
	KindDecline Kind = "decline" // the seat declines it, or withdraws its own
	KindAbandon Kind = "abandon" // the match ends without a result
	KindSet     Kind = "set"     // settings are chosen
	KindStand   Kind = "stand"   // the seat sets a standing order, sealed
	KindRevoke  Kind = "revoke"  // the seat revokes a standing order
	KindHint    Kind = "hint"    // the seat is told a program's answer
)

// Decision is the unit of the record: its author, time and act. The events that it led to are part
// of its act. As JSON it is the text of its line.
type Decision struct {
	Seq    int    // from 1, without gaps
	At     int64  // Unix time in milliseconds
	Door   string // its door: see [By]
	Author Player
	Seat   engine.Seat // the seat that it belongs to; "": none
	Act    Act
	// Sealed is the hash of the secret that holds path and events, and what proves a roll, hex SHA-256. It
	// replaces them in the line; in a Decision that was read with its secret, they are filled in.
	Sealed string

	// foreign has the fields of a line that its kind does not have: nil in all that a
	// referee has written. They are kept, as a record must be judged by all that it says.
	foreign *wire
}

// Kind returns the kind of the decision; "" if it has no act.
func (d *Decision) Kind() Kind {
	if d.Act == nil {
		return ""
	}
	return d.Act.Kind()
}

// Number returns Seq.
func (d Decision) Number() int { return d.Seq }

// Seal returns Sealed.
func (d Decision) Seal() string { return d.Sealed }

// Events returns the changes of the position by an act, as they are stored.
func (d *Decision) Events() []engine.Record {
	switch a := d.Act.(type) {
	case ActOpen:
		return a.Events
	case ActAnswer:
		return a.Events
	}
	if d.foreign != nil {
		return d.foreign.Events
	}
	return nil
}

// Adjudication returns the content of an appeal or a ruling; nil for other acts.
func (d *Decision) Adjudication() *Adjudication {
	switch a := d.Act.(type) {
	case ActAppeal:
		return a.Adjudication
	case ActRuling:
		return a.Adjudication
	}
	return nil
}

// Settings returns the settings that an act chooses or offers; nil for other acts.
func (d *Decision) Settings() map[string]string {
	switch a := d.Act.(type) {
	case ActSet:
		return a.Settings
	case ActOffer:
		return a.Settings
	}
	if d.foreign != nil {
		return d.foreign.Settings
	}
	return nil
}

// prompt is the question that an answer answers; "" of other acts.
func (d *Decision) prompt() engine.PromptID {
	if a, ok := d.Act.(ActAnswer); ok {
		return a.Prompt
	}
	if d.foreign != nil {
		return d.foreign.Prompt
	}
	return ""
}

// path is what an answer or a standing order says; nil of other acts.
func (d *Decision) path() []string {
	switch a := d.Act.(type) {
	case ActAnswer:
		return a.Path
	case ActStand:
		return a.Path
	}
	if d.foreign != nil {
		return d.foreign.Path
	}
	return nil
}

// opens lists the sealed decisions that an answer makes public; nil of other acts.
func (d *Decision) opens() []int {
	if a, ok := d.Act.(ActAnswer); ok {
		return a.Opens
	}
	if d.foreign != nil {
		return d.foreign.Opens
	}
	return nil
}

// shut is the decision without what its seal hides.
func (d *Decision) shut() Decision {
	w := d.wire()
	w.shut()
	return w.decision()
}

// Opening holds the game, law, data, options and dice that a match is pinned to when it is opened.
type Opening struct {
	Match ID           `json:"match"`
	Game  string       `json:"game"`
	Law   int          `json:"law"`
	Data  string       `json:"data"` // hex SHA-256 of the data set
	Setup engine.Setup `json:"setup,omitempty"`
	// Dice is used to check rolls. nil: nobody can prove them.
	Dice *Dice `json:"dice,omitempty"`
}

// Rolled identifies the roll of an answer of Chance.
type Rolled struct {
	No    int    `json:"no"`    // from 1, without gaps: a rewind does not reuse it
	For   string `json:"for"`   // the prompt's purpose
	Faces int    `json:"faces"` // number of equal chances
	// Among lists the results of the equal chances, in order. It is left out for a die of which
	// chance i, from 0, gives the number i, and if the match has no key.
	Among []string `json:"among,omitempty"`
	Proof string   `json:"proof,omitempty"` // hex, by the suite of the match
	Pulse *Pulse   `json:"pulse,omitempty"` // of the beacon, if the match names one
}

// Die reports whether the results are the faces of a die, which follow each other as numbers, and not what was drawn.
func (r *Rolled) Die() bool {
	for i, face := range r.Among {
		first, err := strconv.Atoi(r.Among[0])
		if err != nil || face != strconv.Itoa(first+i) {
			return false
		}
	}
	return true
}

// Brings returns the result of chance i, from 0, of the equal chances. It must be less than Faces.
func (r *Rolled) Brings(i uint64) string {
	if r.Among == nil {
		return strconv.FormatUint(i, 10)
	}
	return r.Among[i]
}

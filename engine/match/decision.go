package match

import (
	"strconv"

	"referee/engine"
)

// ID names a match: see [ID.Valid].
type ID string

// Player is a person in one match: 1, 2, … in the order in which they first
// joined. Who that is stands outside the record.
type Player int

// Referee is the author of what no person decided: rolls, answers that alone
// were legal, rulings of the judge.
const Referee Player = 0

// Kind says what a decision does. Kinds are never renamed or reused.
type Kind string

// The kinds of decision.
const (
	KindOpen    Kind = "open"    // the match begins: Decision.Open
	KindJoin    Kind = "join"    // Author takes Seat
	KindLeave   Kind = "leave"   // Author leaves Seat, or the referee frees it
	KindAnswer  Kind = "answer"  // Seat answers Prompt by Path
	KindRewind  Kind = "rewind"  // the position goes back to what it was after decision To
	KindResign  Kind = "resign"  // Seat gives the match up
	KindOffer   Kind = "offer"   // Seat offers Offer
	KindAccept  Kind = "accept"  // Seat accepts it
	KindDecline Kind = "decline" // Seat declines it, or takes its own back
	KindAbandon Kind = "abandon" // the match ends without a result
	KindSet     Kind = "set"     // Settings are chosen
	KindStand   Kind = "stand"   // Seat leaves a standing order: Path, sealed
	KindRevoke  Kind = "revoke"  // Seat takes back standing order To
)

// Decision is the unit of the record: a command, its author and the events it
// led to. Its JSON is for ever: fields are added, never renamed or reused.
type Decision struct {
	Seq    int             `json:"n"` // from 1, without gaps
	Kind   Kind            `json:"kind"`
	Author Player          `json:"by,omitempty"`
	Seat   engine.Seat     `json:"seat,omitempty"`
	Prompt engine.PromptID `json:"prompt,omitempty"`
	Path   []string        `json:"path,omitempty"`
	// Auto marks an answer given for the seat because it alone was legal, or
	// by the standing order that decision Standing left.
	Auto     bool            `json:"auto,omitempty"`
	Standing int             `json:"standing,omitempty"`
	Events   []engine.Record `json:"events,omitempty"`
	// Sealed is the hash of the secret that holds Path and Events, hex
	// SHA-256. In the line it stands in their place; in a Decision that was
	// read with its secret, they are filled in.
	Sealed string `json:"sealed,omitempty"`
	// Opens lists the sealed decisions that are secret no longer.
	Opens []int    `json:"opens,omitempty"`
	Roll  *Rolled  `json:"roll,omitempty"`
	Open  *Opening `json:"open,omitempty"`
	To    int      `json:"to,omitempty"`
	Offer Offer    `json:"offer,omitempty"`
	// Expire is what follows from a time that is up.
	Expire *Expired `json:"expire,omitempty"`
	// Bench is what an appeal or a ruling says.
	Bench *Bench `json:"bench,omitempty"`
	// Phrase is what stands for the words that a player adds to the dice as he
	// joins: their SHA-256 in hex. The words themselves stay outside.
	Phrase string `json:"phrase,omitempty"`
	// Settings are those that change, by name: how the match is conducted,
	// in words of whoever conducts it.
	Settings map[string]string `json:"settings,omitempty"`
	At       int64             `json:"at"` // Unix time in milliseconds
	Door     string            `json:"door,omitempty"`
}

// Opening is what a match is pinned to when it is opened.
type Opening struct {
	Match ID           `json:"match"`
	Game  string       `json:"game"`
	Law   int          `json:"law"`
	Data  string       `json:"data"` // hex SHA-256 of the data set
	Setup engine.Setup `json:"setup,omitempty"`
	// Dice is what rolls are checked by. nil: nobody can prove them.
	Dice *Dice `json:"dice,omitempty"`
}

// Rolled says of an answer of Chance which roll it was.
type Rolled struct {
	No    int    `json:"no"`    // from 1, without gaps: a rewind does not take it back
	For   string `json:"for"`   // the prompt's purpose
	Faces int    `json:"faces"` // number of equal chances
	// Among is what each of the equal chances brings, in order. It is left out
	// for a die of which chance i, from 0, brings the number i, and where the
	// match has no key.
	Among []string `json:"among,omitempty"`
	Proof string   `json:"proof,omitempty"` // hex, by the suite of the match
	Pulse *Pulse   `json:"pulse,omitempty"` // of the beacon, if the match names one
}

// Brings is what chance i, from 0, of the equal chances brings. It must be less
// than Faces.
func (r *Rolled) Brings(i uint64) string {
	if r.Among == nil {
		return strconv.FormatUint(i, 10)
	}
	return r.Among[i]
}

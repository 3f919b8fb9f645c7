package match

import (
	"referee/engine"
	"referee/engine/play"
)

// Act is the content of a decision: one of the Act types of this package, one for each Kind. The
// fields of a kind of decision are in its act alone.
type Act interface {
	// Kind names the act in the record.
	Kind() Kind
}

// ActOpen begins the match. Opening is nil only in a line that no referee wrote.
type ActOpen struct {
	Opening *Opening
	Events  []engine.Record
}

// ActJoin gives the seat to the author.
type ActJoin struct {
	// Phrase is the SHA-256 in hex of the words that a player adds to the dice when joining. The
	// words themselves are not recorded.
	Phrase string
	// Program identifies the author if it is a program; nil: a person.
	Program *play.About
}

// ActLeave frees the seat: the author leaves it, or the referee takes it from its holder.
type ActLeave struct{}

// ActAnswer answers a question of the seat.
type ActAnswer struct {
	Prompt engine.PromptID
	Path   []string // nil if it is sealed and its secret is not available; so is Events
	// Auto marks an answer given for the seat because it was the only legal one, or by the standing
	// order that decision Standing set; 0: by none.
	Auto     bool
	Standing int
	// Program is the program that answered in the referee's name, for a seat without a player; nil:
	// none did. It is nil for an answer whose author is a program itself: see [ActJoin].
	Program *play.About
	Events  []engine.Record
	Opens   []int   // the sealed decisions that are no longer secret
	Roll    *Rolled // of an answer of Chance; else nil
	Deals   int     // the sealed roll whose result it deals to the seat, see [engine.Prompt]; 0: none
}

// ActRewind takes the position back to its state after decision To.
type ActRewind struct {
	To    int
	Offer Offer // TakeBack if other seats have agreed to it; else ""
}

// ActResign resigns the match for the seat.
type ActResign struct{}

// ActOffer offers something to the other seats.
type ActOffer struct {
	Offer    Offer
	To       int               // of TakeBack: the decision to go back to; of Law: its number
	Settings map[string]string // of NewSettings, by name
	Board    *BoardChange      // of NewBoard; else nil
}

// ActAccept accepts another seat's offer, and its terms: see [ActOffer].
type ActAccept struct {
	Offer Offer
	To    int // as in the offer; of NewBoard: the decision that offers it
}

// ActDecline declines an offer, or takes back the seat's own.
type ActDecline struct{ Offer Offer }

// ActAbandon ends the match without a result.
type ActAbandon struct{}

// ActSet chooses settings, for the whole match or for the seat.
type ActSet struct {
	// Settings are the settings that change, by name. Package match stores them without
	// interpreting them.
	Settings map[string]string
}

// ActStand sets a standing order of the seat.
type ActStand struct {
	Path []string // its validity, turn, phase, and text; nil if the secret is not available
}

// ActRevoke revokes the standing order of the seat that decision To set.
type ActRevoke struct{ To int }

// ActHint tells the seat the answer of a program to its questions.
type ActHint struct{ Program *play.About }

// ActExpire says that the time of the seat has run out. Expired is nil only in a line that no
// referee wrote.
type ActExpire struct{ *Expired }

// ActAppeal appeals to the judges for the seat, or states its side. Bench is nil only in a line
// that no referee wrote.
type ActAppeal struct{ *Adjudication }

// ActRuling is the answer of the judges. Bench is nil only in a line that no referee
// wrote.
type ActRuling struct{ *Adjudication }

// ActRestore says that the record was restored from a backup: any decisions after the one before it
// are lost, and the match is on hold.
type ActRestore struct{}

// ActResume agrees for the seat to resume a restored match; without a seat the referee resumes it.
type ActResume struct{}

// ActUnknown is an act of a kind that only newer referees know. Such a record can be read, not
// folded.
type ActUnknown struct{ Name Kind }

// Kind returns KindOpen.
func (ActOpen) Kind() Kind { return KindOpen }

// Kind returns KindJoin.
func (ActJoin) Kind() Kind { return KindJoin }

// Kind returns KindLeave.
func (ActLeave) Kind() Kind { return KindLeave }

// Kind returns KindAnswer.
func (ActAnswer) Kind() Kind { return KindAnswer }

// Kind returns KindRewind.
func (ActRewind) Kind() Kind { return KindRewind }

// Kind returns KindResign.
func (ActResign) Kind() Kind { return KindResign }

// Kind returns KindOffer.
func (ActOffer) Kind() Kind { return KindOffer }

// Kind returns KindAccept.
func (ActAccept) Kind() Kind { return KindAccept }

// Kind returns KindDecline.
func (ActDecline) Kind() Kind { return KindDecline }

// Kind returns KindAbandon.
func (ActAbandon) Kind() Kind { return KindAbandon }

// Kind returns KindSet.
func (ActSet) Kind() Kind { return KindSet }

// Kind returns KindStand.
func (ActStand) Kind() Kind { return KindStand }

// Kind returns KindRevoke.
func (ActRevoke) Kind() Kind { return KindRevoke }

// Kind returns KindHint.
func (ActHint) Kind() Kind { return KindHint }

// Kind returns KindExpire.
func (ActExpire) Kind() Kind { return KindExpire }

// Kind returns KindAppeal.
func (ActAppeal) Kind() Kind { return KindAppeal }

// Kind returns KindRuling.
func (ActRuling) Kind() Kind { return KindRuling }

// Kind returns KindRestore.
func (ActRestore) Kind() Kind { return KindRestore }

// Kind returns KindResume.
func (ActResume) Kind() Kind { return KindResume }

// Kind returns the kind in the line.
func (a ActUnknown) Kind() Kind { return a.Name }

package match

import (
	"referee/engine"
	"referee/engine/play"
)

// Act is what a decision does: one of the Act types of this package, one of each
// [Kind]. What a kind of decision has stands in its act alone.
type Act interface {
	// Kind names the act in the record.
	Kind() Kind
}

// ActOpen begins the match. Opening is nil only in a line that no referee wrote.
type ActOpen struct {
	Opening *Opening
	Events  []engine.Record
}

// ActJoin takes the seat for the author.
type ActJoin struct {
	// Phrase is what stands for the words that a player adds to the dice in
	// joining: their SHA-256 in hex. The words themselves stay outside.
	Phrase string
	// Program is which program the author is; nil: a person.
	Program *play.About
}

// ActLeave frees the seat, which the author leaves or the referee takes from its holder.
type ActLeave struct{}

// ActAnswer answers a question of the seat.
type ActAnswer struct {
	Prompt engine.PromptID
	Path   []string // nil where it is sealed and its secret is not at hand, as are Events
	// Auto marks an answer given for the seat because it alone was legal, or
	// by the standing order that decision Standing left; 0: by none.
	Auto     bool
	Standing int
	// Program is the program that answered in the referee's name, for a seat that nobody
	// plays any more; nil: none did. Of an answer whose author is a program itself it is nil:
	// see ActJoin.
	Program *play.About
	Events  []engine.Record
	Opens   []int   // the sealed decisions that are secret no longer
	Roll    *Rolled // of an answer of Chance; else nil
}

// ActRewind takes the position back to what it was after decision To.
type ActRewind struct {
	To    int
	Offer Offer // TakeBack where other seats have agreed to it; else ""
}

// ActResign gives the match up for the seat.
type ActResign struct{}

// ActOffer offers something to the other seats.
type ActOffer struct {
	Offer    Offer
	To       int               // of TakeBack: the decision to go back to; of Law: its number
	Settings map[string]string // of Conduct, by name
}

// ActAccept accepts another seat's offer, and what it is about: see ActOffer.
type ActAccept struct {
	Offer Offer
	To    int
}

// ActDecline declines an offer, or takes back the seat's own.
type ActDecline struct{ Offer Offer }

// ActAbandon ends the match without a result.
type ActAbandon struct{}

// ActSet chooses settings, for the whole match or for the seat.
type ActSet struct {
	// Settings are those that change, by name: how the match is conducted,
	// in words of whoever conducts it.
	Settings map[string]string
}

// ActStand leaves a standing order of the seat.
type ActStand struct {
	Path []string // until when it is valid, turn, phase, and what it says; nil where that is not at hand
}

// ActRevoke takes back the standing order of the seat that decision To left.
type ActRevoke struct{ To int }

// ActHint tells the seat what a program would answer to its questions.
type ActHint struct{ Program *play.About }

// ActExpire says that the time of the seat is up. Expired is nil only in a line that no
// referee wrote.
type ActExpire struct{ *Expired }

// ActAppeal asks the judges for the seat, or states its side. Bench is nil only in a line
// that no referee wrote.
type ActAppeal struct{ *Bench }

// ActRuling is the answer of the judges. Bench is nil only in a line that no referee
// wrote.
type ActRuling struct{ *Bench }

// ActRestore says that what came after the decision before it, if anything did, is lost,
// since the record was put back from a backup: the match stands.
type ActRestore struct{}

// ActGoOn agrees for the seat that a restored match goes on; without a seat the referee
// says that it does.
type ActGoOn struct{}

// ActUnknown is of a kind that a newer referee knows. Such a record can be read, not
// folded.
type ActUnknown struct{ Name Kind }

// Kind is KindOpen.
func (ActOpen) Kind() Kind { return KindOpen }

// Kind is KindJoin.
func (ActJoin) Kind() Kind { return KindJoin }

// Kind is KindLeave.
func (ActLeave) Kind() Kind { return KindLeave }

// Kind is KindAnswer.
func (ActAnswer) Kind() Kind { return KindAnswer }

// Kind is KindRewind.
func (ActRewind) Kind() Kind { return KindRewind }

// Kind is KindResign.
func (ActResign) Kind() Kind { return KindResign }

// Kind is KindOffer.
func (ActOffer) Kind() Kind { return KindOffer }

// Kind is KindAccept.
func (ActAccept) Kind() Kind { return KindAccept }

// Kind is KindDecline.
func (ActDecline) Kind() Kind { return KindDecline }

// Kind is KindAbandon.
func (ActAbandon) Kind() Kind { return KindAbandon }

// Kind is KindSet.
func (ActSet) Kind() Kind { return KindSet }

// Kind is KindStand.
func (ActStand) Kind() Kind { return KindStand }

// Kind is KindRevoke.
func (ActRevoke) Kind() Kind { return KindRevoke }

// Kind is KindHint.
func (ActHint) Kind() Kind { return KindHint }

// Kind is KindExpire.
func (ActExpire) Kind() Kind { return KindExpire }

// Kind is KindAppeal.
func (ActAppeal) Kind() Kind { return KindAppeal }

// Kind is KindRuling.
func (ActRuling) Kind() Kind { return KindRuling }

// Kind is KindRestore.
func (ActRestore) Kind() Kind { return KindRestore }

// Kind is KindGoOn.
func (ActGoOn) Kind() Kind { return KindGoOn }

// Kind is what the line says.
func (a ActUnknown) Kind() Kind { return a.Name }

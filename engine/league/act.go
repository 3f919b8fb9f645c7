package league

// Act is what a decision does: one of the Act types of this package, one of each
// [Kind]. What a kind of decision has stands in its act alone.
type Act interface {
	// Kind names the act in the log.
	Kind() Kind
}

// ActCreate begins a league. Rules is nil only in a line that no referee wrote.
type ActCreate struct{ Rules *Rules }

// ActAmend has the league played by other rules from now on; the format stays once it
// has begun. Rules is nil only in a line that no referee wrote.
type ActAmend struct{ Rules *Rules }

// ActJoin takes a player into the league.
type ActJoin struct {
	Player Player
	Slots  int     // matches wanted at once; 0: as the rules say
	Waking *Waking // nil: they do not say
}

// ActLeave takes a player out, before the start.
type ActLeave struct{ Player Player }

// ActStart begins what is played.
type ActStart struct {
	Order []Player // the members, as first ranked
	Plan  []Round  // of a round robin
}

// ActPair opens matches that are paired: of a round robin some that were planned, of a
// Swiss league a round.
type ActPair struct {
	Opened
	Byes []Player // those without an opponent
}

// ActChallenge opens the one match to which a player of a ladder challenges another.
type ActChallenge struct {
	Opened
	Player Player // who challenges
}

// Opened is what a decision that opens matches says of them.
type Opened struct {
	Match int // the number of the first; the others follow it
	Round int // 0 of a challenge
	Pairs []Pair
	// Bidding is until when their players may bid for their sides; 0: they do
	// not. Until is when they are to be over; 0: no date. Both are Unix times in
	// milliseconds.
	Bidding int64
	Until   int64
}

// ActBid seals what a player bids for a side of a match.
type ActBid struct {
	Match  int
	Player Player
	Sealed string // the hex SHA-256 of the bid, which is kept elsewhere until it is opened
}

// ActAward opens the bids for a match, which are settled by [Settle].
type ActAward struct {
	Match int
	Bids  []Bid // in the order of the match's pair
	// Opens are the hashes of the bids, in the same order; "" where somebody has
	// made none.
	Opens []string
}

// ActResult gives a match its result. Result is nil only in a line that no referee
// wrote.
type ActResult struct {
	Match  int
	Result *Result
}

// ActCorrect gives a match another result than was reported; nil: it has none, and
// goes on.
type ActCorrect struct {
	Match  int
	Result *Result
}

// ActWithdraw takes a player out, after the start.
type ActWithdraw struct{ Player Player }

// ActBlock has two players not be paired.
type ActBlock struct{ Player, Other Player }

// ActUnblock has two players be paired again.
type ActUnblock struct{ Player, Other Player }

// ActVacation has nothing new opened for a player from one moment to before another, as
// Unix times in milliseconds.
type ActVacation struct {
	Player      Player
	From, Until int64
}

// ActWish changes how many matches a player wants at once, and when they are awake.
type ActWish struct {
	Player Player
	Slots  int     // 0: as the rules say
	Waking *Waking // nil: as before
}

// ActSubstitute has somebody play a match for who plays it now: Nobody stands for the
// caretaker.
type ActSubstitute struct {
	Match int
	Out   Player `line:"Player"`
	In    Player `line:"Other"`
	// Program is the name of the program that the caretaker is; "": the defaults are answered.
	Program string
}

// ActAppeal asks a judge about a part of the log of a match: From and To of Ruling. It
// is nil only in a line that no referee wrote.
type ActAppeal struct {
	Match  int
	Ruling *Ruling
}

// ActRuling is the answer of a judge. Ruling is nil only in a line that no referee wrote.
type ActRuling struct {
	Match  int
	Ruling *Ruling
}

// ActFinish ends the league.
type ActFinish struct{}

// ActUndo makes decision To void; it stays in the log.
type ActUndo struct{ To int }

// ActRestore says that what came after the decision before it, if anything did, is lost,
// since the log was put back from a backup: the league stands.
type ActRestore struct{}

// ActResume resumes a restored league.
type ActResume struct{}

// ActUnknown is of a kind that a newer referee knows. Such a log can be folded only where
// the decision was undone.
type ActUnknown struct{ Name Kind }

// Kind is KindCreate.
func (ActCreate) Kind() Kind { return KindCreate }

// Kind is KindAmend.
func (ActAmend) Kind() Kind { return KindAmend }

// Kind is KindJoin.
func (ActJoin) Kind() Kind { return KindJoin }

// Kind is KindLeave.
func (ActLeave) Kind() Kind { return KindLeave }

// Kind is KindStart.
func (ActStart) Kind() Kind { return KindStart }

// Kind is KindPair.
func (ActPair) Kind() Kind { return KindPair }

// Kind is KindChallenge.
func (ActChallenge) Kind() Kind { return KindChallenge }

// Kind is KindBid.
func (ActBid) Kind() Kind { return KindBid }

// Kind is KindAward.
func (ActAward) Kind() Kind { return KindAward }

// Kind is KindResult.
func (ActResult) Kind() Kind { return KindResult }

// Kind is KindCorrect.
func (ActCorrect) Kind() Kind { return KindCorrect }

// Kind is KindWithdraw.
func (ActWithdraw) Kind() Kind { return KindWithdraw }

// Kind is KindBlock.
func (ActBlock) Kind() Kind { return KindBlock }

// Kind is KindUnblock.
func (ActUnblock) Kind() Kind { return KindUnblock }

// Kind is KindVacation.
func (ActVacation) Kind() Kind { return KindVacation }

// Kind is KindWish.
func (ActWish) Kind() Kind { return KindWish }

// Kind is KindSubstitute.
func (ActSubstitute) Kind() Kind { return KindSubstitute }

// Kind is KindAppeal.
func (ActAppeal) Kind() Kind { return KindAppeal }

// Kind is KindRuling.
func (ActRuling) Kind() Kind { return KindRuling }

// Kind is KindFinish.
func (ActFinish) Kind() Kind { return KindFinish }

// Kind is KindUndo.
func (ActUndo) Kind() Kind { return KindUndo }

// Kind is KindRestore.
func (ActRestore) Kind() Kind { return KindRestore }

// Kind returns KindResume.
func (ActResume) Kind() Kind { return KindResume }

// Kind is what the line says.
func (a ActUnknown) Kind() Kind { return a.Name }

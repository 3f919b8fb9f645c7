package league

// Kind says what a decision does. Kinds are never renamed or reused.
type Kind string

// The kinds of decision; [Act] has a type for each.
const (
	KindCreate     Kind = "create"     // the league begins to be set up
	KindAmend      Kind = "amend"      // other rules from now on
	KindJoin       Kind = "join"       // a player joins
	KindLeave      Kind = "leave"      // a player leaves, before the start
	KindStart      Kind = "start"      // what is played begins
	KindPair       Kind = "pair"       // matches are opened
	KindChallenge  Kind = "challenge"  // one match of a ladder is opened
	KindBid        Kind = "bid"        // a player bids for a side, sealed
	KindAward      Kind = "award"      // the bids for a match are opened
	KindResult     Kind = "result"     // a match has its result
	KindCorrect    Kind = "correct"    // it has another, or none and goes on
	KindWithdraw   Kind = "withdraw"   // a player withdraws, after the start
	KindBlock      Kind = "block"      // two players are not paired
	KindUnblock    Kind = "unblock"    // they are again
	KindVacation   Kind = "vacation"   // a player is away
	KindWish       Kind = "wish"       // a player has other wishes
	KindSubstitute Kind = "substitute" // somebody plays a match for another
	KindAppeal     Kind = "appeal"     // a judge is asked
	KindRuling     Kind = "ruling"     // a judge answers
	KindFinish     Kind = "finish"     // the league is over
	KindUndo       Kind = "undo"       // a decision is void, but stays in the log
	KindRestore    Kind = "restore"    // the log was put back from a backup: what came after is lost
	KindResume     Kind = "go-on"      // the league goes on from there
)

// Decision is the unit of the log: who did something, when, and what. As JSON it is the
// text of its line. It holds what was decided, not how it was come by: a plan, the pairs
// of a round and their numbers are in its act.
type Decision struct {
	Seq    int    // from 1, without gaps
	At     int64  // when it was decided, as Unix time in milliseconds
	Door   string // where it came in, in words of whoever let it in
	Author Player // who decided; Nobody: the referee itself
	// Reason is the hex SHA-256 of what was written about it, which is kept
	// elsewhere and can be erased.
	Reason string
	Act    Act

	// foreign has the fields of a line that its kind does not have: nil in all that a
	// referee has written. They are kept, as a log must be judged by all that it says.
	foreign *wire
}

// Kind says what the decision does; "" of one that does nothing.
func (d *Decision) Kind() Kind {
	if d.Act == nil {
		return ""
	}
	return d.Act.Kind()
}

// Number is Seq.
func (d Decision) Number() int { return d.Seq }

// Seal is "": a league has no secrets.
func (d Decision) Seal() string { return "" }

// Player is whom an act is about: of a substitution who goes. Nobody of other acts.
func (d *Decision) Player() Player { return d.wire().Player }

// Other is the second player whom an act is about: of a substitution who comes. Nobody of
// other acts.
func (d *Decision) Other() Player { return d.wire().Other }

// Match is the number of the match that an act is about, of the first that it opens; 0 of
// other acts.
func (d *Decision) Match() int { return d.wire().Match }

// Opened is what an act says of the matches that it opens; nil of other acts.
func (d *Decision) Opened() *Opened {
	switch a := d.Act.(type) {
	case ActPair:
		return &a.Opened
	case ActChallenge:
		return &a.Opened
	}
	return nil
}

// Result is what an act gives a match; nil where that has none from then on, and of other
// acts.
func (d *Decision) Result() *Result {
	switch a := d.Act.(type) {
	case ActResult:
		return a.Result
	case ActCorrect:
		return a.Result
	}
	return nil
}

// Begins reports whether a match begins with a decision.
func (d *Decision) Begins(no int) bool {
	o := d.Opened()
	return o != nil && no >= o.Match && no < o.Match+len(o.Pairs)
}

// Format is how a league is paired. Never renamed.
type Format string

// The formats.
const (
	FormatRoundRobin Format = "round-robin" // everybody meets everybody
	FormatSwiss      Format = "swiss"       // a number of rounds among equals
	FormatLadder     Format = "ladder"      // players challenge those above them
)

// Rules are what a league is played by.
type Rules struct {
	League string `json:"league"` // names the league in the chain
	Format Format `json:"format"`
	// Double has everybody meet everybody once on each side.
	Double bool `json:"double,omitempty"`
	// Rolling opens the next matches of a round robin whenever both players have
	// a place free; else they come round by round, each when the one before is
	// over or out of time.
	Rolling bool `json:"rolling,omitempty"`
	Rounds  int  `json:"rounds,omitempty"` // of a Swiss league
	// Bidding is how long players may bid for their sides before a match begins,
	// in milliseconds; 0: they do not. Not of a double round robin, where
	// everybody has each side.
	Bidding int64 `json:"bidding,omitempty"`
	// RoundTime is how long a match may take, in milliseconds; 0: for ever.
	RoundTime int64 `json:"round_time,omitempty"`
	Reach     int   `json:"reach,omitempty"` // how many places up one may challenge
	Slots     int   `json:"slots"`           // matches at once, for who has no wish
	// Initial is the side of the first player in round one of a Swiss league.
	Initial Side    `json:"initial,omitempty"`
	Scoring Scoring `json:"scoring"`
	// Settings are those that every match is opened with, in words of whoever
	// opens it.
	Settings map[string]string `json:"settings,omitempty"`
	// Caretaker is the name of the program that plays for whoever is replaced by nobody, from
	// then on; "": the defaults are answered for them.
	Caretaker string `json:"caretaker,omitempty"`
	// RateMarked has results count for ratings that others than the pair have played.
	RateMarked bool `json:"rate_marked,omitempty"`
}

func (r Rules) valid() bool {
	switch r.Format {
	case FormatRoundRobin:
	case FormatSwiss:
		if r.Rounds < 1 {
			return false
		}
	case FormatLadder:
		if r.Reach < 1 {
			return false
		}
	default:
		return false
	}
	if r.Bidding < 0 || r.Bidding > 0 && r.Double {
		return false
	}
	return r.League != "" && r.Slots > 0 && r.RoundTime >= 0 && r.Initial >= 0 && r.Initial <= Second
}

// Verdict is what a judge ruled. Never renamed.
type Verdict string

// The verdicts.
const (
	Stands     Verdict = "stands"     // nothing changes
	RewindTo   Verdict = "rewind"     // the match goes back to after decision To of its log
	Replay     Verdict = "replay"     // what decisions From to To of its log did is done anew
	Adjudicate Verdict = "adjudicate" // the result follows, as a decision of its own
)

// Ruling is a judge's answer; of an appeal it has the range of the log alone.
type Ruling struct {
	Verdict Verdict `json:"verdict,omitempty"`
	From    int     `json:"from,omitempty"`
	To      int     `json:"to,omitempty"`
	// Rules are the numbers of the rules it rests on.
	Rules []string `json:"rules,omitempty"`
}

func (r Ruling) valid() bool {
	if r.From < 0 || r.To < r.From && r.To != 0 {
		return false
	}
	switch r.Verdict {
	case Stands, Adjudicate:
		return true
	case RewindTo:
		return r.To > 0
	case Replay:
		return r.From > 0 && r.To > 0
	}
	return false
}

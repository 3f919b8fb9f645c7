package league

// Kind says what a decision does. Kinds are never renamed or reused.
type Kind string

// The kinds of decision. Beside each, the fields it needs.
const (
	KindCreate     Kind = "create"     // Rules: the league begins to be set up
	KindAmend      Kind = "amend"      // Rules: others from now on; the format stays once it has begun
	KindJoin       Kind = "join"       // Player, Slots, Waking
	KindLeave      Kind = "leave"      // Player, before the start
	KindStart      Kind = "start"      // Order: of the first ranking; Plan: of a round robin
	KindPair       Kind = "pair"       // Match, Round, Pairs, Byes, Until, Bidding: matches are opened
	KindChallenge  Kind = "challenge"  // Match, Pairs, Player who challenges: one match of a ladder
	KindBid        Kind = "bid"        // Match, Player, Sealed: what they bid for a side
	KindAward      Kind = "award"      // Match, Bids, Opens: they are opened, and settled by [Settle]
	KindResult     Kind = "result"     // Match, Result
	KindCorrect    Kind = "correct"    // Match, Result: another than reported; none: it goes on
	KindWithdraw   Kind = "withdraw"   // Player, after the start
	KindBlock      Kind = "block"      // Player, Other: these two are not paired
	KindUnblock    Kind = "unblock"    // Player, Other
	KindVacation   Kind = "vacation"   // Player, From, Until: nothing new is opened for them
	KindWish       Kind = "wish"       // Player, Slots, Waking
	KindSubstitute Kind = "substitute" // Match, Player out, Other in; Other 0: the caretaker
	KindAppeal     Kind = "appeal"     // Match, Ruling.From, Ruling.To: part of its log; Reason
	KindRuling     Kind = "ruling"     // Match, Ruling, Reason
	KindFinish     Kind = "finish"     // the league is over
	KindUndo       Kind = "undo"       // To: that decision is void, but stays in the log
	KindRestore    Kind = "restore"    // the log was put back from a backup: what came after is lost
	KindGoOn       Kind = "go-on"      // the league goes on from there
)

// Decision is the unit of the log. Its JSON is for ever: fields are added, never
// renamed or reused. It holds what was decided, not how it was come by: a plan,
// the pairs of a round and their numbers are in it.
type Decision struct {
	Seq    int    `json:"n"` // from 1, without gaps
	Kind   Kind   `json:"kind"`
	Author Player `json:"by,omitempty"` // who decided; Nobody: the referee itself

	Rules  *Rules   `json:"rules,omitempty"`
	Player Player   `json:"player,omitempty"`
	Other  Player   `json:"other,omitempty"`
	Slots  int      `json:"slots,omitempty"` // matches wanted at once; 0: as the rules say
	Waking *Waking  `json:"waking,omitempty"`
	Order  []Player `json:"order,omitempty"`
	Plan   []Round  `json:"plan,omitempty"`
	// Match is a match's number; where matches are opened, that of the first.
	Match int      `json:"match,omitempty"`
	Round int      `json:"round,omitempty"`
	Pairs []Pair   `json:"pairs,omitempty"`
	Byes  []Player `json:"byes,omitempty"`
	// Bidding is until when the players of matches that are opened may bid for
	// their sides; 0: they do not.
	Bidding int64 `json:"bidding,omitempty"`
	// Sealed is the hex SHA-256 of a bid, which is kept elsewhere until it is
	// opened; Bids are the opened ones of a match, in the order of its pair.
	Sealed string `json:"sealed,omitempty"`
	Bids   []Bid  `json:"bids,omitempty"`
	// Opens are the hashes of the bids, in the same order; "" where somebody has
	// made none.
	Opens  []string `json:"opens,omitempty"`
	Result *Result  `json:"result,omitempty"`
	Ruling *Ruling  `json:"ruling,omitempty"`
	// Reason is the hex SHA-256 of what was written about it, which is kept
	// elsewhere and can be erased.
	Reason string `json:"reason,omitempty"`
	To     int    `json:"to,omitempty"`
	// From and Until are Unix times in milliseconds.
	From  int64  `json:"from,omitempty"`
	Until int64  `json:"until,omitempty"`
	At    int64  `json:"at"` // when it was decided, likewise
	Door  string `json:"door,omitempty"`
}

// Begins reports whether a match begins with a decision.
func (d *Decision) Begins(no int) bool {
	return (d.Kind == KindPair || d.Kind == KindChallenge) && no >= d.Match && no < d.Match+len(d.Pairs)
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

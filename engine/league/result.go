package league

// How says how a match came to its result. Never renamed.
type How string

// The ways.
const (
	Played      How = "played"      // by the rules of the game, a resignation or an agreed draw
	Forfeited   How = "forfeit"     // by time, or because a player did not go on; without a winner both lose
	Adjudicated How = "adjudicated" // a judge ruled, or the published rule for abandoned positions
)

// Result is how a match ended.
type Result struct {
	Winner   Side `json:"winner,omitempty"` // zero: a draw; of a forfeit: both lose
	Decisive bool `json:"decisive,omitempty"`
	// Degree is the game's word for how clearly it was won. It is told, and counts for nothing.
	Degree string `json:"degree,omitempty"`
	How    How    `json:"how"`
	// VP is the first side's margin: its VP less the second's.
	VP int `json:"vp,omitempty"`
	// Timeouts counts how often each side let its time run out.
	Timeouts [2]int `json:"timeouts"`
}

// valid reports whether a result makes sense.
func (r Result) valid() bool {
	how := r.How == Played || r.How == Forfeited || r.How == Adjudicated
	return how && r.Winner >= 0 && r.Winner <= Second && !((r.Decisive || r.Degree != "") && r.Winner == 0) &&
		r.Timeouts[0] >= 0 && r.Timeouts[1] >= 0
}

// half is what a result is for a side in halves of a win: 2, 1 or 0.
func (r Result) half(s Side) int {
	switch {
	case r.Winner == s:
		return 2
	case r.Winner == 0 && r.How != Forfeited:
		return 1
	}
	return 0
}

// margin is the VP margin of a side.
func (r Result) margin(s Side) int {
	if s == Second {
		return -r.VP
	}
	return r.VP
}

// Lead is by how many VP who has won is ahead: 0 of a draw, and where VP alone do not say who wins.
func (r Result) Lead() int {
	if r.Winner == 0 {
		return 0
	}
	return max(0, r.margin(r.Winner))
}

// Scoring is what results are worth, in points.
type Scoring struct {
	Decisive int `json:"decisive"`
	Win      int `json:"win"`
	Draw     int `json:"draw"`
	Loss     int `json:"loss"`
	Bye      int `json:"bye"`
}

// PlainScoring counts as chess does, doubled: a win or a bye is 2, a draw 1. A
// decisive win counts like any other.
func PlainScoring() Scoring { return Scoring{Decisive: 2, Win: 2, Draw: 1, Bye: 2} }

// Of is what a result is worth to a side.
func (s Scoring) Of(r Result, side Side) int {
	switch {
	case r.half(side) == 0:
		return s.Loss
	case r.half(side) == 1:
		return s.Draw
	case r.Decisive:
		return s.Decisive
	}
	return s.Win
}

// Match is a match of a league.
type Match struct {
	No    int // from 1; never used again, also when the match was undone
	Round int // from 1; 0 in a ladder
	Pair  Pair
	// Seats are those who play now: the pair, or a substitute; Nobody is the
	// caretaker.
	Seats Pair
	// Care is which program the caretaker is at each of the seats; "": the defaults are answered.
	Care   [2]string `json:",omitzero"`
	Opened int64     // Unix time in milliseconds, as are all times
	Until  int64     // when it is to be over; 0: no date
	Done   int64     // when its result came; 0: it is still on
	// Auction is how its players bid for their sides.
	Auction Auction
	Result  *Result
	// Marked says that somebody else than the pair has played: the result is
	// shown with a mark, and counts for ratings where [Rules.RateMarked] says so.
	Marked bool
	// Appealed says that a judge is asked and has not ruled.
	Appealed bool
}

// Concerns reports whether a match is a player's: they are one of its pair, or play for
// one of them.
func (m Match) Concerns(p Player) bool { return p != Nobody && (m.Pair.Has(p) || m.Seats.Has(p)) }

// Rated reports whether a match counts for ratings: it has a result that was
// not a forfeit, and the pair itself played, unless the rules rate marked results, too.
func (r Rules) Rated(m Match) bool {
	return m.Result != nil && m.Result.How != Forfeited && (!m.Marked || r.RateMarked)
}

// Score is what the first side made of a match with a result, as ratings count
// it: 1, 0.5 or 0.
func (m Match) Score() float64 { return float64(m.Result.half(First)) / 2 }

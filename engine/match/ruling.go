package match

import (
	"fmt"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/refusal"
)

// The kinds of decision about a question that judges answer.
const (
	KindAppeal Kind = "appeal" // Seat asks the judges, or states its side
	KindRuling Kind = "ruling" // the judges answer
)

// Judgement is the verdict of the judges. Never renamed.
type Judgement string

// The judgements.
const (
	Upheld Judgement = "stands" // nothing changes
	// GoneBack takes the position back to its state after decision To.
	GoneBack Judgement = "rewind"
	// Replayed takes it back to just before decision From, so that decisions From to To are done
	// again: an order, if From is one, else its roll alone.
	Replayed Judgement = "replay"
	// Decided ends the match: Winner has won it, or nobody.
	Decided Judgement = "adjudicate"
)

// Adjudication is the content of an appeal, a statement or a ruling. Fields are never renamed.
type Adjudication struct {
	Judgement Judgement `json:"judgement,omitempty"` // of a ruling alone
	// From and To are the first and the last decision in question.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// Rules are numbers of the rules that it rests on, at most MaxRules: IsRule.
	Rules []string `json:"rules,omitempty"`
	// Reason is the hex SHA-256 of a text about it, which is kept elsewhere and can be erased.
	Reason string      `json:"reason,omitempty"`
	Winner engine.Seat `json:"winner,omitempty"` // of Decided; empty: a draw
	// Tally says of Decided that the winner was determined by the game's own score.
	Tally bool `json:"tally,omitempty"`
	// Margin is of Decided by how many points Winner has won, at most MaxMargin; 0: the judges do not say.
	Margin int `json:"margin,omitempty"`
}

// MaxMargin limits the margin of a ruling.
const MaxMargin = 1000

// MaxRules limits the rules that an appeal or a ruling names.
const MaxRules = 10

// IsRule reports whether a text is the number of a rule, "8", "8.4" or "11.2a", or of
// a reading of one, "8/1". Nothing else is recorded: it could not be erased.
func IsRule(text string) bool {
	rule, reading, found := strings.Cut(text, "/")
	for i, part := range strings.Split(rule, ".") {
		digits := strings.TrimRight(part, "abcdefghijklmnopqrstuvwxyz")
		if i > 2 || !isNumber(digits) || len(part) > len(digits)+1 {
			return false
		}
	}
	return !found || isNumber(reading)
}

// isNumber reports whether a text is of one to three digits.
func isNumber(text string) bool {
	return text != "" && len(text) <= 3 && strings.Trim(text, "0123456789") == ""
}

// Errors of appeals.
var (
	ErrAppealed    = refusal.New("referee.refuse.appealed", "match: an appeal is open, and the match is waiting for the judges")
	ErrAppealRange = refusal.New("referee.refuse.bench", "match: an appeal names decisions of the record, a ruling what follows")
	ErrMargin      = refusal.New("referee.refuse.margin", "match: a margin is from 1 to 1000 points of a winner whom the judges name")
	ErrRules       = refusal.New("referee.refuse.rules", "match: rules are named by their numbers, at most ten")
)

// Appealed returns the open appeal; false if there is none. Until the judges rule no seat can
// answer or take back.
func (m *Match) Appealed() (Adjudication, bool) { return m.record.appeal, m.record.appeal.From > 0 }

// Appeal asks the judges about decisions b.From to b.To, as the holder of a seat, or states a
// seat's side in an open appeal. It returns ErrAppealRange, ErrRules and ErrPlayer.
func (m *Match) Appeal(by By, seat engine.Seat, b Adjudication) (*Match, error) {
	return m.append(by, Decision{Seat: seat, Act: ActAppeal{&b}}, m.pos, nil)
}

// Rule records a ruling of the judges, with or without an appeal, and carries it out: a position
// that goes back does so by one more decision. If b.Tally is set the winner is filled in. It
// returns ErrAppealRange, ErrRules, ErrUndo, ErrMargin and ErrNoTally.
func (m *Match) Rule(by By, b Adjudication) (*Match, error) {
	by.Player = Referee
	if b.Judgement == Decided && b.Tally {
		r, ok := m.pos.Tally()
		if !ok {
			return nil, ErrNoTally
		}
		b.Winner = r.Winner
	}
	next, err := m.append(by, Decision{Act: ActRuling{&b}}, m.pos, nil)
	if err != nil {
		return nil, err
	}
	switch b.Judgement {
	case GoneBack:
		return next.Rewind(by, b.To)
	case Replayed:
		to, err := before(next.log, b.From)
		if err != nil {
			return nil, err
		}
		return next.Rewind(by, to)
	default:
		return next, nil
	}
}

// before is the decision that the position rested on when decision seq, one
// that moved it, was taken.
func before(log []*Entry, seq int) (int, error) {
	if seq < 2 || seq > len(log) || !log[seq-1].Decision.moves() {
		return 0, ErrUndo
	}
	line := trace(log, seq-1)
	return line[len(line)-1].Decision.Seq, nil
}

// valid checks what an appeal or a ruling, decision seq, is about.
func (b *Adjudication) valid(seq int) error {
	if b == nil || b.From < 0 || b.To < b.From || b.To >= seq || b.Reason != "" && !chain.IsHash(b.Reason) {
		return ErrAppealRange
	}
	if len(b.Rules) > MaxRules || slices.ContainsFunc(b.Rules, func(text string) bool { return !IsRule(text) }) {
		return ErrRules
	}
	return nil
}

// ruled is the record after a ruling.
func (r record) ruled(d *Decision, b *Adjudication) (record, error) {
	if err := b.valid(d.Seq); err != nil {
		return r, err
	}
	if d.Author != Referee {
		return r, ErrPlayer
	}
	switch b.Judgement {
	case Upheld:
	case GoneBack:
		if b.To < 1 {
			return r, ErrAppealRange
		}
	case Replayed:
		if b.From < 2 {
			return r, ErrAppealRange
		}
	case Decided:
		if b.Winner != "" && !slices.Contains(r.names, b.Winner) {
			return r, fmt.Errorf("%w: %q", ErrNoSeat, b.Winner)
		}
		if b.Margin < 0 || b.Margin > MaxMargin || b.Margin > 0 && (b.Winner == "" || b.Tally) {
			return r, fmt.Errorf("%w: %d", ErrMargin, b.Margin)
		}
		r.ending = Ending{How: Adjudicated, Winner: b.Winner, Margin: b.Margin}
	default:
		return r, fmt.Errorf("match: unknown judgement %q: it needs a newer referee", b.Judgement)
	}
	r.appeal = Adjudication{}
	return r, nil
}

// appealed is the record after an appeal, or the statement of a side.
func (r record) appealed(d *Decision, b *Adjudication) (record, error) {
	if err := b.valid(d.Seq); err != nil {
		return r, err
	}
	if b.Judgement != "" || b.Winner != "" || b.Tally || b.Margin != 0 {
		return r, ErrAppealRange
	}
	if err := r.holds(d.Author, d.Seat); err != nil {
		return r, err
	}
	if r.appeal.From > 0 {
		return r, nil
	}
	if b.From < 1 {
		return r, ErrAppealRange
	}
	r.appeal = *b
	return r, nil
}

// tallied says how the winner of a ruling differs from the game's own score.
func tallied(before engine.Position, b *Adjudication) string {
	if b == nil || !b.Tally {
		return ""
	}
	return misjudged(before, "ruled by the score", b.Winner)
}

// misjudged says how a recorded winner differs from the leader by the game's own score; "": not at all.
func misjudged(before engine.Position, what string, winner engine.Seat) string {
	r, ok := before.Tally()
	switch {
	case !ok:
		return ErrNoTally.Error()
	case r.Winner != winner:
		return fmt.Sprintf("%s: recorded %q, judged %q", what, winner, r.Winner)
	}
	return ""
}

package club

import (
	"context"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// JudgeStore keeps what judges need: what was written about decisions, and which
// matches they were asked about.
type JudgeStore interface {
	// Text is what was written; false where it was erased or is not here.
	Text(ctx context.Context, hash string) (t match.Text, ok bool, err error)
	// Judged lists the matches about which judges were asked or have ruled.
	Judged(ctx context.Context) ([]league.Judged, error)
	// Judgements reads records at once, with what was written about their appeals and
	// rulings, and the texts of some hashes.
	Judgements(ctx context.Context, ids []match.ID, hashes []string) (records [][]*match.Entry, texts map[string]match.Text, err error)
	LinkOf(ctx context.Context, id match.ID) (l league.Link, ok bool, err error)
	// PutReader notes that an account has read a case of a match.
	PutReader(ctx context.Context, id match.ID, account string) error
}

// Judges are asked about matches by appeals, and rule on them.
type Judges struct {
	matches *referee.Referee
	office  referee.Office
	store   JudgeStore
	named   func(home string) ([]string, error)
	kept    cache[[]Case] // with hashes in the place of texts, which can be erased
}

// Name says who tells which accounts were named judges of a home. It is said before anything is
// done; where it is not nobody was named.
func (j *Judges) Name(named func(home string) ([]string, error)) { j.named = named }

// Named lists the accounts that were named judges of a home. Beside them who has a role may judge, which
// only their door knows.
func (j *Judges) Named(home string) ([]string, error) {
	if j.named == nil || home == "" {
		return nil, nil
	}
	return j.named(home)
}

// Appeal is what a player asks the judges.
type Appeal struct {
	// From and To are the decisions that it is about. Zero: the last order and
	// what followed of it.
	From, To int
	Rules    []string // numbers of the rules that they rest on
	Text     string   // what they write; it stays outside the record
	// Place is where the judges are told; "": nowhere.
	Place string
}

// Appeal asks the judges, for a seat. The match waits for them: its clocks stand,
// and no seat can answer. Said by the other seat it states its side. It returns
// match.ErrAppealRange for decisions that are none.
func (j *Judges) Appeal(ctx context.Context, c referee.Command, a Appeal) (referee.Reply, error) {
	if a.Place != "" { // else nobody is told, and there is nowhere to lead them to
		if err := j.matches.May(ctx, c, authority.Appeal); err != nil {
			return referee.Reply{}, err
		}
	}
	return j.office.Do(ctx, c, referee.Change{Text: a.Text, Judges: a.Place, Make: func(m *match.Match, by match.By, written string) (*match.Match, error) {
		b := match.Adjudication{From: a.From, To: a.To, Rules: a.Rules, Reason: written}
		if _, asked := m.Appealed(); asked {
			b.From, b.To = 0, 0
		} else if b.From == 0 {
			b.From, b.To = lastOrder(m), m.Seq()
		}
		return m.Appeal(by, c.Seat, b)
	}})
}

// lastOrder is the last decision in which somebody had a choice.
func lastOrder(m *match.Match) int {
	line := m.Line()
	for i := len(line) - 1; i > 0; i-- {
		d := &line[i].Decision
		if a, ok := d.Act.(match.ActAnswer); ok && d.Seat != engine.Chance && !a.Auto {
			return d.Seq
		}
	}
	return 1
}

// Verdict is what a judge rules.
type Verdict struct {
	Judgement match.Judgement
	// From and To are decisions of the record. Upheld and Decided: what it is
	// about, zero for what was asked. GoneBack: To is where the match goes back to.
	// Replayed: From is the order, or the roll, that is done anew.
	From, To int
	Rules    []string
	Text     string // the reason; it stays outside the record
	// Winner and Tally are of Decided: who has won, and perhaps by how many points, or that the game's own score
	// says it.
	Winner engine.Seat
	Margin int
	Tally  bool
}

// Rule rules as a judge, asked or not, and does what was ruled. It returns
// match.ErrAppealRange, match.ErrUndo, match.ErrMargin and match.ErrNoTally.
func (j *Judges) Rule(ctx context.Context, c referee.Command, v Verdict) (referee.Reply, error) {
	return j.rule(ctx, c, authority.Rule, v)
}

// Adjudicate decides a match of a league that does not go on, as its organiser or a
// judge: for v's winner or by the game's own tally.
func (j *Judges) Adjudicate(ctx context.Context, c referee.Command, v Verdict) (referee.Reply, error) {
	v.Judgement = match.Decided
	return j.rule(ctx, c, authority.Adjudicate, v)
}

func (j *Judges) rule(ctx context.Context, c referee.Command, as authority.Right, v Verdict) (referee.Reply, error) {
	return j.office.Do(ctx, c, referee.Change{As: as, Text: v.Text, Make: func(m *match.Match, by match.By, written string) (*match.Match, error) {
		b := match.Adjudication{
			Judgement: v.Judgement, From: v.From, To: v.To, Rules: v.Rules, Reason: written, Winner: v.Winner, Margin: v.Margin, Tally: v.Tally,
		}
		if asked, open := m.Appealed(); open {
			if b.From == 0 && b.Judgement != match.GoneBack {
				b.From = asked.From
			}
			if b.To == 0 && b.Judgement != match.GoneBack {
				b.To = asked.To
			}
		}
		if b.Judgement == match.Replayed && b.To < b.From {
			b.To = b.From
		}
		if b.Judgement == match.GoneBack {
			b.From = min(b.From, b.To)
		}
		return m.Rule(by, b)
	}})
}

package referee

import (
	"slices"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// Bench keeps what judges need: what was written about decisions, and which
// matches they were asked about.
type Bench interface {
	// Text is what was written; false where it was erased or is not here.
	Text(hash string) (t match.Text, ok bool, err error)
	// Judged lists the matches about which judges were asked or have ruled.
	Judged() ([]match.ID, error)
}

// Plea is what a player asks the judges.
type Plea struct {
	// From and To are the decisions that it is about. Zero: the last order and
	// what followed of it.
	From, To int
	Rules    []string // numbers of the rules that he rests on
	Text     string   // what he writes; it stays outside the record
	// Place is where the judges are told; "": nowhere.
	Place string
}

// Appeal asks the judges, for a seat. The match waits for them: its clocks stand,
// and no seat can answer. Said by the other seat it states its side. It returns
// match.ErrBench for decisions that are none.
func (r *Referee) Appeal(c Command, p Plea) (Reply, error) {
	if p.Place != "" { // else nobody is told, and there is nowhere to lead them to
		if err := r.May(c, authority.Appeal); err != nil {
			return Reply{}, err
		}
	}
	t, err := r.text(c.Account, p.Text)
	if err != nil {
		return Reply{}, r.judged(err, c, nil)
	}
	c.texts = []match.Text{t}
	c.bench = p.Place
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		b := match.Bench{From: p.From, To: p.To, Rules: p.Rules, Reason: t.Hash}
		if _, asked := m.Appealed(); asked {
			b.From, b.To = 0, 0
		} else if b.From == 0 {
			b.From, b.To = lastOrder(m), m.Seq()
		}
		return m.Appeal(by, c.Seat, b)
	})
}

// lastOrder is the last decision in which somebody had a choice.
func lastOrder(m *match.Match) int {
	line := m.Line()
	for i := len(line) - 1; i > 0; i-- {
		d := &line[i].Decision
		if d.Kind == match.KindAnswer && d.Seat != engine.Chance && !d.Auto {
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
	// Winner and Tally are of Decided: who has won, or that the game's own score
	// says it.
	Winner engine.Seat
	Tally  bool
}

// Rule rules as a judge, asked or not, and does what was ruled. It returns
// match.ErrBench, match.ErrUndo and match.ErrNoTally.
func (r *Referee) Rule(c Command, v Verdict) (Reply, error) {
	return r.moderate(c, authority.Rule, func(c Command) (Reply, error) { return r.rule(c, v) })
}

// Adjudicate decides a match of a league that does not go on, as its organiser or a
// judge: for v's winner or by the game's own tally.
func (r *Referee) Adjudicate(c Command, v Verdict) (Reply, error) {
	v.Judgement = match.Decided
	return r.moderate(c, authority.Adjudicate, func(c Command) (Reply, error) { return r.rule(c, v) })
}

func (r *Referee) rule(c Command, v Verdict) (Reply, error) {
	c.judge, c.Seat = true, ""
	t, err := r.text(c.Account, v.Text)
	if err != nil {
		return Reply{}, r.judged(err, c, nil)
	}
	c.texts = []match.Text{t}
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		b := match.Bench{
			Judgement: v.Judgement, From: v.From, To: v.To, Rules: v.Rules, Reason: t.Hash, Winner: v.Winner, Tally: v.Tally,
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
	})
}

// tellBench is the post that tells the judges: of an appeal, or that the match goes on
// after a backup as far as to wait for them.
func tellBench(c Command, b *match.Batch, next *match.Match) error {
	_, asked := next.Appealed()
	_, stands := next.Restored()
	concerns := slices.ContainsFunc(b.Entries, func(e *match.Entry) bool {
		return e.Decision.Kind == match.KindAppeal || e.Decision.Kind == match.KindGoOn && asked && !stands
	})
	if c.bench == "" || !concerns {
		return nil
	}
	in, err := post.Post{Match: b.Match, From: b.After, To: b.After + len(b.Entries), Bench: true}.Intent(c.bench)
	b.Outbox = append(b.Outbox, in)
	return err
}

// benchTold says an appeal, a statement or a ruling.
func benchTold(d *match.Decision) engine.Msg {
	b := d.Bench
	args := []engine.Arg{
		engine.Noun("seat", string(d.Seat)), engine.Num("from", b.From), engine.Num("to", b.To),
		engine.Noun("winner", string(b.Winner)),
	}
	key := "referee.told.ruling-" + string(b.Judgement)
	switch {
	case d.Kind == match.KindAppeal && b.From == 0:
		key = "referee.told.statement"
	case d.Kind == match.KindAppeal:
		key = "referee.told.appeal"
		if b.From == b.To {
			key += "-one"
		}
	case b.Judgement == match.Decided && b.Winner == "":
		key = "referee.told.ruling-draw"
	}
	if d.Seat == "" {
		args = args[1:]
	}
	if b.Winner == "" {
		args = args[:len(args)-1]
	}
	return engine.Say(key, args...)
}

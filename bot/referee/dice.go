package referee

import (
	"errors"
	"slices"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/luck"
	"referee/engine/match"
)

// Dice says of a match that its record and its rolls hold, what the dice brought, and what proves it.
type Dice struct {
	r *Referee
	m *match.Match
}

// Verify checks the whole match, proofs included. It returns *chain.BadEntryError for
// the first entry that does not hold.
func (d Dice) Verify() (match.Report, error) {
	return match.Verify(&match.File{Entries: d.m.Log()}, d.m.Opened(), d.r.dice.check)
}

// Audit checks the whole match like [Dice.Verify], and says in plain words what
// holds and what nobody can know from it, or what does not hold.
func (d Dice) Audit() ([]engine.Msg, error) {
	id := d.m.ID()
	report, err := d.Verify()
	var bad *chain.BadEntryError
	if errors.As(err, &bad) {
		d.r.log.Error("record fails verification", "match", id, "error", err)
		return []engine.Msg{engine.Say("dice.broken", engine.Num("n", bad.Seq), engine.Text("why", bad.Err.Error()))}, nil
	}
	if err != nil {
		return nil, err
	}
	o := report.Opening
	data, err := d.r.Games.judgedBy(o)
	if err != nil {
		return nil, err
	}
	out := []engine.Msg{
		engine.Say("dice.holds", engine.Text("match", string(id)), engine.Num("n", report.Entries), engine.Num("law", o.Law)),
	}
	for _, a := range report.Course.Laws {
		out = append(out, engine.Say("dice.adopted", engine.Num("n", a.Seq), engine.Num("law", a.Law)))
	}
	for _, b := range report.Course.Boards {
		out = append(out, engine.Say("dice.adopted-board", engine.Num("n", b.Seq), engine.Text("data", b.Data)))
	}
	out = append(out, data)
	if o.Dice == nil {
		return append(out, engine.Say("dice.unproven", engine.Num("n", report.Rolls))), nil
	}
	out = append(out, engine.Say("dice.proven", engine.Num("n", report.Rolls), engine.Text("key", o.Dice.Key)))
	if b := o.Dice.Beacon; b != nil {
		return append(out, engine.Say("dice.beacon", engine.Text("chain", b.Chain))), nil
	}
	return append(out, engine.Say("dice.foresee")), nil
}

// Luck says for every seat alike what the dice brought and what was to be
// expected of them, rewound rolls included, as [luck.Rolls] reads them of what everybody
// may know; of a game that does not measure luck, what each kind of die has shown.
func (d Dice) Luck() ([]engine.Msg, error) {
	g := d.m.Opened()
	kinds, seats := engine.CostKinds(g), g.Info().Seats
	rolls, err := luck.Rolls(g, Shown(d.m))
	if err != nil {
		return nil, err
	}
	if len(kinds) == 0 {
		dice := luck.NewUniform()
		dice.Add(rolls)
		return append([]engine.Msg{engine.Say("luck.unknown")}, dice.Tell()...), nil
	}
	var out []engine.Msg
	for _, seat := range seats {
		sum := luck.NewSum(kinds)
		sum.Add(rolls, seat)
		said := sum.Report().Tell(engine.Noun("who", string(seat)))
		if len(seats) == 2 { // what the one dealt is what the other suffered
			said = slices.DeleteFunc(said, func(m engine.Msg) bool { return m.Key == "luck.dealt" })
		}
		out = append(out, said...)
	}
	return luck.Noted(out), nil
}

// Shown are the entries of a match as everybody may know them.
func Shown(m *match.Match) []*match.Entry {
	return (&match.File{Entries: m.Log()}).For(engine.Spectator).Entries
}

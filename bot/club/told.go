package club

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// LeagueLine is one decision of a league in words. It names players, and is never
// stored.
type LeagueLine struct {
	Seq    int
	Head   string // of the chain after it, 8 hex digits
	Void   bool   // it was undone
	Author league.Player
	About  league.Player // the first whom the decision names; Nobody of many
	Said   engine.Msg
	// Reason is what its author has written; "" where there is nothing, or it
	// was erased.
	Reason string
}

// Told says decisions from+1 to to of a league; a to of 0 stands for the
// last.
func (ls *Leagues) Told(ctx context.Context, id league.ID, from, to int) ([]LeagueLine, error) {
	c := LeagueCommand{League: id}
	tx, err := ls.read(ctx, c)
	if err != nil {
		return nil, err
	}
	to = cmp.Or(to, tx.l.Seq())
	if from < 0 || from > to || to > tx.l.Seq() {
		return nil, fmt.Errorf("referee: league %s has no decisions %d to %d", id, from+1, to)
	}
	lines, err := tx.teller().told(ctx, from, to)
	return lines, ls.classify(ctx, err, c)
}

// teller says decisions of a league.
type teller struct {
	card   league.Summary
	l      *league.League
	people []league.Person
	text   func(ctx context.Context, hash string) (match.Text, bool, error)
	info   func(game string) (*engine.Info, error)
}

// teller says the decisions of the league as far as it came.
func (tx *transaction) teller() teller {
	return teller{tx.card, tx.l, slices.Concat(tx.people, tx.fresh), tx.ls.store.Text, tx.ls.matches.Games.Info}
}

// told says decisions from+1 to to.
func (t teller) told(ctx context.Context, from, to int) ([]LeagueLine, error) {
	var out []LeagueLine
	for _, e := range t.l.Log()[from:to] {
		d := &e.Decision
		text, _, err := t.text(ctx, d.Reason)
		if err != nil {
			return nil, err
		}
		said, err := t.say(d)
		if err != nil {
			return nil, err
		}
		out = append(out, LeagueLine{Seq: d.Seq, Head: e.Head.Short(), Void: t.l.Undone(d.Seq), Author: d.Author, About: d.Player(), Said: said, Reason: text.Body})
	}
	return out, nil
}

// say says a decision: "referee.league.told." and its kind, with all that a
// sentence about it may want.
func (t teller) say(d *league.Decision) (engine.Msg, error) {
	key := "referee.league.told." + string(d.Kind())
	args := []engine.Arg{
		engine.Text("league", t.card.Name), engine.Sub("who", t.name(d.Player())), engine.Sub("other", t.name(d.Other())),
		engine.Num("match", d.Match()),
	}
	switch a := d.Act.(type) {
	case league.ActResult, league.ActCorrect:
		if d.Result() == nil {
			return engine.Say(key+"-none", args...), nil
		}
		args = append(args, engine.Sub("result", t.result(d)))
	case league.ActRuling:
		args = append(args, engine.Sub("verdict", engine.Say("referee.league.verdict."+string(a.Ruling.Verdict))))
	case league.ActSubstitute:
		switch {
		case a.Program != "":
			return engine.Say(key+"-program", append(args, engine.Noun("program", a.Program))...), nil
		case a.In == league.Nobody:
			return engine.Say(key+"-caretaker", args...), nil
		}
	case league.ActVacation:
		args = append(args, engine.Text("from", date(a.From)), engine.Text("until", date(a.Until)))
	case league.ActUndo:
		args = append(args, engine.Num("n", a.To))
	case league.ActRestore:
		back := t.l.Log()[d.Seq-2]
		return engine.Say(key, engine.Num("n", back.Decision.Seq), engine.Text("head", back.Head.Short())), nil
	case league.ActAward:
		return t.awarded(a, d.Seq)
	case league.ActPair:
		args = append(args, engine.Num("round", a.Round), t.pairs(a.Pairs))
		if len(a.Byes) > 0 {
			return engine.Say(key+"-byes", append(args, t.byes(a.Byes))...), nil
		}
	case league.ActChallenge:
		args[2] = engine.Sub("other", t.name(a.Pairs[0].Opponent(a.Player)))
	default: // its key says it
	}
	return engine.Say(key, args...), nil
}

// date is the day of a moment, in UTC.
func date(at int64) string {
	if at == 0 {
		return ""
	}
	return time.UnixMilli(at).UTC().Format(time.DateOnly)
}

// name is what a player is called.
func (t teller) name(p league.Player) engine.Msg {
	if x, ok := personIn(t.people, p); ok {
		return engine.Say("referee.league.name", engine.Text("name", x.Name))
	}
	return nameless(p)
}

// result says a result: who has won, and how.
func (t teller) result(d *league.Decision) engine.Msg {
	pair := t.l.PairAt(d.Match(), d.Seq)
	return ResultTold(*d.Result(), t.name(pair[0]), t.name(pair[1]))
}

// ResultTold says a result of two players, by their sides.
func ResultTold(r league.Result, first, second engine.Msg) engine.Msg {
	names := map[league.Side]engine.Msg{league.First: first, league.Second: second}
	if r.Winner == 0 {
		key := "referee.league.result.draw"
		if r.How == league.Forfeited {
			key = "referee.league.result.both-lose"
		}
		return engine.Say(key, engine.Sub("first", first), engine.Sub("second", second))
	}
	key := "referee.league.result." + string(r.How)
	if r.Decisive {
		key = "referee.league.result.decisive"
	}
	said := engine.Say(key, engine.Sub("who", names[r.Winner]), engine.Sub("other", names[r.Winner.Other()]))
	if r.Degree == "" {
		return said
	}
	return engine.Say("referee.league.result.degree", engine.Sub("said", said), engine.Sub("degree", engine.Say("degree."+r.Degree)))
}

// pairs lists who meets whom.
func (t teller) pairs(pairs []league.Pair) engine.Arg {
	var list []engine.Arg
	for _, p := range pairs {
		list = append(list, engine.Sub("pair", engine.Say("referee.league.pair",
			engine.Sub("first", t.name(p[0])), engine.Sub("second", t.name(p[1])))))
	}
	return engine.List("pairs", list...)
}

// byes lists who has no match in a round.
func (t teller) byes(players []league.Player) engine.Arg {
	var list []engine.Arg
	for _, p := range players {
		list = append(list, engine.Sub("bye", t.name(p)))
	}
	return engine.List("byes", list...)
}

// awarded says what the two bids led to that decision seq has opened.
func (t teller) awarded(a league.ActAward, seq int) (engine.Msg, error) {
	info, err := t.info(t.card.Game)
	if err != nil {
		return engine.Msg{}, err
	}
	paired := t.l.PairAt(a.Match, seq)
	won, err := league.Settle(paired, [2]league.Bid(a.Bids))
	if err != nil {
		return engine.Msg{}, err
	}
	side := func(of league.Side) engine.Arg { return engine.Noun("side", string(info.Seats[of-1])) }
	bid := func(i int) engine.Msg {
		key := "referee.league.bid"
		switch {
		case a.Opens[i] == "":
			key = "referee.league.bid-none"
		case a.Bids[i].VP == 0:
			key = "referee.league.bid-nothing"
		}
		return engine.Say(key, engine.Sub("who", t.name(paired[i])), side(a.Bids[i].Side), engine.Num("n", a.Bids[i].VP))
	}
	plays := func(of league.Side) engine.Msg {
		key := "referee.league.plays"
		if of == won.To {
			key = "referee.league.plays-given"
		}
		return engine.Say(key, engine.Sub("who", t.name(won.Pair.Of(of))), side(of), engine.Num("n", won.VP))
	}
	return engine.Say("referee.league.told.award", engine.Num("match", a.Match), engine.Sub("first", bid(0)), engine.Sub("second", bid(1)),
		engine.Sub("who", plays(league.First)), engine.Sub("other", plays(league.Second))), nil
}

package clubs

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Told is what a mail tells of a league.
type Told struct {
	Name string
	Seq  int // of the last decision
	// News are the decisions since, Waits what waits for who reads, Standings how the league stands.
	News, Waits, Standings []engine.Msg
	// Bids says that they are asked to bid, and have not.
	Bids bool
	Foot string
}

// Tell tells of a league after a decision. The words of r are those of its game.
func (d *Handler) Tell(ctx context.Context, r Reader, id league.ID, after int) (Told, error) {
	l, info, err := d.Look(ctx, id)
	if err != nil {
		return Told{}, err
	}
	w := writing{Handler: d, r: r, l: l, info: info}
	out := Told{Name: l.Card.Name, Seq: l.Card.Seq, Waits: w.waits(), Standings: w.standings(), Foot: l.Card.Name + " · " +
		referee.Look{Match: match.ID(id), Seq: l.Card.Seq, Head: l.Card.Head.Short()}.Foot()}
	m, asked := l.ToBidFor(w.me())
	out.Bids = asked && m.Auction.Sealed[m.Seats.Side(w.me())-1] == ""
	out.News, err = w.news(ctx, after)
	return out, err
}

// own are the kinds of decision that nobody is told of but whom they are about, where somebody else has made them.
var own = []league.Kind{league.KindJoin, league.KindLeave, league.KindWish, league.KindVacation}

// news are the decisions after one: what everybody is told, and what was decided about who reads.
func (w writing) news(ctx context.Context, after int) ([]engine.Msg, error) {
	id := w.l.Card.ID
	if after >= w.l.Card.Seq {
		return nil, nil
	}
	all, err := w.Club.Leagues.Told(ctx, id, after, 0)
	if err != nil {
		return nil, err
	}
	public, err := w.Club.Leagues.Public(ctx, id, all)
	if err != nil {
		return nil, err
	}
	var out []engine.Msg
	for _, l := range all {
		mine := l.About == w.me() && l.About != league.Nobody && l.Author != w.me() && slices.Contains(own, l.Kind())
		if !mine && !slices.ContainsFunc(public, func(p club.LeagueLine) bool { return p.Seq == l.Seq }) {
			continue
		}
		out = append(out, l.Said)
		if l.Kind() == league.KindUndo {
			undone, err := w.Club.Leagues.Undone(ctx, id, l)
			if err != nil {
				return nil, err
			}
			out = append(out, say("undone", engine.Sub("said", undone.Said)))
		}
		out = append(out, quoted(l.Reason)...)
	}
	return out, nil
}

// quoted is what somebody has written, line by line.
func quoted(text string) []engine.Msg {
	var out []engine.Msg
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, say("written", engine.Text("text", line)))
		}
	}
	return out
}

// waits is what waits for who reads: bids, and their matches that have no result.
func (w writing) waits() []engine.Msg {
	var out []engine.Msg
	me := w.me()
	for _, m := range w.l.Matches {
		if m.Result != nil || me == league.Nobody || !m.Seats.Has(me) || w.l.Card.Over {
			continue
		}
		side := m.Seats.Side(me)
		args := []engine.Arg{engine.Num("match", m.No), w.name("other", m.Seats.Opponent(me)), engine.Noun("side", string(w.info.Seats[side-1])), engine.Text("id", string(m.ID))}
		key := "unopened"
		switch {
		case m.Bidding():
			most, _ := club.MostBid(w.info, side)
			example := w.r.line(w.l.Card.ID, "bid", w.side(w.info.Seats[side-1]), "1", w.r.spelled("match"), strconv.Itoa(m.No))
			args = append(args, w.r.when(m.Auction.Until), engine.Num("most", most), engine.Text("line", example))
			if key = "bid-until"; m.Auction.Sealed[side-1] != "" {
				key = "bid-made"
			}
		case m.Appealed:
			key = "judged"
		case m.ID != "" && m.Until != 0:
			key, args = "play-until", append(args, w.r.when(m.Until))
		case m.ID != "":
			key = "play"
		}
		out = append(out, say(key, args...))
	}
	return out
}

// standings is how the league stands, a line for each player.
func (w writing) standings() []engine.Msg {
	var out []engine.Msg
	line := func(key, place string, x league.Line) {
		out = append(out, say(key, engine.Text("place", place), w.name("name", x.Player), engine.Num("n", x.Points),
			engine.Num("won", x.Won), engine.Num("drawn", x.Drawn), engine.Num("lost", x.Lost), engine.Num("vp", x.VP)))
	}
	switch {
	case len(w.l.Members) == 0:
		return []engine.Msg{say("nobody")}
	case w.l.Rules.Format == league.FormatLadder:
		for i, p := range w.l.Ladder {
			for _, x := range w.l.Table.Lines {
				if x.Player == p {
					line("rung", strconv.Itoa(i+1)+".", x)
				}
			}
		}
	default:
		for _, x := range w.l.Table.Lines {
			place := strconv.Itoa(x.Place) + "."
			if x.Annulled {
				place = "–"
			}
			line("line", place, x)
		}
	}
	if w.l.Card.Over {
		out = append(out, engine.Say("referee.league.told.finish"))
	}
	return out
}

// pairings are the matches of a round, or else those that are open and the last round.
func (w writing) pairings(args []string) []engine.Msg {
	round, last := 0, 0
	if len(args) > 0 {
		round = number(args[0])
	}
	for _, m := range w.l.Matches {
		last = max(last, m.Round)
	}
	var out []engine.Msg
	for _, m := range w.l.Matches {
		if m.Round != round && (round != 0 || m.Result != nil && m.Round != last) {
			continue
		}
		result := say("open")
		switch {
		case m.Result != nil:
			result = club.ResultTold(*m.Result, w.l.Name(m.Pair[0]), w.l.Name(m.Pair[1]))
		case m.Bidding():
			result = say("bidding", w.r.when(m.Auction.Until))
		case m.Appealed:
			result = say("appealed")
		case m.Until != 0:
			result = say("until", w.r.when(m.Until))
		}
		out = append(out, say("match", engine.Num("match", m.No), engine.Num("round", m.Round), w.name("first", m.Seats[0]), engine.Noun("side", string(w.info.Seats[0])),
			w.name("second", m.Seats[1]), engine.Noun("opposite", string(w.info.Seats[1])), engine.Sub("result", result)))
	}
	if len(out) == 0 {
		out = append(out, say("no-pairings"))
	}
	return out
}

// mostLog is how many decisions the log shows.
const mostLog = 20

// log shows the last decisions with their numbers. Whom a player does not want to meet is between them and the organisers.
func (w writing) log(ctx context.Context) (Outcome, error) {
	_, told, err := w.Club.Leagues.LookBack(ctx, w.l.Card.ID, mostLog)
	if err != nil {
		return failed(err)
	}
	var out Outcome
	for _, l := range told {
		said := l.Said
		if kind := l.Kind(); (kind == league.KindBlock || kind == league.KindUnblock) && (l.Author == league.Nobody || l.Author != w.me()) {
			said = say("private")
		}
		key := "decision"
		if l.Void {
			key = "decision-void"
		}
		out.Said = append(out.Said, say(key, engine.Num("seq", l.Seq), engine.Sub("said", said), engine.Text("head", l.Head)))
	}
	return out, nil
}

package clubs

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"referee/bot/club"
	"referee/bot/mail/lines"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// writing is a line about a league under way.
type writing struct {
	*Handler
	r    Reader
	l    club.LeagueLook
	info *engine.Info
	by   club.LeagueCommand
}

func number(text string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(text, "#")) // it was read as one
	return n
}

// did says what a command led to.
func (w writing) did(r club.LeagueReply, err error) (Outcome, error) {
	if err != nil {
		return failed(err)
	}
	out := Outcome{Acted: true}
	for _, l := range r.Lines {
		out.Said = append(out.Said, l.Said)
	}
	if len(out.Said) == 0 {
		out.Said = []engine.Msg{engine.Say("mail.chosen")}
	}
	return out, nil
}

// about does something about another player, who is named.
func (w writing) about(name string, do func(other club.Someone) (club.LeagueReply, error)) (Outcome, error) {
	other, none := w.player(name)
	if none.Refused {
		return none, nil
	}
	return w.did(do(other))
}

// line is how something about this league can be written.
func (w writing) line(name string, args ...string) string {
	return w.r.line(w.l.Card.ID, name, args...)
}

// withdraw takes who writes out of a league that has begun, once that is confirmed.
func (w writing) withdraw(ctx context.Context, args []string, meant string) (Outcome, error) {
	if !w.l.Started {
		return refused("leave-instead", engine.Text("line", w.line("leave"))), nil
	}
	if !slices.Equal(args, []string{"yes"}) || meant != "withdraw" {
		out := refused("sure-withdraw", engine.Text("line", w.line("withdraw", w.r.Words.Called(w.r.Lang, "yes"))))
		out.Meant = "withdraw"
		return out, nil
	}
	return w.did(w.Club.Leagues.Withdraw(ctx, w.by, club.Someone{}))
}

// name is what a player is called.
func (w writing) name(arg string, p league.Player) engine.Arg { return engine.Sub(arg, w.l.Name(p)) }

// me is who writes.
func (w writing) me() league.Player { return w.l.Self(w.r.Account) }

// join enters who writes, where they are known in the club: they are named in one of its leagues or, with an account in Discord, have
// a match there.
// Anybody else asks for it: the club has not let them in.
func (w writing) join(ctx context.Context) (Outcome, error) {
	known, err := w.belongs(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if !known {
		if w.l.Card.Over {
			return refused("unknown", engine.Text("id", string(w.l.Card.ID))), nil
		}
		return Outcome{Said: []engine.Msg{say("asked-in")}, Asks: w.l.Card.ID}, nil
	}
	awake, err := w.Club.Leagues.Waking(ctx, w.r.Account)
	if err != nil {
		return failed(err)
	}
	return w.did(w.Club.Leagues.Enter(ctx, w.by, club.Someone{}, 0, awake))
}

// belongs reports whether the club knows who writes.
func (w writing) belongs(ctx context.Context) (bool, error) {
	mine, err := w.Club.Leagues.Of(ctx, w.r.Account)
	if err != nil || slices.ContainsFunc(mine, func(c league.Summary) bool { return c.Home == w.l.Card.Home }) {
		return err == nil, err
	}
	if w.r.Alone {
		return false, nil
	}
	played, err := w.Club.Referee.Index.MatchesOf(ctx, w.r.Account)
	return slices.ContainsFunc(played, func(m match.Summary) bool { return m.Home == w.l.Card.Home }), err
}

// player is who else is meant by a name or a number, of those who are named in the league. Of several of one name the number alone
// says who: the Outcome says so, or that there is none.
func (w writing) player(text string) (club.Someone, Outcome) {
	var named []club.Someone
	var numbers []string
	for _, x := range w.l.People {
		who, no := club.Someone{Account: x.Account, Name: x.Name}, strconv.Itoa(int(x.Player))
		switch {
		case x.Account == w.r.Account:
		case strings.TrimPrefix(text, "#") == no:
			return who, Outcome{}
		case typed.Fold(x.Name) == typed.Fold(text):
			named, numbers = append(named, who), append(numbers, "#"+no+w.place(x.Player))
		}
	}
	switch len(named) {
	case 0:
		return club.Someone{}, refused("no-player", engine.Text("name", text))
	case 1:
		return named[0], Outcome{}
	}
	return club.Someone{}, refused("several-players", engine.Text("name", text), engine.Text("numbers", strings.Join(numbers, ", ")))
}

// place is where somebody stands, behind their number; "": nowhere.
func (w writing) place(p league.Player) string {
	if i := slices.Index(w.l.Ladder, p); i >= 0 {
		return " (" + strconv.Itoa(i+1) + ".)"
	}
	for _, x := range w.l.Table.Lines {
		if x.Player == p && !x.Annulled {
			return " (" + strconv.Itoa(x.Place) + ".)"
		}
	}
	return ""
}

// away keeps matches from who writes for some days.
func (w writing) away(ctx context.Context, days []string) (Outcome, error) {
	from, err := time.Parse(time.DateOnly, days[0])
	last, other := time.Parse(time.DateOnly, days[1])
	if err != nil || other != nil || last.Before(from) {
		return refused("no-days", engine.Text("from", days[0]), engine.Text("until", days[1])), nil
	}
	end := last.AddDate(0, 0, 1).Add(-time.Millisecond) // still on the last day, which is what the log says
	return w.did(w.Club.Leagues.Away(ctx, w.by, club.Someone{}, from.UnixMilli(), end.UnixMilli()))
}

// side is a side as it can be written: by its name where that is one word.
func (w writing) side(s engine.Seat) string {
	name := w.r.Words.Say(w.r.Lang, engine.Say("table.seat", engine.Noun("seat", string(s))))
	if strings.ContainsFunc(name, unicode.IsSpace) {
		return w.r.Words.Called(w.r.Lang, string(s))
	}
	return strings.ToLower(name)
}

// bid seals a bid: a side, VP, and the match where there are several.
func (w writing) bid(ctx context.Context, args []string) (Outcome, error) {
	m, ok := w.l.ToBidFor(w.me())
	if args[2] != "" {
		m, ok = w.l.Match(number(args[2]))
	}
	if !ok {
		return refused("no-bids"), nil
	}
	side := slices.IndexFunc(w.info.Seats, func(s engine.Seat) bool {
		return w.r.Words.Typed(w.r.Lang, typed.Fold(args[0])) == string(s) || typed.Fold(w.side(s)) == typed.Fold(args[0])
	})
	if side < 0 {
		return refused("no-side", engine.Text("side", args[0])), nil
	}
	done, err := w.did(w.Club.Leagues.Bid(ctx, w.by, m.No, league.Bid{Side: league.Side(side + 1), VP: number(args[1])}))
	if err != nil || done.Refused {
		return done, err
	}
	if now, err := w.Club.Leagues.Look(ctx, w.l.Card.ID); err != nil {
		return Outcome{}, err
	} else if open, _ := now.Match(m.No); open.Bidding() {
		done.Said = append(done.Said, say("bid-sealed", engine.Num("match", m.No), engine.Noun("side", string(w.info.Seats[side])), engine.Num("n", number(args[1]))))
	}
	return done, nil
}

// report gives a match of who writes its result, that was not played here: how it ended for them, and by how many VP.
func (w writing) report(ctx context.Context, args []string, meant string) (Outcome, error) {
	m, ok := w.l.Match(number(args[0]))
	if !ok {
		return failed(league.ErrMatch)
	}
	if err := w.Club.Leagues.MayReport(ctx, w.by, m.No); err != nil {
		return failed(err)
	}
	me := m.Pair.Side(w.me())
	if me == 0 {
		return failed(club.ErrNotYours)
	}
	r := league.Result{How: league.Played, VP: number(args[2]), Decisive: args[3] == lines.Decisive}
	if args[3] == lines.Forfeit {
		r.How = league.Forfeited
	}
	switch args[1] {
	case lines.Won:
		r.Winner = me
	case lines.Lost:
		r.Winner = me.Other()
	}
	if r.Winner == league.Second {
		r.VP = -r.VP
	}
	if what := strings.Join(args[:4], " "); args[4] != "yes" || meant != what {
		written := []string{args[0], w.r.spelled(args[1]), args[2]}
		if args[3] != "" {
			written = append(written, w.r.spelled(args[3]))
		}
		out := refused("sure-report", engine.Num("match", m.No), engine.Sub("result", club.ResultTold(r, w.l.Name(m.Pair[0]), w.l.Name(m.Pair[1]))),
			engine.Text("line", w.line("report", append(written, w.r.Words.Called(w.r.Lang, "yes"))...)))
		out.Meant = what
		return out, nil
	}
	return w.did(w.Club.Leagues.Report(ctx, w.by, m.No, r))
}

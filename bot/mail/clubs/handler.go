package clubs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Handler answers the lines that people write about leagues and to judges.
type Handler struct {
	Club *club.Club
}

// Reader is who writes or is told something.
type Reader struct {
	Account, Name string
	// Alone says that the account is one of mail alone: it may have come to a match of a club by its id.
	Alone bool
	Door  string
	// Key names what they do, so that it is not done twice; "" where they do nothing.
	Key   string
	Lang  string
	Words *locale.Words
	Zone  *time.Location
}

// line is how they can write something about a league.
func (r Reader) line(id league.ID, name string, args ...string) string {
	return lines.LeagueLine(r.Words, r.Lang, string(id), name, args...)
}

// spelled is a word that only mails have.
func (r Reader) spelled(name string) string { return lines.Spelled(r.Words, r.Lang, name) }

// when is a moment, in Unix milliseconds, in their zone.
func (r Reader) when(at int64) engine.Arg {
	return engine.Text("when", time.UnixMilli(at).In(r.Zone).Format("2006-01-02 15:04 MST"))
}

// Outcome is what a line led to.
type Outcome struct {
	Said    []engine.Msg
	Refused bool // nothing of it was done
	Acted   bool // something has changed
	// Meant is what has to be confirmed by an answer to the mail that says so, "" nothing.
	Meant string
	// Asks is the league that they ask to be entered into, "" none.
	Asks league.ID
}

func say(key string, args ...engine.Arg) engine.Msg { return engine.Say("mail.league."+key, args...) }

func refused(key string, args ...engine.Arg) Outcome {
	return Outcome{Said: []engine.Msg{say(key, args...)}, Refused: true}
}

// failed is what an error of a command means for who wrote it. What the store could not keep is returned.
func failed(err error) (Outcome, error) {
	if errors.Is(err, referee.ErrStore) {
		return Outcome{}, err
	}
	return Outcome{Said: []engine.Msg{referee.Explain(err)}, Refused: true}, nil
}

// Meant is the league that a line is about: the one that it names, or else the one that it was written about, or the only
// one of who writes that is not over. Who is not named in it knows nothing of it, but that they may enter. The Outcome says
// why there is none.
func (d *Handler) Meant(ctx context.Context, r Reader, s lines.Step, about league.ID) (league.ID, Outcome, error) {
	mine, err := d.Club.Leagues.Of(ctx, r.Account)
	if err != nil {
		return "", Outcome{}, err
	}
	in := func(id league.ID) bool {
		return slices.ContainsFunc(mine, func(c league.Summary) bool { return c.ID == id })
	}
	on := slices.DeleteFunc(slices.Clone(mine), func(c league.Summary) bool { return c.Over })
	switch named := league.ID(s.Of); {
	case named != "" && (s.Word == "join" || in(named)):
		return named, Outcome{}, nil
	case named != "":
		return "", refused("unknown", engine.Text("id", s.Of)), nil
	case about != "" && in(about):
		return about, Outcome{}, nil
	case s.Word == "join" || len(mine) == 0:
		return "", refused("none", engine.Text("line", r.line("k3j5x2qa", "join"))), nil
	case len(on) == 1:
		return on[0].ID, Outcome{}, nil
	case len(mine) == 1:
		return mine[0].ID, Outcome{}, nil
	}
	several := refused("which", engine.Text("line", r.line(mine[0].ID, "standings")))
	for _, c := range mine {
		several.Said = append(several.Said, say("one", engine.Text("name", c.Name), engine.Text("id", string(c.ID))))
	}
	return "", several, nil
}

// Repeated is what the command of a key has led to, and about which league; "" where it was not done. By now it might be refused.
func (d *Handler) Repeated(ctx context.Context, key string) (league.ID, Outcome, error) {
	reply, found, err := d.Club.Leagues.FirstReply(ctx, key)
	if err != nil || !found {
		return "", Outcome{}, err
	}
	done, err := writing{}.did(reply, nil)
	return reply.League, done, err
}

// Look is a league with the information of its game.
func (d *Handler) Look(ctx context.Context, id league.ID) (club.LeagueLook, *engine.Info, error) {
	l, err := d.Club.Leagues.Look(ctx, id)
	if err != nil {
		return l, nil, err
	}
	info, err := d.Club.Referee.Games.InfoAt(l.Card.Game, l.Card.Home)
	return l, info, err
}

// Do does what a line says about a league, or answers it; meant is what the mail that it answers wants confirmed. The words of r
// are those of the league's game. Who may do what the club says.
func (d *Handler) Do(ctx context.Context, r Reader, id league.ID, s lines.Step, meant string) (Outcome, error) {
	l, info, err := d.Look(ctx, id)
	if errors.Is(err, match.ErrUnknown) {
		return refused("unknown", engine.Text("id", string(id))), nil
	}
	if err != nil {
		return failed(err)
	}
	w := writing{d, r, l, info, club.LeagueCommand{League: id, Account: r.Account, Name: r.Name, Door: r.Door, Key: r.Key}}
	switch s.Word {
	case "":
		return Outcome{Said: append(w.waits(), w.standings()...)}, nil
	case "standings":
		return Outcome{Said: w.standings()}, nil
	case "pairings":
		return Outcome{Said: w.pairings(s.Args)}, nil
	case "rules":
		return Outcome{Said: club.RulesTold(info, l.Rules, func(text string) string { return text })}, nil
	case "log":
		return w.log(ctx)
	}
	return w.act(ctx, s, meant)
}

// act does what a line says, or refuses it.
func (w writing) act(ctx context.Context, s lines.Step, meant string) (Outcome, error) {
	leagues := w.Club.Leagues
	switch s.Word {
	case "join":
		return w.join(ctx)
	case "leave":
		if w.l.Started {
			return refused("withdraw-instead", engine.Text("line", w.line("withdraw"))), nil
		}
		return w.did(leagues.Leave(ctx, w.by, club.Someone{}))
	case "withdraw":
		return w.withdraw(ctx, s.Args, meant)
	case "wish":
		awake, err := leagues.Waking(ctx, w.r.Account)
		if err != nil {
			return failed(err)
		}
		return w.did(leagues.Wish(ctx, w.by, number(s.Args[0]), awake))
	case "vacation":
		return w.away(ctx, s.Args)
	case "challenge":
		if w.l.Rules.Format != league.FormatLadder {
			return refused("no-ladder"), nil
		}
		return w.about(s.Args[0], func(other club.Someone) (club.LeagueReply, error) { return leagues.Challenge(ctx, w.by, other) })
	case "block":
		return w.about(s.Args[0], func(other club.Someone) (club.LeagueReply, error) {
			return leagues.Block(ctx, w.by, club.Someone{}, other, s.Args[1] == "off")
		})
	case "bid":
		return w.bid(ctx, s.Args)
	case "report":
		return w.report(ctx, s.Args, meant)
	}
	return refused("how", engine.Text("lines", w.How(w.r))), nil
}

// How lists what can be written about a league.
func (d *Handler) How(r Reader) string {
	var out []string
	for _, name := range []string{"standings", "pairings", "rules", "log", "bid", "report", "wish", "vacation", "challenge", "block", "leave", "withdraw"} {
		out = append(out, r.spelled("league")+" "+r.spelled("league."+name))
	}
	return strings.Join(out, ", ")
}

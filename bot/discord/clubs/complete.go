package clubs

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
	"referee/engine/match"
)

// ofLeague proposes those of a league's words that a text is part of.
func ofLeague(words func(q *leagueRequest) ([]command.Choice, error)) command.Completer {
	return func(q *command.Request, focused string) ([]command.Choice, error) {
		text := strings.ToLower(q.Options[focused])
		q.Options[focused] = ""
		lq, err := findLeague(q)
		if err != nil {
			return nil, err
		}
		all, err := words(lq)
		return fitting(all, text), err
	}
}

// fitting keeps the words that begin with a small text, or are shown with it.
func fitting(all []command.Choice, text string) []command.Choice {
	return slices.DeleteFunc(all, func(o command.Choice) bool {
		return !strings.HasPrefix(o.Value, text) && !strings.Contains(strings.ToLower(o.Label), text)
	})
}

// completeLeague proposes the leagues of the server.
func completeLeague(q *command.Request, focused string) ([]command.Choice, error) {
	text := strings.ToLower(q.Options[focused])
	list, err := q.Club.Leagues.At(q.Context(), q.Home)
	var out []command.Choice
	for _, s := range list {
		if q.Home != "" && (strings.Contains(strings.ToLower(s.Name), text) || strings.HasPrefix(string(s.ID), text)) {
			out = append(out, command.Choice{Label: s.Name, Value: string(s.ID)})
		}
	}
	return out, err
}

// matchWords are the matches that an act may be about.
func matchWords(q *leagueRequest) ([]command.Choice, error) {
	done := subcommand(q) == "correct"
	var out []command.Choice
	for _, m := range slices.Backward(q.look.Matches) {
		if (m.Result != nil) != done || subcommand(q) == "open" && m.ID != "" || subcommand(q) == "bid" && !m.Bidding() {
			continue
		}
		out = append(out, command.Choice{Label: bare(q.Request.Voice, "league.match-word", engine.Num("match", m.No),
			engine.Text("first", q.Raw(q.look.Name(m.Seats[0]))), engine.Text("second", q.Raw(q.look.Name(m.Seats[1])))), Value: strconv.Itoa(m.No)})
	}
	return out, nil
}

// subcommand is the name of the subcommand.
func subcommand(q *leagueRequest) string {
	return q.Request.Path.Part(len(q.Request.Path) - 1)
}

// playerWords are the players that an act may be about: of a substitution those who
// play the match, the caretaker too.
func playerWords(q *leagueRequest) ([]command.Choice, error) {
	var fit []league.Player
	for _, m := range q.look.Members {
		if subcommand(q) != "challenge" || q.look.Ladder.May(q.look.Self(q.Account), m.Player, q.look.Rules.Reach) {
			fit = append(fit, m.Player)
		}
	}
	if m, err := q.match(); subcommand(q) == "substitute" && err == nil {
		fit = m.Seats[:]
	}
	return lists.Map(fit, func(p league.Player) command.Choice {
		return command.Choice{Label: q.Raw(q.look.Name(p)), Value: strconv.Itoa(int(p))}
	}), nil
}

// winnerWords are who may have won a match.
func winnerWords(q *leagueRequest) ([]command.Choice, error) {
	m, err := q.match()
	if err != nil {
		return nil, nil
	}
	var out []command.Choice
	for i, p := range m.Pair {
		out = append(out, command.Choice{Label: bare(q.Request.Voice, "league.winner-word", engine.Text("name", q.Raw(q.look.Name(p))),
			engine.Noun("side", string(q.info.Seats[i]))), Value: strconv.Itoa(int(p))})
	}
	out = append(out, command.Choice{Label: bare(q.Request.Voice, "league.value.draw"), Value: winnerDraw})
	if subcommand(q) != "adjudicate" {
		out = append(out, command.Choice{Label: bare(q.Request.Voice, "league.value.none"), Value: winnerNone})
	}
	if subcommand(q) == "correct" {
		out = append(out, command.Choice{Label: bare(q.Request.Voice, "league.value.open"), Value: winnerOpen})
	}
	return out, nil
}

// mostLinesBack is how many of a league's last decisions are proposed from.
const mostLinesBack = 100

// completeDecision proposes the last decisions that stand and that the author may read,
// the latest first.
func completeDecision(q *command.Request, focused string) ([]command.Choice, error) {
	text := strings.ToLower(q.Options[focused])
	q.Options[focused] = ""
	var told []club.LeagueLine
	lq, err := findLeagueBy(q, func(ctx context.Context, id league.ID) (look club.LeagueLook, err error) {
		look, told, err = q.Club.Leagues.LookBack(ctx, id, mostLinesBack)
		return look, err
	})
	if err != nil {
		return nil, err
	}
	var out []command.Choice
	for _, l := range slices.Backward(told) {
		if !l.Void && l.Said.Key != undoKey && mayRead(lq, l) {
			out = append(out, command.Choice{Label: strconv.Itoa(l.Seq) + " · " + q.Raw(l.Said), Value: strconv.Itoa(l.Seq)})
		}
	}
	return fitting(out, text), nil
}

// completeCase proposes the latest cases that were ruled on, as many as are shown.
func completeCase(q *command.Request, focused string) ([]command.Choice, error) {
	text := strings.ToLower(q.Options[focused])
	list, err := precedents(q, "")
	var out []command.Choice
	for _, x := range list {
		if len(out) == command.MaxOptions {
			break
		}
		label, err := ruledText(q, x)
		if err != nil {
			return nil, err
		}
		o := command.Choice{Label: string(x.Match) + " #" + strconv.Itoa(x.Seq) + " · " + label, Value: caseID(x.Match, x.Seq)}
		if strings.Contains(strings.ToLower(o.Label), text) {
			out = append(out, o)
		}
	}
	return out, err
}

// caseID names a case by its match and its ruling.
func caseID(id match.ID, seq int) string { return string(id) + " " + strconv.Itoa(seq) }

// bare says a text of this package without the marks of plain: see raw.
func bare(v command.Voice, key string, args ...engine.Arg) string {
	return v.Raw(engine.Say("discord."+key, args...))
}

// undoKey is the message of what was undone.
const undoKey = "referee.league.told." + string(league.KindUndo)

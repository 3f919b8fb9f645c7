package discord

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// ofLeague proposes those of a league's words that a text is part of.
func ofLeague(words func(c *leagueCall) ([]choice, error)) completer {
	return func(c *call, focused string) ([]choice, error) {
		text := strings.ToLower(c.options[focused])
		c.options[focused] = ""
		lc, err := findLeague(c)
		if err != nil {
			return nil, err
		}
		all, err := words(lc)
		return slices.DeleteFunc(all, func(o choice) bool {
			return !strings.HasPrefix(o.value, text) && !strings.Contains(strings.ToLower(o.label), text)
		}), err
	}
}

// completeLeague proposes the leagues of the server.
func completeLeague(c *call, focused string) ([]choice, error) {
	text := strings.ToLower(c.options[focused])
	list, err := c.Club.Leagues.At(c.home)
	var out []choice
	for _, s := range list {
		if c.home != "" && (strings.Contains(strings.ToLower(s.Name), text) || strings.HasPrefix(string(s.ID), text)) {
			out = append(out, choice{label: s.Name, value: string(s.ID)})
		}
	}
	return out, err
}

// matchWords are the matches that an act may be about.
func matchWords(c *leagueCall) ([]choice, error) {
	done := act(c) == "correct"
	var out []choice
	for _, m := range slices.Backward(c.look.Matches) {
		if (m.Result != nil) != done || act(c) == "open" && m.ID != "" || act(c) == "bid" && !m.Bidding() {
			continue
		}
		out = append(out, choice{label: bare(c.call.voice, "league.match-word", engine.Num("match", m.No),
			engine.Text("first", c.raw(c.look.Name(m.Seats[0]))), engine.Text("second", c.raw(c.look.Name(m.Seats[1])))), value: strconv.Itoa(m.No)})
	}
	return out, nil
}

// act is the name of the subcommand.
func act(c *leagueCall) string {
	if len(c.call.path) == 0 {
		return ""
	}
	return c.call.path[len(c.call.path)-1]
}

// playerWords are the players that an act may be about: of a substitution those who
// play the match, the caretaker too.
func playerWords(c *leagueCall) ([]choice, error) {
	var fit []league.Player
	for _, m := range c.look.Members {
		if act(c) != "challenge" || c.look.Ladder.May(self(c), m.Player, c.look.Rules.Reach) {
			fit = append(fit, m.Player)
		}
	}
	if m, err := c.match(); act(c) == "substitute" && err == nil {
		fit = m.Seats[:]
	}
	out := make([]choice, len(fit))
	for i, p := range fit {
		out[i] = choice{label: c.raw(c.look.Name(p)), value: strconv.Itoa(int(p))}
	}
	return out, nil
}

// self is the player who called; Nobody where he is none.
func self(c *leagueCall) league.Player {
	for _, m := range c.look.Members {
		if m.Account == c.account {
			return m.Player
		}
	}
	return league.Nobody
}

// winnerWords are who may have won a match.
func winnerWords(c *leagueCall) ([]choice, error) {
	m, err := c.match()
	if err != nil {
		return nil, nil
	}
	var out []choice
	for i, p := range m.Pair {
		out = append(out, choice{label: bare(c.call.voice, "league.winner-word", engine.Text("name", c.raw(c.look.Name(p))),
			engine.Noun("side", string(c.info.Seats[i]))), value: strconv.Itoa(int(p))})
	}
	out = append(out, choice{label: bare(c.call.voice, "league.value.draw"), value: winnerDraw})
	if act(c) != "adjudicate" {
		out = append(out, choice{label: bare(c.call.voice, "league.value.none"), value: winnerNone})
	}
	if act(c) == "correct" {
		out = append(out, choice{label: bare(c.call.voice, "league.value.open"), value: winnerOpen})
	}
	return out, nil
}

// decisionWords are the last decisions that stand and that who called may read, the
// latest first.
func decisionWords(c *leagueCall) ([]choice, error) {
	told, err := c.Club.Leagues.Told(c.look.Card.ID, max(1, c.look.Card.Seq-100), 0)
	var out []choice
	for _, l := range slices.Backward(told) {
		if !l.Void && l.Said.Key != undoKey && mayRead(c, l) {
			out = append(out, choice{label: strconv.Itoa(l.Seq) + " · " + c.raw(l.Said), value: strconv.Itoa(l.Seq)})
		}
	}
	return out, err
}

// completeCase proposes the latest cases that were ruled on, as many as are shown.
func completeCase(c *call, focused string) ([]choice, error) {
	text := strings.ToLower(c.options[focused])
	list, err := precedents(c, "")
	var out []choice
	for _, x := range list {
		if len(out) == maxOptions {
			break
		}
		label, err := ruledText(c, x)
		if err != nil {
			return nil, err
		}
		o := choice{label: string(x.Match) + " #" + strconv.Itoa(x.Seq) + " · " + label, value: caseID(x.Match, x.Seq)}
		if strings.Contains(strings.ToLower(o.label), text) {
			out = append(out, o)
		}
	}
	return out, err
}

// caseID names a case by its match and its ruling.
func caseID(id match.ID, seq int) string { return string(id) + " " + strconv.Itoa(seq) }

// bare says a text of this package without the marks of plain: see raw.
func bare(v voice, key string, args ...engine.Arg) string {
	return v.raw(engine.Say("discord."+key, args...))
}

// undoKey is the message of what was undone.
const undoKey = "referee.league.told." + string(league.KindUndo)

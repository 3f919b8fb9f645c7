package discord

import (
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
)

var substituteCommand = &command{
	path: "league/admin/substitute", parts: []string{"league", "match", "player", "member", "sure"},
	guild: true, act: authority.Substitute,
	options: []option{
		{name: "match", required: true, complete: ofLeague(matchWords)},
		{name: "player", required: true, complete: ofLeague(playerWords)},
		{name: "member", user: true},
		leagueOption,
	},
	do: substitute,
}

// substitute gives a seat of a match to somebody else, or to the caretaker, once
// that is confirmed: /league admin substitute.
func substitute(c *call) (answer, error) {
	lc, m, err := leagueMatch(c)
	if err != nil {
		return answer{}, err
	}
	out, err := lc.seated("player", m)
	if err != nil {
		return answer{}, err
	}
	if !m.Seats.Has(out.Player) {
		return answer{}, no("league.not-in-match", engine.Text("name", playerName(c.voice, lc.look, out.Player)), engine.Num("match", m.No))
	}
	var in referee.Someone
	key := "league.sure.caretaker"
	if c.options["member"] != "" {
		in, key = chosen(c, "member"), "league.sure.substitute"
	}
	plays := func(p league.Person) bool { return p.Account == in.Account && m.Seats.Has(p.Player) }
	if in.Account != "" && slices.ContainsFunc(lc.look.People, plays) {
		return answer{}, no("league.in-match", engine.Text("name", plain(in.Name)), engine.Num("match", m.No))
	}
	p := lc.to("league/admin/substitute", strconv.Itoa(m.No), strconv.Itoa(int(out.Player)), c.options["member"])
	if a := lc.agreed("league.button.substitute", p, c.say(key, engine.Num("match", m.No),
		engine.Text("out", playerName(c.voice, lc.look, out.Player)), engine.Text("in", "<@"+c.options["member"]+">"))); a != nil {
		return *a, nil
	}
	return lc.did(c.Club.Leagues.Substitute(lc.by(), m.No, someone(out), in))
}

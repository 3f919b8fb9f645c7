package clubs

import (
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/engine"
	"referee/engine/league"
)

var substituteCommand = aboutLeague(command.Command{
	Path: "league-admin/substitute", Needs: adminNeeds, Parts: []string{"match", "player", "member", "sure"}, More: []string{"reason"}, Right: authority.Substitute,
	Options: []command.Option{
		{Name: "match", Required: true, Complete: ofLeague(matchWords)},
		{Name: "player", Required: true, Complete: ofLeague(playerWords)},
		{Name: "member", User: true},
	},
}, substitute)

// substitute gives a seat of a match to somebody else, or to the caretaker, once
// that is confirmed: /league-admin substitute.
func substitute(q *leagueRequest) (command.Response, error) {
	m, err := q.judged()
	if err != nil {
		return command.Response{}, err
	}
	out, err := q.seated("player", m)
	if err != nil {
		return command.Response{}, err
	}
	if !m.Seats.Has(out.Player) {
		return command.Response{}, command.No("league.not-in-match", engine.Text("name", playerName(q.Voice, q.look, out.Player)), engine.Num("match", m.No))
	}
	var in club.Someone
	key, program := "league.sure.caretaker", q.look.Rules.Caretaker
	switch {
	case q.Options["member"] != "":
		in, key = chosen(q.Request, "member"), "league.sure.substitute"
	case program != "":
		key = "league.sure.program"
	}
	counts := "league.sure.unrated"
	if q.look.Rules.RateMarked {
		counts = "league.sure.rated"
	}
	plays := func(p league.Person) bool { return p.Account == in.Account && m.Seats.Has(p.Player) }
	if in.Account != "" && slices.ContainsFunc(q.look.People, plays) {
		return command.Response{}, command.No("league.in-match", engine.Text("name", command.Plain(in.Name)), engine.Num("match", m.No))
	}
	p := q.to("league/admin/substitute", strconv.Itoa(m.No), strconv.Itoa(int(out.Player)), q.Options["member"])
	if a := q.agreed("league.button.substitute", p, q.Say(key, engine.Num("match", m.No),
		engine.Text("out", playerName(q.Voice, q.look, out.Player)), engine.Text("in", "<@"+q.Options["member"]+">"),
		engine.Noun("program", program), engine.Text("counts", q.Say(counts)))); a != nil {
		return *a, nil
	}
	return q.did(q.Club.Leagues.Substitute(q.Context(), q.by(), m.No, someone(out), in))
}

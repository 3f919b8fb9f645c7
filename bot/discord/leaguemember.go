package discord

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
)

var joinLeagueCommand = &command{
	path: "league/join", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "slots"},
		leagueOption,
	},
	do: joinLeague,
}

// joinLeague enters who called: /league join.
func joinLeague(c *call) (answer, error) { return enter(c, referee.Someone{}, c.account) }

var enterMemberCommand = &command{
	path: "league/admin/enter", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "member", required: true, user: true},
		{name: "slots"},
		leagueOption,
	},
	do: enterMember,
}

// enterMember enters somebody else, as the organiser: /league admin enter.
func enterMember(c *call) (answer, error) {
	who := chosen(c, "member")
	return enter(c, who, who.Account)
}

func enter(c *call, who referee.Someone, account string) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	slots := 0 // as the rules say
	if err := count(c, "slots", &slots, 1, mostSlots); err != nil {
		return answer{}, err
	}
	awake, err := c.Club.Leagues.Waking(account)
	if err != nil {
		return answer{}, err
	}
	reply, err := c.Club.Leagues.Enter(lc.by(), who, slots, awake)
	a, err := lc.did(reply, err)
	if err == nil && !lc.look.Started {
		a.card.text(c.say("league.joined-waits", engine.Num("n", len(lc.look.Members)+1)))
	}
	return a, err
}

// mostSlots is how many matches at once somebody may want.
const mostSlots = 20

var leaveLeagueCommand = &command{
	path: "league/leave", parts: []string{"league"},
	guild:   true,
	options: []option{leagueOption},
	do:      leaveLeague,
}

// leaveLeague takes who called out before the league begins: /league leave.
func leaveLeague(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	if lc.look.Started {
		return answer{}, no("league.withdraw-instead")
	}
	return lc.did(c.Club.Leagues.Leave(lc.by(), referee.Someone{}))
}

var wishCommand = &command{
	path: "league/wish", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "slots", required: true},
		leagueOption,
	},
	do: wish,
}

// wish says how many matches who called wants at once, and takes over when he is
// awake: /league wish.
func wish(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	slots := 0
	if err := count(c, "slots", &slots, 1, mostSlots); err != nil {
		return answer{}, err
	}
	awake, err := c.Club.Leagues.Waking(c.account)
	if err != nil {
		return answer{}, err
	}
	return lc.did(c.Club.Leagues.Wish(lc.by(), slots, awake))
}

var awayFromLeagueCommand = &command{
	path: "league/vacation", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "from", required: true},
		{name: "until", required: true},
		{name: "player", complete: ofLeague(playerWords)},
		leagueOption,
	},
	do: awayFromLeague,
}

// awayFromLeague keeps matches from a player for some days: /league vacation.
func awayFromLeague(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	who, err := lc.whom()
	if err != nil {
		return answer{}, err
	}
	from, err := dayGiven(c, "from")
	if err != nil {
		return answer{}, err
	}
	last, err := dayGiven(c, "until")
	if err != nil {
		return answer{}, err
	}
	if last.Before(from) {
		return answer{}, no("league.days-turned")
	}
	end := last.AddDate(0, 0, 1).Add(-time.Millisecond) // still on the last day, which is what the log says
	return lc.did(c.Club.Leagues.Away(lc.by(), who, from.UnixMilli(), end.UnixMilli()))
}

// dayGiven reads a day, which begins at midnight in UTC.
func dayGiven(c *call, option string) (time.Time, error) {
	at, err := time.Parse(time.DateOnly, strings.TrimSpace(c.options[option]))
	if err != nil {
		return at, no("league.no-day", engine.Text("text", plain(c.options[option])))
	}
	return at, nil
}

var blockCommand = &command{
	path: "league/block", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "player", required: true, complete: ofLeague(playerWords)},
		{name: "other", complete: ofLeague(playerWords)},
		{name: "off", values: yesOrNo},
		leagueOption,
	},
	do: block,
}

// block says that two are not to be paired, or takes it back: /league block.
func block(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	first, err := lc.player("player")
	if err != nil {
		return answer{}, err
	}
	who, other := referee.Someone{}, someone(first)
	same := other.Account == c.account
	if c.options["other"] != "" {
		second, err := lc.player("other")
		if err != nil {
			return answer{}, err
		}
		who, other, same = other, someone(second), first.Player == second.Player
	}
	if same {
		return answer{}, no("league.block-one")
	}
	return lc.did(c.Club.Leagues.Block(lc.by(), who, other, c.options["off"] == "yes"))
}

var challengeCommand = &command{
	path: "league/challenge", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "player", required: true, complete: ofLeague(playerWords)},
		leagueOption,
	},
	do: challenge,
}

// challenge challenges a player of a ladder: /league challenge.
func challenge(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	other, err := lc.player("player")
	switch {
	case lc.look.Rules.Format != league.FormatLadder:
		return answer{}, no("league.no-ladder")
	case err != nil:
		return answer{}, err
	}
	return lc.did(c.Club.Leagues.Challenge(lc.by(), someone(other)))
}

var withdrawCommand = &command{
	path: "league/withdraw", parts: []string{"league", "player", "sure"},
	guild: true,
	options: []option{
		{name: "player", complete: ofLeague(playerWords)},
		leagueOption,
	},
	do: withdraw,
}

// withdraw takes a player out of a league that has begun, once that is confirmed:
// /league withdraw. The organiser may name somebody else.
func withdraw(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	if !lc.look.Started {
		return answer{}, no("league.leave-instead")
	}
	who, err := lc.whom()
	if err != nil {
		return answer{}, err
	}
	if who == (referee.Someone{}) {
		who.Account = c.account
	}
	for _, m := range lc.look.Members {
		if m.Account != who.Account || who.Account == "" && m.Player != who.Player || m.Withdrawn {
			continue
		}
		if m.Account != c.account {
			if err := mayWithdraw(lc, m.Player); err != nil {
				return answer{}, err
			}
		}
		p := lc.to("league/withdraw", strconv.Itoa(int(m.Player)))
		if a := lc.agreed("league.button.withdraw", p, c.say("league.sure.withdraw",
			engine.Text("who", playerName(c.voice, lc.look, m.Player)), engine.Num("n", len(openMatches(lc, m.Player))))); a != nil {
			return *a, nil
		}
		return lc.did(c.Club.Leagues.Withdraw(lc.by(), who))
	}
	return answer{}, league.ErrMember
}

// mayWithdraw says whether who called may withdraw another, whose matches are then
// forfeit; else the error says why not.
func mayWithdraw(c *leagueCall, p league.Player) error {
	if err := c.may(authority.Organise, 0); err != nil {
		return err
	}
	for _, m := range openMatches(c, p) {
		if err := c.may(authority.Report, m.No); err != nil {
			return err
		}
	}
	return nil
}

// openMatches are the matches of a player that have no result yet.
func openMatches(c *leagueCall, p league.Player) []referee.LeagueMatch {
	return slices.DeleteFunc(slices.Clone(c.look.Matches), func(m referee.LeagueMatch) bool { return m.Result != nil || !m.Pair.Has(p) })
}

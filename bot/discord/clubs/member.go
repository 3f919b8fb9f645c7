package clubs

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/engine"
	"referee/engine/league"
)

var joinLeagueCommand = &command.Command{
	Path: "league/join", Parts: []string{"league"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "slots", Number: command.Between(1, mostSlots)},
		leagueOption,
	},
	Do: joinLeague,
}

// joinLeague enters who called: /league join.
func joinLeague(c *command.Call) (command.Answer, error) {
	return enter(c, club.Someone{}, c.Account)
}

var enterMemberCommand = &command.Command{
	Path: "league-admin/enter", Needs: adminNeeds, Parts: []string{"league"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "member", User: true},
		{Name: "mail", Complete: ofLeague(askingWords)},
		{Name: "slots", Number: command.Between(1, mostSlots)},
		leagueOption,
	},
	Do: enterMember,
}

// enterMember enters somebody else, as the organiser: a member of the server, or somebody who asks for it by mail:
// /league-admin enter.
func enterMember(c *command.Call) (command.Answer, error) {
	switch {
	case c.Options["mail"] != "":
		lc, err := findLeague(c)
		if err != nil {
			return command.Answer{}, err
		}
		who, err := lc.byMail(strings.TrimSpace(c.Options["mail"]))
		if err != nil {
			return command.Answer{}, err
		}
		return enter(c, who, who.Account)
	case c.Options["member"] == "":
		return command.Answer{}, command.No("league.enter-whom")
	}
	who := chosen(c, "member")
	return enter(c, who, who.Account)
}

// asking lists who asks by mail to be entered, and is not: for who organises the league.
func (c *leagueCall) asking() ([]club.Asking, error) {
	if c.Mail == nil {
		return nil, nil
	}
	if !c.Powers.Organiser { // the league is of this server
		return nil, club.ErrOrganiser
	}
	all, err := c.Mail.Asking(c.look.Card.ID)
	return slices.DeleteFunc(all, func(x club.Asking) bool {
		return slices.ContainsFunc(c.look.Members, func(m club.Member) bool { return m.Account == x.Account })
	}), err
}

// byMail is who asks to be entered, by their address, or as they were proposed.
func (c *leagueCall) byMail(text string) (club.Someone, error) {
	all, err := c.asking()
	if err != nil {
		return club.Someone{}, err
	}
	for _, x := range all {
		if text == x.Account || strings.EqualFold(text, x.Address) {
			return club.Someone{Account: x.Account, Name: x.Name}, nil
		}
	}
	return club.Someone{}, command.No("league.asks-not", engine.Text("name", command.Plain(text)))
}

// askingWords propose them, to who organises the league.
func askingWords(c *leagueCall) ([]command.Choice, error) {
	all, err := c.asking()
	if err != nil {
		return nil, nil // they are told why when they send the command
	}
	var out []command.Choice
	for _, x := range all {
		out = append(out, command.Choice{Label: x.Name + " <" + x.Address + ">", Value: x.Account})
	}
	return out, nil
}

func enter(c *command.Call, who club.Someone, account string) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	slots := 0 // as the rules say
	if err := count(c, "slots", &slots, 1, mostSlots); err != nil {
		return command.Answer{}, err
	}
	awake, err := c.Club.Leagues.Waking(account)
	if err != nil {
		return command.Answer{}, err
	}
	reply, err := c.Club.Leagues.Enter(lc.by(), who, slots, awake)
	a, err := lc.did(reply, err)
	if err == nil && !lc.look.Started {
		a.Card.Text(c.Say("league.joined-waits", engine.Num("n", len(lc.look.Members)+1)))
	}
	return a, err
}

// mostSlots is how many matches at once somebody may want.
const mostSlots = 20

var leaveLeagueCommand = &command.Command{
	Path: "league/leave", Parts: []string{"league"},
	Guild:   "league.guild-only",
	Options: []command.Option{leagueOption},
	Do:      leaveLeague,
}

// leaveLeague takes who called out before the league begins: /league leave.
func leaveLeague(c *command.Call) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	if lc.look.Started {
		return command.Answer{}, command.No("league.withdraw-instead")
	}
	return lc.did(c.Club.Leagues.Leave(lc.by(), club.Someone{}))
}

var wishCommand = &command.Command{
	Path: "league/wish", Parts: []string{"league"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "slots", Required: true, Number: command.Between(1, mostSlots)},
		leagueOption,
	},
	Do: wish,
}

// wish says how many matches who called wants at once, and takes over when they are
// awake: /league wish.
func wish(c *command.Call) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	slots := 0
	if err := count(c, "slots", &slots, 1, mostSlots); err != nil {
		return command.Answer{}, err
	}
	awake, err := c.Club.Leagues.Waking(c.Account)
	if err != nil {
		return command.Answer{}, err
	}
	return lc.did(c.Club.Leagues.Wish(lc.by(), slots, awake))
}

var awayFromLeagueCommand = &command.Command{
	Path: "league/vacation", Parts: []string{"league"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "from", Required: true},
		{Name: "until", Required: true},
		{Name: "player", Complete: ofLeague(playerWords)},
		leagueOption,
	},
	Do: awayFromLeague,
}

// awayFromLeague keeps matches from a player for some days: /league vacation.
func awayFromLeague(c *command.Call) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	who, err := lc.whom()
	if err != nil {
		return command.Answer{}, err
	}
	from, err := dayGiven(c, "from")
	if err != nil {
		return command.Answer{}, err
	}
	last, err := dayGiven(c, "until")
	if err != nil {
		return command.Answer{}, err
	}
	if last.Before(from) {
		return command.Answer{}, command.No("league.days-turned")
	}
	end := last.AddDate(0, 0, 1).Add(-time.Millisecond) // still on the last day, which is what the log says
	return lc.did(c.Club.Leagues.Away(lc.by(), who, from.UnixMilli(), end.UnixMilli()))
}

// dayGiven reads a day, which begins at midnight in UTC.
func dayGiven(c *command.Call, option string) (time.Time, error) {
	at, err := time.Parse(time.DateOnly, strings.TrimSpace(c.Options[option]))
	if err != nil {
		return at, command.No("league.no-day", engine.Text("text", command.Plain(c.Options[option])))
	}
	return at, nil
}

var blockCommand = &command.Command{
	Path: "league/block", Parts: []string{"league"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "player", Required: true, Complete: ofLeague(playerWords)},
		{Name: "other", Complete: ofLeague(playerWords)},
		{Name: "off", Values: command.YesOrNo},
		leagueOption,
	},
	Do: block,
}

// block says that two are not to be paired, or takes it back: /league block.
func block(c *command.Call) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	first, err := lc.player("player")
	if err != nil {
		return command.Answer{}, err
	}
	who, other := club.Someone{}, someone(first)
	same := other.Account == c.Account
	if c.Options["other"] != "" {
		second, err := lc.player("other")
		if err != nil {
			return command.Answer{}, err
		}
		who, other, same = other, someone(second), first.Player == second.Player
	}
	if same {
		return command.Answer{}, command.No("league.block-one")
	}
	return lc.did(c.Club.Leagues.Block(lc.by(), who, other, c.Options["off"] == "yes"))
}

var challengeCommand = &command.Command{
	Path: "league/challenge", Parts: []string{"league"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "player", Required: true, Complete: ofLeague(playerWords)},
		leagueOption,
	},
	Do: challenge,
}

// challenge challenges a player of a ladder: /league challenge.
func challenge(c *command.Call) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	other, err := lc.player("player")
	switch {
	case lc.look.Rules.Format != league.FormatLadder:
		return command.Answer{}, command.No("league.no-ladder")
	case err != nil:
		return command.Answer{}, err
	}
	return lc.did(c.Club.Leagues.Challenge(lc.by(), someone(other)))
}

var withdrawCommand = &command.Command{
	Path: "league/withdraw", Parts: []string{"league", "player", "sure"}, More: []string{"reason"},
	Guild: "league.guild-only",
	Options: []command.Option{
		{Name: "player", Complete: ofLeague(playerWords)},
		leagueOption,
	},
	Do: withdraw,
}

// withdraw takes a player out of a league that has begun, once that is confirmed:
// /league withdraw. The organiser may name somebody else.
func withdraw(c *command.Call) (command.Answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	if !lc.look.Started {
		return command.Answer{}, command.No("league.leave-instead")
	}
	who, err := lc.whom()
	if err != nil {
		return command.Answer{}, err
	}
	if who == (club.Someone{}) {
		who.Account = c.Account
	}
	for _, m := range lc.look.Members {
		if m.Account != who.Account || who.Account == "" && m.Player != who.Player || m.Withdrawn {
			continue
		}
		if m.Account != c.Account {
			if err := mayWithdraw(lc, m.Player); err != nil {
				return command.Answer{}, err
			}
		}
		p := lc.to("league/withdraw", strconv.Itoa(int(m.Player)))
		if a := lc.agreed("league.button.withdraw", p, c.Say("league.sure.withdraw",
			engine.Text("who", playerName(c.Voice, lc.look, m.Player)), engine.Num("n", len(openMatches(lc, m.Player))))); a != nil {
			return *a, nil
		}
		return lc.did(c.Club.Leagues.Withdraw(lc.by(), who))
	}
	return command.Answer{}, league.ErrMember
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
func openMatches(c *leagueCall, p league.Player) []club.LeagueMatch {
	return slices.DeleteFunc(slices.Clone(c.look.Matches), func(m club.LeagueMatch) bool { return m.Result != nil || !m.Pair.Has(p) })
}

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
	"referee/engine/kit/lists"
	"referee/engine/league"
)

var joinLeagueCommand = aboutLeague(command.Command{
	Path: "league/join",
	Options: []command.Option{
		{Name: "slots", Number: command.Between(1, mostSlots)},
	},
}, joinLeague)

// joinLeague enters the author: /league join.
func joinLeague(q *leagueRequest) (command.Response, error) {
	return enter(q, club.Someone{}, q.Account)
}

var enterMemberCommand = aboutLeague(command.Command{
	Path: "league-admin/enter", Needs: adminNeeds,
	Options: []command.Option{
		{Name: "member", User: true},
		{Name: "mail", Complete: ofLeague(askingWords)},
		{Name: "slots", Number: command.Between(1, mostSlots)},
	},
}, enterMember)

// enterMember enters somebody else, as the organiser: a member of the server, or somebody who asks for it by mail:
// /league-admin enter.
func enterMember(q *leagueRequest) (command.Response, error) {
	switch {
	case q.Options["mail"] != "":
		who, err := q.byMail(strings.TrimSpace(q.Options["mail"]))
		if err != nil {
			return command.Response{}, err
		}
		return enter(q, who, who.Account)
	case q.Options["member"] == "":
		return command.Response{}, command.No("league.enter-whom")
	}
	who := chosen(q.Request, "member")
	return enter(q, who, who.Account)
}

// asking lists who asks by mail to be entered, and is not: for who organises the league.
func (q *leagueRequest) asking() ([]club.Asking, error) {
	if q.Mail == nil {
		return nil, nil
	}
	if !q.Powers.Organiser { // the league is of this server
		return nil, club.ErrOrganiser
	}
	all, err := q.Mail.Asking(q.Context(), q.look.Card.ID)
	return slices.DeleteFunc(all, func(x club.Asking) bool {
		return slices.ContainsFunc(q.look.Members, func(m club.Member) bool { return m.Account == x.Account })
	}), err
}

// byMail is who asks to be entered, by their address, or as they were proposed.
func (q *leagueRequest) byMail(text string) (club.Someone, error) {
	all, err := q.asking()
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
func askingWords(q *leagueRequest) ([]command.Choice, error) {
	all, err := q.asking()
	if err != nil {
		return nil, nil // they are told why when they send the command
	}
	return lists.Map(all, func(x club.Asking) command.Choice {
		return command.Choice{Label: x.Name + " <" + x.Address + ">", Value: x.Account}
	}), nil
}

// enter enters a person, who wants matches at the hours that are noted of an account.
func enter(q *leagueRequest, who club.Someone, account string) (command.Response, error) {
	slots, awake, err := wishes(q, account)
	if err != nil {
		return command.Response{}, err
	}
	reply, err := q.Club.Leagues.Enter(q.Context(), q.by(), who, slots, awake)
	a, err := q.did(reply, err)
	if err == nil && !q.look.Started {
		a.Card.Text(q.Say("league.joined-waits", engine.Num("n", len(q.look.Members)+1)))
	}
	return a, err
}

// wishes are how many matches at once a player wants, 0 as the rules say, and when they are awake.
func wishes(q *leagueRequest, account string) (slots int, awake league.Waking, err error) {
	if err := count(q.Request, "slots", &slots, 1, mostSlots); err != nil {
		return 0, league.Waking{}, err
	}
	awake, err = q.Club.Leagues.Waking(q.Context(), account)
	return slots, awake, err
}

// mostSlots is how many matches at once somebody may want.
const mostSlots = 20

var leaveLeagueCommand = aboutLeague(command.Command{Path: "league/leave"}, leaveLeague)

// leaveLeague takes the author out before the league begins: /league leave.
func leaveLeague(q *leagueRequest) (command.Response, error) {
	if q.look.Started {
		return command.Response{}, command.No("league.withdraw-instead")
	}
	return q.did(q.Club.Leagues.Leave(q.Context(), q.by(), club.Someone{}))
}

var wishCommand = aboutLeague(command.Command{
	Path: "league/wish",
	Options: []command.Option{
		{Name: "slots", Required: true, Number: command.Between(1, mostSlots)},
	},
}, wish)

// wish says how many matches the author wants at once, and takes over when they are
// awake: /league wish.
func wish(q *leagueRequest) (command.Response, error) {
	slots, awake, err := wishes(q, q.Account)
	if err != nil {
		return command.Response{}, err
	}
	return q.did(q.Club.Leagues.Wish(q.Context(), q.by(), slots, awake))
}

var awayFromLeagueCommand = aboutLeague(command.Command{
	Path: "league/vacation",
	Options: []command.Option{
		{Name: "from", Required: true},
		{Name: "until", Required: true},
		{Name: "player", Complete: ofLeague(playerWords)},
	},
}, awayFromLeague)

// awayFromLeague keeps matches from a player for some days: /league vacation.
func awayFromLeague(q *leagueRequest) (command.Response, error) {
	who, err := q.whom()
	if err != nil {
		return command.Response{}, err
	}
	from, err := dayGiven(q.Request, "from")
	if err != nil {
		return command.Response{}, err
	}
	last, err := dayGiven(q.Request, "until")
	if err != nil {
		return command.Response{}, err
	}
	if last.Before(from) {
		return command.Response{}, command.No("league.days-turned")
	}
	end := last.AddDate(0, 0, 1).Add(-time.Millisecond) // still on the last day, which is what the log says
	return q.did(q.Club.Leagues.Away(q.Context(), q.by(), who, from.UnixMilli(), end.UnixMilli()))
}

// dayGiven reads a day, which begins at midnight in UTC.
func dayGiven(q *command.Request, option string) (time.Time, error) {
	at, err := time.Parse(time.DateOnly, strings.TrimSpace(q.Options[option]))
	if err != nil {
		return at, command.No("league.no-day", engine.Text("text", command.Plain(q.Options[option])))
	}
	return at, nil
}

var blockCommand = aboutLeague(command.Command{
	Path: "league/block",
	Options: []command.Option{
		{Name: "player", Required: true, Complete: ofLeague(playerWords)},
		{Name: "other", Complete: ofLeague(playerWords)},
		{Name: "off", Values: command.YesOrNo},
	},
}, block)

// block says that two are not to be paired, or takes it back: /league block.
func block(q *leagueRequest) (command.Response, error) {
	first, err := q.player("player")
	if err != nil {
		return command.Response{}, err
	}
	who, other := club.Someone{}, someone(first)
	same := other.Account == q.Account
	if q.Options["other"] != "" {
		second, err := q.player("other")
		if err != nil {
			return command.Response{}, err
		}
		who, other, same = other, someone(second), first.Player == second.Player
	}
	if same {
		return command.Response{}, command.No("league.block-one")
	}
	return q.did(q.Club.Leagues.Block(q.Context(), q.by(), who, other, q.Options["off"] == "yes"))
}

var challengeCommand = aboutLeague(command.Command{
	Path: "league/challenge",
	Options: []command.Option{
		{Name: "player", Required: true, Complete: ofLeague(playerWords)},
	},
}, challenge)

// challenge challenges a player of a ladder: /league challenge.
func challenge(q *leagueRequest) (command.Response, error) {
	other, err := q.player("player")
	switch {
	case q.look.Rules.Format != league.FormatLadder:
		return command.Response{}, command.No("league.no-ladder")
	case err != nil:
		return command.Response{}, err
	}
	return q.did(q.Club.Leagues.Challenge(q.Context(), q.by(), someone(other)))
}

var withdrawCommand = aboutLeague(command.Command{
	Path: "league/withdraw", Parts: []string{"player", "sure"}, More: []string{"reason"},
	Options: []command.Option{
		{Name: "player", Complete: ofLeague(playerWords)},
	},
}, withdraw)

// withdraw takes a player out of a league that has begun, once that is confirmed:
// /league withdraw. The organiser may name somebody else.
func withdraw(q *leagueRequest) (command.Response, error) {
	if !q.look.Started {
		return command.Response{}, command.No("league.leave-instead")
	}
	who, err := q.whom()
	if err != nil {
		return command.Response{}, err
	}
	if who == (club.Someone{}) {
		who.Account = q.Account
	}
	for _, m := range q.look.Members {
		if m.Account != who.Account || who.Account == "" && m.Player != who.Player || m.Withdrawn {
			continue
		}
		if m.Account != q.Account {
			if err := mayWithdraw(q, m.Player); err != nil {
				return command.Response{}, err
			}
		}
		p := q.to("league/withdraw", strconv.Itoa(int(m.Player)))
		if a := q.agreed("league.button.withdraw", p, q.Say("league.sure.withdraw",
			engine.Text("who", playerName(q.Voice, q.look, m.Player)), engine.Num("n", len(openMatches(q, m.Player))))); a != nil {
			return *a, nil
		}
		return q.did(q.Club.Leagues.Withdraw(q.Context(), q.by(), who))
	}
	return command.Response{}, league.ErrMember
}

// mayWithdraw says whether the author may withdraw another, whose matches are then
// forfeit; else the error says why not.
func mayWithdraw(q *leagueRequest, p league.Player) error {
	if err := q.may(authority.Organise, 0); err != nil {
		return err
	}
	for _, m := range openMatches(q, p) {
		if err := q.may(authority.Report, m.No); err != nil {
			return err
		}
	}
	return nil
}

// openMatches are the matches of a player that have no result yet.
func openMatches(q *leagueRequest, p league.Player) []club.LeagueMatch {
	return slices.DeleteFunc(slices.Clone(q.look.Matches), func(m club.LeagueMatch) bool { return m.Result != nil || !m.Pair.Has(p) })
}

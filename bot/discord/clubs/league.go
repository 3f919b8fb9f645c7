package clubs

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
	"referee/engine/match"
)

// leagueRequest is a request about a league.
type leagueRequest struct {
	*command.Request
	look club.LeagueLook
	info *engine.Info // of its game, as it is now
}

// findLeague finds the league that is meant: the one named, or that of the match or
// the channel here, or the only one of the server that is not over.
func findLeague(q *command.Request) (*leagueRequest, error) {
	return findLeagueBy(q, q.Club.Leagues.Look)
}

// findLeagueBy is findLeague, the league looked at as is said.
func findLeagueBy(q *command.Request, see func(context.Context, league.ID) (club.LeagueLook, error)) (*leagueRequest, error) {
	list, links, err := q.Club.Leagues.Linked(q.Context(), q.Home)
	if err != nil {
		return nil, err
	}
	card, err := leagueMeant(q, list, links)
	if err != nil {
		return nil, err
	}
	lq := &leagueRequest{Request: q}
	if lq.look, err = see(q.Context(), card.ID); err != nil {
		return nil, err
	}
	if lq.info, err = q.Referee.Games.InfoAt(card.Game, card.Home); err != nil {
		return nil, err
	}
	q.Words, err = q.Library.Of(lq.info)
	return lq, err
}

// permitted finds the league that is meant, and returns an error if the person may not give their command there.
func permitted(q *command.Request) (*leagueRequest, error) {
	lq, err := findLeague(q)
	if err == nil && q.Asked.Right != "" {
		err = lq.allowed(0)
	}
	return lq, err
}

// aboutLeague makes a command about a league: its last option names the league, and so does the first part of its buttons.
// The handler is called with the league, if the person may give the command there.
func aboutLeague(c command.Command, do func(*leagueRequest) (command.Response, error)) *command.Command {
	c.Guild = "league.guild-only"
	c.Parts = append([]string{"league"}, c.Parts...)
	c.Options = append(c.Options, leagueOption)
	c.Do = func(q *command.Request) (command.Response, error) {
		lq, err := permitted(q)
		if err != nil {
			return command.Response{}, err
		}
		return do(lq)
	}
	return &c
}

// leagueMeant is the league that is named, or whose match is played here, or the only
// one; links tell where matches of the leagues are played.
func leagueMeant(q *command.Request, list []league.Summary, links []league.Link) (league.Summary, error) {
	if name := strings.ToLower(strings.TrimSpace(q.Options["league"])); name != "" {
		i := slices.IndexFunc(list, func(s league.Summary) bool { return string(s.ID) == name || strings.ToLower(s.Name) == name })
		if i < 0 {
			return league.Summary{}, pickLeague(q, command.No("league.unknown"), list)
		}
		return list[i], nil
	}
	if id, err := q.LatestAt(q.Context(), q.Place, match.UnderWay); err == nil {
		of := slices.IndexFunc(links, func(l league.Link) bool { return l.Match == id })
		if of >= 0 {
			return list[slices.IndexFunc(list, func(s league.Summary) bool { return s.ID == links[of].League })], nil
		}
	}
	on := slices.DeleteFunc(slices.Clone(list), func(s league.Summary) bool { return s.Over })
	here := slices.DeleteFunc(slices.Clone(on), func(s league.Summary) bool { return s.Place != q.Channel })
	for _, some := range [][]league.Summary{here, on, list} {
		if len(some) == 1 {
			return some[0], nil
		}
	}
	if len(list) == 0 {
		return league.Summary{}, command.No("league.none")
	}
	some := on
	if len(some) == 0 {
		some = list
	}
	return league.Summary{}, pickLeague(q, command.No("league.several"), some)
}

// pickLeague is a refusal with a menu of leagues, where the path of the request goes on with one.
func pickLeague(q *command.Request, err error, of []league.Summary) error {
	if q.Asked == nil || len(q.Asked.Parts) == 0 || q.Asked.Parts[0] != "league" {
		return err
	}
	return command.Pick(err, q.Say("league.pick"), strings.Split(q.Asked.Path, "/"), lists.Map(of, func(s league.Summary) command.Choice {
		return command.Choice{Label: s.Name, Value: string(s.ID)}
	}))
}

// by is a command to the league by the author.
func (q *leagueRequest) by() club.LeagueCommand {
	out := leagueCommandOf(q.Request, q.look.Card.ID)
	out.Reason = strings.TrimSpace(q.Options["reason"])
	return out
}

func leagueCommandOf(q *command.Request, id league.ID) club.LeagueCommand {
	q.Forget() // what the league decides may change its matches
	return club.LeagueCommand{
		League: id, Account: q.Account, Name: q.Name, Door: command.Door, Powers: q.Powers, Key: q.Key,
	}
}

// to is the path that begins with what is done, and names the league.
func (q *leagueRequest) to(what string, more ...string) wire.Path {
	return slices.Concat(wire.Path(strings.Split(what, "/")), wire.Path{string(q.look.Card.ID)}, more)
}

// did says what a command to a league led to.
func (q *leagueRequest) did(r club.LeagueReply, err error) (command.Response, error) {
	if err != nil {
		return command.Response{}, err
	}
	out := &command.Card{Foot: "-# " + leagueFoot(q.look.Card, r.To, r.Head)}
	for _, l := range r.Lines {
		lines, err := leagueLine(q.Context(), q.Request.Handlers, q.Voice, r.League, l)
		if err != nil {
			return command.Response{}, err
		}
		out.Text(lines...)
	}
	if len(out.Texts) == 0 {
		out.Text(q.Say("done"))
	}
	return command.Response{Card: out}, nil
}

// leagueLine says a decision, what it undoes, and what its author wrote about it.
func leagueLine(ctx context.Context, h *command.Handlers, v command.Voice, id league.ID, l club.LeagueLine) ([]string, error) {
	lines := []string{v.Tell(l.Said)}
	if l.Kind() == league.KindUndo {
		undone, err := h.Club.Leagues.Undone(ctx, id, l)
		if err != nil {
			return nil, err
		}
		lines = append(lines, "~~"+v.Tell(undone.Said)+"~~")
	}
	if l.Reason != "" {
		lines = append(lines, command.Quoted(l.Reason)...)
	}
	return lines, nil
}

// leagueFoot is what stands under everything that is shown of a league.
func leagueFoot(card league.Summary, seq int, head string) string {
	return command.Plain(card.Name) + " · " + referee.Look{Match: match.ID(card.ID), Seq: seq, Head: head}.Foot()
}

// footNow is leagueFoot for a league as it stands.
func (q *leagueRequest) footNow() string {
	return "-# " + leagueFoot(q.look.Card, q.look.Card.Seq, q.look.Card.Head.Short())
}

// card begins a card about a league with some texts.
func (q *leagueRequest) card(texts ...string) *command.Card {
	out := &command.Card{Foot: q.footNow()}
	out.Text(texts...)
	return out
}

// agreed asks, before something is done that others see or that stops something,
// whether it is meant, and lets a reason be written. Until then it returns what is
// to be answered.
func (q *leagueRequest) agreed(label string, p wire.Path, lines ...string) *command.Response {
	sure := q.Options["sure"]
	if outdated, err := command.Outdated(q.Request, string(q.look.Card.ID)); err != nil || outdated {
		sure = "" // it was confirmed of what the numbers meant before
	}
	switch {
	case sure == "yes", sure == "why" && q.Sent():
		return nil
	case sure == "why":
		a, _ := q.ShowForm(&command.Form{Title: q.Say(label), Path: append(p, "why"), Fields: []command.Field{{
			Name: "reason", Label: q.Say("league.reason"), Help: q.Say("league.reason-help"), Long: true, Most: maxReason,
		}}})
		return &a
	}
	out := q.card(lines...)
	out.Press(
		command.Button{Label: q.Say(label), Path: append(slices.Clone(p), "yes"), Style: discordgo.DangerButton},
		command.Button{Label: q.Say("league.button.with-reason"), Path: append(slices.Clone(p), "why")},
		command.Button{Label: q.Say("button.cancel"), Path: wire.Path{"never"}})
	return &command.Response{Card: out}
}

// maxReason is how many characters a reason or a statement may have: two of them
// and a ruling fit in one message.
const maxReason = 1000

// player is who is meant by an option, of those who are named in the league: by
// number, mention or name; a member who was erased by their number.
func (q *leagueRequest) player(option string) (league.Person, error) {
	text := strings.TrimSpace(q.Options[option])
	account := wire.AccountOf(wire.ID(strings.Trim(text, "<@!>")))
	for _, m := range q.look.People {
		if command.Number(text, 0) == int(m.Player) && command.Length(text) < 5 || m.Account == account || strings.EqualFold(m.Name, text) {
			return m, nil
		}
	}
	for _, m := range q.look.Members {
		if m.Account == "" && command.Number(text, 0) == int(m.Player) {
			return league.Person{Player: m.Player}, nil
		}
	}
	return league.Person{}, command.No("league.no-player", engine.Text("name", command.Plain(text)))
}

// someone is a person about whom something is decided.
func someone(p league.Person) club.Someone {
	if p.Account == "" {
		return club.Someone{Player: p.Player}
	}
	return club.Someone{Account: p.Account, Name: p.Name}
}

// seated is who an option names of those who play a match: the zero Person is the
// caretaker.
func (q *leagueRequest) seated(option string, m club.LeagueMatch) (league.Person, error) {
	text := strings.TrimSpace(q.Options[option])
	if caretaker := q.Raw(q.look.Name(league.Nobody)); m.Seats.Has(league.Nobody) && (text == "0" || strings.EqualFold(text, caretaker)) {
		return league.Person{}, nil
	}
	return q.player(option)
}

// whom is the player who is meant: the one named, or the author.
func (q *leagueRequest) whom() (club.Someone, error) {
	if q.Options["player"] == "" {
		return club.Someone{}, nil
	}
	p, err := q.player("player")
	return someone(p), err
}

// chosen is the person of the server who was chosen for an option.
func chosen(q *command.Request, option string) club.Someone {
	id := wire.ID(q.Options[option])
	name := q.Chosen[id].Name
	if name == "" {
		name = string(id)
	}
	return club.Someone{Account: wire.AccountOf(id), Name: name}
}

// may says whether the author may do an act on the league, or on match no of it; else
// the error says why not.
func (q *leagueRequest) may(act authority.Right, no int) error {
	return q.Club.Leagues.May(q.Context(), q.by(), act, no)
}

// allowed says whether the author may give their command about the league, or about match
// no of it; else the error says why not.
func (q *leagueRequest) allowed(no int) error { return q.may(q.Asked.Right, no) }

// judged returns the match that an option names, or an error if the person may not do there what they ask for.
func (q *leagueRequest) judged() (club.LeagueMatch, error) {
	m, err := q.match()
	if err == nil {
		err = q.allowed(m.No)
	}
	return m, err
}

// match finds the match of the league that an option names.
func (q *leagueRequest) match() (club.LeagueMatch, error) {
	m, ok := q.look.Match(command.Number(strings.TrimPrefix(q.Options["match"], "#"), 0))
	if !ok {
		return m, league.ErrMatch
	}
	return m, nil
}

// playerName is what a player is called, as plain text.
func playerName(v command.Voice, l club.LeagueLook, p league.Player) string {
	return v.Tell(l.Name(p))
}

// shownAs names a player so that Discord shows them as they are called there now.
func shownAs(v command.Voice, l club.LeagueLook, p league.Player) string {
	if x, ok := l.Person(p); ok {
		if user, ok := wire.UserOf(x.Account); ok {
			return "<@" + string(user) + ">"
		}
	}
	return playerName(v, l, p)
}

// opponents are the two of a match with their sides: "Anna (Red) – Ben (Blue)".
func opponents(v command.Voice, l club.LeagueLook, info *engine.Info, m league.Match) string {
	return v.Say("league.opponents",
		engine.Text("first", playerName(v, l, m.Seats[0])), engine.Noun("side", string(info.Seats[0])),
		engine.Text("second", playerName(v, l, m.Seats[1])), engine.Noun("other", string(info.Seats[1])))
}

package clubs

import (
	"referee/bot/authority"
	"referee/bot/board/links"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
)

var leaguePageCommand = &command.Command{
	Path: "league-admin/page", Needs: adminNeeds, Parts: []string{"league"},
	Guild: "league.guild-only", Act: authority.Organise,
	Options: []command.Option{leagueOption},
	Do:      leaguePage,
}

// leaguePage makes an address at which whoever has it sees the page of a league, with the replays of its matches that are over:
// /league-admin page.
func leaguePage(c *command.Call) (command.Answer, error) {
	lc, err := permitted(c)
	if err != nil {
		return command.Answer{}, err
	}
	if c.Browsers == nil {
		return command.Answer{}, command.No("browser-none")
	}
	lang := publicLanguage(lc.look.Rules.Settings, c.Language)
	at, err := c.Browsers.Share(links.For{Account: c.Account, Name: c.Name, Lang: lang, Door: command.Door}, links.Shared{League: lc.look.Card.ID})
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: lc.footNow()}
	out.Text(c.Say("league.page", engine.Text("league", command.Plain(lc.look.Card.Name))), at)
	out.Press(command.Button{Label: c.Say("button.browsers"), Path: wire.Path{"me", "board"}})
	return command.Answer{Card: out}, nil
}

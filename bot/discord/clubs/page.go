package clubs

import (
	"referee/bot/authority"
	"referee/bot/board/links"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
)

var leaguePageCommand = aboutLeague(command.Command{Path: "league-admin/page", Needs: adminNeeds, Act: authority.Organise}, leaguePage)

// leaguePage makes an address at which whoever has it sees the page of a league, with the replays of its matches that are over:
// /league-admin page.
func leaguePage(c *leagueCall) (command.Answer, error) {
	if c.Browsers == nil {
		return command.Answer{}, command.No("browser-none")
	}
	lang := publicLanguage(c.look.Rules.Settings, c.Language)
	at, err := c.Browsers.Share(links.For{Account: c.Account, Name: c.Name, Lang: lang, Door: command.Door}, links.Shared{League: c.look.Card.ID})
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: c.footNow()}
	out.Text(c.Say("league.page", engine.Text("league", command.Plain(c.look.Card.Name))), at)
	out.Press(command.Button{Label: c.Say("button.browsers"), Path: wire.Path{"me", "board"}})
	return command.Answer{Card: out}, nil
}

package clubs

import (
	"embed"
	"io/fs"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogue is what these commands say, in all languages.
func Catalogue() fs.FS { return engine.CataloguesIn(catalogues, "bot/discord/clubs") }

// adminNeeds is what a member must be permitted to be shown the commands of organisers, unless
// the managers of their server have set something else: of one command Discord can hide no
// part.
const adminNeeds = discordgo.PermissionManageGuild

// Commands are the commands of leagues and of judges, in the order of the help.
var Commands = []*command.Command{
	foundLeagueCommand, joinLeagueCommand, leaveLeagueCommand, startLeagueCommand, leagueTableCommand, pairingsCommand,
	bidCommand, reportCommand, withdrawCommand, leagueRulesCommand, exportLeagueCommand, leagueLogCommand, challengeCommand,
	wishCommand, awayFromLeagueCommand, blockCommand,
	// of organisers
	enterMemberCommand, correctCommand, substituteCommand, adjudicateCommand, undoActCommand, amendLeagueCommand,
	pairNowCommand, openPairingCommand, announceHereCommand, leaguePageCommand, finishLeagueCommand, resumeLeagueCommand,
	// of judges
	appealCommand, rulingsCommand, readCaseCommand, ruleCommand,
}

// leagueOption names a league, where a server has several.
var leagueOption = command.Option{Name: "league", Complete: completeLeague}

// languages of leagues are those of matches.
func publicLanguage(settings map[string]string, otherwise string) string {
	if lang := settings[referee.SettingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return otherwise
}

package discord

import (
	"embed"
	"io/fs"

	"referee/bot/locale"
	"referee/engine"
)

//go:embed locale/club/*.toml
var clubCatalogues embed.FS

// clubCatalogue is what these commands say, in all languages.
func clubCatalogue() fs.FS {
	words, err := fs.Sub(clubCatalogues, "locale/club")
	if err != nil {
		panic("discord: " + err.Error()) // the name is a constant
	}
	return words
}

// clubCommands are the commands of leagues and of judges, in the order of the help.
var clubCommands = []*command{
	foundLeagueCommand, joinLeagueCommand, leaveLeagueCommand, startLeagueCommand, leagueTableCommand, pairingsCommand,
	bidCommand, reportCommand, withdrawCommand, leagueRulesCommand, exportLeagueCommand, leagueLogCommand, challengeCommand,
	wishCommand, awayFromLeagueCommand, blockCommand,
	// of organisers
	enterMemberCommand, correctCommand, substituteCommand, adjudicateCommand, undoActCommand, amendLeagueCommand,
	pairNowCommand, openPairingCommand, announceHereCommand, finishLeagueCommand, goOnLeagueCommand,
	// of judges
	appealCommand, rulingsCommand, readCaseCommand, ruleCommand,
}

// leagueOption names a league, where a server has several.
var leagueOption = option{name: "league", complete: completeLeague}

// listOf joins texts as the language does.
func (v voice) listOf(texts []string) string {
	list := make([]engine.Arg, len(texts))
	for i, t := range texts {
		list[i] = engine.Text("", t)
	}
	return v.say("league.list", engine.List("list", list...))
}

// languages of leagues are those of matches.
func publicLanguage(settings map[string]string, otherwise string) string {
	if lang := settings[settingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return otherwise
}
